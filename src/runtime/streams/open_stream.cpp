#include "runtime/streams/open_stream.h"

#include <fmt/format.h>

#include <array>

#include "runtime/streams/arrow.h"
#include "runtime/streams/byte_input.h"
#include "runtime/streams/byte_output.h"
#include "runtime/streams/lines_source.h"
#include "runtime/streams/raw_source.h"
#include "runtime/streams/sinks.h"
#include "runtime/streams/values_source.h"

namespace planish::runtime {
namespace {

constexpr std::array kFormats = {StreamFormat::Values, StreamFormat::Raw, StreamFormat::Lines,
                                 StreamFormat::Arrow};

template <class Action>
auto named(const std::string& name, Action action) {
  try {
    return action();
  } catch (const StreamError& error) {
    throw StreamError(fmt::format("{}: {}", name, error.what()), error.kind());
  }
}

std::unique_ptr<Source> new_source(StreamFormat format, std::unique_ptr<ByteInput> input,
                                   const ElementShape& element, const SourceOptions& options) {
  auto window = std::make_shared<ByteWindow>(std::move(input));
  switch (format) {
    case StreamFormat::Values: break;
    case StreamFormat::Raw: return std::make_unique<RawSource>(std::move(window), element, options);
    case StreamFormat::Lines:
      return std::make_unique<LinesSource>(std::move(window), element, options);
    case StreamFormat::Arrow:
      return std::make_unique<ArrowSource>(std::move(window), element, options);
  }
  return std::make_unique<ValuesSource>(std::move(window), element, options);
}

template <class Options>
Options with_name(Options options, const std::string& file, std::string_view standard) {
  if (options.name.empty()) options.name = file == "-" ? standard : file;
  return options;
}

SourceOptions with_source_name(const SourceOptions& options, const std::string& file) {
  return with_name(options, file, "standard input");
}

}  // namespace

std::string_view format_name(StreamFormat format) {
  switch (format) {
    case StreamFormat::Values: return "values";
    case StreamFormat::Raw: return "raw";
    case StreamFormat::Lines: return "lines";
    case StreamFormat::Arrow: return "arrow";
  }
  return "";
}

StreamSpec parse_stream_spec(std::string_view text) {
  const size_t colon = text.find(':');
  for (const StreamFormat format : kFormats) {
    if (text.substr(0, colon) == format_name(format) && colon != text.npos)
      return {format, std::string(text.substr(colon + 1))};
  }
  return {StreamFormat::Values, std::string(text)};
}

std::unique_ptr<Source> open_source(const StreamSpec& spec, const ElementShape& element,
                                    const SourceOptions& options) {
  const SourceOptions with = with_source_name(options, spec.file);
  return named(with.name,
               [&] { return new_source(spec.format, open_input(spec.file), element, with); });
}

std::unique_ptr<Source> memory_source(StreamFormat format, std::string bytes,
                                      const ElementShape& element, const SourceOptions& options) {
  const SourceOptions with = with_source_name(options, "memory");
  return named(with.name,
               [&] { return new_source(format, memory_input(std::move(bytes)), element, with); });
}

std::unique_ptr<Source> file_source(StreamFormat format, int file, const ElementShape& element,
                                    const SourceOptions& options) {
  const SourceOptions with = with_source_name(options, fmt::format("file {}", file));
  return named(with.name, [&] { return new_source(format, input_of(file), element, with); });
}

ValueInput::ValueInput(const std::string& file, const SourceOptions& options)
    : options_(with_source_name(options, file)) {
  window_ = named(options_.name, [&] { return std::make_shared<ByteWindow>(open_input(file)); });
}

std::optional<Value> ValueInput::read(const ValueShape& shape) {
  ValuesSource one(window_, ElementShape{{shape}}, options_, ValuesSource::Arrays::AreValues);
  Chunk chunk = one.next(1);
  if (chunk.count == 0) return std::nullopt;
  Value value = std::move(chunk.parts.front());
  value.dims.erase(value.dims.begin());
  return value;
}

std::unique_ptr<Source> ValueInput::rest(const ElementShape& element) {
  return std::make_unique<ValuesSource>(window_, element, options_);
}

bool ValueInput::at_end() {
  return named(options_.name, [&] {
    Patience forever;
    bool in_comment = false;
    return skip_blank(*window_, in_comment, forever) == Got::End;
  });
}

std::unique_ptr<Sink> open_sink(const StreamSpec& spec, const ElementShape& element,
                                const SinkOptions& options) {
  const SinkOptions with = with_name(options, spec.file, "standard output");
  return named(with.name,
               [&] { return new_sink(spec.format, open_output(spec.file), element, with); });
}

std::unique_ptr<Sink> file_sink(StreamFormat format, int file, const ElementShape& element,
                                const SinkOptions& options) {
  const SinkOptions with = with_name(options, fmt::format("file {}", file), "");
  return named(with.name, [&] { return new_sink(format, output_of(file), element, with); });
}

std::unique_ptr<Sink> memory_sink(StreamFormat format, std::string& out,
                                  const ElementShape& element, const SinkOptions& options) {
  const SinkOptions with = with_name(options, "memory", "");
  return named(with.name, [&] { return new_sink(format, memory_output(out), element, with); });
}

}  // namespace planish::runtime
