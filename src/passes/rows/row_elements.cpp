#include "passes/rows/row_elements.h"

#include "passes/rows/row_representer.h"

namespace planish::passes {

using namespace ir;

RowElements::Inputs RowElements::inputs(const Atom& width, std::span<const Var> arrays,
                                        std::span<const Param> params) {
  Inputs made;
  std::unordered_map<Var, Var> starts;  // of offsets
  Var numbers;
  auto add = [&](Var array, std::string_view name) {
    Var param = make_.builder.new_var(name, storage_.types.without_outer(storage_.type(array), 1));
    made.arrays.push_back(array);
    made.params.push_back({param});
    return param;
  };
  for (size_t i = 0; i < arrays.size(); i++) {
    Var& found_by = made.found_by.emplace_back();
    if (!values_.is_irregular(arrays[i])) {
      Var array = values_.now(arrays[i]).var;
      if (values_.is_irregular(params[i].var)) {
        found_by = add(array, "row");
      } else {
        made.arrays.push_back(array);
        made.params.push_back(params[i]);
      }
    } else if (values_.dims(arrays[i])[1].is_varying()) {
      Var offsets = values_.rows(arrays[i]).offsets[0];
      Var& start = starts[offsets];
      if (!start) start = add(make_.slice(offsets, Atom::i64(0), width), "start");
      found_by = start;
    } else {
      if (!numbers) numbers = add(make_.iota(width), "number");
      found_by = numbers;
    }
  }
  return made;
}

void RowElements::add_body(const Lambda* fn, std::span<const Var> arrays, const Inputs& inputs) {
  for (size_t i = 0; i < arrays.size(); i++) {
    if (inputs.found_by[i]) bind_row(arrays[i], fn->params[i], inputs.found_by[i]);
  }
  representer_.statements(fn->body);
}

void RowElements::bind_row(Var array, const Param& param, const Atom& at) {
  std::span<const Dim> of = values_.dims(array);
  std::vector<Dim> from(of.begin() + 1, of.end());
  RowsValue row;
  if (!values_.is_irregular(array)) {
    row.atom = at;
  } else if (of[1].is_varying()) {
    from[0] = values_.dims(param.var)[0];
    row = make_.part(values_.rows(array), of, {2, at, Builder::atom(from[0])});
  } else {
    row = make_.part(values_.rows(array), of, {1, at, Atom::i64(1)});
  }
  if (param.unique) row = values_.copied(row, from);
  values_.bind(param.var, row, from);
}

void RowElements::bind_element(Var array, const Param& param, const Atom& index) {
  if (values_.is_irregular(array)) {
    bool is_row = values_.dims(array)[1].is_varying();
    return bind_row(array, param,
                    is_row ? make_.index(values_.rows(array).offsets[0], index) : index);
  }
  const Type* type = storage_.types.without_outer(storage_.type(array), 1);
  const Op* op = make_.make(Index{{}, values_.now(array).var, make_.builder.list({index})});
  if (type->is_scalar()) return make_.bind(param.var, op);
  bind_row(array, param, make_.let("row", type, op));
}

}  // namespace planish::passes
