#include "nesl/lower/world.h"

#include "nesl/lower/lowering.h"

namespace planish::nesl {

std::vector<Var> WorldCalls::foreign(std::string_view symbol, std::vector<Atom> args,
                                     Types results) {
  ir::Foreign op{};
  op.symbol = symbol;
  op.use = ir::ForeignUse::Performs;
  op.args = l_.builder.list(args);
  std::vector<Var> given;
  for (const ir::Type* type : results) given.push_back(l_.builder.new_var("", type));
  l_.builder.add(given, l_.builder.make(op));
  return given;
}

std::vector<Atom> WorldCalls::with_text(const AtomTree* text, std::initializer_list<Atom> more) {
  std::vector<Atom> args{l_.values.trees.outer_size(text), text->atom};
  args.insert(args.end(), more);
  return args;
}

Atom WorldCalls::one_number(std::string_view symbol, std::vector<Atom> args) {
  return foreign(symbol, std::move(args), {l_.storage.types.scalar(Prim::I64)})[0];
}

const AtomTree* WorldCalls::text(std::string_view symbol, Atom length) {
  const Dim dim = ir::Builder::dim(length);
  return l_.values.trees.leaf(
      foreign(symbol, {length}, {l_.storage.types.array(Prim::U8, {&dim, 1})})[0]);
}

const AtomTree* WorldCalls::success(Atom failed) {
  const Atom flag = l_.builder.binary(ir::BinaryOp::Eq, failed, Atom::i64(0));
  return l_.values.trees.tuple({l_.values.trees.leaf(flag), text("planish_world_message", failed)});
}

Atom WorldCalls::seconds() {
  return foreign("planish_world_seconds", {}, {l_.storage.types.scalar(Prim::F64)})[0];
}

// A check that always succeeds is kept, and so is what was printed, because the check needs it.
const AtomTree* WorldCalls::traced(const AtomTree* text) {
  ir::Trace shown{};
  shown.value = text->atom;
  shown.tag = kPrintTag;
  const AtomTree* printed = l_.values.trees.leaf(
      l_.builder.let("printed", l_.storage.type(text->atom), l_.builder.make(shown)));
  const Atom size = l_.values.emit.opaque(l_.values.trees.outer_size(printed));
  l_.values.checks.check(l_.builder.binary(ir::BinaryOp::Ge, size, Atom::i64(0)),
                         ir::CheckKind::Other, {l_.values.checks.text("nothing was printed")});
  return l_.values.trees.leaf(Atom::boolean(true));
}

const AtomTree* WorldCalls::call(Builtin id, const AtomTree* argument) {
  values::TreeMaker& trees = l_.values.trees;
  const ir::Type* number = l_.storage.types.scalar(Prim::I64);
  const auto part = [&](size_t i) { return argument->parts[i]; };
  switch (id) {
    case Builtin::PrintString:
      if (l_.input.printing == Printing::Traced) return traced(argument);
      one_number("planish_world_write", with_text(argument, {Atom::i64(1)}));
      return trees.leaf(Atom::boolean(true));
    case Builtin::OpenFile: {
      const std::vector<Var> opened =
          foreign("planish_world_open", with_text(part(0), {part(1)->atom}), {number, number});
      return trees.tuple({trees.leaf(opened[0]), success(opened[1])});
    }
    case Builtin::CloseFile: return success(one_number("planish_world_close", {argument->atom}));
    case Builtin::ReadString: {
      const AtomTree* rest = part(1);
      const std::vector<Var> made = foreign(
          "planish_world_read", with_text(part(0), {rest->parts[0]->atom, rest->parts[1]->atom}),
          {number, number, number});
      const AtomTree* read = text("planish_world_text", made[0]);
      return trees.tuple({trees.tuple({read, trees.leaf(made[1])}), success(made[2])});
    }
    case Builtin::WriteString:
      return success(one_number("planish_world_write", with_text(part(0), {part(1)->atom})));
    case Builtin::Environment:
      return text("planish_world_text",
                  one_number("planish_world_environment", with_text(argument, {})));
    case Builtin::Error: {
      const Atom never = one_number("planish_world_error", with_text(argument, {}));
      return trees.leaf(l_.builder.binary(ir::BinaryOp::Ne, never, Atom::i64(0)));
    }
    default: return nullptr;
  }
}

}  // namespace planish::nesl
