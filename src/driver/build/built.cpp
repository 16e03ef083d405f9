#include "driver/build/built.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "backends/components.h"
#include "backends/entry_sequences.h"
#include "driver/build/build.h"
#include "ir/entry_sequence.h"
#include "runtime/array_sequences.h"
#include "runtime/streams/open_stream.h"

namespace planish {
namespace {

// Who waits for a process that hangs may be gone; it ends even so.
constexpr std::string_view kSeconds = "300";
// The exit status of an executable whose entry point failed, and of one that read wrong data while it
// ran.
constexpr int kRunFailed = 3;
constexpr int kWrongData = 2;

// Takes what failure_text (driver/run/execute.h) writes apart. Before it may stand what `trace`
// shows.
std::optional<runtime::Failure> failure_in(std::string_view text) {
  constexpr std::string_view kStart = "Error: ";
  size_t start = text.starts_with(kStart) ? 0 : text.find(fmt::format("\n{}", kStart));
  if (start == std::string_view::npos) return std::nullopt;
  text.remove_prefix(text.find(kStart, start) + kStart.size());
  runtime::Failure failure;
  const size_t places = std::min(text.find("\n  at "), text.size());
  failure.message = text.substr(0, places);
  text.remove_prefix(places);
  while (text.starts_with("\n  ")) {
    text.remove_prefix(std::string_view("\n  ").size());
    for (std::string_view before : {"at ", "called from "}) {
      if (text.starts_with(before)) text.remove_prefix(before.size());
    }
    const size_t end = std::min(text.find('\n'), text.size());
    failure.path.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return failure;
}

// Of a file that an executable wrote.
std::vector<runtime::Value> sequence(const ir::EntryValue& result, const std::string& file) {
  const runtime::ElementShape element = element_shape(result);
  std::vector<runtime::Value> arrays;
  runtime::ArraySink sink(element, arrays);
  const std::unique_ptr<runtime::Source> source =
      runtime::open_source({runtime::StreamFormat::Values, file}, element);
  bool is_last = false;
  while (!is_last) {
    runtime::Chunk chunk = source->next(INT64_MAX);
    is_last = chunk.is_last;
    sink.put(std::move(chunk));
  }
  return arrays;
}

}  // namespace

BuiltProgram::BuiltProgram(const ir::Program& program, const Backend& backend,
                           std::string_view object, const LoadOptions& options)
    : program_(program), tuning_(options.tuning), memory_limit_(options.memory_limit) {
  BuildOptions how;
  how.output = folder_.file("program");
  how.link = backend.link_inputs();
  how.api.name = "program";
  how.api.threads = options.threads;
  how.foreign = options.foreign;
  build_executable(program, object, how);
}

runtime::Outcome BuiltProgram::run(const ir::Function& fn, std::vector<runtime::Value> inputs,
                                   const runtime::RunOptions&) {
  const ir::Entry& entry = *fn.entry;
  std::string bytes;
  for (const runtime::Value& value : inputs) bytes += runtime::to_binary(value) + "\n";
  const std::string input = folder_.file("input"), output = folder_.file("output");
  write_output_file(input, bytes);
  std::vector<std::string> command{
      "timeout", std::string(kSeconds),  folder_.file("program"), "--binary",
      "--entry", std::string(entry.name)};
  if (!tuning_.empty()) {
    std::string settings;
    for (const auto& [name, value] : tuning_) settings += fmt::format("{}={}\n", name, value);
    const std::string file = folder_.file("tuning");
    write_output_file(file, settings);
    command.insert(command.end(), {"--tuning", file});
  }
  if (memory_limit_.is_set())
    command.insert(command.end(), {"--memory-limit", runtime::limit_text(memory_limit_)});
  for (size_t i = 0; i < entry.results.size(); i++) {
    if (ir::is_sequence(entry.results[i]))
      command.insert(command.end(), {"--out", fmt::format("{}={}", i, sequence_file(i))});
  }
  command.push_back(input);
  const ProcessResult ended = run_process(command, output);
  runtime::Outcome outcome;
  if (ended.status != 0) {
    if (ended.status == kRunFailed || ended.status == kWrongData)
      outcome.failure = failure_in(ended.output);
    if (!outcome.failure)
      outcome.failure =
          runtime::compiler_bug(fmt::format("exit status {}: {}", ended.status, ended.output));
    return outcome;
  }
  std::string error;
  const std::optional<std::string> written = runtime::read_data_file(output, error);
  runtime::ValueReader reader(written ? *written : error);
  for (size_t i = 0; i < entry.results.size(); i++) {
    const ir::EntryValue& result = entry.results[i];
    if (ir::is_sequence(result)) {
      for (runtime::Value& array : sequence(result, sequence_file(i)))
        outcome.results.push_back(std::move(array));
      continue;
    }
    for (const runtime::ValueShape& shape :
         value_shapes(*program_.storage, {&result, 1}, fn.results)) {
      std::optional<runtime::Value> value = reader.read(shape);
      if (!value) {
        outcome.failure =
            runtime::compiler_bug("the executable writes wrong values: " + reader.error().message);
        return outcome;
      }
      outcome.results.push_back(std::move(*value));
    }
  }
  if (!reader.at_end())
    outcome.failure = runtime::compiler_bug("the executable writes too many values");
  return outcome;
}

}  // namespace planish
