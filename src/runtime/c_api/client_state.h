// The context of a client, and what the parts of the C API share.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/c_api/client.h"
#include "runtime/c_api/value.h"
#include "runtime/native/host.h"

namespace planish::runtime {
class EntrySequences;
}

// Note [Several libraries]
// Each library has a runtime of its own inside, and a process may have several libraries, also of
// different versions, whose functions have the same names. Then a client that is linked with two of
// them calls whichever comes first, and may give the context of one to a function of the other.
// Every function therefore looks first whose object it was given: a configuration, a context and a
// value begin with something that says so, whatever the rest of them is like. What is wrong with a
// context is told to itself, by the code of its own library.
namespace planish::client {

struct Owned {
  const void* library = nullptr;  // an address in the runtime that made it
  const char* name = "";          // of the program
};

struct OwnedContext : Owned {
  void (*set_error)(planish_client* client, const char* text) = nullptr;
};

// Of the runtime that this code is part of.
const void* this_library();

}  // namespace planish::client

struct planish_client_config : planish::client::Owned {
  const planish_program_table* program = nullptr;
  bool flags[PLANISH_FLAG_COUNT] = {};
  planish_config native{};
  std::string device;                  // of a program for GPUs: which; empty: the first one
  std::string cache_file;              // for machine code that a driver makes; empty: none
  std::string ptx_file;                // where device code is to be written; empty: nowhere
  std::vector<planish_tuning> tuning;  // names belong to the program
  bool owns_process = false;           // it is an executable
};

struct planish_client : planish::client::OwnedContext {
  // A call of an entry point, for the report.
  struct Event {
    const char* entry = nullptr;
    int64_t start = 0;  // microseconds since the context was made
    int64_t end = 0;
  };

  std::mutex mutex;  // for all of it: a context may be used by several threads, one after the other
  planish_context* native = nullptr;  // null: it cannot be used, and `unusable` says why
  bool has_device = false;            // arrays lie in memory of a device
  std::string unusable;
  bool flags[PLANISH_FLAG_COUNT] = {};
  bool profiling_paused = false;
  FILE* log = stderr;
  std::string error;  // empty: none since the last time that somebody asked
  std::vector<Event> events;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  int64_t memory_limit = -1;  // of host memory; negative: none

  // What the entry point that runs reads and writes, for those who cancel it.
  std::mutex running_mutex;
  planish::runtime::EntrySequences* running = nullptr;
};

namespace planish::client {

// Stops what is being done with a message for the client, and with a code unless it is the usual
// one of the function.
struct Error {
  std::optional<int> code;
  std::string message;
};
[[noreturn]] void fail(std::string message, std::optional<int> code = std::nullopt);
[[noreturn]] void fail_without_memory(planish_client& client);
// Stops unless the status, which a function of runtime/native/host.h gave, is PLANISH_OK.
void check_status(const planish_client& client, int32_t status);

// Is it a context of this library? If not, the context has an error afterwards.
bool is_own(planish_client* client);
bool is_own(const planish_client_config* config);

// Runs `body` with the context locked, and makes a code and an error of what it throws. `code` is
// that of errors without one.
template <class Body>
int guarded(planish_client* client, Body&& body, int code = PLANISH_CLIENT_ERROR) {
  if (!is_own(client)) return PLANISH_CLIENT_ERROR;
  std::lock_guard lock(client->mutex);
  try {
    if (client->native == nullptr) fail(client->unusable, PLANISH_CLIENT_ERROR);
    body();
    return PLANISH_CLIENT_SUCCESS;
  } catch (Error& error) {
    client->error = std::move(error.message);
    return error.code.value_or(code);
  } catch (const std::bad_alloc&) {
    client->error = "out of memory";
    return PLANISH_CLIENT_OUT_OF_MEMORY;
  }
}

// ---- Components

inline void copy_bytes(void* to, const void* from, int64_t count) {
  if (count > 0) std::memcpy(to, from, static_cast<size_t>(count));
}

// Elements of arrays lie in memory of the host or of a device, so nobody else touches them. These
// four stop with an error if they fail.
void write_elements(planish_client& client, std::byte* to, const void* from, int64_t bytes);
void read_elements(planish_client& client, void* to, const std::byte* from, int64_t bytes);
void copy_elements(planish_client& client, std::byte* to, const std::byte* from, int64_t bytes);
void clear_elements(planish_client& client, std::byte* to, int64_t bytes);

// A new block with so many bytes. Negative: more than can be counted.
planish_block* allocate(planish_client& client, int64_t bytes);
// The bytes of an array, or -1.
int64_t byte_count(Prim prim, std::span<const int64_t> dims);
// An array of new memory.
Component new_array(planish_client& client, Prim prim, std::vector<int64_t> dims);
// The offsets of rows.
Component new_offsets(planish_client& client, std::span<const int64_t> offsets);
Component new_scalar(Prim prim, uint64_t bits);
// Both leave out what is left out.
Component copy_of(planish_client& client, const Component& component);
// The array itself, with one reference more; memory of the client is copied.
Component share(planish_client& client, const Component& component);
void release(planish_client& client, Component& component);
// Of the element, or inner array, at the given indices of the outer dimensions: counted in such.
// Throws if there is none.
int64_t element_position(const Component& array, const int64_t* indices, size_t rank);

// A value under construction, which is freed unless it is given away.
class Building {
 public:
  explicit Building(planish_client& client) : client_(client), value_(new planish_value{&client}) {}
  ~Building();
  Building(const Building&) = delete;
  Building& operator=(const Building&) = delete;

  planish_client& client() { return client_; }
  std::vector<Component>& components() { return value_->components; }
  const planish_value& value() const { return *value_; }
  void add(Component component);
  planish_value* give();

 private:
  planish_client& client_;
  planish_value* value_;
};

inline bool is_scalar(const planish_argument& argument) { return argument.prim >= 0; }

// Throws if the value is null, was made with another context or was consumed.
const planish_value& usable(planish_client& client, const planish_value* value);
// The same, with all offsets: those that were left out are made.
const planish_value& whole(planish_client& client, const planish_value* value);

}  // namespace planish::client
