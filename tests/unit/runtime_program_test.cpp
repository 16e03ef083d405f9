// NativeProgram with code that is written by hand in place of generated code.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>

#include "backends/native.h"
#include "ir/parse.h"
#include "runtime/value_io.h"

namespace planish {
namespace {

class WrittenCode : public codegen::LoadedCode {
 public:
  explicit WrittenCode(std::map<std::string, planish_entry_function> entries)
      : entries_(std::move(entries)) {}
  void* symbol(std::string_view name) const override {
    const auto found = entries_.find(std::string(name));
    return found == entries_.end() ? nullptr : reinterpret_cast<void*>(found->second);
  }

 private:
  std::map<std::string, planish_entry_function> entries_;
};

// A program with one entry point.
class WrittenProgram {
 public:
  WrittenProgram(std::string_view signature, planish_entry_function code)
      : parsed_(ir::parse(signature)),
        native_(std::make_unique<WrittenCode>(std::map<std::string, planish_entry_function>{
                    {codegen::entry_symbol("f"), code}}),
                {.threads = 2, .memory_limit = {.bytes = int64_t{1} << 30}, .verify = true}) {
    EXPECT_FALSE(parsed_.error) << parsed_.error->message;
  }
  ~WrittenProgram() { EXPECT_EQ(native_.memory().in_use, 0); }

  runtime::Outcome outcome(std::vector<runtime::Value> inputs,
                           const runtime::RunOptions& options = {}) {
    return native_.run(*parsed_.program.storage, *parsed_.program.functions.front(),
                       std::move(inputs), options);
  }
  // Values as text, and results or the failure as text.
  std::string run(std::string_view inputs, const runtime::RunOptions& options = {}) {
    std::vector<runtime::Value> values;
    runtime::ValueReader reader(inputs);
    while (!reader.at_end()) values.push_back(*reader.read_any());
    const runtime::Outcome result = outcome(std::move(values), options);
    std::string text;
    if (result.failure) {
      text = "failure: " + result.failure->message;
      for (const std::string& place : result.failure->path) text += " @ " + place;
      return text;
    }
    for (const runtime::Value& value : result.results) text += to_text(value) + " ";
    return text;
  }

 private:
  ir::Parsed parsed_;
  NativeProgram native_;
};

constexpr std::string_view kScale = R"(flat
entry "f" ("a": "f32" from 0 count 1, "xs": "[][]f32" from 3 count 1) -> ("[][]f32" from 0 count 1, "i64" from 1 count 1)
fn f(a_1: f32, n_2: i64, m_3: i64, xs_4: *[n_2][m_3]f32) -> (ys_5: [m_3][n_2]f32, k_6: i64) { in }
)";

template <class T>
T* block_data(planish_block* block) {
  return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(block) + PLANISH_BLOCK_HEADER);
}

// The transposed array times a, and the number of elements.
int32_t scale(planish_context* context, const planish_slot* inputs, planish_slot* outputs) {
  float a = 0;
  std::memcpy(&a, &inputs[0].scalar, sizeof a);
  const auto n = static_cast<int64_t>(inputs[1].scalar);
  const auto m = static_cast<int64_t>(inputs[2].scalar);
  auto* xs = static_cast<float*>(inputs[3].data);
  planish_block* block = planish_allocate(context, n * m * 4);
  if (block == nullptr) return PLANISH_OUT_OF_MEMORY;
  for (int64_t i = 0; i < n * m; i++) {
    xs[i] *= a;  // it is unique
    block_data<float>(block)[i % m * n + i / m] = xs[i];
  }
  outputs[0].data = block_data<float>(block);
  outputs[0].block = block;
  outputs[0].dims[0] = m;
  outputs[0].dims[1] = n;
  outputs[1].scalar = static_cast<uint64_t>(n * m);
  return PLANISH_OK;
}

TEST(RuntimeProgram, SizesComeFromArraysAndResultsAreConverted) {
  WrittenProgram program(kScale, scale);
  EXPECT_EQ(program.run("2f32 [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]]"),
            "[[2.0f32, 8.0f32], [4.0f32, 10.0f32], [6.0f32, 12.0f32]] 6i64 ");
  EXPECT_EQ(program.run("2f32 empty([0][3]f32)"), "empty([3][0]f32) 0i64 ");
}

TEST(RuntimeProgram, RowsThatDifferAreAFailure) {
  WrittenProgram program(kScale, scale);
  EXPECT_EQ(program.run("2f32 [[1f32, 2f32], [4f32]]"),
            "failure: argument `xs` of type [][]f32 has rows of different lengths");
}

TEST(RuntimeProgram, WrongInputsAreFound) {
  WrittenProgram program(kScale, scale);
  EXPECT_EQ(program.run("2f32"), "failure: compiler bug: an input is missing");
  EXPECT_EQ(program.run("2f32 [1f32]"),
            "failure: compiler bug: an input of another type than the parameter");
}

constexpr std::string_view kZip = R"(flat
entry "f" ("xs": "[]i32" from 1 count 1, "ys": "[]i32" from 2 count 1, "z": "[2]bool" from 3 count 1) -> ()
fn f(n_1: i64, xs_2: [n_1]i32, ys_3: [n_1]i32, z_4: [2]bool) -> () { in }
)";

TEST(RuntimeProgram, SizesMustAgree) {
  WrittenProgram program(kZip, [](planish_context*, const planish_slot*, planish_slot*) {
    return int32_t{PLANISH_OK};
  });
  EXPECT_EQ(program.run("[1, 2] [3, 4] [true, false]"), "");
  EXPECT_EQ(
      program.run("[1, 2] [3, 4, 5] [true, false]"),
      "failure: Entry point arguments have invalid sizes: argument `ys` of type []i32 has length "
      "3 where length 2 is expected");
  EXPECT_EQ(
      program.run("[1, 2] [3, 4] [true]"),
      "failure: Entry point arguments have invalid sizes: argument `z` of type [2]bool has length "
      "1 where length 2 is expected");
}

constexpr std::string_view kScalar = R"(flat
entry "f" ("x": "i8" from 0 count 1) -> ("i8" from 0 count 1)
fn f(x_1: i8) -> (y_2: i8) { in }
)";

TEST(RuntimeProgram, FailuresHaveMessageAndPath) {
  WrittenProgram program(
      kScalar, [](planish_context* context, const planish_slot* inputs, planish_slot*) {
        static constexpr planish_message_part kParts[] = {{"bad ", 0}, {nullptr, 0}};
        static constexpr const char* kPath[] = {"a.fut:1:1-2"};
        static constexpr planish_check_site kSite{kParts, 2, kPath, 1};
        return planish_fail(context, &kSite, &inputs[0].scalar);
      });
  EXPECT_EQ(program.run("-3i8"), "failure: bad -3 @ a.fut:1:1-2");
}

// However the run ended.
TEST(RuntimeProgram, MemoryThatIsNotFreedIsACompilerBug) {
  static planish_block* lost = nullptr;
  WrittenProgram program(
      kScalar, [](planish_context* context, const planish_slot* inputs, planish_slot* outputs) {
        static constexpr planish_message_part kParts[] = {{"bad", 0}};
        static constexpr planish_check_site kSite{kParts, 1, nullptr, 0};
        if (lost != nullptr) planish_free(context, lost);
        outputs[0].scalar = inputs[0].scalar;
        lost = inputs[0].scalar == 0 ? nullptr : planish_allocate(context, 100);
        return inputs[0].scalar < 2 ? PLANISH_OK : planish_fail(context, &kSite, nullptr);
      });
  EXPECT_EQ(program.run("1i8"), "failure: compiler bug: 192 bytes were not freed");
  EXPECT_EQ(program.run("2i8"), "failure: compiler bug: 192 bytes were not freed, after: bad");
  EXPECT_EQ(program.run("0i8"), "0i8 ");
}

TEST(RuntimeProgram, OutOfMemoryIsAFailure) {
  WrittenProgram program(
      kScalar, [](planish_context* context, const planish_slot*, planish_slot*) -> int32_t {
        EXPECT_EQ(planish_allocate(context, int64_t{1} << 40), nullptr);
        return PLANISH_OUT_OF_MEMORY;
      });
  EXPECT_EQ(
      program.run("1i8"),
      "failure: out of memory: an array of 1099511627776 bytes cannot be made; 1 of the limit of "
      "1073741824 bytes are in use");
}

TEST(RuntimeProgram, TracesGoWhereTheyAreAskedFor) {
  WrittenProgram program(
      kScalar, [](planish_context* context, const planish_slot* inputs, planish_slot* outputs) {
        planish_trace(context, "x", 0, 0, nullptr, &inputs[0].scalar);
        outputs[0].scalar = inputs[0].scalar;
        return int32_t{PLANISH_OK};
      });
  std::string trace;
  EXPECT_EQ(program.run("-3i8", {.interrupt = nullptr, .trace = &trace}), "-3i8 ");
  EXPECT_EQ(trace, "x: -3i8\n");
}

TEST(RuntimeProgram, AnInterruptStopsIt) {
  WrittenProgram program(kScalar, [](planish_context* context, const planish_slot*, planish_slot*) {
    int32_t status = PLANISH_OK;
    while (status == PLANISH_OK) status = planish_check_cancelled(context);
    return status;
  });
  const std::atomic<bool> interrupt = true;
  runtime::Value value{Prim::I8, {}, runtime::ByteVector(1, std::byte{1})};
  const runtime::Outcome outcome = program.outcome({value}, {&interrupt, nullptr});
  ASSERT_TRUE(outcome.failure);
  EXPECT_TRUE(outcome.failure->interrupted);
}

}  // namespace
}  // namespace planish
