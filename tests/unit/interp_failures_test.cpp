// Programs that fail, run out of something, or break the rules of the IR.
#include <thread>

#include "interp_programs.h"
#include "runtime/call_path.h"

namespace planish::interp {
namespace {

runtime::Failure failure_of(std::string_view program, std::string_view inputs = "",
                            Rules rules = Rules::Kept) {
  runtime::Outcome outcome = TestProgram(program, rules).run(inputs);
  if (!outcome.failure) ADD_FAILURE() << "it gave " << results_text(outcome);
  return outcome.failure.value_or(runtime::Failure{});
}

constexpr const char* kChecks = R"(core
entry "main" ("xs": "[]i64" from 1 count 1, "i": "i64" from 2 count 1) -> ("i64" from 0 count 1)
fn main(n_1: i64, xs_2: [n_1]i64, i_3: i64) -> (r_4: i64) @1 {
  let r_5: i64 = call at (n_1, xs_2, i_3) @2
  in r_5
}
fn at(n_101: i64, xs_102: [n_101]i64, i_103: i64) -> (r_104: i64) @3 {
  let a_105: bool = le 0 i_103
  let b_106: bool = lt i_103 n_101
  let c_107: bool = and a_105 b_106
  let d_108: unit = check bounds c_107 ("Index [", i_103, "] out of bounds for array of shape [", n_101, "].") @5
  let r_109: i64 = index xs_102 [i_103] after d_108 @5
  in r_109
}
places
@1 = "main.fut" 1:1-2:3
@2 = "main.fut" 4:5-4:9
@3 = "lib.fut" 1:1-1:2
@4 = "lib.fut" 7:3-7:12
@5 = "lib.fut" 2:10-2:15 from @4
)";

TEST(InterpFailures, AFailedCheckSaysWhatAndWhere) {
  const runtime::Failure failure = failure_of(kChecks, "[1, 2, 3] 5");
  EXPECT_EQ(failure.message, "Index [5] out of bounds for array of shape [3].");
  EXPECT_EQ(failure.path,
            (std::vector<std::string>{"lib.fut:2:10-14", "lib.fut:7:3-11", "main.fut:4:5-8"}));
  EXPECT_FALSE(failure.compiler_bug);
  EXPECT_FALSE(failure.interrupted);
}

TEST(InterpFailures, AProgramRunsAgainAfterAFailure) {
  TestProgram program(kChecks);
  EXPECT_EQ(results_text(program.run("[1, 2, 3] -1")),
            "failed: Index [-1] out of bounds for array of shape [3].");
  EXPECT_EQ(results_text(program.run("[1, 2, 3] 1")), "2i64");
}

TEST(InterpFailures, ValuesInMessages) {
  EXPECT_EQ(failure_of(R"(core
entry "main" () -> ("i64" from 0 count 1)
fn main() -> (r_1: i64) {
  let xs_2: [2]i8 = iota 2 from 3i8 by 1i8
  let c_3: unit = check assert false (-1i8, " ", 255u8, " ", 1.5f32, " ", 0.1f64, " ", true, " ", 0.5f16, " ", xs_2)
  in 1
}
)")
                .message,
            "-1 255 1.5 0.1 true 0.5 [3i8, 4i8]");
}

// ---- Too deep, too much, too long

TEST(InterpFailures, InfiniteRecursion) {
  const runtime::Failure failure = failure_of(R"(core
entry "main" ("x": "i64" from 0 count 1) -> ("i64" from 0 count 1)
fn main(x_1: i64) -> (r_2: i64) @1 {
  let r_3: i64 = call f (x_1) @2
  in r_3
}
fn f(x_101: i64) -> (r_102: i64) @3 {
  let c_103: bool = lt x_101 -1
  let r_104: i64 = if c_103 { in 0 } else {
    let y_105: i64 = add x_101 1
    let z_106: i64 = call f (y_105) @4
    let w_107: i64 = add z_106 1
    in w_107
  }
  in r_104
}
places
@1 = "a.fut" 1:1-1:2
@2 = "a.fut" 2:1-2:2
@3 = "a.fut" 3:1-3:2
@4 = "a.fut" 4:1-4:2
)",
                                              "0");
  EXPECT_EQ(failure.message, "recursion too deep");
  EXPECT_FALSE(failure.compiler_bug);
  ASSERT_EQ(failure.path.size(), 1 + runtime::kInnermostCalls + 1 + runtime::kOutermostCalls);
  EXPECT_EQ(failure.path.front(), "a.fut:3:1");
  EXPECT_EQ(failure.path[1], "a.fut:4:1");
  EXPECT_EQ(failure.path.back(), "a.fut:2:1");
}

TEST(InterpFailures, DeepRecursionThatEnds) {
  EXPECT_EQ(run_text(R"(core
entry "main" ("x": "i64" from 0 count 1) -> ("i64" from 0 count 1)
fn main(x_1: i64) -> (r_2: i64) {
  let r_3: i64 = call f (x_1)
  in r_3
}
fn f(x_101: i64) -> (r_102: i64) {
  let c_103: bool = eq x_101 0
  let r_104: i64 = if c_103 { in 0 } else {
    let y_105: i64 = sub x_101 1
    let z_106: i64 = call f (y_105)
    let w_107: i64 = add z_106 x_101
    in w_107
  }
  in r_104
}
)",
                     "50000"),
            "1250025000i64");
}

TEST(InterpFailures, AbsurdSizes) {
  TestProgram program(R"(core
entry "main" ("n": "i64" from 0 count 1, "m": "i64" from 1 count 1) -> ("i64" from 0 count 1)
fn main(n_1: i64, m_2: i64) -> (r_3: i64) @1 {
  let xs_4: [n_1][m_2]i64 = replicate [n_1, m_2] 0 @2
  let r_5: i64 = index xs_4 [0, 0]
  in r_5
}
places
@1 = "a.fut" 1:1-1:2
@2 = "a.fut" 2:1-2:2
)");
  for (const char* sizes :
       {"1152921504606846976 1", "1 1099511627776", "4611686018427387904 4611686018427387904"}) {
    const runtime::Outcome outcome = program.run(sizes);
    ASSERT_TRUE(outcome.failure) << sizes;
    EXPECT_TRUE(outcome.failure->message.starts_with("out of memory: an array of "))
        << outcome.failure->message;
    EXPECT_EQ(outcome.failure->path, std::vector<std::string>{"a.fut:2:1"});
    EXPECT_FALSE(outcome.failure->compiler_bug);
  }
  EXPECT_EQ(results_text(program.run("1 1")), "0i64");
}

TEST(InterpFailures, Interrupts) {
  TestProgram program(R"(core
entry "main" () -> ("i64" from 0 count 1)
fn main() -> (r_1: i64) {
  let r_2: i64 = loop (a_3: i64 = 0) while { in true } do {
    let b_4: i64 = add a_3 1
    in b_4
  }
  in r_2
}
)");
  std::atomic<bool> stop = false;
  runtime::RunOptions options;
  options.interrupt = &stop;
  std::thread other([&] { stop = true; });
  const runtime::Outcome outcome = program.run("", options);
  other.join();
  ASSERT_TRUE(outcome.failure);
  EXPECT_TRUE(outcome.failure->interrupted);
}

// ---- Broken promises

void expect_bug(std::string_view program, std::string_view inputs, std::string_view words) {
  const runtime::Failure failure = failure_of(program, inputs, Rules::Broken);
  EXPECT_TRUE(failure.compiler_bug) << failure.message;
  EXPECT_NE(failure.message.find(words), std::string::npos) << failure.message;
}

TEST(InterpFailures, UseAfterUpdate) {
  const runtime::Failure failure = failure_of(R"(core
entry "main" ("xs": "*[]i64" from 1 count 1) -> ("i64" from 0 count 1)
fn main(n_1: i64, xs_2: *[n_1]i64) -> (r_3: i64) @1 {
  let ys_4: [n_1]i64 = update xs_2 [0] with 1
  let x_5: i64 = index xs_2 [0] @2
  in x_5
}
places
@1 = "a.fut" 1:1-1:2
@2 = "a.fut" 2:1-2:2
)",
                                              "[1]", Rules::Broken);
  EXPECT_TRUE(failure.compiler_bug);
  EXPECT_EQ(failure.message, "compiler bug: the array xs_2 is used after it was consumed");
  EXPECT_EQ(failure.path, std::vector<std::string>{"a.fut:2:1"});
}

TEST(InterpFailures, UseOfAnAliasAfterUpdate) {
  // A slice, a name, a transposed array, what a branch gave.
  for (const char* alias : {"slice xs_3 [0 +: n_1 by 1]", "same xs_3", "rearrange [0, 1] xs_3",
                            "if true { in xs_3 } else { in xs_3 }", "call id (n_1, m_2, xs_3)"}) {
    expect_bug(std::string(R"(core
entry "main" ("xs": "*[][]i64" from 2 count 1) -> ("[][]i64" from 0 count 1)
fn main(n_1: i64, m_2: i64, xs_3: *[n_1][m_2]i64) -> (r_4: [n_1][m_2]i64) {
  let vs_5: [n_1][m_2]i64 = )") +
                   alias +
                   R"(
  let ys_6: [n_1][m_2]i64 = update xs_3 [0, 0] with 1
  let zs_7: [n_1][m_2]i64 = copy vs_5
  in zs_7
}
fn id(n_101: i64, m_102: i64, xs_103: [n_101][m_102]i64) -> (r_104: [n_101][m_102]i64) { in xs_103 }
)",
               "[[1, 2]]", "the array vs_5 is used after it was consumed");
  }
}

TEST(InterpFailures, AnUpdateThroughAViewConsumesTheWhole) {
  expect_bug(R"(core
entry "main" ("xs": "*[][]i64" from 2 count 1) -> ("[][]i64" from 0 count 1)
fn main(n_1: i64, m_2: i64, xs_3: *[n_1][m_2]i64) -> (r_4: [n_1][m_2]i64) {
  let row_5: [m_2]i64 = index xs_3 [0]
  let row_6: [m_2]i64 = update row_5 [0] with 1
  in xs_3
}
)",
             "[[1, 2]]", "the result xs_3");
}

TEST(InterpFailures, UseOfAnArrayThatACallOrALoopConsumed) {
  expect_bug(R"(core
entry "main" ("xs": "*[]i64" from 1 count 1) -> ("i64" from 0 count 1)
fn main(n_1: i64, xs_2: *[n_1]i64) -> (r_3: i64) {
  let ys_4: [n_1]i64 = call set (n_1, xs_2)
  let x_5: i64 = reduce n_1 (xs_2) {0} \(a_6: i64, b_7: i64) { in a_6 }
  in x_5
}
fn set(n_101: i64, xs_102: *[n_101]i64) -> (r_103: *[n_101]i64) {
  let ys_104: [n_101]i64 = update xs_102 [0] with 1
  in ys_104
}
)",
             "[1]", "the array xs_2 is used after it was consumed");
  expect_bug(R"(core
entry "main" ("xs": "*[]i64" from 1 count 1) -> ("i64" from 0 count 1)
fn main(n_1: i64, xs_2: *[n_1]i64) -> (r_3: i64) {
  let ys_4: [n_1]i64 = loop (zs_5: *[n_1]i64 = xs_2) for i_6: i64 < n_1 {
    let zs_7: [n_1]i64 = update zs_5 [i_6] with 1
    let x_8: i64 = index xs_2 [i_6]
    in zs_7
  }
  in 1
}
)",
             "[1]", "the array xs_2 is used after it was consumed");
}

TEST(InterpFailures, UseOfAnArrayThatOperatorsConsumed) {
  expect_bug(R"(core
entry "main" ("xs": "*[]i64" from 1 count 1) -> ("[]i64" from 0 count 1)
fn main(n_1: i64, xs_2: *[n_1]i64) -> (r_3: [n_1]i64) {
  let alias_4: [n_1]i64 = same xs_2
  let ys_5: [n_1]i64 = scatter n_1 [n_1] (xs_2) at (alias_4) with (alias_4)
  in alias_4
}
)",
             "[1]", "the result alias_4");
  expect_bug(R"(core
entry "main" ("xs": "*[][]i64" from 2 count 1) -> ("[][]i64" from 0 count 1)
fn main(n_1: i64, m_2: i64, xs_3: *[n_1][m_2]i64) -> (r_4: [n_1][m_2]i64) {
  let ys_5: [n_1][m_2]i64 = map n_1 (xs_3) \(row_6: *[m_2]i64) {
    let row_7: [m_2]i64 = update row_6 [0] with 1
    in row_7
  }
  in xs_3
}
)",
             "[[1, 2], [3, 4]]", "the result xs_3");
  expect_bug(R"(core
entry "main" ("xs": "*[]i64" from 1 count 1) -> ("i64" from 0 count 1)
fn main(n_1: i64, xs_2: *[n_1]i64) -> (r_3: i64) {
  let alias_4: [n_1]i64 = same xs_2
  let ys_5: [n_1]i64 = with_acc [n_1] (xs_2) {} of \(acc_6: acc([n_1]i64)) {
    let x_7: i64 = index alias_4 [0]
    in acc_6
  }
  in 1
}
)",
             "[1]", "the array alias_4 is used after it was consumed");
}

TEST(InterpFailures, MapWhoseRowsAreNotConsumedByRight) {
  // The parameter is not unique: the second iteration sees what the first has done.
  expect_bug(R"(core
entry "main" ("xs": "[][]i64" from 2 count 1) -> ("[][]i64" from 0 count 1)
fn main(n_1: i64, m_2: i64, xs_3: [n_1][m_2]i64) -> (r_4: [n_1][m_2]i64) {
  let ys_5: [n_1][m_2]i64 = map n_1 (xs_3) \(row_6: [m_2]i64) {
    let row_7: [m_2]i64 = update row_6 [0] with 1
    in row_7
  }
  in ys_5
}
)",
             "[[1, 2], [3, 4]]", "the array row_6 is used after it was consumed");
}

TEST(InterpFailures, WhatShouldHaveBeenChecked) {
  expect_bug(R"(core
entry "main" ("xs": "[]i64" from 1 count 1, "i": "i64" from 2 count 1) -> ("i64" from 0 count 1)
fn main(n_1: i64, xs_2: [n_1]i64, i_3: i64) -> (r_4: i64) {
  let r_5: i64 = index xs_2 [i_3]
  in r_5
}
)",
             "[1] 1", "an index outside of the array");
  expect_bug(R"(core
entry "main" ("xs": "[]i64" from 1 count 1, "i": "i64" from 2 count 1) -> ("[]i64" from 0 count 1)
fn main(n_1: i64, xs_2: [n_1]i64, i_3: i64) -> (r_4: [2]i64) {
  let r_5: [2]i64 = slice xs_2 [i_3 +: 2 by 4611686018427387904]
  in r_5
}
)",
             "[1, 2, 3] 1", "an index outside of the array");
  expect_bug(R"(core
entry "main" ("n": "i64" from 0 count 1) -> ("[]i64" from 0 count 1)
fn main(n_1: i64) -> (r_2: [n_1]i64) {
  let r_3: [n_1]i64 = iota n_1 from 0 by 1
  in r_3
}
)",
             "-1", "a negative size");
  expect_bug(R"(core
entry "main" ("xs": "[]i64" from 1 count 1) -> ("[][]i64" from 0 count 1)
fn main(n_1: i64, xs_2: [n_1]i64) -> (r_3: [n_1][2]i64) {
  let r_4: [n_1][2]i64 = map n_1 (xs_2) \(x_5: i64) {
    let row_6: [x_5]i64 = replicate [x_5] 0
    in row_6
  }
  in r_4
}
)",
             "[2, 3]", "another shape");
}

TEST(InterpFailures, CodeThatCannotBeMade) {
  expect_bug(R"(core
entry "main" () -> ("i64" from 0 count 1)
fn main() -> (r_1: i64) {
  let r_2: i64 = call nobody ()
  in r_2
}
)",
             "", "there is no function nobody");
}

}  // namespace
}  // namespace planish::interp
