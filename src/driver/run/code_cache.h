// A folder on disk in which what was computed once is found again by the content that it was
// computed from. Several processes may use it at once. Whatever goes wrong there, such as a full
// disk or a file that somebody changed, is as if nothing had been found.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace planish {

// A hash of everything that a result depends on, part by part.
class ContentKey {
 public:
  ContentKey();
  ~ContentKey();
  ContentKey(const ContentKey& other);
  ContentKey& operator=(const ContentKey&) = delete;

  ContentKey& add(std::string_view part);
  std::string text() const;  // 32 hexadecimal digits

 private:
  struct State;
  std::unique_ptr<State> state_;
};

class CodeCache {
 public:
  static constexpr uint64_t kDefaultLimit = uint64_t{512} << 20;

  explicit CodeCache(std::filesystem::path folder, uint64_t byte_limit = kDefaultLimit);
  // In $XDG_CACHE_HOME/planish, or ~/.cache/planish. Nothing if PLANISH_CACHE is `off`, or there is
  // no home.
  static std::optional<CodeCache> of_this_user();

  const std::filesystem::path& folder() const { return folder_; }
  std::optional<std::string> read(const ContentKey& key) const;
  // When there is more than the limit, what was not used for longest goes.
  void write(const ContentKey& key, std::string_view content) const;

 private:
  std::filesystem::path path_of(const ContentKey& key) const;
  void make_room() const;

  std::filesystem::path folder_;
  uint64_t byte_limit_;
};

}  // namespace planish
