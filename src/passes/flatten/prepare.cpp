#include "passes/flatten/prepare.h"

#include <algorithm>
#include <unordered_set>

#include "analysis/consumed.h"
#include "ir/alias.h"
#include "passes/common/statement_rewriter.h"
#include "passes/flatten/vectorised.h"
#include "passes/fusion/whole_streams.h"

namespace planish::passes {

using namespace ir;

namespace {

class Prepare : public StatementRewriter {
 public:
  explicit Prepare(const Program& program)
      : StatementRewriter(program), consumed_(program), vectorised_(storage_, builder_) {}

 private:
  bool rewrite(const Stm& old) override {
    Stm stm = stm_children(old);
    bool replaced = match(
        stm.op, [&](const Map& n) { return one_by_one(stm, n) || map_of_rearrange(stm, n); },
        [&](const Reduce& n) { return vectorised_.rewrite(stm, n); },
        [&](const Scan& n) { return vectorised_.rewrite(stm, n); },
        [&](const auto&) { return false; });
    vectorised_.define(stm);
    if (!replaced) builder_.add(stm);
    return replaced || stm.op != old.op;
  }

  // ---- A map of a view is a view

  bool map_of_rearrange(const Stm& stm, const Map& n) {
    const Body* body = n.fn->body;
    if (body->stms.size() != 1 || body->results.size() != 1) return false;
    const auto* inner = as<Rearrange>(body->stms[0].op);
    if (inner == nullptr || body->results[0] != Atom(body->stms[0].pattern[0])) return false;
    auto param = std::ranges::find(n.fn->params, inner->array, &Param::var);
    if (param == n.fn->params.end()) return false;
    Var array = n.arrays[size_t(param - n.fn->params.begin())];
    if (storage_.type(array)->is_irregular()) return false;
    std::vector<uint32_t> order{0};
    for (uint32_t dim : inner->order) order.push_back(dim + 1);
    const Op* rearrange = builder_.make(Rearrange{{}, array, storage_.arena.copy(order)});
    if (consumed_.contains(stm.pattern[0]) || consumed_.contains(array)) {
      Var view = builder_.let("view", storage_.type(stm.pattern[0]), rearrange, stm.certs);
      rearrange = builder_.make(Copy{{}, view});
    }
    Stm now = stm;
    now.op = rearrange;
    builder_.add(now);
    return true;
  }

  // ---- A map with the attribute `sequential_outer`: a loop, in which what is inside may be
  // parallel

  bool one_by_one(const Stm& stm, const Map& map) {
    if (!has_attribute(stm.attrs, AttributeKind::SequentialOuter)) return false;
    // The elements of results are as large in every iteration.
    std::unordered_set<Var> inside;
    for (const Param& param : map.fn->params) inside.insert(param.var);
    for (const Stm& inner : map.fn->body->stms)
      inside.insert(inner.pattern.begin(), inner.pattern.end());
    for (const Atom& result : map.fn->body->results) {
      const Type* type = storage_.type(result);
      bool fixed = !type->is_acc() && !type->is_irregular();
      for_each_var_in(type, [&](Var size) { fixed = fixed && !inside.contains(size); });
      if (!fixed) return false;
    }
    auto is_acc = [&](Var var) { return storage_.type(var)->is_acc(); };
    if (std::ranges::any_of(map.arrays, is_acc)) return false;

    Loop loop{};
    loop.bound = map.width;
    loop.index = builder_.new_var("i", storage_.types.scalar(Prim::I64));
    std::vector<LoopParam> params;
    for (Var var : stm.pattern) {
      const Type* type = storage_.type(var);
      std::vector<Atom> dims;
      for (const Dim& dim : type->dims) dims.push_back(Builder::atom(dim));
      Var start = builder_.let(
          "start", type, builder_.make(Replicate{{}, builder_.list(dims), Const{type->elem, 0}}),
          stm.certs);
      params.push_back({{builder_.new_var("result", type), true}, start});
    }
    loop.params = builder_.list(params);
    loop.body = builder_.body([&] {
      for (size_t i = 0; i < map.arrays.size(); i++) {
        const Param& param = map.fn->params[i];
        const Type* type = storage_.type(param.var);
        const Op* read = builder_.make(Index{{}, map.arrays[i], builder_.list<Atom>({loop.index})});
        if (param.unique && type->is_array())
          read = builder_.make(Copy{{}, builder_.let("row", type, read, stm.certs)});
        builder_.add({&param.var, 1}, read, stm.certs);
      }
      for (const Stm& inner : map.fn->body->stms) builder_.add(inner);
      std::vector<Atom> results;
      for (size_t i = 0; i < params.size(); i++) {
        Var var = params[i].param.var;
        SliceDim place{true, loop.index, {}, {}};
        const Op* update = builder_.make(
            Update{{}, var, builder_.list<SliceDim>({place}), map.fn->body->results[i]});
        results.emplace_back(builder_.let("result", storage_.type(var), update));
      }
      return results;
    });
    Stm made = stm;
    made.op = builder_.make(loop);
    builder_.add(made);
    return true;
  }

  ConsumedArrays consumed_;
  VectorisedOperators vectorised_;
};

}  // namespace

Program prepare_for_flattening(const Program& program) {
  const Program whole = whole_streams(program);
  return Prepare(whole).program(whole);
}

}  // namespace planish::passes
