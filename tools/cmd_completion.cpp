// planish completion: scripts that let a shell complete commands, options and codes.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "command.h"
#include "diag/diagnostic.h"
#include "help.h"
#include "output.h"
#include "pipeline/passes.h"

namespace planish::tools {
namespace {

std::string command_names() {
  std::string out;
  for (const Command* command : all_commands())
    out += fmt::format("{}{}", out.empty() ? "" : " ", command->name);
  return out;
}

// The options of a command; those that take a value end with `=`.
std::string option_words(const Command& command) {
  std::string out = "--help";
  for (const OptionSpec& option : command.options)
    out += fmt::format(" {}{}", long_flag(option), option.value.empty() ? "" : "=");
  return out;
}

// The values of an option that takes one: these words, or paths, or anything.
struct Values {
  std::string words;
  bool paths = false;
};

Values values_of(const OptionSpec& option) {
  if (!option.choices.empty()) return {fmt::format("{}", fmt::join(option.choices, " "))};
  if (option.value == "FILE" || option.option == Option::Output) return {"", true};
  Values values;
  if (option.value != "PASS" && option.value != "LIST") return values;
  if (option.value == "LIST") {
    for (const Pipeline& pipeline : all_pipelines())
      values.words += fmt::format("{} ", pipeline.name);
  }
  for (const Pass& pass : all_passes()) values.words += fmt::format("{} ", pass.name);
  values.words.pop_back();
  return values;
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

// The cases of the shell's `case COMMAND FLAG in`, for all options that take a value.
std::string bash_value_cases() {
  // Those with the same values together.
  std::map<std::string, std::string> patterns;
  for (const Command* command : all_commands()) {
    for (const OptionSpec& option : command->options) {
      if (option.value.empty()) continue;
      const Values values = values_of(option);
      std::string& pattern =
          patterns[values.paths ? "paths=yes" : fmt::format("words='{}'", values.words)];
      for (std::string_view rest = option.flags; !rest.empty();) {
        const std::string_view flag = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(flag.size() + 1, rest.size()));
        pattern += fmt::format("{}'{} {}'", pattern.empty() ? "" : "|", command->name, flag);
      }
    }
  }
  std::string out;
  for (const auto& [values, pattern] : patterns)
    out += fmt::format("    {}) {} ;;\n", pattern, values);
  return out;
}

std::string bash_script() {
  std::string out =
      R"(# Completion of planish for bash:  source <(planish completion bash)
_planish() {
  local command=${COMP_WORDS[1]} word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]}
  local flag= before= words= paths=
  COMPREPLY=()
  # bash takes --color=never for three words, unless = was taken out of COMP_WORDBREAKS.
  if [[ $word == '=' ]]; then
    flag=$last word=
  elif [[ $last == '=' ]]; then
    flag=${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $word == --*=* ]]; then
    flag=${word%%=*} before=${word%%=*}= word=${word#*=}
  elif [[ $last == -* ]]; then
    flag=$last
  fi
  case "$command $flag" in
)";
  out += bash_value_cases();
  out += R"(    *) flag= ;;
  esac
  if [[ $flag ]]; then
    if [[ $paths ]]; then
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -P "$before" -- "$word")
    else
      mapfile -t COMPREPLY < <(compgen -W "$words" -P "$before" -- "$word")
    fi
    return
  fi
  if ((COMP_CWORD == 1)); then
)";
  out += fmt::format("    words='{} --help --version'\n", command_names());
  out += "  elif [[ $word == -* ]]; then\n    case $command in\n";
  for (const Command* command : all_commands())
    out += fmt::format("      {}) words='{}' ;;\n", command->name, option_words(*command));
  out += "    esac\n  else\n    case $command in\n";
  std::string with_files;
  for (const Command* command : all_commands()) {
    std::string operands = operand_words(*command);
    if (!operands.empty()) out += fmt::format("      {}) words='{}' ;;\n", command->name, operands);
    if (takes_files(*command))
      with_files += fmt::format("{}{}", with_files.empty() ? "" : "|", command->name);
  }
  out += fmt::format("      {}) paths=yes ;;\n", with_files);
  out += R"(    esac
  fi
  if [[ $paths ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -X '!*.fut' -- "$word"; compgen -d -- "$word")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  # What is completed to --option= goes on with the value.
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F _planish planish
)";
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
        const Values values = values_of(option);
        out += fmt::format(" \\\n        '{}=[{}]:{}:{}'", flag, zsh_quoted(option.help),
                           zsh_quoted(option.value),
                           values.paths ? "_files" : fmt::format("({})", values.words));
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
      if (!option.value.empty()) {
        const Values values = values_of(option);
        out += values.paths ? " -r -F" : " -x";
        if (!values.words.empty()) out += fmt::format(" -a '{}'", values.words);
      }
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

ExitStatus run_completion(const Arguments& arguments) {
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
    .run = run_completion,
};

}  // namespace planish::tools
