#include "syntax/parser.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support/large_stack.h"
#include "syntax/tree_walk.h"
#include "tree_text.h"

namespace planish {
namespace {

using namespace ast;

class Parser : public testing::Test {
 protected:
  const Program* program(std::string text) {
    diags_ = {};
    file_ = sources_.add("test.fut", std::move(text));
    program_ = parse(*file_, arena_, names_, diags_);
    return program_;
  }
  std::string expr(std::string text) {
    diags_ = {};
    file_ = sources_.add("test.fut", std::move(text));
    const Expr* e = parse_expression(*file_, arena_, names_, diags_);
    EXPECT_EQ(errors(), "") << file_->text;
    return TreeText(names_).expr(e);
  }
  // All declarations, one after the other.
  std::string decls(std::string text) {
    program(std::move(text));
    EXPECT_EQ(errors(), "") << file_->text;
    return shown();
  }
  std::string shown() {
    std::string out;
    for (const Decl* decl : program_->decls) {
      if (!out.empty()) out += '\n';
      out += TreeText(names_).decl(decl);
    }
    return out;
  }
  std::string type(const std::string& text) {
    std::string out = decls("type t = " + text);
    return out.substr(10, out.size() - 11);
  }
  std::string pattern(const std::string& text) {
    std::string out = expr("match e case " + text + " -> r");
    return out.substr(10, out.size() - 17);
  }
  // One line per error: `line:column code: message`.
  std::string errors() {
    std::string out;
    for (const Diagnostic& diag : diags_.all()) {
      if (!out.empty()) out += '\n';
      Position at = sources_.begin(diag.labels[0].loc);
      out += fmt::format("{}:{} {}: {}", at.line, at.column, info(diag.kind).code, diag.message);
    }
    return out;
  }
  std::string errors_in(std::string text) {
    program(std::move(text));
    return errors();
  }
  std::string hint(std::string text) {
    program(std::move(text));
    EXPECT_EQ(diags_.size(), 1u) << errors();
    return diags_.size() == 0 ? "" : diags_.all()[0].hint;
  }
  // The text with the replacement of the only diagnostic applied.
  std::string fixed(const std::string& text) {
    program(text);
    EXPECT_EQ(diags_.size(), 1u) << errors();
    if (diags_.size() == 0) return text;
    const Diagnostic& diag = diags_.all()[0];
    EXPECT_TRUE(diag.replacement_loc.valid()) << diag.message;
    std::string out = text;
    return out.replace(diag.replacement_loc.begin - file_->base,
                       diag.replacement_loc.end - diag.replacement_loc.begin, diag.replacement);
  }

  SourceMap sources_;
  Interner names_;
  Arena arena_;
  Diagnostics diags_;
  const SourceFile* file_ = nullptr;
  const Program* program_ = nullptr;
};

// ---- Expressions

TEST_F(Parser, Literals) {
  EXPECT_EQ(expr("12"), "12");
  EXPECT_EQ(expr("12i8"), "12s1");
  EXPECT_EQ(expr("1.5f32"), "1.5s10");
  EXPECT_EQ(expr("'a'"), "c97");
  EXPECT_EQ(expr("true"), "true");
  EXPECT_EQ(expr(R"("a\n")"), "\"a\n\"");
  EXPECT_EQ(expr("99999999999999999999"), "1e+20!");
  EXPECT_EQ(expr("???"), "???");
  EXPECT_EQ(expr("()"), "(tuple)");
  EXPECT_EQ(expr("{}"), "(record)");
  EXPECT_EQ(expr("[]"), "(array)");
}

TEST_F(Parser, Precedence) {
  EXPECT_EQ(expr("1 + 2 * 3"), "(+ 1 (* 2 3))");
  EXPECT_EQ(expr("1 - 2 - 3"), "(- (- 1 2) 3)");
  EXPECT_EQ(expr("a * b ** c"), "(* a (** b c))");
  EXPECT_EQ(expr("a ** b ** c"), "(** (** a b) c)");
  EXPECT_EQ(expr("a & b << c + d"), "(& a (<< b (+ c d)))");
  EXPECT_EQ(expr("a == b && c || d"), "(|| (&& (== a b) c) d)");
  EXPECT_EQ(expr("a |> f |> g"), "(|> (|> a f) g)");
  EXPECT_EQ(expr("f <| g <| a"), "(<| f (<| g a))");
  EXPECT_EQ(expr("f <| a |> g"), "(|> (<| f a) g)");
  EXPECT_EQ(expr("a `f` b + c"), "(`f` a (+ b c))");
  EXPECT_EQ(expr("a + b `m.f` c"), "(`m.f` (+ a b) c)");
  EXPECT_EQ(expr("a ^ b | c & d"), "(& (| (^ a b) c) d)");
  EXPECT_EQ(expr("a < b == c"), "(== (< a b) c)");
}

TEST_F(Parser, OperatorsBindLikeTheirLongestPrefix) {
  EXPECT_EQ(expr("a + b *. c"), "(+ a (*. b c))");
  EXPECT_EQ(expr("a *. b **! c"), "(*. a (**! b c))");
  EXPECT_EQ(expr("a +^ b <=> c"), "(<=> (+^ a b) c)");
  EXPECT_EQ(expr("a !! b + c"), "(!! a (+ b c))");
  EXPECT_EQ(expr("a =+ b && c"), "(&& (=+ a b) c)");
  EXPECT_EQ(expr("a <|> b <|> c"), "(<|> a (<|> b c))");
  EXPECT_EQ(expr("a m.+ b m.n.* c"), "(m.+ a (m.n.* b c))");
}

TEST_F(Parser, PrefixOperators) {
  EXPECT_EQ(expr("-x + y"), "(+ (neg x) y)");
  EXPECT_EQ(expr("-x ** y"), "(** (neg x) y)");
  EXPECT_EQ(expr("-f x"), "(neg (f x))");
  EXPECT_EQ(expr("!a && b"), "(&& (not a) b)");
  EXPECT_EQ(expr("- -x"), "(neg (neg x))");
  EXPECT_EQ(expr("f -x"), "(- f x)");
  EXPECT_EQ(expr("a - if b then c else d + e"), "(- a (if b c (+ d e)))");
}

TEST_F(Parser, Application) {
  EXPECT_EQ(expr("f x y"), "(f x y)");
  EXPECT_EQ(expr("f (g x) {y} [z]"), "(f (paren (g x)) (record y) (array z))");
  EXPECT_EQ(expr("map \\x -> x + 1"), "(map (\\ x -> (+ x 1)))");
  EXPECT_EQ(expr("#a x #b"), "(#a x #b)");
  EXPECT_EQ(expr("(#a) x"), "((paren #a) x)");
  EXPECT_EQ(expr("f x.y 1"), "(f x.y 1)");
}

TEST_F(Parser, IndexOrArgument) {
  EXPECT_EQ(expr("a[i]"), "(index a [i])");
  EXPECT_EQ(expr("a [i]"), "(a (array i))");
  EXPECT_EQ(expr("f a[i] [j]"), "(f (index a [i]) (array j))");
  EXPECT_EQ(expr("a[i][j]"), "(index (index a [i]) [j])");
  EXPECT_EQ(expr("a[i,j,]"), "(index a [i, j])");
  EXPECT_EQ(expr("(f a)[0]"), "(index (paren (f a)) [0])");
}

TEST_F(Parser, Slices) {
  EXPECT_EQ(expr("a[i:j]"), "(index a [i:j])");
  EXPECT_EQ(expr("a[:]"), "(index a [:])");
  EXPECT_EQ(expr("a[i:, :j]"), "(index a [i:, :j])");
  EXPECT_EQ(expr("a[::-1]"), "(index a [::(neg 1)])");
  EXPECT_EQ(expr("a[i:j:2, i::2, :j:2]"), "(index a [i:j:2, i::2, :j:2])");
  EXPECT_EQ(expr("a[(i: i64)]"), "(index a [(paren (: i i64))])");
}

TEST_F(Parser, NamesAndProjections) {
  EXPECT_EQ(expr("a.b.c"), "a.b.c");
  EXPECT_EQ(expr("a.0.1"), "(.1 (.0 a))");
  EXPECT_EQ(expr("a.b.0.c"), "(.c (.0 a.b))");
  EXPECT_EQ(expr("(a).b"), "(.b (paren a))");
  EXPECT_EQ(expr("a[0].b"), "(.b (index a [0]))");
  EXPECT_EQ(expr("m.n.(x + y)"), "(open m.n (+ x y))");
  EXPECT_EQ(expr("m.(x).y"), "(.y (open m x))");
}

TEST_F(Parser, Sections) {
  EXPECT_EQ(expr("(+)"), "(section +)");
  EXPECT_EQ(expr("(-)"), "(section -)");
  EXPECT_EQ(expr("(x -)"), "(section - x _)");
  EXPECT_EQ(expr("(- x)"), "(paren (neg x))");
  EXPECT_EQ(expr("(* x)"), "(section * _ x)");
  EXPECT_EQ(expr("(x * y +)"), "(section + (* x y) _)");
  EXPECT_EQ(expr("(+ x * y)"), "(section + _ (* x y))");
  EXPECT_EQ(expr("(`f`)"), "(section `f`)");
  EXPECT_EQ(expr("(`f` x)"), "(section `f` _ x)");
  EXPECT_EQ(expr("(x `m.f`)"), "(section `m.f` x _)");
  EXPECT_EQ(expr("(m.+)"), "(section m.+)");
  EXPECT_EQ(expr("(m.+ x)"), "(section m.+ _ x)");
  EXPECT_EQ(expr("(.x.0.y)"), "(section .x.0.y)");
  EXPECT_EQ(expr("(.[i,j])"), "(section [i, j])");
  EXPECT_EQ(expr("(.x[i].y)"), "(section .x[i].y)");
}

TEST_F(Parser, TuplesRecordsArrays) {
  EXPECT_EQ(expr("(a)"), "(paren a)");
  EXPECT_EQ(expr("(a, b,)"), "(tuple a b)");
  EXPECT_EQ(expr("(a: t, b :> u)"), "(tuple (: a t) (:> b u))");
  EXPECT_EQ(expr("{x = 1, y, 0 = z,}"), "(record x=1 y 0=z)");
  EXPECT_EQ(expr("[1, 2,]"), "(array 1 2)");
}

TEST_F(Parser, Ranges) {
  EXPECT_EQ(expr("a...b"), "(... a b)");
  EXPECT_EQ(expr("a..<b + 1"), "(..< a (+ b 1))");
  EXPECT_EQ(expr("a..b..>c"), "(..> a b c)");
  EXPECT_EQ(expr("1...-1"), "(... 1 (neg 1))");
  EXPECT_EQ(expr("a `f` b ... c"), "(... (`f` a b) c)");
}

TEST_F(Parser, Ascriptions) {
  EXPECT_EQ(expr("a + b : t"), "(: (+ a b) t)");
  EXPECT_EQ(expr("a : t :> u"), "(:> (: a t) u)");
  EXPECT_EQ(expr("if a then b else c : t"), "(if a b (: c t))");
}

TEST_F(Parser, Updates) {
  EXPECT_EQ(expr("a with [i] = b"), "(with a [i] b)");
  EXPECT_EQ(expr("a with x.y[i].0 = b"), "(with a .x.y[i].0 b)");
  EXPECT_EQ(expr("a with [i] = b with [j] = c"), "(with (with a [i] b) [j] c)");
  EXPECT_EQ(expr("a with [i] = b |> f"), "(with a [i] (|> b f))");
  EXPECT_EQ(expr("a + b with [i] = c"), "(with (+ a b) [i] c)");
  EXPECT_EQ(expr("a `f` b with [i] = c"), "(`f` a (with b [i] c))");
}

TEST_F(Parser, Lets) {
  EXPECT_EQ(expr("let x = 1 in x"), "(let x = 1 in x)");
  EXPECT_EQ(expr("let x = 1 let (y, z) = x in y"), "(let x = 1; (let (tuple y z) = x in y))");
  EXPECT_EQ(expr("let x: t = 1 in x"), "(let (: x t) = 1 in x)");
  EXPECT_EQ(expr("let [n] [m] (x: [n][m]t) = e in n"),
            "(let [n] [m] (paren (: x ([n] ([m] t)))) = e in n)");
  EXPECT_EQ(expr("let[n] x = e in n"), "(let [n] x = e in n)");
  EXPECT_EQ(expr("let x[i] = v in x"), "(letwith x [i] = v in x)");
  EXPECT_EQ(expr("let x.f[i].0 = v in x"), "(letwith x .f[i].0 = v in x)");
  EXPECT_EQ(expr("let f [n] 't (x: t) y: u = e in f"),
            "(letfun f [n] 't (paren (: x t)) y : u = e in f)");
  EXPECT_EQ(expr("let (+) = f in 1 + 2"), "(let + = f in (+ 1 2))");
  EXPECT_EQ(expr("let x = let y = 1 in y in x"), "(let x = (let y = 1 in y) in x)");
}

TEST_F(Parser, Branches) {
  EXPECT_EQ(expr("if a then b else if c then d else e"), "(if a b (if c d e))");
  EXPECT_EQ(expr("match a case 1 -> b case _ -> match c case d -> e case f -> g"),
            "(match a (1 -> b) (_ -> (match c (d -> e) (f -> g))))");
  EXPECT_EQ(expr("assert (x > 0) x : t"), "(assert (paren (> x 0)) (: x t))");
  EXPECT_EQ(expr("#[unroll] f x : t"), "(attr unroll (: (f x) t))");
  EXPECT_EQ(expr("#[a(b, 3, c(),)] x"), "(attr (a b 3 (c)) x)");
}

TEST_F(Parser, Loops) {
  EXPECT_EQ(expr("loop x = 0 for i < n do x + i"), "(loop x = 0 for i < n (+ x i))");
  EXPECT_EQ(expr("loop (x, y) for z in zs do (x, z)"),
            "(loop (tuple x y) for z in zs (tuple x z))");
  EXPECT_EQ(expr("loop (x: t) = f y while x < 3 do g x"),
            "(loop (paren (: x t)) = (f y) while (< x 3) (g x))");
  EXPECT_EQ(expr("loop x for (a, b) in c do x"), "(loop x for (tuple a b) in c x)");
}

TEST_F(Parser, Lambdas) {
  EXPECT_EQ(expr("\\x (y: t) _ {z} -> x"), "(\\ x (paren (: y t)) _ (record z) -> x)");
  EXPECT_EQ(expr("\\x : t -> x : u"), "(\\ x : t -> (: x u))");
  EXPECT_EQ(expr("\\() -> \\x -> x"), "(\\ (tuple) -> (\\ x -> x))");
}

// ---- Patterns

TEST_F(Parser, Patterns) {
  EXPECT_EQ(pattern("x"), "x");
  EXPECT_EQ(pattern("(x)"), "(paren x)");
  EXPECT_EQ(pattern("(x, _, (),)"), "(tuple x _ (tuple))");
  EXPECT_EQ(pattern("{x, y = z, 0 = w, v: t,}"), "(record x y=z 0=w (: v t))");
  EXPECT_EQ(pattern("-1"), "(neg 1)");
  EXPECT_EQ(pattern("-1.5f32"), "(neg 1.5s10)");
  EXPECT_EQ(pattern("'a'"), "c97");
  EXPECT_EQ(pattern("#a x -1 (#b y) #c"), "(#a x (neg 1) (paren (#b y)) #c)");
  EXPECT_EQ(pattern("#a"), "#a");
  EXPECT_EQ(pattern("(x: t)"), "(paren (: x t))");
  EXPECT_EQ(pattern("#[a] x"), "(attr a x)");
  EXPECT_EQ(pattern("(+)"), "+");
  EXPECT_EQ(pattern("(-)"), "-");
}

// ---- Types

TEST_F(Parser, Types) {
  EXPECT_EQ(type("m.t"), "m.t");
  EXPECT_EQ(type("()"), "(tuple)");
  EXPECT_EQ(type("(a, b,)"), "(tuple a b)");
  EXPECT_EQ(type("{x: a, 0: b,}"), "(record x:a 0:b)");
  EXPECT_EQ(type("[n][]a"), "([n] ([] a))");
  EXPECT_EQ(type("[n + 1][f x]a"), "([(+ n 1)] ([(f x)] a))");
  EXPECT_EQ(type("[n][?]a"), "([n] ([?] a))");
  EXPECT_EQ(type("*[n]a"), "(* ([n] a))");
  EXPECT_EQ(type("[n]*a"), "([n] (* a))");
}

TEST_F(Parser, FunctionTypes) {
  EXPECT_EQ(type("a -> b -> c"), "(-> a (-> b c))");
  EXPECT_EQ(type("(a -> b) -> c"), "(-> (paren (-> a b)) c)");
  EXPECT_EQ(type("(n: i64) -> [n]t"), "(-> n:i64 ([n] t))");
  EXPECT_EQ(type("*[]a -> *b"), "(-> (* ([] a)) (* b))");
  EXPECT_EQ(type("?[n][m].[n][m]t"), "(? n m ([n] ([m] t)))");
  EXPECT_EQ(type("a -> ?[n].[n]t"), "(-> a (? n ([n] t)))");
}

TEST_F(Parser, TypeApplications) {
  EXPECT_EQ(type("t a b"), "((t a) b)");
  EXPECT_EQ(type("t [n] a"), "((t [n]) a)");
  EXPECT_EQ(type("t[n][]"), "((t [n]) [])");
  EXPECT_EQ(type("[n]t a"), "([n] (t a))");
  EXPECT_EQ(type("m.t (a, b) {}"), "((m.t (tuple a b)) (record))");
}

TEST_F(Parser, SumTypes) {
  EXPECT_EQ(type("#a"), "(sum #a)");
  EXPECT_EQ(type("#a x y | #b | #c [n]t"), "(sum (#a x y) #b (#c ([n] t)))");
  EXPECT_EQ(type("[n]#a | #b"), "([n] (sum #a #b))");
  EXPECT_EQ(type("(#a | #b) -> #c"), "(-> (paren (sum #a #b)) (sum #c))");
}

// ---- Declarations

TEST_F(Parser, Values) {
  EXPECT_EQ(decls("def f [n] 't '~u '^v (x: [n]t) y: t = x"),
            "(def f [n] 't '~u '^v (paren (: x ([n] t))) y : t = x)");
  EXPECT_EQ(decls("def f[n] (x: [n]t) = x"), "(def f [n] (paren (: x ([n] t))) = x)");
  EXPECT_EQ(decls("let x = 1 entry main (x: i32) = x"),
            "(let x = 1)\n(entry main (paren (: x i32)) = x)");
  EXPECT_EQ(decls("def (+) x y = x"), "(def + x y = x)");
  EXPECT_EQ(decls("def (-) x y = x"), "(def - x y = x)");
  EXPECT_EQ(decls("#[a] #[b(c)] def x = 1"), "(attrs a (b c) (def x = 1))");
}

TEST_F(Parser, InfixDefinitions) {
  EXPECT_EQ(decls("def x + y = x"), "(def-infix + x y = x)");
  EXPECT_EQ(decls("def x - y = x"), "(def-infix - x y = x)");
  EXPECT_EQ(decls("def (x: t) <+> (y: t): t = x"),
            "(def-infix <+> (paren (: x t)) (paren (: y t)) : t = x)");
  EXPECT_EQ(decls("let (a, b) *** {c} = a"), "(let-infix *** (tuple a b) (record c) = a)");
  EXPECT_EQ(decls("def x `f` y = x"), "(def-infix f x y = x)");
}

TEST_F(Parser, TypesAndImports) {
  EXPECT_EQ(decls("type t [n] 'a = [n]a"), "(type t [n] 'a = ([n] a))");
  EXPECT_EQ(decls("type~ t = a type^ u = b -> c"), "(type~ t = a)\n(type^ u = (-> b c))");
  EXPECT_EQ(decls("import \"a/b\" local open import \"c\""),
            "(import \"a/b\")\n(local (open (import \"c\")))");
}

TEST_F(Parser, Modules) {
  EXPECT_EQ(decls("module m = { def x = 1 type t = a }"),
            "(module m = (body (def x = 1) (type t = a)))");
  EXPECT_EQ(decls("module m (p: S) (q: {}): T = f p {}"),
            "(module m (p: S) (q: (specs)) : T = ((f p) (body)))");
  EXPECT_EQ(decls("module m = \\ (p: S) : T -> f p : U"),
            "(module m = (: (\\(p: S) : T -> (f p)) U))");
  EXPECT_EQ(decls("module m = (import \"a\") : S with t = u"),
            "(module m = (: (paren (import \"a\")) (with S t = u)))");
}

TEST_F(Parser, ModuleTypes) {
  EXPECT_EQ(decls("module type S = {\n val x [n]: [n]t\n val +: t -> t\n val (-) 'a: a\n"
                  " type t type^ u 'a type~ v = w\n module m: T\n include U with a.b 'c = d\n}"),
            "(module-type S = (specs (val x [n] : ([n] t)) (val + : (-> t t)) (val - 'a : a) "
            "(type t) (type^ u 'a) (type~ v = w) (module m : T) (include (with U a.b 'c = d))))");
  EXPECT_EQ(decls("module type F = (x: S) -> T -> U with t = u with v = w"),
            "(module-type F = (-> x:S (-> T (with (with U t = u) v = w))))");
}

TEST_F(Parser, SpecsAtTopLevel) {
  const SourceFile* file =
      sources_.add("specs.fut", "-- | doc\nval f 'a: a -> a\n#[x]\n-- | more\ntype t\n");
  std::span<Spec*> specs = parse_specs(*file, arena_, names_, diags_);
  EXPECT_EQ(errors(), "");
  ASSERT_EQ(specs.size(), 2u);
  EXPECT_EQ(TreeText(names_).spec(specs[0]), "(val f 'a : (-> a a))");
  EXPECT_EQ(sources_.text(specs[0]->doc.loc), "-- | doc");
  EXPECT_EQ(sources_.text(specs[1]->doc.loc), "-- | more");
  EXPECT_EQ(specs[1]->attrs.size(), 1u);
}

// ---- Documentation

TEST_F(Parser, DocComments) {
  program(
      "-- | the file\n-- goes on\n\n-- | one\ndef x = 1 -- plain\n\n-- | two\n#[a] local def y = "
      "2\n");
  EXPECT_EQ(errors(), "");
  EXPECT_EQ(sources_.text(program_->doc.loc), "-- | the file\n-- goes on");
  EXPECT_EQ(sources_.text(program_->decls[0]->doc.loc), "-- | one");
  EXPECT_EQ(sources_.text(program_->decls[1]->doc.loc), "-- | two");
}

TEST_F(Parser, DocCommentsWithOtherLineEnds) {
  program("-- plain\r\ndef x = 1\r\n-- | doc\r\n-- more\r\n\r\n-- plain\r\ndef y = 2\r\n");
  EXPECT_EQ(errors(), "");
  EXPECT_EQ(sources_.text(program_->decls[1]->doc.loc), "-- | doc\r\n-- more");
}

TEST_F(Parser, MisplacedDocComments) {
  constexpr std::string_view kMessage =
      "misplaced-doc: this documentation comment does not stand before a declaration";
  EXPECT_EQ(errors_in("def x = -- | no\n 1"), fmt::format("1:9 {}", kMessage));
  EXPECT_EQ(errors_in("def x = 1\n-- | no"), fmt::format("2:1 {}", kMessage));
  EXPECT_EQ(errors_in("def x = 1\n-- | no\n\n-- | yes\ndef y = 2"),
            fmt::format("2:1 {}", kMessage));
}

// ---- Locations

TEST_F(Parser, LocationsAreExact) {
  program("def f [n] (x: t) = -- c\n  m.g x[0] + (1 : t) -- d\n");
  const auto* decl = static_cast<const ValDecl*>(program_->decls[0]);
  EXPECT_EQ(sources_.text(decl->loc), "def f [n] (x: t) = -- c\n  m.g x[0] + (1 : t)");
  EXPECT_EQ(sources_.text(decl->name.loc), "f");
  EXPECT_EQ(sources_.text(decl->type_params[0].loc), "[n]");
  EXPECT_EQ(sources_.text(decl->params[0]->loc), "(x: t)");
  const auto* sum = static_cast<const BinOp*>(decl->body);
  EXPECT_EQ(sources_.text(sum->loc), "m.g x[0] + (1 : t)");
  EXPECT_EQ(sources_.text(sum->op.loc), "+");
  const auto* call = static_cast<const Apply*>(sum->left);
  EXPECT_EQ(sources_.text(call->loc), "m.g x[0]");
  const auto* g = static_cast<const Var*>(call->fn);
  EXPECT_EQ(sources_.text(g->name.loc), "m.g");
  EXPECT_EQ(sources_.text(g->name.quals[0].loc), "m");
  EXPECT_EQ(sources_.text(g->name.name.loc), "g");
}

TEST_F(Parser, QualifiedOperatorLocations) {
  program("def x = a m.n.+. b");
  const auto* sum =
      static_cast<const BinOp*>(static_cast<const ValDecl*>(program_->decls[0])->body);
  EXPECT_EQ(sources_.text(sum->op.loc), "m.n.+.");
  ASSERT_EQ(sum->op.quals.size(), 2u);
  EXPECT_EQ(sources_.text(sum->op.quals[1].loc), "n");
  EXPECT_EQ(sources_.text(sum->op.name.loc), "+.");
}

TEST_F(Parser, NodesLieWithinTheirParents) {
  program(R"(
    #[inline] def f [n] 't ({a, b = (c: t)}: r) #k = let x.y[0:1] = \z : t -> -z in (.p[q].r)
    module m (p: S with a.b [n] = [n]t -> (x: u) -> ?[k].[k]v) : T = \ (q: {val g: #a | #b t}) -> f q
    local open import "x"
    entry g x = loop y = (x, {x, z = 1}) for w in 1..3...9 do match y case (-1, #c _) -> m.(y) with [0] = #d 1
  )");
  EXPECT_EQ(errors(), "");
  for (const Decl* decl : program_->decls) {
    walk_tree(decl, [&](const TreeNode& node) {
      EXPECT_LT(node.loc.begin, node.loc.end);
      EXPECT_LE(node.parent.begin, node.loc.begin) << sources_.text(node.loc);
      EXPECT_GE(node.parent.end, node.loc.end) << sources_.text(node.loc);
    });
  }
}

// ---- Errors

TEST_F(Parser, SeveralErrorsInOneRun) {
  EXPECT_EQ(
      errors_in("def a = (1 +\ndef b = 2 )\ndef c x = if x then 1\ntype t = {x: }\ndef d = 4"),
      "2:1 unexpected-token: expected an expression after `+`, but found `def`\n"
      "2:11 unexpected-token: `)` closes nothing\n"
      "4:1 unexpected-token: expected `else` after `1`, but found `type`\n"
      "4:14 unexpected-token: expected a type after `:`, but found `}`");
  EXPECT_EQ(shown(), "(def a = <error>)\n(def b = <error>)\n(def c x = <error>)\n(def d = 4)");
}

TEST_F(Parser, RecoveryInsideOfADefinition) {
  EXPECT_EQ(errors_in("def f x =\n  let a = 1 + )\n  let b = a\n  let c = * 2\n  in c"),
            "2:15 unexpected-token: expected an expression after `+`, but found `)`\n"
            "4:11 unexpected-token: expected an expression after `=`, but found `*`");
  EXPECT_EQ(shown(), "(def f x = (let a = <error>; (let b = a; (let c = <error> in c))))");
}

TEST_F(Parser, RecoveryInsideOfAModule) {
  EXPECT_EQ(
      errors_in(
          "module m = {\n  def a = {x = 1, y = = 2}\n  def b = 1\n  type t = ]\n}\ndef c = 3"),
      "2:23 unexpected-token: expected an expression after `=`, but found `=`\n"
      "4:12 unexpected-token: expected a type after `=`, but found `]`");
  EXPECT_EQ(shown(), "(module m = (body (def a = <error>) (def b = 1)))\n(def c = 3)");
}

TEST_F(Parser, ManyErrorsAreCutOff) {
  std::string text;
  for (int i = 0; i < 1000; i++) text += "def x = ) + 1\n";
  program(text);
  EXPECT_EQ(diags_.size(), 20u);
}

TEST_F(Parser, UnreadableTextIsReportedOnce) {
  EXPECT_EQ(errors_in("def x = (1 @ 2)\ndef y = \"abc\ndef z = 3"),
            "1:12 bad-character: `@` is not part of the language\n"
            "2:9 unterminated-literal: this string is not closed on its line");
  EXPECT_EQ(shown(), "(def x = <error>)\n(def y = <error>)\n(def z = 3)");
}

TEST_F(Parser, BracketsInErrors) {
  EXPECT_EQ(errors_in("def x = (1 + [2\n\ndef y = 3"),
            "1:14 unclosed-bracket: this `[` is not closed");
  EXPECT_EQ(errors_in("def x = (1, 2]"), "1:14 unclosed-bracket: `]` does not close `(`");
  EXPECT_EQ(errors_in("module m = {\n def x = 1\n"),
            "1:12 unclosed-bracket: this `{` is not closed");
  program("def x = f (1 then");
  ASSERT_EQ(diags_.size(), 1u);
  EXPECT_EQ(sources_.text(diags_.all()[0].labels[1].loc), "(");
}

TEST_F(Parser, ReservedWords) {
  EXPECT_EQ(hint("def val = 1"), "`val` is a reserved word; choose another name");
  EXPECT_EQ(hint("def f in = 1"), "`in` is a reserved word; choose another name");
  EXPECT_EQ(hint("def f = let do = 1 in 2"), "`do` is a reserved word; choose another name");
}

TEST_F(Parser, MissingIn) {
  EXPECT_EQ(fixed("def f x =\n  let y = x\n  g y"), "def f x =\n  let y = x\n  in g y");
  EXPECT_EQ(hint("def f x =\n  let y = x\ndef g = 1"), "missing `in` and a result before `def`?");
}

TEST_F(Parser, PatternsAtTopLevel) {
  EXPECT_EQ(errors_in("let (a, b) = (1, 2)"),
            "1:5 bad-binding: a pattern cannot be bound at top level");
  EXPECT_EQ(errors_in("def x ! y = 1"),
            "1:7 bad-binding: `!` stands before its only operand and cannot be defined");
  EXPECT_EQ(errors_in("def (m.+) x y = 1"), "1:6 bad-binding: a qualified name cannot be defined");
}

TEST_F(Parser, HintsThatCanBeApplied) {
  EXPECT_EQ(fixed("def f x = if x = 1 then 2 else 3"), "def f x = if x == 1 then 2 else 3");
  EXPECT_EQ(fixed("def f = 1..10"), "def f = 1...10");
  EXPECT_EQ(fixed("def f x = g $ x"), "def f x = g <| x");
  EXPECT_EQ(fixed("def f (x: i32) -> i32 = x"), "def f (x: i32) : i32 = x");
  EXPECT_EQ(fixed("def f = .5"), "def f = 0.5");
  EXPECT_EQ(fixed("def f = 1.e5"), "def f = 1.0e5");
  EXPECT_EQ(fixed("def f x = match x case 1 => 2"), "def f x = match x case 1 -> 2");
  EXPECT_EQ(fixed("def f = \\x. x"), "def f = \\x-> x");
  EXPECT_EQ(fixed("def f = {x: 1}"), "def f = {x = 1}");
  EXPECT_EQ(fixed("type t = {x = i32}"), "type t = {x : i32}");
  EXPECT_EQ(fixed("type t a = []a"), "type t 'a = []a");
  EXPECT_EQ(fixed("import foo"), "import \"foo\"");
  EXPECT_EQ(fixed("open \"foo\""), "open import \"foo\"");
  EXPECT_EQ(fixed("module m { def x = 1 }"), "module m = { def x = 1 }");
  EXPECT_EQ(fixed("def f a = a.[0]"), "def f a = a[0]");
  EXPECT_EQ(fixed("x = 1"), "def x = 1");
  EXPECT_EQ(fixed("type t = i32\nx = 1"), "type t = i32\ndef x = 1");
  EXPECT_EQ(fixed("def f = def x = 1 in x"), "def f = let x = 1 in x");
  EXPECT_EQ(fixed("def f = let g[n] (x: [n]t) = x in g"), "def f = let g [n] (x: [n]t) = x in g");
  EXPECT_EQ(fixed("def f x = x :: i32"), "def f x = x : i32");
}

TEST_F(Parser, HintsForOtherMistakes) {
  EXPECT_EQ(hint("def f x = g if x then 1 else 2"),
            "to pass it as an argument, put the `if` expression in parentheses");
  EXPECT_EQ(hint("def f x = match x with | 1 -> 2"),
            "the cases of a match follow directly: `match e case p -> r`");
  EXPECT_EQ(
      hint("def f x = match x case y: i32 -> 2"),
      "the `->` was read as part of a type; put the pattern in parentheses: `case (p: t) -> e`");
  EXPECT_EQ(hint("def f x = let a, b = x in a"),
            "a tuple pattern stands in parentheses: `let (a, b) = e`");
  EXPECT_EQ(hint("def f (x: [i32]) = x"), "the type of an array is written `[]t` or `[n]t`");
  EXPECT_EQ(hint("def f x = x[1] [2]"), "write several indices in one pair of brackets: `a[i, j]`");
  EXPECT_EQ(hint("type t = A | B"), "write `#name` for every alternative");
  EXPECT_EQ(hint("fun f x = x"),
            "a function is defined with `def`, as in `def f (x: i32) : i32 = x + 1`");
}

// ---- Bad input

std::string repeat(std::string_view text, int count) {
  std::string out;
  for (int i = 0; i < count; i++) out += text;
  return out;
}

TEST_F(Parser, DeepNestingIsAnError) {
  constexpr int kCount = 100'000;
  struct Nest {
    std::string_view before;
    std::string_view repeated;
  };
  constexpr Nest kNests[] = {
      {"def x = ", "("},
      {"def x = ", "["},
      {"def x = ", "{a="},
      {"def x = ", "- "},
      {"def x = ", "\\x -> "},
      {"def x = ", "let x = 1 "},
      {"def x = ", "let x = ("},
      {"def x = ", "if a then b else "},
      {"def x = ", "#[a] "},
      {"def x = 1", "+1"},
      {"def x = a", "[0]"},
      {"def x = a", ".0"},
      {"def x = 1", " : t"},
      {"def x = 1", "<|1"},
      {"def x = a", " with x = 1"},
      {"type t = ", "("},
      {"type t = ", "a -> "},
      {"type t = a", " a"},
      {"type t = ", "[a["},
      {"def f ", "("},
      {"", "module m = {"},
      {"module type m = ", "{module m: "},
      {"", "local "},
      {"module m = f", " x"},
  };
  for (const Nest& nest : kNests) {
    // The walk reads the whole text, also of what is not closed.
    std::string text = std::string(nest.before) + repeat(nest.repeated, kCount);
    run_with_large_stack([&] { program(text); });
    ASSERT_GE(diags_.size(), 1u) << nest.repeated;
    EXPECT_TRUE(std::ranges::any_of(
        diags_.all(), [](const Diagnostic& d) { return d.kind == Diag::nesting_too_deep; }))
        << nest.repeated << ": " << errors();
    EXPECT_EQ(program_->decls.size(), 0u) << nest.repeated;
  }
}

TEST_F(Parser, AllowedNesting) {
  run_with_large_stack([&] {
    EXPECT_EQ(errors_in("def x = " + repeat("(", 19000) + "1" + repeat(")", 19000)), "");
    EXPECT_EQ(tree_depth(program_->decls[0]), 19002);
    EXPECT_EQ(errors_in("def x = 1" + repeat(" + 1", 19000)), "");
    EXPECT_EQ(errors_in("type t = " + repeat("(", 19000) + "a" + repeat(")", 19000)), "");
    // Length is no depth.
    EXPECT_EQ(errors_in("def x = f" + repeat(" y", 100'000)), "");
    EXPECT_EQ(errors_in("def x = [" + repeat("1, ", 100'000) + "]"), "");
    EXPECT_EQ(errors_in(repeat("def x = 1\n", 100'000)), "");
  });
}

TEST_F(Parser, GiganticLiterals) {
  EXPECT_EQ(errors_in("def x = " + std::string(1'000'000, '9')), "");
  EXPECT_EQ(errors_in("def x = 0x" + std::string(1'000'000, 'f')), "");
  EXPECT_EQ(errors_in("def x = 1." + std::string(1'000'000, '3') + "e-5"), "");
  EXPECT_EQ(errors_in("def x = \"" + std::string(1'000'000, 'a') + "\""), "");
  EXPECT_EQ(errors_in("def " + std::string(1'000'000, 'a') + " = 1"), "");
}

TEST_F(Parser, NothingToRead) {
  EXPECT_EQ(errors_in(""), "");
  EXPECT_EQ(errors_in("\n\n"), "");
  EXPECT_EQ(errors_in("-- only a comment"), "");
  EXPECT_EQ(program_->decls.size(), 0u);
}

}  // namespace
}  // namespace planish
