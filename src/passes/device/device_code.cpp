#include "passes/device/device_code.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "analysis/host_code.h"
#include "analysis/residence.h"
#include "ir/alias.h"
#include "ir/build/builder.h"
#include "ir/facts.h"
#include "ir/match.h"
#include "passes/device/thread_kernel.h"
#include "passes/device/thread_versions.h"

namespace planish::passes {

using namespace ir;

namespace {

// Waits for nothing that is not there any more.
class WithoutCertificates : public Rebuild {
 public:
  WithoutCertificates(Storage& storage, const std::unordered_set<Var>& gone)
      : Rebuild(storage), gone_(gone) {}

  Stm stm(const Stm& old) override {
    Stm now = stm_children(old);
    if (std::ranges::none_of(old.certs, [&](Var cert) { return gone_.contains(cert); })) return now;
    std::vector<Var> certs(old.certs.begin(), old.certs.end());
    std::erase_if(certs, [&](Var cert) { return gone_.contains(cert); });
    now.certs = storage_.arena.copy(certs);
    return now;
  }

 private:
  const std::unordered_set<Var>& gone_;
};

class DeviceCode {
 public:
  explicit DeviceCode(const Program& program)
      : program_(program),
        storage_(*program.storage),
        builder_(storage_),
        code_(program),
        residence_(program) {}

  Program run() {
    for (const Function* fn : code_.roots()) want(fn);
    std::unordered_map<Name, const Function*> changed;
    for (; !wanted_.empty(); wanted_.pop_front()) {
      const Function* fn = wanted_.front();
      Function now = *fn;
      function_ = fn;
      now.body = host(fn->body);
      if (!gone_.empty()) now.body = WithoutCertificates(storage_, gone_).body(now.body);
      if (now.body != fn->body) changed.emplace(fn->name, storage_.arena.make<Function>(now));
    }
    Program result = program_;
    for (const Function*& fn : result.functions) {
      if (const auto now = changed.find(fn->name); now != changed.end()) fn = now->second;
    }
    std::unordered_set<Name> host;
    for (const Function* fn : seen_) host.insert(fn->name);
    return with_thread_versions(program_, result, host);
  }

 private:
  // Statements that wait to become a kernel. Those after the first `needed` could as well be done by
  // the host.
  struct Pending {
    std::vector<Stm> stms;
    size_t needed = 0;
    std::unordered_set<Var> bound;
  };
  // How a statement relates to the statements that wait.
  enum class Way : uint8_t {
    Host,    // after them
    Before,  // by the host, but before them
    With,    // with them, if more follow that need a kernel
    Kernel,  // needs a kernel
  };

  void want(const Function* fn) {
    if (seen_.insert(fn).second) wanted_.push_back(fn);
  }

  std::vector<Var> uses(const Stm& stm) const {
    const Body alone{{&stm, 1}, {}};
    return free_variables(storage_, &alone);
  }

  const Body* host(const Body* body) {
    // By variable: the last statement that uses it.
    std::unordered_map<Var, size_t> last;
    std::vector<std::vector<Var>> used(body->stms.size());
    for (size_t i = 0; i < body->stms.size(); i++) {
      used[i] = uses(body->stms[i]);
      for (Var var : used[i]) last[var] = i;
    }
    for (const Atom& result : body->results) {
      if (result.var) last[result.var] = body->stms.size();
    }
    find_moved_checks(body, used);
    builder_.begin();
    Pending pending;
    bool changed = false;
    for (size_t i = 0; i < body->stms.size(); i++) {
      const Stm& stm = body->stms[i];
      if (moved_.contains(&stm)) continue;
      Way way = way_of(stm, used[i], pending);
      if (way == Way::Host) {
        launch(pending, last, i);
        if (const size_t count = writes_together(body->stms.subspan(i)); count > 1) {
          changed |= write_elements(body->stms.subspan(i, count));
          i += count - 1;
        } else {
          changed |= host_stm(stm);
        }
      } else if (way == Way::Before) {
        builder_.add(stm);
      } else {
        for (const Stm* check : checks_of(stm)) pending.stms.push_back(*check);
        pending.stms.push_back(stm);
        pending.bound.insert(stm.pattern.begin(), stm.pattern.end());
        if (way == Way::Kernel) pending.needed = pending.stms.size();
        changed = true;
      }
    }
    launch(pending, last, body->stms.size());
    const Body* made = builder_.end({body->results.begin(), body->results.end()});
    return changed ? made : body;
  }

  // ---- Elements that come from the device

  bool comes_from_device(const Atom& atom) const {
    return atom.var && residence_.comes_from_device(atom.var);
  }

  // Does it write an element that comes from the device, or at such a place? The host would have to
  // wait for it.
  bool writes_from_device(const Stm& stm) const {
    const auto* update = as<Update>(stm.op);
    if (update == nullptr) return false;
    if (update->dims.size() != storage_.type(update->array)->dims.size()) return false;  // a row
    return std::ranges::all_of(update->dims, [](const SliceDim& dim) { return dim.is_index; }) &&
           (comes_from_device(update->value) ||
            std::ranges::any_of(update->dims,
                                [&](const SliceDim& dim) { return comes_from_device(dim.start); }));
  }

  // Checks of such places are made by the thread that writes there, if nothing else waits for them
  // and nothing that could fail stands between.
  void find_moved_checks(const Body* body, std::span<const std::vector<Var>> used) {
    std::unordered_map<Var, size_t> check_of;  // by certificate
    std::unordered_map<Var, size_t> uses;
    for (const std::vector<Var>& vars : used) {
      for (Var var : vars) uses[var]++;
    }
    for (size_t i = 0; i < body->stms.size(); i++) {
      const Stm& stm = body->stms[i];
      const auto* check = as<Check>(stm.op);
      if (check != nullptr && comes_from_device(check->condition)) {
        if (uses[stm.pattern[0]] == 1) check_of[stm.pattern[0]] = i;
      } else if (writes_from_device(stm)) {
        for (Var cert : stm.certs) {
          if (const auto found = check_of.find(cert); found != check_of.end()) {
            moved_.insert(&body->stms[found->second]);
            moved_to_[&stm].push_back(&body->stms[found->second]);
          }
        }
      } else if (!is_scalar_code(stm.op)) {
        check_of.clear();
      }
    }
  }
  std::span<const Stm* const> checks_of(const Stm& stm) const {
    const auto found = moved_to_.find(&stm);
    if (found == moved_to_.end()) return {};
    return found->second;
  }

  // How many of the statements, from the first on, write to the same place of arrays of the same size,
  // so that one thread does it? 0: the first is none of them.
  size_t writes_together(std::span<const Stm> stms) const {
    size_t count = 0;
    for (; count < stms.size() && writes_from_device(stms[count]); count++) {
      if (count == 0) continue;
      const auto& n = *as<Update>(stms[count].op);
      const auto& first = *as<Update>(stms[0].op);
      const bool is_same_place =
          std::ranges::equal(storage_.type(n.array)->dims, storage_.type(first.array)->dims) &&
          std::ranges::equal(n.dims, first.dims, {}, &SliceDim::start, &SliceDim::start) &&
          std::ranges::equal(stms[count].certs, stms[0].certs);
      const bool is_written = std::ranges::any_of(stms.first(count), [&](const Stm& before) {
        return before.pattern[0] == n.array || as<Update>(before.op)->array == n.array;
      });
      if (!is_same_place || is_written || !checks_of(stms[0]).empty() ||
          !checks_of(stms[count]).empty())
        break;
    }
    return count;
  }

  // segscatter (t < 1) [n] (xs, ys) of { i, x, y }
  bool write_elements(std::span<const Stm> stms) {
    const Stm& stm = stms[0];
    const Update& n = *as<Update>(stm.op);
    const Level level{builder_.new_var("t", builder_.types().scalar(Prim::I64)), Atom::i64(1), {}};
    std::vector<Atom> size;
    std::vector<Atom> results;
    for (const Dim& dim : storage_.type(n.array)->dims) size.push_back(Builder::atom(dim));
    for (const SliceDim& dim : n.dims) results.push_back(dim.start);
    std::vector<Var> dests;
    std::vector<Var> pattern;
    for (const Stm& one : stms) {
      const Update& update = *as<Update>(one.op);
      results.push_back(update.value);
      dests.push_back(update.array);
      pattern.push_back(one.pattern[0]);
    }
    std::vector<Var> certs(stm.certs.begin(), stm.certs.end());
    builder_.begin();
    for (const Stm* check : checks_of(stm)) {
      std::erase(certs, check->pattern[0]);
      builder_.add(*check);
    }
    const Body* body = clone_body(storage_, builder_.end(results));
    Stm made = stm;
    made.certs = builder_.list(certs);
    made.pattern = builder_.list(pattern);
    made.op = builder_.make(SegScatter{
        {}, {builder_.list<Level>({level})}, builder_.list(size), builder_.list(dests), body});
    builder_.add(made);
    return true;
  }

  // ---- Who does it?

  Way way_of(const Stm& stm, std::span<const Var> used, const Pending& pending) const {
    if (needs_thread(stm)) return Way::Kernel;
    if (pending.stms.empty()) return Way::Host;
    const bool depends =
        std::ranges::any_of(used, [&](Var var) { return pending.bound.contains(var); });
    if (stm.op->kind == Kind::Check) return Way::With;
    if (!depends) return may_come_before(stm) ? Way::Before : Way::Host;
    if (has_scalar_results(stm) && (stm.op->kind == Kind::If || stm.op->kind == Kind::Match)) {
      const Work work = code_.of(stm);
      if (work.launches || work.bulk) return Way::Host;
      return work.in_order ? Way::Kernel : Way::With;
    }
    return is_light(stm, pending) ? Way::With : Way::Host;
  }

  bool needs_thread(const Stm& stm) const {
    if (operator_parts(stm.op) || stm.op->kind == Kind::WithAcc) return true;
    if (const auto* foreign = as<Foreign>(stm.op)) return foreign->use == ForeignUse::Device;
    if (const auto* call = as<Call>(stm.op)) {
      const Work work = code_.of_function(call->fn);
      if (work.launches || !(work.in_order || work.touches || work.bulk)) return false;
      return !work.bulk || code_.is_recursive(call->fn);
    }
    if (stm.op->kind != Kind::Loop) return false;
    const Work work = code_.of(stm);
    if (work.launches || !(work.in_order || work.touches)) return false;
    return !work.bulk || has_attribute(stm.attrs, AttributeKind::Sequential);
  }

  bool has_scalar_results(const Stm& stm) const {
    return std::ranges::all_of(stm.pattern,
                               [&](Var var) { return storage_.type(var)->is_scalar(); });
  }

  // It changes nothing and needs nothing of what waits.
  bool may_come_before(const Stm& stm) const {
    if (is_scalar_code(stm.op)) return true;
    const OperationFacts known = facts(stm.op);
    if (known.effect != Effect::None || stm.op->kind >= Kind::Map) return false;
    return known.memory == Memory::View || known.memory == Memory::Fresh;
  }

  // As cheap for a thread as for the host.
  bool is_light(const Stm& stm, const Pending& pending) const {
    if (is_scalar_code(stm.op)) return true;
    return match(
        stm.op, [](const Index&) { return true; }, [](const Slice&) { return true; },
        [](const FlatSlice&) { return true; }, [](const Rearrange&) { return true; },
        [](const Coerce&) { return true; }, [&](const ArrayLit&) { return !code_.of(stm).bulk; },
        // Another array would have to leave the kernel.
        [&](const Update& n) { return pending.bound.contains(n.array) && !code_.of(stm).bulk; },
        [](const auto&) { return false; });
  }

  // ---- Kernels

  void launch(Pending& pending, const std::unordered_map<Var, size_t>& last, size_t now) {
    if (pending.stms.empty()) return;
    const std::span<const Stm> all = pending.stms;
    const std::span<const Stm> rest = all.subspan(pending.needed);
    std::unordered_set<Var> used;
    for (Var var : pending.bound) {
      const auto found = last.find(var);
      if (found != last.end() && found->second >= now) used.insert(var);
    }
    for (const Stm& stm : rest) {
      for (Var var : uses(stm)) used.insert(var);
    }
    const PlaceId place = builder_.place;
    for (Var cert : add_thread_kernel(builder_, all.first(pending.needed), used))
      gone_.insert(cert);
    builder_.place = place;
    for (const Stm& stm : rest) builder_.add(stm);
    pending = {};
  }

  // ---- Host level

  // True if it is not the same statement.
  bool host_stm(const Stm& stm) {
    if (const auto* call = as<Call>(stm.op)) {
      if (const Function* callee = program_.find(call->fn)) want(callee);
    }
    builder_.place = stm.place;
    if (const auto* view = as<Coerce>(stm.op))
      viewed_.insert_or_assign(stm.pattern[0], view->array);
    if (const auto* step = as<EqualStep>(stm.op); step != nullptr && !is_told(step->array))
      return equal_step(stm, *step);
    if (const auto* update = as<FlatUpdate>(stm.op)) return flat_update(stm, *update);
    if (writes_from_device(stm)) return write_elements({&stm, 1});
    if (!is_control(stm.op)) {
      builder_.add(stm);
      return false;
    }
    const Op* now = match(
        stm.op,
        [&](const If& n) -> const Op* {
          return builder_.make(If{{}, n.condition, host(n.then_body), host(n.else_body)});
        },
        [&](const Match& n) -> const Op* {
          Match made = n;
          std::vector<MatchCase> cases(n.cases.begin(), n.cases.end());
          for (MatchCase& one : cases) one.body = host(one.body);
          made.cases = storage_.arena.copy(cases);
          if (n.otherwise != nullptr) made.otherwise = host(n.otherwise);
          return builder_.make(made);
        },
        [&](const Loop& n) -> const Op* {
          Loop made = n;
          if (n.condition != nullptr) made.condition = host(n.condition);
          made.body = host(n.body);
          return builder_.make(made);
        },
        [&](const auto&) -> const Op* { return stm.op; });
    Stm made = stm;
    made.op = now;
    builder_.add(made);
    return true;
  }

  Atom element(Var array, const Atom& at, const Stm& like) {
    const Type* type = builder_.types().without_outer(storage_.type(array), 1);
    return builder_.let("", type, builder_.make(Index{{}, array, builder_.list<Atom>({at})}),
                        like.certs);
  }

  // Is it the offsets of an input, of which the caller says whether rows are equally long?
  bool is_told(Var offsets) const {
    if (function_->entry == nullptr) return false;
    for (auto of = viewed_.find(offsets); of != viewed_.end(); of = viewed_.find(offsets))
      offsets = of->second;
    const auto param = std::ranges::find(function_->params, offsets, &Param::var);
    return param != function_->params.end() &&
           component_kind(function_->entry->params,
                          static_cast<size_t>(param - function_->params.begin())) ==
               ComponentKind::Offsets;
  }

  // let are_equal = segred (i < n - 1) {true} && of { xs[i + 1] - xs[i] == xs[1] - xs[0] }
  bool equal_step(const Stm& stm, const EqualStep& n) {
    const Type* i64 = builder_.types().scalar(Prim::I64);
    const Type* boolean = builder_.types().scalar(Prim::Bool);
    const Atom size = Builder::atom(storage_.type(n.array)->dims[0]);
    const Atom has_steps = builder_.binary(BinaryOp::Lt, Atom::i64(1), size, "has_steps");
    const Body* some = builder_.body([&] {
      const Atom first = element(n.array, Atom::i64(0), stm);
      const Atom second = element(n.array, Atom::i64(1), stm);
      const Atom step = builder_.binary(BinaryOp::Sub, second, first, "step");
      const Atom steps = builder_.binary(BinaryOp::Sub, size, Atom::i64(1), "steps");
      const Level level{builder_.new_var("i", i64), steps, {}};
      const Body* is_equal = builder_.body([&] {
        const Atom here = element(n.array, level.index, stm);
        const Atom next = builder_.binary(BinaryOp::Add, level.index, Atom::i64(1), "next");
        const Atom there = element(n.array, next, stm);
        const Atom own = builder_.binary(BinaryOp::Sub, there, here, "own");
        return std::vector<Atom>{builder_.binary(BinaryOp::Eq, own, step, "is_equal")};
      });
      const std::vector<Param> params{{builder_.new_var("a", boolean)},
                                      {builder_.new_var("b", boolean)}};
      const Body* both = builder_.body([&] {
        return std::vector<Atom>{
            builder_.binary(BinaryOp::And, params[0].var, params[1].var, "both")};
      });
      const auto* op =
          builder_.arena().make<Lambda>(Lambda{builder_.list(params), both, stm.place});
      SegRed all{};
      all.space = {builder_.list<Level>({level})};
      all.commutative = true;
      all.op = op;
      all.neutral = builder_.list<Atom>({Atom::boolean(true)});
      all.body = is_equal;
      const Var are_equal = builder_.let("are_equal", boolean, builder_.make(all));
      const Body* equal = builder_.body([&] { return std::vector<Atom>{step}; });
      const Body* different = builder_.body([] { return std::vector<Atom>{Atom::i64(-1)}; });
      return std::vector<Atom>{
          builder_.let("step", i64, builder_.make(If{{}, are_equal, equal, different}))};
    });
    const Body* none = builder_.body([] { return std::vector<Atom>{Atom::i64(0)}; });
    Stm made = stm;
    made.op = builder_.make(If{{}, has_steps, some, none});
    builder_.add(made);
    return true;
  }

  // segscatter (i < n, j < m) [size] (xs) of { offset + i * s + j * t, values[i, j] }
  bool flat_update(const Stm& stm, const FlatUpdate& n) {
    const Type* i64 = builder_.types().scalar(Prim::I64);
    std::vector<Level> levels;
    std::vector<Atom> indices;
    for (const FlatDim& dim : n.dims) {
      levels.push_back({builder_.new_var("i", i64), dim.count, {}});
      indices.emplace_back(levels.back().index);
    }
    const Type* type = builder_.types().without_outer(storage_.type(n.value), levels.size());
    const Body* body = builder_.body([&] {
      Atom at = n.offset;
      for (size_t i = 0; i < levels.size(); i++) {
        const Atom step = builder_.binary(BinaryOp::Mul, indices[i], n.dims[i].stride);
        at = builder_.binary(BinaryOp::Add, at, step, "at");
      }
      const Var value =
          builder_.let("value", type, builder_.make(Index{{}, n.value, builder_.list(indices)}));
      return std::vector<Atom>{at, value};
    });
    const Atom size = Builder::atom(storage_.type(n.array)->dims[0]);
    Stm made = stm;
    made.op = builder_.make(SegScatter{{},
                                       {builder_.list(levels)},
                                       builder_.list<Atom>({size}),
                                       builder_.list<Var>({n.array}),
                                       body});
    builder_.add(made);
    return true;
  }

  const Program& program_;
  Storage& storage_;
  Builder builder_;
  const HostCode code_;
  const Residence residence_;
  const Function* function_ = nullptr;   // that is being changed
  std::unordered_map<Var, Var> viewed_;  // what arrays are other names of
  std::deque<const Function*> wanted_;
  std::unordered_set<const Function*> seen_;
  std::unordered_set<const Stm*> moved_;  // checks
  std::unordered_map<const Stm*, std::vector<const Stm*>> moved_to_;
  std::unordered_set<Var> gone_;  // certificates that have become parts of kernels
};

}  // namespace

Program device_code(const Program& program) {
  if (program.stage != Stage::Flat || has_irregular_arrays(program)) return program;
  return DeviceCode(program).run();
}

}  // namespace planish::passes
