// Reading and printing arrays in the text format.
#include <benchmark/benchmark.h>

#include "runtime/random_values.h"

namespace planish::runtime {
namespace {

constexpr Prim kPrims[] = {Prim::I32, Prim::I64, Prim::U8,  Prim::F16,
                           Prim::F32, Prim::F64, Prim::Bool};

ValueShape shape_of(const benchmark::State& state) {
  return {kPrims[state.range(0)], {false, false}, {100'000, 10}};
}

void print_values(benchmark::State& state) {
  Value value = random_value(shape_of(state), 1);
  state.SetLabel(std::string(prim_name(value.prim)));
  for (auto _ : state) benchmark::DoNotOptimize(to_text(value));
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(value.count()));
}
BENCHMARK(print_values)->DenseRange(0, std::size(kPrims) - 1)->Unit(benchmark::kMillisecond);

void read_values(benchmark::State& state) {
  ValueShape shape = shape_of(state);
  Value value = random_value(shape, 1);
  std::string text = to_text(value);
  state.SetLabel(std::string(prim_name(value.prim)));
  for (auto _ : state) benchmark::DoNotOptimize(ValueReader(text).read(shape));
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(value.count()));
}
BENCHMARK(read_values)->DenseRange(0, std::size(kPrims) - 1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace planish::runtime
