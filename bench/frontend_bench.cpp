// How fast source text becomes a checked program, on one core, in lines per second. The programs
// are a piece of code repeated under other names: twice the length should take twice the time.
// `plain` is ordinary code; `dense` has as many calls of polymorphic functions with lambdas as fit
// its lines.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "driver/session/session.h"

namespace planish {
namespace {

constexpr std::string_view kPlain = R"(
-- | Function number {0}.
def f_{0} [n] (xs: [n]f32) (ys: [n]f32) (k: i32) : f32 =
  let zs = map2 (\x y -> x * y + f32.i32 k) xs ys
  let s = reduce (+) 0 zs
  let t = if s > {0}.0 then s - 1.5 else s * 2
  let (a, b) = (t + f32.i64 n, k + 1)
  in if b > 10 && a < 3
     then loop acc = a for j < k do acc + f32.i32 j
     else match b
          case 0 -> a
          case 1 -> a * 2
          case _ -> a + zs[0]
)";

constexpr std::string_view kDense = R"(
type state_{0} [n] = {{position: [n](f32, f32), speed: [n](f32, f32), energy: f32}}

def force_{0} [n] (xs: [n](f32, f32)) (x: f32, y: f32) : (f32, f32) =
  let pull (x', y') =
    let (dx, dy) = (x' - x, y' - y)
    let d = f32.sqrt (dx * dx + dy * dy) + 0.01
    in (dx / (d ** 3), dy / (d ** 3))
  in reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) (map pull xs)

def step_{0} [n] (dt: f32) (s: state_{0} [n]) : state_{0} [n] =
  let forces = map (force_{0} s.position) s.position
  let speed = map2 (\(u, v) (a, b) -> (u + dt * a, v + dt * b)) s.speed forces
  let position = map2 (\(x, y) (u, v) -> if u > 0 && v > 0 then (x + dt * u, y + dt * v) else (x, y)) s.position speed
  in {{position, speed, energy = f32.sum (map (\(u, v) -> u * u + v * v) speed)}}

entry simulate_{0} (n: i64) (steps: i32) : f32 =
  let start = {{position = replicate n (0, 0), speed = replicate n (1, 1), energy = 0}}
  in (loop s = start for _i < steps do step_{0} 0.1 s).energy
)";

// The piece of code again and again, until the program has about this many lines.
std::string program(std::string_view unit, int64_t lines) {
  std::string text;
  int64_t lines_of_unit = std::ranges::count(unit, '\n');
  for (int64_t i = 0; i < lines / lines_of_unit; i++) text += fmt::format(fmt::runtime(unit), i);
  return text;
}

void count_lines(benchmark::State& state) {
  state.counters["lines/s"] = benchmark::Counter(static_cast<double>(state.range(0)),
                                                 benchmark::Counter::kIsIterationInvariantRate);
}

void lex(benchmark::State& state, std::string_view unit) {
  std::string text = program(unit, state.range(0));
  for (auto _ : state) {
    Session session;
    benchmark::DoNotOptimize(session.lex(*session.add_text("bench.fut", text)));
  }
  count_lines(state);
}
BENCHMARK_CAPTURE(lex, plain, kPlain)->Arg(200'000)->Unit(benchmark::kMillisecond);

void parse(benchmark::State& state, std::string_view unit) {
  std::string text = program(unit, state.range(0));
  for (auto _ : state) {
    Session session;
    benchmark::DoNotOptimize(session.parse(*session.add_text("bench.fut", text)));
  }
  count_lines(state);
}
BENCHMARK_CAPTURE(parse, plain, kPlain)->Arg(200'000)->Unit(benchmark::kMillisecond);

// Parsing, names, types, sizes, consumption; the prelude is part of it.
void check(benchmark::State& state, std::string_view unit) {
  std::string text = program(unit, state.range(0));
  for (auto _ : state) {
    Session session;
    session.check(*session.add_text("bench.fut", text));
    if (session.diags().has_errors()) std::abort();
  }
  count_lines(state);
}
BENCHMARK_CAPTURE(check, plain, kPlain)
    ->Arg(0)
    ->Arg(25'000)
    ->Arg(50'000)
    ->Arg(100'000)
    ->Arg(200'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(check, dense, kDense)->Arg(100'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace planish
