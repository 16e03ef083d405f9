#include "ir/equal.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "ir/parts.h"

namespace planish::ir {

namespace {

class Compare {
 public:
  Compare(const Storage& a, const Storage& b, ComparePlaces places)
      : a_(a), b_(b), places_(places) {}

  bool same(const Function* a, const Function* b) {
    return same(a->name, b->name) && a->constant == b->constant && same(a->attrs, b->attrs) &&
           same(a->entry, b->entry) && same(a->place, b->place) && same(a->params, b->params) &&
           same(a->results, b->results) && same(a->body, b->body);
  }

 private:
  // ---- Variables: those of one program stand for those of the other, one to one
  bool bind(Var a, Var b) {
    if (!a || !b) return !a && !b;
    auto [forth, new_a] = to_b_.try_emplace(a, b);
    auto [back, new_b] = to_a_.try_emplace(b, a);
    // Entered first: a broken program may have a type that mentions its own variable.
    return forth->second == b && back->second == a && same(a_.type(a), b_.type(b));
  }
  bool same(Var a, Var b, Binds) { return bind(a, b); }
  bool same(Var a, Var b) {
    if (!a || !b) return !a && !b;
    auto it = to_b_.find(a);
    // One that was not bound before is out of scope in both: still, it must be the same each time.
    return it == to_b_.end() ? bind(a, b) : it->second == b;
  }

  bool same(const Type* a, const Type* b) {
    if (a == nullptr || b == nullptr) return a == b;
    return a->kind == b->kind && a->elem == b->elem && same(a->dims, b->dims) &&
           same(a->arrays, b->arrays);
  }
  bool same(const Dim& a, const Dim& b) {
    return a.kind == b.kind && a.value == b.value && same(a.var, b.var);
  }

  // ---- Parts
  template <class T>
    requires std::is_enum_v<T> || std::is_arithmetic_v<T>
  bool same(T a, T b) {
    return a == b;
  }
  bool same(std::string_view a, std::string_view b) { return a == b; }
  bool same(Name a, Name b) { return a_.text(a) == b_.text(b); }
  bool same(Attribute a, Attribute b) { return a.kind == b.kind && same(a.other, b.other); }
  bool same(const Const& a, const Const& b) { return a == b; }
  bool same(const Atom& a, const Atom& b) {
    return same(a.var, b.var) && (a.var || a.constant == b.constant);
  }
  template <class T>
  bool same(std::span<const T> a, std::span<const T> b) {
    return std::ranges::equal(a, b, [this](const T& x, const T& y) { return same(x, y); });
  }
  bool same(const Param& a, const Param& b) {
    return a.unique == b.unique && same(a.var, b.var, kBinds);
  }
  bool same(const SliceDim& a, const SliceDim& b) {
    return a.is_index == b.is_index && same(a.start, b.start) &&
           (a.is_index || (same(a.count, b.count) && same(a.stride, b.stride)));
  }
  bool same(const FlatDim& a, const FlatDim& b) {
    return same(a.count, b.count) && same(a.stride, b.stride);
  }
  bool same(const MatchCase& a, const MatchCase& b) {
    return same(a.value, b.value) && same(a.body, b.body);
  }
  bool same(const LoopParam& a, const LoopParam& b) {
    return same(a.init, b.init) && same(a.param, b.param);
  }
  bool same(const MessagePart& a, const MessagePart& b) {
    return a.text == b.text && (!a.text.empty() || same(a.value, b.value));
  }
  bool same(const Level& a, const Level& b) {
    return same(a.bound, b.bound) && same(a.offsets, b.offsets) && same(a.index, b.index, kBinds);
  }
  bool same(const Space& a, const Space& b) { return same(a.levels, b.levels); }
  bool same(const Lambda* a, const Lambda* b) {
    if (a == nullptr || b == nullptr) return a == b;
    return same(a->params, b->params) && same(a->place, b->place) && same(a->body, b->body);
  }
  bool same(const Body* a, const Body* b) {
    if (a == nullptr || b == nullptr) return a == b;
    return same(a->stms, b->stms) && same(a->results, b->results);
  }
  bool same(const Stm& a, const Stm& b) {
    return same(a.certs, b.certs) && same(a.attrs, b.attrs) && same(a.place, b.place) &&
           same(a.op, b.op) &&
           std::ranges::equal(a.pattern, b.pattern, [this](Var x, Var y) { return bind(x, y); });
  }
  bool same(const Op* a, const Op* b) {
    if (a->kind != b->kind) return false;
    return match(a, [&]<class Node>(const Node& x) {
      const Node& y = *static_cast<const Node*>(b);
      auto part = [&](auto member) {
        if constexpr (requires { member.member; }) {
          return same(x.*(member.member), y.*(member.member), kBinds);
        } else {
          return same(x.*member, y.*member);
        }
      };
      return std::apply([&](auto... members) { return (part(members) && ...); }, kParts<Node>);
    });
  }

  // ---- Around functions
  bool same(const EntryValue& a, const EntryValue& b) {
    return a.name == b.name && a.type == b.type && a.first == b.first && a.count == b.count &&
           a.unique == b.unique && same(a.kinds, b.kinds) && same(a.types, b.types) &&
           same_client_type(a.client_type, b.client_type);
  }
  // Types of a name are looked at once.
  bool same_client_type(std::string_view a, std::string_view b) {
    if (a != b) return false;
    if (!client_types_.insert(std::string(a)).second) return true;
    const EntryType* x = find_entry_type(a_, a);
    const EntryType* y = find_entry_type(b_, b);
    if (x == nullptr || y == nullptr) return x == y;
    if (x->kind != y->kind || x->rank != y->rank || x->tag != y->tag) return false;
    if (!same_client_type(x->elem, y->elem) || x->parts.size() != y->parts.size()) return false;
    for (size_t i = 0; i < x->parts.size(); i++) {
      const EntryTypePart& p = x->parts[i];
      const EntryTypePart& q = y->parts[i];
      if (p.name != q.name || p.types.size() != q.types.size()) return false;
      if (!std::ranges::equal(p.slots, q.slots)) return false;
      for (size_t k = 0; k < p.types.size(); k++) {
        if (!same_client_type(p.types[k], q.types[k])) return false;
      }
    }
    return true;
  }
  bool same(const Entry* a, const Entry* b) {
    if (a == nullptr || b == nullptr) return a == b;
    return a->name == b->name && same(a->params, b->params) && same(a->results, b->results) &&
           same_client_type(a->tuple_type, b->tuple_type);
  }
  bool same(PlaceId a, PlaceId b) {
    if (places_ == ComparePlaces::No) return true;
    for (; a.id != 0 && b.id != 0; a = a_.places[a.id].caller, b = b_.places[b.id].caller) {
      const Place& x = a_.places[a.id];
      const Place& y = b_.places[b.id];
      if (!same(x.file, y.file) || x.line != y.line || x.column != y.column ||
          x.end_line != y.end_line || x.end_column != y.end_column) {
        return false;
      }
    }
    return a == b;
  }

  std::unordered_set<std::string> client_types_;
  const Storage& a_;
  const Storage& b_;
  ComparePlaces places_;
  std::unordered_map<Var, Var> to_b_;
  std::unordered_map<Var, Var> to_a_;
};

}  // namespace

bool equal(const Program& a, const Program& b, ComparePlaces places) {
  if (a.stage != b.stage) return false;
  Compare compare(*a.storage, *b.storage, places);
  return std::ranges::equal(a.functions, b.functions, [&](const Function* x, const Function* y) {
    return compare.same(x, y);
  });
}

}  // namespace planish::ir
