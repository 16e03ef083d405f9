#include "passes/fusion/parallel_operator.h"

#include <algorithm>

#include "analysis/foreign_symbols.h"
#include "ir/facts.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

// Does the type of a parameter mention another one?
bool has_varying_rows(const Storage& storage, const Lambda* lambda) {
  bool found = false;
  for (const Param& param : lambda->params) {
    for_each_var_in(storage.type(param.var), [&](Var size) {
      auto is_size = [&](const Param& other) { return other.var == size; };
      found = found || std::ranges::any_of(lambda->params, is_size);
    });
  }
  return found;
}

template <class T>
ParallelOperator combining(const T& n) {
  return {T::K, n.width, n.map, n.arrays, n.neutral, n.op, false, nullptr, 0, n.neutral.size()};
}

}  // namespace

bool holds_operators(const Body* body) {
  return std::ranges::any_of(body->stms, [](const Stm& stm) {
    bool found = operator_parts(stm.op).has_value();
    for_each_inner_body(stm.op,
                        [&](const Body* inner) { found = found || holds_operators(inner); });
    return found;
  });
}

std::optional<ParallelOperator> parallel_operator(const Storage& storage, const Stm& stm) {
  using Made = std::optional<ParallelOperator>;
  const size_t results = stm.pattern.size();
  Made made = match(
      stm.op,
      [&](const Map& n) -> Made {
        return ParallelOperator{Kind::Map, n.width, n.fn,    n.arrays, {},
                                nullptr,   false,   nullptr, 0,        0};
      },
      [&](const Reduce& n) -> Made {
        ParallelOperator reduce = combining(n);
        reduce.commutative = n.commutative;
        return reduce;
      },
      [&](const Scan& n) -> Made {
        ParallelOperator scan = combining(n);
        scan.post = n.post;
        scan.first_array = n.made();
        return scan;
      },
      [&](const Filter& n) -> Made {
        return ParallelOperator{Kind::Filter, n.width, n.predicate, n.arrays, {},
                                nullptr,      false,   nullptr,     0,        1};
      },
      [&](const FlatMap& n) -> Made {
        return ParallelOperator{Kind::FlatMap, n.width, n.fn,    n.arrays, {},
                                nullptr,       false,   nullptr, 0,        results};
      },
      [&](const Hist& n) -> Made {
        return ParallelOperator{Kind::Hist, n.width, n.map,   n.arrays,       {},
                                nullptr,    false,   nullptr, n.shape.size(), results};
      },
      [&](const Scatter& n) -> Made {
        return ParallelOperator{Kind::Scatter, n.width, n.map,   n.arrays,       {},
                                nullptr,       false,   nullptr, n.shape.size(), results};
      },
      [](const StreamMap&) -> Made { return std::nullopt; },
      [](const StreamRed&) -> Made { return std::nullopt; },
      [](const StreamSeq&) -> Made { return std::nullopt; },
      []<class T>(const T& n) -> Made
        requires(!requires { n.width; })
      { return std::nullopt; });
  if (!made) return made;
  bool is_called_once = false;
  for_each_inner_body(stm.op, [&](const Body* body) {
    is_called_once = is_called_once || has_lifted_foreign(body);
  });
  if (is_called_once) return std::nullopt;
  auto is_acc = [&](Var var) { return storage.type(var)->is_acc(); };
  if (std::ranges::any_of(made->arrays, is_acc) || std::ranges::any_of(stm.pattern, is_acc))
    return std::nullopt;
  // A predicate that consumes an element has to give what is kept.
  auto is_unique = [](const Param& param) { return param.unique; };
  if (made->kind == Kind::Filter && made->element->body->results.size() == 1 &&
      std::ranges::any_of(made->element->params, is_unique))
    return std::nullopt;
  // Rows of different lengths need their lengths beside them, which only a function asks for.
  auto is_irregular = [&](Var var) { return storage.type(var)->is_irregular(); };
  if (made->element != nullptr ? has_varying_rows(storage, made->element)
                               : std::ranges::any_of(made->arrays, is_irregular))
    return std::nullopt;
  return made;
}

std::optional<ElementView> element_view(Storage& storage, const Stm& stm) {
  using Found = std::optional<ElementView>;
  auto make = [&](auto node) -> const Op* {
    node.kind = decltype(node)::K;
    return storage.arena.make<decltype(node)>(node);
  };
  Found found = match(
      stm.op, [&](const Same& n) -> Found { return ElementView{n.value.var, nullptr}; },
      [&](const Coerce& n) -> Found { return ElementView{n.array, nullptr}; },
      [&](const Rearrange& n) -> Found {
        if (n.order[0] != 0) return std::nullopt;
        std::vector<uint32_t> order(n.order.begin() + 1, n.order.end());
        for (uint32_t& number : order) number--;
        return ElementView{n.array, make(Rearrange{{}, {}, storage.arena.copy(order)})};
      },
      [&](const Reshape& n) -> Found {
        const Dim& outer = storage.type(n.array)->dims[0];
        const Dim& now = storage.type(stm.pattern.front())->dims[0];
        if (n.dims.size() < 2 || outer.is_varying() || !(outer == now)) return std::nullopt;
        // No elements of elements, and the outer dimensions need not be equal any more.
        if (storage.type(n.array)->rank() < 2) return std::nullopt;
        return ElementView{n.array, make(Reshape{{}, {}, n.dims.subspan(1)})};
      },
      [](const auto&) -> Found { return std::nullopt; });
  if (!found || !found->base) return std::nullopt;
  const Type* base = storage.type(found->base);
  const Type* view = storage.type(stm.pattern.front());
  if (!base->is_array() || !view->is_array() || base->is_irregular() || view->is_irregular())
    return std::nullopt;
  return found;
}

const Op* applied_to(Storage& storage, const Op* view, Var array) {
  return match(view, [&](const auto& n) -> const Op* {
    if constexpr (requires { n.array; }) {
      auto now = n;
      now.array = array;
      return storage.arena.make<std::remove_cvref_t<decltype(n)>>(now);
    } else {
      return view;
    }
  });
}

}  // namespace planish::passes
