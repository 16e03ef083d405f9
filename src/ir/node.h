// CORE and FLAT: first order, monomorphic, in A-normal form.
//
// Nodes are immutable, live in their program's arena and own nothing. A body is a list of
// statements, each of which binds the results of one operation to variables, and a list of result
// atoms. What an operation gives is said by the types of the variables it is bound to
// (Storage::vars): in `let (k: i64, ys: [k]f32) = …` the type of ys mentions k.
//
// `match(op, lambda…)` in match.h takes an operation apart; walk.h visits and rebuilds its parts.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ir/scalar_ops.h"
#include "ir/type.h"
#include "support/attribute.h"
#include "support/name.h"

namespace planish::ir {

enum class Stage : uint8_t { Core, Flat };
inline constexpr unsigned kCore = 1;
inline constexpr unsigned kFlat = 2;

enum class Kind : uint8_t {
#define NODE(K, text, stages) K,
#include "ir/node.def"
};

// Where something stands in the source, and from where it was inlined: an index into
// Storage::places.
struct PlaceId {
  uint32_t id = 0;  // 0: nowhere
  friend bool operator==(PlaceId, PlaceId) = default;
};

// ---- Parts

// A constant or a variable.
struct Atom {
  Var var;         // none: a constant
  Const constant;  // if there is no var

  Atom() = default;
  Atom(Var v) : var(v) {}
  Atom(Const c) : constant(c) {}
  static Atom i64(int64_t value) { return Const{Prim::I64, static_cast<uint64_t>(value)}; }
  static Atom boolean(bool value) { return Const{Prim::Bool, value ? 1u : 0u}; }
  static Atom unit() { return Const{}; }

  bool is_const() const { return !var; }
  friend bool operator==(const Atom&, const Atom&) = default;
};

struct Op {
  Kind kind;
};

struct Stm {
  std::span<const Var> pattern;  // may be empty
  const Op* op = nullptr;
  std::span<const Var> certs;  // results of checks that must have succeeded before
  std::span<const Attribute> attrs;
  PlaceId place;
};

struct Body {
  std::span<const Stm> stms;
  std::span<const Atom> results;
};

struct Param {
  Var var;
  bool unique = false;  // may be consumed: nothing else refers to it
};

// The code of an operator. Types of later parameters may mention earlier ones.
struct Lambda {
  std::span<const Param> params;
  const Body* body = nullptr;
  PlaceId place;
};

// One dimension of a slice: an index, or count elements from start, each stride after the one
// before.
struct SliceDim {
  bool is_index = false;
  Atom start;  // or the index
  Atom count;
  Atom stride;
};

struct FlatDim {
  Atom count;
  Atom stride;
};

// ---- Scalars

struct Same : Op {  // another name for an atom
  static constexpr Kind K = Kind::Same;
  Atom value;
};
struct Unary : Op {
  static constexpr Kind K = Kind::Unary;
  UnaryOp op;
  Atom x;
};
struct Binary : Op {
  static constexpr Kind K = Kind::Binary;
  BinaryOp op;
  Atom x;
  Atom y;
};
struct Ternary : Op {
  static constexpr Kind K = Kind::Ternary;
  TernaryOp op;
  Atom x;
  Atom y;
  Atom z;
};
struct Convert : Op {  // to the type of the variable bound
  static constexpr Kind K = Kind::Convert;
  Atom value;
};
struct FromBits : Op {  // the float with these bits (u64), of the type of the variable bound
  static constexpr Kind K = Kind::FromBits;
  Atom bits;
};

// ---- Arrays. Operations never check anything themselves: a Check stands before where it is
// needed.

struct ArrayLit : Op {  // the elements may be arrays; none: an empty array of the bound type
  static constexpr Kind K = Kind::ArrayLit;
  std::span<const Atom> elems;
};
struct Index : Op {  // with fewer indices than dimensions: a view of an inner array
  static constexpr Kind K = Kind::Index;
  Var array;
  std::span<const Atom> indices;
};
struct Slice : Op {  // a view; dimensions beyond those given are whole
  static constexpr Kind K = Kind::Slice;
  Var array;
  std::span<const SliceDim> dims;
};
struct Update : Op {  // consumes the array and writes the value to it
  static constexpr Kind K = Kind::Update;
  Var array;
  std::span<const SliceDim> dims;
  Atom value;
};
struct FlatSlice
    : Op {  // a view of elements at offset + i1*stride1 + i2*stride2 + … of the outer dimension
  static constexpr Kind K = Kind::FlatSlice;
  Var array;
  Atom offset;
  std::span<const FlatDim> dims;
};
struct FlatUpdate : Op {
  static constexpr Kind K = Kind::FlatUpdate;
  Var array;
  Atom offset;
  std::span<const FlatDim> dims;
  Var value;
};
struct Iota : Op {  // start, start + step, … of the type of start
  static constexpr Kind K = Kind::Iota;
  Atom count;
  Atom start;
  Atom step;
};
struct Replicate
    : Op {  // an array of the given outer dimensions, in which each element is the value
  static constexpr Kind K = Kind::Replicate;
  std::span<const Atom> dims;
  Atom value;
};
struct Concat : Op {  // along the outer dimension
  static constexpr Kind K = Kind::Concat;
  std::span<const Var> arrays;
};
struct Reshape : Op {  // the same elements in row-major order, with all dimensions new
  static constexpr Kind K = Kind::Reshape;
  Var array;
  std::span<const Atom> dims;
};
struct Rearrange : Op {  // dimension i of the result is dimension order[i] of the array
  static constexpr Kind K = Kind::Rearrange;
  Var array;
  std::span<const uint32_t> order;
};
struct Copy : Op {  // a fresh array
  static constexpr Kind K = Kind::Copy;
  Var array;
};
// The same array at the type of the variable bound. The sizes are equal (checked before, where it
// is not known); a fixed dimension may become varying, and a varying one fixed.
struct Coerce : Op {
  static constexpr Kind K = Kind::Coerce;
  Var array;
};

// ---- Irregular arrays: the dimension after the outer one varies

struct RowLengths : Op {  // [n]i64
  static constexpr Kind K = Kind::RowLengths;
  Var array;
};
struct RowLength : Op {  // the length of the array that the indices lead to
  static constexpr Kind K = Kind::RowLength;
  Var array;
  std::span<const Atom> indices;
};
struct JoinRows : Op {  // [n][?]t to [k]t, where k is the sum of the lengths
  static constexpr Kind K = Kind::JoinRows;
  Var array;
};
struct SplitRows : Op {  // [k]t to [n][?]t
  static constexpr Kind K = Kind::SplitRows;
  Var lengths;
  Var array;
};

// How long all rows of a dimension that varies are, or -1 if they are not equally long: of the
// first such dimension, if `level` is 0, of the next, if it is 1. 0 if there are none.
struct EqualRowLength : Op {
  static constexpr Kind K = Kind::EqualRowLength;
  uint32_t level = 0;
  Var array;
};
// What EqualRowLength becomes where rows are offsets: by how much each element of an array ([k]i64,
// which does not fall) is more than the one before, or -1 if it is not the same everywhere. 0 if
// there are less than two elements.
struct EqualStep : Op {
  static constexpr Kind K = Kind::EqualStep;
  Var array;
};

// ---- Control

struct If : Op {
  static constexpr Kind K = Kind::If;
  Atom condition;
  const Body* then_body = nullptr;
  const Body* else_body = nullptr;
};
struct MatchCase {
  Const value;
  const Body* body = nullptr;
};
struct Match : Op {  // by the value of an integer or a bool
  static constexpr Kind K = Kind::Match;
  Atom value;
  std::span<const MatchCase> cases;
  const Body* otherwise = nullptr;  // null: the cases are all there are
};
struct LoopParam {
  Param param;
  Atom init;
};
// The results of the body are the parameters of the next iteration; the last ones are the results
// of the loop.
struct Loop : Op {
  static constexpr Kind K = Kind::Loop;
  std::span<const LoopParam> params;
  Var index;                        // for: runs from 0 below the bound; none: while
  Atom bound;                       // for
  const Body* condition = nullptr;  // while: gives a bool
  const Body* body = nullptr;
};
struct Call : Op {
  static constexpr Kind K = Kind::Call;
  Name fn;
  std::span<const Atom> args;
};
enum class CheckKind : uint8_t { Bounds, Size, Division, Range, Assert, Coerce, Other };
// A piece of a message: text, or the value of an atom.
struct MessagePart {
  std::string_view text;
  Atom value;  // if the text is empty
};
// Stops the program unless the condition is true. Binds a unit, the certificate.
struct Check : Op {
  static constexpr Kind K = Kind::Check;
  Atom condition;
  CheckKind check{};
  std::span<const MessagePart> message;
};
struct Trace : Op {  // shows a value while the program runs, and gives it
  static constexpr Kind K = Kind::Trace;
  Atom value;
  std::string_view tag;
};
// An i64: what was set under this name before the program ran, else the operand.
struct Tuning : Op {
  static constexpr Kind K = Kind::Tuning;
  Atom value;
  std::string_view name;
  // Of a threshold the i64 that it is compared with (is it at least the threshold?), for those who
  // look for a better one. Otherwise none.
  std::span<const Atom> compared;
};
struct Opaque : Op {  // gives its operand, and no pass looks through it
  static constexpr Kind K = Kind::Opaque;
  Atom value;
};
// How calls of a foreign function may be treated.
enum class ForeignUse : uint8_t {
  Pure,      // dropped, repeated, reordered, made at the same time
  Serial,    // the same, but not made at the same time
  Performs,  // they do something that is seen outside: all are made, in their order
  Device,    // made by threads of a GPU only, whose code has it
};
// Calls a function that is not the program's: of what users link, or of the runtime. It takes
// scalars and regular arrays. Arrays of `dests` are consumed: it may overwrite them, and then they
// are the first results. Other arrays that it gives have sizes that are known before, or i64
// results that stand before them.
struct Foreign : Op {
  static constexpr Kind K = Kind::Foreign;
  std::string_view symbol;
  // Does the same for all points of a nest in one call: Note [Foreign functions for all points] in
  // passes/flatten/foreign_lifter.h. Empty: there is none.
  std::string_view lifted;
  ForeignUse use{};
  uint32_t cost = 0;  // of a call, in nanoseconds; 0: not known
  std::span<const Atom> args;
  std::span<const Var> dests;
};

// ---- Parallel operators of CORE. `width` is how many elements the arrays have. In FLAT those of
// them that may stand
// there are sequential: loops of the thread that meets them. An operand that is an accumulator is
// given whole to each iteration, and what the iterations give is one accumulator.

struct Map : Op {
  static constexpr Kind K = Kind::Map;
  Atom width;
  const Lambda* fn = nullptr;
  std::span<const Var> arrays;
};
// The first neutral.size() values that `map` gives for an element (or the elements themselves, if
// it is null) are combined; further values of `map` are gathered in arrays, which are results after
// those of the reduction.
struct Reduce : Op {
  static constexpr Kind K = Kind::Reduce;
  Atom width;
  bool commutative = false;
  const Lambda* op = nullptr;  // takes the parameters of two elements
  std::span<const Atom> neutral;
  const Lambda* map = nullptr;
  std::span<const Var> arrays;
};
// Inclusive; fields as in Reduce. If there is a `post`, it takes what an element was combined to,
// then as many of the further values of `map` as it has parameters (all scalars), and what it gives
// is gathered instead of these.
struct Scan : Op {
  static constexpr Kind K = Kind::Scan;
  Atom width;
  const Lambda* op = nullptr;
  std::span<const Atom> neutral;
  const Lambda* map = nullptr;
  std::span<const Var> arrays;
  const Lambda* post = nullptr;

  // How many values of an element are not gathered themselves, and how many results come before
  // those that are.
  size_t taken() const { return post == nullptr ? neutral.size() : post->params.size(); }
  size_t made() const { return post == nullptr ? neutral.size() : post->body->results.size(); }
};
// Combines values into the consumed destinations at the given positions; positions outside are
// ignored. `map` gives for an element of the arrays one i64 for each of the outer dimensions that
// are indexed, then the values; if it is null, these are the elements themselves.
struct Hist : Op {
  static constexpr Kind K = Kind::Hist;
  Atom width;
  std::span<const Atom> shape;  // of the indexed outer dimensions
  const Lambda* op = nullptr;
  std::span<const Atom> neutral;
  std::span<const Var> dests;
  const Lambda* map = nullptr;
  std::span<const Var> arrays;
};
// Writes the values to the destinations; positions, map and arrays as in Hist. Of several values for
// a place the last one stays, or else any of them.
struct Scatter : Op {
  static constexpr Kind K = Kind::Scatter;
  Atom width;
  std::span<const Atom> shape;
  std::span<const Var> dests;
  const Lambda* map = nullptr;
  std::span<const Var> arrays;
  bool last = false;
};
// Gives the number of elements kept, and the arrays of them. `predicate` gives a bool; if it gives
// values after it, these are kept instead of the elements.
struct Filter : Op {
  static constexpr Kind K = Kind::Filter;
  Atom width;
  const Lambda* predicate = nullptr;
  std::span<const Var> arrays;
};
// A map whose function gives rows of different lengths, which follow each other in one array. The
// function gives one length (i64) for each of the groups, then groups[0] rows of the first length,
// groups[1] of the second, …, then elements as in Map. The results are the sum of the lengths for
// each group, the arrays of lengths, the arrays of all rows, and the arrays of elements.
struct FlatMap : Op {
  static constexpr Kind K = Kind::FlatMap;
  Atom width;
  const Lambda* fn = nullptr;
  std::span<const Var> arrays;
  std::span<const uint32_t> groups;
};
// The functions of streams take the size of a chunk first (an i64), then what is carried, then the
// chunks.
struct StreamMap : Op {  // gives arrays as long as the chunk
  static constexpr Kind K = Kind::StreamMap;
  Atom width;
  const Lambda* fn = nullptr;
  std::span<const Var> arrays;
};
struct StreamRed
    : Op {  // fn starts each chunk from the neutral values and gives what op combines, then arrays
  static constexpr Kind K = Kind::StreamRed;
  Atom width;
  bool commutative = false;
  const Lambda* op = nullptr;
  const Lambda* fn = nullptr;
  std::span<const Atom> neutral;
  std::span<const Var> arrays;
};
struct StreamSeq : Op {  // chunk after chunk; fn gives the next carried values, then arrays
  static constexpr Kind K = Kind::StreamSeq;
  Atom width;
  const Lambda* fn = nullptr;
  std::span<const Atom> init;
  std::span<const Var> arrays;
};
// Makes an accumulator of arrays, which are consumed, for as long as `fn` runs. fn takes the
// accumulator, and gives it and further results; the results of the operation are the arrays, then
// those.
struct WithAcc : Op {
  static constexpr Kind K = Kind::WithAcc;
  std::span<const Atom> shape;  // of the outer dimensions that updates index
  std::span<const Var> arrays;
  const Lambda* op = nullptr;  // combines; null: an update replaces
  std::span<const Atom> neutral;
  const Lambda* fn = nullptr;
};
struct UpdateAcc : Op {  // gives the accumulator; positions outside are ignored
  static constexpr Kind K = Kind::UpdateAcc;
  Var acc;
  std::span<const Atom> indices;
  std::span<const Atom> values;
};

// ---- Parallel operators of FLAT. They stand at host level: in bodies of functions, in branches
// and loops there, and in
// the function of a with_acc there, but not in each other, nor in other lambdas.

// One level of an iteration space: index < bound; or, if it is irregular, index < offsets[p + 1] -
// offsets[p], where p is the number of the point of the levels before, and the bound says how many
// iterations the level has for all of these points together: offsets[n] - offsets[0], if there are
// n of them. The outermost level is regular. Offsets need not begin with 0.
struct Level {
  Var index;
  Atom bound;
  Var offsets;  // none: regular
};
// The points are numbered in their order. An array with an element for each of them has the bounds
// of the levels as dimensions; all levels up to the last irregular one are one dimension, whose
// size is the bound of that one.
struct Space {
  std::span<const Level> levels;  // outermost first
};
struct SegMap : Op {  // one element of each result array for each point of the space
  static constexpr Kind K = Kind::SegMap;
  Space space;
  const Body* body = nullptr;
};
struct SegRed : Op {  // reduces over the innermost level; further results of the body as in Reduce
  static constexpr Kind K = Kind::SegRed;
  Space space;
  bool commutative = false;
  const Lambda* op = nullptr;
  std::span<const Atom> neutral;
  const Body* body = nullptr;
};
struct SegScan : Op {  // `post` as in Scan; the indices of the space are bound in it, too
  static constexpr Kind K = Kind::SegScan;
  Space space;
  const Lambda* op = nullptr;
  std::span<const Atom> neutral;
  const Body* body = nullptr;
  const Lambda* post = nullptr;

  size_t taken() const { return post == nullptr ? neutral.size() : post->params.size(); }
  size_t made() const { return post == nullptr ? neutral.size() : post->body->results.size(); }
};
struct SegHist : Op {  // the body gives the indices, then the values
  static constexpr Kind K = Kind::SegHist;
  Space space;
  std::span<const Atom> shape;
  const Lambda* op = nullptr;
  std::span<const Atom> neutral;
  std::span<const Var> dests;
  const Body* body = nullptr;
};
struct SegScatter : Op {  // the body gives the indices, then the values
  static constexpr Kind K = Kind::SegScatter;
  Space space;
  std::span<const Atom> shape;
  std::span<const Var> dests;
  const Body* body = nullptr;
  bool last = false;  // as in Scatter; points are ordered by their indices, the first one first
};
// The body gives a bool, then the values to keep where it is true. The results are their number,
// then, if there are several levels, an array of how many were kept for each point of the levels
// before the innermost, then the arrays of values.
struct SegFilter : Op {
  static constexpr Kind K = Kind::SegFilter;
  Space space;
  const Body* body = nullptr;
};
// Sorts the points by class: the body gives an i64, the class, then values. Points of a class that
// is not in 0 … classes-1 are dropped. The results are the number of points that are kept, how many
// there are of each class ([classes]i64), and the arrays of values: those of class 0 come first,
// each class in the order of the points.
struct SegPartition : Op {
  static constexpr Kind K = Kind::SegPartition;
  Space space;
  Atom classes;
  const Body* body = nullptr;
};
// The body gives lengths, rows and elements as the function of a FlatMap does, and the results are
// as there, with arrays of lengths and of elements over the space.
struct SegFlatMap : Op {
  static constexpr Kind K = Kind::SegFlatMap;
  Space space;
  std::span<const uint32_t> groups;
  const Body* body = nullptr;
};

// ---- Functions

// What a parameter or result of the function of an entry point is. Points and offsets belong to
// irregular arrays: Note [Rows at entry points] in passes/rows/entry_rows.h.
enum class ComponentKind : uint8_t { Size, Points, Offsets, Data };

// One parameter or result of an entry point, as the user of the program sees it. Its components are
// some of the function's parameters (results): the first such is number `first`, and there are
// `count`. Those that belong to none are sizes.
struct EntryValue {
  std::string_view name;  // of a parameter
  std::string_view type;  // as written in the source language, such as "[]i32" or "(i32, {x: f64})"
  std::string_view client_type;  // of an EntryType (entry_type.h); empty: primitives or an array
  uint32_t first = 0;
  uint32_t count = 0;
  bool unique = false;
  // If an irregular array has become several components (passes/rows/represent_rows.h): the kinds
  // of the components, and the types of the values that they stand for. Empty: each component is
  // data, and a value.
  std::span<const ComponentKind> kinds;
  std::span<const Type* const> types;
};
// Sizes come before the values whose types mention them. Each dimension of an input array is a
// parameter of its own (or a constant); the function itself checks that sizes agree.
struct Entry {
  std::string_view name;
  std::span<const EntryValue> params;
  std::span<const EntryValue> results;
  std::string_view tuple_type;  // of an EntryType: all results as one value, if they are a tuple
};

struct Function {
  Name name;
  std::span<const Param> params;
  // Variables that stand for the results in the types of later results. `unique`: aliases no
  // parameter.
  std::span<const Param> results;
  const Body* body = nullptr;
  const Entry* entry = nullptr;  // null: not an entry point
  bool constant = false;         // takes nothing and is evaluated once, before it is first needed
  std::span<const Attribute> attrs;
  PlaceId place;
};

}  // namespace planish::ir
