#include "syntax/dump.h"

#include <fmt/format.h>

#include <array>

#include "diag/display_text.h"
#include "syntax/tree_writer.h"

namespace planish {
namespace {

constexpr std::array kTokenKinds = {
#define TOKEN(K, text) std::string_view(#K),
#include "syntax/tokens.def"
};

// "DotDotLess" as "dot-dot-less".
std::string kind_name(TokenKind kind) {
  std::string out;
  for (char c : kTokenKinds[static_cast<size_t>(kind)]) {
    bool upper = c >= 'A' && c <= 'Z';
    if (upper && !out.empty()) out += '-';
    out += upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

class TokenWriter {
 public:
  TokenWriter(const SourceMap& sources, const DumpOptions& options)
      : sources_(sources), options_(options) {}

  void add(std::string_view kind, Loc loc) {
    std::string_view text = loc.begin < loc.end ? sources_.text(loc) : std::string_view();
    if (options_.format == DumpFormat::Json) {
      out_ += first_ ? "\n" : ",\n";
      out_ += fmt::format("{{\"kind\":{},\"text\":{}", quoted(kind), quoted(text));
      if (options_.locations) out_ += fmt::format(",\"range\":{}", range_json(sources_, loc));
      out_ += '}';
    } else {
      if (options_.locations) out_ += fmt::format("{:<15} ", range_text(sources_, loc));
      if (text.empty()) {
        out_ += kind;
      } else {
        out_ += fmt::format("{:<16} {}", kind, valid_utf8(text));
      }
      out_ += '\n';
    }
    first_ = false;
  }

  std::string finish() {
    return options_.format == DumpFormat::Json ? "{\"tokens\":[" + out_ + "\n]}\n"
                                               : std::move(out_);
  }

 private:
  const SourceMap& sources_;
  const DumpOptions& options_;
  std::string out_;
  bool first_ = true;
};

}  // namespace

std::string dump_tokens(const LexResult& lexed, const SourceMap& sources,
                        const DumpOptions& options) {
  TokenWriter writer(sources, options);
  size_t comment = 0;
  for (const Token& token : lexed.tokens) {
    for (; comment < lexed.comments.size() && lexed.comments[comment].loc.begin < token.loc.begin;
         comment++) {
      const Comment& c = lexed.comments[comment];
      if (options.comments) writer.add(c.doc ? "doc-comment" : "comment", c.loc);
    }
    writer.add(kind_name(token.kind), token.loc);
  }
  return writer.finish();
}

}  // namespace planish
