// Makes random programs and checks what must hold for each of them: docs/testing.md.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <map>

#include "check.h"
#include "codegen/loader.h"
#include "driver/session/session.h"
#include "generator.h"
#include "shrink.h"
#include "support/large_stack.h"

namespace planish::random_programs {
namespace {

struct Settings {
  uint64_t seed = 1;
  uint64_t count = 100;
  int size = 60;
  double seconds = 0;
  int attempts = 1500;
  bool native = false;
  bool show = false;
  bool sequences = false;
};

Subject subject_of(const Program& program, uint64_t seed) {
  return {.source = source_text(program),
          .input = input_text(program),
          .order_seed = seed,
          .fails_at_one_place = program.fails_at_one_place};
}

// The generator does not know in which order sizes are computed. A sum whose payload has the size
// of something in another branch is rejected, and rightly so. It happens about once in a thousand
// programs.
constexpr std::string_view kSizeComesLate = "checker rejects it: causality";

class Run {
 public:
  explicit Run(const Settings& settings) : settings_(settings) {
    // The prelude is checked once; every program is checked in a copy of the process.
    session_.check(*session_.add_text("empty.fut", "def empty = 0"));
    if (settings_.native) generator_ = codegen::load_code_generator();
  }

  // The number of programs that failed.
  uint64_t run() {
    auto start = std::chrono::steady_clock::now();
    auto seconds = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    uint64_t done = 0, failed = 0;
    while (settings_.seconds > 0 ? seconds() < settings_.seconds : done < settings_.count) {
      failed += one(settings_.seed + done) ? 0 : 1;
      done++;
    }
    fmt::print("{} programs, {} failed\n", done, failed);
    if (late_ > 2 + done / 100) {
      fmt::print("{} of them have sizes that come too late: too many\n", late_);
      failed += late_;
    }
    for (const auto& [kind, seeds] : kinds_) {
      fmt::print("{:6} x {} (seeds", seeds.size(), kind);
      for (size_t i = 0; i < std::min<size_t>(seeds.size(), 8); i++) fmt::print(" {}", seeds[i]);
      fmt::print(")\n");
    }
    return failed;
  }

 private:
  bool one(uint64_t seed) {
    Generator generator(seed, settings_.size);
    Program program = settings_.sequences ? generator.generate_sequences() : generator.generate();
    if (settings_.show) {
      fmt::print("-- seed {}\n{}-- input:\n{}\n", seed, source_text(program), input_text(program));
      return true;
    }
    std::optional<Finding> finding =
        check_isolated({session_, generator_.get()}, subject_of(program, seed));
    if (!finding) return true;
    if (finding->kind == kSizeComesLate) {
      late_++;
      return true;
    }
    std::vector<uint64_t>& same = kinds_[finding->kind];
    same.push_back(seed);
    // One of a kind is enough to look at.
    if (same.size() > 1) return false;
    size_t before = node_count(program);
    auto still_fails = [&](const Program& candidate) {
      auto again = check_isolated({session_, generator_.get()}, subject_of(candidate, seed));
      return again && again->kind == finding->kind;
    };
    Program smallest = shrink(std::move(program), still_fails, settings_.attempts);
    Subject subject = subject_of(smallest, seed);
    finding = check_isolated({session_, generator_.get()}, subject);
    fmt::print(
        "==== seed {}: {}\n---- program ({} of {} nodes)\n{}---- input\n{}---- what happened\n{}\n",
        seed, finding->kind, node_count(smallest), before, subject.source, subject.input,
        finding->detail);
    std::fflush(stdout);
    return false;
  }

  Settings settings_;
  Session session_;
  std::unique_ptr<codegen::CodeGenerator> generator_;
  std::map<std::string, std::vector<uint64_t>> kinds_;
  uint64_t late_ = 0;  // programs of kSizeComesLate
};

}  // namespace
}  // namespace planish::random_programs

int main(int argc, char** argv) {
  using namespace planish::random_programs;
  Settings settings;
  CLI::App app{"Checks the compiler with random programs."};
  app.add_option("--seed", settings.seed, "of the first program; the next has the next number");
  app.add_option("--count", settings.count, "how many programs");
  app.add_option("--size", settings.size, "about how many expressions a program has");
  app.add_option("--time", settings.seconds, "go on for so many seconds, instead of --count");
  app.add_option("--attempts", settings.attempts,
                 "how often to try to make a failing program smaller");
  app.add_flag("--native", settings.native, "run machine code, too");
  app.add_flag("--sequences", settings.sequences,
               "programs that take and give sequences, in chunks of random sizes");
  app.add_flag("--show", settings.show, "print the programs and do nothing else");
  CLI11_PARSE(app, argc, argv);
  uint64_t failed = 0;
  planish::run_with_large_stack([&] { failed = Run(settings).run(); });
  return failed == 0 ? 0 : 1;
}
