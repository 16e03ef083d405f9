// Programs in FLAT, from their text through the loaded library to results.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "codegen/codegen.h"
#include "codegen/loader.h"
#include "ir/parse.h"
#include "runtime/native/host.h"

namespace planish::codegen {
namespace {

constexpr const char* kSquares = R"(flat

entry "squares" ("xs": "[]f32" from 1 count 1) -> (*"[]f32" from 0 count 1, "f32" from 1 count 1)
fn squares(n_1: i64, xs_2: [n_1]f32) -> (ys_3: *[n_1]f32, sum_4: f32) {
  let ys_5: [n_1]f32 = segmap (i_6: i64 < n_1) {
    let x_7: f32 = index xs_2 [i_6]
    let y_8: f32 = mul x_7 x_7
    in y_8
  }
  let sum_9: f32 = segred (i_10: i64 < n_1) {0.0f32} \(a_11: f32, b_12: f32) {
    let c_13: f32 = add a_11 b_12
    in c_13
  } of {
    let y_14: f32 = index ys_5 [i_10]
    in y_14
  }
  in ys_5, sum_9
}
)";

constexpr const char* kChecked = R"(flat

entry "element" ("xs": "[]i32" from 1 count 1, "i": "i64" from 2 count 1) -> ("i32" from 0 count 1)
fn element(n_1: i64, xs_2: [n_1]i32, i_3: i64) -> (x_4: i32) {
  let low_5: bool = le 0i64 i_3
  let high_6: bool = lt i_3 n_1
  let inside_7: bool = and low_5 high_6
  let sure_8: unit = check bounds inside_7 ("index ", i_3, " of ", n_1)
  let x_9: i32 = index xs_2 [i_3] after sure_8
  in x_9
}
)";

class Compiled {
 public:
  Compiled(const char* text, const Options& options) : generator_(load_code_generator()) {
    ir::Parsed parsed = ir::parse(text);
    if (parsed.error) ADD_FAILURE() << parsed.error->line << ": " << parsed.error->message;
    code_ = generator_->load(generator_->generate(parsed.program, options, Output::Object));
    context_ = planish_context_new(nullptr);
  }
  ~Compiled() { planish_context_delete(context_); }
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;

  int32_t run(std::string_view entry, const std::vector<planish_slot>& inputs,
              std::vector<planish_slot>& outputs) {
    void* function = code_->symbol(entry_symbol(entry));
    EXPECT_NE(function, nullptr);
    return planish_run(context_, reinterpret_cast<planish_entry_function>(function), inputs.data(),
                       outputs.data(), nullptr);
  }
  planish_context* context() { return context_; }
  const LoadedCode& code() { return *code_; }

 private:
  std::unique_ptr<CodeGenerator> generator_;
  std::unique_ptr<LoadedCode> code_;
  planish_context* context_ = nullptr;
};

planish_slot scalar(uint64_t bits) { return {bits, nullptr, nullptr, nullptr}; }
template <class T>
planish_slot array(std::vector<T>& values) {
  return {0, values.data(), nullptr, nullptr};
}

class Program : public testing::TestWithParam<unsigned> {
 protected:
  static Options options() {
    Options options;
    options.optimisation = GetParam();
    options.verify = true;
    return options;
  }
};

TEST_P(Program, MapsAndReduces) {
  Compiled program(kSquares, options());
  std::vector<float> xs(100000);
  for (size_t i = 0; i < xs.size(); i++) xs[i] = static_cast<float>(i % 10);
  int64_t length = 0;
  std::vector<planish_slot> outputs(2);
  outputs[0].dims = &length;
  ASSERT_EQ(program.run("squares", {scalar(xs.size()), array(xs)}, outputs), PLANISH_OK);
  EXPECT_EQ(length, 100000);
  const auto* ys = static_cast<const float*>(outputs[0].data);
  EXPECT_EQ(ys[0], 0.0F);
  EXPECT_EQ(ys[99999], 81.0F);
  float sum = 0;
  std::memcpy(&sum, &outputs[1].scalar, sizeof sum);
  EXPECT_EQ(sum, 2850000.0F);
  planish_free(program.context(), outputs[0].block);
}

TEST_P(Program, FailedChecksSayWhy) {
  Compiled program(kChecked, options());
  std::vector<int32_t> xs{3, 4, 5};
  std::vector<planish_slot> outputs(1);
  ASSERT_EQ(program.run("element", {scalar(3), array(xs), scalar(2)}, outputs), PLANISH_OK);
  EXPECT_EQ(static_cast<int32_t>(outputs[0].scalar), 5);
  ASSERT_EQ(program.run("element", {scalar(3), array(xs), scalar(7)}, outputs), PLANISH_FAILED);
  EXPECT_STREQ(planish_failure_message(program.context()), "index 7 of 3");
}

TEST_P(Program, OnlyEntryPointsHaveSymbols) {
  Compiled program(kChecked, options());
  EXPECT_EQ(program.code().symbol("planish_entry_nothing"), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Levels, Program, testing::Values(0U, 3U));

TEST(CodeGenerator, SaysWhatCannotBeLoaded) {
  const auto generator = load_code_generator();
  EXPECT_THROW(generator->load("no object file"), std::runtime_error);
  Options options;
  options.cpu = "pdp11";
  ir::Parsed parsed = ir::parse(kSquares);
  EXPECT_THROW(generator->generate(parsed.program, options, Output::Object), std::runtime_error);
}

TEST(CodeGenerator, IdentityDependsOnOptions) {
  const auto generator = load_code_generator();
  Options options;
  const std::string host = generator->identity(options);
  EXPECT_EQ(host, generator->identity(options));
  options.fast_math = true;
  EXPECT_NE(host, generator->identity(options));
  options = {};
  options.cpu = "x86-64-v2";
  EXPECT_NE(host, generator->identity(options));
}

TEST(CodeGenerator, WritesText) {
  const auto generator = load_code_generator();
  const ir::Parsed parsed = ir::parse(kSquares);
  Options options;
  options.cpu = "x86-64-v3";
  const auto text = [&](Output output) {
    return generator->generate(parsed.program, options, output);
  };
  EXPECT_NE(text(Output::UnoptimisedLlvmIr).find("fmul contract float"), std::string::npos);
  EXPECT_NE(text(Output::LlvmIr).find("fmul contract <8 x float>"), std::string::npos);
  EXPECT_NE(text(Output::Assembly).find("vmulps"), std::string::npos);
}

}  // namespace
}  // namespace planish::codegen
