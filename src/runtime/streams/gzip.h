// Bytes in gzip format, in and out.
#pragma once

#include <memory>

#include "runtime/streams/byte_input.h"
#include "runtime/streams/byte_output.h"

namespace planish::runtime {

// The same bytes; those that are in gzip format, unpacked. Looks at the first three when it is read.
std::unique_ptr<ByteInput> unpacked(std::unique_ptr<ByteInput> input);

// Packs what is written.
std::unique_ptr<ByteOutput> packed(std::unique_ptr<ByteOutput> output);

}  // namespace planish::runtime
