// How many iterations while loops have at most.
#include "analysis/iteration.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "ir/parse.h"

namespace planish {
namespace {

// Of `loop (…, k = FIRST) while CONDITION do …`, where the next k is NEXT.
std::optional<int64_t> most(std::string_view first, std::string_view condition,
                            std::string_view next, std::string_view prim = "i32") {
  const ir::Parsed parsed = ir::parse(fmt::format(R"(core

fn main(x_1: f32, n_2: {3}) -> (r_3: {3}) {{
  let (y_4: f32, k_5: {3}) = loop (y_6: f32 = x_1, k_7: {3} = {0}) while {{
    let small_8: bool = lt y_6 4.0f32
    let c_9: bool = {1}
    let both_10: bool = and small_8 c_9
    in both_10
  }} do {{
    let z_11: f32 = mul y_6 y_6
    let next_12: {3} = {2}
    in z_11, next_12
  }}
  in k_5
}}
)",
                                                  first, condition, next, prim));
  EXPECT_FALSE(parsed.error) << parsed.error->message;
  return most_iterations(*ir::as<ir::Loop>(parsed.program.functions.front()->body->stms[0].op));
}

TEST(WhileLoops, ThatCountUpToAConstantEnd) {
  EXPECT_EQ(most("0i32", "lt k_7 255i32", "add k_7 1i32"), 255);
  EXPECT_EQ(most("5i32", "gt 255i32 k_7", "add 10i32 k_7"), 25);
  EXPECT_EQ(most("0", "lt k_7 1000", "add k_7 1", "i64"), 1000);
  EXPECT_EQ(most("300i32", "lt k_7 255i32", "add k_7 1i32"), 0);
}

TEST(WhileLoops, OthersMayNotEnd) {
  EXPECT_EQ(most("0i32", "lt k_7 n_2", "add k_7 1i32"), std::nullopt);
  EXPECT_EQ(most("n_2", "lt k_7 255i32", "add k_7 1i32"), std::nullopt);
  EXPECT_EQ(most("0i32", "lt k_7 255i32", "add k_7 0i32"), std::nullopt);
  EXPECT_EQ(most("0i32", "lt k_7 255i32", "add k_7 -1i32"), std::nullopt);
  EXPECT_EQ(most("0i32", "lt k_7 255i32", "add k_7 n_2"), std::nullopt);
  EXPECT_EQ(most("0i32", "lt n_2 255i32", "add k_7 1i32"), std::nullopt);
  EXPECT_EQ(most("0i32", "gt k_7 255i32", "add k_7 1i32"), std::nullopt);
  // What it counts by is decided elsewhere.
  EXPECT_EQ(most("0i32", "lt k_7 255i32", "if true { in k_7 } else { in n_2 }"), std::nullopt);
  EXPECT_EQ(most("0i32", "not true", "add k_7 1i32"), std::nullopt);
  // 0, 100, -56, …
  EXPECT_EQ(most("0i8", "lt k_7 120i8", "add k_7 100i8", "i8"), std::nullopt);
  EXPECT_EQ(most("0i32", "lt k_7 2147483647i32", "add k_7 2i32"), std::nullopt);
}

}  // namespace
}  // namespace planish
