// What the names of modules stand for, once parametric modules have been applied.
//
// The checker knows a parametric module by one body whose symbols are shared by all applications. Here each application
// has a Frame of its own, which says what the symbols of parameters and of the body stand for in it.
#pragma once

#include <memory>
#include <unordered_map>

#include "sema/check.h"
#include "sema/symbol.h"

namespace planish::lower {

struct Frame;

// What a value symbol stands for: a definition or an intrinsic, seen from a frame.
struct ValueDef {
  const ValueSymbol* symbol = nullptr;  // of kind Def (with its decl) or Intrinsic
  const Frame* frame = nullptr;         // in which the definition's body is to be read
};
// What an abstract type stands for: an abbreviation with parameters, whose definition is to be read in the frame.
struct TypeDef {
  const TypeSymbol* symbol = nullptr;
  const Frame* frame = nullptr;
};

struct Frame {
  const Frame* parent = nullptr;  // null: the outermost
  std::unordered_map<const ValueSymbol*, ValueDef> values;
  std::unordered_map<const TypeSymbol*, TypeDef> types;

  // Null: the symbol is no definition that a frame knows, so a local name or a type parameter.
  const ValueDef* find(const ValueSymbol* symbol) const {
    for (const Frame* f = this; f != nullptr; f = f->parent) {
      if (auto it = f->values.find(symbol); it != f->values.end()) return &it->second;
    }
    return nullptr;
  }
  const TypeDef* find(const TypeSymbol* symbol) const {
    for (const Frame* f = this; f != nullptr; f = f->parent) {
      if (auto it = f->types.find(symbol); it != f->types.end()) return &it->second;
    }
    return nullptr;
  }
};

// Owns the frames of a program.
class Modules {
 public:
  // Evaluates all module expressions of all files.
  explicit Modules(const CheckedProgram& program);
  ~Modules();
  const Frame* top() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace planish::lower
