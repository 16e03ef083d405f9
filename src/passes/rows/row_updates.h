// Updates of irregular arrays.
#pragma once

#include "passes/rows/row_components.h"
#include "passes/rows/row_parts.h"

namespace planish::passes {

class RowUpdates {
 public:
  RowUpdates(ir::Storage& storage, RowsBuilder& make, RepresentedValues& values,
             RowComponents& components, RowParts& parts)
      : storage_(storage), make_(make), values_(values), components_(components), parts_(parts) {}

  void update(const ir::Stm& stm, const ir::Update& op);
  void flat_update(const ir::Stm& stm, const ir::FlatUpdate& op);

 private:
  // All lengths stay as they are.
  void update_elements(ir::Var var, const ir::Update& op);
  // One row of the last level. It is written in place if it is as long as the one before.
  void update_row(ir::Var var, const ir::Update& op);
  // Units at the numbers are replaced by those of a value, which may have other lengths.
  Rows replaced(const Rows& rows, std::span<const ir::Dim> dims, size_t depth, ir::Var numbers,
                const RowsValue& value, std::span<const ir::Dim> value_dims);
  // The rows of a level with some replaced: first all rows are put after each other, and then the
  // right ones are taken.
  Rows with_rows(const Rows& rows, std::span<const ir::Dim> dims, size_t level, ir::Var numbers,
                 const Rows& with);

  ir::Storage& storage_;
  RowsBuilder& make_;
  RepresentedValues& values_;
  RowComponents& components_;
  RowParts& parts_;
};

}  // namespace planish::passes
