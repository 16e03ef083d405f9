#include <algorithm>
#include <cctype>

#include "sema/types/foreign_names.h"
#include "sema/types/names.h"
#include "support/closest.h"

namespace planish {
namespace {

std::string path_text(const SemaContext& cx, std::span<const ast::Ident> path) {
  std::string out;
  for (const ast::Ident& part : path) {
    if (!out.empty()) out += ".";
    out += cx.text(part.name);
  }
  return out;
}

template <class Map>
std::vector<Name> names_of(const Map& map) {
  std::vector<Name> names;
  for (auto& entry : map) names.push_back(entry.first);
  return names;
}

// A name that means nothing may have had a meaning in what could not be read or checked: in the
// module, or somewhere.
bool already_reported(const SemaContext& cx, const Module* module) {
  return cx.names_missing || (module != nullptr && module->unknown);
}

}  // namespace

namespace {

// Guessing costs time in proportion to the names in scope, and nobody reads the hundredth guess.
bool worth_guessing(const SemaContext& cx) { return cx.diags.error_count() <= 100; }

// All names that mean something here, for guessing.
std::vector<Name> terms_in_scope(const SemaContext& cx) {
  std::vector<Name> terms, types;
  if (worth_guessing(cx)) cx.scope.all_names(terms, types);
  return terms;
}

}  // namespace

namespace {

bool is_word(std::string_view s) {
  return s[0] == '_' || std::isalpha(static_cast<unsigned char>(s[0])) != 0;
}

// Short words are close to everything, so only names that the user gave are worth a guess.
constexpr size_t kShortWord = 3;

bool is_of_user(const SemaContext& cx, Name name) {
  const TermBinding term = cx.scope.term(name);
  const Loc loc = term.value != nullptr ? term.value->loc : term.module->loc;
  return loc.valid() && !cx.sources.file_of(loc)->path.starts_with("/prelude/");
}

// A name of the user that differs from the one that is unknown in the case of letters alone.
std::string_view in_other_case(const SemaContext& cx, Name wrong) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  for (Name name : terms_in_scope(cx)) {
    if (is_of_user(cx, name) && std::ranges::equal(cx.text(name), cx.text(wrong), {}, lower, lower))
      return cx.text(name);
  }
  return {};
}

// Values of this name that the modules of number types have: "`f32.sqrt` or `f64.sqrt`".
std::string in_number_modules(const SemaContext& cx, Name name) {
  std::vector<std::string> found;
  for (std::string_view module_name : {"i32", "i64", "f32", "f64"}) {
    const Module* module = cx.scope.term(cx.names.intern(module_name)).module;
    if (module != nullptr && module->env != nullptr && module->env->values.contains(name))
      found.push_back(fmt::format("`{}.{}`", module_name, cx.text(name)));
  }
  if (found.empty()) return {};
  return found.size() == 1 ? found[0] : fmt::format("{} or {}", found.front(), found.back());
}

// `let rec f x = …` defines a function `rec`, as in Futhark. At the top level it has become one of
// the program by now.
bool is_rec_taken_for_function(const SemaContext& cx) {
  const ValueSymbol* value = cx.scope.term(cx.names.intern("rec")).value;
  return value != nullptr &&
         (value->kind == ValueKind::LocalFun || value->kind == ValueKind::Def) &&
         value->type != nullptr && value->type->kind == TypeKind::Arrow;
}

// `let mut x = 0` defines a function of that name.
std::string_view keyword_taken_for_function(const SemaContext& cx) {
  for (std::string_view word : {"mut", "var", "ref", "const"}) {
    const ValueSymbol* value = cx.scope.term(cx.names.intern(word)).value;
    if (value != nullptr && value->kind == ValueKind::LocalFun) return word;
  }
  return {};
}

void advise_unknown_value(SemaContext& cx, Diagnostic& diag, const ast::Ident& wrong) {
  const std::string_view text = cx.text(wrong.name);
  if (!is_word(text)) {
    if (std::string_view hint = foreign_operator_hint(text); !hint.empty()) {
      diag.suggest(std::string(hint));
    } else {
      suggest_name(cx, diag, wrong, terms_in_scope(cx));
    }
    return;
  }
  const std::vector<Name> all = terms_in_scope(cx);
  std::vector<Name> own;
  std::ranges::copy_if(all, std::back_inserter(own),
                       [&](Name name) { return cx.text(name).size() > 1 && is_of_user(cx, name); });
  if (std::string_view same = in_other_case(cx, wrong.name); !same.empty()) {
    diag.suggest(fmt::format("did you mean `{}`?", same)).replace(wrong.loc, std::string(same));
    return;
  }
  suggest_name(cx, diag, wrong, own);
  if (!diag.hint.empty()) return;
  if (std::string_view word = keyword_taken_for_function(cx); !word.empty()) {
    diag.suggest(fmt::format(
        "`let {} {} = …` defines a function `{}`; nothing changes, so write `let {} = …`", word,
        text, word, text));
  } else if (is_rec_taken_for_function(cx)) {
    diag.suggest(fmt::format(
        "`let rec {} …` defines a function `rec`; a function that is declared with `def "
        "{} …`, at the top level, may call itself",
        text, text));
  } else if (std::string modules = in_number_modules(cx, wrong.name); !modules.empty()) {
    diag.suggest(fmt::format("it is in the modules of the number types, as {}", modules));
  } else if (std::string_view hint = foreign_value_hint(text); !hint.empty()) {
    diag.suggest(std::string(hint));
  } else if (text.size() > kShortWord) {
    suggest_name(cx, diag, wrong, all);
  }
  if (diag.hint.empty() && std::isupper(static_cast<unsigned char>(text[0])) != 0)
    diag.suggest(fmt::format("constructors of sum types are written with a `#`: `#{}`", text));
}

}  // namespace

void suggest_name(SemaContext& cx, Diagnostic& diag, const ast::Ident& wrong,
                  std::span<const Name> candidates) {
  // A name is never a misspelt operator, and a letter may be a misspelling of anything.
  std::string_view text = cx.text(wrong.name);
  if (text.size() < 2 || !worth_guessing(cx)) return;
  std::vector<std::string_view> texts;
  for (Name n : candidates) {
    if (is_word(cx.text(n)) == is_word(text)) texts.push_back(cx.text(n));
  }
  std::sort(texts.begin(), texts.end());
  auto best = closest(cx.text(wrong.name), texts);
  if (best.empty()) return;
  diag.suggest(fmt::format("did you mean `{}`?", best[0])).replace(wrong.loc, std::string(best[0]));
}

Module* lookup_module(SemaContext& cx, std::span<const ast::Ident> path) {
  Module* module = nullptr;
  for (size_t i = 0; i < path.size(); i++) {
    const ast::Ident& part = path[i];
    Module* next = nullptr;
    std::vector<Name> candidates;
    if (i == 0) {
      TermBinding found = cx.scope.term(part.name);
      next = found.module;
      if (next == nullptr && found.value != nullptr) {
        cx.diags
            .report(Diag::unknown_module, part.loc, "`{}` is a value, not a module",
                    cx.text(part.name))
            .label(found.value->loc, "the value is defined here");
        return nullptr;
      }
      if (next == nullptr) {
        std::ranges::copy_if(terms_in_scope(cx), std::back_inserter(candidates),
                             [&](Name n) { return cx.scope.term(n).module != nullptr; });
      }
    } else if (module->env != nullptr) {
      next = module->env->modules.find(part.name);
      if (next == nullptr) candidates = names_of(module->env->modules);
    } else {
      cx.diags.report(Diag::parametric_module, part.loc,
                      "`{}` is a parametric module: it has no parts until it is applied",
                      path_text(cx, path.subspan(0, i)));
      return nullptr;
    }
    if (next == nullptr) {
      if (already_reported(cx, module)) return nullptr;
      auto& diag =
          i == 0 ? cx.diags.report(Diag::unknown_module, part.loc,
                                   "there is no module `{}` in scope", cx.text(part.name))
                 : cx.diags.report(Diag::unknown_module, part.loc, "module `{}` has no module `{}`",
                                   path_text(cx, path.subspan(0, i)), cx.text(part.name));
      suggest_name(cx, diag, part, candidates);
      return nullptr;
    }
    module = next;
  }
  return module;
}

namespace {

// The Env that the qualifiers lead to, or null after a report.
Env* qualified_env(SemaContext& cx, const ast::QualName& name) {
  Module* module = lookup_module(cx, name.quals);
  if (module == nullptr || module->unknown) return nullptr;
  if (module->env == nullptr) {
    cx.diags.report(Diag::parametric_module, span(name.quals.front().loc, name.quals.back().loc),
                    "`{}` is a parametric module: it has no parts until it is applied",
                    path_text(cx, name.quals));
  }
  return module->env;
}

}  // namespace

TypeSymbol* lookup_type(SemaContext& cx, const ast::QualName& name) {
  TypeSymbol* found = nullptr;
  std::vector<Name> candidates;
  if (name.quals.empty()) {
    found = cx.scope.type(name.name.name);
    if (found == nullptr && worth_guessing(cx)) {
      std::vector<Name> terms;
      cx.scope.all_names(terms, candidates);
    }
  } else {
    Env* env = qualified_env(cx, name);
    if (env == nullptr) return nullptr;
    found = env->types.find(name.name.name);
    if (found == nullptr) candidates = names_of(env->types);
  }
  if (found != nullptr) return found;
  if (already_reported(cx, nullptr)) return nullptr;
  auto& diag =
      name.quals.empty()
          ? cx.diags.report(Diag::unknown_type, name.loc, "there is no type `{}` in scope",
                            cx.text(name.name.name))
          : cx.diags.report(Diag::unknown_type, name.name.loc, "module `{}` has no type `{}`",
                            path_text(cx, name.quals), cx.text(name.name.name));
  const std::string_view text = cx.text(name.name.name);
  if (std::string_view hint = name.quals.empty() ? foreign_type_hint(text) : std::string_view{};
      !hint.empty()) {
    diag.suggest(std::string(hint));
  } else if (name.quals.empty() && cx.scope.term(name.name.name).value != nullptr) {
    diag.suggest(
        fmt::format("`{}` is a value, and what follows a colon is a type; to put an element before "
                    "an array, write `[x] ++ {}`",
                    text, text));
  } else if (text.size() >= kShortWord) {
    suggest_name(cx, diag, name.name, candidates);
  }
  return nullptr;
}

ModTypeSymbol* lookup_mod_type(SemaContext& cx, const ast::QualName& name) {
  ModTypeSymbol* found = nullptr;
  if (name.quals.empty()) {
    found = cx.scope.mod_type(name.name.name);
  } else {
    Env* env = qualified_env(cx, name);
    if (env == nullptr) return nullptr;
    found = env->mod_types.find(name.name.name);
  }
  if (found == nullptr && !already_reported(cx, nullptr)) {
    cx.diags.report(Diag::unknown_module_type, name.loc, "there is no module type `{}` in scope",
                    cx.text(name.name.name));
  }
  return found;
}

namespace {

// The name of a module stands where a value is wanted.
std::string module_as_value_hint(std::string_view module) {
  const bool is_number = std::ranges::find(kPrimNames, module) != std::end(kPrimNames);
  if (!is_number) return fmt::format("use something of the module, as in `{}.name`", module);
  const std::string_view from = module == "i64" ? "i32" : "i64";
  return fmt::format("to convert a number, name the type that it has, too: `{}.{} x` for an {} `x`",
                     module, from, from);
}

}  // namespace

ValueLookup lookup_value(SemaContext& cx, const ast::QualName& name) {
  ValueLookup result;
  // All parts of the name in one row: which of them are modules shows on the way.
  std::vector<ast::Ident> parts(name.quals.begin(), name.quals.end());
  parts.push_back(name.name);
  auto found = [&](ValueSymbol* symbol, size_t used) {
    symbol->used = true;
    result.symbol = symbol;
    result.fields = cx.arena.copy(std::span<const ast::Ident>(parts).subspan(used));
    return result;
  };

  TermBinding first = cx.scope.term(parts[0].name);
  if (first.value != nullptr) return found(first.value, 1);
  if (parts.size() == 1) {
    if (first.module != nullptr) {
      cx.diags
          .report(Diag::unknown_name, name.loc, "`{}` is a module, not a value",
                  cx.text(parts[0].name))
          .suggest(module_as_value_hint(cx.text(parts[0].name)));
    } else {
      result.unknown = true;
    }
    return result;
  }
  if (first.module == nullptr) {
    result.unknown = true;
    return result;
  }
  Module* module = first.module;
  for (size_t i = 1; i < parts.size(); i++) {
    auto prefix = std::span<const ast::Ident>(parts).subspan(0, i);
    if (module->env == nullptr) {
      cx.diags.report(Diag::parametric_module, span(prefix.front().loc, prefix.back().loc),
                      "`{}` is a parametric module: it has no parts until it is applied",
                      path_text(cx, prefix));
      return result;
    }
    if (ValueSymbol* value = module->env->values.find(parts[i].name)) return found(value, i + 1);
    Module* next = module->env->modules.find(parts[i].name);
    if (next == nullptr || i + 1 == parts.size()) {
      if (already_reported(cx, module)) return result;
      auto& diag =
          cx.diags.report(Diag::unknown_name, parts[i].loc, "module `{}` has no value `{}`",
                          path_text(cx, prefix), cx.text(parts[i].name));
      suggest_name(cx, diag, parts[i], names_of(module->env->values));
      return result;
    }
    module = next;
  }
  return result;
}

void report_unknown_value(SemaContext& cx, const ast::QualName& name) {
  if (already_reported(cx, nullptr)) return;
  const ast::Ident& first = name.quals.empty() ? name.name : name.quals[0];
  auto& diag =
      name.quals.empty()
          ? cx.diags.report(Diag::unknown_name, first.loc, "there is no value `{}` in scope",
                            cx.text(first.name))
          : cx.diags.report(Diag::unknown_name, first.loc,
                            "there is no value or module `{}` in scope", cx.text(first.name));
  if (cx.scope.type(first.name) != nullptr && name.quals.empty()) {
    diag.suggest(
        fmt::format("`{}` is a type; a type cannot be used as a value", cx.text(first.name)));
    return;
  }
  if (std::string_view hint =
          name.quals.empty() ? std::string_view{} : foreign_module_hint(cx.text(first.name));
      !hint.empty()) {
    diag.suggest(std::string(hint));
    return;
  }
  advise_unknown_value(cx, diag, first);
}

}  // namespace planish
