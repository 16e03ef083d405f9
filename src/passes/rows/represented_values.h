// What the variables of the program before have become: regular arrays and scalars, which may stand
// for others, and irregular arrays, which are offsets and data.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "passes/common/rows.h"

namespace planish::passes {

class RepresentedValues {
 public:
  RepresentedValues(ir::Storage& storage, RowsBuilder& make) : storage_(storage), make_(make) {}

  // ---- Types of the program before
  bool is_irregular(const ir::Atom& atom) const {
    return !atom.is_const() && storage_.type(atom.var)->is_irregular();
  }
  bool any_irregular(std::span<const ir::Var> vars) const;
  bool any_irregular(std::span<const ir::Param> params) const;
  std::span<const ir::Dim> dims(const ir::Atom& atom) const { return storage_.type(atom)->dims; }
  std::string_view name_of(ir::Var var) const;
  // The type of an element of an array, given the type of one that is stored there or taken from
  // it.
  const ir::Type* element_type(const ir::Type* array, const ir::Type* element);

  // ---- Values
  RowsValue value(const ir::Atom& atom) const;
  ir::Atom now(const ir::Atom& atom) const;  // of what is regular
  const Rows& rows(ir::Var var) const { return rows_of_.at(var); }
  void set_rows(ir::Var var, const Rows& rows) { rows_of_[var] = rows; }
  // From now on the regular array stands for the variable.
  void set_array(ir::Var var, ir::Var array) { arrays_[var] = array; }
  // From now on the variable of the program before has this value.
  void bind(ir::Var var, const RowsValue& value, std::span<const ir::Dim> from);
  void bind(ir::Var var, const ir::Atom& atom) { bind(var, value(atom), dims(atom)); }

  // ---- Other forms
  // The value as one of a type; `from` are the dimensions it has now.
  RowsValue as(const ir::Type* type, const RowsValue& value, std::span<const ir::Dim> from) {
    return make_.convert(value, from, type);
  }
  // A fresh array of the same elements.
  RowsValue copied(const RowsValue& value, std::span<const ir::Dim> dims);
  // An element of a regular array, as its type says.
  ir::Atom regular_element(ir::Var array, const ir::Atom& element);

 private:
  ir::Storage& storage_;
  RowsBuilder& make_;
  std::unordered_map<ir::Var, Rows> rows_of_;
  std::unordered_map<ir::Var, ir::Var> arrays_;  // regular ones that others stand for
};

}  // namespace planish::passes
