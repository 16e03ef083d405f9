#include "syntax/format_tree.h"

namespace planish {

using namespace ast;

template <class Items, class Item>
void TreeFormatter::top_level(const Items& items, Item item) {
  for (const auto* i : items) {
    out_.tokens_until(i->loc.begin);
    out_.gap({.at = Break::Always, .flat = Flat::None, .blank = BlankLine::Keep});
    out_.begin_item();
    item(i);
    out_.end_item();
  }
}

void TreeFormatter::program(const Program& p) {
  top_level(p.decls, [&](const Decl* d) { decl(d); });
}

void TreeFormatter::specs(std::span<Spec* const> list) {
  top_level(list, [&](const Spec* s) { spec(s); });
}

void TreeFormatter::decl(const Decl* d) {
  attributes(d->attrs);
  match(
      d,
      [&](const ValDecl& n) {
        out_.token();
        out_.gap({.at = Break::Never, .flat = Flat::Space});
        if (n.infix) {
          pattern(n.params[0]);
          out_.gap({.at = Break::Never, .flat = Flat::Space});
          out_.token();
          while (tokens_[out_.next()].loc.begin < n.params[1]->loc.begin) attached_token();
          out_.gap({.at = Break::Never, .flat = Flat::Space});
          pattern(n.params[1]);
        } else {
          out_.token();
          // An operator stands in parentheses.
          while (tokens_[out_.next() - 1].loc.end <= n.name.loc.end &&
                 tokens_[out_.next()].loc.begin < n.name.loc.end) {
            attached_token();
          }
          if (next_kind() == TokenKind::RParen) attached_token();
          if (!n.type_params.empty() || !n.params.empty()) {
            out_.indent(2 * kIndent);
            out_.gap({.at = Break::Fill, .flat = Flat::Space});
            parameters(n.type_params, n.params);
            out_.end_indent();
          }
        }
        result_type(n.result);
        spaced_token();
        value(n.body);
      },
      [&](const TypeDecl& n) {
        out_.tokens_until(n.value->loc.begin);
        indented([&] { type(n.value); });
      },
      [&](const ModDecl& n) {
        out_.token();
        spaced_token();
        out_.indent();
        for (const ModParam& p : n.params) fill([&] { module_param(p); });
        if (n.ascribed != nullptr) {
          fill([&] {
            out_.token();
            out_.gap({.at = Break::Never, .flat = Flat::Space});
            module_type(n.ascribed);
          });
        }
        out_.end_indent();
        spaced_token();
        indented([&] { module(n.value); });
      },
      [&](const ModTypeDecl& n) {
        out_.tokens_until(n.value->loc.begin);
        indented([&] { module_type(n.value); });
      },
      [&](const OpenDecl& n) {
        out_.token();
        out_.gap({.at = Break::Never, .flat = Flat::Space});
        module(n.value);
      },
      [&](const ImportDecl& n) { leaf(n.loc); },
      [&](const LocalDecl& n) {
        out_.token();
        out_.gap({.at = Break::Fill, .flat = Flat::Space});
        decl(n.inner);
      });
}

// ---- Bodies of modules and module types

template <class Items, class Item>
void TreeFormatter::body(Loc loc, const Items& items, Item item) {
  out_.open_group();
  out_.token();
  out_.indent();
  bool tall = !on_one_line(loc);
  for (const auto* i : items) {
    out_.tokens_until(i->loc.begin);
    out_.gap({.at = Break::Group,
              .flat = Flat::Space,
              .blank = i == items[0] ? BlankLine::Drop : BlankLine::Keep,
              .forced = tall});
    out_.begin_item();
    item(i);
    out_.end_item();
  }
  out_.end_indent();
  out_.gap({.at = items.empty() ? Break::Never : Break::Group,
            .flat = items.empty() ? Flat::None : Flat::Space,
            .comment_indent = kIndent});
  out_.token();
  out_.close_group();
}

// ---- Modules

void TreeFormatter::module_param(const ModParam& p) {
  out_.token();
  attached_token();
  attached_token();
  out_.gap({.at = Break::Never, .flat = Flat::Space});
  module_type(p.type_expr);
  attached_token();
}

void TreeFormatter::module(const ModExpr* m) {
  out_.tokens_until(m->loc.begin);
  match(
      m, [&](const ModVar& n) { leaf(n.loc); }, [&](const ModImport& n) { leaf(n.loc); },
      [&](const ModParens& n) {
        out_.token();
        out_.gap({.at = Break::Never, .flat = Flat::None});
        module(n.inner);
        attached_token();
      },
      [&](const ModBody& n) { body(n.loc, n.decls, [&](const Decl* d) { decl(d); }); },
      [&](const ModApply& n) {
        module(n.fn);
        // A body begins on the line and goes on below.
        if (n.arg->kind == ModExprKind::ModBody || n.arg->kind == ModExprKind::ModParens) {
          out_.gap({.at = Break::Never, .flat = Flat::Space});
          module(n.arg);
        } else {
          indented([&] { module(n.arg); });
        }
      },
      [&](const ModAscribe& n) {
        module(n.value);
        spaced_token();
        out_.gap({.at = Break::Never, .flat = Flat::Space});
        module_type(n.type_expr);
      },
      [&](const ModLambda& n) {
        out_.token();
        out_.gap({.at = Break::Never, .flat = Flat::None});
        module_param(n.param);
        if (n.result != nullptr) {
          spaced_token();
          out_.gap({.at = Break::Never, .flat = Flat::Space});
          module_type(n.result);
        }
        spaced_token();
        indented([&] { module(n.body); });
      });
}

// ---- Module types

void TreeFormatter::module_type(const ModTypeExpr* m) {
  out_.tokens_until(m->loc.begin);
  match(
      m, [&](const ModTypeVar& n) { leaf(n.loc); },
      [&](const ModTypeParens& n) {
        out_.token();
        out_.gap({.at = Break::Never, .flat = Flat::None});
        out_.align();
        module_type(n.inner);
        out_.end_indent();
        attached_token();
      },
      [&](const ModTypeBody& n) { body(n.loc, n.specs, [&](const Spec* s) { spec(s); }); },
      [&](const ModTypeWith& n) {
        module_type(n.base);
        indented([&] {
          out_.tokens_until(n.value->loc.begin);
          out_.gap({.at = Break::Never, .flat = Flat::Space});
          type(n.value);
        });
      },
      [&](const ModTypeArrow& n) {
        if (n.param_name.name) {
          out_.token();
          attached_token();
          attached_token();
          out_.gap({.at = Break::Never, .flat = Flat::Space});
          module_type(n.param);
          attached_token();
        } else {
          module_type(n.param);
        }
        spaced_token();
        fill([&] { module_type(n.result); });
      });
}

void TreeFormatter::spec(const Spec* s) {
  attributes(s->attrs);
  match(
      s,
      [&](const ValSpec& n) {
        out_.token();
        out_.gap({.at = Break::Never, .flat = Flat::Space});
        if (next_kind() == TokenKind::LParen) {
          out_.token();
          while (next_kind() != TokenKind::RParen && next_kind() != TokenKind::Colon)
            attached_token();
        }
        if (next_kind() == TokenKind::RParen) {
          attached_token();
        } else {
          out_.token();
        }
        if (!n.type_params.empty()) {
          out_.indent();
          out_.gap({.at = Break::Fill, .flat = Flat::Space});
          parameters(n.type_params, {});
          out_.end_indent();
        }
        while (next_kind() == TokenKind::Backtick) attached_token();
        spaced_token();
        indented([&] { type(n.type_expr); });
      },
      [&](const TypeAbbrSpec& n) {
        out_.tokens_until(n.value->loc.begin);
        indented([&] { type(n.value); });
      },
      [&](const TypeSpec& n) { leaf(n.loc); },
      [&](const ModSpec& n) {
        out_.token();
        spaced_token();
        spaced_token();
        indented([&] { module_type(n.type_expr); });
      },
      [&](const IncludeSpec& n) {
        out_.token();
        indented([&] { module_type(n.type_expr); });
      });
}

}  // namespace planish
