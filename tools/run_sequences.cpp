#include "run_sequences.h"

#include <fmt/format.h>
#include <unistd.h>

#include "backends/components.h"
#include "ir/entry_sequence.h"
#include "output.h"
#include "runtime/input_sequences.h"
#include "runtime/interrupt_watch.h"
#include "runtime/memory_limit.h"
#include "runtime/world.h"

namespace planish::tools {
namespace {

using runtime::NamedStream;
using runtime::StreamError;

bool add_streams(const std::vector<std::string>& words, std::vector<NamedStream>& to) {
  for (const std::string& word : words) {
    std::optional<NamedStream> stream = runtime::parse_named_stream(word);
    if (!stream) {
      usage_error(fmt::format("`{}` is not of the form {}", word, runtime::kNamedStreamForm));
      return false;
    }
    to.push_back(std::move(*stream));
  }
  return true;
}

std::vector<runtime::OutputResult> output_results(const Executable& executable,
                                                  const ir::Function& entry) {
  std::vector<runtime::OutputResult> results;
  const std::vector<runtime::ValueShape> shapes = executable.outputs(entry);
  auto next = shapes.begin();
  for (const ir::EntryValue& value : entry.entry->results) {
    const auto end = next + static_cast<ptrdiff_t>(value_count(value));
    results.push_back({{next, end}, ir::is_sequence(value)});
    next = end;
  }
  return results;
}

// Sequences have been written already.
std::string other_results(const Executable& executable, const ir::Entry& entry,
                          std::span<const runtime::Value> values, const Arguments& arguments) {
  std::vector<ir::EntryValue> results;
  for (const ir::EntryValue& value : entry.results) {
    if (!ir::is_sequence(value)) results.push_back(value);
  }
  ir::Entry others = entry;
  others.results = results;
  others.tuple_type = {};
  return results_text(*executable.program().storage, others, values, arguments);
}

ExitStatus failed(runtime::Failure failure, runtime::EntrySequences::Fault fault) {
  using enum runtime::EntrySequences::Fault;
  // A reader that went away is not an error.
  if (fault == Closed) return kSuccess;
  // Where the program read data that is wrong says nothing about them.
  if (fault == Data) failure.path.clear();
  write_stderr(failure_text(failure));
  return fault == Data ? kUsage : kRunFailed;
}

}  // namespace

bool may_name_streams(const ir::Entry& entry, const Arguments& arguments) {
  for (Option option : {Option::In, Option::Out}) {
    if (!arguments.has(option) || ir::has_sequences(entry)) continue;
    usage_error(fmt::format("`{}` has no sequences, so {} says nothing", entry.name,
                            option == Option::In ? "--in" : "--out"));
    return false;
  }
  return true;
}

ExitStatus run_with_sequences(Executable& executable, const ir::Function& entry,
                              const Arguments& arguments, int64_t memory_limit) {
  runtime::keep_freed_memory(memory_limit);
  runtime::SequenceOptions options;
  const Backend& backend = *find_backend(arguments.value(Option::Backend, "cpu"));
  if (backend.target(cpu_target(), {}).machine == Machine::Gpu)
    options.most_chunk_bytes = runtime::kMostDeviceChunkBytes;
  options.entry = entry.entry->name;
  options.binary = arguments.has(Option::Binary);
  options.memory_limit = memory_limit;
  if (arguments.has(Option::Quiet)) options.progress = runtime::SequenceOptions::ProgressLine::None;
  options.has_standard_input = arguments.operands.front() != "-";
  if (arguments.value(Option::Threads) == "1")
    options.helpers = runtime::SequenceOptions::Helpers::None;
  if (!add_streams(arguments.values(Option::In), options.in) ||
      !add_streams(arguments.values(Option::Out), options.out))
    return kUsage;
  runtime::EntrySequences sequences;
  std::vector<runtime::Value> values;
  try {
    values = runtime::open_sequences(input_params(executable, entry),
                                     output_results(executable, entry), options, sequences);
  } catch (const StreamError& error) {
    usage_error(error.what());
    return kUsage;
  } catch (const runtime::LimitReached& reached) {
    write_stderr(failure_text(runtime::Failure{reached.what(), {}}));
    return kRunFailed;
  }
  runtime::World world;
  world.sequences = &sequences;
  runtime::InterruptWatch interrupt([&] { sequences.stop_reading(); });
  runtime::Outcome outcome =
      executable.run(entry, std::move(values), {.interrupt = &interrupt.flag(), .world = &world});
  if (outcome.failure) {
    sequences.flush();
    if (interrupt.flag()) {
      write_stderr("interrupted\n");
      runtime::end_by_interrupt();
    }
    return failed(std::move(*outcome.failure), sequences.fault());
  }
  write_stdout(other_results(executable, *entry.entry, outcome.results, arguments));
  const std::optional<int64_t> peak = executable.peak_memory();
  if (arguments.has(Option::Memory) && peak)
    write_stderr(fmt::format("peak memory: {} bytes\n", *peak));
  return kSuccess;
}

}  // namespace planish::tools
