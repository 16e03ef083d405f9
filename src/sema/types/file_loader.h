// Where imported files come from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/source.h"

namespace planish {

enum class LoadFailure : uint8_t { None, NotFound, IsDirectory, Unreadable, TooLarge };

struct LoadResult {
  const SourceFile* file = nullptr;  // null: it failed
  LoadFailure failure = LoadFailure::None;
  std::string reason;  // of the operating system, for Unreadable
};

class OutsideFiles;

class FileLoader {
 public:
  virtual ~FileLoader() = default;

  // The file that `import "path"` means inside `from`. The same file is the same object whatever
  // path leads to it.
  virtual LoadResult import(const SourceFile& from, std::string_view path) = 0;
  // A file of the embedded prelude by its import path ("/prelude/prelude"), or null.
  virtual const SourceFile* prelude(std::string_view path) = 0;
  // For messages: where `import "path"` was looked for.
  virtual std::string describe(const SourceFile& from, std::string_view path) = 0;
  // For messages: import paths of files beside the one that "path" would mean.
  virtual std::vector<std::string> neighbours(const SourceFile& from, std::string_view path) = 0;
  // Files of other languages. Null: they cannot be imported.
  virtual OutsideFiles* outside() { return nullptr; }
};

}  // namespace planish
