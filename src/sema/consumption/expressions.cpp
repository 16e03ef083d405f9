#include "sema/consumption/expressions.h"

#include "sema/consumption/analysis.h"

namespace planish::consumption {

namespace {

bool has_index(std::span<const ast::PathStep> steps) {
  for (const ast::PathStep& step : steps) {
    if (step.is_index) return true;
  }
  return false;
}

}  // namespace

const Aliases* Expressions::check(ast::Expr* expr) {
  if (expr == nullptr || expr->type == nullptr) return nullptr;
  return ast::match(
      expr, [](ast::IntLit&) -> const Aliases* { return nullptr; },
      [](ast::FloatLit&) -> const Aliases* { return nullptr; },
      [](ast::BoolLit&) -> const Aliases* { return nullptr; },
      [](ast::StringLit&) -> const Aliases* { return nullptr; },
      [](ast::Hole&) -> const Aliases* { return nullptr; },
      [](ast::ErrorExpr&) -> const Aliases* { return nullptr; },
      [&](ast::Parens& e) { return check(e.inner); },
      [&](ast::LocalOpen& e) { return check(e.body); },
      [&](ast::AttrExpr& e) { return check(e.body); },
      [&](ast::Ascribe& e) {
        all_.names.check_type_sizes(e.ascribed);
        const Aliases* value = check(e.value);
        all_.uses.check_fits(e.type, e.value->type, value, e.value->loc);
        return value;
      },
      [&](ast::Coerce& e) {
        all_.names.check_type_sizes(e.target);
        return check(e.value);
      },
      [&](ast::Negate& e) -> const Aliases* {
        check(e.operand);
        return nullptr;
      },
      [&](ast::Not& e) -> const Aliases* {
        check(e.operand);
        return nullptr;
      },
      [&](ast::Assert& e) {
        check(e.condition);
        return check(e.body);
      },
      [&](ast::Apply& e) { return all_.calls.check(e); },
      [&](ast::BinOp& e) { return all_.calls.check(e); },
      [&](ast::OpSection& e) { return all_.calls.check(e); },
      [&](ast::OpSectionLeft& e) { return all_.calls.check(e); },
      [&](ast::OpSectionRight& e) { return all_.calls.check(e); },
      [&](ast::Lambda& e) { return all_.functions.check(e); },
      [&](ast::LetFun& e) { return all_.functions.check(e); },
      [&](ast::Loop& e) { return all_.loops.check(e); }, [&](auto& e) { return check(e); });
}

const Aliases* Expressions::check(ast::Var& e) {
  if (e.symbol == nullptr) return nullptr;
  if (e.fields.empty())
    return can_alias(e.type) ? all_.names.observe(e.symbol, e.type, e.loc) : nullptr;
  const Type* type = all_.names.type_of(e.symbol);
  const Aliases* value = all_.names.observe(e.symbol, type, e.loc);
  for (const ast::Ident& field : e.fields) {
    auto* record = type != nullptr ? as<RecordType>(type) : nullptr;
    if (record == nullptr) break;
    size_t index = field_index(*record, field.name);
    value = part(value, index);
    type = index < record->fields.size() ? record->fields[index].type : nullptr;
  }
  return can_alias(e.type) ? value : nullptr;
}

const Aliases* Expressions::check(ast::Tuple& e) {
  if (!can_alias(e.type)) {
    for (ast::Expr* elem : e.elems) check(elem);
    return nullptr;
  }
  size_t before = trail_.size();
  auto parts = store_.array<const Aliases*>(e.elems.size());
  auto operands = store_.array<Operand>(e.elems.size());
  for (size_t i = 0; i < e.elems.size(); i++) {
    parts[i] = check(e.elems[i]);
    operands[i] = {e.elems[i], parts[i]};
  }
  all_.uses.check_operands(operands, before);
  return store_.compound(parts);
}

const Aliases* Expressions::check(ast::Record& e) {
  auto* record = as<RecordType>(e.type);
  size_t before = trail_.size();
  auto parts = store_.array<const Aliases*>(e.fields.size());
  auto operands = store_.array<Operand>(e.fields.size());
  for (size_t i = 0; i < e.fields.size(); i++) {
    ast::RecordField& field = e.fields[i];
    const Aliases* value = check(field.value);
    operands[i] = {field.value, value};
    size_t index = record != nullptr ? field_index(*record, field.name.name) : parts.size();
    if (index < parts.size()) parts[index] = value;
  }
  all_.uses.check_operands(operands, before);
  return store_.compound(parts);
}

// The elements are copied into the new array.
const Aliases* Expressions::check(ast::ArrayLit& e) {
  if (e.elems.empty()) return nullptr;
  if (!can_alias(e.elems[0]->type)) {
    for (ast::Expr* elem : e.elems) check(elem);
    return nullptr;
  }
  size_t before = trail_.size();
  auto operands = store_.array<Operand>(e.elems.size());
  for (size_t i = 0; i < e.elems.size(); i++) operands[i] = {e.elems[i], check(e.elems[i])};
  all_.uses.check_operands(operands, before);
  return nullptr;
}

const Aliases* Expressions::check(ast::Constr& e) {
  size_t before = trail_.size();
  auto operands = store_.array<Operand>(e.args.size());
  for (size_t i = 0; i < e.args.size(); i++) operands[i] = {e.args[i], check(e.args[i])};
  all_.uses.check_operands(operands, before);
  auto* sum = as<SumType>(e.type);
  if (sum == nullptr) return nullptr;
  auto parts = store_.array<const Aliases*>(part_count(*sum));
  size_t offset = constructor_offset(*sum, e.name.name);
  for (size_t i = 0; i < e.args.size() && offset + i < parts.size(); i++)
    parts[offset + i] = operands[i].value;
  return store_.compound(parts);
}

const Aliases* Expressions::check(ast::Project& e) {
  const Aliases* value = check(e.from);
  auto* record = e.from->type != nullptr ? as<RecordType>(e.from->type) : nullptr;
  if (record == nullptr || !can_alias(e.type)) return nullptr;
  return part(value, field_index(*record, e.field.name));
}

void Expressions::check_indices(std::span<const ast::DimIndex> indices) {
  for (const ast::DimIndex& i : indices) {
    check(i.index);
    check(i.from);
    check(i.to);
    check(i.stride);
  }
}

void Expressions::check_steps(std::span<const ast::PathStep> steps) {
  for (const ast::PathStep& step : steps) check_indices(step.indices);
}

const Aliases* Expressions::check(ast::Index& e) {
  const Aliases* array = check(e.array);
  size_t before = trail_.size();
  check_indices(e.indices);
  Operand operand{e.array, array};
  all_.uses.check_operands({&operand, 1}, before);
  return can_alias(e.type) ? store_.spread(e.type, store_.all(array)) : nullptr;
}

const Aliases* Expressions::check(ast::Range& e) {
  check(e.start);
  check(e.second);
  check(e.end);
  return nullptr;
}

const Aliases* Expressions::check(ast::ProjectSection& e) {
  check_steps(e.steps);
  return nullptr;
}

const Aliases* Expressions::check(ast::Let& e) {
  Mark before = mark();
  const Aliases* value = check(e.value);
  if (consumed_since(before) && holds_function(e.value->type))
    all_.reports.report_function_consumes(e.value, before);
  all_.names.check_pattern_types(e.pattern);
  all_.uses.check_fits(e.pattern->type, e.value->type, value, e.value->loc);
  size_t first = owners_.size();
  all_.names.bind_pattern(e.pattern, value, Role::Let);
  size_t last = owners_.size();
  const Aliases* body = check(e.body);
  leave_scope(first, last);
  return body;
}

// The source with the field that the steps lead to replaced.
const Aliases* Expressions::update_fields(const Type* type, const Aliases* source,
                                          std::span<const ast::PathStep> steps,
                                          const Aliases* value) {
  if (steps.empty()) return value;
  auto* record = type != nullptr ? as<RecordType>(type) : nullptr;
  if (record == nullptr) return source;
  size_t index = field_index(*record, steps[0].field.name);
  if (index == record->fields.size()) return source;
  const Aliases* field =
      update_fields(record->fields[index].type, part(source, index), steps.subspan(1), value);
  return store_.replace_part(source, record->fields.size(), index, field);
}

const Aliases* Expressions::check(ast::Update& e) {
  check_steps(e.steps);
  const Aliases* value = check(e.value);
  size_t before = trail_.size();
  const Aliases* source = check(e.source);
  Operand operand{e.value, value};
  all_.uses.check_operands({&operand, 1}, before);
  if (!has_index(e.steps)) return update_fields(e.source->type, source, e.steps, value);
  Consumption how = Uses::consumption_of(Cause::Update, e.source, {});
  how.loc = span(e.source->loc, e.steps.back().loc);
  all_.uses.update_in_place(source, value, e.value, how);
  return nullptr;
}

const Aliases* Expressions::check(ast::LetWith& e) {
  check_steps(e.steps);
  const Aliases* value = check(e.value);
  const Type* type = all_.names.type_of(e.source);
  const Aliases* source = all_.names.observe(e.source, type, e.name.loc);
  const Aliases* updated = nullptr;
  if (has_index(e.steps)) {
    Consumption how{
        .cause = Cause::Update, .loc = span(e.name.loc, e.steps.back().loc), .through = e.source};
    all_.uses.update_in_place(source, value, e.value, how);
  } else {
    updated = update_fields(type, source, e.steps, value);
  }
  size_t first = owners_.size();
  if (e.symbol != nullptr && can_alias(type))
    all_.names.bind_variable(e.symbol, type, updated, Role::Let);
  size_t last = owners_.size();
  const Aliases* body = check(e.body);
  leave_scope(first, last);
  return body;
}

const Aliases* Expressions::check(ast::If& e) {
  check(e.condition);
  Mark before = mark();
  const Aliases* yes = check(e.then_branch);
  std::vector<TrailEntry> consumed = take_back(before);
  const Aliases* no = check(e.else_branch);
  apply(consumed);
  const Aliases* value = store_.join(yes, no);
  return consumed_since(before) ? without_consumed(value) : value;
}

const Aliases* Expressions::check(ast::Match& e) {
  const Aliases* scrutinee = check(e.scrutinee);
  Mark before = mark();
  std::vector<TrailEntry> consumed;
  const Aliases* value = nullptr;
  for (ast::Case& c : e.cases) {
    size_t first = owners_.size();
    all_.names.bind_pattern(c.pattern, scrutinee, Role::Let);
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
