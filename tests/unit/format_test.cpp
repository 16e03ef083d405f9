#include "syntax/format.h"

#include <gtest/gtest.h>

#include <random>

#include "support/large_stack.h"
#include "syntax/lexer.h"

namespace planish {
namespace {

Formatted run(const std::string& text) {
  SourceMap sources;
  Interner names;
  Diagnostics diags;
  Formatted result;
  const SourceFile* file = sources.add("a.fut", text);
  run_with_large_stack([&] { result = format(*file, names, diags); });
  return result;
}

// Formats, and checks that a second time changes nothing.
std::string formatted(const std::string& text) {
  Formatted once = run(text);
  EXPECT_EQ(once.status, FormatStatus::Done) << text;
  Formatted twice = run(once.text);
  EXPECT_EQ(twice.status, FormatStatus::Done) << once.text;
  EXPECT_EQ(twice.text, once.text);
  return once.text;
}

void stays(const std::string& text) { EXPECT_EQ(formatted(text), text); }

TEST(Format, Spaces) {
  EXPECT_EQ(formatted("def  f ( x:i32 )y:i32=x+y* -2"), "def f (x: i32) y : i32 = x + y * -2\n");
  EXPECT_EQ(formatted("def a = x[ i , 1:n:2 ,::-1]"), "def a = x[i, 1:n:2, ::-1]\n");
  EXPECT_EQ(formatted("def a = { x=1 ,y }"), "def a = {x = 1, y}\n");
  EXPECT_EQ(formatted("type t 'a [n]={x:[ n ]a,y:*[ ]i32}"),
            "type t 'a [n] = {x: [n]a, y: *[]i32}\n");
  EXPECT_EQ(formatted("type^ t = #a i32|#b"), "type^ t = #a i32 | #b\n");
  EXPECT_EQ(formatted("def a = ( + ) ( `f` x) (x- ) ( .0 ) m.( x )"),
            "def a = (+) (`f` x) (x -) (.0) m.(x)\n");
  EXPECT_EQ(formatted("#[ inline ] def f=#[a( b , c )] 1"), "#[inline] def f = #[a(b, c)] 1\n");
  EXPECT_EQ(formatted("entry f = \\ x->x :>[n]i32"), "entry f = \\x -> x :> [n]i32\n");
}

TEST(Format, TokensDoNotGrowTogether) {
  EXPECT_EQ(formatted("def a = - -x"), "def a = - -x\n");
  EXPECT_EQ(formatted("def a = ! -x"), "def a = ! -x\n");
  EXPECT_EQ(formatted("def a = 1 .. 2 ... 3"), "def a = 1 .. 2 ... 3\n");
  EXPECT_EQ(formatted("def a = f [1] xs[1]"), "def a = f [1] xs[1]\n");
}

// Before a `[` a space decides what it is, wherever it stands.
TEST(Format, BracketsStayWhatTheyAre) {
  EXPECT_EQ(formatted("type t = #foo[ 2 ]i32|#bar [ 2 ]i32"),
            "type t = #foo[2]i32 | #bar [2]i32\n");
  EXPECT_EQ(formatted("def f (x: [n] [ m]i32): [n][ m]i32 = x"),
            "def f (x: [n] [m]i32) : [n][m]i32 = x\n");
  EXPECT_EQ(formatted("def f = x with[ 1]=2"), "def f = x with[1] = 2\n");
  EXPECT_EQ(formatted("def f = let[n ] x=y in x"), "def f = let[n] x = y in x\n");
  EXPECT_EQ(formatted("def f[n ][m] 'a[k] = #foo[ n]"), "def f[n][m] 'a[k] = #foo[n]\n");
  // Not broken before the bracket either, however long the line.
  std::string name(60, 'a');
  stays("type t =\n  #" + name + "[" + name + "]i32\n");
}

TEST(Format, NumbersOfFields) {
  EXPECT_EQ(formatted("def a = x . 0 .1 . 2"), "def a = x.0.1.2\n");
  EXPECT_EQ(formatted("def a = x. -- why\n0 .1"), "def a =\n  x. -- why\n  0.1\n");
  EXPECT_EQ(formatted("def a = ( . 0 .1)"), "def a = (.0.1)\n");
  // A number has no fields: whether this is a float must not depend on spaces.
  EXPECT_EQ(run("def a = 2. 1").status, FormatStatus::SyntaxErrors);
  EXPECT_EQ(run("def a = 2 .1").status, FormatStatus::SyntaxErrors);
  EXPECT_EQ(run("def a = 2. x").status, FormatStatus::SyntaxErrors);
}

TEST(Format, LetChain) {
  EXPECT_EQ(formatted("def f = let a=1 in a"), "def f = let a = 1 in a\n");
  EXPECT_EQ(formatted("def f = let a=1\n  let b=2 in\n   a"),
            "def f =\n  let a = 1\n  let b = 2 in\n  a\n");
  stays("def f =\n  let a = 1\n  let b = 2\n  in a + b\n");
  stays("def f =\n  let a = 1\n\n  -- why\n  let b = 2 -- what\n  in\n    a + b\n");
}

TEST(Format, If) {
  stays("def f = if a then b else c\n");
  stays("def f =\n  if a\n  then b\n  else if c\n  then d\n  else e\n");
  stays("def f =\n  if a then\n    b\n  else\n    c\n");
  EXPECT_EQ(formatted("def f = if a then b\n else c"), "def f =\n  if a\n  then b\n  else c\n");
}

TEST(Format, MatchAndLoop) {
  stays(
      "def f =\n  match x\n  case #a -> 1\n  case #b y ->\n    loop z = y for i < 10 do\n      z + "
      "i\n");
}

TEST(Format, Applications) {
  stays("def f =\n  map (\\x ->\n         let y = x\n         in y)\n      xs\n");
  EXPECT_EQ(formatted("def f = reduce (+)\n 0 xs"),
            "def f =\n  reduce (+)\n         0\n         xs\n");
  EXPECT_EQ(formatted("def f = xs |> g |> h\n |> i"), "def f =\n  xs\n  |> g\n  |> h\n  |> i\n");
}

TEST(Format, Lists) {
  stays("def a = [1, 2,\n         3, 4]\n");
  stays("def a = {x = 1,\n         y = 2}\n");
  stays("def a = { x = 1\n        , y = 2\n        }\n");
  stays("def a = {\n  x = 1,\n  y = 2\n}\n");
  EXPECT_EQ(formatted("def a = (x, y,\n z)"), "def a = (x,\n         y,\n         z)\n");
}

TEST(Format, LongLinesAreBroken) {
  std::string name(40, 'n');
  std::string text = formatted("def f = " + name + " + " + name + " + " + name);
  EXPECT_EQ(text, "def f =\n  " + name + " + " + name + "\n  + " + name + "\n");
  text = formatted("def f (" + name + ": i32) (" + name + ": i32) (x: i32) = 1");
  EXPECT_EQ(text, "def f (" + name + ": i32)\n      (" + name + ": i32)\n      (x: i32) = 1\n");
}

TEST(Format, Declarations) {
  EXPECT_EQ(formatted("def a = 1\n\n\n\ndef b = 2\ndef c =\n  3\ndef d = 4"),
            "def a = 1\n\ndef b = 2\n\ndef c =\n  3\n\ndef d = 4\n");
  stays("module m = {\n  type t = i32\n  def x : t = 1\n}\n");
  stays("module type s = {\n  -- | A type.\n  type t\n\n  val x : t\n  -- the end\n}\n");
  EXPECT_EQ(formatted("module type s={val f 'a [n]:a->(n:i64)->[n]a}"),
            "module type s = { val f 'a [n] : a -> (n: i64) -> [n]a }\n");
  stays("module m = f (g { def x = 1 }) : (s with t = i32)\n");
  stays("");
}

TEST(Format, CommentsStay) {
  stays("-- first\n\n-- second\ndef a = 1 -- behind\n\n-- last\n");
  EXPECT_EQ(formatted("def a = [ -- one\n1, -- two\n2 -- three\n-- four\n]"),
            "def a = [ -- one\n  1, -- two\n  2 -- three\n  -- four\n]\n");
  EXPECT_EQ(formatted("-- only comments   \n\n\n\n-- two"), "-- only comments\n\n-- two\n");
}

TEST(Format, SyntaxErrorsAreNotTouched) {
  EXPECT_EQ(run("def a =").status, FormatStatus::SyntaxErrors);
  EXPECT_EQ(run("def \xFF").status, FormatStatus::SyntaxErrors);
}

TEST(Format, DeepNesting) {
  std::string lambdas = "def f = ";
  for (int i = 0; i < 19000; i++) lambdas += "\\x ->\n";
  std::string text = formatted(lambdas + "x");
  EXPECT_LT(text.size(), 19000u * 100);
  formatted("def f = " + std::string(19000, '(') + "1" + std::string(19000, ')'));
}

// White space put anywhere between tokens leads to the same tokens and to a stable result.
TEST(Format, AnyLayoutIsStable) {
  const std::string tokens[] = {
      "def",  "f",  "(x: i32)", "=",       "let",  "a", "=",  "if",   "x",     ">", "1",
      "then", "g",  "[1, 2]",   "(\\y ->", "y",    "+", "1)", "else", "match", "x", "case",
      "#a",   "z",  "->",       "{a",      "=",    "1", ",",  "b}",   "case",  "_", "->",
      "(1",   ",",  "2)",       "in",      "loop", "r", "=",  "a",    "for",   "i", "<",
      "n",    "do", "r",        "with",    "[0]",  "=", "a",  "|>",   "h"};
  std::mt19937 random(7);
  for (int round = 0; round < 300; round++) {
    std::string text;
    for (const std::string& token : tokens) {
      constexpr std::string_view kGaps[] = {" ",  " ",      " ",       "  ",
                                            "\n", "\n\n\n", " -- c\n", "\n-- d\n"};
      text += token;
      text += kGaps[random() % std::size(kGaps)];
    }
    formatted(text);
  }
}

}  // namespace
}  // namespace planish
