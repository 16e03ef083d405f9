// Branches, checks and traces.
#include <algorithm>
#include <utility>

#include "codegen/common/operations/operations.h"
#include "ir/walk.h"
#include "plan/made_sizes.h"

namespace planish::codegen {

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Check& op) {
  llvm::Value* condition = e.scalar(op.condition);
  e.bind_scalar(stm.pattern[0], scalar_constant(e.m.context, {}));
  if (e.passed_checks != nullptr && e.passed_checks->contains(stm.op)) return;
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(condition);
      constant != nullptr && constant->isOne())
    return;
  llvm::PHINode* status = e.control.leaving_status();
  llvm::BasicBlock* leaving = status->getParent();
  llvm::BasicBlock* failed = e.control.new_block("failed");
  llvm::BasicBlock* go_on = e.control.new_block("checked");
  e.b.CreateCondBr(condition, go_on, failed, e.control.likely());
  e.b.SetInsertPoint(failed);
  std::vector<llvm::Value*> values;
  for (const ir::MessagePart& part : op.message) {
    if (part.text.empty())
      values.push_back(emit_to_word(e.b, e.type(part.value)->elem, e.scalar(part.value)));
  }
  llvm::Value* array = llvm::ConstantPointerNull::get(e.m.pointer);
  if (!values.empty()) {
    array = e.frame.stack_slot(llvm::ArrayType::get(e.m.i64, values.size()), "values");
    for (size_t k = 0; k < values.size(); k++)
      e.b.CreateStore(values[k], e.b.CreateConstInBoundsGEP1_64(e.m.i64, array, k));
  }
  llvm::Value* result = e.m.code.fail(e, e.m.check_site(op, stm.place), array, values.size());
  status->addIncoming(result, e.b.GetInsertBlock());
  e.b.CreateBr(leaving);
  e.b.SetInsertPoint(go_on);
}

// ---- Branches

namespace {

// Where branches make their results. Late destinations are made here, before the code goes separate
// ways.
Destinations branch_destinations(FunctionEmitter& e, const ir::Stm& stm) {
  Destinations destinations(stm.pattern.size());
  for (size_t k = 0; k < stm.pattern.size(); k++) {
    const OpenBodies::Entry& innermost = e.open_bodies.current();
    const ir::Var var = stm.pattern[k];
    // A place of another size is that of a result that is coerced, which is copied when that is
    // known to be right.
    if (auto found = innermost.destinations.find(var.id);
        found != innermost.destinations.end() && found->second.fit == plan::Fit::Always)
      destinations[k] = found->second.array;
    if (innermost.late_destinations.contains(var.id) &&
        plan::has_size_before(e.m.storage, stm, var))
      destinations[k] = e.memory.allocate(var);
  }
  return destinations;
}

// The second branch does what the first one does.
bool is_version(const ir::Stm& stm) { return has_attribute(stm.attrs, AttributeKind::Versions); }

void branches(FunctionEmitter& e, const ir::Stm& stm, const Destinations& destinations,
              std::vector<std::pair<llvm::BasicBlock*, const ir::Body*>> bodies) {
  llvm::BasicBlock* join = e.control.new_block("join");
  const std::vector<ir::Var> owned = e.open_bodies.handed(stm);
  std::vector<std::pair<llvm::BasicBlock*, std::vector<Result>>> ends;
  for (auto& [block, body] : bodies) {
    e.b.SetInsertPoint(block);
    const Control::OtherWay other{bodies.back().first, e.open_bodies.all()};
    const bool has_other = is_version(stm) && body == bodies.front().second;
    const auto* around = std::exchange(e.control.other_way, has_other ? &other : nullptr);
    std::vector<Result> given = e.bodies.results(*body, destinations, owned);
    e.control.other_way = around;
    ends.emplace_back(e.b.GetInsertBlock(), std::move(given));
    e.b.CreateBr(join);
  }
  e.b.SetInsertPoint(join);
  const auto merge = [&](size_t k, auto value_of) {
    llvm::Value* first = value_of(ends[0].second[k]);
    if (std::ranges::all_of(ends, [&](auto& end) { return value_of(end.second[k]) == first; }))
      return first;
    llvm::PHINode* phi =
        e.b.CreatePHI(first->getType(), static_cast<unsigned>(ends.size()), "either");
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
      merged[k].array.owner =
          merge(k, [&](const Result& r) { return e.memory.owner_or_null(r.array); });
      for (auto& [block, given] : ends)
        merged[k].array.made_in = std::max(merged[k].array.made_in, given[k].array.made_in);
    }
  }
  for (size_t k = 0; k < stm.pattern.size(); k++) e.bind_result(stm.pattern[k], merged[k]);
}

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

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::If& op) {
  const Destinations destinations = branch_destinations(e, stm);
  llvm::BasicBlock* yes = e.control.new_block("then");
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(e.scalar(op.condition));
      known != nullptr && !is_version(stm)) {
    e.b.CreateBr(yes);
    return branches(e, stm, destinations, {{yes, known->isOne() ? op.then_body : op.else_body}});
  }
  llvm::BasicBlock* no = e.control.new_block("else");
  e.b.CreateCondBr(e.scalar(op.condition), yes, no);
  const ir::Body* around = e.open_bodies.current().body;
  if (around != nullptr && is_given_to_recursion(e.m, around->stms, stm.pattern)) {
    // It does nothing, but LLVM keeps it where it is.
    e.b.SetInsertPoint(yes);
    e.b.CreateIntrinsic(e.b.getVoidTy(), llvm::Intrinsic::sideeffect, {});
  }
  branches(e, stm, destinations, {{yes, op.then_body}, {no, op.else_body}});
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Match& op) {
  const Destinations destinations = branch_destinations(e, stm);
  std::vector<std::pair<llvm::BasicBlock*, const ir::Body*>> bodies;
  for (const ir::MatchCase& one : op.cases)
    bodies.emplace_back(e.control.new_block("case"), one.body);
  llvm::BasicBlock* otherwise = nullptr;
  if (op.otherwise != nullptr) {
    otherwise = e.control.new_block("otherwise");
    bodies.emplace_back(otherwise, op.otherwise);
  } else {
    otherwise = e.control.new_block("never");
    llvm::IRBuilder<>(otherwise).CreateUnreachable();
  }
  llvm::SwitchInst* choice =
      e.b.CreateSwitch(e.scalar(op.value), otherwise, static_cast<unsigned>(op.cases.size()));
  for (size_t k = 0; k < op.cases.size(); k++)
    choice->addCase(llvm::cast<llvm::ConstantInt>(scalar_constant(e.m.context, op.cases[k].value)),
                    bodies[k].first);
  branches(e, stm, destinations, std::move(bodies));
}

// ---- Traces

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Trace& op) {
  const ir::Type* value_type = e.type(op.value);
  std::vector<llvm::Value*> dims = e.sizes(value_type);
  llvm::Value* shape =
      e.frame.stack_slot(llvm::ArrayType::get(e.m.i64, std::max<size_t>(dims.size(), 1)), "shape");
  for (size_t k = 0; k < dims.size(); k++)
    e.b.CreateStore(dims[k], e.b.CreateConstInBoundsGEP1_64(e.m.i64, shape, k));
  llvm::Value* data = nullptr;
  llvm::Value* owner = nullptr;
  if (value_type->is_scalar()) {
    data = e.frame.stack_slot(memory_type(e.m.context, value_type->elem), "traced");
    e.b.CreateStore(e.elements.in_memory(value_type->elem, e.scalar(op.value)), data);
    e.bind_scalar(stm.pattern[0], e.scalar(op.value));
  } else {
    Array shown = e.array(op.value.var);
    e.bind_view(stm.pattern[0], shown, op.value.var);
    if (!shown.strides.empty()) {
      shown = e.memory.dense(shown, value_type);
      owner = shown.owner;
    }
    data = shown.data;
  }
  const std::vector<llvm::Value*> arguments{e.context,
                                            e.m.text(op.tag),
                                            e.b.getInt32(static_cast<uint32_t>(value_type->elem)),
                                            e.i64(static_cast<int64_t>(dims.size())),
                                            shape,
                                            data};
  e.m.code.trace(e, value_type, arguments);
  e.memory.release(owner);
}

}  // namespace planish::codegen
