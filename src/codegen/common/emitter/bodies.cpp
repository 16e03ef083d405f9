#include "codegen/common/emitter/bodies.h"

#include "codegen/common/concat.h"
#include "codegen/common/operations/operations.h"
#include "ir/alias.h"
#include "ir/chunk_steps.h"
#include "ir/match.h"

namespace planish::codegen {
namespace {

// Is the code of an operation the same for all targets?
template <class T>
concept IsCommon =
    requires(FunctionEmitter& e, const ir::Stm& stm, const T& op) { codegen::emit(e, stm, op); };
// Is it an operator over an iteration space?
template <class T>
concept IsOverSpace = requires(TargetCode& code, FunctionEmitter& e, const ir::Stm& stm,
                               const T& op) { code.seg(e, stm, op); };

}  // namespace

// ---- Open bodies

void Bodies::open_body(const ir::Body& body, const Destinations& destinations,
                       const LateDestinations& late) {
  const plan::BodyMemory& memory = m_.plan.memory.of(body);
  OpenBodies::Entry opened;
  opened.body = &body;
  opened.memory = &memory;
  for (size_t i = 0; i < body.results.size(); i++) {
    const plan::ResultMemory& result = memory.results[i];
    if (!result.made) continue;
    if (i < late.size() && late[i]) {
      opened.late_destinations.try_emplace(result.made.id, late[i]);
    } else if (i < destinations.size() && destinations[i]) {
      // The memory belongs to whoever gave it.
      OpenBodies::Destination place{*destinations[i], e_.type(body.results[i]), result.fit};
      place.array.owner = nullptr;
      opened.destinations.try_emplace(result.made.id, place);
    }
  }
  for (const plan::InConcat& one : memory.in_concats) {
    const ir::Stm& stm = body.stms[one.statement];
    opened.late_destinations.try_emplace(
        one.piece.id, [this, &stm, piece = one.piece](Prim, llvm::ArrayRef<llvm::Value*>) {
          return place_in_concat(e_, stm.pattern[0], *ir::as<ir::Concat>(stm.op), piece);
        });
  }
  e_.open_bodies.open(std::move(opened));
}

void Bodies::close_body() {
  for (const OpenBodies::Owned& owned : e_.open_bodies.close()) e_.memory.release(owned);
}

bool Bodies::is_used(ir::Var var) const {
  return e_.open_bodies.current().memory->last_uses.contains(var.id);
}

// The roots belong to the body that begins. Those that it does not use are not kept until it ends.
void Bodies::own(std::span<const ir::Var> roots) {
  for (ir::Var root : roots) {
    llvm::Value* owner = e_.binding(root).array.owner;
    if (e_.open_bodies.current().memory->last_uses.contains(root.id)) {
      e_.open_bodies.hold(owner, root);
    } else {
      e_.memory.release(owner);
    }
  }
}

// ---- Statements

void Bodies::statement(const ir::Stm& stm) {
  const ir::PlaceId around = std::exchange(place_, stm.place);
  ir::match(stm.op, [&]<class T>(const T& op) {
    if constexpr (IsCommon<T>) {
      codegen::emit(e_, stm, op);
    } else if constexpr (IsOverSpace<T>) {
      m_.code.seg(e_, stm, op);
    } else {
      unsupported(m_.storage, stm, "an operation that only CORE has");
    }
  });
  place_ = around;
}

void Bodies::statements(const ir::Body& body) {
  const size_t repeatable =
      e_.where == Where::Host ? ir::repeatable_statements(m_.program, body) : size_t{0};
  if (repeatable > 0) e_.control.begin_step();
  for (size_t i = 0; i < body.stms.size(); i++) {
    e_.open_bodies.current().position = i;
    statement(body.stms[i]);
    for (const OpenBodies::Owned& dead : e_.open_bodies.give_up_dead()) e_.memory.release(dead);
    if (i + 1 == repeatable) e_.control.end_step();
  }
  if (repeatable > 0) e_.control.end_chunk();
}

// ---- Bodies

void Bodies::emit(const ir::Body& body, const Destinations& destinations, const Finish& finish,
                  const LateDestinations& late) {
  open_body(body, destinations, late);
  statements(body);
  finish(body.results);
  close_body();
}

Result Bodies::take(const ir::Atom& atom) {
  if (!ir::is_memory(e_.type(atom))) return {e_.scalar(atom), {}, {}};
  const Binding& bound = e_.binding(atom.var);
  if (bound.accumulator) return {nullptr, {}, bound.accumulator};
  Array array = bound.array;
  if (!array.strides.empty()) return {nullptr, e_.memory.dense(array, e_.type(atom)), {}};
  if (!e_.open_bodies.give_up(bound.root)) e_.memory.retain(array.owner);
  return {nullptr, array, {}};
}

bool Bodies::is_copied(const ir::Atom& atom, plan::Transfer transfer) {
  return e_.type(atom)->is_array() &&
         (transfer == plan::Transfer::Copy || transfer == plan::Transfer::SmallCopy ||
          !e_.array(atom.var).strides.empty());
}

Result Bodies::give(const ir::Atom& atom, plan::Transfer transfer) {
  if (!e_.type(atom)->is_array()) return take(atom);
  const Array given = e_.array(atom.var);
  if (transfer == plan::Transfer::SmallCopy)
    return {nullptr, e_.memory.small_dense(given, e_.type(atom)), {}};
  if (is_copied(atom, transfer)) return {nullptr, e_.memory.dense(given, e_.type(atom)), {}};
  if (transfer == plan::Transfer::HandOver) return take(atom);
  e_.memory.retain(given.owner);
  return {nullptr, given, {}};
}

std::vector<Result> Bodies::give_all(std::span<const Giving> all) {
  std::vector<Result> out(all.size());
  std::vector<llvm::Value*> copies;
  const auto is_made = [&](const Giving& one) {
    return one.destination || is_copied(one.atom, one.transfer);
  };
  for (size_t i = 0; i < all.size(); i++) {
    if (!is_made(all[i])) continue;
    if (all[i].destination) {
      e_.elements.write(*all[i].destination, e_.type(all[i].atom), {}, all[i].atom);
      out[i] = {nullptr, *all[i].destination, {}};
      out[i].array.owner = nullptr;
      continue;
    }
    out[i] = give(all[i].atom, all[i].transfer);
    copies.push_back(out[i].array.owner);
    e_.open_bodies.hold(copies.back());
  }
  for (size_t i = 0; i < all.size(); i++) {
    if (!is_made(all[i])) out[i] = give(all[i].atom, all[i].transfer);
  }
  for (llvm::Value* copy : copies) e_.open_bodies.give_up_owner(copy);
  return out;
}

std::vector<Result> Bodies::results(const ir::Body& body, const Destinations& destinations,
                                    std::span<const ir::Var> owned) {
  for (ir::Var root : owned) e_.open_bodies.give_up(root);
  open_body(body, destinations);
  own(owned);
  statements(body);
  std::vector<Giving> given;
  for (size_t i = 0; i < body.results.size(); i++) {
    const ir::Atom& atom = body.results[i];
    given.push_back({atom, e_.open_bodies.current().memory->results[i].transfer});
    if (i < destinations.size() && e_.type(atom)->is_array())
      given.back().destination = destinations[i];
  }
  std::vector<Result> out = give_all(given);
  close_body();
  return out;
}

void Bodies::emit_to(const ir::Body& code, const std::vector<Array>& places) {
  Destinations destinations(places.size());
  for (size_t i = 0; i < places.size(); i++) {
    if (places[i].data != nullptr && e_.type(code.results[i])->is_array())
      destinations[i] = places[i];
  }
  emit(code, destinations, [&](std::span<const ir::Atom> results) {
    for (size_t i = 0; i < results.size(); i++) {
      if (places[i].data != nullptr)
        e_.elements.write(places[i], e_.type(results[i]), {}, results[i]);
    }
  });
}

std::vector<llvm::Value*> Bodies::apply(const ir::Lambda& lambda,
                                        llvm::ArrayRef<llvm::Value*> args) {
  for (size_t i = 0; i < args.size(); i++) e_.bind_scalar(lambda.params[i].var, args[i]);
  std::vector<llvm::Value*> out;
  emit(*lambda.body, {}, [&](std::span<const ir::Atom> results) {
    for (const ir::Atom& result : results) out.push_back(e_.scalar(result));
  });
  return out;
}

void Bodies::bind_element(const ir::Param& param, ir::Var from, llvm::Value* index) {
  if (e_.type(from)->is_acc()) {
    e_.bind(param.var, e_.binding(from));
    return;
  }
  if (const Progression& known = e_.binding(from).progression; known.start != nullptr) {
    llvm::Value* element = known.start;
    if (known.step != nullptr) {
      llvm::Value* at = b_.CreateTrunc(index, known.start->getType());
      element = b_.CreateAdd(element, b_.CreateMul(at, known.step));
    }
    e_.bind_scalar(param.var, element);
    return;
  }
  if (const std::vector<Piece>& pieces = e_.binding(from).pieces; !pieces.empty()) {
    const Prim elem = e_.type(from)->elem;
    e_.bind_scalar(param.var,
                   e_.elements.load(elem, piece_pointer(e_, pieces, elem, index), pieces[0].array));
    return;
  }
  const Array& whole = e_.array(from);
  if (e_.type(param.var)->is_scalar()) {
    llvm::Value* pointer = e_.elements.element_pointer(whole, e_.type(from), {index});
    e_.bind_scalar(param.var, e_.elements.load(e_.type(from)->elem, pointer, whole));
  } else {
    e_.bind_view(param.var, e_.elements.part(whole, e_.type(from), {index}), from);
  }
}

}  // namespace planish::codegen
