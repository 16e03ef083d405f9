// Where the sequences of an entry point come from and go: files that users name, standard input and
// output.
//
// Values on standard input are those of all parameters that no file was named for, in their order. A
// sequence that is the last of them is read while the program runs; one before it is an array.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/entry_sequences.h"
#include "runtime/input_reader.h"
#include "runtime/streams/open_stream.h"

namespace planish::runtime {

// What a user named: NAME=[FORMAT:]FILE.
struct NamedStream {
  std::string name;
  StreamSpec spec;
};
// Nothing: it has not this form.
std::optional<NamedStream> parse_named_stream(std::string_view text);
inline constexpr const char* kNamedStreamForm = "NAME=[FORMAT:]FILE";

struct SequenceOptions {
  std::string_view entry;          // its name
  std::vector<NamedStream> in;     // by the name of a parameter
  std::vector<NamedStream> out;    // by the number of a result, from 0 on
  bool binary = false;             // what goes to standard output
  int64_t memory_limit = -1;       // of all; negative: none
  std::string values_file = "-";   // in the place of standard input
  bool has_standard_input = true;  // false: somebody else reads it
  // Whether to tell how far the program is, where somebody sees it.
  int64_t most_chunk_bytes = runtime::most_chunk_bytes(1);
  enum class ProgressLine : uint8_t { None, OnTerminal };
  ProgressLine progress = ProgressLine::OnTerminal;
  // Threads that read ahead and write behind.
  enum class Helpers : uint8_t { Own, None };
  Helpers helpers = Helpers::Own;
};

// Of an entry point's results.
struct OutputResult {
  std::vector<ValueShape> components;
  bool is_sequence = false;
};

// Opens the sources and sinks of an entry point, and gives the values of its other parameters. Throws
// StreamError or LimitReached, with a message.
std::vector<Value> open_sequences(const std::vector<InputParam>& params,
                                  const std::vector<OutputResult>& results,
                                  const SequenceOptions& options, EntrySequences& sequences);

}  // namespace planish::runtime
