#include "passes/fusion/composer.h"

#include <algorithm>

#include "ir/alias.h"

namespace planish::passes {

using namespace ir;

std::vector<Stm> Composer::compose(Kind kind, const std::vector<Member>& members) {
  std::span<const Attribute> attrs;
  const Statement* last = nullptr;
  bool has_width = false;
  for (const Member& member : members) {
    const Statement& statement = *member.statement;
    if (!statement.op) {
      add_view(statement);
      continue;
    }
    if (!has_width || (statement.op->width.is_const() && member.filter == nullptr))
      width_ = statement.op->width;
    has_width = true;
    for (Var cert : statement.stm.certs) {
      if (std::ranges::find(certs_, cert) == certs_.end()) certs_.push_back(cert);
    }
    place_ = statement.stm.place;
    attrs = statement.stm.attrs;
    last = &statement;
    add_operator(member);
  }
  auto is_unused = [&](Var var) { return !is_used_(var); };
  std::erase_if(gathered_, is_unused);
  std::erase_if(scanned_, is_unused);
  // If only their number is asked for, nothing has to be kept.
  if (kind == Kind::Filter && gathered_.empty()) kind = Kind::Reduce;
  Stm made;
  made.op = operation(kind, *last);
  std::vector<Var> pattern = has_post_ ? scanned_ : combined_pattern_;
  if (kind == Kind::Filter) pattern.push_back(count_);
  pattern.insert(pattern.end(), gathered_.begin(), gathered_.end());
  if (kind == Kind::FlatMap || kind == Kind::Hist || kind == Kind::Scatter)
    pattern.assign(last->stm.pattern.begin(), last->stm.pattern.end());
  made.pattern = storage_.arena.copy(pattern);
  made.certs = storage_.arena.copy(certs_);
  made.attrs = attrs;
  made.place = place_;
  before_.push_back(made);
  return std::move(before_);
}

Var Composer::let(const Type* type, const Op* op, std::span<const Var> certs) {
  Var var = storage_.new_var({}, type);
  into_->push_back({storage_.arena.copy({var}), op, certs, {}, place_});
  return var;
}

void Composer::add_view(const Statement& statement) {
  auto it = values_.find(statement.view->base);
  if (it == values_.end()) {
    before_.push_back(statement.stm);
    return;
  }
  const Stm& stm = statement.stm;
  place_ = stm.place;
  const Type* type = storage_.types.without_outer(storage_.type(stm.pattern[0]), 1);
  for (Var cert : stm.certs) {
    if (std::ranges::find(certs_, cert) == certs_.end()) certs_.push_back(cert);
  }
  Atom element = it->second;
  if (statement.view->op != nullptr) {
    Var shown = let(type, applied_to(storage_, statement.view->op, element.var));
    memory_.unite(shown, element);
    element = shown;
  } else if (storage_.type(element) != type && type->is_array()) {
    Var shown = let(type, make(Coerce{{}, element.var}));
    memory_.unite(shown, element);
    element = shown;
  }
  values_[stm.pattern[0]] = element;
  if (after_scan_.contains(statement.view->base)) after_scan_.insert(stm.pattern[0]);
}

// ---- What operators read

Var Composer::input(Var array, const Type* row) {
  auto [it, is_new] = inputs_.try_emplace(array, Var{});
  if (is_new) {
    it->second = storage_.new_var({}, row);
    params_.push_back({it->second, false});
    arrays_.push_back(array);
    memory_.unite(it->second, array);
  }
  return it->second;
}

// A value that belongs to the element, and that the function applied to what a scan gives needs.
Atom Composer::kept_for_post(const Atom& value) {
  if (value.is_const()) return value;
  auto known = std::ranges::find(kept_for_post_, value);
  if (known != kept_for_post_.end())
    return kept_params_[static_cast<size_t>(known - kept_for_post_.begin())].var;
  kept_for_post_.push_back(value);
  kept_params_.push_back({storage_.new_var({}, storage_.type(value)), false});
  return kept_params_.back().var;
}

Atom Composer::element(Var array) {
  auto value = values_.find(array);
  const Type* row = storage_.types.without_outer(storage_.type(array), 1);
  const Atom found = value != values_.end() ? value->second : Atom(input(array, row));
  return into_ == &stms_ || after_scan_.contains(array) ? found : kept_for_post(found);
}

void Composer::bind_param(const Param& param, Var array) {
  if (into_ == &post_stms_) {
    const Op* op = make(Same{{}, element(array)});
    into_->push_back({storage_.arena.copy({param.var}), op, {}, {}, place_});
    return;
  }
  auto value = values_.find(array);
  auto known = inputs_.find(array);
  if (value == values_.end() && known == inputs_.end()) {
    inputs_[array] = param.var;
    memory_.unite(param.var, array);
    params_.push_back(param);
    arrays_.push_back(array);
    return;
  }
  const Atom element = value != values_.end() ? value->second : Atom(known->second);
  const Type* type = storage_.type(param.var);
  const Op* op = make(Same{{}, element});
  // What is consumed must belong to this iteration alone, which a row that another function gave
  // need not.
  if (param.unique && type->is_array()) {
    op = make(Copy{{}, element.var});
  } else {
    // More may be known of the sizes on one side than on the other.
    if (type->is_array() && type != storage_.type(element)) op = make(Coerce{{}, element.var});
    memory_.unite(param.var, element);
  }
  stms_.push_back({storage_.arena.copy({param.var}), op, {}, {}, place_});
}

// The elements, if there is no function.
std::vector<Atom> Composer::operands(const ParallelOperator& op) {
  std::vector<Atom> elements;
  for (Var array : op.arrays) elements.push_back(element(array));
  return elements;
}

std::vector<Atom> Composer::add_element(const ParallelOperator& op, const Member& member) {
  std::vector<Atom> otherwise(op.neutral.begin(), op.neutral.end());
  // What is written outside of all bounds is written nowhere.
  for (size_t i = 0; i < op.index_count; i++) otherwise.push_back(Atom::i64(-1));
  if (op.element == nullptr) {
    std::vector<Atom> elements = operands(op);
    if (!member.guarded) return elements;
    for (size_t i = otherwise.size(); i < elements.size(); i++)
      otherwise.emplace_back(Const{storage_.type(elements[i])->elem, 0});
    const Body body{{}, storage_.arena.copy(elements)};
    return guarded(member, storage_.arena.make<Body>(body), otherwise);
  }
  for (size_t i = 0; i < op.arrays.size(); i++) bind_param(op.element->params[i], op.arrays[i]);
  const Body* body = op.element->body;
  if (member.guarded) {
    for (size_t i = otherwise.size(); i < body->results.size(); i++)
      otherwise.emplace_back(Const{storage_.type(body->results[i])->elem, 0});
    return guarded(member, body, otherwise);
  }
  into_->insert(into_->end(), body->stms.begin(), body->stms.end());
  return {body->results.begin(), body->results.end()};
}

std::vector<Atom> Composer::guarded(const Member& member, const Body* body,
                                    std::span<const Atom> otherwise) {
  const Body* rest = storage_.arena.make<Body>(Body{{}, storage_.arena.copy(otherwise)});
  std::vector<Var> pattern;
  for (const Atom& result : body->results)
    pattern.push_back(storage_.new_var({}, storage_.type(result)));
  const Op* op = make(If{{}, kept_by(*member.filter), body, rest});
  stms_.push_back({storage_.arena.copy(pattern), op, {}, {}, place_});
  return {pattern.begin(), pattern.end()};
}

// ---- What becomes of the values

bool Composer::is_after_scan(const ParallelOperator& op) const {
  return std::ranges::any_of(op.arrays, [&](Var array) { return after_scan_.contains(array); });
}

void Composer::add_operator(const Member& member) {
  const Statement& statement = *member.statement;
  const ParallelOperator& op = *statement.op;
  std::span<const Var> pattern = statement.stm.pattern;
  if (is_after_scan(op)) {
    into_ = &post_stms_;
    std::vector<Atom> values = add_element(op, member);
    into_ = &stms_;
    has_post_ = true;
    for (size_t i = 0; i < pattern.size(); i++) {
      values_[pattern[i]] = values[i];
      after_scan_.insert(pattern[i]);
      if (!member.copied) scanned_.push_back(pattern[i]);
    }
    return;
  }
  std::vector<Atom> values = add_element(op, member);
  switch (op.kind) {
    case Kind::Reduce: add_combined(op, pattern, values); break;
    case Kind::Scan: return add_scanned(op, pattern, values);
    case Kind::Filter: return add_filter(member, values);
    case Kind::FlatMap:
    case Kind::Hist:
    case Kind::Scatter: given_ = values; return;
    default: break;
  }
  for (size_t i = op.first_array; i < pattern.size(); i++) {
    values_[pattern[i]] = values[i];
    if (!member.copied) gathered_.push_back(pattern[i]);
  }
}

void Composer::add_combined(const ParallelOperator& op, std::span<const Var> pattern,
                            const std::vector<Atom>& values) {
  const auto count = static_cast<ptrdiff_t>(op.neutral.size());
  combined_pattern_.insert(combined_pattern_.end(), pattern.begin(), pattern.begin() + count);
  combined_.insert(combined_.end(), values.begin(), values.begin() + count);
  neutral_.insert(neutral_.end(), op.neutral.begin(), op.neutral.end());
  combines_.push_back(op.combine);
  commutative_ &= op.commutative;
}

void Composer::add_scanned(const ParallelOperator& op, std::span<const Var> pattern,
                           const std::vector<Atom>& values) {
  const size_t count = op.neutral.size();
  const size_t made = op.first_array;
  std::vector<Var> combined;
  for (size_t i = 0; i < count; i++) {
    combined.push_back(storage_.new_var({}, storage_.type(op.neutral[i])));
    combined_params_.push_back({combined[i], false});
  }
  if (op.post == nullptr) {
    add_combined(op, pattern, values);
    for (size_t i = 0; i < count; i++) values_[pattern[i]] = combined[i];
  } else {
    add_combined(op, combined, values);
    has_post_ = true;
    for (size_t i = 0; i < op.post->params.size(); i++) {
      const Atom value = i < count ? Atom(combined[i]) : kept_for_post(values[i]);
      post_stms_.push_back(
          {storage_.arena.copy({op.post->params[i].var}), make(Same{{}, value}), {}, {}, place_});
    }
    const Body* body = op.post->body;
    post_stms_.insert(post_stms_.end(), body->stms.begin(), body->stms.end());
    for (size_t i = 0; i < made; i++) values_[pattern[i]] = body->results[i];
  }
  for (size_t i = 0; i < made; i++) {
    after_scan_.insert(pattern[i]);
    scanned_.push_back(pattern[i]);
  }
  const size_t taken = op.post == nullptr ? count : op.post->params.size();
  for (size_t i = made; i < pattern.size(); i++) {
    values_[pattern[i]] = values[i - made + taken];
    gathered_.push_back(pattern[i]);
  }
}

const Atom& Composer::kept_by(const Statement& filter) const {
  return std::ranges::find(kept_, &filter, [](const auto& one) { return one.first; })->second;
}

void Composer::add_filter(const Member& member, const std::vector<Atom>& values) {
  const Statement& statement = *member.statement;
  std::span<const Var> pattern = statement.stm.pattern;
  Atom kept = values[0];
  if (member.filter != nullptr && !member.guarded) {
    const Atom before = kept_by(*member.filter);
    kept = let(storage_.types.scalar(Prim::Bool), make(Binary{{}, BinaryOp::And, before, kept}));
  }
  kept_.emplace_back(&statement, kept);
  count_ = pattern[0];
  const bool keeps_elements = values.size() == 1;
  for (size_t i = 1; i < pattern.size(); i++) {
    if (keeps_elements) {
      // The parameter for the array, or what it is now.
      Var array = statement.op->arrays[i - 1];
      auto value = values_.find(array);
      values_[pattern[i]] = value != values_.end() ? value->second : Atom(inputs_.at(array));
    } else {
      values_[pattern[i]] = values[i];
    }
    gathered_.push_back(pattern[i]);
  }
}

// One for each element that is kept, to be summed up.
void Composer::count_kept(const Statement& filter, const Atom& kept) {
  const Type* type = storage_.types.scalar(Prim::I64);
  auto give = [&](int64_t value) {
    const Atom atom = Atom::i64(value);
    return storage_.arena.make<Body>(Body{{}, storage_.arena.copy({atom})});
  };
  combined_.emplace_back(let(type, make(If{{}, kept, give(1), give(0)})));
  combined_pattern_.push_back(filter.stm.pattern[0]);
  neutral_.push_back(Atom::i64(0));
  Var left = storage_.new_var({}, type);
  Var right = storage_.new_var({}, type);
  Var sum = storage_.new_var({}, type);
  const Stm add{
      storage_.arena.copy({sum}), make(Binary{{}, BinaryOp::Add, left, right}), {}, {}, place_};
  const Body body{storage_.arena.copy({add}), storage_.arena.copy({Atom(sum)})};
  const Lambda plus{storage_.arena.copy({Param{left, false}, Param{right, false}}),
                    storage_.arena.make<Body>(body), place_};
  combines_.push_back(storage_.arena.make<Lambda>(plus));
}

// ---- The operator

const Lambda* Composer::element_lambda(const std::vector<Atom>& results) {
  const Body body{storage_.arena.copy(stms_), storage_.arena.copy(results)};
  return storage_.arena.make<Lambda>(
      Lambda{storage_.arena.copy(params_), storage_.arena.make<Body>(body), place_});
}

// Combines the values of all operators, each for itself.
const Lambda* Composer::combine_lambda() {
  if (combines_.size() == 1) return combines_[0];
  std::vector<Param> left;
  std::vector<Param> right;
  std::vector<Stm> stms;
  std::vector<Atom> results;
  for (const Lambda* combine : combines_) {
    const auto count = static_cast<ptrdiff_t>(combine->params.size() / 2);
    left.insert(left.end(), combine->params.begin(), combine->params.begin() + count);
    right.insert(right.end(), combine->params.begin() + count, combine->params.end());
    stms.insert(stms.end(), combine->body->stms.begin(), combine->body->stms.end());
    results.insert(results.end(), combine->body->results.begin(), combine->body->results.end());
  }
  left.insert(left.end(), right.begin(), right.end());
  const Body body{storage_.arena.copy(stms), storage_.arena.copy(results)};
  return storage_.arena.make<Lambda>(
      Lambda{storage_.arena.copy(left), storage_.arena.make<Body>(body), combines_[0]->place});
}

// What is applied to what all scans give.
const Lambda* Composer::post_lambda() {
  if (!has_post_) return nullptr;
  std::vector<Param> params = combined_params_;
  params.insert(params.end(), kept_params_.begin(), kept_params_.end());
  std::vector<Atom> results;
  for (Var var : scanned_) results.push_back(values_.at(var));
  const Body body{storage_.arena.copy(post_stms_), storage_.arena.copy(results)};
  return storage_.arena.make<Lambda>(
      Lambda{storage_.arena.copy(params), storage_.arena.make<Body>(body), place_});
}

const Op* Composer::operation(Kind kind, const Statement& last) {
  if (kind == Kind::Reduce) {
    for (const auto& [filter, kept] : kept_) {
      if (is_used_(filter->stm.pattern[0])) count_kept(*filter, kept);
    }
    // Nobody asks for anything.
    if (combines_.empty()) count_kept(*kept_.back().first, kept_.back().second);
  }
  std::vector<Atom> results = combined_;
  results.insert(results.end(), kept_for_post_.begin(), kept_for_post_.end());
  if (kind == Kind::Filter) results.push_back(kept_.back().second);
  for (Var var : gathered_) results.push_back(values_.at(var));
  if (!given_.empty()) results = given_;
  const Lambda* element = element_lambda(results);
  std::span<const Var> arrays = storage_.arena.copy(arrays_);
  std::span<const Atom> neutral = storage_.arena.copy(neutral_);
  switch (kind) {
    case Kind::Map: return make(Map{{}, width_, element, arrays});
    case Kind::Filter: return make(Filter{{}, width_, element, arrays});
    case Kind::Reduce:
      return make(Reduce{{}, width_, commutative_, combine_lambda(), neutral, element, arrays});
    case Kind::Scan:
      return make(Scan{{}, width_, combine_lambda(), neutral, element, arrays, post_lambda()});
    case Kind::FlatMap:
      return make(FlatMap{{}, width_, element, arrays, as<FlatMap>(last.stm.op)->groups});
    case Kind::Hist: {
      Hist made = *as<Hist>(last.stm.op);
      made.width = width_;
      made.map = element;
      made.arrays = arrays;
      return make(made);
    }
    default: {
      Scatter made = *as<Scatter>(last.stm.op);
      made.width = width_;
      made.map = element;
      made.arrays = arrays;
      return make(made);
    }
  }
}

}  // namespace planish::passes
