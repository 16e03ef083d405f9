#include "runtime/random_values.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "runtime/value_half.h"

namespace planish::runtime {
namespace {

// splitmix64: one addition and three mixing steps for each number.
class Generator {
 public:
  explicit Generator(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    uint64_t mixed = state_;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return mixed ^ mixed >> 31;
  }
  // Uniform over the multiples of 2^-bits in [0, 1).
  double fraction(int bits) {
    return std::ldexp(static_cast<double>(next() >> (64 - bits)), -bits);
  }

 private:
  uint64_t state_;
};

// The representation of one element in the lowest bytes.
uint64_t random_bits(Prim prim, Generator& generator) {
  switch (prim) {
    case Prim::F16: return double_to_half(generator.fraction(11));
    case Prim::F32: return std::bit_cast<uint32_t>(static_cast<float>(generator.fraction(24)));
    case Prim::F64: return std::bit_cast<uint64_t>(generator.fraction(53));
    case Prim::Bool: return generator.next() >> 63;
    default: return generator.next();
  }
}

}  // namespace

Value random_value(const ValueShape& shape, uint64_t seed) {
  Value value;
  value.prim = shape.prim;
  size_t count = 1;
  for (int64_t size : shape.fixed) {
    value.dims.push_back({false, size, {}});
    count *= static_cast<size_t>(size);
  }
  auto element_size = static_cast<size_t>(byte_size(shape.prim));
  value.data.resize(count * element_size);
  Generator generator(seed);
  for (size_t i = 0; i < count; i++) {
    uint64_t bits = random_bits(shape.prim, generator);
    // The lowest bytes come first on the machines that the runtime is for.
    std::memcpy(value.data.data() + i * element_size, &bits, element_size);
  }
  return value;
}

}  // namespace planish::runtime
