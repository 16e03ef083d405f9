#include "runtime/memory_limit.h"

#include <gtest/gtest.h>

#include "runtime/value_io.h"

namespace planish::runtime {
namespace {

TEST(MemoryLimit, Forms) {
  EXPECT_EQ(parse_memory_limit("4096")->bytes, 4096);
  EXPECT_EQ(parse_memory_limit("3K")->bytes, 3072);
  EXPECT_EQ(parse_memory_limit("64M")->bytes, 64 << 20);
  EXPECT_EQ(parse_memory_limit("2G")->bytes, int64_t{2} << 30);
  EXPECT_EQ(parse_memory_limit("1T")->bytes, int64_t{1} << 40);
  EXPECT_EQ(parse_memory_limit("50%")->percent, 50);
  EXPECT_EQ(parse_memory_limit("50%")->of(1000), 500);
  EXPECT_EQ(parse_memory_limit("7")->of(1000), 7);
  EXPECT_EQ(MemoryLimit{}.of(1000), -1);
  for (const char* text : {"", "M", "-1", "1X", "1MB", "0%", "101%", "1 M", "9999999999G"})
    EXPECT_FALSE(parse_memory_limit(text)) << text;
  for (const char* text : {"4096", "50%"}) EXPECT_EQ(limit_text(*parse_memory_limit(text)), text);
}

TEST(MemoryLimit, ABudgetIsTakenAndGivenBack) {
  MemoryBudget budget(100);
  budget.take(60);
  EXPECT_THROW(budget.take(50), LimitReached);
  MemoryBudget other(100);
  other.take(60);
  other.give_back(30);
  other.take(70);
  EXPECT_THROW(other.take(1), LimitReached);
  MemoryBudget().take(size_t{1} << 40);
}

// The text "[1, 1, …]" and the elements that it stands for.
TEST(MemoryLimit, ValuesThatAreReadCount) {
  std::string text = "[";
  for (int i = 0; i < 1000; i++) text += i == 0 ? "1" : ",1";
  text += "]";
  const ValueShape shape{Prim::I64, {false}, {}};
  MemoryBudget enough(20'000);
  EXPECT_TRUE(ValueReader(text, enough).read(shape));
  EXPECT_NO_THROW(enough.take(12'000));  // all but the elements has been given back
  EXPECT_THROW(enough.take(1), LimitReached);
  MemoryBudget too_little(7'999);
  ValueReader reader(text, too_little);
  EXPECT_THROW(reader.read(shape), LimitReached);
}

}  // namespace
}  // namespace planish::runtime
