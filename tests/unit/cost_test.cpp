// What pieces of programs are taken to cost, compared with each other.
#include "analysis/cost.h"

#include <gtest/gtest.h>

#include "ir/parse.h"

namespace planish {
namespace {

constexpr std::string_view kProgram = R"(core

fn main(n_1: i64, x_2: f32, xs_3: [n_1]f32) -> (r_4: f32) {
  let a_5: f32 = add x_2 x_2
  let e_6: f32 = exp x_2
  let fixed_7: [100]f32 = replicate [100] x_2
  let open_8: [n_1]f32 = replicate [n_1] x_2
  let view_9: [4]f32 = slice xs_3 [0 +: 4 by 1]
  let ys_10: [n_1]f32 = map n_1 (xs_3) \(y_11: f32) {
    let z_12: f32 = loop (s_13: f32 = y_11) for i_14: i64 < 10 {
      let t_15: f32 = exp s_13
      in t_15
    }
    in z_12
  }
  let f_16: f32 = call twice (x_2)
  let g_17: f32 = call endless (x_2)
  let h_18: f32 = if true { in x_2 } else {
    let i_19: f32 = exp x_2
    in i_19
  }
  in h_18
}

fn twice(x_30: f32) -> (r_31: f32) {
  let a_32: f32 = exp x_30
  let b_33: f32 = exp a_32
  in b_33
}

fn endless(x_40: f32) -> (r_41: f32) {
  let a_42: f32 = exp x_40
  let b_43: f32 = call endless (a_42)
  in b_43
}
)";

class Costs : public testing::Test {
 protected:
  Cost of(size_t statement) { return costs_.of(program_.functions.front()->body->stms[statement]); }

  ir::Program program_ = ir::parse(kProgram).program;
  CostModel costs_{program_, OperationCosts{}};
};

TEST_F(Costs, ScalarsAndViewsAreCheapUnlessTheyAreHard) {
  EXPECT_TRUE(of(0).is_cheap());
  EXPECT_TRUE(of(4).is_cheap());
  EXPECT_FALSE(of(1).is_cheap());
  EXPECT_GT(of(1).nanoseconds, 5 * of(0).nanoseconds);
}

TEST_F(Costs, FreshArraysCostTheirElements) {
  EXPECT_TRUE(of(2).allocates);
  EXPECT_FALSE(of(2).unknown_count);
  EXPECT_TRUE(of(3).unknown_count);
  EXPECT_GT(of(2).nanoseconds, of(3).nanoseconds);
}

TEST_F(Costs, CountsThatAreKnownAreMultiplied) {
  Cost one = of(1);
  Cost map = of(5);
  EXPECT_GT(map.nanoseconds, 10 * Cost::kUnknownCount * one.nanoseconds);
  EXPECT_LT(map.nanoseconds, 12 * Cost::kUnknownCount * one.nanoseconds);
  EXPECT_TRUE(map.unknown_count);
}

TEST_F(Costs, CallsCostWhatTheFunctionCosts) {
  EXPECT_GT(of(6).nanoseconds, 2 * of(1).nanoseconds);
  EXPECT_GT(of(7).nanoseconds, of(1).nanoseconds);
}

TEST_F(Costs, OfBranchesTheDearestCounts) { EXPECT_GE(of(8).nanoseconds, of(1).nanoseconds); }

TEST_F(Costs, StatementsAreCountedAtAllLevels) {
  EXPECT_EQ(statement_count(program_.functions.front()->body), 12u);
}

}  // namespace
}  // namespace planish
