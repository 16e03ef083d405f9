// What programs can see and change outside of them: streams, files, the environment, the clock.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace planish::runtime {

class EntrySequences;  // runtime/entry_sequences.h

enum class OpenMode : int64_t { Read = 1, Write = 2, Append = 3 };

// The streams that a program has open: 0 is standard input, 1 standard output, 2 standard error. Not
// for several threads at once.
//
// An operation that can fail gives the length of its message; 0: it did not fail, and the message is
// empty.
class World {
 public:
  using Output = std::function<void(std::string_view text)>;
  enum class Input : uint8_t { Process, Empty };

  // The streams of the process.
  World();
  // Standard output goes there.
  World(Output output, Input input);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  // How read() ended, if it was no delimiter.
  static constexpr int64_t kEndOfFile = -1;
  static constexpr int64_t kLimit = -2;

  int64_t open(const std::string& path, OpenMode mode, int64_t& stream);
  int64_t close(int64_t stream);
  // Reads up to one of the delimiters, which is not kept, or so many bytes if that is not negative, or
  // the end. `end` is the delimiter, kEndOfFile or kLimit.
  int64_t read(std::string_view delimiters, int64_t most, int64_t stream, int64_t& end);
  int64_t write(std::string_view text, int64_t stream);
  void environment(const std::string& name);

  // What the entry point that runs takes and gives as sequences; null: it has none.
  EntrySequences* sequences = nullptr;

  const std::string& text() const { return text_; }  // read last
  const std::string& message() const { return message_; }

  // Since some moment.
  static double seconds();

 private:
  std::FILE* file(int64_t stream, int64_t& failed);
  int64_t fail(std::string message);

  Output output_;
  std::vector<std::FILE*> files_;  // by stream; null: closed
  std::string text_;
  std::string message_;
};

}  // namespace planish::runtime
