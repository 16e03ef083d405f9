// Bodies: statements in order, who owns what, destinations of results.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "codegen/common/emit.h"
#include "ir/alias.h"
#include "ir/match.h"
#include "runtime/abi.h"

namespace planish::codegen {

void unsupported(const ir::Storage& storage, const ir::Stm& stm, std::string_view what) {
  throw std::logic_error(
      fmt::format("compiler bug: no code for {} at {}", what, ir::place_text(storage, stm.place)));
}

FunctionEmitter::FunctionEmitter(ModuleEmitter& module, llvm::Function* fn, Where place)
    : m(module), b(module.context), function(fn), context(fn->getArg(0)), where(place) {
  entry_ = llvm::BasicBlock::Create(m.context, "entry", function);
  auto* start = llvm::BasicBlock::Create(m.context, "start", function);
  // Stack slots go to the entry block, before the jump.
  b.SetInsertPoint(entry_);
  b.CreateBr(start);
  b.SetInsertPoint(start);
  set_float_rules(b, m.options);
  scopes_.emplace_back();  // ended by return_ok
}

// ---- Bindings

const Binding& FunctionEmitter::binding(ir::Var var) const {
  auto found = bindings_.find(var.id);
  if (found == bindings_.end())
    throw std::logic_error(fmt::format("compiler bug: variable {} has no code", var.id));
  return found->second;
}

llvm::Value* FunctionEmitter::scalar(const ir::Atom& atom) {
  if (atom.is_const()) return scalar_constant(m.context, atom.constant);
  return binding(atom.var).scalar;
}

llvm::Value* FunctionEmitter::size(const ir::Dim& dim) {
  return dim.kind == ir::DimKind::Const ? i64(dim.value) : binding(dim.var).scalar;
}

std::vector<llvm::Value*> FunctionEmitter::sizes(const ir::Type* type) {
  std::vector<llvm::Value*> out;
  for (const ir::Dim& dim : type->dims) out.push_back(size(dim));
  return out;
}

llvm::Value* FunctionEmitter::product(llvm::ArrayRef<llvm::Value*> factors) {
  llvm::Value* all = i64(1);
  for (llvm::Value* factor : factors) all = b.CreateNSWMul(all, factor);
  return all;
}

void FunctionEmitter::bind_root(ir::Var var, Array array) {
  if (array.owner != nullptr && !llvm::isa<llvm::ConstantPointerNull>(array.owner))
    scopes_.back().owned.push_back({var, array.owner});
  bindings_[var.id] = {nullptr, std::move(array), var, {}};
}

void FunctionEmitter::bind_view(ir::Var var, Array array, ir::Var of) {
  bindings_[var.id] = {nullptr, std::move(array), binding(of).root, {}};
}

void FunctionEmitter::bind_result(ir::Var var, const Result& result) {
  if (result.accumulator) {
    bindings_[var.id] = {nullptr, {}, {}, result.accumulator};
  } else if (result.scalar != nullptr) {
    bind_scalar(var, result.scalar);
  } else {
    bind_root(var, result.array);
  }
}

// ---- Scopes

void FunctionEmitter::begin_scope(const ir::Body& body, const Destinations& destinations,
                                  const LateDestinations& late) {
  const plan::BodyMemory& memory = m.plan.memory.of(body);
  Scope scope;
  scope.body = &body;
  scope.memory = &memory;
  for (size_t i = 0; i < body.results.size(); i++) {
    const plan::ResultMemory& result = memory.results[i];
    if (!result.made) continue;
    if (i < late.size() && late[i]) {
      scope.late_destinations.try_emplace(result.made.id, late[i]);
    } else if (i < destinations.size() && destinations[i]) {
      // The memory belongs to whoever gave it.
      Place place{*destinations[i], type(body.results[i]), result.fit};
      place.array.owner = nullptr;
      scope.destinations.try_emplace(result.made.id, place);
    }
  }
  for (const plan::InConcat& one : memory.in_concats) {
    const ir::Stm& stm = body.stms[one.statement];
    scope.late_destinations.try_emplace(
        one.piece.id, [this, &stm, piece = one.piece](Prim, llvm::ArrayRef<llvm::Value*>) {
          return place_in_concat(stm.pattern[0], *ir::as<ir::Concat>(stm.op), piece);
        });
  }
  scopes_.push_back(std::move(scope));
}

void FunctionEmitter::end_scope() {
  for (const Owned& owned : scopes_.back().owned) release(owned);
  scopes_.pop_back();
}

void FunctionEmitter::begin_owning(std::span<llvm::AllocaInst* const> slots) {
  Scope& scope = scopes_.emplace_back();
  for (llvm::AllocaInst* slot : slots) scope.owned.push_back({{}, nullptr, slot});
}

const plan::StmMemory* FunctionEmitter::memory_of(const ir::Stm& stm) const {
  const Scope& scope = scopes_.back();
  if (!scope.position || &scope.body->stms[*scope.position] != &stm) return nullptr;
  return &scope.memory->stms[*scope.position];
}

plan::Transfer FunctionEmitter::transfer(const ir::Stm& stm, size_t operand) const {
  const plan::StmMemory* memory = memory_of(stm);
  return memory == nullptr ? plan::Transfer::Share : memory->operands[operand];
}

void FunctionEmitter::release_dead() {
  Scope& scope = scopes_.back();
  for (size_t i = 0; i < scope.owned.size();) {
    if (!scope.memory->is_over(scope.owned[i].root, *scope.position)) {
      i++;
      continue;
    }
    const Owned owned = scope.owned[i];
    scope.owned.erase(scope.owned.begin() + static_cast<ptrdiff_t>(i));
    release(owned);
  }
}

// ---- Bodies

template <class T>
void FunctionEmitter::operation(const ir::Stm& stm, const T&) {
  unsupported(m.storage, stm, "an operation that only CORE has");
}

void FunctionEmitter::statement(const ir::Stm& stm) {
  const ir::PlaceId around = std::exchange(place_, stm.place);
  ir::match(stm.op, [&](const auto& op) { operation(stm, op); });
  place_ = around;
}

void FunctionEmitter::body(const ir::Body& body, const Destinations& destinations,
                           const std::function<void(std::span<const ir::Atom>)>& finish,
                           const LateDestinations& late) {
  begin_scope(body, destinations, late);
  for (size_t i = 0; i < body.stms.size(); i++) {
    scopes_.back().position = i;
    statement(body.stms[i]);
    release_dead();
  }
  finish(body.results);
  end_scope();
}

Result FunctionEmitter::take(const ir::Atom& atom) {
  if (!ir::is_memory(type(atom))) return {scalar(atom), {}, {}};
  const Binding& bound = binding(atom.var);
  if (bound.accumulator) return {nullptr, {}, bound.accumulator};
  Array array = bound.array;
  if (!array.strides.empty()) return {nullptr, dense(array, type(atom)), {}};
  auto& owned = scopes_.back().owned;
  auto own = std::ranges::find(owned, bound.root, &Owned::root);
  if (own != owned.end()) {
    owned.erase(own);
  } else {
    retain(array.owner);
  }
  return {nullptr, array, {}};
}

Result FunctionEmitter::give(const ir::Atom& atom, plan::Transfer transfer) {
  if (!type(atom)->is_array()) return take(atom);
  const Array given = array(atom.var);
  if (transfer == plan::Transfer::Copy || !given.strides.empty())
    return {nullptr, dense(given, type(atom)), {}};
  if (transfer == plan::Transfer::HandOver) return take(atom);
  retain(given.owner);
  return {nullptr, given, {}};
}

// The roots belong to the body that begins. Those that it does not use are not kept until it ends.
void FunctionEmitter::own(std::span<const ir::Var> roots) {
  Scope& scope = scopes_.back();
  for (ir::Var root : roots) {
    llvm::Value* owner = binding(root).array.owner;
    if (scope.memory->last_uses.contains(root.id)) {
      scope.owned.push_back({root, owner});
    } else {
      release(owner);
    }
  }
}

std::vector<Result> FunctionEmitter::results(const ir::Body& body, const Destinations& destinations,
                                             std::span<const ir::Var> owned) {
  std::vector<Result> out;
  std::erase_if(scopes_.back().owned,
                [&](const Owned& own) { return std::ranges::count(owned, own.root) > 0; });
  begin_scope(body, destinations);
  own(owned);
  for (size_t i = 0; i < body.stms.size(); i++) {
    scopes_.back().position = i;
    statement(body.stms[i]);
    release_dead();
  }
  for (size_t i = 0; i < body.results.size(); i++) {
    const ir::Atom& atom = body.results[i];
    if (i < destinations.size() && destinations[i] && type(atom)->is_array()) {
      write(*destinations[i], type(atom), {}, atom);
      out.push_back({nullptr, *destinations[i], {}});
      out.back().array.owner = nullptr;
    } else {
      out.push_back(give(atom, scopes_.back().memory->results[i].transfer));
    }
  }
  end_scope();
  return out;
}

void FunctionEmitter::body_to(const ir::Body& code, const std::vector<Array>& places) {
  Destinations destinations(places.size());
  for (size_t i = 0; i < places.size(); i++) {
    if (places[i].data != nullptr && type(code.results[i])->is_array()) destinations[i] = places[i];
  }
  body(code, destinations, [&](std::span<const ir::Atom> results) {
    for (size_t i = 0; i < results.size(); i++) {
      if (places[i].data != nullptr) write(places[i], type(results[i]), {}, results[i]);
    }
  });
}

std::vector<llvm::Value*> FunctionEmitter::apply(const ir::Lambda& lambda,
                                                 llvm::ArrayRef<llvm::Value*> args) {
  for (size_t i = 0; i < args.size(); i++) bind_scalar(lambda.params[i].var, args[i]);
  std::vector<llvm::Value*> out;
  body(*lambda.body, {}, [&](std::span<const ir::Atom> results) {
    for (const ir::Atom& result : results) out.push_back(scalar(result));
  });
  return out;
}

void FunctionEmitter::bind_element(const ir::Param& param, ir::Var from, llvm::Value* index) {
  if (type(from)->is_acc()) {
    bind(param.var, binding(from));
    return;
  }
  if (const Progression& known = binding(from).progression; known.start != nullptr) {
    llvm::Value* element = known.start;
    if (known.step != nullptr) {
      llvm::Value* at = b.CreateTrunc(index, known.start->getType());
      element = b.CreateAdd(element, b.CreateMul(at, known.step));
    }
    bind_scalar(param.var, element);
    return;
  }
  if (const std::vector<Piece>& pieces = binding(from).pieces; !pieces.empty()) {
    const Prim elem = type(from)->elem;
    bind_scalar(param.var, load(elem, piece_pointer(pieces, elem, index), pieces[0].array));
    return;
  }
  const Array& whole = array(from);
  if (type(param.var)->is_scalar()) {
    llvm::Value* pointer = element_pointer(whole, type(from), {index});
    bind_scalar(param.var, load(type(from)->elem, pointer, whole));
  } else {
    bind_view(param.var, part(whole, type(from), {index}), from);
  }
}

}  // namespace planish::codegen
