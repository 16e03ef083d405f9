#include "passes/flatten/flattener.h"

#include "ir/match.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

Flattener::Flattener(Flattening& all)
    : program_(all.program),
      storage_(all.storage),
      branching_(all.branching),
      parallelism_(all.parallelism),
      known_offsets_(all.known_offsets),
      row_readers_(all.row_readers),
      log_(all.log),
      builder_(all.builder),
      sequential_(all.sequential),
      offsets_(all.offsets),
      layout_(all.layout),
      liftability_(all.liftability),
      limits_(all.limits),
      operators_(all.operators),
      unmade_rows_(all.unmade_rows),
      calls_(all.calls),
      lifted_functions_(all.lifted_functions) {}

Program Flattener::run() {
  Program result = program_;
  result.stage = Stage::Flat;
  for (const Function*& fn : result.functions) {
    Function now = *fn;
    limits_.enter_function(fn->name);
    now.body = flatten_body(fn->body);
    fn = storage_.arena.make<Function>(now);
  }
  for (const Function* fn : lifted_functions_.make_all()) result.functions.push_back(fn);
  if (offsets_.made() != nullptr) result.functions.push_back(offsets_.made());
  for (const Function* fn : sequential_.functions()) {
    result.functions.push_back(fn);
    log_.record_loops(fn->body, {}, {.ground = Ground::Called});
  }
  return result;
}

const Body* Flattener::flatten_body(const Body* body) {
  builder_.begin();
  const RowReaders::Pairs pairs = row_readers_.in(body);
  std::unordered_map<size_t, UnmadeRows> unmade;  // by reader
  for (size_t i = 0; i < body->stms.size(); i++) {
    const Stm& stm = body->stms[i];
    std::optional<UnmadeRows> rows;
    const auto reader = pairs.find(i);
    if (reader != pairs.end()) rows = unmade_rows_.without_rows(stm, body->stms[reader->second]);
    if (rows) {
      unmade.emplace(reader->second, std::move(*rows));
    } else if (const auto read = unmade.find(i); read != unmade.end()) {
      unmade_rows_.read_rows(read->second, stm);
    } else {
      flatten_statement(stm);
    }
    layout_.enter_scope(stm.pattern);
  }
  layout_.leave_scope(body);
  return builder_.end({body->results.begin(), body->results.end()});
}

void Flattener::flatten_statement(const Stm& stm) {
  match(
      stm.op,
      [&](const If& n) {
        const Body* then_body = flatten_body(n.then_body);
        const Body* else_body = flatten_body(n.else_body);
        replace(stm, If{{}, n.condition, then_body, else_body});
      },
      [&](const Match& n) { flatten_match(stm, n); }, [&](const Loop& n) { flatten_loop(stm, n); },
      [&](const Call& n) { flatten_call(stm, n); }, [&](const Concat&) { flatten_concat(stm); },
      [&](const auto&) {
        if (parallelism_.may_be_parallel(stm)) {
          operators_.flatten_operator(stm);
        } else {
          keep(stm);
        }
      });
}

template <class T>
void Flattener::replace(const Stm& stm, T op) {
  Stm made = stm;
  made.op = builder_.make(op);
  builder_.add(made);
}

void Flattener::keep(const Stm& stm) {
  const bool is_asked = has_attribute(stm.attrs, AttributeKind::Sequential);
  log_.record_loops(
      {&stm, 1}, {},
      is_asked ? DecisionLog::asked(AttributeKind::Sequential) : Because{.ground = Ground::InLoop});
  builder_.add(sequential_.stm(stm));
}

void Flattener::flatten_match(const Stm& stm, const Match& op) {
  Match now = op;
  std::vector<MatchCase> cases(op.cases.begin(), op.cases.end());
  for (MatchCase& one : cases) one.body = flatten_body(one.body);
  now.cases = storage_.arena.copy(cases);
  if (op.otherwise != nullptr) now.otherwise = flatten_body(op.otherwise);
  replace(stm, now);
}

void Flattener::flatten_loop(const Stm& stm, const Loop& op) {
  if (has_attribute(stm.attrs, AttributeKind::Sequential)) return keep(stm);
  Loop now = op;
  if (op.condition != nullptr) now.condition = flatten_body(op.condition);
  now.body = flatten_body(op.body);
  replace(stm, now);
}

void Flattener::flatten_call(const Stm& stm, const Call& op) {
  if (!liftability_.has_rows() && branching_.contains(op.fn) && !parallelism_.shows(stm)) {
    calls_.host_call(stm);
  } else {
    builder_.add(stm);
  }
}

void Flattener::flatten_concat(const Stm& stm) {
  Var lengths = known_offsets_.lengths(stm.pattern[0]);
  if (!lengths) return keep(stm);
  Var total = builder_.new_var("total", storage_.types.scalar(Prim::I64));
  std::vector<Var> pattern{total, stm.pattern[0]};
  Atom points = Builder::atom(storage_.type(lengths)->dims[0]);
  Atom ends = Builder::atom(storage_.type(stm.pattern[0])->dims[0]);
  Stm made = stm;
  made.pattern = builder_.list(pattern);
  made.op = builder_.make(Call{{}, offsets_.name(), builder_.list<Atom>({points, ends, lengths})});
  builder_.add(made);
}

}  // namespace planish::passes
