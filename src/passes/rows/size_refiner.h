// The pass refine_sizes, in several files: refine_sizes.cpp begins, and deals with branches;
// refine_maps.cpp, refine_loops.cpp, refine_calls.cpp and regular_arrays.cpp with what their names
// say.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "analysis/shapes/shapes.h"
#include "passes/common/forward.h"
#include "passes/rows/known_sizes.h"

namespace planish::passes {

class SizeRefiner : public ForwardRewriter {
 public:
  explicit SizeRefiner(const ir::Program& program)
      : ForwardRewriter(*program.storage),
        program_(program),
        shapes_(program),
        known_(storage_, shapes_) {}

  ir::Program run();
  ir::Var binder(ir::Var var) override;
  const ir::Body* body(const ir::Body* old) override;

 protected:
  bool rewrite_early(const ir::Stm& stm) override;

 private:
  bool replace_number(const ir::Stm& stm);
  // The operation with its parts rewritten; what it binds is known inside of it only.
  const ir::Op* inside(const ir::Op* op);
  // All checks that something relies on.
  bool checks_are_in_scope(ir::Var var);

  // The checks that a body makes itself.
  static std::vector<ir::Var> certificates_of(const ir::Body& body);

  // ---- Coercions, and statements with regular results
  ir::Stm coercion(ir::Var to, ir::Var from, std::span<const ir::Var> certs, ir::PlaceId place);
  // The body with results of these types; null: the result is left out.
  const ir::Body* with_results(const ir::Body* now, const std::vector<const ir::Type*>& types,
                               std::span<const ir::Var> more_certs, ir::PlaceId place);
  static std::vector<const ir::Type*> types_of_kept(std::span<const ir::Var> all,
                                                    const std::vector<ir::Var>& kept,
                                                    const std::vector<const ir::Type*>& types);
  static bool mentions_any(const ir::Type* type, const std::vector<ir::Var>& vars);
  // Emits a statement whose results have these types now (null: what they had), and gives what the
  // old variables stand for their old types.
  void emit_regular(ir::Stm stm, const std::vector<ir::Var>& pattern,
                    const std::vector<const ir::Type*>& types);

  // ---- Branches
  void rewrite_branches(const ir::Stm& stm);

  // ---- Regular arrays
  // A regular array that is made an irregular one.
  void note_coercion(const ir::Stm& stm);
  ir::Var regular_of(ir::Var now) const;
  // The type of a variable of the old program, with dimensions that vary fixed where the analysis
  // knows them.
  const ir::Type* regular_type(ir::Var var);
  const ir::Type* regular_type(const ir::Type* type, std::span<const shapes::Term> terms,
                               std::span<const ir::Var> checks);
  // A use of an irregular array for which there is a regular one.
  bool use_regular(const ir::Stm& stm);
  // The size that the regular array has where the other one varies.
  const ir::Dim& dim_of_level(const ir::EqualRowLength& op, ir::Var regular) const;
  static ir::Atom size(const ir::Dim& dim);

  // ---- Maps
  bool rewrite_map(const ir::Stm& stm, const ir::Map& op);
  // Rows of rows are regular, too, if the array is.
  const ir::Lambda* with_regular_rows(const ir::Lambda* fn, const std::vector<ir::Var>& arrays,
                                      ir::PlaceId place);
  // If all rows of a map have sizes that can be computed without the elements of its operands, but
  // are not known yet, computes them before the map.
  void compute_sizes(const ir::Stm& stm, const ir::Map& op, ir::Var row);
  // The type of the rows of a map's result, if they vary and all are of one size that is known
  // outside; null otherwise.
  const ir::Type* row_type(ir::Var result, const ir::Atom& row);

  // ---- Loops
  // Sizes that stay what they are at first are no parameters any more, and arrays whose rows do are
  // regular ones.
  bool rewrite_loop(const ir::Stm& stm, const ir::Loop& op);
  // The types of parameters that become regular; null: as before.
  std::vector<const ir::Type*> regular_params(const std::vector<ir::LoopParam>& params);
  // An array of the new program with a regular type, which it has.
  ir::Var as_regular(ir::Var array, const ir::Type* type, const ir::Stm& here);

  // ---- Functions and calls

  // The number of the parameter that a result of a function is equal to.
  using KnownResult = std::optional<size_t>;
  void find_known_results(const ir::Function& fn);
  const ir::Function* function(const ir::Function* fn);
  bool rewrite_call(const ir::Stm& stm, const ir::Call& op);

  ir::Program program_;
  shapes::ShapeAnalysis shapes_;
  KnownSizes known_;
  std::unordered_map<ir::Var, ir::Var> regular_;  // by the irregular array of the new program
  std::unordered_map<Name, std::vector<KnownResult>> results_;
};

}  // namespace planish::passes
