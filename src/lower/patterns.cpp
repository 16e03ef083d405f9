#include "lower/patterns.h"

#include "lower/lowering.h"
#include "syntax/ast_match.h"

namespace planish::lower {

Patterns::Patterns(Lowering& lowering)
    : cx_(lowering.cx),
      storage_(lowering.storage),
      shapes_(lowering.shapes),
      trees_(lowering.trees),
      reader_(lowering.reader),
      coercions_(lowering.coercions) {}

void Patterns::bind(const ast::Pattern* pattern, const AtomTree* value, Scope& scope) {
  if (pattern->type != nullptr) {
    value = coercions_.conform(value, pattern->type, scope);
    reader_.learn_sizes(pattern->type, value, scope);
  }
  bind_parts(pattern, value, scope);
}

void Patterns::bind_parts(const ast::Pattern* pattern, const AtomTree* value, Scope& scope) {
  ast::match(
      pattern,
      [&](const ast::NamePat& p) {
        name_leaves(value, p);
        scope.values[p.symbol] = value;
        // A row has a size of its own as soon as it has a name.
        if (p.symbol->type != nullptr) reader_.learn_sizes(p.symbol->type, value, scope);
      },
      [&](const ast::WildcardPat&) {},
      [&](const ast::TuplePat& p) {
        for (size_t i = 0; i < p.elems.size(); i++)
          bind_parts(p.elems[i], trees_.field(value, cx_.names.number(static_cast<uint32_t>(i))),
                     scope);
      },
      [&](const ast::RecordPat& p) {
        for (const ast::FieldPat& f : p.fields)
          bind_parts(f.pattern, trees_.field(value, f.name.name), scope);
      },
      [&](const ast::ParensPat& p) { bind_parts(p.inner, value, scope); },
      [&](const ast::AscribePat& p) { bind(p.inner, value, scope); },
      [&](const ast::LiteralPat&) {},
      [&](const ast::ConstrPat& p) {
        const Shape* sum = shapes_.open_shape(p.type, scope);
        for (const ConstructorLayout& layout : sum->constructors) {
          if (layout.name != p.name.name) continue;
          Trees args = trees_.payload(layout, value);
          for (size_t i = 0; i < args.size(); i++) bind_parts(p.args[i], args[i], scope);
        }
      },
      [&](const ast::AttrPat& p) { bind_parts(p.inner, value, scope); });
}

// A name that the user gave is kept. Names of the prelude, and those that lowering makes up, only
// stand where there is none.
void Patterns::name_leaves(const AtomTree* value, const ast::NamePat& pattern) {
  if (value->kind != TreeKind::Leaf || value->atom.is_const()) return;
  const Var var = value->atom.var;
  ir::VarInfo& info = storage_.vars[var.id];
  const SourceFile* file = cx_.sources.file_of(pattern.loc);
  const bool by_user = file != nullptr && !file->path.starts_with("/prelude/");
  if (by_user ? !named_by_user_.insert(var).second : static_cast<bool>(info.name)) return;
  info.name = storage_.names.intern(cx_.text(pattern.name));
}

// Which leaves of a loop parameter the body may consume.
void Patterns::add_unique(const ast::Pattern* pattern, const AtomTree* value,
                          std::vector<bool>& out) {
  ast::match(
      pattern,
      [&](const ast::NamePat& p) {
        out.insert(out.end(), flatten(value).size(), p.symbol->consumable);
      },
      [&](const ast::TuplePat& p) {
        if (p.elems.empty()) out.push_back(false);
        for (size_t i = 0; i < p.elems.size(); i++)
          add_unique(p.elems[i], trees_.field(value, cx_.names.number(static_cast<uint32_t>(i))),
                     out);
      },
      [&](const ast::RecordPat& p) {
        // Fields in the order of the value, not of the pattern.
        if (value->kind != TreeKind::Record) return out.push_back(false);
        for (size_t i = 0; i < value->names.size(); i++) {
          for (const ast::FieldPat& f : p.fields) {
            if (f.name.name == value->names[i]) add_unique(f.pattern, value->parts[i], out);
          }
        }
      },
      [&](const ast::ParensPat& p) { add_unique(p.inner, value, out); },
      [&](const ast::AscribePat& p) { add_unique(p.inner, value, out); },
      [&](const ast::AttrPat& p) { add_unique(p.inner, value, out); },
      [&](const auto&) { out.insert(out.end(), flatten(value).size(), false); });
}

}  // namespace planish::lower
