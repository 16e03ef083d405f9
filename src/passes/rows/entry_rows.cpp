#include "passes/rows/entry_rows.h"

namespace planish::passes {

using namespace ir;

bool EntryRows::gives_entry_results(const Function& fn) {
  return fn.entry != nullptr || has_attribute(fn.attrs, AttributeKind::EqualRows);
}

RowParams EntryRows::components(const Param& param) {
  const Type* type = storage_.type(param.var);
  RowParams made;
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
      make_.builder.new_var(values_.name_of(param.var), storage_.types.array(type->elem, dims));
  made.arrays.push_back({made.rows.data, param.unique});
  return made;
}

// The number of offsets is said by the other sizes, so that it is known to be the same for arrays
// of the same sizes.
Rows EntryRows::from_params(const RowParams& components) {
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
Rows EntryRows::from_results(const RowParams& components) {
  RowParams whole = components;
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
      return std::vector<Atom>{made};
    });
    choice.else_body = make_.builder.body([&] {
      return std::vector<Atom>{
          make_.let("offsets", make_.numbers(count), make_.make(Coerce{{}, offsets}))};
    });
    whole.rows.offsets[level] = make_.let("offsets", make_.numbers(count), make_.make(choice));
  }
  return from_params(whole);
}

void EntryRows::add_components(const Rows& rows, std::span<const Dim> dims, EvenOffsets even,
                               Atoms& to) {
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

std::vector<Atom> EntryRows::components(std::span<const Atom> atoms, EvenOffsets even) {
  Atoms all;
  for (const Atom& atom : atoms) {
    if (values_.is_irregular(atom)) {
      add_components(values_.rows(atom.var), values_.dims(atom), even, all);
    } else {
      all.arrays.push_back(values_.now(atom));
    }
  }
  all.sizes.insert(all.sizes.end(), all.arrays.begin(), all.arrays.end());
  return all.sizes;
}

EntryRows::Side EntryRows::side(std::span<const Param> params, std::span<const EntryValue> values) {
  EntryRows::Side side;
  std::vector<Param> rest;
  std::vector<uint32_t> first;  // by old number, the new one
  for (const Param& param : params) {
    first.push_back(static_cast<uint32_t>(rest.size()));
    if (!values_.is_irregular(param.var)) {
      rest.push_back(param);
      continue;
    }
    RowParams made = components(param);
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
    if (values_.any_irregular(old)) {
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
