// The parts of the parser, put together for one file. They use each other in circles, as the
// grammar does: a type holds sizes, which are expressions, and an expression holds types.
#pragma once

#include "syntax/parser/atoms.h"
#include "syntax/parser/declarations.h"
#include "syntax/parser/doc_comments.h"
#include "syntax/parser/expressions.h"
#include "syntax/parser/modules.h"
#include "syntax/parser/names.h"
#include "syntax/parser/patterns.h"
#include "syntax/parser/recovery.h"
#include "syntax/parser/types.h"

namespace planish {

struct Grammar {
  Grammar(ParseState& shared, SyntaxErrors& reports)
      : state(shared),
        errors(reports),
        recovery(shared, reports),
        docs(shared, reports),
        names(*this),
        types(*this),
        patterns(*this),
        atoms(*this),
        expressions(*this),
        modules(*this),
        declarations(*this) {}

  ParseState& state;
  SyntaxErrors& errors;
  Recovery recovery;
  DocComments docs;
  NameParser names;
  TypeParser types;
  PatternParser patterns;
  AtomParser atoms;
  ExpressionParser expressions;
  ModuleParser modules;
  DeclarationParser declarations;
};

inline GrammarPart::GrammarPart(Grammar& all)
    : TokenReader(all.state), errors_(all.errors), parse_(all) {}

}  // namespace planish
