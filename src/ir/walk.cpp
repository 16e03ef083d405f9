#include "ir/walk.h"

#include <algorithm>
#include <unordered_set>

#include "ir/parts.h"

namespace planish::ir {
namespace {

// Takes each part of an operation (for_each_part) to its atoms, binders, bodies and lambdas. A kind
// of part that is not listed here does not compile.
template <class OnAtom, class OnBinder, class OnBody, class OnLambda>
struct PartWalker {
  OnAtom on_atom;
  OnBinder on_binder;
  OnBody on_body;
  OnLambda on_lambda;

  void operator()(const Atom& atom) const { on_atom(atom); }
  void operator()(Var var) const {
    if (var) on_atom(Atom(var));
  }
  void operator()(Var var, Binds) const {
    if (var) on_binder(var);
  }
  void operator()(const Body* body) const {
    if (body != nullptr) on_body(body);
  }
  void operator()(const Lambda* lambda) const {
    if (lambda != nullptr) on_lambda(lambda);
  }
  template <class T>
  void operator()(std::span<const T> parts) const {
    for (const T& part : parts) (*this)(part);
  }
  void operator()(const SliceDim& dim) const {
    on_atom(dim.start);
    if (dim.is_index) return;
    on_atom(dim.count);
    on_atom(dim.stride);
  }
  void operator()(const FlatDim& dim) const {
    on_atom(dim.count);
    on_atom(dim.stride);
  }
  void operator()(const MatchCase& match_case) const { on_body(match_case.body); }
  void operator()(const LoopParam& param) const {
    on_atom(param.init);
    on_binder(param.param.var);
  }
  void operator()(const MessagePart& part) const {
    if (part.text.empty()) on_atom(part.value);
  }
  void operator()(const Space& space) const {
    for (const Level& level : space.levels) {
      on_atom(level.bound);
      (*this)(level.offsets);
      on_binder(level.index);
    }
  }
  void operator()(UnaryOp) const {}
  void operator()(BinaryOp) const {}
  void operator()(TernaryOp) const {}
  void operator()(CheckKind) const {}
  void operator()(ForeignUse) const {}
  void operator()(Name) const {}
  void operator()(bool) const {}
  void operator()(uint32_t) const {}
  void operator()(std::string_view) const {}
};
template <class... Fs>
PartWalker(Fs...) -> PartWalker<Fs...>;

struct Ignore {
  void operator()(auto&&...) const {}
};

}  // namespace

void for_each_atom(const Op* op, FunctionRef<void(const Atom&)> f) {
  for_each_part(op, PartWalker{f, Ignore{}, Ignore{}, Ignore{}});
}

void for_each_var_use(const Op* op, FunctionRef<void(Var)> f) {
  for_each_atom(op, [&](const Atom& atom) {
    if (atom.var) f(atom.var);
  });
}

void for_each_binder(const Op* op, FunctionRef<void(Var)> f) {
  for_each_part(op, PartWalker{Ignore{}, f, Ignore{}, Ignore{}});
}

void for_each_body(const Op* op, FunctionRef<void(const Body*)> f) {
  for_each_part(op, PartWalker{Ignore{}, Ignore{}, f, Ignore{}});
}

void for_each_lambda(const Op* op, FunctionRef<void(const Lambda*)> f) {
  for_each_part(op, PartWalker{Ignore{}, Ignore{}, Ignore{}, f});
}

void for_each_inner_body(const Op* op, FunctionRef<void(const Body*)> f) {
  const auto on_lambda = [&](const Lambda* lambda) { f(lambda->body); };
  for_each_part(op, PartWalker{Ignore{}, Ignore{}, f, on_lambda});
}

namespace {

// Replaces parts in place, in a copy of a node, and notes whether one is different afterwards.
class PartRebuilder {
 public:
  PartRebuilder(Rebuild& rebuild, Arena& arena) : rebuild_(rebuild), arena_(arena) {}
  bool changed = false;

  void operator()(Atom& atom) { set(atom, rebuild_.atom(atom)); }
  void operator()(Var& var) {
    if (var) set(var, rebuild_.use(var));
  }
  void operator()(Var& var, Binds) {
    if (var) set(var, rebuild_.binder(var));
  }
  void operator()(const Body*& body) {
    if (body != nullptr) set(body, rebuild_.body(body));
  }
  void operator()(const Lambda*& lambda) {
    if (lambda != nullptr) set(lambda, rebuild_.lambda(lambda));
  }
  void operator()(SliceDim& dim) {
    (*this)(dim.start);
    if (dim.is_index) return;
    (*this)(dim.count);
    (*this)(dim.stride);
  }
  void operator()(FlatDim& dim) {
    (*this)(dim.count);
    (*this)(dim.stride);
  }
  void operator()(MatchCase& match_case) { (*this)(match_case.body); }
  void operator()(LoopParam& param) {
    (*this)(param.init);
    (*this)(param.param);
  }
  void operator()(Param& param) { (*this)(param.var, kBinds); }
  void operator()(MessagePart& part) {
    if (part.text.empty()) (*this)(part.value);
  }
  void operator()(Level& level) {
    (*this)(level.bound);
    (*this)(level.offsets);
    (*this)(level.index, kBinds);
  }
  void operator()(Space& space) { (*this)(space.levels); }
  void operator()(Stm& stm) {
    Stm now = rebuild_.stm(stm);
    changed |= !same(now, stm);
    stm = now;
  }
  template <class T>
  void operator()(std::span<const T>& parts) {
    each(parts, [this](T& part) { (*this)(part); });
  }
  void binders(std::span<const Var>& vars) {
    each(vars, [this](Var& var) { (*this)(var, kBinds); });
  }
  void operator()(std::span<const uint32_t>&) {}
  void operator()(uint32_t&) {}
  void operator()(UnaryOp&) {}
  void operator()(BinaryOp&) {}
  void operator()(TernaryOp&) {}
  void operator()(CheckKind&) {}
  void operator()(ForeignUse&) {}
  void operator()(Name&) {}
  void operator()(bool&) {}
  void operator()(std::string_view&) {}

 private:
  template <class T>
  void set(T& part, const T& now) {
    changed |= !(now == part);
    part = now;
  }
  template <class T>
  static bool same_list(std::span<const T> a, std::span<const T> b) {
    return a.size() == b.size() && std::ranges::equal(a, b);
  }
  static bool same(const Stm& a, const Stm& b) {
    return a.op == b.op && a.place == b.place && same_list(a.pattern, b.pattern) &&
           same_list(a.certs, b.certs) && same_list(a.attrs, b.attrs);
  }

  // Copies the list only when an element is different.
  template <class T, class F>
  void each(std::span<const T>& parts, F replace) {
    bool before = std::exchange(changed, false);
    std::span<T> copy;
    for (size_t i = 0; i < parts.size(); i++) {
      T part = parts[i];
      bool earlier = std::exchange(changed, false);
      replace(part);
      if (changed && copy.empty()) copy = arena_.copy(parts);
      if (changed) copy[i] = part;
      changed |= earlier;
    }
    if (changed) parts = copy;
    changed |= before;
  }

  Rebuild& rebuild_;
  Arena& arena_;
};

}  // namespace

const Op* Rebuild::op_children(const Op* op) {
  return match(op, [&]<class Node>(const Node& node) -> const Op* {
    Node copy = node;
    PartRebuilder parts(*this, storage_.arena);
    for_each_part_of(copy, parts);
    return parts.changed ? storage_.arena.make<Node>(copy) : op;
  });
}

Stm Rebuild::stm_children(const Stm& stm) {
  Stm copy = stm;
  PartRebuilder parts(*this, storage_.arena);
  parts(copy.certs);
  copy.op = op_children(stm.op);
  parts.binders(copy.pattern);
  return copy;
}

const Body* Rebuild::body_children(const Body* body) {
  Body copy = *body;
  PartRebuilder parts(*this, storage_.arena);
  parts(copy.stms);
  parts(copy.results);
  return parts.changed ? storage_.arena.make<Body>(copy) : body;
}

const Lambda* Rebuild::lambda_children(const Lambda* lambda) {
  Lambda copy = *lambda;
  PartRebuilder parts(*this, storage_.arena);
  parts(copy.params);
  parts(copy.body);
  return parts.changed ? storage_.arena.make<Lambda>(copy) : lambda;
}

const Function* Rebuild::function_children(const Function* fn) {
  Function copy = *fn;
  PartRebuilder parts(*this, storage_.arena);
  parts(copy.params);
  parts(copy.body);
  parts(copy.results);  // what they say of sizes holds only once the body has run
  return parts.changed ? storage_.arena.make<Function>(copy) : fn;
}

// ---- Substitution

namespace {

enum class Binders : uint8_t { Keep, New };

class Substitute : public Rebuild {
 public:
  Substitute(Storage& storage, const Substitution& by, Binders binders)
      : Rebuild(storage), by_(by), binders_(binders) {}

  Atom atom(const Atom& atom) override {
    if (atom.is_const()) return atom;
    auto it = by_.find(atom.var);
    return it == by_.end() ? atom : it->second;
  }
  Var binder(Var var) override {
    const Type* before = storage_.type(var);
    const Type* now = substitute(storage_, before, by_);
    if (now == before && binders_ == Binders::Keep) return var;
    Var made = storage_.new_var(storage_.vars[var.id].name, now);
    by_[var] = made;
    return made;
  }

 private:
  Substitution by_;
  Binders binders_;
};

}  // namespace

const Type* substitute(Storage& storage, const Type* type, const Substitution& by) {
  bool touched = false;
  for_each_var_in(type, [&](Var var) { touched |= by.contains(var); });
  if (!touched) return type;
  if (type->is_acc()) {
    std::vector<const Type*> arrays;
    for (const Type* array : type->arrays) arrays.push_back(substitute(storage, array, by));
    return storage.types.acc(arrays);
  }
  std::vector<Dim> dims(type->dims.begin(), type->dims.end());
  for (Dim& dim : dims) {
    if (dim.kind != DimKind::Var) continue;
    auto it = by.find(dim.var);
    if (it == by.end()) continue;
    const Atom& atom = it->second;
    dim = atom.is_const() ? Dim::constant(static_cast<int64_t>(atom.constant.bits))
                          : Dim::variable(atom.var);
  }
  return storage.types.array(type->elem, dims);
}

const Body* substitute(Storage& storage, const Body* body, const Substitution& by) {
  return Substitute(storage, by, Binders::Keep).body(body);
}
const Lambda* substitute(Storage& storage, const Lambda* lambda, const Substitution& by) {
  return Substitute(storage, by, Binders::Keep).lambda(lambda);
}
const Body* clone_body(Storage& storage, const Body* body, const Substitution& by) {
  return Substitute(storage, by, Binders::New).body(body);
}
const Lambda* clone_lambda(Storage& storage, const Lambda* lambda, const Substitution& by) {
  return Substitute(storage, by, Binders::New).lambda(lambda);
}

// ---- Free variables

namespace {

// No two binders bind the same variable, so what is bound somewhere inside is nowhere free.
class FreeVariables {
 public:
  explicit FreeVariables(const Storage& storage) : storage_(storage) {}

  void body(const Body* body) {
    for (const Stm& stm : body->stms) {
      for (Var cert : stm.certs) use(cert);
      auto walker =
          PartWalker{[this](const Atom& atom) { use(atom.var); }, [this](Var var) { bind(var); },
                     [this](const Body* inner) { inside(inner); },
                     [this](const Lambda* inner) { inside(inner); }};
      for_each_part(stm.op, walker);
      for (Var var : stm.pattern) bind(var);
    }
    for (const Atom& atom : body->results) use(atom.var);
  }
  void lambda(const Lambda* lambda) {
    for (const Param& param : lambda->params) bind(param.var);
    inside(lambda->body);
  }
  std::vector<Var> take() {
    std::erase_if(used_, [this](Var var) { return bound_.contains(var); });
    return std::move(used_);
  }

 private:
  void use(Var var) {
    if (var && seen_.insert(var).second) used_.push_back(var);
  }
  void bind(Var var) {
    bound_.insert(var);
    for_each_var_in(storage_.type(var), [this](Var dim) { use(dim); });
  }
  template <class Node>
  void inside(const Node* node) {
    for (Var var : free_variables(storage_, node)) use(var);
  }

  const Storage& storage_;
  std::vector<Var> used_;
  std::unordered_set<Var> seen_;
  std::unordered_set<Var> bound_;
};

// Note [Free variables are kept]
template <class Node, class Walk>
std::vector<Var> known_or_found(const Storage& storage, const Node* node, const Walk& walk) {
  if (auto known = storage.known_free.find(node); known != storage.known_free.end())
    return known->second;
  FreeVariables found(storage);
  walk(found);
  std::vector<Var> free = found.take();
  if (storage.arena.owns(node)) storage.known_free.emplace(node, free);
  return free;
}

}  // namespace

std::vector<Var> free_variables(const Storage& storage, const Body* body) {
  return known_or_found(storage, body, [&](FreeVariables& walk) { walk.body(body); });
}
std::vector<Var> free_variables(const Storage& storage, const Lambda* lambda) {
  return known_or_found(storage, lambda, [&](FreeVariables& walk) { walk.lambda(lambda); });
}

}  // namespace planish::ir
