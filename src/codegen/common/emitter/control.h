// Blocks of code: one or another, and leaving the function.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "codegen/common/emitter/open_bodies.h"
#include "codegen/common/emitter/part.h"

namespace planish::codegen {

// What a piece of code gives.
using GiveValues = std::function<std::vector<llvm::Value*>()>;

class Control : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  llvm::BasicBlock* new_block(const char* name);
  void if_then(llvm::Value* condition, const std::function<void()>& then);
  // What one of two pieces of code gives: the same number of values.
  std::vector<llvm::Value*> either(llvm::Value* condition, const GiveValues& then,
                                   const GiveValues& otherwise);
  // A value for each of the blocks that come here.
  struct From {
    llvm::BasicBlock* block;
    llvm::Value* value;
  };
  llvm::PHINode* join(llvm::ArrayRef<From> values, const char* name);
  llvm::MDNode* likely();

  // Leaves the function, after releasing all that it owns, unless the status is PLANISH_OK.
  void leave_unless_ok(llvm::Value* status);
  // The same after something that asks for memory. If there was none, the message says where.
  void leave_unless_made(llvm::Value* status);
  // Where the function is left, after releasing all that it owns: the status is added there.
  llvm::PHINode* leaving_status();
  void return_ok();

  // What follows may be done again: Note [Steps that are done again] in ir/chunk_steps.h. At the
  // beginning of the current body, and of a step at a time.
  void begin_step();
  void end_step();
  // What follows is about other elements.
  void end_chunk();

  // Another way to do what the code at hand does: Note [Versions with recursion] in
  // codegen/gpu/host_code.cpp.
  struct OtherWay {
    llvm::BasicBlock* block;
    std::vector<OpenBodies::Owned> owned;  // what both ways begin with
  };
  // Null: there is none.
  const OtherWay* other_way = nullptr;
  // Goes there if the status is this one, after releasing what the code has made.
  void go_other_way_if(llvm::Value* status, int32_t is);
  // Nothing that the other way begins with was released.
  bool can_go_other_way() const;

 private:
  // What the body around a step held when that began is held a second time until it ends.
  struct Step {
    std::vector<OpenBodies::Owned> held;
    size_t outside = 0;     // how many references others hold
    llvm::PHINode* failed;  // the statuses of the blocks that end it
  };

  // Releases what is owned, and goes on with a status there; null: leaves the function.
  llvm::PHINode* leaving_status(std::span<const OpenBodies::Owned> owned, llvm::PHINode* then);

  std::optional<Step> step_;
  // The statuses of the blocks that leave the function or end a step, by what they release.
  std::map<std::vector<const void*>, llvm::PHINode*> leaving_;
};

}  // namespace planish::codegen
