#include "nesl/syntax/parser.h"

#include "nesl/syntax/form_parser.h"

namespace planish::nesl {

ParseResult parse(const SourceFile& file, Arena& arena, Interner& names, Diagnostics& diags) {
  ParseState state(file, arena, names, diags);
  Program* program = FormParser(state).program();
  return {program, std::move(state.lexed.comments)};
}

TypeAnnotation* parse_type(const SourceFile& file, Arena& arena, Interner& names,
                           Diagnostics& diags) {
  ParseState state(file, arena, names, diags);
  return FormParser(state).lone_type();
}

}  // namespace planish::nesl
