// Bytes as strings, for people.
#include "runtime/value_string.h"

#include <gtest/gtest.h>

namespace planish::runtime {
namespace {

TEST(ValueString, WhatIsText) {
  for (std::string_view text :
       {"", "plain", "two\nlines\tand a tab\r", "caf\xC3\xA9", "\xF0\x9F\x8C\x8D"})
    EXPECT_TRUE(is_text(text)) << text;
  using namespace std::string_view_literals;
  for (std::string_view bytes :
       {"\0"sv, "\x1b[1m"sv, "\x7f"sv, "\xC3"sv, "\xFF"sv, "\xC2\x85"sv, "\xED\xA0\x80"sv})
    EXPECT_FALSE(is_text(bytes));
}

TEST(ValueString, WhatIsPrintedReadsBack) {
  for (std::string_view text :
       {"", "plain", "'single' and \"double\"", "back\\slash", "\n\r\t", "caf\xC3\xA9"}) {
    std::string printed;
    append_string(printed, text);
    const StringText read = read_string(printed);
    EXPECT_EQ(read.bytes, text);
    EXPECT_EQ(read.length, printed.size());
  }
}

TEST(ValueString, APrefixHasWholeCharacters) {
  EXPECT_EQ(text_prefix("abc", 5), "abc");
  EXPECT_EQ(text_prefix("abc", 2), "ab");
  EXPECT_EQ(text_prefix("a\xC3\xA9", 2), "a");
  EXPECT_EQ(text_prefix("a\xC3\xA9z", 3), "a\xC3\xA9");
}

}  // namespace
}  // namespace planish::runtime
