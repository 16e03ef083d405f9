// The files of a session, each read once: what the user names, what those import, and the embedded
// prelude.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sema/types/file_loader.h"
#include "support/source.h"

namespace planish {

// Text that the compiler wraps around what a user typed.
struct GeneratedText {
  std::string shown;   // its path in messages; `import` finds it under this name in the folder
  std::string folder;  // that imports in it start from, "" or ending with '/'
  std::string text;
  uint32_t hidden_lines = 0;  // at the beginning of the text, which users do not see
  // What is parsed in place of the text, which messages go on to show; of the same length. Empty:
  // the text itself.
  std::string parsed = {};
};

class FileStore final : public FileLoader {
 public:
  explicit FileStore(SourceMap& sources) : sources_(sources) {}

  // Reads a file of the disk. Its folder is what `import "/…"` starts from, in it and in what it
  // imports.
  LoadResult load(const std::string& path);
  // Text that is on no disk, or newer than the disk: imports find it under this path.
  const SourceFile* add_text(const std::string& path, std::string text);
  const SourceFile* add_generated(GeneratedText generated);

  // Note [Import paths]
  // `import "p"` means the file p.fut in the folder of the importing file, and p may go through
  // `..` and down into folders. `import "/p"` starts from the folder of the root file, except that
  // "/prelude/p" is a file of the embedded prelude. Files are told apart by their canonical path,
  // so links and detours lead to one SourceFile.
  LoadResult import(const SourceFile& from, std::string_view path) override;
  const SourceFile* prelude(std::string_view path) override;
  std::string describe(const SourceFile& from, std::string_view path) override;
  std::vector<std::string> neighbours(const SourceFile& from, std::string_view path) override;
  OutsideFiles* outside() override { return outside_; }
  void set_outside(OutsideFiles* files) { outside_ = files; }

 private:
  // Folders are "" or end with '/'.
  struct ImportFolders {
    std::string root;    // that absolute imports start from
    std::string folder;  // that other imports start from
    bool embedded = false;
  };

  LoadResult read(const std::string& path, const std::string& root);
  // The path, as shown to the user, of the file that an import means.
  std::string resolve(const SourceFile& from, std::string_view path) const;

  // A file in place of another.
  struct Parsed {
    std::string text;
    SourceFile file;
  };

  SourceMap& sources_;
  OutsideFiles* outside_ = nullptr;
  std::deque<Parsed> parsed_;
  std::unordered_map<std::string, const SourceFile*> by_canonical_path_;
  std::unordered_map<std::string, const SourceFile*> by_prelude_path_;
  std::unordered_map<const SourceFile*, ImportFolders> folders_;
};

}  // namespace planish
