// Consumption in expressions other than calls, functions and loops.
#include "sema/consumption/consumption_checker.h"

namespace planish::consumption {

const Value* Checker::check(ast::Expr* expr) {
  if (expr == nullptr || expr->type == nullptr) return nullptr;
  return ast::match(
      expr, [](ast::IntLit&) -> const Value* { return nullptr; },
      [](ast::FloatLit&) -> const Value* { return nullptr; },
      [](ast::BoolLit&) -> const Value* { return nullptr; },
      [](ast::StringLit&) -> const Value* { return nullptr; },
      [](ast::Hole&) -> const Value* { return nullptr; },
      [](ast::ErrorExpr&) -> const Value* { return nullptr; },
      [&](ast::Parens& e) { return check(e.inner); },
      [&](ast::LocalOpen& e) { return check(e.body); },
      [&](ast::AttrExpr& e) { return check(e.body); },
      [&](ast::Ascribe& e) {
        check_type_sizes(e.ascribed);
        const Value* value = check(e.value);
        check_fits(e.type, e.value->type, value, e.value->loc);
        return value;
      },
      [&](ast::Coerce& e) {
        check_type_sizes(e.target);
        return check(e.value);
      },
      [&](ast::Negate& e) -> const Value* {
        check(e.operand);
        return nullptr;
      },
      [&](ast::Not& e) -> const Value* {
        check(e.operand);
        return nullptr;
      },
      [&](ast::Assert& e) {
        check(e.condition);
        return check(e.body);
      },
      [&](auto& e) { return check(e); });
}

const Value* Checker::check(ast::Var& e) {
  if (e.symbol == nullptr) return nullptr;
  if (e.fields.empty()) return can_alias(e.type) ? observe(e.symbol, e.type, e.loc) : nullptr;
  const Type* type = type_of(e.symbol);
  const Value* value = observe(e.symbol, type, e.loc);
  for (const ast::Ident& field : e.fields) {
    auto* record = type != nullptr ? as<RecordType>(type) : nullptr;
    if (record == nullptr) break;
    size_t index = field_index(*record, field.name);
    value = part(value, index);
    type = index < record->fields.size() ? record->fields[index].type : nullptr;
  }
  return can_alias(e.type) ? value : nullptr;
}

// ---- Making and taking apart

const Value* Checker::check(ast::Tuple& e) {
  if (!can_alias(e.type)) {
    for (ast::Expr* elem : e.elems) check(elem);
    return nullptr;
  }
  size_t before = trail_.size();
  auto parts = store_.array<const Value*>(e.elems.size());
  auto operands = store_.array<Operand>(e.elems.size());
  for (size_t i = 0; i < e.elems.size(); i++) {
    parts[i] = check(e.elems[i]);
    operands[i] = {e.elems[i], parts[i]};
  }
  check_operands(operands, before);
  return store_.compound(parts);
}

const Value* Checker::check(ast::Record& e) {
  auto* record = as<RecordType>(e.type);
  size_t before = trail_.size();
  auto parts = store_.array<const Value*>(e.fields.size());
  auto operands = store_.array<Operand>(e.fields.size());
  for (size_t i = 0; i < e.fields.size(); i++) {
    ast::RecordField& field = e.fields[i];
    const Value* value = check(field.value);
    operands[i] = {field.value, value};
    size_t index = record != nullptr ? field_index(*record, field.name.name) : parts.size();
    if (index < parts.size()) parts[index] = value;
  }
  check_operands(operands, before);
  return store_.compound(parts);
}

// The elements are copied into the new array.
const Value* Checker::check(ast::ArrayLit& e) {
  if (e.elems.empty()) return nullptr;
  if (!can_alias(e.elems[0]->type)) {
    for (ast::Expr* elem : e.elems) check(elem);
    return nullptr;
  }
  size_t before = trail_.size();
  auto operands = store_.array<Operand>(e.elems.size());
  for (size_t i = 0; i < e.elems.size(); i++) operands[i] = {e.elems[i], check(e.elems[i])};
  check_operands(operands, before);
  return nullptr;
}

const Value* Checker::check(ast::Constr& e) {
  size_t before = trail_.size();
  auto operands = store_.array<Operand>(e.args.size());
  for (size_t i = 0; i < e.args.size(); i++) operands[i] = {e.args[i], check(e.args[i])};
  check_operands(operands, before);
  auto* sum = as<SumType>(e.type);
  if (sum == nullptr) return nullptr;
  auto parts = store_.array<const Value*>(part_count(*sum));
  size_t offset = constructor_offset(*sum, e.name.name);
  for (size_t i = 0; i < e.args.size() && offset + i < parts.size(); i++)
    parts[offset + i] = operands[i].value;
  return store_.compound(parts);
}

const Value* Checker::check(ast::Project& e) {
  const Value* value = check(e.from);
  auto* record = e.from->type != nullptr ? as<RecordType>(e.from->type) : nullptr;
  if (record == nullptr || !can_alias(e.type)) return nullptr;
  return part(value, field_index(*record, e.field.name));
}

void Checker::check_indices(std::span<const ast::DimIndex> indices) {
  for (const ast::DimIndex& i : indices) {
    check(i.index);
    check(i.from);
    check(i.to);
    check(i.stride);
  }
}

void Checker::check_steps(std::span<const ast::PathStep> steps) {
  for (const ast::PathStep& step : steps) check_indices(step.indices);
}

const Value* Checker::check(ast::Index& e) {
  const Value* array = check(e.array);
  size_t before = trail_.size();
  check_indices(e.indices);
  Operand operand{e.array, array};
  check_operands({&operand, 1}, before);
  return can_alias(e.type) ? store_.spread(e.type, store_.all(array)) : nullptr;
}

const Value* Checker::check(ast::Range& e) {
  check(e.start);
  check(e.second);
  check(e.end);
  return nullptr;
}

const Value* Checker::check(ast::ProjectSection& e) {
  check_steps(e.steps);
  return nullptr;
}

// ---- Bindings

const Value* Checker::check(ast::Let& e) {
  Mark before = mark();
  const Value* value = check(e.value);
  if (consumed_since(before) && holds_function(e.value->type))
    report_function_consumes(e.value, before);
  check_pattern_types(e.pattern);
  check_fits(e.pattern->type, e.value->type, value, e.value->loc);
  size_t first = owners_.size();
  bind_pattern(e.pattern, value, Role::Let);
  size_t last = owners_.size();
  const Value* body = check(e.body);
  leave_scope(first, last);
  return body;
}

// ---- Updates

namespace {

bool has_index(std::span<const ast::PathStep> steps) {
  for (const ast::PathStep& step : steps) {
    if (step.is_index) return true;
  }
  return false;
}

}  // namespace

// The source with the field that the steps lead to replaced.
const Value* Checker::update_fields(const Type* type, const Value* source,
                                    std::span<const ast::PathStep> steps, const Value* value) {
  if (steps.empty()) return value;
  auto* record = type != nullptr ? as<RecordType>(type) : nullptr;
  if (record == nullptr) return source;
  size_t index = field_index(*record, steps[0].field.name);
  if (index == record->fields.size()) return source;
  const Value* field =
      update_fields(record->fields[index].type, part(source, index), steps.subspan(1), value);
  return store_.replace_part(source, record->fields.size(), index, field);
}

const Value* Checker::check(ast::Update& e) {
  check_steps(e.steps);
  const Value* value = check(e.value);
  size_t before = trail_.size();
  const Value* source = check(e.source);
  Operand operand{e.value, value};
  check_operands({&operand, 1}, before);
  if (!has_index(e.steps)) return update_fields(e.source->type, source, e.steps, value);
  Consumption how = consumption_of(Cause::Update, e.source, {});
  how.loc = span(e.source->loc, e.steps.back().loc);
  update_in_place(source, value, e.value, how);
  return nullptr;
}

const Value* Checker::check(ast::LetWith& e) {
  check_steps(e.steps);
  const Value* value = check(e.value);
  const Type* type = type_of(e.source);
  const Value* source = observe(e.source, type, e.name.loc);
  const Value* updated = nullptr;
  if (has_index(e.steps)) {
    Consumption how{
        .cause = Cause::Update, .loc = span(e.name.loc, e.steps.back().loc), .through = e.source};
    update_in_place(source, value, e.value, how);
  } else {
    updated = update_fields(type, source, e.steps, value);
  }
  size_t first = owners_.size();
  if (e.symbol != nullptr && can_alias(type)) bind_variable(e.symbol, type, updated, Role::Let);
  size_t last = owners_.size();
  const Value* body = check(e.body);
  leave_scope(first, last);
  return body;
}

// An in-place update reads the new elements while it overwrites the old ones, so they must be
// apart.
void Checker::update_in_place(const Value* source, const Value* value, const ast::Expr* value_expr,
                              const Consumption& how) {
  AliasSet aliases = store_.all(source);
  if (AliasSet written = store_.all(value); intersects(aliases, written)) {
    report_overlap(aliases, written, value_expr, how);
  }
  consume(aliases, how);
}

// ---- Branches

const Value* Checker::check(ast::If& e) {
  check(e.condition);
  Mark before = mark();
  const Value* yes = check(e.then_branch);
  std::vector<TrailEntry> consumed = take_back(before);
  const Value* no = check(e.else_branch);
  apply(consumed);
  const Value* value = store_.join(yes, no);
  return consumed_since(before) ? without_consumed(value) : value;
}

const Value* Checker::check(ast::Match& e) {
  const Value* scrutinee = check(e.scrutinee);
  Mark before = mark();
  std::vector<TrailEntry> consumed;
  const Value* value = nullptr;
  for (ast::Case& c : e.cases) {
    size_t first = owners_.size();
    bind_pattern(c.pattern, scrutinee, Role::Let);
    size_t last = owners_.size();
    value = store_.join(value, check(c.body));
    leave_scope(first, last);
    std::vector<TrailEntry> taken = take_back(before);
    consumed.insert(consumed.end(), taken.begin(), taken.end());
  }
  apply(consumed);
  return consumed.empty() ? value : without_consumed(value);
}

}  // namespace planish::consumption
