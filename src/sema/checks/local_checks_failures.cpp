// What fails whenever it is evaluated, as far as its own text says so: warnings of check_locals.
#include <algorithm>

#include "sema/checks/local_checks.h"
#include "sema/types/type_print.h"
#include "syntax/ast_match.h"

namespace planish {

namespace {

// The number that an expression is written as, maybe negated.
std::optional<int64_t> written_number(const ast::Expr* expr) {
  if (expr == nullptr) return std::nullopt;
  if (auto* parens = ast::as<ast::Parens>(expr)) return written_number(parens->inner);
  if (auto* negation = ast::as<ast::Negate>(expr)) {
    const std::optional<int64_t> number = written_number(negation->operand);
    return number ? std::optional(-*number) : std::nullopt;
  }
  auto* literal = ast::as<ast::IntLit>(expr);
  if (literal == nullptr || literal->overflow || literal->value > uint64_t{INT64_MAX})
    return std::nullopt;
  return static_cast<int64_t>(literal->value);
}

bool is_integer_type(const Type* type) {
  auto* prim = type != nullptr ? as<PrimType>(type) : nullptr;
  return prim != nullptr && is_integer(prim->prim);
}

std::string elements(int64_t count) {
  return fmt::format("{} element{}", count, count == 1 ? "" : "s");
}

}  // namespace

void LocalChecks::check_divisor(const ValueSymbol* symbol, const ast::Expr* divisor) {
  using enum IntrinsicKind;
  static constexpr IntrinsicKind kDivisions[] = {Div, Mod, Quot, Rem};
  if (symbol == nullptr || symbol->kind != ValueKind::Intrinsic ||
      std::ranges::find(kDivisions, symbol->intrinsic) == std::end(kDivisions) ||
      !is_integer_type(divisor->type) || written_number(divisor) != 0)
    return;
  cx_.diags
      .report(Diag::division_by_zero, divisor->loc,
              "this divides by 0, which fails whenever it is computed")
      .suggest("for an infinite or undefined result, divide floats: `1.0 / 0.0`");
}

void LocalChecks::check_indices(const Type* type, std::span<const ast::DimIndex> indices) {
  for (const ast::DimIndex& index : indices) {
    auto* array = type != nullptr ? as<ArrayType>(type) : nullptr;
    if (array == nullptr) return;
    const bool is_known = array->dim != nullptr && array->dim->kind == SizeKind::Const;
    const std::optional<int64_t> length =
        is_known ? std::optional(array->dim->value) : std::nullopt;
    if (!index.slice) {
      check_index(index.index, length);
    } else if (index.stride == nullptr) {
      check_slice(index, length);
    }
    type = array->elem;
  }
}

void LocalChecks::check_path(const Type* type, std::span<const ast::PathStep> steps) {
  for (const ast::PathStep& step : steps) {
    if (type == nullptr) return;
    if (step.is_index) {
      check_indices(type, step.indices);
      for (const ast::DimIndex& index : step.indices) {
        auto* array = as<ArrayType>(type);
        if (array == nullptr || index.slice) return;
        type = array->elem;
      }
      continue;
    }
    auto* record = as<RecordType>(type);
    if (record == nullptr) return;
    auto field = std::ranges::find(record->fields, step.field.name, &Field::name);
    if (field == record->fields.end()) return;
    type = field->type;
  }
}

void LocalChecks::check_index(const ast::Expr* index, std::optional<int64_t> length) {
  const std::optional<int64_t> number = written_number(index);
  if (!number) return;
  if (*number < 0) {
    cx_.diags
        .report(Diag::index_out_of_bounds, index->loc,
                "index {} is out of bounds: indices count from 0", *number)
        .suggest("the last element is `last xs`, or `xs[length xs - 1]`");
  } else if (length && *length > 0 && *number >= *length) {
    // `[][0]` is how programs write a value that is never computed.
    cx_.diags
        .report(Diag::index_out_of_bounds, index->loc, "index {} is out of bounds: there {} {}",
                *number, *length == 1 ? "is" : "are", elements(*length))
        .suggest(fmt::format("indices count from 0, so the last is {}", *length - 1));
  }
}

void LocalChecks::check_slice(const ast::DimIndex& slice, std::optional<int64_t> length) {
  const std::optional<int64_t> from = written_number(slice.from), to = written_number(slice.to);
  for (const ast::Expr* bound : {slice.from, slice.to}) {
    const std::optional<int64_t> number = written_number(bound);
    if (!number || (*number >= 0 && (!length || *number <= *length))) continue;
    auto& diag = cx_.diags.report(
        Diag::index_out_of_bounds, bound->loc, "the bound {} of this slice is out of bounds{}",
        *number,
        *number < 0 ? ": indices count from 0"
                    : fmt::format(": there {} {}", *length == 1 ? "is" : "are", elements(*length)));
    if (*number < 0 && bound == slice.to) {
      diag.suggest(
          fmt::format("to leave out elements at the end, write `xs[:length xs - {}]`", -*number));
    } else if (*number < 0) {
      diag.suggest(fmt::format("for elements at the end, write `xs[length xs - {}:]`", -*number));
    }
    return;
  }
  if (from && to && *from > *to) {
    cx_.diags
        .report(Diag::index_out_of_bounds, slice.loc,
                "this slice ends before it begins, which fails whenever it is computed")
        .suggest("a slice that goes down has a step: `xs[i:j:-1]`");
  }
}

}  // namespace planish
