#include "driver/run/code_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace planish {
namespace {

namespace fs = std::filesystem;

// The first line of a file: the format, and a hash of all that follows.
constexpr std::string_view kFormat = "planish cache 1 ";
constexpr size_t kHashDigits = 32;
constexpr size_t kHeaderSize = kFormat.size() + kHashDigits + 1;
constexpr std::string_view kTemporary = "temporary-";
// A file that a process did not finish to write within this time was left behind.
constexpr std::chrono::hours kAbandoned{1};

std::string hash_text(XXH128_hash_t hash) {
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string header(std::string_view content) {
  return fmt::format("{}{}\n", kFormat, hash_text(XXH3_128bits(content.data(), content.size())));
}

// A new file in the folder. Nothing when it cannot be written.
std::optional<fs::path> write_temporary(const fs::path& folder, std::string_view content) {
  std::string path = (folder / fmt::format("{}XXXXXX", kTemporary)).string();
  const int descriptor = ::mkstemp(path.data());
  if (descriptor < 0) return std::nullopt;
  ::close(descriptor);
  std::ofstream file(path, std::ios::binary);
  file << header(content);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file.fail()) return path;
  std::error_code ignored;
  fs::remove(path, ignored);
  return std::nullopt;
}

}  // namespace

// ---- ContentKey

struct ContentKey::State {
  XXH3_state_t hash;
};

ContentKey::ContentKey() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->hash); }
ContentKey::~ContentKey() = default;
ContentKey::ContentKey(const ContentKey& other) : state_(std::make_unique<State>()) {
  XXH3_copyState(&state_->hash, &other.state_->hash);
}

ContentKey& ContentKey::add(std::string_view part) {
  // With its length, so that parts cannot be confused with others that end elsewhere.
  const uint64_t size = part.size();
  XXH3_128bits_update(&state_->hash, &size, sizeof size);
  XXH3_128bits_update(&state_->hash, part.data(), part.size());
  return *this;
}

std::string ContentKey::text() const { return hash_text(XXH3_128bits_digest(&state_->hash)); }

// ---- CodeCache

CodeCache::CodeCache(fs::path folder, uint64_t byte_limit)
    : folder_(std::move(folder)), byte_limit_(byte_limit) {}

std::optional<CodeCache> CodeCache::of_this_user() {
  const auto variable = [](const char* name) -> std::string_view {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (variable("PLANISH_CACHE") == "off") return std::nullopt;
  // Relative paths are invalid there, and are to be ignored (XDG Base Directory Specification).
  if (const auto cache = variable("XDG_CACHE_HOME"); cache.starts_with('/'))
    return CodeCache(fs::path(cache) / "planish");
  if (const auto home = variable("HOME"); home.starts_with('/'))
    return CodeCache(fs::path(home) / ".cache" / "planish");
  return std::nullopt;
}

fs::path CodeCache::path_of(const ContentKey& key) const { return folder_ / key.text(); }

std::optional<std::string> CodeCache::read(const ContentKey& key) const {
  const fs::path path = path_of(key);
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string content(std::istreambuf_iterator<char>(file), {});
  if (content.size() < kHeaderSize) return std::nullopt;
  const std::string found = content.substr(0, kHeaderSize);
  content.erase(0, kHeaderSize);
  if (found != header(content)) return std::nullopt;
  std::error_code ignored;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // it was used
  return content;
}

void CodeCache::write(const ContentKey& key, std::string_view content) const {
  if (content.size() + kHeaderSize > byte_limit_) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return;
  // Readers see all of it or nothing.
  const std::optional<fs::path> temporary = write_temporary(folder_, content);
  if (!temporary) return;
  fs::rename(*temporary, path_of(key), error);
  if (error) fs::remove(*temporary, error);
  make_room();
}

void CodeCache::make_room() const {
  struct Entry {
    fs::path path;
    fs::file_time_type used;
    uint64_t size;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  std::error_code error;
  const fs::file_time_type now = fs::file_time_type::clock::now();
  for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
    // Another process may remove it meanwhile.
    std::error_code gone;
    Entry entry{at->path(), at->last_write_time(gone), 0};
    if (!gone) entry.size = at->file_size(gone);
    if (gone) continue;
    const bool temporary = entry.path.filename().string().starts_with(kTemporary);
    if (temporary && now - entry.used > kAbandoned) fs::remove(entry.path, gone);
    if (temporary) continue;
    total += entry.size;
    entries.push_back(std::move(entry));
  }
  if (total <= byte_limit_) return;
  std::ranges::sort(entries, {}, &Entry::used);
  // Some more than needed, so that this is not done again at once.
  const uint64_t wanted = byte_limit_ - byte_limit_ / 8;
  for (const Entry& entry : entries) {
    if (total <= wanted) break;
    fs::remove(entry.path, error);
    total -= entry.size;
  }
}

}  // namespace planish
