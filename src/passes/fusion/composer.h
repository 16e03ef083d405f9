// Makes one parallel operator of several.
//
//   let ys = map f xs                    let s = reduce (+) 0 xs of \x { y = f x, z = g y in z }
//   let zs = map g ys            ==>
//   let s = reduce (+) 0 zs
//
// The statements of all functions stand one after the other in the new one, and `same` says where a
// parameter is now what another function gave, so that nothing is renamed.
#pragma once

#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "passes/fusion/statement_graph.h"

namespace planish::passes {

// An operator or a view that becomes a part of a new operator.
struct Member {
  const Statement* statement = nullptr;
  const Statement* filter = nullptr;  // it is applied to what this filter keeps
  bool guarded = false;               // and to nothing else; results are scalars
  bool copied = false;                // others have copies of it, too, and nobody needs its results
};

class Composer {
 public:
  // `is_used` says whether a result of the members is used by someone else.
  Composer(ir::Storage& storage, MemoryClasses& memory, std::function<bool(ir::Var)> is_used)
      : storage_(storage), memory_(memory), is_used_(std::move(is_used)) {}

  // The members come in an order in which each needs only those before it. Gives the views that are
  // still needed, then the operator, of the kind given.
  std::vector<ir::Stm> compose(ir::Kind kind, const std::vector<Member>& members);

 private:
  void add_view(const Statement& statement);
  void add_operator(const Member& member);
  // Is it applied to what a scan gives?
  bool is_after_scan(const ParallelOperator& op) const;
  // The element of an array, or a parameter for it of the function that is applied to what a scan
  // gives.
  ir::Atom element(ir::Var array);
  ir::Atom kept_for_post(const ir::Atom& value);
  // What the operator's function gives for an element.
  std::vector<ir::Atom> add_element(const ParallelOperator& op, const Member& member);
  std::vector<ir::Atom> operands(const ParallelOperator& op);
  void bind_param(const ir::Param& param, ir::Var array);
  ir::Var input(ir::Var array, const ir::Type* row);
  std::vector<ir::Atom> guarded(const Member& member, const ir::Body* body,
                                std::span<const ir::Atom> otherwise);
  void add_filter(const Member& member, const std::vector<ir::Atom>& values);
  const ir::Atom& kept_by(const Statement& filter) const;  // is the element kept?
  void count_kept(const Statement& filter, const ir::Atom& kept);
  void add_combined(const ParallelOperator& op, std::span<const ir::Var> pattern,
                    const std::vector<ir::Atom>& values);
  void add_scanned(const ParallelOperator& op, std::span<const ir::Var> pattern,
                   const std::vector<ir::Atom>& values);

  const ir::Op* operation(ir::Kind kind, const Statement& last);
  const ir::Lambda* element_lambda(const std::vector<ir::Atom>& results);
  const ir::Lambda* combine_lambda();
  const ir::Lambda* post_lambda();

  template <class T>
  const T* make(T node) {
    node.kind = T::K;
    return storage_.arena.make<T>(node);
  }
  ir::Var let(const ir::Type* type, const ir::Op* op, std::span<const ir::Var> certs = {});

  ir::Storage& storage_;
  MemoryClasses& memory_;
  std::function<bool(ir::Var)> is_used_;

  std::vector<ir::Stm> before_;          // views that are no part of the function
  std::vector<ir::Stm> stms_;            // of the function
  std::vector<ir::Stm> post_stms_;       // of the one that is applied to what a scan gives
  std::vector<ir::Stm>* into_ = &stms_;  // one of these
  std::vector<ir::Param> params_;
  std::vector<ir::Var> arrays_;
  std::unordered_map<ir::Var, ir::Var> inputs_;              // the parameter for an array
  std::unordered_map<ir::Var, ir::Atom> values_;             // what an element of a result is
  std::vector<std::pair<const Statement*, ir::Atom>> kept_;  // by filter: is the element kept?
  ir::Var count_;                                            // of a filter
  std::vector<ir::Var> gathered_;                            // results that may be needed, in order
  std::vector<ir::Var> combined_pattern_;
  std::vector<ir::Atom> combined_;
  std::vector<ir::Atom> neutral_;
  std::vector<const ir::Lambda*> combines_;
  bool commutative_ = true;
  std::unordered_set<ir::Var> after_scan_;  // arrays whose elements are known only then
  std::vector<ir::Var> scanned_;            // those of them that may be needed, in order
  std::vector<ir::Param>
      combined_params_;  // of the function applied then: what a scan combines, then other values
  std::vector<ir::Param> kept_params_;
  std::vector<ir::Atom> kept_for_post_;  // what these are
  bool has_post_ = false;
  std::vector<ir::Atom> given_;  // what the element function of a flat_map, hist or scatter gives
  ir::Atom width_;
  ir::PlaceId place_;
  std::vector<ir::Var> certs_;
};

}  // namespace planish::passes
