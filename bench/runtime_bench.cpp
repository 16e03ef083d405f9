// The parallel operators of the native runtime with callbacks as generated code has them, beside
// plain loops in one thread (`plain`). The argument is the number of threads; 0: the plain loop.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "runtime/native/host.h"

namespace planish::native {
namespace {

constexpr int64_t kCount = int64_t{1} << 25;

struct Data {
  std::vector<float> xs = std::vector<float>(kCount);
  std::vector<float> ys = std::vector<float>(kCount);
  float sum = 0;
  int64_t bins[1024] = {};

  Data() {
    for (int64_t i = 0; i < kCount; i++)
      xs[static_cast<size_t>(i)] = static_cast<float>((i * 7919) % 1024) - 512;
  }
};

struct Context {
  planish_context* raw;
  explicit Context(int64_t threads) {
    planish_config config;
    planish_config_default(&config);
    config.threads = static_cast<int32_t>(std::max<int64_t>(1, threads));
    raw = planish_context_new(&config);
  }
  ~Context() { planish_context_delete(raw); }
};

// Times `operation`, called as an entry point, or `plain` without threads.
template <class Operation, class Plain>
void measure(benchmark::State& state, int64_t bytes, Operation operation, Plain plain) {
  auto data = std::make_unique<Data>();
  Context context(state.range(0));
  if (state.range(0) == 0) {
    for (auto _ : state) plain(*data);
  } else {
    auto code = [&] { return operation(context.raw, *data); };
    planish_slot input{0, &code, nullptr, nullptr};
    const auto run = [&] {
      const int32_t status = planish_run(
          context.raw,
          [](planish_context*, const planish_slot* inputs, planish_slot*) -> int32_t {
            return (*static_cast<decltype(code)*>(inputs[0].data))();
          },
          &input, nullptr, nullptr);
      if (status != PLANISH_OK) state.SkipWithError("failed");
    };
    run();  // threads are started, memory is touched
    for (auto _ : state) run();
  }
  benchmark::DoNotOptimize(data->ys.data());
  state.SetBytesProcessed(state.iterations() * bytes);
}

void arguments(benchmark::internal::Benchmark* bench) {
  bench->Arg(0)->Arg(1)->Arg(2);
  if (std::thread::hardware_concurrency() > 2) bench->Arg(std::thread::hardware_concurrency());
  bench->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
}

// ---- map

int32_t map_range(planish_context*, void* closure, int64_t begin, int64_t end) {
  auto& data = *static_cast<Data*>(closure);
  const float* xs = data.xs.data();
  float* __restrict ys = data.ys.data();
  for (int64_t i = begin; i < end; i++) ys[i] = xs[i] * 2 + 1;
  return PLANISH_OK;
}

void map_floats(benchmark::State& state) {
  measure(
      state, kCount * 8,
      [](planish_context* context, Data& data) {
        return planish_parallel_for(context, kCount, 1, map_range, &data);
      },
      [](Data& data) { map_range(nullptr, &data, 0, kCount); });
}
BENCHMARK(map_floats)->Apply(arguments);

// ---- sum

float blocked_sum(const float* xs, int64_t begin, int64_t end) {
  constexpr int64_t kLanes = 32;
  float lanes[kLanes] = {};
  const int64_t blocks = (end - begin) / kLanes;
  for (int64_t block = 0; block < blocks; block++) {
    for (int64_t lane = 0; lane < kLanes; lane++) lanes[lane] += xs[begin + block * kLanes + lane];
  }
  float sum = 0;
  for (int64_t i = begin + blocks * kLanes; i < end; i++) sum += xs[i];
  for (float lane : lanes) sum += lane;
  return sum;
}

int32_t sum_part(planish_context*, void* closure, int64_t, int64_t begin, int64_t end,
                 void* accumulator) {
  *static_cast<float*>(accumulator) =
      blocked_sum(static_cast<Data*>(closure)->xs.data(), begin, end);
  return PLANISH_OK;
}

int32_t sum_combine(planish_context*, void*, void* left, const void* right) {
  *static_cast<float*>(left) += *static_cast<const float*>(right);
  return PLANISH_OK;
}

void sum_floats(benchmark::State& state) {
  static constexpr planish_reduction kSum{
      [](planish_context*, void*, int64_t, int64_t) { return int32_t{PLANISH_OK}; },
      sum_part,
      sum_combine,
      [](planish_context*, void* closure, int64_t, const void* accumulator) {
        static_cast<Data*>(closure)->sum = *static_cast<const float*>(accumulator);
        return int32_t{PLANISH_OK};
      },
      sizeof(float),
      0};
  measure(
      state, kCount * 4,
      [](planish_context* context, Data& data) {
        return planish_reduce(context, 1, kCount, 1, &kSum, &data);
      },
      [](Data& data) {
        data.sum = blocked_sum(data.xs.data(), 0, kCount);
        benchmark::DoNotOptimize(data.sum);
      });
}
BENCHMARK(sum_floats)->Apply(arguments);

// ---- scan

float scan_floats_range(Data& data, int64_t begin, int64_t end, float carry) {
  float sum = 0;
  for (int64_t i = begin; i < end; i++) {
    sum += data.xs[static_cast<size_t>(i)];
    data.ys[static_cast<size_t>(i)] = carry + sum;
  }
  return carry + sum;
}

void scan_floats(benchmark::State& state) {
  static constexpr planish_scan_operator kScan{
      [](planish_context*, void*, int64_t, int64_t) { return int32_t{PLANISH_OK}; },
      [](planish_context*, void*, void* accumulator) {
        *static_cast<float*>(accumulator) = 0;
        return int32_t{PLANISH_OK};
      },
      sum_part,
      sum_combine,
      [](planish_context*, void* closure, int64_t, int64_t begin, int64_t end, void* carry) {
        auto& sum = *static_cast<float*>(carry);
        sum = scan_floats_range(*static_cast<Data*>(closure), begin, end, sum);
        return int32_t{PLANISH_OK};
      },
      sizeof(float)};
  measure(
      state, kCount * 8,
      [](planish_context* context, Data& data) {
        return planish_scan(context, 1, kCount, 1, &kScan, &data);
      },
      [](Data& data) { benchmark::DoNotOptimize(scan_floats_range(data, 0, kCount, 0)); });
}
BENCHMARK(scan_floats)->Apply(arguments);

// ---- filter

int64_t keep_positive(const Data& data, int64_t begin, int64_t end, float* to, int64_t room) {
  int64_t kept = 0;
  for (int64_t i = begin; i < end; i++) {
    const float x = data.xs[static_cast<size_t>(i)];
    if (kept < room) to[kept] = x;
    kept += x > 0 ? 1 : 0;
  }
  return kept;
}

void filter_floats(benchmark::State& state) {
  static constexpr int64_t kBytes = sizeof(float);
  static constexpr planish_filter_operator kPositive{
      [](planish_context*, void* closure, int64_t begin, int64_t end, void* const* dests,
         int64_t at, int64_t* kept) {
        *kept = keep_positive(*static_cast<Data*>(closure), begin, end,
                              static_cast<float*>(dests[0]) + at, end - begin);
        return int32_t{PLANISH_OK};
      },
      1, &kBytes};
  measure(
      state, kCount * 6,
      [](planish_context* context, Data& data) {
        int64_t kept = 0;
        planish_block* block = nullptr;
        const int32_t status = planish_filter(context, kCount, 1, &kPositive, &data, &kept, &block);
        if (status == PLANISH_OK) planish_free(context, block);
        return status;
      },
      [](Data& data) {
        benchmark::DoNotOptimize(keep_positive(data, 0, kCount, data.ys.data(), kCount));
      });
}
BENCHMARK(filter_floats)->Apply(arguments);

// ---- hist

int32_t count_range(planish_context*, void* closure, int64_t, int64_t begin, int64_t end,
                    void* const* bins) {
  const auto& data = *static_cast<Data*>(closure);
  auto* counts = static_cast<int64_t*>(bins[0]);
  for (int64_t i = begin; i < end; i++)
    counts[static_cast<int64_t>(data.xs[static_cast<size_t>(i)]) + 512]++;
  return PLANISH_OK;
}

void histogram_floats(benchmark::State& state) {
  measure(
      state, kCount * 4,
      [](planish_context* context, Data& data) {
        void* dests[] = {data.bins};
        const int64_t bytes[] = {sizeof data.bins};
        const planish_histogram histogram{count_range,
                                          [](planish_context*, void*, void* const* bins) {
                                            std::memset(bins[0], 0, sizeof data.bins);
                                            return int32_t{PLANISH_OK};
                                          },
                                          [](planish_context*, void*, void* const* into,
                                             void* const* from, int64_t begin, int64_t end) {
                                            for (int64_t i = begin; i < end; i++)
                                              static_cast<int64_t*>(into[0])[i] +=
                                                  static_cast<int64_t*>(from[0])[i];
                                            return int32_t{PLANISH_OK};
                                          },
                                          std::ssize(data.bins),
                                          1,
                                          dests,
                                          bytes};
        return planish_hist(context, 1, kCount, 1, &histogram, &data);
      },
      [](Data& data) {
        void* bins[] = {data.bins};
        count_range(nullptr, &data, 0, 0, kCount, bins);
      });
}
BENCHMARK(histogram_floats)->Apply(arguments);

// ---- Small things

// What a call of an entry point costs that does nothing, on a stack of its own or the caller's.
void call_nothing(benchmark::State& state) {
  planish_config config;
  planish_config_default(&config);
  config.stack_bytes = state.range(0);
  planish_context* context = planish_context_new(&config);
  for (auto _ : state) {
    planish_run(
        context,
        [](planish_context*, const planish_slot*, planish_slot*) { return int32_t{PLANISH_OK}; },
        nullptr, nullptr, nullptr);
  }
  planish_context_delete(context);
}
BENCHMARK(call_nothing)->Arg(0)->Arg(256 << 20)->UseRealTime();

// Blocks in a task: `state.range(0)` bytes, allocated and freed.
void allocate_in_task(benchmark::State& state) {
  Context context(1);
  struct Closure {
    benchmark::State& state;
  } closure{state};
  planish_slot input{0, &closure, nullptr, nullptr};
  planish_run(
      context.raw,
      [](planish_context* cx, const planish_slot* inputs, planish_slot*) -> int32_t {
        benchmark::State& own = static_cast<Closure*>(inputs[0].data)->state;
        for (auto _ : own) {
          planish_block* block = planish_allocate(cx, own.range(0));
          benchmark::DoNotOptimize(block);
          planish_free(cx, block);
        }
        return PLANISH_OK;
      },
      &input, nullptr, nullptr);
}
BENCHMARK(allocate_in_task)->Arg(100)->Arg(20'000)->Arg(1'000'000)->Arg(100'000'000);

}  // namespace
}  // namespace planish::native
