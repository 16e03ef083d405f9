#include "passes/fusion/fuse_scans.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "ir/build/builder.h"
#include "ir/facts.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

using Uses = std::unordered_map<Var, size_t>;

void add_uses(const Body& body, Uses& uses) {
  for (const Stm& stm : body.stms) {
    for_each_var_use(stm.op, [&](Var var) { uses[var]++; });
    for_each_body(stm.op, [&](const Body* inner) { add_uses(*inner, uses); });
    for_each_lambda(stm.op, [&](const Lambda* inner) { add_uses(*inner->body, uses); });
  }
  for (const Atom& result : body.results) {
    if (result.var) uses[result.var]++;
  }
}

// Does it neither fail, nor show, nor write to anything that was there before?
bool is_quiet(const Body& body);
bool is_quiet(const Stm& stm) {
  const OperationFacts does = facts(stm.op);
  bool quiet =
      does.effect == Effect::None && does.memory != Memory::Written && as<Call>(stm.op) == nullptr;
  for_each_body(stm.op, [&](const Body* inner) { quiet = quiet && is_quiet(*inner); });
  for_each_lambda(stm.op, [&](const Lambda* inner) { quiet = quiet && is_quiet(*inner->body); });
  return quiet;
}
bool is_quiet(const Body& body) {
  return std::ranges::all_of(body.stms, [](const Stm& stm) { return is_quiet(stm); });
}

class FuseScans : public Rebuild {
 public:
  explicit FuseScans(Storage& storage) : Rebuild(storage), builder_(storage) {}

  const Function* function(const Function* old) {
    uses_.clear();
    add_uses(*old->body, uses_);
    return function_children(old);
  }

  const Body* body(const Body* old) override {
    const Body* inside = body_children(old);
    std::vector<Stm> stms(inside->stms.begin(), inside->stms.end());
    for (const Stm& stm : stms) {
      if (const auto* iota = as<Iota>(stm.op)) iotas_[stm.pattern[0]] = iota;
    }
    bool changed = false;
    for (size_t at = 0; at < stms.size(); at++) {
      const std::optional<size_t> scan = scan_read_by(stms, at);
      if (!scan) continue;
      fused_[stms[*scan].pattern[0]] = stms[at].place;
      stms[at] = joined(stms[*scan], stms[at]);
      stms.erase(stms.begin() + static_cast<ptrdiff_t>(*scan));
      changed = true;
      at--;
    }
    if (!changed) return inside;
    Body now = *inside;
    now.stms = storage_.arena.copy(std::span<const Stm>(stms));
    return storage_.arena.make<Body>(now);
  }

  const std::unordered_map<Var, PlaceId>& fused() const { return fused_; }

 private:
  bool are_scalars(std::span<const Atom> atoms) const {
    return std::ranges::all_of(atoms,
                               [&](const Atom& atom) { return storage_.type(atom)->is_scalar(); });
  }

  // The scan that can be a part of the reduction at a place.
  std::optional<size_t> scan_read_by(std::span<const Stm> stms, size_t at) const {
    const auto* reduce = as<Reduce>(stms[at].op);
    if (reduce == nullptr || !are_scalars(reduce->neutral) ||
        stms[at].pattern.size() != reduce->neutral.size())
      return {};
    constexpr size_t kFurthest = 64;  // so that the time is linear in the length of a body
    for (size_t k = at; k-- > (at < kFurthest ? 0 : at - kFurthest);) {
      const auto* scan = as<Scan>(stms[k].op);
      if (scan != nullptr && is_read_only_by(stms[k], *scan, *reduce)) return k;
      if (!is_quiet(stms[k])) return {};
    }
    return {};
  }

  bool is_read_only_by(const Stm& stm, const Scan& scan, const Reduce& reduce) const {
    // None of the values of an element is gathered besides.
    return scan.width == reduce.width && are_scalars(scan.neutral) &&
           stm.pattern.size() == scan.made() && std::ranges::all_of(stm.pattern, [&](Var var) {
             const auto found = uses_.find(var);
             const size_t uses = found == uses_.end() ? 0 : found->second;
             return storage_.type(var)->rank() == 1 &&
                    uses == static_cast<size_t>(std::ranges::count(reduce.arrays, var));
           });
  }

  // Adds the statements of a function that is applied to these arguments.
  std::vector<Atom> apply(const Lambda& fn, std::span<const Atom> args) {
    Substitution by;
    for (size_t k = 0; k < args.size(); k++) by.emplace(fn.params[k].var, args[k]);
    const Body* code = substitute(storage_, fn.body, by);
    for (const Stm& stm : code->stms) builder_.add(stm);
    return {code->results.begin(), code->results.end()};
  }

  // Element `index` of numbers in order, which need not be made then.
  Atom number(const Iota& iota, Var index) {
    const Prim prim = builder_.prim(iota.start);
    const Atom at = prim == Prim::I64 ? Atom(index) : builder_.convert(prim, index);
    const bool by_one = iota.step.is_const() && iota.step.constant.bits == 1;
    const Atom offset = by_one ? at : builder_.binary(BinaryOp::Mul, at, iota.step);
    return builder_.binary(BinaryOp::Add, iota.start, offset);
  }

  // The elements of arrays, or what a function makes of them.
  std::vector<Atom> elements(const Lambda* map, std::span<const Var> arrays, Var index,
                             const std::unordered_map<Var, Atom>& known) {
    std::vector<Atom> values;
    for (Var array : arrays) {
      if (auto found = known.find(array); found != known.end()) {
        values.push_back(found->second);
        continue;
      }
      if (auto found = iotas_.find(array); found != iotas_.end()) {
        values.push_back(number(*found->second, index));
        continue;
      }
      const Type* type = storage_.type(array);
      const Type* elem = storage_.types.array(type->elem, type->dims.subspan(1));
      values.emplace_back(
          builder_.let("x", elem, builder_.make(Index{{}, array, builder_.list({Atom(index)})})));
    }
    return map == nullptr ? values : apply(*map, values);
  }

  std::vector<Atom> combined(const Lambda& op, std::span<const Atom> state,
                             std::span<const Atom> values) {
    std::vector<Atom> args(state.begin(), state.end());
    args.insert(args.end(), values.begin(), values.begin() + static_cast<ptrdiff_t>(state.size()));
    return apply(op, args);
  }

  Stm joined(const Stm& first, const Stm& second) {
    const auto& scan = *as<Scan>(first.op);
    const auto& reduce = *as<Reduce>(second.op);
    builder_.place = second.place;
    const Var index = builder_.new_var("i", storage_.types.scalar(Prim::I64));
    std::vector<LoopParam> params;
    std::vector<Var> pattern;
    const auto carry = [&](std::span<const Atom> neutral) {
      std::vector<Atom> state;
      for (const Atom& atom : neutral) {
        const Var var = builder_.new_var("state", storage_.type(atom));
        params.push_back({{var, false}, atom});
        state.emplace_back(var);
      }
      return state;
    };
    const std::vector<Atom> sums = carry(scan.neutral);
    for (const Atom& sum : sums) pattern.push_back(builder_.new_var("", storage_.type(sum)));
    const std::vector<Atom> totals = carry(reduce.neutral);
    pattern.insert(pattern.end(), second.pattern.begin(), second.pattern.end());
    const Body* code = builder_.body([&] {
      std::vector<Atom> values = elements(scan.map, scan.arrays, index, {});
      std::vector<Atom> results = combined(*scan.op, sums, values);
      std::vector<Atom> made = results;
      made.insert(made.end(), values.begin() + static_cast<ptrdiff_t>(sums.size()), values.end());
      if (scan.post != nullptr) made = apply(*scan.post, made);
      std::unordered_map<Var, Atom> known;
      for (size_t k = 0; k < first.pattern.size(); k++) known.emplace(first.pattern[k], made[k]);
      const std::vector<Atom> further = elements(reduce.map, reduce.arrays, index, known);
      for (const Atom& total : combined(*reduce.op, totals, further)) results.push_back(total);
      return results;
    });
    std::vector<Var> certs(first.certs.begin(), first.certs.end());
    certs.insert(certs.end(), second.certs.begin(), second.certs.end());
    Stm loop = second;
    loop.pattern = storage_.arena.copy(pattern);
    loop.op = builder_.make(Loop{{}, builder_.list(params), index, scan.width, nullptr, code});
    loop.certs = storage_.arena.copy(certs);
    return loop;
  }

  Builder builder_;
  Uses uses_;
  std::unordered_map<Var, const Iota*> iotas_;  // in bodies that have been gone through
  std::unordered_map<Var, PlaceId> fused_;
};

}  // namespace

std::unordered_map<Var, PlaceId> scans_in_reductions(const Program& program) {
  FuseScans fuser(*program.storage);
  for (const Function* fn : program.functions) fuser.function(fn);
  return fuser.fused();
}

Program fuse_scans(const Program& program) {
  FuseScans fuser(*program.storage);
  Program result = program;
  for (const Function*& fn : result.functions) fn = fuser.function(fn);
  return result;
}

}  // namespace planish::passes
