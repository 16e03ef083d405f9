#include "harness.h"

#include <dlfcn.h>
#include <omp.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <thread>

namespace bench {
namespace {

constexpr int64_t kLargePage = int64_t{1} << 21;
constexpr int kRounds = 5;

double seconds_now(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::string json_string(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

// Something that is timed, with its times so far.
struct Timed {
  std::string name;
  std::function<void()> run;
  std::function<void()> after;  // not timed
  std::vector<double> seconds = {};
  std::string error = {};
};

// Runs for a share of the time that each may use.
void time_for(Timed& timed, double seconds, int least_runs, clockid_t clock) {
  double spent = 0;
  for (int i = 0; i < least_runs || spent < seconds; i++) {
    double start = seconds_now(clock);
    timed.run();
    double one = seconds_now(clock) - start;
    timed.after();
    timed.seconds.push_back(one);
    spent += one;
  }
}

std::vector<int> numbers(const std::string& text) {
  std::vector<int> out;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find(',', begin), text.size());
    out.push_back(std::stoi(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return out;
}

}  // namespace

// ---- Memory

void* allocate_bytes(int64_t bytes) {
  int64_t rounded = std::max(kLargePage, (bytes + kLargePage - 1) / kLargePage * kLargePage);
  void* memory = std::aligned_alloc(size_t{kLargePage}, static_cast<size_t>(rounded));
  if (memory == nullptr) throw std::bad_alloc();
  ::madvise(memory, static_cast<size_t>(rounded), MADV_HUGEPAGE);
  return memory;
}

void free_bytes(void* memory) { std::free(memory); }

Buffer<float> random_floats(int64_t count, float low, float high, uint32_t seed) {
  Buffer<float> out(count);
  std::mt19937 random(seed);
  for (int64_t i = 0; i < count; i++)
    out[i] = low + (high - low) * static_cast<float>(random() >> 8) / static_cast<float>(1 << 24);
  return out;
}

Buffer<int32_t> random_integers(int64_t count, int32_t limit, uint32_t seed) {
  Buffer<int32_t> out(count);
  std::mt19937 random(seed);
  for (int64_t i = 0; i < count; i++)
    out[i] =
        static_cast<int32_t>(static_cast<uint64_t>(random()) * static_cast<uint64_t>(limit) >> 32);
  return out;
}

Buffer<float> random_sixteenths(int64_t count, uint32_t seed) {
  Buffer<float> out(count);
  Buffer<int32_t> integers = random_integers(count, 33, seed);
  for (int64_t i = 0; i < count; i++) out[i] = static_cast<float>(integers[i] - 16) / 16;
  return out;
}

// ---- Libraries

Library::Library(std::string name, const std::string& path)
    : name_(std::move(name)), handle_(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) throw std::runtime_error(::dlerror());
}

Library::~Library() { ::dlclose(handle_); }

bool Library::has(const std::string& symbol) const {
  return ::dlsym(handle_, symbol.c_str()) != nullptr;
}

void* Library::find(const std::string& symbol) const {
  void* found = ::dlsym(handle_, symbol.c_str());
  if (found == nullptr) throw std::runtime_error("the library has no " + symbol);
  return found;
}

Context::Context(const Library& library, int threads)
    : library_(library), config_(library.function<void*()>("futhark_context_config_new")()) {
  library.function<void(void*, int)>("futhark_context_config_set_num_threads")(config_, threads);
  context_ = library.function<void*(void*)>("futhark_context_new")(config_);
  if (context_ == nullptr) throw std::runtime_error("no context could be made");
}

Context::~Context() {
  library_.function<void(void*)>("futhark_context_free")(context_);
  library_.function<void(void*)>("futhark_context_config_free")(config_);
}

void Context::check(int status) const {
  if (status == 0) return;
  char* message = library_.function<char*(void*)>("futhark_context_get_error")(context_);
  std::string text = message == nullptr ? "it failed without a message" : message;
  std::free(message);
  throw std::runtime_error(text);
}

// ---- Timing

Harness::Harness(std::string benchmark, int argc, char** argv) : benchmark_(std::move(benchmark)) {
  for (int i = 1; i + 1 < argc; i += 2) {
    std::string option = argv[i], value = argv[i + 1];
    if (option == "--library") {
      size_t equals = value.find('=');
      options_.libraries.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    } else if (option == "--threads") {
      options_.threads = numbers(value);
    } else if (option == "--seconds") {
      options_.seconds = std::stod(value);
    } else if (option == "--clock") {
      options_.clock = value == "cpu" ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
    } else if (option == "--scale") {
      options_.scale = std::stod(value);
    } else if (option == "--filter") {
      options_.filter = value;
    } else {
      std::fprintf(stderr, "unknown option %s\n", argv[i]);
      std::exit(2);
    }
  }
  for (const auto& [name, path] : options_.libraries)
    libraries_.push_back(std::make_unique<Library>(name, path));
}

int64_t Harness::size(int64_t full, int64_t multiple) const {
  auto scaled = static_cast<int64_t>(static_cast<double>(full) * options_.scale);
  return std::max(multiple, scaled / multiple * multiple);
}

bool Harness::wanted(const std::string& dataset) const {
  return (benchmark_ + " " + dataset).find(options_.filter) != std::string::npos;
}

void Harness::run(const std::string& dataset, const Rival& rival, Work work, const Maker& make) {
  for (int threads : options_.threads) {
    omp_set_num_threads(threads);
    rival.run();
    rival.fetch();
    std::vector<std::unique_ptr<Contender>> contenders;
    std::vector<Timed> all;
    all.push_back({"rival", rival.run, [] {}});
    for (const std::unique_ptr<Library>& library : libraries_) {
      Timed timed{library->name(), {}, {}};
      try {
        contenders.push_back(make(*library, threads));
        Contender* contender = contenders.back().get();
        contender->run();
        timed.error = contender->difference();
        contender->clear();
        timed.run = [contender] { contender->run(); };
        timed.after = [contender] { contender->clear(); };
      } catch (const std::exception& problem) {
        timed.error = problem.what();
      }
      if (!timed.error.empty()) status_ = 1;
      all.push_back(std::move(timed));
    }
    // They take turns, so that a busy machine is so for all of them. Each turn begins with a run
    // that does not count: caches, and the threads of the one before, which may still be waiting
    // for work.
    for (int round = 0; round < kRounds; round++) {
      for (Timed& timed : all) {
        if (!timed.error.empty()) continue;
        std::this_thread::sleep_for(std::chrono::milliseconds(threads == 1 ? 0 : 5));
        timed.run();
        timed.after();
        time_for(timed, options_.seconds / kRounds, (options_.least_runs + kRounds - 1) / kRounds,
                 options_.clock);
      }
    }
    std::printf(
        "{\"benchmark\": %s, \"dataset\": %s, \"threads\": %d, \"bytes\": %.0f, \"flops\": %.0f",
        json_string(benchmark_).c_str(), json_string(dataset).c_str(), threads, work.bytes,
        work.flops);
    for (const Timed& timed : all) {
      std::printf(", %s: ", json_string(timed.name).c_str());
      if (!timed.error.empty()) {
        std::printf("{\"error\": %s}", json_string(timed.error).c_str());
        continue;
      }
      for (size_t i = 0; i < timed.seconds.size(); i++)
        std::printf("%s%.9f", i == 0 ? "[" : ", ", timed.seconds[i]);
      std::printf("]");
    }
    std::printf("}\n");
    std::fflush(stdout);
  }
}

}  // namespace bench
