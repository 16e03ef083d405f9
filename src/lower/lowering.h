// The state of lowering, and its parts. One class, whose members are spread over files by subject.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/order_by_bin.h"
#include "lower/entry_types.h"
#include "lower/free_symbols.h"
#include "lower/lower.h"
#include "lower/value.h"
#include "sema/types/context.h"

namespace planish::lower {

using ir::Atom;
using ir::Builder;
using ir::Dim;
using ir::Var;
using Values = std::vector<const Value*>;

// Thrown when a program cannot be lowered: the diagnostic was made.
struct Unsupported {};

// Variables that stand for the results of a construct: sizes that come into existence, then the
// leaves.
struct Signature {
  std::vector<Var> sizes;
  // Of each size: a leaf and a dimension of it where the size can be found.
  std::vector<std::pair<uint32_t, uint32_t>> size_of;
  std::vector<Var> leaves;
  const Shape* shape = nullptr;

  std::vector<Var> pattern() const {
    std::vector<Var> all = sizes;
    all.insert(all.end(), leaves.begin(), leaves.end());
    return all;
  }
};

// A function of the program made for one way of using a definition.
struct Instance {
  Name name;  // in the storage's interner
  std::vector<ir::Param> params;
  std::vector<ir::Param> results;
  Signature signature;
  bool constant = false;
};

// Sizes in signatures: those of a function can only mention its parameters.
enum class SignatureOf : uint8_t { Function, Local };

class Abstraction;

class Lowering {
 public:
  Lowering(SemaContext& cx, const CheckedProgram& program, const LowerOptions& options);
  ir::Program run();

 private:
  friend class DecisionTree;
  friend class Abstraction;

  // ---- lower.cpp: entry points
  // A mistake of this compiler: says where in the program it showed.
  [[noreturn]] void bug(std::string_view what);
  [[noreturn]] void unsupported(std::string_view what);
  void lower_entry(const ast::ValDecl& decl);
  struct EntryParam {
    const Type* type = nullptr;
    std::string_view name;
    bool unique = false;
    const ast::TypeExpr* written = nullptr;
  };
  const Value* entry_param(const EntryParam& param, Scope& scope, std::vector<ir::Param>& params,
                           std::vector<ir::EntryValue>& inputs);
  std::vector<ir::Param> entry_results(const ast::ValDecl& decl, const Type* type,
                                       const ast::TypeExpr* written, Scope& scope,
                                       ir::Entry& entry);
  std::string_view type_words(const Type* type);
  std::string_view pattern_name(const ast::Pattern* pattern);

  // ---- entry_sizes.cpp: sizes of what entry points are given
  // A leaf is used only if the tag with this number among the leaves is that of the constructor.
  struct SlotUse {
    size_t tag = 0;
    uint32_t constructor = 0;
  };
  using Uses = std::vector<SlotUse>;  // all of them
  // A parameter that is a size: of which name (or null), and in which leaf.
  struct EntrySize {
    const ValueSymbol* symbol = nullptr;
    Var var;
    Uses uses;
    std::vector<Atom> leaves;  // of the whole value
  };
  void add_leaf_uses(const Shape* shape, const Uses& outer, std::vector<Uses>& out);
  Atom in_use(const Uses& uses, std::span<const Atom> leaves);
  Atom any_equal(Atom tags, Atom tag);
  // The name that stands for a size outside of the types that take it as an argument.
  const ValueSymbol* size_symbol(const Size* size, Scope& scope);
  void add_entry_sizes(std::span<EntrySize> sizes, const Shape* shape, const Value* value);
  void choose_entry_sizes(Scope& scope);
  void forget_chosen_sizes(Scope& scope);
  Atom chosen_size(std::span<const EntrySize* const> choices);
  // `argument` is what messages call it.
  const Value* check_entry_sizes(const Type* type, const Value* value, const std::string& argument,
                                 Scope& scope);
  Atom same_dim(const ir::Type* have, const ir::Type* want, size_t d);
  std::vector<Var> check_dims(const ir::Type* have, const ir::Type* want, Atom used,
                              const std::string& argument);
  void check_entry_value(const Shape* shape, const Value* value);
  void check_equal_lengths(const Value* value);
  void check_tags(Atom tags, size_t count);

  // ---- shapes.cpp: types
  using DimOf = std::function<Dim(const Size*, Scope&)>;
  const Shape* shape(const Type* type, Scope& scope);
  const Shape* shape(const Type* type, Scope& scope, const DimOf& dim_of);
  const Shape* named_shape(const NamedType& type, Scope& scope, const DimOf& dim_of);
  // The same with sizes that are not known taken to be varying: for the structure only.
  const Shape* open_shape(const Type* type, Scope& scope);
  bool is_acc(const NamedType& type);
  static const TypeDef* find_type(const TypeSymbol* symbol, const Frame* frame);
  // In which the parameters of a type are bound to its arguments.
  Scope* type_scope(const TypeDef& def, const NamedType& type, Scope& scope);
  const Shape* scalar_shape(Prim prim);
  const Shape* array_shape(Dim dim, const Shape* elem);
  const Shape* sum_shape(std::span<const ConstructorLayout> constructors);
  const Shape* acc_shape(const Shape* array);
  // The types of the leaves of a value of this shape.
  std::vector<const ir::Type*> leaf_types(const Shape* shape);
  void leaf_types(const Shape* shape, std::vector<Dim>& outer, std::vector<const ir::Type*>& out);
  // A value of this shape from its leaves. Takes them from the front of the list.
  const Value* build(const Shape* shape, std::span<const Atom>& leaves);
  const Value* build_all(const Shape* shape, const std::vector<Atom>& leaves);
  const Value* build_vars(const Shape* shape, const std::vector<Var>& leaves);

  // ---- sizes.cpp
  // The value of a size; nothing if it mentions what is not known yet.
  std::optional<Atom> try_size(const Size* size, Scope& scope);
  Atom size(const Size* size, Scope& scope);
  Dim dim(const Size* size, Scope& scope);
  // Remembers sizes that the type mentions and that are not known yet, as the value has them.
  void learn_sizes(const Type* type, const Value* value, Scope& scope);
  void learn_sizes(const Type* type, const Value* value, Scope& scope, size_t depth);
  void learn_type_sizes(const TypeDef& def, const NamedType& type, const Value* value, Scope& scope,
                        size_t depth);
  void learn_size(const Size* size, const Dim& dim, Scope& scope);
  bool is_open(const ValueSymbol* symbol, Scope& scope);
  bool late_size_known(const ValueSymbol* symbol, Scope& scope);
  std::optional<Atom> known_size(const Size* size, const Scope& scope);
  static const Size* solved(const Size* size);
  void bind_size(const ValueSymbol* symbol, const Value* value, Scope& scope);
  void remember_size(const Size* size, Scope& scope, Atom atom);
  const Shape* shape_of(const Value* value);
  const Value* with_types_of(const Value* fn, const Values& args);
  const Value* size_variable(const ValueSymbol* symbol, Scope& scope);
  LateSize size_meant(const Size* size, Scope& scope);
  Signature signature(const Type* type, Scope& scope, SignatureOf of);
  const Shape* sized_rows(const Shape* shape, Signature& signature);
  // What a body gives for a signature: values of its sizes, then the leaves.
  std::vector<Atom> results_for(const Signature& signature, const Value* value);
  static const ir::Type* sized_type(const ir::Type* type);
  // The type with variables replaced by atoms.
  const ir::Type* substitute(const ir::Type* type, const std::unordered_map<Var, Atom>& to);
  const Value* signature_value(const Signature& signature) {
    return build_vars(signature.shape, signature.leaves);
  }
  const Value* size_term(const Size* size, Scope& scope);
  const Value* size_literal(std::string_view text);

  // ---- values.cpp: making and taking apart values
  const Value* leaf(Atom atom);
  const Value* unit() { return leaf(Atom::unit()); }
  const Value* i64_value(int64_t value) { return leaf(Atom::i64(value)); }
  const Value* record(std::span<const Name> names, const Values& parts);
  const Value* tuple(const Values& parts);
  const Value* sum(const Values& parts);
  const Value* constructed(Name name, const Values& args);
  const Value* function(const Closure& closure);
  const Value* constructor(const Shape* sum, Name name, const Values& args);
  // The payload of a value of a sum shape, taken to be of this constructor.
  Values payload(const ConstructorLayout& constructor, const Value* value);
  const Value* field(const Value* record, Name name);
  static void flatten(const Value* value, std::vector<Atom>& out);
  static std::vector<Atom> flatten(const Value* value);
  // The value with each leaf replaced.
  template <class F>
  const Value* map_leaves(const Value* value, F f);
  const Value* replace_leaves(const Value* like, const std::vector<Atom>& leaves);
  static const Value* first_leaf(const Value* value);
  // The size of the outer dimension of an array.
  Atom outer_size(const Value* array);
  Dim leaf_dim(const Value* array, size_t number);
  // An array with zeros, for slots of a sum that are not in use.
  Atom blank(const ir::Type* type);
  // The value as one of that type: fixed dimensions become varying where it asks for that.
  const Value* conform(const Value* value, const Type* type, Scope& scope);
  const Value* copy(const Value* value);

  // ---- checks.cpp: what is made sure of while the program runs
  using Message = std::vector<ir::MessagePart>;
  ir::MessagePart text(std::string_view words);
  static ir::MessagePart part(Atom atom);
  void add_dims(Message& message, std::span<const Dim> dims);  // "[3][?]"
  // The certificate, or none if checks are off or the condition is known to hold.
  std::vector<Var> check(Atom condition, ir::CheckKind kind, Message message);
  std::vector<Var> check_not_zero(Atom divisor);
  ir::PlaceId place(Loc loc);

  // ---- expressions.cpp
  const Value* expr(const ast::Expr* e, Scope& scope);
  Atom scalar(const ast::Expr* e, Scope& scope);
  const Value* argument(const ast::Expr* e, Scope& scope);
  const Value* any_value(const Type* type, Scope& scope);
  const Value* array_of(const Values& elems, const Type* type, Scope& scope);
  std::vector<Var> check_equal_rows(const std::vector<Atom>& rows, const std::vector<Dim>& dims);
  static bool asks_for_varying(const Type* type, size_t number);
  ir::Const literal(const ast::Expr* e, Prim prim);
  Prim prim_of(const Type* type, Scope& scope);
#define EXPR(T, text) const Value* lower(const ast::T& e, Scope& scope);
#include "syntax/ast.def"
  // Short-circuit operators.
  const Value* lower_and_or(const ast::BinOp& e, Scope& scope);
  const Value* project_fields(const Value* value, std::span<const ast::Ident> fields);
  void bind_new_sizes(const SizeList* sizes, const Type* type, const Value* value, Scope& scope);

  // ---- patterns.cpp
  void bind(const ast::Pattern* pattern, const Value* value, Scope& scope);
  void bind_parts(const ast::Pattern* pattern, const Value* value, Scope& scope);
  // Gives variables without a name this one.
  void name_leaves(const Value* value, const ast::NamePat& pattern);
  const Value* lower_match(const ast::Match& e, Scope& scope);

  // ---- branch.h, loops.cpp
  template <class Then, class Else>
  const Value* branch(Atom condition, const Type* type, Scope& scope, Then then_value,
                      Else else_value);
  const Value* lower_loop(const ast::Loop& e, Scope& scope);
  void unique_leaves(const ast::Pattern* pattern, const Value* value, std::vector<bool>& out);
  void forget_sizes(size_t known);

  // ---- indexing.cpp
  Atom to_i64(Atom atom);
  Atom plus(Atom x, Atom y);
  Atom minus(Atom x, Atom y);
  Atom times(Atom x, Atom y);
  Atom both(Atom x, Atom y);
  Atom inside(Atom at, Atom size);
  // Indices and slices of the outer dimensions, and the checks that guard them.
  struct IndexList {
    std::vector<ir::SliceDim> dims;
    std::vector<Var> certs;
  };
  // One dimension as it was written.
  struct SliceParts {
    bool is_slice = false;
    bool has_from = false;
    bool has_to = false;
    bool has_stride = false;
    Atom from;  // or the index
    Atom to;
    Atom stride;
  };
  SliceParts slice_parts(const ast::DimIndex& given, Scope& scope);
  ir::SliceDim slice_dim(const SliceParts& parts, Atom size, Atom& valid);
  void describe(const SliceParts& parts, Message& out);
  Message bounds_message(const Message& index, const Message& shape_text, const Value* array,
                         const IndexList& list);
  Atom next_size(const IndexList& list, size_t axis, const Value* array);
  Atom row_length(const Value* array, const std::vector<Atom>& indices, std::span<const Var> certs);
  static void add_certs(IndexList& list, const std::vector<Var>& certs);
  // A path such as `.x[i]`, with the numbers in it.
  struct Step {
    bool is_index = false;
    Name field;
    std::vector<SliceParts> indices;
  };
  using Path = std::vector<Step>;
  std::vector<SliceParts> slice_parts(std::span<const ast::DimIndex> indices, Scope& scope);
  Path evaluate(std::span<const ast::PathStep> steps, Scope& scope);
  // Indexes what the list leads to.
  void extend(IndexList& list, const std::vector<SliceParts>& indices, const Value* array);
  // `result` is the shape of what it leads to, or null if that is not known.
  const Value* index(const Value* array, const IndexList& list, const Shape* result);
  // One element by its number, without a check.
  const Value* element(const Value* array, Atom index, const Shape* elem,
                       std::span<const Var> certs = {});
  // The lengths of the rows that elements of an array consist of, for each leaf of the array that
  // has rows of different lengths. Leaves of the same row have the same length.
  using RowLengths = std::unordered_map<Var, Dim>;
  using LengthOfRow = std::function<Dim(const Value* rows)>;
  void add_row_lengths(const Value* array, const Shape* elem, size_t depth,
                       const LengthOfRow& length_of, RowLengths& out);
  // Which records, sums and arrays a type is made of, without sizes.
  const Shape* structure(const Type* type, Scope& scope);
  const Value* update(const Value* source, std::span<const Step> path, const Value* value);
  const Value* update(const Value* source, std::span<const Step> path, const Value* value,
                      IndexList& list);
  const Value* update_array(const Value* array, const IndexList& list, const Value* value);
  const Value* follow(const Value* value, const Path& path);

  // ---- ranges.cpp
  const Value* range(Atom start, std::optional<Atom> second, Atom end, ast::RangeEnd kind);
  const Value* coerce(const Value* value, const Type* type, Scope& scope);
  Atom coerce_leaf(Atom atom, const ir::Type* have, const ir::Type* want, const Type* type);
  Atom all_rows_have(Var array, Atom length);
  // The atom, and nobody knows that it is the same.
  Atom opaque(Atom atom);

  // ---- equality.cpp
  Atom equal(const Value* a, const Value* b);
  Atom equal_leaves(Atom a, Atom b);
  Atom equal_elements(Var a, Var b);
  Atom equal_irregular(Atom a, Atom b);

  // ---- apply.cpp: functions; instances.cpp: their type parameters
  const Value* variable(const ValueSymbol* symbol, const planish::Instance* instance,
                        const Type* type, Scope& scope);
  const Value* definition(const ValueDef& def, const ValueSymbol* used,
                          const planish::Instance* instance, const Type* type, Scope& scope);
  // A scope in which the parameters of the symbol's type scheme are bound as the use says.
  Scope* instance_scope(const ValueSymbol* defined, const ValueSymbol* used,
                        const planish::Instance* instance, const Type* type, Scope* parent,
                        const Frame* frame, Scope& use);
  // Binds parameters of `defined`'s scheme by comparing its type with that of the use.
  // `defined` is to be read in the frame.
  void match_scheme(const ValueSymbol& symbol, const Type* defined, const Type* used,
                    Scope& instance, const Frame* frame, Scope& use);
  bool same_type(const Type* defined, const Frame* frame, const Type* used, Scope& use);
  void match_sizes(const ValueSymbol& symbol, const Size* defined, const Size* used,
                   Scope& instance, Scope& use);
  using MatchedSizes = std::set<std::pair<const Size*, const Size*>>;  // those that are large
  void match_sizes(const ValueSymbol& symbol, const Size* defined, const Size* used,
                   Scope& instance, Scope& use, MatchedSizes& matched);
  const Value* apply(const Value* fn, const Values& args, Loc loc);
  const Value* call(const Closure& closure, const Values& args);
  const Value* call_inline(const Closure& closure, const Values& args);
  const Value* call_instance(const Closure& closure, const Values& args);
  using InstanceMap = std::map<std::vector<uint64_t>, Instance>;
  InstanceMap::iterator make_instance(const Closure& closure, Abstraction& use);
  const Value* emit_call(const Instance& instance, const std::vector<Atom>& actuals);
  bool gives_function(const Type* type, Scope& scope);
  bool is_recursive(const ast::ValDecl& decl);
  // Is a call of it never replaced by its body?
  bool stays_call(const Closure& closure);
  bool lends_accumulator(const Closure& closure, const Values& args);
  bool should_inline(const Closure& closure, const Values& args);
  const Value* constant(const ast::ValDecl& decl, Scope* scope);
  Scope* new_scope(Scope* parent, const Frame* frame);
  // Body, parameters and result type of code in the language.
  struct Code {
    std::span<ast::Pattern* const> params;
    const ast::Expr* body = nullptr;
    const ast::TypeExpr* result = nullptr;
    std::span<const ast::Attr> attrs;
    std::string_view name;
    const Type* result_type() const { return result != nullptr ? result->type : body->type; }
  };
  Code code_of(const Closure& closure);
  void bind_params(const Code& code, const Values& values, Scope& scope);
  void set_results(Instance& instance, const Closure& closure);
  void unique_parts(const Type* type, const Shape* shape, std::vector<bool>& out);
  std::span<const Attribute> attributes(std::span<const ast::Attr> attrs);
  // Adds what the programmer wrote. Programs cannot ask for what passes say to each other.
  void add_attribute(std::vector<Attribute>& to, const ast::Attr& attr);
  const Value* run_code(const Code& code, const Values& args, Scope& scope);
  size_t cost(const Closure& closure);
  size_t cost(const Value* value);
  const Value* function_constant(const Closure& closure);
  std::vector<uint64_t> constant_key(const Closure& closure);
  Name unique_name(std::string_view base);

  // ---- intrinsics.cpp
  const Value* intrinsic(const ValueSymbol* symbol, const Values& args, Scope& scope);
  Atom arithmetic(ir::BinaryOp op, Atom x, Atom y);
  Atom shift_right(Atom x, Atom y);
  // None if it is not an operator, or if the operands are arrays.
  std::optional<Atom> operator_on_scalars(IntrinsicKind intrinsic, Atom x, Atom y);
  // What a type parameter of a built-in function stands for; null if that is not known. Sizes that
  // are not known are kSizeOfElement.
  const Shape* type_argument(const ValueSymbol* symbol, std::string_view name, Scope& scope);
  static constexpr int64_t kSizeOfElement = INT64_MIN;

  // ---- intrinsics_arrays.cpp
  // The type with other outer dimensions.
  const ir::Type* with_dims(const ir::Type* type, size_t drop, std::vector<Dim> outer);
  const Value* reshape(const Value* array, size_t drop, const std::vector<Atom>& outer,
                       std::span<const Var> certs = {});
  const Value* replicate(Atom count, const Value* value);
  const Value* concat(const Value* first, const Value* second);
  const Value* unflatten(Atom n, Atom m, const Value* array);
  const Value* transpose(const Value* array);
  const Value* transpose_irregular(const Value* array);
  bool any_irregular(const Value* value);
  const Value* with_second_dim(const Value* array, Dim dim);
  const Value* flatten_outer(const Value* array);
  std::vector<Var> check_flat(Atom size, Atom offset, const std::vector<ir::FlatDim>& dims);
  const Value* flat_index(const Values& args);
  const Value* flat_update(const Values& args);
  const Value* row_lengths(const Value* array);
  const Value* join_rows(const Value* array);
  const Value* split_rows(const Value* lengths, const Value* array);
  std::vector<Var> array_leaves(const Value* value);
  Var as_var(Atom atom);

  // ---- intrinsics_soacs.cpp
  // The operands of an operator, and the parameters of its function.
  struct MapInput {
    std::vector<Var> arrays;
    std::vector<ir::Param> params;
  };
  const ir::Lambda* lambda(const std::vector<ir::Param>& params, const ir::Body* body);
  // `elem` is the shape of its elements, or null if that is not known.
  enum class Consumed : bool { No, Yes };
  const Value* add_input(const Value* array, const Shape* elem, MapInput& input,
                         Consumed consumed = Consumed::No);
  static Consumed consumes_next(const Value* fn);
  std::vector<const ir::Type*> gathered_types(Atom width, const Shape* elem,
                                              const std::vector<Atom>& results, Var first_inside);
  // Variables made from now on have this number or a higher one.
  Var next_var() const { return {static_cast<uint32_t>(storage_.vars.size())}; }
  const ir::Lambda* operator_lambda(const Value* op, const Value* neutral);
  // ---- row_soacs.cpp: reductions, scans and histograms of irregular values
  std::vector<Atom> row_results(const Value* row, const Value* array);
  template <class Then, class Else>
  const Value* either_row(Atom condition, const Value* array, Then then_row, Else else_row);
  template <class Row>
  const Value* map_to_rows(Atom width, const Value* array, Row row);
  // The maps of the rounds that `make` makes have this attribute, and those of the call.
  template <class Make>
  const Value* in_rounds(AttributeKind attribute, Make make) {
    std::vector<Attribute> attributes = intrinsic_attributes_;
    attributes.emplace_back(attribute);
    attributes.swap(round_attributes_);
    const Value* made = make();
    round_attributes_ = std::move(attributes);
    return made;
  }
  // What a loop carries: numbers, of which the first says how many rows there are, and the rows.
  struct CarriedRows {
    std::vector<Atom> numbers;
    const Value* rows;
  };
  template <class Condition, class Next>
  CarriedRows loop_over_rows(const std::vector<Atom>& first, const Value* array,
                             Condition condition, Next next);
  const Value* lower_reduce_rows(const Value* op, const Value* neutral, const Value* array,
                                 const Shape* elem);
  const Value* lower_scan_rows(const Value* op, const Value* array, const Shape* elem);
  std::pair<const Value*, const Value*> alike(const Value* dest, size_t indexed,
                                              const Value* values);
  const Value* lower_hist_rows(const std::vector<Atom>& dims, Values args, const Shape* elem);
  const Value* bin_of_rows(const ir::BinOrder& by_bin, const std::vector<Atom>& at,
                           const std::vector<Atom>& dims, const Values& args, const Shape* elem);

  const Value* lower_map(const Value* fn, const Value* array, const Shape* elem,
                         const Shape* result_elem);
  const Value* lower_reduce(const Value* op, const Value* neutral, const Value* array,
                            bool commutative);
  const Value* lower_scan(const Value* op, const Value* neutral, const Value* array);
  const Value* lower_filter(const Value* array, const MapInput& input, const ir::Body* keep);
  const Value* lower_filter(const Value* predicate, const Value* array, const Shape* elem);
  const Value* lower_partition(const Value* predicate, const Value* array, const Shape* elem);
  const Value* lower_flatmap(const Value* fn, const Value* array, const Shape* elem,
                             const Shape* other);
  std::pair<const Value*, const Value*> segment_starts(const Value* lengths, Atom total,
                                                       const ir::Type* i64);
  std::vector<Var> written_arrays(const Value* indices, const Value* values);
  const Value* lower_scatter(const std::vector<Atom>& dims, const Value* dest, const Value* indices,
                             const Value* values);
  const Value* lower_hist(const std::vector<Atom>& dims, const Values& args, const Shape* elem);
  const Value* lower_stream(const Value* dest, const Value* op, const Value* neutral,
                            const Value* fn, const Value* array, const Shape* elem);
  const Value* acc_write(const Values& args);
  const ir::Lambda* scalar_lambda(const ir::Type* type, ir::BinaryOp op);
  Atom reduce_numbers(Var numbers, ir::BinaryOp op, std::string_view name);
  Atom sum_of(Var numbers);
  Atom none_negative(Var numbers);

  SemaContext& cx_;
  const CheckedProgram& checked_;
  const LowerOptions& options_;
  ir::Program program_;
  ir::Storage& storage_;
  Arena& arena_;
  Modules modules_;
  EntryTypes entry_types_;
  FreeSymbols free_symbols_;
  Builder* builder_ = nullptr;  // of the function being made
  std::vector<const ast::ValDecl*> entries_;
  Signature entry_signature_;
  std::vector<EntrySize> entry_sizes_;
  std::unordered_set<ir::Var> named_by_user_;  // by a pattern in a file that is not of the prelude
  std::deque<Scope> scopes_;
  ir::PlaceId call_place_;  // of the call being inlined
  std::vector<Loc> locs_;   // of the expressions being lowered, outermost first
  bool unsafe_ = false;
  // The use of a type parameter with sizes of its own whose shape is being made, and how many there
  // have been.
  uint32_t type_use_ = 0;
  uint32_t type_uses_ = 0;
  // The attributes of the expression of which this is the call, for operators that become more than
  // one statement; those of the intrinsic function that is being lowered; those of all maps of its
  // rounds.
  std::vector<Attribute> call_attributes_;
  std::vector<Attribute> intrinsic_attributes_;
  std::vector<Attribute> round_attributes_;
  // Sizes whose value is known at the current place. The log undoes what was learnt inside a body.
  std::map<std::pair<const Size*, const Scope*>, Atom> known_sizes_;
  struct Learnt {
    const Size* size = nullptr;  // in known_sizes_
    Scope* scope = nullptr;
    const ValueSymbol* symbol = nullptr;  // or a name in the scope
  };
  std::vector<Learnt> known_log_;
  InstanceMap instances_;
  std::map<std::vector<uint64_t>, const Value*> function_constants_;  // by constant_key
  // Functions that refer to nothing but other such functions: a number for each that differs. Note
  // [Closed functions]
  std::unordered_map<const Closure*, std::optional<uint64_t>> closed_;
  std::map<std::vector<uint64_t>, uint64_t> closed_numbers_;
  std::set<std::vector<uint64_t>> inlined_;  // ways of using code that were inlined once
  int inline_depth_ = 0;                     // definitions being inlined, one in the other
  std::unordered_map<const ast::ValDecl*, bool> recursive_;
  std::unordered_map<std::string, int> names_taken_;
  std::unordered_map<const ast::Expr*, size_t> costs_;

  // Makes a nested body; what was learnt about sizes inside is forgotten.
  template <class Fill>
  const ir::Body* body(Fill fill);
};

template <class F>
const Value* Lowering::map_leaves(const Value* value, F f) {
  if (value->kind == ValueKind::Leaf) return leaf(f(value->atom));
  if (value->kind == ValueKind::Function) return value;
  std::span<const Value*> parts = arena_.make_array<const Value*>(value->parts.size());
  for (size_t i = 0; i < parts.size(); i++) parts[i] = map_leaves(value->parts[i], f);
  Value made = *value;
  made.parts = parts;
  return arena_.make<Value>(made);
}

template <class Fill>
const ir::Body* Lowering::body(Fill fill) {
  size_t known = known_log_.size();
  builder_->begin();
  std::vector<Atom> results = fill();
  forget_sizes(known);
  return builder_->end(results);
}

}  // namespace planish::lower
