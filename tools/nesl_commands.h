// What commands do with programs in NESL.
#pragma once

#include <optional>
#include <string>

#include "command.h"
#include "driver/nesl/program.h"

namespace planish::tools {

inline constexpr OptionSpec kNeslOption{
    Option::Nesl, "--nesl", "", "the program is in NESL, whatever its name (`-`: standard input)"};
inline constexpr OptionSpec kSeedOption{Option::Seed, "--seed", "N",
                                        "of random numbers in NESL programs (0)"};

// By the ending of the path, or because the options say so.
bool is_nesl(const Arguments& arguments, const std::string& path);

// Checks the file that the user named. False after an error, which is in the session.
bool open_nesl(NeslProgram& program, const Arguments& arguments, const std::string& path);

ExitStatus run_nesl(const Arguments& arguments);
ExitStatus eval_nesl(const Arguments& arguments);
// Reads forms from standard input until it ends.
ExitStatus repl_nesl(const Arguments& arguments);
ExitStatus types_nesl(const Arguments& arguments);

}  // namespace planish::tools
