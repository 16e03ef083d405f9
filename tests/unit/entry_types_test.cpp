// The types that clients see at entry points: how lowering names and describes them, and how the IR
// keeps them.

#include <gtest/gtest.h>

#include "driver/build/c_api_types.h"
#include "ir/equal.h"
#include "ir/parse.h"
#include "lower_programs.h"

namespace planish {
namespace {

using lower::LoweredProgram;

// "point = record (x: f32, y: f32)" for each type, a line each.
std::string types_of(const ir::Storage& storage) {
  std::string out;
  for (const ir::EntryType* type : storage.entry_types) {
    out += std::string(type->name) + " =";
    if (type->kind == ir::EntryTypeKind::Array)
      out += " " + std::to_string(type->rank) + " of " + std::string(type->elem);
    for (const ir::EntryTypePart& part : type->parts) {
      out += " " + std::string(part.name);
      for (std::string_view of : part.types) out += ":" + std::string(of);
      for (uint32_t slot : part.slots) out += "@" + std::to_string(slot);
    }
    out += "\n";
  }
  return out;
}

std::string types_of(const std::string& program) {
  return types_of(LoweredProgram(program).storage());
}

TEST(EntryTypes, PrimitivesNeedNone) {
  EXPECT_EQ(types_of("type vector [n] = [n]f32\n"
                     "entry f [n] (xs: vector [n]) (k: i32) : [][]i32 = [map i32.f32 xs]"),
            "");
}

TEST(EntryTypes, NamesAreThoseOfTheSource) {
  EXPECT_EQ(types_of("type point = {x: f32, y: f32}\n"
                     "type line [n] = {from: point, marks: [n]i32}\n"
                     "entry f [n] (l: *line [n]) : []point = [l.from]"),
            "point = x:f32 y:f32\n"
            "line = from:point marks:[]i32\n"
            "[]point = 1 of point\n");
}

TEST(EntryTypes, InferredTypesAreSpeltOut) {
  EXPECT_EQ(types_of("type point = {x: f32, y: f32}\n"
                     "entry f (p: point) = [(p, 1i32)]"),
            "point = x:f32 y:f32\n"
            "{x: f32, y: f32} = x:f32 y:f32\n"
            "({x: f32, y: f32}, i32) = 0:{x: f32, y: f32} 1:i32\n"
            "[]({x: f32, y: f32}, i32) = 1 of ({x: f32, y: f32}, i32)\n");
}

TEST(EntryTypes, TuplesOfResults) {
  LoweredProgram program("type t = {a: i32}\nentry f (x: i32) : (t, []i32) = ({a = x}, [x])");
  EXPECT_EQ(types_of(program.storage()), "t = a:i32\n(t, []i32) = 0:t 1:[]i32\n");
  const ir::Entry& entry = *program.function("f").entry;
  EXPECT_EQ(entry.tuple_type, "(t, []i32)");
  ASSERT_EQ(entry.results.size(), 2u);
  EXPECT_EQ(entry.results[0].client_type, "t");
  EXPECT_EQ(entry.results[1].client_type, "");
}

TEST(EntryTypes, PatternsOfTuples) {
  EXPECT_EQ(types_of("type t = {a: i32}\nentry f (x: t, y: i32) : i32 = x.a + y"),
            "t = a:i32\n(t, i32) = 0:t 1:i32\n");
}

TEST(EntryTypes, Sums) {
  // The two floats of a rectangle and the one of a circle share a place; arrays have their own.
  EXPECT_EQ(types_of("type~ s = #circle f32 | #none | #path ([]f32) | #rectangle f32 f32\n"
                     "entry f (s: s) : bool = match s case #none -> true case _ -> false"),
            "s = circle:f32@1 none path:[]f32@2 rectangle:f32:f32@1@3\n");
}

TEST(EntryTypes, TypesOfModules) {
  EXPECT_EQ(types_of("module m = { type t = {a: i32} }\nmodule n = { type t = {b: bool} }\n"
                     "entry f (x: m.t) (y: n.t) : i32 = x.a"),
            "m.t = a:i32\nn.t = b:bool\n");
}

// Both are called t at their entry points.
TEST(EntryTypes, TwoOfOneName) {
  EXPECT_EQ(types_of("type t = {a: i32}\nentry f (x: t) : i32 = x.a\n"
                     "module m = { type t = {b: bool} }\nopen m\nentry g (x: t) : bool = x.b"),
            "t = a:i32\n{b: bool} = b:bool\n");
}

TEST(EntryTypes, TextReadsBack) {
  LoweredProgram program(
      "type p = {x: f32, y: [2]i32}\n"
      "type~ s = #none | #some ([]i64) p\n"
      "entry f (xs: []p) (s: s) (u: ()) : (i32, s) = (1, s)");
  std::string text = ir::print(program.program());
  EXPECT_NE(text.find("\ntypes\n"), std::string::npos);
  ir::Parsed parsed = ir::parse(text);
  ASSERT_FALSE(parsed.error) << parsed.error->message;
  EXPECT_TRUE(ir::verify(parsed.program).empty());
  EXPECT_TRUE(ir::equal(program.program(), parsed.program));
  EXPECT_EQ(types_of(*parsed.program.storage), types_of(program.storage()));
}

// ---- What the verifier says

std::string first_error(std::string_view types) {
  ir::Parsed parsed = ir::parse(
      "core\nentry \"f\" (\"x\": \"{a: i32}\" as \"t\" from 0 count 1) -> (\"i32\" from 0 count "
      "1)\n"
      "fn f(x_1: i32) -> (r_2: i32) { in x_1 }\n" +
      std::string(types));
  if (parsed.error) return parsed.error->message;
  std::vector<ir::VerifyError> errors = ir::verify(parsed.program);
  return errors.empty() ? "" : errors.front().message;
}

// What the components of an irregular parameter are.
std::string component_error(std::string_view kinds) {
  ir::Parsed parsed =
      ir::parse("core\nentry \"f\" (\"xs\": \"[][?]i64\" from 3 count 3 " + std::string(kinds) +
                " of ([n_1][?]i64)) -> (\"i64\" from 0 count 1)\n"
                "fn f(n_1: i64, m_2: i64, k_3: i64, points_4: [n_1]unit, offsets_5: [m_2]i64, "
                "data_6: [k_3]i64)"
                " -> (r_7: i64) { in k_3 }\n");
  if (parsed.error) return parsed.error->message;
  std::vector<ir::VerifyError> errors = ir::verify(parsed.program);
  if (!errors.empty()) return errors.front().message;
  const ir::Entry& entry = *parsed.program.functions[0]->entry;
  EXPECT_EQ(component_kind(entry.params, 0), ir::ComponentKind::Size);
  EXPECT_EQ(component_kind(entry.params, 3), ir::ComponentKind::Points);
  EXPECT_EQ(component_kind(entry.params, 4), ir::ComponentKind::Offsets);
  EXPECT_EQ(component_kind(entry.params, 5), ir::ComponentKind::Data);
  return "";
}

TEST(EntryTypes, KindsOfComponents) {
  const std::string others = "a value of type [][?]i64 has other components than are there";
  EXPECT_EQ(component_error("is (points, offsets, data)"), "");
  EXPECT_EQ(component_error("is (points, data, offsets)"), others);
  EXPECT_EQ(component_error("is (points, offsets)"), others);
  EXPECT_EQ(component_error(""), others);
  EXPECT_EQ(component_error("is (points, lengths, data)"),
            "expected `points`, `offsets` or `data`, found `lengths`");
}

TEST(EntryTypes, Verifier) {
  EXPECT_EQ(first_error("types\n\"t\" = record (\"a\": \"i32\")\n"), "");
  EXPECT_EQ(first_error(""), "there is no type t for clients");
  EXPECT_EQ(first_error("types\n\"t\" = record (\"a\": \"i64\")\n"),
            "the type t has other components than its value");
  EXPECT_EQ(first_error("types\n\"t\" = record (\"a\": \"u\")\n\"u\" = record (\"a\": \"i32\")\n"),
            "the type t stands before u, of which it is made");
  EXPECT_EQ(first_error("types\n\"t\" = record (\"a\": \"t\")\n"),
            "the type t stands before t, of which it is made");
}

// ---- The API

TEST(ApiTypes, ArraysOfFieldsAreThere) {
  LoweredProgram program(
      "type point = {x: f32, y: f32}\ntype line = {from: point, to: point}\n"
      "entry f (ls: [][]line) : i64 = length ls");
  ApiTypes types(program.program(), TupleResults::OneValue, "futhark");
  std::vector<std::string> names;
  for (const ApiType* type : types.arrays()) names.push_back(type->name);
  for (const ApiType* type : types.opaques()) names.push_back(type->name);
  EXPECT_EQ(names, (std::vector<std::string>{"[][]f32", "[][]line", "[][]point", "line", "point"}));
}

TEST(ApiTypes, SplitTuples) {
  LoweredProgram program("entry f (x: i32) : (i32, []i32) = (x, [x])");
  EXPECT_EQ(
      ApiTypes(program.program(), TupleResults::OneValue, "futhark").entries()[0].outputs.size(),
      1u);
  EXPECT_EQ(ApiTypes(program.program(), TupleResults::Split, "futhark").entries()[0].outputs.size(),
            2u);
}

// An irregular array has three components: points, offsets and elements.
TEST(ApiTypes, IrregularArraysHaveSeveralComponents) {
  LoweredProgram program(
      "type t = #some ([2][?]i32) i64 | #none\n"
      "entry f (xs: []t) : i64 = length xs");
  ApiTypes types(program.program(), TupleResults::OneValue, "futhark");
  const ApiType& array = *types.entries()[0].inputs[0].type;
  EXPECT_EQ(array.component_count(), 5u);
  EXPECT_EQ(array.leaves.size(), 3u);
  EXPECT_EQ(array.leaves[1].varying, (std::vector<bool>{false, false, true}));
  const ApiPart& some = array.elem->parts[1];
  EXPECT_EQ(some.name, "some");
  EXPECT_EQ(some.slots, (std::vector<uint32_t>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace planish
