#include "passes/rows/row_representer.h"

#include <algorithm>
#include <stdexcept>

#include "analysis/inner_bodies.h"
#include "ir/match.h"

namespace planish::passes {

using namespace ir;

RowRepresenter::RowRepresenter(const Program& program)
    : Rebuild(*program.storage),
      program_(program),
      functions_(program.functions),
      make_(storage_),
      values_(storage_, make_),
      components_(storage_, make_, values_),
      entries_(storage_, make_, values_),
      lengths_(storage_, make_, values_),
      parts_(storage_, make_, values_),
      updates_(storage_, make_, values_, components_, parts_),
      arrays_(storage_, make_, values_, lengths_, parts_),
      operators_(program, make_, values_, lengths_, *this) {}

Program RowRepresenter::run() {
  Program result = program_;
  for (const Function*& fn : result.functions) {
    if (changes_signature(*fn) || touches_rows(fn->body)) fn = function(*fn);
  }
  return result;
}

// ---- What has to do with rows

bool RowRepresenter::changes_signature(const Function& fn) const {
  return values_.any_irregular(fn.params) || values_.any_irregular(fn.results);
}

bool RowRepresenter::touches_rows(const Stm& stm) const {
  if (std::ranges::any_of(stm.pattern, [&](Var var) { return values_.is_irregular(var); }))
    return true;
  bool found = match(
      stm.op, [](const RowLengths&) { return true; }, [](const RowLength&) { return true; },
      [](const EqualRowLength&) { return true; }, [](const JoinRows&) { return true; },
      [](const SplitRows&) { return true; },
      [&](const Call& call) { return changes_signature(*functions_.find(call.fn)); },
      [](const auto&) { return false; });
  for_each_var_use(stm.op, [&](Var var) { found |= values_.is_irregular(var); });
  for_each_lambda(stm.op, [&](const Lambda* fn) {
    found |= values_.any_irregular(fn->params);
    for (const Atom& result : fn->body->results) found |= values_.is_irregular(result);
  });
  return found;
}

bool RowRepresenter::touches_rows(const Body* body) const {
  return std::ranges::any_of(body->stms, [&](const Stm& stm) {
    bool found = touches_rows(stm);
    if (!found)
      for_each_inner_body(stm.op, [&](const Body* inner) { found |= touches_rows(inner); });
    return found;
  });
}

// ---- Statements

void RowRepresenter::statements(const Body* body) {
  for (const Stm& stm : body->stms) statement(stm);
}

void RowRepresenter::statement(const Stm& stm) {
  if (lengths_.compares_offsets(stm) || lengths_.combines_lengths(stm)) return;
  if (!touches_rows(stm)) {
    make_.builder.add(stm_children(stm));
    if (const auto* check = ir::as<Check>(stm.op)) lengths_.share_offsets(*check);
    return;
  }
  RowsBuilder::Replacing here(make_, stm);
  represent(stm);
}

void RowRepresenter::represent(const Stm& stm) {
  match(
      stm.op, [&](const Same& op) { values_.bind(stm.pattern[0], op.value); },
      [&](const Coerce& op) { values_.bind(stm.pattern[0], op.array); },
      [&](const Opaque& op) { arrays_.opaque(stm, op); },
      [&](const Trace& op) { arrays_.trace(stm, op); },
      [&](const Copy& op) { arrays_.copy(stm, op); },
      [&](const ArrayLit& op) { arrays_.array_lit(stm, op); },
      [&](const Replicate& op) { arrays_.replicate(stm, op); },
      [&](const Concat& op) { arrays_.concat(stm, op); },
      [&](const RowLengths& op) { arrays_.row_lengths(stm, op); },
      [&](const RowLength& op) { arrays_.row_length(stm, op); },
      [&](const EqualRowLength& op) { arrays_.equal_row_length(stm, op); },
      [&](const JoinRows& op) { arrays_.join_rows(stm, op); },
      [&](const SplitRows& op) { arrays_.split_rows(stm, op); },
      [&](const Index& op) { parts_.index(stm, op); },
      [&](const Slice& op) { parts_.slice(stm, op); },
      [&](const FlatSlice& op) { parts_.flat_slice(stm, op); },
      [&](const Update& op) { updates_.update(stm, op); },
      [&](const FlatUpdate& op) { updates_.flat_update(stm, op); },
      [&](const Check& op) { represent_check(stm, op); },
      [&](const If& op) { represent_if(stm, op); },
      [&](const Match& op) { represent_match(stm, op); },
      [&](const Loop& op) { represent_loop(stm, op); },
      [&](const Call& op) { represent_call(stm, op); },
      [&](const Map& op) { operators_.map(stm, op); },
      [&](const Reduce& op) { operators_.combine(stm, op); },
      [&](const Scan& op) { operators_.scan(stm, op); },
      [&](const Filter& op) { operators_.filter(stm, op); },
      [&](const Scatter& op) { operators_.scatter(stm, op); },
      [&](const Hist& op) { operators_.write_regular(stm, op); },
      [&](const StreamMap& op) { operators_.whole_chunk(stm, op.fn, op.width, {}, op.arrays); },
      [&](const StreamRed& op) {
        operators_.whole_chunk(stm, op.fn, op.width, op.neutral, op.arrays);
      },
      [&](const StreamSeq& op) {
        operators_.whole_chunk(stm, op.fn, op.width, op.init, op.arrays);
      },
      [&](const auto&) {
        throw std::logic_error("an operation that takes no irregular arrays has one, at " +
                               place_text(storage_, stm.place));
      });
}

const Body* RowRepresenter::body(const Body* body) {
  return make_.builder.body([&] {
    statements(body);
    return components_.expanded(body->results);
  });
}

void RowRepresenter::represent_check(const Stm& stm, const Check& op) {
  Check now = op;
  std::vector<MessagePart> message(op.message.begin(), op.message.end());
  for (MessagePart& part : message) {
    part.value = atom(part.value);
    if (part.text.empty() && values_.is_irregular(part.value)) part = {"an irregular array", {}};
  }
  now.message = make_.list(message);
  make_.add(stm.pattern, make_.make(now), stm.attrs);
}

void RowRepresenter::represent_if(const Stm& stm, const If& op) {
  If now = op;
  now.then_body = body(op.then_body);
  now.else_body = body(op.else_body);
  make_.add(components_.expanded_pattern(stm.pattern), make_.make(now), stm.attrs);
}

void RowRepresenter::represent_match(const Stm& stm, const Match& op) {
  Match now = op;
  std::vector<MatchCase> cases(op.cases.begin(), op.cases.end());
  for (MatchCase& one : cases) one.body = body(one.body);
  now.cases = make_.list(cases);
  if (op.otherwise != nullptr) now.otherwise = body(op.otherwise);
  make_.add(components_.expanded_pattern(stm.pattern), make_.make(now), stm.attrs);
}

void RowRepresenter::represent_loop(const Stm& stm, const Loop& op) {
  Loop now = op;
  std::vector<Param> old_params;
  std::vector<Atom> old_initial;
  for (const LoopParam& param : op.params) {
    old_params.push_back(param.param);
    old_initial.push_back(param.init);
  }
  std::vector<Atom> initial = components_.expanded(old_initial);
  std::vector<Param> params = components_.expanded(old_params);
  std::vector<LoopParam> all;
  for (size_t i = 0; i < params.size(); i++) all.push_back({params[i], initial[i]});
  now.params = make_.list(all);
  if (op.condition != nullptr) now.condition = body(op.condition);
  now.body = body(op.body);
  make_.add(components_.expanded_pattern(stm.pattern), make_.make(now), stm.attrs);
}

void RowRepresenter::represent_call(const Stm& stm, const Call& op) {
  const Function& callee = *functions_.find(op.fn);
  if (!EntryRows::gives_entry_results(callee)) {
    make_.add(components_.expanded_pattern(stm.pattern), call_of(op), stm.attrs);
    return;
  }
  EntryRows::Side results = entries_.side(RowComponents::params_of(stm.pattern), {});
  make_.add(RowComponents::vars_of(results.params), call_of(op), stm.attrs);
  for (const auto& [var, made] : results.rows) values_.set_rows(var, entries_.from_results(made));
}

// ---- Functions

const Function* RowRepresenter::function(const Function& fn) {
  Function now = fn;
  make_.builder.begin();
  RowsBuilder::Replacing here(make_, Stm{{}, nullptr, {}, {}, fn.place});
  if (fn.entry != nullptr) {
    Entry entry = *fn.entry;
    EntryRows::Side params = entries_.side(fn.params, entry.params);
    EntryRows::Side results = entries_.side(fn.results, entry.results);
    now.params = make_.list(params.params);
    now.results = make_.list(results.params);
    entry.params = params.values;
    entry.results = results.values;
    now.entry = storage_.arena.make<Entry>(entry);
    for (const auto& [var, made] : params.rows) values_.set_rows(var, entries_.from_params(made));
  } else {
    now.params = make_.list(components_.expanded(fn.params));
    now.results =
        make_.list(EntryRows::gives_entry_results(fn) ? entries_.side(fn.results, {}).params
                                                      : components_.expanded(fn.results));
  }
  if (EntryRows::gives_entry_results(fn)) {
    now.body = make_.builder.end(entry_results(fn.body));
  } else {
    statements(fn.body);
    now.body = make_.builder.end(components_.expanded(fn.body->results));
  }
  return storage_.arena.make<Function>(now);
}

const Op* RowRepresenter::call_of(const Call& op) {
  Call now = op;
  now.args = make_.list(functions_.find(op.fn)->entry == nullptr
                            ? components_.expanded(op.args)
                            : entries_.components(op.args, EntryRows::EvenOffsets::Made));
  return make_.make(now);
}

// Note [Last statements]
// What an entry point gives is packed where it is made, in branches and in the functions that are
// called last, because there it is known best what has to be done: often nothing, and where rows
// are equally long nobody needs offsets.
std::vector<Atom> RowRepresenter::entry_results(const Body* body) {
  if (!body->stms.empty()) {
    const Stm& last = body->stms.back();
    const bool is_all = std::ranges::equal(
        body->results, last.pattern, [](const Atom& atom, Var var) { return atom == Atom(var); });
    const auto* choice = ir::as<If>(last.op);
    const auto* call = ir::as<Call>(last.op);
    const bool is_passed_on =
        call != nullptr && EntryRows::gives_entry_results(*functions_.find(call->fn));
    if (is_all && values_.any_irregular(RowComponents::params_of(last.pattern)) &&
        (choice != nullptr || is_passed_on)) {
      for (const Stm& stm : body->stms.first(body->stms.size() - 1)) statement(stm);
      RowsBuilder::Replacing here(make_, last);
      const Op* op = choice != nullptr ? with_entry_results(*choice) : call_of(*call);
      const std::vector<Var> pattern =
          RowComponents::vars_of(entries_.side(RowComponents::params_of(last.pattern), {}).params);
      make_.add(pattern, op, last.attrs);
      return {pattern.begin(), pattern.end()};
    }
  }
  statements(body);
  return entries_.components(body->results, EntryRows::EvenOffsets::LeftOut);
}

const Op* RowRepresenter::with_entry_results(const If& op) {
  If now = op;
  now.then_body = make_.builder.body([&] { return entry_results(op.then_body); });
  now.else_body = make_.builder.body([&] { return entry_results(op.else_body); });
  return make_.make(now);
}

}  // namespace planish::passes
