// Which arrays may share memory, and which operations consume one.
//
// Coarse on purpose: variables that may share memory anywhere in a function are in one class,
// whatever the order of its statements. Two variables of different classes never share memory.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/program.h"

namespace planish::passes {

class MemoryClasses {
 public:
  explicit MemoryClasses(const ir::Program& program);

  // What the statements of the body say, to any depth. Code that a pass has put together is added
  // again.
  void add(const ir::Body* body);
  void unite(const ir::Atom& a, const ir::Atom& b);
  uint32_t class_of(ir::Var var);
  // Does anything that was added consume memory of this class?
  bool is_consumed(ir::Var var);
  // The variables that the operation consumes, inner bodies included.
  std::vector<ir::Var> consumed_in(const ir::Op* op) const;

 private:
  void add(const ir::Stm& stm);
  void add_lambdas(const ir::Op* op);
  void unite(std::span<const ir::Var> vars, std::span<const ir::Atom> results);
  void collect_consumed(const ir::Op* op, std::vector<ir::Var>& vars) const;
  bool has_memory(const ir::Atom& atom) const;
  uint32_t find(uint32_t id);

  const ir::Storage& storage_;
  ir::Functions functions_;
  std::vector<uint32_t> parent_;  // by Var::id
  std::vector<bool> consumed_;    // by the id of a root
};

}  // namespace planish::passes
