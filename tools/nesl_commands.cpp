#include "nesl_commands.h"

#include <fmt/format.h>

#include <unistd.h>

#include <charconv>
#include <iostream>
#include <sstream>

#include "analysis/shown.h"
#include "backend_options.h"
#include "driver/nesl/value_reader.h"
#include "driver/run/execute.h"
#include "interrupt.h"
#include "operands.h"
#include "output.h"
#include "pass_options.h"
#include "runtime/world.h"
#include "support/closest.h"

namespace planish::tools {
namespace {

// Runs entry points in turn, and writes what they give.
ExitStatus run_results(NeslProgram& program, Executable& executable,
                       std::span<const NeslEntry> entries, runtime::World& world,
                       std::vector<std::vector<runtime::Value>>* results = nullptr) {
  InterruptScope interrupt;
  for (const NeslEntry& entry : entries) {
    const runtime::Outcome outcome = executable.run(
        *executable.entry(entry.name), {}, {.interrupt = &interrupt.flag(), .world = &world});
    if (outcome.failure) {
      write_stderr(failure_text(*outcome.failure));
      if (outcome.failure->interrupted) end_by_interrupt();
      return kRunFailed;
    }
    if (entry.bound == nullptr) write_stdout(program.result_line(entry, outcome.results));
    if (results != nullptr) results->push_back(outcome.results);
  }
  return kSuccess;
}

ExitStatus run_function(NeslProgram& program, Executable& executable, const NeslEntry& entry) {
  std::string text, error;
  if (!read_stdin(text)) {
    usage_error("cannot read standard input");
    return kUsage;
  }
  const nesl::Checker& checker = program.checker();
  nesl::ValueReader reader(program.checker().types(), program.session().names(), text);
  auto inputs = reader.read(entry.argument, error);
  if (!inputs) {
    usage_error(fmt::format("<stdin>: {}", error),
                fmt::format("`{}` takes {}", entry.name, checker.text(entry.argument)));
    return kUsage;
  }
  InterruptScope interrupt;
  runtime::World world(write_stdout, runtime::World::Input::Empty);  // it was read to its end
  const runtime::Outcome outcome =
      executable.run(*executable.entry(entry.name), std::move(*inputs),
                     {.interrupt = &interrupt.flag(), .world = &world});
  if (outcome.failure) {
    write_stderr(failure_text(*outcome.failure));
    if (outcome.failure->interrupted) end_by_interrupt();
    return kRunFailed;
  }
  write_stdout(program.result_line(entry, outcome.results));
  return kSuccess;
}

// The function that --entry names, perhaps at types; nothing, after a message, if there is none.
std::optional<NeslEntry> wanted_function(NeslProgram& program, const std::string& path,
                                         std::string_view text) {
  std::string problem;
  if (std::optional<NeslEntry> found = program.function_at(text, problem)) return found;
  std::vector<std::string> names;
  for (const NeslEntry& entry : program.functions()) names.push_back(entry.name);
  const std::vector<std::string_view> views(names.begin(), names.end());
  std::string hint =
      "a function with parameters in its type is given one: --entry 'f : [float] -> [float]'";
  if (auto best = closest(text, views); !best.empty())
    hint = fmt::format("did you mean `{}`?", best.front());
  usage_error(fmt::format("{}: {}", path, problem), hint);
  return std::nullopt;
}

// The words of a command of the REPL, without what ends it.
std::vector<std::string> words_of(std::string_view input) {
  std::vector<std::string> words;
  std::istringstream stream{std::string(input.substr(0, input.find_last_of(";$")))};
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool is_end(std::string_view input) {
  const std::vector<std::string> words = words_of(input);
  return words.size() == 1 && (words[0] == "exit" || words[0] == "quit");
}

std::string description(NeslProgram& program, const nesl::Definition& definition) {
  const nesl::Checker& checker = program.checker();
  return fmt::format("{} : {}\n  {}\n", program.session().names().text(definition.name),
                     checker.text(definition.scheme), checker.documentation(definition));
}

// `help`, `describe f`, `apropos word`. False: it is none of them.
bool answer(NeslProgram& program, std::string_view input) {
  const std::vector<std::string> words = words_of(input);
  if (words.empty()) return false;
  nesl::Checker& checker = program.checker();
  if (words[0] == "help" && words.size() == 1) {
    write_stdout(
        "An expression or a definition ends with `;` or `$`. The last value is `it`.\n"
        "  describe NAME    the type of a function and what it does\n"
        "  apropos WORD     all names that have the word in them\n"
        "  load \"FILE\"      the definitions of a file\n"
        "  exit             the end\n");
    return true;
  }
  if (words[0] == "describe" && words.size() == 2) {
    const nesl::Definition* found = checker.find(words[1]);
    write_stdout(found == nullptr
                     ? fmt::format("there is no `{}`; try `apropos {};`\n", words[1], words[1])
                     : description(program, *found));
    return true;
  }
  if (words[0] == "apropos" && words.size() == 2) {
    std::string out;
    for (const auto& list : {checker.definitions(), checker.prelude_definitions()}) {
      for (const nesl::Definition* definition : list) {
        const std::string_view name = program.session().names().text(definition->name);
        if (name.find(words[1]) != std::string_view::npos && !name.starts_with("prim_"))
          out += fmt::format("{}\n", name);
      }
    }
    write_stdout(out.empty() ? fmt::format("no name has `{}` in it\n", words[1]) : out);
    return true;
  }
  return false;
}

// Where the program is not read from there itself.
runtime::World::Input input_of(std::string_view path) {
  return path == "-" ? runtime::World::Input::Empty : runtime::World::Input::Process;
}

// Evaluates what was typed. A name that is bound to what the world said keeps it, as does `it`; what is pure
// may be evaluated again.
class NeslInput {
 public:
  NeslInput(NeslProgram& program, const BackendOptions& backend, runtime::World& world)
      : program_(program), backend_(backend), world_(world) {}

  void evaluate(const std::vector<NeslEntry>& entries, std::string_view text) {
    if (entries.empty()) return;
    program_.choose(entries);
    CompileOptions options;
    backend_.set(options);
    options.cache = nullptr;
    const std::unique_ptr<Executable> executable = compile(program_, options);
    if (executable == nullptr) return;
    std::vector<std::vector<runtime::Value>> results;
    const ExitStatus status = run_results(program_, *executable, entries, world_, &results);
    for (size_t i = 0; i < results.size(); i++) {
      if (entries[i].bound != nullptr) program_.keep(entries[i], results[i]);
    }
    if (status != kSuccess || entries.back().bound != nullptr) return;
    const nesl::Type* type = entries.back().type;
    if (entries.size() == 1 && is_pure(*executable) && !type->functional) {
      const size_t said = program_.session().diags().size();
      program_.add("<it>", fmt::format("it = {}", text));
      program_.session().diags().truncate(said);
    } else {
      program_.keep("it", type, results.back());
    }
  }

 private:
  static bool is_pure(const Executable& executable) {
    const ShownValues shown(executable.program());
    return std::ranges::none_of(executable.program().functions, [&](const ir::Function* fn) {
      return fn->entry != nullptr && shown.in(fn->body);
    });
  }

  NeslProgram& program_;
  const BackendOptions& backend_;
  runtime::World& world_;
};

std::optional<uint64_t> seed(const Arguments& arguments) {
  const std::string_view text = arguments.value(Option::Seed, "0");
  uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem == std::errc() && end == text.data() + text.size()) return number;
  usage_error(fmt::format("`{}` is not a whole number", text));
  return std::nullopt;
}

}  // namespace

bool is_nesl(const Arguments& arguments, const std::string& path) {
  return arguments.has(Option::Nesl) || language_of(path) == Language::Nesl;
}

bool open_nesl(NeslProgram& program, const Arguments& arguments, const std::string& path) {
  (void)arguments;
  const SourceFile* file = load_operand(program.session(), path);
  if (file == nullptr) return false;
  program.check(*file);
  return !program.session().diags().has_errors();
}

ExitStatus run_nesl(const Arguments& arguments) {
  const std::string& path = arguments.operands.front();
  std::optional<PipelineOptions> pipeline = pipeline_options(arguments);
  std::optional<BackendOptions> backend = BackendOptions::from(arguments);
  const std::optional<uint64_t> number = seed(arguments);
  if (!pipeline || !backend || !number) return kUsage;
  Session session;
  NeslProgram program(session);
  program.set_seed(*number);
  if (!open_nesl(program, arguments, path)) return report(session, arguments);
  std::vector<NeslEntry> entries = program.results();
  if (arguments.has(Option::Entry)) {
    std::optional<NeslEntry> wanted =
        wanted_function(program, path, arguments.value(Option::Entry));
    if (!wanted) return kUsage;
    entries = {*wanted};
  }
  if (entries.empty()) return report(session, arguments);
  program.choose(entries);
  std::vector<PassTime> times;
  CompileOptions options;
  // The code of one function is not that of all results, in the cache either.
  for (const NeslEntry& entry : entries) options.entries.push_back(entry.name);
  options.inlining = inlining(arguments);
  options.pipeline = std::move(*pipeline);
  options.times = &times;
  backend->set(options);
  if (*number != 0) options.cache = nullptr;
  options.verify_if_asked();
  const std::unique_ptr<Executable> executable = compile(program, options);
  const ExitStatus status = report(session, arguments);
  if (executable == nullptr) return status;
  if (arguments.has(Option::TimePasses)) write_stderr(times_text(times));
  if (arguments.has(Option::Entry)) return run_function(program, *executable, entries[0]);
  runtime::World world(write_stdout, input_of(path));
  return run_results(program, *executable, entries, world);
}

ExitStatus eval_nesl(const Arguments& arguments) {
  std::optional<BackendOptions> backend = BackendOptions::from(arguments);
  const std::optional<uint64_t> number = seed(arguments);
  if (!backend || !number) return kUsage;
  Session session;
  NeslProgram program(session);
  program.set_seed(*number);
  if (arguments.operands.size() > 1 && !open_nesl(program, arguments, arguments.operands[1]))
    return report(session, arguments);
  const std::vector<NeslEntry> entries = program.add("<expression>", arguments.operands[0] + ";");
  if (session.diags().has_errors()) return report(session, arguments);
  program.choose(entries);
  CompileOptions options;
  backend->set(options);
  options.cache = nullptr;
  options.verify_if_asked();
  const std::unique_ptr<Executable> executable = compile(program, options);
  const ExitStatus status = report(session, arguments);
  if (executable == nullptr) return status;
  runtime::World world(write_stdout,
                       input_of(arguments.operands.size() > 1 ? arguments.operands[1] : ""));
  return run_results(program, *executable, entries, world);
}

ExitStatus repl_nesl(const Arguments& arguments) {
  std::optional<BackendOptions> backend = BackendOptions::from(arguments);
  if (!backend) return kUsage;
  Session session;
  NeslProgram program(session);
  program.give_bound_values();
  if (!arguments.operands.empty() && !open_nesl(program, arguments, arguments.operands.front()))
    return report(session, arguments);
  runtime::World world(write_stdout, runtime::World::Input::Process);
  NeslInput evaluation(program, *backend, world);
  // Of a file, what it binds is asked for once; the values of its expressions are not shown.
  std::vector<NeslEntry> bindings = program.results();
  std::erase_if(bindings, [](const NeslEntry& entry) { return entry.bound == nullptr; });
  evaluation.evaluate(bindings, {});
  const bool is_terminal = ::isatty(STDIN_FILENO) == 1;
  std::string text, line;
  size_t inputs = 0;
  const auto prompt = [&] {
    if (is_terminal) std::cout << (text.empty() ? "<Nesl> " : "> ") << std::flush;
  };
  for (prompt(); std::getline(std::cin, line); prompt()) {
    text += line + "\n";
    const size_t last = text.find_last_not_of(" \t\n");
    if (last == std::string::npos) {
      text.clear();
      continue;
    }
    if (text[last] != ';' && text[last] != '$') continue;
    const std::string input = std::exchange(text, {});
    if (answer(program, input)) continue;
    if (is_end(input)) break;
    inputs++;
    for (const std::string& form : program.forms(input)) {
      const size_t said = session.diags().size();
      const std::vector<NeslEntry> entries = program.add(fmt::format("[{}]", inputs), form);
      const bool is_right = !session.diags().has_errors();
      if (is_right) evaluation.evaluate(entries, form);
      report(session, arguments);
      session.diags().truncate(said);
      if (!is_right) break;
    }
  }
  return kSuccess;
}

ExitStatus types_nesl(const Arguments& arguments) {
  Session session;
  NeslProgram program(session);
  if (open_nesl(program, arguments, arguments.operands.front())) {
    std::string out;
    for (const nesl::Definition* definition : program.checker().definitions()) {
      if (definition->prelude) continue;
      out += fmt::format("{} : {}\n", session.names().text(definition->name),
                         program.checker().text(definition->scheme));
    }
    write_stdout(out);
  }
  return report_errors(session, arguments);
}

}  // namespace planish::tools
