#include "passes/rows/known_lengths.h"

#include "ir/match.h"

namespace planish::passes {

using namespace ir;

namespace {

// Combines nothing but the values themselves, or two elements, by this operation.
bool is_binary(const Lambda* fn, BinaryOp op) {
  if (fn == nullptr || fn->params.size() != 2 || fn->body->stms.size() != 1) return false;
  const Stm& stm = fn->body->stms[0];
  const auto* binary = as<Binary>(stm.op);
  return binary != nullptr && binary->op == op && binary->x == Atom(fn->params[0].var) &&
         binary->y == Atom(fn->params[1].var) && fn->body->results.size() == 1 &&
         fn->body->results[0] == Atom(stm.pattern[0]);
}

}  // namespace

void KnownLengths::set_lengths(Var lengths, Var array) {
  offsets_of_lengths_[lengths] = values_.rows(array).offsets[0];
  array_of_lengths_[lengths] = array;
}

void KnownLengths::add_offsets(Var lengths, Var offsets) {
  offsets_of_lengths_.try_emplace(lengths, offsets);
}

Var KnownLengths::offsets_of(Var lengths) const {
  auto known = offsets_of_lengths_.find(lengths);
  return known == offsets_of_lengths_.end() ? Var() : known->second;
}

Var KnownLengths::packed_offsets(Var lengths, std::span<const Var> arrays) {
  auto known = offsets_of_lengths_.find(lengths);
  if (known == offsets_of_lengths_.end()) return {};
  // What was asked for its lengths is known wherever these are.
  std::vector<Var> candidates(arrays.begin(), arrays.end());
  if (auto asked = array_of_lengths_.find(lengths); asked != array_of_lengths_.end())
    candidates.push_back(asked->second);
  for (Var array : candidates) {
    if (!values_.is_irregular(array) || !values_.dims(array)[1].is_varying()) continue;
    const Rows& of = values_.rows(array);
    if (of.offsets[0] != known->second) continue;
    if (of.packed) return of.offsets[0];
    Atom first = make_.index(of.offsets[0], Atom::i64(0));
    return make_.map("offsets", make_.size(of.offsets[0]), {of.offsets[0]},
                     [&](const std::vector<Atom>& at) { return make_.minus(at[0], first); });
  }
  return {};
}

bool KnownLengths::compares_offsets(const Stm& stm) {
  const auto* reduce = ir::as<Reduce>(stm.op);
  if (reduce == nullptr || make_.builder.depth() != 1 || reduce->arrays.size() != 2 ||
      stm.pattern.size() != 1 || !is_binary(reduce->op, BinaryOp::And) ||
      !is_binary(reduce->map, BinaryOp::Eq)) {
    return false;
  }
  Var arrays[2];
  for (size_t i = 0; i < 2; i++) {
    auto known = array_of_lengths_.find(values_.now(reduce->arrays[i]).var);
    if (known == array_of_lengths_.end() || !values_.rows(known->second).packed) return false;
    arrays[i] = known->second;
  }
  RowsBuilder::Replacing here(make_, stm);
  const Var first = values_.rows(arrays[0]).offsets[0];
  Var second = values_.rows(arrays[1]).offsets[0];
  const Type* type = storage_.type(first);
  if (storage_.type(second) != type)
    second = make_.let("offsets", type, make_.make(Coerce{{}, second}));
  Reduce made = *reduce;
  made.width = Builder::atom(type->dims[0]);
  const std::vector<Var> compared{first, second};
  made.arrays = make_.builder.list(compared);
  make_.add(stm.pattern, make_.make(made), stm.attrs);
  equal_rows_[stm.pattern[0]] = {arrays[0], arrays[1]};
  return true;
}

bool KnownLengths::combines_lengths(const Stm& stm) {
  const auto* reduce = ir::as<Reduce>(stm.op);
  if (reduce == nullptr || reduce->map != nullptr || reduce->arrays.size() != 1 ||
      reduce->neutral[0] != Atom::i64(0))
    return false;
  auto known = array_of_lengths_.find(values_.now(reduce->arrays[0]).var);
  if (known == array_of_lengths_.end()) return false;
  RowsBuilder::Replacing here(make_, stm);
  if (is_binary(reduce->op, BinaryOp::Add)) {
    const Rows& of = values_.rows(known->second);
    // All of the data is that of the rows.
    if (of.packed && of.offsets.size() == 1) {
      make_.bind(stm.pattern[0], make_.make(Same{{}, make_.size(of.data)}));
      return true;
    }
    Atom end = make_.index(of.offsets[0], reduce->width);
    Atom start = of.packed ? Atom::i64(0) : make_.index(of.offsets[0], Atom::i64(0));
    make_.bind(stm.pattern[0], make_.make(Binary{{}, BinaryOp::Sub, end, start}));
    return true;
  }
  // None is below zero.
  if (!is_binary(reduce->op, BinaryOp::Min)) return false;
  make_.bind(stm.pattern[0], make_.make(Same{{}, Atom::i64(0)}));
  return true;
}

void KnownLengths::share_offsets(const Check& check) {
  auto equal = equal_rows_.find(check.condition.var);
  if (equal == equal_rows_.end() || make_.builder.depth() != 1) return;
  auto [first, second] = equal->second;
  Rows shared = values_.rows(second);
  shared.offsets[0] = values_.rows(first).offsets[0];
  values_.set_rows(second, shared);
}

}  // namespace planish::passes
