// Random values of all types and shapes come back from text and binary data as they were.
#include <cmath>
#include <random>

#include "runtime/value_half.h"
#include "value_testing.h"

namespace planish::runtime {
namespace {

class Maker {
 public:
  explicit Maker(uint64_t seed) : random_(seed) {}

  Value value(Prim prim) {
    Value value;
    value.prim = prim;
    size_t arrays = 1;
    for (uint64_t rank = below(4); rank > 0; rank--) {
      ValueDim& dim = value.dims.emplace_back();
      // There is one outermost array, so it does not vary.
      dim.varying = value.dims.size() > 1 && below(3) == 0;
      dim.size = dim.varying ? 0 : static_cast<int64_t>(below(4));
      size_t next = 0;
      for (size_t i = 0; i < arrays; i++) {
        if (dim.varying) dim.lengths.push_back(static_cast<int64_t>(below(4)));
        next += static_cast<size_t>(dim.varying ? dim.lengths.back() : dim.size);
      }
      arrays = next;
    }
    for (size_t i = 0; i < arrays; i++) append(value.data, prim);
    return value;
  }

 private:
  uint64_t below(uint64_t bound) { return random_() % bound; }

  // Any bits, often those of small numbers.
  void append(runtime::ByteVector& data, Prim prim) {
    uint64_t bits = random_();
    if (below(3) == 0) bits >>= below(64);
    if (prim == Prim::Bool) bits &= 1;
    if (prim == Prim::Unit) bits = 0;
    if (prim == Prim::F16 && std::isnan(half_to_double(static_cast<uint16_t>(bits)))) bits = 0x7E00;
    if (prim == Prim::F32 && std::isnan(std::bit_cast<float>(static_cast<uint32_t>(bits))))
      bits = 0x7FC00000;
    if (prim == Prim::F64 && std::isnan(std::bit_cast<double>(bits))) bits = uint64_t{0x7FF8} << 48;
    auto size = static_cast<size_t>(byte_size(prim));
    data.resize(data.size() + size);
    std::memcpy(data.data() + data.size() - size, &bits, size);
  }

  std::mt19937_64 random_;
};

ValueShape shape_of(const Value& value) {
  ValueShape shape{value.prim, {}, {}};
  for (const ValueDim& dim : value.dims) shape.varying.push_back(dim.varying);
  return shape;
}

class ValueRoundTrip : public testing::TestWithParam<Prim> {};

TEST_P(ValueRoundTrip, ThroughTextAndBinary) {
  for (uint64_t seed = 0; seed < 2000; seed++) {
    Value value = Maker(seed).value(GetParam());
    for (const std::string& data : {to_text(value), to_binary(value)}) {
      ValueReader reader(data);
      std::optional<Value> back = reader.read(shape_of(value));
      ASSERT_TRUE(back) << data << reader.error().message;
      EXPECT_TRUE(reader.at_end());
      EXPECT_TRUE(same(*back, value)) << data << " is not " << to_text(*back);
      std::optional<Value> any = ValueReader(data).read_any();
      ASSERT_TRUE(any) << data;
      EXPECT_EQ(any->data, value.data) << data;
      EXPECT_EQ(difference(value, *any, {}), std::nullopt) << data;
      EXPECT_EQ(to_text(*any), to_text(value));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, ValueRoundTrip,
                         testing::Values(Prim::I8, Prim::I16, Prim::I32, Prim::I64, Prim::U8,
                                         Prim::U16, Prim::U32, Prim::U64, Prim::F16, Prim::F32,
                                         Prim::F64, Prim::Bool, Prim::Unit),
                         [](const auto& test) { return std::string(prim_name(test.param)); });

TEST(ValueHalf, EveryHalfSurvives) {
  for (uint32_t bits = 0; bits < 0x10000; bits++) {
    auto half = static_cast<uint16_t>(bits);
    double number = half_to_double(half);
    if (std::isnan(number)) {
      EXPECT_TRUE(std::isnan(half_to_double(double_to_half(number))));
      continue;
    }
    EXPECT_EQ(double_to_half(number), half);
    Value value{Prim::F16, {}, runtime::ByteVector(2, std::byte{0})};
    std::memcpy(value.data.data(), &half, 2);
    EXPECT_TRUE(same(*ValueReader(to_text(value)).read_any(), value)) << to_text(value);
  }
}

TEST(ValueHalf, RoundsToTheNearestAndTiesToEven) {
  for (uint32_t bits = 0; bits < 0x7BFF; bits++) {
    auto low = static_cast<uint16_t>(bits);
    auto high = static_cast<uint16_t>(bits + 1);
    double middle = (half_to_double(low) + half_to_double(high)) / 2;
    EXPECT_EQ(double_to_half(std::nextafter(middle, 0)), low);
    EXPECT_EQ(double_to_half(std::nextafter(middle, 1e9)), high);
    EXPECT_EQ(double_to_half(middle), bits % 2 == 0 ? low : high);
    EXPECT_EQ(double_to_half(-middle), 0x8000 | (bits % 2 == 0 ? low : high));
  }
  EXPECT_EQ(double_to_half(65519.999), 0x7BFF);
  EXPECT_EQ(double_to_half(65520), 0x7C00);
}

}  // namespace
}  // namespace planish::runtime
