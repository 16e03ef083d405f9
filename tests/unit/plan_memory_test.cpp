// What the plan says about memory, and that plans that would lose or reuse memory are found:
// src/plan/memory, src/plan/verify_memory.
#include <gtest/gtest.h>

#include "ir/match.h"
#include "ir/parse.h"
#include "plan/frames.h"
#include "plan/verify_memory.h"

namespace planish::plan {
namespace {

constexpr const char* kCalls = R"(flat

fn f(n_1: i64, xs_2: [n_1]i64) -> (r_3: i64) {
  let as_4: [n_1]i64 = copy xs_2
  let bs_5: [n_1]i64 = slice as_4 [0 +: n_1 by 1]
  let x_6: i64 = call first(n_1, as_4)
  let y_7: i64 = call first(n_1, bs_5)
  let z_8: i64 = add x_6 y_7
  in z_8
}

fn first(n_11: i64, xs_12: [n_11]i64) -> (x_13: i64) {
  let x_14: i64 = index xs_12 [0]
  in x_14
}
)";

constexpr const char* kBranches = R"(flat

fn f(n_1: i64, xs_2: [n_1]i64, b_3: bool) -> (ys_4: [n_1]i64) {
  let as_5: [n_1]i64 = copy xs_2
  let ys_6: [n_1]i64 = if b_3 { in as_5 } else {
    let bs_7: [n_1]i64 = replicate [n_1] 1
    in bs_7
  }
  in ys_6
}
)";

constexpr const char* kLoop = R"(flat

fn f(n_1: i64, xs_2: [n_1]i64) -> (ys_3: [n_1]i64) {
  let as_4: [n_1]i64 = copy xs_2
  let ys_5: [n_1]i64 = loop (bs_6: [n_1]i64 = as_4) for i_7: i64 < 3 {
    let cs_8: [n_1]i64 = copy bs_6
    in cs_8
  }
  in ys_5
}
)";

constexpr const char* kTask = R"(flat

fn f(n_1: i64, m_2: i64) -> (xs_3: [n_1][m_2]i64, ys_4: [n_1]i64) {
  let (xs_5: [n_1][m_2]i64, ys_6: [n_1]i64) = segmap (i_7: i64 < n_1) {
    let as_8: [m_2]i64 = replicate [m_2] i_7
    let bs_9: [4]i64 = array [1, 2, 3, i_7]
    let c_10: i64 = index bs_9 [i_7]
    let ds_11: [m_2]i64 = iota m_2 from c_10 by 1
    let e_12: i64 = index ds_11 [0]
    in as_8, e_12
  }
  in xs_5, ys_6
}
)";

constexpr const char* kBorrowed = R"(flat

fn f(n_1: i64, xs_2: [n_1]i64, b_3: bool) -> (r_4: i64) {
  let r_5: i64 = loop (s_6: i64 = 0) for i_7: i64 < 3 {
    let t_8: i64 = if b_3 {
      let x_9: i64 = index xs_2 [0]
      in x_9
    } else {
      let y_10: i64 = add s_6 1
      in y_10
    }
    in t_8
  }
  in r_5
}
)";

constexpr const char* kTwice = R"(flat

fn f(n_1: i64) -> (xs_2: [n_1]i64, ys_3: [n_1]i64) {
  let as_4: [n_1]i64 = replicate [n_1] 1
  in as_4, as_4
}
)";

constexpr const char* kCopied = R"(flat

fn f(n_1: i64, xs_2: [n_1]i64) -> (y_3: i64) {
  let as_4: [n_1]i64 = copy xs_2
  let bs_5: [n_1]i64 = copy as_4
  let cs_6: [n_1]i64 = update as_4 [0] with 1
  let y_7: i64 = index bs_5 [0]
  let z_8: i64 = index cs_6 [0]
  let w_9: i64 = add y_7 z_8
  in w_9
}
)";

// The same with a view in place of a copy.
constexpr const char* kViewed = R"(flat

fn f(n_1: i64, xs_2: [n_1]i64) -> (y_3: i64) {
  let as_4: [n_1]i64 = copy xs_2
  let bs_5: [n_1]i64 = slice as_4 [0 +: n_1 by 1]
  let cs_6: [n_1]i64 = update as_4 [0] with 1
  let y_7: i64 = index bs_5 [0]
  let z_8: i64 = index cs_6 [0]
  let w_9: i64 = add y_7 z_8
  in w_9
}
)";

constexpr const char* kSums = R"(flat

fn f(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64, zs_4: [m_2]i64) -> (r_5: [m_2]i64) {
  let r_6: [m_2]i64 = reduce n_1 (xs_3) {zs_4} \(a_7: [m_2]i64, b_8: [m_2]i64) {
    let c_9: [m_2]i64 = map m_2 (a_7, b_8) \(x_10: i64, y_11: i64) {
      let z_12: i64 = add x_10 y_11
      in z_12
    }
    in c_9
  }
  in r_6
}
)";

// The left operand is read after the result was made, and in another order.
constexpr const char* kReadLater = R"(flat

fn f(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64, zs_4: [m_2]i64) -> (r_5: [m_2]i64) {
  let r_6: [m_2]i64 = reduce n_1 (xs_3) {zs_4} \(a_7: [m_2]i64, b_8: [m_2]i64) {
    let c_9: [m_2]i64 = map m_2 (b_8) \(y_11: i64) {
      let z_12: i64 = add y_11 1
      in z_12
    }
    let d_13: [m_2]i64 = map m_2 (c_9) \(u_14: i64) {
      let v_15: i64 = index a_7 [u_14]
      in v_15
    }
    in d_13
  }
  in r_6
}
)";

// Each row of the left operand is read after its first element was made.
constexpr const char* kRows = R"(flat

fn f(n_1: i64, m_2: i64, xs_3: [n_1][m_2][4]i64, zs_4: [m_2][4]i64) -> (r_5: [m_2][4]i64) {
  let r_6: [m_2][4]i64 = reduce n_1 (xs_3) {zs_4} \(a_7: [m_2][4]i64, b_8: [m_2][4]i64) {
    let c_9: [m_2][4]i64 = map m_2 (a_7, b_8) \(x_10: [4]i64, y_11: [4]i64) {
      let z_12: [4]i64 = map 4 (y_11) \(u_13: i64) {
        let v_14: i64 = index x_10 [0]
        let w_15: i64 = add u_13 v_14
        in w_15
      }
      in z_12
    }
    in c_9
  }
  in r_6
}
)";

constexpr const char* kPair = R"(flat

fn f(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64, zs_4: [m_2]i64) -> (r_5: [m_2]i64, s_6: [m_2]i64) {
  let (r_7: [m_2]i64, s_8: [m_2]i64) = reduce n_1 (xs_3, xs_3) {zs_4, zs_4}
      \(a_9: [m_2]i64, b_10: [m_2]i64, c_11: [m_2]i64, d_12: [m_2]i64) {
    let e_13: [m_2]i64 = map m_2 (c_11, d_12) \(x_14: i64, y_15: i64) {
      let z_16: i64 = add x_14 y_15
      in z_16
    }
    in e_13, a_9
  }
  in r_7, s_8
}
)";

constexpr const char* kJoined = R"(flat

fn f(n_1: i64, m_2: i64) -> (xs_3: [n_1][8]i64) {
  let xs_4: [n_1][8]i64 = segmap (i_5: i64 < n_1) {
    let as_6: [4]i64 = replicate [4] i_5
    let bs_7: [4]i64 = replicate [4] m_2
    let cs_8: [8]i64 = concat (as_6, bs_7)
    in cs_8
  }
  in xs_4
}
)";

constexpr const char* kLengths = R"(flat

fn f(xs_1: [100]i64) -> (t_2: i64, ys_3: [t_2]i64) {
  let (t_4: i64, lengths_5: [100]i64, ys_6: [t_4]i64) = segflatmap (i_7: i64 < 100) [1] {
    let x_8: i64 = index xs_1 [i_7]
    let row_9: [x_8]i64 = replicate [x_8] x_8
    in x_8, row_9
  }
  in t_4, ys_6
}
)";

struct Planned {
  ir::Program program;
  Plan plan;

  explicit Planned(const char* text) {
    ir::Parsed parsed = ir::parse(text);
    if (parsed.error) ADD_FAILURE() << parsed.error->line << ": " << parsed.error->message;
    program = parsed.program;
    plan = make_plan(program, cpu_target());
    EXPECT_EQ(verify_memory(program, plan), std::vector<std::string>{});
  }

  const ir::Body& body() const { return *program.functions[0]->body; }
  BodyMemory& memory() { return plan.memory.bodies.at(&body()); }
  ir::Var bound(size_t statement, size_t k = 0) const { return body().stms[statement].pattern[k]; }

  void expect_error(const std::string& text) const {
    const std::vector<std::string> errors = verify_memory(program, plan);
    for (const std::string& error : errors) {
      if (error.find(text) != std::string::npos) return;
    }
    ADD_FAILURE() << "no error says: " << text;
  }
};

TEST(PlanMemory, ViewsKeepTheirRoot) {
  Planned f(kCalls);
  const ir::Var as = f.bound(0);
  EXPECT_EQ(f.plan.memory.roots.of(f.bound(1)), as);
  EXPECT_EQ(f.plan.memory.roots.of(as), as);
  // The view is used by the last call, so the array is there until then.
  EXPECT_FALSE(f.memory().is_over(as, 2));
  EXPECT_TRUE(f.memory().is_over(as, 3));
  EXPECT_EQ(f.memory().stms[2].operands[1], Transfer::Share);
  EXPECT_EQ(f.memory().stms[3].operands[1], Transfer::HandOver);
}

TEST(PlanMemory, ScalarsKeepNothing) {
  Planned f(kCalls);
  const ir::Function& first = *f.program.functions[1];
  const BodyMemory& memory = f.plan.memory.of(*first.body);
  EXPECT_TRUE(memory.is_over(first.params[1].var, 0));
}

TEST(PlanMemory, BranchesOwnWhatTheyUseLast) {
  Planned f(kBranches);
  EXPECT_EQ(f.memory().stms[1].handed, std::vector<ir::Var>{f.bound(0)});
  const auto* branches = ir::as<ir::If>(f.body().stms[1].op);
  EXPECT_EQ(f.plan.memory.of(*branches->else_body).owned, std::vector<ir::Var>{f.bound(0)});
}

TEST(PlanMemory, ALoopIsGivenWhatNothingElseUses) {
  Planned f(kLoop);
  EXPECT_EQ(f.memory().stms[1].operands[0], Transfer::HandOver);
}

TEST(PlanMemory, PlacesInATask) {
  Planned f(kTask);
  const auto* map = ir::as<ir::SegMap>(f.body().stms[0].op);
  const BodyMemory& memory = f.plan.memory.of(*map->body);
  const auto bound = [&](size_t k) { return map->body->stms[k].pattern[0]; };
  EXPECT_EQ(MemoryPlan::result_of(memory, bound(0)), 0u);
  EXPECT_EQ(memory.results[0].offer, Offer::Place);
  EXPECT_EQ(memory.results[0].fit, Fit::Always);
  EXPECT_EQ(f.plan.memory.placements.at(bound(1).id).home, Home::Frame);
  EXPECT_EQ(f.plan.memory.placements.at(bound(1).id).bytes, 32);
  EXPECT_EQ(f.plan.memory.placements.at(bound(3).id).home, Home::Small);
  EXPECT_EQ(f.plan.memory.placements.at(f.bound(0).id).home, Home::Block);
}

TEST(PlanMemory, FramesStaySmall) {
  Frame task(Where::Task, {});
  const std::vector<ir::Dim> dims{ir::Dim::constant(512)};
  for (int k = 0; k < 8; k++) EXPECT_EQ(task.place(Prim::I64, dims, 1).home, Home::Frame);
  EXPECT_EQ(task.place(Prim::I64, dims, 1).home, Home::Block);
  Frame host(Where::Host, {});
  EXPECT_EQ(host.place(Prim::I64, dims, 8).home, Home::Frame);
  EXPECT_EQ(host.place(Prim::I64, dims, 1).home, Home::Block);
  const std::vector<ir::Dim> large{ir::Dim::constant(513)};
  EXPECT_EQ(Frame(Where::Task, {}).place(Prim::I64, large, 1).home, Home::Small);
  const std::vector<ir::Dim> one{ir::Dim::constant(1)};
  Frame device(Where::Host, gpu_target().stack.host);
  EXPECT_EQ(device.place(Prim::I64, one, 1).home, Home::Block);
}

TEST(PlanMemory, WhatAnOperatorNeedsIsInTheFrameIfItIsSmall) {
  Planned f(kLengths);
  const Temporary& starts = f.plan.memory.temporary(f.body().stms[0].op, f.bound(0, 1));
  EXPECT_EQ(starts.kind, TemporaryKind::RowStarts);
  EXPECT_EQ(starts.placement.home, Home::Frame);
  EXPECT_EQ(starts.placement.bytes, 800);
  Frame task(Where::Task, {});
  EXPECT_EQ(task.place_temporary(Prim::I64, std::vector{ir::Dim::varying()}, 1).home, Home::Block);
}

TEST(PlanMemory, AnOperatorWithoutItsMemoryIsFound) {
  Planned f(kLengths);
  const ir::Op* op = f.body().stms[0].op;
  f.plan.memory.temporaries.at(op)[0].placement.bytes = 8;
  f.expect_error("an operator's memory in the frame has another size");
  f.plan.memory.temporaries.erase(op);
  f.expect_error("an operator has no memory for it");
}

TEST(PlanMemory, AReleaseBeforeTheLastUseIsFound) {
  Planned f(kCalls);
  f.memory().last_uses[f.bound(0).id] = 2;
  f.expect_error("it is used after it was released");
}

TEST(PlanMemory, WhatIsHandedOverTooEarlyIsFound) {
  Planned f(kCalls);
  f.memory().stms[2].operands[1] = Transfer::HandOver;
  f.expect_error("it is handed over and used later");
  f.expect_error("it is used after it was handed over");
}

TEST(PlanMemory, ABranchThatOwnsNothingIsFound) {
  Planned f(kBranches);
  const auto* branches = ir::as<ir::If>(f.body().stms[1].op);
  f.plan.memory.bodies.at(branches->else_body).owned.clear();
  f.expect_error("a body does not release what it owns");
}

TEST(PlanMemory, AnArrayOnTheStackThatIsGivenIsFound) {
  Planned f(kLoop);
  const auto* loop = ir::as<ir::Loop>(f.body().stms[1].op);
  f.plan.memory.placements.at(loop->body->stms[0].pattern[0].id) = {Home::Small, 0, {}};
  f.expect_error("it is on the stack, and outlives it");
}

TEST(PlanMemory, OnePlaceForTwoResultsIsFound) {
  Planned f(kTask);
  const auto* map = ir::as<ir::SegMap>(f.body().stms[0].op);
  BodyMemory& memory = f.plan.memory.bodies.at(map->body);
  memory.results[1] = memory.results[0];
  f.expect_error("it is made at two places");
}

TEST(PlanMemory, AReleaseAfterTheLastUseIsFound) {
  Planned f(kCalls);
  f.memory().last_uses[f.bound(0).id] = 4;
  f.expect_error("it is kept after its last use");
}

TEST(PlanMemory, AFunctionThatKeepsItsArgumentsIsFound) {
  Planned f(kCalls);
  f.memory().owned.clear();
  f.expect_error("a body does not release what it owns");
}

TEST(PlanMemory, ABranchThatReleasesWhatItWasNotGivenIsFound) {
  Planned f(kBranches);
  const auto* branches = ir::as<ir::If>(f.body().stms[1].op);
  f.plan.memory.bodies.at(branches->else_body)
      .owned.push_back(f.program.functions[0]->params[1].var);
  f.expect_error("a body releases what it was not given");
}

TEST(PlanMemory, ALoopThatReleasesWhatItWasNotGivenIsFound) {
  Planned f(kLoop);
  const auto* loop = ir::as<ir::Loop>(f.body().stms[1].op);
  f.plan.memory.bodies.at(loop->body).owned.push_back(f.bound(0));
  f.expect_error("a body releases what it was not given");
}

TEST(PlanMemory, BranchesInALoopThatReleaseWhatIsOutsideAreFound) {
  Planned f(kBorrowed);
  const ir::Var xs = f.program.functions[0]->params[1].var;
  const ir::Body& body = *ir::as<ir::Loop>(f.body().stms[0].op)->body;
  f.plan.memory.bodies.at(&body).stms[0].handed.push_back(xs);
  const auto* branches = ir::as<ir::If>(body.stms[0].op);
  for (const ir::Body* branch : {branches->then_body, branches->else_body})
    f.plan.memory.bodies.at(branch).owned.push_back(xs);
  f.expect_error("branches are given what the body does not hold");
}

TEST(PlanMemory, OneReferenceForTwoResultsIsFound) {
  Planned f(kTwice);
  EXPECT_EQ(f.memory().results[1].transfer, Transfer::Share);
  f.memory().results[1].transfer = Transfer::HandOver;
  f.expect_error("one reference is given as two results");
}

TEST(PlanMemory, AViewWithoutItsRootIsFound) {
  Planned f(kCalls);
  f.plan.memory.roots = Roots();
  f.expect_error("it does not keep the array that it is part of");
}

TEST(PlanMemory, WhatIsReadAfterItWasOverwrittenIsFound) {
  Planned f(kCopied);
  const ir::Parsed viewed = ir::parse(kViewed);
  ASSERT_FALSE(viewed.error);
  f.plan.memory.roots = make_plan(viewed.program, cpu_target()).memory.roots;
  f.expect_error("it is read after its memory was overwritten");
}

// The operator of a reduction of arrays, and the plan of its memory.
struct Combining {
  const ir::Body& body;
  BodyMemory& memory;

  explicit Combining(Planned& f)
      : body(*ir::as<ir::Reduce>(f.body().stms[0].op)->op->body),
        memory(f.plan.memory.bodies.at(&body)) {}
  // Result k is made where operand k lies.
  void make_in_place(size_t k, size_t statement) {
    EXPECT_EQ(memory.results[k].offer, Offer::Nothing);
    memory.results[k].offer = Offer::Place;
    memory.results[k].made = body.stms[statement].pattern[0];
  }
};

TEST(PlanMemory, SumsAreMadeWhereTheLeftOperandLies) {
  Planned f(kSums);
  const Combining op(f);
  EXPECT_EQ(op.memory.results[0].offer, Offer::Place);
  EXPECT_EQ(op.memory.results[0].made, op.body.stms[0].pattern[0]);
}

TEST(PlanMemory, AnOperandThatIsReadAfterTheResultIsMadeIsFound) {
  Planned f(kReadLater);
  Combining(f).make_in_place(0, 0);
  f.expect_error("it is read after something else was made where it lies");
}

TEST(PlanMemory, AnOperandThatIsReadInAnotherOrderIsFound) {
  Planned f(kReadLater);
  Combining(f).make_in_place(0, 1);
  f.expect_error("it is read after something else was made where it lies");
}

TEST(PlanMemory, ARowThatIsReadInAnotherOrderIsFound) {
  Planned f(kRows);
  Combining(f).make_in_place(0, 0);
  f.expect_error("it is read after something else was made where it lies");
}

TEST(PlanMemory, AnOperandThatIsGivenAsAnotherResultIsFound) {
  Planned f(kPair);
  Combining(f).make_in_place(0, 0);
  f.expect_error("it is given after something else was made where it lies");
}

TEST(PlanMemory, APieceInTwoConcatenationsIsFound) {
  Planned f(kJoined);
  const auto* map = ir::as<ir::SegMap>(f.body().stms[0].op);
  BodyMemory& memory = f.plan.memory.bodies.at(map->body);
  ASSERT_EQ(memory.in_concats.size(), 2u);
  memory.in_concats.push_back(memory.in_concats[0]);
  f.expect_error("it is made at two places");
}

}  // namespace
}  // namespace planish::plan
