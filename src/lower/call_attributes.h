// Attributes that the programmer wrote, on their way to the statements that an expression becomes.
#pragma once

#include <vector>

#include "ir/build/builder.h"
#include "sema/types/context.h"

namespace planish::lower {

class Lowering;

class CallAttributes {
 public:
  explicit CallAttributes(Lowering& lowering);

  // What was written, for the IR. Programs cannot ask for what passes say to each other.
  std::span<const Attribute> of(std::span<const ast::Attr> written);
  void add(std::vector<Attribute>& to, const ast::Attr& written);

  // Of the expression that the next call stands for: an operator may become several statements.
  std::vector<Attribute> call;

 private:
  SemaContext& cx_;
  ir::Storage& storage_;
};

}  // namespace planish::lower
