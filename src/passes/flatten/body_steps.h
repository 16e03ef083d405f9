// The steps into which the body of a nest is taken apart.
//
// Note [Distribution]
// Statements that are neither cheap nor parallel are gathered until something parallel comes, and
// become one segmap then. What they bind and something later uses is kept, in arrays over the whole
// nest, and read from there. Cheap statements are kept nowhere: they are done again wherever they
// are used. Checks are not cheap, so each of them is done once, and before everything that relies
// on it; certificates inside are not needed after that.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/build/builder.h"
#include "passes/flatten/nest.h"

namespace planish::passes {

class Liftability;
class NewVariables;
class Parallelism;
struct Flattening;

struct BodyStep {
  enum class Kind : uint8_t {
    Again,       // one cheap statement, which becomes a part of the nest
    Sequential,  // statements that become one segmap
    Operator,    // one operator or loop that is parallel; or calls that are done together
  };
  Kind kind;
  std::vector<ir::Stm> stms;
  std::vector<ir::Var> kept;  // what is used afterwards
};

class BodySteps {
 public:
  explicit BodySteps(Flattening& all);

  // None if what one step gives another would be irregular, and rows are not wanted.
  enum class Rows : uint8_t { Refused, Wanted };
  std::optional<std::vector<BodyStep>> plan(const Nest& nest, const ir::Body* body, Rows rows);
  // Calls of one function that do not need each other's results become one step, if that is a
  // recursion with several calls.
  void join_calls(std::vector<BodyStep>& steps);

 private:
  class Waiting;
  Name called_by(const BodyStep& step) const;
  // Joins the steps if possible; gives the place of both then.
  std::optional<size_t> join(std::vector<BodyStep>& steps, size_t first, size_t second);

  ir::Storage& storage_;
  const std::unordered_set<Name>& branching_;
  Parallelism& parallelism_;
  NewVariables& vars_;
  Liftability& liftability_;
};

}  // namespace planish::passes
