// Irregular arrays where they enter and leave the program.
#include <algorithm>

#include "passes/rows/row_representer.h"

namespace planish::passes {

using namespace ir;

// Note [Rows at entry points]
// Outside, an irregular array is what it is inside: offsets, which begin with 0, and data, and
// nothing else in them. So nothing is copied. A size must be the dimension of a component, though,
// and offsets have one element more than there are rows. So each level has an array of units
// besides, which has the fixed dimensions around the level and is never looked into.
//
//   [n][?]t          [n]unit, [o]i64                              data: [k]t
//   [n][?][m][?]t    [n]unit, [o]i64, [j][m]unit, [p]i64          data: [k]t
//
// The offsets of a result are left out, that is, there are 0 of them, if its rows are known to be
// equally long when the program is compiled: they follow from the other sizes, and writing them
// would take longer than short rows do.
RowRepresenter::Components RowRepresenter::entry_components(const Param& param) {
  const Type* type = storage_.type(param.var);
  Components made;
  std::vector<Dim> dims;
  for (const Dim& dim : type->dims) {
    if (!dim.is_varying()) {
      dims.push_back(dim);
      continue;
    }
    made.arrays.push_back(
        {make_.builder.new_var("points", storage_.types.array(Prim::Unit, dims))});
    made.sizes.push_back({make_.builder.new_var("size", make_.i64())});
    made.arrays.push_back({make_.builder.new_var("offsets", make_.numbers(made.sizes.back().var))});
    made.rows.offsets.push_back(made.arrays.back().var);
    made.sizes.push_back({make_.builder.new_var("size", make_.i64())});
    dims = {Dim::variable(made.sizes.back().var)};
  }
  made.rows.data =
      make_.builder.new_var(name_of(param.var), storage_.types.array(type->elem, dims));
  made.arrays.push_back({made.rows.data, param.unique});
  return made;
}

// The number of offsets is said by the other sizes, so that it is known to be the same for arrays
// of the same sizes.
Rows RowRepresenter::from_entry_components(const Components& components) {
  Rows rows;
  rows.packed = true;
  rows.data = components.rows.data;
  for (size_t level = 0; level < components.rows.offsets.size(); level++) {
    Var points = components.arrays[2 * level].var;
    Atom count = make_.plus(make_.product(storage_.type(points)->dims), Atom::i64(1));
    rows.offsets.push_back(make_.let("offsets", make_.numbers(count),
                                     make_.make(Coerce{{}, components.rows.offsets[level]})));
    // As in RowsBuilder::offsets_of.
    make_.builder.annotate_last(AttributeKind::Offsets);
  }
  return rows;
}

// What a call gives. Offsets that were left out are made.
Rows RowRepresenter::from_entry_results(const Components& components) {
  Components whole = components;
  for (size_t level = 0; level < components.rows.offsets.size(); level++) {
    Var offsets = components.rows.offsets[level];
    Var points = components.arrays[2 * level].var;
    Atom rows = make_.product(storage_.type(points)->dims);
    Atom count = make_.plus(rows, Atom::i64(1));
    Atom left_out = make_.builder.binary(BinaryOp::Eq, make_.size(offsets), Atom::i64(0));
    If choice;
    choice.condition = left_out;
    choice.then_body = make_.builder.body([&] {
      Atom some = make_.scalar(BinaryOp::Max, rows, Atom::i64(1));
      Atom all = make_.size(components.arrays[2 * level + 2].var);
      Var made = make_.iota(count, make_.scalar(BinaryOp::Quot, all, some));
      return List<Atom>{made};
    });
    choice.else_body = make_.builder.body([&] {
      return List<Atom>{
          make_.let("offsets", make_.numbers(count), make_.make(Coerce{{}, offsets}))};
    });
    whole.rows.offsets[level] = make_.let("offsets", make_.numbers(count), make_.make(choice));
  }
  return from_entry_components(whole);
}

void RowRepresenter::add_entry_components(const Rows& rows, std::span<const Dim> dims,
                                          EvenOffsets even, EntryAtoms& to) {
  Rows packed = make_.pack(rows, dims);
  Levels levels(dims);
  std::vector<Dim> outer;
  for (size_t i = 0, level = 0; level < levels.count(); i++) {
    if (!dims[i].is_varying()) {
      outer.push_back(dims[i]);
      continue;
    }
    to.arrays.emplace_back(make_.blank(storage_.types.array(Prim::Unit, outer)));
    Var offsets = packed.offsets[level++];
    std::optional<Atom> length = make_.length_of_all(offsets);
    Atom count = make_.product(outer);
    Atom total = length ? make_.times(count, *length) : make_.index(offsets, count);
    if (length && even == EvenOffsets::LeftOut)
      offsets = make_.let("offsets", make_.numbers(Atom::i64(0)), make_.make(ArrayLit{}));
    to.arrays.emplace_back(offsets);
    to.sizes.push_back(make_.size(offsets));
    to.sizes.push_back(total);
    outer = {Builder::dim(total)};
  }
  to.arrays.emplace_back(packed.data);
}

RowRepresenter::List<Atom> RowRepresenter::entry_components(std::span<const Atom> atoms,
                                                            EvenOffsets even) {
  EntryAtoms all;
  for (const Atom& atom : atoms) {
    if (is_irregular(atom)) {
      add_entry_components(rows(atom.var), dims(atom), even, all);
    } else {
      all.arrays.push_back(now(atom));
    }
  }
  all.sizes.insert(all.sizes.end(), all.arrays.begin(), all.arrays.end());
  return all.sizes;
}

bool RowRepresenter::gives_entry_results(const Function& fn) const {
  return fn.entry != nullptr || has_attribute(fn.attrs, AttributeKind::EqualRows);
}

// Note [Last statements]
// What an entry point gives is packed where it is made, in branches and in the functions that are
// called last, because there it is known best what has to be done: often nothing, and where rows
// are equally long nobody needs offsets.
RowRepresenter::List<Atom> RowRepresenter::entry_results(const Body* body) {
  if (!body->stms.empty()) {
    const Stm& last = body->stms.back();
    const bool is_all = std::ranges::equal(
        body->results, last.pattern, [](const Atom& atom, Var var) { return atom == Atom(var); });
    const auto* choice = ir::as<If>(last.op);
    const auto* call = ir::as<Call>(last.op);
    const bool is_passed_on = call != nullptr && gives_entry_results(*functions_.find(call->fn));
    if (is_all && any_irregular(params_of(last.pattern)) && (choice != nullptr || is_passed_on)) {
      for (const Stm& stm : body->stms.first(body->stms.size() - 1)) statement(stm);
      RowsBuilder::Replacing here(make_, last);
      const Op* op = choice != nullptr ? with_entry_results(*choice) : call_of(*call);
      const List<Var> pattern = vars_of(entry_side(params_of(last.pattern), {}).params);
      make_.add(pattern, op, last.attrs);
      return {pattern.begin(), pattern.end()};
    }
  }
  statements(body);
  return entry_components(body->results, EvenOffsets::LeftOut);
}

const Op* RowRepresenter::with_entry_results(const If& op) {
  If now = op;
  now.then_body = make_.builder.body([&] { return entry_results(op.then_body); });
  now.else_body = make_.builder.body([&] { return entry_results(op.else_body); });
  return make_.make(now);
}

RowRepresenter::EntrySide RowRepresenter::entry_side(std::span<const Param> params,
                                                     std::span<const EntryValue> values) {
  EntrySide side;
  List<Param> rest;
  List<uint32_t> first;  // by old number, the new one
  for (const Param& param : params) {
    first.push_back(static_cast<uint32_t>(rest.size()));
    if (!is_irregular(param.var)) {
      rest.push_back(param);
      continue;
    }
    Components made = entry_components(param);
    side.params.insert(side.params.end(), made.sizes.begin(), made.sizes.end());
    rest.insert(rest.end(), made.arrays.begin(), made.arrays.end());
    side.rows.emplace_back(param.var, std::move(made));
  }
  first.push_back(static_cast<uint32_t>(rest.size()));
  auto sizes = static_cast<uint32_t>(side.params.size());
  side.params.insert(side.params.end(), rest.begin(), rest.end());
  std::vector<EntryValue> made;
  for (EntryValue value : values) {
    std::span<const Param> old = params.subspan(value.first, value.count);
    if (any_irregular(old)) {
      std::vector<const Type*> types;
      std::vector<ComponentKind> kinds;
      for (const Param& param : old) {
        types.push_back(storage_.type(param.var));
        for (const Dim& dim : types.back()->dims) {
          if (!dim.is_varying()) continue;
          kinds.push_back(ComponentKind::Points);
          kinds.push_back(ComponentKind::Offsets);
        }
        kinds.push_back(ComponentKind::Data);
      }
      value.types = make_.list(types);
      value.kinds = make_.list(kinds);
    }
    uint32_t end = first[value.first + value.count];
    value.first = first[value.first];
    value.count = end - value.first;
    value.first += sizes;
    made.push_back(value);
  }
  side.values = make_.list(made);
  return side;
}

}  // namespace planish::passes
