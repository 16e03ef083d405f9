#include "driver/test/test_run.h"

#include <fmt/format.h>
#include <regex.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "diag/render.h"
#include "driver/build/build.h"
#include "driver/test/chunk_trials.h"
#include "driver/test/nesl_test_run.h"
#include "driver/test/test_values.h"

namespace planish {
namespace {

bool contains(const std::vector<std::string>& all, std::string_view word) {
  return std::ranges::find(all, word) != all.end();
}

// A POSIX extended regular expression, in which `.` is any character.
class Pattern {
 public:
  explicit Pattern(const std::string& text)
      : problem_(::regcomp(&regex_, text.c_str(), REG_EXTENDED | REG_NOSUB)) {}
  ~Pattern() {
    if (problem_ == 0) ::regfree(&regex_);
  }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  bool valid() const { return problem_ == 0; }
  bool occurs_in(const std::string& text) const {
    return ::regexec(&regex_, text.c_str(), 0, nullptr, 0) == 0;
  }

 private:
  regex_t regex_{};
  int problem_;
};

// Nothing when the text has a match; otherwise why not.
std::optional<std::string> mismatch(const std::string& pattern, const std::string& text) {
  Pattern compiled(pattern);
  if (!compiled.valid()) return fmt::format("`{}` is not a regular expression", pattern);
  if (compiled.occurs_in(text)) return std::nullopt;
  return fmt::format("the message does not match `{}`:\n{}", pattern, text);
}

class TestRun {
 public:
  TestRun(Session& session, const std::string& path, const TestOptions& options,
          TestObserver& observer)
      : session_(session), path_(path), options_(options), observer_(observer), values_(path) {}

  void run() {
    const SourceFile* file = session_.load(path_);
    if (file == nullptr) return fail_program("compile", messages(Severity::Error));
    TestSpecError wrong;
    std::optional<TestSpec> spec = parse_test_spec(file->text, wrong);
    if (!spec) {
      observer_.begin("test block");
      observer_.end({"test block", TestStatus::Failed, wrong.line,
                     fmt::format("{}:{}:{}: {}", path_, wrong.line, wrong.column, wrong.message)});
      return;
    }
    spec_ = std::move(*spec);
    if (spec_.blocks == 0 && options_.without_tests == WithoutTests::Ignore) return;
    if (std::string tag = excluded(spec_.tags); !tag.empty()) return skip_program(tag);
    observer_.begin("compile");
    program_ = session_.check(*file);
    if (!spec_.errors.empty()) return expect_rejection();
    if (session_.diags().has_errors())
      return fail_program("compile", "it is rejected\n" + messages(Severity::Error));
    warned_ = session_.diags().size();
    expect_warnings();
    compile_entries();
    run_cases();
    for (const std::string& name : spec_.properties) skip(name, "properties are not tested yet");
    if (spec_.structures > 0) skip("structure", "it counts constructs of another compiler");
  }

 private:
  // Why something is no success.
  struct Reason {
    std::string text;
    TestStatus status = TestStatus::Failed;
  };

  // ---- Programs

  std::string messages(Severity severity) {
    std::string out;
    for (const Diagnostic* diagnostic : display_order(session_.diags().all(), session_.sources())) {
      if (diagnostic->severity == severity) out += render_text(*diagnostic, session_.sources());
    }
    return out;
  }

  // The first tag that says that something is not to be tested.
  std::string excluded(const std::vector<std::string>& tags) const {
    for (const std::string& tag : tags) {
      bool not_here = tag == "no_interp" && !options_.backend->makes_code();
      if (tag == "disable" || tag == "notest" || not_here || contains(options_.exclude, tag))
        return tag;
    }
    return "";
  }

  void fail_program(const std::string& name, std::string detail) {
    observer_.begin(name);
    observer_.end({name, TestStatus::Failed, 0, std::move(detail)});
    // Nothing is known of the cases, and that is no success.
    for_each_case([&](const std::string& case_name, const TestCase& test, const std::string&) {
      observer_.end({case_name, TestStatus::Failed, test.line, "the program was not compiled"});
    });
  }

  void skip_program(const std::string& tag) { skip("compile", fmt::format("tag `{}`", tag)); }
  void skip(const std::string& name, std::string why) {
    observer_.end({name, TestStatus::Skipped, 0, std::move(why)});
  }

  void expect_rejection() {
    TestResult result{"rejected", TestStatus::Passed, 0, {}};
    std::string text = messages(Severity::Error);
    if (!session_.diags().has_errors()) {
      result.status = TestStatus::Failed;
      result.detail = "it is accepted, but should be rejected";
    }
    for (const std::string& pattern : spec_.errors) {
      if (result.status == TestStatus::Failed || options_.expected_text == ExpectedText::Any) break;
      if (auto why = mismatch(pattern, text)) {
        result.status = TestStatus::Failed;
        result.detail = std::move(*why);
      }
    }
    observer_.end(std::move(result));
  }

  void expect_warnings() {
    if (options_.first_case > 0 || options_.expected_text == ExpectedText::Any) return;
    std::string text = messages(Severity::Warning);
    for (const std::string& pattern : spec_.warnings) {
      std::optional<std::string> why = mismatch(pattern, text);
      observer_.end({"warning", why ? TestStatus::Failed : TestStatus::Passed, 0,
                     why.value_or(std::string())});
    }
  }

  // ---- Compiling

  // All entry points at once; if that fails each one alone, so that one that cannot be compiled
  // does not fail others.
  void compile_entries() {
    std::vector<std::string_view> existing = entry_names(session_.context(), program_);
    std::vector<std::string_view> wanted;
    for (const TestCase& test : spec_.cases) {
      for (const std::string& entry : test.entries) {
        if (std::ranges::find(existing, entry) == existing.end()) {
          not_compiled_[entry].text = fmt::format("there is no entry point `{}`", entry);
        } else if (std::ranges::find(wanted, entry) == wanted.end() && selected(entry)) {
          wanted.push_back(entry);
        }
      }
    }
    if (spec_.cases.empty()) return compile_all();
    if (wanted.empty() || add_executable(wanted)) return;
    if (wanted.size() == 1) return;
    for (std::string_view entry : wanted) add_executable({entry});
  }

  // Null, and why and whether that is a failure, when it cannot be done. Tests are there to find
  // mistakes in passes too, so all are verified.
  std::unique_ptr<Executable> compile_or_say(std::vector<std::string_view> entries,
                                             Reason& reason) {
    session_.diags().truncate(warned_);
    CompileOptions options;
    options.backend = options_.backend;
    options.load = options_.load;
    options.built = options_.built;
    options.cache = options_.cache;
    options.entries = std::move(entries);
    options.passes = options_.passes;
    options.inlining = options_.inlining;
    options.pipeline.target = options_.target;
    options.pipeline.disabled = options_.disabled;
    options.verify_everything();
    options.pipeline.bug_folder = std::filesystem::temp_directory_path();
    options.has_streams = &has_streams_;
    std::vector<PassTime> times;
    options.times = &times;
    try {
      std::unique_ptr<Executable> executable = compile(session_, program_, options);
      observer_.compiled(times);
      if (executable == nullptr)
        reason.text = "it cannot be compiled\n" + messages(Severity::Error);
      return executable;
    } catch (const BuildError& error) {
      reason.text = error.message;
    } catch (const std::exception& error) {
      reason.text = error.what();
    }
    return nullptr;
  }

  bool add_executable(std::vector<std::string_view> entries) {
    Reason reason;
    std::unique_ptr<Executable> executable = compile_or_say(entries, reason);
    if (executable == nullptr) {
      for (std::string_view entry : entries) not_compiled_[std::string(entry)] = reason;
      return false;
    }
    for (std::string_view entry : entries) {
      not_compiled_.erase(std::string(entry));
      by_entry_[std::string(entry)] = executable.get();
    }
    executables_.push_back(std::move(executable));
    return true;
  }

  // A program without cases: that it can be compiled is the test.
  void compile_all() {
    Reason reason;
    if (compile_or_say({}, reason) != nullptr) reason.status = TestStatus::Passed;
    observer_.end({"compile", reason.status, 0, std::move(reason.text)});
  }

  // ---- Cases

  bool selected(std::string_view entry) const {
    return options_.entry.empty() || options_.entry == entry;
  }

  void for_each_case(
      const std::function<void(const std::string&, const TestCase&, const std::string&)>& visit) {
    std::map<std::string, int> numbers;
    size_t index = 0;
    for (const TestCase& test : spec_.cases) {
      for (const std::string& entry : test.entries) {
        int number = ++numbers[entry];
        if (!selected(entry) || index++ < options_.first_case) continue;
        visit(test.name.empty() ? fmt::format("{}#{}", entry, number)
                                : fmt::format("{} \"{}\"", entry, test.name),
              test, entry);
      }
    }
  }

  void run_cases() {
    for_each_case([&](const std::string& name, const TestCase& test, const std::string& entry) {
      std::atomic<bool>& interrupt = observer_.begin(name);
      TestResult result = run_case(test, entry, interrupt);
      result.name = name;
      result.line = test.line;
      observer_.end(std::move(result));
    });
  }

  static TestResult failed(std::string why) { return {"", TestStatus::Failed, 0, std::move(why)}; }
  static TestResult skipped(std::string why) {
    return {"", TestStatus::Skipped, 0, std::move(why)};
  }

  TestResult run_case(const TestCase& test, const std::string& entry_name,
                      std::atomic<bool>& interrupt) {
    if (std::string tag = excluded(test.tags); !tag.empty())
      return skipped(fmt::format("tag `{}`", tag));
    if (options_.compiled == CompiledCases::Skip && contains(test.tags, "compiled"))
      return skipped("too slow to be interpreted, says `compiled`; --compiled runs it");
    if (auto found = not_compiled_.find(entry_name); found != not_compiled_.end())
      return {"", found->second.status, 0, found->second.text};
    Executable& executable = *by_entry_.at(entry_name);
    const ir::Function& entry = *executable.entry(entry_name);
    std::string error, trace;
    runtime::RunOptions options{.interrupt = &interrupt, .trace = &trace};
    auto inputs = values_.inputs(executable, entry, test.input, options, error);
    if (!inputs) return failed(fmt::format("input: {}", error));
    const bool cut = is_cut(test);
    const bool linked = options_.load.foreign != nullptr && options_.backend->makes_code();
    const std::vector<runtime::Value> again =
        cut || linked || options_.fail_allocations > 0 ? *inputs : std::vector<runtime::Value>();
    if (options_.fail_allocations > 0) {
      TestResult result = fail_allocations(test, executable, entry, again, options);
      if (result.status != TestStatus::Passed) return result;
    }
    runtime::Outcome outcome = executable.run(entry, std::move(*inputs), options);
    TestResult result = judge(test, executable, entry, outcome);
    if (linked && result.status == TestStatus::Passed)
      result = compare_with_bodies(entry_name, again, outcome, options);
    return cut && result.status == TestStatus::Passed ? cut_in_chunks(entry_name, again, options)
                                                      : result;
  }

  // Are the arrays of a case cut into chunks in several ways? The interpreter does that.
  bool is_cut(const TestCase& test) const {
    return has_streams_ && options_.passes.empty() && !options_.built &&
           options_.fail_allocations == 0 && !contains(test.tags, "compiled") &&
           !contains(test.tags, "no_interp");
  }

  TestResult cut_in_chunks(const std::string& entry_name, const std::vector<runtime::Value>& inputs,
                           const runtime::RunOptions& options) {
    std::unique_ptr<Executable>& interpreted = interpreted_[entry_name];
    if (interpreted == nullptr) {
      CompileOptions to_interpret;
      to_interpret.entries = {entry_name};
      interpreted = compile(session_, program_, to_interpret);
    }
    const ir::Function& entry = *interpreted->entry(entry_name);
    auto why = difference_between_chunks(*interpreted, entry, inputs, options, options_.tolerance);
    return why ? failed(std::move(*why)) : TestResult{};
  }

  // Foreign functions have to do what the bodies of their definitions do.
  TestResult compare_with_bodies(const std::string& entry_name,
                                 const std::vector<runtime::Value>& inputs,
                                 const runtime::Outcome& linked,
                                 const runtime::RunOptions& options) {
    std::unique_ptr<Executable>& unlinked = unlinked_[entry_name];
    if (unlinked == nullptr) {
      CompileOptions without;
      without.backend = options_.backend;
      without.entries = {entry_name};
      unlinked = compile(session_, program_, without);
    }
    const runtime::Outcome own = unlinked->run(*unlinked->entry(entry_name), inputs, options);
    constexpr std::string_view kWhat = "foreign functions do something else than their bodies: ";
    if (own.failure.has_value() != linked.failure.has_value())
      return failed(fmt::format("{}{}", kWhat, own.failure ? "these fail" : "they fail"));
    for (size_t i = 0; i < linked.results.size(); i++) {
      if (auto why = runtime::difference(own.results[i], linked.results[i], options_.tolerance))
        return failed(fmt::format("{}value {}: {}", kWhat, i + 1, *why));
    }
    return {};
  }

  // The first allocation fails, then the second, and so on until there is none of that number. It
  // has to be told, and nothing may be left behind, which the next run would show: each second run
  // has no such failure.
  TestResult fail_allocations(const TestCase& test, Executable& executable,
                              const ir::Function& entry, const std::vector<runtime::Value>& inputs,
                              const runtime::RunOptions& options) {
    int64_t step = 1;
    for (int64_t number = 1, runs = 1;; number += step, runs++) {
      if (!executable.fail_allocation(number)) return skipped("allocations cannot be made to fail");
      runtime::Outcome outcome = executable.run(entry, inputs, options);
      const bool happened = executable.fail_allocation(0).value_or(0) <= 0;
      const bool told = outcome.failure && outcome.failure->message.starts_with("out of memory");
      TestResult result = happened && told ? TestResult{} : judge(test, executable, entry, outcome);
      if (happened && result.status == TestStatus::Passed)
        result = judge(test, executable, entry, executable.run(entry, inputs, options));
      if (result.status != TestStatus::Passed)
        result.detail = fmt::format("when allocation {} fails: {}", number, result.detail);
      if (!happened || result.status != TestStatus::Passed) return result;
      if (runs % options_.fail_allocations == 0) step *= 2;
    }
  }

  TestResult judge(const TestCase& test, const Executable& executable, const ir::Function& entry,
                   const runtime::Outcome& outcome) {
    if (outcome.failure && outcome.failure->interrupted) return failed("it was stopped");
    if (test.expectation == TestExpectation::Failure) return judge_failure(test, outcome);
    if (outcome.failure) return failed(failure_text(*outcome.failure));
    if (test.expectation != TestExpectation::Values) return {};
    std::string error;
    auto expected = values_.outputs(executable, entry, test.output, error);
    if (!expected) return failed(fmt::format("output: {}", error));
    for (size_t i = 0; i < expected->size(); i++) {
      std::optional<std::string> why =
          runtime::difference((*expected)[i], outcome.results[i], options_.tolerance);
      if (!why) continue;
      return failed(expected->size() == 1 ? *why : fmt::format("value {}: {}", i + 1, *why));
    }
    return {};
  }

  TestResult judge_failure(const TestCase& test, const runtime::Outcome& outcome) {
    if (!outcome.failure) return failed("it succeeded, but should fail");
    std::string text = failure_text(*outcome.failure);
    if (outcome.failure->compiler_bug) return failed(text);
    if (options_.expected_text == ExpectedText::Any) return {};
    if (auto why = mismatch(test.pattern, text)) return failed(*why);
    return {};
  }

  Session& session_;
  const std::string& path_;
  const TestOptions& options_;
  TestObserver& observer_;
  TestValues values_;
  TestSpec spec_;
  CheckedProgram program_;
  size_t warned_ = 0;  // so many of the messages are warnings about the program
  std::vector<std::unique_ptr<Executable>> executables_;
  std::map<std::string, Executable*> by_entry_;
  bool has_streams_ = false;  // the program does, as it was compiled last
  std::map<std::string, std::unique_ptr<Executable>> interpreted_;  // by entry point
  std::map<std::string, std::unique_ptr<Executable>> unlinked_;     // with bodies only
  std::map<std::string, Reason> not_compiled_;  // why an entry point cannot be run
};

}  // namespace

void run_tests(Session& session, const std::string& path, const TestOptions& options,
               TestObserver& observer) {
  if (language_of(path) == Language::Nesl) return run_nesl_tests(session, path, options, observer);
  TestRun(session, path, options, observer).run();
}

}  // namespace planish
