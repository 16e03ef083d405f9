// Calls of foreign functions: Note [Foreign functions] in passes/calls/choose_foreign.h says what C
// sees of those that users link. Functions of the runtime that perform something get their arguments
// and give their results in two lists (runtime/foreign_abi.h).
#include <algorithm>

#include "codegen/common/operations/operations.h"
#include "ir/foreign_call.h"
#include "runtime/abi.h"
#include "runtime/foreign_abi.h"
#include "target/foreign_code.h"

namespace planish::codegen {
namespace {

// How C passes a scalar: a half by its bits.
llvm::Type* c_type(FunctionEmitter& e, Prim prim) {
  return prim == Prim::F16 ? e.b.getInt16Ty() : scalar_type(e.m.context, prim);
}

llvm::Value* to_c(FunctionEmitter& e, Prim prim, llvm::Value* value) {
  return prim == Prim::F16 ? e.b.CreateBitCast(value, e.b.getInt16Ty()) : value;
}

llvm::Value* from_c(FunctionEmitter& e, Prim prim, llvm::Value* value) {
  return prim == Prim::F16 ? e.b.CreateBitCast(value, e.b.getHalfTy()) : value;
}

// Small integers are extended by whoever gives them.
llvm::Attribute::AttrKind extension(Prim prim) {
  if (prim == Prim::Bool || prim == Prim::F16 || (is_unsigned(prim) && byte_size(prim) < 4))
    return llvm::Attribute::ZExt;
  return is_signed(prim) && byte_size(prim) < 4 ? llvm::Attribute::SExt : llvm::Attribute::None;
}

class ForeignCall {
 public:
  ForeignCall(FunctionEmitter& emitter, const ir::Stm& stm, const ir::Foreign& op)
      : e(emitter), stm_(stm), op_(op) {}

  void plain() {
    for (const ir::Atom& arg : op_.args) add_scalar(arg);
    const Prim prim = e.type(stm_.pattern[0])->elem;
    llvm::CallInst* called = call(c_type(e, prim));
    if (extension(prim) != llvm::Attribute::None) called->addRetAttr(extension(prim));
    if (op_.use != ir::ForeignUse::Serial) {
      called->setDoesNotAccessMemory();
      called->addFnAttr(llvm::Attribute::WillReturn);
    }
    e.bind_scalar(stm_.pattern[0], from_c(e, prim, called));
  }

  void general() {
    llvm::AllocaInst* record = e.frame.stack_slot(record_type(), "foreign");
    args_.push_back(record);
    types_.push_back(e.m.pointer);
    for (const ir::Atom& arg : op_.args) {
      if (e.type(arg)->is_scalar())
        add_scalar(arg);
      else
        add_array(dense(arg.var).data);
    }
    for (ir::Var dest : op_.dests) add_array(dense(dest).data);
    add_results();
    begin(record);
    llvm::Value* returned = call(e.m.i32);
    llvm::Value* status = e.b.CreateCall(
        e.m.runtime("planish_foreign_end", e.m.i32, {e.m.pointer, e.m.i32}), {record, returned});
    e.control.leave_unless_ok(status);
    bind_results();
    for (const Copied& copied : copies_) {
      if (copied.is_overwritten)
        e.copies.copy(e.array(copied.var), copied.array, e.type(copied.var)->elem,
                      e.sizes(e.type(copied.var)));
    }
    release_copies();
  }

  void performed() {
    llvm::AllocaInst* record = e.frame.stack_slot(record_type(), "foreign");
    llvm::Value* args = list(value_type(), op_.args.size(), "arguments");
    for (size_t i = 0; i < op_.args.size(); i++)
      set_argument(op_.args[i], element(args, value_type(), i));
    llvm::Value* results = list(value_type(), stm_.pattern.size(), "results");
    for (size_t k = 0; k < stm_.pattern.size(); k++)
      prepare_result(k, element(results, value_type(), k));
    describe_call(record);
    llvm::Type* p = e.m.pointer;
    llvm::FunctionCallee perform =
        e.m.runtime("planish_perform", e.m.i32, {p, p, e.m.i64, p, e.m.i64});
    e.control.leave_unless_ok(
        e.b.CreateCall(perform, {record, args, e.i64(static_cast<int64_t>(op_.args.size())),
                                 results, e.i64(static_cast<int64_t>(stm_.pattern.size()))}));
    bind_results();
    release_copies();
  }

 private:
  struct Copied {
    ir::Var var;
    Array array;
    bool is_overwritten = false;
  };
  struct Asked {  // a result that the function asks memory for
    ir::Var var;
    int64_t number = 0;
  };

  void release_copies() {
    for (const Copied& copied : copies_) {
      e.open_bodies.give_up_owner(copied.array.owner);
      e.memory.release(copied.array.owner);
    }
  }

  // ---- What performs something

  llvm::StructType* value_type() {
    return llvm::StructType::get(e.m.context, {e.m.i64, e.m.pointer, e.m.i64});
  }
  void set_value(llvm::Value* to, unsigned number, llvm::Value* value) {
    e.b.CreateStore(value, field(value_type(), to, number));
  }
  void set_array(llvm::Value* to, llvm::Value* data, const ir::Type* type) {
    set_value(to, 1, data);
    set_value(to, 2, e.b.CreateMul(e.product(e.sizes(type)), e.i64(byte_size(type->elem))));
  }
  void set_argument(const ir::Atom& atom, llvm::Value* to) {
    const ir::Type* type = e.type(atom);
    if (!type->is_scalar()) return set_array(to, dense(atom.var).data, type);
    if (type->elem == Prim::Unit) return;
    llvm::Value* stored = e.elements.in_memory(type->elem, e.scalar(atom));
    llvm::Type* bits = e.b.getIntNTy(8 * static_cast<unsigned>(byte_size(type->elem)));
    set_value(to, 0, e.b.CreateZExt(e.b.CreateBitCast(stored, bits), e.m.i64));
  }
  void prepare_result(size_t k, llvm::Value* to) {
    const ir::Var var = stm_.pattern[k];
    set_value(to, 1, llvm::ConstantPointerNull::get(e.m.pointer));
    switch (ir::foreign_result(e.m.storage, stm_, k)) {
      case ir::ForeignResult::Overwriting: break;  // there is none
      case ir::ForeignResult::Size: sizes_.push_back(var); break;
      case ir::ForeignResult::Scalar:
        set_value(to, 0, e.i64(0));
        scalars_.emplace_back(var, field(value_type(), to, 0));
        break;
      case ir::ForeignResult::Filled:
        e.bind_root(var, e.memory.allocate(var));
        set_array(to, e.array(var).data, e.type(var));
        break;
      case ir::ForeignResult::AskedFor: asked_.push_back({var, static_cast<int64_t>(k)}); break;
    }
  }

  // ---- Arguments

  void add_scalar(const ir::Atom& atom) {
    const Prim prim = e.type(atom)->elem;
    if (extension(prim) != llvm::Attribute::None)
      extended_.emplace_back(static_cast<unsigned>(args_.size()), extension(prim));
    args_.push_back(to_c(e, prim, e.scalar(atom)));
    types_.push_back(args_.back()->getType());
  }
  void add_pointer(llvm::Value* pointer) {
    args_.push_back(pointer);
    types_.push_back(e.m.pointer);
  }
  void add_array(llvm::Value* pointer) {
    add_pointer(pointer);
    pointers_.push_back(pointer);
  }

  // The array, or a copy of it if its elements do not lie side by side.
  Array dense(ir::Var var) {
    const Array array = e.array(var);
    if (array.strides.empty()) return array;
    const Array copy = e.memory.dense(array, e.type(var));
    e.open_bodies.hold(copy.owner);
    copies_.push_back({var, copy, std::ranges::count(op_.dests, var) > 0});
    return copy;
  }

  // ---- Results

  void add_results() {
    int64_t number = 0;
    for (size_t k = 0; k < stm_.pattern.size(); k++) {
      const ir::Var var = stm_.pattern[k];
      switch (ir::foreign_result(e.m.storage, stm_, k)) {
        case ir::ForeignResult::Overwriting: continue;
        case ir::ForeignResult::Size: sizes_.push_back(var); continue;
        case ir::ForeignResult::Scalar:
          scalars_.emplace_back(
              var, e.frame.stack_slot(memory_type(e.m.context, e.type(var)->elem), "result"));
          add_pointer(scalars_.back().second);
          break;
        case ir::ForeignResult::Filled:
          e.bind_root(var, e.memory.allocate(var));
          add_array(e.array(var).data);
          break;
        case ir::ForeignResult::AskedFor: asked_.push_back({var, number}); break;
      }
      number++;
    }
  }

  void bind_results() {
    for (size_t k = 0; k < op_.dests.size(); k++)
      e.bind_view(stm_.pattern[k], e.array(op_.dests[k]), op_.dests[k]);
    for (size_t k = 0; k < sizes_.size(); k++)
      e.bind_scalar(sizes_[k], e.b.CreateLoad(e.m.i64, element(unknown_, e.m.i64, k)));
    for (const auto& [var, slot] : scalars_)
      e.bind_scalar(var, emit_load(e.b, e.type(var)->elem, slot));
    for (size_t k = 0; k < asked_.size(); k++) {
      llvm::Value* block =
          e.b.CreateLoad(e.m.pointer, field(array_type(), element(arrays_, array_type(), k), 4));
      e.bind_root(asked_[k].var, {e.m.code.data_of(e, block), {}, block, e.ranges.depth()});
    }
  }

  // ---- The record of the call: planish_foreign (runtime/abi.h)

  llvm::StructType* record_type() {
    llvm::Type* p = e.m.pointer;
    return llvm::StructType::get(e.m.context, {p, p, p, p, p, e.m.i64, p, e.m.i64, p, e.m.i32});
  }
  llvm::StructType* array_type() {
    return llvm::StructType::get(e.m.context,
                                 {e.m.i64, e.m.i64, e.m.i64, e.m.pointer, e.m.pointer});
  }
  llvm::Value* field(llvm::StructType* type, llvm::Value* record, unsigned number) {
    return e.b.CreateStructGEP(type, record, number);
  }
  llvm::Value* element(llvm::Value* list, llvm::Type* type, size_t number) {
    return e.b.CreateConstInBoundsGEP1_64(type, list, number);
  }
  llvm::Value* list(llvm::Type* type, size_t count, const char* name) {
    return e.frame.stack_slot(llvm::ArrayType::get(type, std::max<size_t>(count, 1)), name);
  }

  void begin(llvm::Value* record) {
    describe_call(record);
    for (llvm::Value* array : pointers_) e.m.code.show_address(e, array);
    e.control.leave_unless_ok(
        e.b.CreateCall(e.m.runtime("planish_foreign_begin", e.m.i32, {e.m.pointer}), {record}));
  }

  void describe_call(llvm::Value* record) {
    arrays_ = list(array_type(), asked_.size(), "arrays");
    unknown_ = list(e.m.i64, sizes_.size(), "sizes");
    for (size_t k = 0; k < sizes_.size(); k++)
      e.b.CreateStore(e.i64(-1), element(unknown_, e.m.i64, k));
    for (size_t k = 0; k < asked_.size(); k++)
      describe(asked_[k], element(arrays_, array_type(), k));
    int64_t count = 0;
    llvm::Constant* path = e.m.path(stm_.place, count);
    const auto set = [&](unsigned number, llvm::Value* value) {
      e.b.CreateStore(value, field(record_type(), record, number));
    };
    set(2, e.context);
    set(3, e.m.text(op_.symbol));
    set(4, path);
    set(5, e.i64(count));
    set(6, arrays_);
    set(7, e.i64(static_cast<int64_t>(asked_.size())));
    set(8, unknown_);
  }

  void describe(const Asked& asked, llvm::Value* to) {
    const ir::Type* type = e.type(asked.var);
    llvm::Value* dims = list(e.m.i64, type->rank(), "dims");
    for (size_t d = 0; d < type->rank(); d++) {
      const ir::Dim& dim = type->dims[d];
      const auto own =
          dim.kind == ir::DimKind::Var ? std::ranges::find(sizes_, dim.var) : sizes_.end();
      e.b.CreateStore(own == sizes_.end() ? e.size(dim) : e.i64(-1 - (own - sizes_.begin())),
                      element(dims, e.m.i64, d));
    }
    const auto set = [&](unsigned number, llvm::Value* value) {
      e.b.CreateStore(value, field(array_type(), to, number));
    };
    set(0, e.i64(asked.number));
    set(1, e.i64(byte_size(type->elem)));
    set(2, e.i64(static_cast<int64_t>(type->rank())));
    set(3, dims);
    set(4, llvm::ConstantPointerNull::get(e.m.pointer));
  }

  // ---- The call

  llvm::CallInst* call(llvm::Type* result) {
    llvm::FunctionType* type = llvm::FunctionType::get(result, types_, false);
    serialise("planish_foreign_lock");
    llvm::CallInst* called = e.b.CreateCall(callee(type), args_);
    called->setDoesNotThrow();
    for (const auto& [number, how] : extended_) called->addParamAttr(number, how);
    serialise("planish_foreign_unlock");
    return called;
  }
  llvm::FunctionCallee callee(llvm::FunctionType* type) {
    // Code of users is linked to that of the device.
    if (op_.use == ir::ForeignUse::Device)
      return e.m.module.getOrInsertFunction(std::string(op_.symbol), type);
    const std::string name = foreign_pointer(op_.symbol);
    llvm::GlobalVariable* pointer = e.m.module.getNamedGlobal(name);
    if (pointer == nullptr) {
      pointer = new llvm::GlobalVariable(e.m.module, e.m.pointer, false,
                                         llvm::GlobalValue::ExternalLinkage,
                                         llvm::ConstantPointerNull::get(e.m.pointer), name);
    }
    return {type, e.b.CreateLoad(e.m.pointer, pointer)};
  }
  void serialise(const char* how) {
    if (op_.use == ir::ForeignUse::Serial) e.b.CreateCall(e.m.runtime(how, e.b.getVoidTy(), {}));
  }

  FunctionEmitter& e;
  const ir::Stm& stm_;
  const ir::Foreign& op_;
  std::vector<llvm::Value*> args_;
  std::vector<llvm::Type*> types_;
  std::vector<llvm::Value*> pointers_;  // those of arrays
  std::vector<std::pair<unsigned, llvm::Attribute::AttrKind>> extended_;
  std::vector<Copied> copies_;
  std::vector<ir::Var> sizes_;
  std::vector<std::pair<ir::Var, llvm::Value*>> scalars_;  // and where they lie
  std::vector<Asked> asked_;
  llvm::Value* arrays_ = nullptr;
  llvm::Value* unknown_ = nullptr;
};

}  // namespace

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Foreign& op) {
  ForeignCall call(e, stm, op);
  if (op.use == ir::ForeignUse::Performs)
    call.performed();
  else if (ir::is_plain_foreign(e.m.storage, stm))
    call.plain();
  else
    call.general();
}

}  // namespace planish::codegen
