#include "cli.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <csignal>
#include <new>
#include <stdexcept>

#include "backends/backend.h"
#include "command.h"
#include "driver/build/build.h"
#include "help.h"
#include "output.h"
#include "support/closest.h"
#include "support/large_stack.h"

namespace planish::tools {
namespace {

// CLI11 takes the words apart; what they mean and what is wrong with them is decided here.
struct ParsedOption {
  const OptionSpec* spec;
  CLI::Option* option;
  std::vector<std::string> values;
};
struct ParsedCommand {
  const Command* command = nullptr;
  CLI::App* app = nullptr;
  CLI::Option* help = nullptr;
  std::vector<ParsedOption> options;
};

void declare(CLI::App& app, const Command& command, ParsedCommand& parsed) {
  CLI::App* sub = app.add_subcommand(std::string(command.name));
  sub->set_help_flag();
  sub->allow_extras();
  parsed.command = &command;
  parsed.app = sub;
  parsed.help = sub->add_flag("-h,--help");
  // No reallocation below: CLI11 keeps references to the values.
  parsed.options.resize(command.options.size());
  for (size_t i = 0; i < command.options.size(); i++) {
    const OptionSpec& spec = command.options[i];
    ParsedOption& option = parsed.options[i];
    std::string flags(spec.flags);
    option.spec = &spec;
    option.option =
        spec.value.empty()
            ? sub->add_flag(flags)
            : sub->add_option(flags, option.values)->expected(1)->allow_extra_args(false);
    option.option->multi_option_policy(spec.value.empty() ? CLI::MultiOptionPolicy::TakeLast
                                                          : CLI::MultiOptionPolicy::TakeAll);
  }
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  std::vector<std::string_view> best = closest(word, candidates);
  return best.empty() ? "" : fmt::format("did you mean `{}`?", best.front());
}

int unknown_command(std::string_view word) {
  if (word.starts_with('-')) {
    constexpr std::string_view kFlags[] = {"--help", "--version"};
    std::string hint = suggestion(word, kFlags);
    usage_error(fmt::format("unknown option `{}`", word),
                hint.empty() ? "`planish --help` lists the options" : hint);
    return kUsage;
  }
  std::vector<std::string_view> names;
  for (const Command* command : all_commands()) names.push_back(command->name);
  std::string hint = suggestion(word, names);
  if (word.ends_with(".fut")) hint = fmt::format("to check a file: planish check {}", word);
  usage_error(fmt::format("unknown command `{}`", word),
              hint.empty() ? "`planish --help` lists the commands" : hint);
  return kUsage;
}

int unknown_option(const Command& command, std::string_view word) {
  std::vector<std::string_view> names{"--help"};
  for (const OptionSpec& spec : command.options) names.push_back(long_flag(spec));
  std::string_view flag = word.substr(0, word.find('='));
  std::string hint = suggestion(flag, names);
  if (hint.empty()) hint = fmt::format("`planish {} --help` lists the options", command.name);
  usage_error(fmt::format("unknown option `{}` for `planish {}`", flag, command.name), hint);
  return kUsage;
}

// `-1` does not, and neither does `-` for standard input.
bool looks_like_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && (word[1] == '-' || std::isalpha(word[1]) != 0);
}

bool valid_operands(const Command& command, size_t count) {
  auto complain = [&](std::string_view what) {
    usage_error(fmt::format("`planish {}` {}", command.name, what),
                fmt::format("usage: planish {} {}", command.name, usage(command)));
    return false;
  };
  switch (command.operand) {
    case Operand::None: return count == 0 || complain("takes no further words");
    case Operand::File:
      return count == 1 || complain(count == 0 ? "needs a file" : "takes one file only");
    case Operand::Files: return count >= 1 || complain("needs at least one file");
    case Operand::FilesOrInput:
      return count >= 1 || ::isatty(STDIN_FILENO) == 0 || complain("needs at least one file");
    case Operand::FilesOrFolders: return count >= 1 || complain("needs a file or a folder");
    case Operand::OptionalFile: return count <= 1 || complain("takes one file only");
    case Operand::ExpressionAndFile:
      return (count >= 1 && count <= 2) ||
             complain(count == 0 ? "needs an expression" : "takes an expression and one file");
    case Operand::FileAndExpression:
      return (count >= 1 && count <= 2) ||
             complain(count == 0 ? "needs a file" : "takes a file and one expression");
    case Operand::OptionalErrorCode: return count <= 1 || complain("takes one code only");
    case Operand::Shell: return count == 1 || complain("needs the name of a shell");
    case Operand::OptionalCommand: return count <= 1 || complain("takes one command only");
  }
  return true;
}

// The operands are those after `--`.
int run(const ParsedCommand& parsed, std::span<char* const> operands) {
  const Command& command = *parsed.command;
  if (parsed.help->count() > 0) {
    write_stdout(command_help(command));
    return kSuccess;
  }
  Arguments arguments;
  // CLI11 knows nothing of operands, or it would take `[1, 2]` apart.
  for (const std::string& word : parsed.app->remaining()) {
    if (looks_like_option(word)) return unknown_option(command, word);
    arguments.operands.push_back(word);
  }
  arguments.operands.insert(arguments.operands.end(), operands.begin(), operands.end());
  for (const ParsedOption& option : parsed.options) {
    if (option.option->count() == 0) continue;
    const auto& choices = option.spec->choices;
    for (const std::string& value : option.values) {
      if (choices.empty() || std::find(choices.begin(), choices.end(), value) != choices.end())
        continue;
      usage_error(fmt::format("`{}` is not a value of {}", value, long_flag(*option.spec)),
                  fmt::format("it may be {}", fmt::join(choices, ", ")));
      return kUsage;
    }
    bool flag = option.spec->value.empty();
    arguments.set(option.spec->option, flag ? std::vector<std::string>{""} : option.values);
  }
  if (!valid_operands(command, arguments.operands.size())) return kUsage;
  int status = kSuccess;
  try {
    run_with_large_stack([&] { status = command.run(arguments); });
  } catch (const NoDevice& error) {
    usage_error(error.what(), "`--backend=cpu` runs the program on this machine's processors");
    status = kUsage;
  } catch (const BuildError& error) {
    usage_error(error.message);
    status = kUsage;
  } catch (const std::bad_alloc&) {
    write_stderr("planish: out of memory\n");
    status = kBug;
  } catch (const std::exception& error) {
    write_stderr(fmt::format("planish: {}\n", error.what()));
    status = kBug;
  }
  return status;
}

int parse_and_run(int argc, char** argv) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  // Behind a command, the name of another is an ordinary word.
  app.require_subcommand(0, 1);
  CLI::Option* help = app.add_flag("-h,--help");
  CLI::Option* version = app.add_flag("-V,--version");
  std::vector<ParsedCommand> commands(all_commands().size());
  for (size_t i = 0; i < commands.size(); i++) declare(app, *all_commands()[i], commands[i]);
  // What follows `--` is no option, whatever it looks like.
  std::span<char* const> words(argv, static_cast<size_t>(argc));
  auto dashes = std::ranges::find(words, std::string_view("--"),
                                  [](const char* word) { return std::string_view(word); });
  std::span<char* const> operands(std::min(dashes + 1, words.end()), words.end());
  try {
    app.parse(static_cast<int>(dashes - words.begin()), argv);
  } catch (const CLI::ArgumentMismatch& error) {
    std::string_view message = error.what();
    usage_error(fmt::format("{} needs a value", message.substr(0, message.find(':'))));
    return kUsage;
  } catch (const CLI::ParseError& error) {
    usage_error(error.what(), "`planish --help` shows how it is used");
    return kUsage;
  }
  for (const std::string& word : app.remaining()) return unknown_command(word);
  if (version->count() > 0) {
    write_stdout("planish " PLANISH_VERSION "\n");
    return kSuccess;
  }
  for (const ParsedCommand& command : commands) {
    if (command.app->parsed()) return run(command, operands);
  }
  if (help->count() > 0) {
    write_stdout(general_help());
    return kSuccess;
  }
  write_stderr(general_help());
  return kUsage;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  // Writing to a reader that went away gives an error instead of a signal.
  std::signal(SIGPIPE, SIG_IGN);
  int status = parse_and_run(argc, argv);
  return output_ok() ? status : kUsage;
}

}  // namespace planish::tools
