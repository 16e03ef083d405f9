// Which loops over independent iterations are done in strips, and how each statement of their bodies is.
//
// Note [Strips]
// LLVM vectorises innermost loops. If the iterations of a parallel loop are themselves loops in which one step needs
// the one before, as in a recurrence along each row, nothing is vectorised, and each step waits for the last one. So the
// code of such a body is made for a strip of neighbouring iterations, the lanes, at once, and their loops change places:
//
//   for each row { for i < n { x[i] = f(x[i - 1]) } }   =>   for each strip { for i < n { for lane < 16 { … } } }
//
// The loops over lanes are innermost, of constant length, and their iterations are independent. In arrays that the body
// makes, the elements of all lanes lie side by side. Scalars that are needed in several loops over lanes have a slot of
// as many elements on the stack, which LLVM turns into vectors.
//
// Statements are one of these:
//   uniform       no operand differs between lanes: done once
//   view          takes no time: done again in each loop over lanes that needs it
//   lane          done in a loop over lanes, together with its neighbours
//   interchanged  a loop around loops over lanes: its own length is the same for all lanes
//
// The last strip begins so that it is a whole one, and does some iterations again. Where there are not enough
// iterations for one strip, or its arrays would be large, the ordinary code runs, which is always there, too.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "codegen/cpu/emit.h"

namespace planish::codegen::cpu {

enum class StripKind : uint8_t { Uniform, View, Lane, Interchanged };

// A loop over [begin, end), whose iterations are independent.
struct StripLoop {
  const ir::Body& body;
  ir::Var index;                      // none: nothing uses it
  std::span<const ir::Param> params;  // stand for the elements of
  std::span<const ir::Var> arrays;    // these arrays at the index
  llvm::Value* begin;
  llvm::Value* end;
  // Where result k of a lane of the strip at `start` goes, a scalar too.
  std::function<Array(llvm::Value* start, llvm::Value* lane, size_t k)> place;
  // What is done after a strip, of which the iterations from lane `first` on are new. May be empty.
  std::function<void(llvm::Value* first)> after;
};

class StripPlan {
 public:
  StripPlan(FunctionEmitter& e, const StripLoop& loop);

  // Can it be done in strips, and is it worth it?
  bool applies() const { return applies_; }
  int64_t lanes() const { return lanes_; }
  StripKind kind(const ir::Stm& stm) const { return kinds_.at(stm.op); }
  bool varies(ir::Var var) const { return varying_.contains(var.id); }
  bool varies(const ir::Atom& atom) const { return atom.var && varies(atom.var); }
  // Does result k of the loop lie where parameter k lies?
  bool in_place(const ir::Loop& loop, size_t k) const { return in_place_.at(&loop)[k]; }
  // How often a scalar is used.
  size_t uses(ir::Var var) const;
  // Is there enough of it, and does what the lanes need stay in the caches? A value that is known when it runs.
  llvm::Value* is_worth_it(llvm::Value* count) const;

 private:
  bool plan(const ir::Body& body);
  bool plan(const ir::Stm& stm);
  bool decide(const ir::Stm& stm);
  bool interchange(const ir::Stm& stm, const ir::Map& map);
  bool interchange(const ir::Stm& stm, const ir::Reduce& reduce);
  bool interchange(const ir::Stm& stm, const ir::Scan& scan);
  bool interchange(const ir::Stm& stm, const ir::Loop& loop);
  bool interchange(const ir::Stm& stm, const ir::If& branch);
  bool combines_scalars(std::span<const ir::Var> gathered, std::span<const ir::Atom> neutral,
                        const ir::Lambda& op, const ir::Lambda* map,
                        std::span<const ir::Var> arrays);
  bool elements(const ir::Lambda* map, std::span<const ir::Var> arrays);
  bool is_simple(const ir::Body& body) const;
  bool is_scalar(const ir::Atom& atom) const { return e_.type(atom)->is_scalar(); }
  bool make(ir::Var var);
  bool share(ir::Var var, ir::Var with);
  bool carry(const ir::Stm& stm, const ir::Loop& loop, size_t k);
  bool has_fixed_sizes(ir::Var var) const;
  bool is_shift(const ir::Atom& index, const ir::Atom& by) const;
  bool is_near(ir::Var array, std::span<const ir::Atom> indices) const;
  bool uses_varying(const ir::Op* op) const;
  ir::Var origin(ir::Var var) const;
  void vary(ir::Var var);

  FunctionEmitter& e_;
  bool applies_ = false;
  int64_t lanes_ = 16;
  bool has_loop_ = false;        // that is interchanged,
  bool has_recurrence_ = false;  // with nothing in it that could be vectorised otherwise,
  bool makes_in_loop_ = false;   // and that makes or updates arrays
  bool has_far_reads_ = false;   // lanes read elements that do not lie side by side
  size_t loop_depth_ = 0;
  size_t operators_ = 0;  // that were interchanged
  std::unordered_set<uint32_t> lane_variables_;
  std::unordered_set<uint32_t> varying_;
  std::unordered_map<const ir::Op*, StripKind> kinds_;
  std::unordered_map<const ir::Loop*, std::vector<bool>> in_place_;
  std::unordered_map<uint32_t, ir::Var> memory_;  // arrays of lanes: whose memory they are in
  std::unordered_map<uint32_t, size_t> uses_;
  std::vector<ir::Var> made_;
};

// Calls f for each use of a variable in the operation and what lies inside of it.
void for_each_use_inside(const ir::Op* op, const std::function<void(ir::Var)>& f);

}  // namespace planish::codegen::cpu
