#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string>

#include "check.h"

namespace planish::random_programs {
namespace {

// Generated programs need much less; this is for a compiler that does not end.
constexpr rlim_t kSeconds = 60;
// Between what the process says on standard error and the parts of a finding.
constexpr char kMark = '\x01';

void write_all(int to, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = write(to, text.data(), text.size());
    if (written <= 0) _exit(1);
    text.remove_prefix(static_cast<size_t>(written));
  }
}

[[noreturn]] void run_child(const Compiler& compiler, const Subject& subject, int to) {
  // What is said on standard error before a crash is a part of the finding.
  dup2(to, STDERR_FILENO);
  rlimit limit{kSeconds, kSeconds};
  setrlimit(RLIMIT_CPU, &limit);
  rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  try {
    if (auto finding = check_subject(compiler, subject))
      write_all(to, fmt::format("{}{}{}{}", kMark, finding->kind, kMark, finding->detail));
  } catch (const std::exception& error) {
    write_all(to, fmt::format("{}exception{}{}", kMark, kMark, error.what()));
  }
  _exit(0);
}

std::string read_all(int from) {
  std::string out;
  char buffer[4096];
  while (ssize_t count = read(from, buffer, sizeof buffer)) {
    if (count < 0) break;
    out.append(buffer, static_cast<size_t>(count));
  }
  return out;
}

}  // namespace

std::optional<Finding> check_isolated(const Compiler& compiler, const Subject& subject) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe can be made");
  pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process can be made");
  if (child == 0) {
    close(ends[0]);
    run_child(compiler, subject, ends[1]);
  }
  close(ends[1]);
  std::string said = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    int signal = WTERMSIG(status);
    if (signal == SIGXCPU || signal == SIGKILL) return Finding{"does not end", said};
    return Finding{fmt::format("crash: {}", strsignal(signal)), said};
  }
  size_t kind = said.find(kMark);
  if (kind == std::string::npos) {
    if (WEXITSTATUS(status) == 0) return std::nullopt;
    return Finding{fmt::format("exit status {}", WEXITSTATUS(status)), said};
  }
  size_t detail = said.find(kMark, kind + 1);
  return Finding{said.substr(kind + 1, detail - kind - 1), said.substr(detail + 1)};
}

}  // namespace planish::random_programs
