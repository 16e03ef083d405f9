// The verifier: programs that keep the rules, and each rule broken.
#include "ir/verify.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "ir/build/builder.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir_test_programs.h"
#include "ir_verify_test.h"
#include "support/large_stack.h"

namespace planish::ir {
namespace {

TEST(IrVerify, GoodPrograms) {
  for (const char* text : kAllPrograms) EXPECT_EQ(errors_of(text), "") << text;
}

// The programs in docs/ir.md are as they are printed, and keep the rules.
TEST(IrVerify, Document) {
  std::ifstream file(PLANISH_SOURCE_DIR "/docs/ir.md");
  std::stringstream content;
  content << file.rdbuf();
  std::string text = content.str();
  const std::string begin = "```ir\n";
  int programs = 0;
  for (size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    at += begin.size();
    std::string program = text.substr(at, text.find("```", at) - at);
    EXPECT_EQ(errors_of(program), "") << program;
    EXPECT_EQ(print(parse(program).program), program);
    programs++;
  }
  EXPECT_GE(programs, 5);
}

// ---- Scope, binders, structure

TEST(IrVerify, Scope) {
  EXPECT_EQ(core("x: i64", "let a: i64 = if true { let y: i64 = add x 1 in y } else { in y }"),
            "scope: y_3 is used where it is not in scope");
  EXPECT_EQ(core("", "let a: i64 = add b 1 let b: i64 = same 2"),
            "scope: b_2 is used where it is not in scope");
  EXPECT_EQ(core("c: bool", "let a: i64 = if c { in 1 } else { in a }"),
            "scope: a_2 is used where it is not in scope");
  EXPECT_EQ(core("n: i64", "let a: [m]i64 = iota n from 0 by 1 let m: i64 = same n"),
            "scope: the type of a_2 mentions m_3, which is not in scope");
  EXPECT_EQ(errors_of("core fn f() -> (r: i64) { in r }"),
            "scope: r_1 is used where it is not in scope");
  EXPECT_EQ(errors_of("core fn f(x_1: i64) -> () { in } fn g() -> () { let a: i64 = same x_1 in }"),
            "scope: x_1 is used where it is not in scope");
  EXPECT_EQ(flat("n: i64", "let a: [n][n]i64 = segmap (i: i64 < n, j: i64 < i) { in j }"),
            "scope: i_3 is used where it is not in scope");
}

TEST(IrVerify, Binders) {
  EXPECT_EQ(core("x: i64", "let x: i64 = same 1"), "binders: x_1 is bound by two binders");
  EXPECT_EQ(errors_of("core fn f(x_1: i64) -> () { in } fn g(x_1: i64) -> () { in }"),
            "binders: x_1 is bound by two binders");
  EXPECT_EQ(core("n: i64, xs: [n]i64",
                 "let a: [n]i64 = map n (xs) \\(x: i64) { in x } "
                 "let b: [n]i64 = map n (xs) \\(x: i64) { in x }"),
            "binders: x_4 is bound by two binders");
}

TEST(IrVerify, Stage) {
  EXPECT_EQ(flat("n: i64, xs: [n]i64", "let a: [n]i64 = map n (xs) \\(x: i64) { in x }"), "");
  EXPECT_EQ(flat("n: i64, xs: [n]i64",
                 "let a: [n]i64 = stream_map n (xs) \\(k: i64, x: [k]i64) { in x }"),
            "stage: stream_map must not stand in FLAT");
  EXPECT_EQ(core("n: i64", "let a: [n]i64 = segmap (i: i64 < n) { in i }"),
            "stage: segmap must not stand in CORE");
}

TEST(IrVerify, Structure) {
  EXPECT_EQ(core("x: i64", "let () = match x case 1 { in } case 1 { in } else { in }"),
            "structure: match has the case 1 twice");
  EXPECT_EQ(core("x: i64", "let () = match x"), "structure: match has no cases");
  EXPECT_EQ(core("n: i64, xs: [n][n]i64", "let a: [n][n]i64 = rearrange [0, 0] xs"),
            "structure: rearrange needs each dimension once");
  EXPECT_EQ(flat("n: i64, o: [n]i64", "let a: [n]i64 = segmap (i: i64 < n by o) { in i }"),
            "structure: segmap: the outermost level must be regular");
  EXPECT_EQ(flat("", "let a: i64 = segmap () { in 1 }"),
            "structure: segmap: the iteration space has no levels");

  // What the text cannot say.
  Program program;
  Storage& storage = *program.storage;
  Builder builder(storage);
  Name name = storage.names.intern("f");
  auto with_body = [&](const Body* body) {
    Function fn;
    fn.name = name;
    fn.body = body;
    program.functions = {storage.arena.make<Function>(fn)};
    std::vector<VerifyError> errors = verify(program);
    return errors.empty() ? "" : error_text(storage, errors[0]);
  };
  EXPECT_EQ(with_body(nullptr), "structure: the function has no body, in f");
  auto with_op = [&](const Op* op) {
    builder.begin();
    builder.let("x", storage.types.scalar(Prim::I64), op);
    return with_body(builder.end({}));
  };
  EXPECT_EQ(with_op(builder.make(If{{}, Atom::boolean(true), nullptr, nullptr})),
            "structure: if: a body is missing, in f");
  EXPECT_EQ(with_op(builder.make(Same{{}, Var{77}})),
            "scope: variable number 77 is used where it is not in scope, in f");
  EXPECT_EQ(with_op(builder.make(Same{{}, Const{Prim::Bool, 2}})),
            "constants: a constant of type bool has the bits 2, in f");
  EXPECT_EQ(with_op(builder.make(Same{{}, Const{Prim::I8, 200}})),
            "constants: a constant of type i8 has the bits 200, in f");
  EXPECT_EQ(with_op(builder.make(Map{{}, Atom::i64(1), nullptr, {}})),
            "structure: map: a lambda is missing, in f");
  EXPECT_EQ(with_op(builder.make(Copy{{}, Var{}})), "structure: copy: a variable is missing, in f");
}

// ---- Types of operations

TEST(IrVerify, Scalars) {
  EXPECT_EQ(core("x: i64, y: i32", "let a: i64 = add x y"),
            "types: add: second operand y_2 must be of type i64, but is of type i32");
  EXPECT_EQ(core("x: i64", "let a: i32 = add x 1"),
            "types: add: bound variable a_2 must be of type i64, but is of type i32");
  EXPECT_EQ(core("x: i64", "let a: i64 = sqrt x"), "types: sqrt does not work on x_1 of type i64");
  EXPECT_EQ(core("x: f32", "let a: f32 = shl x 1.0f32"),
            "types: shl does not work on x_1 of type f32");
  EXPECT_EQ(core("x: f32", "let a: f32 = ldexp x 1.0f32"),
            "types: ldexp: second operand 1.0f32 must be of type i32, but is of type f32");
  EXPECT_EQ(core("x: f32", "let a: f32 = fma x x 1.0f64"),
            "types: fma: third operand 1.0f64 must be of type f32, but is of type f64");
  EXPECT_EQ(core("x: f32", "let a: f32 = isnan x"),
            "types: isnan: bound variable a_2 must be of type bool, but is of type f32");
  EXPECT_EQ(core("x: f32", "let a: unit = convert x"), "types: convert does not work on type unit");
  EXPECT_EQ(core("x: u64", "let a: i32 = from_bits x"), "types: from_bits does not give type i32");
  EXPECT_EQ(core("x: f32", "let a: f64 = same x"),
            "types: same: bound variable a_2 must be of type f32, but is of type f64");
  EXPECT_EQ(core("x: f32", "let (a: f32, b: f32) = same x"),
            "counts: same: number of bound variables must be 1, but is 2");
}

TEST(IrVerify, Arrays) {
  const std::string xs = "n: i64, i: i64, xs: [n][3]f32, j: i32";
  EXPECT_EQ(core(xs, "let a: f32 = index xs [i, j]"),
            "types: index: index j_4 must be of type i64, but is of type i32");
  EXPECT_EQ(core(xs, "let a: f32 = index xs [i]"),
            "types: index: bound variable a_5 must be of type [3]f32, but is of type f32");
  EXPECT_EQ(
      core(xs, "let a: f32 = index xs [i, i, i]"),
      "types: index: xs_3 must be an array of 3 or more dimensions, but is of type [n_1][3]f32");
  EXPECT_EQ(core(xs, "let a: [4]f32 = index xs [i]"),
            "shapes: index: bound variable a_5 must be of type [3]f32, but is of type [4]f32");
  EXPECT_EQ(core(xs, "let a: f32 = index n [i]"),
            "types: index: n_1 must be an array of 1 or more dimensions, but is of type i64");
  EXPECT_EQ(
      core(xs, "let a: [2][3]f32 = slice xs [0 +: 1 by 1]"),
      "shapes: slice: bound variable a_5 must be of type [1][3]f32, but is of type [2][3]f32");
  EXPECT_EQ(core(xs, "let c: [n][3]f32 = copy xs let a: [n][3]f32 = update c [i] with 1.0f32"),
            "types: update: value 1.0f32 must be of type [3]f32, but is of type f32");
  EXPECT_EQ(core(xs, "let a: [2]f32 = array [1.0f32]"),
            "shapes: array: bound variable a_5 must be of type [1]f32, but is of type [2]f32");
  EXPECT_EQ(core(xs, "let a: [1]f32 = array [1.0f64]"),
            "types: array: element 1.0f64 must be of type f32, but is of type f64");
  EXPECT_EQ(core(xs, "let a: [n]f32 = iota n from 0 by 1"),
            "types: iota: bound variable a_5 must be of type [n_1]i64, but is of type [n_1]f32");
  EXPECT_EQ(core(xs, "let a: [2]i64 = iota 3 from 0 by 1"),
            "shapes: iota: bound variable a_5 must be of type [3]i64, but is of type [2]i64");
  EXPECT_EQ(core(xs, "let a: [n]f32 = replicate [n, n] 1.0f32"),
            "types: replicate: bound variable a_5 must be of type [n_1][n_1]f32, but is of type "
            "[n_1]f32");
  EXPECT_EQ(core("a: [2]f32, b: [3]f32, c: [2]i32", "let d: [4]f32 = concat (a, b)"),
            "shapes: concat: bound variable d_4 must be of type [5]f32, but is of type [4]f32");
  EXPECT_EQ(core("a: [2]f32, b: [3]f32, c: [2]i32", "let d: [4]f32 = concat (a, c)"),
            "types: concat: operand c_3 must be of type [2]f32, but is of type [2]i32");
  EXPECT_EQ(core("a: [2][3]f32", "let d: [5]f32 = reshape [5] a"),
            "shapes: reshape changes the number of elements of a_1");
  EXPECT_EQ(
      core("a: [2][3]f32", "let d: [2][3]f32 = rearrange [1, 0] a"),
      "shapes: rearrange: bound variable d_2 must be of type [3][2]f32, but is of type [2][3]f32");
  EXPECT_EQ(core("a: [2][?]f32", "let d: [6]f32 = reshape [6] a"),
            "types: reshape does not work on type [2][?]f32");
  EXPECT_EQ(core("a: [2]f32", "let d: [3]f32 = coerce a"),
            "shapes: coerce: bound variable d_2 must be of type [2]f32, but is of type [3]f32");
  // Behind a check that fails, and in what is not taken, constants may contradict each other.
  EXPECT_EQ(core("p: bool, a: [2]f32",
                 "let c: unit = check coerce p (\"no\")\n  let d: [3]f32 = coerce a after c"),
            "");
  EXPECT_EQ(core("p: bool, a: [2]f32",
                 "let c: unit = check coerce p (\"no\")\n  let d: [3]i32 = coerce a after c"),
            "types: coerce: bound variable d_4 must be of type [3]f32, but is of type [3]i32");
  EXPECT_EQ(core("p: bool, a: [2]f32",
                 "let d: [3]f32 = if p {\n    let e: [3]f32 = coerce a\n    in e\n  } else {\n"
                 "    let b: [3]f32 = replicate [3] 0.0f32\n    in b\n  }"),
            "");
  EXPECT_EQ(core("a: [?]f32", ""), "types: the outer dimension of a_1 must not vary");
  EXPECT_EQ(core("a: [-1]f32", ""), "shapes: a dimension of a_1 is negative");
  EXPECT_EQ(core("n: i32, a: [n]f32", ""),
            "types: the type of a_2 mentions n_1, which is not an i64");
  EXPECT_EQ(
      core("a: [2]f32", "let d: [1][2]f32 = flat_slice a [0 +: 1 by 1, 3 by 1]"),
      "shapes: flat_slice: bound variable d_2 must be of type [1][3]f32, but is of type [1][2]f32");
}

TEST(IrVerify, IrregularArrays) {
  const std::string rows = "n: i64, k: i64, rows: [n][?]f32, dense: [n][k]f32";
  // Good ones.
  EXPECT_EQ(core(rows, "let a: [k]f32 = index rows [0]"), "");
  EXPECT_EQ(core(rows, "let a: [n][?]f32 = coerce dense"), "");
  EXPECT_EQ(core(rows, "let a: [n][k]f32 = coerce rows"), "");
  EXPECT_EQ(core(rows, "let a: [n][?]f32 = map n (dense) \\(r: [k]f32) { in r }"), "");
  // Bad ones.
  EXPECT_EQ(
      core(rows, "let a: [n][k]f32 = copy rows"),
      "types: copy: bound variable a_5 must be of type [n_1][?]f32, but is of type [n_1][k_2]f32");
  EXPECT_EQ(core(rows, "let a: [n][k]i64 = row_lengths rows"),
            "types: row_lengths: bound variable a_5 must be of type [n_1]i64, but is of type "
            "[n_1][k_2]i64");
  EXPECT_EQ(core(rows, "let a: i64 = row_length rows [0, 1]"),
            "types: row_length: rows_3 must be an array of 3 or more dimensions, but is of type "
            "[n_1][?]f32");
  EXPECT_EQ(
      core(rows, "let a: i64 = equal_row_length 1 rows"),
      "types: equal_row_length: rows_3 must have 2 or more dimensions that vary, but is of type "
      "[n_1][?]f32");
  EXPECT_EQ(
      core(rows, "let a: i64 = equal_row_length 0 dense"),
      "types: equal_row_length: dense_4 must have 1 or more dimensions that vary, but is of type "
      "[n_1][k_2]f32");
  EXPECT_EQ(core(rows, "let a: i32 = equal_row_length 0 rows"),
            "types: equal_row_length: bound variable a_5 must be of type i64, but is of type i32");
  EXPECT_EQ(core(rows, "let a: i64 = equal_step dense"),
            "types: equal_step: numbers dense_4 must be of type [n_1]i64, but is of type "
            "[n_1][k_2]f32");
  EXPECT_EQ(core(rows, "let a: [n][k]f32 = join_rows rows"),
            "types: join_rows: bound variable a_5 must be of type [n_1]f32, but is of type "
            "[n_1][k_2]f32");
  EXPECT_EQ(core(rows + ", ls: [n]f32, xs: [k]f32", "let a: [n][?]f32 = split_rows ls xs"),
            "types: split_rows: lengths ls_5 must be of type [n_1]i64, but is of type [n_1]f32");
}

TEST(IrVerify, Control) {
  EXPECT_EQ(core("x: i64", "let a: i64 = if x { in 1 } else { in 2 }"),
            "types: if: condition x_1 must be of type bool, but is of type i64");
  EXPECT_EQ(core("", "let a: i64 = if true { in 1 } else { in 2.0f32 }"),
            "types: if: result 2.0f32 must be of type i64, but is of type f32");
  EXPECT_EQ(core("", "let a: i64 = if true { in 1, 2 } else { in 2 }"),
            "counts: if: number of results must be 1, but is 2");
  // The size that a branch gives is known to be another one than that of the array.
  EXPECT_EQ(core("xs: [3]i64", "let (k: i64, a: [k]i64) = if true { in 3, xs } else { in 4, xs }"),
            "shapes: if: result xs_1 must be of type [4]i64, but is of type [3]i64");
  EXPECT_EQ(core("x: f32", "let () = match x case 1.0f32 { in } else { in }"),
            "types: match does not work on type f32");
  EXPECT_EQ(core("x: i32", "let () = match x case 1i64 { in } else { in }"),
            "types: match: case 1 must be of type i32, but is of type i64");
  EXPECT_EQ(core("", "let a: i64 = loop (b: i64 = 1.0f32) for i: i64 < 3 { in b }"),
            "types: loop: initial value 1.0f32 must be of type i64, but is of type f32");
  EXPECT_EQ(core("", "let a: i64 = loop (b: i64 = 1) for i: i64 < 3i32 { in b }"),
            "types: loop: bound 3i32 must be of type i64, but is of type i32");
  EXPECT_EQ(core("", "let a: i64 = loop (b: i64 = 1) for i: i64 < 3 { in b, b }"),
            "counts: loop: number of results must be 1, but is 2");
  EXPECT_EQ(core("", "let a: i64 = loop (b: i64 = 1) for i: i64 < 3 { in true }"),
            "types: loop: result true must be of type i64, but is of type bool");
  EXPECT_EQ(core("", "let a: i64 = loop (b: i64 = 1) while { in b } do { in b }"),
            "types: loop: condition b_2 must be of type bool, but is of type i64");
  EXPECT_EQ(core("", "let a: i32 = loop (b: i64 = 1) while { in true } do { in b }"),
            "types: loop: bound variable a_1 must be of type i64, but is of type i32");
  EXPECT_EQ(core("xs: [3]i64",
                 "let (a: i64, b: [a]i64) = loop (k: i64 = 4, ys: [k]i64 = xs) "
                 "for i: i64 < 3 { in k, ys }"),
            "shapes: loop: initial value xs_1 must be of type [4]i64, but is of type [3]i64");
  EXPECT_EQ(core("x: i64", "let a: unit = check bounds x (\"text\")"),
            "types: check: condition x_1 must be of type bool, but is of type i64");
  EXPECT_EQ(core("x: bool", "let a: bool = check bounds x (\"text\")"),
            "types: check: bound variable a_2 must be of type unit, but is of type bool");
}

TEST(IrVerify, Calls) {
  const std::string g = "fn g(k: i64, xs: [k]f32) -> (r: [k]f32) { in xs } ";
  EXPECT_EQ(errors_of("core " + g + fn("xs: [3]f32", "let a: [3]f32 = call g (3, xs)")), "");
  EXPECT_EQ(errors_of("core " + g + fn("xs: [3]f32", "let a: [3]f32 = call g (4, xs)")),
            "shapes: call: argument xs_4 must be of type [4]f32, but is of type [3]f32\n"
            "shapes: call: bound variable a_5 must be of type [4]f32, but is of type [3]f32");
  EXPECT_EQ(errors_of("core " + g + fn("xs: [3]f32", "let a: [4]f32 = call g (3, xs)")),
            "shapes: call: bound variable a_5 must be of type [3]f32, but is of type [4]f32");
  EXPECT_EQ(errors_of("core " + g + fn("xs: [3]f32", "let a: [3]f32 = call g (xs)")),
            "counts: call: number of arguments must be 2, but is 1");
  EXPECT_EQ(errors_of("core " + g + fn("xs: [3]f64", "let a: [3]f32 = call g (3, xs)")),
            "types: call: argument xs_4 must be of type [3]f32, but is of type [3]f64");
  EXPECT_EQ(errors_of("core " + g + fn("xs: [3]f32", "let () = call g (3, xs)")),
            "counts: call: number of bound variables must be 1, but is 0");
  EXPECT_EQ(core("", "let () = call h ()"), "calls: there is no function h to call");
  EXPECT_EQ(errors_of("core fn f() -> () { in } fn f() -> () { in }"),
            "calls: two functions have the same name");
  EXPECT_EQ(errors_of("core const c(x: i64) -> (r: i64) { in x }"),
            "calls: a constant must not take parameters");
  EXPECT_EQ(errors_of("core fn f() -> (r: i64) { in 1i32 }"),
            "types: function: result 1i32 must be of type i64, but is of type i32");
  EXPECT_EQ(errors_of("core fn f() -> (r: i64) { in 1, 2 }"),
            "counts: function: number of results must be 1, but is 2");
  EXPECT_EQ(errors_of("core fn f(xs: [3]i64) -> (k: i64, r: [k]i64) { in 4, xs }"),
            "shapes: function: result xs_1 must be of type [4]i64, but is of type [3]i64");
}

TEST(IrVerify, Entries) {
  auto entry = [](const std::string& params, const std::string& results) {
    return errors_of("core entry \"main\" (" + params + ") -> (" + results +
                     ") fn main(n: i64, xs: [n]f32) -> (k: i64, r: [k]f32) { in n, xs }");
  };
  const std::string good = "\"[]f32\" from 1 count 1";
  EXPECT_EQ(entry(good, good), "");
  EXPECT_EQ(entry("\"[]f32\" from 1 count 2", good),
            "entries: the description of the parameters speaks of more than there are");
  EXPECT_EQ(entry("\"i64\" from 0 count 1", good),
            "entries: xs_2 is not described as one of the parameters, and is no size");
  EXPECT_EQ(entry(good + ", " + good, good),
            "entries: xs_2 is described twice as one of the parameters");
  EXPECT_EQ(entry(good, ""), "entries: r_4 is not described as one of the results, and is no size");
  EXPECT_EQ(errors_of("core entry \"a\" () -> () fn f() -> () { in } "
                      "entry \"a\" () -> () fn g() -> () { in }"),
            "entries: two entry points have the name \"a\"");
  EXPECT_EQ(errors_of("core entry \"a\" () -> () const c() -> () { in }"),
            "entries: a constant must not be an entry point");
}

TEST(IrVerify, Certificates) {
  const std::string check = "let c: unit = check other true (\"no\") ";
  EXPECT_EQ(core("", check + "let a: i64 = same 1 after c"), "");
  EXPECT_EQ(core("x: unit", "let a: i64 = same 1 after x"),
            "certificates: x_1 is not bound by a check");
  EXPECT_EQ(core("", "let a: i64 = same 1 after c " + check),
            "scope: c_2 is used where it is not in scope");
}

TEST(IrVerify, NestedOperators) {
  const std::string xs = "n: i64, xs: [n]f32, ys: [3]f32, is: [n]i64";
  EXPECT_EQ(core(xs, "let a: [n]f32 = map n (xs) \\(x: f64) { in 1.0f32 }"),
            "types: map: parameter x_6 must be of type f32, but is of type f64");
  EXPECT_EQ(core(xs, "let a: [n]f32 = map n (xs) \\() { in 1.0f32 }"),
            "counts: map: number of parameters of a lambda must be 1, but is 0");
  EXPECT_EQ(core(xs, "let a: [n]f32 = map n (xs) \\(x: f32) { in 1.0f32, x }"),
            "counts: map: number of bound variables must be 2, but is 1");
  EXPECT_EQ(core(xs, "let a: [n]f64 = map n (xs) \\(x: f32) { in x }"),
            "types: map: bound variable a_5 must be of type [n_1]f32, but is of type [n_1]f64");
  EXPECT_EQ(core(xs, "let a: [4]f32 = map 4 (ys) \\(x: f32) { in x }"),
            "shapes: map: operand ys_3 must be of type [4]f32, but is of type [3]f32");
  EXPECT_EQ(core(xs, "let a: [n]f32 = map n (n) \\(x: i64) { in 1.0f32 }"),
            "types: map: n_1 must be an array of 1 or more dimensions, but is of type i64");
  EXPECT_EQ(core(xs, "let a: [n]f32 = map 1i32 (xs) \\(x: f32) { in x }"),
            "types: map: width 1i32 must be of type i64, but is of type i32");
  const std::string plus = " \\(x: f32, y: f32) { let z: f32 = add x y in z } ";
  EXPECT_EQ(core(xs, "let a: f32 = reduce n (xs) {0.0f64}" + plus),
            "types: reduce: parameter x_6 must be of type f64, but is of type f32\n"
            "types: reduce: parameter y_7 must be of type f64, but is of type f32\n"
            "types: reduce: result z_8 must be of type f64, but is of type f32\n"
            "types: reduce: value to combine with 0.0f64 must be of type f64, but is of type f32\n"
            "types: reduce: bound variable a_5 must be of type f64, but is of type f32");
  EXPECT_EQ(core(xs, "let a: f32 = reduce n (xs, xs) {0.0f32}" + plus),
            "counts: reduce: number of operands must be 1, but is 2");
  EXPECT_EQ(core(xs, "let a: f32 = reduce n (xs) {0.0f32} \\(x: f32) { in x }"),
            "counts: reduce: number of parameters of a lambda must be 2, but is 1");
  EXPECT_EQ(core(xs, "let a: f32 = reduce n (xs) {0.0f32} \\(x: f32, y: f32) { in }"),
            "counts: reduce: number of results of the operator must be 1, but is 0");
  EXPECT_EQ(core(xs, "let a: f32 = reduce n (xs) {0.0f32}" + plus + "of \\(w: f32) { in }"),
            "counts: reduce: number of values to combine must be 1, but is 0");
  EXPECT_EQ(core(xs, "let a: [n]f32 = reduce n (xs) {0.0f32}" + plus),
            "types: reduce: bound variable a_5 must be of type f32, but is of type [n_1]f32");
  EXPECT_EQ(core("n: i64, rows: [n][2][?]f32, no: [2][?]f32",
                 "let a: [2][?]f32 = reduce n (rows) {no} \\(x: [2][?]f32, y: [2][?]f32) { in x }"),
            "types: reduce: values that are combined must be regular");
  EXPECT_EQ(core(xs, "let a: f32 = scan n (xs) {0.0f32}" + plus),
            "types: scan: bound variable a_5 must be of type [n_1]f32, but is of type f32");
  EXPECT_EQ(core(xs, "let (k: i64, a: [k]f32) = filter n (xs) \\(x: f32) { in x }"),
            "types: filter: result x_7 must be of type bool, but is of type f32");
  EXPECT_EQ(core(xs, "let a: [n]f32 = filter n (xs) \\(x: f32) { in true }"),
            "counts: filter: number of bound variables must be 2, but is 1");
  EXPECT_EQ(core(xs, "let (k: i64, a: [k]f32) = filter n (xs) \\(x: f32) { in true, 1 }"),
            "types: filter: bound variable a_6 must be of type [k_5]i64, but is of type [k_5]f32");
  EXPECT_EQ(core(xs, "let k: i64 = filter n (xs) \\(x: f32) { in }"),
            "counts: filter: number of results of the predicate must be 1, but is 0");

  const std::string dest = xs + ", d: *[3]f32";
  EXPECT_EQ(core(dest, "let a: [3]f32 = scatter n [4] (d) at (is) with (xs)"),
            "shapes: scatter: destination d_5 must be of type [4]f32, but is of type [3]f32");
  EXPECT_EQ(core(dest, "let a: [3]f32 = scatter n [3] (d) at (xs) with (xs)"),
            "types: scatter: indices xs_2 must be of type [n_1]i64, but is of type [n_1]f32");
  EXPECT_EQ(core(dest, "let a: [3]f32 = scatter n [3] (d) at (is) with (is)"),
            "types: scatter: values is_4 must be of type [n_1]f32, but is of type [n_1]i64");
  EXPECT_EQ(core(dest, "let a: [3]f32 = scatter n [3] (d) at (is, is) with (xs)"),
            "counts: scatter: number of arrays of indices and values must be 2, but is 3");
  EXPECT_EQ(core(dest, "let a: [3]f32 = scatter n [3] (d) with (is) of \\(i: i64) { in i }"),
            "counts: scatter: number of results must be 2, but is 1");
  EXPECT_EQ(core(dest, "let a: [3]f32 = scatter n [3] (d) with (is) of \\(i: i64) { in i, i }"),
            "types: scatter: value i_7 must be of type f32, but is of type i64");
  EXPECT_EQ(core(dest, "let a: [3]f32 = scatter n [3] (d) with (is) of \\(x: f32) { in 0, x }"),
            "types: scatter: parameter x_7 must be of type i64, but is of type f32");
  EXPECT_EQ(core(dest, "let a: [3]f32 = hist n [3] (d) at (is) with (xs) {}" + plus),
            "counts: hist: number of neutral elements must be 1, but is 0");
  EXPECT_EQ(core(dest, "let a: [3]f32 = hist n [3] (d) at (is) with (xs) {0}" + plus),
            "types: hist: neutral element 0 must be of type f32, but is of type i64");
  EXPECT_EQ(core(dest, "let a: [3]f32 = hist n [3] (d) with (is) {0.0f32}" + plus +
                           "of \\(i: i64) { in 1.0f32, 1.0f32 }"),
            "types: hist: index 1.0f32 must be of type i64, but is of type f32");

  EXPECT_EQ(core(xs, "let a: [n]f32 = stream_map n (xs) \\() { in xs }"),
            "counts: stream_map: number of parameters of a lambda must be 2, but is 0");
  EXPECT_EQ(core(xs, "let a: [n]f32 = stream_map n (xs) \\(q: i64, c: [q]f32) { in q }"),
            "types: stream_map: result q_6 must be an array");
  EXPECT_EQ(core(xs,
                 "let (s: i64, a: [n]f32) = stream_seq n (xs) {0} "
                 "\\(q: i64, s2: i64, c: [q]f32) { in 1.0f32, c }"),
            "types: stream_seq: result 1.0f32 must be of type i64, but is of type f32");
  EXPECT_EQ(core(xs, "let s: f32 = stream_red n (xs) {0.0f32}" + plus +
                         "of \\(q: i64, s2: f32, c: [q]f32) { in }"),
            "counts: stream_red: number of carried values must be 1, but is 0");
}

TEST(IrVerify, Accumulators) {
  const std::string d = "n: i64, d: *[n]f32";
  const std::string all = "let a: [n]f32 = with_acc ";
  EXPECT_EQ(core(d, all + "[n] (d) {0.0f32} of \\(c: acc([n]f32)) { in c }"),
            "counts: with_acc: number of neutral elements must be 0, but is 1");
  EXPECT_EQ(core(d, all + "[n] (d) {} of \\(c: acc([n]i32)) { in c }"),
            "types: with_acc: parameter c_4 must be of type [n_1]f32, but is of type [n_1]i32\n"
            "types: with_acc: result c_4 must be of type [n_1]f32, but is of type [n_1]i32");
  EXPECT_EQ(core(d, all + "[n] (d) {} of \\(c: acc([n]f32)) { in }"),
            "counts: with_acc: number of accumulators given must be 1, but is 0");
  EXPECT_EQ(core(d, all + "[n] (d) {} of \\(c: acc([n]f32)) { in 1 }"),
            "types: with_acc: result 1 must be of type acc([n_1]f32), but is of type i64");
  EXPECT_EQ(
      core(d, all + "[n, n] (d) {} of \\(c: acc([n]f32)) { in c }"),
      "types: with_acc: d_2 must be an array of 2 or more dimensions, but is of type [n_1]f32");
  auto update = [&](const std::string& op) {
    return core(d,
                all + "[n] (d) {} of \\(c: acc([n]f32)) { let e: acc([n]f32) = " + op + " in e }");
  };
  EXPECT_EQ(update("update_acc c [0] with {1.0f32}"), "");
  EXPECT_EQ(update("update_acc c [0] with {1}"),
            "types: update_acc: value 1 must be of type f32, but is of type i64");
  EXPECT_EQ(update("update_acc c [0] with {}"),
            "counts: update_acc: number of values must be 1, but is 0");
  EXPECT_EQ(update("update_acc c [0, 0] with {1.0f32}"),
            "counts: update_acc: number of indices must be 1, but is 2");
  EXPECT_EQ(core("n: i64", "let a: i64 = update_acc n [0] with {1.0f32}"),
            "types: update_acc: n_1 must be an accumulator, but is of type i64");
}

TEST(IrVerify, FlatOperators) {
  const std::string xs = "n: i64, o: [n]i64, d: *[n]f32, xs: [n]f32";
  const std::string plus = " \\(x: f32, y: f32) { let z: f32 = add x y in z } ";
  EXPECT_EQ(flat(xs, "let a: [n]i32 = segmap (i: i64 < n) { in i }"),
            "types: segmap: bound variable a_5 must be of type [n_1]i64, but is of type [n_1]i32");
  EXPECT_EQ(flat(xs, "let a: [n]i64 = segmap (i: i64 < 3i32) { in i }"),
            "types: segmap: bound 3i32 must be of type i64, but is of type i32");
  EXPECT_EQ(flat(xs, "let a: [n]i32 = segmap (i: i32 < n) { in i }"),
            "types: segmap: index i_6 must be of type i64, but is of type i32");
  // All levels up to the last irregular one are one dimension.
  EXPECT_EQ(flat(xs, "let a: [n][n]i64 = segmap (i: i64 < n, j: i64 < n by o) { in i }"),
            "types: segmap: bound variable a_5 must be of type [n_1]i64, but is of type "
            "[n_1][n_1]i64");
  EXPECT_EQ(
      flat(xs, "let a: [5][4]i64 = segmap (i: i64 < 3, j: i64 < 5 by o, k: i64 < 4) { in i }"), "");
  EXPECT_EQ(flat(xs, "let a: [n]i64 = segmap (i: i64 < n, j: i64 < n by xs) { in i }"),
            "types: segmap: offsets xs_4 must be an array of i64, but are of type [n_1]f32");
  EXPECT_EQ(flat(xs, "let a: [n]f32 = segred (i: i64 < n) {0.0f32}" + plus + "of { in 1.0f32 }"),
            "types: segred: bound variable a_5 must be of type f32, but is of type [n_1]f32");
  EXPECT_EQ(flat(xs, "let a: f32 = segscan (i: i64 < n) {0.0f32}" + plus + "of { in 1.0f32 }"),
            "types: segscan: bound variable a_5 must be of type [n_1]f32, but is of type f32");
  EXPECT_EQ(flat(xs, "let a: [n]f32 = segscan (i: i64 < n) {0.0f32}" + plus + "of { in i }"),
            "types: segscan: value to combine with 0.0f32 must be of type f32, but is of type i64");
  EXPECT_EQ(flat(xs, "let a: [n]f32 = segscatter (i: i64 < n) [n] (d) of { in 1.0f32 }"),
            "counts: segscatter: number of results must be 2, but is 1");
  EXPECT_EQ(flat(xs, "let a: [n]f32 = segscatter (i: i64 < n) [n] (d) of { in i, i }"),
            "types: segscatter: value i_6 must be of type f32, but is of type i64");
  EXPECT_EQ(
      flat(xs, "let a: [n]f32 = seghist (i: i64 < n) [n] (d) {}" + plus + "of { in i, 1.0f32 }"),
      "counts: seghist: number of neutral elements must be 1, but is 0");
}

TEST(IrVerify, SegFilter) {
  const std::string xs = "n: i64, xs: [n]f32, d: *[n]f32";
  EXPECT_EQ(
      flat(xs, "let (k: i64, a: [k]i64, b: [k][n]f32) = segfilter (i: i64 < n) { in true, i, xs }"),
      "");
  EXPECT_EQ(flat(xs, "let (k: i64, a: [k]i64) = segfilter (i: i64 < n, j: i64 < n) { in true, i }"),
            "counts: segfilter: number of bound variables must be 3, but is 2");
  EXPECT_EQ(flat(xs,
                 "let (k: i64, c: [3]i64, a: [k]i64) = segfilter (i: i64 < 2, j: i64 < 4) { in "
                 "true, i }"),
            "shapes: segfilter: bound variable c_5 must be of type [2]i64, but is of type [3]i64");
  EXPECT_EQ(flat(xs, "let k: i64 = segfilter (i: i64 < n) { in }"),
            "counts: segfilter: number of results must be 1, but is 0");
  EXPECT_EQ(flat(xs, "let (k: i64, a: [k]i64) = segfilter (i: i64 < n) { in i, i }"),
            "types: segfilter: result i_6 must be of type bool, but is of type i64");
  EXPECT_EQ(flat(xs, "let k: i64 = segfilter (i: i64 < n) { in true, i }"),
            "counts: segfilter: number of bound variables must be 2, but is 1");
  EXPECT_EQ(flat(xs, "let (k: i64, a: [k]i32) = segfilter (i: i64 < n) { in true, i }"),
            "types: segfilter: bound variable a_5 must be of type [k_4]i64, but is of type "
            "[k_4]i32");
}

TEST(IrVerify, SegPartition) {
  EXPECT_EQ(
      flat("n: i64",
           "let (k: i64, c: [4]i64, a: [k]bool) = segpartition (i: i64 < n) 4 { in i, true }"),
      "");
  EXPECT_EQ(flat("n: i64", "let (k: i64, c: [4]i64) = segpartition (i: i64 < n) 4 { in }"),
            "counts: segpartition: number of results must be 1, but is 0");
  EXPECT_EQ(flat("n: i64", "let (k: i64, c: [4]i64) = segpartition (i: i64 < n) 4 { in true }"),
            "types: segpartition: class true must be of type i64, but is of type bool");
  EXPECT_EQ(flat("n: i64", "let (k: i64, c: [4]i64) = segpartition (i: i64 < n) 4i32 { in i }"),
            "types: segpartition: number of classes 4i32 must be of type i64, but is of type i32");
  EXPECT_EQ(flat("n: i64", "let (k: i64, c: [3]i64) = segpartition (i: i64 < n) 4 { in i }"),
            "shapes: segpartition: bound variable c_3 must be of type [4]i64, but is of type "
            "[3]i64");
}

TEST(IrVerify, FlatMap) {
  const std::string row = "let r: [i]i64 = iota i from 0 by 1 ";
  auto map = [&](std::string_view bound, std::string_view groups, const std::string& body) {
    return flat("n: i64, is: [n]i64", "let (" + std::string(bound) + ") = flat_map n " +
                                          std::string(groups) + " (is) \\(i: i64) { " + row + body +
                                          " }");
  };
  const std::string good = "t: i64, l: [n]i64, a: [t]i64, e: [n]i64";
  EXPECT_EQ(map(good, "[1]", "in i, r, i"), "");
  EXPECT_EQ(map("l: [n]i64", "[]", "in i"), "");
  EXPECT_EQ(
      map("t: i64, l: [n]i64, a: [t]i64, u: i64, m: [n]i64, b: [u]i64", "[1, 1]", "in i, i, r"),
      "counts: flat_map: number of lengths and rows must be 4, but is 3");
  EXPECT_EQ(map(good, "[1]", "in i, r"),
            "counts: flat_map: number of bound variables must be 3, but is 4");
  EXPECT_EQ(map(good, "[1]", "in true, r, i"),
            "types: flat_map: length true must be of type i64, but is of type bool");
  EXPECT_EQ(map(good, "[1]", "in i, i, i"), "types: flat_map: row i_7 must be an array");
  EXPECT_EQ(map("t: i64, l: [n]i64, a: [n]i32, e: [n]i64", "[1]", "in i, r, i"),
            "types: flat_map: bound variable a_5 must be of type [t_3]i64, but is of type "
            "[n_1]i32");
  EXPECT_EQ(flat("n: i64",
                 "let (t: i64, l: [n][2]i64, a: [t]i64) = segflatmap (i: i64 < n) [1] { let r: "
                 "[i]i64 = iota i from 0 by 1 in i, r }"),
            "types: segflatmap: bound variable l_3 must be of type [n_1]i64, but is of type "
            "[n_1][2]i64");
}

TEST(IrVerify, FlatOperatorsStandAtHostLevel) {
  const std::string segmap = "let ys: [n]i64 = segmap (j: i64 < n) { in j } ";
  auto wrong = [](std::string_view op) {
    return "structure: " + std::string(op) +
           " must stand at host level, not in a lambda or in another one";
  };
  const std::string params = "n: i64, c: bool, xs: [n]i64, d: *[n]i64";
  EXPECT_EQ(flat(params, "let a: [n][n]i64 = segmap (i: i64 < n) { " + segmap + "in ys }"),
            wrong("segmap"));
  EXPECT_EQ(flat(params, "let a: [n][n]i64 = map n (xs) \\(x: i64) { " + segmap + "in ys }"),
            wrong("segmap"));
  EXPECT_EQ(flat(params, "let a: [n]i64 = segscatter (i: i64 < n) [n] (d) of { " + segmap +
                             "let y: i64 = index ys [i] in i, y }"),
            wrong("segmap"));
  EXPECT_EQ(flat(params,
                 "let (k: i64, a: [k]i64) = filter n (xs) \\(x: i64) { let (l: i64) = segfilter "
                 "(i: i64 < n) { in true } in true }"),
            wrong("segfilter"));
  EXPECT_EQ(flat(params, "let a: [n]i64 = if c { " + segmap + "in ys } else { in xs }"), "");
  EXPECT_EQ(
      flat(params, "let a: [n]i64 = loop (x: [n]i64 = xs) for i: i64 < n { " + segmap + "in ys }"),
      "");
  const std::string acc = "with_acc [n] (d) {} of \\(acc: acc([n]i64)) { " + segmap + "in acc }";
  EXPECT_EQ(flat(params, "let a: [n]i64 = " + acc), "");
  EXPECT_EQ(flat("n: i64",
                 "let a: [n][n]i64 = segmap (i: i64 < n) { "
                 "let d: [n]i64 = iota n from 0 by 1 let b: [n]i64 = " +
                     acc + " in b }"),
            wrong("segmap"));
}

// ---- Size

TEST(IrVerify, ErrorsSayWhere) {
  Parsed parsed =
      parse("core fn main() -> () { let a: i32 = same 1 @1 in } places @1 = \"dot.fut\" 3:14-3:21");
  ASSERT_FALSE(parsed.error);
  std::vector<VerifyError> errors = verify(parsed.program);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(error_text(*parsed.program.storage, errors[0]),
            "types: same: bound variable a_1 must be of type i64, but is of type i32, in main "
            "(dot.fut:3:14-20)");
}

TEST(IrVerify, ManyErrorsAreCutOff) {
  std::string stms;
  for (int i = 0; i < 1000; i++) stms += "let a" + std::to_string(i) + ": i32 = same 1 ";
  Parsed parsed = parse("core " + fn("", stms));
  EXPECT_EQ(verify(parsed.program).size(), kMaxVerifyErrors);
}

// Deep programs, and chains in which sets of aliases could grow without end.
TEST(IrVerify, LargePrograms) {
  run_with_large_stack([] {
    // The innermost gives xs, the others what the one inside gives.
    std::string text = "core fn f(xs: [4]f32) -> () { ";
    for (int i = 0; i < 20000; i++) {
      std::string n = std::to_string(i);
      text += "let r" + n + ": [4]f32 = if true { let c" + n + ": [4]f32 = copy xs in c" + n +
              " } else { ";
    }
    text += "in xs }";
    for (int i = 19999; i > 0; i--) text += " in r" + std::to_string(i) + " }";
    text += " in }";
    EXPECT_EQ(errors_of(text), "");
    // One after the other.
    text = "core fn f(xs0: *[4]f32) -> () { ";
    for (int i = 1; i < 20000; i++) {
      std::string n = std::to_string(i);
      text += "let u" + n + ": [4]f32 = update xs" + std::to_string(i - 1) + " [0] with 1.0f32 ";
      text += "let c" + n + ": [4]f32 = copy u" + n + " ";
      text += "let xs" + n + ": [4]f32 = if true { in u" + n + " } else { in c" + n + " } ";
    }
    EXPECT_EQ(errors_of(text + "in }"), "");
  });
}

}  // namespace
}  // namespace planish::ir
