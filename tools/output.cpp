#include "output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "driver/workspace/structured_text.h"
#include "runtime/value_io.h"

namespace planish::tools {
namespace {

// The errno of the first write that failed.
int& output_error() {
  static int error = 0;
  return error;
}

void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      if (errno != EPIPE && fd == STDOUT_FILENO) output_error() = errno;
      return;
    }
    text.remove_prefix(static_cast<size_t>(written));
  }
}

// A file that the command line names, and not one that a program imports.
bool is_missing_operand(const Diagnostic& diagnostic) {
  return (diagnostic.kind == Diag::file_not_found || diagnostic.kind == Diag::file_too_large) &&
         !diagnostic.labels.front().loc.valid();
}

ExitStatus report_text(Session& session, const Arguments& arguments, Warnings warnings) {
  write_stderr(render_all(session.diags().all(), session.sources(), warnings,
                          {.color = color_for(arguments, STDERR_FILENO)}));
  return status_of(session);
}

}  // namespace

void write_stdout(std::string_view text) { write_all(STDOUT_FILENO, text); }
void write_stderr(std::string_view text) { write_all(STDERR_FILENO, text); }

bool output_ok() {
  if (output_error() == 0) return true;
  write_stderr(
      fmt::format("planish: cannot write to standard output: {}\n", std::strerror(output_error())));
  return false;
}

Color color_for(const Arguments& arguments, int stream) {
  std::string_view when = arguments.value(Option::Color, "auto");
  if (when != "auto") return when == "always" ? Color::Always : Color::Never;
  auto environment = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  if (!environment("NO_COLOR").empty() || environment("TERM") == "dumb") return Color::Never;
  return ::isatty(stream) == 1 ? Color::Always : Color::Never;
}

ExitStatus status_of(Session& session) {
  if (std::ranges::any_of(session.diags().all(), is_missing_operand)) return kUsage;
  return session.diags().has_errors() ? kFailure : kSuccess;
}

ExitStatus report(Session& session, const Arguments& arguments) {
  Warnings warnings = arguments.has(Option::NoWarnings) ? Warnings::Hide : Warnings::Show;
  if (!arguments.has(Option::Json)) return report_text(session, arguments, warnings);
  std::vector<const Diagnostic*> shown =
      display_order(session.diags().all(), session.sources(), warnings);
  write_stdout(render_json(shown, session.sources()));
  return status_of(session);
}

ExitStatus report_errors(Session& session, const Arguments& arguments) {
  return report_text(session, arguments, Warnings::Hide);
}

bool read_stdin(std::string& text) {
  char buffer[1 << 16];
  while (true) {
    ssize_t got = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      return false;
    }
    if (got == 0) return true;
    text.append(buffer, static_cast<size_t>(got));
  }
}

const SourceFile* load_operand(Session& session, const std::string& path) {
  if (path != "-") return session.load(path);
  std::string text;
  if (!read_stdin(text)) {
    session.diags().report(Diag::file_not_found, {}, "cannot read standard input");
    return nullptr;
  }
  return session.add_text("<stdin>", std::move(text));
}

std::string results_text(const ir::Storage& storage, const ir::Entry& entry,
                         std::span<const runtime::Value> values, const Arguments& arguments) {
  std::string out;
  if (arguments.has(Option::Binary)) {
    for (const runtime::Value& value : values) out += runtime::to_binary(value);
    return out;
  }
  std::string_view when = arguments.value(Option::Pretty, "auto");
  if (when == "always" || (when == "auto" && ::isatty(STDOUT_FILENO) == 1)) {
    for (const std::string& result : structured_results(storage, entry, values, Extent::Whole))
      out.append(result).append("\n");
    return out;
  }
  for (const runtime::Value& value : values) {
    runtime::append_text(out, value);
    out += '\n';
  }
  return out;
}

void usage_error(std::string_view message, std::string_view hint) {
  write_stderr(fmt::format("planish: {}\n", message));
  if (!hint.empty()) write_stderr(fmt::format("  {}\n", hint));
}

}  // namespace planish::tools
