// Streams give the same however they are cut.
#include "passes/fusion/fuse_streams.h"

#include "interp_programs.h"
#include "ir/print.h"
#include "passes/flatten/flatten.h"
#include "passes/fusion/whole_streams.h"

namespace planish::interp {
namespace {

// The functions go over their chunks in loops.
constexpr std::string_view kStreams = R"(core
entry "main" ("n": "i64" from 0 count 1) -> ("i64" from 0 count 1, "i64" from 1 count 1, "i64" from 2 count 1)
fn main(n: i64) -> (r: i64, s: i64, t: i64) {
  let xs: [n]i64 = iota n from 0 by 1
  let ys: [n]i64 = stream_map n (xs) \(k1: i64, c1: *[k1]i64) {
    let d1: [k1]i64 = loop (o1: *[k1]i64 = c1) for i1: i64 < k1 {
      let x1: i64 = index o1 [i1]
      let y1: i64 = mul x1 2
      let p1: [k1]i64 = update o1 [i1] with y1
      in p1
    }
    in d1
  }
  let (sum: i64, zs: [n]i64) = stream_red n (ys) {0} \(a2: i64, b2: i64) {
    let m2: i64 = add a2 b2
    in m2
  } of \(k2: i64, acc2: i64, c2: [k2]i64) {
    let r2: i64 = loop (s2: i64 = acc2) for i2: i64 < k2 {
      let x2: i64 = index c2 [i2]
      let t2: i64 = add s2 x2
      in t2
    }
    let d2: [k2]i64 = map k2 (c2) \(x3: i64) {
      let y3: i64 = add x3 1
      in y3
    }
    in r2, d2
  }
  let all: i64 = reduce n (zs) {0} \(a4: i64, b4: i64) {
    let m4: i64 = add a4 b4
    in m4
  }
  let last: i64 = stream_red n (zs) {0} \(a5: i64, b5: i64) {
    let m5: i64 = max a5 b5
    in m5
  } of \(k6: i64, acc6: i64, c6: [k6]i64) {
    let r6: i64 = loop (s6: i64 = acc6) for i6: i64 < k6 {
      let x6: i64 = index c6 [i6]
      let t6: i64 = max s6 x6
      in t6
    }
    in r6
  }
  in sum, all, last
}
)";

TEST(FuseStreams, LoopsAreCutIntoChunks) {
  ir::Parsed parsed = ir::parse(kStreams);
  ASSERT_FALSE(parsed.error);
  const std::string cut = ir::print(passes::fuse_streams(parsed.program, cpu_target()));
  EXPECT_EQ(cut.find("stream_"), std::string::npos);
  const std::string one = ir::print(passes::whole_streams(parsed.program));
  EXPECT_EQ(one.find("stream_"), std::string::npos);
  TestProgram streams(kStreams);
  TestProgram chunks(cut);
  TestProgram whole(one);
  TestProgram flat(ir::print(passes::flatten(parsed.program, small_target())));
  // 0, 2, …, and the same plus 1: the sums are n(n-1) and n*n.
  for (const auto& [n, expected] : {std::pair{"0", "0i64 0i64 0i64"},
                                    {"7", "42i64 49i64 13i64"},
                                    {"64", "4032i64 4096i64 127i64"},
                                    {"65", "4160i64 4225i64 129i64"},
                                    {"20000", "399980000i64 400000000i64 39999i64"}}) {
    EXPECT_EQ(results_text(streams.run(n)), expected);
    EXPECT_EQ(results_text(chunks.run(n)), expected);
    EXPECT_EQ(results_text(whole.run(n)), expected);
    EXPECT_EQ(results_text(flat.run(n)), expected);
  }
}

}  // namespace
}  // namespace planish::interp
