#include "runtime/streams/values_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "runtime/value_binary.h"
#include "runtime/value_number.h"
#include "runtime/value_text.h"

namespace planish::runtime {
namespace {

std::string counted(int64_t count) {
  return count == 1 ? "1 element" : fmt::format("{} elements", count);
}

}  // namespace

Got skip_blank(ByteWindow& window, bool& in_comment, Patience& patience) {
  for (;;) {
    const std::string_view text = window.bytes();
    if (in_comment) {
      const size_t end = text.find('\n');
      in_comment = end == text.npos;
      window.use(std::min(end, text.size()));
      if (!in_comment) continue;
    } else {
      size_t at = 0;
      while (at < text.size() && is_space(text[at])) at++;
      window.use(at);
      const std::string_view rest = window.bytes();
      in_comment = rest.starts_with("--");
      // A hyphen that comes last may begin a comment.
      if (!in_comment && !rest.empty() && rest != "-") return Got::Bytes;
    }
    if (in_comment && !window.bytes().empty()) continue;
    const Got got = window.fill(patience);
    if (got == Got::End && !window.bytes().empty()) return Got::Bytes;
    if (got != Got::Bytes) return got;
  }
}

void ValuesSource::fill() {
  while (!is_full()) {
    if (go_on() != Got::Bytes) return;
  }
  // Whether these were the last is said now where it is known, not with a chunk of none.
  if (behind_ != Behind::Nothing || !staged_.empty() || !runs_.empty()) return;
  if (arrays_ == Arrays::AreValues) return;  // what follows is for others
  Patience none{0};
  if (skip_blank(window(), in_comment_, none) == Got::End) end();
}

void ValuesSource::begin_anew() {
  behind_ = Behind::Nothing;
  in_comment_ = false;
  extent_.reset();
  staged_.clear();
  runs_.clear();
}

int64_t ValuesSource::position() const {
  return is_in_runs() ? runs_.back()->position() : ChunkSource::position();
}

std::string ValuesSource::place(int64_t number) const {
  if (arrays_ == Arrays::AreElements) return ChunkSource::place(number);
  return fmt::format("byte {}", error_position());
}

Got ValuesSource::go_on() {
  if (is_in_runs()) {
    const Got got = add_runs(runs_);
    if (runs_.front()->left() == 0) runs_.clear();
    return got;
  }
  const Got got = skip_blank(window(), in_comment_, patience());
  if (got == Got::NothingYet) return got;
  if (got == Got::End) {
    if (behind_ != Behind::Nothing)
      throw StreamError("expected `,` or `]`, found the end of the input");
    if (!staged_.empty() || !runs_.empty())
      throw StreamError(fmt::format("component {} of {} is missing",
                                    staged_.size() + runs_.size() + 1, parts().size()));
    end();
    return got;
  }
  const int64_t begin = window().position();
  try {
    return behind_ == Behind::Nothing ? outside() : inside();
  } catch (const StreamError&) {
    if (!has_error_position()) set_error_position(begin);
    throw;
  }
}

Got ValuesSource::outside() {
  // No value in text begins with this letter.
  if (window().bytes().front() == 'b') return binary();
  size_t length = 0;
  const bool may_open = is_single() && arrays_ == Arrays::AreElements;
  const Got got = frame(length, may_open);
  if (got != Got::Bytes) return got;
  const bool is_array = arrays_ == Arrays::AreElements && extent_->is_deeper_than(part().rank());
  extent_.reset();
  if (is_array && length == 0) {
    window().use(1);
    behind_ = Behind::Bracket;
  } else if (is_array) {
    array_text(length);
  } else {
    element_text(length);
  }
  return Got::Bytes;
}

Got ValuesSource::inside() {
  const char c = window().bytes().front();
  if (c == ']') {
    window().use(1);
    behind_ = Behind::Nothing;
    return Got::Bytes;
  }
  if (behind_ == Behind::Element) {
    if (c != ',') {
      // The parser of values says what it is.
      const std::string_view text = window().bytes();
      const TextResult result = [&] {
        MemoryBudget unlimited;
        const std::string array = "[0 " + std::string(text.substr(0, 64)) + "]";
        const ValueShape shape{Prim::I32, {false}, {}};
        return read_text(array, 0, &shape, unlimited);
      }();
      throw StreamError(result.message);
    }
    window().use(1);
    behind_ = Behind::Comma;
    return Got::Bytes;
  }
  size_t length = 0;
  const Got got = frame(length, false);
  if (got != Got::Bytes) return got;
  extent_.reset();
  element_text(length);
  behind_ = Behind::Element;
  return Got::Bytes;
}

// The value that begins in the window is there as a whole, or, if it may be opened, is an array of
// elements; then the length is 0.
Got ValuesSource::frame(size_t& length, bool may_open) {
  if (!extent_) extent_.emplace();
  const size_t rank = part().rank();
  const bool is_inside = behind_ != Behind::Nothing;
  for (;;) {
    const bool is_whole = extent_->look(window().bytes());
    length = extent_->end();
    // What is too deep is wrong however it goes on.
    if (extent_->is_deeper_than(is_inside ? rank : kMaxRank + 1)) return Got::Bytes;
    if (may_open && window().bytes().front() == '[' && extent_->is_deeper_than(rank)) {
      length = 0;
      return Got::Bytes;
    }
    if (is_whole) return Got::Bytes;
    check_window();
    const Got got = window().fill(patience());
    if (got == Got::NothingYet) return got;
    if (got == Got::End) {
      length = window().bytes().size();
      return Got::Bytes;
    }
  }
}

Value ValuesSource::parse(const ValueShape& shape, size_t length) {
  MemoryBudget budget(options().limit);
  const std::string_view text = window().bytes().substr(0, length);
  TextResult result;
  try {
    result = read_text(text, 0, &shape, budget);
  } catch (const LimitReached&) {
    throw_too_large(budget.limit(), budget.limit());
  }
  if (result.value && result.at == length) {
    window().use(length);
    return std::move(*result.value);
  }
  if (result.value) result.message = "this is no value";
  set_error_position(window().position() + static_cast<int64_t>(result.at));
  throw StreamError(result.message);
}

void ValuesSource::add_scalar(size_t length) {
  PartBuilder& to = part();
  const ScalarText scalar = scan_scalar(window().bytes().substr(0, length));
  const auto size = static_cast<size_t>(byte_size(to.shape().prim));
  const size_t before = to.data().size();
  if (scalar.kind != ScalarText::Kind::None && scalar.length == length) {
    to.data().resize(before + size, std::byte{0});
    if (store_scalar(scalar, to.shape().prim, to.data().data() + before) == Stored::Done) {
      window().use(length);
      return add(1);
    }
    to.data().resize(before);
  }
  // It is wrong, and the parser of values knows why.
  parse(to.shape(), length);
  throw StreamError("this is no value");
}

void ValuesSource::append(PartBuilder& part, const Value& element) {
  int64_t arrays = 1;
  for (size_t i = 0; i < element.dims.size(); i++) {
    const ValueDim& dim = element.dims[i];
    if (part.varies(i)) {
      if (dim.varying)
        part.add_lengths(i, dim.lengths);
      else
        part.add_lengths(i, static_cast<size_t>(arrays), dim.size);
    } else if (arrays > 0 && !part.settle(i, dim.size)) {
      throw StreamError(
          fmt::format("this has {}, but those before it have {}", counted(dim.size), part.size(i)));
    }
    arrays = dim.varying ? std::accumulate(dim.lengths.begin(), dim.lengths.end(), int64_t{0})
                         : arrays * dim.size;
  }
  part.data().append(element.data.data(), element.data.size());
}

void ValuesSource::element_text(size_t length) {
  if (is_single() && part().rank() == 0) return add_scalar(length);
  stage(parse(part().settled_shape(), length));
}

void ValuesSource::array_text(size_t length) {
  Value array = parse(array_of(part().settled_shape()), length);
  for (size_t i = 0; i < part().rank(); i++) {
    const ValueDim& dim = array.dims[i + 1];
    if (!part().varies(i) && array.dims[0].size > 0 && !part().settle(i, dim.size))
      throw StreamError(fmt::format("these have {}, but those before them have {}",
                                    counted(dim.size), part().size(i)));
  }
  stage(run_of(std::move(array)));
}

void ValuesSource::stage(Value element) {
  if (!runs_.empty())
    throw StreamError("this is one element, but the components before it are arrays of elements");
  staged_.push_back(std::move(element));
  if (staged_.size() < parts().size()) return;
  const std::vector<Value> whole = std::exchange(staged_, {});
  std::vector<PartBuilder::Mark> marks;
  for (const PartBuilder& made : parts()) marks.push_back(made.mark());
  try {
    for (size_t i = 0; i < whole.size(); i++) append(parts()[i], whole[i]);
  } catch (const StreamError&) {
    for (size_t i = 0; i < whole.size(); i++) parts()[i].back_to(marks[i]);
    throw;
  }
  add(1);
}

void ValuesSource::stage(std::unique_ptr<ElementRun> run) {
  if (!staged_.empty())
    throw StreamError(
        "this is an array of elements, but the components before it are those of one element");
  if (!runs_.empty() && runs_.front()->left() != run->left())
    throw StreamError(fmt::format("this has {}, but the components before it have {}",
                                  counted(run->left()), runs_.front()->left()));
  runs_.push_back(std::move(run));
  if (runs_.size() == parts().size() && runs_.front()->left() == 0) runs_.clear();
}

Got ValuesSource::binary() {
  BinaryHeader header;
  const Got got = read_binary_header(window(), header, patience());
  if (got != Got::Bytes) return got;
  PartBuilder& to = part();
  const size_t rank = to.rank();
  const bool is_array = arrays_ == Arrays::AreElements && header.sizes.size() == rank + 1;
  bool fits = header.prim == to.shape().prim && (is_array || header.sizes.size() == rank);
  for (size_t i = 0; fits && i < rank; i++) {
    const int64_t size = header.sizes[i + (is_array ? 1 : 0)];
    const bool varies = header.is_irregular && size == kVaryingSize;
    const bool is_some = !is_array || header.sizes[0] != 0;
    fits = to.varies(i) || (!varies && (!is_some || to.settle(i, size)));
  }
  if (!fits)
    throw StreamError(fmt::format("expected {} of type {}, found binary data of type {}",
                                  arrays_ == Arrays::AreElements ? "elements" : "a value",
                                  shape_text(to.settled_shape()), header.type_text()));
  // Reading offsets may take a while.
  if (header.is_irregular && count() > 0) return Got::NothingYet;
  if (!is_array) header.sizes.insert(header.sizes.begin(), 1);
  BinaryArray array = open_binary_array(window(), header, options().limit);
  const bool is_last = runs_.size() + 1 == parts().size();
  if (is_array && !is_last) {
    // The next component lies behind all of this one.
    int64_t bytes = 0;
    int64_t end = 0;
    if (__builtin_mul_overflow(array.scalars, int64_t{byte_size(header.prim)}, &bytes) ||
        __builtin_add_overflow(window().position(), bytes, &end))
      throw StreamError("the sizes of a binary value are too large");
    std::unique_ptr<ByteWindow> data = window().another_at(window().position());
    if (data != nullptr) {
      if (end > window().size()) throw StreamError("a binary value is cut off");
      window().seek(end);
    } else {
      const int64_t limit = options().limit;
      if (limit >= 0 && bytes > limit) throw_too_large(bytes, limit);
      Patience forever;
      if (window().fill_to(static_cast<size_t>(bytes), forever) != Got::Bytes)
        throw StreamError("a binary value is cut off");
      const std::string_view kept = window().bytes().substr(0, static_cast<size_t>(bytes));
      data = std::make_unique<ByteWindow>(plain_memory_input(std::string(kept)));
      window().use(kept.size());
    }
    stage(std::make_unique<ElementRun>(std::move(array.levels), array.count, std::move(data)));
    return Got::Bytes;
  }
  auto run = std::make_unique<ElementRun>(std::move(array.levels), array.count, window());
  if (is_array || is_single()) {
    stage(std::move(run));
    return Got::Bytes;
  }
  PartBuilder one(to.settled_shape());
  Patience forever;
  const ReadResult result = run->add(one, {1, INT64_MAX, options().limit}, forever);
  if (result.got != Got::Bytes) throw StreamError("a binary value is cut off");
  Value element = one.take(1);
  element.dims.erase(element.dims.begin());
  stage(std::move(element));
  return Got::Bytes;
}

}  // namespace planish::runtime
