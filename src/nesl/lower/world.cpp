#include "nesl/lower/world.h"

#include "nesl/lower/lowering.h"

namespace planish::nesl {

std::vector<const AtomTree*> WorldCalls::foreign(std::string_view symbol, std::vector<Atom> args,
                                                 std::initializer_list<Given> results) {
  ir::Foreign op{};
  op.symbol = symbol;
  op.use = ir::ForeignUse::Performs;
  op.args = l_.builder.list(args);
  const auto scalar = [&](Prim prim) {
    return l_.builder.new_var("", l_.storage.types.scalar(prim));
  };
  std::vector<Var> pattern;
  std::vector<const AtomTree*> given;
  for (const Given result : results) {
    if (result == Given::Text) {
      pattern.push_back(scalar(Prim::I64));
      const Dim dim = Dim::variable(pattern.back());
      pattern.push_back(l_.builder.new_var("", l_.storage.types.array(Prim::U8, {&dim, 1})));
    } else {
      pattern.push_back(scalar(result == Given::Seconds ? Prim::F64 : Prim::I64));
    }
    given.push_back(l_.values.trees.leaf(pattern.back()));
  }
  l_.builder.add(pattern, l_.builder.make(op));
  return given;
}

std::vector<Atom> WorldCalls::with_text(const AtomTree* text, std::initializer_list<Atom> more) {
  std::vector<Atom> args{l_.values.trees.outer_size(text), text->atom};
  args.insert(args.end(), more);
  return args;
}

const AtomTree* WorldCalls::success(const AtomTree* message) {
  const Atom flag =
      l_.builder.binary(ir::BinaryOp::Eq, l_.values.trees.outer_size(message), Atom::i64(0));
  return l_.values.trees.tuple({l_.values.trees.leaf(flag), message});
}

// The function does not look at its arguments: they only have to be there, so no pass makes them
// later, or not at all.
Atom WorldCalls::seconds(const AtomTree* done) {
  std::vector<Atom> args;
  const auto add = [&](Atom atom) -> Atom {
    const AtomTree* leaf = l_.values.trees.leaf(atom);
    while (l_.storage.type(leaf->atom)->is_irregular()) leaf = l_.values.arrays.join_rows(leaf);
    if (l_.storage.type(leaf->atom)->elem != Prim::Unit) args.push_back(leaf->atom);
    return atom;
  };
  if (done != nullptr) l_.values.trees.map_leaves(done, add);
  return foreign("planish_world_seconds", std::move(args), {Given::Seconds})[0]->atom;
}

const AtomTree* WorldCalls::call(Builtin id, const AtomTree* argument) {
  values::TreeMaker& trees = l_.values.trees;
  const auto part = [&](size_t i) { return argument->parts[i]; };
  switch (id) {
    case Builtin::PrintString:
      foreign("planish_world_write", with_text(argument, {Atom::i64(1)}), {Given::Text});
      return trees.leaf(Atom::boolean(true));
    case Builtin::OpenFile: {
      const auto opened = foreign("planish_world_open", with_text(part(0), {part(1)->atom}),
                                  {Given::Number, Given::Text});
      return trees.tuple({opened[0], success(opened[1])});
    }
    case Builtin::CloseFile:
      return success(foreign("planish_world_close", {argument->atom}, {Given::Text})[0]);
    case Builtin::ReadString: {
      const AtomTree* rest = part(1);
      const auto read = foreign("planish_world_read",
                                with_text(part(0), {rest->parts[0]->atom, rest->parts[1]->atom}),
                                {Given::Text, Given::Number, Given::Text});
      return trees.tuple({trees.tuple({read[0], read[1]}), success(read[2])});
    }
    case Builtin::WriteString:
      return success(
          foreign("planish_world_write", with_text(part(0), {part(1)->atom}), {Given::Text})[0]);
    case Builtin::Environment:
      return foreign("planish_world_environment", with_text(argument, {}), {Given::Text})[0];
    case Builtin::Error: {
      const auto never = foreign("planish_world_error", with_text(argument, {}), {Given::Number});
      return trees.leaf(l_.builder.binary(ir::BinaryOp::Ne, never[0]->atom, Atom::i64(0)));
    }
    default: return nullptr;
  }
}

}  // namespace planish::nesl
