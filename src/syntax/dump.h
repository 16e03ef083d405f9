// Tokens and trees made visible, for `planish tokens` and `planish ast`.
#pragma once

#include <cstdint>
#include <string>

#include "support/name.h"
#include "support/source.h"
#include "syntax/ast.h"
#include "syntax/lexer.h"

namespace planish {

enum class DumpFormat : uint8_t { Text, Json };

struct DumpOptions {
  DumpFormat format = DumpFormat::Text;
  bool locations = true;
  bool comments = true;  // among tokens
};

// One line per token: place, kind and text. Comments stand between the tokens.
//   1:1-1:4      def
//   1:5-1:6      name        f
std::string dump_tokens(const LexResult& lexed, const SourceMap& sources,
                        const DumpOptions& options = {});

// An indented tree with the names of ast.def, every field after its own name:
//   (program 1:1-1:16
//     decls: (val 1:1-1:16 keyword=def name=f
//       params: (name 1:7-1:8 name=x)
//       body: (binop 1:11-1:16 op=+
//         left: (var 1:11-1:12 name=x)
//         right: (int 1:15-1:16 value=1))))
std::string dump_ast(const ast::Program& program, const Interner& names, const SourceMap& sources,
                     const DumpOptions& options = {});

}  // namespace planish
