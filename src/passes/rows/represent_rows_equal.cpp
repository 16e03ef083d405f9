// What follows from the lengths of rows that are known.
//
// Components of an array of records have rows of equal lengths, and an entry point checks that.
// From then on they have one array of offsets. The sum of all lengths is the size of the data, or
// the last of the offsets.
//
// Note [Equal offsets]
// The offsets of packed arrays are equal if and only if the lengths of their rows are, so these are
// compared as they are:
//
//   let as = row_lengths xss                                let same = reduce (n + 1) (xs_offsets, ys_offsets) … eq
//   let bs = row_lengths yss                        ==>     let c = check size same
//   let same = reduce n (as, bs) {true} and of eq           … yss is (xs_offsets, ys_data)
//   let c = check size same
//
// What is made of rows of both then needs one of them only, and so do the results. The check stands
// before everything that follows it in the function; in branches nothing is shared, since the code
// after them does not rely on their checks.
#include "ir/match.h"
#include "passes/rows/row_representer.h"

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

bool RowRepresenter::compares_offsets(const Stm& stm) {
  const auto* reduce = ir::as<Reduce>(stm.op);
  if (reduce == nullptr || make_.builder.depth() != 1 || reduce->arrays.size() != 2 ||
      stm.pattern.size() != 1 || !is_binary(reduce->op, BinaryOp::And) ||
      !is_binary(reduce->map, BinaryOp::Eq)) {
    return false;
  }
  Var arrays[2];
  for (size_t i = 0; i < 2; i++) {
    auto known = array_of_lengths_.find(now(reduce->arrays[i]).var);
    if (known == array_of_lengths_.end() || !rows(known->second).packed) return false;
    arrays[i] = known->second;
  }
  RowsBuilder::Replacing here(make_, stm);
  const Var first = rows(arrays[0]).offsets[0];
  Var second = rows(arrays[1]).offsets[0];
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

bool RowRepresenter::combines_lengths(const Stm& stm) {
  const auto* reduce = ir::as<Reduce>(stm.op);
  if (reduce == nullptr || reduce->map != nullptr || reduce->arrays.size() != 1 ||
      reduce->neutral[0] != Atom::i64(0))
    return false;
  auto known = array_of_lengths_.find(now(reduce->arrays[0]).var);
  if (known == array_of_lengths_.end()) return false;
  RowsBuilder::Replacing here(make_, stm);
  if (is_binary(reduce->op, BinaryOp::Add)) {
    const Rows& of = rows(known->second);
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

void RowRepresenter::share_offsets(const Check& check) {
  auto equal = equal_rows_.find(check.condition.var);
  if (equal == equal_rows_.end() || make_.builder.depth() != 1) return;
  auto [first, second] = equal->second;
  rows_of_[second].offsets[0] = rows(first).offsets[0];
}

}  // namespace planish::passes
