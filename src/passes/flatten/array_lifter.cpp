#include "passes/flatten/array_lifter.h"

#include <stdexcept>

#include "ir/match.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

ArrayLifter::ArrayLifter(Flattening& all)
    : storage_(all.storage),
      builder_(all.builder),
      arrays_(all.arrays),
      points_(all.points),
      layout_(all.layout),
      entry_(all.entry),
      values_(all.values),
      gatherer_(all.gatherer) {}

void ArrayLifter::lift_elements(Nest& nest, const Stm& stm) {
  if (const auto* update = as<Update>(stm.op)) return lift_update(nest, stm, *update);
  Var var = stm.pattern[0];
  Nest inside = nest;
  std::vector<Atom> at;
  for (const Dim& dim : storage_.type(var)->dims) {
    entry_.add_level(inside, Builder::atom(dim));
    at.emplace_back(inside.levels.back().index);
  }
  std::vector<Stm> stms;
  Atom element = element_at(stm, at, [&](const Type* of, const Op* op) -> Atom {
    Var made = builder_.new_var("element", of);
    stms.push_back({builder_.list<Var>({made}), op, {}, {}, stm.place});
    return made;
  });
  for (const Stm& one : stms) inside.bind(one.pattern);
  std::vector<Lifted> made = gatherer_.gather(inside, stms, {&element, 1});
  Lifted lifted = values_.regroup(nest, var, made[0]);
  values_.hold(nest, var, lifted);
}

Atom ArrayLifter::element_at(const Stm& stm, const std::vector<Atom>& at, const Let& let) {
  const Type* element = storage_.types.scalar(storage_.type(stm.pattern[0])->elem);
  return match(
      stm.op,
      [&](const Iota& n) -> Atom {
        Atom number = at[0];
        if (storage_.type(n.start) != storage_.type(number))
          number = let(element, builder_.make(Convert{{}, number}));
        Atom steps = let(element, builder_.make(Binary{{}, BinaryOp::Mul, number, n.step}));
        return let(element, builder_.make(Binary{{}, BinaryOp::Add, n.start, steps}));
      },
      [&](const Replicate& n) -> Atom {
        if (storage_.type(n.value)->is_scalar()) return n.value;
        std::vector<Atom> inner(at.begin() + ptrdiff_t(n.dims.size()), at.end());
        return let(element, builder_.make(Index{{}, n.value.var, builder_.list(inner)}));
      },
      [&](const Copy& n) -> Atom {
        return let(element, builder_.make(Index{{}, n.array, builder_.list(at)}));
      },
      [&](const Concat& n) -> Atom { return element_of(n.arrays, at, let); },
      [&](const auto&) -> Atom { throw std::logic_error("not an operation that makes elements"); });
}

void ArrayLifter::lift_update(Nest& nest, const Stm& stm, const Update& op) {
  Atom array = op.array;
  const Type* type = storage_.type(array);
  std::optional<Lifted> owned = nest.owned_lifted(array);
  Lifted dest = owned ? *owned : gatherer_.gather(nest, {}, {&array, 1})[0];
  Nest inside = nest;
  Atom start;
  if (dest.rows) {
    Atom point = layout_.number(inside);
    start = layout_.compute(inside, "start",
                            Index{{}, dest.rows->offsets, builder_.list<Atom>({point})});
  }
  const UpdatedElement element = enter_update(inside, op);
  std::vector<Atom> values = nest.indices();
  if (!dest.rows) {
    values.insert(values.end(), element.to.begin(), element.to.end());
  } else {
    size_t merged = nest.varying_dims(type);
    Atom place = element.to[0];
    for (size_t i = 1; i < merged; i++) {
      Var before = layout_.compute(inside, "before",
                                   Binary{{}, BinaryOp::Mul, place, Builder::atom(type->dims[i])});
      place = layout_.compute(inside, "place", Binary{{}, BinaryOp::Add, before, element.to[i]});
    }
    values = {layout_.compute(inside, "at", Binary{{}, BinaryOp::Add, start, place})};
    values.insert(values.end(), element.to.begin() + ptrdiff_t(merged), element.to.end());
  }
  const Type* dest_type = storage_.type(dest.array);
  std::span<const Atom> shape = arrays_.sizes(dest_type->dims.first(values.size()));
  std::vector<Stm> read;
  if (element.from.empty()) {
    values.push_back(op.value);
  } else {
    Var value = builder_.new_var("element", storage_.types.scalar(type->elem));
    read.push_back({builder_.list<Var>({value}),
                    builder_.make(Index{{}, op.value.var, builder_.list(element.from)}),
                    {},
                    {},
                    stm.place});
    inside.bind({&value, 1});
    values.emplace_back(value);
  }
  Piece code = points_.piece(inside, read, values);
  Var written = arrays_.let(
      "written", dest_type,
      builder_.make(SegScatter{{}, code.space, shape, builder_.list<Var>({dest.array}), code.body}),
      inside);
  values_.hold(nest, stm.pattern[0], {written, dest.rows});
}

ArrayLifter::UpdatedElement ArrayLifter::enter_update(Nest& inside, const Update& op) {
  const Type* type = storage_.type(op.array);
  UpdatedElement element;
  for (size_t i = 0; i < type->rank(); i++) {
    SliceDim dim{false, Atom::i64(0), Builder::atom(type->dims[i]), Atom::i64(1)};
    if (i < op.dims.size()) dim = op.dims[i];
    if (dim.is_index) {
      element.to.push_back(dim.start);
      continue;
    }
    entry_.add_level(inside, dim.count);
    element.from.emplace_back(inside.levels.back().index);
    Var steps = layout_.compute(inside, "steps",
                                Binary{{}, BinaryOp::Mul, element.from.back(), dim.stride});
    element.to.emplace_back(
        layout_.compute(inside, "place", Binary{{}, BinaryOp::Add, dim.start, steps}));
  }
  return element;
}

Atom ArrayLifter::element_of(std::span<const Var> arrays, const std::vector<Atom>& at,
                             const Let& let) {
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
