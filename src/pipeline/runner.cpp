#include "pipeline/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <fstream>

#include "analysis/cost.h"
#include "analysis/host_code.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "pipeline/passes.h"

namespace planish {
namespace {

using Clock = std::chrono::steady_clock;

bool contains(std::span<const Pass> passes, const Pass& pass) {
  return std::ranges::any_of(passes, [&](const Pass& p) { return p.name == pass.name; });
}

// What is wrong with the program; empty: nothing.
std::string broken_rules(const ir::Program& program) {
  std::string text;
  for (const ir::VerifyError& error : ir::verify(program)) {
    text += fmt::format("  {}\n", ir::error_text(*program.storage, error));
  }
  return text;
}

// The same for what a pass gives.
std::string broken_rules(const ir::Program& program, const Pass& after) {
  std::string text = broken_rules(program);
  if (!text.empty() || !includes(after.gives, Property::DeviceCode)) return text;
  // A pass before it may have been left out.
  if (program.stage != ir::Stage::Flat || has_irregular_arrays(program)) return text;
  for (const std::string& error : verify_device_code(program)) {
    text += fmt::format("  {}\n", error);
  }
  return text;
}

// The path, or nothing if it cannot be written.
std::string save(const ir::Program& program, const std::string& folder, std::string_view pass) {
  std::string path = fmt::format("{}/planish-bug-{}.core", folder, pass.empty() ? "input" : pass);
  std::ofstream file(path, std::ios::binary);
  file << ir::print(program);
  return file.flush() ? path : "";
}

}  // namespace

PipelineResult run_pipeline(const ir::Program& program, std::span<const Pass> pipeline,
                            const PipelineOptions& options) {
  PipelineResult result{program, {}, {}};
  auto fail = [&](std::string_view pass, std::string message) {
    result.failure = {pass, std::move(message), save(result.program, options.bug_folder, pass)};
  };
  bool verify = options.verify == Verify::EveryPass;
  if (verify) {
    std::string errors = broken_rules(program);
    if (!errors.empty()) fail("", std::move(errors));
  }
  std::vector<Pass> with_copies;
  if (!options.target.in_place) {
    with_copies = with_copied_updates(pipeline);
    pipeline = with_copies;
  }
  for (const Pass& pass : pipeline) {
    if (result.failure) break;
    if (contains(options.disabled, pass)) continue;
    Clock::time_point start = Clock::now();
    ir::Program next;
    try {
      next = pass.run(result.program, {options.target, options.decisions});
    } catch (const std::exception& error) {
      fail(pass.name, fmt::format("  exception: {}\n", error.what()));
      break;
    }
    next.storage->known_free.clear();
    next.storage->known_uses.clear();
    double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    std::string errors = verify ? broken_rules(next, pass) : "";
    if (!errors.empty()) {
      fail(pass.name, std::move(errors));
      break;
    }
    result.program = std::move(next);
    result.times.push_back({pass.name, seconds, statement_count(result.program)});
    if (contains(options.dump_after, pass)) options.dump(pass, result.program);
    if (options.stop_after && options.stop_after->name == pass.name) break;
  }
  return result;
}

std::string failure_text(const PassFailure& failure) {
  std::string text = failure.pass.empty()
                         ? "compiler bug: the program breaks rules before the first pass\n"
                         : fmt::format("compiler bug in the pass `{}`\n", failure.pass);
  text += failure.message;
  text += failure.saved_to.empty()
              ? "the program from just before it could not be saved\n"
              : fmt::format("the program from just before it is in {}\n", failure.saved_to);
  return text;
}

std::string times_text(std::span<const PassTime> times) {
  size_t width = std::string_view("stage").size();
  for (const PassTime& time : times) width = std::max(width, time.pass.size());
  std::string text = fmt::format("{:<{}} {:>10} {:>12}\n", "stage", width, "ms", "statements");
  double total = 0;
  for (const PassTime& time : times) {
    std::string statements = time.statements == 0 ? "" : fmt::format(" {:>12}", time.statements);
    text += fmt::format("{:<{}} {:>10.3f}{}\n", time.pass, width, time.seconds * 1e3, statements);
    total += time.seconds;
  }
  return text + fmt::format("{:<{}} {:>10.3f}\n", "total", width, total * 1e3);
}

}  // namespace planish
