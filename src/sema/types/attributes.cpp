#include "sema/types/attributes.h"

#include <algorithm>

#include "support/closest.h"

namespace planish {

namespace {

enum class Arguments : uint8_t { None, Optional, Words };  // Words: exactly one of a list

struct KnownAttribute {
  std::string_view name;
  Arguments arguments;
  bool expr, decl;
  std::span<const std::string_view> words = {};
};

constexpr std::string_view kFlatteningWords[] = {"no_outer", "no_intra", "only_intra", "only_inner",
                                                 "sequentialise_nonuniform"};
constexpr std::string_view kWarnWords[] = {"safety_checks"};

constexpr KnownAttribute kKnown[] = {
    {"blank", Arguments::None, true, false},
    {"break", Arguments::None, true, false},
    {"flattening", Arguments::Words, true, false, kFlatteningWords},
    {"inline", Arguments::None, true, true},
    {"noinline", Arguments::None, true, true},
    {"opaque", Arguments::None, true, false},
    {"param", Arguments::Optional, true, false},
    {"scratch", Arguments::None, true, false},
    {"sequential", Arguments::None, true, false},
    {"sequential_inner", Arguments::None, true, false},
    {"sequential_outer", Arguments::None, true, false},
    {"trace", Arguments::Optional, true, false},
    {"unroll", Arguments::None, true, false},
    {"unsafe", Arguments::None, true, false},
    {"warn", Arguments::Words, true, false, kWarnWords},
};

// Names that programs still use for what is called otherwise now.
constexpr std::pair<std::string_view, std::string_view> kRenamed[] = {
    {"incremental_flattening", "flattening"},
};

void unknown(SemaContext& cx, const ast::Ident& name, std::string message,
             std::span<const std::string_view> candidates) {
  std::string_view text = cx.text(name.name);
  auto& report = cx.diags.add(Diag::unknown_attribute, name.loc, std::move(message));
  std::string_view better;
  for (auto& [old_name, new_name] : kRenamed) {
    if (text == old_name) better = new_name;
  }
  if (better.empty()) {
    auto best = closest(text, candidates);
    if (!best.empty()) better = best.front();
  }
  if (!better.empty()) {
    report.suggest(fmt::format("did you mean `{}`?", better))
        .replace(name.loc, std::string(better));
  }
}

}  // namespace

void check_attribute(SemaContext& cx, const ast::Attr& attr, AttrPlace place) {
  if (!attr.name.name) return;  // a number
  std::string_view text = cx.text(attr.name.name);
  const KnownAttribute* known = std::ranges::find(kKnown, text, &KnownAttribute::name);
  if (known == std::end(kKnown)) {
    std::vector<std::string_view> candidates;
    for (const KnownAttribute& candidate : kKnown) {
      if (place == AttrPlace::Expr ? candidate.expr : candidate.decl)
        candidates.push_back(candidate.name);
    }
    return unknown(cx, attr.name, fmt::format("unknown attribute `{}` is ignored", text),
                   candidates);
  }
  if (place == AttrPlace::Decl && !known->decl) {
    cx.diags
        .report(Diag::unknown_attribute, attr.loc,
                "attribute `{}` has no effect before a declaration", text)
        .suggest("put it before an expression");
    return;
  }
  switch (known->arguments) {
    case Arguments::None:
      if (attr.applied) {
        cx.diags.report(Diag::unknown_attribute, attr.loc, "attribute `{}` has no arguments", text)
            .suggest(fmt::format("write `#[{}]`", text));
      }
      return;
    case Arguments::Optional: return;
    case Arguments::Words:
      if (attr.args.empty()) {
        std::string list;
        for (std::string_view word : known->words) {
          if (!list.empty()) list += ", ";
          list += fmt::format("`{}({})`", text, word);
        }
        cx.diags
            .report(Diag::unknown_attribute, attr.loc,
                    "attribute `{}` has no effect without an argument", text)
            .suggest(fmt::format("one of {}", list));
        return;
      }
      for (const ast::Attr& arg : attr.args) {
        if (!arg.name.name) continue;
        std::string_view word = cx.text(arg.name.name);
        if (std::ranges::find(known->words, word) != known->words.end()) continue;
        unknown(cx, arg.name,
                fmt::format("unknown argument `{}` of attribute `{}` is ignored", word, text),
                known->words);
      }
      return;
  }
}

void check_attributes(SemaContext& cx, std::span<const ast::Attr> attrs, AttrPlace place) {
  for (const ast::Attr& attr : attrs) check_attribute(cx, attr, place);
}

}  // namespace planish
