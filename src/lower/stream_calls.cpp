#include "lower/stream_calls.h"

#include "lower/lowering.h"

namespace planish::lower {
namespace {

// How many elements a chunk has; -1: the runtime chooses.
constexpr std::string_view kChunkParameter = "chunk";

}  // namespace

StreamCalls::StreamCalls(Lowering& lowering)
    : storage_(lowering.storage),
      arena_(lowering.arena),
      builder_(lowering.builder),
      emit_(lowering.emit),
      trees_(lowering.trees),
      arrays_(lowering.arrays) {}

std::vector<Var> StreamCalls::call(std::string_view symbol, std::vector<Atom> args,
                                   std::initializer_list<const ir::Type*> results) {
  ir::Foreign op{};
  op.symbol = symbol;
  op.use = ir::ForeignUse::Performs;
  op.args = builder_.list(args);
  std::vector<Var> given;
  for (const ir::Type* type : results) given.push_back(builder_.new_var("", type));
  builder_.add(given, builder_.make(op));
  return given;
}

void StreamCalls::tell(std::string_view symbol, std::vector<Atom> args) {
  call(symbol, std::move(args), {storage_.types.scalar(Prim::I64)});
}

const ir::Type* StreamCalls::vector_of(Prim prim, Atom size) {
  const Dim dim = Builder::dim(size);
  return storage_.types.array(prim, {&dim, 1});
}

// ---- From outside

StreamCalls::Chunk StreamCalls::next(Atom source, Atom at, Atom wanted, const AtomTree* like) {
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  const Atom chunk =
      builder_.let("chunk", i64, builder_.make(ir::Tuning{{}, Atom::i64(-1), kChunkParameter, {}}));
  const std::vector<Var> given =
      call("planish_source_next", {source, at, emit_.to_i64(wanted), chunk}, {i64, i64});
  int64_t number = 0;
  const AtomTree* elements = trees_.map_leaves(like, [&](Atom leaf) -> Atom {
    return component(source, given[0], Atom::i64(number++), storage_.type(leaf));
  });
  return {given[0], elements, builder_.binary(ir::BinaryOp::Ne, given[1], Atom::i64(0))};
}

// An array of `count` elements. From the outside to the inside, the runtime tells how many rows there
// are; from the inside to the outside, rows are made of what they consist of.
Atom StreamCalls::component(Atom source, Atom count, Atom number, const ir::Type* like) {
  struct Level {
    Atom rows;
    Dim dim;
    Atom lengths;
  };
  std::vector<Level> levels;
  Atom rows = count;
  for (size_t d = 1; d < like->rank(); d++) {
    const Dim dim = like->dims[d];
    const Atom level = Atom::i64(static_cast<int64_t>(d));
    Level made{rows, dim, {}};
    if (dim.is_varying()) {
      const ir::Type* i64 = storage_.types.scalar(Prim::I64);
      const std::vector<Var> given = call("planish_source_lengths", {source, number, level, rows},
                                          {vector_of(Prim::I64, rows), i64});
      made.lengths = given[0];
      rows = given[1];
    } else {
      tell("planish_source_size", {source, number, level, Builder::atom(dim)});
      rows = emit_.times(rows, Builder::atom(dim));
    }
    levels.push_back(made);
  }
  const AtomTree* array = trees_.leaf(
      call("planish_source_data", {source, number, rows}, {vector_of(like->elem, rows)})[0]);
  for (size_t d = levels.size(); d-- > 0;) {
    const Level& level = levels[d];
    if (!level.dim.is_varying()) {
      array = arrays_.unflatten(level.rows, Builder::atom(level.dim), array);
      continue;
    }
    // The runtime gives lengths that fit: nothing has to be checked.
    const ir::Type* type =
        emit_.with_dims(storage_.type(array->atom), 1, {Builder::dim(level.rows), Dim::varying()});
    array = trees_.leaf(builder_.let(
        "rows", type,
        builder_.make(ir::SplitRows{{}, emit_.as_var(level.lengths), emit_.as_var(array->atom)})));
  }
  return array->atom;
}

// ---- Going there

void StreamCalls::put(Atom sink, const AtomTree* elements) {
  int64_t number = 0;
  for (Atom leaf : flatten(elements)) put_component(sink, Atom::i64(number++), leaf);
  tell("planish_sink_put", {sink, trees_.outer_size(elements)});
}

void StreamCalls::put_component(Atom sink, Atom number, Atom leaf) {
  const AtomTree* array = trees_.leaf(leaf);
  const size_t rank = storage_.type(leaf)->rank();
  for (size_t d = 1; d < rank; d++) {
    const Dim dim = trees_.leaf_dim(array, 1);
    const Atom level = Atom::i64(static_cast<int64_t>(d));
    if (dim.is_varying()) {
      const Atom lengths = arrays_.row_lengths(array)->atom;
      tell("planish_sink_lengths", {sink, number, level, trees_.outer_size(array), lengths});
      array = arrays_.join_rows(array);
    } else {
      tell("planish_sink_size", {sink, number, level, Builder::atom(dim)});
      array = arrays_.flatten_outer(array);
    }
  }
  tell("planish_sink_data", {sink, number, trees_.outer_size(array), array->atom});
}

void StreamCalls::finish(Atom sink) { tell("planish_sink_finish", {sink}); }

}  // namespace planish::lower
