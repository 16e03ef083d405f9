#include "nesl/syntax/lexer.h"

#include <gtest/gtest.h>

#include <bit>
#include <string>

namespace planish::nesl {
namespace {

class NeslLexer : public testing::Test {
 protected:
  // The texts of all tokens, with spaces between them.
  std::string tokens(std::string text) {
    diags_ = {};
    const SourceFile* file = sources_.add("test.nesl", std::move(text));
    lexed_ = lex(*file, arena_, names_, diags_);
    std::string out;
    for (const Token& token : lexed_.tokens) {
      if (token.kind == TokenKind::End) break;
      out += (out.empty() ? "" : " ") + std::string(sources_.text(token.loc));
    }
    return out;
  }

  SourceMap sources_;
  Arena arena_;
  Interner names_;
  Diagnostics diags_;
  LexResult lexed_;
};

TEST_F(NeslLexer, CaseDoesNotMatter) {
  tokens("FooBar foobar IF T");
  EXPECT_EQ(lexed_.tokens[0].name, lexed_.tokens[1].name);
  EXPECT_EQ(lexed_.tokens[2].kind, TokenKind::If);
  EXPECT_EQ(lexed_.tokens[3].kind, TokenKind::True);
}
TEST_F(NeslLexer, Numbers) {
  EXPECT_EQ(tokens(".5 5. 1e3 1e x 2.5E-3 3x"), ".5 5. 1e3 1 e x 2.5E-3 3 x");
  EXPECT_EQ(std::bit_cast<double>(lexed_.tokens[2].value), 1000.0);
  EXPECT_EQ(lexed_.tokens[3].kind, TokenKind::Int);
  EXPECT_EQ(diags_.size(), 0u);
  tokens("1e-400 9223372036854775808");
  EXPECT_EQ(diags_.size(), 0u);
  tokens("9223372036854775809 1e400");
  EXPECT_EQ(diags_.size(), 2u);
}
TEST_F(NeslLexer, SymbolsAreAsLongAsPossible) {
  EXPECT_EQ(tokens("a->b<-c=>d:=e::f++g||h|i/=j=k"),
            "a -> b <- c => d := e :: f ++ g || h | i /= j = k");
}
TEST_F(NeslLexer, CharactersAndStrings) {
  EXPECT_EQ(tokens("`a ` ``  \"a\\\"b\\\\\" "), "`a `  `` \"a\\\"b\\\\\"");
  EXPECT_EQ(lexed_.tokens[1].value, static_cast<uint64_t>(' '));
  EXPECT_EQ(lexed_.tokens[2].value, static_cast<uint64_t>('`'));
  EXPECT_EQ(std::string_view(lexed_.tokens[3].text, lexed_.tokens[3].value), "a\"b\\");
}
TEST_F(NeslLexer, CommentsAreNotNested) {
  EXPECT_EQ(tokens("a % b %c% d\n % e"), "a c e");
  EXPECT_EQ(lexed_.comments.size(), 2u);
  EXPECT_TRUE(lexed_.tokens[2].line_start);
  EXPECT_EQ(diags_.size(), 0u);
  tokens("a % b");
  EXPECT_TRUE(diags_.has_errors());
}

}  // namespace
}  // namespace planish::nesl
