// Whether the iterations of a parallel loop are done in lanes with masks, and how many at once: the one place where this
// is decided.
//
// Note [Worth of lanes]
// A body is done in lanes if every operation of it has a form for vectors, there is a loop in it that diverges, or a
// branch that does in a loop or with a check or a loop inside (strips and LLVM itself take care of what is simpler), and it is
// estimated to be kLeastGain times as fast. Time is counted in simple operations. For one iteration, done alone:
//   each operation by its weight, a loop of unknown length kUnknownCount times, of two branches the mean;
// and for a strip of all lanes:
//   an operation once for each vector register that the lanes fill; one that has no vector form once for each lane;
//   a gather once for each lane, too, but cheaper where the CPU has an instruction for it;
//   both branches, and a test for each, where lanes go separate ways;
//   a loop that diverges kDivergence times as long: it ends when the last lane does.
#pragma once

#include <string>

#include "analysis/lane_kinds.h"
#include "target/target.h"

namespace planish {

class LanePlan {
 public:
  // `kinds` has been computed for the body.
  LanePlan(const ir::Storage& storage, const LaneKinds& kinds, const VectorUnit& vectors,
           const ir::Body& body);

  static constexpr double kLeastGain = 2;

  bool applies() const { return why_not_.empty(); }
  const std::string& why_not() const { return why_not_; }
  // Is there a loop or a branch in it that diverges, so that the answer is of interest?
  bool diverges() const { return diverges_; }
  int64_t lanes() const { return lanes_; }
  // The size of the elements that most operations are on, in bytes: 4 or 8.
  int64_t element_bytes() const { return element_bytes_; }
  double gain() const { return gain_; }

 private:
  // Simple operations.
  struct Work {
    double alone = 0;     // for one iteration
    double narrow = 0;    // in lanes, on elements of up to 32 bits
    double wide = 0;      // and of 64 bits
    double per_lane = 0;  // for each lane
    double once = 0;      // for all lanes together

    Work& operator+=(const Work& more);
    Work times(double count) const;
  };

  Work of(const ir::Body& body);
  Work of(const ir::Stm& stm);
  Work of(const ir::Loop& loop);
  Work of(const ir::Stm& stm, const ir::Reduce& reduce);
  Work of_index(const ir::Stm& stm, const ir::Index& index);
  Work of_branches(const std::vector<const ir::Body*>& bodies, bool diverges);
  Work of_uniform(const ir::Stm& stm);
  Work in_lanes(Prim prim, double weight) const;
  Work refuse(std::string why);
  void decide(const Work& work);

  const ir::Storage& storage_;
  const LaneKinds& kinds_;
  const VectorUnit vectors_;
  std::unordered_set<uint32_t> iotas_;  // arrays that are only read element by element
  std::string why_not_;
  bool diverges_ = false;
  size_t depth_ = 0;  // of loops around what is looked at
  int64_t lanes_ = 0;
  int64_t element_bytes_ = 4;
  double gain_ = 0;
};

// Is it the same for all lanes, and done without anything that can fail, so that it can be done once as it stands?
bool is_done_once(const ir::Storage& storage, const LaneKinds& kinds, const ir::Stm& stm);
// Can both sides of a branch be done for all lanes, and then chosen from? They are short, and nothing in them can fail or
// needs memory to be there.
bool is_chosen_from(const ir::Storage& storage, const ir::Body& body);

}  // namespace planish
