#include "analysis/shapes/control_shapes.h"

#include <algorithm>

#include "analysis/shapes/analyser.h"

namespace planish::shapes {

using namespace ir;

namespace {

// Which of many branches are tried as the shape of all.
constexpr size_t kCandidates = 4;
// Loops inside of this many others are not assumed to keep anything.
constexpr size_t kMaxLoopDepth = 3;
constexpr int kMaxRounds = 5;

}  // namespace

void ControlShapes::learn(const Atom& condition, std::span<const Var> checks) {
  auto it = walk_.conditions.find(condition.var);
  if (it == walk_.conditions.end()) return;
  const Binary* op = as<Binary>(it->second);
  if (op == nullptr) return;
  if (op->op == BinaryOp::And) {
    learn(op->x, checks);
    learn(op->y, checks);
  } else if (op->op == BinaryOp::Eq && is_integer(storage_.type(op->x)->elem)) {
    facts_.learn_equal(number(op->x), number(op->y), checks);
  }
}

void ControlShapes::learn_not(const Atom& condition) {
  auto it = walk_.conditions.find(condition.var);
  if (it == walk_.conditions.end()) return;
  match(
      it->second,
      [&](const Unary& op) {
        if (op.op == UnaryOp::Not) learn(op.x, kNoCertificate);
      },
      [&](const Binary& op) {
        if (op.op == BinaryOp::Ne && is_integer(storage_.type(op.x)->elem))
          facts_.learn_equal(number(op.x), number(op.y), kNoCertificate);
      },
      [](const auto&) {});
}

ControlShapes::Branch ControlShapes::branch_end(const Body* taken) {
  Branch branch;
  all_.statements.body(taken);
  for (const Atom& atom : taken->results) branch.results.push_back(value(atom));
  branch.facts = facts_.leave();
  return branch;
}

void ControlShapes::if_then_else(const Stm& stm, const If& op) {
  std::vector<Branch> all;
  facts_.enter();
  learn(op.condition, kNoCertificate);
  all.push_back(branch_end(op.then_body));
  facts_.enter();
  learn_not(op.condition);
  all.push_back(branch_end(op.else_body));
  branches(stm, op.condition, all);
}

void ControlShapes::match_cases(const Stm& stm, const Match& op) {
  std::vector<Branch> all;
  for (const MatchCase& one : op.cases) {
    facts_.enter();
    facts_.learn_equal(number(op.value), constant(one.value), kNoCertificate);
    all.push_back(branch_end(one.body));
  }
  if (op.otherwise != nullptr) {
    facts_.enter();
    all.push_back(branch_end(op.otherwise));
  }
  branches(stm, op.value, all);
}

void ControlShapes::branches(const Stm& stm, const Atom& condition,
                             const std::vector<Branch>& all) {
  walk_.place = stm.place;
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    Var var = stm.pattern[i];
    joined_by_ = Rule::BranchesAgree;
    bind(var, join(stm, i, number(condition), all));
    state_.known[var].rule = joined_by_;
  }
}

ShapedValue ControlShapes::join(const Stm& stm, size_t result, Term condition,
                                const std::vector<Branch>& all) {
  Var var = stm.pattern[result];
  const Type* type = storage_.type(var);
  // `get` gives the term of a branch, `places` is how many it may mention.
  auto one = [&](auto get, FunctionInfo info) {
    std::vector<Term> terms;
    for (const Branch& branch : all) terms.push_back(get(branch.results[result]));
    for (size_t i = 0; i < std::min(terms.size(), kCandidates); i++) {
      bool agree = !terms_.has_nothing_yet(terms[i]);
      for (size_t k = 0; agree && k < terms.size(); k++) {
        if (terms_.has_nothing_yet(terms[k])) continue;
        // Only by what is known in the branch: see Known::raw.
        Facts taken(terms_);
        taken.add(all[k].facts);
        agree = taken.are_equal(terms[i], terms[k]);
      }
      if (agree) return terms[i];
    }
    if (std::ranges::all_of(terms, [&](Term term) { return terms_.has_nothing_yet(term); }))
      return terms[0];
    if (info.gives == Gives::Truth && as<If>(stm.op) != nullptr) {
      Term not_taken = terms_.minus(terms_.number(1), condition);
      return terms_.plus(terms_.times(condition, terms[0]), terms_.times(not_taken, terms[1]));
    }
    // A function of the condition and of what the branches give: the same where these are.
    terms.insert(terms.begin(), condition);
    std::vector<uint64_t> key{static_cast<uint64_t>(stm.op->kind), stm.place.id,
                              static_cast<uint64_t>(info.gives)};
    if (const Match* cases = as<Match>(stm.op)) {
      for (const MatchCase& choice : cases->cases) key.push_back(choice.value.bits);
    }
    return terms_.apply(terms_.operation(key, info), terms);
  };
  ShapedValue joined;
  for (size_t i = 0; i < type->dims.size(); i++) {
    FunctionInfo info{Source::Branch, var, i, stm.place, Gives::Number, "if"};
    bool varies = type->dims[i].is_varying();
    joined.dims.push_back(varies ? one([&](const ShapedValue& v) { return v.dims[i]; }, info)
                                 : Term{});
  }
  bool is_bool = !type->is_acc() && type->elem == Prim::Bool;
  FunctionInfo info{
      Source::Branch, var, std::nullopt, stm.place, is_bool ? Gives::Truth : Gives::Number, "if"};
  joined.element = one([](const ShapedValue& v) { return v.element; }, info);
  // The sizes that are results themselves come before, so the type says whether they are equal.
  ShapedValue final = typed(var, joined);
  for (Term dim : final.dims) {
    for (uint32_t id : terms_.symbols_in(dim)) {
      const Terms::Symbol& symbol = terms_.symbol(id);
      if (symbol.kind != Terms::SymbolKind::Apply) continue;
      const FunctionInfo& found = terms_.info(symbol.function);
      if (found.source != Source::Branch || found.place != stm.place) continue;
      std::vector<Index> needs;
      add_needs(needs, dim);
      joined_by_ = needs.empty() ? Rule::BranchIndependent : Rule::BranchIrregular;
    }
  }
  return joined;
}

namespace {

// Adds the indices that are not there yet, but for that of the loop. Are there any?
bool add_all(std::vector<Index>& to, const std::vector<Index>& from, Index loop) {
  bool changed = false;
  for (Index one : from) {
    if (one == loop || std::ranges::find(to, one) != to.end()) continue;
    to.push_back(one);
    changed = true;
  }
  return changed;
}

}  // namespace

std::vector<ControlShapes::LoopState> ControlShapes::loop_start(const Loop& op) {
  std::vector<LoopState> params;
  for (const LoopParam& param : op.params) {
    const Type* type = storage_.type(param.param.var);
    LoopState one{value(param.init), true, false, {}};
    one.keeps_element = type == storage_.types.scalar(Prim::I64);
    if (loop_depth_ >= kMaxLoopDepth) one.keeps_shape = one.keeps_element = false;
    add_needs(one.needs, one.init);
    params.push_back(std::move(one));
  }
  return params;
}

bool ControlShapes::loop_round(const Loop& op, Index index, std::span<LoopState> params,
                               std::vector<Index>& trip) {
  facts_.enter();
  for (size_t i = 0; i < params.size(); i++) {
    Var var = op.params[i].param.var;
    std::vector<Index> needs = params[i].needs;
    needs.push_back(index);
    ShapedValue now = unknown(var, Source::Loop, needs);
    if (params[i].keeps_shape) now.dims = params[i].init.dims;
    if (params[i].keeps_element) now.element = params[i].init.element;
    bind(var, now);
  }
  if (op.index) bind(op.index, {{}, terms_.index(index)});
  std::vector<Index> trip_needs;
  if (op.condition != nullptr) {
    all_.statements.body(op.condition);
    add_needs(trip_needs, number(op.condition->results[0]));
    learn(op.condition->results[0], kNoCertificate);
  } else {
    add_needs(trip_needs, number(op.bound));
  }
  add_all(trip, trip_needs, index);
  all_.statements.body(op.body);
  bool changed = false;
  for (size_t i = 0; i < params.size(); i++) {
    LoopState& param = params[i];
    ShapedValue next = value(op.body->results[i]);
    const Type* type = storage_.type(op.params[i].param.var);
    if (param.keeps_element && !terms_.has_nothing_yet(next.element) &&
        !facts_.are_equal(param.init.element, next.element)) {
      param.keeps_element = false;
      changed = true;
    }
    for (size_t dim = 0; param.keeps_shape && dim < next.dims.size(); dim++) {
      bool kept = !type->dims[dim].is_varying() || terms_.has_nothing_yet(next.dims[dim]) ||
                  facts_.are_equal(param.init.dims[dim], next.dims[dim]);
      if (kept) continue;
      param.keeps_shape = false;
      changed = true;
    }
    std::vector<Index> needs;
    add_needs(needs, next);
    changed |= add_all(param.needs, needs, index);
  }
  facts_.leave();
  return changed;
}

void ControlShapes::loop_results(const Stm& stm, Index index, std::span<const LoopState> params,
                                 const std::vector<Index>& trip) {
  for (size_t i = 0; i < params.size(); i++) {
    Var var = stm.pattern[i];
    std::vector<Index> needs = params[i].needs;
    add_all(needs, trip, index);
    ShapedValue result = unknown(var, Source::Loop, needs);
    if (params[i].keeps_shape) result.dims = params[i].init.dims;
    if (params[i].keeps_element) result.element = params[i].init.element;
    bind(var, result);
    Known& known = state_.known[var];
    known.rule = Rule::LoopKeepsShape;
    for (Term dim : known.value.dims) {
      for (uint32_t id : terms_.symbols_in(dim)) {
        const Terms::Symbol& symbol = terms_.symbol(id);
        if (symbol.kind != Terms::SymbolKind::Apply) continue;
        const FunctionInfo& found = terms_.info(symbol.function);
        if (found.source != Source::Loop || found.place != stm.place) continue;
        known.rule = symbol.free.empty() ? Rule::LoopIndependent : Rule::LoopIrregular;
      }
    }
  }
}

void ControlShapes::loop(const Stm& stm, const Loop& op) {
  std::vector<LoopState> params = loop_start(op);
  const Nest* outer = walk_.nest;
  walk_.nest =
      &state_.nests.emplace_back(Nest{outer, terms_.new_index(), stm.place, Nest::Kind::Loop});
  Index index = walk_.nest->index;
  loop_depth_++;
  std::vector<Index> trip;
  bool changed = true;
  for (int round = 0; changed; round++) {
    if (round == kMaxRounds) {
      // It takes too long: everything may change, and depends on all that is around.
      for (LoopState& param : params) {
        param.keeps_shape = param.keeps_element = false;
        for (const Nest* nest = outer; nest != nullptr; nest = nest->outer)
          add_all(param.needs, {nest->index}, index);
      }
    }
    changed = loop_round(op, index, params, trip) && round < kMaxRounds;
  }
  loop_depth_--;
  walk_.nest = outer;
  walk_.place = stm.place;
  loop_results(stm, index, params, trip);
}

void ControlShapes::call(const Stm& stm, const Call& op) {
  auto signature = state_.signatures.find(op.fn);
  if (signature == state_.signatures.end()) return bind_all_unknown(stm, Source::Call);
  std::vector<ShapedValue> args;
  for (const Atom& arg : op.args) args.push_back(value(arg));
  std::unordered_map<uint32_t, Function> unknowns;
  const Signature found = signature->second;
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    bind(stm.pattern[i], all_.functions.instantiate(found.results[i], state_.parameters.at(op.fn),
                                                    args, stm, unknowns));
  }
  // It came back, so the arguments are what they have to be.
  for (size_t i = 0; i < found.parameters.size(); i++) {
    ShapedValue needed = all_.functions.instantiate(
        found.parameters[i], state_.parameters.at(op.fn), args, stm, unknowns);
    if (args[i].dims.empty()) facts_.learn_equal(args[i].element, needed.element, kNoCertificate);
    std::vector<Index> places;
    for (size_t dim = 0; dim < args[i].dims.size(); dim++) {
      facts_.learn_for_all(args[i].dims[dim], needed.dims[dim], places, kNoCertificate);
      places.push_back(Terms::place(dim));
    }
  }
}

}  // namespace planish::shapes
