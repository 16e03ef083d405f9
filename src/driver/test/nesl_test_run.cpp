#include "driver/test/nesl_test_run.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "diag/render.h"
#include "driver/build/build.h"
#include "driver/nesl/program.h"
#include "driver/test/nesl_test_spec.h"
#include "runtime/world.h"

namespace planish {
namespace {

class NeslTestRun {
 public:
  NeslTestRun(Session& session, const std::string& path, const TestOptions& options,
              TestObserver& observer)
      : session_(session), path_(path), options_(options), observer_(observer), program_(session) {}

  void run() {
    const SourceFile* file = session_.load(path_);
    if (file == nullptr) return fail("compile", 0, messages());
    tests_ = parse_nesl_tests(file->text);
    std::erase_if(tests_, [](const NeslTest& test) { return test.kind == NeslTestKind::Bench; });
    if (tests_.empty() && options_.without_tests == WithoutTests::Ignore) return;
    observer_.begin("compile");
    program_.check(*file);
    for (const NeslTest& test : tests_) {
      if (test.kind == NeslTestKind::Rejected) return expect_rejection(test);
    }
    if (session_.diags().has_errors()) return fail("compile", 0, "it is rejected\n" + messages());
    warned_ = session_.diags().size();
    if (tests_.empty()) return compile_program();
    check_expressions();
    compile_expressions();
    run_expressions();
  }

 private:
  struct Case {
    const NeslTest* test = nullptr;
    std::optional<NeslEntry> entry;
    std::string problem;  // why there is none
    Executable* executable = nullptr;
  };

  std::string messages() {
    std::string out;
    for (const Diagnostic* diagnostic : display_order(session_.diags().all(), session_.sources())) {
      if (diagnostic->severity == Severity::Error)
        out += render_text(*diagnostic, session_.sources());
    }
    return out;
  }

  void fail(const std::string& name, uint32_t line, std::string why) {
    observer_.begin(name);
    observer_.end({name, TestStatus::Failed, line, std::move(why)});
  }

  void expect_rejection(const NeslTest& test) {
    TestResult result{"rejected", TestStatus::Failed, test.line, {}};
    for (const Diagnostic& diagnostic : session_.diags().all()) {
      if (diagnostic.severity == Severity::Error && info(diagnostic.kind).code == test.expected)
        result.status = TestStatus::Passed;
    }
    if (!session_.diags().has_errors()) {
      result.detail = "it is accepted, but should be rejected";
    } else if (result.status == TestStatus::Failed) {
      result.detail = fmt::format("no message has the code `{}`:\n{}", test.expected, messages());
    }
    observer_.end(std::move(result));
  }

  std::unique_ptr<Executable> compile_entries(std::vector<NeslEntry> entries, std::string& why) {
    session_.diags().truncate(warned_);
    CompileOptions options;
    options.backend = options_.backend;
    options.load = options_.load;
    options.built = options_.built;
    options.passes = options_.passes;
    options.inlining = options_.inlining;
    options.pipeline.target = options_.target;
    options.pipeline.disabled = options_.disabled;
    options.verify_everything();
    options.pipeline.bug_folder = std::filesystem::temp_directory_path();
    std::vector<PassTime> times;
    options.times = &times;
    program_.choose(std::move(entries));
    try {
      std::unique_ptr<Executable> made = compile(program_, options);
      observer_.compiled(times);
      if (made == nullptr) why = "it cannot be compiled\n" + messages();
      return made;
    } catch (const BuildError& error) {
      why = error.message;
    } catch (const std::exception& error) {
      why = error.what();
    }
    return nullptr;
  }

  // A program without tests: that it can be compiled is the test.
  void compile_program() {
    std::string why;
    const bool made = compile_entries(program_.results(), why) != nullptr;
    observer_.end({"compile", made ? TestStatus::Passed : TestStatus::Failed, 0, why});
  }

  std::optional<NeslEntry> checked(const std::string& text, uint32_t line, std::string& why) {
    session_.diags().truncate(warned_);
    std::vector<NeslEntry> found = program_.add(fmt::format("{}:{}", path_, line), text + ";");
    if (session_.diags().has_errors())
      why = "it is rejected\n" + messages();
    else if (found.size() != 1)
      why = "this is no expression";
    warned_ = session_.diags().has_errors() ? warned_ : session_.diags().size();
    session_.diags().truncate(warned_);
    if (!why.empty()) return std::nullopt;
    return found[0];
  }

  void check_expressions() {
    for (const NeslTest& test : tests_) {
      Case& made = cases_.emplace_back();
      made.test = &test;
      made.entry = checked(test.expression, test.line, made.problem);
    }
  }

  // All at once; if that fails each one alone.
  void compile_expressions() {
    std::vector<NeslEntry> all;
    for (const Case& each : cases_) {
      if (each.entry) all.push_back(*each.entry);
    }
    if (all.empty()) return;
    std::string why;
    if (std::unique_ptr<Executable> made = compile_entries(all, why)) {
      for (Case& each : cases_) each.executable = made.get();
      executables_.push_back(std::move(made));
      return;
    }
    for (Case& each : cases_) {
      if (!each.entry) continue;
      if (std::unique_ptr<Executable> made = compile_entries({*each.entry}, each.problem)) {
        each.executable = made.get();
        executables_.push_back(std::move(made));
      }
    }
  }

  void run_expressions() {
    std::string printed;
    size_t evaluated = 0;
    for (size_t i = 0; i < cases_.size(); i++) {
      if (i < options_.first_case) continue;
      Case& each = cases_[i];
      const std::string name = fmt::format("test#{}", i + 1);
      std::atomic<bool>& interrupt = observer_.begin(name);
      std::string why = each.problem;
      if (why.empty()) why = judged(each, interrupt, printed);
      if (each.test->kind == NeslTestKind::Eval) evaluated++;
      observer_.end({name, why.empty() ? TestStatus::Passed : TestStatus::Failed, each.test->line,
                     std::move(why)});
    }
    if (evaluated > 0) compare_printed(printed);
  }

  // Why the case failed; empty: it passed.
  std::string judged(Case& each, std::atomic<bool>& interrupt, std::string& printed) {
    const runtime::Outcome outcome = result_of(*each.executable, *each.entry, interrupt);
    if (outcome.failure) {
      const std::string text = failure_text(*outcome.failure);
      if (each.test->kind != NeslTestKind::Failure || outcome.failure->compiler_bug) return text;
      const bool said = options_.expected_text == ExpectedText::Any ||
                        text.find(each.test->expected) != std::string::npos;
      return said ? "" : fmt::format("the message has no `{}`:\n{}", each.test->expected, text);
    }
    if (each.test->kind == NeslTestKind::Failure) return "it succeeded, but should fail";
    if (each.test->kind == NeslTestKind::Eval) {
      printed += program_.result_line(*each.entry, outcome.results);
      return "";
    }
    const std::string text = program_.value_text(each.entry->type, outcome.results);
    if (each.test->expected.empty() || text == each.test->expected) return "";
    return compared(each, outcome, text, interrupt);
  }

  runtime::Outcome result_of(Executable& executable, const NeslEntry& entry,
                             std::atomic<bool>& interrupt) {
    runtime::World world([](std::string_view) {}, runtime::World::Input::Empty);
    return executable.run(*executable.entry(entry.name), {},
                          {.interrupt = &interrupt, .world = &world});
  }

  // What is expected may be written in another way, or be an expression.
  std::string compared(const Case& each, const runtime::Outcome& outcome, const std::string& text,
                       std::atomic<bool>& interrupt) {
    const std::string wrong = fmt::format("expected {}\n     got {}", each.test->expected, text);
    std::string why;
    const auto expected = checked(each.test->expected, each.test->line, why);
    if (!expected || expected->type != each.entry->type) return wrong;
    const std::unique_ptr<Executable> made = compile_entries({*expected}, why);
    if (made == nullptr) return why;
    const runtime::Outcome wanted = result_of(*made, *expected, interrupt);
    if (wanted.failure) return failure_text(*wanted.failure);
    for (size_t i = 0; i < wanted.results.size(); i++) {
      if (runtime::difference(wanted.results[i], outcome.results[i], options_.tolerance))
        return wrong;
    }
    return "";
  }

  void compare_printed(const std::string& printed) {
    const std::filesystem::path file = std::filesystem::path(path_).replace_extension(".expected");
    std::ifstream stream(file, std::ios::binary);
    const std::string expected(std::istreambuf_iterator<char>(stream), {});
    observer_.begin("eval");
    const bool same = stream && expected == printed;
    observer_.end(
        {"eval", same ? TestStatus::Passed : TestStatus::Failed, 0,
         same ? "" : fmt::format("this is not what {} says:\n{}", file.string(), printed)});
  }

  Session& session_;
  const std::string& path_;
  const TestOptions& options_;
  TestObserver& observer_;
  NeslProgram program_;
  std::vector<NeslTest> tests_;
  std::vector<Case> cases_;
  size_t warned_ = 0;
  std::vector<std::unique_ptr<Executable>> executables_;
};

}  // namespace

void run_nesl_tests(Session& session, const std::string& path, const TestOptions& options,
                    TestObserver& observer) {
  NeslTestRun(session, path, options, observer).run();
}

}  // namespace planish
