// Random choices that are the same everywhere for the same seed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace planish::random_programs {

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}

  // From 0 to count - 1. The distributions of the standard library may differ from one to the next.
  uint64_t below(uint64_t count) { return engine_() % count; }
  // True `percent` times of a hundred.
  bool chance(uint64_t percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace planish::random_programs
