// smvm MATRIX X OUT: a matrix, rows of columns and values in an Arrow stream, times a vector of f64.
#include <vector>

#include "blocks.h"

namespace {

template <class Number>
Number at(const char* from) {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return number;
}

// Field number k of a table of a flat buffer; null: there is none.
const char* field(const char* table, size_t k) {
  const char* places = table - at<int32_t>(table);
  const size_t place = 4 + 2 * k;
  if (place >= at<uint16_t>(places)) return nullptr;
  const auto offset = at<uint16_t>(places + place);
  return offset == 0 ? nullptr : table + offset;
}
const char* follow(const char* from) { return from + at<uint32_t>(from); }

// A message of the stream: its size, what it says, and its data.
struct Batch {
  int64_t rows;
  const int32_t* offsets;
  const int32_t* columns;
  const double* values;
};

constexpr size_t kHead = 16;  // in a buffer: how long the metadata is, and padding

void read_message(streams::Input& input, streams::Buffer& buffer) {
  for (;;) {
    buffer.size = 0;
    int32_t words[2];
    if (input.read(reinterpret_cast<char*>(words), 8) < 8 || words[1] == 0) return;
    const auto size = static_cast<size_t>(words[1]);
    std::vector<char> head(size);
    input.read(head.data(), size);
    const char* message = head.data() + at<uint32_t>(head.data());
    const char* length = field(message, 3);
    const size_t body = length == nullptr ? 0 : static_cast<size_t>(at<int64_t>(length));
    // Data begins at a multiple of 64.
    const size_t begin = (kHead + size + 63) / 64 * 64;
    buffer.make_room(begin + body);
    const uint64_t sizes[2] = {size, begin};
    std::memcpy(buffer.data(), sizes, kHead);
    std::memcpy(buffer.data() + kHead, head.data(), size);
    input.read(buffer.data() + begin, body);
    constexpr uint8_t kBatch = 3;
    if (at<uint8_t>(field(message, 1)) != kBatch) continue;
    buffer.size = begin + body;
    return;
  }
}

Batch batch_of(streams::Buffer& buffer) {
  const char* head = buffer.data() + kHead;
  const char* body = buffer.data() + at<uint64_t>(buffer.data() + 8);
  const char* batch = follow(field(head + at<uint32_t>(head), 2));
  const char* buffers = follow(field(batch, 2)) + 4;
  const auto place = [&](size_t k) { return body + at<int64_t>(buffers + 16 * k); };
  // Of each column of lists: what is null, offsets; of its elements: what is null, and they themselves.
  return {at<int64_t>(field(batch, 0)), reinterpret_cast<const int32_t*>(place(1)),
          reinterpret_cast<const int32_t*>(place(3)), reinterpret_cast<const double*>(place(7))};
}

}  // namespace

int main(int, char** argv) {
  std::vector<double> x;
  streams::Blocks vector(argv[2], streams::kBlock);
  for (std::span<const double> some = vector.items<double>(); !some.empty();
       some = vector.items<double>())
    x.insert(x.end(), some.begin(), some.end());
  streams::Input input(argv[1]);
  streams::Output out(argv[3]);
  streams::Ahead batches([&](streams::Buffer& buffer) { read_message(input, buffer); });
  for (;;) {
    streams::Buffer& buffer = batches.next();
    if (buffer.size == 0) break;
    const Batch batch = batch_of(buffer);
    const std::span<double> ys = out.room<double>(static_cast<size_t>(batch.rows));
#pragma omp parallel for schedule(dynamic, 256)
    for (int64_t row = 0; row < batch.rows; row++) {
      double sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int32_t i = batch.offsets[row]; i < batch.offsets[row + 1]; i++)
        sum += batch.values[i] * x[static_cast<size_t>(batch.columns[i])];
      ys[static_cast<size_t>(row)] = sum;
    }
    out.write();
  }
}
