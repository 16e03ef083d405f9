// The words of NESL programs, for SourceText.
#pragma once

#include "driver/session/session.h"
#include "syntax/lexer.h"

namespace planish::explain {

// Its tokens and comments, as the tokens of the other language that mean the same to SourceText and to
// pages: names, literals, brackets, operators. What ends a form or a binding begins the next one, and
// so is a `let`.
LexResult words_of_nesl(const SourceFile& file, Session& session);

}  // namespace planish::explain
