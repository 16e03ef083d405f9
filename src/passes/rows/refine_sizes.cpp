#include "passes/rows/refine_sizes.h"

#include "passes/rows/size_refiner.h"

namespace planish::passes {

using namespace ir;

Program refine_sizes(const Program& program) { return SizeRefiner(program).run(); }

Program SizeRefiner::run() {
  for (const Function* fn : program_.functions) find_known_results(*fn);
  Program result = program_;
  for (const Function*& fn : result.functions) fn = function(fn);
  return result;
}

Var SizeRefiner::binder(Var var) {
  Var now = ForwardRewriter::binder(var);
  known_.note(var, now);
  return now;
}

const Body* SizeRefiner::body(const Body* old) {
  const KnownSizes::Extent extent(known_);
  return ForwardRewriter::body(old);
}

bool SizeRefiner::rewrite_early(const Stm& stm) {
  if (replace_number(stm)) return true;
  if (const Loop* loop = as<Loop>(stm.op)) return rewrite_loop(stm, *loop);
  if (const Call* call = as<Call>(stm.op)) return rewrite_call(stm, *call);
  if (use_regular(stm)) return true;
  if (const Map* map = as<Map>(stm.op)) return rewrite_map(stm, *map);
  Stm now = stm;
  now.certs = certificates(stm.certs);
  now.op = inside(stm.op);
  if (as<If>(stm.op) != nullptr || as<Match>(stm.op) != nullptr) {
    rewrite_branches(now);
  } else {
    emit(now);
    if (as<Check>(stm.op) != nullptr) known_.note_check(use(stm.pattern[0]));
    note_coercion(stm);
  }
  return true;
}

const Op* SizeRefiner::inside(const Op* op) {
  const KnownSizes::Extent extent(known_);
  return op_children(op);
}

bool SizeRefiner::replace_number(const Stm& stm) {
  if (stm.pattern.size() != 1) return false;
  bool is_scalar_op = match(
      stm.op, [](const Same&) { return true; }, [](const Unary&) { return true; },
      [](const Binary&) { return true; }, [](const RowLength&) { return true; },
      [](const ir::Index&) { return true; }, [](const auto&) { return false; });
  if (!is_scalar_op) return false;
  Var var = stm.pattern[0];
  const Type* type = storage_.type(var);
  if (type == storage_.types.scalar(Prim::Bool)) {
    const shapes::ShapedValue* value = shapes_.find(var);
    if (value == nullptr || !shapes_.checks(var).empty()) return false;
    std::optional<Wide> truth = shapes_.terms().as_number(value->element);
    if (!truth) return false;
    replace(var, Atom::boolean(*truth != 0));
    return true;
  }
  std::optional<Atom> other = known_.find(var);
  if (!other) return false;
  replace(var, *other);
  return true;
}

bool SizeRefiner::checks_are_in_scope(Var var) {
  return std::ranges::all_of(shapes_.checks(var), [&](Var check) {
    if (!check) return false;
    const Atom cert = atom(check);
    // One that is not a variable was not needed.
    return !cert.var || std::ranges::find(known_.checks(), cert.var) != known_.checks().end();
  });
}

std::vector<Var> SizeRefiner::certificates_of(const Body& body) {
  std::vector<Var> certs;
  for (const Stm& stm : body.stms) {
    if (as<Check>(stm.op) != nullptr) certs.push_back(stm.pattern[0]);
  }
  return certs;
}

// ---- Coercions

Stm SizeRefiner::coercion(Var to, Var from, std::span<const Var> certs, PlaceId place) {
  return {storage_.arena.copy({to}), make(Coerce{{}, from}), storage_.arena.copy(certs), {}, place};
}

const Body* SizeRefiner::with_results(const Body* now, const std::vector<const Type*>& types,
                                      std::span<const Var> more_certs, PlaceId place) {
  std::vector<Stm> stms(now->stms.begin(), now->stms.end());
  std::vector<Var> certs = certificates_of(*now);
  certs.insert(certs.end(), more_certs.begin(), more_certs.end());
  std::vector<Atom> results;
  for (size_t i = 0; i < now->results.size(); i++) {
    if (types[i] == nullptr) continue;
    Atom result = now->results[i];
    if (types[i]->is_array() && type_of(result) != types[i]) {
      Var regular = regular_of(result.var);
      if (regular && storage_.type(regular) == types[i]) {
        result = regular;
      } else {
        Var made = storage_.new_var(storage_.vars[result.var.id].name, types[i]);
        stms.push_back(coercion(made, result.var, certs, place));
        result = made;
      }
    }
    results.push_back(result);
  }
  return storage_.arena.make<Body>(Body{storage_.arena.copy(stms), storage_.arena.copy(results)});
}

// ---- Branches

void SizeRefiner::rewrite_branches(const Stm& stm) {
  std::vector<const Type*> types;
  std::vector<Var> pattern;
  bool changed = false;
  for (Var var : stm.pattern) {
    if (std::optional<Atom> other = known_.find(var)) {
      replace(var, *other);
      types.push_back(nullptr);
      changed = true;
      continue;
    }
    types.push_back(regular_type(var));
    changed |= types.back() != storage_.type(var);
    pattern.push_back(var);
  }
  if (!changed) return emit(stm);
  for (const Type*& type : types) {
    // Sizes that are results themselves are bound by the statement, so they mean nothing in the
    // branches.
    if (type != nullptr && mentions_any(type, pattern)) type = nullptr;
  }
  Stm now = stm;
  auto of = [&](const Body* inner) {
    std::vector<const Type*> wanted;
    for (size_t i = 0; i < types.size(); i++) {
      bool dropped = std::ranges::find(pattern, stm.pattern[i]) == pattern.end();
      const Type* as_is = type_of(inner->results[i]);
      wanted.push_back(dropped ? nullptr : types[i] == nullptr ? as_is : types[i]);
    }
    return with_results(inner, wanted, known_.checks(), stm.place);
  };
  now.op = match(
      stm.op,
      [&](const If& op) -> const Op* {
        return make(If{{}, op.condition, of(op.then_body), of(op.else_body)});
      },
      [&](const Match& op) -> const Op* {
        std::vector<MatchCase> cases;
        for (const MatchCase& one : op.cases) cases.push_back({one.value, of(one.body)});
        const Body* otherwise = op.otherwise == nullptr ? nullptr : of(op.otherwise);
        return make(Match{{}, op.value, storage_.arena.copy(cases), otherwise});
      },
      [&](const auto&) { return stm.op; });
  emit_regular(now, pattern, types_of_kept(stm.pattern, pattern, types));
}

std::vector<const Type*> SizeRefiner::types_of_kept(std::span<const Var> all,
                                                    const std::vector<Var>& kept,
                                                    const std::vector<const Type*>& types) {
  std::vector<const Type*> result;
  for (size_t i = 0; i < all.size(); i++) {
    if (std::ranges::find(kept, all[i]) != kept.end()) result.push_back(types[i]);
  }
  return result;
}

bool SizeRefiner::mentions_any(const Type* type, const std::vector<Var>& vars) {
  bool found = false;
  for_each_var_in(type, [&](Var var) { found |= std::ranges::find(vars, var) != vars.end(); });
  return found;
}

void SizeRefiner::emit_regular(Stm stm, const std::vector<Var>& pattern,
                               const std::vector<const Type*>& types) {
  std::vector<Var> made;
  for (size_t i = 0; i < pattern.size(); i++) {
    const Type* type = new_type(pattern[i]);
    bool regular = types[i] != nullptr && types[i] != type && type->is_irregular();
    made.push_back(regular ? storage_.new_var(storage_.vars[pattern[i].id].name, types[i])
                           : pattern[i]);
  }
  stm.pattern = storage_.arena.copy(made);
  emit(stm);
  for (size_t i = 0; i < pattern.size(); i++) {
    if (made[i] == pattern[i]) continue;
    emit(coercion(pattern[i], made[i], stm.certs, stm.place));
    regular_[use(pattern[i])] = made[i];
  }
}

}  // namespace planish::passes
