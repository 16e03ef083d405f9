#include <deque>
#include <span>

#include "lower/frame.h"
#include "syntax/ast_match.h"

namespace planish::lower {

// Note [Frames]
// A module needs no representation of its own: it is the checker's Module, whose symbols are looked
// up in a frame. Evaluating a module expression in a frame makes sure that the frame knows all
// symbols of the Module that the checker found for it. Definitions stand for themselves.
// Ascriptions and applications make new symbols, of which each stands for what the symbol of the
// same name stands for in the module behind it. So a name of a module, an alias or `open` costs
// nothing, and it does not matter which of several names hid another: the checker knew.
//
// A parametric module is bound, by its Functor, to a BoundFunctor. Applying it makes a frame in
// which the symbols of the parameter stand for what those of the argument stand for, and evaluates
// the body in that frame. Copies of a Functor, which the checker makes when it is part of the
// result of an application or has been ascribed to, lead to the same BoundFunctor: what differs is
// only the types that the checker gave to arguments and result.

// A parametric module: what is left of its parameters, and the body.
struct BoundFunctor {
  std::span<const ast::ModParam> params;
  const ast::ModExpr* body = nullptr;
  const ast::ModTypeExpr* ascribed = nullptr;  // may be null
  const Functor* functor = nullptr;
  const Frame* frame = nullptr;  // in which it was written
};

namespace {

// A module as it is seen from a frame.
struct Seen {
  const Module* module = nullptr;
  const Frame* frame = nullptr;
};

// The type that an abstract type of a module type is in a module, or null.
const TypeSymbol* find_type(const Module* module, const AbstractType& abstract) {
  for (Name name : abstract.path) {
    module = module->env != nullptr ? module->env->modules.find(name) : nullptr;
    if (module == nullptr) return nullptr;
  }
  return module->env != nullptr ? module->env->types.find(abstract.symbol->name) : nullptr;
}

}  // namespace

struct Modules::Impl {
  explicit Impl(const CheckedProgram& program) {
    Frame& top = frames.emplace_back();
    for (auto [name, value] : program.intrinsics->values) top.values[value] = {value, &top};
    for (auto [name, type] : program.intrinsics->types) top.types[type] = {type, &top};
    for (const ImportedFile* file : program.files) {
      evaluate(file->program->decls, top);
      // Those of other languages have no declarations.
      for (auto [name, value] : file->env.values) {
        if (value->kind == ValueKind::Intrinsic) top.values[value] = {value, &top};
      }
    }
  }

  // ---- Declarations

  void evaluate(std::span<ast::Decl* const> decls, Frame& frame) {
    for (const ast::Decl* decl : decls) evaluate(decl, frame);
  }

  void evaluate(const ast::Decl* decl, Frame& frame) {
    ast::match(
        decl, [&](const ast::ValDecl& d) { frame.values[d.symbol] = {d.symbol, &frame}; },
        [&](const ast::ModDecl& d) {
          if (d.params.empty()) {
            body(d.value, d.ascribed, frame);
          } else {
            bind({d.params, d.value, d.ascribed, d.module->functor, &frame}, frame);
          }
        },
        [&](const ast::OpenDecl& d) { evaluate(d.value, frame); },
        [&](const ast::LocalDecl& d) { evaluate(d.inner, frame); },
        // Types are known by their definitions, and what a file imports is in the outermost frame.
        [](const ast::TypeDecl&) {}, [](const ast::ModTypeDecl&) {}, [](const ast::ImportDecl&) {});
  }

  // ---- Module expressions

  Seen evaluate(const ast::ModExpr* expr, Frame& frame) {
    ast::match(
        expr, [](const ast::ModVar&) {}, [](const ast::ModImport&) {},
        [&](const ast::ModParens& e) { evaluate(e.inner, frame); },
        [&](const ast::ModBody& e) { evaluate(e.decls, frame); },
        [&](const ast::ModAscribe& e) { body(e.value, e.type_expr, frame); },
        [&](const ast::ModLambda& e) {
          bind({{&e.param, 1}, e.body, e.result, e.checked->shape->functor, &frame}, frame);
        },
        [&](const ast::ModApply& e) {
          Seen fn = evaluate(e.fn, frame);
          Seen arg = evaluate(e.arg, frame);
          bind(*e.checked, apply(*fn.frame->find(fn.module->functor), arg), frame);
        });
    return {expr->checked->shape, &frame};
  }

  // A module, seen as the module type shows it, if there is one.
  Seen body(const ast::ModExpr* value, const ast::ModTypeExpr* ascribed, Frame& frame) {
    Seen made = evaluate(value, frame);
    if (ascribed == nullptr) return made;
    bind(*ascribed->checked, made, frame);
    return {ascribed->checked->shape, &frame};
  }

  Seen apply(const BoundFunctor& bound, const Seen& arg) {
    Frame& frame = frames.emplace_back();
    frame.parent = bound.frame;
    bind(*bound.params.front().type_expr->checked, arg, frame);
    std::span<const ast::ModParam> rest = bound.params.subspan(1);
    if (rest.empty()) return body(bound.body, bound.ascribed, frame);
    const Module* result = bound.functor->result.shape;
    bind({rest, bound.body, bound.ascribed, result->functor, &frame}, frame);
    return {result, &frame};
  }

  // ---- Symbols

  void bind(const BoundFunctor& bound, Frame& frame) {
    frame.functors[bound.functor] = &functors.emplace_back(bound);
  }

  // The symbols of the module type stand for what is behind them in the module.
  void bind(const ModType& type, const Seen& behind, Frame& frame) {
    for (const AbstractType& abstract : type.abstract) {
      if (frame.find(abstract.symbol) == nullptr)
        frame.types[abstract.symbol] = implementation(abstract, behind);
    }
    for (const ValueSymbol* value : type.hidden) {
      const ValueDef* known = behind.frame->find(value->origin);
      frame.values[value] = known != nullptr ? *known : ValueDef{value->origin, behind.frame};
    }
    bind(*type.shape, behind, frame);
  }

  // An abstract type in the result of an application is a copy of one of the parametric module,
  // which may have no name that is visible outside. Any other is found by name, and so is one that
  // the module type of a parametric module promises.
  TypeDef implementation(const AbstractType& abstract, const Seen& behind) {
    if (abstract.symbol->origin != nullptr) {
      if (const TypeDef* known = behind.frame->find(abstract.symbol->origin)) return *known;
    }
    const TypeSymbol* given = find_type(behind.module, abstract);
    const TypeDef* known = behind.frame->find(given);
    return known != nullptr ? *known : TypeDef{given, behind.frame};
  }

  void bind(const Module& view, const Seen& behind, Frame& frame) {
    const Module& given = *behind.module;
    if (view.functor != nullptr) {
      frame.functors.emplace(view.functor, behind.frame->find(given.functor));
      return;
    }
    if (view.env == given.env && &frame == behind.frame) return;
    for (auto [name, value] : view.env->values) {
      // A number of an argument that the result passes on is known already.
      if (frame.find(value) == nullptr)
        frame.values[value] = *behind.frame->find(given.env->values.find(name));
    }
    for (auto [name, module] : view.env->modules)
      bind(*module, {given.env->modules.find(name), behind.frame}, frame);
  }

  std::deque<Frame> frames;  // the outermost is the first; addresses are stable
  std::deque<BoundFunctor> functors;
};

Modules::Modules(const CheckedProgram& program) : impl_(std::make_unique<Impl>(program)) {}
Modules::~Modules() = default;

const Frame* Modules::top() const { return &impl_->frames.front(); }

}  // namespace planish::lower
