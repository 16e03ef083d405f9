// planish fmt: the standard layout.

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "command.h"
#include "driver/session/session.h"
#include "nesl/syntax/format.h"
#include "nesl_commands.h"
#include "output.h"
#include "syntax/format.h"

namespace planish::tools {
namespace {

constexpr OptionSpec kFmtOptions[] = {
    {Option::Check, "--check", "",
     "change nothing; list files that would change, and exit with 1 if there are any"},
    kNeslOption,
    kColorOption,
};

// Puts the text in place of the file at once, so that nobody ever sees half of it. Gives errno, or
// 0.
int replace_file(const std::string& path, std::string_view text) {
  // A link stays a link.
  std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  std::string target = real != nullptr ? std::string(real.get()) : path;
  struct stat status{};
  if (::stat(target.c_str(), &status) != 0) return errno;
  if (::access(target.c_str(), W_OK) != 0) return errno;
  std::string temporary = target + ".XXXXXX";
  int fd = ::mkstemp(temporary.data());
  if (fd < 0) return errno;
  int error = 0;
  while (!text.empty() && error == 0) {
    ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0) {
      if (errno != EINTR) error = errno;
    } else {
      text.remove_prefix(static_cast<size_t>(written));
    }
  }
  if (error == 0 && ::fchmod(fd, status.st_mode & 07777) != 0) error = errno;
  if (::close(fd) != 0 && error == 0) error = errno;
  if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(temporary.c_str());
  return error;
}

Formatted formatted(const SourceFile& file, Session& session, Language language) {
  if (language == Language::Futhark) return format(file, session.names(), session.diags());
  nesl::Formatted result = nesl::format(file, session.names(), session.diags());
  switch (result.status) {
    case nesl::FormatStatus::Done: return {FormatStatus::Done, std::move(result.text)};
    case nesl::FormatStatus::SyntaxErrors: return {FormatStatus::SyntaxErrors, {}};
    case nesl::FormatStatus::Unsafe: break;
  }
  return {FormatStatus::Unsafe, {}};
}

ExitStatus format_one(const std::string& path, const Arguments& arguments) {
  Session session;
  const SourceFile* file = load_operand(session, path);
  if (file == nullptr) return report_errors(session, arguments);
  const Language language = is_nesl(arguments, path) ? Language::Nesl : Language::Futhark;
  Formatted result = formatted(*file, session, language);
  if (result.status == FormatStatus::SyntaxErrors) return report_errors(session, arguments);
  if (result.status == FormatStatus::Unsafe) {
    write_stderr(fmt::format(
        "planish: compiler bug: formatting would change the meaning of {}; it is left alone\n",
        file->path));
    return kBug;
  }
  bool changed = result.text != file->text;
  if (arguments.has(Option::Check)) {
    if (changed) write_stdout(file->path + "\n");
    return changed ? kFailure : kSuccess;
  }
  if (path == "-") {
    write_stdout(result.text);
  } else if (changed) {
    if (int error = replace_file(path, result.text); error != 0) {
      write_stderr(fmt::format("planish: cannot write {}: {}\n", path, std::strerror(error)));
      return kUsage;
    }
    write_stdout(fmt::format("formatted {}\n", path));
  }
  return kSuccess;
}

ExitStatus run_fmt(const Arguments& arguments) {
  if (arguments.operands.empty()) return format_one("-", arguments);
  ExitStatus status = kSuccess;
  for (const std::string& path : arguments.operands) {
    status = std::max(status, format_one(path, arguments));
  }
  return status;
}

}  // namespace

const Command kFmtCommand{
    .name = "fmt",
    .summary = "Lay out source files in the standard way",
    .operand = Operand::FilesOrInput,
    .examples =
        "  planish fmt prog.fut               rewrite the file in place\n"
        "  planish fmt --check src/*.fut      list the files that are not in standard layout\n"
        "  planish fmt <prog.fut              from standard input to standard output\n"
        "\n"
        "Comments are kept, and so are your line breaks where it makes sense: what is written on "
        "one\n"
        "line stays on one line if it fits, what is written on several lines is spread out "
        "evenly.\n"
        "In NESL, all line breaks stay, and only spaces and the indentation change.\n"
        "A file with syntax errors is not touched.\n",
    .options = kFmtOptions,
    .run = run_fmt,
};

}  // namespace planish::tools
