// The syntax tree: what the parser makes, what the formatter prints and what the checker annotates.
//
// Nodes live in an arena and own nothing. The parser fills every field except those under a line
// `// sema`: these are slots that the checker fills, of types that this layer only names. A tree
// whose file had syntax errors holds ErrorExpr where an expression could not be read.
//
// `match(node, lambda…)` in ast_match.h is the way to take a node apart: a forgotten kind does not
// compile.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "support/attribute.h"
#include "support/loc.h"
#include "support/name.h"

namespace planish {

// Filled in by the checker (src/sema).
struct Type;
struct ValueSymbol;
struct TypeSymbol;
struct Module;
struct ModType;
struct Instance;
struct SizeList;
struct ImportedFile;

namespace ast {

struct Expr;
struct Pattern;
struct TypeExpr;
struct Decl;
struct Spec;
struct ModExpr;
struct ModTypeExpr;

enum class ExprKind : uint8_t {
#define EXPR(K, text) K,
#include "syntax/ast.def"
};
enum class PatternKind : uint8_t {
#define PATTERN(K, text) K,
#include "syntax/ast.def"
};
enum class TypeExprKind : uint8_t {
#define TYPE_EXPR(K, text) K,
#include "syntax/ast.def"
};
enum class DeclKind : uint8_t {
#define DECL(K, text) K,
#include "syntax/ast.def"
};
enum class SpecKind : uint8_t {
#define SPEC(K, text) K,
#include "syntax/ast.def"
};
enum class ModExprKind : uint8_t {
#define MOD_EXPR(K, text) K,
#include "syntax/ast.def"
};
enum class ModTypeExprKind : uint8_t {
#define MOD_TYPE_EXPR(K, text) K,
#include "syntax/ast.def"
};

// ---- Parts

struct Ident {
  Name name;
  Loc loc;
};

// `a.b.c`: quals are a and b. Operators are named by their symbol: `m.+` has the qual m and the
// name "+".
struct QualName {
  std::span<const Ident> quals;
  Ident name;
  Loc loc;  // the whole
};

// The suffix of a literal, or none.
enum class PrimSuffix : uint8_t { None, I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64 };

// `#[name]`, `#[3]` or `#[name(args…)]`.
struct Attr {
  Loc loc;
  Ident name;                                 // no name for an integer
  AttributeKind kind = AttributeKind::Other;  // by its name
  uint64_t number = 0;
  bool applied = false;  // has an argument list, maybe empty
  std::span<const Attr> args;
};

struct DocComment {
  Loc loc;  // with its `-- |` and the following comment lines; invalid: none
};

enum class TypeParamKind : uint8_t { Size, Type, SizeLiftedType, LiftedType };  // [n]  't  '~t  '^t

struct TypeParam {
  TypeParamKind kind;
  Ident name;
  Loc loc;
  // sema
  TypeSymbol* type_symbol = nullptr;
  ValueSymbol* size_symbol = nullptr;
};

// A size between brackets.
enum class DimKind : uint8_t { Any, Varying, Expr };  // []  [?]  [e]
struct Dim {
  DimKind kind = DimKind::Any;
  Loc loc;  // with brackets
  Expr* expr = nullptr;
};

// One component of an index or slice: `e`, or `from:to:stride` with parts missing (null).
struct DimIndex {
  bool slice = false;
  Loc loc;
  Expr* index = nullptr;
  Expr* from = nullptr;
  Expr* to = nullptr;
  Expr* stride = nullptr;
  bool second_colon = false;  // written, even if no stride follows
};

// One step of an update or projection path: `.field` or `[indices]`.
struct PathStep {
  Loc loc;
  bool is_index = false;
  Ident field;
  std::span<const DimIndex> indices;
};

// ---- Expressions

struct Expr {
  ExprKind kind;
  Loc loc;
  // sema
  const Type* type = nullptr;
};

struct IntLit : Expr {
  static constexpr ExprKind K = ExprKind::IntLit;
  uint64_t value = 0;
  double approximate = 0;  // for literals that turn out to be floats
  bool overflow = false;   // does not fit 64 bits
  bool character = false;  // written as 'c'
  PrimSuffix suffix = PrimSuffix::None;
};
struct FloatLit : Expr {
  static constexpr ExprKind K = ExprKind::FloatLit;
  double value = 0;
  PrimSuffix suffix = PrimSuffix::None;
};
struct BoolLit : Expr {
  static constexpr ExprKind K = ExprKind::BoolLit;
  bool value = false;
};
struct StringLit : Expr {
  static constexpr ExprKind K = ExprKind::StringLit;
  std::string_view bytes;  // after escapes, UTF-8
};
// `x`, `m.x`, and also `x.field` and `m.x.field`: only the checker can tell them apart.
struct Var : Expr {
  static constexpr ExprKind K = ExprKind::Var;
  QualName name;
  // sema
  ValueSymbol* symbol = nullptr;
  std::span<const Ident> fields;  // the tail of the name that projects fields
  const Instance* instance = nullptr;
};
struct Hole : Expr {
  static constexpr ExprKind K = ExprKind::Hole;
};
struct Parens : Expr {
  static constexpr ExprKind K = ExprKind::Parens;
  Expr* inner = nullptr;
};
struct Tuple : Expr {
  static constexpr ExprKind K = ExprKind::Tuple;
  std::span<Expr*> elems;  // none: ()
};
struct RecordField {
  Ident name;
  Expr* value = nullptr;  // never null: `{x}` has a Var here
  bool implicit = false;  // written without `= value`
};
struct Record : Expr {
  static constexpr ExprKind K = ExprKind::Record;
  std::span<RecordField> fields;
};
struct ArrayLit : Expr {
  static constexpr ExprKind K = ExprKind::ArrayLit;
  std::span<Expr*> elems;
};
// `#name args…`
struct Constr : Expr {
  static constexpr ExprKind K = ExprKind::Constr;
  Ident name;  // without #
  std::span<Expr*> args;
};
struct Project : Expr {
  static constexpr ExprKind K = ExprKind::Project;
  Expr* from = nullptr;
  Ident field;
};
// `m.(e)`
struct LocalOpen : Expr {
  static constexpr ExprKind K = ExprKind::LocalOpen;
  QualName module;
  Expr* body = nullptr;
};
struct Index : Expr {
  static constexpr ExprKind K = ExprKind::Index;
  Expr* array = nullptr;
  std::span<const DimIndex> indices;
  // sema
  const SizeList* new_sizes = nullptr;
};
enum class RangeEnd : uint8_t { Inclusive, UpTo, DownTo };  // ...  ..<  ..>
struct Range : Expr {
  static constexpr ExprKind K = ExprKind::Range;
  Expr* start = nullptr;
  Expr* second = nullptr;  // null without step
  Expr* end = nullptr;
  RangeEnd end_kind{};
  // sema
  const SizeList* new_sizes = nullptr;
};
struct Ascribe : Expr {  // e : t
  static constexpr ExprKind K = ExprKind::Ascribe;
  Expr* value = nullptr;
  TypeExpr* ascribed = nullptr;
};
struct Coerce : Expr {  // e :> t
  static constexpr ExprKind K = ExprKind::Coerce;
  Expr* value = nullptr;
  TypeExpr* target = nullptr;
};
struct Apply : Expr {
  static constexpr ExprKind K = ExprKind::Apply;
  Expr* fn = nullptr;
  std::span<Expr*> args;  // at least one
  // sema
  const SizeList* new_sizes = nullptr;
};
struct BinOp : Expr {
  static constexpr ExprKind K = ExprKind::BinOp;
  QualName op;  // a symbol, or the name between backticks
  bool backticks = false;
  Expr* left = nullptr;
  Expr* right = nullptr;
  // sema
  ValueSymbol* symbol = nullptr;
  const Instance* instance = nullptr;
  const Type* op_type = nullptr;
  const SizeList* new_sizes = nullptr;
};
struct Negate : Expr {
  static constexpr ExprKind K = ExprKind::Negate;
  Expr* operand = nullptr;
};
struct Not : Expr {
  static constexpr ExprKind K = ExprKind::Not;
  Expr* operand = nullptr;
};
struct Lambda : Expr {
  static constexpr ExprKind K = ExprKind::Lambda;
  std::span<Pattern*> params;
  TypeExpr* result = nullptr;  // may be null
  Expr* body = nullptr;
};
struct OpSection : Expr {  // (+)
  static constexpr ExprKind K = ExprKind::OpSection;
  QualName op;
  bool backticks = false;
  // sema
  ValueSymbol* symbol = nullptr;
  const Instance* instance = nullptr;
};
struct OpSectionLeft : Expr {  // (x +)
  static constexpr ExprKind K = ExprKind::OpSectionLeft;
  QualName op;
  bool backticks = false;
  Expr* operand = nullptr;
  // sema
  ValueSymbol* symbol = nullptr;
  const Instance* instance = nullptr;
  const Type* op_type = nullptr;
};
struct OpSectionRight : Expr {  // (+ x)
  static constexpr ExprKind K = ExprKind::OpSectionRight;
  QualName op;
  bool backticks = false;
  Expr* operand = nullptr;
  // sema
  ValueSymbol* symbol = nullptr;
  const Instance* instance = nullptr;
  const Type* op_type = nullptr;
};
struct ProjectSection : Expr {  // (.x.y), (.[i]), (.x[i].y)
  static constexpr ExprKind K = ExprKind::ProjectSection;
  std::span<const PathStep> steps;
};
struct SizeBinder {
  Ident name;
  Loc loc;  // with brackets
  // sema
  ValueSymbol* symbol = nullptr;
};
struct Let : Expr {  // let [n] pattern = value in body
  static constexpr ExprKind K = ExprKind::Let;
  std::span<SizeBinder> sizes;
  Pattern* pattern = nullptr;
  Expr* value = nullptr;
  Expr* body = nullptr;
  bool in_written = false;  // `in` stands before the body (always, unless the body is another let)
  // sema
  const SizeList* new_sizes = nullptr;
};
struct LetFun : Expr {
  static constexpr ExprKind K = ExprKind::LetFun;
  Ident name;
  std::span<TypeParam> type_params;
  std::span<Pattern*> params;
  TypeExpr* result = nullptr;  // may be null
  Expr* value = nullptr;
  Expr* body = nullptr;
  bool in_written = false;
  // sema
  ValueSymbol* symbol = nullptr;
  const SizeList* new_sizes = nullptr;
};
struct LetWith : Expr {  // let x[i].f = value in body
  static constexpr ExprKind K = ExprKind::LetWith;
  Ident name;  // both read and bound anew
  std::span<const PathStep> steps;
  Expr* value = nullptr;
  Expr* body = nullptr;
  bool in_written = false;
  // sema
  ValueSymbol* source = nullptr;
  ValueSymbol* symbol = nullptr;
  const SizeList* new_sizes = nullptr;
};
struct Update : Expr {  // source with path = value
  static constexpr ExprKind K = ExprKind::Update;
  Expr* source = nullptr;
  std::span<const PathStep> steps;
  Expr* value = nullptr;
};
struct If : Expr {
  static constexpr ExprKind K = ExprKind::If;
  Expr* condition = nullptr;
  Expr* then_branch = nullptr;
  Expr* else_branch = nullptr;
  // sema
  const SizeList* new_sizes = nullptr;
};
struct Case {
  Loc loc;
  Pattern* pattern = nullptr;
  Expr* body = nullptr;
};
struct Match : Expr {
  static constexpr ExprKind K = ExprKind::Match;
  Expr* scrutinee = nullptr;
  std::span<Case> cases;  // at least one
  // sema
  const SizeList* new_sizes = nullptr;
};
enum class LoopForm : uint8_t { For, ForIn, While };
struct Loop : Expr {
  static constexpr ExprKind K = ExprKind::Loop;
  Pattern* pattern = nullptr;
  Expr* init = nullptr;  // null: the pattern's names are also the initial values
  LoopForm form{};
  Ident index;                 // For: i
  Pattern* element = nullptr;  // ForIn: the pattern before `in`
  Expr* bound = nullptr;       // For: the bound; ForIn: the array; While: the condition
  Expr* body = nullptr;
  // sema
  ValueSymbol* index_symbol = nullptr;
  Expr* implicit_init = nullptr;         // what stands for a missing init
  const SizeList* loop_sizes = nullptr;  // sizes that change from one iteration to the next
  const SizeList* new_sizes = nullptr;
};
struct Assert : Expr {
  static constexpr ExprKind K = ExprKind::Assert;
  Expr* condition = nullptr;
  Expr* body = nullptr;
};
struct AttrExpr : Expr {
  static constexpr ExprKind K = ExprKind::AttrExpr;
  Attr attr;
  Expr* body = nullptr;
};
struct ErrorExpr : Expr {
  static constexpr ExprKind K = ExprKind::ErrorExpr;
};

// ---- Patterns

struct Pattern {
  PatternKind kind;
  Loc loc;
  // sema
  const Type* type = nullptr;
};
struct NamePat : Pattern {
  static constexpr PatternKind K = PatternKind::NamePat;
  Name name;
  // sema
  ValueSymbol* symbol = nullptr;
};
struct WildcardPat : Pattern {
  static constexpr PatternKind K = PatternKind::WildcardPat;
};
struct TuplePat : Pattern {
  static constexpr PatternKind K = PatternKind::TuplePat;
  std::span<Pattern*> elems;
};
struct FieldPat {
  Ident name;
  Pattern* pattern =
      nullptr;            // never null: `{x}` has a NamePat, `{x: t}` an AscribePat of a NamePat
  bool implicit = false;  // written without `= pattern`
};
struct RecordPat : Pattern {
  static constexpr PatternKind K = PatternKind::RecordPat;
  std::span<FieldPat> fields;
};
struct ParensPat : Pattern {
  static constexpr PatternKind K = PatternKind::ParensPat;
  Pattern* inner = nullptr;
};
struct AscribePat : Pattern {
  static constexpr PatternKind K = PatternKind::AscribePat;
  Pattern* inner = nullptr;
  TypeExpr* ascribed = nullptr;
};
struct LiteralPat : Pattern {
  static constexpr PatternKind K = PatternKind::LiteralPat;
  Expr* literal = nullptr;  // IntLit, FloatLit, BoolLit, or Negate of a number
};
struct ConstrPat : Pattern {
  static constexpr PatternKind K = PatternKind::ConstrPat;
  Ident name;  // without #
  std::span<Pattern*> args;
};
struct AttrPat : Pattern {
  static constexpr PatternKind K = PatternKind::AttrPat;
  Attr attr;
  Pattern* inner = nullptr;
};

// ---- Type expressions

struct TypeExpr {
  TypeExprKind kind;
  Loc loc;
  // sema: set on the outermost node of a type expression in a term
  const Type* type = nullptr;
  const SizeList* open_sizes = nullptr;  // `[]` and `?[n].` outside of results of function types
};
struct NameType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::NameType;
  QualName name;
  // sema
  TypeSymbol* symbol = nullptr;
};
struct ParensType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::ParensType;
  TypeExpr* inner = nullptr;
};
struct TupleType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::TupleType;
  std::span<TypeExpr*> elems;
};
struct FieldType {
  Ident name;
  TypeExpr* type_expr = nullptr;
};
struct RecordType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::RecordType;
  std::span<FieldType> fields;
};
struct ConstrType {
  Ident name;  // without #
  Loc loc;
  std::span<TypeExpr*> args;
};
struct SumType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::SumType;
  std::span<ConstrType> constrs;
};
struct ArrayType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::ArrayType;
  Dim dim;
  TypeExpr* elem = nullptr;
};
struct ArrowType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::ArrowType;
  Ident param_name;  // may be missing
  TypeExpr* param = nullptr;
  TypeExpr* result = nullptr;
};
struct UniqueType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::UniqueType;
  TypeExpr* inner = nullptr;
};
// `fn arg`, where the argument is a type or a size.
struct ApplyType : TypeExpr {
  static constexpr TypeExprKind K = TypeExprKind::ApplyType;
  TypeExpr* fn = nullptr;
  TypeExpr* type_arg = nullptr;  // null: the argument is dim_arg
  Dim dim_arg;
};
struct ExistsType : TypeExpr {  // ?[n][m].t
  static constexpr TypeExprKind K = TypeExprKind::ExistsType;
  std::span<const Ident> dims;
  TypeExpr* inner = nullptr;
};

// ---- Declarations

struct Decl {
  DeclKind kind;
  Loc loc;
  DocComment doc;
  std::span<const Attr> attrs;
};
enum class ValKind : uint8_t { Def, Let, Entry };
struct ValDecl : Decl {
  static constexpr DeclKind K = DeclKind::ValDecl;
  ValKind val_kind{};
  Ident name;          // an operator is named by its symbol
  bool infix = false;  // written `def x + y`
  std::span<TypeParam> type_params;
  std::span<Pattern*> params;
  TypeExpr* result = nullptr;  // may be null
  Expr* body = nullptr;
  // sema
  ValueSymbol* symbol = nullptr;
};
struct TypeDecl : Decl {
  static constexpr DeclKind K = DeclKind::TypeDecl;
  TypeParamKind liftedness = TypeParamKind::Type;  // Type, SizeLiftedType or LiftedType
  Ident name;
  std::span<TypeParam> type_params;
  TypeExpr* value = nullptr;
  // sema
  TypeSymbol* symbol = nullptr;
};
struct ModParam {
  Ident name;
  Loc loc;
  ModTypeExpr* type_expr = nullptr;
};
struct ModDecl : Decl {
  static constexpr DeclKind K = DeclKind::ModDecl;
  Ident name;
  std::span<ModParam> params;
  ModTypeExpr* ascribed = nullptr;  // may be null
  ModExpr* value = nullptr;
  // sema
  Module* module = nullptr;
};
struct ModTypeDecl : Decl {
  static constexpr DeclKind K = DeclKind::ModTypeDecl;
  Ident name;
  ModTypeExpr* value = nullptr;
};
struct OpenDecl : Decl {
  static constexpr DeclKind K = DeclKind::OpenDecl;
  ModExpr* value = nullptr;
};
struct ImportDecl : Decl {
  static constexpr DeclKind K = DeclKind::ImportDecl;
  std::string_view path;
  Loc path_loc;
  // sema
  ImportedFile* file = nullptr;
};
struct LocalDecl : Decl {
  static constexpr DeclKind K = DeclKind::LocalDecl;
  Decl* inner = nullptr;
};

// ---- Module types

struct Spec {
  SpecKind kind;
  Loc loc;
  DocComment doc;
  std::span<const Attr> attrs;
};
struct ValSpec : Spec {
  static constexpr SpecKind K = SpecKind::ValSpec;
  Ident name;
  std::span<TypeParam> type_params;
  TypeExpr* type_expr = nullptr;
};
struct TypeAbbrSpec : Spec {
  static constexpr SpecKind K = SpecKind::TypeAbbrSpec;
  TypeParamKind liftedness = TypeParamKind::Type;
  Ident name;
  std::span<TypeParam> type_params;
  TypeExpr* value = nullptr;
};
struct TypeSpec : Spec {
  static constexpr SpecKind K = SpecKind::TypeSpec;
  TypeParamKind liftedness = TypeParamKind::Type;
  Ident name;
  std::span<TypeParam> type_params;
};
struct ModSpec : Spec {
  static constexpr SpecKind K = SpecKind::ModSpec;
  Ident name;
  ModTypeExpr* type_expr = nullptr;
};
struct IncludeSpec : Spec {
  static constexpr SpecKind K = SpecKind::IncludeSpec;
  ModTypeExpr* type_expr = nullptr;
};

struct ModTypeExpr {
  ModTypeExprKind kind;
  Loc loc;
  // sema: set where a module is given this type, and on the type of a parameter: the symbols made
  // for that place
  const ModType* checked = nullptr;
};
struct ModTypeVar : ModTypeExpr {
  static constexpr ModTypeExprKind K = ModTypeExprKind::ModTypeVar;
  QualName name;
};
struct ModTypeParens : ModTypeExpr {
  static constexpr ModTypeExprKind K = ModTypeExprKind::ModTypeParens;
  ModTypeExpr* inner = nullptr;
};
struct ModTypeBody : ModTypeExpr {
  static constexpr ModTypeExprKind K = ModTypeExprKind::ModTypeBody;
  std::span<Spec*> specs;
};
struct ModTypeWith : ModTypeExpr {  // S with m.t params = value
  static constexpr ModTypeExprKind K = ModTypeExprKind::ModTypeWith;
  ModTypeExpr* base = nullptr;
  QualName name;
  std::span<TypeParam> type_params;
  TypeExpr* value = nullptr;
};
struct ModTypeArrow : ModTypeExpr {
  static constexpr ModTypeExprKind K = ModTypeExprKind::ModTypeArrow;
  Ident param_name;  // may be missing
  ModTypeExpr* param = nullptr;
  ModTypeExpr* result = nullptr;
};

// ---- Modules

struct ModExpr {
  ModExprKind kind;
  Loc loc;
  // sema
  const ModType* checked = nullptr;  // the module, and the abstract types that were made for it
};
struct ModVar : ModExpr {
  static constexpr ModExprKind K = ModExprKind::ModVar;
  QualName name;
};
struct ModParens : ModExpr {
  static constexpr ModExprKind K = ModExprKind::ModParens;
  ModExpr* inner = nullptr;
};
struct ModImport : ModExpr {
  static constexpr ModExprKind K = ModExprKind::ModImport;
  std::string_view path;
  Loc path_loc;
  // sema
  ImportedFile* file = nullptr;
};
struct ModBody : ModExpr {
  static constexpr ModExprKind K = ModExprKind::ModBody;
  std::span<Decl*> decls;
};
struct ModApply : ModExpr {
  static constexpr ModExprKind K = ModExprKind::ModApply;
  ModExpr* fn = nullptr;
  ModExpr* arg = nullptr;
};
struct ModAscribe : ModExpr {
  static constexpr ModExprKind K = ModExprKind::ModAscribe;
  ModExpr* value = nullptr;
  ModTypeExpr* type_expr = nullptr;
};
struct ModLambda : ModExpr {
  static constexpr ModExprKind K = ModExprKind::ModLambda;
  ModParam param;
  ModTypeExpr* result = nullptr;  // may be null
  ModExpr* body = nullptr;
};

struct Program {
  Loc loc;
  DocComment doc;
  std::span<Decl*> decls;
};

}  // namespace ast
}  // namespace planish
