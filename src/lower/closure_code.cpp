#include "lower/closure_code.h"

namespace planish::lower {

Code code_of(const SemaContext& cx, const Closure& closure) {
  switch (closure.kind) {
    case CodeKind::Definition: {
      auto* decl = static_cast<const ast::ValDecl*>(closure.code);
      return {decl->params, decl->body, decl->result, decl->attrs, cx.text(decl->name.name)};
    }
    case CodeKind::Lambda: {
      auto* lambda = static_cast<const ast::Lambda*>(closure.code);
      return {lambda->params, lambda->body, lambda->result, {}, "lambda"};
    }
    case CodeKind::LocalFunction: {
      auto* local = static_cast<const ast::LetFun*>(closure.code);
      return {local->params, local->value, local->result, {}, cx.text(local->name.name)};
    }
    default: throw std::logic_error("compiler bug: code without a body");
  }
}

const Type* type_of(const Closure& closure) {
  switch (closure.kind) {
    case CodeKind::Definition: return static_cast<const ast::ValDecl*>(closure.code)->symbol->type;
    case CodeKind::Lambda: return static_cast<const ast::Lambda*>(closure.code)->type;
    case CodeKind::LocalFunction:
      return static_cast<const ast::LetFun*>(closure.code)->symbol->type;
    default: return nullptr;
  }
}

Consumed consumes_argument(const AtomTree* fn, size_t number) {
  const Closure& closure = closure_of(fn);
  const Type* type = type_of(closure);
  for (size_t i = 0; type != nullptr; i++) {
    auto* arrow = as<ArrowType>(type);
    if (arrow == nullptr) break;
    if (i == closure.args.size() + number) return arrow->consumes ? Consumed::Yes : Consumed::No;
    type = arrow->result;
  }
  return Consumed::No;
}

}  // namespace planish::lower
