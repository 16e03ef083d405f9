// The parts of the pass `flatten`.
//
// Note [Flattening]
// Host code is walked from top to bottom; operators become operators over spaces, and all variables
// of host level stay what they are. A map is entered (Nest), and then its body decides:
//
//   perfect   The body is cheap code and ends with an operator that gives the results. The operator's level is added to
//             the nest. Cheap code is done again for each inner point.
//   plain     There is no parallelism inside that is worth anything: the nest is one segmap, the body sequential.
//   other     There are two ways. `segmap_of` does what is inside sequentially: best if there are enough outer
//             iterations, since it keeps nothing but results in memory. `distribute` makes the
//             statements of the body into operators of their own, each over the whole nest, with
//             arrays for what one gives another. If it is not known how many iterations there are,
//             there will be an `if`.
//
//   irregular The body has parallelism that differs from point to point: rows of any length,
//   branches, loops of any
//             number of iterations, calls. Then it is lifted: Note [Lifting] in lift.cpp.
//
// Files: flatten.cpp host code, nests.cpp nests and the decision, distribute.cpp the distribution
// of bodies, operators.cpp what stands at the end of a nest, lift*.cpp what is irregular,
// read_rows.cpp rows that are not made, decisions.cpp what is written down of all this.
#pragma once

#include <deque>
#include <functional>

#include "ir/builder.h"
#include "ir/call_graph.h"
#include "passes/common/decisions.h"
#include "passes/flatten/known_offsets.h"
#include "passes/flatten/parallelism.h"
#include "passes/flatten/row_readers.h"
#include "passes/flatten/sequential.h"
#include "passes/flatten/vectorised.h"
#include "target/target.h"

namespace planish::passes {

class Flattener {
 public:
  Flattener(const ir::Program& program, const Target& target, Decisions* decisions);
  ir::Program run();

 private:
  // ---- Host code (flatten.cpp)
  const ir::Body* host(const ir::Body* body);
  void host_stm(const ir::Stm& stm);
  // Keeps a statement, with what is inside it sequential.
  void keep(const ir::Stm& stm);
  void host_operator(const ir::Stm& stm);
  // An operator after a function that has parallelism of its own, if there are few elements: a map
  // of the function first, then the operator. False if that is not worth it; `around` says why then.
  bool split(const ir::Stm& stm, Nest& around);
  const ir::Op* without_map(const ir::Op* op, std::span<const ir::Var> arrays);
  // The same for an operator that combines in parallel, and there are few elements: it is applied
  // in rounds.
  bool split_operator(const ir::Stm& stm);
  void map_first(const ir::Stm& stm, std::span<const ir::Var> to);

  // ---- Nests (nests.cpp)
  // Adds a level, and statements that read the elements of the arrays. Gives these elements.
  std::vector<ir::Atom> enter(Nest& nest, const ir::Stm& stm, const OperatorParts& parts);
  void add_level(Nest& nest, const ir::Atom& width);
  // Adds a statement that reads the variable's value at the current point from an array over all
  // points.
  void read(Nest& nest, ir::Var var, ir::Var array, std::span<const ir::Atom> indices,
            bool is_consumed);
  // Binds the variables to arrays of what the body gives at each point.
  void nest_body(Nest nest, const ir::Body* body, std::span<const ir::Var> to, const ir::Stm& like);
  // The same for a body that is lifted.
  void nest_rows(Nest nest, const ir::Body* body, std::span<const ir::Var> to, const ir::Stm& like);
  bool perfect(Nest& nest, const ir::Body* body, std::span<const ir::Var> to, const ir::Stm& like);
  void segmap_of(const Nest& nest, const ir::Body* body, std::span<const ir::Var> to);
  // The nest at one point, then more statements, as the body of an operator of its own. Results may
  // be indices of the nest.
  struct Piece {
    ir::Space space;
    const ir::Body* body = nullptr;
    ir::Substitution indices;  // those of the nest are now those of the space
  };
  Piece piece(const Nest& nest, std::span<const ir::Stm> stms, std::span<const ir::Atom> results);
  // The statements of the nest that others need, then these.
  const ir::Body* at_point(const Nest& nest, std::span<const ir::Stm> stms,
                           std::span<const ir::Atom> results);
  const ir::Body* point_copy(const Nest& nest, const ir::Body* body, const ir::Substitution& by);
  // A function that is applied at each point of the piece.
  const ir::Lambda* point_function(const Nest& nest, const Piece& piece, const ir::Lambda* fn);
  enum class Way : uint8_t { Outer, Distribute, Both };
  // A way, and why it is gone; of both ways, why what is inside is left to one thread in the first.
  struct Chosen {
    Way way;
    Because because;
  };
  bool has_tiles(const Nest& nest, const ir::Body* body);
  bool is_tiled(const Nest& nest, const ir::Body* body, const ir::Reduce& reduce);
  bool combines_tiles(const Nest& nest, const ir::Stm& stm);
  void tiles_then_combine(const Nest& nest, const ir::Stm& stm, std::span<const ir::Var> to);
  Chosen way(const Nest& nest, const ir::Body* body, const ir::Stm& like);
  // Adds an `if` on the number of points of the nest. Each branch binds the variables that it is
  // given.
  template <class Outer, class Inner>
  void choose(const Nest& nest, std::span<const ir::Var> to, Outer outer, Inner inner);
  template <class Then, class Else>
  void choose_if(const ir::Atom& condition, const Nest& nest, std::span<const ir::Var> to,
                 Then then, Else otherwise);
  void versions(Nest nest, const ir::Body* body, std::span<const ir::Var> to, const ir::Stm& like);

  // ---- Distribution (distribute.cpp)
  struct Step {
    enum class Kind : uint8_t {
      Again,       // one cheap statement, which becomes a part of the nest
      Sequential,  // statements that become one segmap
      Operator,    // one operator or loop that is parallel
    };
    Kind kind;
    std::vector<ir::Stm> stms;
    std::vector<ir::Var> kept;  // what is used afterwards
  };
  // The steps into which the body is taken apart; none if what one gives another would be irregular
  // and rows are not wanted.
  enum class Rows : uint8_t { Refused, Wanted };
  std::optional<std::vector<Step>> plan(const Nest& nest, const ir::Body* body, Rows rows);
  void distribute(Nest nest, const ir::Body* body, const std::vector<Step>& steps,
                  std::span<const ir::Var> to);
  void distribute_operator(const Nest& nest, const ir::Stm& stm, std::span<const ir::Var> to);
  void interchange(const Nest& nest, const ir::Stm& stm, const ir::Loop& loop,
                   std::span<const ir::Var> to);

  // ---- Lifting: bodies (lift.cpp)
  // Has a statement that cannot be distributed, but lifted?
  bool needs_lifting(const ir::Body* body, Nest& nest);
  bool is_liftable(const ir::Stm& stm, Nest& nest);
  bool contains_liftable(const ir::Body* body, const Nest& nest);
  // The results of the body at all points.
  std::vector<Lifted> lift_versions(Nest nest, const ir::Body* body, const ir::Stm& like);
  std::vector<Lifted> lift(Nest nest, const ir::Body* body);
  // Lifts all statements but the last ones, which are left to be done together with the results.
  Nest lift_statements(Nest nest, const ir::Body* body, std::vector<ir::Stm>& rest);
  void lift_statement(Nest& nest, const ir::Stm& stm);
  void keep_values(Nest& nest, std::span<const ir::Stm> stms, std::vector<ir::Atom> kept);
  // The body in one thread for each point.
  std::vector<Lifted> outer_only(Nest nest, const ir::Body* body);
  std::vector<Lifted> gather(const Nest& nest, std::span<const ir::Stm> stms,
                             std::span<const ir::Atom> results);
  // Is it better to leave what is inside to one thread for each point? A condition at host level,
  // and what it asks.
  struct Enough {
    ir::Atom condition;
    Because because;
  };
  Enough enough_outer(const Nest& nest, const ir::Body* body);
  std::optional<ir::Atom> work_at_point(Nest& nest, const ir::Body* body);
  std::optional<ir::Atom> row_at_point(const Nest& nest, const ir::Body* body) const;
  template <class Outer, class Inner>
  std::vector<Lifted> choose_lifted(const Nest& nest, const ir::Body* body, Outer outer,
                                    Inner inner);
  // From now on the variable is read from there.
  void hold(Nest& nest, ir::Var var, const Lifted& lifted);
  void read_lifted(Nest& nest, ir::Var var, const Lifted& lifted);

  // ---- Lifting: rows (lift_rows.cpp)
  Segments segments(Nest& nest, std::span<const ir::Atom> sizes);
  Segments segments_of(const Nest& nest, ir::Var lengths);
  // For each point, in one dimension.
  ir::Var lengths_at_points(const Nest& nest, std::span<const ir::Atom> sizes);
  Name offsets_function();
  const ir::Function* make_offsets_function();
  ir::Atom point_count(const Nest& nest);
  // The number of the current point.
  ir::Atom number(Nest& nest);
  // A number that is computed again wherever it is needed.
  template <class T>
  ir::Var compute(Nest& nest, std::string_view name, T op) {
    ir::Var var = builder_.new_var(name, storage_.types.scalar(Prim::I64));
    nest.add({builder_.list<ir::Var>({var}), builder_.make(op), {}, {}, nest.place});
    return var;
  }
  ir::Atom product(Nest& nest, std::span<const ir::Atom> sizes);
  std::vector<ir::Atom> row_sizes(const Nest& nest, const ir::Type* type);
  const ir::Type* rows_type(const Nest& nest, const ir::Type* type, const ir::Atom& total);
  // The array at the type of the variable.
  void bind_array(ir::Var var, ir::Var array);
  ir::Var as_type(ir::Var array, const ir::Type* type);
  // The same elements, maybe in other dimensions.
  ir::Var in_shape(ir::Var array, const ir::Type* type);
  std::span<const ir::Atom> sizes(std::span<const ir::Dim> dims);
  ir::Var zeros(std::string_view name, const ir::Type* type);
  const ir::Op* reshape(ir::Var array, const ir::Type* type);
  // As many dimensions for all points as one, whose size is the number of points.
  Lifted with_one_dim(const Nest& nest, const Lifted& lifted, const ir::Type* type);
  // What an operator or a function gave, in the form that a variable of the nest, or a value of the
  // type, has: more may be known here of the sizes. Note [Equal sizes with different names].
  Lifted fitted(Nest& nest, const Lifted& lifted, ir::Var var);
  Lifted fitted(Nest& nest, const Lifted& lifted, const ir::Type* type);
  Lifted as_rows(Nest& nest, const Lifted& lifted, const ir::Type* type, size_t varying);
  ir::Var let_host(std::string_view name, const ir::Type* type, const ir::Op* op, const Nest& nest);

  // ---- Lifting: operators, branches, loops, calls (lift_operators.cpp, …)
  void lift_map(Nest& nest, const ir::Stm& stm, const ir::Map& map);
  Segments group_segments(Nest& bound, const ir::FlatMap& map, size_t group, size_t first_row,
                          std::vector<Lifted>& results);
  void lift_flat_map(Nest& nest, const ir::Stm& stm, const ir::FlatMap& map);
  void lift_filter(Nest& nest, const ir::Stm& stm);
  const ir::Body* filtered_by_number(const ir::Stm& stm);
  void host_flat_map(const ir::Stm& stm, const ir::FlatMap& map);
  Lifted regroup(Nest& nest, ir::Var var, const Lifted& inside);

  // ---- Rows that one operator reads (read_rows.cpp)
  // A flat map whose rows are made where they are read: Note [Rows for one reader].
  struct UnmadeRows {
    Nest nest;  // one point of it for each row
    ir::Atom length;
    std::vector<ir::Stm>
        operators;  // maps that give rows; others are views, or generated, in the nest
    std::vector<ir::Var> arrays;  // of all rows, and
    std::vector<ir::Atom> rows;   // what the function gives for them
  };
  // Does all of the flat map but its rows; none, and nothing is done, if it is no flat map of that
  // kind.
  std::optional<UnmadeRows> without_rows(const ir::Stm& stm, const ir::Stm& reader);
  // The steps up to the rows; none: rows are made by other means than elements that know nothing of
  // each other.
  std::optional<std::vector<Step>> steps_before_rows(const Nest& nest, const ir::FlatMap& map,
                                                     UnmadeRows& unmade);
  bool is_plain_function(const ir::Lambda* fn, const Nest& nest);
  bool reads_elements(const ir::Stm& reader);
  void read_rows(const UnmadeRows& unmade, const ir::Stm& reader);
  // Makes one row's elements known in the nest, in whose last level they are, or adds statements
  // that give them.
  std::unordered_map<ir::Var, ir::Atom> row_elements(const UnmadeRows& unmade, Nest& nest,
                                                     std::vector<ir::Stm>& stms);

  std::vector<Lifted> nested(const Nest& inside, const ir::Body* body, const ir::Stm& like);
  // `classify` gives the number of the body.
  bool calls_recursive(const ir::Body* body) const;
  const ir::Body* with_own_results(const ir::Body* body, std::span<const size_t> results);
  void lift_branches(Nest& nest, const ir::Stm& stm, const ir::Stm& classify,
                     std::span<const ir::Body* const> bodies);
  // `classify` ends with the statement that gives the number of the branch.
  std::vector<Nest> branch_nests(const Nest& nest, std::span<const ir::Stm> classify, size_t count);
  void keep_results(Nest& nest, std::vector<ir::Stm>& rest, std::span<const ir::Atom> results);
  ir::Var write_branch(const Nest& nest, const Nest& branch, ir::Var var, const ir::Atom& result,
                       const Segments& where, ir::Var dest);
  void lift_if(Nest& nest, const ir::Stm& stm, const ir::If& op);
  void lift_match(Nest& nest, const ir::Stm& stm, const ir::Match& op);
  bool makes_elements(const ir::Stm& stm) const;
  bool makes_rows(const ir::Body* body, const Nest& nest) const;
  void lift_elements(Nest& nest, const ir::Stm& stm);
  ir::Atom element_of(std::span<const ir::Var> arrays, const std::vector<ir::Atom>& at,
                      const std::function<ir::Atom(const ir::Type*, const ir::Op*)>& let);
  bool loop_is_liftable(const ir::Stm& stm, const ir::Loop& loop, const Nest& nest);
  void lift_loop(Nest& nest, const ir::Stm& stm, const ir::Loop& loop);
  const ir::Body* with_index(const ir::Loop& loop, ir::Var round);
  struct RowBuffer {
    ir::Atom used;
    ir::Atom capacity;
    ir::Var array;
  };
  template <class Set>
  void append_finished(const RowBuffer& to, const Lifted& rows, Set set);
  ir::Var copy_to(ir::Var array, const ir::Atom& at, ir::Var from, const ir::Atom& count);
  // The rows of the variable, of so many dimensions, which begin at `starts` of the buffer, one
  // after the other.
  Lifted in_order(Nest& nest, ir::Var var, size_t varying, ir::Var starts, ir::Var buffer);
  void lift_calls(Nest& nest, std::span<const ir::Stm> calls);
  bool changes_in_recursion(const ir::Function& fn, size_t param);
  bool is_only_value(const Nest& nest, const ir::Atom& value) const;
  // How the points of several calls become those of one.
  struct CallShape {
    CallShape(Flattener& around, const Nest& of, size_t count);
    Lifted join(const std::vector<Lifted>& values);
    Lifted part(size_t call, const Lifted& all, const ir::Type* type);

    Flattener& flattener;
    const Nest& nest;
    int64_t calls;
    ir::Atom each;  // points
    ir::Atom each_ends;
    ir::Atom points;  // of all calls
    ir::Atom ends;
    const ir::Type* offsets_type = nullptr;

   private:
    ir::Var concat(std::string_view name, const std::vector<ir::Var>& arrays,
                   const ir::Atom& count);
    ir::Var slice(ir::Var array, const ir::Atom& start, const ir::Atom& count);
    ir::Var shifted(ir::Var offsets, const ir::Atom& by);
  };
  void join_calls(std::vector<Step>& steps);
  void host_call(const ir::Stm& stm);
  // A function that does for many points what a function does for one. Parameters that do not vary
  // are as they were; of the others there is a value for each point.
  struct LiftedFunction {
    const ir::Function* of = nullptr;
    std::vector<bool> varies;  // by parameter
    Name name;
    // How many dimensions of a parameter or result are one in its rows; 0: it is regular.
    size_t varying_dims(const ir::Type* type) const;
  };
  const LiftedFunction& lifted_function(const ir::Function& fn, const std::vector<bool>& varies);
  const ir::Function* make_lifted(const LiftedFunction& lifted);
  const ir::Body* lifted_body(const LiftedFunction& lifted, const ir::Body* body, const Nest& nest,
                              const ir::Function& made);
  std::vector<ir::Atom> lifted_results(const LiftedFunction& lifted, const ir::Body* body,
                                       const Nest& nest, const ir::Function& made);

  // ---- Lifting: reductions and scans (lift_combine.cpp)
  void lift_combine(Nest& nest, const ir::Stm& stm);
  static bool has_post(const ir::Stm& stm);
  const ir::Body* scan_and_map(const ir::Stm& stm);
  // The operator and the neutral values are the same at all points.
  bool combines_alike(const OperatorParts& parts, const Nest& nest) const;
  bool has_parallel_operator(const OperatorParts& parts, const Nest& nest);
  // The arrays, and the rows of them, that the operator makes of its results; in the form that its
  // sizes say.
  std::vector<Lifted> arrays_of_results(Nest& nest, const ir::Stm& stm);
  void combine_by_level(Nest& nest, const ir::Stm& stm, const std::vector<Lifted>& to);
  void lift_combine_versions(Nest& nest, const ir::Stm& stm);
  void lift_code(Nest& nest, const ir::Body* code, std::span<const ir::Var> results);
  // Code of CORE that does the same, and binds the variables. It is added to the current body, or
  // given.
  std::vector<ir::Var> mapped_elements(const ir::Stm& stm, std::span<const ir::Var> to);
  const ir::Body* map_before(const ir::Stm& stm);
  // The function that is applied first has parallelism that would be lost if it were a part of the
  // operator.
  bool lifts_function(const OperatorParts& parts, const Nest& nest);
  enum class Rounds : uint8_t { Host, Lifted };
  const ir::Body* combined_in_rounds(const ir::Stm& stm, std::span<const ir::Var> to,
                                     Rounds rounds);
  std::vector<ir::Atom> apply_operator(const OperatorParts& parts, std::span<const ir::Var> arrays,
                                       const ir::Atom& left, const ir::Atom& right);
  // A map of numbers below the width, which gives values of the same types, or binds the variables.
  std::vector<ir::Var> map_numbers(
      const ir::Atom& width, std::span<const ir::Atom> like,
      const std::function<std::vector<ir::Atom>(const ir::Atom&)>& fill);
  void map_numbers_to(std::span<const ir::Var> to, const ir::Atom& width,
                      const std::function<std::vector<ir::Atom>(const ir::Atom&)>& fill);
  void reduce_in_pairs(const ir::Stm& stm, std::span<const ir::Var> arrays,
                       std::span<const ir::Var> to);
  enum class Joined : uint8_t { Before, After };
  ir::Atom own(const ir::Atom& value);
  ir::Var joined_with_slice(ir::Var of, const ir::SliceDim& part, ir::Var array,
                            const ir::Atom& count, Joined joined);
  void scan_by_doubling(const ir::Stm& stm, std::span<const ir::Var> arrays,
                        std::span<const ir::Var> to);
  void scan_in_order(const ir::Stm& stm, std::span<const ir::Var> arrays,
                     std::span<const ir::Var> to);
  void combine_at_points(Nest& nest, const ir::Stm& stm, std::span<const ir::Var> to);
  const ir::Lambda* operator_at_points(const Nest& nest, const OperatorParts& parts);
  std::vector<ir::Atom> neutral_at_points(const Nest& nest, const OperatorParts& parts);

  // ---- Lifting: writes (lift_writes.cpp)
  void lift_writes(Nest& nest, const ir::Stm& stm);
  // What combines the values of all points, and what is written besides them.
  struct Combining {
    const ir::Lambda* op = nullptr;  // none: values are replaced
    std::vector<ir::Atom> neutral;
    std::vector<ir::Var> dests;
    std::vector<ir::Atom> values;
    std::vector<ir::Atom> widths;  // of the values' dimensions over whose elements it goes
  };
  Combining combining(Nest& nest, const ir::Stm& stm);
  std::vector<Lifted> owned_dests(Nest& nest, std::span<const ir::Var> dests);
  void write_all(Nest nest, const ir::Stm& stm, const std::vector<Lifted>& dests,
                 const Combining& by, std::span<const ir::Var> to);
  // The arrays of indices and values that are written, as code of CORE.
  std::vector<ir::Var> mapped_for_writes(const ir::Stm& stm);
  const ir::Body* scattered_elements(const ir::Stm& stm);
  void lift_update(Nest& nest, const ir::Stm& stm, const ir::Update& op);

  // ---- Lifting: histograms that differ from point to point, or have a parallel operator
  // (lift_histograms.cpp)
  // The function that is applied first may be applied again for each element of the values.
  bool is_cheap_function(const ir::Lambda* fn);
  bool split_histogram(const ir::Stm& stm);
  void lift_parallel_histogram(Nest& nest, const ir::Stm& stm);
  Combining combining_at_points(Nest& nest, const ir::Stm& stm);
  // Code of CORE that binds the variables of the statement.
  const ir::Body* histogram_by_sorting(const ir::Stm& stm);
  ir::Atom element(ir::Var array, const std::vector<ir::Atom>& at);

  // ---- Operators at the end of a nest (operators.cpp)
  // Binds the variables to what the operator gives, with the dimensions of the nest around it.
  void end_with(Nest nest, const ir::Stm& stm, std::span<const ir::Var> to);
  void end_or_lift(const Nest& nest, const ir::Stm& stm, std::span<const ir::Var> to);
  // The operator over the space of the piece, which is its body; with what it writes to.
  struct Written {
    std::vector<ir::Atom> shape;
    std::vector<ir::Var> dests;
  };
  const ir::Op* operator_over(const Nest& nest, const Piece& made, const ir::Stm& stm,
                              const Written& written);
  const ir::Lambda* operator_copy(const ir::Lambda* op);

  // ---- What was decided (decisions.cpp)
  void record(const Decision& decision);
  // What is in the nest is made parallel, if that was decided of this nest and not of one around it.
  void record_distributed(const Nest& nest, const Because& because);
  void record_versions(const ir::Atom& condition, ir::PlaceId place, const Because& because);
  // The operators in code of one thread, inside of a parallel operator at a place: each is a loop
  // for a reason of its own, or for the one given.
  void record_loops(const ir::Body* code, ir::PlaceId around, const Because& otherwise);
  void record_loops(std::span<const ir::Stm> stms, ir::PlaceId around, const Because& otherwise);
  static Because asked(AttributeKind attribute) {
    return {.ground = Ground::Asked, .attribute = attribute};
  }
  Because enough_around() const {
    return {.ground = Ground::EnoughAround, .limit = thresholds_.enough_outer};
  }
  Because enough_elements() const {
    return {.ground = Ground::EnoughElements, .limit = thresholds_.enough_outer};
  }

  // ---- Adding statements
  void add(std::span<const ir::Var> pattern, const ir::Op* op, const Nest& nest);
  ir::Var array_over(const Nest& nest, ir::Var var);  // a new one
  ir::Var array_over(const Nest& nest, const ir::Atom& value);
  std::vector<ir::Var> fresh_like(std::span<const ir::Var> vars);
  // Is the variable consumed, or the one of the program before that it stands for?
  bool is_consumed(ir::Var var);

  const ir::Program& program_;
  const Target& target_;
  const FlattenThresholds& thresholds_;
  ir::Storage& storage_;
  ir::Builder builder_;
  Parallelism parallelism_;
  Decisions* decisions_;  // null: nobody asks
  VectorisedOperators vectorised_;
  // There are irregular arrays, which represent_rows has not replaced: then nothing is lifted.
  bool has_rows_ = false;
  KnownOffsets known_offsets_;
  RowReaders row_readers_;
  std::unordered_set<ir::Var> host_scope_;  // of the program before
  ir::CallGraph graph_;
  std::unordered_set<Name> branching_;
  Sequential sequential_;
  std::unordered_map<ir::Var, ir::Var>
      stands_for_;  // new variables for those of the program before
  ir::Functions functions_;
  const ir::Function* offsets_function_ = nullptr;  // if it has been asked for
  ir::Var depth_;  // of the calls of the lifted function that is being made
  std::deque<LiftedFunction> lifted_functions_;  // in the order in which they were asked for
};

template <class Outer, class Inner>
void Flattener::choose(const Nest& nest, std::span<const ir::Var> to, Outer outer, Inner inner) {
  builder_.place = nest.place;
  ir::Atom size = ir::Atom::i64(1);
  for (const ir::Level& level : nest.levels) {
    size = size == ir::Atom::i64(1) ? level.bound
                                    : builder_.binary(ir::BinaryOp::Mul, size, level.bound, "size");
  }
  ir::Atom enough = builder_.binary(ir::BinaryOp::Le, ir::Atom::i64(thresholds_.enough_outer), size,
                                    "enough_outer");
  record_versions(enough, nest.place,
                  {.ground = Ground::EnoughPoints, .limit = thresholds_.enough_outer});
  choose_if(enough, nest, to, outer, inner);
}

template <class Then, class Else>
void Flattener::choose_if(const ir::Atom& condition, const Nest& nest, std::span<const ir::Var> to,
                          Then then, Else otherwise) {
  auto branch = [&](auto fill) {
    return builder_.body([&] {
      std::vector<ir::Var> results = fresh_like(to);
      fill(std::span<const ir::Var>(results));
      return std::vector<ir::Atom>(results.begin(), results.end());
    });
  };
  const ir::Body* then_body = branch(then);
  const ir::Body* else_body = branch(otherwise);
  add(to, builder_.make(ir::If{{}, condition, then_body, else_body}), nest);
}

}  // namespace planish::passes
