#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/streams/arrow.h"

namespace planish::runtime {
namespace {

// Files begin so; the schema is at their end.
constexpr std::string_view kFileMagic("ARROW1\0\0", 8);
constexpr int64_t kSchema = 1;
constexpr int64_t kDictionary = 2;
constexpr int64_t kBatch = 3;

std::string list(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + text;
  return out.empty() ? "none" : out;
}

}  // namespace

void ArrowSource::begin_anew() {
  columns_.reset();
  held_.reset();
  held_message_ = 0;
  runs_.clear();
  null_in_.clear();
}

void ArrowSource::fill() {
  while (!is_full()) {
    if (held_) {
      const int64_t taken =
          held_->add(parts(), {wanted(), options().chunk_bytes - part_bytes(), options().limit});
      add(taken);
      if (held_->left() == 0)
        drop_held();
      else if (taken == 0)
        return;
      continue;
    }
    if (!runs_.empty()) {
      if (add_runs(runs_) != Got::Bytes) return;
      if (runs_.front()->left() == 0) runs_.clear();
      continue;
    }
    if (!null_in_.empty())
      throw StreamError(fmt::format("there is a null in column `{}`", null_in_));
    const Got got = next_message();
    if (got == Got::End) end();
    if (got != Got::Bytes) return;
  }
}

// Uses a message, or nothing.
Got ArrowSource::next_message() {
  constexpr size_t kPrefix = 8;
  Got got = window().fill_to(kPrefix, patience());
  if (got == Got::Bytes && !columns_ && window().bytes().starts_with(kFileMagic))
    throw StreamError("this is an Arrow file, and a stream is expected");
  if (got == Got::NothingYet) return got;
  // Who wrote the stream need not have ended it.
  if (window().bytes().empty() && columns_) return Got::End;
  if (got == Got::End) throw StreamError("the data ends within a message");
  int32_t words[2];
  std::memcpy(words, window().bytes().data(), sizeof words);
  // Old streams have no first word.
  const bool is_old = words[0] != -1;
  const int64_t size = is_old ? words[0] : words[1];
  const size_t prefix = is_old ? kPrefix / 2 : kPrefix;
  if (size == 0) return Got::End;
  if (size < 0) throw StreamError("this is no Arrow stream");
  const int64_t limit = options().limit;
  if (limit >= 0 && size > limit) throw_too_large(size, limit);
  const size_t head = prefix + static_cast<size_t>(size);
  got = window().fill_to(head, patience());
  if (got == Got::NothingYet) return got;
  if (got == Got::End) throw StreamError("the data ends within a message");
  const int64_t body =
      FlatTable(window().bytes().substr(prefix, static_cast<size_t>(size))).integer(3, 8);
  if (body < 0 || body > INT64_MAX - static_cast<int64_t>(head))
    throw StreamError("the metadata is damaged");
  if (limit >= 0 && body > limit) throw_too_large(body, limit);
  const size_t whole = head + static_cast<size_t>(body);
  got = window().fill_to(whole, patience());
  if (got == Got::NothingYet) return got;
  if (got == Got::End) throw StreamError("the data ends within a message");
  const std::string_view bytes = window().bytes().substr(0, whole);
  read_message(FlatTable(bytes.substr(prefix, static_cast<size_t>(size))), bytes.substr(head));
  held_message_ = whole;
  if (!held_) drop_held();
  return Got::Bytes;
}

void ArrowSource::drop_held() {
  held_.reset();
  window().use(std::exchange(held_message_, 0));
}

void ArrowSource::read_message(const FlatTable& message, std::string_view body) {
  const int64_t kind = message.integer(1, 1);
  if (kind == kSchema && !columns_) {
    columns_ = read_arrow_schema(message.table(2));
    return check_columns();
  }
  if (kind == kDictionary) throw StreamError("dictionaries cannot be read");
  if (kind != kBatch || !columns_) throw StreamError("a record batch is expected here");
  ArrowRows rows = read_arrow_rows(*columns_, message.table(2), body);
  null_in_ = std::move(rows.null_in);
  if (rows.count == 0) return;
  for (HeldArray& part : rows.parts) part.shape.dims[0].size = rows.count;
  if (HeldElements::can_hold(rows.parts)) {
    held_.emplace(std::move(rows.parts));
    return;
  }
  for (HeldArray& part : rows.parts) {
    if (part.shape.data.empty()) part.shape.data.assign(part.data.begin(), part.data.end());
    runs_.push_back(run_of(std::move(part.shape)));
  }
}

void ArrowSource::check_columns() {
  const std::vector<std::string> found = arrow_type_texts(*columns_);
  std::vector<std::string> expected;
  bool fits = found.size() == parts().size();
  for (size_t i = 0; i < parts().size(); i++) {
    PartBuilder& part = parts()[i];
    expected.push_back(shape_text(part.settled_shape()));
    if (!fits) continue;
    // Dimension by dimension: "[3][?]f32".
    std::string_view text = found[i];
    for (size_t d = 0; d < part.rank() && fits; d++) {
      const size_t end = text.find(']');
      fits = text.starts_with('[');
      if (!fits) break;
      const std::string size(text.substr(1, end - 1));
      text.remove_prefix(end + 1);
      if (!part.varies(d)) fits = size != "?" && part.settle(d, std::stoll(size));
    }
    fits = fits && text == prim_name(part.shape().prim);
  }
  if (!fits)
    throw StreamError(
        fmt::format("expected columns of types {}, found {}", list(expected), list(found)));
}

}  // namespace planish::runtime
