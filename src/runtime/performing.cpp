#include "runtime/performing.h"

#include <algorithm>
#include <cstring>

#include "runtime/sequence_calls.h"

namespace planish::runtime {

std::string PerformedCall::place() const {
  for (std::string& place : path()) {
    if (!place.starts_with("/prelude/")) return std::move(place);
  }
  return "";
}

std::string_view PerformedCall::text(size_t argument) {
  const std::span<const std::byte> all = bytes(argument);
  return {reinterpret_cast<const char*>(all.data()), all.size()};
}

void PerformedCall::give(size_t result, std::string_view text) {
  const auto length = static_cast<int64_t>(text.size());
  void* place = give_array(result, {&length, 1});
  if (place != nullptr && !text.empty()) std::memcpy(place, text.data(), text.size());
}

namespace {

// What can fail gives a message, which is empty if it did not, behind the length of it. Before a
// text stands its length, too.

// (n, [n]u8 path, mode) -> (stream, m, [m]u8 message)
void open(PerformedCall& call) {
  int64_t stream = 0;
  const auto mode = static_cast<OpenMode>(call.integer(2));
  call.world.open(std::string(call.text(1)), mode, stream);
  call.give(0, stream);
  call.give(2, call.world.message());
}

// (stream) -> (m, [m]u8 message)
void close(PerformedCall& call) {
  call.world.close(call.integer(0));
  call.give(1, call.world.message());
}

// (n, [n]u8 delimiters, most, stream) -> (k, [k]u8 text, end, m, [m]u8 message)
void read(PerformedCall& call) {
  int64_t end = 0;
  call.world.read(call.text(1), call.integer(2), call.integer(3), end);
  call.give(1, call.world.text());
  call.give(2, end);
  call.give(4, call.world.message());
}

// (n, [n]u8 text, stream) -> (m, [m]u8 message)
void write(PerformedCall& call) {
  call.world.write(call.text(1), call.integer(2));
  call.give(1, call.world.message());
}

// (n, [n]u8 name) -> (k, [k]u8 value)
void environment(PerformedCall& call) {
  call.world.environment(std::string(call.text(1)));
  call.give(1, call.world.text());
}

// Whatever has to be there before -> seconds
void seconds(PerformedCall& call) { call.give(0, World::seconds()); }

// (n, [n]u8 message) -> a number that nobody sees
void error(PerformedCall& call) { call.fail(std::string(call.text(1))); }

struct Entry {
  std::string_view symbol;
  PerformingFunction function;
};

constexpr Entry kFunctions[] = {
    {"planish_world_open", open},
    {"planish_world_close", close},
    {"planish_world_read", read},
    {"planish_world_write", write},
    {"planish_world_environment", environment},
    {"planish_world_seconds", seconds},
    {"planish_world_error", error},
};

}  // namespace

PerformingFunction find_performing_function(std::string_view symbol) {
  const auto* found = std::ranges::find(kFunctions, symbol, &Entry::symbol);
  return found == std::end(kFunctions) ? find_sequence_function(symbol) : found->function;
}

}  // namespace planish::runtime
