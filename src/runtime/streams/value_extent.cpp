#include "runtime/streams/value_extent.h"

#include <algorithm>

#include "runtime/value_text.h"

namespace planish::runtime {
namespace {

bool ends_word(char c) {
  return is_space(c) || c == ',' || c == '[' || c == ']' || c == '(' || c == ')' || c == '"';
}

}  // namespace

bool ValueExtent::look(std::string_view text) {
  while (!done_ && at_ < text.size() && step(text)) {
  }
  return done_;
}

bool ValueExtent::step(std::string_view text) {
  switch (inside_) {
    case Inside::Nothing: return between(text);
    case Inside::Word: return word(text);
    case Inside::Empty: return empty(text);
    case Inside::String: return string(text);
    case Inside::Comment: break;
  }
  const size_t end = text.find('\n', at_);
  at_ = std::min(end, text.size());
  if (at_ < text.size()) inside_ = Inside::Nothing;
  return true;
}

void ValueExtent::reach(size_t depth) {
  deepest_ = std::max(deepest_, depth);
  knows_depth_ = true;
}

bool ValueExtent::between(std::string_view text) {
  const char c = text[at_];
  if (c == '-' && at_ + 1 == text.size()) return false;
  if (c == '-' && text[at_ + 1] == '-') {
    inside_ = Inside::Comment;
  } else if (c == '"') {
    reach(depth_ + 1);
    inside_ = Inside::String;
    at_++;
  } else if (c == '[') {
    depth_++;
    deepest_ = std::max(deepest_, depth_);
    at_++;
  } else if (c == ']') {
    at_++;
    done_ = depth_ <= 1;
    if (depth_ > 0) depth_--;
    knows_depth_ |= done_;
  } else if (is_space(c) || (c == ',' && depth_ > 0)) {
    at_++;
  } else if (ends_word(c)) {
    // A comma or a parenthesis that begins nothing.
    reach(depth_);
    at_++;
    done_ = depth_ == 0;
  } else {
    inside_ = Inside::Word;
    word_ = at_;
  }
  return true;
}

bool ValueExtent::word(std::string_view text) {
  while (at_ < text.size() && !ends_word(text[at_])) {
    if (text[at_] == '-' && at_ > word_) {
      if (at_ + 1 == text.size()) return false;
      if (text[at_ + 1] == '-') break;
    }
    at_++;
  }
  if (at_ == text.size()) return false;
  if (text.substr(word_, at_ - word_) == "empty") {
    inside_ = Inside::Empty;
    empty_depth_ = depth_;
    return true;
  }
  reach(depth_);
  inside_ = Inside::Nothing;
  done_ = depth_ == 0;
  return true;
}

bool ValueExtent::empty(std::string_view text) {
  const char c = text[at_];
  if (c == '[') empty_depth_++;
  // What cannot stand here is no part of it.
  const bool ends = c == '"';
  if (!ends) at_++;
  if (c != ')' && !ends) return true;
  reach(empty_depth_);
  inside_ = Inside::Nothing;
  done_ = depth_ == 0;
  return true;
}

bool ValueExtent::string(std::string_view text) {
  at_ = std::min(text.find_first_of("\\\"", at_), text.size());
  if (at_ == text.size()) return false;
  if (text[at_] == '\\') {
    if (at_ + 1 == text.size()) return false;
    at_ += 2;
    return true;
  }
  at_++;
  inside_ = Inside::Nothing;
  done_ = depth_ == 0;
  return true;
}

}  // namespace planish::runtime
