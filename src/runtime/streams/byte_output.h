// Bytes that go outside: to a file, a pipe, or into memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace planish::runtime {

// One thread writes at a time, but any may cancel.
class ByteOutput {
 public:
  virtual ~ByteOutput() = default;
  // All is handed over to the system when this returns, unless it is packed. Throws StreamError.
  virtual void write(std::string_view bytes) = 0;
  // Nothing is written any more. Throws StreamError.
  virtual void finish() = 0;
  virtual void cancel() = 0;
};

// `-` is standard output; a file is made anew, and packed in gzip format if its name ends in `.gz`.
// Throws StreamError.
std::unique_ptr<ByteOutput> open_output(const std::string& path);
// Of an open file that the caller keeps open.
std::unique_ptr<ByteOutput> output_of(int file);
// Appends to the string, which outlives it.
std::unique_ptr<ByteOutput> memory_output(std::string& out);

}  // namespace planish::runtime
