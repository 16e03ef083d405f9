// The part of an input that has been read and not been used: a window that moves over it.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "runtime/streams/byte_input.h"

namespace planish::runtime {

class ByteWindow {
 public:
  explicit ByteWindow(std::unique_ptr<ByteInput> input) : input_(std::move(input)) {}

  // What was read and not used.
  std::string_view bytes() const {
    return {reinterpret_cast<const char*>(buffer_.data()) + begin_, end_ - begin_};
  }
  // Where they begin in the input.
  int64_t position() const { return position_; }
  void use(size_t count) {
    begin_ += count;
    position_ += static_cast<int64_t>(count);
  }

  // Makes bytes() longer, if it does not end. Whoever keeps places in it counts from its beginning.
  Got fill(Patience& patience);
  // Tries until there are so many bytes.
  Got fill_to(size_t count, Patience& patience);

  // Appends whole items of `size` bytes, at most so many; at least one, if the result is Bytes. What
  // has been read of another one stays in the window.
  ReadResult read_items(ByteVector& out, int64_t size, int64_t most, Patience& patience);

  // The bytes before the window come again.
  void give_back(const std::byte* bytes, size_t count);

  // False: that is not possible.
  bool seek(int64_t at);
  bool can_begin_anew() const { return input_->can_begin_anew(); }
  // Another one over the same bytes; null: they can be read once.
  std::unique_ptr<ByteWindow> another_at(int64_t at);
  // Of the input, or -1.
  int64_t size() const { return input_->size(); }

  ReadSoFar read_so_far() const;
  int64_t held_bytes() const {
    return input_->held_bytes() + static_cast<int64_t>(buffer_.capacity());
  }
  void cancel() { input_->cancel(); }

 private:
  void move_to_front();
  Got read(Patience& patience);

  std::unique_ptr<ByteInput> input_;
  ByteVector buffer_;
  size_t begin_ = 0;  // of what is not used
  size_t end_ = 0;    // of what was read
  int64_t position_ = 0;
};

}  // namespace planish::runtime
