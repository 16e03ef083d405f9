#include "passes/fusion/reduce_flattened.h"

#include <unordered_map>
#include <unordered_set>

#include "ir/build/builder.h"
#include "ir/walk.h"
#include "passes/common/uses.h"

namespace planish::passes {

using namespace ir;

namespace {

class ReduceFlattened {
 public:
  explicit ReduceFlattened(Storage& storage) : storage_(storage), builder_(storage) {}

  const Body* run(const Body* body) {
    for (const Stm& stm : body->stms) {
      for (Var var : stm.pattern) definitions_[var] = &stm;
    }
    counts_ = count_uses(storage_, body);
    std::vector<Stm> stms(body->stms.begin(), body->stms.end());
    bool changed = false;
    for (Stm& stm : stms) {
      const Op* by_rows = reduce_by_rows(stm);
      if (by_rows == nullptr) continue;
      stm.op = by_rows;
      changed = true;
    }
    if (!changed) return body;
    std::erase_if(stms, [&](const Stm& stm) {
      return stm.pattern.size() == 1 && unused_.contains(stm.pattern[0]);
    });
    return storage_.arena.make<Body>(Body{storage_.arena.copy(stms), body->results});
  }

 private:
  // What makes the variable, maybe by another name, if it is used once.
  const Stm* maker(Var var) {
    auto it = definitions_.find(var);
    if (it == definitions_.end() || counts_[var] != 1) return nullptr;
    const auto* same = as<Same>(it->second->op);
    return same == nullptr || !same->value.var ? it->second : maker(same->value.var);
  }

  const Op* reduce_by_rows(const Stm& stm) {
    const auto* reduce = as<Reduce>(stm.op);
    if (reduce == nullptr || reduce->arrays.size() != 1 ||
        stm.pattern.size() != reduce->neutral.size())
      return nullptr;
    const Stm* flat = maker(reduce->arrays[0]);
    const auto* reshape = flat == nullptr ? nullptr : as<Reshape>(flat->op);
    if (reshape == nullptr || !flat->certs.empty() || storage_.type(reduce->arrays[0])->rank() != 1)
      return nullptr;
    const Stm* made = maker(reshape->array);
    const Type* type = storage_.type(reshape->array);
    if (made == nullptr || made->op->kind != Kind::Map || type->rank() < 2 || type->is_irregular())
      return nullptr;

    unused_.insert(reduce->arrays[0]);
    builder_.place = stm.place;
    Reduce outer = *reduce;
    Var row = builder_.new_var("row", storage_.types.without_outer(type, 1));
    outer.width = Builder::atom(type->dims[0]);
    outer.arrays = builder_.list<Var>({reshape->array});
    const Body* body = builder_.body([&] { return reduced_row(*reduce, row); });
    outer.map =
        storage_.arena.make<Lambda>(Lambda{builder_.list<Param>({{row, false}}), body, stm.place});
    return builder_.make(outer);
  }

  std::vector<Atom> reduced_row(const Reduce& reduce, Var row) {
    const Type* type = storage_.type(row);
    Reduce inner = reduce;
    inner.width = Builder::atom(type->dims[0]);
    for (const Dim& dim : type->dims.subspan(1))
      inner.width = builder_.binary(BinaryOp::Mul, inner.width, Builder::atom(dim), "size");
    Var elements = row;
    if (type->rank() > 1) {
      const Dim size = Builder::dim(inner.width);
      const Type* flat = storage_.types.array(type->elem, {&size, 1});
      elements = builder_.let("elements", flat,
                              builder_.make(Reshape{{}, row, builder_.list<Atom>({inner.width})}));
    }
    inner.arrays = builder_.list<Var>({elements});
    inner.op = clone_lambda(storage_, reduce.op);
    std::vector<Var> sums;
    std::vector<Atom> results;
    for (const Atom& neutral : reduce.neutral) {
      sums.push_back(builder_.new_var("sum", storage_.type(neutral)));
      results.emplace_back(sums.back());
    }
    builder_.add(sums, builder_.make(inner));
    return results;
  }

  Storage& storage_;
  Builder builder_;
  std::unordered_map<Var, const Stm*> definitions_;
  std::unordered_map<Var, size_t> counts_;
  std::unordered_set<Var> unused_;
};

}  // namespace

const Body* reduce_flattened(Storage& storage, const Body* body) {
  return ReduceFlattened(storage).run(body);
}

}  // namespace planish::passes
