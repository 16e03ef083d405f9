// Irregular values and their components.
#include "backends/components.h"

#include <gtest/gtest.h>

#include "ir/build/builder.h"
#include "runtime/value_io.h"

namespace planish {
namespace {

using ir::Dim;

constexpr int64_t kAny = -1;  // a fixed size that the type does not know

// The type with these dimensions: a number, kAny, or none for one that varies.
const ir::Type* type_of(ir::Storage& storage, std::initializer_list<std::optional<int64_t>> sizes) {
  ir::Builder builder(storage);
  std::vector<Dim> dims;
  for (const std::optional<int64_t>& size : sizes) {
    if (!size) {
      dims.push_back(Dim::varying());
    } else if (*size == kAny) {
      dims.push_back(Dim::variable(builder.new_var("n", storage.types.scalar(Prim::I64))));
    } else {
      dims.push_back(Dim::constant(*size));
    }
  }
  return storage.types.array(Prim::I32, dims);
}

runtime::Value read(std::string_view text, const ir::Type& type) {
  runtime::ValueShape shape{type.elem, {}, {}};
  for (const Dim& dim : type.dims) shape.varying.push_back(dim.is_varying());
  runtime::ValueReader reader(text);
  std::optional<runtime::Value> value = reader.read(shape);
  EXPECT_TRUE(value) << reader.error().message;
  return value.value_or(runtime::Value());
}

// The components as text, separated by spaces. Joined they are the value again.
std::string components(std::string_view text, const ir::Type* type) {
  runtime::Value value = read(text, *type);
  auto parts = split_values({&type, 1}, {value});
  if (!parts) return "none";
  std::string out;
  for (const runtime::Value& part : *parts) {
    EXPECT_FALSE(part.irregular());
    out += (part.prim == Prim::Unit ? type_text(part) : runtime::to_text(part)) + " ";
  }
  std::vector<runtime::Value> joined = join_values({&type, 1}, *parts);
  EXPECT_EQ(joined.size(), 1u);
  EXPECT_EQ(runtime::to_text(joined[0]), runtime::to_text(value));
  return out;
}

TEST(Components, OfOneLevel) {
  ir::Storage storage;
  EXPECT_EQ(components("[[1, 2], [], [3]]", type_of(storage, {kAny, {}})),
            "[3]unit [0i64, 2i64, 2i64, 3i64] [1i32, 2i32, 3i32] ");
  EXPECT_EQ(components("[[[1, 2]], [[3, 4], [5, 6]]]", type_of(storage, {kAny, {}, 2})),
            "[2]unit [0i64, 1i64, 3i64] [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] ");
  EXPECT_EQ(components("[[[1], []], [[2, 3], [4]]]", type_of(storage, {kAny, kAny, {}})),
            "[2][2]unit [0i64, 1i64, 1i64, 3i64, 4i64] [1i32, 2i32, 3i32, 4i32] ");
}

TEST(Components, OfSeveralLevels) {
  ir::Storage storage;
  EXPECT_EQ(
      components("[[[1], []], [], [[2, 3]]]", type_of(storage, {kAny, {}, {}})),
      "[3]unit [0i64, 2i64, 2i64, 3i64] [3]unit [0i64, 1i64, 1i64, 3i64] [1i32, 2i32, 3i32] ");
  EXPECT_EQ(
      components("[[[[1], []]], [[[2, 3], [4]], [[], []]]]", type_of(storage, {kAny, {}, 2, {}})),
      "[2]unit [0i64, 1i64, 3i64] [3][2]unit [0i64, 1i64, 1i64, 3i64, 4i64, 4i64, 4i64] "
      "[1i32, 2i32, 3i32, 4i32] ");
}

TEST(Components, OfEmptyArrays) {
  ir::Storage storage;
  EXPECT_EQ(components("empty([0][?]i32)", type_of(storage, {kAny, {}})),
            "[0]unit [0i64] empty([0]i32) ");
  EXPECT_EQ(components("[[], []]", type_of(storage, {kAny, {}})),
            "[2]unit [0i64, 0i64, 0i64] empty([0]i32) ");
}

TEST(Components, OfRegularValues) {
  ir::Storage storage;
  const ir::Type* type = type_of(storage, {kAny, {}});
  const ir::Type* regular = type_of(storage, {kAny, kAny});
  auto parts = split_values({&type, 1}, {read("[[1, 2], [3, 4]]", *regular)});
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size(), 3u);
  EXPECT_EQ(runtime::to_text((*parts)[1]), "[0i64, 2i64, 4i64]");
  EXPECT_EQ(runtime::to_text((*parts)[2]), "[1i32, 2i32, 3i32, 4i32]");
}

TEST(Components, RowsThatMustBeEqual) {
  ir::Storage storage;
  const ir::Type* varying = type_of(storage, {kAny, {}, {}});
  const ir::Type* type = type_of(storage, {kAny, kAny, {}});
  EXPECT_FALSE(split_values({&type, 1}, {read("[[[1], []], [[2]]]", *varying)}));
  EXPECT_TRUE(split_values({&type, 1}, {read("[[[1], []], [[2], [3]]]", *varying)}));
}

}  // namespace
}  // namespace planish
