#include "runtime/world.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

namespace planish::runtime {

namespace {

constexpr int64_t kStandardOutput = 1;
constexpr size_t kStandardStreams = 3;

}  // namespace

World::World() : files_{stdin, stdout, stderr} {}
World::World(Output output, Input input)
    : output_(std::move(output)),
      files_{input == Input::Process ? stdin : nullptr, stdout, stderr} {}

World::~World() {
  for (size_t i = kStandardStreams; i < files_.size(); i++) {
    if (files_[i] != nullptr) std::fclose(files_[i]);
  }
}

int64_t World::fail(std::string message) {
  message_ = std::move(message);
  return static_cast<int64_t>(message_.size());
}

std::FILE* World::file(int64_t stream, int64_t& failed) {
  const bool is_one = stream >= 0 && stream < static_cast<int64_t>(files_.size());
  std::FILE* found = is_one ? files_[static_cast<size_t>(stream)] : nullptr;
  message_.clear();
  failed = found == nullptr ? fail("this stream is not open") : 0;
  return found;
}

int64_t World::open(const std::string& path, OpenMode mode, int64_t& stream) {
  stream = -1;
  message_.clear();
  const char* how = mode == OpenMode::Read ? "rb" : mode == OpenMode::Write ? "wb" : "ab";
  std::FILE* opened = std::fopen(path.c_str(), how);
  if (opened == nullptr) return fail(path + ": " + std::strerror(errno));
  stream = static_cast<int64_t>(files_.size());
  files_.push_back(opened);
  return 0;
}

int64_t World::close(int64_t stream) {
  int64_t failed = 0;
  std::FILE* closed = file(stream, failed);
  if (closed == nullptr) return failed;
  files_[static_cast<size_t>(stream)] = nullptr;
  // The process needs its own streams.
  if (stream < static_cast<int64_t>(kStandardStreams)) return 0;
  return std::fclose(closed) == 0 ? 0 : fail(std::strerror(errno));
}

int64_t World::read(std::string_view delimiters, int64_t most, int64_t stream, int64_t& end) {
  text_.clear();
  end = kEndOfFile;
  int64_t failed = 0;
  std::FILE* from = file(stream, failed);
  if (from == nullptr) return failed;
  // Who is asked something sees the question.
  if (from == stdin) std::fflush(stdout);
  errno = 0;
  while (most < 0 || static_cast<int64_t>(text_.size()) < most) {
    const int next = std::getc(from);
    if (next == EOF) return std::ferror(from) != 0 ? fail(std::strerror(errno)) : 0;
    if (delimiters.find(static_cast<char>(next)) != std::string_view::npos) {
      end = next;
      return 0;
    }
    text_ += static_cast<char>(next);
  }
  end = kLimit;
  return 0;
}

int64_t World::write(std::string_view text, int64_t stream) {
  int64_t failed = 0;
  std::FILE* to = file(stream, failed);
  if (to == nullptr) return failed;
  if (stream == kStandardOutput && output_) {
    output_(text);
    return 0;
  }
  return std::fwrite(text.data(), 1, text.size(), to) == text.size() ? 0
                                                                     : fail(std::strerror(errno));
}

void World::environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  text_ = value == nullptr ? "" : value;
}

double World::seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace planish::runtime
