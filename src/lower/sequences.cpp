#include "lower/sequences.h"

#include "lower/lowering.h"

namespace planish::lower {
namespace {

// Sequences are never given all of their arguments.
constexpr uint32_t kNeverCalled = UINT32_MAX;

const ValueSymbol* maker_of(const Closure& seq) {
  return static_cast<const ValueSymbol*>(seq.code);
}

}  // namespace

Sequences::Sequences(Lowering& lowering)
    : storage_(lowering.storage),
      arena_(lowering.arena),
      builder_(lowering.builder),
      emit_(lowering.emit),
      trees_(lowering.trees),
      arrays_(lowering.arrays),
      signatures_(lowering.signatures),
      places_(lowering.places),
      calls_(lowering.calls),
      shapes_(lowering.shapes),
      streams_(lowering),
      program_(lowering.program),
      shared_(lowering.storage, lowering.builder) {
  ValueSymbol* symbol = lowering.cx.types.new_value_symbol({}, {}, ValueKind::Intrinsic);
  symbol->intrinsic = IntrinsicKind::SeqSource;
  input_ = symbol;
}

const AtomTree* Sequences::make(const ValueSymbol* symbol, const Trees& args, Scope& scope) {
  return trees_.function(
      Closure{CodeKind::Intrinsic, kNeverCalled, symbol, &scope, arena_.copy(args)});
}

// An array without elements tells functions which get it of what type the elements are.
const AtomTree* Sequences::input(int64_t source, const Shape* element, Scope& scope) {
  std::vector<Atom> leaves;
  for (const ir::Type* type : shapes_.leaf_types(shapes_.array(Dim::constant(0), element)))
    leaves.push_back(trees_.blank(type));
  const AtomTree* like = trees_.build_all(shapes_.array(Dim::constant(0), element), leaves);
  return make(input_, {trees_.i64(source), like}, scope);
}

void Sequences::output(int64_t sink, const AtomTree* seq) {
  Pass pass;
  begin(seq, pass);
  loop(pass, [&] {
    const Chunk chunk = next(seq, Atom::boolean(true), pass);
    streams_.put(Atom::i64(sink), chunk.elements);
    return builder_.unary(ir::UnaryOp::Not, chunk.is_last);
  });
  streams_.finish(Atom::i64(sink));
}

bool Sequences::is_exact(const AtomTree* value) {
  for (Atom leaf : flatten(value)) {
    if (is_float(builder_.prim(leaf))) return false;
  }
  return true;
}

// ---- Consumers

// seq_pass f init xs, where f takes the state, the size of a chunk and the chunk, and gives the
// state and whether it is done.
const AtomTree* Sequences::pass(const Trees& args) {
  Pass pass;
  carry(pass, Carry::State, args[1]);
  begin(args[2], pass);
  loop(pass, [&] {
    Carried& state = carried(pass);
    const Chunk chunk = next(args[2], Atom::boolean(true), pass);
    const AtomTree* given =
        calls_.apply(args[0], {state.before, trees_.leaf(chunk.count), chunk.elements}, {});
    state.after = given->parts[0];
    return builder_.unary(ir::UnaryOp::Not,
                          builder_.binary(ir::BinaryOp::Or, chunk.is_last, given->parts[1]->atom));
  });
  return pass.carried[0].after;
}

// seq_rest_pass f init rest xs
const AtomTree* Sequences::rest_pass(const Trees& args) {
  Pass pass;
  carry(pass, Carry::State, args[1]);
  carry(pass, Carry::Rest, args[2]);
  begin(args[3], pass);
  loop(pass, [&] {
    Carried& state = carried(pass);
    Carried& rest = carried(pass);
    const Chunk chunk = next(args[3], Atom::boolean(true), pass);
    const AtomTree* given = calls_.apply(args[0],
                                         {state.before, trees_.leaf(trees_.outer_size(rest.before)),
                                          rest.before, trees_.leaf(chunk.count), chunk.elements},
                                         {});
    state.after = given->parts[0];
    rest.after = given->parts[1];
    return builder_.unary(ir::UnaryOp::Not,
                          builder_.binary(ir::BinaryOp::Or, chunk.is_last, given->parts[2]->atom));
  });
  return trees_.tuple({pass.carried[0].after, pass.carried[1].after});
}

// ---- The loop

void Sequences::carry(Pass& pass, Carry kind, const AtomTree* init) {
  pass.carried.push_back({kind, trees_.copy(init), nullptr});
}

// Parameters for what is carried; gives the value that they stand for.
const AtomTree* Sequences::new_params(const Carried& carried, std::vector<ir::LoopParam>& params) {
  std::vector<Dim> outer;
  if (carried.kind == Carry::Rest) {
    const Var size = builder_.new_var("r", storage_.types.scalar(Prim::I64));
    params.push_back({{size, false}, trees_.outer_size(carried.before)});
    outer.push_back(Dim::variable(size));
  }
  return trees_.map_leaves(carried.before, [&](Atom init) -> Atom {
    const ir::Type* type = storage_.type(init);
    if (!outer.empty()) type = emit_.with_dims(type, 1, outer);
    const Var var = builder_.new_var(type->is_array() ? "rest" : "state", type);
    params.push_back({{var, type->is_array()}, init});
    return var;
  });
}

void Sequences::add_results(const Carried& carried, std::vector<Atom>& results) {
  if (carried.kind == Carry::Rest) results.push_back(trees_.outer_size(carried.after));
  for (Atom leaf : flatten(carried.after)) results.push_back(leaf);
}

template <class Body>
void Sequences::loop(Pass& pass, Body body) {
  std::vector<ir::LoopParam> params;
  std::vector<size_t> first_params;
  for (Carried& c : pass.carried) {
    first_params.push_back(params.size());
    c.before = new_params(c, params);
  }
  const ir::Type* boolean = storage_.types.scalar(Prim::Bool);
  const Var more = builder_.new_var("more", boolean);
  params.push_back({{more, false}, Atom::boolean(true)});
  ir::Loop made{};
  made.condition = emit_.body([&] { return std::vector<Atom>{more}; });
  made.body = emit_.body([&] {
    const Atom again = body();
    std::vector<Atom> results;
    for (const Carried& c : pass.carried) add_results(c, results);
    results.push_back(again);
    return results;
  });
  std::vector<Var> pattern;
  for (const ir::LoopParam& param : params) pattern.push_back(param.param.var);
  made.params = arena_.copy(params);
  const std::vector<Var> results = signatures_.renewed(pattern, {});
  const ir::Loop* op = builder_.make(made);
  builder_.add(results, op);
  for (PassNode& node : pass.nodes) node.first_param = first_params[node.first_param];
  shared_.add(op, pass.nodes);
  size_t at = 0;
  for (Carried& c : pass.carried) {
    if (c.kind == Carry::Rest) at++;
    c.after = trees_.map_leaves(c.before, [&](Atom) -> Atom { return results[at++]; });
  }
}

void Sequences::join_passes() {
  for (const ir::Function*& fn : program_.functions) fn = shared_.join(program_, trees_, fn);
}

// ---- What elements are taken from

// What lies below `zip` and `append` does not give a chunk in every iteration.
void Sequences::begin_node(const AtomTree* seq, Pass& pass) {
  if (pass.nodes_end) return;
  PassNode node;
  node.sequence = seq;
  node.first_param = pass.carried.size();
  pass.nodes.push_back(node);
  const IntrinsicKind kind = maker_of(closure_of(seq))->intrinsic;
  pass.nodes_end = kind == IntrinsicKind::SeqZip || kind == IntrinsicKind::SeqAppend;
}

void Sequences::begin(const AtomTree* seq, Pass& pass) {
  begin_node(seq, pass);
  const Closure& closure = closure_of(seq);
  const std::span<const AtomTree* const> args = closure.args;
  switch (maker_of(closure)->intrinsic) {
    case IntrinsicKind::SeqSource: return carry(pass, Carry::State, trees_.i64(0));
    case IntrinsicKind::SeqStage: carry(pass, Carry::State, args[1]); return begin(args[2], pass);
    case IntrinsicKind::SeqRestStage:
      carry(pass, Carry::State, args[1]);
      carry(pass, Carry::Rest, args[2]);
      return begin(args[3], pass);
    case IntrinsicKind::SeqZip:
      carry(pass, Carry::Rest, args[1]);
      carry(pass, Carry::State, trees_.leaf(Atom::boolean(false)));
      carry(pass, Carry::Rest, args[2]);
      carry(pass, Carry::State, trees_.leaf(Atom::boolean(false)));
      begin(args[3], pass);
      return begin(args[4], pass);
    case IntrinsicKind::SeqAppend:
      carry(pass, Carry::State, trees_.leaf(Atom::boolean(false)));
      begin(args[0], pass);
      return begin(args[1], pass);
    default: places_.bug("a sequence that is none");
  }
}

Sequences::Chunk Sequences::next(const AtomTree* seq, Atom wanted, Pass& pass) {
  const size_t number = pass.next_node++;
  const uint32_t first_var = emit_.next_var().id;
  const Chunk chunk = next_of(closure_of(seq), wanted, pass);
  if (number < pass.nodes.size()) {
    PassNode& node = pass.nodes[number];
    node.count = chunk.count;
    node.elements = chunk.elements;
    node.is_last = chunk.is_last;
    node.first_var = first_var;
    node.end_var = emit_.next_var().id;
  }
  return chunk;
}

Sequences::Chunk Sequences::next_of(const Closure& closure, Atom wanted, Pass& pass) {
  switch (maker_of(closure)->intrinsic) {
    case IntrinsicKind::SeqSource:
      return maker_of(closure) == input_ ? from_input(closure, wanted, pass)
                                         : from_source(closure, wanted, pass);
    case IntrinsicKind::SeqStage: return from_stage(closure, wanted, pass);
    case IntrinsicKind::SeqRestStage: return from_rest_stage(closure, wanted, pass);
    case IntrinsicKind::SeqZip: return from_zip(closure, wanted, pass);
    case IntrinsicKind::SeqAppend: return from_append(closure, wanted, pass);
    default: places_.bug("a sequence that is none");
  }
}

Sequences::Chunk Sequences::chunk_of(const AtomTree* elements, Atom is_last) {
  return {trees_.outer_size(elements), elements, is_last};
}

// f takes where the chunk begins and whether it is wanted.
Sequences::Chunk Sequences::from_source(const Closure& source, Atom wanted, Pass& pass) {
  Carried& at = carried(pass);
  const AtomTree* given = calls_.apply(source.args[0], {at.before, trees_.leaf(wanted)}, {});
  const Chunk chunk = chunk_of(given->parts[0], given->parts[1]->atom);
  at.after = trees_.leaf(emit_.plus(at.before->atom, chunk.count));
  return chunk;
}

// The number of the source, and an array of its elements.
Sequences::Chunk Sequences::from_input(const Closure& input, Atom wanted, Pass& pass) {
  Carried& at = carried(pass);
  const Chunk chunk = streams_.next(input.args[0]->atom, at.before->atom, wanted, input.args[1]);
  at.after = trees_.leaf(emit_.plus(at.before->atom, chunk.count));
  return chunk;
}

// f takes whether the chunk is the last one, the state, the size and the chunk, and gives the state,
// a chunk, and whether no more is wanted.
Sequences::Chunk Sequences::from_stage(const Closure& stage, Atom wanted, Pass& pass) {
  Carried& state = carried(pass);
  const Chunk chunk = next(stage.args[2], wanted, pass);
  const AtomTree* given = calls_.apply(
      stage.args[0],
      {trees_.leaf(chunk.is_last), state.before, trees_.leaf(chunk.count), chunk.elements}, {});
  state.after = given->parts[0];
  return chunk_of(given->parts[1],
                  builder_.binary(ir::BinaryOp::Or, chunk.is_last, given->parts[2]->atom));
}

Sequences::Chunk Sequences::from_rest_stage(const Closure& stage, Atom wanted, Pass& pass) {
  Carried& state = carried(pass);
  Carried& rest = carried(pass);
  const Chunk chunk = next(stage.args[3], wanted, pass);
  const AtomTree* given = calls_.apply(
      stage.args[0],
      {trees_.leaf(chunk.is_last), state.before, trees_.leaf(trees_.outer_size(rest.before)),
       rest.before, trees_.leaf(chunk.count), chunk.elements},
      {});
  state.after = given->parts[0];
  rest.after = given->parts[1];
  return chunk_of(given->parts[2],
                  builder_.binary(ir::BinaryOp::Or, chunk.is_last, given->parts[3]->atom));
}

// What one side has given and the other has not is kept, and that side waits.
Sequences::Chunk Sequences::from_zip(const Closure& zip, Atom wanted, Pass& pass) {
  struct Side {
    Carried* queue;
    Carried* ended;
    Chunk chunk = {};
  };
  Side sides[2];
  for (Side& side : sides) {
    side.queue = &carried(pass);
    side.ended = &carried(pass);
  }
  Trees args;
  for (size_t i = 0; i < 2; i++) {
    Side& side = sides[i];
    const Atom queued = trees_.outer_size(side.queue->before);
    const Atom ended = side.ended->before->atom;
    const Atom empty = builder_.binary(ir::BinaryOp::Eq, queued, Atom::i64(0));
    const Atom reads =
        emit_.both(wanted, emit_.both(empty, builder_.unary(ir::UnaryOp::Not, ended)));
    side.chunk = next(zip.args[3 + i], reads, pass);
    side.ended->after = trees_.leaf(builder_.binary(ir::BinaryOp::Or, ended, side.chunk.is_last));
    args.insert(args.end(), {trees_.leaf(queued), side.queue->before, trees_.leaf(side.chunk.count),
                             side.chunk.elements});
  }
  const AtomTree* given = calls_.apply(zip.args[0], args, {});
  Atom is_last = Atom::boolean(false);
  for (size_t i = 0; i < 2; i++) {
    Side& side = sides[i];
    side.queue->after = given->parts[i];
    const Atom left = trees_.outer_size(side.queue->after);
    const Atom none = builder_.binary(ir::BinaryOp::Eq, left, Atom::i64(0));
    is_last = builder_.binary(ir::BinaryOp::Or, is_last, emit_.both(side.ended->after->atom, none));
  }
  return chunk_of(given->parts[2], is_last);
}

Sequences::Chunk Sequences::from_append(const Closure& append, Atom wanted, Pass& pass) {
  Carried& ended = carried(pass);
  const Atom second = ended.before->atom;
  const Atom first = builder_.unary(ir::UnaryOp::Not, second);
  const Chunk a = next(append.args[0], emit_.both(wanted, first), pass);
  const Chunk b = next(append.args[1], emit_.both(wanted, second), pass);
  ended.after = trees_.leaf(builder_.binary(ir::BinaryOp::Or, second, a.is_last));
  return chunk_of(arrays_.concat(a.elements, b.elements), emit_.both(second, b.is_last));
}

}  // namespace planish::lower
