#include "plan/origins.h"

#include <algorithm>

#include "ir/match.h"
#include "ir/walk.h"

namespace planish::plan {

Definition definition(const ir::Body& body, ir::Var var) {
  for (const ir::Stm& stm : body.stms) {
    for (size_t k = 0; k < stm.pattern.size(); k++) {
      if (stm.pattern[k] == var) return {&stm, k};
    }
  }
  return {};
}

ir::Var given_on(const ir::Op* op) {
  return ir::match(
      op, [](const ir::Update& n) { return n.array; },
      [](const ir::FlatUpdate& n) { return n.array; }, [](const ir::Coerce& n) { return n.array; },
      [](const ir::Reshape& n) { return n.array; }, [](const ir::Same& n) { return n.value.var; },
      [](const auto&) { return ir::Var{}; });
}

bool stays_in_place(const ir::Loop& loop, size_t k) {
  const ir::Var param = loop.params[k].param.var;
  ir::Var var = loop.body->results[k].var;
  while (var && !(var == param)) {
    const auto [stm, index] = definition(*loop.body, var);
    if (stm == nullptr) return false;
    if (const auto* inner = ir::as<ir::Loop>(stm->op)) {
      if (!stays_in_place(*inner, index)) return false;
      var = inner->params[index].init.var;
    } else {
      var = given_on(stm->op);
    }
  }
  return static_cast<bool>(var);
}

bool makes_array(const ir::Op* op, size_t result, const PlacedResults& placed) {
  return ir::match(
      op, [](const ir::Map&) { return true; }, [](const ir::SegMap&) { return true; },
      [](const ir::Iota&) { return true; }, [](const ir::Replicate&) { return true; },
      [](const ir::Copy&) { return true; }, [](const ir::Concat&) { return true; },
      [](const ir::ArrayLit&) { return true; }, [](const ir::Reduce&) { return true; },
      [](const ir::Scan&) { return true; }, [](const ir::If&) { return true; },
      [](const ir::Match&) { return true; },
      [&](const ir::Call& call) { return placed.contains(call.fn, result); },
      [](const auto&) { return false; });
}

bool is_changed_by_loop(const ir::Body& body, ir::Var result, ir::Var made) {
  for (ir::Var var = result; !(var == made);) {
    const auto [stm, index] = definition(body, var);
    if (ir::as<ir::Loop>(stm->op) != nullptr) return true;
    var = given_on(stm->op);
  }
  return false;
}

ir::Var origin(const ir::Body& body, ir::Var var, const PlacedResults& placed) {
  while (var) {
    const auto [stm, index] = definition(body, var);
    if (stm == nullptr) return {};
    if (makes_array(stm->op, index, placed) || ir::as<ir::Filter>(stm->op) != nullptr) return var;
    if (const auto* loop = ir::as<ir::Loop>(stm->op)) {
      if (!stays_in_place(*loop, index)) return {};
      var = loop->params[index].init.var;
    } else {
      var = given_on(stm->op);
    }
  }
  return {};
}

// ---- Placed results

namespace {

// What the result of a function may be.
struct Sources {
  bool is_new = false;    // an array that some branch of it makes
  bool is_other = false;  // something that is not to be copied
  std::vector<std::pair<Name, size_t>> calls;
};

// What results of a function may be, found by going back from them.
class SourceFinder {
 public:
  explicit SourceFinder(const ir::Function& fn) : fn_(fn) { bind(*fn.body); }

  Sources sources(size_t result) {
    Sources out;
    add(fn_.body->results[result].var, out);
    return out;
  }

 private:
  void bind(const ir::Body& body) {
    for (const ir::Stm& stm : body.stms) {
      for (size_t k = 0; k < stm.pattern.size(); k++) binders_[stm.pattern[k].id] = {&stm, k};
      ir::for_each_body(stm.op, [&](const ir::Body* inner) { bind(*inner); });
    }
  }

  void add(ir::Var var, Sources& out) {
    auto found = binders_.find(var.id);
    if (found != binders_.end()) return add_result(*found->second.stm, found->second.index, out);
    // A parameter, of the function or of a loop. One that may be overwritten may be large, and
    // little done to it.
    auto param = std::ranges::find(fn_.params, var, &ir::Param::var);
    if (param == fn_.params.end() || param->unique) out.is_other = true;
  }

  void add_result(const ir::Stm& stm, size_t k, Sources& out) {
    ir::match(
        stm.op,
        [&](const ir::If& n) {
          add(n.then_body->results[k].var, out);
          add(n.else_body->results[k].var, out);
        },
        [&](const ir::Match& n) {
          for (const ir::MatchCase& one : n.cases) add(one.body->results[k].var, out);
          if (n.otherwise != nullptr) add(n.otherwise->results[k].var, out);
        },
        [&](const ir::Call& n) { out.calls.emplace_back(n.fn, k); },
        [&](const ir::Loop& n) {
          stays_in_place(n, k) ? add(n.params[k].init.var, out) : void(out.is_other = true);
        },
        // Views are copied, as arrays are that the function was given.
        [&](const ir::Slice& n) { add(n.array, out); },
        [&](const ir::Index& n) { add(n.array, out); },
        [&]<class Op>(const Op&) {
          if (ir::Var before = given_on(stm.op)) {
            add(before, out);
          } else if (makes_new(stm.op)) {
            out.is_new = true;
          } else {
            out.is_other = true;
          }
        });
  }

  static bool makes_new(const ir::Op* op) {
    return ir::match(
        op, [](const ir::Map&) { return true; }, [](const ir::Iota&) { return true; },
        [](const ir::Replicate&) { return true; }, [](const ir::Copy&) { return true; },
        [](const ir::Concat&) { return true; }, [](const ir::ArrayLit&) { return true; },
        [](const ir::Reduce&) { return true; }, [](const ir::Scan&) { return true; },
        [](const auto&) { return false; });
  }

  const ir::Function& fn_;
  std::unordered_map<uint32_t, Definition> binders_;
};

// Does the size of the result follow from the arguments?
bool has_known_size(const ir::Storage& storage, const ir::Function& fn, size_t result) {
  const ir::Type* type = storage.type(fn.results[result].var);
  return type->is_array() && std::ranges::all_of(type->dims, [&](const ir::Dim& dim) {
           return dim.kind == ir::DimKind::Const ||
                  std::ranges::count(fn.params, dim.var, &ir::Param::var) > 0;
         });
}

}  // namespace

PlacedResults::PlacedResults(const ir::Program& program) : storage_(*program.storage) {
  struct Candidate {
    Name function;
    size_t result;
    Sources sources;
  };
  std::vector<Candidate> candidates;
  for (const ir::Function* fn : program.functions) {
    if (!has_attribute(fn->attrs, AttributeKind::Sequential)) continue;
    SourceFinder finder(*fn);
    std::vector<char>& placed = placed_[fn->name];
    placed.resize(fn->results.size());
    for (size_t k = 0; k < fn->results.size(); k++) {
      if (!has_known_size(storage_, *fn, k)) continue;
      candidates.push_back({fn->name, k, finder.sources(k)});
      placed[k] = 1;
    }
  }
  // What is given on by calls is new if the function called makes it. So far all of them might.
  const auto calls_one = [&](const Candidate& one, auto condition) {
    return std::ranges::any_of(
        one.sources.calls, [&](const auto& call) { return condition(call.first, call.second); });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (Candidate& one : candidates) {
      const auto is_new = [&](Name fn, size_t k) {
        return std::ranges::any_of(candidates, [&](const Candidate& other) {
          return other.function == fn && other.result == k && other.sources.is_new;
        });
      };
      if (one.sources.is_new || !calls_one(one, is_new)) continue;
      one.sources.is_new = changed = true;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Candidate& one : candidates) {
      const auto is_not_placed = [&](Name fn, size_t k) { return !contains(fn, k); };
      char& placed = placed_[one.function][one.result];
      if (placed == 0) continue;
      if (one.sources.is_new && !one.sources.is_other && !calls_one(one, is_not_placed)) continue;
      placed = 0;
      changed = true;
    }
  }
}

bool PlacedResults::contains(Name function, size_t result) const {
  auto found = placed_.find(function);
  return found != placed_.end() && found->second[result] != 0;
}

bool PlacedResults::contains_all(const ir::Function& fn) const {
  for (size_t k = 0; k < fn.results.size(); k++) {
    if (!storage_.type(fn.results[k].var)->is_scalar() && !contains(fn.name, k)) return false;
  }
  return true;
}

}  // namespace planish::plan
