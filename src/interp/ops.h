// What instructions need to know, and the handlers that run them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "interp/code.h"
#include "ir/node.h"
#include "runtime/performing.h"

namespace planish::interp {

// ---- Scalars: a = op(b, c, d)

Handler unary_handler(ir::UnaryOp op, Prim operand);
Handler binary_handler(ir::BinaryOp op, Prim operand);
Handler ternary_handler(ir::TernaryOp op, Prim operand);
Handler convert_handler(Prim from, Prim to);
Handler from_bits_handler(Prim to);

// ---- Moves: a = b. The data is that of the statement around them.

void move_scalar(uint64_t* s, const Instr& i, Machine& m);
void copy_handle(uint64_t* s, const Instr& i, Machine& m);
void take_handle(uint64_t* s, const Instr& i, Machine& m);

struct ReleaseData : OpData {
  std::vector<Slot> slots;
};
void release_handles(uint64_t* s, const Instr& i, Machine& m);

// ---- Arrays: a is the result

struct ArrayLitData : OpData {
  ArraySpec spec;
  ValueKind kind{};  // of the elements
  std::vector<Slot> elems;
};
void make_array(uint64_t* s, const Instr& i, Machine& m);

struct IndexData : OpData {
  std::vector<Slot> indices;
};
// An element of a regular array of rank 1 or 2: a = b[c], b[c][d].
Handler index_handler(Prim elem, size_t rank);
void index_element(uint64_t* s, const Instr& i, Machine& m);  // a = b[…], a scalar
void index_row(uint64_t* s, const Instr& i, Machine& m);      // a = b[…], an array

struct SliceSpec {
  bool is_index = false;
  Slot start = 0;
  Slot count = 0;
  Slot stride = 0;
};
struct SliceData : OpData {
  size_t rank = 0;  // of the array, boxes included
  std::vector<SliceSpec> dims;
};
void slice(uint64_t* s, const Instr& i, Machine& m);          // a = b[…]
void update_scalar(uint64_t* s, const Instr& i, Machine& m);  // a = b with […] = c
void update_array(uint64_t* s, const Instr& i, Machine& m);
// a = b with [c] = d, in a regular array of rank 1.
void update_element(uint64_t* s, const Instr& i, Machine& m);

struct FlatData : OpData {
  struct Dim {
    Slot count = 0;
    Slot stride = 0;
  };
  Slot offset = 0;
  std::vector<Dim> dims;
};
void flat_slice(uint64_t* s, const Instr& i, Machine& m);   // a = b at …
void flat_update(uint64_t* s, const Instr& i, Machine& m);  // a = b with … = c

struct IotaData : OpData {
  Prim elem{};
};
void iota(uint64_t* s, const Instr& i, Machine& m);  // b elements from c in steps of d

struct ReplicateData : OpData {
  ValueKind kind{};
  ArraySpec spec;
  std::vector<Slot> dims;
};
void replicate(uint64_t* s, const Instr& i, Machine& m);  // of b

struct ArraysData : OpData {
  std::vector<Slot> arrays;
};
void concat(uint64_t* s, const Instr& i, Machine& m);

struct ReshapeData : OpData {
  std::vector<Slot> dims;
};
void reshape(uint64_t* s, const Instr& i, Machine& m);  // of b

struct RearrangeData : OpData {
  std::vector<uint32_t> order;
};
void rearrange(uint64_t* s, const Instr& i, Machine& m);   // of b
void copy_array(uint64_t* s, const Instr& i, Machine& m);  // of b

struct CoerceData : OpData {
  ArraySpec spec;
};
void coerce(uint64_t* s, const Instr& i, Machine& m);  // of b, to another representation
// An array `a` without elements takes the sizes of the type: no row of it is there to have another.
void size_of_nothing(uint64_t* s, const Instr& i, Machine& m);

void row_lengths(uint64_t* s, const Instr& i, Machine& m);  // of b
void row_length(uint64_t* s, const Instr& i, Machine& m);   // of b[…]; the data is an IndexData
struct EqualRowLengthData : OpData {
  uint32_t level = 0;
};
void equal_row_length(uint64_t* s, const Instr& i, Machine& m);  // of b
void equal_step(uint64_t* s, const Instr& i, Machine& m);        // of b
void join_rows(uint64_t* s, const Instr& i, Machine& m);         // of b; the data is a CoerceData
void split_rows(uint64_t* s, const Instr& i, Machine& m);        // lengths b, elements c

// ---- Control. Branches and bodies of loops leave their results where they belong.

struct IfData : OpData {
  Code then_code;
  Code else_code;
};
void branch(uint64_t* s, const Instr& i, Machine& m);  // on b

struct MatchData : OpData {
  struct Case {
    uint64_t bits = 0;
    Code code;
  };
  std::vector<Case> cases;
  bool has_otherwise = false;
  Code otherwise;
};
void match_value(uint64_t* s, const Instr& i, Machine& m);  // of b

struct LoopData : OpData {
  Prim index_prim{};
  Code condition;
  Code body;
  // An iteration begins with a step that may be done again (Note [Steps that are done again] in ir/chunk_steps.h), for which these
  // arrays are kept.
  bool has_step = false;
  std::vector<Slot> kept;
};
void for_loop(uint64_t* s, const Instr& i, Machine& m);  // a is the index, b the bound
void while_loop(uint64_t* s, const Instr& i, Machine& m);
void end_step(uint64_t* s, const Instr& i, Machine& m);

struct CallData : OpData {
  FunctionCode* callee = nullptr;
  std::vector<Move> args;
  std::vector<Source> pattern;  // where the results go
  std::vector<Move> results;    // filled in when all functions have code
};
void call(uint64_t* s, const Instr& i, Machine& m);
void use_constant(uint64_t* s, const Instr& i, Machine& m);

struct CheckData : OpData {
  struct Part {
    std::string_view text;
    Prim prim{};
    ValueKind kind{};
    Slot slot = 0;
  };
  std::vector<Part> message;
};
void check(uint64_t* s, const Instr& i, Machine& m);  // b

struct TraceData : OpData {
  std::string_view tag;
  Prim prim{};
  ValueKind kind{};
};
void trace(uint64_t* s, const Instr& i, Machine& m);  // shows b

struct TuningData : OpData {
  std::string_view name;
};
void tuning(uint64_t* s, const Instr& i, Machine& m);  // a := what was set, else b

struct ForeignData : OpData {
  struct Arg {
    ValueKind kind{};
    Prim prim{};
    Slot slot = 0;
  };
  struct Result {
    ValueKind kind{};
    const ir::Type* type = nullptr;
    Slot slot = 0;
    std::vector<std::optional<size_t>> sizes;  // the results that are dimensions of this one
  };
  runtime::PerformingFunction function = nullptr;
  std::vector<Arg> args;
  std::vector<Result> results;
};
void foreign(uint64_t* s, const Instr& i, Machine& m);

// ---- Parallel operators

struct MapData : OpData {
  std::vector<Input> inputs;
  Code body;
  std::vector<Output> outputs;
};
void map(uint64_t* s, const Instr& i, Machine& m);  // b is the width

// What combines values: running the code combines the values in the first slots with those in the
// second ones, and leaves the result in the first.
struct Combine {
  std::vector<Source> left;  // the transfer says what kind of value it is
  std::vector<Source> right;
  bool consumes_left = false;
  Code code;
};
struct ReduceData : OpData {
  std::vector<Input> inputs;
  Code map;  // leaves the values in combine.right
  Combine combine;
  std::vector<Move> neutral;   // to combine.left
  std::vector<Move> results;   // from combine.left
  Code post;                   // scan: applied to what is in combine.left
  std::vector<Output> totals;  // scan: arrays of what is in combine.left, or of what `post` gives
  std::vector<Output> outputs;
};
void reduce(uint64_t* s, const Instr& i, Machine& m);  // b is the width
void scan(uint64_t* s, const Instr& i, Machine& m);

struct ScatterData : OpData {
  std::vector<Slot> shape;
  std::vector<Move> dests;  // arrays, to the results
  std::vector<Input> inputs;
  Code map;                   // leaves the position and the values in the slots that follow
  std::vector<Slot> indices;  // one scalar for each dimension of the shape
  std::vector<Slot> values;   // combine.right, if there is a combine
  Combine combine;
};
void scatter(uint64_t* s, const Instr& i, Machine& m);  // b is the width
void hist(uint64_t* s, const Instr& i, Machine& m);

struct FilterData : OpData {
  std::vector<Input> inputs;
  Code predicate;
  Slot keep = 0;                // what the predicate says
  std::vector<Slot> elements;   // results: of the elements kept
  std::vector<Output> outputs;  // results, if the predicate gives what is kept
};
void filter(uint64_t* s, const Instr& i, Machine& m);  // a gets the count; b is the width

// Results of a function that gives rows: those of each group follow each other.
struct RowGroup {
  Slot length = 0;  // that the function gave
  Slot total = 0;   // result: of all lengths
  std::vector<Output> rows;
};
struct RowOutputs {
  std::vector<RowGroup> groups;
  std::vector<Output> lengths;
  std::vector<Output> elements;
};
struct FlatMapData : OpData {
  std::vector<Input> inputs;
  Code body;
  RowOutputs rows;
};
void flat_map(uint64_t* s, const Instr& i, Machine& m);  // b is the width

struct StreamData : OpData {
  std::vector<Input> inputs;  // the parameters get chunks
  Slot chunk_size = 0;
  bool combines = false;      // stream_red
  std::vector<Move> carried;  // the initial values, to the parameters or to combine.left
  std::vector<Move> start;    // stream_red: the neutral values, to the parameters, for each chunk
  bool consumes_start = false;
  Code body;  // leaves the next carried values in the parameters or in combine.right
  Combine combine;
  std::vector<Move> results;  // the last carried values
  std::vector<Output> outputs;
};
void stream(uint64_t* s, const Instr& i, Machine& m);  // b is the width

// ---- Accumulators. A slot of an accumulator has the address of its AccState.

struct WithAccData : OpData {
  std::vector<Slot> shape;
  std::vector<Move> arrays;  // to the results
  bool combines = false;
  Combine combine;
  Slot acc = 0;  // parameter
  Code body;     // leaves the further results where they belong
};
void with_acc(uint64_t* s, const Instr& i, Machine& m);

struct UpdateAccData : OpData {
  std::vector<Slot> indices;
  std::vector<Slot> values;
};
void update_acc(uint64_t* s, const Instr& i, Machine& m);  // a = b

// ---- FLAT

struct LevelSpec {
  Slot index = 0;
  Slot bound = 0;
  bool irregular = false;
  Slot offsets = 0;
};
// Arrays over some of the levels of a space are made with one dimension for all these levels
// together, and get their dimensions at the end.
struct SegData : OpData {
  std::vector<LevelSpec> levels;
  // Leaves values in combine.right (red, scan); gives indices and values (hist, scatter), or what
  // is kept of them first (filter, partition).
  Code body;
  bool combines = false;      // hist, not scatter
  Combine combine;            // red, scan, hist
  std::vector<Move> neutral;  // red, scan: to combine.left
  std::vector<Move> results;  // red over one level: from combine.left
  Code post;                  // scan: applied to what is in combine.left
  // Red over more, scan: of what is in combine.left or `post` gives. Filter over more: of
  // segment_count.
  std::vector<Output> totals;
  Slot segment_count = 0;  // filter: how many were kept in a segment
  std::vector<Output> outputs;
  RowOutputs rows;          // flat map
  std::vector<Slot> shape;  // hist, scatter
  std::vector<Move> dests;
};
void seg_map(uint64_t* s, const Instr& i, Machine& m);
void seg_red(uint64_t* s, const Instr& i, Machine& m);
void seg_scan(uint64_t* s, const Instr& i, Machine& m);
void seg_update(uint64_t* s, const Instr& i, Machine& m);  // hist and scatter
void seg_filter(uint64_t* s, const Instr& i, Machine& m);  // a gets the count
// a gets the count, c the counts of the classes, of which there are b.
void seg_partition(uint64_t* s, const Instr& i, Machine& m);
void seg_flat_map(uint64_t* s, const Instr& i, Machine& m);

}  // namespace planish::interp
