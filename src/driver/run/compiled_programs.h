// Machine code of programs that were compiled before, in a CodeCache.
//
// Note [Two steps to compiled code]
// What a program consists of is known after its imports have been read, which is what a cache is
// there to avoid. So the root file leads to the list of the files that it imported last time; their
// contents and its own lead to the code. Were they to import anything else now, one of them would
// be different, and nothing would be found. Warnings are kept with the code, because nothing is
// checked when it is found.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "driver/run/code_cache.h"
#include "ir/program.h"
#include "support/source.h"

namespace planish {

// What the checker warns of in a program, as users are shown it.
struct WarningTexts {
  std::string plain;
  std::string colored;
};

struct CompiledProgram {
  ir::Program signatures;  // the entry points; their bodies only name the tuning parameters
  std::string object;
  WarningTexts warnings;
};

class CompiledPrograms {
 public:
  // `identity` says all that the code depends on, apart from the program: compiler, target,
  // options.
  CompiledPrograms(const CodeCache& cache, std::string_view identity)
      : cache_(cache), identity_(identity) {}

  // With the imported files as they are on disk.
  std::optional<CompiledProgram> find(const SourceFile& root) const;
  // `imported` are the files that it imports, directly or not, without those that are part of the
  // compiler.
  std::optional<CompiledProgram> find(const SourceFile& root,
                                      std::span<const SourceFile* const> imported) const;
  void store(const SourceFile& root, std::span<const SourceFile* const> imported,
             const CompiledProgram& program) const;

 private:
  ContentKey root_key(const SourceFile& root) const;
  ContentKey code_key(const SourceFile& root, std::span<const SourceFile* const> imported) const;
  std::optional<CompiledProgram> read(const ContentKey& code_key) const;

  const CodeCache& cache_;
  std::string identity_;
};

}  // namespace planish
