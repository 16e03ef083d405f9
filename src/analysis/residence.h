// Which scalars of the host come from the device and are needed there only, so that the host never
// has to know them.
//
// Note [Residence]
// A scalar comes from the device if it is an element of an array or the result of a reduction, or is
// computed from one. Reading it makes the host wait for all kernels so far. It is *resident* if
// nothing at host level depends on it: no size, bound, condition, index, check, call or result, but
// only bodies of kernels, and other resident scalars. Loops can carry resident scalars, and branches
// can give some.
#pragma once

#include <vector>

#include "ir/program.h"

namespace planish {

class Residence {
 public:
  explicit Residence(const ir::Program& program);

  // Is it a scalar that is an element of an array, the result of a reduction, or made of one?
  bool comes_from_device(ir::Var var) const { return var.id < made_.size() && made_[var.id]; }
  // Variables that were made later are not.
  bool is_resident(ir::Var var) const {
    return var.id < made_.size() && made_[var.id] && !needed_[var.id];
  }

 private:
  void function(const ir::Function& fn);
  void body(const ir::Body* body);
  void stm(const ir::Stm& stm);
  void control(const ir::Stm& stm);
  void kernel(const ir::Stm& stm);
  void types_in(const ir::Body* body);
  void types_of(std::span<const ir::Var> vars);

  bool is_scalar(const ir::Atom& atom) const {
    return atom.var && storage_.type(atom.var)->is_scalar();
  }
  void need(const ir::Atom& atom);
  // If `a` is needed, so is `b`; if `b` comes from the device, so does `a`.
  void made_of(ir::Var a, const ir::Atom& b);
  // The second of these only.
  void comes_from(ir::Var a, const ir::Atom& b);
  void spread();

  const ir::Storage& storage_;
  std::vector<bool> needed_;  // by Var::id: by the host
  std::vector<bool> made_;    // on the device
  std::vector<std::vector<uint32_t>> needs_;
  std::vector<std::vector<uint32_t>> gives_;
};

// Is it an operation on scalars?
bool is_scalar_code(const ir::Op* op);

}  // namespace planish
