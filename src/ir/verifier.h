// The state of verifying scopes and types; verify.cpp checks what stands around operations,
// verify_ops.cpp and verify_parallel.cpp operations. verify_entries.cpp checks entry points;
// consumption is checked afterwards, in verify_consumption.cpp.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/error_list.h"
#include "ir/print.h"
#include "ir/verify.h"

namespace planish::ir {

// A type that need not exist in the table: what an operation makes of its operands.
struct Shape {
  const Type* acc = nullptr;  // null: a value
  Prim elem = Prim::Unit;
  std::vector<Dim> dims;

  Shape() = default;
  Shape(const Type* type);
  Shape(Prim prim) : elem(prim) {}
  Shape(Prim prim, std::vector<Dim> sizes) : elem(prim), dims(std::move(sizes)) {}

  Shape inside(size_t count) const;                // without outer dimensions
  Shape within(std::span<const Dim> outer) const;  // with more outer dimensions
  Shape within(Dim outer) const { return within({&outer, 1}); }
};

class Verifier {
 public:
  Verifier(const Program& program, ErrorList& errors);
  void run();

 private:
  // ---- Functions and bodies (verify.cpp)
  void function(const Function& fn);
  // Its statements stay in scope until the Scope around ends. False if its results mean nothing.
  bool body(const Body* body);
  void stm(const Stm& stm);

  // Takes what was bound since out of scope again.
  class Scope {
   public:
    explicit Scope(Verifier& verifier) : verifier_(verifier), size_(verifier.scope_.size()) {}
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Verifier& verifier_;
    size_t size_;
  };
  friend class Scope;

  bool bind(Var var);        // false if there is no such variable
  void check_type(Var var);  // of a variable that is about to be bound
  bool in_scope(Var var) const {
    return var.id < flags_.size() && (flags_[var.id] & kInScope) != 0;
  }
  // False if it is not in scope or no value of its type; then there has been an error.
  bool use(Var var);
  bool use(const Atom& atom);

  // ---- Types
  const Type* type(const Atom& atom) const { return storage_.type(atom); }
  std::string text(const Shape& shape) const;
  std::string text(const Atom& atom) const { return atom_text(storage_, atom); }
  std::string text(Var var) const {
    return var.id < storage_.vars.size() ? var_text(storage_, var)
                                         : "variable number " + std::to_string(var.id);
  }
  std::string word() const { return op_ == nullptr ? "function" : std::string(op_text(op_)); }

  // Is the one type as good as the other? From dimension number `loose` on, one may vary where the
  // other does not: an array gives rows of one size each, and is made of them.
  static constexpr size_t kNone = ~size_t{0};
  void fits(const Shape& wanted, const Shape& found, std::string_view what, const Atom& named,
            size_t loose = kNone);
  Dim known(const Dim& dim) const;
  // From now on the dimension variable is known to be this, if it is a constant.
  void know(Var var, const Atom& value);

  void is_scalar(const Atom& atom, Prim prim, std::string_view what);
  void is_i64(const Atom& atom, std::string_view what) { is_scalar(atom, Prim::I64, what); }
  void is_i64(std::span<const Atom> atoms, std::string_view what) {
    for (const Atom& atom : atoms) is_i64(atom, what);
  }
  bool is_array(Var var, size_t rank = 1);  // of at least this rank
  bool count(size_t wanted, size_t found, std::string_view what);
  // What is bound: the number of variables, and the type of one.
  bool binds(size_t wanted) { return count(wanted, pattern_.size(), "bound variables"); }
  void gives(size_t index, const Shape& shape, size_t loose = kNone);
  void gives_one(const Shape& shape, size_t loose = kNone) {
    if (binds(1)) gives(0, shape, loose);
  }
  void error(Rule rule, std::string message) { errors_.add(rule, std::move(message)); }

  // ---- Operations
  void op(const Op* op);
  void check(const Same& n);
  void check(const Unary& n);
  void check(const Binary& n);
  void check(const Ternary& n);
  void check(const Convert& n);
  void check(const FromBits& n);
  void check(const ArrayLit& n);
  void check(const Index& n);
  void check(const Slice& n);
  void check(const Update& n);
  void check(const FlatSlice& n);
  void check(const FlatUpdate& n);
  void check(const Iota& n);
  void check(const Replicate& n);
  void check(const Concat& n);
  void check(const Reshape& n);
  void check(const Rearrange& n);
  void check(const Copy& n);
  void check(const Coerce& n);
  void check(const RowLengths& n);
  void check(const RowLength& n);
  void check(const EqualRowLength& n);
  void check(const EqualStep& n);
  void check(const JoinRows& n);
  void check(const SplitRows& n);
  void check(const If& n);
  void check(const Match& n);
  void check(const Loop& n);
  void check(const Call& n);
  void check(const Check& n);
  void check(const Trace& n);
  void check(const Opaque& n);
  void check(const Tuning& n);
  void check(const Map& n);
  void check(const Reduce& n);
  void check(const Scan& n);
  void check(const Hist& n);
  void check(const Scatter& n);
  void check(const Filter& n);
  void check(const FlatMap& n);
  void check(const StreamMap& n);
  void check(const StreamRed& n);
  void check(const StreamSeq& n);
  void check(const WithAcc& n);
  void check(const UpdateAcc& n);
  void check(const SegMap& n);
  void check(const SegRed& n);
  void check(const SegScan& n);
  void check(const SegHist& n);
  void check(const SegScatter& n);
  void check(const SegFilter& n);
  void check(const SegPartition& n);
  void check(const SegFlatMap& n);

  // Parts of checks.
  static std::vector<Dim> dims_of(std::span<const Atom> atoms);
  static std::vector<Dim> dims_of(const Space& space);
  static std::vector<Dim> outer_dims_of(const Space& space);  // without the innermost level
  void same_as(const Atom& value) { gives_one(type(value)); }
  std::optional<Shape> slice_shape(Var array, std::span<const SliceDim> dims);
  std::optional<Shape> flat_shape(Var array, const Atom& offset, std::span<const FlatDim> dims);
  void branch(const Body* body);
  // Checks a lambda that takes these operands, and calls `results(atoms)` in its scope.
  template <class F>
  void apply(const Lambda* lambda, std::span<const Shape> operands, F results);
  // What a lambda gets of each operand: a row, or the whole accumulator. None after an error.
  std::optional<std::vector<Shape>> rows(std::span<const Var> arrays, const Atom& width);
  void only_arrays(std::span<const Shape> operands);  // no accumulators
  // The variable bound is an array of these elements, or an accumulator.
  void gathers(size_t index, std::span<const Dim> outer, const Shape& elem);
  void combines(const Lambda* op, std::span<const Shape> values);
  void combines_regular(std::span<const Shape> values);
  std::vector<Shape> shapes(std::span<const Atom> atoms) const;
  // Reduce and Scan: `outer` are the dimensions that the combined values get.
  void combines_mapped(const Atom& width, const Lambda* op, std::span<const Atom> neutral,
                       const Lambda* map, std::span<const Var> arrays, std::span<const Dim> outer,
                       const Lambda* post);
  void mapped_results(std::span<const Shape> results, std::span<const Atom> neutral,
                      std::span<const Dim> combined_outer, std::span<const Dim> outer,
                      const Lambda* post);
  void post_results(std::span<const Shape> results, std::span<const Atom> neutral,
                    std::span<const Dim> outer, const Lambda* post);
  // Hist and Scatter, and those of FLAT: the elements that are written to the destinations.
  std::vector<Shape> written(std::span<const Atom> shape, std::span<const Var> dests);
  void writes(const Atom& width, std::span<const Var> arrays, const Lambda* map, size_t index_count,
              std::span<const Shape> elems);
  void writes_elements(std::span<const Atom> results, size_t index_count,
                       std::span<const Shape> elems);
  void seg_writes(const Space& space, const Body* body, size_t index_count,
                  std::span<const Shape> elems);
  void streams(const Lambda* fn, const Atom& width, std::span<const Atom> carried,
               std::span<const Var> arrays);
  // What a function gives that makes rows: lengths, rows and elements.
  void flat_mapped(std::span<const uint32_t> groups, std::span<const Atom> results,
                   std::span<const Dim> outer);
  bool space(const Space& space);  // binds its indices
  bool seg_body(const Body* body);
  // The results from `first` on are arrays of these, as many as the first result says.
  void kept_values(size_t first, std::span<const Atom> values);
  void segmented(const Space& space, const Body* body, std::span<const Atom> neutral,
                 std::span<const Dim> combined_outer, const Lambda* post);

  static constexpr uint8_t kBound = 1;    // by some binder of the program
  static constexpr uint8_t kInScope = 2;  // here
  static constexpr uint8_t kCheck = 4;    // bound by a check

  const Program& program_;
  const Storage& storage_;
  ErrorList& errors_;
  std::vector<uint8_t> flags_;  // by variable
  std::vector<Var> scope_;      // those in scope, outermost first
  std::unordered_map<Var, int64_t> known_;
  const Op* op_ = nullptr;        // being checked
  std::span<const Var> pattern_;  // of its statement
  bool guarded_ = false;          // its statement comes after checks
  bool at_host_ = true;           // it stands where parallel operators of FLAT may
};

// Consumption, in a program without other errors.
void verify_consumption(const Program& program, ErrorList& errors);

}  // namespace planish::ir
