#include "ir/verify/bodies.h"

#include <algorithm>

#include "ir/match.h"
#include "ir/parts.h"
#include "ir/verify/entries.h"
#include "ir/verify/operation_rules.h"
#include "ir/walk.h"

namespace planish::ir {

namespace {

constexpr unsigned kStages[] = {
#define NODE(T, text, stages) stages,
#include "ir/node.def"
};

}  // namespace

namespace {

// Is an operand that must be a variable none? Those that may be missing are parts of other parts.
struct FindMissing {
  bool found = false;
  void operator()(const Var& var) { found |= !var; }
  void operator()(const std::span<const Var>& vars) {
    found |= std::ranges::any_of(vars, [](Var var) { return !var; });
  }
  template <class... Part>
  void operator()(const Part&...) {}
};

}  // namespace

Extent::~Extent() {
  for (size_t i = size_; i < state_.in_scope.size(); i++) {
    state_.flags[state_.in_scope[i].id] &= static_cast<uint8_t>(~VerifyState::kInScope);
  }
  state_.in_scope.resize(size_);
}

void Bodies::op(const Op* op) {
  unsigned here = state_.program.stage == Stage::Core ? kCore : kFlat;
  if ((kStages[static_cast<size_t>(op->kind)] & here) == 0) {
    error(Rule::Stage,
          word() + " must not stand in " + (state_.program.stage == Stage::Core ? "CORE" : "FLAT"));
  }
  OperationRules rules(state_, *this);
  match(op, [&](const auto& node) { rules.check(node); });
}

void Bodies::check_type(Var var) {
  const Type* type = storage_.type(var);
  auto dims = [&](const Type* array) {
    for (size_t i = 0; i < array->dims.size(); i++) {
      const Dim& dim = array->dims[i];
      if (dim.kind == DimKind::Varying && i == 0) {
        error(Rule::Types, "the outer dimension of " + text(var) + " must not vary");
      } else if (dim.kind == DimKind::Const && dim.value < 0 && state_.op == nullptr) {
        // In a body it can stand behind a check that fails.
        error(Rule::Shapes, "a dimension of " + text(var) + " is negative");
      } else if (dim.kind == DimKind::Var && !in_scope(dim.var)) {
        error(Rule::Scope, "the type of " + text(var) + " mentions " + text(dim.var) +
                               ", which is not in scope");
      } else if (dim.kind == DimKind::Var) {
        const Type* size = storage_.type(dim.var);
        if (!size->is_scalar() || size->elem != Prim::I64) {
          error(Rule::Types, "the type of " + text(var) + " mentions " + text(dim.var) +
                                 ", which is not an i64");
        }
      }
    }
  };
  dims(type);
  for (const Type* array : type->arrays) dims(array);
}

bool Bodies::bind(Var var) {
  if (!var || var.id >= state_.flags.size() || storage_.type(var) == nullptr) {
    error(Rule::Structure, "a variable that is bound does not exist or has no type");
    return false;
  }
  if ((state_.flags[var.id] & VerifyState::kBound) != 0) {
    error(Rule::Binders, text(var) + " is bound by two binders");
  }
  check_type(var);
  state_.flags[var.id] |= VerifyState::kBound | VerifyState::kInScope;
  state_.in_scope.push_back(var);
  return true;
}

bool Bodies::use(Var var) {
  if (in_scope(var)) return true;
  error(Rule::Scope, text(var) + " is used where it is not in scope");
  return false;
}

bool Bodies::use(const Atom& atom) {
  if (!atom.is_const()) return use(atom.var);
  const Const& c = atom.constant;
  int unused = 64 - bit_size(c.prim);
  uint64_t clean = is_signed(c.prim)
                       ? static_cast<uint64_t>(static_cast<int64_t>(c.bits << unused) >> unused)
                       : c.bits << unused >> unused;
  uint64_t largest = c.prim == Prim::Unit ? 0 : c.prim == Prim::Bool ? 1 : ~uint64_t{0};
  if (c.bits == clean && c.bits <= largest) return true;
  error(Rule::Constants, "a constant of type " + std::string(prim_name(c.prim)) + " has the bits " +
                             std::to_string(c.bits));
  return false;
}

bool Bodies::body(const Body* body) {
  if (body == nullptr) {
    error(Rule::Structure, word() + ": a body is missing");
    return false;
  }
  state_.bodies++;
  for (const Stm& stm : body->stms) {
    if (state_.errors.full()) break;
    this->stm(stm);
  }
  state_.bodies--;
  if (state_.errors.full()) return false;
  bool sound = true;
  for (const Atom& atom : body->results) sound &= use(atom);
  return sound;
}

void Bodies::stm(const Stm& stm) {
  PlaceId place_around = std::exchange(state_.errors.place, stm.place);
  const Op* op_around = std::exchange(state_.op, stm.op);
  std::span<const Var> pattern_around = std::exchange(state_.pattern, stm.pattern);
  bool guarded_around = std::exchange(state_.guarded, !stm.certs.empty());
  bool sound = true;
  for (Var cert : stm.certs) {
    bool in_scope = use(cert);
    sound &= in_scope;
    if (in_scope && (state_.flags[cert.id] & VerifyState::kCheck) == 0) {
      error(Rule::Certificates, text(cert) + " is not bound by a check");
    }
  }
  FindMissing missing;
  for_each_part(stm.op, missing);
  if (missing.found) {
    sound = false;
    error(Rule::Structure, word() + ": a variable is missing");
  }
  for_each_atom(stm.op, [&](const Atom& atom) { sound &= use(atom); });
  for (Var var : stm.pattern) {
    sound &= var && var.id < state_.flags.size() && storage_.type(var) != nullptr;
  }
  // An operation with parts that mean nothing is not looked at further.
  if (sound) op(stm.op);
  forget();
  for (Var var : stm.pattern) {
    if (bind(var) && stm.op->kind == Kind::Check) state_.flags[var.id] |= VerifyState::kCheck;
  }
  state_.errors.place = place_around;
  state_.op = op_around;
  state_.pattern = pattern_around;
  state_.guarded = guarded_around;
}

void Bodies::function(const Function& fn) {
  if (fn.constant && !fn.params.empty()) {
    error(Rule::Calls, "a constant must not take parameters");
  }
  Extent scope(state_);
  bool sound = true;
  for (const Param& param : fn.params) sound &= bind(param.var);
  {
    Extent results(state_);
    for (const Param& result : fn.results) sound &= bind(result.var);
  }
  if (!sound) return;
  if (fn.entry != nullptr) EntryVerifier(storage_, state_.errors).entry(fn, *fn.entry);
  if (fn.body == nullptr) return error(Rule::Structure, "the function has no body");
  if (!body(fn.body)) return;
  std::span<const Atom> results = fn.body->results;
  if (!count(fn.results.size(), results.size(), "results")) return;
  for (size_t i = 0; i < results.size(); i++) {
    fits(storage_.type(fn.results[i].var), type(results[i]), "result", results[i]);
    know(fn.results[i].var, results[i]);
  }
  forget();
}

}  // namespace planish::ir
