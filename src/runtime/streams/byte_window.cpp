#include "runtime/streams/byte_window.h"

#include <algorithm>
#include <cstring>

namespace planish::runtime {
namespace {

constexpr size_t kFirstSize = 1 << 17;
constexpr size_t kBehind = 1 << 12;

}  // namespace

void ByteWindow::move_to_front() {
  if (begin_ == 0) return;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
}

Got ByteWindow::fill(Patience& patience) {
  // Half of it is to be free, so that what is moved is less than what is read.
  if (end_ > buffer_.size() / 2) move_to_front();
  if (end_ >= buffer_.size() / 2) buffer_.resize(std::max(kFirstSize, 2 * buffer_.size()));
  return read(patience);
}

Got ByteWindow::read(Patience& patience) {
  const ReadResult result =
      input_->read(buffer_.data() + end_, static_cast<int64_t>(buffer_.size() - end_), patience);
  end_ += static_cast<size_t>(result.count);
  return result.got;
}

Got ByteWindow::fill_to(size_t count, Patience& patience) {
  if (end_ - begin_ >= count) return Got::Bytes;
  // Little more than that has room, so that the same memory is used again before a cache forgets it,
  // and little is moved. It grows with what comes: the count may be wrong.
  if (begin_ + count > buffer_.size()) move_to_front();
  while (end_ - begin_ < count) {
    if (end_ == buffer_.size())
      buffer_.resize(std::max(kFirstSize, std::min(count + kBehind, 2 * buffer_.size())));
    const Got got = read(patience);
    if (got != Got::Bytes) return got;
  }
  return Got::Bytes;
}

ReadResult ByteWindow::read_items(ByteVector& out, int64_t size, int64_t most, Patience& patience) {
  const size_t before = out.size();
  const auto item = static_cast<size_t>(size);
  const size_t wanted = item * static_cast<size_t>(most);
  Got got = Got::Bytes;
  size_t filled = std::min(wanted, end_ - begin_);
  out.resize(before + filled);
  if (filled > 0) std::memcpy(out.data() + before, buffer_.data() + begin_, filled);
  begin_ += filled;
  while (filled < wanted && got == Got::Bytes) {
    // Where it is not known that there is so much, room is made as it comes.
    size_t room = std::min(wanted, std::max(2 * filled, kFirstSize));
    if (input_->size() >= 0) {
      const int64_t rest = input_->size() - position_ - static_cast<int64_t>(filled);
      room = std::clamp<size_t>(filled + static_cast<size_t>(std::max<int64_t>(rest, 0)),
                                filled + 1, wanted);
    }
    out.resize(before + room);
    while (filled < room && got == Got::Bytes) {
      const ReadResult result =
          input_->read(out.data() + before + filled, static_cast<int64_t>(room - filled), patience);
      got = result.got;
      filled += static_cast<size_t>(result.count);
      if (filled >= item && patience.nanoseconds < 0) patience = kAfterFirst;
    }
  }
  const size_t count = filled / item;
  position_ += static_cast<int64_t>(filled);
  give_back(out.data() + before + count * item, filled - count * item);
  out.resize(before + count * item);
  if (count > 0) return {Got::Bytes, static_cast<int64_t>(count)};
  return {got, 0};
}

void ByteWindow::give_back(const std::byte* bytes, size_t count) {
  if (count == 0) return;
  if (begin_ < count) {
    const size_t more = count - begin_;
    buffer_.resize(buffer_.size() + more);
    std::memmove(buffer_.data() + begin_ + more, buffer_.data() + begin_, end_ - begin_);
    begin_ += more;
    end_ += more;
  }
  begin_ -= count;
  position_ -= static_cast<int64_t>(count);
  std::memcpy(buffer_.data() + begin_, bytes, count);
}

bool ByteWindow::seek(int64_t at) {
  if (at >= position_ && at - position_ <= static_cast<int64_t>(end_ - begin_)) {
    use(static_cast<size_t>(at - position_));
    return true;
  }
  if (!input_->seek(at)) return false;
  begin_ = end_ = 0;
  position_ = at;
  return true;
}

std::unique_ptr<ByteWindow> ByteWindow::another_at(int64_t at) {
  std::unique_ptr<ByteInput> input = input_->another();
  if (input == nullptr || !input->seek(at)) return nullptr;
  auto window = std::make_unique<ByteWindow>(std::move(input));
  window->position_ = at;
  return window;
}

ReadSoFar ByteWindow::read_so_far() const {
  ReadSoFar far = input_->read_so_far();
  // What is packed is not counted apart from what is read ahead.
  far.bytes = std::max<int64_t>(far.bytes - static_cast<int64_t>(end_ - begin_), 0);
  return far;
}

}  // namespace planish::runtime
