// Calls of functions, and constants, which are functions that are called once.
#include <algorithm>

#include "codegen/common/emit.h"
#include "runtime/abi.h"

namespace planish::codegen {

// The arguments of a call, with a reference for each array.
void FunctionEmitter::hand_over(const ir::Stm& stm, const ir::Function& callee,
                                std::span<const ir::Atom> atoms, std::vector<llvm::Value*>& args) {
  std::vector<Array> arrays(atoms.size());
  std::vector<llvm::Value*> copies;
  for (size_t k = 0; k < atoms.size(); k++) {
    if (!type(atoms[k])->is_array()) continue;
    arrays[k] = array(atoms[k].var);
    const plan::Transfer how = scopes_.transfer(stm, k);
    const bool is_copied = how == plan::Transfer::Copy || how == plan::Transfer::SmallCopy;
    if (!is_copied && (arrays[k].strides.empty() || m.strided_params.contains(callee.name, k)))
      continue;
    const Array view = arrays[k];
    const std::vector<llvm::Value*> dims = sizes(type(atoms[k]));
    const Prim elem = type(atoms[k])->elem;
    arrays[k] =
        how == plan::Transfer::SmallCopy ? allocate_small(elem, dims) : allocate_block(elem, dims);
    copy(arrays[k], view, elem, dims);
    // Until all of them are made.
    scopes_.hold(arrays[k].owner);
    copies.push_back(arrays[k].owner);
  }
  for (size_t k = 0; k < atoms.size(); k++) {
    if (type(atoms[k])->is_scalar()) {
      args.push_back(scalar(atoms[k]));
      continue;
    }
    args.push_back(arrays[k].data);
    args.push_back(owner_or_null(arrays[k]));
    if (m.strided_params.contains(callee.name, k)) {
      for (llvm::Value* stride : strides(arrays[k], type(atoms[k]))) args.push_back(stride);
    }
    if (std::ranges::count(copies, arrays[k].owner) > 0) {
      scopes_.give_up_owner(arrays[k].owner);
      continue;
    }
    const bool is_handed_over = scopes_.transfer(stm, k) == plan::Transfer::HandOver &&
                                scopes_.give_up(binding(atoms[k].var).root);
    if (!is_handed_over) retain(arrays[k].owner);
  }
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Call& op) {
  const ir::Function* callee = m.program.find(op.fn);
  if (callee->constant) return constant(stm, *callee);
  call(stm, op, *callee);
}

// The length of the rows of an input (passes/rows/equal_rows.h): what the slot of the offsets says,
// if it says something.
void FunctionEmitter::operation(const ir::Stm& stm, const ir::EqualStep& op) {
  const auto computed = [&] {
    llvm::Value* steps = b.CreateSub(sizes(type(op.array))[0], i64(1));
    Array offsets = array(op.array);
    if (!offsets.strides.empty()) {
      const std::vector<llvm::Value*> dims = sizes(type(op.array));
      const Array view = std::exchange(offsets, allocate_in_scope(Prim::I64, dims));
      copy(offsets, view, Prim::I64, dims);
    }
    return std::vector<llvm::Value*>{m.code.row_length(*this, offsets.data, steps)};
  };
  const std::span<const ir::Param> params =
      inputs.entry == nullptr ? std::span<const ir::Param>{} : inputs.entry->params;
  const auto param = std::ranges::find(params, binding(op.array).root, &ir::Param::var);
  if (param == params.end() ||
      component_kind(inputs.entry->entry->params, static_cast<size_t>(param - params.begin())) !=
          ir::ComponentKind::Offsets)
    return bind_scalar(stm.pattern[0], computed()[0]);
  const auto nothing = [&] { return std::vector<llvm::Value*>{i64(0)}; };
  llvm::Value* word = either(b.CreateIsNull(inputs.slots), nothing, [&] {
    return std::vector<llvm::Value*>{
        b.CreateLoad(m.i64, slot_pointer(inputs.slots, param - params.begin()))};
  })[0];
  const auto known = [&] {
    // A length is 2 less than the word, and -1 says that there is none.
    return std::vector<llvm::Value*>{b.CreateSub(word, i64(2))};
  };
  bind_scalar(stm.pattern[0], either(b.CreateICmpNE(word, i64(0)), known, computed)[0]);
}

void FunctionEmitter::call(const ir::Stm& stm, const ir::Call& op, const ir::Function& callee) {
  for (const ir::Atom& atom : op.args) {
    if (type(atom)->is_acc()) unsupported(m.storage, stm, "an accumulator given to a function");
  }
  std::vector<Array> places(stm.pattern.size());
  for (size_t k = 0; k < places.size(); k++) {
    if (!m.placed_results.contains(op.fn, k)) continue;
    places[k] = allocate(stm.pattern[k]);
    if (!places[k].strides.empty())
      places[k] = allocate_block(type(stm.pattern[k])->elem, sizes(type(stm.pattern[k])));
    bind_root(stm.pattern[k], places[k]);
  }
  std::vector<llvm::Value*> args{context};
  if (callee.entry != nullptr) args.push_back(llvm::ConstantPointerNull::get(m.pointer));
  hand_over(stm, callee, op.args, args);
  std::vector<llvm::AllocaInst*> slots;
  const auto slot = [&](llvm::Type* of) {
    slots.push_back(stack_slot(of, "result"));
    args.push_back(slots.back());
  };
  for (size_t k = 0; k < stm.pattern.size(); k++) {
    const ir::Var var = stm.pattern[k];
    if (places[k].data != nullptr) {
      args.push_back(places[k].data);
    } else if (type(var)->is_scalar()) {
      slot(scalar_type(m.context, type(var)->elem));
    } else {
      slot(m.pointer);
      slot(m.pointer);
    }
  }
  int64_t count = 0;
  llvm::Constant* path = m.path(stm.place, count);
  m.code.enter(*this, path, count);
  llvm::Value* status = b.CreateCall(m.function(op.fn), args);
  m.code.leave(*this);
  // Those who call a function that failed say where they did.
  llvm::PHINode* statuses = leaving_status();
  llvm::BasicBlock* leaving = statuses->getParent();
  llvm::BasicBlock* failed = new_block("failed");
  llvm::BasicBlock* go_on = new_block("called");
  b.CreateCondBr(b.CreateICmpEQ(status, llvm::ConstantInt::get(m.i32, PLANISH_OK)), go_on, failed,
                 likely());
  b.SetInsertPoint(failed);
  b.CreateCall(m.runtime("planish_add_caller", b.getVoidTy(), {m.pointer, m.pointer, m.i64}),
               {context, path, i64(count)})
      ->addFnAttr(llvm::Attribute::Cold);
  statuses->addIncoming(status, failed);
  b.CreateBr(leaving);
  b.SetInsertPoint(go_on);
  size_t next = 0;
  for (size_t k = 0; k < stm.pattern.size(); k++) {
    const ir::Var var = stm.pattern[k];
    if (places[k].data != nullptr) continue;
    if (type(var)->is_scalar()) {
      llvm::AllocaInst* from = slots[next++];
      bind_scalar(var, b.CreateLoad(from->getAllocatedType(), from));
    } else {
      llvm::Value* data = b.CreateLoad(m.pointer, slots[next++]);
      llvm::Value* owner = b.CreateLoad(m.pointer, slots[next++]);
      bind_root(var, {data, {}, owner, parallel_loops.size()});
    }
  }
}

void FunctionEmitter::constant(const ir::Stm& stm, const ir::Function& callee) {
  llvm::Value* table = constants();
  int64_t place = m.facts.constant_place(callee.name);
  for (ir::Var var : stm.pattern) {
    llvm::Value* slot = slot_pointer(table, ++place);
    if (type(var)->is_scalar()) {
      bind_scalar(var, emit_from_word(b, type(var)->elem, b.CreateLoad(m.i64, slot)));
    } else {
      llvm::Value* data = b.CreateLoad(m.pointer, slot_field(slot, 1));
      bind(var, {nullptr, {data, {}, nullptr, 0}, var, {}});
    }
  }
}

llvm::Value* FunctionEmitter::constants() {
  if (constants_ == nullptr) {
    llvm::IRBuilder<> at_entry(entry_->getTerminator());
    constants_ = m.code.constants(m, at_entry, context);
  }
  return constants_;
}

}  // namespace planish::codegen
