// Loops of the program.
#include "codegen/common/operations/operations.h"
#include "ir/alias.h"

namespace planish::codegen {
namespace {

//   strip:     where it looks whether the run is cancelled, if that is done now and then
//   header:    what is carried from iteration to iteration; is there another one?
//   iteration: the body, and back to the header
//   finished:  of the strip, and then of the loop
class LoopEmitter {
 public:
  LoopEmitter(FunctionEmitter& e, const ir::Stm& stm, const ir::Loop& op)
      : e_(e),
        stm_(stm),
        op_(op),
        asking_(is_asked_each_time() ? Asking::Never : e.cancellation.asking(op)) {}

  void emit() {
    std::vector<Bodies::Giving> initial;
    for (size_t k = 0; k < op_.params.size(); k++)
      initial.push_back({op_.params[k].init, e_.open_bodies.transfer(stm_, k)});
    std::vector<Result> first = e_.bodies.give_all(initial);
    before_ = e_.b.GetInsertBlock();
    header_ = e_.control.new_block("header");
    inside_ = e_.control.new_block("iteration");
    done_ = e_.control.new_block("finished");
    if (op_.condition == nullptr) {
      limit_ = bound_ = e_.scalar(op_.bound);
      first_index_ = llvm::ConstantInt::get(bound_->getType(), 0);
      is_signed_index_ = is_signed(e_.type(op_.index)->elem);
    } else if (asking_ == Asking::InStrips) {
      limit_ = e_.b.getInt32(static_cast<uint32_t>(e_.cancellation.unasked_iterations(*op_.body)));
      first_index_ = e_.b.getInt32(0);
    }
    if (asking_ == Asking::InStrips) begin_strip(first);
    begin_iteration(first);
    bind_params();
    test();
    run_body();
    if (asking_ == Asking::InStrips) end_strip();
    for (size_t k = 0; k < state_.size(); k++) e_.bind_result(stm_.pattern[k], current_[k]);
  }

 private:
  using Asking = Cancellation::Asking;

  // A while loop of the host, which has operators in it, or waits.
  bool is_asked_each_time() const {
    return op_.condition != nullptr && e_.where == Where::Host &&
           !e_.cancellation.is_asked_by_calls(*op_.body);
  }

  // The values that an iteration gives to the next, as far as they are values of LLVM.
  struct Carried {
    llvm::PHINode* scalar = nullptr;
    llvm::PHINode* data = nullptr;
    llvm::PHINode* owner = nullptr;
  };

  // A value of the block at hand: as before it, and otherwise what is added later.
  llvm::PHINode* joined(llvm::Value* value, const char* name) {
    llvm::PHINode* phi = e_.b.CreatePHI(value->getType(), 2, name);
    phi->addIncoming(value, before_);
    return phi;
  }

  llvm::Value* less(llvm::Value* one, llvm::Value* other) {
    return is_signed_index_ ? e_.b.CreateICmpSLT(one, other) : e_.b.CreateICmpULT(one, other);
  }

  // ---- Strips

  // `first` becomes what the strip begins with.
  void begin_strip(std::vector<Result>& first) {
    strip_ = e_.control.new_block("strip");
    e_.b.CreateBr(strip_);
    e_.b.SetInsertPoint(strip_);
    const auto begin_with = [&](llvm::Value* value) {
      return strip_begin_.emplace_back(joined(value, "begin"));
    };
    for (Result& value : first) {
      if (value.accumulator) continue;
      if (value.scalar != nullptr) {
        value.scalar = begin_with(value.scalar);
      } else {
        value.array.data = begin_with(value.array.data);
        value.array.owner = begin_with(e_.memory.owner_or_null(value.array));
      }
    }
    if (op_.condition == nullptr) begin_counting_on(begin_with(first_index_));
    before_ = strip_;
  }

  // A strip of a for loop begins with this index. That of a while loop counts from 0.
  void begin_counting_on(llvm::Value* index) {
    first_index_ = index;
    llvm::Value* rest = e_.b.CreateSub(bound_, first_index_);
    llvm::Value* most = llvm::ConstantInt::get(
        bound_->getType(), static_cast<uint64_t>(e_.cancellation.unasked_iterations(*op_.body)));
    limit_ = e_.b.CreateAdd(
        first_index_,
        e_.b.CreateBinaryIntrinsic(is_signed_index_ ? llvm::Intrinsic::smin : llvm::Intrinsic::umin,
                                   rest, most));
  }

  void end_strip() {
    llvm::BasicBlock* next_strip = e_.control.new_block("next_strip");
    llvm::BasicBlock* finished = e_.control.new_block("finished");
    e_.b.CreateCondBr(op_.condition != nullptr ? goes_on_ : less(limit_, bound_), next_strip,
                      finished, e_.cancellation.seldom());
    e_.b.SetInsertPoint(next_strip);
    owning([&] { e_.cancellation.leave_if_cancelled(); });
    size_t number = 0;
    const auto go_on_with = [&](llvm::Value* value) {
      strip_begin_[number++]->addIncoming(value, e_.b.GetInsertBlock());
    };
    for (const Carried& last : state_) {
      if (last.scalar != nullptr) go_on_with(last.scalar);
      if (last.data != nullptr) {
        go_on_with(last.data);
        go_on_with(last.owner);
      }
    }
    if (op_.condition == nullptr) go_on_with(limit_);
    e_.b.CreateBr(strip_);
    e_.b.SetInsertPoint(finished);
  }

  // ---- Iterations

  void begin_iteration(const std::vector<Result>& first) {
    e_.b.CreateBr(header_);
    e_.b.SetInsertPoint(header_);
    for (const Result& value : first) {
      Carried& next = state_.emplace_back();
      Result& now = current_.emplace_back();
      if (value.accumulator) {
        now.accumulator = value.accumulator;
      } else if (value.scalar != nullptr) {
        now.scalar = next.scalar = joined(value.scalar, "carried");
      } else {
        now.array.data = next.data = joined(value.array.data, "carried");
        now.array.owner = next.owner = joined(e_.memory.owner_or_null(value.array), "carried");
        now.array.made_in = e_.ranges.depth();
      }
    }
    if (first_index_ != nullptr) index_ = joined(first_index_, "carried");
    if (op_.index) e_.bind_scalar(op_.index, index_);
  }

  // What the parameters hold belongs to whatever runs inside.
  void bind_params() {
    for (size_t k = 0; k < op_.params.size(); k++) {
      ir::Var var = op_.params[k].param.var;
      if (current_[k].scalar != nullptr || current_[k].accumulator) {
        e_.bind_result(var, current_[k]);
      } else {
        e_.bind(var, {nullptr, current_[k].array, var, {}});
        owned_.push_back(var);
      }
    }
  }

  // Code that owns what the parameters hold.
  void owning(const std::function<void()>& code) {
    e_.open_bodies.open();
    for (ir::Var var : owned_) e_.open_bodies.hold(e_.binding(var).array.owner, var);
    code();
    e_.open_bodies.close();
  }

  // Goes to another iteration, or to the end.
  void test() {
    llvm::Value* more = nullptr;
    owning([&] {
      if (is_asked_each_time()) {
        e_.cancellation.leave_if_cancelled();
      } else if (asking_ == Asking::Counting) {
        e_.cancellation.count_iteration(*op_.body);
      }
      if (op_.condition == nullptr) {
        more = less(index_, limit_);
        return;
      }
      e_.frame.iteration([&] {
        e_.bodies.emit(*op_.condition, {},
                       [&](std::span<const ir::Atom> given) { more = e_.scalar(given[0]); });
      });
      goes_on_ = more;
      if (asking_ == Asking::InStrips) more = e_.b.CreateAnd(more, less(index_, limit_));
    });
    e_.b.CreateCondBr(more, inside_, done_);
  }

  void run_body() {
    e_.b.SetInsertPoint(inside_);
    std::vector<Result> next;
    e_.frame.iteration([&] { next = e_.bodies.results(*op_.body, {}, owned_); });
    llvm::BasicBlock* end = e_.b.GetInsertBlock();
    if (index_ != nullptr) {
      index_->addIncoming(e_.b.CreateAdd(index_, llvm::ConstantInt::get(index_->getType(), 1),
                                         "next", !is_signed_index_, is_signed_index_),
                          end);
    }
    e_.b.CreateBr(header_);
    for (size_t k = 0; k < state_.size(); k++) {
      if (state_[k].scalar != nullptr) state_[k].scalar->addIncoming(next[k].scalar, end);
      if (state_[k].data != nullptr) {
        state_[k].data->addIncoming(next[k].array.data, end);
        state_[k].owner->addIncoming(e_.memory.owner_or_null(next[k].array), end);
      }
    }
    e_.b.SetInsertPoint(done_);
  }

  FunctionEmitter& e_;
  const ir::Stm& stm_;
  const ir::Loop& op_;
  const Asking asking_;

  llvm::BasicBlock* before_ = nullptr;  // the block at hand
  llvm::BasicBlock* header_ = nullptr;
  llvm::BasicBlock* inside_ = nullptr;
  llvm::BasicBlock* done_ = nullptr;
  llvm::BasicBlock* strip_ = nullptr;
  std::vector<llvm::PHINode*> strip_begin_;  // what it begins with

  llvm::Value* goes_on_ = nullptr;  // does the condition of a while loop hold?

  // Of loops that count, be it the iterations of a strip.
  llvm::Value* first_index_ = nullptr;
  llvm::Value* bound_ = nullptr;
  llvm::Value* limit_ = nullptr;  // of the strip
  llvm::PHINode* index_ = nullptr;
  bool is_signed_index_ = false;

  std::vector<Carried> state_;   // by parameter, as are these:
  std::vector<Result> current_;  // in an iteration
  std::vector<ir::Var> owned_;
};

}  // namespace

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Loop& op) {
  LoopEmitter(e, stm, op).emit();
}

}  // namespace planish::codegen
