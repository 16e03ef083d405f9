#include "runtime/sequence_calls.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "runtime/entry_sequences.h"

namespace planish::runtime {
namespace {

EntrySequences& sequences(PerformedCall& call) {
  if (call.world.sequences == nullptr)
    throw std::logic_error("compiler bug: nobody gave the sequences of the entry point");
  return *call.world.sequences;
}

void give_bytes(PerformedCall& call, size_t result, int64_t size, const void* bytes, size_t count) {
  void* place = call.give_array(result, {&size, 1});
  if (place != nullptr && count > 0) std::memcpy(place, bytes, count);
}

// (source, at, is it wanted, size of chunks) -> (count, is it the last one)
void next(PerformedCall& call) {
  EntrySequences::Got got;
  // A size of 0 or less was asked for by a user, but that of -1.
  const int64_t chunk = call.integer(3);
  if (call.integer(2) != 0) {
    EntrySequences::Caller caller;
    if (call.integer(1) == 0) caller.place = call.place();
    if (const auto memory = call.memory()) {
      caller.in_use = memory->in_use;
      caller.peak = memory->peak;
    }
    got = sequences(call).next(call.integer(0), call.integer(1),
                               chunk == -1 ? 0 : std::max<int64_t>(1, chunk), caller);
  }
  call.give(0, got.count);
  call.give(1, int64_t{got.is_last});
}

// (source, component, dimension, n) -> ([n]i64 lengths, how much they add up to)
void source_lengths(PerformedCall& call) {
  const int64_t rows = call.integer(3);
  std::span<const int64_t> lengths;
  if (rows > 0)
    lengths = sequences(call).lengths(call.integer(0), call.integer(1), call.integer(2));
  int64_t sum = 0;
  for (int64_t length : lengths) sum += length;
  give_bytes(call, 0, rows, lengths.data(), lengths.size_bytes());
  call.give(1, sum);
}

// (source, component, dimension, size) -> 0
void source_size(PerformedCall& call) {
  sequences(call).expect_size(call.integer(0), call.integer(1), call.integer(2), call.integer(3));
  call.give(0, int64_t{0});
}

// (source, component, n) -> [n]t
void source_data(PerformedCall& call) {
  const int64_t count = call.integer(2);
  std::span<const std::byte> data;
  if (count > 0) data = sequences(call).data(call.integer(0), call.integer(1));
  give_bytes(call, 0, count, data.data(), data.size());
}

// (sink, component, dimension, n, [n]i64 lengths) -> 0
void sink_lengths(PerformedCall& call) {
  const std::span<const std::byte> bytes = call.bytes(4);
  sequences(call).put_lengths(
      call.integer(0), call.integer(1), call.integer(2),
      {reinterpret_cast<const int64_t*>(bytes.data()), bytes.size() / sizeof(int64_t)});
  call.give(0, int64_t{0});
}

// (sink, component, dimension, size) -> 0
void sink_size(PerformedCall& call) {
  sequences(call).put_size(call.integer(0), call.integer(1), call.integer(2), call.integer(3));
  call.give(0, int64_t{0});
}

// (sink, component, n, [n]t) -> 0
void sink_data(PerformedCall& call) {
  sequences(call).put_data(call.integer(0), call.integer(1), call.bytes(3));
  call.give(0, int64_t{0});
}

// (sink, count) -> 0
void sink_put(PerformedCall& call) {
  sequences(call).put(call.integer(0), call.integer(1));
  call.give(0, int64_t{0});
}

// (sink) -> 0
void sink_finish(PerformedCall& call) {
  sequences(call).finish(call.integer(0));
  call.give(0, int64_t{0});
}

// What a stream cannot do makes the program fail.
template <PerformingFunction kFunction>
void failing(PerformedCall& call) {
  try {
    kFunction(call);
  } catch (const StreamError& error) {
    call.fail(error.what());
  }
}

struct Entry {
  std::string_view symbol;
  PerformingFunction function;
};

constexpr Entry kFunctions[] = {
    {"planish_source_next", failing<next>},
    {"planish_source_lengths", failing<source_lengths>},
    {"planish_source_size", failing<source_size>},
    {"planish_source_data", failing<source_data>},
    {"planish_sink_lengths", failing<sink_lengths>},
    {"planish_sink_size", failing<sink_size>},
    {"planish_sink_data", failing<sink_data>},
    {"planish_sink_put", failing<sink_put>},
    {"planish_sink_finish", failing<sink_finish>},
};

}  // namespace

PerformingFunction find_sequence_function(std::string_view symbol) {
  const auto* found = std::ranges::find(kFunctions, symbol, &Entry::symbol);
  return found == std::end(kFunctions) ? nullptr : found->function;
}

}  // namespace planish::runtime
