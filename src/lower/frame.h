// What the names of modules stand for, once parametric modules have been applied.
//
// The checker knows a parametric module by one body whose symbols are shared by all applications.
// Here each application has a Frame of its own, which says what the symbols of parameters and of
// the body stand for in it.
#pragma once

#include <memory>
#include <unordered_map>

#include "sema/modules/check.h"
#include "sema/types/symbol.h"

namespace planish::lower {

struct Frame;
struct BoundFunctor;

// What a value symbol stands for: a definition or an intrinsic, seen from a frame.
//
// The arguments of an instance (Var::instance and the like) are in the order of the parameters of
// the symbol that the node names. If that is a view of the definition, through an ascription or a
// parameter of a module, then its parameters are others: a view may have fewer (`val f : i32 ->
// i32` of `def f 't (x: t) = x`), more, and in another order. Which arguments the definition gets
// follows from comparing its type with the type at the use, which is the view's type with the
// arguments in it, after all abstract types in both have been replaced by what implements them.
// Only if `symbol` is the symbol of the node itself are the arguments those of its own parameters.
// Even then they are not complete: a function's call of itself has no instance at all, a use of a
// local function lacks the size parameters that were inferred for it, and a use inside of a size
// lacks all sizes.
//
// A third kind of symbol is an UnknownSize: the type of a constant of a parametric module may
// mention a size that only evaluating the constant shows. Such a size is another one for each
// application, so it is known by symbol and frame.
struct ValueDef {
  const ValueSymbol* symbol = nullptr;  // of kind Def (with its decl), Intrinsic or UnknownSize
  const Frame* frame = nullptr;         // in which the definition's body is to be read
};
// What an abstract type stands for: an abbreviation with parameters, whose definition is to be read
// in the frame; or an abstract type of the intrinsics, which nothing implements.
struct TypeDef {
  const TypeSymbol* symbol = nullptr;
  const Frame* frame = nullptr;
};

struct Frame {
  const Frame* parent = nullptr;  // null: the outermost
  std::unordered_map<const ValueSymbol*, ValueDef> values;
  std::unordered_map<const TypeSymbol*, TypeDef> types;
  std::unordered_map<const Functor*, const BoundFunctor*> functors;  // parametric modules

  // Null: the symbol is no definition that a frame knows, so a local name or a type parameter.
  const ValueDef* find(const ValueSymbol* symbol) const { return find(&Frame::values, symbol); }
  const TypeDef* find(const TypeSymbol* symbol) const { return find(&Frame::types, symbol); }
  const BoundFunctor* find(const Functor* functor) const {
    const BoundFunctor* const* found = find(&Frame::functors, functor);
    return found != nullptr ? *found : nullptr;
  }

 private:
  template <class Symbol, class Meaning>
  const Meaning* find(std::unordered_map<const Symbol*, Meaning> Frame::* map,
                      const Symbol* symbol) const {
    for (const Frame* f = this; f != nullptr; f = f->parent) {
      if (auto it = (f->*map).find(symbol); it != (f->*map).end()) return &it->second;
    }
    return nullptr;
  }
};

// Owns the frames of a program.
class Modules {
 public:
  // Evaluates all module expressions of all files. The program was checked without errors.
  explicit Modules(const CheckedProgram& program);
  ~Modules();
  // The frame of what stands in no parametric module, in all files.
  const Frame* top() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace planish::lower
