// Attributes: `#[name]` and `#[name(arguments)]` before expressions, declarations, patterns and
// specs.
#pragma once

#include <span>

#include "sema/types/context.h"

namespace planish {

enum class AttrPlace : uint8_t { Expr, Decl };

// Warns of attributes that the compiler does not know. In patterns and specs attributes are for
// other tools, and so are numbers: nobody checks them.
void check_attribute(SemaContext& cx, const ast::Attr& attr, AttrPlace place);
void check_attributes(SemaContext& cx, std::span<const ast::Attr> attrs, AttrPlace place);

}  // namespace planish
