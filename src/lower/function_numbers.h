// Numbers for functions, so that the key of a use does not grow with what functions are put
// together of.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "lower/use_key.h"

namespace planish::lower {

// Note [Closed functions]
// A function that refers to no numbers and no sizes, but at most to other such functions, is the
// same wherever it is used. Those that differ are numbered, so that the key of `f >-> g` is as
// short as that of `f`, whatever f and g are put together of, and what is made for one way of using
// them refers to them as they are.
class ClosedFunctions {
 public:
  explicit ClosedFunctions(Lowering& lowering) : l_(lowering) {}
  // None if it is not closed.
  std::optional<uint64_t> number(const Closure& closure);

 private:
  Lowering& l_;
  std::unordered_map<const Closure*, std::optional<uint64_t>> found_;
  std::map<std::vector<uint64_t>, uint64_t> numbers_;  // by key
};

// Note [Open functions]
// A function that refers to sizes has a number, too, together with the sizes: those of
// `f >-> g` are the number of the composition, the numbers of f and g, and which of their sizes are
// equal. So a chain of n compositions has n short keys rather than n that list all functions below
// them. Such keys say whether a use is like an earlier one, which is all that the rules of inlining
// ask. They do not say which numbers are given, so functions are made with keys of the whole.
//
// A summary is kept as long as no size is forgotten. One of a function that refers to what is not
// known yet is kept for one question only: the answer can be another one later.
class OpenFunctions {
 public:
  explicit OpenFunctions(Lowering& lowering) : l_(lowering) {}

  struct Summary {
    uint64_t number = 0;
    std::vector<UseKey::SeenSize> sizes;
    bool is_complete = false;
  };
  const Summary& summary(const Closure& closure);
  // What was found until now was for another question.
  void next_question() { question_++; }

 private:
  struct Found {
    Summary summary;
    uint64_t epoch = 0;
    uint64_t question = 0;
  };
  Lowering& l_;
  std::unordered_map<const Closure*, Found> found_;
  std::map<std::vector<uint64_t>, uint64_t> numbers_;  // by key
  uint64_t question_ = 0;
};

}  // namespace planish::lower
