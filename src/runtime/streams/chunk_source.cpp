#include "runtime/streams/chunk_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/streams/element_run.h"

namespace planish::runtime {

ChunkSource::ChunkSource(std::shared_ptr<ByteWindow> window, const ElementShape& element,
                         const SourceOptions& options)
    : window_(std::move(window)), begin_(window_->position()), options_(options) {
  for (const ValueShape& part : element.parts) parts_.emplace_back(part);
  if (options_.limit >= 0) options_.chunk_bytes = std::min(options_.chunk_bytes, options_.limit);
}

Chunk ChunkSource::next(int64_t wanted) {
  if (failed_) throw *failed_;
  wanted_ = wanted;
  count_ = 0;
  patience_ = {};
  error_at_.reset();
  try {
    if (!ended_) fill();
  } catch (const StreamError& error) {
    failed_ = placed(error);
    if (count_ == 0) throw *failed_;
  }
  Chunk chunk;
  chunk.count = count_;
  chunk.is_last = ended_ && !failed_;
  for (PartBuilder& part : parts_) chunk.parts.push_back(part.take(count_));
  number_ += count_;
  return chunk;
}

StreamError ChunkSource::placed(const StreamError& error) const {
  const StreamError::Kind kind = error.kind();
  if (kind == StreamError::Kind::Cancelled || kind == StreamError::Kind::System)
    return StreamError(fmt::format("{}: {}", options_.name, error.what()), kind);
  return StreamError(
      fmt::format("{}: {}: {}", options_.name, place(number_ + count_), error.what()), kind);
}

std::string ChunkSource::place(int64_t number) const {
  return fmt::format("element {}, at byte {}", number, error_position());
}

bool ChunkSource::rewind() {
  if (!window_->seek(begin_)) return false;
  failed_.reset();
  ended_ = false;
  number_ = 0;
  begin_anew();
  return true;
}

void ChunkSource::add(int64_t count) {
  count_ += count;
  if (count_ > 0 && patience_.nanoseconds < 0) patience_ = kAfterFirst;
}

int64_t ChunkSource::part_bytes() const {
  int64_t bytes = 0;
  for (const PartBuilder& part : parts_) bytes += part.bytes();
  return bytes;
}

void ChunkSource::check_window() const {
  const auto held = static_cast<int64_t>(window_->bytes().size());
  if (options_.limit >= 0 && held > options_.limit) throw_too_large(held, options_.limit);
}

}  // namespace planish::runtime
