#include "nesl/syntax/parser.h"

#include <gtest/gtest.h>

#include <string>

#include "nesl/syntax/ast_match.h"
#include "support/large_stack.h"

namespace planish::nesl {
namespace {

class NeslParser : public testing::Test {
 protected:
  Program* parsed(std::string text) {
    diags_ = {};
    file_ = sources_.add("test.nesl", std::move(text));
    return parse(*file_, arena_, names_, diags_).program;
  }
  // An expression with parentheses that show how it was read.
  std::string shape(std::string text) {
    Program* program = parsed(std::move(text));
    for (const Diagnostic& diag : diags_.all()) ADD_FAILURE() << diag.message;
    auto* form = as<ExprForm>(program->forms[0]);
    return form == nullptr ? "no expression" : show(form->expr);
  }
  std::string show(const Expr* expr) {
    return match(
        expr,
        [&](const Binary& b) {
          return "(" + show(b.left) + " " + std::string(sources_.text(b.op_loc)) + " " +
                 show(b.right) + ")";
        },
        [&](const Prefix& p) {
          return "(" + std::string(1, sources_.text(p.loc)[0]) + " " + show(p.operand) + ")";
        },
        [&](const Pair& p) { return "<" + show(p.left) + "," + show(p.right) + ">"; },
        [&](const Parens& p) { return show(p.inner); },
        [&](const Apply& a) { return show(a.function) + "(" + show(a.argument) + ")"; },
        [&](const Index& i) { return show(i.vector) + "[" + show(i.index) + "]"; },
        [&](const If& i) {
          return "if " + show(i.condition) + " " + show(i.then_branch) + " " + show(i.else_branch);
        },
        [&](const Lambda& l) {
          return "\\" + std::string(sources_.text(l.parameter->loc)) + "." + show(l.body);
        },
        [&](const auto& other) { return std::string(sources_.text(other.loc)); });
  }
  std::string codes(std::string text) {
    parsed(std::move(text));
    std::string out;
    for (const Diagnostic& diag : diags_.all()) {
      out += (out.empty() ? "" : " ") + std::string(info(diag.kind).code);
    }
    return out;
  }

  SourceMap sources_;
  Arena arena_;
  Interner names_;
  Diagnostics diags_;
  const SourceFile* file_ = nullptr;
};

TEST_F(NeslParser, OperatorsGoToTheLeft) {
  EXPECT_EQ(shape("2^3^2"), "((2 ^ 3) ^ 2)");
  EXPECT_EQ(shape("1 - 2 - 3"), "((1 - 2) - 3)");
  EXPECT_EQ(shape("a <- b <- c"), "((a <- b) <- c)");
}
TEST_F(NeslParser, ArrowAndCommaGoToTheRight) {
  EXPECT_EQ(shape("a -> b -> c"), "(a -> (b -> c))");
  EXPECT_EQ(shape("a, b, c"), "<a,<b,c>>");
}
TEST_F(NeslParser, Precedence) {
  EXPECT_EQ(shape("-2^2"), "((- 2) ^ 2)");
  EXPECT_EQ(shape("#v[0] -> w"), "((# v[0]) -> w)");
  EXPECT_EQ(shape("a + b * c == d and e or x"), "((((a + (b * c)) == d) and e) or x)");
  EXPECT_EQ(shape("a ++ b + c"), "((a ++ b) + c)");
  EXPECT_EQ(shape("s || 3 + 1"), "((s || 3) + 1)");
  EXPECT_EQ(shape("x => x + 1, 2"), "<\\x.(x + 1),2>");
}
TEST_F(NeslParser, Application) {
  EXPECT_EQ(shape("g x y"), "g(x)(y)");
  EXPECT_EQ(shape("g #v"), "g((# v))");
  EXPECT_EQ(shape("not a and b"), "(not(a) and b)");
  EXPECT_EQ(shape("-g(x)"), "(- g(x))");
}
TEST_F(NeslParser, BranchesReachOverCommas) {
  EXPECT_EQ(shape("g(if c then 1 else 2, 3)"), "g(if c 1 <2,3>)");
  EXPECT_EQ(shape("g((if c then 1 else 2), 3)"), "g(<if c 1 2,3>)");
}
TEST_F(NeslParser, SemicolonsInsideEndNothing) {
  Program* program = parsed("let a = 1; b = {x : x in v; y in w | y} in a; 2; x = 3 $");
  EXPECT_EQ(diags_.size(), 0u);
  ASSERT_EQ(program->forms.size(), 3u);
  EXPECT_EQ(program->forms[0]->terminator, ';');
  EXPECT_EQ(program->forms[2]->kind, FormKind::BindForm);
}
TEST_F(NeslParser, ApplyToEach) {
  auto* form = as<ExprForm>(parsed("{* (a, b) in v; c | a > c} $")->forms[0]);
  auto* each = as<Each>(form->expr);
  ASSERT_NE(each, nullptr);
  EXPECT_TRUE(each->serial && each->implicit_body && each->bindings[1].over_itself);
  EXPECT_EQ(each->bindings[0].pattern->kind, PatternKind::ParensPattern);
}
TEST_F(NeslParser, Declaration) {
  auto* form = as<FunctionForm>(
      parsed("function g(x) : [a] -> a :: (a in number; b in any) \"says\" $")->forms[0]);
  ASSERT_NE(form, nullptr);
  EXPECT_EQ(form->body, nullptr);
  EXPECT_EQ(form->annotation->context.size(), 2u);
  EXPECT_EQ(form->documentation->value, "says");
}
TEST_F(NeslParser, CommandsAndNames) {
  EXPECT_EQ(parsed("load \"x\"; set print_length 3; describe +; help;")->forms[3]->kind,
            FormKind::CommandForm);
  EXPECT_EQ(parsed("set = 3; set + 1;")->forms[1]->kind, FormKind::ExprForm);
  EXPECT_EQ(diags_.size(), 0u);
}
TEST_F(NeslParser, RecoversAfterEveryForm) {
  EXPECT_EQ(codes("x = ) $ y = 1 + $ z = [1; w = 2 $ function f(x) = 1 $"),
            "unexpected-token unexpected-token unexpected-token bad-binding");
  EXPECT_EQ(codes("function g(x) = (x\nfunction h(x) = ] $ 3 $"),
            "unclosed-bracket unexpected-token");
}
TEST_F(NeslParser, DeepNestingIsAnOrdinaryError) {
  run_with_large_stack([&] {
    EXPECT_EQ(codes(std::string(100000, '(')), "nesting-too-deep");
    EXPECT_EQ(codes(std::string(100000, '-') + "1"), "nesting-too-deep");
    std::string sum = "1";
    for (int i = 0; i < 100000; i++) sum += "+1";
    EXPECT_EQ(codes(sum), "nesting-too-deep");
    std::string vector = "[1";
    for (int i = 0; i < 100000; i++) vector += ",1";
    EXPECT_EQ(codes(vector + "]"), "");
  });
}

}  // namespace
}  // namespace planish::nesl
