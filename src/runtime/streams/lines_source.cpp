#include "runtime/streams/lines_source.h"

#include <fmt/format.h>

#include <span>

#include "runtime/streams/element_run.h"
#include "runtime/streams/line_text.h"

namespace planish::runtime {

void check_lines(const ElementShape& element) {
  const ValueShape& shape = element.parts.front();
  if (element.parts.size() > 1 || shape.prim != Prim::U8 || shape.varying.size() != 1)
    throw StreamError(fmt::format("lines are of type [?]u8, and these elements of type {}{}",
                                  shape_text(shape),
                                  element.parts.size() > 1 ? " and others" : ""));
}

LinesSource::LinesSource(std::shared_ptr<ByteWindow> window, const ElementShape& element,
                         const SourceOptions& options)
    : ChunkSource(std::move(window), element, options) {
  check_lines(element);
}

void LinesSource::fill() {
  while (!is_full()) {
    if (add_lines()) continue;
    searched_ = window().bytes().size();
    check_window();
    const Got got = window().fill(patience());
    if (got == Got::NothingYet) return;
    if (got == Got::Bytes) continue;
    if (searched_ > 0) {
      add_line(window().bytes());  // which may have moved
      window().use(searched_);
      searched_ = 0;
      add(1);
    }
    return end();
  }
}

// Those that end in the window, as far as there is room for them. False: none does.
bool LinesSource::add_lines() {
  const std::string_view text = window().bytes();
  const int64_t limit = options().limit;
  const LineBounds bounds{wanted(), options().chunk_bytes - part_bytes(),
                          limit < 0 ? INT64_MAX : limit};
  lengths_.clear();
  add_line_lengths(text, searched_, bounds, lengths_);
  if (const size_t size = add_good_lines(text); size > 0) {
    window().use(size);
    searched_ = 0;
    return true;
  }
  const size_t end = text.find('\n', searched_);
  if (end == text.npos) return false;
  add_line(text.substr(0, end));  // says what is wrong with it
  throw StreamError("compiler bug: a good line was not taken");
}

// Those whose lengths were found, before the first that does not fit. Gives how many bytes of the text they take.
size_t LinesSource::add_good_lines(std::string_view text) {
  PartBuilder& part = parts().front();
  const bool varies = part.varies(0);
  size_t count = 0;
  size_t bytes = 0;
  for (; count < lengths_.size() && (varies || part.settle(0, lengths_[count])); count++)
    bytes += static_cast<size_t>(lengths_[count]);
  const std::span<const int64_t> lengths = std::span(lengths_).first(count);
  const size_t before = part.data().size();
  part.data().resize(before + bytes + kLineSlack);
  copy_lines(text, lengths, part.data().data() + before);
  part.data().resize(before + bytes);
  if (varies) part.add_lengths(0, lengths);
  add(static_cast<int64_t>(count));
  return bytes + count;
}

void LinesSource::add_line(std::string_view line) {
  PartBuilder& part = parts().front();
  const auto length = static_cast<int64_t>(line.size());
  if (options().limit >= 0 && length > options().limit) throw_too_large(length, options().limit);
  if (part.varies(0))
    part.add_length(0, length);
  else if (!part.settle(0, length))
    throw StreamError(
        fmt::format("expected a line of {} bytes, found one of {}", part.size(0), length));
  const auto* from = reinterpret_cast<const std::byte*>(line.data());
  part.data().append(from, line.size());
}

}  // namespace planish::runtime
