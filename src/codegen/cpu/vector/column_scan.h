// The code of column scans: Note [Column scans] in plan/column_scan.h.
#pragma once

#include "codegen/common/emit.h"

namespace planish::codegen::cpu {

// Where the elements of a matrix are that is laid out by columns.
Array by_columns(FunctionEmitter& e, Array matrix, const ir::Type* type);

// Scans the columns into `places`, which are laid out so.
void emit_column_scan(FunctionEmitter& host, const ir::Stm& stm, const ir::SegScan& op,
                      const std::vector<Array>& places);

}  // namespace planish::codegen::cpu
