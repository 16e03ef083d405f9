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

// What runs once may consume what was there before.
TEST(IrVerifyConsumption, OnePoint) {
  auto kernel = [](const std::string& bound, const std::string& after) {
    return flat("n: i64, xs: *[3]f32",
                "let ys: [" + bound + "][3]f32 = segmap (t: i64 < " + bound +
                    ") { let zs: [3]f32 = update xs [0] with 1.0f32 in zs }" + after);
  };
  EXPECT_EQ(kernel("1", ""), "");
  EXPECT_EQ(kernel("2", ""),
            "consumption: xs_2 is consumed in a lambda or loop that it is not bound in");
  EXPECT_EQ(kernel("n", ""),
            "consumption: xs_2 is consumed in a lambda or loop that it is not bound in");
  EXPECT_EQ(kernel("1", " let a: f32 = index xs [0]"),
            "consumption: xs_2 is used after it was consumed");
  EXPECT_EQ(kernel("1", " let v: [3]f32 = index ys [0] let w: [3]f32 = update v [0] with 2.0f32"),
            "");
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

// What a result of a call aliases depends on the body of the function.
TEST(IrVerifyConsumption, ResultsOfCalls) {
  // Consumes one result of g, and uses the other and both arguments afterwards.
  auto after = [](const std::string& results, const std::string& consumed,
                  const std::string& used) {
    return errors_of(
        "core fn g(xs: [4]f32, ys: [4]f32, us: *[4]f32) -> (r: [4]f32, s: [4]f32) { "
        "let zs: [4]f32 = copy xs " +
        results + " } " +
        fn("a: *[4]f32, b: *[4]f32, u: *[4]f32",
           "let (r: [4]f32, s: [4]f32) = call g (a, b, u) "
           "let c: [4]f32 = update " +
               consumed + " [0] with 1.0f32 let d: f32 = index " + used + " [0]"));
  };
  auto gone = [](const std::string& used, const std::string& consumed) {
    return "consumption: " + used + " is used after " + consumed +
           ", which it may alias, was consumed";
  };
  EXPECT_EQ(after("in xs, zs", "r", "s"), "");
  EXPECT_EQ(after("in xs, zs", "r", "b"), "");
  EXPECT_EQ(after("in xs, zs", "r", "a"), gone("a_7", "r_10"));
  EXPECT_EQ(after("in xs, zs", "a", "r"), gone("r_10", "a_7"));
  EXPECT_EQ(after("in xs, zs", "s", "a"), "");
  EXPECT_EQ(after("in ys, ys", "r", "s"), gone("s_11", "r_10"));
  EXPECT_EQ(after("in ys, ys", "r", "a"), "");
  EXPECT_EQ(after("in zs, zs", "r", "s"), gone("s_11", "r_10"));
  EXPECT_EQ(after("in zs, zs", "r", "a"), "");
  EXPECT_EQ(after("in us, zs", "r", "s"), "");
  EXPECT_EQ(after("in us, us", "r", "s"), gone("s_11", "r_10"));
  const std::string either = "let q: [4]f32 = if true { in xs } else { in zs } ";
  EXPECT_EQ(after(either + "in q, ys", "r", "a"), gone("a_8", "r_11"));
  EXPECT_EQ(after(either + "in q, ys", "r", "s"), "");
  EXPECT_EQ(after(either + "in q, zs", "r", "s"), gone("s_12", "r_11"));
  EXPECT_EQ(after(either + "in zs, xs", "r", "s"), "");
  const std::string swap =
      "let (q: [4]f32, p: [4]f32) = loop (l: [4]f32 = ys, m: [4]f32 = zs) for i: i64 < 3 "
      "{ in m, l } ";
  EXPECT_EQ(after(swap + "in q, xs", "r", "s"), "");
  EXPECT_EQ(after(swap + "in q, xs", "r", "b"), gone("b_13", "r_15"));
  EXPECT_EQ(after(swap + "in q, p", "r", "s"), gone("s_16", "r_15"));
}

// What leaves a branch separately stays separate, also if another result may be either.
TEST(IrVerifyConsumption, SeparateResultsOfBranches) {
  auto after = [](const std::string& consumed, const std::string& used) {
    return core("",
                "let (r: [4]f32, s: [4]f32, t: [4]f32) = if true { "
                "let a: [4]f32 = replicate [4] 1.0f32 let b: [4]f32 = replicate [4] 2.0f32 "
                "let c: [4]f32 = if false { in a } else { in b } in c, a, b } else { "
                "let e: [4]f32 = replicate [4] 1.0f32 let f: [4]f32 = copy e "
                "let g: [4]f32 = copy e in e, f, g } "
                "let h: [4]f32 = update " +
                    consumed + " [0] with 1.0f32 let i: f32 = index " + used + " [0]");
  };
  EXPECT_EQ(after("s", "t"), "");
  EXPECT_EQ(after("r", "t"),
            "consumption: t_3 is used after r_1, which it may alias, was consumed");
}

TEST(IrVerifyConsumption, CallsThroughOtherFunctions) {
  // The functions stand before those that they call.
  const std::string chain =
      "core fn h(xs: [4]f32, ys: [4]f32) -> (r: [4]f32, s: [4]f32) { "
      "let (a: [4]f32, b: [4]f32) = call g (ys, xs) in b, a } "
      "fn g(xs: [4]f32, ys: [4]f32) -> (r: [4]f32, s: *[4]f32) { "
      "let zs: [4]f32 = copy ys in xs, zs } ";
  auto after = [&](const std::string& used) {
    return errors_of(chain + fn("a: *[4]f32, b: *[4]f32",
                                "let (r: [4]f32, s: [4]f32) = call h (a, b) "
                                "let c: [4]f32 = update s [0] with 1.0f32 "
                                "let d: f32 = index " +
                                    used + " [0]"));
  };
  EXPECT_EQ(after("a"), "");
  EXPECT_EQ(after("r"), "");
  EXPECT_EQ(after("b"), "consumption: b_13 is used after s_15, which it may alias, was consumed");
}

TEST(IrVerifyConsumption, RecursiveFunctions) {
  // Each turn passes the arrays on by one place; after three turns the first result may be any of
  // the first three.
  const std::string turn =
      "core fn g(n: i64, p: [4]f32, q: [4]f32, o: [4]f32, k: [4]f32) -> (r: [4]f32, s: [4]f32) { "
      "let done: bool = eq n 0 let m: i64 = sub n 1 "
      "let (a: [4]f32, b: [4]f32) = if done { let z: [4]f32 = copy k in p, z } else { "
      "let (c: [4]f32, d: [4]f32) = call g (m, q, o, o, p) in c, d } in a, b } ";
  auto after = [&](const std::string& consumed, const std::string& used) {
    return errors_of(turn +
                     fn("a: *[4]f32, b: *[4]f32, c: *[4]f32, d: *[4]f32",
                        "let (r: [4]f32, s: [4]f32) = call g (7, a, b, c, d) "
                        "let u: [4]f32 = update " +
                            consumed + " [0] with 1.0f32 let v: f32 = index " + used + " [0]"));
  };
  auto gone = [](const std::string& used) {
    return "consumption: " + used + " is used after r_19, which it may alias, was consumed";
  };
  EXPECT_EQ(after("r", "a"), gone("a_15"));
  EXPECT_EQ(after("r", "b"), gone("b_16"));
  EXPECT_EQ(after("r", "c"), gone("c_17"));
  EXPECT_EQ(after("r", "d"), "");
  EXPECT_EQ(after("r", "s"), "");
  EXPECT_EQ(after("s", "a"), "");

  // Two functions that call each other, and share a result only through that.
  EXPECT_EQ(errors_of("core fn even(n: i64) -> (r: [4]f32, s: [4]f32) { "
                      "let done: bool = eq n 0 let m: i64 = sub n 1 "
                      "let (a: [4]f32, b: [4]f32) = if done { "
                      "let z: [4]f32 = replicate [4] 1.0f32 let y: [4]f32 = copy z in y, z } "
                      "else { let (c: [4]f32, d: [4]f32) = call odd (m) in c, d } in a, b } "
                      "fn odd(n: i64) -> (r: [4]f32, s: [4]f32) { "
                      "let (c: [4]f32, d: [4]f32) = call even (n) in c, c } " +
                      fn("",
                         "let (r: [4]f32, s: [4]f32) = call even (3) "
                         "let u: [4]f32 = update s [0] with 1.0f32 "
                         "let v: f32 = index r [0]")),
            "consumption: r_17 is used after s_18, which it may alias, was consumed");

  // The parameters move by one place in each turn, more often than the function is looked at.
  std::string params;
  std::string args;
  std::string outer_params;
  std::string outer_args;
  for (int i = 0; i < 20; i++) {
    std::string number = std::to_string(i);
    params += ", p" + number + ": [4]f32";
    outer_params += (i == 0 ? "o" : ", o") + number + ": *[4]f32";
    args += ", p" + std::to_string(i == 19 ? 19 : i + 1);
    outer_args += ", o" + number;
  }
  std::string errors =
      errors_of("core fn g(n: i64" + params +
                ") -> (r: [4]f32) { let done: bool = eq n 0 let m: i64 = sub n 1 "
                "let a: [4]f32 = if done { in p0 } else { let c: [4]f32 = call g (m" +
                args + ") in c } in a } " +
                fn(outer_params, "let r: [4]f32 = call g (30" + outer_args +
                                     ") let c: [4]f32 = update o19 [0] with 1.0f32 "
                                     "let d: f32 = index r [0]"));
  EXPECT_NE(errors.find("which it may alias, was consumed"), std::string::npos) << errors;
}

// The value of a constant stays one if a function hands it on.
TEST(IrVerifyConsumption, ConstantsThroughCalls) {
  const std::string constant =
      "core const c() -> (r: *[2]i64) { let a: [2]i64 = replicate [2] 0 in a } "
      "fn g() -> (r: [2]i64, s: [2]i64) { let a: [2]i64 = call c () let b: [2]i64 = copy a "
      "in a, b } ";
  auto consumed = [&](const std::string& result) {
    return errors_of(constant + fn("",
                                   "let (r: [2]i64, s: [2]i64) = call g () "
                                   "let b: [2]i64 = update " +
                                       result + " [0] with 1"));
  };
  EXPECT_EQ(consumed("r"),
            "consumption: r_7 is consumed, but is or may alias a parameter that is not unique or a "
            "constant");
  EXPECT_EQ(consumed("s"), "");
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
