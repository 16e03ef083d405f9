#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "driver/session/session.h"
#include "lower/frame.h"
#include "module_uses.h"
#include "syntax/ast_match.h"
#include "syntax/tree_walk.h"

namespace planish {
namespace {

// A program whose names are asked for. Definitions are named by paths through modules, as `a.b.x`.
class ModuleFrames : public testing::Test {
 protected:
  void program(std::string text) { check(*session_.add_text("test.fut", std::move(text))); }

  void check(const SourceFile& file) {
    checked_ = session_.check(file);
    for (const Diagnostic& diag : session_.diags().all()) EXPECT_EQ(diag.message, "");
    ASSERT_EQ(session_.diags().error_count(), 0u);
    modules_ = std::make_unique<lower::Modules>(checked_);
    EXPECT_EQ(follow_uses(session_.context(), checked_, *modules_, UsesIn::UserFiles).problems,
              std::vector<std::string>{});
  }

  const ValueSymbol* visible(std::string_view path) {
    const Env* env = &checked_.files.back()->env;
    for (size_t dot; (dot = path.find('.')) != std::string_view::npos; path.remove_prefix(dot + 1))
      env = env->modules.find(session_.names().intern(path.substr(0, dot)))->env;
    return env->values.find(session_.names().intern(path));
  }
  lower::ValueDef definition(std::string_view path) {
    const lower::ValueDef* found = modules_->top()->find(visible(path));
    return found != nullptr ? *found : lower::ValueDef{};
  }

  // The type under which a definition is visible, with what implements its abstract types.
  std::string type(std::string_view path) {
    return implemented_type(session_.context(), visible(path)->type, modules_->top());
  }
  // What the names in the body of a definition stand for: `x@3` is the x of line 3. Local names are
  // left out.
  std::string names(std::string_view path) { return names(definition(path)); }
  std::string names(const lower::ValueDef& def) {
    std::string out;
    for (const lower::ValueDef& used : used_by(def)) {
      Position at = session_.sources().begin(used.symbol->loc);
      out += fmt::format(
          "{}{}@{}", out.empty() ? "" : " ", session_.names().text(used.symbol->name),
          used.symbol->kind == ValueKind::Intrinsic ? "intrinsic" : std::to_string(at.line));
    }
    return out;
  }
  // In the order of the text; an operator stands where its left operand begins.
  std::vector<lower::ValueDef> used_by(const lower::ValueDef& def) {
    std::multimap<uint32_t, lower::ValueDef> used;
    walk_tree(static_cast<const ast::Expr*>(def.symbol->decl->body), [&](const TreeNode& node) {
      const ast::Expr* expr = std::get<const ast::Expr*>(node.node);
      const ValueSymbol* symbol = nullptr;
      if (auto* var = ast::as<ast::Var>(expr)) symbol = var->symbol;
      if (auto* op = ast::as<ast::BinOp>(expr)) symbol = op->symbol;
      if (const lower::ValueDef* found = def.frame->find(symbol))
        used.emplace(expr->loc.begin, *found);
    });
    std::vector<lower::ValueDef> in_order;
    for (auto& [place, value] : used) in_order.push_back(value);
    return in_order;
  }

  Session session_;
  CheckedProgram checked_;
  std::unique_ptr<lower::Modules> modules_;
};

TEST_F(ModuleFrames, DefinitionsStandForThemselves) {
  program(R"(
def x = 1i32
module m = { def y = x module n = { def z = y } }
def main = m.n.z)");
  EXPECT_EQ(definition("m.n.z").symbol, visible("m.n.z"));
  EXPECT_EQ(definition("m.n.z").frame, modules_->top());
  EXPECT_EQ(names("main"), "z@3");
  EXPECT_EQ(names("m.n.z"), "y@3");
}

TEST_F(ModuleFrames, LocalNamesAreNotKnown) {
  program("def main (a: i32) = a");
  EXPECT_EQ(names("main"), "");
}

TEST_F(ModuleFrames, NumericModulesOfThePrelude) {
  program("def main (a: f32) b = a f32.+ b + f32.sqrt a");
  std::vector<lower::ValueDef> used = used_by(definition("main"));
  ASSERT_EQ(used.size(), 3u);
  EXPECT_EQ(used[0].symbol->kind, ValueKind::Intrinsic);  // the second + is no function of f32
  EXPECT_EQ(used[1].symbol->kind, ValueKind::Def);
  EXPECT_EQ(names(used[1]), "+@intrinsic");
  EXPECT_EQ(names(used[2]), "sqrt@intrinsic");
  ModuleUses all = follow_uses(session_.context(), checked_, *modules_, UsesIn::AllFiles);
  EXPECT_EQ(all.problems, std::vector<std::string>{});
  EXPECT_GT(all.count, 1000u);
}

TEST_F(ModuleFrames, AscriptionHidesTypesAndValues) {
  program(R"(
module m : { type t val mk : i32 -> t val get : t -> i32 } = {
  type t = (i32, bool)
  def help x = (x, true)
  def mk x : t = help x
  def get ((x, _) : t) = x
}
module again : { type t val mk : i32 -> t } = m
def main = m.get (m.mk 1)
def other = again.mk 1)");
  EXPECT_EQ(names("main"), "get@6 mk@5");
  EXPECT_EQ(names("m.mk"), "help@4");
  EXPECT_EQ(type("m.mk"), "(i32 -> { 0: i32 1: bool })");
  EXPECT_EQ(type("again.mk"), "(i32 -> { 0: i32 1: bool })");
  EXPECT_EQ(type("other"), "{ 0: i32 1: bool }");
}

TEST_F(ModuleFrames, EachApplicationHasItsFrame) {
  program(R"(
module f (X: { type t val x : t }) = { type pair = (X.t, X.t) def one = X.x def two : pair = (one, one) }
module a = f { type t = i32 def x = 1i32 }
module b = f { type t = bool
  def x = true }
def main = (a.two, b.two))");
  EXPECT_EQ(definition("a.two").symbol, definition("b.two").symbol);
  EXPECT_NE(definition("a.two").frame, definition("b.two").frame);
  EXPECT_EQ(definition("a.one").frame, definition("a.two").frame);
  EXPECT_EQ(names("a.one"), "x@3");
  EXPECT_EQ(names("b.one"), "x@5");
  EXPECT_EQ(names("a.two"), "one@2 one@2");
  EXPECT_EQ(used_by(definition("b.two"))[0].frame, definition("b.one").frame);
  EXPECT_EQ(type("a.two"), "{ 0: i32 1: i32 }");
  EXPECT_EQ(type("b.two"), "{ 0: bool 1: bool }");
}

TEST_F(ModuleFrames, AbstractResultsOfApplications) {
  program(R"(
module type S = { type t val x : t }
module pair (X: S) : S = { type t = (X.t, X.t) def x = (X.x, X.x) }
module one = { type t = i32 def x = 1i32 }
module two = pair one
module four = pair two
module other = pair { type t = bool def x = true })");
  EXPECT_EQ(type("two.x"), "{ 0: i32 1: i32 }");
  EXPECT_EQ(type("four.x"), "{ 0: { 0: i32 1: i32 } 1: { 0: i32 1: i32 } }");
  EXPECT_EQ(type("other.x"), "{ 0: bool 1: bool }");
  EXPECT_EQ(names("four.x"), "x@3 x@3");
  EXPECT_EQ(names(used_by(definition("four.x"))[0]), "x@4 x@4");
}

TEST_F(ModuleFrames, SeveralParametersOneAtATime) {
  program(R"(
module type I = { val i : i32 }
module f (A: I) (B: I) (C: I) = { def all = (A.i, B.i, C.i) }
module one = { def i = 1i32 }
module two = {
  def i = 2i32 }
module f1 = f one
module f12 = f1 two
module x = f12 one
module y = f1 one two)");
  EXPECT_EQ(names("x.all"), "i@4 i@6 i@4");
  EXPECT_EQ(names("y.all"), "i@4 i@4 i@6");
}

TEST_F(ModuleFrames, ParametersThatAreParametric) {
  program(R"(
module type S = { type t val x : t }
module type F = (X: S) -> { type u val y : u val back : u -> X.t }
module use (G: F) (A: S) (B: S) = {
  module a = G A
  module b = G B
  def all = (a.back a.y, b.back b.y)
}
module G1 (X: S) = { type u = (i32, X.t) def y : u = (1, X.x) def back (a: u) = a.1 }
module G2 = \(X: S) -> { type u = [2]X.t def y : u = [X.x, X.x] def back (a: u) = a[0] }
module int = { type t = i32 def x = 1i32 }
module byte = { type t = u8 def x = 1u8 }
module r1 = use G1 int byte
module use2 = use G2
module r2 = use2 byte int)");
  EXPECT_EQ(names("r1.all"), "back@9 y@9 back@9 y@9");
  EXPECT_EQ(names("r2.all"), "back@10 y@10 back@10 y@10");
  EXPECT_EQ(type("r1.a.y"), "{ 0: i32 1: i32 }");
  EXPECT_EQ(type("r1.b.y"), "{ 0: i32 1: u8 }");
  EXPECT_EQ(type("r2.b.y"), "[]i32");
  EXPECT_EQ(type("r2.all"), "{ 0: u8 1: i32 }");
  EXPECT_EQ(names(used_by(definition("r2.all"))[1]), "x@12 x@12");
}

TEST_F(ModuleFrames, ParametricModulesInsideModules) {
  program(R"(
module type I = { val i : i32 }
module outer (A: I) = {
  local module inner (B: I) = { def both = (A.i, B.i) module lambda = \(C: I) -> { def three = (A.i, B.i, C.i) } }
  module p = inner A
  module q (D: I) = inner { def i = D.i }
  local def hidden = A.i
  def get = hidden
}
module one = { def i = 1i32 }
module two = {
  def i = 2i32 }
module a = outer one
module b = outer two
module c = b.q one
module d = a.p.lambda two)");
  EXPECT_EQ(names("a.p.both"), "i@10 i@10");
  EXPECT_EQ(names("c.both"), "i@12 i@6");
  EXPECT_EQ(names(used_by(definition("c.both"))[1]), "i@10");
  EXPECT_EQ(names("d.three"), "i@10 i@10 i@12");
  EXPECT_EQ(names("b.get"), "hidden@7");
  EXPECT_EQ(names(used_by(definition("b.get"))[0]), "i@12");
}

TEST_F(ModuleFrames, OpenIncludeAndAliases) {
  program(R"(
module type A = { type t val x : t }
module type B = { include A with t = i32 module inner : { include A val f : t -> i32 } }
module f (X: B) = { open X open inner def y = f x }
module m = { type t = i32 def x = 1i32 module inner = { type t = bool def x = true def f (_: t) = 3i32 } }
module alias = f
module m' : B = m
open alias m'
local module r = alias m
def main = (x, y, inner.x, r.y))");
  EXPECT_EQ(names("main"), "x@5 y@4 x@5 y@4");
  EXPECT_EQ(names("y"), "f@5 x@5");
  EXPECT_EQ(type("inner.x"), "bool");
}

TEST_F(ModuleFrames, NamesThatAreHidden) {
  program(R"(
module p = { def x = 1i32 }
module q = { module x = { def z = 2i32 } }
module f (X: { val k : i32 }) = {
  open p
  def y = x
  open q
  def w = x.z
  def x = X.k
  def v = x
}
module m = f { def k = 4i32 })");
  EXPECT_EQ(names("m.y"), "x@2");
  EXPECT_EQ(names("m.w"), "z@3");
  EXPECT_EQ(names("m.v"), "x@9");
  EXPECT_EQ(names("m.x"), "k@12");
}

TEST_F(ModuleFrames, TypesWithParameters) {
  program(R"(
module type V = { type t [n] 'a val mk 'a : (n: i64) -> a -> t [n] a val k : i64 }
module v : V = { type t [n] 'a = [n](a, i32) def mk n x = replicate n (x, 1i32) def k = 3i64 }
module f (X: V) = { type pair 'b [n] = (X.t [n] b, b) def both (x: bool) : pair bool [X.k] = (X.mk X.k x, x) }
module a = f v
def main = v.mk 3 1u8)");
  EXPECT_EQ(type("main"), "[]{ 0: u8 1: i32 }");
  EXPECT_EQ(type("a.both"), "(bool -> { 0: []{ 0: bool 1: i32 } 1: bool })");
}

// The sizes of `a.xs` and `b.xs` are values of the body without a name outside of it.
TEST_F(ModuleFrames, SizesWithoutAName) {
  program(R"(
module f (X: { val n : i64 }) = { local def m : i64 = X.n * 2 def xs = iota m def ys = filter (> 2) xs }
module a = f { def n = 3i64 }
module b = f { def n = 4i64 }
def main = (zip a.xs a.xs, zip b.ys b.ys))");
  auto size_of = [&](std::string_view path) {
    return as<ArrayType>(visible(path)->type)->dim->var;
  };
  const lower::ValueDef* m_of_a = modules_->top()->find(size_of("a.xs"));
  const lower::ValueDef* m_of_b = modules_->top()->find(size_of("b.xs"));
  ASSERT_TRUE(m_of_a != nullptr && m_of_b != nullptr);
  EXPECT_EQ(m_of_a->symbol, m_of_b->symbol);
  EXPECT_EQ(m_of_a->frame, definition("a.xs").frame);
  EXPECT_EQ(m_of_b->frame, definition("b.xs").frame);
  const lower::ValueDef* unknown = modules_->top()->find(size_of("b.ys"));
  ASSERT_NE(unknown, nullptr);
  EXPECT_EQ(unknown->symbol, as<ArrayType>(definition("b.ys").symbol->type)->dim->var);
  EXPECT_EQ(unknown->frame, definition("b.ys").frame);
}

TEST_F(ModuleFrames, Imports) {
  session_.add_text("lib.fut", "module f (X: { val x : i32 }) = { def y = X.x }\ndef z = 1i32");
  program(R"(
open import "lib"
module l = import "lib"
open l.f {
  def x = z }
module m = f { def x = l.z }
def main = (y, m.y))");
  EXPECT_EQ(names("y"), "x@5");
  EXPECT_EQ(names("m.y"), "x@6");
  EXPECT_EQ(names("main"), "y@1 y@1");
  EXPECT_EQ(names(used_by(definition("y"))[0]), "z@2");
}

// All names lead to definitions of the right types in all programs with modules.
TEST(ModuleFramesOfPrograms, EveryNameIsKnown) {
  size_t programs = 0;
  std::filesystem::path folder = PLANISH_SOURCE_DIR "/tests/programs/accept/";
  for (std::string_view topic : {"modules", "imports", "types", "entry"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / topic)) {
      if (entry.path().extension() != ".fut") continue;
      Session session;
      const SourceFile* file = session.load(entry.path().string());
      ASSERT_NE(file, nullptr);
      CheckedProgram checked = session.check(*file);
      ASSERT_EQ(session.diags().error_count(), 0u) << entry.path();
      ModuleUses uses =
          follow_uses(session.context(), checked, lower::Modules(checked), UsesIn::UserFiles);
      EXPECT_EQ(uses.problems, std::vector<std::string>{}) << entry.path();
      programs++;
    }
  }
  EXPECT_GT(programs, 10u);
}

}  // namespace
}  // namespace planish
