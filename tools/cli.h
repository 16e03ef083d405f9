// From the words of the command line to a command and its arguments.
#pragma once

namespace planish::tools {

// Runs the command and gives the exit status.
int run_command_line(int argc, char** argv);

}  // namespace planish::tools
