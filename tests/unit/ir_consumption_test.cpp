// The verifier's rules of consumption.
#include <gtest/gtest.h>

#include "ir_verify_test.h"

namespace planish::ir {
namespace {

TEST(IrVerifyConsumption, UseAfterwards) {
  const std::string xs = "xs: *[3]f32";
  const std::string update = "let ys: [3]f32 = update xs [0] with 1.0f32 ";
  EXPECT_EQ(core(xs, update + "let a: f32 = index ys [0]"), "");
  EXPECT_EQ(core(xs, update + "let a: f32 = index xs [0]"),
            "consumption: xs_1 is used after it was consumed");
  EXPECT_EQ(core(xs, update + "let a: [3]f32 = update xs [0] with 1.0f32"),
            "consumption: xs_1 is used after it was consumed");
  EXPECT_EQ(errors_of("core fn f(xs: *[3]f32) -> (r: [3]f32) { " + update + " in xs }"),
            "consumption: xs_1 is used after it was consumed");
  EXPECT_EQ(
      core(xs, update + "let a: [3]f32 = map 3 (ys) \\(y: f32) { let x: f32 = index xs [0] in x }"),
      "consumption: xs_1 is used after it was consumed");
  EXPECT_EQ(core("n: i64, xs: *[n]f32, v: [2]f32",
                 "let ys: [n]f32 = flat_update xs [0 +: 2 by 1] with v let a: f32 = index xs [0]"),
            "consumption: xs_2 is used after it was consumed");
}

// An alias by each kind of view is seen.
TEST(IrVerifyConsumption, Views) {
  auto through = [](const std::string& type, const std::string& view) {
    return core("xs: *[4][4]f32", "let v: " + type + " = " + view +
                                      " let ys: [4][4]f32 = update xs [0, 0] with 1.0f32"
                                      " let a: " +
                                      type + " = copy v");
  };
  const std::string seen = "consumption: v_2 is used after xs_1, which it may alias, was consumed";
  EXPECT_EQ(through("[4][4]f32", "same xs"), seen);
  EXPECT_EQ(through("[4][4]f32", "opaque xs"), seen);
  EXPECT_EQ(through("[4][4]f32", "trace \"t\" xs"), seen);
  EXPECT_EQ(through("[4][4]f32", "coerce xs"), seen);
  EXPECT_EQ(through("[4]f32", "index xs [0]"), seen);
  EXPECT_EQ(through("[2][4]f32", "slice xs [0 +: 2 by 1]"), seen);
  EXPECT_EQ(through("[2][4]f32", "flat_slice xs [0 +: 2 by 1]"), seen);
  EXPECT_EQ(through("[16]f32", "reshape [16] xs"), seen);
  EXPECT_EQ(through("[4][4]f32", "rearrange [1, 0] xs"), seen);
  EXPECT_EQ(through("[4][4]f32", "if true { in xs } else { let c: [4][4]f32 = copy xs in c }"),
            seen);
  EXPECT_EQ(through("[4][4]f32", "match 1 case 1 { in xs } else { in xs }"), seen);
  EXPECT_EQ(through("[4][4]f32", "loop (l: [4][4]f32 = xs) for i: i64 < 3 { in l }"), seen);
  EXPECT_EQ(through("[4][4]f32", "copy xs"), "");
  EXPECT_EQ(through("[4][4]f32", "map 4 (xs) \\(x: [4]f32) { in x }"), "");
}

TEST(IrVerifyConsumption, AliasesBothWays) {
  // Two rows of one array.
  EXPECT_EQ(core("xs: *[4][4]f32",
                 "let a: [4]f32 = index xs [0] let b: [4]f32 = index xs [1] "
                 "let c: [4]f32 = update a [0] with 1.0f32 "
                 "let d: f32 = index b [0]"),
            "consumption: b_3 is used after a_2, which it may alias, was consumed");
  // xs and ys are both aliases of r, and not of each other.
  const std::string both = "let r: [4]f32 = if true { in xs } else { in ys } ";
  EXPECT_EQ(core("xs: *[4]f32, ys: *[4]f32", both + "let c: [4]f32 = update xs [0] with 1.0f32 "
                                                    "let d: f32 = index ys [0]"),
            "");
  EXPECT_EQ(core("xs: *[4]f32, ys: *[4]f32", both + "let c: [4]f32 = update r [0] with 1.0f32 "
                                                    "let d: f32 = index ys [0]"),
            "consumption: ys_2 is used after r_3, which it may alias, was consumed");
}

TEST(IrVerifyConsumption, Branches) {
  const std::string branch = "{ let ys: [4]f32 = update xs [0] with 1.0f32 in ys }";
  // One branch consumes and the other gives: the result owns it.
  EXPECT_EQ(core("xs: *[4]f32", "let r: [4]f32 = if true " + branch +
                                    " else { in xs } "
                                    "let s: [4]f32 = update r [0] with 2.0f32"),
            "");
  EXPECT_EQ(core("xs: *[4]f32", "let r: [4]f32 = if true " + branch +
                                    " else { in xs } "
                                    "let s: f32 = index xs [0]"),
            "consumption: xs_1 is used after it was consumed");
  // But two results that may be the same array are still aliases.
  EXPECT_EQ(
      core("xs: *[4]f32, zs: *[4]f32",
           "let (r: [4]f32, q: [4]f32) = if true { let ys: [4]f32 = update xs [0] with 1.0f32 "
           "in ys, zs } else { in xs, xs } let s: [4]f32 = update r [0] with 2.0f32 "
           "let t: f32 = index q [0]"),
      "consumption: q_4 is used after r_3, which it may alias, was consumed");
  EXPECT_EQ(core("",
                 "let (r: [4]f32, q: [4]f32) = if true { let ys: [4]f32 = replicate [4] 1.0f32 "
                 "in ys, ys } else { let zs: [4]f32 = replicate [4] 1.0f32 "
                 "let ws: [4]f32 = copy zs in zs, ws } "
                 "let s: [4]f32 = update r [0] with 2.0f32 let t: f32 = index q [0]"),
            "consumption: q_2 is used after r_1, which it may alias, was consumed");
}

TEST(IrVerifyConsumption, WhatMayBeConsumed) {
  EXPECT_EQ(core("xs: [4]f32", "let a: [4]f32 = update xs [0] with 1.0f32"),
            "consumption: xs_1 is consumed, but is or may alias a parameter that is not unique or "
            "a constant");
  EXPECT_EQ(core("xs: [4][4]f32",
                 "let r: [4]f32 = index xs [0] let a: [4]f32 = update r [0] with 1.0f32"),
            "consumption: r_2 is consumed, but is or may alias a parameter that is not unique or a "
            "constant");
  EXPECT_EQ(core("xs: *[4]f32",
                 "let b: [4]f32 = map 4 (xs) \\(x: f32) { "
                 "let a: [4]f32 = update xs [0] with 1.0f32 in x }"),
            "consumption: xs_1 is consumed in a lambda or loop that it is not bound in");
  EXPECT_EQ(core("xs: *[4]f32",
                 "let b: i64 = loop (j: i64 = 0) for i: i64 < 4 { "
                 "let a: [4]f32 = update xs [0] with 1.0f32 in j }"),
            "consumption: xs_1 is consumed in a lambda or loop that it is not bound in");
  EXPECT_EQ(core("xs: *[4]f32",
                 "let b: [4]f32 = loop (l: [4]f32 = xs) for i: i64 < 4 { "
                 "let a: [4]f32 = update l [0] with 1.0f32 in a }"),
            "consumption: l_3 is consumed, but is or may alias a parameter that is not unique or a "
            "constant");
  EXPECT_EQ(core("xs: [4][4]f32",
                 "let b: [4][4]f32 = map 4 (xs) \\(x: [4]f32) { "
                 "let a: [4]f32 = update x [0] with 1.0f32 in a }"),
            "consumption: x_3 is consumed, but is or may alias a parameter that is not unique or a "
            "constant");
  EXPECT_EQ(core("xs: [4][4]f32",
                 "let b: [4][4]f32 = map 4 (xs) \\(x: *[4]f32) { "
                 "let a: [4]f32 = update x [0] with 1.0f32 in a }"),
            "consumption: xs_1 is consumed, but is or may alias a parameter that is not unique or "
            "a constant");
  EXPECT_EQ(core("xs: *[4][4]f32",
                 "let b: [4][4]f32 = map 4 (xs) \\(x: *[4]f32) { "
                 "let a: [4]f32 = update x [0] with 1.0f32 in a }"),
            "");
  EXPECT_EQ(errors_of("core const c() -> (r: [2]i64) { let a: [2]i64 = replicate [2] 0 in a } " +
                      fn("", "let a: [2]i64 = call c () let b: [2]i64 = update a [0] with 1")),
            "consumption: a_3 is consumed, but is or may alias a parameter that is not unique or a "
            "constant");
}

TEST(IrVerifyConsumption, Loops) {
  auto unique = [](const std::string& body) {
    return core("xs: *[4]f32, zs: *[4]f32",
                "let (r: [4]f32, q: [4]f32) = loop (l: *[4]f32 = xs, m: [4]f32 = zs) "
                "for i: i64 < 4 { " +
                    body + " } let s: [4]f32 = update r [0] with 1.0f32");
  };
  EXPECT_EQ(unique("let a: [4]f32 = update l [0] with 1.0f32 in a, m"), "");
  EXPECT_EQ(unique("in l, m"), "");
  EXPECT_EQ(unique("in zs, m"),
            "consumption: zs_2 is given for a unique loop parameter, but may alias something that "
            "is not owned here");
  EXPECT_EQ(unique("in m, m"),
            "consumption: m_6 is given for a unique loop parameter, but may alias something that "
            "is not owned here");
  EXPECT_EQ(unique("in l, l"),
            "consumption: l_5 is given for a unique loop parameter, but may alias another result");
  EXPECT_EQ(unique("let a: f32 = index xs [0] in l, m"),
            "consumption: xs_1 is used after it was consumed");
  // A result aliases initial values through the results of other parameters.
  EXPECT_EQ(core("xs: *[4]f32, ys: [4]f32",
                 "let (r: [4]f32, q: [4]f32) = loop (l: [4]f32 = xs, m: [4]f32 = ys) "
                 "for i: i64 < 4 { in m, l } let s: [4]f32 = update xs [0] with 1.0f32 "
                 "let t: f32 = index q [0]"),
            "consumption: q_4 is used after xs_1, which it may alias, was consumed");
}

TEST(IrVerifyConsumption, Calls) {
  const std::string g =
      "core fn g(xs: *[4]f32, ys: [4]f32) -> (r: *[4]f32, s: [4]f32) { in xs, ys } ";
  auto call = [&](const std::string& args, const std::string& after) {
    return errors_of(g + fn("a: *[4]f32, b: *[4]f32",
                            "let (r: [4]f32, s: [4]f32) = call g (" + args + ") " + after));
  };
  EXPECT_EQ(call("a, b", "let c: f32 = index b [0]"), "");
  EXPECT_EQ(call("a, b", "let c: f32 = index a [0]"),
            "consumption: a_5 is used after it was consumed");
  EXPECT_EQ(call("a, a", ""),
            "consumption: a_5 is used by the operation that consumes it or an alias");
  EXPECT_EQ(call("a, b", "let c: [4]f32 = update r [0] with 1.0f32 let d: f32 = index b [0]"), "");
  EXPECT_EQ(call("a, b", "let c: [4]f32 = update s [0] with 1.0f32 let d: f32 = index b [0]"),
            "consumption: b_6 is used after s_8, which it may alias, was consumed");
  EXPECT_EQ(errors_of("core fn g(xs: [4]f32) -> (r: *[4]f32) { in xs }"),
            "consumption: xs_1 is given for a unique result, but may alias something that is not "
            "owned here");
  EXPECT_EQ(errors_of("core fn g(xs: *[4]f32) -> (r: *[4]f32, s: [4]f32) { in xs, xs }"),
            "consumption: xs_1 is given for a unique result, but may alias another result");
}

TEST(IrVerifyConsumption, Destinations) {
  const std::string d = "n: i64, d: *[n]f32, is: [n]i64, xs: [n]f32";
  const std::string after = " let z: f32 = index d [0]";
  EXPECT_EQ(core(d, "let a: [n]f32 = scatter n [n] (d) at (is) with (xs)" + after),
            "consumption: d_2 is used after it was consumed");
  EXPECT_EQ(core(d, "let a: [n]f32 = scatter n [n] (d) at (is) with (d)"),
            "consumption: d_2 is used by the operation that consumes it or an alias");
  EXPECT_EQ(core(d, "let (a: [n]f32, b: [n]f32) = scatter n [n] (d, d) at (is) with (xs, xs)"),
            "consumption: d_2 is consumed twice by one operation");
  EXPECT_EQ(core(d,
                 "let a: [n]f32 = hist n [n] (d) at (is) with (xs) {0.0f32} "
                 "\\(x: f32, y: f32) { in x }" +
                     after),
            "consumption: d_2 is used after it was consumed");
  EXPECT_EQ(core(d, "let a: [n]f32 = with_acc [n] (d) {} of \\(c: acc([n]f32)) { in c }" + after),
            "consumption: d_2 is used after it was consumed");
  EXPECT_EQ(core(d,
                 "let a: [n]f32 = with_acc [n] (d) {} of \\(c: acc([n]f32)) { "
                 "let z: f32 = index d [0] in c }"),
            "consumption: d_2 is used after it was consumed");
  EXPECT_EQ(flat(d, "let a: [n]f32 = segscatter (i: i64 < n) [n] (d) of { in i, 1.0f32 }" + after),
            "consumption: d_2 is used after it was consumed");
  EXPECT_EQ(flat(d,
                 "let a: [n]f32 = seghist (i: i64 < n) [n] (d) {0.0f32} "
                 "\\(x: f32, y: f32) { in x } of { in i, 1.0f32 }" +
                     after),
            "consumption: d_2 is used after it was consumed");
}

TEST(IrVerifyConsumption, AccumulatorsHaveOneOwner) {
  auto inside = [](const std::string& stms) {
    return core("n: i64, d: *[n]f32, is: [n]i64",
                "let a: [n]f32 = with_acc [n] (d) {} of \\(c: acc([n]f32)) { " + stms + " in e }");
  };
  const std::string first = "let b: acc([n]f32) = update_acc c [0] with {1.0f32} ";
  EXPECT_EQ(inside(first + "let e: acc([n]f32) = update_acc b [0] with {1.0f32}"), "");
  EXPECT_EQ(inside(first + "let e: acc([n]f32) = update_acc c [0] with {1.0f32}"),
            "consumption: c_5 is used after it was consumed");
  EXPECT_EQ(inside("let e: acc([n]f32) = map n (is, c) \\(i: i64, k: acc([n]f32)) { in k } "
                   "let g: acc([n]f32) = update_acc c [0] with {1.0f32}"),
            "consumption: c_5 is used after it was consumed");
  // One that is free in a lambda may be used there.
  EXPECT_EQ(inside("let e: acc([n]f32) = map n (is) \\(i: i64) { "
                   "let k: acc([n]f32) = update_acc c [0] with {1.0f32} in k }"),
            "");
}

}  // namespace
}  // namespace planish::ir
