// Control flow: branches, loops, checks, leaving a function.
#include <llvm/IR/MDBuilder.h>

#include <algorithm>

#include "codegen/common/emit.h"
#include "ir/alias.h"
#include "ir/walk.h"
#include "runtime/abi.h"

namespace planish::codegen {

llvm::BasicBlock* FunctionEmitter::new_block(const char* name) {
  return llvm::BasicBlock::Create(m.context, name, function);
}

std::vector<llvm::Value*> FunctionEmitter::either(llvm::Value* condition, const GiveValues& then,
                                                  const GiveValues& otherwise) {
  llvm::BasicBlock* yes = new_block("then");
  llvm::BasicBlock* no = new_block("else");
  llvm::BasicBlock* after = new_block("after");
  b.CreateCondBr(condition, yes, no);
  const auto branch = [&](llvm::BasicBlock*& block, const GiveValues& code) {
    b.SetInsertPoint(block);
    std::vector<llvm::Value*> values = code();
    block = b.GetInsertBlock();
    b.CreateBr(after);
    return values;
  };
  const std::vector<llvm::Value*> one = branch(yes, then);
  const std::vector<llvm::Value*> other = branch(no, otherwise);
  b.SetInsertPoint(after);
  std::vector<llvm::Value*> out;
  for (size_t k = 0; k < one.size(); k++) {
    llvm::PHINode* value = b.CreatePHI(one[k]->getType(), 2, "either");
    value->addIncoming(one[k], yes);
    value->addIncoming(other[k], no);
    out.push_back(value);
  }
  return out;
}

void FunctionEmitter::if_then(llvm::Value* condition, const std::function<void()>& then) {
  llvm::BasicBlock* yes = new_block("then");
  llvm::BasicBlock* after = new_block("after");
  b.CreateCondBr(condition, yes, after);
  b.SetInsertPoint(yes);
  then();
  b.CreateBr(after);
  b.SetInsertPoint(after);
}

// ---- Leaving

llvm::PHINode* FunctionEmitter::leaving_status() { return leaving_status(scopes_.all()); }

// What is owned last is released first, and then what was owned before: those blocks are shared.
llvm::PHINode* FunctionEmitter::leaving_status(std::span<const Scopes::Owned> owned) {
  std::vector<const void*> key;
  for (const Scopes::Owned& own : owned) {
    key.push_back(own.owner);
    key.push_back(own.slot);
  }
  if (auto known = leaving_.find(key); known != leaving_.end()) return known->second;
  llvm::PHINode* before = owned.empty() ? nullptr : leaving_status(owned.first(owned.size() - 1));
  llvm::IRBuilderBase::InsertPointGuard guard(b);
  llvm::BasicBlock* block = new_block("leave");
  b.SetInsertPoint(block);
  llvm::PHINode* status = b.CreatePHI(m.i32, 4, "status");
  if (owned.empty()) {
    b.CreateRet(status);
  } else {
    const Scopes::Owned& own = owned.back();
    llvm::Value* owner = own.slot != nullptr ? b.CreateLoad(m.pointer, own.slot) : own.owner;
    if (owner != nullptr && !llvm::isa<llvm::ConstantPointerNull>(owner))
      b.CreateCall(m.rare_release(), {context, owner});
    b.CreateBr(before->getParent());
    before->addIncoming(status, block);
  }
  leaving_.emplace(std::move(key), status);
  return status;
}

void FunctionEmitter::leave_unless_ok(llvm::Value* status) {
  llvm::PHINode* left_with = leaving_status();
  llvm::BasicBlock* leaving = left_with->getParent();
  llvm::BasicBlock* go_on = new_block("ok");
  llvm::Value* ok = b.CreateICmpEQ(status, llvm::ConstantInt::get(m.i32, PLANISH_OK));
  b.CreateCondBr(ok, go_on, leaving, likely());
  left_with->addIncoming(status, b.GetInsertBlock());
  b.SetInsertPoint(go_on);
}

void FunctionEmitter::leave_unless_made(llvm::Value* status) {
  if (place_.id == 0) return leave_unless_ok(status);
  llvm::PHINode* statuses = leaving_status();
  llvm::BasicBlock* failed = new_block("not_made");
  llvm::BasicBlock* go_on = new_block("made");
  b.CreateCondBr(b.CreateICmpEQ(status, llvm::ConstantInt::get(m.i32, PLANISH_OK)), go_on, failed,
                 likely());
  b.SetInsertPoint(failed);
  int64_t count = 0;
  llvm::Constant* path = m.path(place_, count);
  b.CreateCall(m.runtime("planish_add_place", b.getVoidTy(), {m.pointer, m.pointer, m.i64}),
               {context, path, i64(count)})
      ->addFnAttr(llvm::Attribute::Cold);
  statuses->addIncoming(status, failed);
  b.CreateBr(statuses->getParent());
  b.SetInsertPoint(go_on);
}

// ---- Being cancelled

// Note [Loops that can be cancelled]
// A loop asks now and then whether the run was cancelled: about every kUnasked nanoseconds, as
// costs are estimated. What asking costs is not to be seen:
//
//   for loops without a loop or an operator in them   are done in strips of so many iterations, between which they ask.
//                                                     Within a strip nothing is different, so that
//                                                     it is vectorised.
//   other for loops, while loops                      count their iterations, and those of the loops around them.
//
// So neither a loop of few iterations nor an outer loop is ever without: what is inside of it
// counts, or it does itself.
namespace {

constexpr double kUnasked = 16'000;
constexpr int64_t kFewest = 64;
constexpr int64_t kMost = 1 << 14;

}  // namespace

int64_t FunctionEmitter::unasked_iterations(const ir::Body& body) {
  const Cost cost = m.facts.cost(body);
  if (cost.unknown_count) return kFewest;
  return std::clamp(static_cast<int64_t>(kUnasked / std::max(cost.nanoseconds, 1.0)), kFewest,
                    kMost);
}

void FunctionEmitter::leave_if_cancelled() {
  llvm::CallInst* status =
      b.CreateCall(m.runtime("planish_check_cancelled", m.i32, {m.pointer}), {context});
  // What is read in the loop is still the same afterwards.
  status->setOnlyAccessesInaccessibleMemory();
  status->addFnAttr(llvm::Attribute::Cold);
  leave_unless_ok(status);
}

void FunctionEmitter::count_iteration(const ir::Body& body) {
  if (iterations_ == nullptr) {
    iterations_ = stack_slot(m.i64, "iterations");
    llvm::IRBuilder<> at_entry(entry_->getTerminator());
    at_entry.CreateStore(i64(0), iterations_);
  }
  llvm::Value* count =
      b.CreateAdd(b.CreateLoad(m.i64, iterations_), i64(kMost / unasked_iterations(body)));
  b.CreateStore(count, iterations_);
  llvm::BasicBlock* ask = new_block("ask");
  llvm::BasicBlock* go_on = new_block("go_on");
  b.CreateCondBr(b.CreateICmpUGE(count, i64(kMost)), ask, go_on,
                 llvm::MDBuilder(m.context).createBranchWeights(1, kMost));
  b.SetInsertPoint(ask);
  b.CreateStore(i64(0), iterations_);
  leave_if_cancelled();
  b.CreateBr(go_on);
  b.SetInsertPoint(go_on);
}

// How a for loop asks.
FunctionEmitter::Asking FunctionEmitter::asking(const ir::Loop& op) {
  const Cost cost = m.facts.cost(*op.body);
  if (cost.unknown_count) return Asking::Counting;
  const int64_t strip = unasked_iterations(*op.body);
  if (op.bound.is_const() && static_cast<int64_t>(op.bound.constant.bits) <= strip)
    return Asking::Never;
  // Others have few iterations.
  return scalar_type(m.context, type(op.index)->elem)->getIntegerBitWidth() < 32 ? Asking::Counting
                                                                                 : Asking::InStrips;
}

llvm::MDNode* FunctionEmitter::likely() {
  return llvm::MDBuilder(m.context).createBranchWeights(1 << 20, 1);
}

void FunctionEmitter::return_ok() {
  end_scope();
  b.CreateRet(llvm::ConstantInt::get(m.i32, PLANISH_OK));
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Check& op) {
  llvm::Value* condition = scalar(op.condition);
  bind_scalar(stm.pattern[0], scalar_constant(m.context, {}));
  if (passed_checks != nullptr && passed_checks->contains(stm.op)) return;
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(condition);
      constant != nullptr && constant->isOne())
    return;
  llvm::PHINode* status = leaving_status();
  llvm::BasicBlock* leaving = status->getParent();
  llvm::BasicBlock* failed = new_block("failed");
  llvm::BasicBlock* go_on = new_block("checked");
  b.CreateCondBr(condition, go_on, failed, likely());
  b.SetInsertPoint(failed);
  std::vector<llvm::Value*> values;
  for (const ir::MessagePart& part : op.message) {
    if (part.text.empty())
      values.push_back(emit_to_word(b, type(part.value)->elem, scalar(part.value)));
  }
  llvm::Value* array = llvm::ConstantPointerNull::get(m.pointer);
  if (!values.empty()) {
    array = stack_slot(llvm::ArrayType::get(m.i64, values.size()), "values");
    for (size_t k = 0; k < values.size(); k++)
      b.CreateStore(values[k], b.CreateConstInBoundsGEP1_64(m.i64, array, k));
  }
  llvm::Value* result = m.code.fail(*this, m.check_site(op, stm.place), array, values.size());
  status->addIncoming(result, b.GetInsertBlock());
  b.CreateBr(leaving);
  b.SetInsertPoint(go_on);
}

// ---- Branches

// Where branches make their results. Late destinations are made here, before the code goes separate
// ways.
Destinations FunctionEmitter::branch_destinations(const ir::Stm& stm) {
  Destinations destinations(stm.pattern.size());
  for (size_t k = 0; k < stm.pattern.size(); k++) {
    const Scopes::Scope& scope = scopes_.current();
    const ir::Var var = stm.pattern[k];
    // A place of another size is that of a result that is coerced, which is copied when that is
    // known to be right.
    if (auto found = scope.destinations.find(var.id);
        found != scope.destinations.end() && found->second.fit == plan::Fit::Always)
      destinations[k] = found->second.array;
    if (scope.late_destinations.contains(var.id) && plan::has_size_before(m.storage, stm, var))
      destinations[k] = allocate(var);
  }
  return destinations;
}

void FunctionEmitter::branches(const ir::Stm& stm, const Destinations& destinations,
                               std::vector<std::pair<llvm::BasicBlock*, const ir::Body*>> bodies) {
  llvm::BasicBlock* join = new_block("join");
  const std::vector<ir::Var> owned = scopes_.handed(stm);
  std::vector<std::pair<llvm::BasicBlock*, std::vector<Result>>> ends;
  for (auto& [block, body] : bodies) {
    b.SetInsertPoint(block);
    std::vector<Result> given = results(*body, destinations, owned);
    ends.emplace_back(b.GetInsertBlock(), std::move(given));
    b.CreateBr(join);
  }
  b.SetInsertPoint(join);
  const auto merge = [&](size_t k, auto value_of) {
    llvm::Value* first = value_of(ends[0].second[k]);
    if (std::ranges::all_of(ends, [&](auto& end) { return value_of(end.second[k]) == first; }))
      return first;
    llvm::PHINode* phi =
        b.CreatePHI(first->getType(), static_cast<unsigned>(ends.size()), "either");
    for (auto& [block, given] : ends) phi->addIncoming(value_of(given[k]), block);
    return static_cast<llvm::Value*>(phi);
  };
  std::vector<Result> merged(stm.pattern.size());
  for (size_t k = 0; k < stm.pattern.size(); k++) {
    const Result& example = ends[0].second[k];
    if (example.accumulator) {
      merged[k].accumulator = example.accumulator;
    } else if (example.scalar != nullptr) {
      merged[k].scalar = merge(k, [](const Result& r) { return r.scalar; });
    } else {
      merged[k].array.data = merge(k, [](const Result& r) { return r.array.data; });
      merged[k].array.owner = merge(k, [&](const Result& r) { return owner_or_null(r.array); });
      for (auto& [block, given] : ends)
        merged[k].array.made_in = std::max(merged[k].array.made_in, given[k].array.made_in);
    }
  }
  for (size_t k = 0; k < stm.pattern.size(); k++) bind_result(stm.pattern[k], merged[k]);
}

namespace {

// Note [Branches before recursion]
// A branch that only chooses between numbers would become conditional moves, which wait for the
// condition. If the numbers tell a recursive call where to read, as in a search tree, then each
// level waits until that above has been read, which takes long if it was not in a cache. A branch
// lets the CPU go on with the side that it guesses, and every second guess at least fetches what is
// needed: the benchmark kd_tree takes a tenth less time.
//
// Does one of the statements, or one inside of them, give a variable to a recursive function?
bool is_given_to_recursion(const ModuleEmitter& m, std::span<const ir::Stm> stms,
                           std::span<const ir::Var> vars) {
  const auto is_given = [&](const ir::Atom& atom) {
    return atom.var && m.storage.type(atom.var)->is_scalar() &&
           std::ranges::count(vars, atom.var) > 0;
  };
  return std::ranges::any_of(stms, [&](const ir::Stm& stm) {
    const auto* call = ir::as<ir::Call>(stm.op);
    bool found =
        call != nullptr && m.is_recursive(call->fn) && std::ranges::any_of(call->args, is_given);
    ir::for_each_body(stm.op, [&](const ir::Body* inner) {
      found = found || is_given_to_recursion(m, inner->stms, vars);
    });
    return found;
  });
}

}  // namespace

llvm::Value* FunctionEmitter::owner_or_null(const Array& array) {
  return array.owner != nullptr ? array.owner : llvm::ConstantPointerNull::get(m.pointer);
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::If& op) {
  const Destinations destinations = branch_destinations(stm);
  llvm::BasicBlock* yes = new_block("then");
  llvm::BasicBlock* no = new_block("else");
  b.CreateCondBr(scalar(op.condition), yes, no);
  const ir::Body* around = scopes_.current().body;
  if (around != nullptr && is_given_to_recursion(m, around->stms, stm.pattern)) {
    // It does nothing, but LLVM keeps it where it is.
    b.SetInsertPoint(yes);
    b.CreateIntrinsic(b.getVoidTy(), llvm::Intrinsic::sideeffect, {});
  }
  branches(stm, destinations, {{yes, op.then_body}, {no, op.else_body}});
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Match& op) {
  const Destinations destinations = branch_destinations(stm);
  std::vector<std::pair<llvm::BasicBlock*, const ir::Body*>> bodies;
  for (const ir::MatchCase& one : op.cases) bodies.emplace_back(new_block("case"), one.body);
  llvm::BasicBlock* otherwise = nullptr;
  if (op.otherwise != nullptr) {
    otherwise = new_block("otherwise");
    bodies.emplace_back(otherwise, op.otherwise);
  } else {
    otherwise = new_block("never");
    llvm::IRBuilder<>(otherwise).CreateUnreachable();
  }
  llvm::SwitchInst* choice =
      b.CreateSwitch(scalar(op.value), otherwise, static_cast<unsigned>(op.cases.size()));
  for (size_t k = 0; k < op.cases.size(); k++)
    choice->addCase(llvm::cast<llvm::ConstantInt>(scalar_constant(m.context, op.cases[k].value)),
                    bodies[k].first);
  branches(stm, destinations, std::move(bodies));
}

// ---- Loops

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Loop& op) {
  std::vector<Result> init;
  for (size_t k = 0; k < op.params.size(); k++)
    init.push_back(give(op.params[k].init, scopes_.transfer(stm, k)));
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock* header = new_block("header");
  llvm::BasicBlock* inside = new_block("iteration");
  llvm::BasicBlock* done = new_block("finished");
  const Asking how = op.condition != nullptr ? Asking::Counting : asking(op);
  llvm::Value* bound = op.condition != nullptr ? nullptr : scalar(op.bound);
  llvm::Value* first_index =
      bound != nullptr ? llvm::ConstantInt::get(bound->getType(), 0) : nullptr;
  llvm::Value* limit = bound;  // of the strip
  const bool is_signed_index = bound != nullptr && is_signed(type(op.index)->elem);
  llvm::BasicBlock* strip = nullptr;
  std::vector<llvm::PHINode*> strip_begin;  // what it begins with
  if (how == Asking::InStrips) {
    strip = new_block("strip");
    b.CreateBr(strip);
    b.SetInsertPoint(strip);
    const auto begin_with = [&](llvm::Value* value) {
      strip_begin.push_back(b.CreatePHI(value->getType(), 2, "begin"));
      strip_begin.back()->addIncoming(value, before);
      return strip_begin.back();
    };
    for (Result& first : init) {
      if (first.accumulator) continue;
      if (first.scalar != nullptr) {
        first.scalar = begin_with(first.scalar);
      } else {
        first.array.data = begin_with(first.array.data);
        first.array.owner = begin_with(owner_or_null(first.array));
      }
    }
    first_index = begin_with(first_index);
    llvm::Value* rest = b.CreateSub(bound, first_index);
    llvm::Value* most = llvm::ConstantInt::get(bound->getType(),
                                               static_cast<uint64_t>(unasked_iterations(*op.body)));
    limit = b.CreateAdd(
        first_index,
        b.CreateBinaryIntrinsic(is_signed_index ? llvm::Intrinsic::smin : llvm::Intrinsic::umin,
                                rest, most));
    before = strip;
  }
  b.CreateBr(header);
  b.SetInsertPoint(header);
  const auto carried = [&](llvm::Value* value) {
    llvm::PHINode* phi = b.CreatePHI(value->getType(), 2, "carried");
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
      now.array.owner = next.owner = carried(owner_or_null(first.array));
      now.array.made_in = parallel_loops.size();
    }
  }
  llvm::PHINode* index = nullptr;
  if (op.index) {
    index = carried(first_index);
    bind_scalar(op.index, index);
  }
  // What the parameters hold belongs to whatever runs inside.
  std::vector<ir::Var> owned;
  for (size_t k = 0; k < op.params.size(); k++) {
    ir::Var var = op.params[k].param.var;
    if (current[k].scalar != nullptr || current[k].accumulator) {
      bind_result(var, current[k]);
    } else {
      bind(var, {nullptr, current[k].array, var, {}});
      owned.push_back(var);
    }
  }
  const auto less = [&](llvm::Value* one, llvm::Value* other) {
    return is_signed_index ? b.CreateICmpSLT(one, other) : b.CreateICmpULT(one, other);
  };
  // Code that owns what the parameters hold.
  const auto owning = [&](const std::function<void()>& code) {
    scopes_.open();
    for (ir::Var var : owned) scopes_.hold(binding(var).array.owner, var);
    code();
    scopes_.close();
  };
  llvm::Value* more = nullptr;
  owning([&] {
    if (op.condition != nullptr && where == Where::Host) {
      leave_if_cancelled();
    } else if (how == Asking::Counting) {
      count_iteration(*op.body);
    }
    if (op.condition == nullptr) {
      more = less(index, limit);
      return;
    }
    iteration([&] {
      body(*op.condition, {}, [&](std::span<const ir::Atom> given) { more = scalar(given[0]); });
    });
  });
  b.CreateCondBr(more, inside, done);
  b.SetInsertPoint(inside);
  std::vector<Result> next;
  iteration([&] { next = results(*op.body, {}, owned); });
  llvm::BasicBlock* end = b.GetInsertBlock();
  if (index != nullptr) {
    index->addIncoming(b.CreateAdd(index, llvm::ConstantInt::get(index->getType(), 1), "next",
                                   !is_signed_index, is_signed_index),
                       end);
  }
  b.CreateBr(header);
  for (size_t k = 0; k < state.size(); k++) {
    if (state[k].scalar != nullptr) state[k].scalar->addIncoming(next[k].scalar, end);
    if (state[k].data != nullptr) {
      state[k].data->addIncoming(next[k].array.data, end);
      state[k].owner->addIncoming(owner_or_null(next[k].array), end);
    }
  }
  b.SetInsertPoint(done);
  if (how == Asking::InStrips) {
    llvm::BasicBlock* next_strip = new_block("next_strip");
    llvm::BasicBlock* finished = new_block("finished");
    b.CreateCondBr(less(limit, bound), next_strip, finished,
                   llvm::MDBuilder(m.context).createBranchWeights(1, kFewest));
    b.SetInsertPoint(next_strip);
    owning([&] { leave_if_cancelled(); });
    size_t number = 0;
    const auto go_on_with = [&](llvm::Value* value) {
      strip_begin[number++]->addIncoming(value, b.GetInsertBlock());
    };
    for (const Carried& last : state) {
      if (last.scalar != nullptr) go_on_with(last.scalar);
      if (last.data != nullptr) {
        go_on_with(last.data);
        go_on_with(last.owner);
      }
    }
    go_on_with(limit);
    b.CreateBr(strip);
    b.SetInsertPoint(finished);
  }
  for (size_t k = 0; k < state.size(); k++) bind_result(stm.pattern[k], current[k]);
}

// ---- Others

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Trace& op) {
  const ir::Type* value_type = type(op.value);
  std::vector<llvm::Value*> dims = sizes(value_type);
  llvm::Value* shape =
      stack_slot(llvm::ArrayType::get(m.i64, std::max<size_t>(dims.size(), 1)), "shape");
  for (size_t k = 0; k < dims.size(); k++)
    b.CreateStore(dims[k], b.CreateConstInBoundsGEP1_64(m.i64, shape, k));
  llvm::Value* data = nullptr;
  llvm::Value* owner = nullptr;
  if (value_type->is_scalar()) {
    data = stack_slot(memory_type(m.context, value_type->elem), "traced");
    b.CreateStore(in_memory(value_type->elem, scalar(op.value)), data);
    bind_scalar(stm.pattern[0], scalar(op.value));
  } else {
    Array shown = array(op.value.var);
    bind_view(stm.pattern[0], shown, op.value.var);
    if (!shown.strides.empty()) {
      shown = dense(shown, value_type);
      owner = shown.owner;
    }
    data = shown.data;
  }
  const std::vector<llvm::Value*> arguments{context,
                                            m.text(op.tag),
                                            b.getInt32(static_cast<uint32_t>(value_type->elem)),
                                            i64(static_cast<int64_t>(dims.size())),
                                            shape,
                                            data};
  m.code.trace(*this, value_type, arguments);
  release(owner);
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Opaque& op) {
  same(stm.pattern[0], op.value);
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Tuning& op) {
  bind_scalar(stm.pattern[0], m.code.tuned(*this, op.name, scalar(op.value)));
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Same& op) {
  same(stm.pattern[0], op.value);
}

void FunctionEmitter::same(ir::Var var, const ir::Atom& value) {
  if (type(value)->is_scalar()) return bind_scalar(var, scalar(value));
  if (type(value)->is_acc()) return bind(var, binding(value.var));
  bind_view(var, array(value.var), value.var);
}

}  // namespace planish::codegen
