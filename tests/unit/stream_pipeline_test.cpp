// Reading ahead, writing behind, chunk sizes, and how far one is: with sources and sinks that wait.
// Checklist: 68, 83, 92.
#include <atomic>
#include <chrono>
#include <functional>

#include "runtime/streams/chunk_size.h"
#include "runtime/streams/pipeline.h"
#include "runtime/streams/progress.h"
#include "stream_testing.h"

namespace planish::runtime {
namespace {

void sleep_a_little() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

// The numbers 0, 1, …; says how many chunks it has given.
class Numbers : public Source {
 public:
  explicit Numbers(int64_t count, int64_t fails_at = -1) : count_(count), fails_at_(fails_at) {}

  Chunk next(int64_t wanted) override {
    sleep_a_little();
    calls++;
    if (is_cancelled) throw StreamError("cancelled", StreamError::Kind::Cancelled);
    if (fails_at_ == at_) throw StreamError("bad");
    int64_t end = std::min(at_ + wanted, count_);
    if (fails_at_ > at_) end = std::min(end, fails_at_);
    Chunk chunk;
    chunk.count = end - at_;
    Value& part = chunk.parts.emplace_back();
    part.prim = Prim::I64;
    part.dims.push_back({false, chunk.count, {}});
    for (; at_ < end; at_++) {
      const auto* bytes = reinterpret_cast<const std::byte*>(&at_);
      part.data.append(bytes, sizeof at_);
    }
    chunk.is_last = at_ == count_;
    return chunk;
  }
  bool rewind() override {
    at_ = 0;
    return true;
  }
  bool can_rewind() const override { return true; }
  void cancel() override { is_cancelled = true; }
  ReadSoFar read_so_far() const override { return {at_, count_}; }

  std::atomic<int> calls = 0;
  std::atomic<bool> is_cancelled = false;

 private:
  int64_t count_;
  int64_t fails_at_;
  int64_t at_ = 0;
};

// Keeps what it gets.
class Kept : public Sink {
 public:
  explicit Kept(std::vector<std::string>& out, int64_t fails_at = -1)
      : out_(out), fails_at_(fails_at) {}
  void put(Chunk chunk) override {
    while (is_blocked && !is_cancelled) sleep_a_little();
    sleep_a_little();
    if (is_cancelled) throw StreamError("cancelled", StreamError::Kind::Cancelled);
    if (calls++ == fails_at_) throw StreamError("full");
    for (const std::string& text : texts(chunk, element_of("i64"))) out_.push_back(text);
  }
  void finish() override { is_finished = true; }
  void cancel() override { is_cancelled = true; }

  std::atomic<int> calls = 0;
  std::atomic<bool> is_cancelled = false;
  std::atomic<bool> is_blocked = false;
  std::atomic<bool> is_finished = false;

 private:
  std::vector<std::string>& out_;
  int64_t fails_at_;
};

// Nothing more happens for a while.
void settle(const std::atomic<int>& calls) {
  for (int before = -1; before != calls;) {
    before = calls;
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
  }
}

TEST(StreamPipeline, OrderIsKept) {
  auto inner = std::make_unique<Numbers>(50);
  ReadAhead source(std::move(inner));
  std::vector<std::string> out;
  auto kept = std::make_unique<Kept>(out);
  const Kept& sink_state = *kept;
  WriteBehind sink(std::move(kept));
  int64_t count = 0;
  for (int64_t wanted = 7;; wanted = wanted % 7 + 1) {
    Chunk chunk = source.next(wanted);
    EXPECT_LE(chunk.count, wanted);
    count += chunk.count;
    EXPECT_GE(source.read_so_far().bytes, count);
    const bool is_last = chunk.is_last;
    sink.put(std::move(chunk));
    if (is_last) break;
  }
  sink.finish();
  EXPECT_TRUE(sink_state.is_finished);
  ASSERT_EQ(out.size(), 50U);
  for (size_t i = 0; i < out.size(); i++) EXPECT_EQ(out[i], std::to_string(i) + "i64");
}

TEST(StreamPipeline, OneChunkIsReadAhead) {
  auto inner = std::make_unique<Numbers>(1000);
  const Numbers& numbers = *inner;
  ReadAhead source(std::move(inner));
  EXPECT_EQ(numbers.calls, 0);
  for (int i = 1; i <= 3; i++) {
    source.next(10);
    settle(numbers.calls);
    EXPECT_EQ(numbers.calls, i + 1);
  }
  // Pieces of a chunk that is there do not make it read more.
  EXPECT_EQ(source.next(4).count, 4);
  EXPECT_EQ(source.next(4).count, 4);
  EXPECT_EQ(source.next(4).count, 2);
  settle(numbers.calls);
  EXPECT_EQ(numbers.calls, 5);
}

TEST(StreamPipeline, OneChunkIsWrittenBehind) {
  std::vector<std::string> out;
  auto kept = std::make_unique<Kept>(out);
  Kept& inner = *kept;
  inner.is_blocked = true;
  WriteBehind sink(std::move(kept));
  Numbers numbers(100);
  std::atomic<int> puts = 0;
  const std::jthread computes([&] {
    for (int i = 0; i < 3; i++) {
      sink.put(numbers.next(10));
      puts++;
    }
  });
  settle(puts);
  EXPECT_EQ(puts, 1);  // the second waits
  inner.is_blocked = false;
  while (puts < 3) sleep_a_little();
  sink.finish();
  EXPECT_EQ(out.size(), 30U);
}

TEST(StreamPipeline, ErrorsComeAfterTheElementsBefore) {
  ReadAhead source(std::make_unique<Numbers>(100, 12));
  EXPECT_EQ(source.next(8).count, 8);
  EXPECT_EQ(source.next(8).count, 4);
  for (int i = 0; i < 2; i++) EXPECT_THROW(source.next(8), StreamError);

  std::vector<std::string> out;
  WriteBehind sink(std::make_unique<Kept>(out, 1));
  Numbers numbers(100);
  sink.put(numbers.next(5));
  sink.put(numbers.next(5));
  EXPECT_THROW(sink.put(numbers.next(5)), StreamError);
  EXPECT_THROW(sink.put(numbers.next(5)), StreamError);
  EXPECT_THROW(sink.finish(), StreamError);
  EXPECT_EQ(out.size(), 5U);
}

TEST(StreamPipeline, Rewind) {
  ReadAhead source(std::make_unique<Numbers>(20));
  for (int pass = 0; pass < 3; pass++) {
    const std::vector<std::string> first = texts(source.next(6), element_of("i64"));
    EXPECT_EQ(first.front(), "0i64");
    if (pass == 1) {
      while (!source.next(6).is_last) {
      }
    }
    EXPECT_TRUE(source.rewind());
  }
  const Pipe pipe;
  ReadAhead once(file_source(StreamFormat::Values, pipe.reader(), element_of("i32")));
  pipe.write("1 ");
  EXPECT_EQ(once.next(5).count, 1);
  EXPECT_FALSE(once.rewind());  // though it waits for more
}

TEST(StreamPipeline, CancelledAtAnyTime) {
  for (int i = 0; i < 10; i++) {
    const Pipe pipe;
    pipe.write("1 2 ");
    ReadAhead source(file_source(StreamFormat::Values, pipe.reader(), element_of("i32")));
    std::vector<std::string> out;
    auto kept = std::make_unique<Kept>(out);
    kept->is_blocked = true;
    WriteBehind sink(std::move(kept));
    std::jthread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(i));
      source.cancel();
      sink.cancel();
    });
    EXPECT_THROW(for (;;) sink.put(source.next(1)), StreamError);
    other.join();
    EXPECT_THROW(sink.finish(), StreamError);
    EXPECT_THROW(source.next(1), StreamError);
  }
}

TEST(StreamPipeline, LeftInTheMiddle) {
  const Pipe pipe;
  pipe.write("1 ");
  ReadAhead source(file_source(StreamFormat::Values, pipe.reader(), element_of("i32")));
  EXPECT_EQ(source.next(1).count, 1);
  // Its thread waits for the pipe, and ends all the same.
}

// Chunks as they would be chosen where `seconds` tells what one of so many elements takes.
int64_t chosen(const std::function<double(double)>& seconds, int steps, int64_t memory = -1,
               int64_t grain = 16) {
  ChunkSize size(grain);
  for (int i = 0; i < steps; i++) {
    const int64_t count = size.next(memory);
    EXPECT_EQ(count % grain, 0);
    EXPECT_GE(count, grain);
    const double time = seconds(static_cast<double>(count));
    size.record({count, count, time, 1, 8 * count, 100 * count});
  }
  return size.next(memory);
}

TEST(ChunkSize, GrowsUntilItIsWorthIt) {
  // A chunk costs 100 us, and an element 1 us.
  auto cost = [](double n) { return 1e-4 + 1e-6 * n; };
  const int64_t size = chosen(cost, 60);
  EXPECT_GE(size, 2000);   // 5 % are lost
  EXPECT_LE(size, 70000);  // more than 0.2 % cannot be seen
  // Elements that take long stay alone.
  EXPECT_LE(chosen([](double n) { return 0.1 * n; }, 60, -1, 1), 2);
}

TEST(ChunkSize, ShrinksWhereCachesEnd) {
  auto cost = [](double n) { return 1e-5 + 1e-7 * n * (n > 100000 ? 1.5 : 1); };
  const int64_t size = chosen(cost, 1000);
  EXPECT_GE(size, 20000);
  EXPECT_LE(size, 100000);
}

TEST(ChunkSize, NoiseDoesNotMove) {
  uint32_t state = 1;
  auto cost = [&](double n) {
    state = state * 1664525 + 1013904223;
    return (1e-4 + 1e-6 * n) * (1 + 0.02 * (state >> 8) / (1 << 24));
  };
  const int64_t size = chosen(cost, 1000);
  EXPECT_GE(size, 2000);
  EXPECT_LE(size, 500000);
}

TEST(ChunkSize, MemoryBoundsIt) {
  auto cost = [](double n) { return 1e-3 + 1e-9 * n; };
  // 64 MB of input, at 8 bytes.
  EXPECT_EQ(chosen(cost, 100), 8 * 1024 * 1024);
  // 100 bytes for each, and a quarter in reserve.
  EXPECT_EQ(chosen(cost, 100, 1000000, 1), 8000);
  EXPECT_EQ(chosen(cost, 100, 10, 16), 16);
}

TEST(ChunkSize, ThreadsThatWaitWantMore) {
  ChunkSize size(16);
  for (int i = 0; i < 5; i++) size.record({size.next(), size.next(), 1, 0.5, 0, 0});
  EXPECT_EQ(size.next(), 512);
  // Less than what was asked for says nothing.
  size.record({16, 16, 1, 0.5, 0, 0});
  EXPECT_EQ(size.next(), 512);
}

TEST(Progress, Text) {
  EXPECT_EQ(progress_text({1'200'000'000, 10'000'000'000}, 3'400'000, 2.4),
            "1.2 GB of 10.0 GB (12 %), 3.4 million elements, 500.0 MB/s, 18 s left");
  EXPECT_EQ(progress_text({500, -1}, 1, 10), "500 bytes, 1 element, 50 bytes/s");
  EXPECT_EQ(progress_text({1000, 1'000'000}, 1000, 10),
            "1.0 kB of 1.0 MB (0 %), 1.0 thousand elements, 100 bytes/s, 2 h 46 min left");
}

TEST(Progress, AFewTimesASecond) {
  std::string out;
  {
    Progress progress(Progress::Shown::Yes, [&](std::string_view text) { out += text; });
    progress.update({1, 10}, 1, 0.5);
    EXPECT_EQ(out, "");
    progress.update({1, 10}, 1, 1);
    progress.update({2, 10}, 1, 1.1);
    EXPECT_EQ(out, "\r\x1b[K1 bytes of 10 bytes (10 %), 1 element, 1 bytes/s, 9 s left");
  }
  EXPECT_TRUE(out.ends_with("left\r\x1b[K"));
  out.clear();
  Progress quiet(Progress::Shown::No, [&](std::string_view text) { out += text; });
  quiet.update({1, 10}, 1, 5);
  quiet.clear();
  EXPECT_EQ(out, "");
}

}  // namespace
}  // namespace planish::runtime
