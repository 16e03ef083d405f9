#include "runtime/streams/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <vector>

namespace planish::runtime {
namespace {

constexpr size_t kBlock = 1 << 16;
// The third is the only method there is.
constexpr std::array kMagic = {std::byte{0x1f}, std::byte{0x8b}, std::byte{0x08}};
// zlib's window, and with these 16 the gzip format.
constexpr int kGzipWindow = 15 + 16;

[[noreturn]] void damaged() {
  throw StreamError("the data is in gzip format, but damaged or cut off", StreamError::Kind::Data);
}

// Bytes that may be packed.
class MaybePacked : public ByteInput {
 public:
  explicit MaybePacked(std::unique_ptr<ByteInput> inner) : inner_(std::move(inner)) {}
  ~MaybePacked() override { end(); }
  MaybePacked(const MaybePacked&) = delete;
  MaybePacked& operator=(const MaybePacked&) = delete;

  ReadResult read(std::byte* to, int64_t size, Patience& patience) override {
    if (kind_ == Kind::Unknown && !look(patience)) return {Got::NothingYet, 0};
    return kind_ == Kind::Plain ? read_plain(to, size, patience) : unpack(to, size, patience);
  }

  bool seek(int64_t at) override {
    if (at == given_) return true;
    if (is_packed() && at != 0) return seek(0) && skip(at);
    // What was only looked at has been read.
    if (!inner_->seek(at)) return false;
    block_begin_ = block_end_ = 0;
    given_ = at;
    if (kind_ == Kind::Packed) {
      end();
      kind_ = Kind::Unknown;
    }
    return true;
  }

  bool can_begin_anew() const override { return inner_->can_begin_anew(); }

  std::unique_ptr<ByteInput> another() override {
    if (is_packed()) return nullptr;
    // These are known not to be packed, and may be read from any place.
    return inner_->another();
  }

  int64_t size() const override { return kind_ == Kind::Plain ? inner_->size() : -1; }
  ReadSoFar read_so_far() const override {
    ReadSoFar far = inner_->read_so_far();
    far.bytes -= static_cast<int64_t>(block_end_ - block_begin_);
    return far;
  }
  int64_t held_bytes() const override {
    // The second is what zlib needs to unpack.
    constexpr int64_t kInflate = 1 << 16;
    return inner_->held_bytes() + static_cast<int64_t>(block_.capacity()) +
           (kind_ == Kind::Packed ? kInflate : 0);
  }
  void cancel() override { inner_->cancel(); }

 private:
  // Unpacks so many bytes for nothing.
  bool skip(int64_t count) {
    std::array<std::byte, 4096> dropped;
    while (count > 0) {
      Patience forever;
      const auto most = std::min<int64_t>(count, static_cast<int64_t>(dropped.size()));
      const ReadResult result = read(dropped.data(), most, forever);
      if (result.got != Got::Bytes) return false;
      count -= result.count;
    }
    return true;
  }

  enum class Kind : uint8_t { Unknown, Plain, Packed };

  bool is_packed() {
    Patience forever;
    if (kind_ == Kind::Unknown) look(forever);
    return kind_ == Kind::Packed;
  }

  // False: nothing yet.
  bool look(Patience& patience) {
    // More than the magic number is read only once it is known to be packed.
    block_.resize(kMagic.size());
    while (block_end_ < kMagic.size() &&
           std::equal(block_.begin(), block_.begin() + static_cast<ptrdiff_t>(block_end_),
                      kMagic.begin())) {
      const ReadResult result = inner_->read(
          block_.data() + block_end_, static_cast<int64_t>(kMagic.size() - block_end_), patience);
      if (result.got == Got::NothingYet) return false;
      if (result.got == Got::End) break;
      block_end_ += static_cast<size_t>(result.count);
    }
    const bool packed = block_end_ == kMagic.size() && std::ranges::equal(block_, kMagic);
    kind_ = packed ? Kind::Packed : Kind::Plain;
    if (packed) begin();
    return true;
  }

  ReadResult read_plain(std::byte* to, int64_t size, Patience& patience) {
    ReadResult result;
    if (block_begin_ < block_end_) {
      result = {Got::Bytes, std::min(size, static_cast<int64_t>(block_end_ - block_begin_))};
      std::memcpy(to, block_.data() + block_begin_, static_cast<size_t>(result.count));
      block_begin_ += static_cast<size_t>(result.count);
    } else {
      result = inner_->read(to, size, patience);
    }
    given_ += result.count;
    return result;
  }

  void begin() {
    stream_ = {};
    if (inflateInit2(&stream_, kGzipWindow) != Z_OK) throw std::bad_alloc();
    inflating_ = true;
    at_member_end_ = false;
    block_.resize(kBlock);
  }
  void end() {
    if (inflating_) inflateEnd(&stream_);
    inflating_ = false;
  }

  // More packed bytes. Nothing to unpack is left when this is called.
  Got fill(Patience& patience) {
    const ReadResult result = inner_->read(block_.data(), kBlock, patience);
    if (result.got == Got::Bytes) {
      block_begin_ = 0;
      block_end_ = static_cast<size_t>(result.count);
    }
    return result.got;
  }

  ReadResult unpack(std::byte* to, int64_t size, Patience& patience) {
    for (;;) {
      if (block_begin_ == block_end_) {
        const Got got = fill(patience);
        if (got == Got::NothingYet) return {got, 0};
        if (got == Got::End && at_member_end_) return {};
        if (got == Got::End) damaged();
      }
      // A file may be several packed ones, one after the other.
      if (at_member_end_) {
        if (inflateReset(&stream_) != Z_OK) damaged();
        at_member_end_ = false;
      }
      stream_.next_in = reinterpret_cast<Bytef*>(block_.data() + block_begin_);
      stream_.avail_in = static_cast<uInt>(block_end_ - block_begin_);
      const auto room = static_cast<uInt>(std::min<int64_t>(size, int64_t{1} << 30));
      stream_.next_out = reinterpret_cast<Bytef*>(to);
      stream_.avail_out = room;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      block_begin_ = block_end_ - stream_.avail_in;
      if (status == Z_STREAM_END) at_member_end_ = true;
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) damaged();
      if (stream_.avail_out < room) {
        const auto count = static_cast<int64_t>(room - stream_.avail_out);
        given_ += count;
        return {Got::Bytes, count};
      }
    }
  }

  std::unique_ptr<ByteInput> inner_;
  Kind kind_ = Kind::Unknown;
  std::vector<std::byte> block_;  // read, and not given or unpacked
  size_t block_begin_ = 0;
  size_t block_end_ = 0;
  int64_t given_ = 0;
  z_stream stream_{};
  bool inflating_ = false;
  bool at_member_end_ = false;
};

class Packer : public ByteOutput {
 public:
  explicit Packer(std::unique_ptr<ByteOutput> inner) : inner_(std::move(inner)) {
    constexpr int kMemory = 8;  // zlib's default
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~Packer() override { deflateEnd(&stream_); }
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  void write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const size_t count = std::min(bytes.size(), size_t{1} << 30);
      pack(bytes.substr(0, count), Z_NO_FLUSH);
      bytes.remove_prefix(count);
    }
  }
  void finish() override {
    pack("", Z_FINISH);
    inner_->finish();
  }
  void cancel() override { inner_->cancel(); }

 private:
  void pack(std::string_view bytes, int flush) {
    // zlib does not write to its input.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(block_.data());
      stream_.avail_out = static_cast<uInt>(block_.size());
      deflate(&stream_, flush);
      inner_->write({block_.data(), block_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

  std::unique_ptr<ByteOutput> inner_;
  z_stream stream_{};
  std::array<char, kBlock> block_;
};

}  // namespace

std::unique_ptr<ByteInput> unpacked(std::unique_ptr<ByteInput> input) {
  return std::make_unique<MaybePacked>(std::move(input));
}

std::unique_ptr<ByteOutput> packed(std::unique_ptr<ByteOutput> output) {
  return std::make_unique<Packer>(std::move(output));
}

}  // namespace planish::runtime
