#include "syntax/format_tree.h"

namespace planish {

using namespace ast;

void TreeFormatter::pattern(const Pattern* p) {
  out_.tokens_until(p->loc.begin);
  match(
      p, [&](const NamePat& n) { out_.tokens_until(n.loc.end); },
      [&](const WildcardPat& n) { leaf(n.loc); }, [&](const LiteralPat& n) { expr(n.literal); },
      [&](const TuplePat& n) {
        bracketed(
            n.elems.size(), n.loc.end, Wrap::Each, [&](size_t i) { return n.elems[i]->loc.begin; },
            [&](size_t i) { pattern(n.elems[i]); });
      },
      [&](const RecordPat& n) {
        bracketed(
            n.fields.size(), n.loc.end, Wrap::Each,
            [&](size_t i) { return n.fields[i].name.loc.begin; },
            [&](size_t i) {
              const FieldPat& field = n.fields[i];
              if (field.implicit) return pattern(field.pattern);
              out_.token();
              spaced_token();
              indented([&] { pattern(field.pattern); });
            });
      },
      [&](const ParensPat& n) {
        out_.token();
        out_.gap({.at = Break::Never, .flat = Flat::None});
        out_.align();
        pattern(n.inner);
        out_.end_indent();
        attached_token();
      },
      [&](const AscribePat& n) {
        pattern(n.inner);
        attached_token();
        out_.gap({.at = Break::Never, .flat = Flat::Space});
        type(n.ascribed);
      },
      [&](const ConstrPat& n) {
        out_.align();
        out_.token();
        out_.indent();
        for (const Pattern* arg : n.args) fill([&] { pattern(arg); });
        out_.end_indent();
        out_.end_indent();
      },
      [&](const AttrPat& n) {
        attr(n.attr);
        fill([&] { pattern(n.inner); });
      });
}

void TreeFormatter::type(const TypeExpr* t) {
  out_.tokens_until(t->loc.begin);
  match(
      t, [&](const NameType& n) { leaf(n.loc); },
      [&](const ParensType& n) {
        out_.token();
        out_.gap({.at = Break::Never, .flat = Flat::None});
        out_.align();
        type(n.inner);
        out_.end_indent();
        attached_token();
      },
      [&](const TupleType& n) {
        bracketed(
            n.elems.size(), n.loc.end, Wrap::Each, [&](size_t i) { return n.elems[i]->loc.begin; },
            [&](size_t i) { type(n.elems[i]); });
      },
      [&](const RecordType& n) {
        bracketed(
            n.fields.size(), n.loc.end, Wrap::Each,
            [&](size_t i) { return n.fields[i].name.loc.begin; },
            [&](size_t i) {
              out_.token();
              attached_token();
              out_.gap({.at = Break::Never, .flat = Flat::Space});
              type(n.fields[i].type_expr);
            });
      },
      [&](const SumType& n) {
        out_.align();
        out_.open_group();
        for (size_t i = 0; i < n.constrs.size(); i++) {
          if (i > 0) {
            out_.gap({.at = Break::Group, .flat = Flat::Space});
            out_.token();
            out_.gap({.at = Break::Never, .flat = Flat::Space});
          }
          out_.token();
          out_.indent();
          for (const TypeExpr* arg : n.constrs[i].args) fill([&] { type(arg); });
          out_.end_indent();
        }
        out_.close_group();
        out_.end_indent();
      },
      [&](const ArrayType& n) {
        dim(n.dim);
        out_.gap({.at = Break::Never, .flat = Flat::None});
        type(n.elem);
      },
      [&](const ArrowType& n) { arrows(n); },
      [&](const UniqueType& n) {
        out_.token();
        out_.gap({.at = Break::Never, .flat = Flat::None});
        type(n.inner);
      },
      [&](const ApplyType& n) {
        type(n.fn);
        out_.indent();
        if (n.type_arg != nullptr) {
          fill([&] { type(n.type_arg); });
        } else {
          dim(n.dim_arg);
        }
        out_.end_indent();
      },
      [&](const ExistsType& n) {
        out_.tokens_until(n.inner->loc.begin);
        out_.gap({.at = Break::Never, .flat = Flat::None});
        type(n.inner);
      });
}

void TreeFormatter::dim(const Dim& d) {
  out_.tokens_until(d.loc.begin);
  out_.token();
  if (d.expr != nullptr) {
    out_.gap({.at = Break::Never, .flat = Flat::None});
    out_.align();
    expr(d.expr);
    out_.end_indent();
  }
  out_.tokens_until(d.loc.end);
}

// a -> b      a        a ->
//             -> b     b
void TreeFormatter::arrows(const ArrowType& first) {
  out_.align();
  const ArrowType* link = &first;
  size_t gap = 0;  // before the arrow that the current parameter must fit behind
  while (true) {
    if (link->param_name.name) {
      out_.token();  // (
      attached_token();
      attached_token();
      out_.gap({.at = Break::Never, .flat = Flat::Space});
      type(link->param);
      attached_token();
    } else {
      type(link->param);
    }
    if (gap != 0) out_.end_segment(gap);
    if (!broken_here() && broken_after_next()) {
      spaced_token();
      gap = out_.gap({.at = Break::Fill, .flat = Flat::Space});
    } else {
      gap = out_.gap({.at = Break::Fill, .flat = Flat::Space});
      out_.token();
      out_.gap({.at = Break::Never, .flat = Flat::Space});
    }
    const auto* next = as<ArrowType>(static_cast<const TypeExpr*>(link->result));
    if (next == nullptr) break;
    out_.tokens_until(next->loc.begin);
    link = next;
  }
  type(link->result);
  out_.end_segment(gap);
  out_.end_indent();
}

// Below the first one, and each on its own line if two are on different lines.
void TreeFormatter::parameters(std::span<const TypeParam> type_params,
                               std::span<Pattern* const> params) {
  if (type_params.empty() && params.empty()) return;
  out_.align();
  out_.open_group();
  for (size_t i = 0; i < type_params.size(); i++) {
    const TypeParam& param = type_params[i];
    if (i == 0) {
      out_.tokens_until(param.loc.end);
    } else {
      fill([&] { out_.tokens_until(param.loc.end); });
    }
  }
  if (!params.empty()) {
    if (!type_params.empty()) out_.gap({.at = Break::Group, .flat = Flat::Space});
    pattern(params[0]);
    for (const Pattern* param : params.subspan(1)) {
      out_.gap({.at = Break::Group, .flat = Flat::Space});
      pattern(param);
    }
  }
  out_.close_group();
  out_.end_indent();
}

void TreeFormatter::result_type(const TypeExpr* t) {
  if (t == nullptr) return;
  out_.indent(2 * kIndent);
  fill([&] {
    out_.token();
    out_.gap({.at = Break::Never, .flat = Flat::Space});
    type(t);
  });
  out_.end_indent();
}

}  // namespace planish
