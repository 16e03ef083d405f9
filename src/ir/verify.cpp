#include "ir/verify.h"

#include <algorithm>
#include <unordered_map>

#include "ir/match.h"
#include "ir/parts.h"
#include "ir/verifier.h"
#include "ir/verify_entries.h"
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
  if (!EntryVerifier(storage_, errors_).types()) return;
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
  if (fn.entry != nullptr) EntryVerifier(storage_, errors_).entry(fn, *fn.entry);
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

}  // namespace planish::ir
