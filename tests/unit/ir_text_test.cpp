// The textual form: printing, reading, comparing.
#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "ir/equal.h"
#include "ir/match.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/walk.h"
#include "ir_test_programs.h"
#include "support/large_stack.h"

namespace planish::ir {
namespace {

Program read(const std::string& text) {
  Parsed parsed = parse(text);
  EXPECT_FALSE(parsed.error) << (parsed.error ? parsed.error->message : "") << " at "
                             << (parsed.error ? parsed.error->line : 0) << ":"
                             << (parsed.error ? parsed.error->column : 0);
  return std::move(parsed.program);
}

std::string error_of(const std::string& text) {
  Parsed parsed = parse(text);
  if (!parsed.error) return "none";
  return std::to_string(parsed.error->line) + ":" + std::to_string(parsed.error->column) + ": " +
         parsed.error->message;
}

TEST(IrText, PrintsWhatItReads) {
  for (const char* text : kAllPrograms) EXPECT_EQ(print(read(text)), text);
}

TEST(IrText, ReadsAnEqualProgram) {
  for (const char* text : kAllPrograms) {
    Program program = read(text);
    EXPECT_TRUE(equal(program, read(print(program))));
    std::string without = print(program, {.places = false});
    EXPECT_EQ(without.find('@'), std::string::npos);
    EXPECT_TRUE(equal(program, read(without), ComparePlaces::No));
  }
}

// The programs of these tests use every operation.
void add_kinds(const Body* body, std::set<Kind>& kinds) {
  for (const Stm& stm : body->stms) {
    kinds.insert(stm.op->kind);
    for_each_body(stm.op, [&](const Body* inner) { add_kinds(inner, kinds); });
    for_each_lambda(stm.op, [&](const Lambda* inner) { add_kinds(inner->body, kinds); });
  }
}
TEST(IrText, EveryOperationIsTested) {
  std::set<Kind> kinds;
  std::vector<Program> programs;
  for (const char* text : kAllPrograms) {
    programs.push_back(read(text));
    for (const Function* fn : programs.back().functions) add_kinds(fn->body, kinds);
  }
#define NODE(T, text, stages) EXPECT_TRUE(kinds.contains(Kind::T)) << text;
#include "ir/node.def"
}

TEST(IrText, NamesWithoutNumbersAreLocalToAFunction) {
  Program program = read(
      "core fn f(x: i64) -> (r: i64) { let y: i64 = add x 1 in y } fn g(x: f32) -> (r: f32) { in x "
      "}");
  ASSERT_EQ(program.functions.size(), 2u);
  EXPECT_EQ(print(program, {.places = false}),
            "core\n\nfn f(x_1: i64) -> (r_2: i64) {\n  let y_3: i64 = add x_1 1\n  in y_3\n}\n\n"
            "fn g(x_4: f32) -> (r_5: f32) { in x_4 }\n");
}

TEST(IrText, OddNames) {
  const std::string text =
      "core\n\nfn `a b`(`+`_1: i64, _2: i64, x_1_3: i64, `f\\`\\n`_4: i64) -> () {\n"
      "  #[`unroll(2)`] let () = call `a b` (`+`_1, _2, x_1_3, `f\\`\\n`_4)\n  in\n}\n";
  Program program = read(text);
  EXPECT_EQ(print(program), text);
  const Storage& storage = *program.storage;
  EXPECT_EQ(storage.text(storage.vars[1].name), "+");
  EXPECT_FALSE(storage.vars[2].name);
  EXPECT_EQ(storage.text(storage.vars[3].name), "x_1");
  EXPECT_EQ(storage.text(storage.vars[4].name), "f`\n");
}

TEST(IrText, EnormousNumbersOfVariables) {
  Program program = read("core fn f(x_4000000000: i64, y_7: i64) -> () { in x_4000000000 }");
  EXPECT_LT(program.storage->vars.size(), 100u);
  EXPECT_TRUE(equal(program, read(print(program))));
}

// ---- Constants

TEST(IrText, ConstantsReadBack) {
  auto through_text = [](Const c) {
    std::string text = "core fn f() -> () { in " + constant_text(c) + " }";
    return read(text).functions[0]->body->results[0].constant;
  };
  for (int prim = 0; prim <= kPrimCount; prim++) {
    auto p = static_cast<Prim>(prim);
    uint64_t seed = 1;
    for (int i = 0; i < 200; i++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      uint64_t bits = seed ^ (seed >> 33);
      int unused = 64 - bit_size(p);
      bits = is_signed(p) ? static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >> unused)
                          : bits << unused >> unused;
      if (p == Prim::Bool) bits &= 1;
      if (p == Prim::Unit) bits = 0;
      Const c{p, bits};
      EXPECT_EQ(through_text(c), c) << constant_text(c);
    }
  }
  // All halves, among them all NaNs and subnormals.
  for (uint64_t bits = 0; bits < 0x10000; bits += 7) {
    EXPECT_EQ(through_text({Prim::F16, bits}), (Const{Prim::F16, bits})) << bits;
  }
}

TEST(IrText, ConstantsAreShort) {
  EXPECT_EQ(constant_text({Prim::I64, static_cast<uint64_t>(INT64_MIN)}), "-9223372036854775808");
  EXPECT_EQ(constant_text({Prim::U8, 255}), "255u8");
  EXPECT_EQ(constant_text({Prim::F32, std::bit_cast<uint32_t>(0.1f)}), "0.1f32");
  EXPECT_EQ(constant_text({Prim::F32, 1}), "1e-45f32");
  EXPECT_EQ(constant_text({Prim::F64, std::bit_cast<uint64_t>(-0.0)}), "-0.0f64");
  EXPECT_EQ(constant_text({Prim::F16, 0x3555}), "0.3333f16");
  EXPECT_EQ(constant_text({Prim::F16, 0x7bff}), "65500.0f16");
  EXPECT_EQ(constant_text({Prim::F32, 0x7fc00000}), "f32.nan");
  EXPECT_EQ(constant_text({Prim::F32, 0xffc00000}), "f32.nan(0xffc00000)");
  EXPECT_EQ(constant_text({Prim::F64, 0xfff0000000000000}), "-f64.inf");
}

// ---- Errors

TEST(IrText, ErrorsSayWhereAndWhat) {
  EXPECT_EQ(error_of(""), "1:1: expected `core` or `flat`, found the end");
  EXPECT_EQ(error_of("core\nfn f(x_1 i64)"), "2:10: expected `:`, found `i64`");
  EXPECT_EQ(error_of("core\nfn f(x_1: [3]g32)"), "2:14: expected a type, found `g32`");
  EXPECT_EQ(error_of("core fn f() -> () {\n  let x_1: i64 = ad 1 2\n  in }"),
            "2:18: expected an operation, found `ad`");
  EXPECT_EQ(error_of("core fn f() -> () {\n  let x_1: i64 = add 1 ]\n  in }"),
            "2:24: expected an atom, found `]`");
  EXPECT_EQ(error_of("core fn f() -> () { let x_1: i64 = same x_2 in x_1 }"),
            "1:41: `x_2` is bound nowhere");
  EXPECT_EQ(error_of("core fn f() -> () { in x } fn g(x: i64) -> () { in }"),
            "1:24: `x` is bound nowhere");
  EXPECT_EQ(error_of("core fn f(x_1: i64, x_1: i32) -> () { in }"),
            "1:21: this variable is bound before with another type");
  EXPECT_EQ(error_of("core fn f() -> () { in 256u8 }"),
            "1:24: `256u8` is not a number of a primitive type");
  EXPECT_EQ(error_of("core fn f() -> () { in 0.5i32 }"),
            "1:24: `0.5i32` is not a number of a primitive type");
  EXPECT_EQ(error_of("core fn f() -> () { in f32.nan(0x12) }"),
            "1:32: expected the bits of a NaN of the type, found `0x12`");
  EXPECT_EQ(error_of("core fn f() -> () { in \"a }"), "1:24: expected an atom, found `\"a }`");
  EXPECT_EQ(error_of("core fn f() -> () @1 { in }"), "1:20: there is no place @1");
  EXPECT_EQ(error_of("core fn f() -> () @1 { in } places @1 = \"a\" 1:2-3:4 from @1"),
            "1:59: there is no place @1");
  EXPECT_EQ(error_of("core fn f() -> () { let x_1: unit = check bunds true () in }"),
            "1:43: expected the kind of a check, found `bunds`");
  EXPECT_EQ(error_of("core fn f() -> () { in } x"),
            "1:26: expected `fn`, `const` or `entry`, found `x`");
}

// Every text that begins as a program does and then stops or goes wrong is an error, never a crash.
TEST(IrText, BrokenTexts) {
  for (const char* whole : kAllPrograms) {
    std::string text = whole;
    for (size_t length = 0; length + 1 < text.size(); length += 3) {
      parse(text.substr(0, length));
      std::string wrong = text;
      wrong[length] = "({[\\\"`@-*0x}"[length % 12];
      Parsed parsed = parse(wrong);
      // What is still a program can be printed, and read again.
      if (parsed.error) continue;
      EXPECT_TRUE(equal(parsed.program, read(print(parsed.program)))) << wrong;
    }
  }
}

TEST(IrText, DeepTexts) {
  auto nested = [](int depth) {
    std::string text = "core fn f() -> () {";
    for (int i = 1; i < depth; i++) text += "let () = if true {";
    text += "in";
    for (int i = 1; i < depth; i++) text += "} else { in } in";
    return text + "}";
  };
  run_with_large_stack([&] {
    Program program = read(nested(20000));
    EXPECT_TRUE(equal(program, read(print(program))));
    EXPECT_NE(error_of(nested(kMaxBodyDepth + 2)).find("bodies are nested too deeply"),
              std::string::npos);
    EXPECT_NE(error_of(nested(100000)).find("bodies are nested too deeply"), std::string::npos);
  });
}

// ---- equal

TEST(IrEqual, DifferencesAreSeen) {
  auto differ = [](const std::string& a, const std::string& b) {
    Program x = read("core fn f(x: i64, y: i64, xs: [x]i64, c: unit) -> () {" + a + "}");
    Program y = read("core fn f(x: i64, y: i64, xs: [x]i64, c: unit) -> () {" + b + "}");
    EXPECT_TRUE(equal(x, x));
    EXPECT_FALSE(equal(x, y)) << a << "\n" << b;
  };
  differ("in x", "in y");
  differ("in x", "in 1");
  differ("in x", "in x, y");
  differ("let a: i64 = add x y in a", "let a: i64 = sub x y in a");
  differ("let a: i64 = add x y in a", "let a: i64 = add y x in a");
  differ("let a: i64 = add x y in a", "let a: i64 = add x y after c in a");
  differ("let a: i64 = add x y in a", "#[unroll] let a: i64 = add x y in a");
  differ("let a: i64 = same x in a", "let a: i64 = opaque x in a");
  differ("let a: [x]i64 = copy xs in a", "let a: [y]i64 = copy xs in a");
  differ("let a: [x]i64 = copy xs in a", "let a: [?]i64 = copy xs in a");
  differ("let a: i64 = trace \"a\" x in a", "let a: i64 = trace \"b\" x in a");
  differ("let () = if true { in x } else { in y } in",
         "let () = if true { in x } else { in x } in");
  differ("let a: i64 = loop (b: i64 = x) for i: i64 < y { in b } in a",
         "let a: i64 = loop (b: i64 = x) for i: i64 < y { in i } in a");
  differ("let a: i64 = loop (b: i64 = x) for i: i64 < y { in b } in a",
         "let a: i64 = loop (b: *i64 = x) for i: i64 < y { in b } in a");
}

TEST(IrEqual, NumbersAndNamesOfVariablesDoNotMatter) {
  EXPECT_TRUE(equal(read("core fn f(x_1: i64, y_2: [x_1]i64) -> () { in x_1, y_2 }"),
                    read("core fn f(a_9: i64, b_5: [a_9]i64) -> () { in a_9, b_5 }")));
  EXPECT_FALSE(equal(read("core fn f() -> () { in }"), read("flat fn f() -> () { in }")));
  EXPECT_FALSE(equal(read("core fn f() -> () { in }"), read("core fn g() -> () { in }")));
  EXPECT_FALSE(equal(read("core fn f() -> () @1 { in } places @1 = \"a\" 1:1-1:2"),
                     read("core fn f() -> () @1 { in } places @1 = \"a\" 1:1-1:3")));
}

}  // namespace
}  // namespace planish::ir
