// Types, places, building, walking and rebuilding.
#include "ir/walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ir/build/builder.h"
#include "ir/equal.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "ir_test_programs.h"

namespace planish::ir {
namespace {

Program read(const std::string& text) {
  Parsed parsed = parse(text);
  EXPECT_FALSE(parsed.error) << (parsed.error ? parsed.error->message : "");
  return std::move(parsed.program);
}

std::string names(const Storage& storage, const std::vector<Var>& vars) {
  std::string text;
  for (Var var : vars) text += (text.empty() ? "" : " ") + var_text(storage, var);
  return text;
}

// ---- Storage

TEST(IrStorage, TypesAreInterned) {
  Storage storage;
  TypeTable& types = storage.types;
  Var n = storage.new_var({}, types.scalar(Prim::I64));
  const Dim dims[] = {Dim::variable(n), Dim::varying(), Dim::constant(3)};
  const Type* type = types.array(Prim::F32, dims);
  EXPECT_EQ(type_text(storage, type), "[_1][?][3]f32");
  EXPECT_EQ(types.array(Prim::F32, dims), type);
  EXPECT_NE(types.array(Prim::F64, dims), type);
  EXPECT_EQ(types.array(Prim::F32, {}), types.scalar(Prim::F32));
  EXPECT_EQ(type_text(storage, types.without_outer(type, 2)), "[3]f32");
  EXPECT_EQ(types.with_outer({dims, 2}, types.without_outer(type, 2)), type);
  EXPECT_EQ(type_text(storage, types.acc({&type, 1})), "acc([_1][?][3]f32)");
  EXPECT_EQ(types.acc({&type, 1}), types.acc({&type, 1}));
}

TEST(IrStorage, Places) {
  Storage storage;
  Name file = storage.names.intern("dot.fut");
  PlaceId line = storage.place({file, 3, 14, 3, 21, {}});
  EXPECT_EQ(storage.place({file, 3, 14, 3, 21, {}}), line);
  EXPECT_NE(storage.place({file, 3, 14, 3, 21, line}), line);
  EXPECT_EQ(storage.place({}).id, 0u);
  EXPECT_EQ(place_text(storage, line), "dot.fut:3:14-20");
  EXPECT_EQ(place_text(storage, storage.place({file, 3, 14, 4, 3, {}})), "dot.fut:3:14-4:2");
  EXPECT_EQ(place_text(storage, storage.place({file, 3, 14, 3, 15, {}})), "dot.fut:3:14");
  EXPECT_EQ(place_text(storage, {}), "");
}

// ---- Builder

TEST(IrBuilder, FoldsConstants) {
  Storage storage;
  Builder b(storage);
  Var x = b.new_var("x", b.types().scalar(Prim::I64));
  b.begin();
  EXPECT_EQ(b.binary(BinaryOp::Add, Atom::i64(2), Atom::i64(3)), Atom::i64(5));
  EXPECT_EQ(b.binary(BinaryOp::Lt, Atom::i64(2), Atom::i64(3)), Atom::boolean(true));
  EXPECT_EQ(b.unary(UnaryOp::Neg, Atom::i64(2)), Atom::i64(-2));
  EXPECT_EQ(b.convert(Prim::Bool, Atom::i64(2)), Atom::boolean(true));
  EXPECT_EQ(b.convert(Prim::I64, x), Atom(x));
  Atom y = b.binary(BinaryOp::Lt, x, Atom::i64(3), "y");
  Atom z = b.convert(Prim::F32, x, "z");
  Atom w = b.ternary(TernaryOp::Fma, z, z, z, "w");
  EXPECT_EQ(print(storage, *b.end({y, w})),
            "{\n  let y_2: bool = lt x_1 3\n  let z_3: f32 = convert x_1\n"
            "  let w_4: f32 = fma z_3 z_3 z_3\n  in y_2, w_4\n}\n");
}

// ---- Walking

TEST(IrWalk, PartsOfALoop) {
  Program program = read(
      "core fn f(n_1: i64, a_2: i64) -> () { let r_3: i64 = loop (b_4: i64 = a_2) for i_5: i64 < "
      "n_1 "
      "{ let c_6: i64 = add b_4 a_2 in c_6 } in }");
  const Op* loop = program.functions[0]->body->stms[0].op;
  const Storage& storage = *program.storage;
  std::vector<Var> uses;
  std::vector<Var> binders;
  int bodies = 0;
  for_each_var_use(loop, [&](Var var) { uses.push_back(var); });
  for_each_binder(loop, [&](Var var) { binders.push_back(var); });
  for_each_body(loop, [&](const Body*) { bodies++; });
  for_each_lambda(loop, [&](const Lambda*) { ADD_FAILURE(); });
  EXPECT_EQ(names(storage, uses), "a_2 n_1");
  EXPECT_EQ(names(storage, binders), "b_4 i_5");
  EXPECT_EQ(bodies, 1);
}

TEST(IrWalk, AtomsOfASlice) {
  Program program = read(
      "core fn f(n: i64, xs: [n][n]i64) -> () { let a: [3]i64 = slice xs [n, 1 +: 3 by 2] in }");
  std::string atoms;
  for_each_atom(program.functions[0]->body->stms[0].op,
                [&](const Atom& atom) { atoms += atom_text(*program.storage, atom) + " "; });
  EXPECT_EQ(atoms, "xs_2 n_1 1 3 2 ");
}

TEST(IrWalk, FreeVariables) {
  Program program = read(
      "core fn f(n: i64, m: i64, xs: [n]i64, y: i64) -> () { "
      "let r: [n][?]i64 = map n (xs) \\(x: i64) { let k: i64 = add x y "
      "let z: [k][m]i64 = replicate [k, 3] k let w: [k]i64 = map k (z) \\(v: [m]i64) { in y } "
      "in w } in }");
  const auto* map = as<Map>(program.functions[0]->body->stms[0].op);
  EXPECT_EQ(names(*program.storage, free_variables(*program.storage, map->fn)), "y_4 m_2");
  EXPECT_EQ(names(*program.storage, free_variables(*program.storage, map->fn->body)),
            "x_6 y_4 m_2");
}

// Note [Free variables are kept]: of what stays where it is, and only of that.
TEST(IrWalk, FreeVariablesAreKeptForNodesOfTheArena) {
  Program program = read(
      "core fn f(n: i64, x: i64, xs: [n]i64) -> () { "
      "let r: [n]i64 = map n (xs) \\(y: i64) { let z: i64 = add x y in z } let k: i64 = add n 1 in "
      "}");
  const Storage& storage = *program.storage;
  const std::span<const Stm> stms = program.functions[0]->body->stms;
  const Lambda* inside = as<Map>(stms[0].op)->fn;
  Body alone{stms.first(1), {}};
  EXPECT_EQ(names(storage, free_variables(storage, &alone)), "n_1 xs_3 x_2");
  EXPECT_TRUE(storage.known_free.contains(inside));
  EXPECT_TRUE(storage.known_free.contains(inside->body));
  EXPECT_FALSE(storage.known_free.contains(&alone));
  alone = Body{stms.last(1), {}};
  EXPECT_EQ(names(storage, free_variables(storage, &alone)), "n_1");
  EXPECT_EQ(names(storage, free_variables(storage, inside)), "x_2");
  EXPECT_EQ(names(storage, free_variables(storage, inside)), "x_2");
}

// ---- Rebuilding

TEST(IrRebuild, NothingChangedGivesTheSame) {
  for (const char* text : kAllPrograms) {
    Program program = read(text);
    Rebuild same(*program.storage);
    for (const Function* fn : program.functions) EXPECT_EQ(same.function_children(fn), fn);
  }
}

// What does not contain the change is used again, and the rest is as before but for it.
TEST(IrRebuild, OnlyWhatContainsAChangeIsNew) {
  Program program = read(
      "core fn f(x: i64, c: bool) -> (r: i64, s: i64) { "
      "let a: i64 = if c { in 1 } else { in 2 } "
      "let b: i64 = if c { let d: i64 = add x 7 in d } else { in 8 } in a, b }");
  struct Replace : Rebuild {
    using Rebuild::Rebuild;
    Atom atom(const Atom& atom) override { return atom == Atom::i64(7) ? Atom::i64(9) : atom; }
  };
  const Function* before = program.functions[0];
  const Function* after = Replace(*program.storage).function_children(before);
  ASSERT_NE(after, before);
  EXPECT_EQ(after->body->stms[0].op, before->body->stms[0].op);
  const auto* old_if = as<If>(before->body->stms[1].op);
  const auto* new_if = as<If>(after->body->stms[1].op);
  EXPECT_NE(new_if, old_if);
  EXPECT_EQ(new_if->else_body, old_if->else_body);
  std::string expected = print(*program.storage, *before);
  expected.replace(expected.find("x_1 7"), 5, "x_1 9");
  EXPECT_EQ(print(*program.storage, *after), expected);
}

TEST(IrSubstitute, TypesOfBoundVariablesChange) {
  Program program = read(
      "core fn f(n_1: i64, m_2: i64) -> () { let a_3: [n_1]i64 = iota n_1 from 0 by 1 "
      "let b_4: i64 = index a_3 [m_2] in b_4 }");
  Storage& storage = *program.storage;
  const Body* body = substitute(storage, program.functions[0]->body, {{Var{1}, Atom::i64(5)}});
  EXPECT_EQ(print(storage, *body),
            "{\n  let a_5: [5]i64 = iota 5 from 0 by 1\n  let b_4: i64 = index a_5 [m_2]\n"
            "  in b_4\n}\n");
  // The original is what it was.
  EXPECT_EQ(type_text(storage, storage.type(Var{3})), "[n_1]i64");
  const Body* other = substitute(storage, body, {{Var{2}, Var{1}}});
  EXPECT_EQ(print(storage, *other),
            "{\n  let a_5: [5]i64 = iota 5 from 0 by 1\n  let b_4: i64 = index a_5 [n_1]\n"
            "  in b_4\n}\n");
}

TEST(IrClone, AllBindersAreNew) {
  for (const char* text : kAllPrograms) {
    Program program = read(text);
    Program cloned = program;
    cloned.functions.clear();
    Program plain = cloned;
    Storage& storage = *program.storage;
    for (const Function* fn : program.functions) {
      auto first_new = static_cast<uint32_t>(storage.vars.size());
      const Lambda* whole = storage.arena.make<Lambda>(Lambda{fn->params, fn->body, {}});
      const Lambda* clone = clone_lambda(storage, whole);
      EXPECT_TRUE(free_variables(storage, clone).empty());
      for (const Param& param : clone->params) EXPECT_GE(param.var.id, first_new);
      Function made = *fn;
      made.results = {};
      plain.functions.push_back(storage.arena.make<Function>(made));
      made.params = clone->params;
      made.body = clone->body;
      cloned.functions.push_back(storage.arena.make<Function>(made));
    }
    EXPECT_TRUE(equal(plain, cloned));
  }
}

TEST(IrClone, AClonedBodyCanStandBesideTheOriginal) {
  Program program = read(
      "core fn f(n: i64, xs: [n]i64, c: bool) -> () { let a: [n]i64 = if c { "
      "let b: [n]i64 = map n (xs) \\(x: i64) { let y: i64 = add x n in y } in b } else { in xs } "
      "in }");
  Storage& storage = *program.storage;
  Builder builder(storage);
  const Function* fn = program.functions[0];
  const auto* branch = as<If>(fn->body->stms[0].op);
  auto with_else = [&](const Body* body) {
    Stm stm = fn->body->stms[0];
    stm.op = builder.make(If{{}, branch->condition, branch->then_body, body});
    Function made = *fn;
    made.body = storage.arena.make<Body>(Body{builder.list({stm}), {}});
    Program changed = program;
    changed.functions = {storage.arena.make<Function>(made)};
    return verify(changed);
  };
  EXPECT_TRUE(with_else(clone_body(storage, branch->then_body)).empty());
  ASSERT_FALSE(with_else(branch->then_body).empty());
  EXPECT_EQ(with_else(branch->then_body)[0].rule, Rule::Binders);
}

}  // namespace
}  // namespace planish::ir
