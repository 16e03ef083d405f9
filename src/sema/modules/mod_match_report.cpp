#include "sema/modules/mod_match_report.h"

#include "sema/types/type_print.h"
#include "support/closest.h"

namespace planish {
namespace {

constexpr size_t kMaxListed = 4;
constexpr size_t kMinSimilar = 3;  // shorter names are similar to too many others

}  // namespace

std::string MatchReport::path(Name name) const {
  std::string out;
  for (Name module : quals) out += fmt::format("{}.", cx_.text(module));
  return out + std::string(cx_.text(name));
}

std::string MatchReport::module_path() const {
  std::string out;
  for (Name module : quals) out += fmt::format("{}{}", out.empty() ? "" : ".", cx_.text(module));
  return out;
}

std::string MatchReport::params(std::span<const SchemeParam> list) const {
  if (list.empty()) return "no parameters";
  std::string out = list.size() == 1 ? "the parameter `" : "the parameters `";
  for (size_t i = 0; i < list.size(); i++) {
    if (i > 0) out += " ";
    out += list[i].size != nullptr ? fmt::format("[{}]", cx_.text(list[i].size->name))
                                   : fmt::format("'{}", cx_.text(list[i].type->name));
  }
  return out + "`";
}

void MatchReport::label(Diagnostic& diag, Loc loc, std::string text) const {
  if (loc.valid() && loc != site_.loc) diag.label(loc, std::move(text));
}

// ---- Contents

void MatchReport::wrong_kind(const Module& given, const Module& asked) {
  std::string subject = quals.empty() ? site_.module : fmt::format("`{}`", module_path());
  std::string_view given_kind = given.functor != nullptr ? "is parametric" : "has no parameters";
  std::string_view asked_kind =
      given.functor != nullptr ? "a module without parameters" : "a parametric module";
  auto& diag = cx_.diags.report(Diag::module_kind_mismatch, site_.loc, "{} {}, but {} asks for {}",
                                subject, given_kind, site_.asker, asked_kind);
  label(diag, asked.loc, "asked for here");
  if (given.functor != nullptr) diag.suggest("apply the module to an argument");
}

void MatchReport::missing(const Env& given, const Env& asked) {
  std::vector<Missing> all;
  for (auto [name, type] : asked.types) {
    if (!given.types.contains(name)) all.push_back({"type", name, type->loc});
  }
  for (auto [name, module] : asked.modules) {
    if (!given.modules.contains(name)) all.push_back({"module", name, module->loc});
  }
  for (auto [name, value] : asked.values) {
    if (!given.values.contains(name)) all.push_back({"value", name, value->loc});
  }
  if (all.empty()) return;
  std::string list;
  for (size_t i = 0; i < all.size() && i < kMaxListed; i++) {
    if (i > 0) list += i + 1 == all.size() ? " and " : ", ";
    list += fmt::format("{} `{}`", all[i].what, path(all[i].name));
  }
  if (all.size() > kMaxListed) list += fmt::format(" and {} more", all.size() - kMaxListed);
  auto& diag =
      cx_.diags.report(Diag::missing_member, site_.loc, "{} lacks the {}, which {} asks for",
                       site_.module, list, site_.asker);
  for (size_t i = 0; i < all.size() && i < kMaxListed; i++) {
    label(diag, all[i].loc, "asked for here");
  }
  if (all.size() == 1) suggest(diag, all[0], given, asked);
}

// Something of another kind, or a similar name that nobody asks for.
void MatchReport::suggest(Diagnostic& diag, const Missing& missing, const Env& given,
                          const Env& asked) const {
  std::string_view name = cx_.text(missing.name);
  if (missing.what == "value" && given.modules.contains(missing.name)) {
    diag.suggest(fmt::format("`{}` is a module there, not a value", name));
    return;
  }
  if (missing.what == "module" && given.values.contains(missing.name)) {
    diag.suggest(fmt::format("`{}` is a value there, not a module", name));
    return;
  }
  if (name.size() < kMinSimilar) return;
  std::vector<std::string_view> candidates;
  auto collect = [&](const auto& from, const auto& wanted) {
    for (auto& entry : from) {
      if (!wanted.contains(entry.first)) candidates.push_back(cx_.text(entry.first));
    }
  };
  if (missing.what == "value") collect(given.values, asked.values);
  if (missing.what == "type") collect(given.types, asked.types);
  if (missing.what == "module") collect(given.modules, asked.modules);
  if (auto similar = closest(name, candidates); !similar.empty()) {
    diag.suggest(fmt::format("there is a {} `{}`", missing.what, similar[0]));
  }
}

// ---- Types

Diagnostic& MatchReport::report_type(const TypeSymbol& asked, const TypeSymbol& given,
                                     std::string message) {
  auto& diag = cx_.diags.add(Diag::type_member_mismatch, site_.loc, std::move(message));
  label(diag, asked.loc, "asked for here");
  label(diag, given.loc, "defined here");
  return diag;
}

void MatchReport::different_params(const TypeSymbol& asked, const TypeSymbol& given) {
  report_type(asked, given,
              fmt::format("type `{}` has {} in {}, but {} in {}", path(asked.name),
                          params(given.params), site_.module, params(asked.params), site_.asker));
}

void MatchReport::too_lifted(const TypeSymbol& asked, const TypeSymbol& given) {
  bool functions = given.liftedness == Liftedness::Lifted;
  std::string_view keyword = functions ? "type^" : "type~";
  report_type(
      asked, given,
      fmt::format("type `{}` may {} (`{}`), but {} asks for one that may not", path(asked.name),
                  functions ? "hold functions" : "have a size that differs from value to value",
                  keyword, site_.asker))
      .suggest(
          fmt::format("declare it as `{} {}` in the module type", keyword, cx_.text(asked.name)));
}

void MatchReport::hidden_size(const TypeSymbol& asked, const TypeSymbol& given,
                              const ValueSymbol& size) {
  report_type(
      asked, given,
      fmt::format(
          "type `{}` cannot be made abstract: its size `{}` is not the size of an array in it",
          path(asked.name), cx_.text(size.name)))
      .note(fmt::format("`{}` is `{}`", path(asked.name), show(cx_, given.definition)));
}

void MatchReport::different_types(const TypeSymbol& asked, const TypeSymbol& given) {
  TypePair shown = show_pair(cx_, asked.definition, given.definition);
  report_type(asked, given,
              fmt::format("type `{}` is `{}` in {}, but `{}` in {}", path(asked.name), shown.second,
                          site_.module, shown.first, site_.asker));
}

// ---- Values

void MatchReport::open_size(const ValueSymbol& asked, const ValueSymbol& given,
                            const Type* expected) {
  auto& diag =
      cx_.diags.report(Diag::value_member_mismatch, site_.loc,
                       "`{}` has an abstract type whose size differs from value to value: only the "
                       "result of a function can",
                       path(asked.name));
  label(diag, asked.loc, "asked for here");
  label(diag, given.loc, "defined here");
  diag.note(fmt::format("in {}, its type is `{}`", site_.module, show(cx_, expected)));
  diag.suggest(fmt::format("make it a function: `val {0} : () -> …`, `def {0} () = …`",
                           cx_.text(asked.name)));
}

void MatchReport::value(const ValueSymbol& asked, const ValueSymbol& given, const Scheme& expected,
                        const SchemeMatch& match) {
  ValueSymbol wanted = asked;
  wanted.params = expected.params;
  wanted.type = expected.type;
  std::string wanted_text = fmt::format("`{} {}`", cx_.text(asked.name), show_scheme(cx_, wanted));
  std::string given_text = fmt::format("`{} {}`", cx_.text(asked.name), show_scheme(cx_, given));
  auto& diag = cx_.diags.report(Diag::value_member_mismatch, site_.loc,
                                "`{}` does not have the type that {} asks for", path(asked.name),
                                site_.asker);
  label(diag, asked.loc, fmt::format("asked for: {}", wanted_text));
  label(diag, given.loc, fmt::format("defined: {}", given_text));
  explain(diag, given, match);
}

void MatchReport::explain(Diagnostic& diag, const ValueSymbol& given,
                          const SchemeMatch& match) const {
  switch (match.mismatch) {
    case SchemeMismatch::None: return;
    case SchemeMismatch::Types: {
      if (match.asked_part == nullptr || match.given_part == given.type) return;
      TypePair shown = show_pair(cx_, match.asked_part, match.given_part);
      if (shown.first == shown.second) return;
      diag.note(fmt::format("`{}` is not `{}`", shown.second, shown.first));
      return;
    }
    case SchemeMismatch::Sizes:
      diag.note(fmt::format("the size `{}` is not known to be `{}`", show(cx_, match.given_size),
                            show(cx_, match.asked_size)));
      return;
    case SchemeMismatch::Consumes:
      if (match.in_argument) {
        diag.note(
            "it takes a function that keeps its argument, but may be given one that consumes it");
        return;
      }
      diag.note("it consumes an argument that its users keep")
          .suggest(fmt::format("write the parameter as `*{}` in the module type",
                               show(cx_, as<ArrowType>(match.asked_part)->param)));
      return;
    case SchemeMismatch::Aliases:
      if (match.in_argument) {
        diag.note(
            "it takes a function with a fresh result, but may be given one whose result is shared");
        return;
      }
      diag.note("its result may share memory with an argument, but a fresh one is promised")
          .suggest("copy the result, or leave out the `*` in the module type");
      return;
    case SchemeMismatch::Functional:
      diag.note(fmt::format(
          "its type parameter `{0}` cannot be a function; a parameter written `'^{0}` can",
          cx_.text(match.param->name)));
      return;
    case SchemeMismatch::Irregular:
      diag.note(fmt::format(
          "its type parameter `{0}` cannot be a type of open size; a parameter written `'~{0}` can",
          cx_.text(match.param->name)));
      return;
  }
}

}  // namespace planish
