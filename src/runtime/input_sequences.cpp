#include "runtime/input_sequences.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "runtime/array_sequences.h"
#include "runtime/streams/in_turn.h"
#include "runtime/streams/pipeline.h"

namespace planish::runtime {
namespace {

// "rows" of "rows: seq ([?]f32)"
std::string_view name_of(const InputParam& param) {
  const std::string_view text = param.text;
  const size_t end = text.find(": ");
  return end == std::string_view::npos ? text : text.substr(0, end);
}

ElementShape element_of(std::vector<ValueShape> arrays) {
  ElementShape element{std::move(arrays)};
  for (ValueShape& part : element.parts) {
    part.varying.erase(part.varying.begin());
    if (!part.fixed.empty()) part.fixed.erase(part.fixed.begin());
  }
  return element;
}

class Opening {
 public:
  Opening(const std::vector<InputParam>& params, const SequenceOptions& options,
          EntrySequences& sequences)
      : params_(params),
        options_(options),
        sequences_(sequences),
        chunk_bytes_(options.most_chunk_bytes) {
    if (options.memory_limit >= 0)
      chunk_bytes_ = std::min(chunk_bytes_, options.memory_limit / kChunkShare);
    sequences.set_memory_limit(options.memory_limit);
    if (options.progress == SequenceOptions::ProgressLine::OnTerminal &&
        Progress::on_terminal() == Progress::Shown::Yes)
      sequences.show_progress();
  }

  std::vector<Value> inputs() {
    check_names();
    size_t last = params_.size();  // of those on standard input
    for (size_t i = 0; i < params_.size(); i++) {
      if (named(params_[i]) == nullptr) last = i;
    }
    bool is_streamed = false;
    for (size_t i = 0; i < params_.size(); i++) {
      const InputParam& param = params_[i];
      if (const NamedStream* from = named(param)) {
        add(param, ahead(open_source(from->spec, element_of(param.components), source_options())));
      } else if (param.is_sequence && i == last) {
        add(param, ahead(standard_input().rest(element_of(param.components))));
        is_streamed = true;
      } else if (param.is_sequence) {
        std::vector<Value> arrays = read(i);
        add(param, std::make_unique<ArraySource>(std::move(arrays)));
      } else {
        std::vector<Value> more = read(i);
        values_.insert(values_.end(), std::move_iterator(more.begin()),
                       std::move_iterator(more.end()));
      }
    }
    const bool is_read = input_ != nullptr && !is_streamed;
    if (is_read && !input_->at_end())
      throw StreamError(too_many_values_words(options_.entry, params_));
    return std::move(values_);
  }

  void outputs(const std::vector<OutputResult>& results) {
    for (const NamedStream& to : options_.out) {
      size_t number = 0;
      for (size_t i = 0; i < results.size(); i++) number += std::to_string(i) == to.name ? 1 : 0;
      if (number == 0 || !results[std::stoul(to.name)].is_sequence)
        throw StreamError(
            fmt::format("`{}` has no result {} that is a sequence", options_.entry, to.name),
            StreamError::Kind::System);
    }
    for (size_t i = 0; i < results.size(); i++) {
      if (results[i].is_sequence) output(results[i], std::to_string(i));
    }
  }

 private:
  const NamedStream* named(const InputParam& param) const {
    const auto found = std::ranges::find(options_.in, name_of(param), &NamedStream::name);
    return found == options_.in.end() ? nullptr : &*found;
  }

  void check_names() const {
    for (const NamedStream& from : options_.in) {
      const auto of = std::ranges::find(params_, from.name, name_of);
      if (of == params_.end())
        throw StreamError(fmt::format("`{}` has no parameter `{}`", options_.entry, from.name),
                          StreamError::Kind::System);
      if (!of->is_sequence)
        throw StreamError(fmt::format("the parameter `{}` of `{}` is no sequence: give its values "
                                      "on standard input",
                                      from.name, options_.entry),
                          StreamError::Kind::System);
    }
  }

  SourceOptions source_options() const {
    SourceOptions options;
    options.limit = options_.memory_limit;
    options.chunk_bytes = chunk_bytes_;
    return options;
  }

  ValueInput& standard_input() {
    if (!options_.has_standard_input)
      throw StreamError("standard input has the program, so there are no values",
                        StreamError::Kind::System);
    if (input_ == nullptr)
      input_ = std::make_unique<ValueInput>(options_.values_file, source_options());
    return *input_;
  }

  std::vector<Value> read(size_t number) {
    std::vector<Value> values;
    const std::vector<ValueShape>& components = params_[number].components;
    for (size_t k = 0; k < components.size(); k++) {
      std::optional<Value> value;
      try {
        value = standard_input().read(components[k]);
      } catch (const StreamError& error) {
        if (error.kind() != StreamError::Kind::Data) throw;
        throw StreamError(fmt::format("{}\n  this is to be {}", error.what(),
                                      param_words(options_.entry, params_, number, k)));
      }
      if (!value) throw StreamError(missing_value_words(options_.entry, params_, number, k));
      values.push_back(std::move(*value));
    }
    return values;
  }

  std::unique_ptr<Source> ahead(std::unique_ptr<Source> source) const {
    if (options_.helpers == SequenceOptions::Helpers::None) return source;
    return std::make_unique<ReadAhead>(std::move(source));
  }

  std::unique_ptr<Sink> behind(std::unique_ptr<Sink> sink) const {
    if (options_.helpers == SequenceOptions::Helpers::None) return sink;
    return std::make_unique<WriteBehind>(std::move(sink));
  }

  void add(const InputParam& param, std::unique_ptr<Source> source) {
    sequences_.add_source(std::string(name_of(param)), element_of(param.components),
                          std::move(source));
  }

  void output(const OutputResult& result, const std::string& number) {
    const ElementShape element = element_of(result.components);
    const auto to = std::ranges::find(options_.out, number, &NamedStream::name);
    SinkOptions options;
    if (options_.binary) options.values = SinkOptions::Values::Binary;
    sequences_.add_sink(element,
                        behind(to == options_.out.end() ? on_standard_output(element, options)
                                                        : open_sink(to->spec, element, options)));
  }

  std::unique_ptr<Sink> on_standard_output(const ElementShape& element,
                                           const SinkOptions& options) {
    auto sink = std::make_unique<InTurn>(last_on_standard_output_, element, options);
    last_on_standard_output_ = sink->done();
    return sink;
  }

  const std::vector<InputParam>& params_;
  const SequenceOptions& options_;
  EntrySequences& sequences_;
  int64_t chunk_bytes_;
  std::unique_ptr<ValueInput> input_;
  InTurn::Done last_on_standard_output_;
  std::vector<Value> values_;
};

}  // namespace

std::optional<NamedStream> parse_named_stream(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos || equals + 1 == text.size())
    return std::nullopt;
  return NamedStream{std::string(text.substr(0, equals)),
                     parse_stream_spec(text.substr(equals + 1))};
}

std::vector<Value> open_sequences(const std::vector<InputParam>& params,
                                  const std::vector<OutputResult>& results,
                                  const SequenceOptions& options, EntrySequences& sequences) {
  Opening opening(params, options, sequences);
  opening.outputs(results);
  return opening.inputs();
}

}  // namespace planish::runtime
