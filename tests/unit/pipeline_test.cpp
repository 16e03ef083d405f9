// The order of passes, and what the runner does around them.
// Checklist: 64.
#include "pipeline/runner.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "ir_test_programs.h"
#include "pipeline/passes.h"

namespace planish {
namespace {

using enum Property;

constexpr std::string_view kProgram = R"(core

entry "main" ("x": "i64" from 0 count 1) -> ("i64" from 0 count 1)
fn main(x_1: i64) -> (r_2: i64) {
  let a_3: i64 = same x_1
  let b_4: i64 = mul a_3 a_3
  let c_5: i64 = mul x_1 x_1
  let d_6: i64 = add b_4 c_5
  in d_6
}
)";

ir::Program program() { return ir::parse(kProgram).program; }

// A pass that forgets to bind a variable.
ir::Program forget(const ir::Program& program, const PassContext&) {
  ir::Program result = program;
  ir::Storage& storage = *program.storage;
  ir::Function fn = *program.functions.front();
  fn.body = storage.arena.make<ir::Body>(ir::Body{fn.body->stms.subspan(1), fn.body->results});
  result.functions.front() = storage.arena.make<ir::Function>(fn);
  return result;
}
ir::Program give_up(const ir::Program&, const PassContext&) {
  throw std::runtime_error("out of ideas");
}

constexpr Pass kForget{"forget", None, None, None, &forget};
constexpr Pass kGiveUp{"give_up", None, None, None, &give_up};

std::vector<Pass> passes(std::string_view list) {
  std::string unknown;
  return passes_named(list, unknown).value();
}

class PipelineFailure : public testing::Test {
 protected:
  PipelineFailure() {
    std::filesystem::create_directories(folder_);
    options_.verify = Verify::EveryPass;
    options_.bug_folder = folder_;
  }
  ~PipelineFailure() override { std::filesystem::remove_all(folder_); }

  std::string folder_ = testing::TempDir() + "planish-pipeline-test-" +
                        testing::UnitTest::GetInstance()->current_test_info()->name();
  PipelineOptions options_;
};

TEST(PassOrder, FindsWhatIsMissing) {
  constexpr Pass kGives{"gives", None, NoCopies, None};
  constexpr Pass kNeeds{"needs", NoCopies, None, None};
  constexpr Pass kBreaks{"breaks", None, None, NoCopies};
  constexpr Pass kGood[] = {kGives, kNeeds, kBreaks};
  static_assert(well_ordered(kGood, None, None));
  static_assert(!well_ordered(kGood, None, NoCopies));
  constexpr Pass kBroken[] = {kGives, kBreaks, kNeeds};
  static_assert(!well_ordered(kBroken, None, None));
  static_assert(well_ordered({&kNeeds, 1}, NoCopies, NoCopies));
}

TEST(PassNames, ListsAndSuggestions) {
  std::string unknown;
  EXPECT_EQ(passes("simplify,cse").size(), 2u);
  EXPECT_EQ(passes("standard,cse").size(), standard_pipeline().size() + 1);
  EXPECT_FALSE(passes_named("simplify,cze", unknown));
  EXPECT_EQ(unknown, "cze");
  EXPECT_EQ(closest_pass("cze"), "cse");
  EXPECT_EQ(closest_pass("deadcode"), "dead_code");
  EXPECT_EQ(closest_pass("vectorise_everything"), "");
}

TEST(Pipeline, DisablesStopsDumpsAndTimes) {
  std::vector<std::string> dumped;
  PipelineOptions options;
  options.verify = Verify::EveryPass;
  options.disabled = passes("cse");
  options.stop_after = passes("dead_code").front();
  options.dump_after = passes("simplify,inline_calls");
  options.dump = [&](const Pass& pass, const ir::Program& now) {
    dumped.push_back(std::string(pass.name));
    EXPECT_EQ(ir::print(now).find("same"), std::string::npos);
  };
  PipelineResult result =
      run_pipeline(program(), passes("simplify,cse,dead_code,inline_calls"), options);
  EXPECT_FALSE(result.failure);
  EXPECT_EQ(dumped, std::vector<std::string>{"simplify"});
  ASSERT_EQ(result.times.size(), 2u);
  EXPECT_EQ(result.times[0].pass, "simplify");
  EXPECT_EQ(result.times[0].statements, 3u);
  EXPECT_EQ(result.times[1].pass, "dead_code");
  // Both products are still there, since cse did not run.
  EXPECT_NE(ir::print(result.program).find("c_5"), std::string::npos);
  EXPECT_NE(times_text(result.times).find("dead_code"), std::string::npos);
}

TEST_F(PipelineFailure, NamesThePassAndSavesTheProgramBeforeIt) {
  std::vector<Pass> broken = passes("cse");
  broken.push_back(kForget);
  PipelineResult result = run_pipeline(program(), broken, options_);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->pass, "forget");
  std::string text = failure_text(*result.failure);
  EXPECT_NE(text.find("compiler bug in the pass `forget`"), std::string::npos) << text;
  EXPECT_NE(text.find("a_3"), std::string::npos) << text;
  std::ifstream file(result.failure->saved_to);
  std::stringstream saved;
  saved << file.rdbuf();
  EXPECT_EQ(saved.str(), ir::print(result.program));
  EXPECT_NE(saved.str().find("let a_3"), std::string::npos) << saved.str();
}

TEST_F(PipelineFailure, ExceptionsAreCaught) {
  PipelineResult result = run_pipeline(program(), {&kGiveUp, 1}, options_);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->pass, "give_up");
  EXPECT_NE(result.failure->message.find("out of ideas"), std::string::npos);
}

TEST_F(PipelineFailure, BrokenInputIsNobodysPass) {
  PipelineResult result =
      run_pipeline(forget(program(), {cpu_target()}), passes("simplify"), options_);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->pass, "");
  EXPECT_TRUE(result.times.empty());
}

TEST_F(PipelineFailure, SaysThatItCouldNotSave) {
  options_.bug_folder = folder_ + "/missing";
  PipelineResult result = run_pipeline(program(), {&kGiveUp, 1}, options_);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->saved_to, "");
  EXPECT_NE(failure_text(*result.failure).find("could not be saved"), std::string::npos);
}

// The programs have every operation, but no entry points: each function gets one, so that something
// is live.
ir::Program with_entries(const char* text) {
  ir::Program program = ir::parse(text).program;
  ir::Storage& storage = *program.storage;
  for (const ir::Function*& fn : program.functions) {
    ir::Function copy = *fn;
    copy.entry = storage.arena.make<ir::Entry>();
    fn = storage.arena.make<ir::Function>(copy);
  }
  return program;
}

TEST(Passes, KeepTheRulesOnEveryOperation) {
  for (const char* text : ir::kAllPrograms) {
    ir::Program program = ir::parse(text).program;
    for (const Pass& pass : all_passes()) {
      for (const ir::VerifyError& error : ir::verify(pass.run(program, {cpu_target()})))
        ADD_FAILURE() << pass.name << ": " << ir::error_text(*program.storage, error);
    }
  }
}

TEST(Passes, DeadCodeTwiceIsDeadCodeOnce) {
  const Pass& dead_code = *find_pass("dead_code");
  for (const char* text : ir::kAllPrograms) {
    ir::Program once = dead_code.run(with_entries(text), {cpu_target()});
    EXPECT_FALSE(once.functions.empty());
    EXPECT_EQ(ir::print(dead_code.run(once, {cpu_target()})), ir::print(once));
  }
}

TEST(Passes, WhatDoesNotChangeIsTheSameNode) {
  for (const char* text : ir::kAllPrograms) {
    ir::Program program = with_entries(text);
    for (int i = 0; i < 5; i++) {
      for (const Pass& pass : standard_pipeline()) program = pass.run(program, {cpu_target()});
    }
    for (const Pass& pass : standard_pipeline()) {
      ir::Program again = pass.run(program, {cpu_target()});
      EXPECT_EQ(again.functions, program.functions) << pass.name;
    }
  }
}

}  // namespace
}  // namespace planish
