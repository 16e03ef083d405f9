// Sequences of entry points that are functions of the client: one gives chunks, or takes them.

#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <utility>

#include "runtime/c_api/call.h"
#include "runtime/entry_sequences.h"
#include "runtime/streams/pipeline.h"
#include "runtime/world.h"

struct planish_sequence : planish::client::Owned {
  planish_client* client = nullptr;
  planish_next next = nullptr;
  planish_rewind rewind = nullptr;
  void* state = nullptr;
  int flags = 0;
};

namespace {

using namespace planish::client;
using planish::Prim;
using planish::runtime::Chunk;
using planish::runtime::ElementShape;
using planish::runtime::EntrySequences;
using planish::runtime::Source;
using planish::runtime::StreamError;
using planish::runtime::Value;
using planish::runtime::ValueDim;
using planish::runtime::ValueShape;

// A chunk as clients see it. All members have 64 bits.
class ChunkWords {
 public:
  explicit ChunkWords(const ElementShape& element) : words_(kParts) {
    for (const ValueShape& part : element.parts)
      words_.resize(words_.size() + 1 + part.varying.size());
  }
  ~ChunkWords() {
    const auto release = reinterpret_cast<void (*)(void*)>(words_[1]);
    if (release != nullptr) release(reinterpret_cast<void*>(words_[2]));
  }
  ChunkWords(const ChunkWords&) = delete;
  ChunkWords& operator=(const ChunkWords&) = delete;

  void* data() { return words_.data(); }
  int64_t count() const { return static_cast<int64_t>(words_[0]); }
  void set_count(int64_t count) { words_[0] = static_cast<uint64_t>(count); }
  // One after the other, for each component its data and then its dimensions.
  uint64_t next() { return words_[at_++]; }
  void add(uint64_t word) { words_[at_++] = word; }
  void add(const void* pointer) { add(reinterpret_cast<uint64_t>(pointer)); }

 private:
  static constexpr size_t kParts = 3;  // after the count, release and owner

  std::vector<uint64_t> words_;
  size_t at_ = kParts;
};

[[noreturn]] void wrong(const std::string& what) { throw StreamError(what); }

// How many elements there are, and how many lie before the first one of the chunk.
struct ChunkElements {
  int64_t count = 0;
  int64_t first = 0;
};

void add_rows(Value& value, const int64_t* offsets, ChunkElements& elements) {
  if (offsets == nullptr) wrong("offsets of a chunk are missing (a null pointer)");
  offsets += elements.first;
  ValueDim& dim = value.dims.emplace_back();
  dim.varying = true;
  for (int64_t i = 0; i < elements.count; i++) {
    if (offsets[i] < 0 || offsets[i + 1] < offsets[i])
      wrong("offsets of a chunk are negative, or less than the one before");
    dim.lengths.push_back(offsets[i + 1] - offsets[i]);
  }
  elements.first = offsets[0];
  elements.count = offsets[elements.count] - offsets[0];
}

Value part_of(ChunkWords& words, const ValueShape& shape) {
  const auto* data = reinterpret_cast<const std::byte*>(words.next());
  Value value;
  value.prim = shape.prim;
  value.dims.push_back({false, words.count(), {}});
  ChunkElements elements{words.count(), 0};
  for (const bool varying : shape.varying) {
    const uint64_t word = words.next();
    if (varying) {
      add_rows(value, reinterpret_cast<const int64_t*>(word), elements);
      continue;
    }
    const auto size = static_cast<int64_t>(word);
    if (size < 0 || __builtin_mul_overflow(elements.count, size, &elements.count) ||
        __builtin_mul_overflow(elements.first, size, &elements.first))
      wrong("a size of a chunk makes no sense");
    value.dims.push_back({false, size, {}});
  }
  const int64_t bytes = byte_count(shape.prim, {&elements.count, 1});
  if (bytes < 0) wrong("the sizes of a chunk make no sense");
  if (bytes > 0 && data == nullptr) wrong("the data of a chunk are missing (a null pointer)");
  if (bytes > 0) data += elements.first * planish::byte_size(shape.prim);
  value.data.assign(data, data + bytes);
  return value;
}

class ClientSource : public Source {
 public:
  ClientSource(const planish_sequence& from, ElementShape element)
      : from_(from), element_(std::move(element)) {}

  Chunk next(int64_t wanted) override {
    if (cancelled_.load(std::memory_order_acquire))
      throw StreamError("cancelled", StreamError::Kind::Cancelled);
    ChunkWords words(element_);
    const int code = ended_ ? 0 : from_.next(from_.state, wanted, words.data());
    if (code != 0)
      throw StreamError(fmt::format("its function failed ({})", code), StreamError::Kind::System);
    if (words.count() < 0) wrong("a chunk has a negative number of elements");
    Chunk chunk;
    chunk.count = words.count();
    ended_ = chunk.is_last = chunk.count == 0;
    for (const ValueShape& part : element_.parts) {
      if (!ended_) {
        chunk.parts.push_back(part_of(words, part));
        continue;
      }
      Value& none = chunk.parts.emplace_back();
      none.prim = part.prim;
      none.dims.resize(part.varying.size() + 1);
    }
    return chunk;
  }

  bool rewind() override {
    if (from_.rewind == nullptr) return false;
    const int code = from_.rewind(from_.state);
    if (code != 0)
      throw StreamError(fmt::format("it cannot be read again: its function failed ({})", code),
                        StreamError::Kind::System);
    ended_ = false;
    return true;
  }
  bool can_rewind() const override { return from_.rewind != nullptr; }
  std::string_view read_once() const override { return "it was made without a function `rewind`"; }
  void cancel() override { cancelled_.store(true, std::memory_order_release); }

 private:
  const planish_sequence& from_;
  ElementShape element_;
  bool ended_ = false;
  std::atomic<bool> cancelled_ = false;
};

class ClientSink : public planish::runtime::Sink {
 public:
  ClientSink(const planish_sink& to, ElementShape element, int32_t number)
      : to_(to), element_(std::move(element)), number_(number) {}

  void put(Chunk chunk) override {
    ChunkWords words(element_);
    std::vector<std::vector<int64_t>> offsets;
    words.set_count(chunk.count);
    for (const Value& part : chunk.parts) {
      words.add(part.data.data());
      for (size_t d = 1; d < part.dims.size(); d++) {
        const ValueDim& dim = part.dims[d];
        if (!dim.varying) {
          words.add(static_cast<uint64_t>(dim.size));
          continue;
        }
        std::vector<int64_t>& made = offsets.emplace_back(1, 0);
        for (const int64_t length : dim.lengths) made.push_back(made.back() + length);
        words.add(made.data());
      }
    }
    const int code = to_.push(to_.state, words.data());
    if (code != 0)
      throw StreamError(fmt::format("the function that takes result {} failed ({})", number_, code),
                        StreamError::Kind::System);
  }
  void finish() override {}

 private:
  const planish_sink& to_;
  ElementShape element_;
  int32_t number_;
};

ElementShape element_of(const planish_value_table& table) {
  ElementShape element;
  for (int32_t i = 0; i < table.leaf_count; i++) {
    const planish_leaf_table& leaf = table.leaves[i];
    ValueShape& part = element.parts.emplace_back();
    part.prim = static_cast<Prim>(leaf.prim);
    for (int32_t d = 0; d < leaf.rank; d++) {
      part.varying.push_back(leaf.dims[d] == PLANISH_VARYING);
      part.fixed.push_back(leaf.dims[d] >= 0 ? leaf.dims[d] : -1);
    }
  }
  return element;
}

void add_source(planish_client& client, const planish_value_table& param,
                const planish_sequence* from, EntrySequences& sequences) {
  if (from == nullptr) fail(fmt::format("argument `{}` is a null pointer", param.name));
  if (from->library != this_library() || from->client != &client)
    fail(fmt::format("argument `{}` was made with another context", param.name));
  ElementShape element = element_of(param);
  std::unique_ptr<Source> source = std::make_unique<ClientSource>(*from, element);
  if ((from->flags & PLANISH_ANY_THREAD) != 0)
    source = std::make_unique<planish::runtime::ReadAhead>(std::move(source));
  sequences.add_source(param.name, std::move(element), std::move(source));
}

void add_sink(const planish_value_table& result, const planish_sink* to, int32_t number,
              EntrySequences& sequences) {
  if (to == nullptr || to->push == nullptr)
    fail(fmt::format("there is no function that takes result {}", number));
  ElementShape element = element_of(result);
  std::unique_ptr<planish::runtime::Sink> sink = std::make_unique<ClientSink>(*to, element, number);
  if ((to->flags & PLANISH_ANY_THREAD) != 0)
    sink = std::make_unique<planish::runtime::WriteBehind>(std::move(sink));
  sequences.add_sink(std::move(element), std::move(sink));
}

// What the context's program reads and writes for as long as this exists.
class Running {
 public:
  Running(planish_client& client, EntrySequences& sequences) : client_(client) {
    world_.sequences = &sequences;
    planish_context_set_world(client.native, reinterpret_cast<planish_world*>(&world_));
    set(&sequences);
  }
  ~Running() {
    set(nullptr);
    planish_context_set_world(client_.native, nullptr);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  void set(EntrySequences* sequences) {
    const std::lock_guard lock(client_.running_mutex);
    client_.running = sequences;
  }

  planish_client& client_;
  planish::runtime::World world_;
};

void stream(planish_client& client, const planish_entry_table& entry,
            const planish_argument* arguments, const planish_result* results, int32_t result_count,
            const planish_sequence* const* sources, const planish_sink* const* sinks) {
  EntrySequences sequences;
  sequences.set_memory_limit(client.memory_limit);
  for (int32_t i = 0; i < entry.param_count; i++) {
    if (is_sequence(entry.params[i])) add_source(client, entry.params[i], *sources++, sequences);
  }
  for (int32_t i = 0; i < entry.result_count; i++) {
    if (is_sequence(entry.results[i])) add_sink(entry.results[i], *sinks++, i, sequences);
  }
  const Running running(client, sequences);
  try {
    call_entry(client, entry, arguments, results, result_count);
  } catch (Error& error) {
    sequences.flush();
    if (sequences.fault() == EntrySequences::Fault::Cancelled)
      error = {PLANISH_CLIENT_ERROR, "cancelled"};
    throw;
  }
}

}  // namespace

planish_sequence* planish_sequence_new(planish_client* client, planish_next next,
                                       planish_rewind rewind, void* state, int flags) {
  planish_sequence* made = nullptr;
  guarded(client, [&] {
    if (next == nullptr) fail("the function that gives chunks is a null pointer");
    made = new planish_sequence;
    made->library = this_library();
    made->name = client->name;
    made->client = client;
    made->next = next;
    made->rewind = rewind;
    made->state = state;
    made->flags = flags;
  });
  return made;
}

int planish_sequence_free(planish_client* client, planish_sequence* sequence) {
  return guarded(client, [&] {
    if (sequence == nullptr) fail("the sequence is a null pointer");
    if (sequence->library != this_library() || sequence->client != client)
      fail("the sequence was made with another context");
    delete sequence;
  });
}

int planish_client_stream(planish_client* client, const planish_entry_table* entry,
                          const planish_argument* arguments, const planish_result* results,
                          int32_t result_count, const planish_sequence* const* sources,
                          const planish_sink* const* sinks) {
  return guarded(
      client, [&] { stream(*client, *entry, arguments, results, result_count, sources, sinks); },
      PLANISH_CLIENT_PROGRAM_ERROR);
}

int planish_client_cancel(planish_client* client) {
  if (!is_own(client)) return PLANISH_CLIENT_ERROR;
  const std::lock_guard lock(client->running_mutex);
  if (client->native != nullptr) planish_cancel(client->native);
  if (client->running != nullptr) client->running->stop_reading();
  return PLANISH_CLIENT_SUCCESS;
}
