#include "output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/value_io.h"

namespace planish::tools {
namespace {

// More than anybody reads; one broken bracket can lead to thousands.
constexpr size_t kMaxShown = 100;

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

ExitStatus status_of(Session& session) {
  return session.diags().has_errors() ? kFailure : kSuccess;
}

ExitStatus report_text(Session& session, const Arguments& arguments, Warnings warnings) {
  std::vector<const Diagnostic*> shown =
      display_order(session.diags().all(), session.sources(), warnings);
  RenderOptions options{.color = color_for(arguments, STDERR_FILENO)};
  std::string out;
  size_t errors = 0;
  size_t warning_count = 0;
  for (const Diagnostic* diagnostic : shown) {
    size_t& count = diagnostic->severity == Severity::Error ? errors : warning_count;
    if (count++ < kMaxShown) out += render_text(*diagnostic, session.sources(), options) + "\n";
  }
  if (std::max(errors, warning_count) > kMaxShown) {
    out += fmt::format("(only the first {} of a kind are shown)\n", kMaxShown);
  }
  out += render_summary(errors, warning_count, options.color);
  write_stderr(out);
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

std::string values_text(std::span<const runtime::Value> values, const Arguments& arguments) {
  std::string out;
  for (const runtime::Value& value : values) {
    if (arguments.has(Option::Binary)) {
      out += runtime::to_binary(value);
    } else {
      runtime::append_text(out, value);
      out += '\n';
    }
  }
  return out;
}

void usage_error(std::string_view message, std::string_view hint) {
  write_stderr(fmt::format("planish: {}\n", message));
  if (!hint.empty()) write_stderr(fmt::format("  {}\n", hint));
}

}  // namespace planish::tools
