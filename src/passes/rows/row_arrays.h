// Operations on whole irregular arrays: names and copies, new arrays, lengths, joining and splitting
// of rows.
#pragma once

#include "passes/rows/known_lengths.h"
#include "passes/rows/row_parts.h"

namespace planish::passes {

class RowArrays {
 public:
  RowArrays(ir::Storage& storage, RowsBuilder& make, RepresentedValues& values,
            KnownLengths& lengths, RowParts& parts)
      : storage_(storage), make_(make), values_(values), lengths_(lengths), parts_(parts) {}

  void opaque(const ir::Stm& stm, const ir::Opaque& op);
  // The lengths of the rows, level by level, and then the elements are shown.
  void trace(const ir::Stm& stm, const ir::Trace& op);
  void copy(const ir::Stm& stm, const ir::Copy& op);

  void array_lit(const ir::Stm& stm, const ir::ArrayLit& op);
  void replicate(const ir::Stm& stm, const ir::Replicate& op);
  void concat(const ir::Stm& stm, const ir::Concat& op);

  void row_lengths(const ir::Stm& stm, const ir::RowLengths& op);
  void row_length(const ir::Stm& stm, const ir::RowLength& op);
  void equal_row_length(const ir::Stm& stm, const ir::EqualRowLength& op);
  void join_rows(const ir::Stm& stm, const ir::JoinRows& op);
  void split_rows(const ir::Stm& stm, const ir::SplitRows& op);

 private:
  ir::Storage& storage_;
  RowsBuilder& make_;
  RepresentedValues& values_;
  KnownLengths& lengths_;
  RowParts& parts_;
};

}  // namespace planish::passes
