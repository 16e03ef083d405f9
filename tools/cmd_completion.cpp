// planish completion: scripts that let a shell complete commands, options and codes.

#include <fmt/format.h>

#include <map>

#include "command.h"
#include "diag/diagnostic.h"
#include "help.h"
#include "output.h"

namespace planish::tools {
namespace {

std::string command_names() {
  std::string out;
  for (const Command* command : all_commands())
    out += fmt::format("{}{}", out.empty() ? "" : " ", command->name);
  return out;
}

// Every way to write the options of a command.
std::string option_words(const Command& command) {
  std::string out = "--help";
  for (const OptionSpec& option : command.options) {
    std::string_view flag = long_flag(option);
    if (option.value.empty()) out += fmt::format(" {}", flag);
    if (!option.value.empty() && option.choices.empty()) out += fmt::format(" {}=", flag);
    for (std::string_view choice : option.choices) out += fmt::format(" {}={}", flag, choice);
  }
  return out;
}

std::string error_codes() {
  std::string out;
  for (const DiagInfo& diag : all_diags())
    out += fmt::format("{}{}", out.empty() ? "" : " ", diag.code);
  return out;
}

// The words that may follow, or nothing where a file is expected.
std::string operand_words(const Command& command) {
  switch (command.operand) {
    case Operand::OptionalErrorCode: return error_codes();
    case Operand::Shell: return "bash zsh fish";
    case Operand::OptionalCommand: return command_names();
    case Operand::None:
    case Operand::File:
    case Operand::Files:
    case Operand::FilesOrInput:
    case Operand::FilesOrFolders:
    case Operand::OptionalFile:
    case Operand::ExpressionAndFile:
    case Operand::FileAndExpression: return "";
  }
  return "";
}

bool takes_files(const Command& command) {
  switch (command.operand) {
    case Operand::File:
    case Operand::Files:
    case Operand::FilesOrInput:
    case Operand::FilesOrFolders:
    case Operand::OptionalFile:
    case Operand::ExpressionAndFile:
    case Operand::FileAndExpression: return true;
    case Operand::None:
    case Operand::OptionalErrorCode:
    case Operand::Shell:
    case Operand::OptionalCommand: return false;
  }
  return false;
}

// The options that have only some values, and these.
std::map<std::string_view, std::string> option_choices() {
  std::map<std::string_view, std::string> out;
  for (const Command* command : all_commands()) {
    for (const OptionSpec& option : command->options) {
      if (!option.choices.empty())
        out.emplace(long_flag(option), fmt::format("{}", fmt::join(option.choices, " ")));
    }
  }
  return out;
}

std::string bash_script() {
  std::string out =
      "# Completion of planish for bash:  source <(planish completion bash)\n"
      "_planish() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} words=\n"
      "  COMPREPLY=()\n"
      "  # bash takes --color=never for three words.\n"
      "  if [[ $word == '=' || ${COMP_WORDS[COMP_CWORD-1]} == '=' ]]; then\n"
      "    [[ $word == '=' ]] && word=\n"
      "    local flag=${COMP_WORDS[COMP_CWORD-1]}\n"
      "    [[ $flag == '=' ]] && flag=${COMP_WORDS[COMP_CWORD-2]}\n"
      "    case $flag in\n";
  for (const auto& [flag, choices] : option_choices())
    out += fmt::format("      {}) words='{}' ;;\n", flag, choices);
  out +=
      "    esac\n"
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  if ((COMP_CWORD == 1)); then\n";
  out += fmt::format("    COMPREPLY=($(compgen -W '{} --help --version' -- \"$word\"))\n",
                     command_names());
  out +=
      "    return\n"
      "  fi\n"
      "  case ${COMP_WORDS[1]} in\n";
  for (const Command* command : all_commands()) {
    out += fmt::format("    {}) words='{}'", command->name, option_words(*command));
    std::string operands = operand_words(*command);
    if (!operands.empty()) out += fmt::format("; [[ $word == -* ]] || words='{}'", operands);
    out += " ;;\n";
  }
  out +=
      "  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "  case ${COMP_WORDS[1]} in\n    ";
  std::string with_files;
  for (const Command* command : all_commands()) {
    if (takes_files(*command))
      with_files += fmt::format("{}{}", with_files.empty() ? "" : "|", command->name);
  }
  out += with_files;
  out +=
      ")\n"
      "      if [[ $word != -* ]]; then\n"
      "        COMPREPLY=($(compgen -f -X '!*.fut' -- \"$word\") $(compgen -d -- \"$word\"))\n"
      "      fi ;;\n"
      "  esac\n"
      "}\n"
      "complete -o filenames -F _planish planish\n";
  return out;
}

std::string zsh_quoted(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else if (c == ':' || c == '[' || c == ']') {
      out += '\\';
      out += c;
    } else {
      out += c;
    }
  }
  return out;
}

std::string zsh_script() {
  std::string out =
      "#compdef planish\n"
      "# Completion of planish for zsh:  planish completion zsh >_planish, in a folder of $fpath\n"
      "_planish() {\n"
      "  local -a commands=(\n";
  for (const Command* command : all_commands()) {
    out += fmt::format("    '{}:{}'\n", command->name, zsh_quoted(command->summary));
  }
  out +=
      "  )\n"
      "  if ((CURRENT == 2)); then\n"
      "    _describe command commands\n"
      "    _arguments '--help[show help]' '--version[show the version]'\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $command in\n";
  for (const Command* command : all_commands()) {
    out += fmt::format("    {})\n      _arguments '--help[show help]'", command->name);
    for (const OptionSpec& option : command->options) {
      std::string_view flag = long_flag(option);
      if (option.value.empty()) {
        out += fmt::format(" \\\n        '{}[{}]'", flag, zsh_quoted(option.help));
      } else {
        out += fmt::format(" \\\n        '{}=[{}]:{}:({})'", flag, zsh_quoted(option.help),
                           zsh_quoted(option.value), fmt::join(option.choices, " "));
      }
    }
    std::string operands = operand_words(*command);
    if (takes_files(*command)) out += " \\\n        '*:file:_files -g \"*.fut\"'";
    if (!operands.empty()) out += fmt::format(" \\\n        '1:word:({})'", operands);
    out += " ;;\n";
  }
  out +=
      "  esac\n"
      "}\n"
      "if [[ $funcstack[1] == _planish ]]; then _planish \"$@\"; else compdef _planish planish; "
      "fi\n";
  return out;
}

std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string fish_script() {
  std::string out =
      "# Completion of planish for fish:  planish completion fish "
      ">~/.config/fish/completions/planish.fish\n"
      "complete -c planish -f\n"
      "complete -c planish -n __fish_use_subcommand -l help -s h -d 'show help'\n"
      "complete -c planish -n __fish_use_subcommand -l version -s V -d 'show the version'\n";
  for (const Command* command : all_commands()) {
    out += fmt::format("complete -c planish -n __fish_use_subcommand -a {} -d {}\n", command->name,
                       fish_quoted(command->summary));
    std::string where = fmt::format("-n '__fish_seen_subcommand_from {}'", command->name);
    out += fmt::format("complete -c planish {} -l help -s h -d 'show help'\n", where);
    for (const OptionSpec& option : command->options) {
      out += fmt::format("complete -c planish {} -l {}", where, long_flag(option).substr(2));
      if (!option.value.empty()) out += " -x";
      if (!option.choices.empty()) out += fmt::format(" -a '{}'", fmt::join(option.choices, " "));
      out += fmt::format(" -d {}\n", fish_quoted(option.help));
    }
    std::string operands = operand_words(*command);
    if (!operands.empty()) out += fmt::format("complete -c planish {} -a '{}'\n", where, operands);
    if (takes_files(*command)) {
      out += fmt::format("complete -c planish {} -k -a '(__fish_complete_suffix .fut)'\n", where);
    }
  }
  return out;
}

ExitStatus run(const Arguments& arguments) {
  std::string_view shell = arguments.operands.front();
  if (shell == "bash") {
    write_stdout(bash_script());
  } else if (shell == "zsh") {
    write_stdout(zsh_script());
  } else if (shell == "fish") {
    write_stdout(fish_script());
  } else {
    usage_error(fmt::format("no completion for `{}`", shell),
                "there is one for bash, zsh and fish");
    return kUsage;
  }
  return kSuccess;
}

}  // namespace

const Command kCompletionCommand{
    .name = "completion",
    .summary = "Print a completion script for a shell",
    .operand = Operand::Shell,
    .examples =
        "  source <(planish completion bash)\n"
        "  planish completion zsh >~/.zfunc/_planish\n"
        "  planish completion fish >~/.config/fish/completions/planish.fish\n",
    .options = {},
    .run = run,
};

}  // namespace planish::tools
