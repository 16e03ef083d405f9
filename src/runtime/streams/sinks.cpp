#include "runtime/streams/sinks.h"

#include <fmt/format.h>

#include <cstring>

#include "runtime/streams/arrow.h"
#include "runtime/streams/chunk_parts.h"
#include "runtime/streams/lines_source.h"
#include "runtime/streams/raw_source.h"

namespace planish::runtime {
namespace {

// More text than this is not kept.
constexpr size_t kText = 1 << 16;

// Writes bytes, and says where they go when that fails.
class FormatSink : public Sink {
 public:
  FormatSink(std::unique_ptr<ByteOutput> output, std::string name)
      : output_(std::move(output)), name_(std::move(name)) {}

  void put(Chunk chunk) final {
    named([&] {
      if (chunk.count > 0) write(chunk);
      flush();
    });
  }
  void finish() final {
    named([&] {
      write_end();
      flush();
      output_->finish();
    });
  }
  void cancel() final { output_->cancel(); }

 protected:
  virtual void write(const Chunk& chunk) = 0;
  virtual void write_end() {}

  std::string& text() { return text_; }
  void flush_if_long() {
    if (text_.size() >= kText) flush();
  }
  void flush() {
    output_->write(text_);
    text_.clear();
  }
  void write_bytes(const std::byte* bytes, size_t size) {
    flush();
    output_->write({reinterpret_cast<const char*>(bytes), size});
  }

 private:
  template <class Action>
  void named(Action action) {
    try {
      action();
    } catch (const StreamError& error) {
      throw StreamError(fmt::format("{}: {}", name_, error.what()), error.kind());
    }
  }

  std::unique_ptr<ByteOutput> output_;
  std::string name_;
  std::string text_;
};

// Goes through the elements of a component as text.
class ElementPrinter {
 public:
  explicit ElementPrinter(const Value& part) : part_(part), walk_(part) {}

  void print(std::string& out) {
    const size_t innermost = part_.dims.size() - 1;
    const ElementWalk::Levels& levels = walk_.next();
    if (innermost == 0) return append_element(out, part_, levels.begins[0]);
    if (levels.arrays[innermost] == 0) return print_empty(out, levels);
    next_ = levels.begins;
    rows(out, 0);
  }

 private:
  int64_t length(size_t level, size_t array) const {
    const ValueDim& dim = part_.dims[level + 1];
    return dim.varying ? dim.lengths[array] : dim.size;
  }

  void rows(std::string& out, size_t level) {
    if (level + 1 == part_.dims.size()) return append_element(out, part_, next_[level]++);
    const int64_t count = length(level, next_[level]++);
    out += '[';
    for (int64_t i = 0; i < count; i++) {
      if (i > 0) out += ", ";
      rows(out, level + 1);
    }
    out += ']';
  }

  // It has no scalars, so the text says how many arrays there are.
  void print_empty(std::string& out, const ElementWalk::Levels& levels) {
    Value element;
    element.prim = part_.prim;
    for (size_t i = 0; i + 1 < part_.dims.size(); i++) {
      ValueDim& dim = element.dims.emplace_back();
      // The outermost array of an element is one.
      dim.varying = part_.dims[i + 1].varying && i > 0;
      if (!dim.varying) {
        dim.size = length(i, levels.begins[i]);
        continue;
      }
      for (size_t k = 0; k < levels.arrays[i]; k++)
        dim.lengths.push_back(length(i, levels.begins[i] + k));
    }
    append_text(out, element);
  }

  const Value& part_;
  ElementWalk walk_;
  std::vector<size_t> next_;  // of each level
};

// One element per line.
class TextSink : public FormatSink {
 public:
  using FormatSink::FormatSink;

 protected:
  void write(const Chunk& chunk) override {
    std::vector<ElementPrinter> printers(chunk.parts.begin(), chunk.parts.end());
    for (int64_t i = 0; i < chunk.count; i++) {
      for (size_t k = 0; k < printers.size(); k++) {
        if (k > 0) text() += ' ';
        printers[k].print(text());
      }
      text() += '\n';
      flush_if_long();
    }
  }
};

// An array of the elements of each chunk, for each component.
class BinarySink : public FormatSink {
 public:
  using FormatSink::FormatSink;

 protected:
  void write(const Chunk& chunk) override {
    for (const Value& part : chunk.parts) {
      Value header;
      header.prim = part.prim;
      header.dims = part.dims;
      text() += to_binary(header);
      write_bytes(part.data.data(), part.data.size());
    }
  }
};

class RawSink : public FormatSink {
 public:
  using FormatSink::FormatSink;

 protected:
  void write(const Chunk& chunk) override {
    if (chunk.parts.size() == 1) {
      const ByteVector& data = chunk.parts.front().data;
      return write_bytes(data.data(), data.size());
    }
    for (int64_t i = 0; i < chunk.count; i++) {
      for (const Value& part : chunk.parts) {
        const size_t size = part.data.size() / static_cast<size_t>(chunk.count);
        const auto* from = reinterpret_cast<const char*>(part.data.data());
        text().append(from + static_cast<size_t>(i) * size, size);
      }
      flush_if_long();
    }
  }
};

class LinesSink : public FormatSink {
 public:
  using FormatSink::FormatSink;

 protected:
  void write(const Chunk& chunk) override {
    const Value& lines = chunk.parts.front();
    const ValueDim& dim = lines.dims[1];
    const auto* from = reinterpret_cast<const char*>(lines.data.data());
    for (int64_t i = 0; i < chunk.count; i++) {
      const auto length =
          static_cast<size_t>(dim.varying ? dim.lengths[static_cast<size_t>(i)] : dim.size);
      text().append(from, length);
      text() += '\n';
      from += length;
      flush_if_long();
    }
  }
};

// A record batch for each chunk.
class ArrowSink : public FormatSink {
 public:
  ArrowSink(std::unique_ptr<ByteOutput> output, std::string name, const ElementShape& element)
      : FormatSink(std::move(output), std::move(name)) {
    for (const ValueShape& part : element.parts) none_.parts.push_back(PartBuilder(part).take(0));
  }

 protected:
  void write(const Chunk& chunk) override {
    for (const Value& part : chunk.parts) {
      for (size_t i = 1; i < part.dims.size(); i++) {
        int64_t end = 0;
        for (int64_t length : part.dims[i].lengths) end += length;
        if (end <= INT32_MAX) continue;
        // Offsets have 32 bits.
        if (chunk.count == 1) throw StreamError("an element is too large for the format");
        write(slice(chunk, 0, chunk.count / 2));
        return write(slice(chunk, chunk.count / 2, chunk.count));
      }
    }
    begin(chunk);
    nodes_.clear();
    buffers_.clear();
    kept_.clear();
    body_ = 0;
    for (const Value& part : chunk.parts) measure(part, chunk.count);
    text() += arrow_batch_message(chunk.count, nodes_, buffers_, body_);
    for (const Piece& piece : kept_) {
      if (piece.from != nullptr)
        write_bytes(piece.from, piece.size);
      else
        text() += piece.made;
      text().append((kAlignment - piece.size % kAlignment) % kAlignment, '\0');
      flush_if_long();
    }
  }
  void write_end() override {
    begin(none_);
    text() += kArrowEnd;
  }

 private:
  static constexpr size_t kAlignment = 64;
  struct Piece {
    const std::byte* from = nullptr;  // null: it is made here
    size_t size = 0;
    std::string made;
  };

  void begin(const Chunk& chunk) {
    if (!is_begun_) text() += arrow_schema_message(chunk);
    is_begun_ = true;
  }

  void add_buffer(Piece piece) {
    buffers_.insert(buffers_.end(), {body_, static_cast<int64_t>(piece.size)});
    body_ += static_cast<int64_t>((piece.size + kAlignment - 1) / kAlignment * kAlignment);
    kept_.push_back(std::move(piece));
  }

  void measure(const Value& part, int64_t count) {
    int64_t arrays = count;
    for (size_t i = 1; i <= part.dims.size(); i++) {
      nodes_.insert(nodes_.end(), {arrays, 0});
      add_buffer({});  // nothing is null
      if (i == part.dims.size()) break;
      const ValueDim& dim = part.dims[i];
      if (!dim.varying) {
        arrays *= dim.size;
        continue;
      }
      Piece offsets;
      int32_t offset = 0;
      auto append = [&] { offsets.made.append(reinterpret_cast<const char*>(&offset), 4); };
      append();
      for (int64_t length : dim.lengths) {
        offset += static_cast<int32_t>(length);
        append();
      }
      offsets.size = offsets.made.size();
      add_buffer(std::move(offsets));
      arrays = offset;
    }
    if (part.prim != Prim::Bool) return add_buffer({part.data.data(), part.data.size(), {}});
    Piece bits;
    bits.size = (part.data.size() + 7) / 8;
    bits.made.resize(bits.size);
    for (size_t i = 0; i < part.data.size(); i++) {
      if (part.data[i] != std::byte{0})
        bits.made[i / 8] = static_cast<char>(bits.made[i / 8] | 1 << i % 8);
    }
    add_buffer(std::move(bits));
  }

  Chunk none_;
  bool is_begun_ = false;
  std::vector<int64_t> nodes_;
  std::vector<int64_t> buffers_;
  std::vector<Piece> kept_;
  int64_t body_ = 0;
};

}  // namespace

std::unique_ptr<Sink> new_sink(StreamFormat format, std::unique_ptr<ByteOutput> output,
                               const ElementShape& element, const SinkOptions& options) {
  switch (format) {
    case StreamFormat::Values: break;
    case StreamFormat::Raw:
      check_raw(element);
      return std::make_unique<RawSink>(std::move(output), options.name);
    case StreamFormat::Lines:
      check_lines(element);
      return std::make_unique<LinesSink>(std::move(output), options.name);
    case StreamFormat::Arrow:
      return std::make_unique<ArrowSink>(std::move(output), options.name, element);
  }
  if (options.values == SinkOptions::Values::Binary)
    return std::make_unique<BinarySink>(std::move(output), options.name);
  return std::make_unique<TextSink>(std::move(output), options.name);
}

}  // namespace planish::runtime
