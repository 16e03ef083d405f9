#include "runtime/streams/in_turn.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "runtime/streams/byte_output.h"

namespace planish::runtime {
namespace {

[[noreturn]] void fail_keeping() {
  throw StreamError(std::string("elements cannot be kept in a file: ") + std::strerror(errno),
                    StreamError::Kind::System);
}

// A file without a name, on a disk if possible.
int nameless_file() {
  const char* folder = std::getenv("TMPDIR");
  std::string path =
      (folder != nullptr && *folder != '\0' ? std::string(folder) : "/var/tmp") + "/planish-XXXXXX";
  const int file = ::mkstemp(path.data());
  if (file < 0) fail_keeping();
  ::unlink(path.c_str());
  return file;
}

}  // namespace

InTurn::InTurn(Done before, ElementShape element, SinkOptions options)
    : before_(std::move(before)), element_(std::move(element)), options_(std::move(options)) {}

InTurn::~InTurn() {
  sink_.reset();
  if (kept_ >= 0) ::close(kept_);
}

Sink& InTurn::sink() {
  const std::lock_guard lock(mutex_);
  if (sink_ != nullptr) return *sink_;
  const bool is_first = before_ == nullptr || before_->load();
  if (!is_first) kept_ = nameless_file();
  sink_ = file_sink(StreamFormat::Values, is_first ? STDOUT_FILENO : kept_, element_, options_);
  return *sink_;
}

void InTurn::put(Chunk chunk) { sink().put(std::move(chunk)); }

void InTurn::finish() {
  if (sink_ != nullptr) sink_->finish();
  if (kept_ >= 0) copy_kept();
  *done_ = true;
}

void InTurn::copy_kept() {
  const std::unique_ptr<ByteOutput> out = output_of(STDOUT_FILENO);
  std::vector<char> bytes(size_t{1} << 16);
  off_t at = 0;
  for (;;) {
    const ssize_t got = ::pread(kept_, bytes.data(), bytes.size(), at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_keeping();
    if (got == 0) break;
    out->write({bytes.data(), static_cast<size_t>(got)});
    at += got;
  }
  out->finish();
  ::close(std::exchange(kept_, -1));
}

void InTurn::cancel() {
  const std::lock_guard lock(mutex_);
  if (sink_ != nullptr) sink_->cancel();
}

}  // namespace planish::runtime
