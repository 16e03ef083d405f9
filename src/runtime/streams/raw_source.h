// Elements of one size without anything between them: scalars as the machine has them, little-endian.
// Components follow each other.
#pragma once

#include "runtime/streams/chunk_source.h"

namespace planish::runtime {

class RawSource : public ChunkSource {
 public:
  // Throws StreamError if the sizes are not known.
  RawSource(std::shared_ptr<ByteWindow> window, const ElementShape& element,
            const SourceOptions& options);

 protected:
  void fill() override;
  void begin_anew() override {}

 private:
  void take_apart(int64_t count);
  size_t pair_size() const;
  void check_bools(int64_t& count);

  int64_t element_bytes_ = 0;
  ByteVector mixed_;  // components of elements, if there are several
};

// Throws StreamError if an element of this shape has no fixed size.
void check_raw(const ElementShape& element);

}  // namespace planish::runtime
