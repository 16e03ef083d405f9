// Numbers of a program as symbolic terms in a canonical form: two terms are equal if they are the
// same.
//
// Note [Shape terms]
// A term is a polynomial of symbols with integer factors (analysis/linear.h). A symbol is
//   * an index: the number of an iteration of a map or loop, or a place (below);
//   * an application of an operation, or of an unknown function, to terms. An unknown number that
//     is the same wherever it stands is an unknown function of nothing, the length of row i of an
//     array is the array's function of i (φ(i));
//   * a sum Σ of a term over the numbers below a bound;
//   * nothing yet: what a recursive call gives in the first round, before anything is known of it.
// Comparisons and conditions are numbers, too, 0 or 1, so the number of elements that a filter
// keeps is Σ of its condition, and Σ (x < p) + Σ (x == p) + Σ (x > p) over the same integers is
// their number. Equalities of polynomials over the integers hold in the arithmetic of the machine,
// too, which is one modulo a power of two.
//
// The shape of an array is a term for each dimension, in which places stand for the indices of the
// dimensions before: an `[n][?]f32` xs has the shape n, φ_xs(place 0). So equal shapes have equal
// terms, however the indices were called where the arrays were made.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/linear.h"
#include "ir/node.h"

namespace planish::shapes {

struct Term {
  uint32_t id = 0;  // 0: the number 0
  friend bool operator==(Term, Term) = default;
};

// Of an iteration, a dimension (a place), or a sum.
struct Index {
  uint32_t id = 0;
  friend bool operator==(Index, Index) = default;
};

struct Function {
  uint32_t id = 0;
  friend bool operator==(Function, Function) = default;
};

// What is behind a function.
enum class Source : uint8_t {
  Operation,  // an operation on scalars, and everything that is known exactly
  Parameter,  // of a function
  Filter,
  Branch,
  Loop,
  Call,
  Data,  // elements of arrays, and what is computed from them by operators
  Unknown,
};

struct FunctionInfo {
  Source source = Source::Unknown;
  ir::Var var;                // what it is the value, an element or a row length of
  std::optional<size_t> dim;  // of the array: the function gives lengths
  ir::PlaceId place;
  enum class Gives : uint8_t { Number, Truth } gives = Gives::Number;
  std::string_view name;  // of an operation
};

class Terms {
 public:
  Terms();

  // ---- Making terms
  Term number(Wide value) { return intern(Linear(value)); }
  Term plus(Term x, Term y);
  Term minus(Term x, Term y);
  Term times(Term x, Term y);
  Term index(Index index);
  Term apply(Function function, std::span<const Term> args);
  // Σ of the body, for the index from 0 below the bound.
  Term sum(Term bound, Index index, Term body);
  Term nothing_yet() const { return nothing_yet_; }

  Index new_index() { return {next_index_++}; }
  // Stands for the index of dimension k of an array in the terms of its shape.
  static Index place(size_t dim) { return {static_cast<uint32_t>(std::min(dim, kPlaces - 1))}; }
  static bool is_place(Index index) { return index.id < kPlaces; }

  Function new_function(const FunctionInfo& info);
  // The function for an operation: the same for the same key.
  Function operation(const std::vector<uint64_t>& key, const FunctionInfo& info);
  const FunctionInfo& info(Function function) const { return functions_[function.id]; }

  // ---- Taking terms apart
  enum class SymbolKind : uint8_t { Index, Apply, Sum, NothingYet };
  struct Symbol {
    SymbolKind kind{};
    Index index;              // Index, Sum: what it counts with
    Function function;        // Apply
    std::vector<Term> args;   // Apply; Sum: bound and body
    std::vector<Index> free;  // the indices in it, ascending
    uint32_t size = 1;
    uint32_t sums = 0;  // how many of them stand in each other
    bool is_truth = false;
    bool has_nothing_yet = false;
  };
  const Linear& linear(Term term) const { return linears_[term.id]; }
  const Symbol& symbol(uint32_t id) const { return symbols_[id]; }
  std::optional<Wide> as_number(Term term) const;
  // If it is one symbol and nothing else.
  const Symbol* as_symbol(Term term) const;
  // A symbol alone.
  Term term_of(uint32_t symbol) { return intern(Linear::variable({symbol})); }
  std::vector<uint32_t> symbols_in(Term term) const;
  std::vector<Index> indices(Term term) const;
  bool mentions(Term term, Index index) const;
  bool is_truth(Term term) const;
  bool has_nothing_yet(Term term) const;
  bool mentions(Term term, Function function) const;

  // ---- Rewriting. Says what becomes of symbols; what it says nothing about stays.
  class Rewriter {
   public:
    virtual ~Rewriter() = default;
    virtual bool concerns(Term) { return true; }
    virtual std::optional<Term> index(Index) { return std::nullopt; }
    virtual std::optional<Term> apply(Function, std::span<const Term>) { return std::nullopt; }

   private:
    friend class Terms;
    std::unordered_map<uint32_t, Term> done_;
  };
  Term rewrite(Term term, Rewriter& rewriter);
  // Indices replaced by terms.
  struct Replacement {
    Index index;
    Term by;
  };
  Term substitute(Term term, std::span<const Replacement> by);

 private:
  static constexpr size_t kPlaces = 64;  // places, then indices of sums, then those of iterations
  static constexpr uint32_t kMaxSize = 128;
  // Of sums in each other: what is done to such a term is done three times for each.
  static constexpr uint32_t kMaxSums = 6;
  static constexpr uint32_t kSums = kMaxSize + 1;

  struct KeyHash {
    size_t operator()(const std::vector<uint64_t>& key) const;
  };
  Term intern(const Linear& linear);
  Function large_operation(ir::BinaryOp op);
  Term keep(const Linear& linear, ir::BinaryOp op, Term x, Term y);
  Term symbol_term(Symbol symbol);
  Term any_like(const Symbol& symbol, const FunctionInfo& info);
  Linear without_squares(const Linear& linear) const;
  Linear factor_of(const Product& product, Wide factor) const;
  Term rewrite_symbol(uint32_t id, Rewriter& rewriter);

  std::vector<Linear> linears_;
  std::vector<Symbol> symbols_;
  std::vector<FunctionInfo> functions_;
  std::unordered_map<std::vector<uint64_t>, uint32_t, KeyHash> linear_ids_;
  std::unordered_map<std::vector<uint64_t>, uint32_t, KeyHash> symbol_ids_;
  std::unordered_map<std::vector<uint64_t>, uint32_t, KeyHash> operation_ids_;
  Term nothing_yet_;
  uint32_t next_index_ = kPlaces + kSums;
};

}  // namespace planish::shapes

template <>
struct std::hash<planish::shapes::Term> {
  size_t operator()(planish::shapes::Term term) const { return term.id; }
};
