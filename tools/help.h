// Help texts, made from the table of commands.
#pragma once

#include <string>
#include <string_view>

#include "command.h"

namespace planish::tools {

// "--no-warnings" of "-w,--no-warnings".
std::string_view long_flag(const OptionSpec& option);
// "-e, --entry=NAME" of "-e,--entry".
std::string option_text(const OptionSpec& option);
// "[OPTIONS] FILE…"
std::string usage(const Command& command);
std::string command_help(const Command& command);
std::string general_help();

}  // namespace planish::tools
