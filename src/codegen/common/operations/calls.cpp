// Calls of functions, and constants, which are functions that are called once.
#include <algorithm>

#include "codegen/common/operations/operations.h"
#include "codegen/common/slots.h"
#include "runtime/abi.h"

namespace planish::codegen {
namespace {

// The arguments of a call, with a reference for each array.
void hand_over(FunctionEmitter& e, const ir::Stm& stm, const ir::Function& callee,
               std::span<const ir::Atom> atoms, std::vector<llvm::Value*>& args) {
  std::vector<Array> arrays(atoms.size());
  std::vector<llvm::Value*> copies;
  for (size_t k = 0; k < atoms.size(); k++) {
    if (!e.type(atoms[k])->is_array()) continue;
    arrays[k] = e.array(atoms[k].var);
    const plan::Transfer how = e.open_bodies.transfer(stm, k);
    const bool is_copied = how == plan::Transfer::Copy || how == plan::Transfer::SmallCopy;
    if (!is_copied && (arrays[k].strides.empty() || e.m.strided_params.contains(callee.name, k)))
      continue;
    const Array view = arrays[k];
    const std::vector<llvm::Value*> dims = e.sizes(e.type(atoms[k]));
    const Prim elem = e.type(atoms[k])->elem;
    arrays[k] = how == plan::Transfer::SmallCopy ? e.memory.allocate_small(elem, dims)
                                                 : e.memory.allocate_block(elem, dims);
    e.copies.copy(arrays[k], view, elem, dims);
    // Until all of them are made.
    e.open_bodies.hold(arrays[k].owner);
    copies.push_back(arrays[k].owner);
  }
  for (size_t k = 0; k < atoms.size(); k++) {
    if (e.type(atoms[k])->is_scalar()) {
      args.push_back(e.scalar(atoms[k]));
      continue;
    }
    args.push_back(arrays[k].data);
    args.push_back(e.memory.owner_or_null(arrays[k]));
    if (e.m.strided_params.contains(callee.name, k)) {
      for (llvm::Value* stride : e.elements.strides(arrays[k], e.type(atoms[k])))
        args.push_back(stride);
    }
    if (std::ranges::count(copies, arrays[k].owner) > 0) {
      e.open_bodies.give_up_owner(arrays[k].owner);
      continue;
    }
    const bool is_handed_over = e.open_bodies.transfer(stm, k) == plan::Transfer::HandOver &&
                                e.open_bodies.give_up(e.binding(atoms[k].var).root);
    if (!is_handed_over) e.memory.retain(arrays[k].owner);
  }
}

void call(FunctionEmitter& e, const ir::Stm& stm, const ir::Call& op, const ir::Function& callee) {
  for (const ir::Atom& atom : op.args) {
    if (e.type(atom)->is_acc()) unsupported(e.m.storage, stm, "an accumulator given to a function");
  }
  std::vector<Array> places(stm.pattern.size());
  for (size_t k = 0; k < places.size(); k++) {
    if (!e.m.placed_results.contains(op.fn, k)) continue;
    places[k] = e.memory.allocate(stm.pattern[k]);
    if (!places[k].strides.empty())
      places[k] =
          e.memory.allocate_block(e.type(stm.pattern[k])->elem, e.sizes(e.type(stm.pattern[k])));
    e.bind_root(stm.pattern[k], places[k]);
  }
  std::vector<llvm::Value*> args{e.context};
  if (callee.entry != nullptr) args.push_back(llvm::ConstantPointerNull::get(e.m.pointer));
  hand_over(e, stm, callee, op.args, args);
  std::vector<llvm::AllocaInst*> slots;
  const auto slot = [&](llvm::Type* of) {
    slots.push_back(e.frame.stack_slot(of, "result"));
    args.push_back(slots.back());
  };
  for (size_t k = 0; k < stm.pattern.size(); k++) {
    const ir::Var var = stm.pattern[k];
    if (places[k].data != nullptr) {
      args.push_back(places[k].data);
    } else if (e.type(var)->is_scalar()) {
      slot(scalar_type(e.m.context, e.type(var)->elem));
    } else {
      slot(e.m.pointer);
      slot(e.m.pointer);
    }
  }
  int64_t count = 0;
  llvm::Constant* path = e.m.path(stm.place, count);
  e.m.code.enter(e, path, count);
  llvm::Value* status = e.b.CreateCall(e.m.function(op.fn), args);
  e.m.code.leave(e);
  // Those who call a function that failed say where they did.
  llvm::PHINode* statuses = e.control.leaving_status();
  llvm::BasicBlock* leaving = statuses->getParent();
  llvm::BasicBlock* failed = e.control.new_block("failed");
  llvm::BasicBlock* go_on = e.control.new_block("called");
  e.b.CreateCondBr(e.b.CreateICmpEQ(status, llvm::ConstantInt::get(e.m.i32, PLANISH_OK)), go_on,
                   failed, e.control.likely());
  e.b.SetInsertPoint(failed);
  e.b.CreateCall(
         e.m.runtime("planish_add_caller", e.b.getVoidTy(), {e.m.pointer, e.m.pointer, e.m.i64}),
         {e.context, path, e.i64(count)})
      ->addFnAttr(llvm::Attribute::Cold);
  statuses->addIncoming(status, failed);
  e.b.CreateBr(leaving);
  e.b.SetInsertPoint(go_on);
  size_t next = 0;
  for (size_t k = 0; k < stm.pattern.size(); k++) {
    const ir::Var var = stm.pattern[k];
    if (places[k].data != nullptr) continue;
    if (e.type(var)->is_scalar()) {
      llvm::AllocaInst* from = slots[next++];
      e.bind_scalar(var, e.b.CreateLoad(from->getAllocatedType(), from));
    } else {
      llvm::Value* data = e.b.CreateLoad(e.m.pointer, slots[next++]);
      llvm::Value* owner = e.b.CreateLoad(e.m.pointer, slots[next++]);
      e.bind_root(var, {data, {}, owner, e.ranges.depth()});
    }
  }
}

void constant(FunctionEmitter& e, const ir::Stm& stm, const ir::Function& callee) {
  llvm::Value* table = e.constants();
  int64_t place = e.m.facts.constant_place(callee.name);
  for (ir::Var var : stm.pattern) {
    llvm::Value* slot = slot_pointer(e, table, ++place);
    if (e.type(var)->is_scalar()) {
      e.bind_scalar(var, emit_from_word(e.b, e.type(var)->elem, e.b.CreateLoad(e.m.i64, slot)));
    } else {
      llvm::Value* data = e.b.CreateLoad(e.m.pointer, slot_field(e, slot, 1));
      e.bind(var, {nullptr, {data, {}, nullptr, 0}, var, {}});
    }
  }
}

}  // namespace

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Call& op) {
  const ir::Function* callee = e.m.program.find(op.fn);
  if (callee->constant) return constant(e, stm, *callee);
  call(e, stm, op, *callee);
}

// The length of the rows of an input (passes/rows/equal_rows.h): what the slot of the offsets says,
// if it says something.
void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::EqualStep& op) {
  const auto computed = [&] {
    llvm::Value* steps = e.b.CreateSub(e.sizes(e.type(op.array))[0], e.i64(1));
    Array offsets = e.array(op.array);
    if (!offsets.strides.empty()) {
      const std::vector<llvm::Value*> dims = e.sizes(e.type(op.array));
      const Array view =
          std::exchange(offsets, e.memory.allocate_temporary(stm.op, stm.pattern[0], dims));
      e.copies.copy(offsets, view, Prim::I64, dims);
    }
    return std::vector<llvm::Value*>{e.m.code.row_length(e, offsets.data, steps)};
  };
  const std::span<const ir::Param> params =
      e.inputs.entry == nullptr ? std::span<const ir::Param>{} : e.inputs.entry->params;
  const auto param = std::ranges::find(params, e.binding(op.array).root, &ir::Param::var);
  if (param == params.end() ||
      component_kind(e.inputs.entry->entry->params, static_cast<size_t>(param - params.begin())) !=
          ir::ComponentKind::Offsets)
    return e.bind_scalar(stm.pattern[0], computed()[0]);
  const auto nothing = [&] { return std::vector<llvm::Value*>{e.i64(0)}; };
  llvm::Value* word = e.control.either(e.b.CreateIsNull(e.inputs.slots), nothing, [&] {
    return std::vector<llvm::Value*>{
        e.b.CreateLoad(e.m.i64, slot_pointer(e, e.inputs.slots, param - params.begin()))};
  })[0];
  const auto known = [&] {
    // A length is 2 less than the word, and -1 says that there is none.
    return std::vector<llvm::Value*>{e.b.CreateSub(word, e.i64(2))};
  };
  e.bind_scalar(stm.pattern[0],
                e.control.either(e.b.CreateICmpNE(word, e.i64(0)), known, computed)[0]);
}

}  // namespace planish::codegen
