#include "runtime/value_levels.h"

#include <fmt/format.h>

#include <algorithm>

namespace planish::runtime {
namespace {

constexpr std::string_view kTooManyRows = "there are too many rows without elements";

std::string counted(int64_t length) {
  return length == 1 ? "1 element" : fmt::format("{} elements", length);
}

}  // namespace

std::string Level::add(int64_t length, int64_t times, int64_t limit) {
  if (required >= 0 && length != required)
    return fmt::format("expected an array of {}, found one of {}", counted(required),
                       counted(length));
  if (!known_) {
    known_ = true;
    length_ = length;
    count_ = times;
    return "";
  }
  if (lengths_.empty() && length == length_) {
    if (__builtin_add_overflow(count_, times, &count_)) return std::string(kTooManyRows);
    return "";
  }
  if (!may_vary)
    return fmt::format("this array has {}, but those before it have {}", counted(length), length_);
  if (times == 0) return "";
  if (count_ == 0) {
    length_ = length;
    count_ = times;
    return "";
  }
  if (times > limit || count_ > limit - times) return std::string(kTooManyRows);
  if (lengths_.empty()) lengths_.assign(static_cast<size_t>(count_), length_);
  lengths_.insert(lengths_.end(), static_cast<size_t>(times), length);
  count_ += times;
  return "";
}

std::string Level::finish(ValueDim& dim, int64_t limit) {
  dim.varying = varying || !lengths_.empty();
  if (!dim.varying) {
    dim.size = known_ ? length_ : std::max<int64_t>(required, 0);
    return "";
  }
  if (lengths_.empty()) {
    if (count_ > limit) return std::string(kTooManyRows);
    lengths_.assign(static_cast<size_t>(count_), length_);
  }
  dim.lengths = std::move(lengths_);
  return "";
}

}  // namespace planish::runtime
