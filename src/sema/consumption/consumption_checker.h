// The consumption analysis of one definition. See Note [Consumption] in consumption.cpp.
//
// The member functions are in consumption.cpp (definitions, consumption), consumption_names.cpp,
// consumption_exprs.cpp, consumption_calls.cpp, consumption_functions.cpp, consumption_loops.cpp
// and consumption_report.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sema/consumption/alias.h"
#include "sema/types/context.h"
#include "syntax/ast_match.h"

namespace planish::consumption {

enum class OwnerKind : uint8_t { Variable, Global, CallResult, LoopResult };

// Why a variable may never be consumed, wherever it is used.
enum class Role : uint8_t {
  Let,          // may be consumed
  Param,        // of a function
  LoopParam,    // its annotation decides
  LoopElement,  // of `for x in xs`
};

struct Owner {
  OwnerKind kind{};
  Role role = Role::Let;
  bool consumable = true;  // where it is bound
  bool owned = true;       // Param: every part of its type has a `*`
  bool in_scope = true;
  bool reported = false;                // its use after consumption; said once
  int depth = 0;                        // Variable: the number of frames around it
  const ValueSymbol* symbol = nullptr;  // Variable, Global
  Name name{};                          // CallResult: the function, if it has a name
  Loc loc{};                            // where it is bound, the call, the loop
  uint32_t consumption = 0;             // the index of its Consumption plus one; 0: not consumed
};

enum class Cause : uint8_t { Update, Argument, LoopStart };

// A place that consumes.
struct Consumption {
  Cause cause{};
  Loc loc;                               // the expression whose value is consumed
  const ValueSymbol* through = nullptr;  // the variable in that expression; null: none
  const ast::Expr* expr = nullptr;       // null: a name, as in `let x[i] = …`
  Name name{};                           // Argument: the function; LoopStart: the parameter
};

// What limits consumption to what is bound inside of it.
enum class FrameKind : uint8_t { Lambda, LocalFunction, Loop, LoopCondition, SizeExpr };
struct Frame {
  FrameKind kind{};
  Loc loc;
  Name name;  // LocalFunction
  uint32_t serial = 0;
  size_t first_capture = 0;
};

struct Binding {
  const ValueSymbol* symbol = nullptr;
  const Type* type = nullptr;
  const Value* value = nullptr;
  int depth = 0;
  uint32_t captured_by = 0;  // serial of the last frame that captured it
};
struct Capture {
  Binding* binding = nullptr;
  Loc loc;  // the first use
};

class Checker {
 public:
  explicit Checker(SemaContext& cx) : cx_(cx) {}

  void check_definition(ast::ValDecl& decl);

 private:
  // ---- Expressions: check e and give the aliases of its value.
  const Value* check(ast::Expr* expr);
  const Value* check(ast::Var& e);
  const Value* check(ast::Tuple& e);
  const Value* check(ast::Record& e);
  const Value* check(ast::ArrayLit& e);
  const Value* check(ast::Constr& e);
  const Value* check(ast::Project& e);
  const Value* check(ast::Index& e);
  const Value* check(ast::Range& e);
  const Value* check(ast::Let& e);
  const Value* check(ast::LetWith& e);
  const Value* check(ast::Update& e);
  const Value* check(ast::If& e);
  const Value* check(ast::Match& e);
  const Value* check(ast::ProjectSection& e);
  const Value* check(ast::Apply& e);
  const Value* check(ast::BinOp& e);
  const Value* check(ast::OpSection& e);
  const Value* check(ast::OpSectionLeft& e);
  const Value* check(ast::OpSectionRight& e);
  const Value* check(ast::Lambda& e);
  const Value* check(ast::LetFun& e);
  const Value* check(ast::Loop& e);

  void check_indices(std::span<const ast::DimIndex> indices);
  void check_steps(std::span<const ast::PathStep> steps);
  const Value* update_fields(const Type* type, const Value* source,
                             std::span<const ast::PathStep> steps, const Value* value);

  void update_in_place(const Value* source, const Value* value, const ast::Expr* value_expr,
                       const Consumption& how);

  // ---- Variables
  // The aliases of a variable that is used here.
  const Value* observe(const ValueSymbol* symbol, const Type* type, Loc loc);
  const Value* global(const ValueSymbol* symbol, const Type* type);
  Binding* find(const ValueSymbol* symbol);
  void bind(const ValueSymbol* symbol, const Type* type, const Value* value);
  // The type of a variable, as a whole; null for locals that cannot have aliases.
  const Type* type_of(const ValueSymbol* symbol);
  bool is_function(const ValueSymbol* symbol);
  // Binds a name to a value with these aliases, and its own.
  OwnerId bind_variable(const ValueSymbol* symbol, const Type* type, const Value* value, Role role);
  const Value* with_own(const Type* type, const Value* value, OwnerId owner, AtomId atom,
                        bool always);
  AtomId field_atom(AtomId sum, Name field);
  void bind_pattern(const ast::Pattern* pattern, const Value* value, Role role);
  // Calls f(leaf pattern, value, ascribed) for names and wildcards.
  template <class F>
  void walk_pattern(const ast::Pattern* pattern, const Value* value, bool ascribed, F& f);
  void check_pattern_types(const ast::Pattern* pattern);
  void check_type_sizes(const ast::TypeExpr* type);
  void check_size(const ast::Dim& dim);
  // These owners can no longer be named.
  void leave_scope(size_t first, size_t last);

  // ---- Owners and consumption
  OwnerId new_owner(Owner owner);
  Owner& owner_of(AtomId atom) { return owners_[store_.owner(atom)]; }
  int depth() const { return static_cast<int>(frames_.size()); }
  // A variable that can be named here, or a top-level definition.
  static bool bound(const Owner& o) { return o.in_scope && o.symbol != nullptr; }
  void check_not_consumed(const Value* value, const ValueSymbol* used, Loc loc);
  void consume(AliasSet set, const Consumption& how);
  static Consumption consumption_of(Cause cause, const ast::Expr* expr, Name name);
  // The variable that the expression is, or is a part of; may be null.
  static const ValueSymbol* variable_of(const ast::Expr* expr);

  // Values that are computed one after the other and needed together: those computed first must not
  // have been consumed when the last is done.
  struct Operand {
    const ast::Expr* expr;
    const Value* value;
  };
  void check_operands(std::span<const Operand> operands, size_t since);

  // What was consumed since a point, so that it can be taken back.
  struct Mark {
    size_t trail;
    size_t owners;
  };
  Mark mark() const { return {trail_.size(), owners_.size()}; }
  bool consumed_since(Mark m) const { return trail_.size() > m.trail; }
  struct TrailEntry {
    OwnerId owner;
    uint32_t consumption;
  };
  std::vector<TrailEntry> take_back(Mark m);
  void apply(std::span<const TrailEntry> entries);
  const Value* without_consumed(const Value* value);

  // ---- Functions
  void push_frame(FrameKind kind, Loc loc, Name name = {});
  // The aliases of what the frame captured.
  AliasSet pop_frame();
  struct FunctionParts {
    std::span<ast::Pattern* const> params;
    const ast::TypeExpr* declared_result;
    const Type* result;  // may carry `*` where it is declared
    ast::Expr* body;
    Loc loc;
  };
  // Checks parameters, body and result in the current frame; gives the result type with `*` where
  // it is declared or inferred.
  const Type* check_function(const FunctionParts& fn);
  void check_result(const FunctionParts& fn, const Value* value);
  const Type* infer_unique(const Type* type, const Value* value);
  const Type* infer_unique(const Type* type, const Value* value, std::span<const OwnerId> shared);
  const Type* with_result(const Type* fn, size_t params, const Type* result);
  static const Type* result_after(const Type* fn, size_t params);
  const Type* copy_uniqueness(const Type* to, const Type* from);

  // ---- Calls
  struct Argument {
    ast::Expr* expr;
    const Value* value;
    const ArrowType* arrow;  // of the function after the arguments before; may be null
  };
  void check_argument(Argument& arg, std::span<const Argument> earlier, Name fn);
  const Value* call_result(const Type* fn_type, const Value* fn, std::span<const Argument> args,
                           Loc loc, Name name);
  const Value* check_section(const ast::Expr* section, const ValueSymbol* op,
                             const ast::QualName& name, const ArrowType* arrow, ast::Expr* operand,
                             const Type* rest);
  void check_self_alias(const Type* type, const Value* value, const Consumption& how);
  // Whether a function may stand where one of type `expected` is asked for.
  void check_fits(const Type* expected, const Type* type, const Value* value, Loc loc);
  enum class Misfit : uint8_t { None, Consumes, NotUnique };
  static Misfit misfit(const Type* expected, const Type* actual);
  static bool unique_where(const Type* expected, const Type* actual);

  // ---- Loops
  struct LoopParam;
  void pair_with(const ast::Pattern* pattern, const Value* value, std::span<LoopParam> params,
                 const Value* LoopParam::* slot);
  void converge(std::span<LoopParam> params);
  void check_loop_results(std::span<LoopParam> params, const ast::Loop& e);
  const Value* start_loop(std::span<LoopParam> params, ast::Loop& e);
  AliasSet unique_parts(const Type* type, const Value* value);
  void check_loop_captures(std::span<const Capture> captures, const Value* elements,
                           const ast::Loop& e);
  const Value* loop_result(const ast::Pattern* pattern, std::span<const LoopParam> params,
                           const Value* initial, const Value* body, AliasSet fresh);
  const Value* close_over_params(std::span<LoopParam> params, const Value* result,
                                 const ast::Loop& e);

  // ---- Messages
  std::string quote(Name name) const;
  std::string describe(const Owner& o) const;
  std::string describe(const Consumption& c) const;
  const Owner* shared_owner(AliasSet a, AliasSet b);
  static Loc result_loc(const ast::Expr* body);
  void label_alias(Diagnostic& d, const Owner& o, const ValueSymbol* name);
  std::string copy_advice(Diagnostic& d, const Consumption& how);
  std::string_view shares(const ValueSymbol* name, const Owner& o);
  enum class Use : uint8_t { Later, Operand };
  void report_use(Owner& o, const ValueSymbol* used, Loc loc, Use use);
  void report_loop_needs(Owner& o, const ValueSymbol* used, Loc loc, const ast::Loop& e);
  void report_function_consumes(const ast::Expr* expr, Mark since);
  void report_not_consumable(const Owner& o, const Consumption& how);
  void report_consumes_outside(const Owner& o, const Consumption& how, const Frame& frame);
  void report_overlap(AliasSet source, AliasSet value, const ast::Expr* value_expr,
                      const Consumption& how);
  bool report_shared_argument(AliasSet consumed, const Argument& other, const Consumption& how);
  void report_self_alias(AliasSet first, AliasSet second, const Consumption& how);
  void report_parts_alias(const FunctionParts& fn, AliasSet first, AliasSet second);
  void report_returns_alias(const FunctionParts& fn, const Owner& o);
  void report_returns_global(const FunctionParts& fn, const Owner& o);
  void report_misfit(Misfit misfit, const Type* expected, const Type* actual, Loc loc);
  void report_loop_returns_outer(const ast::NamePat& param, const Owner& o, const ast::Loop& e);
  void report_loop_returns_shared(const ast::NamePat& param, AliasSet set, const ast::Loop& e);

  SemaContext& cx_;
  AliasStore store_;
  std::vector<Owner> owners_;
  std::vector<Consumption> consumptions_;
  std::vector<TrailEntry> trail_;  // what is consumed now, in order
  std::unordered_map<const ValueSymbol*, Binding> bindings_;
  std::vector<Frame> frames_;
  std::vector<Capture> captures_;
  uint32_t next_serial_ = 1;
  uint32_t reported_function_ = 0;  // the last consumption reported as part of computing a function
  struct SumField {
    AtomId sum;
    Name field;
    AtomId atom;
  };
  std::vector<SumField> sum_fields_;  // of the variable being bound
};

template <class F>
void Checker::walk_pattern(const ast::Pattern* pattern, const Value* value, bool ascribed, F& f) {
  ast::match(
      pattern, [&](const ast::NamePat& p) { f(p, value, ascribed); },
      [&](const ast::WildcardPat&) {},
      [&](const ast::TuplePat& p) {
        for (size_t i = 0; i < p.elems.size(); i++)
          walk_pattern(p.elems[i], part(value, i), ascribed, f);
      },
      [&](const ast::RecordPat& p) {
        auto* record = p.type != nullptr ? as<RecordType>(p.type) : nullptr;
        for (const ast::FieldPat& field : p.fields) {
          const Value* v =
              record != nullptr ? part(value, field_index(*record, field.name.name)) : value;
          walk_pattern(field.pattern, v, ascribed, f);
        }
      },
      [&](const ast::ParensPat& p) { walk_pattern(p.inner, value, ascribed, f); },
      [&](const ast::AscribePat& p) { walk_pattern(p.inner, value, true, f); },
      [&](const ast::LiteralPat&) {},
      [&](const ast::ConstrPat& p) {
        auto* sum = p.type != nullptr ? as<SumType>(p.type) : nullptr;
        size_t offset = sum != nullptr ? constructor_offset(*sum, p.name.name) : 0;
        for (size_t i = 0; i < p.args.size(); i++) {
          walk_pattern(p.args[i], sum != nullptr ? part(value, offset + i) : value, ascribed, f);
        }
      },
      [&](const ast::AttrPat& p) { walk_pattern(p.inner, value, ascribed, f); });
}

}  // namespace planish::consumption
