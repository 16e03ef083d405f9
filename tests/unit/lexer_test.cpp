#include "syntax/lexer.h"

#include <gtest/gtest.h>

#include <string>

namespace planish {
namespace {

constexpr std::string_view kKindNames[] = {
#define TOKEN(K, text) #K,
#include "syntax/tokens.def"
};

class Lexer : public testing::Test {
 protected:
  // Kinds and texts of all tokens: "Def Ident:x Equal Int:1".
  std::string tokens(std::string text) {
    diags_ = {};
    const SourceFile* file = sources_.add("test.fut", std::move(text));
    lexed_ = lex(*file, names_, diags_);
    std::string out;
    for (const Token& token : lexed_.tokens) {
      if (token.kind == TokenKind::End) break;
      if (!out.empty()) out += ' ';
      out += kKindNames[static_cast<size_t>(token.kind)];
      bool fixed = token.kind >= TokenKind::Assert;
      if (!fixed) out += fmt::format(":{}", sources_.text(token.loc));
    }
    return out;
  }
  std::string clean_tokens(std::string text) {
    std::string out = tokens(std::move(text));
    EXPECT_EQ(diags_.size(), 0u) << out << ": " << diags_.all()[0].message;
    return out;
  }
  // The code and the text of the primary range of all errors: "bad-literal:0x".
  std::string errors(std::string text) {
    tokens(std::move(text));
    std::string out;
    for (const Diagnostic& diag : diags_.all()) {
      if (!out.empty()) out += ' ';
      out += fmt::format("{}:{}", info(diag.kind).code, sources_.text(diag.labels[0].loc));
    }
    return out;
  }

  SourceMap sources_;
  Interner names_;
  Diagnostics diags_;
  LexResult lexed_;
};

TEST_F(Lexer, NamesAndKeywords) {
  EXPECT_EQ(clean_tokens("def x' _y _ __z in inn i"),
            "Def Ident:x' Ident:_y Underscore Underscore Ident:_z In Ident:inn Ident:i");
  EXPECT_EQ(clean_tokens("#foo #_bar1 #[x] ???"),
            "Constructor:#foo Constructor:#_bar1 HashBracket Ident:x RBracket Hole");
  EXPECT_EQ(names_.text(lexed_.tokens[0].name), "foo");
}

TEST_F(Lexer, Numbers) {
  EXPECT_EQ(clean_tokens("0 12 1_000_ 3i8 0xFFu64 0b10_1 0rXIV 0RMi32"),
            "Int:0 Int:12 Int:1_000_ Int:3i8 Int:0xFFu64 Int:0b10_1 Int:0rXIV Int:0RMi32");
  EXPECT_EQ(clean_tokens("1.5 1e3 2f32 1.5e-3f16 1_0.5_0 0x1.8p-3 0xA.0P+1_0f32"),
            "Float:1.5 Float:1e3 Float:2f32 Float:1.5e-3f16 Float:1_0.5_0 Float:0x1.8p-3 "
            "Float:0xA.0P+1_0f32");
}

TEST_F(Lexer, NumbersAfterAPointAreFields) {
  EXPECT_EQ(clean_tokens("x.0.1"), "Ident:x Dot Int:0 Dot Int:1");
  EXPECT_EQ(clean_tokens("x. 0.1"), "Ident:x Dot Int:0 Dot Int:1");
  EXPECT_EQ(clean_tokens("0.1.2"), "Float:0.1 Dot Int:2");
  EXPECT_EQ(clean_tokens("1...10 0..<5 5..>0 1..3...9"),
            "Int:1 DotDotDot Int:10 Int:0 DotDotLess Int:5 Int:5 DotDotGreater Int:0 Int:1 DotDot "
            "Int:3 DotDotDot Int:9");
}

TEST_F(Lexer, BadNumbers) {
  EXPECT_EQ(errors("0x 0b 0r"), "bad-literal:0x bad-literal:0b bad-literal:0r");
  EXPECT_EQ(errors("0b12 12abc 1.5i32 1u9"),
            "bad-literal:2 bad-literal:abc bad-literal:i32 bad-literal:u9");
  EXPECT_EQ(errors("0x1.8 1e"), "bad-literal:0x1.8 bad-literal:e");
}

TEST_F(Lexer, CharactersAndTypeParameters) {
  EXPECT_EQ(clean_tokens(R"('a' '\n' '\'' '\65' 'λ' '^' '"')"),
            R"(Char:'a' Char:'\n' Char:'\'' Char:'\65' Char:'λ' Char:'^' Char:'"')");
  EXPECT_EQ(clean_tokens("'a 'b '^c '~d"),
            "Apostrophe Ident:a Apostrophe Ident:b ApostropheHat Ident:c ApostropheTilde Ident:d");
  EXPECT_EQ(errors(R"('\abc')"), R"(bad-literal:'\abc')");
  EXPECT_EQ(errors(R"('\)"), R"(unterminated-literal:'\)");
}

TEST_F(Lexer, Strings) {
  EXPECT_EQ(clean_tokens(R"("" "a\"b" "\\" "-- no comment")"),
            R"(String:"" String:"a\"b" String:"\\" String:"-- no comment")");
  EXPECT_EQ(errors("\"abc\ndef"), "unterminated-literal:\"abc");
  EXPECT_EQ(errors("\"abc\\"), "unterminated-literal:\"abc\\");
  EXPECT_EQ(errors("\"a\tb\""), "bad-literal:\t");
}

TEST_F(Lexer, Operators) {
  EXPECT_EQ(clean_tokens("= == ! != - * < ^ | -> ->> <-> +. =>"),
            "Equal Operator:== Bang Operator:!= Minus Star Less Hat Pipe Arrow Operator:->> "
            "Operator:<-> Operator:+. Operator:=>");
  EXPECT_EQ(clean_tokens("x+-- no comment"), "Ident:x Operator:+-- Ident:no Ident:comment");
  EXPECT_EQ(clean_tokens(": :> :: ? ~ $ ` \\ ,"),
            "Colon ColonGreater Colon Colon Question Tilde Dollar Backtick Backslash Comma");
}

TEST_F(Lexer, QualifiedOperators) {
  EXPECT_EQ(clean_tokens("a m.+ b m.n.<= c"),
            "Ident:a QualOperator:m.+ Ident:b QualOperator:m.n.<= Ident:c");
  EXPECT_EQ(names_.text(lexed_.tokens[1].name), "+");
  EXPECT_EQ(clean_tokens("m.x+y"), "Ident:m Dot Ident:x Operator:+ Ident:y");
  EXPECT_EQ(clean_tokens("m.(x)"), "Ident:m Dot LParen Ident:x RParen");
  EXPECT_EQ(clean_tokens("a...b"), "Ident:a DotDotDot Ident:b");
}

TEST_F(Lexer, BracketsAfterAtoms) {
  EXPECT_EQ(
      clean_tokens("a[0] a [0] a[0][1]"),
      "Ident:a Indexing Int:0 RBracket Ident:a LBracket Int:0 RBracket Ident:a Indexing Int:0 "
      "RBracket Indexing Int:1 RBracket");
  EXPECT_EQ(clean_tokens("(a)[0] {}[0] \"a\"[0]"),
            "LParen Ident:a RParen Indexing Int:0 RBracket LBrace RBrace LBracket Int:0 RBracket "
            "String:\"a\" LBracket Int:0 RBracket");
}

TEST_F(Lexer, SpaceBefore) {
  tokens("a b(c -- d\ne");
  std::string spaces;
  for (const Token& token : lexed_.tokens) spaces += token.space_before ? '1' : '0';
  EXPECT_EQ(spaces, "110010");
}

TEST_F(Lexer, Comments) {
  EXPECT_EQ(clean_tokens("-- one\r\nx -- | two\n  -- three"), "Ident:x");
  ASSERT_EQ(lexed_.comments.size(), 3u);
  EXPECT_EQ(sources_.text(lexed_.comments[0].loc), "-- one");
  EXPECT_FALSE(lexed_.comments[0].doc);
  EXPECT_EQ(sources_.text(lexed_.comments[1].loc), "-- | two");
  EXPECT_TRUE(lexed_.comments[1].doc);
  EXPECT_EQ(clean_tokens("--| no documentation\n--\n--> no operator"), "");
  EXPECT_FALSE(lexed_.comments[0].doc);
}

TEST_F(Lexer, NothingToRead) {
  EXPECT_EQ(clean_tokens(""), "");
  EXPECT_EQ(clean_tokens(" \t\r\n\v\f"), "");
  EXPECT_EQ(clean_tokens("-- only a comment"), "");
  EXPECT_EQ(clean_tokens("\xEF\xBB\xBFx"), "Ident:x");
}

TEST_F(Lexer, BadCharacters) {
  EXPECT_EQ(errors("a @ b; c"), "bad-character:@ bad-character:;");
  EXPECT_EQ(tokens("a \u2264 b"), "Ident:a Error:\u2264 Ident:b");
  EXPECT_EQ(diags_.all()[0].replacement, "<=");
  EXPECT_EQ(errors("λλ # x"), "bad-character:λλ bad-character:#");
  EXPECT_EQ(errors(std::string("x\0\0y", 4)), std::string("bad-character:\0\0", 16));
}

TEST_F(Lexer, BadEncodingIsReportedOnce) {
  EXPECT_EQ(errors("x \xFF\xFE -- \x80\n\"\xC3\" y"), "bad-encoding:\xFF");
  EXPECT_EQ(tokens("a \xFF b \"\xFE\""), "Ident:a Error:\xFF Ident:b String:\"\xFE\"");
  // Too long an encoding, a surrogate, a code point that does not exist.
  EXPECT_EQ(errors("-- \xC0\xAF"), "bad-encoding:\xC0");
  EXPECT_EQ(errors("-- \xED\xA0\x80"), "bad-encoding:\xED");
  EXPECT_EQ(errors("-- \xF4\x90\x80\x80"), "bad-encoding:\xF4");
  EXPECT_EQ(errors("-- \xE2\x82"), "bad-encoding:\xE2");
  // UTF-16 has one error, not one for every other byte.
  EXPECT_EQ(errors(std::string("\xFF\xFEx\0y\0", 6)), "bad-encoding:\xFF");
}

TEST_F(Lexer, ManyErrorsAreCutOff) {
  std::string text;
  for (int i = 0; i < 1000; i++) text += "@ x ";
  tokens(text);
  EXPECT_EQ(diags_.size(), 20u);
}

TEST_F(Lexer, LongChainsOfNamesAreLinear) {
  std::string text = "a";
  for (int i = 0; i < 500'000; i++) text += ".a";
  tokens(text);
  EXPECT_EQ(lexed_.tokens.size(), 1'000'002u);
  tokens(text + ".+");
  EXPECT_EQ(lexed_.tokens.size(), 2u);
}

}  // namespace
}  // namespace planish
