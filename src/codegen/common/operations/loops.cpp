// Loops of the program.
#include "codegen/common/operations/operations.h"
#include "ir/alias.h"

namespace planish::codegen {

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Loop& op) {
  using Asking = Cancellation::Asking;
  std::vector<Bodies::Giving> initial;
  for (size_t k = 0; k < op.params.size(); k++)
    initial.push_back({op.params[k].init, e.open_bodies.transfer(stm, k)});
  std::vector<Result> init = e.bodies.give_all(initial);
  llvm::BasicBlock* before = e.b.GetInsertBlock();
  llvm::BasicBlock* header = e.control.new_block("header");
  llvm::BasicBlock* inside = e.control.new_block("iteration");
  llvm::BasicBlock* done = e.control.new_block("finished");
  const Asking how = op.condition != nullptr ? Asking::Counting : e.cancellation.asking(op);
  llvm::Value* bound = op.condition != nullptr ? nullptr : e.scalar(op.bound);
  llvm::Value* first_index =
      bound != nullptr ? llvm::ConstantInt::get(bound->getType(), 0) : nullptr;
  llvm::Value* limit = bound;  // of the strip
  const bool is_signed_index = bound != nullptr && is_signed(e.type(op.index)->elem);
  llvm::BasicBlock* strip = nullptr;
  std::vector<llvm::PHINode*> strip_begin;  // what it begins with
  if (how == Asking::InStrips) {
    strip = e.control.new_block("strip");
    e.b.CreateBr(strip);
    e.b.SetInsertPoint(strip);
    const auto begin_with = [&](llvm::Value* value) {
      strip_begin.push_back(e.b.CreatePHI(value->getType(), 2, "begin"));
      strip_begin.back()->addIncoming(value, before);
      return strip_begin.back();
    };
    for (Result& first : init) {
      if (first.accumulator) continue;
      if (first.scalar != nullptr) {
        first.scalar = begin_with(first.scalar);
      } else {
        first.array.data = begin_with(first.array.data);
        first.array.owner = begin_with(e.memory.owner_or_null(first.array));
      }
    }
    first_index = begin_with(first_index);
    llvm::Value* rest = e.b.CreateSub(bound, first_index);
    llvm::Value* most = llvm::ConstantInt::get(
        bound->getType(), static_cast<uint64_t>(e.cancellation.unasked_iterations(*op.body)));
    limit = e.b.CreateAdd(
        first_index,
        e.b.CreateBinaryIntrinsic(is_signed_index ? llvm::Intrinsic::smin : llvm::Intrinsic::umin,
                                  rest, most));
    before = strip;
  }
  e.b.CreateBr(header);
  e.b.SetInsertPoint(header);
  const auto carried = [&](llvm::Value* value) {
    llvm::PHINode* phi = e.b.CreatePHI(value->getType(), 2, "carried");
    phi->addIncoming(value, before);
    return phi;
  };
  struct Carried {
    llvm::PHINode* scalar = nullptr;
    llvm::PHINode* data = nullptr;
    llvm::PHINode* owner = nullptr;
  };
  std::vector<Carried> state;
  std::vector<Result> current;
  for (const Result& first : init) {
    Carried& next = state.emplace_back();
    Result& now = current.emplace_back();
    if (first.accumulator) {
      now.accumulator = first.accumulator;
    } else if (first.scalar != nullptr) {
      now.scalar = next.scalar = carried(first.scalar);
    } else {
      now.array.data = next.data = carried(first.array.data);
      now.array.owner = next.owner = carried(e.memory.owner_or_null(first.array));
      now.array.made_in = e.ranges.depth();
    }
  }
  llvm::PHINode* index = nullptr;
  if (op.index) {
    index = carried(first_index);
    e.bind_scalar(op.index, index);
  }
  // What the parameters hold belongs to whatever runs inside.
  std::vector<ir::Var> owned;
  for (size_t k = 0; k < op.params.size(); k++) {
    ir::Var var = op.params[k].param.var;
    if (current[k].scalar != nullptr || current[k].accumulator) {
      e.bind_result(var, current[k]);
    } else {
      e.bind(var, {nullptr, current[k].array, var, {}});
      owned.push_back(var);
    }
  }
  const auto less = [&](llvm::Value* one, llvm::Value* other) {
    return is_signed_index ? e.b.CreateICmpSLT(one, other) : e.b.CreateICmpULT(one, other);
  };
  // Code that owns what the parameters hold.
  const auto owning = [&](const std::function<void()>& code) {
    e.open_bodies.open();
    for (ir::Var var : owned) e.open_bodies.hold(e.binding(var).array.owner, var);
    code();
    e.open_bodies.close();
  };
  llvm::Value* more = nullptr;
  owning([&] {
    if (op.condition != nullptr && e.where == Where::Host) {
      e.cancellation.leave_if_cancelled();
    } else if (how == Asking::Counting) {
      e.cancellation.count_iteration(*op.body);
    }
    if (op.condition == nullptr) {
      more = less(index, limit);
      return;
    }
    e.frame.iteration([&] {
      e.bodies.emit(*op.condition, {},
                    [&](std::span<const ir::Atom> given) { more = e.scalar(given[0]); });
    });
  });
  e.b.CreateCondBr(more, inside, done);
  e.b.SetInsertPoint(inside);
  std::vector<Result> next;
  e.frame.iteration([&] { next = e.bodies.results(*op.body, {}, owned); });
  llvm::BasicBlock* end = e.b.GetInsertBlock();
  if (index != nullptr) {
    index->addIncoming(e.b.CreateAdd(index, llvm::ConstantInt::get(index->getType(), 1), "next",
                                     !is_signed_index, is_signed_index),
                       end);
  }
  e.b.CreateBr(header);
  for (size_t k = 0; k < state.size(); k++) {
    if (state[k].scalar != nullptr) state[k].scalar->addIncoming(next[k].scalar, end);
    if (state[k].data != nullptr) {
      state[k].data->addIncoming(next[k].array.data, end);
      state[k].owner->addIncoming(e.memory.owner_or_null(next[k].array), end);
    }
  }
  e.b.SetInsertPoint(done);
  if (how == Asking::InStrips) {
    llvm::BasicBlock* next_strip = e.control.new_block("next_strip");
    llvm::BasicBlock* finished = e.control.new_block("finished");
    e.b.CreateCondBr(less(limit, bound), next_strip, finished, e.cancellation.seldom());
    e.b.SetInsertPoint(next_strip);
    owning([&] { e.cancellation.leave_if_cancelled(); });
    size_t number = 0;
    const auto go_on_with = [&](llvm::Value* value) {
      strip_begin[number++]->addIncoming(value, e.b.GetInsertBlock());
    };
    for (const Carried& last : state) {
      if (last.scalar != nullptr) go_on_with(last.scalar);
      if (last.data != nullptr) {
        go_on_with(last.data);
        go_on_with(last.owner);
      }
    }
    go_on_with(limit);
    e.b.CreateBr(strip);
    e.b.SetInsertPoint(finished);
  }
  for (size_t k = 0; k < state.size(); k++) e.bind_result(stm.pattern[k], current[k]);
}

}  // namespace planish::codegen
