// What the tests of sources and sinks share.
#pragma once

#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "runtime/streams/chunk_parts.h"
#include "runtime/streams/open_stream.h"
#include "value_testing.h"

namespace planish::runtime {

// "[?]f32", or for several components "i32 f64"
inline ElementShape element_of(std::string_view text) {
  ElementShape element;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    element.parts.push_back(shape_of(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return element;
}

// Elements as text, one after the other, components beside each other.
inline std::vector<std::string> texts(const Chunk& chunk, const ElementShape& element) {
  std::string out;
  memory_sink(StreamFormat::Values, out, element)->put(chunk);
  std::vector<std::string> lines;
  while (!out.empty()) {
    lines.push_back(out.substr(0, out.find('\n')));
    out.erase(0, lines.back().size() + 1);
  }
  return lines;
}

// All elements, as "a; b; c", and after them what failed.
inline std::string all_of(Source& source, std::string_view element, int64_t wanted) {
  std::string all;
  try {
    for (;;) {
      const Chunk chunk = source.next(wanted);
      EXPECT_LE(chunk.count, wanted);
      EXPECT_TRUE(chunk.count > 0 || chunk.is_last);
      const std::vector<std::string> lines = texts(chunk, element_of(element));
      EXPECT_EQ(lines.size(), static_cast<size_t>(chunk.count));
      for (const std::string& line : lines) all += (all.empty() ? "" : "; ") + line;
      if (chunk.is_last) return all;
    }
  } catch (const StreamError& error) {
    EXPECT_THROW(source.next(wanted), StreamError);
    return all + (all.empty() ? "! " : "; ! ") + error.what();
  }
}

// Bytes that come through a pipe, so many at a time.
class Pipe {
 public:
  Pipe() { EXPECT_EQ(::pipe(ends_), 0); }
  explicit Pipe(std::string bytes, size_t piece = SIZE_MAX) : Pipe() {
    writer_ = std::jthread([this, bytes, piece] {
      // A reader that has found an error reads no further.
      sigset_t broken_pipe;
      sigemptyset(&broken_pipe);
      sigaddset(&broken_pipe, SIGPIPE);
      pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
      for (size_t at = 0; at < bytes.size(); at += std::min(piece, bytes.size() - at)) {
        const std::string_view part = std::string_view(bytes).substr(at, piece);
        if (::write(ends_[1], part.data(), part.size()) < 0 && errno == EPIPE) break;
      }
      close();
    });
  }
  ~Pipe() {
    ::close(ends_[0]);
    writer_ = {};
    close();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int reader() const { return ends_[0]; }
  void write(std::string_view bytes) const {
    EXPECT_EQ(::write(ends_[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  void close() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  int ends_[2] = {-1, -1};
  std::jthread writer_;
};

// The same elements however they come: from memory and from a pipe, in large chunks and in small ones.
inline std::string elements_of(StreamFormat format, std::string_view element,
                               const std::string& bytes) {
  const ElementShape shape = element_of(element);
  std::string expected;
  for (const int64_t wanted : {1000, 1, 2, 3}) {
    std::string all =
        all_of(*memory_source(format, bytes, shape, {.name = "data"}), element, wanted);
    if (wanted == 1000) expected = all;
    EXPECT_EQ(all, expected) << "chunks of " << wanted;
  }
  for (const size_t piece : {size_t{1}, size_t{7}}) {
    const Pipe pipe(bytes, piece);
    EXPECT_EQ(all_of(*file_source(format, pipe.reader(), shape, {.name = "data"}), element, 1000),
              expected)
        << "in pieces of " << piece;
  }
  return expected;
}

}  // namespace planish::runtime
