#include "module_uses.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "sema/types/type_walk.h"
#include "syntax/ast_match.h"
#include "syntax/tree_walk.h"

namespace planish {
namespace {

using lower::Frame;
using lower::TypeDef;
using lower::ValueDef;

// A type, and what its names stand for.
struct SeenType {
  const Type* type = nullptr;
  const Frame* frame = nullptr;
  const std::map<const TypeSymbol*, SeenType>* params = nullptr;  // may be null
};
using TypeParams = std::map<const TypeSymbol*, SeenType>;

class TypeReader {
 public:
  explicit TypeReader(const SemaContext& cx) : cx_(cx) {}

  // The same type, whose outermost part is not an abstract type that something implements.
  SeenType expand(SeenType seen) {
    while (auto* named = as<NamedType>(seen.type)) {
      if (seen.params != nullptr) {
        if (auto it = seen.params->find(named->symbol); it != seen.params->end()) {
          seen = it->second;
          continue;
        }
      }
      if (named->symbol->kind == TypeSymbolKind::Param) break;
      const TypeDef* def = seen.frame->find(named->symbol);
      if (def == nullptr) {
        unknown.insert(named->symbol);
        break;
      }
      if (def->symbol->kind != TypeSymbolKind::Abbreviation) break;
      TypeParams& params = params_.emplace_back();
      for (size_t i = 0; i < named->args.size(); i++) {
        if (named->args[i].type != nullptr)
          params[def->symbol->params[i].type] = {named->args[i].type, seen.frame, seen.params};
      }
      seen = {def->symbol->definition, def->frame, &params};
    }
    return seen;
  }

  std::string show(SeenType seen) {
    seen = expand(seen);
    auto part = [&](const Type* type) { return show({type, seen.frame, seen.params}); };
    std::string out;
    switch (seen.type->kind) {
      case TypeKind::Prim: return std::string(prim_name(as<PrimType>(seen.type)->prim));
      case TypeKind::Array: return "[]" + part(as<ArrayType>(seen.type)->elem);
      case TypeKind::Arrow:
        return fmt::format("({} -> {})", part(as<ArrowType>(seen.type)->param),
                           part(as<ArrowType>(seen.type)->result));
      case TypeKind::Record:
        for (const Field& field : as<RecordType>(seen.type)->fields)
          out += fmt::format(" {}: {}", cx_.text(field.name), part(field.type));
        return fmt::format("{{{} }}", out);
      case TypeKind::Sum:
        for (const Constructor& constructor : as<SumType>(seen.type)->constructors) {
          out += fmt::format(" #{}", cx_.text(constructor.name));
          for (const Type* arg : constructor.args) out += " " + part(arg);
        }
        return out;
      case TypeKind::Named: {
        const TypeSymbol* symbol = as<NamedType>(seen.type)->symbol;
        out = fmt::format("{}{}", symbol->kind == TypeSymbolKind::Param ? "'" : "",
                          cx_.text(symbol->name));
        for (const TypeArg& arg : as<NamedType>(seen.type)->args) {
          if (arg.type != nullptr) out += " " + part(arg.type);
        }
        return out;
      }
      case TypeKind::Error:
      case TypeKind::Meta: return "?";
    }
    return out;
  }

  // Is the type at the use what the type of the definition becomes when its parameters are chosen?
  bool is_instance(SeenType def, SeenType use, TypeParams& chosen) {
    def = expand(def);
    use = expand(use);
    if (auto* named = as<NamedType>(def.type)) {
      if (auto it = chosen.find(named->symbol); it != chosen.end()) {
        if (it->second.type != nullptr) return show(it->second) == show(use);
        it->second = use;
        return true;
      }
    }
    if (def.type->kind != use.type->kind) return false;
    auto same = [&](const Type* a, const Type* b) {
      return is_instance({a, def.frame, def.params}, {b, use.frame, use.params}, chosen);
    };
    switch (def.type->kind) {
      case TypeKind::Array:
        return same(as<ArrayType>(def.type)->elem, as<ArrayType>(use.type)->elem);
      case TypeKind::Arrow:
        return same(as<ArrowType>(def.type)->param, as<ArrowType>(use.type)->param) &&
               same(as<ArrowType>(def.type)->result, as<ArrowType>(use.type)->result);
      case TypeKind::Record:
        return std::ranges::equal(as<RecordType>(def.type)->fields,
                                  as<RecordType>(use.type)->fields,
                                  [&](const Field& a, const Field& b) {
                                    return a.name == b.name && same(a.type, b.type);
                                  });
      case TypeKind::Sum:
        return std::ranges::equal(
            as<SumType>(def.type)->constructors, as<SumType>(use.type)->constructors,
            [&](const Constructor& a, const Constructor& b) {
              return a.name == b.name && std::ranges::equal(a.args, b.args, same);
            });
      case TypeKind::Named:
        return as<NamedType>(def.type)->symbol == as<NamedType>(use.type)->symbol &&
               std::ranges::equal(as<NamedType>(def.type)->args, as<NamedType>(use.type)->args,
                                  [&](const TypeArg& a, const TypeArg& b) {
                                    return a.type == nullptr || same(a.type, b.type);
                                  });
      case TypeKind::Prim:
      case TypeKind::Error:
      case TypeKind::Meta: return show(def) == show(use);
    }
    return false;
  }

  std::set<const TypeSymbol*> unknown;  // abstract types that the frame does not know

 private:
  const SemaContext& cx_;
  std::deque<TypeParams> params_;
};

class Follower {
 public:
  Follower(const SemaContext& cx, const lower::Modules& modules) : cx_(cx), top_(modules.top()) {}

  ModuleUses follow(const CheckedProgram& program, UsesIn where) {
    for (const ImportedFile* file : program.files) {
      if (where == UsesIn::AllFiles || !file->prelude) start(file->program->decls);
    }
    while (!open_.empty()) {
      auto [decl, frame] = open_.back();
      open_.pop_back();
      read(*decl, frame);
    }
    return std::move(uses_);
  }

 private:
  // ---- Definitions outside of parametric modules

  void start(std::span<ast::Decl* const> decls) {
    for (const ast::Decl* decl : decls) start(decl);
  }
  void start(const ast::Decl* decl) {
    if (auto* local = ast::as<ast::LocalDecl>(decl)) start(local->inner);
    if (auto* val = ast::as<ast::ValDecl>(decl)) add(val, top_);
    if (auto* open = ast::as<ast::OpenDecl>(decl)) start(open->value);
    if (auto* mod = ast::as<ast::ModDecl>(decl); mod != nullptr && mod->params.empty())
      start(mod->value);
  }
  void start(const ast::ModExpr* expr) {
    if (auto* parens = ast::as<ast::ModParens>(expr)) start(parens->inner);
    if (auto* body = ast::as<ast::ModBody>(expr)) start(body->decls);
    if (auto* ascribe = ast::as<ast::ModAscribe>(expr)) start(ascribe->value);
    if (auto* apply = ast::as<ast::ModApply>(expr)) {
      start(apply->fn);
      start(apply->arg);
    }
    if (expr->checked->shape->env != nullptr) visible(*expr->checked->shape->env);
  }
  // What an application or an ascription makes visible.
  void visible(const Env& env) {
    for (auto [name, value] : env.values) use(value, nullptr, top_);
    for (auto [name, module] : env.modules) {
      if (module->env != nullptr) visible(*module->env);
    }
  }

  // ---- Bodies

  void add(const ast::ValDecl* decl, const Frame* frame) {
    if (seen_.insert({decl, frame}).second) open_.emplace_back(decl, frame);
  }

  void read(const ast::ValDecl& decl, const Frame* frame) {
    type(decl.symbol->type, frame, decl.loc);
    walk_tree(static_cast<const ast::Decl*>(&decl), [&](const TreeNode& node) {
      if (auto* pattern = std::get_if<const ast::Pattern*>(&node.node))
        type((*pattern)->type, frame, node.loc);
      if (auto* type_expr = std::get_if<const ast::TypeExpr*>(&node.node))
        type((*type_expr)->type, frame, node.loc);
      if (auto* expr = std::get_if<const ast::Expr*>(&node.node)) read(*expr, frame);
    });
  }

  void read(const ast::Expr* expr, const Frame* frame) {
    loc_ = expr->loc;
    type(expr->type, frame, expr->loc);
    if (auto* e = ast::as<ast::Var>(expr)) use_in(*e, e->fields.empty() ? e->type : nullptr, frame);
    if (auto* e = ast::as<ast::BinOp>(expr)) use_in(*e, e->op_type, frame);
    if (auto* e = ast::as<ast::OpSection>(expr)) use_in(*e, e->type, frame);
    if (auto* e = ast::as<ast::OpSectionLeft>(expr)) use_in(*e, e->op_type, frame);
    if (auto* e = ast::as<ast::OpSectionRight>(expr)) use_in(*e, e->op_type, frame);
  }

  template <class Node>
  void use_in(const Node& node, const Type* at_use, const Frame* frame) {
    if (node.instance != nullptr) {
      for (const InstanceArg& arg : node.instance->args) {
        if (arg.type != nullptr) type(arg.type, frame, node.loc);
        if (arg.size != nullptr) size(arg.size, frame, node.loc);
      }
    }
    if (node.symbol->kind <= ValueKind::Spec) arguments(*node.symbol, node.instance);
    use(node.symbol, at_use, frame);
  }

  // Arguments are in the order of the parameters; there are none where a function calls itself.
  void arguments(const ValueSymbol& symbol, const Instance* instance) {
    if (instance == nullptr) return;
    bool fit = std::ranges::equal(symbol.params, instance->args,
                                  [](const SchemeParam& param, const InstanceArg& arg) {
                                    return (param.type != nullptr) == (arg.type != nullptr);
                                  });
    if (!fit)
      problem(loc_, "the arguments of `{}` are not those of its parameters", cx_.text(symbol.name));
  }

  void use(const ValueSymbol* symbol, const Type* at_use, const Frame* frame) {
    if (symbol->kind > ValueKind::Spec) return;
    uses_.count++;
    const ValueDef* def = frame->find(symbol);
    if (def == nullptr) return problem(loc_, "`{}` is not known", cx_.text(symbol->name));
    if (def->symbol->kind == ValueKind::Def) {
      if (def->symbol->decl == nullptr) problem(loc_, "`{}` has no body", cx_.text(symbol->name));
      add(def->symbol->decl, def->frame);
    } else if (def->symbol->kind != ValueKind::Intrinsic) {
      problem(loc_, "`{}` is not a definition", cx_.text(symbol->name));
    }
    if (def->symbol->name != symbol->name)
      problem(loc_, "`{}` is `{}`", cx_.text(symbol->name), cx_.text(def->symbol->name));
    if (at_use == nullptr) at_use = symbol->type;
    TypeParams chosen;
    for (const SchemeParam& param : def->symbol->params) {
      if (param.type != nullptr) chosen[param.type] = {};
    }
    TypeReader reader(cx_);
    SeenType wanted{def->symbol->type, def->frame, nullptr}, found{at_use, frame, nullptr};
    if (!reader.is_instance(wanted, found, chosen)) {
      problem(loc_, "`{}` is defined with type {} and used with type {}", cx_.text(symbol->name),
              reader.show(wanted), reader.show(found));
    }
  }

  // ---- Types

  void type(const Type* type, const Frame* frame, Loc loc) {
    if (type == nullptr) return;
    if ((type->flags & kHasNamed) != 0) {
      TypeReader reader(cx_);
      reader.show({type, frame, nullptr});
      for (const TypeSymbol* unknown : reader.unknown)
        problem(loc, "the type `{}` is not known", cx_.text(unknown->name));
    }
    for_each_size(type, InFunctions::Visit, [&](const Size* s) { size(s, frame, loc); });
  }

  void size(const Size* size, const Frame* frame, Loc loc) {
    for_each_part(size, [&](const Size* part) {
      if (part->kind != SizeKind::Var || part->var->kind > ValueKind::Spec) return;
      if (frame->find(part->var) == nullptr)
        problem(loc, "the size `{}` is not known", cx_.text(part->var->name));
    });
  }

  template <class... Args>
  void problem(Loc loc, fmt::format_string<Args...> format, Args&&... args) {
    Position at = cx_.sources.begin(loc);
    std::string message = fmt::format("{}:{}: {}", at.line, at.column,
                                      fmt::format(format, std::forward<Args>(args)...));
    if (std::ranges::find(uses_.problems, message) == uses_.problems.end())
      uses_.problems.push_back(message);
  }

  const SemaContext& cx_;
  const Frame* top_;
  Loc loc_;
  ModuleUses uses_;
  std::set<std::pair<const ast::ValDecl*, const Frame*>> seen_;
  std::vector<std::pair<const ast::ValDecl*, const Frame*>> open_;
};

}  // namespace

ModuleUses follow_uses(const SemaContext& cx, const CheckedProgram& program,
                       const lower::Modules& modules, UsesIn where) {
  return Follower(cx, modules).follow(program, where);
}

std::string implemented_type(const SemaContext& cx, const Type* type, const lower::Frame* frame) {
  return TypeReader(cx).show({type, frame, nullptr});
}

}  // namespace planish
