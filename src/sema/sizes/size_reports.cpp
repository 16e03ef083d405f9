#include "sema/sizes/size_reports.h"

#include <algorithm>

#include "sema/infer/irregular_hint.h"
#include "sema/sizes/sizes.h"
#include "sema/types/type_print.h"
#include "sema/types/type_walk.h"

namespace planish {

void SizeReports::report_escaping(const Type* expected, const Type* actual, const Reason& reason) {
  const SizeUnifier::Failure& failure = all_.unifier.failure();
  auto [want, have, letters] = show_pair(cx_, norm(expected), norm(actual));
  if (failure.escaping->reason == UnknownReason::Row) return report_escaping_row(have, reason);
  // Which of the two has the size that is known too late; that of the other is fixed outside.
  const Size* late = norm(failure.actual);
  const bool is_given = late->kind != SizeKind::Meta;
  if (!is_given) late = norm(failure.expected);
  const std::string name(failure.escaping->name ? cx_.text(failure.escaping->name) : "");
  std::string size = fmt::format("the size `{}`", show(cx_, late));
  std::string known = fmt::format("`{}` is known", name);
  if (name.empty()) {
    size = failure.escaping->what
               ? fmt::format("the size of what `{}` gives", cx_.text(failure.escaping->what))
               : "a size that is computed here";
    known = "that is known";
  }
  auto& diag =
      cx_.diags.report(Diag::size_escapes, reason.loc, "this {} {}, but {} is fixed before {}",
                       is_given ? "has" : "has to have", size,
                       is_given ? "the size that is needed here" : "its own size", known);
  diag.primary_label(have);
  diag.label(failure.escaping->loc, name.empty() ? "the size is known only after this"
                                                 : fmt::format("`{}` is known from here on", name));
  const std::string_view origin = failure.escaping_into->what;
  const bool is_param = origin == kOfParameter || origin == "the parameter's type";
  if (is_param)
    diag.label(failure.escaping_into->loc,
               is_given ? "the size that is needed is fixed here" : "its size is fixed here");
  std::string_view text = cx_.sources.text(reason.loc);
  if (text.size() > 40) text = "…";
  if (is_given) {
    diag.suggest(fmt::format(
        "if the sizes are equal at run time, give the one that is needed a name, as in `(xs: "
        "[m]t)`, and coerce this to it: `{} :> [m]t`",
        text));
  } else if (name.empty()) {
    diag.suggest(fmt::format(
        "if the sizes are equal at run time, give that one a name, as in `let [k] (ys: [k]t) = …`, "
        "and coerce this to it: `{} :> [k]t`",
        text));
  } else if (failure.escaping->kind == ValueKind::Param) {
    diag.suggest(
        fmt::format("put `{}` before it and say the size, as in `({}: i64) (xs: [{}]t)`; or, if it "
                    "is right at run time, coerce it: `{} :> {}`",
                    name, name, name, text, want));
  } else {
    diag.suggest(
        fmt::format("say the size where this is bound, as in `def f [n] (xs: [n]t)`; or, if it is "
                    "right at run time, coerce it: `{} :> {}`",
                    text, want));
  }
}

void SizeReports::report_escaping_row(const std::string& have, const Reason& reason) {
  cx_.diags
      .report(Diag::size_escapes, reason.loc,
              "the size of this would have to be the length of one row, which is known only inside "
              "of the function")
      .primary_label(have)
      .label(all_.unifier.failure().escaping->loc, "the row")
      .suggest(reason.kind == Reason::Argument
                   ? "a function `f: []t -> u` is one for arrays of one length; for rows, let it "
                     "take the length, `f: (k: i64) -> [k]t -> u`, and give it: `let [k] (row: "
                     "[k]t) = row in f k row`"
                   : "if an irregular array is meant, ask for it where its name is declared: "
                     "`(xss: [][?]t)`");
}

void SizeReports::describe_size(Diagnostic& diag, const Size* size, const std::string& name) {
  if (size == nullptr || size->kind != SizeKind::Var || !size->var->loc.valid()) return;
  ValueSymbol* v = size->var;
  // What happens inside of functions of the prelude is of no use to the user.
  if (cx_.sources.file_of(v->loc)->path.starts_with("/prelude/")) return;
  auto text = [&]() -> std::string {
    switch (v->reason) {
      case UnknownReason::None:
        return v->kind == ValueKind::SizeParam ? fmt::format("`{}` is chosen by the caller", name)
                                               : "";
      case UnknownReason::Result:
        return v->what
                   ? fmt::format("`{}` is known only when `{}` returns", name, cx_.text(v->what))
                   : fmt::format("`{}` is known only after this", name);
      case UnknownReason::Argument:
        return fmt::format("`{}` is computed by this argument, which binds names", name);
      case UnknownReason::Slice: return fmt::format("`{}` is the length of this slice", name);
      case UnknownReason::Range: return fmt::format("`{}` is the length of this range", name);
      case UnknownReason::Branch: return fmt::format("`{}` depends on which branch is taken", name);
      case UnknownReason::Loop:
        return fmt::format("`{}` changes from iteration to iteration", name);
      case UnknownReason::OutOfScope:
        return fmt::format("`{}` is computed from names inside of this", name);
      case UnknownReason::Row:
        return fmt::format("`{}` is the length of a row of an irregular array", name);
      case UnknownReason::Annotation: return fmt::format("`{}` is left open here", name);
      case UnknownReason::Pattern: return fmt::format("`{}` is bound inside of this pattern", name);
    }
    return {};
  };
  std::string label = text();
  if (!label.empty()) diag.label(v->loc, std::move(label));
}

namespace {

// `[n + m]t` where nothing says what `n` and `m` are.
bool has_open_term(const Type* type) {
  bool open = false;
  for_each_size(type, InFunctions::Skip, [&](const Size* size) {
    if (size->kind != SizeKind::Term) return;
    for_each_part(size, [&](const Size* part) {
      open |= part->kind == SizeKind::Meta && part->meta->solution == nullptr;
    });
  });
  return open;
}

// Does a function type give a parameter a name, and is the size made of it?
bool is_named_by(const Type* type, const Size* size) {
  for (const auto* arrow = as<ArrowType>(type); arrow != nullptr;
       arrow = as<ArrowType>(arrow->result)) {
    if (size == nullptr || arrow->binder == nullptr) continue;
    if (any_part(size, [&](const Size* part) {
          return part->kind == SizeKind::Var && part->var == arrow->binder;
        })) {
      return true;
    }
  }
  return false;
}

}  // namespace

void SizeReports::report_mismatch(const Type* expected, const Type* actual, const Reason& reason) {
  const SizeUnifier::Failure& failure = all_.unifier.failure();
  if (failure.escaping != nullptr) return report_escaping(expected, actual, reason);
  auto [want, have, letters] = show_pair(cx_, norm(expected), norm(actual));
  auto name_of = [&](const Size* s) {
    if (s != nullptr && s->kind == SizeKind::Var) {
      for (auto& [symbol, letter] : letters) {
        if (symbol == s->var) return letter;
      }
    }
    return s != nullptr ? show(cx_, s) : std::string();
  };
  Mismatch m{expected, actual, want, have};
  m.a = failure.expected != nullptr ? norm(failure.expected) : nullptr;
  m.b = failure.actual != nullptr ? norm(failure.actual) : nullptr;
  m.irregular = m.b != nullptr && (m.b->kind == SizeKind::Varying ||
                                   (m.a != nullptr && m.a->kind == SizeKind::Varying));
  m.chosen_by_callee = is_named_by(norm(expected), m.a) || is_named_by(norm(expected), m.b);
  m.bound_inside = !m.chosen_by_callee && m.b != nullptr && any_part(m.b, [](const Size* part) {
    return part->kind == SizeKind::Var && part->var->kind == ValueKind::ArrowParam;
  });
  auto& diag =
      cx_.diags.add(m.irregular || m.bound_inside ? Diag::irregular_result : Diag::size_mismatch,
                    reason.loc, message(m, reason));
  bool pattern = reason.kind == Reason::PatternValue;
  diag.primary_label(pattern ? want : have);
  if (reason.other.valid())
    diag.label(reason.other, reason.kind == Reason::Argument ? "" : pattern ? have : want);
  std::string x = name_of(m.a), y = name_of(m.b);
  if (std::string sizes = differing_sizes(m, x, y); !sizes.empty()) diag.note(sizes);
  describe_size(diag, m.a, x);
  describe_size(diag, m.b, y);
  advise(diag, m, reason);
}

std::string SizeReports::differing_sizes(const Mismatch& m, const std::string& x,
                                         const std::string& y) {
  const Size *a = m.a, *b = m.b;
  if (a == nullptr || b == nullptr) return {};
  // One that is still to be found is no matter, unless it would have to be a part of itself.
  auto is_part = [](const Size* part, const Size* of) {
    return part->kind == SizeKind::Meta && part->meta->name && of->kind == SizeKind::Term &&
           occurs(part->meta, of);
  };
  auto is_found = [](const Size* size) { return size->kind != SizeKind::Meta; };
  if (!(is_found(a) && is_found(b)) && !is_part(a, b) && !is_part(b, a)) return {};
  bool constants = a->kind == SizeKind::Const && b->kind == SizeKind::Const;
  bool both_vary = a->kind == SizeKind::Varying && b->kind == SizeKind::Varying;
  return constants   ? fmt::format("the sizes `{}` and `{}` differ", x, y)
         : both_vary ? "rows of two irregular arrays are not known to be equally long"
         : x == y    ? "two sizes differ"
                     : fmt::format("the sizes `{}` and `{}` are not known to be equal", x, y);
}

std::string SizeReports::message(const Mismatch& m, const Reason& reason) {
  if (m.bound_inside) {
    return fmt::format(
        "{} gives arrays of different lengths for different arguments, but the rows of an array "
        "are equally long",
        reason.kind == Reason::Argument && !reason.callee.empty()
            ? fmt::format("argument {} of `{}`", reason.index, reason.callee)
            : "this function");
  }
  switch (reason.kind) {
    case Reason::Argument:
    case Reason::Operand:
    case Reason::Section:
      if (reason.callee.empty())
        return fmt::format("argument {} has type `{}`, but `{}` is expected", reason.index, m.have,
                           m.want);
      return fmt::format("argument {} of `{}` has type `{}`, but `{}` is expected", reason.index,
                         reason.callee, m.have, m.want);
    case Reason::Ascription:
      return fmt::format("this is declared to be `{}`, but has type `{}`", m.want, m.have);
    case Reason::Result:
      return fmt::format("the declared result is `{}`, but the body has type `{}`", m.want, m.have);
    case Reason::Elements:
      return fmt::format("array elements differ in size: `{}` and `{}`", m.want, m.have);
    case Reason::UpdateValue:
      return fmt::format("the updated part has type `{}`, but the new value has type `{}`", m.want,
                         m.have);
    case Reason::LoopInit:
      return fmt::format("the loop parameter has type `{}`, but its initial value has type `{}`",
                         m.want, m.have);
    case Reason::LoopBody:
      return fmt::format("the loop parameter has type `{}`, but the body gives `{}`", m.want,
                         m.have);
    case Reason::PatternValue:
      return fmt::format("the pattern has type `{}`, but the value has type `{}`", m.want, m.have);
    default: return fmt::format("the sizes of `{}` and `{}` differ", m.want, m.have);
  }
}

void SizeReports::advise(Diagnostic& diag, const Mismatch& m, const Reason& reason) {
  auto is_row = [](const Size* size) { return size != nullptr && is_row_length(size); };
  if (m.bound_inside) {
    std::string asked = irregular_array_of_results(cx_, norm(m.actual));
    diag.suggest(
        fmt::format("if an irregular array is meant, ask for it with an annotation such as `: {}`",
                    asked.empty() ? "[n][?]t" : asked));
  } else if (m.irregular) {
    advise_irregular(diag, m, reason);
  } else if (m.chosen_by_callee) {
    diag.suggest("the function has to work for every size that it is called with");
  } else if (is_row(m.a) && is_row(m.b)) {
    diag.suggest(
        "give a row a name (`let row = xss[i]`) and use that in both places; two rows that are "
        "equally long at run "
        "time can be coerced (`let [k] (xs: [k]t) = …`, `ys :> [k]t`)");
  } else if (reason.kind == Reason::Elements) {
    diag.suggest(
        "if an irregular array is meant, ask for it with an annotation such as `: [n][?]t`");
  } else if (m.want.starts_with('?')) {
    diag.suggest(
        "if they are equal at run time, give one a name (`let [k] (xs: [k]t) = …`) and coerce the "
        "other to it (`:> [k]t`)");
  } else if (m.a != nullptr && m.b != nullptr && m.a->kind == SizeKind::Const &&
             m.b->kind == SizeKind::Const) {
    // Nothing at run time can make them equal.
  } else if (as<ArrayType>(m.expected) != nullptr) {
    std::string text(cx_.sources.text(reason.loc));
    const bool is_open_ended = std::ranges::any_of(
        std::initializer_list<std::string_view>{"if ", "loop ", "let ", "match ", "\\"},
        [&](std::string_view word) { return text.starts_with(word); });
    if (is_open_ended) text = fmt::format("({})", text);
    if (has_open_term(norm(m.expected))) {
      diag.suggest(fmt::format(
          "coerce it to such a size, with the names or numbers that are meant: `{} :> {}`",
          text.size() <= 40 ? text : "…", m.want));
      return;
    }
    std::string coerce = fmt::format("if they are equal at run time, coerce it: `{} :> {}`",
                                     text.size() <= 40 ? text : "…",
                                     show(cx_, norm(m.expected), ShownSizes::Solved));
    if (reason.kind == Reason::Result && m.b != nullptr && m.b->kind == SizeKind::Var &&
        m.b->var->kind == ValueKind::UnknownSize)
      coerce = "leave the size of the result open, as `[]`; or, " + coerce;
    diag.suggest(std::move(coerce));
  }
}

void SizeReports::advise_irregular(Diagnostic& diag, const Mismatch& m, const Reason& reason) {
  if (m.have == m.want) {
    diag.suggest(
        "the function takes rows of equal lengths, since sizes that have no name are inferred; "
        "give each row a size "
        "parameter of its own where the function is declared, such as `[k] [l] (p: ([k]t, [l]t))`");
  } else if (m.a != nullptr && m.a->kind == SizeKind::Varying && m.b->kind == SizeKind::Varying) {
    diag.suggest(
        "if they are when the program runs, `irregular.map2` and `irregular.zip` take them: "
        "`irregular.map2 (\\x y -> …) xss yss`; or coerce one (`let [k] (xs: [k]t) = x`, `y :> "
        "[k]t`)");
  } else if (reason.callee == "flatten") {
    diag.suggest("`irregular.flatten` takes rows of any lengths");
  } else if (reason.kind == Reason::Argument && !reason.callee.empty()) {
    diag.suggest(
        "rows of an irregular array have no common length; coerce it (`xss :> [n][m]t`) if they do "
        "at run time, or declare the parameter of a function of yours with a `?` (`[n][?]t`)");
  } else {
    diag.suggest(
        "rows of an irregular array have no common length; coerce it (`xss :> [n][m]t`) if they do "
        "at run time");
  }
}

}  // namespace planish
