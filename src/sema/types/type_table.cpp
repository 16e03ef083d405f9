#include "sema/types/type_table.h"

#include <algorithm>
#include <charconv>

#include "sema/types/type_walk.h"

namespace planish {
namespace {

uint8_t size_flags(const Size* size) {
  if (size == nullptr) return kHasDim;
  return static_cast<uint8_t>(kHasDim | (size->has_meta ? kHasSizeMeta : 0) |
                              (size->has_var ? kHasSizeVar : 0) |
                              (size->kind == SizeKind::Varying ? kHasVarying : 0));
}

bool is_number(std::string_view text) { return text[0] >= '0' && text[0] <= '9'; }

}  // namespace

TypeTable::TypeTable(Arena& arena, Interner& names) : arena_(arena), names_(names) {
  error_ = arena_.make<Type>(Type{TypeKind::Error});
  for (int i = 0; i < kPrimCount; i++) {
    PrimType type{};
    type.kind = TypeKind::Prim;
    type.prim = static_cast<Prim>(i);
    prims_[static_cast<size_t>(i)] = arena_.make<PrimType>(type);
  }
  unit_ = record_sorted({});
}

// ---- Types

bool TypeTable::field_less(Name a, Name b) const {
  std::string_view x = names_.text(a), y = names_.text(b);
  bool x_number = is_number(x), y_number = is_number(y);
  if (x_number != y_number) return x_number;
  if (x_number && x.size() != y.size()) return x.size() < y.size();
  return x < y;
}

const Type* TypeTable::record(std::vector<Field> fields) {
  std::sort(fields.begin(), fields.end(),
            [&](const Field& a, const Field& b) { return field_less(a.name, b.name); });
  return record_sorted(arena_.copy(fields));
}

const Type* TypeTable::record_sorted(std::span<const Field> fields) {
  RecordType type{};
  type.kind = TypeKind::Record;
  type.fields = fields;
  type.tuple = fields.size() != 1;
  uint32_t n = 0;
  for (const Field& f : fields) {
    type.flags |= f.type->flags;
    type.weight = joint_weight(type.weight, f.type->weight);
    type.tuple = type.tuple && f.name == names_.number(n++);
  }
  return arena_.make<RecordType>(type);
}

const Type* TypeTable::tuple(std::span<const Type* const> elems) {
  auto fields = arena_.make_array<Field>(elems.size());
  for (size_t i = 0; i < elems.size(); i++) {
    fields[i] = {names_.number(static_cast<uint32_t>(i)), elems[i]};
  }
  return record_sorted(fields);
}

const Type* TypeTable::sum(std::vector<Constructor> constructors) {
  std::sort(constructors.begin(), constructors.end(),
            [&](const Constructor& a, const Constructor& b) {
              return names_.text(a.name) < names_.text(b.name);
            });
  SumType type{};
  type.kind = TypeKind::Sum;
  type.constructors = arena_.copy(constructors);
  for (const Constructor& c : constructors) {
    for (const Type* arg : c.args) {
      type.flags |= arg->flags;
      type.weight = joint_weight(type.weight, arg->weight);
    }
  }
  return arena_.make<SumType>(type);
}

const Type* TypeTable::array(const Size* dim, const Type* elem, bool unique) {
  ArrayType type{};
  type.kind = TypeKind::Array;
  type.dim = dim;
  type.elem = elem;
  type.unique = unique;
  type.weight = joint_weight(1, elem->weight);
  type.flags = static_cast<uint8_t>(elem->flags | size_flags(dim) | (unique ? kHasUnique : 0));
  return arena_.make<ArrayType>(type);
}

const Type* TypeTable::arrow(ValueSymbol* binder, bool consumes, const Type* param,
                             std::span<ValueSymbol* const> exists, const Type* result) {
  ArrowType type{};
  type.kind = TypeKind::Arrow;
  type.binder = binder;
  type.consumes = consumes;
  type.param = param;
  type.exists = exists;
  type.result = result;
  type.weight = joint_weight(param->weight, result->weight);
  // The `*` of its result says nothing of the function itself.
  type.flags = static_cast<uint8_t>(((param->flags | result->flags) & ~kHasUnique) | kHasArrow);
  return arena_.make<ArrowType>(type);
}

const Type* TypeTable::named(TypeSymbol* symbol, std::span<const TypeArg> args, bool unique) {
  NamedType type{};
  type.kind = TypeKind::Named;
  type.symbol = symbol;
  type.args = args;
  type.unique = unique;
  type.flags = static_cast<uint8_t>(kHasNamed | (unique ? kHasUnique : 0));
  for (const TypeArg& a : args) {
    type.flags |= a.type != nullptr ? a.type->flags : size_flags(a.size);
    if (a.type != nullptr) type.weight = joint_weight(type.weight, a.type->weight);
  }
  return arena_.make<NamedType>(type);
}

const MetaType* TypeTable::meta(Loc loc, int level) {
  MetaType* type = arena_.make<MetaType>();
  type->kind = TypeKind::Meta;
  type->flags = kHasMeta;
  type->loc = loc;
  type->level = level;
  type->id = next_id_++;
  return type;
}

const Type* TypeTable::with_unique(const Type* type, bool unique) {
  if (!unique && (type->flags & kHasUnique) == 0) return type;
  switch (type->kind) {
    case TypeKind::Array: {
      if (type->unique == unique) return type;
      auto* t = static_cast<const ArrayType*>(type);
      return array(t->dim, with_unique(t->elem, false), unique);
    }
    case TypeKind::Named: {
      if (type->unique == unique) return type;
      auto* t = static_cast<const NamedType*>(type);
      return named(t->symbol, t->args, unique);
    }
    case TypeKind::Record:
    case TypeKind::Sum:
      return map_children(
          type, [&](const Type* part) { return with_unique(part, unique); },
          [](const Size* size) { return size; });
    default: return type;
  }
}

// ---- Sizes

size_t TypeTable::SizeHash::operator()(const Size* s) const {
  auto mix = [](size_t h, size_t v) { return (h ^ v) * 0x9E3779B97F4A7C15u + (h >> 29); };
  size_t h = static_cast<size_t>(s->kind) * 31 + static_cast<size_t>(s->op);
  h = mix(h, static_cast<size_t>(s->value));
  h = mix(h, reinterpret_cast<size_t>(s->var));
  h = mix(h, reinterpret_cast<size_t>(s->meta));
  h = mix(h, s->label.id);
  for (const Size* a : s->args) h = mix(h, reinterpret_cast<size_t>(a));
  return h;
}

bool TypeTable::SizeEqual::operator()(const Size* a, const Size* b) const {
  return a->kind == b->kind && a->op == b->op && a->value == b->value && a->var == b->var &&
         a->meta == b->meta && a->label == b->label && std::ranges::equal(a->args, b->args);
}

const Size* TypeTable::intern(const Size& size) {
  auto it = sizes_.find(&size);
  if (it != sizes_.end()) return *it;
  Size* made = arena_.make<Size>(size);
  made->args = arena_.copy(size.args);
  sizes_.insert(made);
  return made;
}

const Size* TypeTable::constant(int64_t value) {
  Size size{};
  size.kind = SizeKind::Const;
  size.value = value;
  return intern(size);
}

const Size* TypeTable::varying(uint32_t number) {
  Size size{};
  size.kind = SizeKind::Varying;
  size.value = number;
  return intern(size);
}

const Size* TypeTable::var(ValueSymbol* symbol) {
  // One size for each symbol: no need to look for it in the table.
  if (symbol->as_size == nullptr) {
    Size size{};
    size.kind = SizeKind::Var;
    size.var = symbol;
    size.has_var = true;
    symbol->as_size = arena_.make<Size>(size);
  }
  return symbol->as_size;
}

const Size* TypeTable::term(SizeOp op, Name label, std::span<const Size* const> args,
                            int64_t value) {
  // Projecting from a known record gives the component.
  if (op == SizeOp::Project && args[0]->kind == SizeKind::Term && args[0]->op == SizeOp::Tuple) {
    std::string_view field = names_.text(label);
    size_t index = args[0]->args.size();
    std::from_chars(field.data(), field.data() + field.size(), index);
    if (index < args[0]->args.size()) return args[0]->args[index];
  }
  Size size{};
  size.kind = SizeKind::Term;
  size.op = op;
  size.label = label;
  size.args = args;
  size.value = value;
  for (const Size* a : args) {
    size.has_meta = size.has_meta || a->has_meta;
    size.has_var = size.has_var || a->has_var;
    size.weight = joint_weight(size.weight, a->weight);
  }
  return intern(size);
}

const Size* TypeTable::size_meta(Loc loc, int level, const char* what) {
  // Metavariables are unique: no need to intern them.
  SizeMeta* meta = arena_.make<SizeMeta>();
  meta->loc = loc;
  meta->level = level;
  meta->what = what;
  Size size{};
  size.kind = SizeKind::Meta;
  size.meta = meta;
  size.has_meta = true;
  meta->self = arena_.make<Size>(size);
  return meta->self;
}

// ---- Substitution

const Size* TypeTable::substitute(const Size* size, const Substitution& s) {
  if (s.sizes.empty()) return size;
  return map_parts(*this, size, [&](const Size* part) -> const Size* {
    if (!part->has_var && !part->has_meta) return part;
    if (part->kind == SizeKind::Var) return s.size(part->var);
    if (part->kind == SizeKind::Meta && part->meta->solution != nullptr)
      return substitute(part->meta->solution, s);
    return nullptr;
  });
}

const Type* TypeTable::substitute(const Type* type, const Substitution& s) {
  bool named = (type->flags & kHasNamed) != 0 && (!s.types.empty() || !s.symbols.empty());
  bool sized = (type->flags & (kHasSizeVar | kHasSizeMeta)) != 0 && !s.sizes.empty();
  bool meta = (type->flags & kHasMeta) != 0;
  if (!named && !sized && !meta) return type;
  auto on_type = [&](const Type* t) { return substitute(t, s); };
  auto on_size = [&](const Size* size) { return substitute(size, s); };

  if (type->kind == TypeKind::Meta) {
    auto* t = static_cast<const MetaType*>(type);
    return t->link != nullptr ? substitute(t->link, s) : type;
  }
  if (auto* t = as<NamedType>(type)) {
    for (auto& [from, to] : s.types) {
      if (from == t->symbol) return t->unique ? with_unique(to, true) : to;
    }
    for (auto& [from, to] : s.symbols) {
      if (from != t->symbol) continue;
      auto* changed = static_cast<const NamedType*>(map_children(type, on_type, on_size));
      if (to->kind != TypeSymbolKind::Abbreviation)
        return this->named(to, changed->args, t->unique);
      Substitution inner;
      for (size_t i = 0; i < to->params.size() && i < changed->args.size(); i++) {
        if (to->params[i].type != nullptr) {
          inner.types.emplace_back(to->params[i].type, changed->args[i].type);
        } else {
          inner.sizes.emplace_back(to->params[i].size, changed->args[i].size);
        }
      }
      for (ValueSymbol* open : to->exists) {
        ValueSymbol* fresh = new_value_symbol(open->name, open->loc, ValueKind::ArrowParam);
        inner.sizes.emplace_back(open, var(fresh));
        if (s.opened != nullptr) s.opened->push_back(fresh);
      }
      const Type* result = inner.empty() ? to->definition : substitute(to->definition, inner);
      return t->unique ? with_unique(result, true) : result;
    }
  }
  if (auto* t = as<ArrowType>(type); t != nullptr && !s.symbols.empty()) {
    const Type* param = substitute(t->param, s);
    std::vector<ValueSymbol*> opened(t->exists.begin(), t->exists.end());
    Substitution inner = s;
    inner.opened = &opened;
    const Type* result = substitute(t->result, inner);
    return arrow(t->binder, t->consumes, param, arena_.copy(opened), result);
  }
  return map_children(type, on_type, on_size);
}

// ---- Symbols

TypeSymbol* TypeTable::new_type_symbol(Name name, Loc loc, TypeSymbolKind kind,
                                       Liftedness liftedness) {
  TypeSymbol* symbol = arena_.make<TypeSymbol>();
  symbol->name = name;
  symbol->loc = loc;
  symbol->kind = kind;
  symbol->liftedness = liftedness;
  symbol->id = next_id_++;
  return symbol;
}

ValueSymbol* TypeTable::new_value_symbol(Name name, Loc loc, ValueKind kind) {
  ValueSymbol* symbol = arena_.make<ValueSymbol>();
  symbol->name = name;
  symbol->loc = loc;
  symbol->kind = kind;
  symbol->id = next_id_++;
  return symbol;
}

}  // namespace planish
