// Rows at places that are known a few iterations before they are needed.
//
// Note [Fetching ahead]
// Where a loop takes a row of which it finds the place in an array, at an index that it finds in another one, as in
//     row = data[offsets[vertices[i]] ...]
// the processor waits for memory twice in each iteration, and cannot look far ahead if rows are short and of different
// lengths. So an iteration asks for what later ones will need: for the offset of one of them, and for the row of one
// that comes sooner, whose offset has arrived by now. No check has been made for these iterations yet: an index that would
// be outside is moved inside, and where an array is empty nothing is asked for.
#pragma once

#include "codegen/cpu/emit.h"

namespace planish::codegen::cpu {

class FetchAhead {
 public:
  // Of a loop whose index is this variable.
  FetchAhead(FunctionEmitter& e, const ir::Body& body, ir::Var index);

  // In iteration i of a loop that ends before `end`. Binds the index and variables of the body to something else.
  void emit(llvm::Value* i, llvm::Value* end);

 private:
  enum class Last : uint8_t { Row, Place };  // what is asked for: a row, or the place of one

  void look_at(const ir::Stm& stm);
  int depth(const ir::Atom& atom) const;
  bool is_outside(ir::Var array) const;
  void ask(llvm::Value* i, Last last);
  void ask_for(llvm::Value* pointer);
  std::vector<llvm::Value*> inside(const ir::Index& op);

  FunctionEmitter& e_;
  const ir::Var index_;
  std::unordered_map<uint32_t, int>
      depths_;  // of what the index leads to: how many loads there are to it
  std::unordered_set<uint32_t> bound_;  // in the body
  std::vector<const ir::Stm*> steps_;
  std::vector<const ir::Slice*> rows_;
};

}  // namespace planish::codegen::cpu
