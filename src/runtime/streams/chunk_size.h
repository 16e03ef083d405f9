// How many elements the next chunk is to have: as few as keep all threads busy, and more where that is
// faster, within the memory that there is. Nothing here reads a clock or allocates.
#pragma once

#include <cstdint>

namespace planish::runtime {

class ChunkSize {
 public:
  // Chunks are multiples of the grain.
  explicit ChunkSize(int64_t grain) : grain_(grain), size_(static_cast<double>(grain)) {}

  // What computing a chunk has taken.
  struct Step {
    int64_t elements = 0;
    int64_t units = 0;  // elements, and what lies in them
    double seconds = 0;
    double busy = 1;          // the share of the threads' time in which they worked
    int64_t input_bytes = 0;  // of the chunk itself
    int64_t bytes = 0;        // of memory in all, with what buffers of readers and writers hold
  };

  // In elements, at least a grain. `memory_left`: what a chunk may take in all; negative: there is no
  // limit.
  int64_t next(int64_t memory_left = -1) const;
  // After each chunk.
  void record(const Step& step);

 private:
  enum class Move : uint8_t { None, Up, Down, Probe };

  void adjust(double seconds, double busy);
  void judge();
  void set_size(double size, Move move);
  int64_t whole_grains(double elements) const;

  int64_t grain_;
  double size_;
  // Seconds for a unit: a moving average of this size, and that of the size before it.
  double average_ = 0;
  double before_ = 0;
  double size_before_ = 0;
  int64_t steps_ = 0;       // of this size
  Move move_ = Move::None;  // by which it came, until it is judged
  bool has_grown_ = false;  // large enough for all threads
  double most_input_ = 0;   // bytes for an element
  double most_bytes_ = 0;
};

}  // namespace planish::runtime
