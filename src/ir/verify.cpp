#include "ir/verify.h"
#include "ir/parts.h"

#include <algorithm>
#include <unordered_set>

#include "ir/match.h"
#include "ir/parts.h"
#include "ir/verifier.h"
#include "ir/walk.h"

namespace planish::ir {

std::string_view rule_text(Rule rule) {
  constexpr std::string_view kTexts[] = {"stage",     "structure", "scope",        "binders",
                                         "constants", "types",     "shapes",       "counts",
                                         "calls",     "entries",   "certificates", "consumption"};
  return kTexts[static_cast<size_t>(rule)];
}

std::string error_text(const Storage& storage, const VerifyError& error) {
  std::string text = std::string(rule_text(error.rule)) + ": " + error.message;
  if (error.function) text += ", in " + name_text(storage.text(error.function));
  if (error.place.id != 0) text += " (" + place_text(storage, error.place) + ")";
  return text;
}

std::vector<VerifyError> verify(const Program& program) {
  ErrorList errors(*program.storage);
  Verifier(program, errors).run();
  if (errors.errors.empty()) verify_consumption(program, errors);
  return std::move(errors.errors);
}

// ---- Types

Shape::Shape(const Type* type)
    : acc(type->is_acc() ? type : nullptr),
      elem(type->elem),
      dims(type->dims.begin(), type->dims.end()) {}

Shape Shape::inside(size_t count) const {
  return {elem, std::vector<Dim>(dims.begin() + static_cast<ptrdiff_t>(count), dims.end())};
}
Shape Shape::within(std::span<const Dim> outer) const {
  Shape shape{elem, std::vector<Dim>(outer.begin(), outer.end())};
  shape.dims.insert(shape.dims.end(), dims.begin(), dims.end());
  return shape;
}

std::string Verifier::text(const Shape& shape) const {
  if (shape.acc != nullptr) return type_text(storage_, shape.acc);
  std::string text;
  for (const Dim& dim : shape.dims) text += "[" + dim_text(storage_, known(dim)) + "]";
  return text + std::string(prim_name(shape.elem));
}

Dim Verifier::known(const Dim& dim) const {
  if (dim.kind != DimKind::Var) return dim;
  auto it = known_.find(dim.var);
  return it == known_.end() ? dim : Dim::constant(it->second);
}

void Verifier::know(Var var, const Atom& value) {
  if (value.is_const() && value.constant.prim == Prim::I64) {
    known_[var] = static_cast<int64_t>(value.constant.bits);
  }
}

void Verifier::fits(const Shape& wanted, const Shape& found, std::string_view what,
                    const Atom& named, size_t loose) {
  auto wrong = [&](Rule rule) {
    error(rule, word() + ": " + std::string(what) + " " + text(named) + " must be of type " +
                    text(wanted) + ", but is of type " + text(found));
  };
  if ((wanted.acc == nullptr) != (found.acc == nullptr)) return wrong(Rule::Types);
  if (wanted.acc != nullptr) {
    if (wanted.acc->arrays.size() != found.acc->arrays.size()) return wrong(Rule::Types);
    for (size_t i = 0; i < wanted.acc->arrays.size(); i++) {
      fits(wanted.acc->arrays[i], found.acc->arrays[i], what, named);
    }
    return;
  }
  if (wanted.elem != found.elem || wanted.dims.size() != found.dims.size()) {
    return wrong(Rule::Types);
  }
  for (size_t i = 0; i < wanted.dims.size(); i++) {
    Dim a = known(wanted.dims[i]);
    Dim b = known(found.dims[i]);
    if (a.is_varying() != b.is_varying() && i < loose) return wrong(Rule::Types);
    // Different variables may be equal when the program runs.
    if (a.kind == DimKind::Const && b.kind == DimKind::Const && a.value != b.value) {
      return wrong(Rule::Shapes);
    }
  }
}

void Verifier::is_scalar(const Atom& atom, Prim prim, std::string_view what) {
  const Type* found = type(atom);
  if (found->is_scalar() && found->elem == prim) return;
  error(Rule::Types, word() + ": " + std::string(what) + " " + text(atom) + " must be of type " +
                         std::string(prim_name(prim)) + ", but is of type " + text(found));
}

bool Verifier::is_array(Var var, size_t rank) {
  const Type* found = storage_.type(var);
  if (!found->is_acc() && found->rank() >= rank) return true;
  error(Rule::Types, word() + ": " + text(var) + " must be an array of " + std::to_string(rank) +
                         " or more dimensions, but is of type " + text(found));
  return false;
}

bool Verifier::count(size_t wanted, size_t found, std::string_view what) {
  if (wanted == found) return true;
  error(Rule::Counts, word() + ": number of " + std::string(what) + " must be " +
                          std::to_string(wanted) + ", but is " + std::to_string(found));
  return false;
}

void Verifier::gives(size_t index, const Shape& shape, size_t loose) {
  Var var = pattern_[index];
  fits(shape, storage_.type(var), "bound variable", var, loose);
}

// ---- Variables

Verifier::Scope::~Scope() {
  for (size_t i = size_; i < verifier_.scope_.size(); i++) {
    verifier_.flags_[verifier_.scope_[i].id] &= static_cast<uint8_t>(~kInScope);
  }
  verifier_.scope_.resize(size_);
}

bool Verifier::use(Var var) {
  if (in_scope(var)) return true;
  error(Rule::Scope, text(var) + " is used where it is not in scope");
  return false;
}

bool Verifier::use(const Atom& atom) {
  if (!atom.is_const()) return use(atom.var);
  const Const& c = atom.constant;
  int unused = 64 - bit_size(c.prim);
  uint64_t clean = is_signed(c.prim)
                       ? static_cast<uint64_t>(static_cast<int64_t>(c.bits << unused) >> unused)
                       : c.bits << unused >> unused;
  uint64_t largest = c.prim == Prim::Unit ? 0 : c.prim == Prim::Bool ? 1 : ~uint64_t{0};
  if (c.bits == clean && c.bits <= largest) return true;
  error(Rule::Constants, "a constant of type " + std::string(prim_name(c.prim)) + " has the bits " +
                             std::to_string(c.bits));
  return false;
}

void Verifier::check_type(Var var) {
  const Type* type = storage_.type(var);
  auto dims = [&](const Type* array) {
    for (size_t i = 0; i < array->dims.size(); i++) {
      const Dim& dim = array->dims[i];
      if (dim.kind == DimKind::Varying && i == 0) {
        error(Rule::Types, "the outer dimension of " + text(var) + " must not vary");
      } else if (dim.kind == DimKind::Const && dim.value < 0 && op_ == nullptr) {
        // In a body it can stand behind a check that fails.
        error(Rule::Shapes, "a dimension of " + text(var) + " is negative");
      } else if (dim.kind == DimKind::Var && !in_scope(dim.var)) {
        error(Rule::Scope, "the type of " + text(var) + " mentions " + text(dim.var) +
                               ", which is not in scope");
      } else if (dim.kind == DimKind::Var) {
        const Type* size = storage_.type(dim.var);
        if (!size->is_scalar() || size->elem != Prim::I64) {
          error(Rule::Types, "the type of " + text(var) + " mentions " + text(dim.var) +
                                 ", which is not an i64");
        }
      }
    }
  };
  dims(type);
  for (const Type* array : type->arrays) dims(array);
}

bool Verifier::bind(Var var) {
  if (!var || var.id >= flags_.size() || storage_.type(var) == nullptr) {
    error(Rule::Structure, "a variable that is bound does not exist or has no type");
    return false;
  }
  if ((flags_[var.id] & kBound) != 0) {
    error(Rule::Binders, text(var) + " is bound by two binders");
  }
  check_type(var);
  flags_[var.id] |= kBound | kInScope;
  scope_.push_back(var);
  return true;
}

// ---- Bodies

namespace {

// Is an operand that must be a variable none? Those that may be missing are parts of other parts.
struct FindMissing {
  bool found = false;
  void operator()(const Var& var) { found |= !var; }
  void operator()(const std::span<const Var>& vars) {
    found |= std::ranges::any_of(vars, [](Var var) { return !var; });
  }
  template <class... Part>
  void operator()(const Part&...) {}
};

}  // namespace

bool Verifier::body(const Body* body) {
  if (body == nullptr) {
    error(Rule::Structure, word() + ": a body is missing");
    return false;
  }
  for (const Stm& stm : body->stms) {
    if (errors_.full()) return false;
    this->stm(stm);
  }
  bool sound = true;
  for (const Atom& atom : body->results) sound &= use(atom);
  return sound;
}

void Verifier::stm(const Stm& stm) {
  PlaceId place_around = std::exchange(errors_.place, stm.place);
  const Op* op_around = std::exchange(op_, stm.op);
  std::span<const Var> pattern_around = std::exchange(pattern_, stm.pattern);
  bool guarded_around = std::exchange(guarded_, !stm.certs.empty());
  bool sound = true;
  for (Var cert : stm.certs) {
    bool in_scope = use(cert);
    sound &= in_scope;
    if (in_scope && (flags_[cert.id] & kCheck) == 0) {
      error(Rule::Certificates, text(cert) + " is not bound by a check");
    }
  }
  FindMissing missing;
  for_each_part(stm.op, missing);
  if (missing.found) {
    sound = false;
    error(Rule::Structure, word() + ": a variable is missing");
  }
  for_each_atom(stm.op, [&](const Atom& atom) { sound &= use(atom); });
  for (Var var : stm.pattern) {
    sound &= var && var.id < flags_.size() && storage_.type(var) != nullptr;
  }
  // An operation with parts that mean nothing is not looked at further.
  if (sound) op(stm.op);
  known_.clear();
  for (Var var : stm.pattern) {
    if (bind(var) && stm.op->kind == Kind::Check) flags_[var.id] |= kCheck;
  }
  errors_.place = place_around;
  op_ = op_around;
  pattern_ = pattern_around;
  guarded_ = guarded_around;
}

// ---- Functions

Verifier::Verifier(const Program& program, ErrorList& errors)
    : program_(program),
      storage_(*program.storage),
      errors_(errors),
      flags_(program.storage->vars.size()) {}

void Verifier::run() {
  std::unordered_map<std::string_view, const Function*> entries;
  for (const Function* fn : program_.functions) {
    errors_.function = fn->name;
    errors_.place = fn->place;
    if (program_.find(fn->name) != fn) {
      error(Rule::Calls, "two functions have the same name");
    }
    if (fn->entry != nullptr && !entries.try_emplace(fn->entry->name, fn).second) {
      error(Rule::Entries, "two entry points have the name " + quoted(fn->entry->name));
    }
  }
  if (!entry_types()) return;
  for (const Function* fn : program_.functions) {
    errors_.function = fn->name;
    errors_.place = fn->place;
    function(*fn);
  }
}

void Verifier::function(const Function& fn) {
  if (fn.constant && !fn.params.empty()) {
    error(Rule::Calls, "a constant must not take parameters");
  }
  Scope scope(*this);
  bool sound = true;
  for (const Param& param : fn.params) sound &= bind(param.var);
  {
    Scope results(*this);
    for (const Param& result : fn.results) sound &= bind(result.var);
  }
  if (!sound) return;
  if (fn.entry != nullptr) entry(fn, *fn.entry);
  if (fn.body == nullptr) return error(Rule::Structure, "the function has no body");
  if (!body(fn.body)) return;
  std::span<const Atom> results = fn.body->results;
  if (!count(fn.results.size(), results.size(), "results")) return;
  for (size_t i = 0; i < results.size(); i++) {
    fits(storage_.type(fn.results[i].var), type(results[i]), "result", results[i]);
    know(fn.results[i].var, results[i]);
  }
  known_.clear();
}

void Verifier::entry_values(std::span<const EntryValue> values, std::span<const Param> params,
                            std::string_view what) {
  std::vector<bool> described(params.size());
  for (const EntryValue& value : values) {
    if (value.first > params.size() || value.count > params.size() - value.first) {
      return error(Rule::Entries, "the description of the " + std::string(what) +
                                      " speaks of more than there are");
    }
    for (size_t i = value.first; i < value.first + size_t{value.count}; i++) {
      if (described[i]) {
        error(Rule::Entries,
              text(params[i].var) + " is described twice as one of the " + std::string(what));
      }
      described[i] = true;
    }
    if (!components(value, params)) return;
    client_type(value.client_type, value_types(storage_, value, params));
  }
  for (size_t i = 0; i < params.size(); i++) {
    const Type* type = storage_.type(params[i].var);
    if (!described[i] && !(type->is_scalar() && type->elem == Prim::I64)) {
      error(Rule::Entries, text(params[i].var) + " is not described as one of the " +
                               std::string(what) + ", and is no size");
    }
  }
}

// An irregular array has points and offsets for each level, and its elements
// (passes/rows/represent_rows.cpp).
bool Verifier::components(const EntryValue& value, std::span<const Param> params) {
  if (value.types.empty() && value.kinds.empty()) return true;
  struct Component {
    ComponentKind kind;
    Prim elem;
    size_t rank;
  };
  std::vector<Component> wanted;
  for (const Type* type : value.types) {
    size_t rank = 0;
    for (const Dim& dim : type->dims) {
      if (dim.is_varying()) {
        wanted.push_back({ComponentKind::Points, Prim::Unit, std::exchange(rank, 0)});
        wanted.push_back({ComponentKind::Offsets, Prim::I64, 1});
      }
      rank++;
    }
    wanted.push_back({ComponentKind::Data, type->elem, rank});
  }
  bool same = wanted.size() == value.count && value.kinds.size() == value.count;
  for (size_t i = 0; same && i < wanted.size(); i++) {
    const Type* type = storage_.type(params[value.first + i].var);
    same = wanted[i].kind == value.kinds[i] && wanted[i].elem == type->elem &&
           wanted[i].rank == type->rank();
  }
  if (!same)
    error(Rule::Entries,
          "a value of type " + std::string(value.type) + " has other components than are there");
  return same;
}

// Does the type that clients see have these components?
void Verifier::client_type(std::string_view name, std::span<const Type* const> components) {
  if (name.empty()) return;
  std::vector<EntryLeaf> leaves = entry_leaves(storage_, name);
  if (leaves.empty())
    return error(Rule::Entries, "there is no type " + std::string(name) + " for clients");
  bool same = leaves.size() == components.size();
  for (size_t i = 0; same && i < leaves.size(); i++) {
    const Type* type = components[i];
    same = leaves[i] == EntryLeaf{type->elem, static_cast<uint32_t>(type->rank())};
  }
  if (!same)
    error(Rule::Entries, "the type " + std::string(name) + " has other components than its value");
}

// A type is made of those before it, so that looking into types comes to an end.
bool Verifier::entry_types() {
  std::unordered_set<std::string_view> known;
  for (const EntryType* type : storage_.entry_types) {
    auto refers = [&](std::string_view to) {
      if (find_entry_type(storage_, to) == nullptr || known.contains(to)) return true;
      error(Rule::Entries, "the type " + std::string(type->name) + " stands before " +
                               std::string(to) + ", of which it is made");
      return false;
    };
    bool sound = type->kind != EntryTypeKind::Array || refers(type->elem);
    for (const EntryTypePart& part : type->parts) {
      if (type->kind == EntryTypeKind::Record && part.types.size() != 1) {
        error(Rule::Entries, "a field of " + std::string(type->name) + " has one type");
        sound = false;
      }
      for (std::string_view to : part.types) sound = refers(to) && sound;
    }
    if (!known.insert(type->name).second) {
      error(Rule::Entries, "there are two types " + std::string(type->name));
      sound = false;
    }
    if (!sound) return false;
  }
  return true;
}

void Verifier::entry(const Function& fn, const Entry& entry) {
  if (fn.constant) error(Rule::Entries, "a constant must not be an entry point");
  entry_values(entry.params, fn.params, "parameters");
  entry_values(entry.results, fn.results, "results");
  if (entry.results.empty() || entry.tuple_type.empty()) return;
  std::vector<const Type*> all;
  for (const EntryValue& value : entry.results) {
    bool exists =
        value.first <= fn.results.size() && value.count <= fn.results.size() - value.first;
    if (!exists) return;
    std::vector<const Type*> types = value_types(storage_, value, fn.results);
    all.insert(all.end(), types.begin(), types.end());
  }
  client_type(entry.tuple_type, all);
}

}  // namespace planish::ir
