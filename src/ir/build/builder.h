// Makes bodies. A Builder has a current body; statements are added at its end.
//
//   Builder b(storage);
//   Atom y = b.let("y", b.types().scalar(Prim::F32), b.binary(BinaryOp::Add, x, x));
//   const Body* body = b.body([&] { … return results; });     // a nested body
#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/program.h"

namespace planish::ir {

class Builder {
 public:
  explicit Builder(Storage& storage) : storage_(storage) {}

  Storage& storage() { return storage_; }
  Arena& arena() { return storage_.arena; }
  TypeTable& types() { return storage_.types; }
  const Type* type(const Atom& atom) { return storage_.type(atom); }
  Prim prim(const Atom& atom) { return type(atom)->elem; }

  // Where the statements that follow stand in the source.
  PlaceId place;

  template <class T>
  const T* make(T node) {
    node.kind = T::K;
    return storage_.arena.make<T>(node);
  }
  template <class T>
  std::span<T> list(const std::vector<T>& items) {
    return storage_.arena.copy(items);
  }
  template <class T>
  std::span<T> list(std::initializer_list<T> items) {
    return storage_.arena.copy(items);
  }

  Var new_var(std::string_view name, const Type* type) {
    return storage_.new_var(name.empty() ? Name{} : storage_.names.intern(name), type);
  }

  // Adds a statement.
  void add(Stm stm) { open_.back().push_back(stm); }
  void add(std::span<const Var> pattern, const Op* op, std::span<const Var> certs = {}) {
    add(Stm{storage_.arena.copy(pattern), op, storage_.arena.copy(certs), {}, place});
  }
  // Gives the last statement of the current body, if there is one, a further attribute.
  void annotate_last(Attribute attr) {
    if (open_.back().empty()) return;
    Stm& stm = open_.back().back();
    std::vector<Attribute> attrs(stm.attrs.begin(), stm.attrs.end());
    attrs.push_back(attr);
    stm.attrs = storage_.arena.copy(attrs);
  }
  // One that binds one new variable.
  Var let(std::string_view name, const Type* type, const Op* op, std::span<const Var> certs = {}) {
    Var var = new_var(name, type);
    add({&var, 1}, op, certs);
    return var;
  }

  // The body that `fill` makes by adding statements; it gives the result atoms.
  template <class Fill>
  const Body* body(Fill fill) {
    begin();
    std::vector<Atom> results = fill();
    return end(results);
  }
  // The same in two steps. Calls nest.
  void begin() { open_.emplace_back(); }
  const Body* end(const std::vector<Atom>& results) {
    const Body* made = arena().make<Body>(Body{arena().copy(open_.back()), arena().copy(results)});
    open_.pop_back();
    return made;
  }
  size_t depth() const { return open_.size(); }

  // Operations on scalars, with the type of the result found from the operands. Constants are
  // folded.
  Atom unary(UnaryOp op, Atom x, std::string_view name = "");
  Atom binary(BinaryOp op, Atom x, Atom y, std::string_view name = "",
              std::span<const Var> certs = {});
  Atom ternary(TernaryOp op, Atom x, Atom y, Atom z, std::string_view name = "");
  Atom convert(Prim to, Atom x, std::string_view name = "");
  // An atom as a dimension; it must be a constant or variable of type i64.
  static Dim dim(const Atom& atom) {
    return atom.is_const() ? Dim::constant(static_cast<int64_t>(atom.constant.bits))
                           : Dim::variable(atom.var);
  }
  // A fixed dimension as an atom.
  static Atom atom(const Dim& dim) {
    return dim.kind == DimKind::Var ? Atom(dim.var) : Atom::i64(dim.value);
  }

 private:
  Storage& storage_;
  std::vector<std::vector<Stm>> open_;
};

}  // namespace planish::ir
