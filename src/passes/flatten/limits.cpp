#include "passes/flatten/limits.h"

#include <fmt/format.h>

#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

Limits::Limits(Flattening& all)
    : target_(all.target), storage_(all.storage), builder_(all.builder) {}

Atom Limits::at_least(int64_t limit, const Atom& value, std::string_view what,
                      std::string_view name) {
  return builder_.binary(BinaryOp::Le, threshold(limit, value, what), value, name);
}

Atom Limits::at_most(int64_t limit, const Atom& value, std::string_view what,
                     std::string_view name) {
  Atom most = Atom::i64(limit);
  if (target_.flatten.tunable) {
    // It is at most the limit if one less is not at least that.
    const Atom one_less = builder_.binary(BinaryOp::Sub, value, Atom::i64(1));
    most = threshold(limit, one_less, what);
  }
  return builder_.binary(BinaryOp::Le, value, most, name);
}

Atom Limits::threshold(int64_t limit, const Atom& compared, std::string_view what) {
  const Atom known = Atom::i64(limit);
  if (!target_.flatten.tunable || compared.is_const()) return known;
  const std::string name = fmt::format("{}.{}.{}_{}", target_.name, storage_.text(function_), what,
                                       counts_[function_]++);
  return builder_.let("threshold", storage_.types.scalar(Prim::I64),
                      builder_.make(Tuning{{},
                                           known,
                                           storage_.arena.copy(std::string_view(name)),
                                           builder_.list<Atom>({compared})}));
}

}  // namespace planish::passes
