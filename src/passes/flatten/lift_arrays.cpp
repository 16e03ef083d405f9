// Lifting of operations that make arrays: they are done for all elements at once. Where nothing
// else is lifted, they are left to one thread for each point, unless they make the rows that a map
// gives.
#include "ir/match.h"
#include "passes/flatten/flattener.h"

namespace planish::passes {

using namespace ir;

bool Flattener::makes_elements(const Stm& stm) const {
  bool makes = match(
      stm.op, [](const Iota&) { return true; }, [](const Replicate&) { return true; },
      [](const Copy&) { return true; }, [](const Concat&) { return true; },
      [](const Update&) { return true; }, [](const auto&) { return false; });
  if (!makes || has_attribute(stm.attrs, AttributeKind::Sequential)) return false;
  if (stm.op->kind == Kind::Update) return true;
  const Type* type = storage_.type(stm.pattern[0]);
  return std::ranges::any_of(type->dims, [](const Dim& dim) { return dim.kind == DimKind::Var; });
}

bool Flattener::makes_rows(const Body* body, const Nest& nest) const {
  Nest inside = nest;
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    inside.bind(stm.pattern);
    return stm.op->kind != Kind::Update && makes_elements(stm) &&
           inside.varying_dims(storage_.type(stm.pattern[0])) > 0;
  });
}

void Flattener::lift_elements(Nest& nest, const Stm& stm) {
  if (const auto* update = as<Update>(stm.op)) return lift_update(nest, stm, *update);
  Var var = stm.pattern[0];
  const Type* type = storage_.type(var);
  Nest inside = nest;
  std::vector<Atom> at;
  for (const Dim& dim : type->dims) {
    add_level(inside, Builder::atom(dim));
    at.emplace_back(inside.levels.back().index);
  }
  const Type* element_type = storage_.types.scalar(type->elem);
  std::vector<Stm> stms;
  auto let = [&](const Type* of, const Op* op) -> Atom {
    Var made = builder_.new_var("element", of);
    stms.push_back({builder_.list<Var>({made}), op, {}, {}, stm.place});
    return made;
  };
  Atom element = match(
      stm.op,
      [&](const Iota& n) -> Atom {
        Atom number = at[0];
        if (storage_.type(n.start) != storage_.type(number))
          number = let(element_type, builder_.make(Convert{{}, number}));
        Atom steps = let(element_type, builder_.make(Binary{{}, BinaryOp::Mul, number, n.step}));
        return let(element_type, builder_.make(Binary{{}, BinaryOp::Add, n.start, steps}));
      },
      [&](const Replicate& n) -> Atom {
        if (storage_.type(n.value)->is_scalar()) return n.value;
        std::vector<Atom> inner(at.begin() + ptrdiff_t(n.dims.size()), at.end());
        return let(element_type, builder_.make(Index{{}, n.value.var, builder_.list(inner)}));
      },
      [&](const Copy& n) -> Atom {
        return let(element_type, builder_.make(Index{{}, n.array, builder_.list(at)}));
      },
      [&](const Concat& n) -> Atom { return element_of(n.arrays, at, let); },
      [&](const auto&) -> Atom { throw std::logic_error("not an operation that makes elements"); });
  for (const Stm& one : stms) inside.bind(one.pattern);
  std::vector<Lifted> made = gather(inside, stms, {&element, 1});
  Lifted lifted = regroup(nest, var, made[0]);
  hold(nest, var, lifted);
}

// The element of the array in which the outer index falls; in the others it counts from where they
// begin.
Atom Flattener::element_of(std::span<const Var> arrays, const std::vector<Atom>& at,
                           const std::function<Atom(const Type*, const Op*)>& let) {
  const Type* type = storage_.type(arrays[0]);
  const Type* element = storage_.types.scalar(type->elem);
  if (arrays.size() == 1)
    return let(element, builder_.make(Index{{}, arrays[0], builder_.list(at)}));
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Atom size = Builder::atom(type->dims[0]);
  Atom here =
      let(storage_.types.scalar(Prim::Bool), builder_.make(Binary{{}, BinaryOp::Lt, at[0], size}));
  const Body* first = builder_.body([&] {
    return std::vector<Atom>{
        builder_.let("element", element, builder_.make(Index{{}, arrays[0], builder_.list(at)}))};
  });
  const Body* others = builder_.body([&] {
    std::vector<Atom> rest = at;
    rest[0] = builder_.let("at", i64, builder_.make(Binary{{}, BinaryOp::Sub, at[0], size}));
    return std::vector<Atom>{element_of(
        arrays.subspan(1), rest,
        [&](const Type* of, const Op* op) -> Atom { return builder_.let("element", of, op); })};
  });
  return let(element, builder_.make(If{{}, here, first, others}));
}

}  // namespace planish::passes
