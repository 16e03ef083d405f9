// Makes random programs that the checker accepts and that end soon.
//
// Generation goes from the type that is wanted to an expression of it. Every size is a name, a
// number, or an expression of one of these in a form of kSizeForms, so equal sizes have equal
// texts; what has another size is bound by `let [k] (xs: [k]t) = …`. Only fresh copies and unique
// results are consumed. How often an expression may run is estimated on the way (Context::work),
// and loops stop being nested when it is too much.
#pragma once

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "program.h"
#include "random.h"
#include "tree.h"
#include "type.h"

namespace planish::random_programs {

struct Variable {
  std::string name;
  TypePtr type;
  std::vector<std::string> size_parameters = {};  // of a function
  std::vector<std::string> type_parameters = {};
  double cost = 1;  // of a call
  // Arguments that are given, by their position: the fuel of a recursion, and functions that it
  // must pass on.
  std::map<size_t, std::string> fixed = {};
  bool consumes = false;  // its first argument has to be fresh
  // Arguments that are size parameters, by their position.
  std::map<size_t, std::string> size_arguments = {};
  bool gives_unique = false;  // what it gives may be consumed
};

struct SizeName {
  std::string name;
  int64_t bound = 0;  // it is not larger, as far as anybody can tell
};

struct Context {
  std::vector<Variable> variables;
  std::vector<SizeName> sizes;
  double work = 1;          // how often the expression may be evaluated
  int depth = 0;            // how deep it may be
  bool may_consume = true;  // functions cannot be the result of something that consumes

  Context deeper() const;
  Context deeper_in_function() const;    // for what a function value keeps
  Context repeated(double times) const;  // for what is evaluated so often, one level deeper
  void add(std::string name, TypePtr type);
  void add_size(std::string name, int64_t bound);
};

struct Operator {
  std::string function;
  std::string neutral;
};
enum class OperatorLaw : uint8_t { Associative, Commutative };

class Generator {
 public:
  // `size` is about how many nodes the program has.
  Generator(uint64_t seed, int size) : random_(seed), size_(size) {}
  Program generate();
  // An entry point that takes and gives sequences.
  Program generate_sequences();

 private:
  using Production = NodePtr (Generator::*)(const TypePtr&, const Context&);
  struct Choice {
    int weight;
    Production production;
  };

  // ---- Expressions: all give null when they cannot make one of the type, except these two.
  NodePtr expression(const TypePtr& type, const Context& cx);
  NodePtr leaf(const TypePtr& type, const Context& cx);
  NodePtr choose(std::span<const Choice> choices, const TypePtr& type, const Context& cx);
  NodePtr variable(const TypePtr& type, const Context& cx);
  NodePtr literal(Prim prim);

  // generate_control.cpp
  NodePtr let_value(const TypePtr& type, const Context& cx);
  NodePtr let_parts(const TypePtr& type, const Context& cx);
  NodePtr let_unknown_size(const TypePtr& type, const Context& cx);
  NodePtr if_then_else(const TypePtr& type, const Context& cx);
  NodePtr match_sum(const TypePtr& type, const Context& cx);
  NodePtr match_numbers(const TypePtr& type, const Context& cx);
  NodePtr for_loop(const TypePtr& type, const Context& cx);
  NodePtr for_in_loop(const TypePtr& type, const Context& cx);
  NodePtr while_loop(const TypePtr& type, const Context& cx);
  NodePtr asserted(const TypePtr& type, const Context& cx);

  // generate_scalars.cpp
  NodePtr arithmetic(const TypePtr& type, const Context& cx);
  NodePtr float_arithmetic(Prim prim, const Context& cx);
  NodePtr bool_arithmetic(const Context& cx);
  NodePtr comparison(const TypePtr& type, const Context& cx);
  NodePtr conversion(const TypePtr& type, const Context& cx);
  NodePtr array_length(const TypePtr& type, const Context& cx);
  // An index that fits an array of this size, mostly.
  NodePtr index_below(const std::string& size, const Context& cx);
  // A small number that is not negative.
  NodePtr small_number(int64_t below, const Context& cx);

  // generate_compounds.cpp
  TypePtr random_prim();
  TypePtr random_type(const Context& cx, int depth);
  TypePtr random_sum(const Context& cx, int depth);
  std::string random_size(const Context& cx);
  NodePtr construct(const TypePtr& type, const Context& cx);
  NodePtr component(const TypePtr& type, const Context& cx);
  NodePtr update_field(const TypePtr& type, const Context& cx);
  NodePtr element(const TypePtr& type, const Context& cx);
  NodePtr reduction(const TypePtr& type, const Context& cx);
  NodePtr last_of_reduction(const TypePtr& type, const Context& cx);

  // generate_arrays.cpp: arrays whose size is known
  NodePtr map_one(const TypePtr& type, const Context& cx);
  NodePtr map_two(const TypePtr& type, const Context& cx);
  NodePtr scanned(const TypePtr& type, const Context& cx);
  NodePtr streamed(const TypePtr& type, const Context& cx);
  NodePtr from_nothing(const TypePtr& type, const Context& cx);
  NodePtr rearranged(const TypePtr& type, const Context& cx);
  NodePtr updated(const TypePtr& type, const Context& cx);
  NodePtr updated_in_loop(const TypePtr& type, const Context& cx);
  NodePtr updated_result(const TypePtr& type, const Context& cx);
  // An array that aliases nothing, by the way it is made; never null.
  NodePtr fresh_array(const TypePtr& type, const Context& cx);
  NodePtr scattered(const TypePtr& type, const Context& cx);
  NodePtr histogram(const TypePtr& type, const Context& cx);
  NodePtr coerced(const TypePtr& type, const Context& cx);

  // generate_rows.cpp: rows of different lengths
  TypePtr random_rows(const Context& cx, int depth);
  NodePtr irregular(const TypePtr& type, const Context& cx);
  NodePtr rows_of_rows(const TypePtr& type, const Context& cx);
  NodePtr rows_of_elements(const TypePtr& type, const Context& cx);
  NodePtr rows_of_two(const TypePtr& type, const Context& cx);
  NodePtr regular_rows(const TypePtr& type, const Context& cx);
  NodePtr gathered_rows(const TypePtr& type, const Context& cx);
  NodePtr updated_rows(const TypePtr& type, const Context& cx);
  NodePtr rows_by_functions(const TypePtr& type, const Context& cx);
  NodePtr joined_rows(const TypePtr& type, const Context& cx);
  NodePtr combined_rows(const TypePtr& type, const Context& cx);
  NodePtr scattered_rows(const TypePtr& type, const Context& cx);
  NodePtr map_rows(const TypePtr& type, const Context& cx);
  NodePtr compared_rows(const TypePtr& type, const Context& cx);
  // An array of any length, as a row of an irregular one, whose elements may be rows themselves.
  NodePtr row_value(const TypePtr& item, const Context& cx);
  // The beginning of a lambda that gives its row and the length of it names, which the body can
  // use.
  std::string bind_row(const TypePtr& item, Context& body);

  // generate_compound_rows.cpp: arrays of tuples, records and sums with rows in them
  // A tuple, record or sum with a `?` of its own, as it can stand in an array.
  TypePtr random_compound(const Context& cx);
  TypePtr random_compounds(const Context& cx);
  NodePtr compounds_with_rows(const TypePtr& type, const Context& cx);
  NodePtr compounds_of_elements(const TypePtr& type, const Context& cx);
  NodePtr compounds_of_compounds(const TypePtr& type, const Context& cx);
  NodePtr compounds_by_zip(const TypePtr& type, const Context& cx);
  NodePtr updated_compounds(const TypePtr& type, const Context& cx);
  // Rows, or values without rows, of such arrays.
  NodePtr rows_of_compounds(const TypePtr& type, const Context& cx);
  NodePtr map_compounds(const TypePtr& type, const Context& cx);
  // A function of the elements of such an array, whose parts have names that `make` can use. What
  // is made stands in the form as children from `children` on.
  template <class Make>
  std::string taken_apart(const TypePtr& compound, const Context& cx,
                          std::vector<NodePtr>& children, Make make);

  // generate_unknown.cpp: arrays whose size only the run shows, of type []t
  NodePtr unknown_array(const TypePtr& element, const Context& cx);
  NodePtr filtered(const TypePtr& element, const Context& cx);
  NodePtr sliced(const TypePtr& element, const Context& cx);
  NodePtr computed_size(const TypePtr& element, const Context& cx);
  NodePtr row(const TypePtr& element, const Context& cx);
  NodePtr grown(const TypePtr& element, const Context& cx);
  // An array of any size, and how large it may be.
  NodePtr any_array(const TypePtr& element, const Context& cx, int64_t& bound);

  // generate_functions.cpp
  NodePtr call(const TypePtr& type, const Context& cx);
  NodePtr let_function(const TypePtr& type, const Context& cx);
  NodePtr function(const TypePtr& type, const Context& cx);
  NodePtr lambda(const TypePtr& type, const Context& cx);
  NodePtr composed(const TypePtr& type, const Context& cx);
  struct Callable {
    const Variable* callee = nullptr;
    Substitution by;
  };
  std::vector<Callable> functions_that_give(const TypePtr& type, const Context& cx) const;
  NodePtr call_of(const Variable& callee, Substitution by, const TypePtr& type, const Context& cx);
  bool complete(const Variable& callee, Substitution& by, const Context& cx);

  // generate_recursion.cpp
  void add_recursive_function(Program& program);
  void add_dividing_function(Program& program);

  // generate_program.cpp
  void add_declaration(Program& program);
  void add_function(Program& program);
  void add_consuming_function(Program& program);
  void add_unique_function(Program& program);
  void add_constant(Program& program);
  void add_modules(Program& program);
  void start(int budget) { budget_ = budget; }
  std::string attribute();
  // What a definition may give: the memory of constants must not leave it.
  NodePtr definition_result(const TypePtr& type, const NodePtr& body) const;
  struct Signature {
    std::string type_parameters;  // " [n] 'a"
    std::string parameters;       // " (x: a)"
    Variable variable;
    std::vector<std::string> names;  // of the parameters
    Context inside;                  // what the body can use
  };
  Signature signature(const std::string& name, const Context& outside);
  TypePtr entry_rows(const Context& cx);
  TypePtr entry_type(const Context& cx);

  // generate_sequences.cpp
  struct Link;
  TypePtr element_type();
  Context element_context(const Context& cx);
  NodePtr element_function(const TypePtr& from, const TypePtr& to, const Context& cx);
  std::optional<NodePtr> combining(const TypePtr& type, OperatorLaw law);
  NodePtr stepping(const Link& from, const TypePtr& to, const Context& cx);
  NodePtr grouped(const Link& from, const Context& cx);
  NodePtr link(const std::vector<Link>& links, const Context& cx, Link& made);
  NodePtr consumer(const Link& from, const Context& cx);

  std::optional<Operator> associative_operator(const TypePtr& type, OperatorLaw law);

  // ---- Helpers
  std::string fresh(std::string_view stem) { return fmt::format("{}_{}", stem, ++names_); }
  int64_t bound_of(const std::string& size, const Context& cx) const;
  // Whether something may go wrong here.
  bool risk();

  Random random_;
  int size_ = 0;
  int budget_ = 0;         // nodes that may still be made in this definition
  double cost_ = 0;        // of all expressions so far
  std::string recursive_;  // the function being made, if it is recursive
  double self_calls_ = 0;  // how often the function being made calls itself
  bool risky_ = false;     // what is generated may fail
  int risks_ = 0;          // at how many more places
  bool rows_ = false;      // irregular arrays are frequent
  int names_ = 0;
  Context top_;  // what all definitions can use
};

inline constexpr double kMaxWork = 3000;
inline constexpr int64_t kMaxBound = 40;
// How long rows are taken to be, for estimates.
inline constexpr int64_t kRowBound = 8;

}  // namespace planish::random_programs
