// How fast source text becomes a checked program, on one core, in lines per second. The program is ordinary code
// repeated under other names: twice the length should take twice the time.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "driver/session.h"

namespace planish {
namespace {

constexpr int kLinesOfUnit = 19;

std::string program(int64_t units) {
  std::string text;
  for (int64_t i = 0; i < units; i++) {
    text += fmt::format(R"(-- | A step of simulation number {0}.
type state{0} [n] = {{position: [n](f32, f32), speed: [n](f32, f32), energy: f32}}

def force{0} [n] (xs: [n](f32, f32)) (x: f32, y: f32) : (f32, f32) =
  let pull (x', y') =
    let (dx, dy) = (x' - x, y' - y)
    let d = f32.sqrt (dx * dx + dy * dy) + 0.01
    in (dx / (d ** 3), dy / (d ** 3))
  in reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) (map pull xs)

def step{0} [n] (dt: f32) (s: state{0} [n]) : state{0} [n] =
  let forces = map (force{0} s.position) s.position
  let speed = map2 (\(u, v) (a, b) -> (u + dt * a, v + dt * b)) s.speed forces
  let position = map2 (\(x, y) (u, v) -> if u > 0 && v > 0 then (x + dt * u, y + dt * v) else (x, y)) s.position speed
  in {{position, speed, energy = f32.sum (map (\(u, v) -> u * u + v * v) speed)}}

entry simulate{0} (n: i64) (steps: i32) : f32 =
  let start = {{position = replicate n (0, 0), speed = replicate n (1, 1), energy = 0}}
  in (loop s = start for _i < steps do step{0} 0.1 s).energy
)",
                        i);
  }
  return text;
}

void count_lines(benchmark::State& state) {
  state.counters["lines/s"] = benchmark::Counter(static_cast<double>(state.range(0) * kLinesOfUnit),
                                                 benchmark::Counter::kIsIterationInvariantRate);
}

void lex(benchmark::State& state) {
  std::string text = program(state.range(0));
  for (auto _ : state) {
    Session session;
    benchmark::DoNotOptimize(session.lex(*session.add_text("bench.fut", text)));
  }
  count_lines(state);
}
BENCHMARK(lex)->Arg(10'000)->Unit(benchmark::kMillisecond);

void parse(benchmark::State& state) {
  std::string text = program(state.range(0));
  for (auto _ : state) {
    Session session;
    benchmark::DoNotOptimize(session.parse(*session.add_text("bench.fut", text)));
  }
  count_lines(state);
}
BENCHMARK(parse)->Arg(10'000)->Unit(benchmark::kMillisecond);

// Parsing, names, types, sizes, consumption; the prelude is part of it.
void check(benchmark::State& state) {
  std::string text = program(state.range(0));
  for (auto _ : state) {
    Session session;
    session.check(*session.add_text("bench.fut", text));
    if (session.diags().has_errors()) std::abort();
  }
  count_lines(state);
}
BENCHMARK(check)->Arg(0)->Arg(1'000)->Arg(10'000)->Arg(20'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace planish
