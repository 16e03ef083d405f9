// The command `planish`.

#include "cli.h"

int main(int argc, char** argv) { return planish::tools::run_command_line(argc, argv); }
