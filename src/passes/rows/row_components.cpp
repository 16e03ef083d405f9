#include "passes/rows/row_components.h"

namespace planish::passes {

using namespace ir;

RowParams RowComponents::components(const Param& param) {
  const Type* type = storage_.type(param.var);
  std::string_view name = values_.name_of(param.var);
  Levels levels(type->dims);
  RowParams made;
  for (size_t i = 0; i < levels.count(); i++) {
    Var size = make_.builder.new_var("size", make_.i64());
    Var offsets = make_.builder.new_var("offsets", make_.numbers(size));
    made.sizes.push_back({size});
    made.arrays.push_back({offsets});
    made.rows.offsets.push_back(offsets);
  }
  Var size = make_.builder.new_var("size", make_.i64());
  made.rows.data = make_.builder.new_var(
      name, make_.array_type(type->elem, size, type->dims.subspan(levels.last_dim() + 1)));
  made.sizes.push_back({size});
  made.arrays.push_back({made.rows.data, param.unique});
  return made;
}

std::vector<Param> RowComponents::expanded(std::span<const Param> params) {
  std::vector<Param> sizes;
  std::vector<Param> rest;
  for (const Param& param : params) {
    if (!values_.is_irregular(param.var)) {
      rest.push_back(param);
      continue;
    }
    RowParams made = components(param);
    sizes.insert(sizes.end(), made.sizes.begin(), made.sizes.end());
    rest.insert(rest.end(), made.arrays.begin(), made.arrays.end());
    values_.set_rows(param.var, made.rows);
  }
  sizes.insert(sizes.end(), rest.begin(), rest.end());
  return sizes;
}

std::vector<Param> RowComponents::params_of(std::span<const Var> pattern) {
  std::vector<Param> params;
  for (Var var : pattern) params.push_back({var});
  return params;
}

std::vector<Var> RowComponents::vars_of(std::span<const Param> params) {
  std::vector<Var> vars;
  for (const Param& param : params) vars.push_back(param.var);
  return vars;
}

std::vector<Var> RowComponents::expanded_pattern(std::span<const Var> pattern) {
  return vars_of(expanded(params_of(pattern)));
}

void RowComponents::add_sizes(const Rows& rows, std::vector<Atom>& to) {
  for (Var offsets : rows.offsets) to.push_back(make_.size(offsets));
  to.push_back(make_.size(rows.data));
}

void RowComponents::add_arrays(const Rows& rows, std::vector<Atom>& to) {
  for (Var offsets : rows.offsets) to.emplace_back(offsets);
  to.emplace_back(rows.data);
}

std::vector<Atom> RowComponents::expanded(std::span<const Atom> atoms) {
  std::vector<Atom> sizes;
  std::vector<Atom> rest;
  for (const Atom& atom : atoms) {
    if (!values_.is_irregular(atom)) {
      rest.push_back(values_.now(atom));
      continue;
    }
    add_sizes(values_.rows(atom.var), sizes);
    add_arrays(values_.rows(atom.var), rest);
  }
  sizes.insert(sizes.end(), rest.begin(), rest.end());
  return sizes;
}

}  // namespace planish::passes
