#include "backends/entry_sequences.h"

#include <deque>
#include <iterator>
#include <stdexcept>

#include "backends/components.h"
#include "ir/entry_sequence.h"
#include "runtime/array_sequences.h"
#include "runtime/entry_sequences.h"
#include "runtime/world.h"

namespace planish {
namespace {

using runtime::Value;

// Values of which some are taken from the front.
class Front {
 public:
  explicit Front(std::vector<Value> values) : values_(std::move(values)) {}

  std::vector<Value> take(size_t count) {
    if (count > values_.size() - next_)
      throw std::logic_error("compiler bug: a value of an entry point is missing");
    const auto begin = values_.begin() + static_cast<ptrdiff_t>(next_);
    next_ += count;
    return {std::move_iterator(begin), std::move_iterator(begin + static_cast<ptrdiff_t>(count))};
  }

 private:
  std::vector<Value> values_;
  size_t next_ = 0;
};

void append(std::vector<Value>& to, std::vector<Value> values) {
  to.insert(to.end(), std::move_iterator(values.begin()), std::move_iterator(values.end()));
}

}  // namespace

runtime::ElementShape element_shape(const ir::EntryValue& sequence) {
  runtime::ElementShape element;
  for (const ir::Type* type : sequence.types) element.parts.push_back(value_shape(*type));
  return element;
}

runtime::Outcome run_on_arrays(
    const ir::Entry& entry, std::vector<Value> inputs, const runtime::RunOptions& options,
    const std::function<runtime::Outcome(std::vector<Value>, const runtime::RunOptions&)>& run) {
  runtime::EntrySequences sequences;
  if (options.chunk != runtime::kUsualChunk) sequences.set_chunk(options.chunk);
  std::vector<Value> values;
  Front given(std::move(inputs));
  for (const ir::EntryValue& param : entry.params) {
    std::vector<Value> of_param = given.take(value_count(param));
    if (!ir::is_sequence(param)) {
      append(values, std::move(of_param));
      continue;
    }
    try {
      sequences.add_source(std::string(param.name), element_shape(param),
                           std::make_unique<runtime::ArraySource>(std::move(of_param)));
    } catch (const runtime::StreamError& error) {
      return {{}, runtime::Failure{error.what(), {}}};
    }
  }
  std::deque<std::vector<Value>> arrays;
  for (const ir::EntryValue& result : entry.results) {
    if (!ir::is_sequence(result)) continue;
    const runtime::ElementShape element = element_shape(result);
    sequences.add_sink(element,
                       std::make_unique<runtime::ArraySink>(element, arrays.emplace_back()));
  }
  runtime::World world;
  world.sequences = &sequences;
  runtime::RunOptions with_world = options;
  with_world.world = &world;
  runtime::Outcome outcome = run(std::move(values), with_world);
  if (outcome.failure) return outcome;
  Front made(std::move(outcome.results));
  outcome.results.clear();
  for (const ir::EntryValue& result : entry.results) {
    if (!ir::is_sequence(result)) {
      append(outcome.results, made.take(value_count(result)));
      continue;
    }
    append(outcome.results, std::move(arrays.front()));
    arrays.pop_front();
  }
  return outcome;
}

}  // namespace planish
