// measure COMMAND…: runs it, and writes to file 3 what it took: wall-clock seconds, seconds of processors, bytes of memory at its peak, and
// its exit status. A process of its own, because what a process took counts the memory of the one that started it.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

int main(int, char** argv) {
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(3);
    ::execv(argv[1], argv + 1);
    std::perror(argv[1]);
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  if (child < 0 || ::wait4(child, &status, 0, &usage) < 0) return 1;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const auto of = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  ::dprintf(3, "%.9g %.9g %ld %d\n", seconds.count(), of(usage.ru_utime) + of(usage.ru_stime),
            usage.ru_maxrss * 1024,
            WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}
