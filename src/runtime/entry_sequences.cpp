#include "runtime/entry_sequences.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/streams/chunk_parts.h"

namespace planish::runtime {
namespace {

// Of the memory limit, what is not for arrays: the program itself, and what is read and written.
constexpr int64_t kBufferShare = 4;

// Note [Forms of rows]
// Where the type of an element says `?`, a program asks for lengths, and otherwise for sizes; the
// parts of chunks have what their shapes say. Sources may give rows of equal lengths as a regular
// array, and programs find out only while they run that rows are regular.

// How many arrays there are at the level of a dimension.
int64_t rows_above(const Value& value, size_t dim) {
  int64_t rows = 1;
  for (size_t d = 0; d < dim; d++) {
    const ValueDim& at = value.dims[d];
    if (!at.varying) {
      rows *= at.size;
      continue;
    }
    rows = 0;
    for (int64_t length : at.lengths) rows += length;
  }
  return rows;
}

void make_varying(Value& value, size_t dim) {
  ValueDim& at = value.dims[dim];
  if (at.varying) return;
  at.lengths.assign(static_cast<size_t>(rows_above(value, dim)), at.size);
  at.varying = true;
  at.size = 0;
}

// None: rows have different lengths.
bool make_fixed(ValueDim& at) {
  if (!at.varying) return true;
  const int64_t size = at.lengths.empty() ? 0 : at.lengths.front();
  if (std::ranges::any_of(at.lengths, [&](int64_t length) { return length != size; })) return false;
  at = {false, size, {}};
  return true;
}

std::vector<Value> empty_parts(const ElementShape& element) {
  std::vector<Value> parts;
  for (const ValueShape& shape : element.parts) {
    Value& value = parts.emplace_back();
    value.prim = shape.prim;
    value.dims.resize(shape.varying.size() + 1);
  }
  return parts;
}

}  // namespace

void EntrySequences::add_source(std::string name, ElementShape element,
                                std::unique_ptr<Source> source) {
  Input& made = inputs_.emplace_back();
  made.name = std::move(name);
  made.element = std::move(element);
  made.source = std::move(source);
}

void EntrySequences::add_sink(ElementShape element, std::unique_ptr<Sink> sink) {
  Output& made = outputs_.emplace_back();
  made.element = std::move(element);
  made.sink = std::move(sink);
  made.chunk.parts = empty_parts(made.element);
}

EntrySequences::Input& EntrySequences::input(int64_t number) {
  return inputs_.at(static_cast<size_t>(number));
}

EntrySequences::Output& EntrySequences::output(int64_t number) {
  return outputs_.at(static_cast<size_t>(number));
}

void EntrySequences::stop_reading() {
  for (Input& input : inputs_) input.source->cancel();
}

void EntrySequences::flush() {
  if (progress_) progress_->clear();
  for (Output& output : outputs_) {
    try {
      output.sink->finish();
    } catch (const StreamError&) {
      // What went wrong before is what counts.
    }
  }
}

// ---- Sources

void EntrySequences::begin_pass(Input& input, const std::string& place) {
  if (input.first_place.empty()) input.first_place = place;
  if (!input.is_read) return;
  if (!input.source->rewind()) {
    fault_ = Fault::ReadTwice;
    throw StreamError(
        fmt::format("`{}` is read again, but {}{}", input.name, input.source->read_once(),
                    input.first_place.empty() ? "" : "\n  read first at " + input.first_place));
  }
  input.at = 0;
  input.halved = {};
  input.is_left = false;
  input.is_read = false;
  input.pace.begin_pass();
}

std::optional<ChunkPace::Memory> EntrySequences::memory(const Caller& caller) const {
  if (!caller.in_use || !caller.peak) return std::nullopt;
  const int64_t for_arrays = memory_limit_ - memory_limit_ / kBufferShare;
  const int64_t left = memory_limit_ < 0 ? -1 : std::max<int64_t>(for_arrays - *caller.in_use, 0);
  return ChunkPace::Memory{*caller.in_use, *caller.peak, left};
}

void EntrySequences::fail_reading(const Input& input, const StreamError& error) {
  fault_ = error.kind() == StreamError::Kind::Data        ? Fault::Data
           : error.kind() == StreamError::Kind::Cancelled ? Fault::Cancelled
                                                          : Fault::Source;
  throw StreamError(fmt::format("`{}`: {}", input.name, error.what()), error.kind());
}

EntrySequences::Got EntrySequences::next(int64_t source, int64_t at, int64_t wanted,
                                         const Caller& caller) {
  Input& in = input(source);
  // The first chunk of a pass may be given again.
  const bool is_again = in.is_left && in.at == 0;
  if (at == 0 && !is_again) begin_pass(in, caller.place);
  if (at != in.at) {
    fault_ = Fault::ReadTwice;
    throw StreamError(fmt::format(
        "`{}` is read at two places of one pass: use its elements at one, or make an array of them",
        in.name));
  }
  const std::optional<ChunkPace::Memory> used = memory(caller);
  const int64_t good = in.pace.next(waited_, used);
  if (wanted <= 0) wanted = std::max<int64_t>(1, fixed_chunk_.value_or(good));
  in.is_read = true;
  in.chunk = {};
  in.chunk = read(in, wanted);
  in.at += in.chunk.count;
  in.is_in_step = true;
  if (progress_) {
    const std::chrono::duration<double> passed = WaitingTime::Clock::now() - begin_;
    progress_->update(in.source->read_so_far(), in.at, passed.count());
  }
  in.pace.give(in.chunk, waited_, used);
  return {in.chunk.count, in.chunk.is_last};
}

std::span<const int64_t> EntrySequences::lengths(int64_t source, int64_t component, int64_t dim) {
  Value& value = input(source).chunk.parts.at(static_cast<size_t>(component));
  make_varying(value, static_cast<size_t>(dim));
  return value.dims[static_cast<size_t>(dim)].lengths;
}

void EntrySequences::expect_size(int64_t source, int64_t component, int64_t dim, int64_t size) {
  Input& in = input(source);
  if (in.chunk.count == 0) return;
  ValueDim& at = in.chunk.parts.at(static_cast<size_t>(component)).dims[static_cast<size_t>(dim)];
  if (make_fixed(at) && at.size == size) return;
  fault_ = Fault::Data;
  is_wrong_size_ = true;
  throw StreamError(fmt::format("`{}`: an element has rows of length {}, but {} is expected",
                                in.name, at.size, size));
}

std::span<const std::byte> EntrySequences::data(int64_t source, int64_t component) {
  return input(source).chunk.parts.at(static_cast<size_t>(component)).data;
}

// ---- Steps that are done again

Chunk EntrySequences::read(Input& in, int64_t wanted) {
  in.is_piece = in.is_left;
  if (in.is_left) {
    const int64_t begin = in.given;
    in.given = std::min(begin + std::min(in.most, wanted), in.halved.count);
    in.is_left = in.given < in.halved.count;
    // The element that takes so much may be behind us.
    in.most = std::min(2 * in.most, in.halved.count);
    return slice(in.halved, begin, in.given);
  }
  in.halved = {};
  try {
    return waited_.during([&] { return in.source->next(wanted); });
  } catch (const StreamError& error) {
    fail_reading(in, error);
  } catch (...) {
    fault_ = Fault::Source;
    throw;
  }
}

void EntrySequences::begin_step() {
  for (Input& in : inputs_) in.is_in_step = false;
}

bool EntrySequences::halve() {
  const auto has_half = [](const Input& in) { return in.is_in_step && in.chunk.count > 1; };
  if (is_settled() || std::ranges::none_of(inputs_, has_half)) return false;
  fault_ = Fault::None;
  for (Input& in : inputs_) {
    if (!in.is_in_step) continue;
    const int64_t count = in.chunk.count;
    if (in.is_piece) {
      in.given -= count;
    } else {
      in.halved = std::move(in.chunk);
      in.given = 0;
    }
    in.is_left = true;
    in.most = std::max<int64_t>(count / 2, 1);
    in.at -= count;
  }
  for (Output& out : outputs_) out.chunk.parts = empty_parts(out.element);
  return true;
}

std::string EntrySequences::take_step_text() {
  std::string text;
  for (Input& in : inputs_) {
    const int64_t count = in.chunk.count;
    if (!std::exchange(in.is_in_step, false) || count == 0 || is_settled()) continue;
    text += count == 1 ? fmt::format("\n  in element {} of `{}`", in.at - 1, in.name)
                       : fmt::format("\n  in one of the elements {} to {} of `{}`", in.at - count,
                                     in.at - 1, in.name);
  }
  return text;
}

// ---- Sinks

void EntrySequences::put_lengths(int64_t sink, int64_t component, int64_t dim,
                                 std::span<const int64_t> lengths) {
  Value& value = output(sink).chunk.parts.at(static_cast<size_t>(component));
  value.dims[static_cast<size_t>(dim)] = {true, 0, {lengths.begin(), lengths.end()}};
}

void EntrySequences::put_size(int64_t sink, int64_t component, int64_t dim, int64_t size) {
  Value& value = output(sink).chunk.parts.at(static_cast<size_t>(component));
  value.dims[static_cast<size_t>(dim)] = {false, size, {}};
}

void EntrySequences::put_data(int64_t sink, int64_t component,
                              std::span<const std::byte> elements) {
  output(sink)
      .chunk.parts.at(static_cast<size_t>(component))
      .data.assign(elements.begin(), elements.end());
}

void EntrySequences::put(int64_t sink, int64_t count) {
  Output& out = output(sink);
  Chunk chunk = std::move(out.chunk);
  out.chunk = {};
  out.chunk.parts = empty_parts(out.element);
  if (count == 0) return;
  chunk.count = count;
  for (size_t k = 0; k < chunk.parts.size(); k++) {
    Value& value = chunk.parts[k];
    value.dims[0] = {false, count, {}};
    const std::vector<bool>& varying = out.element.parts[k].varying;
    for (size_t d = 0; d < varying.size(); d++) {
      if (varying[d])
        make_varying(value, d + 1);
      else if (!make_fixed(value.dims[d + 1]))
        throw StreamError("compiler bug: rows of a result have different lengths");
    }
  }
  try {
    waited_.during([&] { out.sink->put(std::move(chunk)); });
  } catch (const StreamError& error) {
    fault_ = error.kind() == StreamError::Kind::Closed      ? Fault::Closed
             : error.kind() == StreamError::Kind::Cancelled ? Fault::Cancelled
                                                            : Fault::Sink;
    throw;
  }
}

void EntrySequences::finish(int64_t sink) {
  try {
    waited_.during([&] { output(sink).sink->finish(); });
  } catch (const StreamError& error) {
    fault_ = error.kind() == StreamError::Kind::Closed ? Fault::Closed : Fault::Sink;
    throw;
  }
}

}  // namespace planish::runtime
