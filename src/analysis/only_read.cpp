#include "analysis/only_read.h"

#include <algorithm>

#include "ir/facts.h"
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
  auto elements = [&](const OperatorParts& parts) {
    for (size_t i = 0; i < parts.arrays.size(); i++) {
      if (parts.arrays[i] == array && parts.map != nullptr &&
          parts.map->params[parts.first + i].unique)
        return false;
    }
    return true;
  };
  const std::optional<OperatorParts> parts = operator_parts(stm.op);
  switch (facts(stm.op).memory) {
    case Memory::None: return true;
    case Memory::View: return view();
    case Memory::Fresh: return !parts || elements(*parts);
    case Memory::Written:
    case Memory::Passed: return false;
  }
  __builtin_unreachable();
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
