#include "analysis/only_read.h"

#include <algorithm>

#include "ir/match.h"
#include "ir/walk.h"

namespace planish {

using namespace ir;

namespace {

bool uses(const Op* op, Var array) {
  bool found = false;
  for_each_var_use(op, [&](Var used) { found = found || used == array; });
  return found;
}

bool is_only_read(const Storage& storage, Var array, const Body* body) {
  return std::ranges::find(body->results, Atom(array)) == body->results.end() &&
         planish::is_only_read(storage, array, body->stms);
}

// The array is one of the operands of the statement; `rest` are the statements after it.
bool reads(const Storage& storage, const Stm& stm, Var array, std::span<const Stm> rest) {
  auto view = [&] {
    return !storage.type(stm.pattern[0])->is_array() ||
           planish::is_only_read(storage, stm.pattern[0], rest);
  };
  // What is not unique is not written to by the function.
  auto elements = [&](std::span<const Var> arrays, const Lambda* fn) {
    for (size_t i = 0; i < arrays.size(); i++) {
      if (arrays[i] == array && fn != nullptr && fn->params[i].unique) return false;
    }
    return true;
  };
  return match(
      stm.op, [&](const Index&) { return view(); }, [&](const Slice&) { return view(); },
      [&](const Rearrange&) { return view(); }, [&](const Reshape&) { return view(); },
      [&](const Coerce&) { return view(); }, [&](const Same&) { return view(); },
      [](const Copy&) { return true; }, [](const Concat&) { return true; },
      [&](const Map& n) { return elements(n.arrays, n.fn); },
      [&](const Reduce& n) { return elements(n.arrays, n.map); },
      [&](const Scan& n) { return elements(n.arrays, n.map); }, [](const auto&) { return false; });
}

}  // namespace

bool is_only_read(const Storage& storage, Var array, std::span<const Stm> stms) {
  for (size_t i = 0; i < stms.size(); i++) {
    bool inside = true;
    for_each_body(stms[i].op,
                  [&](const Body* body) { inside = inside && is_only_read(storage, array, body); });
    for_each_lambda(stms[i].op, [&](const Lambda* lambda) {
      inside = inside && is_only_read(storage, array, lambda->body);
    });
    if (!inside) return false;
    if (uses(stms[i].op, array) && !reads(storage, stms[i], array, stms.subspan(i + 1)))
      return false;
  }
  return true;
}

}  // namespace planish
