#include "codegen/common/emitter/module.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "codegen/common/emit.h"
#include "codegen/common/slots.h"
#include "ir/alias.h"
#include "ir/match.h"
#include "ir/walk.h"
#include "runtime/abi.h"

namespace planish::codegen {

ModuleEmitter::ModuleEmitter(ProgramFacts& the_facts, llvm::Module& the_module,
                             TargetCode& the_code)
    : facts(the_facts),
      code(the_code),
      program(the_facts.program),
      storage(*the_facts.program.storage),
      options(the_facts.options),
      module(the_module),
      context(the_module.getContext()),
      i64(llvm::Type::getInt64Ty(context)),
      i32(llvm::Type::getInt32Ty(context)),
      i8(llvm::Type::getInt8Ty(context)),
      pointer(llvm::PointerType::get(context, 0)),
      target(the_facts.target),
      vector_bytes(target.vectors.bytes),
      plan(the_facts.plan),
      placed_results(the_facts.placed_results),
      strided_params(the_facts.strided_params) {}

void ModuleEmitter::emit() {
  for (const ir::Function* fn : program.functions) function(fn->name);
  emit_asked();
  emit_entries();
}

void ModuleEmitter::emit_entries() {
  for (const ir::Function* fn : program.functions) {
    if (fn->entry != nullptr) define_entry(*fn);
  }
  emit_asked();
}

void ModuleEmitter::emit_asked() {
  // Those that are defined may ask for others.
  for (size_t k = 0; k < asked_.size(); k++) define(*asked_[k]);
  asked_.clear();
}

ir::Var ModuleEmitter::element_variable(ir::Var array) {
  return new_variable(types().without_outer(storage.type(array), 1));
}

// ---- Functions

llvm::FunctionCallee ModuleEmitter::runtime(const char* name, llvm::Type* result,
                                            llvm::ArrayRef<llvm::Type*> params) {
  llvm::FunctionCallee callee =
      module.getOrInsertFunction(name, llvm::FunctionType::get(result, params, false));
  llvm::cast<llvm::Function>(callee.getCallee())->setDoesNotThrow();
  return callee;
}

llvm::Function* ModuleEmitter::new_function(const std::string& name,
                                            llvm::ArrayRef<llvm::Type*> params) {
  std::vector<llvm::Type*> types{pointer};
  types.insert(types.end(), params.begin(), params.end());
  auto* function = llvm::Function::Create(llvm::FunctionType::get(i32, types, false),
                                          llvm::Function::InternalLinkage, name, module);
  function->setDoesNotThrow();
  // How fast a short loop is depends on how it lies in lines of the cache. Two functions with the
  // same code should take the same time.
  function->setAlignment(llvm::Align(64));
  function->getArg(0)->setName("context");
  return function;
}

void ModuleEmitter::parameter_types(const ir::Type* type, std::vector<llvm::Type*>& out) {
  if (type->is_scalar()) {
    out.push_back(scalar_type(context, type->elem));
  } else {
    out.push_back(pointer);  // the data
    out.push_back(pointer);  // the owner
  }
}

llvm::Function* ModuleEmitter::function(Name name) {
  llvm::Function*& known = functions_[name];
  if (known == nullptr) {
    const ir::Function* fn = program.find(name);
    known = declare(*fn);
    asked_.push_back(fn);
  }
  return known;
}

llvm::Function* ModuleEmitter::declare(const ir::Function& fn) {
  std::vector<llvm::Type*> params;
  if (fn.entry != nullptr) params.push_back(pointer);  // the slots of the inputs, or null
  for (size_t k = 0; k < fn.params.size(); k++) {
    const ir::Type* type = storage.type(fn.params[k].var);
    parameter_types(type, params);
    if (strided_params.contains(fn.name, k)) params.insert(params.end(), type->rank(), i64);
  }
  for (size_t k = 0; k < fn.results.size(); k++) {
    const bool is_scalar = storage.type(fn.results[k].var)->is_scalar();
    params.insert(params.end(), is_scalar || placed_results.contains(fn.name, k) ? 1 : 2, pointer);
  }
  // A name that no function of the C library has.
  return new_function(fmt::format("planish.{}", storage.text(fn.name)), params);
}

void ModuleEmitter::define(const ir::Function& fn) {
  llvm::Function* function = functions_.at(fn.name);
  // Sequential versions of functions are called by tasks only.
  const bool in_tasks =
      code.traits.only_tasks || has_attribute(fn.attrs, AttributeKind::Sequential);
  FunctionEmitter e(*this, function, in_tasks ? Where::Task : Where::Host);
  unsigned next = 1;
  if (fn.entry != nullptr) e.inputs = {&fn, function->getArg(next++)};
  std::vector<ir::Var> owned;
  for (size_t k = 0; k < fn.params.size(); k++) {
    const ir::Var param = fn.params[k].var;
    llvm::Argument* first = function->getArg(next++);
    if (storage.type(param)->is_scalar()) {
      e.bind_scalar(param, first);
      continue;
    }
    Array array{first, {}, function->getArg(next++), 0};
    if (strided_params.contains(fn.name, k)) {
      for (size_t d = 0; d < storage.type(param)->rank(); d++)
        array.strides.push_back(function->getArg(next++));
    }
    e.bind_root(param, std::move(array));
    owned.push_back(param);
  }
  if (is_recursive(fn.name)) e.frame.check_stack();
  std::vector<llvm::Value*> out;
  for (llvm::Argument& arg : llvm::drop_begin(function->args(), next)) out.push_back(&arg);
  Destinations destinations(fn.results.size());
  size_t at = 0;
  for (size_t k = 0; k < fn.results.size(); k++) {
    const bool is_placed = placed_results.contains(fn.name, k);
    if (is_placed) destinations[k] = Array{out[at], {}, nullptr, 0};
    at += is_placed || storage.type(fn.results[k].var)->is_scalar() ? 1 : 2;
  }
  const std::vector<Result> results = e.bodies.results(*fn.body, destinations, owned);
  at = 0;
  for (size_t k = 0; k < results.size(); k++) {
    if (destinations[k]) {
      at++;
    } else if (results[k].scalar != nullptr) {
      e.b.CreateStore(results[k].scalar, out[at++]);
    } else {
      e.b.CreateStore(results[k].array.data, out[at++]);
      e.b.CreateStore(e.memory.owner_or_null(results[k].array), out[at++]);
    }
  }
  e.control.return_ok();
}

// ---- Entry points

void ModuleEmitter::define_entry(const ir::Function& fn) {
  llvm::Function* symbol = new_function(entry_symbol(fn.entry->name), {pointer, pointer});
  symbol->setLinkage(llvm::Function::ExternalLinkage);
  llvm::Function* wrapper = symbol;
  if (facts.reaches_recursion(fn)) {
    wrapper = new_function(fmt::format("planish.deep.{}", fn.entry->name), {pointer, pointer});
    llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "entry", symbol));
    auto run = runtime("planish_run_deep", i32, {pointer, pointer, pointer, pointer});
    b.CreateRet(
        b.CreateCall(run, {symbol->getArg(0), wrapper, symbol->getArg(1), symbol->getArg(2)}));
  }
  FunctionEmitter e(*this, wrapper, Where::Host);
  initialise_constants(e, fn);
  std::vector<llvm::Value*> args{e.context, wrapper->getArg(1)};
  for (size_t k = 0; k < fn.params.size(); k++) {
    const ir::Type* type = storage.type(fn.params[k].var);
    llvm::Value* slot = slot_pointer(e, wrapper->getArg(1), static_cast<int64_t>(k));
    if (type->is_scalar()) {
      args.push_back(emit_from_word(e.b, type->elem, e.b.CreateLoad(i64, slot)));
      e.bind_scalar(fn.params[k].var, args.back());
    } else {
      args.push_back(e.b.CreateLoad(pointer, slot_field(e, slot, 1)));
      args.push_back(e.b.CreateLoad(pointer, slot_field(e, slot, 2)));
      // The function owns its arguments; those of an entry point are borrowed.
      e.memory.retain(args.back());
    }
  }
  const auto result_slot = [&](llvm::Type* type) {
    args.push_back(e.frame.stack_slot(type, "result"));
  };
  const size_t first_result = args.size();
  for (const ir::Param& result : fn.results) {
    const ir::Type* type = storage.type(result.var);
    result_slot(type->is_scalar() ? scalar_type(context, type->elem) : pointer);
    if (!type->is_scalar()) result_slot(pointer);
  }
  e.control.leave_unless_ok(e.b.CreateCall(function(fn.name), args));
  size_t next = first_result;
  std::vector<Array> arrays(fn.results.size());
  for (size_t k = 0; k < fn.results.size(); k++) {
    const ir::Type* type = storage.type(fn.results[k].var);
    if (type->is_scalar()) {
      e.bind_scalar(fn.results[k].var,
                    e.b.CreateLoad(scalar_type(context, type->elem), args[next++]));
    } else {
      arrays[k].data = e.b.CreateLoad(pointer, args[next++]);
      arrays[k].owner = e.b.CreateLoad(pointer, args[next++]);
      e.open_bodies.hold(arrays[k].owner);  // until all results are there
    }
  }
  for (size_t k = 0; k < fn.results.size(); k++) {
    const ir::Type* type = storage.type(fn.results[k].var);
    llvm::Value* slot = slot_pointer(e, wrapper->getArg(2), static_cast<int64_t>(k));
    if (type->is_scalar()) {
      e.b.CreateStore(emit_to_word(e.b, type->elem, e.binding(fn.results[k].var).scalar), slot);
      continue;
    }
    std::vector<llvm::Value*> dims = e.sizes(type);
    llvm::Value* shape = e.b.CreateLoad(pointer, slot_field(e, slot, 3));
    for (size_t d = 0; d < dims.size(); d++)
      e.b.CreateStore(dims[d], e.b.CreateConstInBoundsGEP1_64(i64, shape, d));
    // What belongs to somebody else (an input, a constant) is copied: the caller gets a block of
    // its own.
    const auto copied = [&] {
      const Array own = e.memory.allocate_block(type->elem, dims);
      e.open_bodies.hold(own.owner);
      e.copies.copy(own, arrays[k], type->elem, dims);
      e.open_bodies.give_up_owner(own.owner);
      return std::vector<llvm::Value*>{own.data, own.owner};
    };
    const auto as_it_is = [&] {
      return std::vector<llvm::Value*>{arrays[k].data, arrays[k].owner};
    };
    const std::vector<llvm::Value*> given =
        e.control.either(e.b.CreateIsNull(arrays[k].owner), copied, as_it_is);
    e.open_bodies.give_up_owner(arrays[k].owner);
    arrays[k].owner = given[1];
    e.open_bodies.hold(given[1]);
    e.b.CreateStore(given[0], slot_field(e, slot, 1));
    e.b.CreateStore(given[1], slot_field(e, slot, 2));
  }
  for (const Array& array : arrays) {
    if (array.owner != nullptr) e.open_bodies.give_up_owner(array.owner);
  }
  e.control.return_ok();
}

// Evaluates the constants that an entry point may use, each once, those first that others need.
void ModuleEmitter::initialise_constants(FunctionEmitter& e, const ir::Function& entry) {
  const std::vector<const ir::Function*> reached = facts.calls.reached_from(entry.name);
  for (const ir::Function* fn : facts.calls.callees_first()) {
    if (!fn->constant || std::ranges::find(reached, fn) == reached.end()) continue;
    int64_t place = facts.constant_place(fn->name);
    llvm::Value* table = e.constants();
    llvm::Value* flag = slot_pointer(e, table, place);
    e.control.if_then(e.b.CreateICmpEQ(e.b.CreateLoad(i64, flag), e.i64(0)), [&] {
      std::vector<llvm::Value*> args{e.context};
      for (const ir::Param& result : fn->results) {
        const ir::Type* type = storage.type(result.var);
        args.push_back(e.frame.stack_slot(
            type->is_scalar() ? scalar_type(context, type->elem) : pointer, "result"));
        if (!type->is_scalar()) args.push_back(e.frame.stack_slot(pointer, "result"));
      }
      e.control.leave_unless_ok(e.b.CreateCall(function(fn->name), args));
      // A constant whose kernels fail has no value.
      if (llvm::Value* status = code.settle(e)) {
        llvm::Value* failed = e.b.CreateICmpNE(status, llvm::ConstantInt::get(i32, PLANISH_OK));
        e.control.if_then(failed, [&] {
          size_t at = 1;
          for (const ir::Param& result : fn->results) {
            if (storage.type(result.var)->is_scalar()) {
              at++;
              continue;
            }
            e.b.CreateCall(rare_release(), {e.context, e.b.CreateLoad(pointer, args[at + 1])});
            at += 2;
          }
        });
        e.control.leave_unless_ok(status);
      }
      size_t next = 1;
      for (const ir::Param& result : fn->results) {
        const ir::Type* type = storage.type(result.var);
        llvm::Value* slot = slot_pointer(e, table, ++place);
        if (type->is_scalar()) {
          llvm::Value* value = e.b.CreateLoad(scalar_type(context, type->elem), args[next++]);
          e.b.CreateStore(emit_to_word(e.b, type->elem, value), slot);
        } else {
          e.b.CreateStore(e.b.CreateLoad(pointer, args[next++]), slot_field(e, slot, 1));
          e.b.CreateStore(e.b.CreateLoad(pointer, args[next++]), slot_field(e, slot, 2));
        }
      }
      e.b.CreateStore(e.i64(1), flag);
    });
  }
}

// ---- Shared functions and data

llvm::Function* ModuleEmitter::retain() {
  if (llvm::Function* known = module.getFunction("planish.retain")) return known;
  auto* function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer}, false),
      llvm::Function::InternalLinkage, "planish.retain", module);
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  function->setDoesNotThrow();
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "entry", function));
  auto* held = llvm::BasicBlock::Create(context, "held", function);
  auto* done = llvm::BasicBlock::Create(context, "done", function);
  llvm::Value* block = function->getArg(0);
  b.CreateCondBr(b.CreateIsNull(block), done, held);
  b.SetInsertPoint(held);
  b.CreateStore(b.CreateAdd(b.CreateLoad(i64, block), b.getInt64(1)), block);
  b.CreateBr(done);
  b.SetInsertPoint(done);
  b.CreateRetVoid();
  return function;
}

llvm::Function* ModuleEmitter::is_sole_owner() {
  if (llvm::Function* known = module.getFunction("planish.is_sole_owner")) return known;
  auto* function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getInt1Ty(context), {pointer, i64}, false),
      llvm::Function::InternalLinkage, "planish.is_sole_owner", module);
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  function->setDoesNotThrow();
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "entry", function));
  auto* held = llvm::BasicBlock::Create(context, "held", function);
  auto* none = llvm::BasicBlock::Create(context, "none", function);
  llvm::Value* block = function->getArg(0);
  b.CreateCondBr(b.CreateIsNull(block), none, held);
  b.SetInsertPoint(none);
  b.CreateRet(b.getFalse());
  b.SetInsertPoint(held);
  static_assert(offsetof(planish_block, references) == 0 && offsetof(planish_block, bytes) == 8);
  llvm::Value* is_one = b.CreateICmpEQ(b.CreateLoad(i64, block), b.getInt64(1));
  llvm::Value* bytes = b.CreateLoad(i64, b.CreateConstInBoundsGEP1_64(i64, block, 1));
  b.CreateRet(b.CreateAnd(is_one, b.CreateICmpEQ(bytes, function->getArg(1))));
  return function;
}

llvm::Function* ModuleEmitter::release() {
  if (llvm::Function* known = module.getFunction("planish.release")) return known;
  auto* function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer}, false),
      llvm::Function::InternalLinkage, "planish.release", module);
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  function->setDoesNotThrow();
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "entry", function));
  auto* held = llvm::BasicBlock::Create(context, "held", function);
  auto* last = llvm::BasicBlock::Create(context, "last", function);
  auto* done = llvm::BasicBlock::Create(context, "done", function);
  llvm::Value* block = function->getArg(1);
  b.CreateCondBr(b.CreateIsNull(block), done, held);
  b.SetInsertPoint(held);
  llvm::Value* left = b.CreateSub(b.CreateLoad(i64, block), b.getInt64(1));
  b.CreateStore(left, block);
  b.CreateCondBr(b.CreateICmpEQ(left, b.getInt64(0)), last, done);
  b.SetInsertPoint(last);
  code.free(*this, b, function->getArg(0), block);
  b.CreateBr(done);
  b.SetInsertPoint(done);
  b.CreateRetVoid();
  return function;
}

llvm::Function* ModuleEmitter::rare_release() {
  if (llvm::Function* known = module.getFunction("planish.rare_release")) return known;
  auto* function =
      llvm::Function::Create(release()->getFunctionType(), llvm::Function::InternalLinkage,
                             "planish.rare_release", module);
  function->addFnAttr(llvm::Attribute::NoInline);
  function->setDoesNotThrow();
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "entry", function));
  b.CreateCall(release(), {function->getArg(0), function->getArg(1)});
  b.CreateRetVoid();
  return function;
}

// The product of two sizes, neither of which is negative unless it stands for too many: then so
// does the result, and planish_allocate refuses it.
llvm::Function* ModuleEmitter::size_product() {
  if (llvm::Function* known = module.getFunction("planish.size_product")) return known;
  auto* function =
      llvm::Function::Create(llvm::FunctionType::get(i64, {i64, i64}, false),
                             llvm::Function::InternalLinkage, "planish.size_product", module);
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  function->setDoesNotThrow();
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "entry", function));
  llvm::Value* both = b.CreateBinaryIntrinsic(llvm::Intrinsic::umul_with_overflow,
                                              function->getArg(0), function->getArg(1));
  llvm::Value* product = b.CreateExtractValue(both, 0);
  llvm::Value* too_large =
      b.CreateOr(b.CreateExtractValue(both, 1), b.CreateICmpSLT(product, b.getInt64(0)));
  b.CreateRet(b.CreateSelect(too_large, b.getInt64(-1), product));
  return function;
}

llvm::Constant* HostAddresses::number(llvm::Constant* address) {
  auto [known, is_new] = numbers_.try_emplace(address, all_.size() + 1);
  if (is_new) all_.push_back(address);
  return llvm::ConstantExpr::getIntToPtr(llvm::ConstantInt::get(host.i64, known->second),
                                         host.pointer);
}

llvm::Constant* ModuleEmitter::text(std::string_view text) {
  if (host_addresses != nullptr) return host_addresses->number(host_addresses->host.text(text));
  llvm::Constant*& known = texts_[std::string(text)];
  if (known == nullptr) {
    llvm::Constant* bytes = llvm::ConstantDataArray::getString(context, llvm::StringRef(text));
    auto* global = new llvm::GlobalVariable(module, bytes->getType(), true,
                                            llvm::GlobalValue::PrivateLinkage, bytes, "text");
    global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    known = global;
  }
  return known;
}

llvm::Constant* ModuleEmitter::list(llvm::Type* type, const std::vector<llvm::Constant*>& items) {
  llvm::Constant* all = llvm::ConstantArray::get(llvm::ArrayType::get(type, items.size()), items);
  auto* global = new llvm::GlobalVariable(module, all->getType(), true,
                                          llvm::GlobalValue::PrivateLinkage, all, "list");
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return global;
}

llvm::Constant* ModuleEmitter::path(ir::PlaceId place, int64_t& count) {
  if (host_addresses != nullptr)
    return host_addresses->number(host_addresses->host.path(place, count));
  llvm::Constant*& known = paths_[place.id];
  std::vector<llvm::Constant*> places;
  for (; place.id != 0; place = storage.places[place.id].caller)
    places.push_back(text(ir::place_text(storage, place)));
  count = static_cast<int64_t>(places.size());
  if (known == nullptr) known = list(pointer, places);
  return known;
}

llvm::Constant* ModuleEmitter::check_site(const ir::Check& check, ir::PlaceId place) {
  if (host_addresses != nullptr)
    return host_addresses->number(host_addresses->host.check_site(check, place));
  std::vector<llvm::Constant*> parts;
  llvm::StructType* part_type = llvm::StructType::get(context, {pointer, i32});
  for (const ir::MessagePart& part : check.message) {
    const bool is_value = part.text.empty();
    llvm::Constant* content = is_value ? llvm::ConstantPointerNull::get(pointer) : text(part.text);
    const Prim prim = is_value ? storage.type(part.value)->elem : Prim::Unit;
    parts.push_back(llvm::ConstantStruct::get(
        part_type, {content, llvm::ConstantInt::get(i32, static_cast<uint64_t>(prim))}));
  }
  int64_t path_count = 0;
  llvm::Constant* places = path(place, path_count);
  llvm::StructType* site_type = llvm::StructType::get(context, {pointer, i64, pointer, i64});
  llvm::Constant* site = llvm::ConstantStruct::get(
      site_type, {list(part_type, parts), llvm::ConstantInt::get(i64, parts.size()), places,
                  llvm::ConstantInt::get(i64, static_cast<uint64_t>(path_count))});
  auto* global = new llvm::GlobalVariable(module, site_type, true,
                                          llvm::GlobalValue::PrivateLinkage, site, "check");
  return global;
}

}  // namespace planish::codegen
