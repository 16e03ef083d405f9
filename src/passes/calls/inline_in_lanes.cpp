#include "passes/calls/inline_in_lanes.h"

#include <algorithm>
#include <unordered_map>

#include "analysis/cost.h"
#include "ir/call_graph.h"
#include "ir/match.h"
#include "passes/common/call_body.h"
#include "passes/common/forward.h"
#include "passes/common/uses.h"
#include "plan/lanes.h"

namespace planish::passes {

using namespace ir;

namespace {

// In statements: of an operator, and all that the program grows by. Each takes the compiler some 0.3 ms.
constexpr size_t kMostInOperator = 3000;
constexpr size_t kMostGrowth = 9000;

// Without statements that bind one of these variables, where nothing uses it.
class WithoutUnused : public Rebuild {
 public:
  WithoutUnused(Storage& storage, const Body* all)
      : Rebuild(storage), uses_(count_uses(storage, all)) {}

  const Body* body(const Body* old) override {
    const Body* inside = body_children(old);
    std::vector<Stm> kept;
    std::ranges::copy_if(inside->stms, std::back_inserter(kept),
                         [&](const Stm& stm) { return !is_unused_part(stm); });
    if (kept.size() == inside->stms.size()) return inside;
    return storage_.arena.make<Body>(
        Body{storage_.arena.copy(std::span<const Stm>(kept)), inside->results});
  }

 private:
  bool is_unused_part(const Stm& stm) const {
    return stm.op->kind == Kind::Slice && !uses_.contains(stm.pattern.front());
  }

  std::unordered_map<Var, size_t> uses_;
};

// Replaces all calls, and reads elements of parts of arrays where they lie.
class CalledBodies : public ForwardRewriter {
 public:
  CalledBodies(const Program& program) : ForwardRewriter(*program.storage), program_(program) {}

 protected:
  bool rewrite_early(const Stm& stm) override {
    const auto* call = as<Call>(stm.op);
    if (call == nullptr) return false;
    const Function& fn = *program_.find(call->fn);
    CallBody copy(storage_, stm.place);
    for (size_t i = 0; i < call->args.size(); i++)
      copy.replace(fn.params[i].var, atom(call->args[i]));
    bind(stm.pattern, splice(copy.body(fn.body), stm), stm);
    return true;
  }

  void rewrite(const Stm& stm) override {
    if (const auto* slice = as<Slice>(stm.op); slice != nullptr && is_part(*slice))
      parts_.emplace(stm.pattern.front(), stm);
    const auto* index = as<Index>(stm.op);
    const auto part = index == nullptr ? parts_.end() : parts_.find(index->array);
    emit(part == parts_.end() ? stm : read_in_place(stm, *index, part->second));
  }

 private:
  // Of a vector.
  static bool is_part(const Slice& slice) {
    return slice.dims.size() == 1 && !slice.dims[0].is_index;
  }

  Stm read_in_place(const Stm& stm, const Index& index, const Stm& part) {
    const auto& slice = *as<Slice>(part.op);
    const Type* number = storage_.types.scalar(Prim::I64);
    Atom at = index.indices[0];
    if (slice.dims[0].stride != Atom::i64(1))
      at = let("offset", number, make(Binary{{}, BinaryOp::Mul, at, slice.dims[0].stride}), stm);
    at = let("at", number, make(Binary{{}, BinaryOp::Add, at, slice.dims[0].start}), stm);
    Stm read = stm;
    read.op = make(Index{{}, slice.array, storage_.arena.copy({at})});
    read.certs = joined(stm.certs, part.certs);
    return read;
  }

  const Program& program_;
  std::unordered_map<Var, Stm> parts_;
};

class InlineInLanes : public Rebuild {
 public:
  InlineInLanes(const Program& program, const Target& target)
      : Rebuild(*program.storage),
        program_(program),
        graph_(program),
        layouts_(storage_),
        context_{storage_, target, layouts_, plan::Where::Task} {}

  Program run() {
    Program result = program_;
    for (const Function*& fn : result.functions) fn = function_children(fn);
    return result;
  }

  Stm stm(const Stm& stm) override {
    if (const auto* map = as<SegMap>(stm.op)) return with_lanes(stm, *map);
    if (const auto* reduction = as<SegRed>(stm.op)) {
      const bool gives_scalars = stm.pattern.size() == reduction->neutral.size() &&
                                 std::ranges::all_of(reduction->neutral, [&](const Atom& neutral) {
                                   return storage_.type(neutral)->is_scalar();
                                 });
      return gives_scalars ? with_lanes(stm, *reduction) : stm;
    }
    return stm_children(stm);
  }

 private:
  // What bodies have, with those of the functions that they call.
  struct Size {
    size_t statements = 0;
    bool has_calls = false;
    bool is_possible = true;
  };

  template <class Op>
  Stm with_lanes(const Stm& stm, const Op& op) {
    const Size size = size_of(op.body);
    if (!size.has_calls || !size.is_possible || size.statements > kMostInOperator ||
        growth_ + size.statements > kMostGrowth)
      return stm;
    const Body* with_parts = CalledBodies(program_).body(op.body);
    Op with = op;
    with.body = WithoutUnused(storage_, with_parts).body(with_parts);
    if (plan::try_lanes(context_, {*with.body, op.space.levels.back().index}).plan == nullptr)
      return stm;
    growth_ += size.statements;
    Stm made = stm;
    made.op = storage_.arena.make<Op>(with);
    return made;
  }

  Size size_of(const Body* body) {
    Size size{.statements = statement_count(body)};
    add_calls(body, size);
    return size;
  }
  void add_calls(const Body* body, Size& size) {
    for (const Stm& stm : body->stms) {
      if (const auto* call = as<Call>(stm.op)) {
        const Size& called = size_of_function(call->fn);
        size.has_calls = true;
        size.statements = std::min(size.statements + called.statements, kMostGrowth);
        size.is_possible &=
            called.is_possible && !has_attribute(stm.attrs, AttributeKind::Noinline);
      }
      for_each_inner_body(stm.op, [&](const Body* inner) { add_calls(inner, size); });
    }
  }
  const Size& size_of_function(Name name) {
    const auto [at, is_new] = sizes_.try_emplace(name);
    if (!is_new) return at->second;
    const Function* fn = program_.find(name);
    Size size{.is_possible = false};
    if (fn != nullptr && !fn->constant && !graph_.is_recursive(name) &&
        !has_attribute(fn->attrs, AttributeKind::Noinline))
      size = size_of(fn->body);
    return sizes_[name] = size;
  }

  const Program& program_;
  CallGraph graph_;
  plan::Layouts layouts_;
  plan::Context context_;
  std::unordered_map<Name, Size> sizes_;
  size_t growth_ = 0;
};

}  // namespace

Program inline_in_lanes(const Program& program, const Target& target) {
  if (target.machine == Machine::Gpu) return program;
  return InlineInLanes(program, target).run();
}

}  // namespace planish::passes
