#include "sema/types/attributes.h"

#include <algorithm>

#include "support/closest.h"

namespace planish {

namespace {

void unknown(SemaContext& cx, const ast::Ident& name, std::string message,
             std::span<const std::string_view> candidates) {
  std::string_view text = cx.text(name.name);
  auto& report = cx.diags.add(Diag::unknown_attribute, name.loc, std::move(message));
  std::string_view better = renamed_attribute(text);
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
  const unsigned places = place == AttrPlace::Expr ? kBeforeExpr : kBeforeDecl;
  const auto rules = attribute_rules();
  const auto known = std::ranges::find(rules, attr.kind, &AttributeRule::kind);
  if (text == "foreign" && place == AttrPlace::Decl) return;  // checks/foreign.h
  if (known == rules.end() || (known->places & (kBeforeExpr | kBeforeDecl)) == 0) {
    std::vector<std::string_view> candidates;
    for (const AttributeRule& candidate : rules) {
      if ((candidate.places & places) != 0) candidates.push_back(candidate.text);
    }
    return unknown(cx, attr.name, fmt::format("unknown attribute `{}` is ignored", text),
                   candidates);
  }
  if ((known->places & places) == 0) {
    cx.diags
        .report(Diag::unknown_attribute, attr.loc,
                "attribute `{}` has no effect before a declaration", text)
        .suggest("put it before an expression");
    return;
  }
  switch (known->arguments) {
    case AttributeArguments::None:
      if (attr.applied) {
        cx.diags.report(Diag::unknown_attribute, attr.loc, "attribute `{}` has no arguments", text)
            .suggest(fmt::format("write `#[{}]`", text));
      }
      return;
    case AttributeArguments::Optional: return;
    case AttributeArguments::Words: {
      const std::vector<std::string_view> words = attribute_words(text);
      if (attr.args.empty()) {
        std::string list;
        for (std::string_view word : words) {
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
        if (attribute_word(text, word) != AttributeKind::Other) continue;
        unknown(cx, arg.name,
                fmt::format("unknown argument `{}` of attribute `{}` is ignored", word, text),
                words);
      }
      return;
    }
  }
}

void check_attributes(SemaContext& cx, std::span<const ast::Attr> attrs, AttrPlace place) {
  for (const ast::Attr& attr : attrs) check_attribute(cx, attr, place);
}

}  // namespace planish
