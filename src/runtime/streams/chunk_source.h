// What the sources of all formats share: elements are counted, chunks are ended where they become too
// large or have waited long enough, and errors come after all elements before them.
#pragma once

#include <optional>
#include <string>

#include "runtime/streams/byte_window.h"
#include "runtime/streams/chunk_parts.h"
#include "runtime/streams/element_run.h"
#include "runtime/streams/open_stream.h"

namespace planish::runtime {

class ChunkSource : public Source {
 public:
  // Begins where the window is.
  ChunkSource(std::shared_ptr<ByteWindow> window, const ElementShape& element,
              const SourceOptions& options);

  Chunk next(int64_t wanted) final;
  bool rewind() final;
  bool can_rewind() const final { return window_->can_begin_anew(); }
  void cancel() final { window_->cancel(); }
  ReadSoFar read_so_far() const final { return window_->read_so_far(); }

 protected:
  // Adds elements until the chunk is_full(), the patience is over, or there are no more, which sets
  // `ended`. May throw StreamError at an element that is bad, without which the parts are whole; it
  // is not called again then.
  virtual void fill() = 0;
  virtual void begin_anew() = 0;
  // Where the element is that is wrong, if nobody set it.
  virtual int64_t position() const { return window_->position(); }

  ByteWindow& window() { return *window_; }
  std::vector<PartBuilder>& parts() { return parts_; }
  const std::vector<PartBuilder>& parts() const { return parts_; }
  size_t component_count() const { return parts_.size(); }
  Patience& patience() { return patience_; }
  const SourceOptions& options() const { return options_; }

  int64_t count() const { return count_; }
  void add(int64_t count);
  int64_t wanted() const { return wanted_ - count_; }
  bool is_full() const { return wanted() <= 0 || part_bytes() >= options_.chunk_bytes; }
  int64_t part_bytes() const;
  void end() { ended_ = true; }

  // "element 3, at byte 20"
  virtual std::string place(int64_t number) const;

  // Adds elements of runs, one for each component, of which there are some left. NothingYet: for want
  // of bytes, or of room.
  Got add_runs(std::vector<std::unique_ptr<ElementRun>>& runs);

  // The bytes in the window belong to one element that is not whole. Throws if they are too many.
  void check_window() const;
  void set_error_position(int64_t at) { error_at_ = at; }
  bool has_error_position() const { return error_at_.has_value(); }
  int64_t error_position() const { return error_at_.value_or(position()); }

 private:
  Got add_run(ElementRun& run);
  StreamError placed(const StreamError& error) const;

  std::shared_ptr<ByteWindow> window_;
  int64_t begin_;
  SourceOptions options_;
  std::vector<PartBuilder> parts_;
  Patience patience_;
  int64_t wanted_ = 0;
  int64_t count_ = 0;   // of this chunk
  int64_t number_ = 0;  // of those before it
  bool ended_ = false;
  std::optional<int64_t> error_at_;
  std::optional<StreamError> failed_;
};

}  // namespace planish::runtime
