// What may stand at host level of a program for a GPU, and which operators are atomic.
#include "analysis/host_code.h"

#include <gtest/gtest.h>

#include "analysis/atomic_operator.h"
#include "ir/match.h"
#include "ir/parse.h"

namespace planish {
namespace {

ir::Program parsed(const std::string& text) {
  ir::Parsed result = ir::parse("flat " + text);
  EXPECT_FALSE(result.error) << text;
  return result.program;
}

std::string errors_of(const std::string& text) {
  std::string all;
  for (const std::string& error : verify_device_code(parsed(text))) all += error + "\n";
  return all;
}

const std::string kMap = "let ys: [4]i64 = map 4 (xs) \\(x: i64) { in x } ";

TEST(HostCode, OperatorsStandInKernels) {
  EXPECT_EQ(errors_of("fn f(xs: [4]i64) -> () { " + kMap + "in }"),
            "device: code that goes over elements stands at host level in f\n");
  EXPECT_EQ(errors_of("fn f(c: bool, xs: [4]i64) -> () { let z: i64 = if c { " + kMap +
                      "in 0 } else { in 1 } in }"),
            "device: code that goes over elements stands at host level in f\n");
  EXPECT_EQ(errors_of("fn f(xs: [4]i64) -> () { let zs: [1]i64 = segmap (t: i64 < 1) { " + kMap +
                      "in 0 } let z: i64 = index zs [0] in }"),
            "");
}

TEST(HostCode, FunctionsObeyTheRulesOfWhoCallsThem) {
  const std::string sequential = "fn g(xs: [4]i64) -> (r: [4]i64) { " + kMap + "in ys } ";
  EXPECT_EQ(errors_of(sequential +
                      "fn f(xs: [4]i64) -> (r: [4]i64) { let a: [4]i64 = call g (xs) in a }"),
            "device: code that goes over elements stands at host level in g\n");
  EXPECT_EQ(errors_of(sequential +
                      "fn f(xs: [4]i64) -> (r: [1][4]i64) { let a: [1][4]i64 = segmap (t: i64 < 1) "
                      "{ let b: [4]i64 = call g (xs) in b } in a }"),
            "");
  EXPECT_EQ(errors_of("fn g() -> (r: [4]i64) { let a: [4]i64 = segmap (i: i64 < 4) { in i } in a } "
                      "fn f() -> (r: [1][4]i64) { let a: [1][4]i64 = segmap (t: i64 < 1) "
                      "{ let b: [4]i64 = call g () in b } in a }"),
            "device: a thread calls a function with kernels in f\n");
}

bool is_atomic(const std::string& params, const std::string& body) {
  const ir::Program program = parsed(
      "fn f(n: i64, d: *[n]i64, e: *[n]i64) -> () { let (r: [n]i64, s: [n]i64) = seghist (i: "
      "i64 < n) [n] (d, e) {0, 0} \\(" +
      params + ") { " + body + " } of { in i, i, i } in }");
  const ir::Op* op = program.functions[0]->body->stms[0].op;
  return is_atomic(*program.storage, ir::as<ir::SegHist>(op)->op);
}

TEST(AtomicOperator, EachResultIsMadeOfItsOwnOperands) {
  const std::string params = "a: i64, p: i64, b: i64, q: i64";
  EXPECT_TRUE(is_atomic(params, "let c: i64 = add a b let o: i64 = max p q in c, o"));
  EXPECT_FALSE(is_atomic(params, "let c: i64 = add a b let o: i64 = max p c in c, o"));
  EXPECT_FALSE(is_atomic(params, "let c: i64 = add a b in c, b"));
  EXPECT_FALSE(is_atomic(params,
                         "let l: bool = lt a b let (c: i64, o: i64) = if l { in a, p } else { in "
                         "b, q } in c, o"));
}

}  // namespace
}  // namespace planish
