// Names in C, which other tools make in the same way.

#include <gtest/gtest.h>

#include "driver/build/c_api_names.h"
#include "support/md5.h"

namespace planish {
namespace {

TEST(Md5, Definition) {
  EXPECT_EQ(md5(""), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(md5("abc"), "900150983cd24fb0d6963f7d28e17f72");
  // Padding takes another block.
  EXPECT_EQ(md5("12345678901234567890123456789012345678901234567890123456789012345678901234567890"),
            "57edf4a22be3c955ac49da2e2107b67a");
  EXPECT_EQ(md5(std::string(56, 'a')), "3b0c8ac703f828b04c6c197006d17218");
}

TEST(CApiNames, Opaque) {
  EXPECT_EQ(c_opaque_name("point"), "opaque_point");
  EXPECT_EQ(c_opaque_name("m.t"), "opaque_m_t");
  EXPECT_EQ(c_opaque_name("()"), "opaque_unit");
  EXPECT_EQ(c_opaque_name("[]point"), "opaque_arr1d_point");
  EXPECT_EQ(c_opaque_name("(f32, [][]i32)"), "opaque_tup2_f32_arr2d_i32");
  EXPECT_EQ(c_opaque_name("[]((), i32)"), "opaque_arr1d_tup2_tup0__i32");
  EXPECT_EQ(c_opaque_name("{x: f32, y: f32}"), "opaque_5b8126def357ba47da6eec4c9ce2c015");
  EXPECT_EQ(c_opaque_name("[]{x: f32, y: f32}"), "opaque_b85ebd0e6e31662342e0f69e2b43afd4");
  EXPECT_EQ(c_opaque_name("pair i32 f32"), "opaque_73425deab395337c21bb5e60282c5e3c");
  EXPECT_EQ(c_opaque_name("#a | #b i32"), "opaque_0b5676eb2db1089952c3d1419b6de41c");
  EXPECT_EQ(c_opaque_name("t'"), "opaque_3b11da5ab8568206a5e1184fbf7f2005");
}

TEST(CApiNames, Identifiers) {
  EXPECT_EQ(c_identifier("main"), "main");
  EXPECT_EQ(c_identifier("z_1"), "z_1");
  EXPECT_EQ(c_identifier("z_x'"), "zz_xzq");
  EXPECT_EQ(c_identifier("Zz''"), "ZZzzzqzq");
  EXPECT_EQ(c_array_name(Prim::F32, {false, true, false, true}), "f32_4d_v1_v3");
  EXPECT_EQ(c_opaque_name("[][?]point"), "opaque_arr2d_v1_point");
  EXPECT_EQ(c_array_name(Prim::F16, {false, false, false}), "f16_3d");
}

}  // namespace
}  // namespace planish
