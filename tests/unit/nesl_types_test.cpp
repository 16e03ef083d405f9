#include <gtest/gtest.h>

#include <string>

#include "nesl/syntax/ast_match.h"
#include "nesl/types/check.h"
#include "support/large_stack.h"

namespace planish::nesl {
namespace {

class NeslTypes : public testing::Test {
 protected:
  Program* check(std::string text) {
    const SourceFile* file = sources_.add("test.nesl", std::move(text));
    Program* program = checker_.check_file(*file);
    checker_.finish();
    return program;
  }
  // The types of all names that the program defines, and the codes of what is reported.
  std::string types(std::string text) {
    check(std::move(text));
    std::string out;
    for (const Definition* definition : checker_.definitions()) {
      out += fmt::format("{}{} : {}", out.empty() ? "" : "\n", names_.text(definition->name),
                         checker_.text(definition->scheme));
    }
    for (const Diagnostic& diag : diags_.all()) {
      out += fmt::format("\n{}", planish::info(diag.kind).code);
    }
    return out;
  }

  SourceMap sources_;
  Arena arena_;
  Interner names_;
  Diagnostics diags_;
  Checker checker_{sources_, arena_, names_, diags_, {}};
};

TEST_F(NeslTypes, PreludeHasNoErrors) {
  for (const Definition* definition : checker_.prelude_definitions()) {
    EXPECT_FALSE(checker_.text(definition->scheme).empty());
    bool described = definition->kind != DefinitionKind::Function ||
                     !checker_.documentation(*definition).empty();
    EXPECT_TRUE(described) << names_.text(definition->name) << " has no documentation";
  }
  for (const Diagnostic& diag : diags_.all()) {
    ADD_FAILURE() << diag.message << ": " << sources_.text(diag.labels[0].loc);
  }
}
TEST_F(NeslTypes, Polymorphism) {
  EXPECT_EQ(types("function plus(x, y) = x + y $ function id(x) = x $\n"
                  "function swap(a, b, c) = (c, a, b) $ x = id((1, 2.5, \"s\")) $"),
            "plus : (a, a) -> a :: (a in number)\nid : a -> a :: (a in any)\n"
            "swap : (a, b, c) -> (c, a, b) :: (a in any; b in any; c in any)\n"
            "x : int, float, [char]");
}
TEST_F(NeslTypes, ClassesIntersect) {
  EXPECT_EQ(types("function g(x) = (x and x) + x $ function h(x, y) = (x < y, x + y) $"),
            "g : int -> int\nh : (a, a) -> (bool, a) :: (a in number)");
}
TEST_F(NeslTypes, FunctionsAsValues) {
  EXPECT_EQ(types("function twice(fn, x) = fn(fn(x)) $ function adder(n) = x => x + n $\n"
                  "y = twice(adder(3), 4) $ inc = x => x + one(x) $ z = (inc(1), inc(1.0)) $"),
            "twice : (a -> a, a) -> a :: (a in any)\nadder : a -> a -> a :: (a in number)\n"
            "y : int\ninc : a -> a :: (a in number)\nz : int, float");
}
TEST_F(NeslTypes, Datatypes) {
  EXPECT_EQ(types("datatype point(a, a) :: a in number $ function norm(point(x, y)) = x * y $\n"
                  "p = norm(point(1, 2)) $ v = {point(a, a) : a in [1.0]} $"),
            "point : (a, a) -> point(a) :: (a in number)\nnorm : point(a) -> a :: (a in number)\n"
            "p : int\nv : [point(float)]");
}
TEST_F(NeslTypes, EqualTypesReplace) {
  Program* program = check(
      "function g(n) : int -> int $ function h(n) = g(n) + 1 $ function g(n) = n + 0 $ h(1) $\n"
      "function g(n) = n * 2 $ h(1) $");
  EXPECT_EQ(diags_.size(), 0u);
  const Definition* g = checker_.find("G");
  ASSERT_NE(g, nullptr);
  EXPECT_EQ(g->body_at(2), nullptr);
  EXPECT_EQ(g->body_at(4)->function, program->forms[2]);
  EXPECT_EQ(g->body_at(6)->function, program->forms[4]);
  EXPECT_EQ(as<FunctionForm>(program->forms[0])->definition, g);
}
TEST_F(NeslTypes, OtherTypesHide) {
  EXPECT_EQ(types("function g(n) = n + 1 $ function h(n) = g(n) $ function g(n) = n + 1.0 $\n"
                  "x = (h(1), g(1.0)) $"),
            "h : int -> int\ng : float -> float\nx : int, float\nnesl-shadowed");
}
TEST_F(NeslTypes, PreludeKeepsItsOwn) {
  EXPECT_EQ(types("function count(x) = \"mine\" $ y = count(3) $ z = histogram([1]) $"),
            "count : a -> [char] :: (a in any)\ny : [char]\nz : [(int, int)]\nnesl-shadowed");
}
TEST_F(NeslTypes, Defaults) {
  EXPECT_EQ(types("function g(x, n := 2, s := \"a\") = (x + n, s) $\n"
                  "a = g(1) $ b = g(1, s := \"b\") $ c = g(1, 3) $"),
            "g : (int, int, [char]) -> (int, [char])\na : int, [char]\nb : int, [char]\n"
            "c : int, [char]");
}
TEST_F(NeslTypes, TailCallsAndCaptures) {
  Program* program = check(
      "function loop(n, a) = if n == 0 then a else let m = n - 1 in loop(m, a + n) $\n"
      "function tree(n) = if n == 0 then 1 else tree(n - 1) + 1 $\n"
      "function add(n, m) = x => (y => x + y + n) $");
  EXPECT_EQ(diags_.size(), 0u);
  auto branch = [&](size_t form) {
    return as<If>(as<FunctionForm>(program->forms[form])->body)->else_branch;
  };
  EXPECT_TRUE(as<Apply>(as<Let>(branch(0))->body)->tail_self);
  EXPECT_FALSE(as<Apply>(as<Binary>(branch(1))->left)->tail_self);
  auto* outer = as<Lambda>(as<FunctionForm>(program->forms[2])->body);
  auto* inner = as<Lambda>(as<Parens>(outer->body)->inner);
  EXPECT_EQ(outer->captures.size(), 1u);
  EXPECT_EQ(inner->captures.size(), 2u);
  EXPECT_EQ(inner->closure, outer);
}
TEST_F(NeslTypes, EveryCallIsKnownInAnInstance) {
  Program* program =
      check("function apply(fn, x) = fn(x) $ function inc(x) = x + 1 $ apply(inc, 3) $");
  auto* call = as<Apply>(as<ExprForm>(program->forms[2])->expr);
  Callee callee = as<NameExpr>(call->function)->callee;
  auto* body = as<Apply>(as<FunctionForm>(program->forms[0])->body);
  const Type* fn = checker_.types().substitute(body->function->type, callee.type_args);
  EXPECT_TRUE(fn->ground);
  ASSERT_EQ(fn->kind, TypeKind::Function);
  EXPECT_EQ(fn->site->definition, checker_.find("inc"));
}
TEST_F(NeslTypes, LargeTypesAreErrorsAndNotSlow) {
  run_with_large_stack([&] {
    std::string text = "function d(x) = (x, x) $ function g(x) = ";
    for (int i = 0; i < 60; i++) text += "d(";
    text += "x" + std::string(60, ')') + " $";
    check(text);
    EXPECT_TRUE(diags_.has_errors());
  });
}

}  // namespace
}  // namespace planish::nesl
