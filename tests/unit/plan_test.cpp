// Plans that are wrong are found: src/plan/verify.
#include <gtest/gtest.h>

#include "ir/match.h"
#include "ir/parse.h"
#include "plan/loop_lanes.h"
#include "plan/verify.h"

namespace planish::plan {
namespace {

ir::Program program_of(const char* text) {
  ir::Parsed parsed = ir::parse(text);
  if (parsed.error) ADD_FAILURE() << parsed.error->line << ": " << parsed.error->message;
  return parsed.program;
}

Target wide_target() {
  Target target = cpu_target();
  target.vectors = {.bytes = 64, .least_compressed = 1, .gathers = true};
  return target;
}

const ir::Op* first_op(const ir::Program& program) {
  return program.functions[0]->body->stms[0].op;
}

// A plan that was changed, and the rules that it breaks then.
template <class Change>
std::vector<std::string> errors_after(const char* text, const Change& change) {
  const ir::Program program = program_of(text);
  const Target target = wide_target();
  Plan plan = make_plan(program, target);
  EXPECT_EQ(verify(program, target, plan), std::vector<std::string>{});
  change(program, plan, plan.operators[first_op(program)]);
  return verify(program, target, plan);
}

void expect_error(const std::vector<std::string>& errors, const std::string& text) {
  for (const std::string& error : errors) {
    if (error.find(text) != std::string::npos) return;
  }
  ADD_FAILURE() << "no error says: " << text;
}

constexpr const char* kLast = R"(flat

fn last(n_1: i64, xs_2: [n_1]f32) -> (x_3: f32) {
  let x_4: f32 = segred (i_5: i64 < n_1) {0.0f32} \(x_6: f32, y_7: f32) { in y_7 } of {
    let x_8: f32 = index xs_2 [i_5]
    in x_8
  }
  in x_4
}
)";

constexpr const char* kChecked = R"(flat

fn checked(n_1: i64, m_2: i64, xs_3: [m_2]f32) -> (ys_4: [n_1]f32) {
  let ys_5: [n_1]f32 = segmap (i_6: i64 < n_1) {
    let fine_7: bool = lt i_6 m_2
    let ok_8: unit = check bounds fine_7 ("it is outside")
    let x_9: f32 = index xs_3 [i_6] after ok_8
    in x_9
  }
  in ys_5
}
)";

TEST(Plan, AnOperatorWithoutAStrategyIsFound) {
  expect_error(errors_after(kLast, [](const ir::Program&, Plan&,
                                      OperatorPlan& plan) { plan.decisions.clear(); }),
               "it has no strategy");
}

TEST(Plan, AStrategyOfAnotherKindOfOperatorIsFound) {
  expect_error(errors_after(kLast,
                            [](const ir::Program&, Plan&, OperatorPlan& plan) {
                              plan.decisions.push_back({Strategy::VectorScan, true, {}});
                            }),
               "a strategy that it does not have");
}

TEST(Plan, AnOrderThatMattersIsKept) {
  expect_error(errors_after(kLast,
                            [](const ir::Program&, Plan&, OperatorPlan& plan) {
                              plan.decisions.push_back({Strategy::MaskedRows, true, {}});
                            }),
               "in another order than the operator allows");
}

TEST(Plan, ARefusalHasAReason) {
  expect_error(errors_after(kLast,
                            [](const ir::Program&, Plan&, OperatorPlan& plan) {
                              plan.decisions.push_back({Strategy::Lanes, false, {}});
                            }),
               "nothing says why");
}

TEST(Plan, WhatBelongsToAStrategyIsThere) {
  expect_error(errors_after(kLast,
                            [](const ir::Program&, Plan&, OperatorPlan& plan) {
                              plan.decisions.push_back({Strategy::Strips, true, {}});
                            }),
               "without it, or the other way round");
}

TEST(Plan, WhatIsTakenHasNoObstacle) {
  expect_error(errors_after(kLast,
                            [](const ir::Program&, Plan&, OperatorPlan& plan) {
                              plan.decisions.push_back({Strategy::Plain, true, {}, true});
                            }),
               "something stands in the way");
}

constexpr const char* kPaths = R"(flat

fn paths(n_1: i64, k_2: i64, xs_3: [n_1]f32) -> (y_4: f32) {
  let y_5: f32 = segred (i_6: i64 < n_1) {0.0f32} \(x_7: f32, y_8: f32) {
    let z_9: f32 = add x_7 y_8
    in z_9
  } of {
    let next_10: i64 = add i_6 1
    let x_11: f32 = index xs_3 [next_10]
    let y_12: f32 = loop (z_13: f32 = x_11) for j_14: i64 < k_2 {
      let w_15: f32 = mul z_13 x_11
      in w_15
    }
    in y_12
  }
  in y_5
}
)";

TEST(Plan, StripsKnowWhatNeighboursShare) {
  const ir::Program program = program_of(kPaths);
  const Target target = wide_target();
  Plan plan = make_plan(program, target);
  const OperatorPlan& paths = plan.operators[first_op(program)];
  ASSERT_NE(paths.strips, nullptr);
  const ir::Body& body = *ir::as<ir::SegRed>(first_op(program))->body;
  EXPECT_EQ(paths.strips->lane_kinds.kind(body.stms[0].pattern[0]), LaneKind::Affine);
  EXPECT_EQ(paths.strips->lane_kinds.kind(body.stms[1].pattern[0]), LaneKind::Varying);
}

TEST(Plan, WhatAStripKeepsForEachLaneCountsAsDifferent) {
  expect_error(errors_after(kPaths,
                            [](const ir::Program& program, Plan&, OperatorPlan& plan) {
                              auto strips = std::make_unique<StripPlan>(*program.storage);
                              strips->lanes = plan.strips->lanes;
                              strips->kinds = plan.strips->kinds;
                              plan.strips = std::move(strips);
                            }),
               "is kept for each, or the other way round");
}

TEST(Plan, ChecksAreMadeSomewhere) {
  expect_error(errors_after(kChecked,
                            [](const ir::Program& program, Plan& plan, OperatorPlan&) {
                              const auto* map = ir::as<ir::SegMap>(first_op(program));
                              plan.ranges[map->body].end_checks =
                                  std::make_unique<const EndChecksPlan>();
                            }),
               "a check is made at no end of the loop");
}

// How many points the map that the text begins with does at once.
int64_t lanes_of(const char* text) {
  const ir::Program program = program_of(text);
  const auto& map = *ir::as<ir::SegMap>(first_op(program));
  return loop_lanes(*program.storage, wide_target().vectors, *map.body,
                    map.space.levels.back().index);
}

TEST(LoopLanes, NeighbouringElementsAndSimpleArithmetic) {
  EXPECT_EQ(lanes_of(R"(flat

fn f(n_1: i64, xs_2: [n_1]f64, ys_3: [n_1]f32) -> (r_4: [n_1]f64) {
  let r_5: [n_1]f64 = segmap (i_6: i64 < n_1) {
    let x_7: f64 = index xs_2 [i_6]
    let y_8: f32 = index ys_3 [i_6]
    let z_9: f64 = convert y_8
    let less_10: bool = lt x_7 z_9
    let r_11: f64 = if less_10 { in x_7 } else { in z_9 }
    in r_11
  }
  in r_5
}
)"),
            8);
  EXPECT_EQ(lanes_of(R"(flat

fn f(n_1: i64, xs_2: [n_1]f32) -> (r_3: [n_1]f32) {
  let r_4: [n_1]f32 = segmap (i_5: i64 < n_1) {
    let x_6: f32 = index xs_2 [i_5]
    let y_7: f32 = mul x_6 2.0f32
    in y_7
  }
  in r_4
}
)"),
            16);
}

TEST(LoopLanes, NoneWhereVectorsAreNotCertain) {
  // A place that is computed, a check, and an operation of several instructions.
  EXPECT_EQ(lanes_of(R"(flat

fn f(n_1: i64, xs_2: [n_1]i64) -> (r_3: [n_1]i64) {
  let r_4: [n_1]i64 = segmap (i_5: i64 < n_1) {
    let x_6: i64 = index xs_2 [i_5]
    let y_7: i64 = index xs_2 [x_6]
    in y_7
  }
  in r_4
}
)"),
            1);
  EXPECT_EQ(lanes_of(R"(flat

fn f(n_1: i64, xs_2: [n_1]i64) -> (r_3: [n_1]i64) {
  let r_4: [n_1]i64 = segmap (i_5: i64 < n_1) {
    let x_6: i64 = index xs_2 [i_5]
    let ok_7: bool = gt x_6 0
    let c_8: unit = check assert ok_7 ("not positive")
    in x_6
  }
  in r_4
}
)"),
            1);
  EXPECT_EQ(lanes_of(R"(flat

fn f(n_1: i64, xs_2: [n_1]f64) -> (r_3: [n_1]f64) {
  let r_4: [n_1]f64 = segmap (i_5: i64 < n_1) {
    let x_6: f64 = index xs_2 [i_5]
    let y_7: f64 = sin x_6
    in y_7
  }
  in r_4
}
)"),
            1);
}

}  // namespace
}  // namespace planish::plan
