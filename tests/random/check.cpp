// Checklist: 60.
#include "check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "diag/render.h"
#include "driver/run/execute.h"
#include "ir/equal.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "lower/lower.h"
#include "pipeline/passes.h"
#include "pipeline/runner.h"
#include "random.h"

namespace planish::random_programs {
namespace {

// The beginning of a message, without the numbers that differ from program to program.
std::string general(std::string_view message) {
  std::string out;
  for (char c : message.substr(0, message.find('\n'))) {
    if (c >= '0' && c <= '9') {
      if (!out.ends_with('#')) out += '#';
    } else {
      out += c;
    }
  }
  return out.substr(0, 100);
}

// "loop: initial value": what a broken rule is about.
std::string before_names(std::string_view message) {
  std::string_view words = message.substr(0, message.find_first_of("_[0123456789"));
  return std::string(words.substr(0, words.rfind(' ')));
}

std::optional<Finding> broken_rules(const ir::Program& program, std::string_view where) {
  std::vector<ir::VerifyError> errors = ir::verify(program);
  if (errors.empty()) return std::nullopt;
  std::string detail;
  for (const ir::VerifyError& error : errors)
    detail += ir::error_text(*program.storage, error) + "\n";
  return Finding{fmt::format("{}: broken rule: {}: {}", where, ir::rule_text(errors.front().rule),
                             before_names(errors.front().message)),
                 detail};
}

std::optional<Finding> round_trip(const ir::Program& program, std::string_view where) {
  std::string text = ir::print(program);
  ir::Parsed parsed = ir::parse(text);
  if (parsed.error) {
    return Finding{fmt::format("{}: the text does not read back", where),
                   fmt::format("line {}, column {}: {}\n{}", parsed.error->line,
                               parsed.error->column, parsed.error->message, text)};
  }
  if (!ir::equal(program, parsed.program))
    return Finding{fmt::format("{}: the text reads back to another program", where), text};
  std::string again = ir::print(parsed.program);
  if (again == text) return std::nullopt;
  return Finding{fmt::format("{}: the text changes when it is read back", where),
                 fmt::format("{}\n--- and after reading it back:\n{}", text, again)};
}

// What a program gives.
struct Behaviour {
  std::vector<runtime::Value> results;
  std::string failure;  // empty: it succeeded
};

std::string text_of(const Behaviour& behaviour) {
  std::string text = behaviour.failure;
  for (const runtime::Value& value : behaviour.results) text += runtime::to_text(value) + "\n";
  return text;
}

// What may differ: nothing; or, where the order of operations is another one, which of several
// failures comes first. Where only one place can fail, it may still do so for several elements, and
// is said to have failed for any of them.
enum class Equality : uint8_t { Exact, UpToOrder, UpToOrderAtOnePlace };

// Messages with their numbers left out, and where it failed, but not for which call.
bool is_same_place(const std::string& expected, const std::string& actual) {
  auto place = [](const std::string& failure) {
    const size_t first = failure.find('\n') + 1;
    return failure.substr(first, failure.find('\n', first) - first);
  };
  return general(expected) == general(actual) && place(expected) == place(actual);
}

// Floats are reduced by minimum and maximum only, so their order makes no difference. But machine
// code rounds a product and the sum that it is part of once, and exponentials of vectors are off by
// up to 4 units in the last place.
constexpr runtime::Tolerance kExactFloats{};
constexpr runtime::Tolerance kMachineFloats{.ulps = 16};

bool is_same(const Behaviour& expected, const Behaviour& actual, Equality equality,
             const runtime::Tolerance& tolerance) {
  if (text_of(expected) == text_of(actual)) return true;
  if (equality == Equality::Exact || expected.failure.empty() != actual.failure.empty())
    return false;
  if (equality == Equality::UpToOrderAtOnePlace && !expected.failure.empty())
    return is_same_place(expected.failure, actual.failure);
  for (size_t i = 0; i < expected.results.size(); i++) {
    if (runtime::difference(expected.results[i], actual.results[i], tolerance)) return false;
  }
  return true;
}

// How machine code is run.
struct NativeRun {
  std::string_view name;
  int32_t threads;
  int64_t cost_factor;
};
// Two that cut all work into the smallest tasks; their results are equal to the bit.
constexpr int64_t kFineCuts = 1'000'000;
// One of so many programs is run on an emulated GPU.
constexpr uint64_t kEmulatedEvery = 8;
constexpr NativeRun kWholeRun{"machine code", 1, 1};
constexpr NativeRun kCutRun{"machine code in tasks", 1, kFineCuts};
constexpr NativeRun kParallelRun{"machine code with 3 threads", 3, kFineCuts};

class Checker {
 public:
  Checker(const Compiler& compiler, const Subject& subject)
      : session_(compiler.session), generator_(compiler.generator), subject_(subject) {}

  std::optional<Finding> check() {
    const SourceFile* file = session_.add_text("random.fut", subject_.source);
    const CheckedProgram checked = session_.check(*file);
    if (session_.diags().has_errors()) {
      report_diagnostics("checker");
      return finding_;
    }
    std::optional<ir::Program> core = lowered(checked, Inlining::Usual);
    if (!core) return finding_;
    if (finding_ = broken_rules(*core, "lowering"); finding_) return finding_;
    if (finding_ = round_trip(*core, "lowering"); finding_) return finding_;
    std::optional<Behaviour> expected = interpreted(*core, "lowering");
    if (!expected) return finding_;
    // The same with all definitions called.
    std::optional<ir::Program> with_calls = lowered(checked, Inlining::Never);
    if (!with_calls) return finding_;
    if (finding_ = broken_rules(*with_calls, "no inlining"); finding_) return finding_;
    std::optional<Behaviour> called = interpreted(*with_calls, "no inlining");
    if (!called || !expect(*expected, *called, Equality::Exact, "no inlining")) return finding_;

    for (const Pass& pass : all_passes()) {
      if (!keeps(*core, {&pass, 1}, *expected)) return finding_;
    }
    if (!keeps(*core, standard_pipeline(), *expected)) return finding_;
    // Machine code is made of one of the two.
    const bool calls = subject_.order_seed % 2 == 0;
    if (!flat_keeps(*core, *expected, calls ? MachineCode::No : MachineCode::Yes, "") ||
        !flat_keeps(*with_calls, *expected, calls ? MachineCode::Yes : MachineCode::No,
                    "no inlining, "))
      return finding_;
    // Kernels take much longer to compile.
    if (subject_.order_seed % kEmulatedEvery == 0 &&
        !device_keeps(subject_.order_seed % (2 * kEmulatedEvery) == 0 ? *core : *with_calls,
                      *expected))
      return finding_;
    Random random(subject_.order_seed);
    for (int i = 0; i < 2; i++) {
      std::vector<Pass> order;
      for (uint64_t length = 2 + random.below(5); length > 0; length--)
        order.push_back(all_passes()[random.below(all_passes().size())]);
      if (!keeps(*core, order, *expected)) return finding_;
    }
    return std::nullopt;
  }

 private:
  void report_diagnostics(std::string_view who) {
    std::string detail;
    std::set<std::string_view> codes;
    for (const Diagnostic& diagnostic : session_.diags().all()) {
      if (diagnostic.severity != Severity::Error) continue;
      codes.insert(info(diagnostic.kind).code);
      detail += render_text(diagnostic, session_.sources());
    }
    finding_ = Finding{fmt::format("{} rejects it: {}", who, fmt::join(codes, ", ")), detail};
  }

  // In FLAT, and as machine code. False: there is a finding.
  enum class MachineCode : uint8_t { No, Yes };
  bool flat_keeps(const ir::Program& core, const Behaviour& expected, MachineCode code,
                  std::string_view where) {
    // The second one has everything parallel, whatever its size.
    for (const Target& target : {cpu_target(), small_target()}) {
      std::optional<ir::Program> flat =
          keeps(core, cpu_pipeline(), expected, fmt::format("{}{}", where, target.name), target);
      if (!flat) return false;
      if (generator_ != nullptr && code == MachineCode::Yes && !native_keeps(*flat, expected))
        return false;
    }
    return true;
  }

  std::optional<ir::Program> lowered(const CheckedProgram& checked, Inlining inlining) {
    try {
      ir::Program core =
          lower_program(session_.context(), checked, {.entries = {}, .inlining = inlining});
      if (!session_.diags().has_errors()) return core;
      report_diagnostics("lowering");
    } catch (const std::exception& error) {
      finding_ =
          Finding{fmt::format("lowering: exception: {}", general(error.what())), error.what()};
    }
    return std::nullopt;
  }

  std::optional<Behaviour> behaviour(Executable& executable, std::string_view where) {
    const ir::Function* entry = executable.entry("main");
    std::string error;
    auto inputs = read_inputs(executable, *entry, subject_.input, error);
    if (!inputs) {
      finding_ = Finding{fmt::format("{}: the input does not fit", where), error};
      return std::nullopt;
    }
    runtime::RunOptions options;
    options.chunk = chunk(where);
    runtime::Outcome outcome = executable.run(*entry, std::move(*inputs), options);
    if (!outcome.failure) return Behaviour{std::move(outcome.results), {}};
    if (!outcome.failure->compiler_bug) return Behaviour{{}, failure_text(*outcome.failure)};
    finding_ = Finding{fmt::format("{}: {}", where, general(outcome.failure->message)),
                       failure_text(*outcome.failure) + ir::print(executable.program())};
    return std::nullopt;
  }

  // How many elements of sequences are read at once: results must not depend on it. Runs that are
  // equal to the bit have the same.
  int64_t chunk(std::string_view where) const {
    constexpr int64_t kChunks[] = {runtime::kUsualChunk, 1, 2, 3, 5, 16};
    const std::string_view of = where == kParallelRun.name ? kCutRun.name : where;
    return kChunks[(subject_.order_seed + std::hash<std::string_view>()(of)) % std::size(kChunks)];
  }

  std::optional<Behaviour> interpreted(const ir::Program& program, std::string_view where) {
    Executable executable(program, interp_backend());
    return behaviour(executable, where);
  }

  Equality up_to_order() const {
    return subject_.fails_at_one_place ? Equality::UpToOrderAtOnePlace : Equality::UpToOrder;
  }

  // False: there is a finding.
  bool expect(const Behaviour& expected, const Behaviour& actual, Equality equality,
              std::string_view where, const runtime::Tolerance& tolerance = kExactFloats) {
    if (is_same(expected, actual, equality, tolerance)) return true;
    std::string_view kind = expected.failure.empty() && actual.failure.empty() ? "other results"
                            : expected.failure.empty() ? "a failure instead of results"
                            : actual.failure.empty()   ? "results instead of a failure"
                                                       : "another failure";
    finding_ =
        Finding{fmt::format("{}: {}", where, kind),
                fmt::format("before:\n{}with {}:\n{}", text_of(expected), where, text_of(actual))};
    return false;
  }

  // The program after the passes. Nothing: there is a finding.
  std::optional<ir::Program> keeps(const ir::Program& core, std::span<const Pass> passes,
                                   const Behaviour& expected, std::string where = "",
                                   const Target& target = cpu_target()) {
    PipelineOptions options;
    options.target = target;
    options.verify = Verify::EveryPass;
    const bool named = !where.empty();
    for (const Pass& pass : passes) {
      if (!named) where += fmt::format("{}{}", where.empty() ? "" : ",", pass.name);
      options.dump_after.push_back(pass);
    }
    // What fails is shown; no file can be made here.
    options.bug_folder = "/dev/null";
    options.dump = [&](const Pass&, const ir::Program& program) {
      if (!finding_) finding_ = round_trip(program, where);
    };
    PipelineResult result = run_pipeline(core, passes, options);
    if (result.failure) {
      std::string rule = before_names(result.failure->message);
      finding_ = Finding{fmt::format("{}: {} breaks a rule: {}", where, result.failure->pass, rule),
                         result.failure->message};
    }
    if (finding_) return std::nullopt;
    std::optional<Behaviour> actual = interpreted(result.program, where);
    if (!actual) return std::nullopt;
    const auto equality = result.program.stage == ir::Stage::Flat ? up_to_order() : Equality::Exact;
    if (!expect(expected, *actual, equality, where)) return std::nullopt;
    return std::move(result.program);
  }

  // For a GPU, and on one that is emulated. False: there is a finding.
  bool device_keeps(const ir::Program& core, const Behaviour& expected) {
    const Target target = small_gpu_target();
    const std::optional<ir::Program> flat =
        keeps(core, gpu_pipeline(), expected, std::string(target.name), target);
    if (!flat) return false;
    if (generator_ == nullptr) return true;
    codegen::Options options;
    options.verify = true;
    options.target = target;
    options.device = codegen::Device::Emulator;
    const std::string object = generator_->generate(*flat, options, codegen::Output::Object);
    const LoadOptions load_options{.threads = 1, .verify = true};
    Executable executable(*flat, [&](const ir::Program& kept) {
      return gpu_emulator_backend().load(kept, object, load_options);
    });
    constexpr std::string_view kWhere = "emulated GPU";
    const std::optional<Behaviour> actual = behaviour(executable, kWhere);
    return actual && expect(expected, *actual, up_to_order(), kWhere, kMachineFloats);
  }

  // False: there is a finding.
  bool native_keeps(const ir::Program& flat, const Behaviour& expected) {
    codegen::Options options;
    options.verify = true;
    const std::string object = generator_->generate(flat, options, codegen::Output::Object);
    if (!native_behaviour(flat, object, kWholeRun, expected)) return false;
    const std::optional<Behaviour> cut = native_behaviour(flat, object, kCutRun, expected);
    if (!cut) return false;
    const std::optional<Behaviour> parallel =
        native_behaviour(flat, object, kParallelRun, expected);
    if (!parallel) return false;
    return !cut->failure.empty() || expect(*cut, *parallel, Equality::Exact, kParallelRun.name);
  }

  // Nothing: there is a finding, which may be that the behaviour is not what was expected.
  std::optional<Behaviour> native_behaviour(const ir::Program& flat, const std::string& object,
                                            const NativeRun& run, const Behaviour& expected) {
    const LoadOptions options{
        .threads = run.threads, .cost_factor = run.cost_factor, .verify = true};
    Executable executable(
        flat, [&](const ir::Program& kept) { return cpu_backend().load(kept, object, options); });
    std::optional<Behaviour> actual = behaviour(executable, run.name);
    if (!actual || !expect(expected, *actual, up_to_order(), run.name, kMachineFloats))
      return std::nullopt;
    return actual;
  }

  Session& session_;
  codegen::CodeGenerator* generator_;
  const Subject& subject_;
  std::optional<Finding> finding_;
};

}  // namespace

std::optional<Finding> check_subject(const Compiler& compiler, const Subject& subject) {
  return Checker(compiler, subject).check();
}

}  // namespace planish::random_programs
