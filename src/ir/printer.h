// The state of printing a program; print.cpp prints what stands around operations, print_op.cpp
// operations.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "ir/operand_printer.h"

namespace planish::ir {

class Printer : public OperandPrinter {
 public:
  Printer(const Storage& storage, const PrintOptions& options)
      : OperandPrinter(storage), options_(options) {}

  void function(const Function& fn);
  void entry_types();
  void places();
  void body(const Body* body);

 private:
  // ---- What stands around operations (print.cpp)
  void stm(const Stm& stm);
  void lambda(const Lambda* lambda);
  void attrs(std::span<const Attribute> attrs);
  void place(PlaceId place);
  uint32_t number(PlaceId place);
  void entry(const Entry& entry);
  void entry_values(std::span<const EntryValue> values);
  static std::string client_type(std::string_view name);
  void params(std::span<const Param> params);
  void param(const Param& param);
  void line();

  // ---- Operations (print_op.cpp)
  void op(const Op* op);
  // Note [Sets of operands]
  auto scalar_operands();
  auto array_operands();
  auto row_operands();
  auto control_operands();
  auto parallel_operands();
  auto stream_operands();
  auto flat_operands();
  void combine(const Lambda* op, const Lambda* map);
  void of(const Body* body);
  void then(const Lambda* post);  // of a scan
  void loop(const Loop& loop);
  void cases(const Match& match);

  PrintOptions options_;
  int depth_ = 0;
  // Places are numbered in the order in which they are met, callers before what was inlined into
  // them.
  std::unordered_map<uint32_t, uint32_t> place_numbers_;
  std::vector<PlaceId> placed_;
};

}  // namespace planish::ir
