// The sequences that an entry point takes and gives while it runs. The program has numbers for them
// (Note [Sequences of entry points] in lower/stream_calls.h); here is what they stand for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/streams/chunk_pace.h"
#include "runtime/streams/progress.h"
#include "runtime/streams/stream.h"

namespace planish::runtime {

// How many bytes a chunk takes at most: what a thread has of it is there several times while it is
// read, computed and written, and all of that stays in the cache of its core. A device wants more to
// do at once. Where memory is limited it may take a small share of that, because a program has it in
// several forms.
constexpr int64_t most_chunk_bytes(int64_t threads) {
  constexpr int64_t kOfThread = int64_t{128} << 10;
  return std::clamp(threads, int64_t{2}, int64_t{32}) * kOfThread;
}
inline constexpr int64_t kMostDeviceChunkBytes = int64_t{16} << 20;
inline constexpr int64_t kChunkShare = 32;

// Of one run.
class EntrySequences {
 public:
  void add_source(std::string name, ElementShape element, std::unique_ptr<Source> source);
  void add_sink(ElementShape element, std::unique_ptr<Sink> sink);
  // How many elements chunks have where the program is not told; nothing: what is good.
  void set_chunk(std::optional<int64_t> elements) { fixed_chunk_ = elements; }
  // How much memory all may take; negative: there is no limit.
  void set_memory_limit(int64_t bytes) { memory_limit_ = bytes; }
  // How far a long pass is.
  void show_progress() { progress_.emplace(Progress::Shown::Yes); }

  // What asks for a chunk.
  struct Caller {
    std::string place;  // in the program, if a pass begins; else it need not be said
    // What its arrays take, and the most that they have taken; nothing: nobody counts.
    std::optional<int64_t> in_use, peak;
  };

  // ---- For the program. All throw std::exception, with a message for users.
  struct Got {
    int64_t count = 0;
    bool is_last = false;
  };
  // The chunk that begins at element `at`, of at most so many elements; 0 or less: as many as seems
  // good. A pass begins at element 0.
  Got next(int64_t source, int64_t at, int64_t wanted, const Caller& caller = {});
  // Of that chunk: in dimension number `dim` of a component, 1 or more, how long rows are, ...
  std::span<const int64_t> lengths(int64_t source, int64_t component, int64_t dim);
  // ... or that all have this size.
  void expect_size(int64_t source, int64_t component, int64_t dim, int64_t size);
  // Its elements, end to end, until the next chunk.
  std::span<const std::byte> data(int64_t source, int64_t component);
  // The same for a chunk that goes outside, until put().
  void put_lengths(int64_t sink, int64_t component, int64_t dim, std::span<const int64_t> lengths);
  void put_size(int64_t sink, int64_t component, int64_t dim, int64_t size);
  void put_data(int64_t sink, int64_t component, std::span<const std::byte> elements);
  void put(int64_t sink, int64_t count);
  void finish(int64_t sink);

  // ---- Steps that are done again (Note [Steps that are done again] in ir/chunk_steps.h)
  // Chunks that are taken from here on belong to one step.
  void begin_step();
  // The step failed, and had no effect: its chunks are taken back, and given again in pieces of half
  // the size. False: no chunk has a half, or sources and sinks are why it failed.
  bool halve();
  void end_chunk() { begin_step(); }
  // After a failure: which elements were worked on, as a line after the message; empty: none. Once.
  std::string take_step_text();

  // ---- For those who run it
  // What a source or a sink could not do, if that is why the program failed.
  enum class Fault : uint8_t { None, Data, ReadTwice, Source, Sink, Closed, Cancelled };
  Fault fault() const { return fault_; }
  // After a failure: writes what was put.
  void flush();
  // Nothing more is read, and who waits for a source wakes up. From any thread.
  void stop_reading();

 private:
  struct Input {
    std::string name;
    ElementShape element;
    std::unique_ptr<Source> source;
    Chunk chunk;  // it is kept until the next one is asked for
    ChunkPace pace;
    int64_t at = 0;           // behind the last chunk
    bool is_in_step = false;  // the last chunk is one of the step at hand
    Chunk halved;             // a chunk that was too large, which is given in pieces
    bool is_left = false;     // there is another piece of it
    bool is_piece = false;    // the last chunk is one
    int64_t given = 0;        // elements of it
    int64_t most = 0;         // how many its next piece has
    bool is_read = false;     // something has been read, since it was rewound
    std::string first_place;  // where the program read it first
  };
  struct Output {
    ElementShape element;
    std::unique_ptr<Sink> sink;
    Chunk chunk;
  };

  void begin_pass(Input& input, const std::string& place);
  Chunk read(Input& input, int64_t wanted);
  std::optional<ChunkPace::Memory> memory(const Caller& caller) const;
  [[noreturn]] void fail_reading(const Input& input, const StreamError& error);
  // Sources and sinks are why a step failed, and not its elements.
  bool is_settled() const { return fault_ != Fault::None && !is_wrong_size_; }
  Input& input(int64_t number);
  Output& output(int64_t number);

  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  std::optional<int64_t> fixed_chunk_;
  int64_t memory_limit_ = -1;
  bool is_wrong_size_ = false;  // the fault is that of a row
  WaitingTime waited_;
  std::optional<Progress> progress_;
  WaitingTime::Clock::time_point begin_ = WaitingTime::Clock::now();
  Fault fault_ = Fault::None;
};

}  // namespace planish::runtime
