// Where a value in the text format ends, and what it is, while its text comes piece by piece.
#pragma once

#include <cstddef>
#include <string_view>

namespace planish::runtime {

class ValueExtent {
 public:
  // Looks at text, which begins with the value, and with what was looked at before. True: the value
  // ends at end(). What is wrong with it is for others to say.
  bool look(std::string_view text);
  size_t end() const { return at_; }
  // The value, which may be an array, has a scalar or another part that lies below more brackets than
  // this many. What has only brackets does not.
  bool is_deeper_than(size_t depth) const { return deepest_ > depth; }
  // So much of the text shows how deep it is: a scalar has been seen, or its end.
  bool depth_is_known() const { return knows_depth_; }

 private:
  enum class Inside : unsigned char { Nothing, Word, Empty, String, Comment };
  // False: more text is needed.
  bool step(std::string_view text);
  bool between(std::string_view text);
  bool word(std::string_view text);
  bool empty(std::string_view text);
  bool string(std::string_view text);
  void reach(size_t depth);

  Inside inside_ = Inside::Nothing;
  size_t at_ = 0;
  size_t depth_ = 0;        // of brackets that are open
  size_t word_ = 0;         // where it begins
  size_t empty_depth_ = 0;  // of what `empty(…)` stands for, so far
  size_t deepest_ = 0;
  bool knows_depth_ = false;
  bool done_ = false;
};

}  // namespace planish::runtime
