#include <chrono>

#include "test_pool.h"

namespace planish::tools {
namespace {

class Collector final : public TestObserver {
 public:
  explicit Collector(ProgramResults& results) : results_(results) {}

  std::atomic<bool>& begin(const std::string&) override { return is_stopped_; }
  void compiled(std::span<const PassTime> times) override {
    for (const PassTime& time : times) results_.stages.emplace_back(time.pass, time.seconds);
  }
  void end(TestResult result) override { results_.results.push_back(std::move(result)); }

 private:
  ProgramResults& results_;
  std::atomic<bool> is_stopped_ = false;
};

}  // namespace

void run_tests_in_process(const std::vector<TestProgram>& programs,
                          const std::function<void(ProgramResults)>& done) {
  using Clock = std::chrono::steady_clock;
  for (size_t k = 0; k < programs.size(); k++) {
    const Clock::time_point start = Clock::now();
    ProgramResults results;
    results.program = k;
    Collector collector(results);
    Session session;
    run_tests(session, programs[k].path, programs[k].options, collector);
    results.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    done(std::move(results));
  }
}

}  // namespace planish::tools
