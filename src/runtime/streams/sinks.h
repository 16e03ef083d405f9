// Sinks of all formats: elements become bytes.
#pragma once

#include <memory>
#include <string>

#include "runtime/streams/byte_output.h"
#include "runtime/streams/open_stream.h"

namespace planish::runtime {

// Throws StreamError if elements of this shape cannot be written so.
std::unique_ptr<Sink> new_sink(StreamFormat format, std::unique_ptr<ByteOutput> output,
                               const ElementShape& element, const SinkOptions& options);

}  // namespace planish::runtime
