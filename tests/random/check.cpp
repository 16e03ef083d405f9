#include "check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "diag/render.h"
#include "driver/execute.h"
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

// What a program gives, as text.
struct Behaviour {
  std::string text;
  bool failed = false;
};

class Checker {
 public:
  Checker(Session& session, const Subject& subject) : session_(session), subject_(subject) {}

  std::optional<Finding> check() {
    std::optional<ir::Program> core = lowered();
    if (!core) return finding_;
    if (finding_ = broken_rules(*core, "lowering"); finding_) return finding_;
    if (finding_ = round_trip(*core, "lowering"); finding_) return finding_;
    std::optional<Behaviour> expected = behaviour(*core, "lowering");
    if (!expected) return finding_;

    for (const Pass& pass : all_passes()) {
      if (!keeps(*core, {&pass, 1}, *expected)) return finding_;
    }
    if (!keeps(*core, standard_pipeline(), *expected)) return finding_;
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

  std::optional<ir::Program> lowered() {
    const SourceFile* file = session_.add_text("random.fut", subject_.source);
    CheckedProgram checked = session_.check(*file);
    if (session_.diags().has_errors()) {
      report_diagnostics("checker");
      return std::nullopt;
    }
    try {
      ir::Program core = lower_program(session_.context(), checked);
      if (!session_.diags().has_errors()) return core;
      report_diagnostics("lowering");
    } catch (const std::exception& error) {
      finding_ =
          Finding{fmt::format("lowering: exception: {}", general(error.what())), error.what()};
    }
    return std::nullopt;
  }

  std::optional<Behaviour> behaviour(const ir::Program& program, std::string_view where) {
    Executable executable(program, Backend::Interp);
    const ir::Function* entry = executable.entry("main");
    std::string error;
    auto inputs = read_inputs(executable, *entry, subject_.input, error);
    if (!inputs) {
      finding_ = Finding{fmt::format("{}: the input does not fit", where), error};
      return std::nullopt;
    }
    interp::Outcome outcome = executable.run(*entry, std::move(*inputs));
    if (!outcome.failure) {
      Behaviour out;
      for (const runtime::Value& value : outcome.results)
        out.text += runtime::to_text(value) + "\n";
      return out;
    }
    if (!outcome.failure->compiler_bug)
      return Behaviour{.text = failure_text(*outcome.failure), .failed = true};
    finding_ = Finding{fmt::format("{}: interpreter: {}", where, general(outcome.failure->message)),
                       failure_text(*outcome.failure) + ir::print(program)};
    return std::nullopt;
  }

  // False: there is a finding.
  bool keeps(const ir::Program& core, std::span<const Pass> passes, const Behaviour& expected) {
    std::string where;
    PipelineOptions options;
    options.verify = Verify::EveryPass;
    for (const Pass& pass : passes) {
      where += fmt::format("{}{}", where.empty() ? "" : ",", pass.name);
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
    if (finding_) return false;
    std::optional<Behaviour> actual = behaviour(result.program, where);
    if (!actual) return false;
    if (actual->text == expected.text) return true;
    std::string kind = actual->failed && expected.failed ? "another failure"
                       : actual->failed                  ? "a failure instead of results"
                       : expected.failed                 ? "results instead of a failure"
                                                         : "other results";
    finding_ = Finding{
        fmt::format("{}: {}", where, kind),
        fmt::format("without passes:\n{}after {}:\n{}", expected.text, where, actual->text)};
    return false;
  }

  Session& session_;
  const Subject& subject_;
  std::optional<Finding> finding_;
};

}  // namespace

std::optional<Finding> check_subject(Session& session, const Subject& subject) {
  return Checker(session, subject).check();
}

}  // namespace planish::random_programs
