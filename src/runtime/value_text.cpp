#include "runtime/value_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "runtime/value_levels.h"
#include "runtime/value_number.h"
#include "runtime/value_string.h"

namespace planish::runtime {
namespace {

// What stands at a place, for a message.
std::string found_text(std::string_view data, size_t at) {
  if (at >= data.size()) return "the end of the input";
  if (data[at] == '[') return "an array";
  if (data[at] == '"') return "a string";
  constexpr size_t kMostShown = 40;
  std::string_view word = data.substr(at, kMostShown);
  auto ends = [](char c) {
    return c <= ' ' || c > '~' || std::string_view(",[]()\"").find(c) != std::string_view::npos;
  };
  auto length = static_cast<size_t>(std::ranges::find_if(word, ends) - word.begin());
  if (length == 0 && (word[0] <= ' ' || word[0] > '~'))
    return fmt::format("the byte 0x{:02x}", static_cast<unsigned char>(word[0]));
  bool cut = length == kMostShown && data.size() > at + kMostShown && !ends(data[at + kMostShown]);
  return fmt::format("`{}{}`", word.substr(0, std::max<size_t>(length, 1)), cut ? "..." : "");
}

class TextParser {
 public:
  TextParser(std::string_view data, size_t start, const ValueShape* shape, MemoryBudget& budget)
      : data_(data), start_(start), shape_(shape), budget_(budget) {
    if (shape_ == nullptr) return;
    prim_ = shape_->prim;
    certainty_ = Certainty::Known;
  }

  TextResult parse() {
    bool done = false;
    do {
      reset();
      done = nest() && finish();
    } while (retry_);
    if (!done) return {std::nullopt, error_at_, std::move(message_)};
    return {std::move(value_), at_, {}};
  }

 private:
  // How far the type of the elements is known when none is asked for: a first number without suffix
  // is a guess.
  enum class Certainty : uint8_t { Unknown, Guessed, Known };
  struct OpenArray {
    size_t at = 0;
    int64_t elements = 0;
  };

  void reset() {
    at_ = start_;
    retry_ = false;
    used_ = 0;
    budget_.give_back(value_.data.size());
    value_ = {};
    open_.clear();
    levels_.clear();
    rank_.reset();
    if (shape_ == nullptr) return;
    rank_ = shape_->varying.size();
    levels_.resize(*rank_);
    for (size_t i = 0; i < *rank_; i++) {
      if (i < shape_->fixed.size()) levels_[i].required = shape_->fixed[i];
      levels_[i].may_vary = levels_[i].varying = shape_->varying[i];
    }
  }

  char peek() const { return at_ < data_.size() ? data_[at_] : '\0'; }
  bool next_is(char c) const { return at_ < data_.size() && data_[at_] == c; }
  void skip() {
    if (at_ < data_.size() && (is_space(data_[at_]) || data_[at_] == '-'))
      at_ = skip_space(data_, at_);
  }

  bool fail(size_t at, std::string message) {
    error_at_ = at;
    message_ = std::move(message);
    return false;
  }

  // What the place at this depth of nesting asks for.
  std::string expected_text(size_t depth) const {
    if (shape_ != nullptr) {
      ValueShape rest{
          shape_->prim,
          {shape_->varying.begin() + static_cast<ptrdiff_t>(depth), shape_->varying.end()},
          {}};
      if (depth < shape_->fixed.size())
        rest.fixed.assign(shape_->fixed.begin() + static_cast<ptrdiff_t>(depth),
                          shape_->fixed.end());
      return "expected a value of type " + shape_text(rest);
    }
    size_t rank = std::max(rank_.value_or(0), levels_.size());
    if (depth < rank) return "expected an array";
    if (certainty_ == Certainty::Unknown) return "expected a value";
    return fmt::format("expected a value of type {}", prim_name(prim_));
  }
  bool mismatch(size_t depth, size_t at) {
    return fail(at, expected_text(depth) + ", found " + found_text(data_, at));
  }

  // Lengths that may be kept, given what has been read.
  int64_t limit() const { return static_cast<int64_t>(at_ - start_) + kMaxFreeRows; }
  bool add_length(size_t level, int64_t length, int64_t times, size_t at) {
    std::string wrong = levels_[level].add(length, times, limit());
    return wrong.empty() || fail(at, std::move(wrong));
  }

  void grow() {
    const size_t before = value_.data.size();
    const size_t wanted = std::max<size_t>(64, 2 * before);
    budget_.take(wanted);  // both are there for a moment
    value_.data.resize(wanted, std::byte{0});
    budget_.give_back(before);
  }

  std::byte* next_element() {
    auto size = static_cast<size_t>(byte_size(prim_));
    if (value_.data.size() - used_ < size) grow();
    used_ += size;
    return value_.data.data() + used_ - size;
  }

  // A whole value. Arrays are kept on a stack of our own, so nesting takes no stack of the machine.
  bool nest() {
    for (;;) {
      skip();
      if (next_is('[')) {
        if (!open()) return false;
      } else {
        if (!leaf()) return false;
        if (open_.empty()) return true;
        open_.back().elements++;
      }
      bool more = false;
      if (!separators(more)) return false;
      if (!more) return true;
    }
  }

  bool open() {
    size_t depth = open_.size();
    if (rank_ && depth >= *rank_) return mismatch(depth, at_);
    if (depth >= kMaxRank)
      return fail(at_, fmt::format("an array has at most {} dimensions", kMaxRank));
    if (depth == levels_.size()) levels_.emplace_back();
    open_.push_back({at_++, 0});
    return true;
  }

  // From behind an element or `[` to the next element, if there is one. Closes arrays.
  bool separators(bool& more) {
    more = true;
    for (;;) {
      skip();
      if (next_is(',') && open_.back().elements > 0) {
        at_++;
        skip();
        if (!next_is(']')) return true;
      }
      if (!next_is(']')) {
        if (open_.back().elements == 0) return true;
        return fail(at_, "expected `,` or `]`, found " + found_text(data_, at_));
      }
      at_++;
      OpenArray array = open_.back();
      open_.pop_back();
      if (!add_length(open_.size(), array.elements, 1, array.at)) return false;
      if (open_.empty()) {
        more = false;
        return true;
      }
      open_.back().elements++;
    }
  }

  // Something that does not begin with a bracket.
  bool leaf() {
    char c = peek();
    if (c == '"') return string();
    if (c == 'e' && data_.substr(at_, 5) == "empty") return empty();
    if (c == '(') return unit();
    return scalar();
  }

  bool unit() {
    const size_t begin = at_;
    const size_t end = skip_space(data_, at_ + 1);
    if (end >= data_.size() || data_[end] != ')' || !settle_rank(open_.size()) ||
        !settle_prim(Prim::Unit, Certainty::Known))
      return mismatch(open_.size(), begin);
    *next_element() = std::byte{0};
    at_ = end + 1;
    return true;
  }

  // The elements lie this deep; false if that is not possible here.
  bool settle_rank(size_t rank) {
    if (!rank_ && levels_.size() <= rank) {
      rank_ = rank;
      levels_.resize(rank);
    }
    return rank_ == rank;
  }

  // The elements are of this type; false if they are of another, or if all has to be read again.
  bool settle_prim(Prim prim, Certainty certainty) {
    if (certainty_ == Certainty::Known) return prim == prim_;
    if (certainty_ == Certainty::Guessed && certainty != Certainty::Known && prim_ == Prim::F64)
      return true;
    retry_ = certainty_ == Certainty::Guessed && prim != prim_;
    prim_ = prim;
    certainty_ = certainty;
    return !retry_;
  }

  bool scalar() {
    ScalarText text = scan_scalar(data_.substr(at_));
    if (text.kind == ScalarText::Kind::None || !settle_rank(open_.size()))
      return mismatch(open_.size(), at_);
    if (certainty_ != Certainty::Known) {
      Prim own =
          text.suffix.value_or(text.kind == ScalarText::Kind::Integer ? Prim::I32 : Prim::F64);
      if (!settle_prim(own, text.suffix ? Certainty::Known : Certainty::Guessed)) return false;
    }
    switch (store_scalar(text, prim_, next_element())) {
      case Stored::Done: at_ += text.length; return true;
      case Stored::OtherType: return mismatch(open_.size(), at_);
      case Stored::OutOfRange: break;
    }
    return fail(at_, fmt::format("{} does not fit {} ({})", found_text(data_, at_),
                                 prim_name(prim_), range_text(prim_)));
  }

  bool string() {
    size_t depth = open_.size();
    if (!settle_rank(depth + 1) || !settle_prim(Prim::U8, Certainty::Known))
      return mismatch(depth, at_);
    StringText text = read_string(data_.substr(at_));
    if (!text.wrong.empty()) return fail(at_ + text.length, std::string(text.wrong));
    budget_.give_back(value_.data.size() - used_);
    budget_.take(text.bytes.size());
    value_.data.resize(used_);
    for (char c : text.bytes) value_.data.push_back(static_cast<std::byte>(c));
    used_ = value_.data.size();
    size_t begin = at_;
    at_ += text.length;
    return add_length(depth, static_cast<int64_t>(text.bytes.size()), 1, begin);
  }

  // ---- empty([2][0][3]i32)

  bool take(char c) {
    skip();
    if (!next_is(c))
      return fail(at_, fmt::format("expected `{}`, found {}", c, found_text(data_, at_)));
    at_++;
    return true;
  }

  bool size(int64_t& out) {
    skip();
    ScalarText text = scan_scalar(data_.substr(at_));
    bool plain = text.kind == ScalarText::Kind::Integer && !text.suffix && !text.negative;
    if (!plain || text.overflow || text.magnitude > INT64_MAX)
      return fail(at_, "expected a size, found " + found_text(data_, at_));
    out = static_cast<int64_t>(text.magnitude);
    at_ += text.length;
    return true;
  }

  // `[3]`, or with the lengths of all arrays of that level `[?: 1, 0, 2]`, or `[?]` if there are
  // none.
  bool dimension(ValueDim& dim) {
    if (!take('[')) return false;
    skip();
    dim.varying = next_is('?');
    if (!dim.varying) return size(dim.size) && take(']');
    at_++;
    skip();
    char before = ':';
    while (!next_is(']')) {
      if (!take(before) || !size(dim.lengths.emplace_back())) return false;
      skip();
      before = ',';
    }
    return take(']');
  }

  bool add_dimension(size_t level, const ValueDim& dim, int64_t& arrays, size_t at) {
    if (!dim.varying) {
      if (!add_length(level, dim.size, arrays, at)) return false;
      if (__builtin_mul_overflow(arrays, dim.size, &arrays))
        return fail(at, "the sizes are too large");
      return true;
    }
    levels_[level].varying = true;
    if (dim.lengths.size() != static_cast<size_t>(arrays))
      return fail(at, fmt::format("expected {} lengths in dimension {}, found {}", arrays,
                                  level - open_.size() + 1, dim.lengths.size()));
    arrays = 0;
    for (int64_t length : dim.lengths) {
      if (!add_length(level, length, 1, at)) return false;
      if (__builtin_add_overflow(arrays, length, &arrays))
        return fail(at, "the sizes are too large");
    }
    return true;
  }

  bool empty() {
    size_t begin = at_;
    at_ += 5;
    if (!take('(')) return false;
    std::vector<ValueDim> dims;
    for (skip(); next_is('['); skip()) {
      if (dims.size() == kMaxRank)
        return fail(at_, fmt::format("an array has at most {} dimensions", kMaxRank));
      if (!dimension(dims.emplace_back())) return false;
    }
    size_t name = at_;
    while (std::isalnum(static_cast<unsigned char>(peek())) != 0) at_++;
    std::optional<Prim> prim = element_prim(data_.substr(name, at_ - name));
    if (!prim) return fail(name, "expected a primitive type, found " + found_text(data_, name));
    if (!take(')')) return false;

    size_t depth = open_.size();
    if (depth + dims.size() > kMaxRank)
      return fail(begin, fmt::format("an array has at most {} dimensions", kMaxRank));
    bool fits = settle_rank(depth + dims.size()) && settle_prim(*prim, Certainty::Known);
    for (size_t i = 0; fits && i < dims.size(); i++)
      fits = !dims[i].varying || levels_[depth + i].may_vary;
    if (!fits)
      return fail(begin, fmt::format("{}, found `empty({})`", expected_text(depth),
                                     type_text(Value{*prim, dims, {}})));
    int64_t arrays = 1;
    for (size_t i = 0; i < dims.size(); i++) {
      if (!add_dimension(depth + i, dims[i], arrays, begin)) return false;
    }
    return arrays == 0 || fail(begin, "an `empty` array needs a dimension of size 0");
  }

  bool finish() {
    if (certainty_ == Certainty::Unknown)
      return fail(
          start_,
          "an array without elements does not say its type, use for example `empty([0]i32)`");
    value_.prim = prim_;
    budget_.give_back(value_.data.size() - used_);
    value_.data.resize(used_);
    if (budget_.limit() >= 0) value_.data.shrink_to_fit();
    for (Level& level : levels_) {
      std::string wrong = level.finish(value_.dims.emplace_back(), limit());
      if (!wrong.empty()) return fail(start_, std::move(wrong));
    }
    return true;
  }

  std::string_view data_;
  size_t start_;
  const ValueShape* shape_;  // null: any
  MemoryBudget& budget_;
  size_t at_ = 0;

  Prim prim_ = Prim::I32;
  Certainty certainty_ = Certainty::Unknown;
  bool retry_ = false;

  std::optional<size_t> rank_;  // unknown until the first element
  std::vector<Level> levels_;
  std::vector<OpenArray> open_;
  Value value_;
  size_t used_ = 0;  // bytes of value_.data

  size_t error_at_ = 0;
  std::string message_;
};

}  // namespace

size_t skip_space(std::string_view data, size_t at) {
  while (at < data.size()) {
    if (is_space(data[at])) {
      at++;
    } else if (data.substr(at, 2) == "--") {
      at = std::min(data.find('\n', at), data.size());
    } else {
      break;
    }
  }
  return at;
}

TextResult read_text(std::string_view data, size_t at, const ValueShape* shape,
                     MemoryBudget& budget) {
  return TextParser(data, at, shape, budget).parse();
}

}  // namespace planish::runtime
