#include "passes/represent_rows.h"

#include <algorithm>
#include <stdexcept>

#include "analysis/inner_bodies.h"
#include "passes/row_representer.h"

namespace planish::passes {

using namespace ir;

namespace {

std::string_view name_of(const Storage& storage, Var var) {
  Name name = storage.vars[var.id].name;
  return name == Name{} ? std::string_view() : storage.text(name);
}

bool any_irregular(const Storage& storage, std::span<const Param> params) {
  return std::ranges::any_of(
      params, [&](const Param& param) { return storage.type(param.var)->is_irregular(); });
}

}  // namespace

Program represent_rows(const Program& program) {
  return program.stage == Stage::Core ? RowRepresenter(program).run() : program;
}

RowRepresenter::RowRepresenter(const Program& program)
    : Rebuild(*program.storage), program_(program), make_(*program.storage) {
  for (const Function* fn : program.functions) functions_[fn->name] = fn;
}

Program RowRepresenter::run() {
  Program result = program_;
  for (const Function*& fn : result.functions) {
    if (changes_signature(*fn) || touches_rows(fn->body)) fn = function(*fn);
  }
  return result;
}

// ---- What has to do with rows

bool RowRepresenter::changes_signature(const Function& fn) const {
  return any_irregular(storage_, fn.params) || any_irregular(storage_, fn.results);
}

bool RowRepresenter::touches_rows(const Stm& stm) const {
  if (std::ranges::any_of(stm.pattern, [&](Var var) { return is_irregular(var); })) return true;
  bool found = match(
      stm.op, [](const RowLengths&) { return true; }, [](const RowLength&) { return true; },
      [](const JoinRows&) { return true; }, [](const SplitRows&) { return true; },
      [&](const Call& call) { return changes_signature(*functions_.at(call.fn)); },
      [](const auto&) { return false; });
  for_each_var_use(stm.op, [&](Var var) { found |= is_irregular(var); });
  for_each_lambda(stm.op, [&](const Lambda* fn) {
    found |= any_irregular(storage_, fn->params);
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
  std::string_view name = name_of(storage_, param.var);
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

RowRepresenter::List<Var> RowRepresenter::expanded_pattern(std::span<const Var> pattern) {
  List<Param> params;
  for (Var var : pattern) params.push_back({var});
  List<Var> vars;
  for (const Param& param : expanded(params)) vars.push_back(param.var);
  return vars;
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

// Note [Rows at entry points]
// Outside, an irregular array is what it is inside: offsets, which begin with 0, and data, and nothing else in them. So
// nothing is copied. A size must be the dimension of a component, though, and offsets have one element more than there
// are rows. So each level has an array of units besides, which has the fixed dimensions around the level and is never
// looked into.
//
//   [n][?]t          [n]unit, [o]i64                              data: [k]t
//   [n][?][m][?]t    [n]unit, [o]i64, [j][m]unit, [p]i64          data: [k]t
RowRepresenter::Components RowRepresenter::entry_components(const Param& param) {
  const Type* type = storage_.type(param.var);
  Components made;
  std::vector<Dim> dims;
  for (const Dim& dim : type->dims) {
    if (!dim.is_varying()) {
      dims.push_back(dim);
      continue;
    }
    made.arrays.push_back(
        {make_.builder.new_var("points", storage_.types.array(Prim::Unit, dims))});
    made.sizes.push_back({make_.builder.new_var("size", make_.i64())});
    made.arrays.push_back({make_.builder.new_var("offsets", make_.numbers(made.sizes.back().var))});
    made.rows.offsets.push_back(made.arrays.back().var);
    made.sizes.push_back({make_.builder.new_var("size", make_.i64())});
    dims = {Dim::variable(made.sizes.back().var)};
  }
  made.rows.data =
      make_.builder.new_var(name_of(storage_, param.var), storage_.types.array(type->elem, dims));
  made.arrays.push_back({made.rows.data, param.unique});
  return made;
}

// The number of offsets is said by the other sizes, so that it is known to be the same for arrays of the same sizes.
Rows RowRepresenter::from_entry_components(const Components& components) {
  Rows rows;
  rows.packed = true;
  rows.data = components.rows.data;
  for (size_t level = 0; level < components.rows.offsets.size(); level++) {
    Var points = components.arrays[2 * level].var;
    Atom count = make_.plus(make_.product(storage_.type(points)->dims), Atom::i64(1));
    rows.offsets.push_back(make_.let("offsets", make_.numbers(count),
                                     make_.make(Coerce{{}, components.rows.offsets[level]})));
    // As in RowsBuilder::offsets_of.
    make_.builder.annotate_last(storage_.names.intern("offsets"));
  }
  return rows;
}

void RowRepresenter::add_entry_components(const Rows& rows, std::span<const Dim> dims,
                                          List<Atom>& sizes, List<Atom>& arrays) {
  Rows packed = make_.pack(rows, dims);
  Levels levels(dims);
  std::vector<Dim> outer;
  for (size_t i = 0, level = 0; level < levels.count(); i++) {
    if (!dims[i].is_varying()) {
      outer.push_back(dims[i]);
      continue;
    }
    Var offsets = packed.offsets[level++];
    arrays.emplace_back(make_.blank(storage_.types.array(Prim::Unit, outer)));
    arrays.emplace_back(offsets);
    sizes.push_back(make_.size(offsets));
    Atom total = make_.index(offsets, make_.product(outer));
    sizes.push_back(total);
    outer = {Builder::dim(total)};
  }
  arrays.emplace_back(packed.data);
}

RowRepresenter::List<Atom> RowRepresenter::function_results(std::span<const Atom> results,
                                                            const Function& fn) {
  if (fn.entry == nullptr) return expanded(results);
  List<Atom> sizes;
  List<Atom> rest;
  for (const Atom& result : results) {
    if (is_irregular(result)) {
      add_entry_components(rows(result.var), dims(result), sizes, rest);
    } else {
      rest.push_back(now(result));
    }
  }
  sizes.insert(sizes.end(), rest.begin(), rest.end());
  return sizes;
}

RowRepresenter::EntrySide RowRepresenter::entry_side(std::span<const Param> params,
                                                     std::span<const EntryValue> values) {
  EntrySide side;
  List<Param> rest;
  List<uint32_t> first;  // by old number, the new one
  for (const Param& param : params) {
    first.push_back(static_cast<uint32_t>(rest.size()));
    if (!is_irregular(param.var)) {
      rest.push_back(param);
      continue;
    }
    Components made = entry_components(param);
    side.params.insert(side.params.end(), made.sizes.begin(), made.sizes.end());
    rest.insert(rest.end(), made.arrays.begin(), made.arrays.end());
    side.rows.emplace_back(param.var, std::move(made));
  }
  first.push_back(static_cast<uint32_t>(rest.size()));
  auto sizes = static_cast<uint32_t>(side.params.size());
  side.params.insert(side.params.end(), rest.begin(), rest.end());
  std::vector<EntryValue> made;
  for (EntryValue value : values) {
    std::span<const Param> old = params.subspan(value.first, value.count);
    if (any_irregular(storage_, old)) {
      std::vector<const Type*> types;
      for (const Param& param : old) types.push_back(storage_.type(param.var));
      value.types = make_.list(types);
    }
    uint32_t end = first[value.first + value.count];
    value.first = first[value.first];
    value.count = end - value.first;
    value.first += sizes;
    made.push_back(value);
  }
  side.values = make_.list(made);
  return side;
}

const Function* RowRepresenter::function(const Function& fn) {
  Function now = fn;
  make_.builder.begin();
  RowsBuilder::Replacing here(make_, Stm{{}, nullptr, {}, {}, fn.place});
  if (fn.entry == nullptr) {
    now.params = make_.list(expanded(fn.params));
    now.results = make_.list(expanded(fn.results));
  } else {
    Entry entry = *fn.entry;
    EntrySide params = entry_side(fn.params, entry.params);
    EntrySide results = entry_side(fn.results, entry.results);
    now.params = make_.list(params.params);
    now.results = make_.list(results.params);
    entry.params = params.values;
    entry.results = results.values;
    now.entry = storage_.arena.make<Entry>(entry);
    for (const auto& [var, made] : params.rows) rows_of_[var] = from_entry_components(made);
  }
  statements(fn.body);
  now.body = make_.builder.end(function_results(fn.body->results, fn));
  return storage_.arena.make<Function>(now);
}

void RowRepresenter::represent(const Stm& stm, const Call& op) {
  const Function& callee = *functions_.at(op.fn);
  Call now = op;
  now.args = make_.list(function_results(op.args, callee));
  if (callee.entry == nullptr) {
    make_.add(expanded_pattern(stm.pattern), make_.make(now), stm.attrs);
    return;
  }
  List<Var> sizes;
  List<Var> rest;
  List<std::pair<Var, Components>> given;
  for (Var var : stm.pattern) {
    if (!is_irregular(var)) {
      rest.push_back(var);
      continue;
    }
    given.emplace_back(var, entry_components({var}));
    for (const Param& size : given.back().second.sizes) sizes.push_back(size.var);
    for (const Param& array : given.back().second.arrays) rest.push_back(array.var);
  }
  sizes.insert(sizes.end(), rest.begin(), rest.end());
  make_.add(sizes, make_.make(now), stm.attrs);
  for (const auto& [var, made] : given) rows_of_[var] = from_entry_components(made);
}

}  // namespace planish::passes
