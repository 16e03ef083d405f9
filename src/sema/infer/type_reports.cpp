#include "sema/infer/type_reports.h"

#include <algorithm>
#include <cctype>

#include "sema/infer/infer.h"
#include "sema/types/foreign_names.h"
#include "sema/types/type_print.h"

namespace planish {

namespace {

// The text as an argument of a function: in parentheses, if it needs them. One that is long to read
// is left out.
std::string as_argument(std::string_view text) {
  constexpr size_t kLongest = 30;
  if (text.size() > kLongest || text.find('\n') != std::string_view::npos) return "(…)";
  const bool is_bracketed = text.starts_with('(') || text.starts_with('[') || text.starts_with('"');
  const bool is_negative = text.starts_with('-') || text.starts_with('!');
  const bool has_parts = text.find(' ') != std::string_view::npos;
  return is_negative || (has_parts && !is_bracketed) ? fmt::format("({})", text)
                                                     : std::string(text);
}

std::string counted(size_t count) {
  static constexpr std::string_view kWords[] = {"none", "one", "two", "three", "four"};
  return count < std::size(kWords) ? std::string(kWords[count]) : std::to_string(count);
}

struct Rank {
  size_t dimensions = 0;
  bool known = false;  // no further ones can follow
};

Rank rank_of(const Type* type) {
  Rank rank;
  for (type = resolve_meta(type); auto* array = as<ArrayType>(type);
       type = resolve_meta(array->elem))
    rank.dimensions++;
  auto* meta = as<MetaType>(type);
  rank.known = type->kind != TypeKind::Error && (meta == nullptr || meta->prims != 0);
  return rank;
}

// The primitive types that a number can have: none if it is none.
PrimSet number_prims(const Type* root) {
  if (auto* prim = as<PrimType>(root)) return prim_set(prim->prim) & kNumPrims;
  auto* meta = as<MetaType>(root);
  return meta != nullptr ? meta->prims & kNumPrims : PrimSet{0};
}

bool is_only(PrimSet prims, PrimSet of) { return prims != 0 && (prims & ~of) == 0; }

// The parameters of a function as it is declared: "op ne as". Nothing if they have no names.
std::string parameter_names(const SemaContext& cx, const ValueSymbol* fn) {
  std::string names;
  for (auto* arrow = as<ArrowType>(fn->type); arrow != nullptr;
       arrow = as<ArrowType>(arrow->result)) {
    if (arrow->binder == nullptr || !arrow->binder->name) return {};
    names += fmt::format(" {}", cx.text(arrow->binder->name));
  }
  return names;
}

size_t parameter_count(const ValueSymbol* fn) {
  size_t count = 0;
  if (fn->type == nullptr) return count;
  for (auto* arrow = as<ArrowType>(fn->type); arrow != nullptr;
       arrow = as<ArrowType>(arrow->result))
    count++;
  return count;
}

std::string mismatch_message(const Reason& reason, const TypeWords& want, const TypeWords& have) {
  switch (reason.kind) {
    case Reason::Argument:
      return reason.callee.empty()
                 ? fmt::format("argument {} {}, but the function takes {}", reason.index, have.has,
                               want.phrase)
                 : fmt::format("argument {} of `{}` {}, but {} is expected", reason.index,
                               reason.callee, have.has, want.phrase);
    case Reason::Operand:
    case Reason::Section:
      return fmt::format("operand of `{}` {}, but {} is expected", reason.callee, have.has,
                         want.phrase);
    case Reason::Ascription:
      return fmt::format("this is declared to be {}, but {}", want.phrase, have.has);
    case Reason::Result:
      return fmt::format("the declared result is {}, but the body {}", want.phrase, have.has);
    case Reason::Branches:
      return fmt::format("the branches of `if` have different types: {} and {}", want.phrase,
                         have.phrase);
    case Reason::Cases:
      return fmt::format("the cases of `match` have different types: {} and {}", want.phrase,
                         have.phrase);
    case Reason::Elements:
      return fmt::format("array elements have different types: {} and {}", want.phrase,
                         have.phrase);
    case Reason::Condition: return fmt::format("a condition must be `bool`, but this {}", have.has);
    case Reason::Assertion:
      return fmt::format("an assertion must be `bool`, but this {}", have.has);
    case Reason::Index: return fmt::format("this is indexed as {}, but {}", want.phrase, have.has);
    case Reason::SliceBound:
      return fmt::format("the bounds of a slice must be `i64`, but this {}", have.has);
    case Reason::SizeExpr: return fmt::format("a size must be `i64`, but this {}", have.has);
    case Reason::RangePart:
      return fmt::format("the parts of a range have different types: {} and {}", want.phrase,
                         have.phrase);
    case Reason::PatternValue:
      return fmt::format("the pattern {}, but the value {}", want.has, have.has);
    case Reason::UpdateValue:
      return fmt::format("the updated part {}, but the new value {}", want.has, have.has);
    case Reason::LoopInit:
      return fmt::format("the loop parameter {}, but its initial value {}", want.has, have.has);
    case Reason::LoopBody:
      return fmt::format("the loop parameter {}, but the body gives {}", want.has, have.phrase);
    case Reason::LoopArray: return fmt::format("`for … in` takes an array, but this {}", have.has);
    case Reason::Negation:
      return fmt::format("this operator takes a number, but this {}", have.has);
  }
  return {};
}

}  // namespace

void TypeReports::report_mismatch(const Type* expected, const Type* found, const Reason& reason) {
  const TypeUnifier::Failure& failure = all_.unifier.failure();
  using Cause = TypeUnifier::Cause;
  if (failure.cause == Cause::Infinite) {
    cx_.diags.report(Diag::infinite_type, reason.loc,
                     "the type of this would have to contain itself");
    return;
  }
  if (failure.cause == Cause::TooLarge) {
    cx_.diags.report(Diag::type_too_large, reason.loc,
                     "the type of this has more than {} parts when it is written out",
                     kLargestType);
    return;
  }
  if (failure.cause == Cause::Escape) {
    cx_.diags.report(Diag::type_escapes, reason.loc,
                     "this would have to have the type parameter `{}`, which means nothing outside "
                     "of its function",
                     cx_.text(failure.name));
    return;
  }
  const auto [want, have] = describe_pair(cx_, expected, found);
  auto& diag = cx_.diags.add(Diag::type_mismatch, reason.loc, mismatch_message(reason, want, have));
  bool pattern = reason.kind == Reason::PatternValue;
  diag.primary_label(pattern ? want.label : have.label);
  if (reason.other.valid())
    diag.label(reason.other, reason.kind == Reason::Argument ? ""
                             : pattern                       ? have.label
                                                             : want.label);
  const Rank want_rank = rank_of(expected), have_rank = rank_of(found);
  if (failure.cause == Cause::Field) {
    diag.note(
        fmt::format("field `{}` is used, which the record does not have", cx_.text(failure.name)));
  } else if (failure.cause == Cause::Constructor) {
    diag.note(fmt::format(
        "constructor `#{}` is used, which the type does not have (or not with these arguments)",
        cx_.text(failure.name)));
  } else if (want_rank.known && have_rank.known && want_rank.dimensions != have_rank.dimensions &&
             want_rank.dimensions > 0 && have_rank.dimensions > 0) {
    diag.note(fmt::format("it has {} dimension{}, but {} {} expected",
                          counted(have_rank.dimensions), have_rank.dimensions == 1 ? "" : "s",
                          counted(want_rank.dimensions), want_rank.dimensions == 1 ? "is" : "are"));
  } else if (failure.a != nullptr && (resolve_meta(failure.a) != resolve_meta(expected) ||
                                      resolve_meta(failure.b) != resolve_meta(found))) {
    const auto [inner_want, inner_have] = describe_pair(cx_, failure.a, failure.b);
    if (inner_want.phrase != want.phrase && inner_have.phrase != have.phrase) {
      diag.note(fmt::format("{} and {} are different", inner_want.phrase, inner_have.phrase));
    }
  }
  if (all_.names.self_used() && state_.hidden_by_current != nullptr) {
    diag.note(
        fmt::format("inside of its own definition, `{}` means the function that is being defined, "
                    "not the earlier one",
                    cx_.text(state_.current->name)));
  }
  advise_mismatch(diag, expected, found, reason);
}

void TypeReports::advise_mismatch(Diagnostic& diag, const Type* expected, const Type* found,
                                  const Reason& reason) {
  expected = resolve_meta(expected);
  found = resolve_meta(found);
  std::string hint;
  if (auto* arrow = as<ArrowType>(found); arrow != nullptr && expected->kind != TypeKind::Arrow)
    hint = function_hint(*arrow, reason);
  if (hint.empty() && (reason.kind == Reason::Operand || reason.kind == Reason::Section))
    hint = operand_hint(expected, found, reason);
  if (hint.empty() && reason.kind == Reason::Argument)
    hint = argument_hint(expected, found, reason);
  if (auto* array = as<ArrayType>(expected);
      hint.empty() && array != nullptr && reason.kind != Reason::Index &&
      describe(cx_, array->elem).phrase == describe(cx_, found).phrase) {
    hint = fmt::format("an array of one element is written `[{}]`",
                       cx_.sources.text(reason.loc).size() <= 20 ? cx_.sources.text(reason.loc)
                                                                 : std::string_view("…"));
  }
  const bool wants_bool = as<PrimType>(expected) != nullptr &&
                          static_cast<const PrimType*>(expected)->prim == Prim::Bool;
  static constexpr std::string_view kComparisons[] = {"<", ">", "<=", ">="};
  if (hint.empty() && wants_bool && reason.kind == Reason::Operand && reason.index == 2 &&
      reason.partner != nullptr && reason.partner->kind == ast::ExprKind::BinOp &&
      std::ranges::find(kComparisons, reason.callee) != std::end(kComparisons)) {
    hint = "comparisons cannot follow each other: write `a < b && b < c`";
  }
  if (hint.empty() && wants_bool && number_prims(found) != 0 &&
      (reason.kind == Reason::Condition || reason.kind == Reason::Operand)) {
    hint = "a number is no condition; compare it, as in `x != 0`";
  }
  if (!hint.empty()) {
    diag.suggest(std::move(hint));
  } else {
    suggest_conversion(diag, expected, found, reason);
  }
}

// A function stands where a value is wanted: most likely it has not got all of its arguments.
std::string TypeReports::function_hint(const ArrowType& found, const Reason& reason) {
  std::string_view text = cx_.sources.text(reason.loc);
  const ast::Expr* partner = reason.partner;
  if (partner != nullptr && reason.index == 1 && reason.callee == "-" &&
      reason.other.end == partner->loc.begin && reason.loc.end < reason.other.begin) {
    return fmt::format("a negative argument stands in parentheses: `{} (-{})`", text,
                       cx_.sources.text(partner->loc));
  }
  if (reason.kind == Reason::Argument && reason.fn != nullptr &&
      parameter_count(reason.fn) < reason.count) {
    return fmt::format("to pass what a call gives, put the call in parentheses: `{} ({} …)`",
                       reason.callee, text);
  }
  std::vector<std::string> missing;
  const Type* rest = &found;
  while (auto* arrow = as<ArrowType>(rest)) {
    missing.push_back(describe(cx_, arrow->param).phrase);
    rest = resolve_meta(arrow->result);
  }
  return missing.size() == 1
             ? fmt::format("is an argument missing? this is a function that still takes {}",
                           missing[0])
             : fmt::format("are arguments missing? this is a function that still takes {}",
                           fmt::join(missing, ", "));
}

// The type of numbers that an operator asks for, or has on its other side; i32 if neither is known.
std::string_view TypeReports::number_beside(const Type* expected, const Reason& reason) {
  const Type* other = reason.partner == nullptr ? nullptr : reason.partner->type;
  for (const Type* type : {expected, other}) {
    auto* prim = type == nullptr ? nullptr : as<PrimType>(resolve_meta(type));
    if (prim != nullptr && number_prims(prim) != 0) return prim_name(prim->prim);
  }
  return prim_name(Prim::I32);
}

std::string TypeReports::operand_hint(const Type* expected, const Type* found,
                                      const Reason& reason) {
  std::string_view op = reason.callee, text = cx_.sources.text(reason.loc);
  if (op == "^" && is_only(number_prims(found), kFloatPrims))
    return "`^` is the exclusive or of bits; a power is written `**`";
  if ((op == "//" || op == "%%") && is_only(number_prims(found), kFloatPrims))
    return fmt::format("`{}` is for integers; for floats, write `{}`", op, op.substr(1));
  if (op == "|>" && reason.index == 2) {
    auto *wants = as<ArrowType>(expected), *has = as<ArrowType>(found);
    if (wants != nullptr && has != nullptr && resolve_meta(has->result)->kind == TypeKind::Arrow)
      return fmt::format(
          "is an argument missing? `{}` is a function that takes {} next, and gets {}", text,
          describe(cx_, has->param).phrase, describe(cx_, wants->param).phrase);
  }
  if (auto* param = as<NamedType>(found); param != nullptr &&
                                          param->symbol->kind == TypeSymbolKind::Param &&
                                          number_prims(expected) != 0) {
    return fmt::format(
        "`{}` may be any type; write a type of numbers in its place, or take the operation as a "
        "parameter: `(op: {} -> {} -> {})`",
        show(cx_, found), show(cx_, found), show(cx_, found), show(cx_, found));
  }
  if (auto* prim = as<PrimType>(found); prim != nullptr && prim->prim == Prim::Bool) {
    if (op == "&" || op == "|")
      return fmt::format("`{}` is for the bits of integers; conditions are combined with `{}{}`",
                         op, op, op);
    if (op == "+" || op == "*" || op == "-")
      return fmt::format("`{}.bool` makes a number of a bool: 1 of `true`, 0 of `false`",
                         number_beside(expected, reason));
  }
  static constexpr std::string_view kOfNumbers[] = {
      "+", "-", "*", "/", "%", "**", "//", "%%", "<", ">", "<=", ">=", "&", "|", "^", "<<", ">>"};
  if (found->kind != TypeKind::Array || reason.partner == nullptr ||
      std::ranges::find(kOfNumbers, op) == std::end(kOfNumbers))
    return {};
  if (op == "+" && text.starts_with('"')) return "strings are arrays, and are joined with `++`";
  const Type* other = resolve_meta(reason.partner->type);
  std::string here = as_argument(text);
  std::string there = as_argument(cx_.sources.text(reason.partner->loc));
  const bool is_left = reason.index == 1;
  if (other->kind == TypeKind::Array) {
    return fmt::format("for the elements of two arrays, write `map2 ({}) {} {}`", op,
                       is_left ? here : there, is_left ? there : here);
  }
  if (!is_left) return fmt::format("for each element, write `map ({} {}) {}`", there, op, here);
  // `(- 1)` is a number.
  return op == "-" ? fmt::format("for each element, write `map (\\x -> x - {}) {}`", there, here)
                   : fmt::format("for each element, write `map ({} {}) {}`", op, there, here);
}

std::string TypeReports::argument_hint(const Type* expected, const Type* found,
                                       const Reason& reason) {
  std::string_view text = cx_.sources.text(reason.loc);
  if (auto* tuple = as<RecordType>(found);
      tuple != nullptr && tuple->tuple && reason.index == 1 && reason.count == 1 &&
      text.starts_with('(') && !reason.callee.empty() && expected->kind != TypeKind::Record &&
      (reason.fn == nullptr || parameter_count(reason.fn) > 1)) {
    return fmt::format("arguments stand one after the other: `{} a b`, not `{}(a, b)`",
                       reason.callee, reason.callee);
  }
  if (auto* tuple = as<RecordType>(expected);
      tuple != nullptr && tuple->tuple && found->kind != TypeKind::Record && reason.index == 1 &&
      reason.count == tuple->fields.size() && reason.fn != nullptr &&
      parameter_count(reason.fn) == 1) {
    return fmt::format("`{}` takes a tuple: `{} (a, b{})`", reason.callee, reason.callee,
                       reason.count > 2 ? ", …" : "");
  }
  auto *want_array = as<ArrayType>(expected), *have_array = as<ArrayType>(found);
  if (want_array != nullptr && have_array != nullptr) {
    auto* part = as<RecordType>(resolve_meta(have_array->elem));
    if (part != nullptr && part->tuple &&
        resolve_meta(want_array->elem)->kind != TypeKind::Record && reason.index > 1)
      return "a function takes a tuple apart with parentheses: `\\(x, y) -> …`";
  }
  if (reason.callee == "not" && number_prims(found) != 0)
    return "to negate a comparison, put it in parentheses: `not (a < b)`";
  if (expected->kind == TypeKind::Arrow && number_prims(found) != 0 && text.starts_with("(-"))
    return fmt::format("`{}` is a number; a function that subtracts is written `(\\x -> x - …)`",
                       text);
  if (reason.fn == nullptr || reason.callee.empty()) return {};
  const size_t params = parameter_count(reason.fn);
  const Rank want = rank_of(expected), have = rank_of(found);
  if (params == 1 && reason.count == 1 && want.known && have.known && want.dimensions > 0 &&
      have.dimensions == want.dimensions + 1) {
    return fmt::format("to apply it to each row, write `map {} {}`", reason.callee,
                       as_argument(text));
  }
  auto form = [](const Type* type) {
    return type->kind == TypeKind::Array || type->kind == TypeKind::Arrow ? type->kind
                                                                          : TypeKind::Prim;
  };
  std::string names = parameter_names(cx_, reason.fn);
  if (params < 2 || names.empty() || form(expected) == form(found)) return {};
  if (reason.count < params) {
    return fmt::format("is an argument missing? `{}` takes {}: `{}{}`", reason.callee,
                       counted(params), reason.callee, names);
  }
  return fmt::format("`{}` is applied like this: `{}{}`", reason.callee, reason.callee, names);
}

// `f32.sum xs` where the elements of `xs` are i32.
bool TypeReports::suggest_array_conversion(Diagnostic& diag, const Type* expected,
                                           const Type* found, const Reason& reason) {
  auto *want = as<ArrayType>(expected), *have = as<ArrayType>(found);
  if (want == nullptr || have == nullptr || reason.kind == Reason::PatternValue) return false;
  auto *want_prim = as<PrimType>(resolve_meta(want->elem)),
       *have_prim = as<PrimType>(resolve_meta(have->elem));
  if (want_prim == nullptr || have_prim == nullptr || number_prims(want_prim) == 0 ||
      number_prims(have_prim) == 0)
    return false;
  diag.suggest(fmt::format("convert the elements: `map {}.{} {}`", prim_name(want_prim->prim),
                           prim_name(have_prim->prim), as_argument(cx_.sources.text(reason.loc))));
  return true;
}

// A number of another type is the most common mismatch; say how to convert.
void TypeReports::suggest_conversion(Diagnostic& diag, const Type* expected, const Type* found,
                                     const Reason& reason) {
  if (reason.kind == Reason::Branches || reason.kind == Reason::Cases) return;
  if (suggest_array_conversion(diag, expected, found, reason)) return;
  const PrimSet want = number_prims(expected), have = number_prims(found);
  if (want == 0 || have == 0) return;
  auto *want_prim = as<PrimType>(expected), *have_prim = as<PrimType>(found);
  const bool pattern = reason.kind == Reason::PatternValue;
  const Loc value = pattern ? reason.other : reason.loc;
  if (want_prim != nullptr && have_prim != nullptr) {
    if (reason.kind == Reason::Operand && reason.index == 2 && reason.partner != nullptr &&
        is_only(have, kFloatPrims) && !is_only(want, kFloatPrims)) {
      // Who adds a float to an integer wants a float.
      diag.suggest(fmt::format("convert the other operand: `{}.{} {}`", prim_name(have_prim->prim),
                               prim_name(want_prim->prim),
                               as_argument(cx_.sources.text(reason.partner->loc))));
      return;
    }
    std::string convert =
        fmt::format("{}.{}", prim_name(want_prim->prim), prim_name(have_prim->prim));
    diag.suggest(fmt::format("convert it: `{} (…)`", convert));
    if (value.valid())
      diag.replace(value, fmt::format("{} ({})", convert, cx_.sources.text(value)));
  } else if (have_prim != nullptr && is_only(want, kFloatPrims) && !pattern) {
    std::string_view from = prim_name(have_prim->prim);
    std::string argument = as_argument(cx_.sources.text(reason.loc));
    diag.suggest(fmt::format("convert it to the float that is meant: `f32.{} {}` or `f64.{} {}`",
                             from, argument, from, argument));
  } else if (want_prim != nullptr && is_only(have, kFloatPrims)) {
    std::string_view to = prim_name(want_prim->prim);
    if (reason.partner != nullptr && reason.index == 2) {
      diag.suggest(fmt::format(
          "numbers are never converted silently; to compute with floats, write `f64.{} {}`", to,
          as_argument(cx_.sources.text(reason.partner->loc))));
    } else {
      diag.suggest(fmt::format(
          "write a number without a point, or convert what is computed with floats: `{}.f64 (…)`",
          to));
    }
  }
}

void TypeReports::report_not_function(const Type* type, const Callee& callee, const ast::Expr* arg,
                                      size_t index) {
  const TypeWords is = describe(cx_, type);
  const Loc loc = arg != nullptr ? arg->loc : callee.loc;
  if (index > 1) {
    auto& diag =
        cx_.diags.report(Diag::not_a_function, loc, "too many arguments: {} takes {}, but gets {}",
                         callee.text.empty() ? "the function" : fmt::format("`{}`", callee.text),
                         index - 1, callee.count);
    diag.primary_label("this one is too many")
        .label(callee.loc, fmt::format("after {} argument{} this is {}", index - 1,
                                       index == 2 ? "" : "s", is.phrase));
    advise_not_function(diag, type, callee, arg, index);
    return;
  }
  auto& diag = cx_.diags.report(Diag::not_a_function, callee.loc,
                                "{} is applied to an argument, but is not a function",
                                callee.text.empty() ? "this" : fmt::format("`{}`", callee.text));
  diag.primary_label(is.label);
  if (arg != nullptr) diag.label(arg->loc, "the argument");
  advise_not_function(diag, type, callee, arg, index);
}

void TypeReports::advise_not_function(Diagnostic& diag, const Type* type, const Callee& callee,
                                      const ast::Expr* arg, size_t index) {
  if (arg == nullptr) return;
  auto* word = ast::as<ast::Var>(arg);
  if (std::string_view hint = word != nullptr && word->name.quals.empty()
                                  ? foreign_infix_hint(cx_.text(word->name.name.name))
                                  : std::string_view{};
      !hint.empty()) {
    diag.suggest(std::string(hint));
    return;
  }
  const SourceFile* file = cx_.sources.file_of(arg->loc);
  if (file == cx_.sources.file_of(callee.loc) &&
      cx_.sources.begin(arg->loc).line > cx_.sources.end(callee.loc).line) {
    diag.suggest(
        "the line was read as a further argument; is `in`, `let` or an operator missing before "
        "it?");
  } else if (arg->kind == ast::ExprKind::ArrayLit && type->kind == TypeKind::Array && index == 1 &&
             callee.text.empty() && cx_.sources.text(callee.loc).starts_with('"')) {
    diag.suggest(fmt::format("to index a string, put it in parentheses: `({}){}`",
                             cx_.sources.text(callee.loc), cx_.sources.text(arg->loc)));
  } else if (arg->kind == ast::ExprKind::ArrayLit && type->kind == TypeKind::Array && index == 1) {
    diag.suggest(fmt::format("an index follows without a space: `{}{}`",
                             cx_.sources.text(callee.loc), cx_.sources.text(arg->loc)));
  } else if (auto* unit = ast::as<ast::Tuple>(arg);
             unit != nullptr && unit->elems.empty() && index == 1 && !callee.text.empty()) {
    diag.suggest(fmt::format("what has no parameters is used without `()`: `{}`", callee.text));
  } else if (callee.text.empty() && number_prims(type) != 0 && index == 1) {
    diag.suggest("is a `,` or an operator missing between the two?");
  } else if ((callee.text == "map" || callee.text == "zip") && index == 3 && callee.count <= 6) {
    const size_t arrays = callee.count - (callee.text == "map" ? 1 : 0);
    diag.suggest(
        fmt::format("for {} arrays there is `{}{}`", counted(arrays), callee.text, arrays));
  }
}

void TypeReports::report_no_record(const Type* type, const ast::Ident& field, Loc from) {
  const TypeWords is = describe(cx_, type);
  auto& diag = cx_.diags.report(Diag::unknown_field, field.loc,
                                "only records have fields, but this {}", is.has);
  diag.label(from, is.label);
  std::string object = as_argument(cx_.sources.text(from));
  std::string_view name = cx_.text(field.name);
  if (type->kind == TypeKind::Arrow) {
    diag.suggest(fmt::format("functions are composed with `<-<`: `{} <-< {}`",
                             cx_.sources.text(from), name));
    return;
  }
  const ValueSymbol* function = cx_.scope.term(field.name).value;
  if (function != nullptr && function->type != nullptr && parameter_count(function) > 0) {
    // Most often what is worked on comes last.
    std::string call(name);
    std::string names = parameter_names(cx_, function);
    const size_t last = names.rfind(' ');
    call += parameter_count(function) == 1 ? ""
            : last == std::string::npos    ? " …"
                                           : names.substr(0, last);
    diag.suggest(
        fmt::format("there are no methods; a function stands before all of its arguments: "
                    "`{} {}`",
                    call, object));
    return;
  }
  // The functions of numbers are in the module of their type.
  const Type* elem = type;
  while (auto* array = as<ArrayType>(elem)) elem = resolve_meta(array->elem);
  if (auto* prim = as<PrimType>(elem); prim != nullptr) {
    const std::string_view module_name = prim_name(prim->prim);
    const Module* module = cx_.scope.term(cx_.names.intern(module_name)).module;
    if (module != nullptr && module->env != nullptr && module->env->values.contains(field.name)) {
      diag.suggest(
          fmt::format("there are no methods; write `{}.{} {}`", module_name, name, object));
      return;
    }
  }
  if (type->kind == TypeKind::Array && std::isdigit(static_cast<unsigned char>(name[0])) != 0) {
    diag.suggest(fmt::format("an element is written `{}[{}]`", object, name));
    return;
  }
  if (type->kind == TypeKind::Array && (name == "shape" || name == "size" || name == "len"))
    diag.suggest(fmt::format(
        "the length is `length {}`; sizes that the type names, as in `[n][m]i32`, are values, too",
        object));
}

}  // namespace planish
