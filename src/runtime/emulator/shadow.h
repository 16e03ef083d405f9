// Who has accessed which bytes of memory during a launch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace planish::emulator {

// An access: who, when, and how.
class Stamp {
 public:
  static constexpr uint32_t kMostBlocks = 1 << 20;

  Stamp() = default;
  Stamp(uint32_t block, uint32_t thread, uint32_t time, bool is_write, bool is_atomic)
      : bits_(uint64_t{time} << 32 | uint64_t{block} << 12 | uint64_t{thread} << 2 |
              (is_write ? kWrite : 0) | (is_atomic ? kAtomic : 0)) {}

  bool is_set() const { return bits_ != 0; }
  uint32_t time() const { return static_cast<uint32_t>(bits_ >> 32); }
  uint32_t block() const { return static_cast<uint32_t>(bits_ >> 12) % kMostBlocks; }
  uint32_t thread() const { return static_cast<uint32_t>(bits_ >> 2) % 1024; }
  bool is_write() const { return (bits_ & kWrite) != 0; }
  bool is_atomic() const { return (bits_ & kAtomic) != 0; }
  // By one thread in one way, at any time.
  bool is_like(Stamp other) const {
    return static_cast<uint32_t>(bits_) == static_cast<uint32_t>(other.bits_);
  }
  // Must be ordered.
  bool conflicts_with(Stamp other) const {
    return (is_write() || other.is_write()) && !(is_atomic() && other.is_atomic());
  }
  friend bool operator==(Stamp, Stamp) = default;

 private:
  static constexpr uint64_t kWrite = 1, kAtomic = 2;

  uint64_t bits_ = 0;  // time, 20 bits of the block, 10 of the thread, 2 of how
};

// The accesses that count of some bytes. All that came before the last plain write happened before
// that, or there was a race. Of accesses since, a few are kept.
struct Cell {
  Stamp write;
  std::array<Stamp, 3> others;
};

// Cells of a range of memory, which begins at a multiple of 4 bytes: one for each 4 bytes, or one for
// each byte where bytes of a word were accessed alone.
class Cells {
 public:
  // Forgets all.
  void reset(size_t bytes) {
    words_.assign((bytes + 3) / 4, {});
    split_.clear();
  }

  // Calls `use(cell, first, count)` for all cells of the bytes [first, first + count), with those of
  // the cell.
  template <class Use>
  void each(size_t first, size_t count, Use use) {
    const size_t end = first + count;
    for (size_t word = first / 4; word * 4 < end; word++) {
      const size_t from = word * 4 < first ? first - word * 4 : 0;
      const size_t to = end - word * 4 < 4 ? end - word * 4 : 4;
      Word& cells = words_[word];
      if (cells.split == 0 && to - from == 4) {
        use(cells.cell, word * 4, size_t{4});
        continue;
      }
      if (cells.split == 0) {
        split_.push_back({cells.cell, cells.cell, cells.cell, cells.cell});
        cells.split = static_cast<uint32_t>(split_.size());
      }
      for (size_t byte = from; byte < to; byte++)
        use(split_[cells.split - 1][byte], word * 4 + byte, size_t{1});
    }
  }

 private:
  struct Word {
    Cell cell;
    uint32_t split = 0;  // 1 + the place of its bytes
  };

  std::vector<Word> words_;
  std::vector<std::array<Cell, 4>> split_;
};

// Cells of all memory of a device: made where they are needed.
class Shadow {
 public:
  // Forgets all.
  void restart();

  template <class Use>
  void each(size_t first, size_t count, Use use) {
    for (const size_t end = first + count; first < end;) {
      const size_t in_page = first % kPage;
      const size_t part = end - first < kPage - in_page ? end - first : kPage - in_page;
      const size_t start = first - in_page;
      page(first / kPage).each(in_page, part, [&](Cell& cell, size_t byte, size_t bytes) {
        use(cell, start + byte, bytes);
      });
      first += part;
    }
  }

 private:
  static constexpr size_t kPage = 1024;
  // So many are kept from one launch to the next.
  static constexpr size_t kMostKept = 4096;

  struct Page {
    uint64_t launch = 0;
    Cells cells;
  };
  Cells& page(size_t number);

  uint64_t launch_ = 0;
  size_t made_ = 0;
  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace planish::emulator
