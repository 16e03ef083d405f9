// Random values of a shape.
#include <algorithm>

#include "runtime/random_values.h"
#include "runtime/value_half.h"
#include "value_testing.h"

namespace planish::runtime {
namespace {

template <class T>
std::vector<T> elements(std::string_view shape) {
  Value value = random_value(shape_of(shape), 1);
  EXPECT_EQ(type_text(value), shape);
  std::vector<T> result(value.count());
  std::memcpy(result.data(), value.data.data(), value.data.size());
  return result;
}

template <class T>
double mean(const std::vector<T>& numbers) {
  double sum = 0;
  for (T number : numbers) sum += static_cast<double>(number);
  return sum / static_cast<double>(numbers.size());
}

TEST(ValueRandom, TheSeedDecides) {
  ValueShape shape = shape_of("[3][4]i64");
  EXPECT_TRUE(same(random_value(shape, 7), random_value(shape, 7)));
  EXPECT_FALSE(same(random_value(shape, 7), random_value(shape, 8)));
  // The same on every machine.
  EXPECT_EQ(to_text(random_value(shape_of("[2]u64"), 0)),
            "[16294208416658607535u64, 7960286522194355700u64]");
}

TEST(ValueRandom, Shapes) {
  EXPECT_EQ(type_text(random_value(shape_of("f32"), 1)), "f32");
  EXPECT_EQ(random_value(shape_of("f32"), 1).count(), 1u);
  EXPECT_EQ(random_value(shape_of("[3][4]u8"), 1).count(), 12u);
  EXPECT_EQ(to_text(random_value(shape_of("[0][4]u8"), 1)), "empty([0][4]u8)");
}

TEST(ValueRandom, IntegersUseTheWholeRange) {
  auto bytes = elements<int8_t>("[10000]i8");
  for (int i = -128; i < 128; i++) EXPECT_NE(std::ranges::count(bytes, i), 0) << i;
  auto longs = elements<int64_t>("[10000]i64");
  EXPECT_LT(*std::ranges::min_element(longs), INT64_MIN / 100 * 99);
  EXPECT_GT(*std::ranges::max_element(longs), INT64_MAX / 100 * 99);
  EXPECT_NEAR(mean(longs) / 0x1p63, 0, 0.02);
}

TEST(ValueRandom, FloatsLieBetweenZeroAndOne) {
  std::vector<double> halves;
  for (uint16_t half : elements<uint16_t>("[10000]f16")) halves.push_back(half_to_double(half));
  auto floats = elements<float>("[10000]f32");
  auto doubles = elements<double>("[10000]f64");
  auto check = [](const auto& numbers) {
    EXPECT_GE(*std::ranges::min_element(numbers), 0);
    EXPECT_LT(*std::ranges::max_element(numbers), 1);
    EXPECT_NEAR(mean(numbers), 0.5, 0.02);
  };
  check(halves);
  check(floats);
  check(doubles);
}

TEST(ValueRandom, BoolsAreBoth) {
  auto bools = elements<uint8_t>("[10000]bool");
  EXPECT_EQ(std::ranges::count(bools, 0) + std::ranges::count(bools, 1), 10000);
  EXPECT_NEAR(mean(bools), 0.5, 0.02);
}

}  // namespace
}  // namespace planish::runtime
