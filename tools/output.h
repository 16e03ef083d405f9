// Standard output and standard error, and how diagnostics are shown on them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "command.h"
#include "diag/render.h"
#include "driver/session/session.h"
#include "ir/program.h"
#include "runtime/value.h"

namespace planish::tools {

// A reader that went away is not an error: the rest is dropped.
void write_stdout(std::string_view text);
void write_stderr(std::string_view text);
// False when something could not be written, for another reason than a reader that went away;
// complains once.
bool output_ok();

// What `--color` and the environment ask for on a stream (1: standard output, 2: standard error).
Color color_for(const Arguments& arguments, int stream);

// What the diagnostics of the session mean for a command.
ExitStatus status_of(Session& session);

// Shows the diagnostics of the session as the options ask, and says whether there was an error.
ExitStatus report(Session& session, const Arguments& arguments);
// The same for commands that are about something else: errors only, always as text.
ExitStatus report_errors(Session& session, const Arguments& arguments);

// The file that the user named, `-` being standard input; null when it cannot be read, which is
// then reported.
const SourceFile* load_operand(Session& session, const std::string& path);
// All of standard input; false when it cannot be read.
bool read_stdin(std::string& text);

// What an entry point gives, as `--binary` and `--pretty` ask: in the binary format; by component,
// each on a line of its own, which programs can read; or as people read it, each result on a line
// of its own.
std::string results_text(const ir::Storage& storage, const ir::Entry& entry,
                         std::span<const runtime::Value> values, const Arguments& arguments);

// A mistake in the command line.
void usage_error(std::string_view message, std::string_view hint = {});

}  // namespace planish::tools
