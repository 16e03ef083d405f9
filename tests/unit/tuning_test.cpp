// Tuning parameters: how settings are read.
#include "runtime/tuning.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace planish::runtime {
namespace {

TEST(Tuning, SettingsAreNamesAndNumbers) {
  TuningValues values;
  EXPECT_TRUE(add_tuning(values, "chunk=64"));
  EXPECT_TRUE(add_tuning(values, " depth = -3 "));
  EXPECT_TRUE(add_tuning(values, "chunk=65"));
  EXPECT_TRUE(add_tuning(values, "cpu.==.points_0=2"));
  EXPECT_EQ(values, (TuningValues{{"chunk", 65}, {"cpu.==.points_0", 2}, {"depth", -3}}));
  for (const char* wrong : {"", "chunk", "=3", "chunk=", "chunk=3x", "chunk=3.5", "chunk=1e3",
                            "chunk=9223372036854775808"}) {
    EXPECT_FALSE(add_tuning(values, wrong)) << wrong;
  }
  EXPECT_EQ(values.size(), 3u);
}

class TuningFile : public testing::Test {
 protected:
  std::optional<std::string> read(const std::string& text) {
    std::ofstream(path_) << text;
    return add_tuning_file(values_, path_);
  }
  ~TuningFile() override { std::filesystem::remove(path_); }

  const std::string path_ = testing::TempDir() + "planish_tuning_test.tuning";
  TuningValues values_;
};

TEST_F(TuningFile, HasASettingOnEachLine) {
  EXPECT_EQ(read("a=1\n\n  \nb = 2\r\nc=3"), std::nullopt);
  EXPECT_EQ(values_, (TuningValues{{"a", 1}, {"b", 2}, {"c", 3}}));
}

TEST_F(TuningFile, ErrorsNameTheLine) {
  std::optional<std::string> error = read("a=1\nb\n");
  ASSERT_TRUE(error.has_value());
  EXPECT_NE(error->find(":2: `b` is not of the form NAME=NUMBER"), std::string::npos) << *error;
}

TEST_F(TuningFile, MayBeMissing) {
  std::optional<std::string> error = add_tuning_file(values_, path_ + ".none");
  ASSERT_TRUE(error.has_value());
  EXPECT_NE(error->find("cannot read"), std::string::npos) << *error;
}

}  // namespace
}  // namespace planish::runtime
