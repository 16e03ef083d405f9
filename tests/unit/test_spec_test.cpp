#include "driver/test/test_spec.h"

#include <gtest/gtest.h>

namespace planish {
namespace {

TestSpec parsed(std::string_view program) {
  TestSpecError error;
  std::optional<TestSpec> spec = parse_test_spec(program, error);
  EXPECT_TRUE(spec) << error.line << ":" << error.column << ": " << error.message;
  return spec.value_or(TestSpec());
}

TEST(TestSpec, CasesWithTheirPlaces) {
  TestSpec spec = parsed(
      "-- words { not read }\n"
      "-- ==\n"
      "-- tags { a b-c }\n"
      "-- input { [1, 2]\n"
      "--   \"}\" } output @ x.out\n"
      "-- entry: f g\n"
      "-- \"a name\" nobench random input {[3]i32} auto output\n"
      "-- script input @s error: no \\{ way  \n"
      "def main = 1\n"
      "-- ==\n"
      "-- input {}\n");
  EXPECT_EQ(spec.blocks, 2u);
  EXPECT_EQ(spec.tags, (std::vector<std::string>{"a", "b-c"}));
  ASSERT_EQ(spec.cases.size(), 4u);

  const TestCase& first = spec.cases[0];
  EXPECT_EQ(first.entries, (std::vector<std::string>{"main"}));
  EXPECT_EQ(first.input.kind, TestSourceKind::Literal);
  EXPECT_EQ(first.input.text, " [1, 2]\n     \"}\" ");
  EXPECT_EQ(first.input.line, 4u);
  EXPECT_EQ(first.input.column, 11u);
  EXPECT_EQ(first.expectation, TestExpectation::Values);
  EXPECT_EQ(first.output.kind, TestSourceKind::File);
  EXPECT_EQ(first.output.text, "x.out");

  const TestCase& second = spec.cases[1];
  EXPECT_EQ(second.name, "a name");
  EXPECT_EQ(second.entries, (std::vector<std::string>{"f", "g"}));
  EXPECT_EQ(second.tags, (std::vector<std::string>{"nobench", "random"}));
  EXPECT_EQ(second.input.kind, TestSourceKind::Random);
  EXPECT_EQ(second.expectation, TestExpectation::Reference);

  const TestCase& third = spec.cases[2];
  EXPECT_EQ(third.input.kind, TestSourceKind::ScriptFile);
  EXPECT_EQ(third.expectation, TestExpectation::Failure);
  EXPECT_EQ(third.pattern, "no \\{ way");

  // `entry:` holds for its own block only.
  EXPECT_EQ(spec.cases[3].entries, (std::vector<std::string>{"main"}));
  EXPECT_EQ(spec.cases[3].expectation, TestExpectation::Success);
}

TEST(TestSpec, WholePrograms) {
  TestSpec spec = parsed(
      "--==\n"
      "-- error: a.*b\n"
      "\n"
      "-- ==\n"
      "-- structure gpu { SegMap 1 }\n"
      "-- structure { Screma/Loop 2 }\n"
      "-- warning: ^$\n"
      "-- property: p q\n");
  EXPECT_EQ(spec.errors, (std::vector<std::string>{"a.*b"}));
  EXPECT_EQ(spec.structures, 2u);
  EXPECT_EQ(spec.warnings, (std::vector<std::string>{"^$"}));
  EXPECT_EQ(spec.properties, (std::vector<std::string>{"p", "q"}));
  EXPECT_TRUE(spec.cases.empty());
}

TEST(TestSpec, OnlyCommentsAtTheBeginningOfLinesCount) {
  EXPECT_EQ(parsed("def f = 1 -- ==\n  -- ==\n-- === \n").blocks, 0u);
}

TEST(TestSpec, Mistakes) {
  struct {
    std::string_view program;
    uint32_t line, column;
  } mistakes[] = {
      {"-- ==\n-- input { 1\n", 2, 10},       {"-- ==\n-- input 1\n", 2, 10},
      {"-- ==\n-- outputs: 1\n", 2, 4},       {"-- ==\n-- \"name\n", 2, 4},
      {"-- ==\n-- input { 1 } 5 }\n", 2, 18}, {"\n-- ==\n-- random input @ file\n", 3, 16},
      {"-- ==\n-- entry:\n", 2, 4},           {"-- ==\n-- compiled\n", 3, 1},
  };
  for (const auto& mistake : mistakes) {
    TestSpecError error;
    EXPECT_FALSE(parse_test_spec(mistake.program, error)) << mistake.program;
    EXPECT_EQ(error.line, mistake.line) << mistake.program << error.message;
    EXPECT_EQ(error.column, mistake.column) << mistake.program << error.message;
  }
}

}  // namespace
}  // namespace planish
