// The lines of a text, each an array of bytes without the one that ends it (`\n`). The last one need
// not be ended.
#pragma once

#include "runtime/streams/chunk_source.h"

namespace planish::runtime {

class LinesSource : public ChunkSource {
 public:
  // Throws StreamError if elements are no arrays of u8.
  LinesSource(std::shared_ptr<ByteWindow> window, const ElementShape& element,
              const SourceOptions& options);

 protected:
  void fill() override;
  void begin_anew() override { searched_ = 0; }

 private:
  bool add_lines();
  size_t add_good_lines(std::string_view text);
  void add_line(std::string_view line);

  size_t searched_ = 0;           // bytes of the window that have no end of a line
  std::vector<int64_t> lengths_;  // of lines that end in the window
};

// Throws StreamError if an element is no array of u8.
void check_lines(const ElementShape& element);

}  // namespace planish::runtime
