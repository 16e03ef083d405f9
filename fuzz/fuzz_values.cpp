// Values from any bytes: what can be read prints as text, and in binary form, that reads back to an
// equal value. The first byte chooses what is asked for: a value of any type, or one of some shape.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "runtime/value_io.h"

namespace {

using namespace planish;
using namespace planish::runtime;

void require(bool condition) {
  if (!condition) std::abort();
}

ValueShape shape_of(const Value& value) {
  ValueShape shape{value.prim, {}, {}};
  for (const ValueDim& dim : value.dims) shape.varying.push_back(dim.varying);
  return shape;
}

// The type in the lower four bits, the number of dimensions and which of them vary in the upper
// ones.
ValueShape chosen_shape(uint8_t choice) {
  ValueShape shape{static_cast<Prim>(choice % 16), {}, {}};
  for (int bits = choice / 16; bits > 1; bits /= 2) {
    // The outermost array is one, so it does not vary.
    shape.varying.push_back(!shape.varying.empty() && bits % 2 != 0);
  }
  return shape;
}

void read_back(const Value& value, const std::string& data) {
  ValueReader reader(data);
  std::optional<Value> back = reader.read(shape_of(value));
  require(back.has_value());
  require(reader.at_end());
  require(back->dims == value.dims);
  require(!difference(value, *back, Tolerance{}));
  ValueReader any(data);
  back = any.read_any();
  require(back.has_value());
  require(!difference(value, *back, Tolerance{}));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  bool any = data[0] % 16 >= kPrimCount;
  std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::string error;
  std::optional<std::string> unpacked = unpack_if_gzip(text, error);
  if (!unpacked) return 0;
  ValueReader reader(*unpacked);
  while (!reader.at_end()) {
    std::optional<Value> value = any ? reader.read_any() : reader.read(chosen_shape(data[0]));
    if (!value) {
      require(!reader.error().message.empty() && !reader.position().empty());
      break;
    }
    read_back(*value, to_text(*value));
    read_back(*value, to_binary(*value));
  }
  return 0;
}
