#include "test_pool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

namespace planish::tools {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

// ---- In the process of one program

constexpr int kOutOfTime = 124;
// What is compiled has this time at least: a slow case shows a mistake in a program, a slow
// compilation a busy machine.
constexpr unsigned kCompileSeconds = 60;
unsigned limit_of(std::string_view test, unsigned case_limit) {
  return test == "compile" ? std::max(case_limit, kCompileSeconds) : case_limit;
}
// Between being told to stop and being ended.
constexpr unsigned kGraceSeconds = 2;

// Belongs to the process, as its alarm does.
std::atomic<bool> out_of_time = false;

void set_alarm(unsigned seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = seconds;
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

void on_alarm(int) {
  if (out_of_time.exchange(true)) ::_exit(kOutOfTime);
  set_alarm(kGraceSeconds);
}

// Tells the parent, a line of JSON for each event.
class PipeObserver final : public TestObserver {
 public:
  PipeObserver(int pipe, unsigned case_limit) : pipe_(pipe), case_limit_(case_limit) {
    struct sigaction action{};
    action.sa_handler = on_alarm;
    ::sigaction(SIGALRM, &action, nullptr);
  }

  std::atomic<bool>& begin(const std::string& name) override {
    send({{"begin", name}});
    out_of_time = false;
    limit_ = limit_of(name, case_limit_);
    set_alarm(limit_);
    return out_of_time;
  }

  void compiled(std::span<const PassTime> times) override {
    Json stages = Json::array();
    for (const PassTime& time : times) stages.push_back({time.pass, time.seconds});
    send({{"stages", std::move(stages)}});
  }

  void end(TestResult result) override {
    set_alarm(0);
    if (out_of_time) {
      result.status = TestStatus::Failed;
      result.detail = fmt::format("no end after {} s", limit_);
    }
    send({{"name", result.name},
          {"status", static_cast<int>(result.status)},
          {"line", result.line},
          {"detail", result.detail}});
  }

 private:
  void send(const Json& event) {
    std::string text = event.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    for (size_t sent = 0; sent < text.size();) {
      ssize_t written = ::write(pipe_, text.data() + sent, text.size() - sent);
      if (written < 0 && errno != EINTR) ::_exit(1);
      if (written > 0) sent += static_cast<size_t>(written);
    }
  }

  int pipe_;
  unsigned case_limit_;
  unsigned limit_ = 0;  // of what has begun
};

[[noreturn]] void run_child(Session& session, TestProgram program, int pipe, int messages,
                            unsigned time_limit) {
  ::dup2(messages, STDERR_FILENO);
  PipeObserver observer(pipe, time_limit);
  run_tests(session, program.path, program.options, observer);
  ::_exit(0);
}

// ---- In the parent

struct Child {
  pid_t process = -1;
  int messages = -1;  // a file in memory with what it wrote to standard error
  std::string unread;
  std::string begun;  // the test that has not ended
  size_t first_case = 0;
  size_t begun_count = 0;  // first the compilation, then cases
  Clock::time_point start;
  ProgramResults results;
};

// The end of what the child wrote to standard error.
std::string last_messages(int file) {
  constexpr off_t kLongest = 2000;
  off_t size = ::lseek(file, 0, SEEK_END);
  off_t from = size > kLongest ? size - kLongest : 0;
  std::string text(static_cast<size_t>(size - from), '\0');
  ssize_t got = ::pread(file, text.data(), text.size(), from);
  text.resize(got > 0 ? static_cast<size_t>(got) : 0);
  return text;
}

class Pool {
 public:
  Pool(const std::vector<TestProgram>& programs, const TestPoolOptions& options,
       const std::function<void(ProgramResults)>& done)
      : programs_(programs), options_(options), done_(done) {}

  void run() {
    // What all processes need is made once.
    session_.check(*session_.add_text("<nothing>", ""));
    while (next_ < programs_.size() || !children_.empty()) {
      while (next_ < programs_.size() && children_.size() < options_.jobs) {
        Child child;
        child.start = Clock::now();
        child.results.program = next_++;
        start(std::move(child));
      }
      wait_for_events();
    }
  }

 private:
  void start(Child child) {
    int ends[2];
    child.messages = ::memfd_create("messages", MFD_CLOEXEC);
    child.process = child.messages >= 0 && ::pipe2(ends, O_CLOEXEC) == 0 ? ::fork() : -1;
    if (child.process == 0) {
      TestProgram program = programs_[child.results.program];
      program.options.first_case = child.first_case;
      run_child(session_, program, ends[1], child.messages, options_.time_limit);
    }
    if (child.process < 0) {
      std::string why = fmt::format("no process can be started: {}", std::strerror(errno));
      child.results.results.push_back({"compile", TestStatus::Failed, 0, std::move(why)});
      done_(std::move(child.results));
      return;
    }
    ::close(ends[1]);
    children_.emplace(ends[0], std::move(child));
  }

  void wait_for_events() {
    std::vector<pollfd> pipes;
    for (const auto& [pipe, child] : children_) pipes.push_back({pipe, POLLIN, 0});
    if (::poll(pipes.data(), pipes.size(), -1) < 0) return;
    for (const pollfd& pipe : pipes) {
      if (pipe.revents != 0) read_from(pipe.fd);
    }
  }

  void read_from(int pipe) {
    Child& child = children_.at(pipe);
    char buffer[1 << 14];
    ssize_t got = ::read(pipe, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) return;
    if (got <= 0) return finish(pipe, child);
    child.unread.append(buffer, static_cast<size_t>(got));
    size_t line = 0;
    for (size_t end = child.unread.find('\n'); end != std::string::npos;
         end = child.unread.find('\n', line)) {
      handle(child, Json::parse(child.unread.begin() + std::ptrdiff_t(line),
                                child.unread.begin() + std::ptrdiff_t(end)));
      line = end + 1;
    }
    child.unread.erase(0, line);
  }

  void handle(Child& child, const Json& event) {
    if (event.contains("begin")) {
      child.begun = event["begin"];
      child.begun_count++;
      return;
    }
    if (event.contains("stages")) {
      for (const Json& stage : event["stages"])
        child.results.stages.emplace_back(stage[0].get<std::string>(), stage[1].get<double>());
      return;
    }
    child.begun.clear();
    child.results.results.push_back({event["name"],
                                     static_cast<TestStatus>(event["status"].get<int>()),
                                     event["line"], event["detail"]});
  }

  void finish(int pipe, Child& ended) {
    int status = 0;
    while (::waitpid(ended.process, &status, 0) < 0 && errno == EINTR) {
    }
    Child child = std::move(ended);
    children_.erase(pipe);
    ::close(pipe);
    if (status != 0) {
      child.results.results.push_back({child.begun.empty() ? "compile" : child.begun,
                                       TestStatus::Failed, 0, why_ended(child, status)});
    }
    ::close(child.messages);
    if (status != 0 && child.begun_count > 1) {
      Child rest;
      rest.start = child.start;
      rest.first_case = child.first_case + child.begun_count - 1;
      rest.results = std::move(child.results);
      return start(std::move(rest));
    }
    child.results.seconds = std::chrono::duration<double>(Clock::now() - child.start).count();
    done_(std::move(child.results));
  }

  std::string why_ended(const Child& child, int status) const {
    std::string why;
    if (WIFSIGNALED(status)) {
      why = fmt::format("crashed: {}", ::strsignal(WTERMSIG(status)));
    } else if (WEXITSTATUS(status) == kOutOfTime) {
      why = fmt::format("no end after {} s, and it could not be stopped",
                        limit_of(child.begun, options_.time_limit));
    } else {
      why = fmt::format("ended with status {}", WEXITSTATUS(status));
    }
    std::string written = last_messages(child.messages);
    return written.empty() ? why : why + "\n" + written;
  }

  const std::vector<TestProgram>& programs_;
  const TestPoolOptions& options_;
  const std::function<void(ProgramResults)>& done_;
  Session session_;
  size_t next_ = 0;
  std::map<int, Child> children_;  // by the pipe that they write to
};

}  // namespace

void run_test_pool(const std::vector<TestProgram>& programs, const TestPoolOptions& options,
                   const std::function<void(ProgramResults)>& done) {
  Pool(programs, options, done).run();
}

}  // namespace planish::tools
