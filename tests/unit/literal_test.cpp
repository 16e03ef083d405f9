#include "syntax/literal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace planish {
namespace {

using ast::PrimSuffix;

TEST(Literal, Integers) {
  EXPECT_EQ(integer_value("0").value, 0u);
  EXPECT_EQ(integer_value("1_000").value, 1000u);
  EXPECT_EQ(integer_value("18446744073709551615").value, UINT64_MAX);
  EXPECT_FALSE(integer_value("18446744073709551615").overflow);
  EXPECT_TRUE(integer_value("18446744073709551616").overflow);
  EXPECT_TRUE(integer_value("99999999999999999999").overflow);
  EXPECT_EQ(integer_value("0xFfi8").value, 255u);
  EXPECT_EQ(integer_value("0xFfi8").suffix, PrimSuffix::I8);
  EXPECT_EQ(integer_value("0b1_01u64").value, 5u);
  EXPECT_EQ(integer_value("0b1_01u64").suffix, PrimSuffix::U64);
  EXPECT_FALSE(integer_value("0xFFFF_FFFF_FFFF_FFFF").overflow);
  EXPECT_TRUE(integer_value("0x1_0000_0000_0000_0000").overflow);
}

TEST(Literal, RomanNumbers) {
  EXPECT_EQ(integer_value("0rI").value, 1u);
  EXPECT_EQ(integer_value("0rXIV").value, 14u);
  EXPECT_EQ(integer_value("0rMCMXCIX").value, 1999u);
  EXPECT_EQ(integer_value("0RM_M_XXVIi16").value, 2026u);
  EXPECT_EQ(integer_value("0rIIII").value, 4u);
}

TEST(Literal, LargeIntegersAreRoundedOnce) {
  EXPECT_EQ(integer_value("18446744073709551616").approximate, 0x1p64);
  EXPECT_EQ(integer_value("0x1" + std::string(20, '0')).approximate, 0x1p80);
  // Half-way between two floats, and a little more.
  EXPECT_EQ(integer_value("0x1" + std::string(12, '0') + "0800").approximate, 0x1p64);
  EXPECT_EQ(integer_value("0x1" + std::string(12, '0') + "0801").approximate,
            std::nextafter(0x1p64, 0x1p65));
  EXPECT_EQ(integer_value(std::string(1000, '9')).approximate,
            std::numeric_limits<double>::infinity());
}

TEST(Literal, Floats) {
  EXPECT_EQ(float_value("1.5").value, 1.5);
  EXPECT_EQ(float_value("1_0.2_5e1").value, 102.5);
  EXPECT_EQ(float_value("2f64").value, 2.0);
  EXPECT_EQ(float_value("2f16").suffix, PrimSuffix::F16);
  EXPECT_EQ(float_value("0.1f32").value, static_cast<double>(0.1f));
  EXPECT_EQ(float_value("0x1.8p3").value, 12.0);
  EXPECT_EQ(float_value("0xA.8p-1f32").value, 5.25);
}

TEST(Literal, FloatsOutOfRange) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(float_value("1e400").value, kInfinity);
  EXPECT_EQ(float_value("1e-400").value, 0.0);
  EXPECT_EQ(float_value("1e99999999999999999999").value, kInfinity);
  EXPECT_EQ(float_value("1e40f32").value, kInfinity);
  EXPECT_EQ(float_value("0x1.0p5000").value, kInfinity);
  EXPECT_EQ(float_value("0x1.0p-5000").value, 0.0);
  EXPECT_EQ(float_value("0." + std::string(500, '0') + "1e10").value, 0.0);
  EXPECT_EQ(float_value("0." + std::string(500, '0') + "1e600").value, 1e99);
  EXPECT_EQ(float_value(std::string(500, '1') + ".0").value, kInfinity);
}

std::string unescaped(std::string_view text) {
  std::string out;
  auto bad = append_unescaped(out, text);
  EXPECT_FALSE(bad.has_value()) << text;
  return out;
}

TEST(Literal, Escapes) {
  EXPECT_EQ(unescaped(R"(a\n\t\\\"\'b)"), "a\n\t\\\"'b");
  EXPECT_EQ(unescaped(R"(\65\x42\o103\&1)"), "ABC1");
  EXPECT_EQ(unescaped(R"(\955)"), "λ");
  EXPECT_EQ(unescaped(R"(\ESC\SO\&H\SOH\^A\DEL)"), "\x1B\x0EH\x01\x01\x7F");
  EXPECT_EQ(unescaped("a\\   \\b"), "ab");
  EXPECT_EQ(unescaped(R"(\1114111)"), "\xF4\x8F\xBF\xBF");
  EXPECT_EQ(unescaped(R"(\xD800)"), "\xEF\xBF\xBD");
}

TEST(Literal, WrongEscapes) {
  std::string out;
  auto bad = append_unescaped(out, R"(ab\qc)");
  ASSERT_TRUE(bad.has_value());
  EXPECT_EQ(bad->from, 2u);
  EXPECT_EQ(bad->to, 4u);
  EXPECT_TRUE(append_unescaped(out, R"(\1114112)").has_value());
  EXPECT_TRUE(append_unescaped(out, R"(\x)").has_value());
  EXPECT_TRUE(append_unescaped(out, R"(\ )").has_value());
}

TEST(Literal, Characters) {
  auto value = [](std::string_view text) {
    uint32_t out = 0;
    EXPECT_FALSE(character_value(out, text).has_value()) << text;
    return out;
  };
  EXPECT_EQ(value("a"), 97u);
  EXPECT_EQ(value("λ"), 955u);
  EXPECT_EQ(value("\\n"), 10u);
  EXPECT_EQ(value("\\200"), 200u);
  uint32_t out = 0;
  EXPECT_TRUE(character_value(out, "\\&").has_value());
  EXPECT_TRUE(character_value(out, "\\q").has_value());
}

}  // namespace
}  // namespace planish
