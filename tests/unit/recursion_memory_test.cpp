// How much memory recursive programs take: at most three times as much as their data, by the count
// of the runtime.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "backends/native.h"
#include "codegen/loader.h"
#include "driver/run/execute.h"
#include "driver/session/session.h"

namespace planish {
namespace {

// For small arrays (numbers of points, offsets), and for a result of less than 1 MiB that moves to
// a smaller block.
constexpr int64_t kBesides = int64_t{5} << 18;

constexpr const char* kQuicksort = R"(
def insertion_sort [n] (xs: *[n]i32) : *[n]i32 =
  loop xs for i < n do
    let x = xs[i]
    let (xs, j) = loop (xs, j) = (xs, i) while j > 0 && xs[j - 1] > x do
      let y = xs[j - 1]
      in (xs with [j] = y, j - 1)
    in xs with [j] = x

def quicksort [n] (xs: [n]i32) : [n]i32 =
  if n <= 16
  then insertion_sort (copy xs)
  else let pivot = xs[n / 2]
       let less = filter (< pivot) xs
       let equal = filter (== pivot) xs
       let greater = filter (> pivot) xs
       in (quicksort less ++ equal ++ quicksort greater) :> [n]i32
)";

template <class T>
runtime::Value array_of(Prim prim, const std::vector<T>& elements) {
  runtime::Value value{prim, {{false, static_cast<int64_t>(elements.size()), {}}}, {}};
  value.data.resize(elements.size() * sizeof(T));
  std::memcpy(value.data.data(), elements.data(), value.data.size());
  return value;
}

std::vector<int32_t> elements_of(const runtime::Value& value) {
  std::vector<int32_t> out(value.count());
  std::memcpy(out.data(), value.data.data(), value.data.size());
  return out;
}

std::vector<int32_t> random_numbers(size_t count) {
  std::mt19937 random(7);
  std::vector<int32_t> out(count);
  for (int32_t& number : out) number = static_cast<int32_t>(random());
  return out;
}

// A program whose entry point is main, as machine code for one thread.
class MachineProgram {
 public:
  explicit MachineProgram(std::string text) {
    CheckedProgram checked = session_.check(*session_.add_text("test.fut", std::move(text)));
    EXPECT_FALSE(session_.diags().has_errors());
    CompileOptions options;
    options.backend = &cpu_backend();
    program_ = *run_passes(session_, checked, options);
    generator_ = codegen::load_code_generator();
    const std::string object = generator_->generate(program_, {}, codegen::Output::Object);
    native_ = std::make_unique<NativeProgram>(generator_->load(object), LoadOptions{.threads = 1});
  }

  std::vector<runtime::Value> run(std::vector<runtime::Value> inputs) {
    const ir::Function* main = nullptr;
    for (const ir::Function* fn : program_.functions) main = fn->entry != nullptr ? fn : main;
    runtime::Outcome outcome = native_->run(*program_.storage, *main, std::move(inputs));
    EXPECT_FALSE(outcome.failure) << outcome.failure->message;
    return std::move(outcome.results);
  }
  int64_t peak() const { return native_->memory().peak_in_use; }

 private:
  Session session_;
  ir::Program program_;
  std::unique_ptr<codegen::CodeGenerator> generator_;
  std::unique_ptr<NativeProgram> native_;
};

TEST(RecursionMemory, QuicksortOfOneArray) {
  MachineProgram program(std::string(kQuicksort) + "entry main [n] (xs: [n]i32) = quicksort xs\n");
  std::vector<int32_t> numbers = random_numbers(size_t{1} << 20);
  const auto data = static_cast<int64_t>(numbers.size() * sizeof(int32_t));
  const std::vector<runtime::Value> results = program.run({array_of(Prim::I32, numbers)});
  std::ranges::sort(numbers);
  EXPECT_EQ(elements_of(results.at(0)), numbers);
  EXPECT_LE(program.peak(), 3 * data + kBesides);
}

TEST(RecursionMemory, QuicksortOfRows) {
  MachineProgram program(std::string(kQuicksort) +
                         "entry main [n] [m] (lengths: [n]i64) (xs: [m]i32) =\n"
                         "  let rows: [n][?]i32 =\n"
                         "    map quicksort (irregular.from_lengths lengths xs)\n"
                         "  in irregular.flatten rows :> [m]i32\n");
  std::vector<int64_t> lengths;
  for (int64_t i = 0; i < 16384; i++) lengths.push_back(i % 512);
  const auto total = std::accumulate(lengths.begin(), lengths.end(), int64_t{0});
  std::vector<int32_t> numbers = random_numbers(static_cast<size_t>(total));
  const std::vector<runtime::Value> results =
      program.run({array_of(Prim::I64, lengths), array_of(Prim::I32, numbers)});
  auto row = numbers.begin();
  for (int64_t length : lengths) {
    std::sort(row, row + length);
    row += length;
  }
  EXPECT_EQ(elements_of(results.at(0)), numbers);
  EXPECT_LE(program.peak(), 3 * total * int64_t{sizeof(int32_t)} + kBesides);
}

TEST(RecursionMemory, FiftyLevels) {
  MachineProgram program(R"(
def deep [n] (k: i32) (xs: [n]i32) : [n]i32 =
  if k == 0 then xs else map (+ 1) (deep (k - 1) (map (\x -> x ^ k) xs))
entry main [n] (xs: [n]i32) = deep 50 xs
)");
  std::vector<int32_t> numbers = random_numbers(size_t{1} << 21);
  const auto data = static_cast<int64_t>(numbers.size() * sizeof(int32_t));
  const std::vector<runtime::Value> results = program.run({array_of(Prim::I32, numbers)});
  int32_t all = 0;
  for (int32_t k = 1; k <= 50; k++) all ^= k;
  for (int32_t& number : numbers)
    number = static_cast<int32_t>(static_cast<uint32_t>(number ^ all) + 50);
  EXPECT_EQ(elements_of(results.at(0)), numbers);
  EXPECT_LE(program.peak(), 3 * data + kBesides);
}

}  // namespace
}  // namespace planish
