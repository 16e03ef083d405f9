// Where loops are done in lanes with masks, and where they are not: Note [Worth of lanes] in
// plan/lanes.h.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "codegen/codegen.h"
#include "codegen/loader.h"
#include "ir/parse.h"
#include "plan/print.h"

namespace planish::codegen {
namespace {

ir::Program program_of(const std::string& body) {
  const std::string text = fmt::format(R"(flat

entry "main" ("xs": "[]f32" from 1 count 1, "ks": "[]i64" from 2 count 1) -> ("[]f32" from 0 count 1)
fn main(n_1: i64, xs_2: [n_1]f32, ks_3: [n_1]i64) -> (ys_4: [n_1]f32) {{
  let ys_5: [n_1]f32 = segmap (i_6: i64 < n_1) {{
    let x_7: f32 = index xs_2 [i_6]
{}
  }}
  in ys_5
}}
)",
                                       body);
  ir::Parsed parsed = ir::parse(text);
  if (parsed.error) ADD_FAILURE() << parsed.error->line << ": " << parsed.error->message;
  return parsed.program;
}

std::string code_for(const char* cpu, const std::string& body, Output output = Output::LlvmIr) {
  Options options;
  options.cpu = cpu;
  options.verify = true;
  return load_code_generator()->generate(program_of(body), options, output);
}

std::string plan_for(const char* cpu, const std::string& body) {
  Options options;
  options.cpu = cpu;
  options.target.vectors = load_code_generator()->vectors(options);
  const ir::Program program = program_of(body);
  return plan::print(program, plan::make_plan(program, options.target));
}

bool contains(const std::string& text, const std::string& what) {
  return text.find(what) != std::string::npos;
}

constexpr const char* kPolynomial = R"(    let y_8: f32 = loop (z_9: f32 = x_7) while {
      let more_10: bool = gt z_9 1f32
      in more_10
    } do {
      let a_11: f32 = mul z_9 z_9
      let b_12: f32 = mul a_11 z_9
      let c_13: f32 = sub b_12 x_7
      let d_14: f32 = mul c_13 0.75f32
      let e_15: f32 = add d_14 a_11
      let f_16: f32 = mul e_15 x_7
      let g_17: f32 = sub f_16 b_12
      let w_18: f32 = mul g_17 0.25f32
      in w_18
    }
    in y_8)";

TEST(Masks, WhileLoopsAreDoneInLanes) {
  const std::string code = code_for("x86-64-v3", kPolynomial);
  EXPECT_TRUE(contains(plan_for("x86-64-v3", kPolynomial), "lanes: 16 lanes with masks"));
  EXPECT_TRUE(contains(code, "fmul contract <16 x float>")) << code;
}

TEST(Masks, LanesFillTheRegistersOfTheTarget) {
  EXPECT_TRUE(contains(plan_for("x86-64", kPolynomial), "8 lanes with masks"));
  EXPECT_TRUE(contains(plan_for("x86-64-v4", kPolynomial), "32 lanes with masks"));
  EXPECT_TRUE(contains(code_for("znver4", kPolynomial, Output::Assembly), "zmm"));
  EXPECT_TRUE(contains(code_for("sapphirerapids", kPolynomial, Output::Assembly), "zmm"));
}

TEST(Masks, LoopsOverArraysOfAnIterationAreLeftAlone) {
  const std::string plan = plan_for("x86-64-v3", R"(    let k_8: i64 = index ks_3 [i_6]
    let own_9: [4]f32 = replicate [4] x_7
    let zs_10: [4]f32 = loop (a_11: *[4]f32 = own_9) for j_12: i64 < k_8 {
      let at_13: i64 = mod j_12 4
      let z_14: f32 = index a_11 [at_13]
      let w_15: f32 = mul z_14 0.5f32
      let b_16: [4]f32 = update a_11 [at_13] with w_15
      in b_16
    }
    let y_17: f32 = index zs_10 [0]
    in y_17)");
  EXPECT_TRUE(contains(plan, "not lanes: it makes an array")) << plan;
  EXPECT_FALSE(contains(plan, "lanes with masks")) << plan;
}

// Each step reads an element somewhere else: one by one that is as fast.
TEST(Masks, LoopsOfLittleMoreThanGathersAreLeftAlone) {
  const char* body = R"(    let k_8: i64 = index ks_3 [i_6]
    let (s_9: f32, at_10: i64) = loop (t_11: f32 = x_7, p_12: i64 = k_8) while {
      let more_13: bool = ge p_12 0
      in more_13
    } do {
      let q_14: i64 = index ks_3 [p_12]
      let z_15: f32 = index xs_2 [p_12]
      let u_16: f32 = add t_11 z_15
      in u_16, q_14
    }
    in s_9)";
  EXPECT_TRUE(contains(plan_for("znver4", body), "not lanes: it is not worth it"));
}

TEST(Masks, FunctionsWithoutAVectorFormAreLeftAlone) {
  const std::string plan = plan_for("x86-64-v3", R"(    let y_8: f32 = loop (z_9: f32 = x_7) while {
      let more_10: bool = gt z_9 1f32
      in more_10
    } do {
      let w_11: f32 = lgamma z_9
      in w_11
    }
    in y_8)");
  EXPECT_TRUE(contains(plan, "not lanes: lgamma has no form for vectors")) << plan;
}

}  // namespace
}  // namespace planish::codegen
