#include "runtime/streams/lines_source.h"

#include <fmt/format.h>

#include "runtime/streams/element_run.h"

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
  const int64_t most = wanted();
  int64_t room = options().chunk_bytes - part_bytes();
  int64_t count = 0;
  size_t begin = 0;
  const auto use = [&] {
    window().use(begin);
    add(count);
  };
  for (size_t from = searched_;; from = begin) {
    if (count == most || room <= 0) break;
    const size_t end = text.find('\n', from);
    if (end == text.npos) break;
    try {
      add_line(text.substr(begin, end - begin));
    } catch (const StreamError&) {
      use();
      throw;
    }
    room -= static_cast<int64_t>(end - begin + sizeof(int64_t));
    begin = end + 1;
    count++;
  }
  if (count == 0) return false;
  searched_ = 0;
  use();
  return true;
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
  part.data().insert(part.data().end(), from, from + line.size());
}

}  // namespace planish::runtime
