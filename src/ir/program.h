// A program of CORE or FLAT, and what its nodes refer to.
//
// Passes are functions from a program to a program. Both share one Storage: nodes that did not
// change are used again.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/entry_type.h"
#include "ir/node.h"
#include "ir/type.h"
#include "support/arena.h"
#include "support/name.h"

namespace planish::ir {

struct VarInfo {
  Name name;  // for people; need not be unique. May be missing
  const Type* type = nullptr;
};

// A range of source text, and the place of the call that it was inlined through.
struct Place {
  Name file;
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t end_line = 0;
  uint32_t end_column = 0;  // of the character after the last
  PlaceId caller;

  friend bool operator==(const Place&, const Place&) = default;
};

class TypeTable {
 public:
  explicit TypeTable(Arena& arena);
  const Type* scalar(Prim prim) const { return scalars_[static_cast<size_t>(prim)]; }
  const Type* array(Prim elem, std::span<const Dim> dims);  // no dimensions: a scalar
  const Type* acc(std::span<const Type* const> arrays);
  // With dimensions put before those of the type, or taken away.
  const Type* with_outer(std::span<const Dim> outer, const Type* type);
  const Type* without_outer(const Type* type, size_t count);

 private:
  struct Hash {
    size_t operator()(const Type* type) const;
  };
  struct Equal {
    bool operator()(const Type* a, const Type* b) const;
  };
  const Type* intern(const Type& type);

  Arena& arena_;
  const Type* scalars_[kPrimCount + 1] = {};
  std::unordered_set<const Type*, Hash, Equal> types_;
};

struct Storage {
  Arena arena;
  Interner names;
  TypeTable types{arena};
  std::vector<VarInfo> vars{VarInfo{}};       // by Var::id; the first is nobody
  std::vector<Place> places{Place{}};         // by PlaceId::id; the first is nowhere
  std::vector<const EntryType*> entry_types;  // of entry points; names are unique
  // What was found in bodies and lambdas of the arena, which never change: Note [Free variables are
  // kept] in ir/walk.h. It may be emptied whenever it is no longer of use.
  mutable std::unordered_map<const void*, std::vector<Var>> known_free;
  mutable std::unordered_map<const Body*, std::vector<std::pair<Var, size_t>>> known_uses;

  Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  Var new_var(Name name, const Type* type) {
    vars.push_back({name, type});
    return {static_cast<uint32_t>(vars.size() - 1)};
  }
  const Type* type(Var var) const { return vars[var.id].type; }
  const Type* type(const Atom& atom) const {
    return atom.is_const() ? types.scalar(atom.constant.prim) : vars[atom.var.id].type;
  }
  std::string_view text(Name name) const { return names.text(name); }
  PlaceId place(const Place& place);  // the same number for the same place

 private:
  std::unordered_multimap<size_t, uint32_t> place_numbers_;
};

// The functions of a program, in any order; names are unique. One may be put in the place of
// another of the same name.
class Functions {
 public:
  Functions() = default;
  Functions(std::initializer_list<const Function*> functions) {
    for (const Function* fn : functions) push_back(fn);
  }

  void push_back(const Function* fn) {
    numbers_.try_emplace(fn->name, all_.size());
    all_.push_back(fn);
  }
  void clear() {
    numbers_.clear();
    all_.clear();
  }
  // Null if there is none of this name.
  const Function* find(Name name) const {
    const auto it = numbers_.find(name);
    return it == numbers_.end() ? nullptr : all_[it->second];
  }

  bool empty() const { return all_.empty(); }
  size_t size() const { return all_.size(); }
  const Function* operator[](size_t i) const { return all_[i]; }
  const Function*& operator[](size_t i) { return all_[i]; }
  const Function* front() const { return all_.front(); }
  const Function*& front() { return all_.front(); }
  const Function* back() const { return all_.back(); }
  const Function*& back() { return all_.back(); }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }
  auto begin() { return all_.begin(); }
  auto end() { return all_.end(); }
  friend bool operator==(const Functions& a, const Functions& b) { return a.all_ == b.all_; }

 private:
  std::vector<const Function*> all_;
  std::unordered_map<Name, size_t> numbers_;  // by name, where it stands
};

struct Program {
  std::shared_ptr<Storage> storage = std::make_shared<Storage>();
  Stage stage = Stage::Core;
  Functions functions;

  const Function* find(Name name) const { return functions.find(name); }
};

// What number `index` of the function's parameters (results) is, of which the values speak.
ComponentKind component_kind(std::span<const EntryValue> values, size_t index);

// The types of the values that the components of an entry point's parameter or result stand for.
std::vector<const Type*> value_types(const Storage& storage, const EntryValue& value,
                                     std::span<const Param> components);

// "dot.fut:3:14-20", or "dot.fut:3:14-4:2", up to the last character; empty for nowhere.
std::string place_text(const Storage& storage, PlaceId place);

}  // namespace planish::ir
