// What names at top level mean.
#pragma once

#include <cstdint>
#include <string_view>

#include "nesl/syntax/ast.h"
#include "nesl/types/builtin.h"
#include "nesl/types/type.h"

namespace planish::nesl {

enum class DefinitionKind : uint8_t {
  Function,     // of a FunctionForm, in the program or in the prelude
  Value,        // a name in the pattern of a BindForm
  Builtin,      // made by lowering: `builtin` says which
  Constructor,  // of `datatype`: from its content to it
  Outside,      // of another language: `outside` says which
};

// What a definition is from a form on.
struct Body {
  uint32_t from = 0;                       // the number of the form
  const FunctionForm* function = nullptr;  // Function; has a body
  const BindForm* bind = nullptr;          // Value: the form …
  const Variable* variable = nullptr;      // … and the name in its pattern
  const Body* earlier = nullptr;
};

// A name with one type. A later form of the same name and type gives it another body, which its
// callers get, too; with another type there is another Definition, and callers keep the old one.
struct Definition {
  DefinitionKind kind;
  Name name;
  Loc loc;  // of the name where it was first defined
  // Of a Function, Builtin or Constructor: its type is a Function whose site is this definition at
  // its own parameters. Values have no parameters, unless they are functions that capture nothing.
  Scheme scheme;
  bool prelude = false;  // in the prelude: users' definitions never replace it
  Builtin builtin{};
  const Datatype* datatype = nullptr;
  uint32_t outside = 0;                 // of Outside, for lowering: values/outside.h
  std::string_view refused;             // Outside: why it cannot be used here; empty: it can
  std::string_view documentation = {};  // Outside
  const Body* latest = nullptr;
  uint32_t declared = 0;  // the form that only declared it, before any body; 0: none
  // What it calls that talks to the world, directly or further on; itself for such a built-in; null:
  // nothing.
  const Definition* serial = nullptr;
  uint32_t uses = 0;  // in other definitions; of a built-in that talks to the world: anywhere
  const FunctionForm* last_form = nullptr;  // of a Function: with its defaults and documentation

  // The body that a form with this number, and everything that it calls, uses. Null: it has only
  // been declared there, and a call of it fails (the checker reports what is never defined).
  const Body* body_at(uint32_t form) const {
    const Body* body = latest;
    while (body != nullptr && body->from > form) body = body->earlier;
    return body;
  }
};

}  // namespace planish::nesl
