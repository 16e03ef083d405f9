// Fuses the parallel operators of one body: which become one is decided here, the Composer makes
// it.
//
// Note [Which operators are fused]
// Groups of statements grow from the last statement to the first: an operator takes in the
// producers of what it reads, and then theirs. Afterwards operators of the same width that read the
// same arrays, or are neighbours, become one. The results of a group that others use are gathered
// as before, so that nothing is computed twice, and what a group gives depends on its kind:
//
//   producer       map                        reduce, scan      filter
//   consumer map   map                        reduce, scan      filter
//                                             (also of what is scanned, if all values are scalars)
//   reduce         reduce                     reduce            reduce
//   scan           scan                       scan
//   filter, hist,  the same, if nobody else                     the same, if nobody else
//   scatter        uses what the map gives                      uses what the filter keeps
//
// Note [Failures of fused operators]
// If two operators can both stop the program, the failure of the first is the one to be reported,
// for whatever element it comes. Fused, the second would be applied to one element before the first
// is to another. So of all operators that become one, at most one can fail or show values. Checks
// that always hold have been removed before, and those that are the same for all elements moved
// out, so few operators fail at all: among those of some 500 programs 2 % are not fused for this.
#pragma once

#include "analysis/cost.h"
#include "passes/fusion/composer.h"

namespace planish::passes {

class BodyFuser {
 public:
  BodyFuser(ir::Storage& storage, const Effects& effects, CostModel& costs, MemoryClasses& memory,
            const ir::Body* body)
      : storage_(storage),
        costs_(costs),
        memory_(memory),
        body_(body),
        graph_(storage, effects, memory, body),
        groups_(body->stms.size()) {}

  const ir::Body* run();

 private:
  // Of statements that become one operator; views of elements belong to the one operator that reads
  // them.
  struct Group {
    ir::Kind kind{};
    std::vector<Node> members;  // in order; empty: this node is no operator
    size_t operators = 0;
    std::vector<std::unique_ptr<Statement>> copies;  // of producers, in order; they come first
    bool is_gone = false;                            // all who need it have copies
    bool has_post = false;                           // some of it is applied to what a scan gives
    Effect effect = Effect::None;
  };

  void make_groups();
  void grow(Node node);
  bool absorb_view(Node view, Node node);
  bool take_in(Node producer, Node consumer);
  void fuse_neighbours();
  void copy_cheap();
  std::optional<Statement> copyable(Node node);
  bool is_movable(const Statement& statement);
  bool join(Node a, Node b, Reasons allowed, ir::Kind kind);

  const Group& group(Node node) { return groups_[graph_.dependencies.find(node)]; }
  const Statement& statement(Node node) const { return graph_.statements[node]; }
  const Statement& first_operator(const Group& group) const;
  std::optional<ir::Kind> fused_kind(const Group& producer, const Group& consumer) const;
  bool are_compatible(const Group& a, const Group& b) const;
  bool combines_scalars(const Group& group) const;
  // All that reads the arrays of the group is in the other node, or in the group.
  bool is_read_only_by(const Group& group, Node reader);
  bool is_used_outside(ir::Var var, Node node);
  // Does the producer read an array that the scatter could write to in place?
  bool keeps_overwritten(const Group& producer, const Group& scatter);
  // Would work that takes long be done by every thread?
  bool repeats_work(const Group& producer, const Group& scatter);
  // Which results of the consumer depend on what the scan gives; none: it cannot be applied to
  // that.
  std::optional<std::unordered_set<ir::Var>> after_scan(const Group& scan, const Group& consumer);
  bool reads_only(const Group& consumer, const Group& filter);
  bool can_follow_filter(const Group& consumer) const;
  bool is_guarded(const Statement& statement) const;
  std::vector<ir::Stm> emit(Node node);

  ir::Storage& storage_;
  CostModel& costs_;
  MemoryClasses& memory_;
  const ir::Body* body_;
  StatementGraph graph_;
  std::vector<Group> groups_;                 // by the node that stands for the group
  std::unordered_map<Node, Node> filter_of_;  // operators that go through what a filter keeps
  bool changed_ = false;
};

}  // namespace planish::passes
