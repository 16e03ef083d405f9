// What names mean at the place being checked. Binding is O(1), leaving a block undoes its bindings.
#pragma once

#include <cstdint>
#include <vector>

#include "sema/types/symbol.h"

namespace planish {

// Values and modules share one namespace: the innermost of either wins.
struct TermBinding {
  ValueSymbol* value = nullptr;
  Module* module = nullptr;
  explicit operator bool() const { return value != nullptr || module != nullptr; }
};

class Scope {
 public:
  TermBinding term(Name name) const { return get(terms_, name); }
  TypeSymbol* type(Name name) const { return get(types_, name); }
  ModTypeSymbol* mod_type(Name name) const { return get(mod_types_, name); }

  void bind(Name name, ValueSymbol* value) { set(terms_, name, {value, nullptr}); }
  void bind(Name name, Module* module) { set(terms_, name, {nullptr, module}); }
  void bind(Name name, TypeSymbol* type) { set(types_, name, type); }
  void bind(Name name, ModTypeSymbol* mod_type) { set(mod_types_, name, mod_type); }
  void open(const Env& env);

  // A block: everything bound after mark() is undone by restore().
  struct Mark {
    size_t terms, types, mod_types;
  };
  Mark mark() const { return {terms_.undo.size(), types_.undo.size(), mod_types_.undo.size()}; }
  void restore(Mark mark) {
    undo(terms_, mark.terms);
    undo(types_, mark.types);
    undo(mod_types_, mark.mod_types);
  }
  // Every name that means something now.
  void all_names(std::vector<Name>& terms, std::vector<Name>& types) const;

 private:
  template <class T>
  struct Table {
    std::vector<T> current;                    // by name id
    std::vector<std::pair<uint32_t, T>> undo;  // previous meanings
  };
  template <class T>
  static T get(const Table<T>& table, Name name) {
    return name.id < table.current.size() ? table.current[name.id] : T{};
  }
  template <class T>
  static void set(Table<T>& table, Name name, T value) {
    if (name.id >= table.current.size()) table.current.resize(name.id + name.id / 2 + 64);
    table.undo.emplace_back(name.id, table.current[name.id]);
    table.current[name.id] = value;
  }
  template <class T>
  static void undo(Table<T>& table, size_t mark) {
    while (table.undo.size() > mark) {
      table.current[table.undo.back().first] = table.undo.back().second;
      table.undo.pop_back();
    }
  }

  Table<TermBinding> terms_;
  Table<TypeSymbol*> types_;
  Table<ModTypeSymbol*> mod_types_;
};

// Undoes the bindings made during its life.
class Block {
 public:
  explicit Block(Scope& scope) : scope_(scope), mark_(scope.mark()) {}
  ~Block() { scope_.restore(mark_); }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

 private:
  Scope& scope_;
  Scope::Mark mark_;
};

}  // namespace planish
