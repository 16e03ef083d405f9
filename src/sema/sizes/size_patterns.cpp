#include "sema/sizes/size_patterns.h"

#include <algorithm>

#include "sema/sizes/sizes.h"
#include "sema/types/type_print.h"
#include "sema/types/type_walk.h"

namespace planish {

using namespace ast;

void SizePatterns::bind_symbol(ValueSymbol* symbol, const Type* type) {
  if (symbol == nullptr) return;
  std::vector<ValueSymbol*> rows;
  symbol->type = all_.borders.open_varying(types_.with_unique(type, false), symbol->loc, &rows);
  symbol->level = state_.depth;
  for (ValueSymbol* row : rows) row->level = state_.depth;
}

// The type that a parameter's pattern asks for.
const Type* SizePatterns::param_type(Pattern* pattern) {
  return match(
      pattern, [&](ParensPat& p) { return param_type(p.inner); },
      [&](AttrPat& p) { return param_type(p.inner); },
      [&](AscribePat& p) {
        return all_.borders.number_varying(close_open_sizes(*p.ascribed, kOfParameter.data()));
      },
      [&](TuplePat& p) {
        std::vector<const Type*> parts;
        for (Pattern* elem : p.elems) parts.push_back(param_type(elem));
        return types_.tuple(parts);
      },
      [&](RecordPat& p) {
        std::vector<Field> fields;
        for (FieldPat& f : p.fields) fields.push_back({f.name.name, param_type(f.pattern)});
        return types_.record(std::move(fields));
      },
      [&](auto& p) { return fresh_sized(p.type, p.loc, "the parameter's type"); });
}

// The declared type, with the row lengths of the value where that is irregular as well.
const Type* SizePatterns::with_row_lengths(const Type* declared, const Type* value) {
  value = norm(value);
  if (((declared->flags & value->flags) & kHasVarying) == 0 || declared->kind != value->kind)
    return declared;
  std::vector<const Type*> parts;
  std::vector<const Size*> sizes;
  auto note_part = [&](const Type* t) {
    parts.push_back(t);
    return t;
  };
  auto note_size = [&](const Size* s) {
    sizes.push_back(s);
    return s;
  };
  types_.map_children(value, note_part, note_size);
  size_t part = 0, size = 0;
  return types_.map_children(
      declared, [&](const Type* t) { return with_row_lengths(t, parts.at(part++)); },
      [&](const Size* s) {
        const Size* length = sizes.at(size++);
        bool rows = s->kind == SizeKind::Varying && length->kind == SizeKind::Varying;
        return rows ? length : s;
      });
}

void SizePatterns::bind_pattern(Pattern* pattern, const Type* type, Loc value_loc) {
  pattern->type = type;
  match(
      pattern, [&](NamePat& p) { bind_symbol(p.symbol, type); }, [&](WildcardPat&) {},
      [&](ParensPat& p) { bind_pattern(p.inner, type, value_loc); },
      [&](AttrPat& p) { bind_pattern(p.inner, type, value_loc); },
      [&](AscribePat& p) {
        const Type* declared = close_open_sizes(*p.ascribed, "the pattern's type");
        all_.unifier.unify_or_report(declared, type,
                                     {Reason::PatternValue, p.loc, value_loc, {}, 0});
        // What is declared irregular has the lengths of the value.
        declared = all_.borders.number_varying(with_row_lengths(declared, type));
        p.type = declared;
        bind_pattern(p.inner, declared, value_loc);
      },
      [&](LiteralPat& p) { p.literal->type = norm(p.literal->type); },
      [&](TuplePat& p) {
        auto* record = planish::as<planish::RecordType>(type);
        for (size_t i = 0; i < p.elems.size(); i++) {
          bind_pattern(p.elems[i],
                       record != nullptr && i < record->fields.size() ? record->fields[i].type
                                                                      : types_.error(),
                       value_loc);
        }
      },
      [&](RecordPat& p) {
        for (FieldPat& f : p.fields)
          bind_pattern(f.pattern, all_.indices.project(type, f.name.name), value_loc);
      },
      [&](ConstrPat& p) {
        auto* sum = planish::as<planish::SumType>(type);
        const Constructor* c = nullptr;
        if (sum != nullptr) {
          auto it = std::ranges::find(sum->constructors, p.name.name, &Constructor::name);
          if (it != sum->constructors.end()) c = &*it;
        }
        for (size_t i = 0; i < p.args.size(); i++) {
          bind_pattern(p.args[i], c != nullptr && i < c->args.size() ? c->args[i] : types_.error(),
                       value_loc);
        }
      });
}

void SizePatterns::bind_params(std::span<Pattern* const> params,
                               const planish::ArrowType* expected) {
  for (Pattern* p : params) {
    const Type* type = param_type(p);
    if (expected != nullptr) {
      // Only helps: if it does not fit, the comparison of the whole function will say so.
      all_.unifier.unify(type, expected->param);
      expected = planish::as<planish::ArrowType>(expected->result);
      type = norm(type);
    }
    // A parameter's size cannot mention the parameter itself, but those of later ones can.
    state_.depth++;
    bind_pattern(p, type, {});
  }
}

bool SizePatterns::asks_for_varying(const Pattern* pattern) {
  return match(
      pattern,
      [](const AscribePat& p) {
        return (p.ascribed->type->flags & kHasVarying) != 0 || asks_for_varying(p.inner);
      },
      [](const ParensPat& p) { return asks_for_varying(p.inner); },
      [](const AttrPat& p) { return asks_for_varying(p.inner); },
      [](const TuplePat& p) {
        return std::ranges::any_of(p.elems, [](const Pattern* e) { return asks_for_varying(e); });
      },
      [](const RecordPat& p) {
        return std::ranges::any_of(p.fields,
                                   [](const FieldPat& f) { return asks_for_varying(f.pattern); });
      },
      [](const auto&) { return false; });
}

const Type* SizePatterns::with_rows_of(const Type* declared, const Type* type) {
  type = norm(type);
  if ((declared->flags & kHasVarying) == 0 || declared->kind != type->kind) return type;
  std::vector<const Type*> parts;
  std::vector<const Size*> sizes;
  types_.map_children(
      declared,
      [&](const Type* t) {
        parts.push_back(t);
        return t;
      },
      [&](const Size* s) {
        sizes.push_back(s);
        return s;
      });
  size_t part = 0, size = 0;
  return types_.map_children(
      type, [&](const Type* t) { return with_rows_of(parts.at(part++), t); },
      [&](const Size* s) {
        bool rows = sizes.at(size++)->kind == SizeKind::Varying && s->kind != SizeKind::Varying;
        return rows ? types_.varying(types_.next_varying()) : s;
      });
}

const Type* SizePatterns::with_declared_rows(const Pattern* pattern, const Type* type) {
  return match(
      pattern, [&](const AscribePat& p) { return with_rows_of(p.ascribed->type, type); },
      [&](const ParensPat& p) { return with_declared_rows(p.inner, type); },
      [&](const AttrPat& p) { return with_declared_rows(p.inner, type); },
      [&](const TuplePat& p) {
        if (type->kind != TypeKind::Record) return type;
        size_t part = 0;
        return types_.map_children(
            type,
            [&](const Type* t) {
              const Pattern* elem = part < p.elems.size() ? p.elems[part] : nullptr;
              part++;
              return elem != nullptr ? with_declared_rows(elem, t) : t;
            },
            [](const Size* s) { return s; });
      },
      [&](const auto&) { return type; });
}

}  // namespace planish
