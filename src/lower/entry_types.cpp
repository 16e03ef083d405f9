#include "lower/entry_types.h"

#include <algorithm>

#include "sema/modules/import_nodes.h"
#include "syntax/ast_match.h"
#include "values/entry_type_names.h"

namespace planish::lower {
namespace {

// Are the fields named 0, 1, …?
bool is_tuple(const SemaContext& cx, const Shape* shape) {
  for (size_t i = 0; i < shape->names.size(); i++) {
    if (cx.text(shape->names[i]) != std::to_string(i)) return false;
  }
  return shape->names.size() != 1;
}

bool is_unit(const Shape* shape) {
  return shape->kind == ShapeKind::Prim && shape->prim == Prim::Unit;
}

}  // namespace

EntryTypes::EntryTypes(const SemaContext& cx, const CheckedProgram& program, ir::Storage& storage)
    : cx_(cx), storage_(storage) {
  for (const ImportedFile* file : program.files) {
    for (const ast::Decl* decl : file->program->decls) {
      auto* type = ast::as<ast::TypeDecl>(decl);
      if (type != nullptr && type->symbol != nullptr) declarations_[type->symbol] = type;
    }
  }
}

std::string_view EntryTypes::client_type(const Shape* shape, const ast::TypeExpr* written) {
  const Shape* elem = shape;
  while (elem->kind == ShapeKind::Array) elem = elem->elem;
  bool needs_none = elem->kind == ShapeKind::Prim && !is_unit(elem);
  return needs_none ? std::string_view{} : describe(shape, written);
}

// ---- What is written

const ast::TypeExpr* EntryTypes::plain(const ast::TypeExpr* type) {
  while (type != nullptr) {
    if (auto* parens = ast::as<ast::ParensType>(type)) {
      type = parens->inner;
    } else if (auto* unique = ast::as<ast::UniqueType>(type)) {
      type = unique->inner;
    } else if (auto* exists = ast::as<ast::ExistsType>(type)) {
      type = exists->inner;
    } else if (auto* apply = ast::as<ast::ApplyType>(type);
               apply != nullptr && apply->type_arg == nullptr) {
      type = apply->fn;
    } else {
      break;
    }
  }
  return type;
}

const ast::TypeExpr* EntryTypes::definition(const ast::TypeExpr* type) {
  type = plain(type);
  while (type != nullptr) {
    auto* name = ast::as<ast::NameType>(type);
    if (name == nullptr) break;
    auto it = declarations_.find(name->symbol);
    // A type parameter in the definition would stand for something else there.
    bool has_type_params =
        it != declarations_.end() &&
        std::ranges::any_of(it->second->type_params, [](const ast::TypeParam& param) {
          return param.kind != ast::TypeParamKind::Size;
        });
    type = it == declarations_.end() || has_type_params ? nullptr : plain(it->second->value);
  }
  return type != nullptr && type->kind != ast::TypeExprKind::ApplyType ? type : nullptr;
}

ast::TypeExpr* EntryTypes::written(const ast::Pattern* pattern) {
  if (auto* ascribed = ast::as<ast::AscribePat>(pattern)) return ascribed->ascribed;
  if (auto* parens = ast::as<ast::ParensPat>(pattern)) return written(parens->inner);
  if (auto* tuple = ast::as<ast::TuplePat>(pattern)) {
    auto elems = storage_.arena.make_array<ast::TypeExpr*>(tuple->elems.size());
    for (size_t i = 0; i < elems.size(); i++) {
      elems[i] = written(tuple->elems[i]);
      if (elems[i] == nullptr) return nullptr;
    }
    ast::TupleType type{};
    type.kind = ast::TypeExprKind::TupleType;
    type.elems = elems;
    return storage_.arena.make<ast::TupleType>(type);
  }
  return nullptr;
}

const ast::TypeExpr* EntryTypes::field(const ast::TypeExpr* type, std::string_view name) {
  type = definition(type);
  if (type == nullptr) return nullptr;
  if (auto* tuple = ast::as<ast::TupleType>(type)) {
    for (size_t i = 0; i < tuple->elems.size(); i++) {
      if (std::to_string(i) == name) return tuple->elems[i];
    }
  }
  if (auto* record = ast::as<ast::RecordType>(type)) {
    for (const ast::FieldType& of : record->fields) {
      if (text(of.name.name) == name) return of.type_expr;
    }
  }
  return nullptr;
}

const ast::TypeExpr* EntryTypes::element(const ast::TypeExpr* type, uint32_t rank) {
  for (; rank > 0; rank--) {
    type = definition(type);
    auto* array = type == nullptr ? nullptr : ast::as<ast::ArrayType>(type);
    if (array == nullptr) return nullptr;
    type = array->elem;
  }
  return type;
}

const ast::TypeExpr* EntryTypes::argument(const ast::TypeExpr* type, Name constructor,
                                          size_t index) {
  type = definition(type);
  auto* sum = type == nullptr ? nullptr : ast::as<ast::SumType>(type);
  if (sum == nullptr) return nullptr;
  for (const ast::ConstrType& of : sum->constrs) {
    if (of.name.name == constructor && index < of.args.size()) return of.args[index];
  }
  return nullptr;
}

// ---- Descriptions

ir::EntryTypePart EntryTypes::part(std::string_view name, std::span<const std::string_view> types) {
  ir::EntryTypePart made;
  made.name = storage_.arena.copy(name);
  made.types = storage_.arena.copy(types);
  return made;
}

std::string_view EntryTypes::describe(const Shape* shape, const ast::TypeExpr* type) {
  type = plain(type);
  const Shape* inner = shape;
  uint32_t rank = 0;
  // Where rows have different lengths is seen in the name, so no abbreviation may hide it.
  std::string spelt;
  bool varies = false;
  for (; inner->kind == ShapeKind::Array; inner = inner->elem) {
    spelt += inner->dim.is_varying() ? "[?]" : "[]";
    varies |= inner->dim.is_varying();
    rank++;
  }
  if (inner->kind == ShapeKind::Prim && !is_unit(inner)) return storage_.arena.copy(text(shape));
  ir::EntryType made;
  std::string name = type != nullptr ? text(type) : text(shape);
  made.name = name;
  std::vector<ir::EntryTypePart> parts;
  if (rank > 0) {
    made.kind = ir::EntryTypeKind::Array;
    made.rank = rank;
    made.elem = describe(inner, element(type, rank));
    if (varies)
      name = spelt + (inner->kind == ShapeKind::Sum && made.elem.starts_with('#')
                          ? "(" + std::string(made.elem) + ")"
                          : std::string(made.elem));
    made.name = name;
  } else if (inner->kind == ShapeKind::Sum) {
    made.kind = ir::EntryTypeKind::Sum;
    made.tag = inner->prim;
    for (const ConstructorLayout& layout : inner->constructors) {
      std::vector<std::string_view> args;
      for (size_t i = 0; i < layout.args.size(); i++)
        args.push_back(describe(layout.args[i], argument(type, layout.name, i)));
      parts.push_back(part(text(layout.name), args));
      std::vector<uint32_t> slots;
      for (uint32_t slot : layout.slots) slots.push_back(slot + 1);
      parts.back().slots = storage_.arena.copy(slots);
    }
  } else {
    made.kind = ir::EntryTypeKind::Record;
    for (size_t i = 0; i < inner->names.size(); i++) {
      std::string_view field_name = text(inner->names[i]);
      std::string_view of = describe(inner->parts[i], field(type, field_name));
      parts.push_back(part(field_name, {&of, 1}));
    }
  }
  made.parts = storage_.arena.copy(parts);
  // Two types of one name, from different modules, are told apart by spelling out the second.
  return values::add_entry_type(storage_, made, text(shape));
}

// ---- Text

std::string EntryTypes::text(const ast::TypeExpr* type) const {
  type = plain(type);
  std::string out;
  if (auto* name = ast::as<ast::NameType>(type)) {
    for (const ast::Ident& qualifier : name->name.quals)
      out += std::string(text(qualifier.name)) + ".";
    return out + std::string(text(name->name.name.name));
  }
  if (auto* array = ast::as<ast::ArrayType>(type)) {
    bool sum = plain(array->elem)->kind == ast::TypeExprKind::SumType;
    out = array->dim.kind == ast::DimKind::Varying ? "[?]" : "[]";
    return out + (sum ? "(" + text(array->elem) + ")" : text(array->elem));
  }
  if (auto* tuple = ast::as<ast::TupleType>(type)) {
    for (const ast::TypeExpr* elem : tuple->elems) out += (out.empty() ? "" : ", ") + text(elem);
    return "(" + out + ")";
  }
  if (auto* record = ast::as<ast::RecordType>(type)) {
    for (const ast::FieldType& of : record->fields) {
      out +=
          (out.empty() ? "" : ", ") + std::string(text(of.name.name)) + ": " + text(of.type_expr);
    }
    return "{" + out + "}";
  }
  if (auto* sum = ast::as<ast::SumType>(type)) {
    for (const ast::ConstrType& of : sum->constrs) {
      out += (out.empty() ? "#" : " | #") + std::string(text(of.name.name));
      for (const ast::TypeExpr* arg : of.args) {
        bool nested = plain(arg)->kind == ast::TypeExprKind::SumType;
        out += nested ? " (" + text(arg) + ")" : " " + text(arg);
      }
    }
    return out;
  }
  auto* apply = ast::as<ast::ApplyType>(type);
  return apply == nullptr ? out : text(apply->fn) + " " + text(apply->type_arg);
}

std::string EntryTypes::text(const Shape* shape) const {
  std::string out;
  auto nested = [&](const Shape* part) {
    return part->kind == ShapeKind::Sum ? "(" + text(part) + ")" : text(part);
  };
  switch (shape->kind) {
    case ShapeKind::Prim: return is_unit(shape) ? "()" : std::string(prim_name(shape->prim));
    case ShapeKind::Array: return (shape->dim.is_varying() ? "[?]" : "[]") + nested(shape->elem);
    case ShapeKind::Record: {
      bool tuple = is_tuple(cx_, shape);
      for (size_t i = 0; i < shape->parts.size(); i++) {
        if (i > 0) out += ", ";
        if (!tuple) out += std::string(text(shape->names[i])) + ": ";
        out += text(shape->parts[i]);
      }
      return tuple ? "(" + out + ")" : "{" + out + "}";
    }
    case ShapeKind::Sum:
      for (const ConstructorLayout& layout : shape->constructors) {
        out += (out.empty() ? "#" : " | #") + std::string(text(layout.name));
        for (const Shape* arg : layout.args) out += " " + nested(arg);
      }
      return out;
    case ShapeKind::Acc:
    case ShapeKind::Function: break;
  }
  return out;
}

}  // namespace planish::lower
