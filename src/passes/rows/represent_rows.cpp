#include "passes/rows/represent_rows.h"

#include <algorithm>
#include <stdexcept>

#include "analysis/inner_bodies.h"
#include "passes/rows/row_representer.h"

namespace planish::passes {

using namespace ir;

Program represent_rows(const Program& program) {
  return program.stage == Stage::Core ? RowRepresenter(program).run() : program;
}

RowRepresenter::RowRepresenter(const Program& program)
    : Rebuild(*program.storage), program_(program), make_(*program.storage) {
  functions_ = program.functions;
}

Program RowRepresenter::run() {
  Program result = program_;
  for (const Function*& fn : result.functions) {
    if (changes_signature(*fn) || touches_rows(fn->body)) fn = function(*fn);
  }
  return result;
}

std::string_view RowRepresenter::name_of(Var var) const {
  Name name = storage_.vars[var.id].name;
  return name == Name{} ? std::string_view() : storage_.text(name);
}

// ---- What has to do with rows

bool RowRepresenter::any_irregular(std::span<const Param> params) const {
  return std::ranges::any_of(params, [&](const Param& param) { return is_irregular(param.var); });
}

bool RowRepresenter::changes_signature(const Function& fn) const {
  return any_irregular(fn.params) || any_irregular(fn.results);
}

bool RowRepresenter::touches_rows(const Stm& stm) const {
  if (std::ranges::any_of(stm.pattern, [&](Var var) { return is_irregular(var); })) return true;
  bool found = match(
      stm.op, [](const RowLengths&) { return true; }, [](const RowLength&) { return true; },
      [](const EqualRowLength&) { return true; }, [](const JoinRows&) { return true; },
      [](const SplitRows&) { return true; },
      [&](const Call& call) { return changes_signature(*functions_.find(call.fn)); },
      [](const auto&) { return false; });
  for_each_var_use(stm.op, [&](Var var) { found |= is_irregular(var); });
  for_each_lambda(stm.op, [&](const Lambda* fn) {
    found |= any_irregular(fn->params);
    for (const Atom& result : fn->body->results) found |= is_irregular(result);
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

// ---- Values

RowsValue RowRepresenter::value(const Atom& atom) const {
  if (is_irregular(atom)) return {{}, rows(atom.var)};
  return {now(atom), {}};
}

Atom RowRepresenter::now(const Atom& atom) const {
  if (atom.is_const()) return atom;
  auto it = arrays_.find(atom.var);
  return it == arrays_.end() ? atom : Atom(it->second);
}

void RowRepresenter::bind(Var var, const RowsValue& value, std::span<const Dim> from) {
  const Type* type = storage_.type(var);
  RowsValue now = as(type, value, from);
  if (now.rows) {
    rows_of_[var] = *now.rows;
  } else if (type == storage_.type(now.atom)) {
    if (type->is_array()) {
      arrays_[var] = now.atom.var;
    } else {
      // It may be a size.
      make_.bind(var, make_.make(Same{{}, now.atom}));
    }
  } else if (type->is_array()) {
    make_.bind(var, make_.make(Coerce{{}, now.atom.var}));
  } else {
    make_.bind(var, make_.make(Same{{}, now.atom}));
  }
}

RowsValue RowRepresenter::copied(const RowsValue& value, std::span<const Dim> dims) {
  if (value.rows) return {{}, make_.copy(*value.rows, dims)};
  return dims.empty() ? value : RowsValue{make_.copy(value.atom.var), {}};
}

const Type* RowRepresenter::element_type(const Type* array, const Type* element) {
  std::vector<Dim> dims(array->dims.begin() + 1, array->dims.end());
  if (!dims.empty() && dims[0].is_varying()) dims[0] = element->dims[0];
  return storage_.types.array(array->elem, dims);
}

// ---- Components

RowRepresenter::Components RowRepresenter::components(const Param& param) {
  const Type* type = storage_.type(param.var);
  std::string_view name = name_of(param.var);
  Levels levels(type->dims);
  Components made;
  for (size_t i = 0; i < levels.count(); i++) {
    Var size = make_.builder.new_var("size", make_.i64());
    Var offsets = make_.builder.new_var("offsets", make_.numbers(size));
    made.sizes.push_back({size});
    made.arrays.push_back({offsets});
    made.rows.offsets.push_back(offsets);
  }
  Var size = make_.builder.new_var("size", make_.i64());
  made.rows.data = make_.builder.new_var(
      name, make_.array_type(type->elem, size, type->dims.subspan(levels.last_dim() + 1)));
  made.sizes.push_back({size});
  made.arrays.push_back({made.rows.data, param.unique});
  return made;
}

RowRepresenter::List<Param> RowRepresenter::expanded(std::span<const Param> params) {
  List<Param> sizes;
  List<Param> rest;
  for (const Param& param : params) {
    if (!is_irregular(param.var)) {
      rest.push_back(param);
      continue;
    }
    Components made = components(param);
    sizes.insert(sizes.end(), made.sizes.begin(), made.sizes.end());
    rest.insert(rest.end(), made.arrays.begin(), made.arrays.end());
    rows_of_[param.var] = made.rows;
  }
  sizes.insert(sizes.end(), rest.begin(), rest.end());
  return sizes;
}

RowRepresenter::List<Param> RowRepresenter::params_of(std::span<const Var> pattern) {
  List<Param> params;
  for (Var var : pattern) params.push_back({var});
  return params;
}

RowRepresenter::List<Var> RowRepresenter::vars_of(std::span<const Param> params) {
  List<Var> vars;
  for (const Param& param : params) vars.push_back(param.var);
  return vars;
}

RowRepresenter::List<Var> RowRepresenter::expanded_pattern(std::span<const Var> pattern) {
  return vars_of(expanded(params_of(pattern)));
}

void RowRepresenter::add_sizes(const Rows& rows, List<Atom>& to) {
  for (Var offsets : rows.offsets) to.push_back(make_.size(offsets));
  to.push_back(make_.size(rows.data));
}

void RowRepresenter::add_arrays(const Rows& rows, List<Atom>& to) {
  for (Var offsets : rows.offsets) to.emplace_back(offsets);
  to.emplace_back(rows.data);
}

RowRepresenter::List<Atom> RowRepresenter::expanded(std::span<const Atom> atoms) {
  List<Atom> sizes;
  List<Atom> rest;
  for (const Atom& atom : atoms) {
    if (!is_irregular(atom)) {
      rest.push_back(now(atom));
      continue;
    }
    add_sizes(rows(atom.var), sizes);
    add_arrays(rows(atom.var), rest);
  }
  sizes.insert(sizes.end(), rest.begin(), rest.end());
  return sizes;
}

// ---- Bodies

void RowRepresenter::statements(const Body* body) {
  for (const Stm& stm : body->stms) statement(stm);
}

void RowRepresenter::statement(const Stm& stm) {
  if (compares_offsets(stm) || combines_lengths(stm)) return;
  if (!touches_rows(stm)) {
    make_.builder.add(stm_children(stm));
    if (const auto* check = ir::as<Check>(stm.op)) share_offsets(*check);
    return;
  }
  RowsBuilder::Replacing here(make_, stm);
  match(stm.op, [&](const auto& op) { represent(stm, op); });
}

const Body* RowRepresenter::body(const Body* body) {
  return make_.builder.body([&] {
    statements(body);
    return expanded(body->results);
  });
}

template <class T>
void RowRepresenter::represent(const Stm& stm, const T&) {
  throw std::logic_error("an operation that takes no irregular arrays has one, at " +
                         place_text(storage_, stm.place));
}

void RowRepresenter::represent(const Stm& stm, const Check& op) {
  Check now = op;
  std::vector<MessagePart> message(op.message.begin(), op.message.end());
  for (MessagePart& part : message) {
    part.value = atom(part.value);
    if (part.text.empty() && is_irregular(part.value)) part = {"an irregular array", {}};
  }
  now.message = make_.list(message);
  make_.add(stm.pattern, make_.make(now), stm.attrs);
}

void RowRepresenter::represent(const Stm& stm, const If& op) {
  If now = op;
  now.then_body = body(op.then_body);
  now.else_body = body(op.else_body);
  make_.add(expanded_pattern(stm.pattern), make_.make(now), stm.attrs);
}

void RowRepresenter::represent(const Stm& stm, const Match& op) {
  Match now = op;
  std::vector<MatchCase> cases(op.cases.begin(), op.cases.end());
  for (MatchCase& one : cases) one.body = body(one.body);
  now.cases = make_.list(cases);
  if (op.otherwise != nullptr) now.otherwise = body(op.otherwise);
  make_.add(expanded_pattern(stm.pattern), make_.make(now), stm.attrs);
}

void RowRepresenter::represent(const Stm& stm, const Loop& op) {
  Loop now = op;
  List<Param> old_params;
  List<Atom> old_initial;
  for (const LoopParam& param : op.params) {
    old_params.push_back(param.param);
    old_initial.push_back(param.init);
  }
  List<Atom> initial = expanded(old_initial);
  List<Param> params = expanded(old_params);
  std::vector<LoopParam> all;
  for (size_t i = 0; i < params.size(); i++) all.push_back({params[i], initial[i]});
  now.params = make_.list(all);
  if (op.condition != nullptr) now.condition = body(op.condition);
  now.body = body(op.body);
  make_.add(expanded_pattern(stm.pattern), make_.make(now), stm.attrs);
}

// ---- Functions

const Function* RowRepresenter::function(const Function& fn) {
  Function now = fn;
  make_.builder.begin();
  RowsBuilder::Replacing here(make_, Stm{{}, nullptr, {}, {}, fn.place});
  if (fn.entry != nullptr) {
    Entry entry = *fn.entry;
    EntrySide params = entry_side(fn.params, entry.params);
    EntrySide results = entry_side(fn.results, entry.results);
    now.params = make_.list(params.params);
    now.results = make_.list(results.params);
    entry.params = params.values;
    entry.results = results.values;
    now.entry = storage_.arena.make<Entry>(entry);
    for (const auto& [var, made] : params.rows) rows_of_[var] = from_entry_components(made);
  } else {
    now.params = make_.list(expanded(fn.params));
    now.results = make_.list(gives_entry_results(fn) ? entry_side(fn.results, {}).params
                                                     : expanded(fn.results));
  }
  if (gives_entry_results(fn)) {
    now.body = make_.builder.end(entry_results(fn.body));
  } else {
    statements(fn.body);
    now.body = make_.builder.end(expanded(fn.body->results));
  }
  return storage_.arena.make<Function>(now);
}

void RowRepresenter::represent(const Stm& stm, const Call& op) {
  const Function& callee = *functions_.find(op.fn);
  if (!gives_entry_results(callee)) {
    make_.add(expanded_pattern(stm.pattern), call_of(op), stm.attrs);
    return;
  }
  EntrySide results = entry_side(params_of(stm.pattern), {});
  make_.add(vars_of(results.params), call_of(op), stm.attrs);
  for (const auto& [var, made] : results.rows) rows_of_[var] = from_entry_results(made);
}

const Op* RowRepresenter::call_of(const Call& op) {
  Call now = op;
  now.args = make_.list(functions_.find(op.fn)->entry == nullptr
                            ? expanded(op.args)
                            : entry_components(op.args, EvenOffsets::Made));
  return make_.make(now);
}

}  // namespace planish::passes
