// planish repl: definitions and expressions, one after the other.

#include <fmt/format.h>
#include <unistd.h>

#include <exception>

#include "backend_options.h"
#include "command.h"
#include "driver/workspace/repl_input.h"
#include "driver/workspace/structured_text.h"
#include "driver/workspace/workspace.h"
#include "evaluation.h"
#include "interrupt.h"
#include "line_editor.h"
#include "nesl_commands.h"
#include "output.h"
#include "support/closest.h"

namespace planish::tools {
namespace {

constexpr OptionSpec kReplOptions[] = {kNeslOption,  kBackendOption,     kDeviceOption,
                                       kRacesOption, kMemoryLimitOption, kColorOption};

constexpr std::string_view kMetaCommands[] = {":all",  ":help",   ":load",
                                              ":quit", ":reload", ":type"};
constexpr std::string_view kHelp =
    "An expression is evaluated; def, let, type, module, open and import add to what is known.\n"
    "Input goes on in the next line while something is open; an empty line ends it.\n"
    "  :type EXPR     the type of an expression\n"
    "  :all EXPR      its value with all elements of long arrays\n"
    "  :load FILE     begin anew with the definitions of a program\n"
    "  :reload        read the program again; definitions typed since then are kept\n"
    "  :help          this text\n"
    "  :quit          leave, as does Ctrl-D; Ctrl-C stops a computation\n"
    "Commands may be shortened, as in :t.\n";

std::string_view trimmed(std::string_view text) {
  size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

class Repl {
 public:
  Repl(const Arguments& arguments, EvaluationBackend backend)
      : arguments_(arguments),
        backend_(std::move(backend)),
        workspace_(std::make_unique<Workspace>(backend_)),
        editor_(history_path(), [this](std::string_view before) { return complete(before); }) {}

  ExitStatus run() {
    const bool terminal = ::isatty(STDIN_FILENO) == 1;
    if (terminal) write_stdout("planish " PLANISH_VERSION ", :help shows what can be typed\n");
    if (!arguments_.operands.empty()) load(arguments_.operands.front());
    while (!done_) {
      std::optional<std::string> input = read_input();
      if (!input) break;
      try {
        handle(*input);
      } catch (const std::exception& error) {
        write_stderr(fmt::format("{}\n", error.what()));
        note(kBug);
      }
    }
    // Who types saw what went wrong; a script wants to be told.
    return terminal ? kSuccess : status_;
  }

 private:
  // ---- Reading

  // One or more lines; nothing at the end of the input.
  std::optional<std::string> read_input() {
    std::string input;
    while (true) {
      Line line = editor_.read(input.empty() ? "planish> " : "       > ");
      if (line.end == LineEnd::Cancelled) {
        input.clear();
        continue;
      }
      bool end = line.end == LineEnd::End;
      if (end && input.empty()) return std::nullopt;
      bool forced = end || (!input.empty() && trimmed(line.text).empty());
      input += line.text + "\n";
      bool command = trimmed(input).starts_with(':');
      if (!command && !forced && input_kind(workspace_->session(), input) == InputKind::Incomplete)
        continue;
      input.pop_back();
      if (!trimmed(input).empty()) editor_.remember(input);
      return input;
    }
  }

  LineEditor::Completion complete(std::string_view before) {
    if (before.starts_with(':') && before.find(' ') == std::string_view::npos) {
      LineEditor::Completion completion{before.size(), {}};
      for (std::string_view command : kMetaCommands) {
        if (command.starts_with(before)) completion.words.emplace_back(command);
      }
      return completion;
    }
    size_t start = before.size();
    auto in_name = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             c == '_' || c == '\'' || c == '.';
    };
    while (start > 0 && in_name(before[start - 1])) start--;
    std::string_view word = before.substr(start);
    if (word.empty()) return {};
    return {word.size(), name_completions(*workspace_, word)};
  }

  // ---- What was typed

  void handle(const std::string& input) {
    std::string_view text = trimmed(input);
    if (text.starts_with(':')) return handle_command(text);
    switch (input_kind(workspace_->session(), input)) {
      case InputKind::Nothing: return;
      case InputKind::Declarations:
      case InputKind::Bindings: return define(input);
      // A text that breaks off is wrong as an expression too, which says how.
      case InputKind::Incomplete:
      case InputKind::Expression: return evaluate(input, Extent::Abbreviated);
    }
  }

  void handle_command(std::string_view text) {
    std::string_view word = text.substr(0, text.find_first_of(" \t"));
    std::string rest(trimmed(text.substr(word.size())));
    std::string_view command;
    for (std::string_view known : kMetaCommands) {
      if (command.empty() && known.starts_with(word) && word.size() > 1) command = known;
    }
    if (command == ":quit") {
      done_ = true;
    } else if (command == ":help" || word == ":?") {
      write_stdout(kHelp);
    } else if (command == ":load") {
      load(rest);
    } else if (command == ":reload") {
      reload();
    } else if (command == ":type") {
      show_type(rest);
    } else if (command == ":all") {
      if (rest.empty()) return wrong_usage(":all needs an expression");
      evaluate(rest, Extent::Whole);
    } else {
      auto best = closest(word, kMetaCommands);
      wrong_usage(fmt::format("there is no command `{}`", word),
                  best.empty() ? ":help lists the commands"
                               : fmt::format("did you mean `{}`?", best.front()));
    }
  }

  // The first thing that goes wrong decides how it all ends.
  void note(ExitStatus status) {
    if (status_ == kSuccess) status_ = status;
  }

  void wrong_usage(std::string_view message, std::string_view hint = {}) {
    usage_error(message, hint);
    note(kUsage);
  }

  // What the operation done last has to say.
  void show_messages() {
    Session& session = workspace_->session();
    RenderOptions options{.color = color_for(arguments_, STDERR_FILENO)};
    std::string out;
    for (const Diagnostic* diagnostic : display_order(session.diags().all(), session.sources()))
      out += render_text(*diagnostic, session.sources(), options);
    write_stderr(out);
    note(status_of(session));
  }

  void define(const std::string& input) {
    const bool bindings = input_kind(workspace_->session(), input) == InputKind::Bindings;
    const bool defined = bindings ? workspace_->bind(input) : workspace_->define(input);
    if (defined) definitions_.push_back(input);
    show_messages();
  }

  void evaluate(const std::string& input, Extent extent) {
    InterruptScope interrupt(SecondInterrupt::Ignore);
    std::optional<Evaluation> evaluation =
        workspace_->evaluate({.text = input}, {.interrupt = &interrupt.flag()});
    show_messages();
    if (!evaluation) return;
    if (evaluation->failure) {
      write_stderr(failure_text(*evaluation->failure));
      return note(kRunFailed);
    }
    if (evaluation->type.form != ExpressionForm::Value)
      return write_stdout(form_text(evaluation->type) + "\n");
    write_stdout(
        structured_text(*evaluation->storage, *evaluation->entry, evaluation->values, extent) +
        "\n");
  }

  void show_type(const std::string& expression) {
    if (expression.empty()) return wrong_usage(":type needs an expression");
    if (auto type = workspace_->type_of({.text = expression})) {
      write_stdout(type->text + "\n");
    } else {
      show_messages();
    }
  }

  // ---- Programs

  void load(const std::string& path) {
    if (path.empty()) return wrong_usage(":load needs the path of a program");
    path_ = path;
    definitions_.clear();
    begin_anew();
  }

  void reload() {
    std::vector<std::string> definitions = std::move(definitions_);
    definitions_.clear();
    begin_anew();
    for (const std::string& definition : definitions) define(definition);
  }

  // With an empty workspace, and the program if there is one and it is right.
  void begin_anew() {
    workspace_ = std::make_unique<Workspace>(backend_);
    if (!path_.empty()) {
      (void)workspace_->open(path_);
      show_messages();
    }
  }

  const Arguments& arguments_;
  const EvaluationBackend backend_;
  std::unique_ptr<Workspace> workspace_;
  LineEditor editor_;
  std::string path_;  // of the program; "": none
  std::vector<std::string> definitions_;
  bool done_ = false;
  ExitStatus status_ = kSuccess;
};

ExitStatus run_repl(const Arguments& arguments) {
  if (!arguments.operands.empty() && arguments.operands.front() == "-") {
    usage_error("what is typed comes from standard input", "give the program in a file");
    return kUsage;
  }
  if (is_nesl(arguments, arguments.operands.empty() ? "" : arguments.operands.front()))
    return repl_nesl(arguments);
  const std::optional<BackendOptions> backend = BackendOptions::from(arguments);
  if (!backend) return kUsage;
  return Repl(arguments, backend->for_evaluation()).run();
}

}  // namespace

const Command kReplCommand{
    .name = "repl",
    .summary = "Type definitions and expressions, and see their values",
    .operand = Operand::OptionalFile,
    .examples =
        "  planish repl               :help shows what can be typed\n"
        "  planish repl stats.fut     with the definitions of a program\n"
        "  planish repl <session      without a terminal, lines are read\n"
        "\n"
        "Exit status: 0 done. Without a terminal that of the first thing that went wrong: 1 "
        "rejected, "
        "2 wrong\n"
        "usage, 3 failed while running.\n",
    .options = kReplOptions,
    .run = run_repl,
};

}  // namespace planish::tools
