// The parts of the pass `flatten`.
//
// Note [Flattening]
// Host code is walked from top to bottom; operators become operators over spaces, and all variables of host level stay
// what they are. A map is entered (Nest), and then its body decides:
//
//   perfect   The body is cheap code and ends with an operator that gives the results. The operator's level is added to
//             the nest. Cheap code is done again for each inner point.
//   plain     There is no parallelism inside that is worth anything: the nest is one segmap, the body sequential.
//   other     There are two ways. `segmap_of` does what is inside sequentially: best if there are enough outer
//             iterations, since it keeps nothing but results in memory. `distribute` makes the statements of the body
//             into operators of their own, each over the whole nest, with arrays for what one gives another. If it is
//             not known how many iterations there are, there will be an `if`.
//
// Files: flatten.cpp host code, nests.cpp nests and the decision, distribute.cpp the distribution of bodies,
// operators.cpp what stands at the end of a nest.
#pragma once

#include "ir/builder.h"
#include "passes/flatten/parallelism.h"
#include "passes/flatten/sequential.h"
#include "passes/flatten/thresholds.h"

namespace planish::passes {

class Flattener {
 public:
  explicit Flattener(const ir::Program& program);
  ir::Program run();

 private:
  // ---- Host code (flatten.cpp)
  const ir::Body* host(const ir::Body* body);
  void host_stm(const ir::Stm& stm);
  // Keeps a statement, with what is inside it sequential.
  void keep(const ir::Stm& stm);
  void host_operator(const ir::Stm& stm);
  // A map, one iteration after the other, with what is inside at host level. False if the results would be irregular.
  bool one_by_one(const ir::Stm& stm, const ir::Map& map);
  // An operator after a function that has parallelism of its own, if there are few elements: a map of the function
  // first, then the operator. False if that is not worth it.
  bool split(const ir::Stm& stm);
  void map_first(const ir::Stm& stm, std::span<const ir::Var> to);

  // ---- Nests (nests.cpp)
  // Adds a level, and statements that read the elements of the arrays. Gives these elements.
  std::vector<ir::Atom> enter(Nest& nest, const ir::Stm& stm, const OperatorParts& parts);
  // Adds a statement that reads the variable's value at the current point from an array over all points.
  void read(Nest& nest, ir::Var var, ir::Var array, std::span<const ir::Atom> indices,
            bool is_consumed);
  // Binds the variables to arrays of what the body gives at each point.
  void nest_body(Nest nest, const ir::Body* body, std::span<const ir::Var> to, const ir::Stm& like);
  bool perfect(Nest& nest, const ir::Body* body, std::span<const ir::Var> to, const ir::Stm& like);
  void segmap_of(const Nest& nest, const ir::Body* body, std::span<const ir::Var> to);
  // The nest at one point, then more statements, as the body of an operator of its own. Results may be indices of the
  // nest.
  struct Piece {
    ir::Space space;
    const ir::Body* body = nullptr;
  };
  Piece piece(const Nest& nest, std::span<const ir::Stm> stms, std::span<const ir::Atom> results);
  enum class Way : uint8_t { Outer, Distribute, Both };
  Way way(const Nest& nest, const ir::Body* body, const ir::Stm& like);
  // Adds an `if` on the number of points of the nest. Each branch binds the variables that it is given.
  template <class Outer, class Inner>
  void choose(const Nest& nest, std::span<const ir::Var> to, Outer outer, Inner inner);
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
  // The steps into which the body is taken apart; none if what one gives another would be irregular.
  std::optional<std::vector<Step>> plan(const Nest& nest, const ir::Body* body);
  void distribute(Nest nest, const ir::Body* body, const std::vector<Step>& steps,
                  std::span<const ir::Var> to);
  void distribute_operator(const Nest& nest, const ir::Stm& stm, std::span<const ir::Var> to);
  void interchange(const Nest& nest, const ir::Stm& stm, const ir::Loop& loop,
                   std::span<const ir::Var> to);

  // ---- Operators at the end of a nest (operators.cpp)
  // Binds the variables to what the operator gives, with the dimensions of the nest around it.
  void end_with(Nest nest, const ir::Stm& stm, std::span<const ir::Var> to);
  const ir::Lambda* operator_copy(const ir::Lambda* op);

  // ---- Adding statements
  void add(std::span<const ir::Var> pattern, const ir::Op* op, const Nest& nest);
  ir::Var array_over(const Nest& nest, ir::Var var);  // a new one
  ir::Var array_over(const Nest& nest, const ir::Atom& value);
  std::vector<ir::Var> fresh_like(std::span<const ir::Var> vars);
  // Is the variable consumed, or the one of the program before that it stands for?
  bool is_consumed(ir::Var var);

  const ir::Program& program_;
  ir::Storage& storage_;
  ir::Builder builder_;
  Parallelism parallelism_;
  Sequential sequential_;
  std::unordered_map<ir::Var, ir::Var>
      stands_for_;  // new variables for those of the program before
};

template <class Outer, class Inner>
void Flattener::choose(const Nest& nest, std::span<const ir::Var> to, Outer outer, Inner inner) {
  builder_.place = nest.place;
  ir::Atom size = ir::Atom::i64(1);
  for (const ir::Level& level : nest.levels) {
    size = size == ir::Atom::i64(1) ? level.bound
                                    : builder_.binary(ir::BinaryOp::Mul, size, level.bound, "size");
  }
  ir::Atom enough = builder_.binary(
      ir::BinaryOp::Le, ir::Atom::i64(kFlattenThresholds.enough_outer), size, "enough_outer");
  auto branch = [&](auto fill) {
    return builder_.body([&] {
      std::vector<ir::Var> results = fresh_like(to);
      fill(std::span<const ir::Var>(results));
      return std::vector<ir::Atom>(results.begin(), results.end());
    });
  };
  const ir::Body* then_body = branch(outer);
  const ir::Body* else_body = branch(inner);
  add(to, builder_.make(ir::If{{}, enough, then_body, else_body}), nest);
}

}  // namespace planish::passes
