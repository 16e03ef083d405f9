// The table of attributes: what is read is what is printed.
#include "support/attribute.h"

#include <gtest/gtest.h>

namespace planish {
namespace {

TEST(Attribute, TextOfEveryKind) {
  Interner names;
  for (int i = 0; i < static_cast<int>(AttributeKind::Other); i++) {
    const auto kind = static_cast<AttributeKind>(i);
    EXPECT_EQ(attribute_from_text(names, attribute_text(kind)), Attribute(kind));
  }
  EXPECT_EQ(attribute_text(AttributeKind::FlatteningNoOuter), "flattening(no_outer)");
}

TEST(Attribute, OthersAreKept) {
  Interner names;
  for (std::string_view text : {"sequential(twice)", "flattening(no_outer, no_intra)", "mine"}) {
    const Attribute attribute = attribute_from_text(names, text);
    EXPECT_EQ(attribute.kind, AttributeKind::Other);
    EXPECT_EQ(attribute_text(names, attribute), text);
  }
}

TEST(Attribute, OldNames) {
  Interner names;
  EXPECT_EQ(attribute_from_text(names, "incremental_flattening(only_inner)"),
            Attribute(AttributeKind::FlatteningOnlyInner));
  EXPECT_EQ(attribute_named("incremental_flattening"), AttributeKind::Other);
}

TEST(Attribute, Lists) {
  Arena arena;
  const Attribute unroll = AttributeKind::Unroll;
  const auto both = with_attribute(arena, {&unroll, 1}, AttributeKind::Inline);
  EXPECT_EQ(both.size(), 2u);
  EXPECT_EQ(with_attribute(arena, both, AttributeKind::Unroll).size(), 2u);
  EXPECT_TRUE(has_attribute(both, AttributeKind::Inline));
  EXPECT_FALSE(
      has_attribute(without_attribute(arena, both, AttributeKind::Unroll), AttributeKind::Unroll));
}

}  // namespace
}  // namespace planish
