// What is asked of compiling: that nothing is inlined, that all is verified.
#include <gtest/gtest.h>

#include <cstdlib>

#include "lower_programs.h"

namespace planish {
namespace {

TEST(CompileOptions, AllIsVerifiedIfTheEnvironmentAsksForIt) {
  ::setenv("PLANISH_VERIFY", "on", 1);
  CompileOptions options;
  options.verify_if_asked();
  EXPECT_EQ(options.pipeline.verify, Verify::EveryPass);
  EXPECT_TRUE(options.code.verify);
  EXPECT_TRUE(options.load.verify);
  ::unsetenv("PLANISH_VERIFY");
}

TEST(CompileOptions, NothingIsVerifiedOtherwise) {
  for (const char* value : {"off", ""}) {
    ::setenv("PLANISH_VERIFY", value, 1);
    CompileOptions options;
    options.verify_if_asked();
    EXPECT_EQ(options.pipeline.verify, Verify::Never) << value;
  }
  ::unsetenv("PLANISH_VERIFY");
}

constexpr const char* kSmallFunctions =
    "def twice (x: i32) = x * 2\n"
    "def half (f: i32 -> i32) (x: i32) = f x / 2\n"
    "entry main (x: i32) = half twice x + i32.abs x\n";

TEST(CompileOptions, SmallFunctionsAreInlined) {
  lower::LoweredProgram program(kSmallFunctions);
  EXPECT_EQ(program.copies("twice"), 0u);
  EXPECT_EQ(program.copies("half"), 0u);
}

// As if the definitions had the attribute: the prelude is inlined, and so is what stands for a
// function.
TEST(CompileOptions, NothingIsInlinedIfThatIsAskedFor) {
  lower::LoweredProgram program(kSmallFunctions, {.entries = {}, .inlining = Inlining::Never});
  EXPECT_EQ(program.copies("twice"), 1u);
  EXPECT_EQ(program.copies("half"), 1u);
  EXPECT_EQ(program.copies("abs"), 0u);
  ASSERT_EQ(program.function("half").attrs.size(), 1u);
  EXPECT_EQ(program.function("half").attrs[0], AttributeKind::Noinline);
}

}  // namespace
}  // namespace planish
