#include "driver/explain/calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "analysis/inner_bodies.h"
#include "analysis/iteration.h"
#include "driver/explain/device_facts.h"
#include "driver/explain/shape_text.h"
#include "ir/facts.h"
#include "ir/one_point.h"
#include "passes/fusion/fuse_scans.h"

namespace planish::explain {

using namespace ir;
using shapes::Regularity;

namespace {

// An operator of CORE.
struct Construct {
  std::string kind;
  PlaceId place;
  Place source;
  std::optional<size_t> inside;
  size_t depth = 0;
  std::string shape;
  Regularity regularity = Regularity::Regular;
  std::string reason;
  std::vector<Work> works;
  Fate fate = Fate::Gone;
  std::optional<Place> fused_into;
  std::optional<Because> taken_apart;
};

class Finder {
 public:
  explicit Finder(const Context& cx)
      : cx_(cx), storage_(cx.storage), scans_in_reductions_(passes::scans_in_reductions(cx.flat)) {}

  std::vector<Construct> run(const Function& entry) {
    for (const Function* fn : reachable(cx_.core, entry)) constructs(*fn, fn->body, {});
    if (const Function* flat = cx_.flat.find(entry.name)) function(*flat, {});
    for (Construct& one : found_) {
      auto into = fused_.find(one.place.id);
      if (!one.works.empty() || into == fused_.end()) continue;
      one.fate = Fate::Fused;
      one.fused_into = cx_.source.users_place(into->second);
    }
    return std::move(found_);
  }

 private:
  // ---- The source

  // Of the constructs around a statement.
  struct Around {
    std::optional<size_t> construct;
    size_t depth = 0;
  };

  void constructs(const Function& fn, const Body* body, const Around& around) {
    for (const Stm& stm : body->stms) {
      bool is_one = is_core_operator(stm.op) && !stm.pattern.empty() && stm.place.id != 0 &&
                    stm.place != fn.place;  // what the compiler added
      if (is_one && !by_place_.contains(stm.place.id)) add(stm, around);
      // The rounds of maps that a reduction of irregular values becomes: lower/row_operators.cpp.
      constexpr std::pair<AttributeKind, std::string_view> kRounds[] = {
          {AttributeKind::OfReduce, "reduce"},
          {AttributeKind::OfScan, "scan"},
          {AttributeKind::OfHist, "hist"}};
      for (const auto& [round, kind] : kRounds) {
        if (is_one && has_attribute(stm.attrs, round))
          found_[by_place_.at(stm.place.id)].kind = kind;
      }
      Around inside = around;
      if (is_one) {
        inside.construct = by_place_.at(stm.place.id);
        inside.depth++;
      }
      for_each_inner_body(stm.op, [&](const Body* inner) { constructs(fn, inner, inside); });
    }
  }

  void add(const Stm& stm, const Around& around) {
    Construct one;
    one.kind = operator_text(stm.op);
    one.place = stm.place;
    one.source = cx_.source.users_place(stm.place);
    one.inside = around.construct;
    one.depth = around.depth;
    one.shape = shape_text(cx_, stm.pattern.back());
    if (const Because* because = cx_.decisions.why_distributed(stm.place))
      one.taken_apart = *because;
    find_regularity(stm, one);
    by_place_[stm.place.id] = found_.size();
    found_.push_back(std::move(one));
  }

  // What it goes over, what it gives, and what is inside of it.
  void find_regularity(const Stm& stm, Construct& one) {
    std::vector<Var> arrays(element_arrays(stm.op).begin(), element_arrays(stm.op).end());
    arrays.insert(arrays.end(), stm.pattern.begin(), stm.pattern.end());
    if (const Lambda* fn = element_function(stm.op)) {
      for (const Param& param : fn->params) arrays.push_back(param.var);
      for (const Stm& inner : fn->body->stms)
        arrays.insert(arrays.end(), inner.pattern.begin(), inner.pattern.end());
    }
    for (Var var : arrays) {
      if (!storage_.type(var)->is_array()) continue;
      std::string reason = cx_.shapes.reason(var);
      if (cx_.shapes.regularity(var) == Regularity::Irregular) {
        one.regularity = Regularity::Irregular;
        one.reason = std::move(reason);
        return;
      }
      if (one.reason.empty()) one.reason = std::move(reason);
    }
  }

  // ---- What became of it

  // The conditions of the versions around.
  struct Version {
    std::string when;
    Path path = Path::Usual;
  };

  void function(const Function& fn, const Version& version) {
    // The same code can be called from several versions; the usual one is said.
    if (!called_.insert(fn.name).second) return;
    host(fn.body, version);
  }

  void host(const Body* body, const Version& version) {
    for (const Stm& stm : body->stms) {
      if (const Space* space = space_of(stm.op)) {
        seg(stm, *space, version);
      } else if (is_core_operator(stm.op)) {
        Thread host_code;
        host_code.version = version;
        sequential(stm, host_code);
      } else if (VersionChoice choice = version_choice(cx_, stm)) {
        versions(choice, version);
      } else if (const auto* call = as<ir::Call>(stm.op)) {
        if (const Function* callee = cx_.flat.find(call->fn)) function(*callee, version);
      } else {
        for_each_inner_body(stm.op, [&](const Body* inner) { host(inner, version); });
      }
    }
  }

  void versions(const VersionChoice& choice, const Version& around) {
    Version first = around;
    Version second = around;
    first.when = joined(around.when, choice.text.when);
    second.when = joined(around.when, choice.text.otherwise);
    const bool first_is_usual = choice.usual == choice.choice->then_body;
    (first_is_usual ? second : first).path = Path::Other;
    // What is usual is looked at first: function().
    if (first_is_usual) host(choice.choice->then_body, first);
    host(choice.choice->else_body, second);
    if (!first_is_usual) host(choice.choice->then_body, first);
  }

  static std::string joined(const std::string& a, const std::string& b) {
    if (a.empty() || a == b) return b;
    if (a.starts_with(b + " and ") || a.ends_with(" and " + b)) return a;
    if (b.find(" or ") != std::string::npos) return fmt::format("{} and ({})", a, b);
    return fmt::format("{} and {}", a, b);
  }

  // What is around code of one thread.
  struct Thread {
    PlaceId parallel;   // the operator that it is in; none: host level
    PlaceId operation;  // the same, or a loop in it
    Version version;
  };

  void seg(const Stm& stm, const Space& space, const Version& version) {
    Work one;
    one.kind = operator_text(stm.op);
    one.parallel = !has_one_point(stm.op);
    one.path = version.path;
    one.version = version.when;
    one.writes = cx_.sizes.memory(stm);
    one.how = how(stm);
    for (const Kernel& kernel : cx_.kernels.of(stm)) {
      if (KernelWay way{kernel.how, kernel.when};
          std::ranges::find(one.kernels, way) == one.kernels.end())
        one.kernels.push_back(std::move(way));
    }
    constexpr std::string_view kLetters = "ijklmnop";
    std::string index;
    Thread thread;
    thread.parallel = stm.place;
    thread.operation = stm.place;
    thread.version = version;
    for (size_t i = 0; i < space.levels.size(); i++) {
      const Level& level = space.levels[i];
      one.irregular |= static_cast<bool>(level.offsets);
      one.sizes.push_back(level.offsets ? cx_.sizes.row_length(level.offsets, index)
                                        : cx_.sizes.known_size(level.bound));
      index += fmt::format("{}{}", index.empty() ? "" : ", ",
                           kLetters[std::min(i, kLetters.size() - 1)]);
    }
    note(stm, one, one.parallel ? Fate::Parallel : Fate::Sequential);
    for_each_inner_body(stm.op, [&](const Body* inner) { inside(inner, thread); });
  }

  // Code in a parallel operator: what still is an operator is a loop.
  void inside(const Body* body, const Thread& thread) {
    for (const Stm& stm : body->stms) {
      if (thread.operation.id != 0) fuse(stm.place, thread.operation);
      if (is_core_operator(stm.op)) {
        sequential(stm, thread);
      } else if (const auto* call = as<ir::Call>(stm.op)) {
        if (const Function* callee = cx_.flat.find(call->fn)) function(*callee, thread.version);
      } else {
        for_each_inner_body(stm.op, [&](const Body* inner) { inside(inner, thread); });
      }
    }
  }

  void sequential(const Stm& stm, const Thread& thread) {
    Work one;
    one.kind = operator_text(stm.op);
    one.path = thread.version.path;
    one.version = thread.version.when;
    auto construct = by_place_.find(stm.place.id);
    // One that only checks something binds nothing.
    const Var bound = stm.pattern.empty() ? Var{} : stm.pattern[0];
    if (const Because* why = cx_.decisions.why_sequential(bound, stm.place, thread.parallel))
      one.why = *why;
    one.how = how(stm);
    auto reduction = stm.pattern.empty() ? scans_in_reductions_.end()
                                         : scans_in_reductions_.find(stm.pattern[0]);
    if (reduction != scans_in_reductions_.end())
      one.joined_to = cx_.source.users_place(reduction->second);
    note(stm, one, Fate::Sequential);
    Thread inner_thread = thread;
    if (construct != by_place_.end()) inner_thread.operation = stm.place;
    for_each_inner_body(stm.op, [&](const Body* inner) { inside(inner, inner_thread); });
  }

  std::vector<plan::Decision> how(const Stm& stm) const {
    const std::span<const plan::Decision> said = cx_.plan.decisions(stm);
    return {said.begin(), said.end()};
  }

  void note(const Stm& stm, const Work& one, Fate fate) {
    auto it = by_place_.find(stm.place.id);
    if (it == by_place_.end()) return;
    Construct& construct = found_[it->second];
    construct.works.push_back(one);
    if (construct.fate != Fate::Parallel) construct.fate = fate;
  }

  // The statement was part of all constructs that it was inlined through.
  void fuse(PlaceId place, PlaceId into) {
    for (PlaceId at = place; at.id != 0; at = storage_.places[at.id].caller) {
      if (at == into || !by_place_.contains(at.id)) continue;
      // Rather into another construct than into what the compiler added.
      auto [known, is_new] = fused_.try_emplace(at.id, into);
      if (!is_new && !by_place_.contains(known->second.id)) known->second = into;
    }
  }

  const Context& cx_;
  const Storage& storage_;
  std::unordered_map<Var, PlaceId> scans_in_reductions_;
  std::unordered_set<Name> called_;  // functions of FLAT that have been looked at
  std::vector<Construct> found_;
  std::unordered_map<uint32_t, size_t> by_place_;  // the number of a construct, by PlaceId::id
  std::unordered_map<uint32_t, PlaceId> fused_;    // by the PlaceId::id of what was fused
};

// ---- Folding

class Folder {
 public:
  explicit Folder(const Context& cx) : cx_(cx) {}

  std::vector<Call> run(const std::vector<Construct>& constructs) {
    std::vector<size_t> call_of(constructs.size());
    std::vector<size_t> depths;  // of the outermost construct of each call
    for (size_t i = 0; i < constructs.size(); i++) {
      const Construct& one = constructs[i];
      auto known = std::ranges::find_if(
          calls_, [&](const Call& call) { return is_same_range(call.source, one.source); });
      call_of[i] = static_cast<size_t>(known - calls_.begin());
      if (known == calls_.end()) {
        calls_.push_back(first(one));
        depths.push_back(one.depth);
      } else if (one.depth <= depths[call_of[i]]) {
        // Of what the function of the prelude is made of, the last one with the most dimensions is
        // like its result.
        depths[call_of[i]] = one.depth;
        auto rank = [](const std::string& shape) { return std::ranges::count(shape, '['); };
        if (rank(one.shape) >= rank(known->shape)) known->shape = one.shape;
      }
      add(one, calls_[call_of[i]]);
      if (one.inside && call_of[*one.inside] != call_of[i] && !calls_[call_of[i]].inside &&
          !is_inside(call_of[*one.inside], call_of[i]))
        calls_[call_of[i]].inside = call_of[*one.inside];
    }
    for (Call& call : calls_) {
      // A call is not fused into itself.
      if (call.fused_into && is_same_range(*call.fused_into, call.source)) call.fused_into.reset();
      if (call.fate == Fate::Fused && !call.fused_into) call.fate = Fate::Gone;
    }
    return in_order();
  }

 private:
  Call first(const Construct& one) const {
    Call call;
    call.name = cx_.source.name(one.source);
    if (call.name.empty()) call.name = one.kind;
    call.source = one.source;
    call.shape = one.shape;
    return call;
  }

  static void add(const Construct& one, Call& call) {
    if (one.regularity == Regularity::Irregular) call.regularity = one.regularity;
    if (call.reason.empty() || one.regularity == Regularity::Irregular) call.reason = one.reason;
    for (const Work& work : one.works) {
      auto alike = std::ranges::find_if(call.works, [&](Work known) {
        known.count = work.count;
        return known == work;
      });
      if (alike == call.works.end()) {
        call.works.push_back(work);
      } else {
        alike->count += work.count;
      }
    }
    // What is parallel somewhere is parallel.
    call.fate = std::min(call.fate, one.fate, [](Fate a, Fate b) { return rank(a) < rank(b); });
    if (!call.fused_into) call.fused_into = one.fused_into;
    if (!call.taken_apart) call.taken_apart = one.taken_apart;
  }

  static int rank(Fate fate) {
    switch (fate) {
      case Fate::Parallel: return 0;
      case Fate::Sequential: return 1;
      case Fate::Fused: return 2;
      case Fate::Gone: return 3;
    }
    return 3;
  }

  bool is_inside(size_t call, size_t around) const {
    for (std::optional<size_t> at = call; at; at = calls_[*at].inside) {
      if (*at == around) return true;
    }
    return false;
  }

  std::vector<Call> in_order() {
    std::vector<size_t> order(calls_.size());
    for (size_t i = 0; i < order.size(); i++) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](size_t i) {
      const Place& at = calls_[i].source;
      return std::tuple(cx_.storage.text(at.file), at.line, at.column);
    });
    std::vector<size_t> now(order.size());
    for (size_t i = 0; i < order.size(); i++) now[order[i]] = i;
    std::vector<Call> sorted;
    for (size_t i : order) {
      sorted.push_back(std::move(calls_[i]));
      if (sorted.back().inside) sorted.back().inside = now[*sorted.back().inside];
    }
    return sorted;
  }

  const Context& cx_;
  std::vector<Call> calls_;
};

}  // namespace

std::vector<Call> calls_of(const Context& cx, const Function& core) {
  return Folder(cx).run(Finder(cx).run(core));
}

}  // namespace planish::explain
