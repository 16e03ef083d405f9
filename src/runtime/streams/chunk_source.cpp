#include "runtime/streams/chunk_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/streams/element_run.h"

namespace planish::runtime {
namespace {

constexpr const char* kEndsWithin = "the data ends before this element does";

}  // namespace

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

Got ChunkSource::add_run(ElementRun& run) {
  const ReadResult result =
      run.add(parts_.front(), {wanted(), options_.chunk_bytes, options_.limit}, patience_);
  if (result.got == Got::End) throw StreamError(kEndsWithin);
  // None: there is no room beside the others.
  if (result.got == Got::NothingYet || result.count == 0) return Got::NothingYet;
  add(result.count);
  return Got::Bytes;
}

Got ChunkSource::add_runs(std::vector<std::unique_ptr<ElementRun>>& runs) {
  if (runs.size() == 1) return add_run(*runs.front());
  int64_t element_bytes = 0;
  bool by_one = false;
  for (size_t i = 0; i < parts_.size(); i++) {
    const int64_t bytes = parts_[i].element_bytes();
    by_one |= bytes < 0 || !runs[i]->is_regular() || parts_[i].shape().prim == Prim::Bool;
    by_one |= __builtin_add_overflow(element_bytes, bytes, &element_bytes);
  }
  const int64_t room = std::max<int64_t>(options_.chunk_bytes - part_bytes(), 0);
  const int64_t fit = by_one ? 1 : std::max<int64_t>(room / std::max<int64_t>(element_bytes, 1), 1);
  std::vector<PartBuilder::Mark> marks;
  for (const PartBuilder& made : parts_) marks.push_back(made.mark());
  int64_t count = std::min(fit, wanted());
  try {
    // The last component is the only one that may have to be waited for.
    for (size_t i = parts_.size(); i-- > 0;) {
      const bool is_last = i + 1 == parts_.size();
      Patience forever;
      const ReadResult result = runs[i]->add(parts_[i], {count, INT64_MAX, options_.limit},
                                             is_last ? patience_ : forever);
      if (is_last && result.got == Got::NothingYet) return result.got;
      if (is_last && result.got == Got::Bytes) count = result.count;
      if (result.got != Got::Bytes || result.count != count) throw StreamError(kEndsWithin);
    }
  } catch (const StreamError&) {
    for (size_t i = 0; i < marks.size(); i++) parts_[i].back_to(marks[i]);
    throw;
  }
  add(count);
  return Got::Bytes;
}

}  // namespace planish::runtime
