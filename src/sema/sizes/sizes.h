// Size inference: the second walk over a definition, which knows all types and finds all sizes.
//
// Types are computed bottom-up; a size that is not known yet is a metavariable. Where a size comes
// into existence only when an expression is evaluated (filter, a slice, branches that differ…), an
// unknown-size symbol stands for it and is listed in the `new_sizes` of that expression.
//
// Note [Existential instances]
// In `xs |> filter p` the type parameter '^b of |> is instantiated with a type whose size exists
// only after the call of filter: each occurrence of b means another size. While checking we know of
// b only its type without sizes, so the first occurrence gets fresh *absorbable* metavariables (the
// canonical ones), and every later occurrence gets copies of them. As long as the size turns out
// ordinary, a copy is the same as its canonical. When a canonical one meets a size that is bound
// inside the other type (the ?[m] of filter's result), it becomes existential, and then the copies
// in the type of the application's result are replaced by new unknown sizes.
//
// Note [Varying dimensions]
// The row of an `[n][?]t` has the type `[?]t` as long as it is only passed around, and gets a size
// of its own as soon as it is bound to a name or comes out of an application (open_varying). Every
// `?` of a parameter has a number, and only dimensions with the same number are equal: rows of two
// different arrays are not known to match. Where a type parameter stands for rows (`++` of two
// irregular arrays), that does not matter: the function cannot look into them. So a size in the
// instance of a type parameter is `?` if it is in one argument, whatever it is in others, unless
// something else, such as a function argument, needs it to be one size.
#pragma once

#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "sema/infer/infer.h"
#include "sema/types/size_terms.h"

namespace planish {

class Sizes {
 public:
  explicit Sizes(SemaContext& cx) : cx_(cx), types_(cx.types) {}

  const Type* expr(ast::Expr* e);

  struct FunctionParts {
    std::span<ast::Pattern* const> params;
    ast::TypeExpr* result = nullptr;
    ast::Expr* body = nullptr;
    ValueSymbol* self = nullptr;  // not null: a definition that may call itself
    std::span<const SchemeParam> type_params;
  };
  // The type of a function (or of a definition without parameters), with the sizes that nothing
  // determines as additional size parameters.
  const Type* function(const FunctionParts& f, std::vector<SchemeParam>& generalised);

  // Reports sizes that nothing determines, and fills in the solutions in the whole tree.
  void finish(ast::ValDecl& decl);

  bool failed() const { return failed_; }
  bool has_unknown() const { return unknown_count_ != 0; }

 private:
  friend class SizeZonker;

  // Of metavariables: what they are sizes in.
  static constexpr std::string_view kOfParameter = "the parameter's declared type";
  static constexpr std::string_view kOfRecursiveCall = "the recursive call";

  // ---- Metavariables and equality (sizes.cpp)
  const Size* fresh(Loc loc, const char* what);
  bool becomes_varying(const Size* expected) const;
  // Of the function that is checked, as a call of itself sees it. See Note [Open sizes in
  // recursion] in sizes_pattern.cpp.
  const Type* for_recursive_call(const Type* type, Loc loc);
  void finish_recursive_calls(std::span<ast::Pattern* const> params);
  ValueSymbol* unknown(Loc loc, UnknownReason reason, Name what,
                       std::vector<ValueSymbol*>& created);
  const Size* norm(const Size* size);
  const Type* norm(const Type* type);
  const Type* fresh_sized(const Type* unsized, Loc loc, const char* what, bool absorbable = false);
  bool unify(const Type* expected, const Type* actual);
  bool unify_arrows(const ArrowType* expected, const ArrowType* actual);
  bool unify_size(const Size* expected, const Size* actual);
  bool solve(SizeMeta* meta, const Size* size);
  bool is_pending(const Size* size) const;
  bool absorb(SizeMeta* meta, ValueSymbol* bound);
  bool fail(const Size* expected, const Size* actual);
  bool is_bound(const ValueSymbol* symbol) const;
  bool mentions_bound(const Size* size) const;
  bool unify_or_report(const Type* expected, const Type* actual, const Reason& reason);
  void report_mismatch(const Type* expected, const Type* actual, const Reason& reason);
  void report_escaping(const Type* expected, const Type* actual, const Reason& reason);
  void report_escaping_row(const std::string& have, const Reason& reason);
  void describe_size(Diagnostic& diag, const Size* size, const std::string& name);

  // ---- Types at the borders of scopes (sizes_scope.cpp)
  const Type* close_open_sizes(const ast::TypeExpr& e, const char* what);
  const Type* leave_scope(const Type* type, int depth, Loc loc, std::vector<ValueSymbol*>& created);
  const Type* bind_pending(const Type* type, Loc loc, Name what,
                           std::vector<ValueSymbol*>& created);
  const Type* open_varying(const Type* type, Loc loc, std::vector<ValueSymbol*>* created);
  const Type* number_varying(const Type* type);
  const Type* unnumber_varying(const Type* type);
  const Type* close_result(const Type* result, int depth, std::vector<ValueSymbol*>& exists);
  const Type* inject_exists(const Type* type, std::vector<ValueSymbol*>& exists);
  struct Join {
    Loc loc;
    UnknownReason reason;
    std::vector<ValueSymbol*>& created;
    // The same two sizes give the same unknown size.
    struct Seen {
      const Size *a, *b, *joined;
    };
    std::vector<Seen> seen{};
  };
  const Type* join(const Type* a, const Type* b, Join& how);
  const Size* join_size(const Size* a, const Size* b, Join& how);
  bool can_be_equal(const Size* a, const Size* b);
  const Size* before_loops(const Size* size);
  const SizeList* list(const std::vector<ValueSymbol*>& created);

  // ---- Patterns (sizes_pattern.cpp)
  const Type* param_type(ast::Pattern* pattern);
  void bind_pattern(ast::Pattern* pattern, const Type* type, Loc value_loc);
  const Type* with_row_lengths(const Type* declared, const Type* value);
  // Does an annotation in the pattern ask for an irregular array?
  static bool asks_for_varying(const ast::Pattern* pattern);
  // The type of a value, irregular where the pattern asks for it.
  const Type* with_declared_rows(const ast::Pattern* pattern, const Type* type);
  const Type* with_rows_of(const Type* declared, const Type* type);
  void bind_symbol(ValueSymbol* symbol, const Type* type);
  void bind_params(std::span<ast::Pattern* const> params, const ArrowType* expected);
  void check_hidden_sizes(std::span<ast::Pattern* const> params, int depth);
  void check_result_sizes(const Type* type, Loc loc);
  void check_result_annotation(const ast::TypeExpr& result, std::span<ast::Pattern* const> params,
                               int depth);
  const Type* function_type(std::span<ast::Pattern* const> params, const Type* result, int depth);
  void generalise(const Type* type, int depth, std::vector<SchemeParam>& generalised);

  // ---- Expressions (sizes_expr.cpp, sizes_apply.cpp, sizes_loop.cpp)
  const Type* infer(ast::Expr* e);
  const Type* infer_var(ast::Var& e);
  const Type* infer_array(ast::ArrayLit& e);
  const Type* infer_constr(ast::Constr& e);
  const Type* infer_index(ast::Index& e);
  const Type* infer_range(ast::Range& e);
  const Type* infer_coerce(ast::Coerce& e);
  const Type* infer_let(ast::Let& e);
  const Type* infer_let_fun(ast::LetFun& e);
  const Type* infer_let_with(ast::LetWith& e);
  const Type* infer_update(ast::Update& e);
  const Type* infer_match(ast::Match& e);
  const Type* infer_lambda(ast::Lambda& e, const ArrowType* expected);
  const Type* infer_loop(ast::Loop& e);
  const Type* infer_apply(ast::Apply& e);
  const Type* with_own_rows(const Type* function, std::vector<const SizeMeta*>& seen);
  const Type* comparable(const Type* type, const Type* with);
  const Type* infer_binop(ast::BinOp& e);
  const Type* infer_section_left(ast::OpSectionLeft& e);
  const Type* infer_section_right(ast::OpSectionRight& e);
  const Type* infer_project_section(ast::ProjectSection& e);
  const Type* instantiate(ValueSymbol* symbol, Loc loc, const Instance* instance,
                          const Type* unsized);
  const Type* apply(const Type* fn, Loc fn_loc, std::string_view callee, ast::Expr* arg,
                    const Type* arg_type, size_t index, Reason::Kind kind,
                    std::vector<ValueSymbol*>& created);
  const Type* project(const Type* type, Name field);
  enum class SliceSize : uint8_t { Exact, Any };
  const Type* index_type(const Type* type, std::span<const ast::DimIndex> indices, Loc loc,
                         SliceSize mode, std::vector<ValueSymbol*>& created);
  const Size* slice_size(const ast::DimIndex& index, const Size* dim, Loc loc,
                         std::vector<ValueSymbol*>& created);
  const Type* path_type(const Type* type, std::span<const ast::PathStep> steps, Loc loc);
  const Type* updated_type(const Type* source, std::span<const ast::PathStep> steps,
                           ast::Expr* value, Loc loc);
  const Size* minus(const Size* a, const Size* b);
  const Size* plus_one(const Size* a);
  Name callee_name(const ast::Expr* fn) const;
  void warn_binding_size(const ast::Expr* e);

  SemaContext& cx_;
  TypeTable& types_;
  bool failed_ = false;
  bool reported_ = false;
  // Every construct that binds names is one deeper than its surroundings. Unknown sizes belong to
  // the function in whose body they arise.
  int depth_ = 0;
  int function_depth_ = 0;
  // Inside an expression whose annotation asks for `?`: sizes that differ become varying.
  bool allow_varying_ = false;
  struct RecursiveSize {
    const Size* open;
    const Size* of_call;
    Loc loc;
  };
  ValueSymbol* self_ = nullptr;  // the function that is checked, if it declares its type
  std::vector<RecursiveSize> recursive_sizes_;
  // While two types at an annotated place are compared: a `?` accepts any dimension.
  bool coerce_varying_ = false;
  int array_depth_ = 0;  // while two types are compared: arrays around the place
  size_t unknown_count_ = 0;
  size_t existential_count_ = 0;
  uint32_t occurrences_ = 0;
  std::vector<SizeMeta*> metas_;
  // Dimensions of loop parameters, and the sizes that they begin with.
  std::unordered_map<const SizeMeta*, const Size*> initial_sizes_;

  // Names bound by the function types being compared.
  struct BoundPair {
    ValueSymbol* expected;  // either may be null
    ValueSymbol* actual;
  };
  std::vector<BoundPair> bound_;
  struct BoundExists {
    ValueSymbol* symbol;
    bool expected;  // of the expected type: accepts any size
    const Size* equals = nullptr;
  };
  std::vector<BoundExists> bound_exists_;
  // Large sizes that have been found to be equal, with what is bound now.
  std::set<std::pair<const Size*, const Size*>> equal_;
  std::vector<ValueSymbol*> arrow_binders_;  // while a type is made by fresh_sized

  const Size* fail_expected_ = nullptr;
  const Size* fail_actual_ = nullptr;
  ValueSymbol* escaping_ = nullptr;
  const SizeMeta* escaping_into_ = nullptr;  // what would have to be that size
};

}  // namespace planish
