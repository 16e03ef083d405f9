#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "runtime/value_io.h"

namespace planish::runtime {
namespace {

constexpr size_t kChunk = 1 << 16;

struct Inflater {
  z_stream stream{};
  bool ready = false;

  // 16 asks for the gzip format.
  Inflater() : ready(inflateInit2(&stream, 15 + 16) == Z_OK) {}
  ~Inflater() {
    if (ready) inflateEnd(&stream);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

// Unpacks one member. Gives how many bytes it took; nothing if it is damaged.
std::optional<size_t> unpack_member(std::string& out, std::string_view packed,
                                    MemoryBudget& budget) {
  Inflater inflater;
  if (!inflater.ready) return std::nullopt;
  z_stream& stream = inflater.stream;
  size_t given = 0;
  for (int status = Z_OK; status != Z_STREAM_END;) {
    if (stream.avail_in == 0) {
      size_t size = std::min(packed.size() - given, size_t{1} << 30);
      if (size == 0 && stream.avail_out > 0) return std::nullopt;  // cut off
      // zlib does not write to its input.
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + given));
      stream.avail_in = static_cast<uInt>(size);
      given += size;
    }
    char chunk[kChunk];
    stream.next_out = reinterpret_cast<Bytef*>(chunk);
    stream.avail_out = kChunk;
    status = inflate(&stream, Z_NO_FLUSH);
    if (status != Z_OK && status != Z_STREAM_END) return std::nullopt;
    budget.take(kChunk - stream.avail_out);
    out.append(chunk, kChunk - stream.avail_out);
  }
  return given - stream.avail_in;
}

std::optional<std::string> unpack_within(MemoryBudget& budget, std::string bytes,
                                         std::string& error) {
  if (!is_gzip(bytes)) return bytes;
  std::string out;
  // A file may be several packed ones, one after the other.
  for (std::string_view rest = bytes; is_gzip(rest);) {
    std::optional<size_t> used = unpack_member(out, rest, budget);
    if (!used) {
      error = "the data is in gzip format, but damaged or cut off";
      return std::nullopt;
    }
    rest.remove_prefix(*used);
    if (!rest.empty() && !is_gzip(rest)) {
      error = "something that is not in gzip format follows the packed data";
      return std::nullopt;
    }
  }
  budget.give_back(bytes.size());
  return out;
}

}  // namespace

std::optional<std::string> unpack_if_gzip(std::string bytes, std::string& error) {
  MemoryBudget unlimited;
  return unpack_within(unlimited, std::move(bytes), error);
}

std::optional<std::string> read_data_file(const std::string& path, std::string& error) {
  MemoryBudget unlimited;
  return read_data_file(path, unlimited, error);
}

std::optional<std::string> read_data_file(const std::string& path, MemoryBudget& budget,
                                          std::string& error) {
  auto close = [](std::FILE* file) {
    if (file != stdin) std::fclose(file);
  };
  std::unique_ptr<std::FILE, decltype(close)> file(
      path == "-" ? stdin : std::fopen(path.c_str(), "rb"), close);
  std::string bytes;
  if (file != nullptr) {
    char chunk[kChunk];
    while (size_t size = std::fread(chunk, 1, sizeof chunk, file.get())) {
      budget.take(size);
      bytes.append(chunk, size);
    }
  }
  if (file == nullptr || std::ferror(file.get()) != 0) {
    error = std::strerror(errno);
    return std::nullopt;
  }
  return unpack_within(budget, std::move(bytes), error);
}

}  // namespace planish::runtime
