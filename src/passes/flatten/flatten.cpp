#include "passes/flatten/flatten.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/match.h"
#include "passes/flatten/flattener.h"
#include "passes/flatten/prepare.h"

namespace planish::passes {

using namespace ir;

namespace {

bool binds_rows(const Storage& storage, const Body* body) {
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    bool found = std::ranges::any_of(stm.pattern,
                                     [&](Var var) { return storage.type(var)->is_irregular(); });
    for_each_inner_body(stm.op,
                        [&](const Body* inner) { found = found || binds_rows(storage, inner); });
    return found;
  });
}

void define_all(const Body* body, VectorisedOperators& vectorised) {
  for (const Stm& stm : body->stms) {
    vectorised.define(stm);
    for_each_inner_body(stm.op, [&](const Body* inner) { define_all(inner, vectorised); });
  }
}

}  // namespace

Flattener::Flattener(const Program& program, const Target& target, Decisions* decisions)
    : program_(program),
      target_(target),
      thresholds_(target.flatten),
      storage_(*program.storage),
      builder_(storage_),
      parallelism_(program, target),
      decisions_(decisions),
      vectorised_(storage_, builder_),
      known_offsets_(program),
      row_readers_(program),
      graph_(program),
      branching_(branching_functions(program)),
      sequential_(program, branching_) {
  functions_ = program.functions;
  for (const Function* fn : program.functions) define_all(fn->body, vectorised_);
  has_rows_ = std::ranges::any_of(program.functions, [&](const Function* fn) {
    auto is_irregular = [&](const Param& param) {
      return storage_.type(param.var)->is_irregular();
    };
    return std::ranges::any_of(fn->params, is_irregular) ||
           std::ranges::any_of(fn->results, is_irregular) || binds_rows(storage_, fn->body);
  });
}

Program Flattener::run() {
  Program result = program_;
  result.stage = Stage::Flat;
  for (const Function*& fn : result.functions) {
    Function now = *fn;
    now.body = host(fn->body);
    fn = storage_.arena.make<Function>(now);
  }
  // Making one may ask for others.
  for (size_t i = 0; i < lifted_functions_.size(); i++)
    result.functions.push_back(make_lifted(lifted_functions_[i]));
  if (offsets_function_ != nullptr) result.functions.push_back(offsets_function_);
  for (const Function* fn : sequential_.functions()) {
    result.functions.push_back(fn);
    record_loops(fn->body, {}, {.ground = Ground::Called});
  }
  return result;
}

const Body* Flattener::host(const Body* body) {
  builder_.begin();
  const RowReaders::Pairs pairs = row_readers_.in(body);
  std::unordered_map<size_t, UnmadeRows> unmade;  // by reader
  for (size_t i = 0; i < body->stms.size(); i++) {
    const Stm& stm = body->stms[i];
    std::optional<UnmadeRows> rows;
    const auto reader = pairs.find(i);
    if (reader != pairs.end()) rows = without_rows(stm, body->stms[reader->second]);
    if (rows) {
      unmade.emplace(reader->second, std::move(*rows));
    } else if (const auto read = unmade.find(i); read != unmade.end()) {
      read_rows(read->second, stm);
    } else {
      host_stm(stm);
    }
    host_scope_.insert(stm.pattern.begin(), stm.pattern.end());
  }
  for (const Stm& stm : body->stms) {
    for (Var var : stm.pattern) host_scope_.erase(var);
  }
  return builder_.end({body->results.begin(), body->results.end()});
}

void Flattener::keep(const Stm& stm) {
  const bool is_asked = has_attribute(stm.attrs, AttributeKind::Sequential);
  record_loops({&stm, 1}, {},
               is_asked ? asked(AttributeKind::Sequential) : Because{.ground = Ground::InLoop});
  builder_.add(sequential_.stm(stm));
}

void Flattener::host_stm(const Stm& stm) {
  auto with = [&](auto now) {
    Stm made = stm;
    made.op = builder_.make(now);
    builder_.add(made);
  };
  match(
      stm.op, [&](const If& n) { with(If{{}, n.condition, host(n.then_body), host(n.else_body)}); },
      [&](const Match& n) {
        Match now = n;
        std::vector<MatchCase> cases(n.cases.begin(), n.cases.end());
        for (MatchCase& one : cases) one.body = host(one.body);
        now.cases = storage_.arena.copy(cases);
        if (n.otherwise != nullptr) now.otherwise = host(n.otherwise);
        with(now);
      },
      [&](const Loop& n) {
        if (has_attribute(stm.attrs, AttributeKind::Sequential)) return keep(stm);
        Loop now = n;
        if (n.condition != nullptr) now.condition = host(n.condition);
        now.body = host(n.body);
        with(now);
      },
      [&](const Call& n) {
        if (!has_rows_ && branching_.contains(n.fn) && !parallelism_.shows(stm)) {
          host_call(stm);
        } else {
          builder_.add(stm);
        }
      },
      [&](const Concat&) {
        Var lengths = known_offsets_.lengths(stm.pattern[0]);
        if (!lengths) return keep(stm);
        // In one go.
        Var total = builder_.new_var("total", storage_.types.scalar(Prim::I64));
        std::vector<Var> pattern{total, stm.pattern[0]};
        Atom points = Builder::atom(storage_.type(lengths)->dims[0]);
        Atom ends = Builder::atom(storage_.type(stm.pattern[0])->dims[0]);
        Stm made = stm;
        made.pattern = builder_.list(pattern);
        made.op = builder_.make(
            Call{{}, offsets_function(), builder_.list<Atom>({points, ends, lengths})});
        builder_.add(made);
      },
      [&](const auto&) {
        if (parallelism_.may_be_parallel(stm)) {
          host_operator(stm);
        } else {
          keep(stm);
        }
      });
}

void Flattener::host_operator(const Stm& stm) {
  Nest nest;
  nest.place = stm.place;
  if (const auto* rows = as<FlatMap>(stm.op)) return host_flat_map(stm, *rows);
  const auto* map = as<Map>(stm.op);
  if (map == nullptr) {
    if (!split_operator(stm) && !split(stm, nest)) end_with(nest, stm, stm.pattern);
    return;
  }
  enter(nest, stm, *operator_parts(stm.op));
  nest_body(std::move(nest), map->fn->body, stm.pattern, stm);
}

// ---- A function with parallelism of its own before an operator

bool Flattener::split(const Stm& stm, Nest& around) {
  OperatorParts parts = *operator_parts(stm.op);
  if (parts.map == nullptr) return false;
  Nest nest;
  nest.place = stm.place;
  enter(nest, stm, parts);
  Nest inside = nest;
  bool lifts = needs_lifting(parts.map->body, inside);
  if (!lifts) {
    inside = nest;
    if (!parallelism_.contains_worth(parts.map->body, inside)) return false;
  }
  for (const Atom& result : parts.map->body->results) {
    if (!inside.is_invariant(storage_.type(result))) return false;
  }
  const auto [chosen, because] = way(nest, parts.map->body, stm);
  if (chosen == Way::Outer) around.left = because;
  if (chosen == Way::Outer) return false;
  if (!lifts && has_rows_ && !plan(nest, parts.map->body, Rows::Refused)) return false;
  if (stm.op->kind == Kind::Filter) {
    for (const Stm& one : map_before(stm)->stms) host_stm(one);
    return true;
  }
  if (chosen == Way::Distribute) {
    record_distributed(nest, because);
    map_first(stm, stm.pattern);
    return true;
  }
  auto outer = [&](std::span<const Var> to) {
    Nest alone = around;
    alone.left = because;
    end_with(alone, stm, to);
  };
  auto inner = [&](std::span<const Var> to) { map_first(stm, to); };
  if (lifts) {
    const Enough enough = enough_outer(nest, parts.map->body);
    record_versions(enough.condition, nest.place, enough.because);
    choose_if(enough.condition, nest, stm.pattern, outer, inner);
  } else {
    choose(nest, stm.pattern, outer, inner);
  }
  return true;
}

// The operator, of these arrays and without a function before it.
const Op* Flattener::without_map(const Op* op, std::span<const Var> arrays) {
  auto changed = [&](auto n) -> const Op* {
    n.map = nullptr;
    n.arrays = arrays;
    return builder_.make(n);
  };
  return match(
      op, [&](const Reduce& n) { return changed(n); }, [&](const Scan& n) { return changed(n); },
      [&](const Hist& n) { return changed(n); }, [&](const Scatter& n) { return changed(n); },
      [&](const Filter& n) -> const Op* {
        // The decisions have been made already.
        std::vector<Param> params;
        std::vector<Atom> results;
        for (Var array : arrays) {
          const Type* element = storage_.types.without_outer(storage_.type(array), 1);
          params.push_back({builder_.new_var("x", element)});
          results.emplace_back(params.back().var);
        }
        const Body* body = builder_.body([&] { return results; });
        Lambda decided{builder_.list(params), body, n.predicate->place};
        return builder_.make(Filter{{}, n.width, storage_.arena.make<Lambda>(decided), arrays});
      },
      [](const auto&) -> const Op* { return nullptr; });
}

bool Flattener::split_operator(const Stm& stm) {
  if (stm.op->kind == Kind::Hist) return split_histogram(stm);
  OperatorParts parts = *operator_parts(stm.op);
  bool combines = stm.op->kind == Kind::Reduce || stm.op->kind == Kind::Scan;
  if (!combines || has_rows_ || !has_parallel_operator(parts, {})) return false;
  if (has_post(stm)) {
    for (const Stm& part : scan_and_map(stm)->stms) host_stm(part);
    return true;
  }
  Nest nest;
  nest.place = stm.place;
  add_level(nest, parts.width);
  const Way chosen = way(nest, parts.op->body, stm).way;
  if (chosen == Way::Outer) return false;
  auto in_rounds = [&](std::span<const Var> to) {
    const Body* code = combined_in_rounds(stm, to, Rounds::Host);
    for (const Stm& one : code->stms) host_stm(one);
  };
  if (chosen == Way::Distribute) {
    in_rounds(stm.pattern);
  } else {
    choose(nest, stm.pattern, [&](std::span<const Var> to) { end_with({}, stm, to); }, in_rounds);
  }
  return true;
}

void Flattener::map_first(const Stm& stm, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  Nest nest;
  enter(nest, stm, parts);
  nest.distributed_levels = 1;
  nest.versions = 1;
  Nest outer;
  outer.levels = nest.levels;
  std::vector<Var> mapped;
  for (const Atom& result : parts.map->body->results) mapped.push_back(array_over(outer, result));
  nest_body(std::move(nest), parts.map->body, mapped, stm);

  Stm rest = stm;
  std::span<const Var> arrays = storage_.arena.copy(mapped);
  // How many values are not gathered, and how many results come before those that are.
  size_t taken = parts.neutral.empty() ? mapped.size() : parts.neutral.size();
  size_t made = taken;
  if (const auto* scan = as<Scan>(stm.op)) {
    taken = scan->taken();
    made = scan->made();
  }
  bool gathers = stm.op->kind == Kind::Reduce || stm.op->kind == Kind::Scan;
  rest.op = without_map(stm.op, gathers ? arrays.first(taken) : arrays);
  end_with({}, rest, gathers ? to.first(made) : to);
  if (!gathers) return;
  for (size_t i = made; i < to.size(); i++) {
    builder_.add(to.subspan(i, 1), builder_.make(Same{{}, mapped[i - made + taken]}));
  }
}

Program flatten(const Program& program, const Target& target, Decisions* decisions) {
  if (program.stage == Stage::Flat) return program;
  const Program prepared = prepare_for_flattening(program);
  return Flattener(prepared, target, decisions).run();
}

}  // namespace planish::passes
