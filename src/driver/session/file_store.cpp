#include "driver/session/file_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include "sema/modules/embedded_prelude.h"

namespace planish {
namespace {

constexpr size_t kMaxFileSize = size_t{1} << 30;
constexpr std::string_view kExtension = ".fut";
constexpr std::string_view kNesl = ".nesl";  // imports of other languages name it
constexpr std::string_view kPreludeFolder = "/prelude/";

std::string folder_of(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash + 1));
}

// `a/./b/../c` as `a/c`, without asking the disk.
std::string normalise(std::string_view path) {
  bool absolute = path.starts_with('/');
  std::vector<std::string_view> parts;
  for (size_t i = 0; i <= path.size();) {
    size_t slash = std::min(path.find('/', i), path.size());
    std::string_view part = path.substr(i, slash - i);
    i = slash + 1;
    if (part.empty() || part == ".") continue;
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (part != ".." || !absolute) {
      parts.push_back(part);
    }
  }
  std::string out = absolute ? "/" : "";
  for (size_t i = 0; i < parts.size(); i++) {
    if (i > 0) out += '/';
    out += parts[i];
  }
  return out;
}

// One name for a file whatever path leads to it. A path that leads nowhere stands for itself.
std::string canonical(const std::string& path) {
  std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  return real != nullptr ? std::string(real.get()) : normalise(path);
}

class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

struct Bytes {
  std::string text;
  LoadFailure failure = LoadFailure::None;
  std::string reason;
};

Bytes failed(int error) {
  if (error == ENOENT || error == ENOTDIR) return {{}, LoadFailure::NotFound, {}};
  return {{},
          error == EISDIR ? LoadFailure::IsDirectory : LoadFailure::Unreadable,
          std::strerror(error)};
}

Bytes read_bytes(const std::string& path, size_t max_size) {
  Descriptor file(path);
  if (file.get() < 0) return failed(errno);
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return failed(errno);
  if (S_ISDIR(status.st_mode)) return failed(EISDIR);
  if (S_ISREG(status.st_mode) && static_cast<uint64_t>(status.st_size) > max_size) {
    return {{}, LoadFailure::TooLarge, {}};
  }
  // The size is a hint only: pipes have none, and files may grow.
  size_t chunk =
      S_ISREG(status.st_mode) ? static_cast<size_t>(status.st_size) + 1 : size_t{1} << 16;
  std::string text;
  size_t used = 0;
  while (true) {
    if (used == text.size()) text.resize(text.size() + std::max(chunk, text.size() / 2));
    ssize_t got = ::read(file.get(), text.data() + used, text.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed(errno);
    if (got == 0) break;
    used += static_cast<size_t>(got);
    if (used > max_size) return {{}, LoadFailure::TooLarge, {}};
  }
  text.resize(used);
  return {std::move(text), LoadFailure::None, {}};
}

LoadResult found_or_not(const SourceFile* file) {
  return {file, file != nullptr ? LoadFailure::None : LoadFailure::NotFound, {}};
}

}  // namespace

LoadResult FileStore::load(const std::string& path) { return read(path, folder_of(path)); }

LoadResult FileStore::read(const std::string& path, const std::string& root) {
  std::string key = canonical(path);
  if (auto known = by_canonical_path_.find(key); known != by_canonical_path_.end())
    return {known->second, {}, {}};
  Bytes bytes = read_bytes(path, std::min<size_t>(kMaxFileSize, sources_.capacity_left()));
  if (bytes.failure != LoadFailure::None) return {nullptr, bytes.failure, std::move(bytes.reason)};
  const SourceFile* file = sources_.add(path, std::move(bytes.text));
  by_canonical_path_.emplace(std::move(key), file);
  folders_.emplace(file, ImportFolders{root, folder_of(path), false});
  return {file, {}, {}};
}

const SourceFile* FileStore::add_text(const std::string& path, std::string text) {
  const SourceFile* file = sources_.add(path, std::move(text));
  by_canonical_path_.insert_or_assign(canonical(path), file);
  folders_.emplace(file, ImportFolders{folder_of(path), folder_of(path), false});
  return file;
}

const SourceFile* FileStore::add_generated(GeneratedText generated) {
  std::string path = fmt::format("{}{}{}", generated.folder, generated.shown, kExtension);
  const SourceFile* file =
      sources_.add(std::move(generated.shown), std::move(generated.text), generated.hidden_lines);
  if (!generated.parsed.empty()) {
    Parsed& parsed = parsed_.emplace_back();
    parsed.text = std::move(generated.parsed);
    parsed.file.path = file->path;
    parsed.file.text = parsed.text;
    parsed.file.base = file->base;
    parsed.file.hidden_lines = file->hidden_lines;
    file = &parsed.file;
  }
  by_canonical_path_.insert_or_assign(canonical(path), file);
  folders_.emplace(file, ImportFolders{generated.folder, generated.folder, false});
  return file;
}

std::string FileStore::resolve(const SourceFile& from, std::string_view path) const {
  bool absolute = path.starts_with('/');
  const ImportFolders& place = folders_.at(&from);
  std::string folder = absolute ? place.root : place.folder;
  if (absolute) path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  const std::string_view extension = path.ends_with(kNesl) ? "" : kExtension;
  return normalise(folder + std::string(path)) + std::string(extension);
}

LoadResult FileStore::import(const SourceFile& from, std::string_view path) {
  if (path.find('\0') != std::string_view::npos) return found_or_not(nullptr);
  if (path.starts_with(kPreludeFolder)) return found_or_not(prelude(path));
  const ImportFolders& place = folders_.at(&from);
  if (place.embedded)
    return found_or_not(prelude(normalise(std::string(kPreludeFolder) + std::string(path))));
  return read(resolve(from, path), std::string(place.root));
}

const SourceFile* FileStore::prelude(std::string_view path) {
  std::string key = normalise(path);
  if (auto known = by_prelude_path_.find(key); known != by_prelude_path_.end())
    return known->second;
  for (const EmbeddedFile& embedded : embedded_prelude()) {
    if (embedded.path != key) continue;
    const SourceFile* file = sources_.add_static(key + std::string(kExtension), embedded.text);
    by_prelude_path_.emplace(std::move(key), file);
    folders_.emplace(file,
                     ImportFolders{std::string(kPreludeFolder), std::string(kPreludeFolder), true});
    return file;
  }
  return nullptr;
}

std::string FileStore::describe(const SourceFile& from, std::string_view path) {
  if (path.starts_with(kPreludeFolder)) return "a file of the prelude";
  if (folders_.at(&from).embedded) return "a file of the prelude";
  return resolve(from, path);
}

std::vector<std::string> FileStore::neighbours(const SourceFile& from, std::string_view path) {
  std::string prefix = folder_of(path);
  std::vector<std::string> found;
  if (path.starts_with(kPreludeFolder)) {
    for (const EmbeddedFile& embedded : embedded_prelude()) found.emplace_back(embedded.path);
    return found;
  }
  std::string folder = folder_of(resolve(from, path));
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, error), end;
       !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == kExtension)
      found.push_back(prefix + entry->path().stem().string());
    if (entry->path().extension() == kNesl)
      found.push_back(prefix + entry->path().filename().string());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace planish
