// The syntax tree of NESL: what the parser makes, what the formatter prints and what the checker
// annotates; lowering reads the annotated tree.
//
// Nodes live in an arena and own nothing. The parser fills every field except those under a line
// `// types`: these are slots that the checker fills, of types that are declared in nesl/types.
// A checked program without errors has all of them, as said beside each; Note [Typed trees] says
// how they fit together. A tree whose file had syntax errors holds Error… nodes.
//
// `match(node, lambda…)` in ast_match.h is the way to take a node apart: a forgotten kind does not
// compile.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "support/loc.h"
#include "support/name.h"

namespace planish::nesl {

// Filled in by the checker (nesl/types).
struct Type;
struct Definition;
struct Datatype;

struct Expr;
struct Pattern;
struct TypeExpr;
struct Form;
struct Lambda;

enum class ExprKind : uint8_t {
#define EXPR(K, text) K,
#include "nesl/syntax/ast.def"
};
enum class PatternKind : uint8_t {
#define PATTERN(K, text) K,
#include "nesl/syntax/ast.def"
};
enum class TypeExprKind : uint8_t {
#define TYPE_EXPR(K, text) K,
#include "nesl/syntax/ast.def"
};
enum class FormKind : uint8_t {
#define FORM(K, text) K,
#include "nesl/syntax/ast.def"
};
enum class PrefixOp : uint8_t {
#define PREFIX(id, text, binding) id,
#include "nesl/syntax/operators.def"
};
enum class InfixOp : uint8_t {
#define INFIX(id, text, left, right) id,
#include "nesl/syntax/operators.def"
};

// Note [Typed trees]
// A definition is checked once, whatever types it is used at. Its scheme (types/definition.h) has
// parameters, and types in its tree may mention them as TypeKind::Param. An *instance* is a
// definition with one ground type for each parameter (Callee below); whoever lowers an instance
// replaces parameters by these types in everything that it reads from the tree
// (TypeTable::substitute). In an instance all types are ground, and equal types are equal pointers.
//
// A function type says which function it is (Type::site). In an instance that is always a known
// definition or closure, with the types of its own parameters, so every call is known: that of
// `f(x)` is the site of the type of `f`. A function as a value has the values that its closure
// captures and nothing else; a definition or a built-in captures nothing.
//
// Names of definitions mean a Definition, which may get another body by a later form of the same
// type. An expression at top level uses the bodies that exist at its place: bodies are asked for with
// the number of a form, see Definition::body_at.

// ---- Parts

struct Ident {
  Name name;  // in lower case: case does not matter
  Loc loc;
};

// A name that is bound by a pattern.
struct Variable {
  Name name;
  Loc loc;
  // types
  const Type* type = nullptr;
  // Of the innermost closure in whose parameters or body it is bound; null: outside of closures.
  const Lambda* closure = nullptr;
  // Of a name bound at top level; null: a local one.
  Definition* definition = nullptr;
  uint32_t uses = 0;
};

// A use of a definition at types. Empty for a local name.
struct Callee {
  const Definition* definition = nullptr;
  std::span<const Type* const> type_args;  // for the parameters of its scheme, in order
};

// ---- Expressions

struct Expr {
  ExprKind kind;
  Loc loc;
  // types: of every expression, except for NamedArgument.
  const Type* type = nullptr;
};

struct IntLit : Expr {
  static constexpr ExprKind K = ExprKind::IntLit;
  uint64_t value = 0;  // up to 2^63, which only a `-` before it makes an int
};
struct FloatLit : Expr {
  static constexpr ExprKind K = ExprKind::FloatLit;
  double value = 0;
};
struct CharLit : Expr {
  static constexpr ExprKind K = ExprKind::CharLit;
  uint8_t value = 0;
};
struct BoolLit : Expr {
  static constexpr ExprKind K = ExprKind::BoolLit;
  bool value = false;
};
// A [char]; the bytes without escapes.
struct StringLit : Expr {
  static constexpr ExprKind K = ExprKind::StringLit;
  std::string_view value;
};
struct NameExpr : Expr {
  static constexpr ExprKind K = ExprKind::NameExpr;
  Name name;
  // types: one of the two.
  const Variable* variable = nullptr;  // a local name
  Callee callee;                       // a definition: function, value, constructor or built-in
};
struct Parens : Expr {
  static constexpr ExprKind K = ExprKind::Parens;
  Expr* inner = nullptr;
};
// `a, b`; `a, b, c` is a pair of a and the pair `b, c`.
struct Pair : Expr {
  static constexpr ExprKind K = ExprKind::Pair;
  Expr* left = nullptr;
  Expr* right = nullptr;
};
// `f(x)`, also `f x`. The function is whatever has a function type.
struct Apply : Expr {
  static constexpr ExprKind K = ExprKind::Apply;
  Expr* function = nullptr;
  Expr* argument = nullptr;  // as written
  // types
  // What is passed: `argument`, or, where the function has parameters with defaults, pairs with
  // everything in its place. Default expressions are closed, have ground types, and are shared by
  // all calls.
  Expr* passed = nullptr;
  // Calls the definition in whose body it stands, and is in tail position there: through `let` and
  // branches of `if`, not in an apply-to-each or a closure.
  bool tail_self = false;
};
// `v[i]`
struct Index : Expr {
  static constexpr ExprKind K = ExprKind::Index;
  Expr* vector = nullptr;
  Expr* index = nullptr;
};
struct Prefix : Expr {
  static constexpr ExprKind K = ExprKind::Prefix;
  PrefixOp op{};
  Expr* operand = nullptr;
  // types
  Callee callee;  // takes the operand
};
struct Binary : Expr {
  static constexpr ExprKind K = ExprKind::Binary;
  InfixOp op{};
  Loc op_loc;
  Expr* left = nullptr;
  Expr* right = nullptr;
  // types
  Callee callee;  // takes the pair of both
};
struct If : Expr {
  static constexpr ExprKind K = ExprKind::If;
  Expr* condition = nullptr;
  Expr* then_branch = nullptr;
  Expr* else_branch = nullptr;
};
struct Binding {
  Pattern* pattern = nullptr;
  Expr* value = nullptr;
  Loc loc;
};
// Each binding sees those before it.
struct Let : Expr {
  static constexpr ExprKind K = ExprKind::Let;
  std::span<Binding> bindings;  // at least one
  Expr* body = nullptr;
};
// One `pattern in vector` of an apply-to-each.
struct EachBinding {
  Pattern* pattern = nullptr;
  Expr* vector = nullptr;
  bool over_itself = false;  // only a name was written, which is also the vector
  Loc loc;
};
// `{body : bindings | filter}`. The vectors do not see the patterns.
struct Each : Expr {
  static constexpr ExprKind K = ExprKind::Each;
  bool serial = false;         // `{* …}`
  bool implicit_body = false;  // `{p in v | …}`: the body is the first pattern, as an expression
  Expr* body = nullptr;
  std::span<EachBinding> bindings;  // at least one
  Expr* filter = nullptr;           // null: none
};
// `pattern => body`: a closure.
struct Lambda : Expr {
  static constexpr ExprKind K = ExprKind::Lambda;
  Pattern* parameter = nullptr;
  Expr* body = nullptr;
  // types
  std::span<const Variable* const> captures;  // local names from outside that it uses, in order
  const Lambda* closure = nullptr;            // the closure around it, or null
  const Definition* owner = nullptr;          // the definition around it, whose parameters it uses
};
// `[a, b]`: at least one element, separated at the commas of this level.
struct VectorLit : Expr {
  static constexpr ExprKind K = ExprKind::VectorLit;
  std::span<Expr*> elements;
};
// `[] type`
struct EmptyVector : Expr {
  static constexpr ExprKind K = ExprKind::EmptyVector;
  TypeExpr* element = nullptr;
};
// `[from : to]`, `[from : to : step]`; ints, without `to`.
struct Range : Expr {
  static constexpr ExprKind K = ExprKind::Range;
  Expr* from = nullptr;
  Expr* to = nullptr;
  Expr* step = nullptr;  // null: 1
};
// `time(e)`: the pair of e's value and the seconds that it took.
struct Time : Expr {
  static constexpr ExprKind K = ExprKind::Time;
  Expr* timed = nullptr;
};
// `name := value`, as an argument of a call. Never in what is passed.
struct NamedArgument : Expr {
  static constexpr ExprKind K = ExprKind::NamedArgument;
  Ident name;
  Expr* value = nullptr;
};
struct ErrorExpr : Expr {
  static constexpr ExprKind K = ExprKind::ErrorExpr;
};

// ---- Patterns

struct Pattern {
  PatternKind kind;
  Loc loc;
  // types
  const Type* type = nullptr;
};
struct NamePattern : Pattern {
  static constexpr PatternKind K = PatternKind::NamePattern;
  Variable* variable = nullptr;
};
struct PairPattern : Pattern {
  static constexpr PatternKind K = PatternKind::PairPattern;
  Pattern* left = nullptr;
  Pattern* right = nullptr;
};
// `point(x, y)`: takes a datatype apart.
struct DataPattern : Pattern {
  static constexpr PatternKind K = PatternKind::DataPattern;
  Ident name;
  Pattern* argument = nullptr;
};
struct ParensPattern : Pattern {
  static constexpr PatternKind K = PatternKind::ParensPattern;
  Pattern* inner = nullptr;
};
// `name := default`, for parameters of functions.
struct DefaultPattern : Pattern {
  static constexpr PatternKind K = PatternKind::DefaultPattern;
  Variable* variable = nullptr;
  Expr* value = nullptr;
};
struct ErrorPattern : Pattern {
  static constexpr PatternKind K = PatternKind::ErrorPattern;
};

// ---- Types as written

struct TypeExpr {
  TypeExprKind kind;
  Loc loc;
};
// A base type, a datatype with or without arguments, or a type variable.
struct NameType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::NameType;
  Name name;
  TypeExpr* argument = nullptr;  // `name(argument)`; null: none
};
struct VectorType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::VectorType;
  TypeExpr* element = nullptr;
};
struct PairType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::PairType;
  TypeExpr* left = nullptr;
  TypeExpr* right = nullptr;
};
struct ArrowType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::ArrowType;
  TypeExpr* argument = nullptr;
  TypeExpr* result = nullptr;
};
struct ParensType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::ParensType;
  TypeExpr* inner = nullptr;
};
struct ErrorType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::ErrorType;
};

// `a in number`
struct ClassConstraint {
  Ident variable;
  Ident class_name;
};
// A type with its context.
struct TypeAnnotation {
  TypeExpr* type = nullptr;
  std::span<const ClassConstraint> context;
  Loc loc;
};

// ---- Forms: what stands at top level

struct Form {
  FormKind kind;
  Loc loc;                // without its `;` or `$`
  char terminator = '$';  // what ends it: `;` or `$`; 0: the end of the file
  // types: rises by one from form to form, over all files of a session, beginning at 1.
  uint32_t number = 0;
};
struct FunctionForm : Form {
  static constexpr FormKind K = FormKind::FunctionForm;
  Ident name;
  Pattern* parameter = nullptr;
  TypeAnnotation* annotation = nullptr;  // null: none
  StringLit* documentation = nullptr;    // null: none
  Expr* body = nullptr;                  // null: a declaration
  // types
  Definition* definition = nullptr;
};
struct DatatypeForm : Form {
  static constexpr FormKind K = FormKind::DatatypeForm;
  Ident name;
  TypeAnnotation* content = nullptr;
  // types
  Datatype* datatype = nullptr;
};
// `pattern = value`. Each name in it has a definition (Variable::definition).
struct BindForm : Form {
  static constexpr FormKind K = FormKind::BindForm;
  Pattern* pattern = nullptr;
  Expr* value = nullptr;
};
struct ExprForm : Form {
  static constexpr FormKind K = FormKind::ExprForm;
  Expr* expr = nullptr;
};
enum class Command : uint8_t { Load, Set, Help, Describe, Apropos, Show, Exit };
// A command of the old top level. Its words are the texts of the tokens up to the end of the form;
// strings are without quotes.
struct CommandForm : Form {
  static constexpr FormKind K = FormKind::CommandForm;
  Command command{};
  std::span<const std::string_view> words;
  // types
  std::span<Form* const> loaded;  // of Load: the forms of the file, checked before what follows
};
struct ErrorForm : Form {
  static constexpr FormKind K = FormKind::ErrorForm;
  Ident name;  // what it would have defined, if that is clear
};

struct Program {
  std::span<Form* const> forms;
  Loc loc;
};

}  // namespace planish::nesl
