#include "runtime/streams/flat_buffer.h"

#include <algorithm>
#include <cstring>

#include "runtime/streams/stream.h"

namespace planish::runtime {
namespace {

[[noreturn]] void damaged_metadata() { throw StreamError("the metadata is damaged"); }

}  // namespace

FlatTable::FlatTable(std::string_view buffer) : buffer_(buffer) { at_ = follow(0); }
FlatTable::FlatTable(std::string_view buffer, size_t at) : buffer_(buffer), at_(at) {}

template <class Number>
Number FlatTable::number(size_t at) const {
  if (at > buffer_.size() || buffer_.size() - at < sizeof(Number)) damaged_metadata();
  Number number;
  std::memcpy(&number, buffer_.data() + at, sizeof number);
  return number;
}

size_t FlatTable::follow(size_t at) const { return at + number<uint32_t>(at); }

size_t FlatTable::find(size_t field) const {
  const int64_t vtable = static_cast<int64_t>(at_) - number<int32_t>(at_);
  if (vtable < 0) damaged_metadata();
  const auto begin = static_cast<size_t>(vtable);
  const size_t entry = 4 + 2 * field;
  if (entry + 2 > number<uint16_t>(begin)) return 0;
  const size_t offset = number<uint16_t>(begin + entry);
  return offset == 0 ? 0 : at_ + offset;
}

int64_t FlatTable::integer(size_t field, size_t width, int64_t otherwise) const {
  const size_t at = find(field);
  if (at == 0) return otherwise;
  switch (width) {
    case 1: return number<uint8_t>(at);
    case 2: return number<int16_t>(at);
    case 4: return number<int32_t>(at);
    default: return number<int64_t>(at);
  }
}

FlatTable FlatTable::table(size_t field) const {
  const size_t at = find(field);
  if (at == 0) damaged_metadata();
  return {buffer_, follow(at)};
}

size_t FlatTable::count(size_t at, size_t width) const {
  const size_t count = number<uint32_t>(at);
  if (count > (buffer_.size() - at - 4) / width) damaged_metadata();
  return count;
}

std::string_view FlatTable::text(size_t field) const {
  const size_t at = find(field);
  if (at == 0) return "";
  const size_t begin = follow(at);
  const size_t size = count(begin, 1);
  return buffer_.substr(begin + 4, size);
}

std::vector<FlatTable> FlatTable::tables(size_t field) const {
  std::vector<FlatTable> tables;
  const size_t at = find(field);
  if (at == 0) return tables;
  const size_t begin = follow(at);
  const size_t size = count(begin, 4);
  for (size_t i = 0; i < size; i++) {
    const size_t entry = begin + 4 + 4 * i;
    tables.push_back({buffer_, follow(entry)});
  }
  return tables;
}

std::vector<int64_t> FlatTable::words(size_t field, size_t words) const {
  std::vector<int64_t> numbers;
  const size_t at = find(field);
  if (at == 0) return numbers;
  const size_t begin = follow(at);
  const size_t size = count(begin, 8 * words) * words;
  for (size_t i = 0; i < size; i++) numbers.push_back(number<int64_t>(begin + 4 + 8 * i));
  return numbers;
}

std::string FlatWriter::write(const Part& root) {
  FlatWriter writer;
  writer.append<uint32_t>(0);
  writer.refer(0, root(writer));
  return std::move(writer.out_);
}

// What lies so many bytes ahead is at a multiple of `to`.
void FlatWriter::align(size_t to, size_t ahead) {
  while ((out_.size() + ahead) % to != 0) out_ += '\0';
}

template <class Number>
void FlatWriter::append(Number number) {
  out_.append(reinterpret_cast<const char*>(&number), sizeof number);
}

template <class Number>
void FlatWriter::put(size_t at, Number number) {
  std::memcpy(out_.data() + at, &number, sizeof number);
}

void FlatWriter::refer(size_t from, size_t to) { put(from, static_cast<uint32_t>(to - from)); }

size_t FlatWriter::table(const std::vector<Field>& fields) {
  // The wide ones come last, so that nothing but the first of them needs padding.
  std::vector<const Field*> order;
  size_t slots = 0;
  for (const Field& field : fields) {
    order.push_back(&field);
    slots = std::max(slots, field.number + 1);
  }
  std::ranges::stable_sort(order,
                           [](const Field* a, const Field* b) { return a->width < b->width; });
  const size_t vtable = 4 + 2 * slots;
  align(2);
  align(8, vtable);
  const size_t begin = out_.size();
  const size_t table = begin + vtable;
  out_.append(vtable, '\0');
  append(static_cast<int32_t>(vtable));
  std::vector<std::pair<size_t, const Field*>> parts;
  for (const Field* field : order) {
    while ((out_.size() - table) % field->width != 0) out_ += '\0';
    put(begin + 4 + 2 * field->number, static_cast<uint16_t>(out_.size() - table));
    if (field->part) parts.emplace_back(out_.size(), field);
    out_.append(reinterpret_cast<const char*>(&field->value), field->width);
  }
  put(begin, static_cast<uint16_t>(vtable));
  put(begin + 2, static_cast<uint16_t>(out_.size() - table));
  for (const auto& [at, field] : parts) {
    const size_t place = field->part(*this);
    refer(at, place);
  }
  return table;
}

size_t FlatWriter::text(std::string_view text) {
  align(4);
  const size_t place = out_.size();
  append(static_cast<uint32_t>(text.size()));
  out_.append(text);
  out_ += '\0';
  return place;
}

size_t FlatWriter::tables(const std::vector<Part>& parts) {
  align(4);
  const size_t place = out_.size();
  append(static_cast<uint32_t>(parts.size()));
  for (size_t i = 0; i < parts.size(); i++) append<uint32_t>(0);
  for (size_t i = 0; i < parts.size(); i++) {
    const size_t part = parts[i](*this);
    refer(place + 4 + 4 * i, part);
  }
  return place;
}

size_t FlatWriter::words(const std::vector<int64_t>& numbers, size_t words) {
  align(8, 4);
  const size_t place = out_.size();
  append(static_cast<uint32_t>(numbers.size() / words));
  for (int64_t number : numbers) append(number);
  return place;
}

}  // namespace planish::runtime
