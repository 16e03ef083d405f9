// What parallel operators of CORE and of FLAT have in common: what each iteration reads and gives.
#pragma once

#include "interp/compile/bodies.h"

namespace planish::interp {

class Iterations : public CodeWriter {
 public:
  Iterations(CompileState& state, Bodies& bodies) : CodeWriter(state), bodies_(bodies) {}

 protected:
  // What is run in each iteration. Its last parameters get elements of the arrays.
  struct Iterated {
    const ir::Body* body = nullptr;
    std::span<const ir::Param> params;
    std::span<const ir::Var> arrays;
    size_t leading = 0;  // results of the statement that do not come from a result of the body
  };
  std::vector<Input> inputs(std::span<const ir::Var> arrays, std::span<const ir::Param> params,
                            std::span<const Slot> slots);
  // The results of the statement from `first_result` on, made of these values of each iteration.
  std::vector<Output> outputs(std::span<const Source> elements, size_t first_result,
                              const Iterated& iterated);
  // Arrays over a space, with one dimension instead of the `outer` ones of the space.
  std::vector<Output> space_outputs(std::span<const Source> elements, size_t first_result,
                                    size_t outer, const Iterated& iterated);
  RowOutputs row_outputs(Code& body, std::span<const uint32_t> groups, const Iterated& iterated,
                         size_t outer);
  Combine combine(const ir::Lambda& op, size_t count);
  // The function that a scan applies to what is combined and to some of the values after it, which
  // are not gathered then.
  Code post(const ir::Lambda& fn, const Combine& combine, std::vector<Source>& further);
  std::vector<Move> moves(std::span<const ir::Atom> from, std::span<const Source> to);
  std::vector<Move> moves(std::span<const Source> from, std::span<const ir::Var> to);
  std::vector<Move> dests(std::span<const ir::Var> arrays);
  static std::vector<Slot> slots_of(std::span<const Source> sources);

  Bodies& bodies_;

 private:
  // Where an accumulator that the body gives comes from: a variable that is not bound in it.
  ir::Var origin(const ir::Body& body, ir::Var acc) const;
  ir::Var origin(const ir::Op* op, size_t result, std::span<const ir::Var> bound) const;
};

}  // namespace planish::interp
