// Type inference without sizes: Hindley-Milner over one definition.
//
// Resolves names, gives every expression and pattern a type in which array dimensions mean nothing
// yet, and finds the metavariables. The sizes are the business of sizes.h, which walks the tree
// again knowing all types.
#pragma once

#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "sema/types/terms.h"
#include "syntax/ast_match.h"

namespace planish {

// Why two types must be equal, for messages.
struct Reason {
  enum Kind : uint8_t {
    Argument,
    Operand,
    Ascription,
    Result,
    Branches,
    Cases,
    Elements,
    Condition,
    Index,
    SliceBound,
    RangePart,
    PatternValue,
    UpdateValue,
    LoopInit,
    LoopBody,
    LoopArray,
    Assertion,
    SizeExpr,
    Negation,
    Section,
  };
  Kind kind{};
  Loc loc;                             // the offending expression
  Loc other;                           // where the expectation comes from; may be invalid
  std::string_view callee;             // Argument, Operand
  size_t index = 0;                    // Argument, Operand: counted from 1
  size_t count = 0;                    // Argument: how many there are
  const ValueSymbol* fn = nullptr;     // Argument: what is applied, if it has a name
  const ast::Expr* partner = nullptr;  // Operand: the other one
};

class Infer {
 public:
  explicit Infer(SemaContext& cx) : cx_(cx), types_(cx.types) {}

  // ---- Definitions

  // The type that a pattern's parameter has; binds its names.
  const Type* param(ast::Pattern* pattern);
  const Type* expr(ast::Expr* e);
  // The expression must have this type.
  void expect(ast::Expr* e, const Type* expected, const Reason& reason);
  bool unify_or_report(const Type* expected, const Type* found, const Reason& reason);
  ResolvedType resolve(ast::TypeExpr& e);
  // The type itself, or the error type after a report.
  const Type* not_too_large(const Type* type, Loc loc);
  // The type of a function with these parameters, which are bound already.
  const Type* function_type(std::span<ast::Pattern* const> params, const Type* result);
  // Solves what is left: defaults of overloaded literals, type parameters for what is unconstrained
  // and occurs in `type`. Appends the new parameters.
  void finish(const Type* type, std::vector<SchemeParam>& generalised);

  bool failed() const { return failed_; }
  int level() const { return level_; }
  void enter() { level_++; }
  void leave() { level_--; }

  const MetaType* fresh(Loc loc);
  const Type* resolve_meta(const Type* type) const;  // follows links at the root

  // Names bound from now on must be different from each other, until the next call.
  void begin_names() { first_name_id_ = types_.next_id(); }

  // Forward references of mutually recursive functions.
  const DeclSequence* sequence = nullptr;
  ValueSymbol* current = nullptr;
  ValueSymbol* hidden_by_current = nullptr;  // what the name of the definition means outside of it

 private:
  friend class TypeResolver;

  // infer_expr.cpp
  const Type* infer(ast::Expr* e);
  const Type* infer_int(ast::IntLit& e);
  const Type* infer_float(ast::FloatLit& e);
  const Type* infer_var(ast::Var& e);
  const Type* infer_record(ast::Record& e);
  const Type* infer_array(ast::ArrayLit& e);
  const Type* infer_constr(ast::Constr& e);
  const Type* infer_index(ast::Index& e);
  const Type* infer_range(ast::Range& e);
  const Type* infer_lambda(ast::Lambda& e);
  const Type* infer_let_fun(ast::LetFun& e);
  const Type* infer_let_with(ast::LetWith& e);
  const Type* infer_update(ast::Update& e);
  const Type* infer_match(ast::Match& e);
  const Type* infer_loop(ast::Loop& e);
  const Type* infer_local_open(ast::LocalOpen& e);
  void no_function(const Type* type);
  ast::Expr* implicit_init(ast::Pattern* pattern);

  // infer_apply.cpp
  const Type* infer_apply(ast::Apply& e);
  const Type* infer_binop(ast::BinOp& e);
  const Type* infer_section(ast::OpSection& e);
  const Type* infer_section_left(ast::OpSectionLeft& e);
  const Type* infer_section_right(ast::OpSectionRight& e);
  const Type* infer_project_section(ast::ProjectSection& e);
  // What is applied.
  struct Callee {
    Loc loc;
    std::string_view text{};  // "" if it has no name
    size_t count = 0;         // of arguments
    Reason::Kind kind = Reason::Argument;
    const ValueSymbol* symbol = nullptr;
    const ast::BinOp* operation = nullptr;
  };
  const Type* apply(const Type* fn, const Callee& callee, const ast::Expr* arg,
                    const Type* arg_type, size_t index);
  Callee section_callee(const ast::QualName& op) const;
  ValueSymbol* lookup_operator(const ast::QualName& op);
  const Type* instantiate(ValueSymbol* symbol, Loc loc, const Instance** instance);
  bool overloaded_operator(ast::BinOp& e, const Type* left, const Type* right, const Type** result);

  // infer.cpp
  ValueSymbol* lookup_value(const ast::QualName& name, std::span<const ast::Ident>* fields);
  ValueSymbol* forward_reference(Name name);
  void note_later_definition(Name name);
  const Type* project(const Type* type, const ast::Ident& field, Loc loc);
  const Type* walk_path(const Type* type, std::span<const ast::PathStep> steps, Loc source_loc);
  const Type* index_type(const Type* type, std::span<const ast::DimIndex> indices, Loc loc);
  void bind_pattern(ast::Pattern* pattern, const Type* expected, ValueKind kind, Loc value_loc);
  const Type* literal_pattern(ast::Expr* literal);
  ValueSymbol* bind_name(Name name, Loc loc, ValueKind kind, const Type* type);

  const Type* constrained(Loc loc, PrimSet prims);
  void must_be_prim(const Type* type, PrimSet prims, const Reason& reason, std::string_view what);

  // unify.cpp
  bool unify(const Type* a, const Type* b);
  bool unify_meta(const MetaType* meta, const Type* type);
  bool merge_metas(const MetaType* a, const MetaType* b);
  bool unify_fields(const MetaType* meta, const RecordType* record);
  bool unify_constructors(const MetaType* meta, const SumType* sum);
  bool occurs(const MetaType* meta, const Type* type);
  void make_unlifted(const Type* type);
  bool fail(const Type* a, const Type* b);

  // infer_report.cpp
  void report_mismatch(const Type* expected, const Type* found, const Reason& reason);
  void advise_mismatch(Diagnostic& diag, const Type* expected, const Type* found,
                       const Reason& reason);
  std::string function_hint(const ArrowType& found, const Reason& reason);
  std::string_view number_beside(const Type* expected, const Reason& reason);
  std::string operand_hint(const Type* expected, const Type* found, const Reason& reason);
  std::string argument_hint(const Type* expected, const Type* found, const Reason& reason);
  void suggest_conversion(Diagnostic& diag, const Type* expected, const Type* found,
                          const Reason& reason);
  void report_not_function(const Type* type, const Callee& callee, const ast::Expr* arg,
                           size_t index);
  void advise_not_function(Diagnostic& diag, const Type* type, const Callee& callee,
                           const ast::Expr* arg, size_t index);
  void report_no_record(const Type* type, const ast::Ident& field, Loc from);

  void check_instances();
  void generalise_or_default(const MetaType* meta, const Type* type,
                             const std::unordered_set<const MetaType*>& visible,
                             std::vector<SchemeParam>& generalised);

  SemaContext& cx_;
  TypeTable& types_;
  int level_ = 0;
  bool failed_ = false;
  bool mismatch_reported_ = false;
  bool self_used_ = false;
  size_t letters_ = 0;  // used up for the names of generalised type parameters
  std::vector<const MetaType*> metas_;
  uint32_t first_name_id_ = 0;
  struct Use {
    ValueSymbol* symbol;
    const Instance* instance;
    Loc loc;
  };
  std::vector<Use> uses_;
  // Why the last unification failed.
  const Type* fail_a_ = nullptr;
  const Type* fail_b_ = nullptr;
  enum class Failure : uint8_t {
    None,
    Mismatch,
    Infinite,
    TooLarge,
    Escape,
    Field,
    Constructor
  } failure_{};
  Name fail_name_;
  uint32_t parts_ = 0;  // of the type that is looked at, so far: occurs
};

// The pattern's name when it binds a whole value under one name, else null.
ast::NamePat* whole_name(ast::Pattern* pattern);

}  // namespace planish
