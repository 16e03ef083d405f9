// Sizes of loops.
//
// Note [Sizes of loops]
// A loop is a function from its parameter to its parameter, applied again and again. Every
// dimension of the initial value gets a metavariable in the parameter's type; the body is checked;
// then each dimension is classified by what the body gives in its place:
//   - the same metavariable, or the initial size: the dimension stays what it was;
//   - the metavariable of another dimension that began with the same size: it stays what it was if
//     the other does;
//   - anything else: it varies from iteration to iteration.
// Where one branch of the body gives the parameter and the other an array from elsewhere, the two
// sizes are the same only if the initial size can be that too (can_be_equal); otherwise the
// branches differ, and the dimension varies. The varying ones become sizes of the loop, which exist
// anew for every iteration; outside they are unknown.
#pragma once

#include "sema/sizes/size_variables.h"

namespace planish {

class SizeLoops : public SizeVariables {
 public:
  using SizeVariables::SizeVariables;

  const Type* infer_loop(ast::Loop& e);

 private:
  struct LoopDim {
    const Size* param;  // its metavariable
    const Size* initial;
    const Size* body = nullptr;
    LoopDim* copies = nullptr;
    bool variant = false;
  };
  // The type of the parameter: that of the initial value, with a metavariable for each dimension.
  const Type* param_type(const ast::Loop& e, const Type* init, std::vector<LoopDim>& dims);
  // Which dimensions change from iteration to iteration.
  void classify(std::span<LoopDim> dims);
  // Solves the metavariables, and gives the sizes of the loop.
  std::vector<ValueSymbol*> solve_dims(const ast::Loop& e, const Type* loop_type, int loop_depth,
                                       std::span<const LoopDim> dims);
  void report_escaping(const ast::Loop& e, const Type* loop_type);
};

}  // namespace planish
