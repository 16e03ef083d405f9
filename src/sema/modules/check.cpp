#include "sema/modules/check.h"

#include <unordered_map>

#include "sema/modules/decls.h"
#include "sema/modules/import_nodes.h"
#include "sema/modules/intrinsics.h"
#include "sema/modules/module_context.h"
#include "sema/modules/outside_names.h"
#include "sema/types/file_loader.h"
#include "support/closest.h"
#include "syntax/parser.h"

namespace planish {

// Note [Order of checking]
// A file is checked after all files that it imports, wherever in it the imports stand, in a scope
// that has only the intrinsics and, outside of the prelude, what the prelude opens. So scopes of
// files never nest.
struct Checker::Impl {
  enum class State : uint8_t { New, Loading, Checked };

  struct File {
    ImportedFile file;
    State state = State::New;
    bool root = false;        // named by the user, not only imported
    bool incomplete = false;  // its text, or that of something it imports, could not be understood
    std::vector<File*> imports;
    Loc import_loc;  // while loading: the import that is being followed
    const TreeAdapter* adapt = nullptr;
  };

  explicit Impl(SemaContext& context) : cx(context), mc(context) {}

  CheckedProgram check(const SourceFile& root, const TreeAdapter& adapt) {
    load_prelude();
    File& file = file_of(root);
    file.root = true;
    file.adapt = &adapt;
    if (file.state == State::New) load(file);
    file.adapt = nullptr;
    return program_of(file);
  }

  CheckedProgram import_from_outside(std::span<const Importer> importers,
                                     const SourceFile& source) {
    load_prelude();
    std::vector<File*> entered;
    for (const Importer& importer : importers) {
      File& from = file_of(*importer.file);
      from.import_loc = importer.import_loc;
      if (from.state == State::Loading) continue;
      from.state = State::Loading;
      loading.push_back(&from);
      entered.push_back(&from);
    }
    CheckedProgram program;
    File& file = file_of(source);
    if (file.state == State::Loading) {
      report_cycle(file, importers.back().import_loc);
    } else {
      if (file.state == State::New) load(file);
      program = program_of(file);
    }
    for (File* from : entered) from->state = State::New;
    loading.resize(loading.size() - entered.size());
    return program;
  }

  CheckedProgram program_of(File& file) {
    CheckedProgram program;
    std::unordered_map<File*, bool> listed;
    if (prelude != &no_prelude) list(*prelude, program, listed);
    list(file, program, listed);
    program.intrinsics = mc.intrinsics->env;
    return program;
  }

  // Each file after what it imports.
  void list(File& file, CheckedProgram& program, std::unordered_map<File*, bool>& listed) {
    if (listed[&file]) return;
    listed[&file] = true;
    for (File* import : file.imports) list(*import, program, listed);
    program.files.push_back(&file.file);
  }

  File& file_of(const SourceFile& source) {
    std::unique_ptr<File>& file = files[&source];
    if (file == nullptr) {
      file = std::make_unique<File>();
      file->file.source = &source;
    }
    return *file;
  }

  // ---- The prelude

  void load_prelude() {
    if (prelude != nullptr) return;
    cx.prelude = true;
    bind_intrinsics(mc);
    if (const SourceFile* source = cx.loader.prelude("/prelude/prelude")) {
      prelude = &file_of(*source);
      prelude->file.prelude = true;
      load(*prelude);
    } else {
      prelude = &no_prelude;
    }
    cx.prelude = false;
    cx.scope.open(prelude->file.env);
  }

  // ---- Files

  void load(File& file) {
    file.state = State::Loading;
    loading.push_back(&file);
    size_t reported = cx.diags.size(), errors = cx.diags.error_count();
    file.file.program = parse(*file.file.source, cx.arena, cx.names, cx.diags);
    file.incomplete = cx.diags.error_count() != errors;
    if (file.adapt != nullptr && *file.adapt) (*file.adapt)(*file.file.program);
    for_each_import(file.file.program->decls,
                    [&](std::string_view path, Loc loc, ImportedFile*& imported) {
                      File* target = import(file, path, loc);
                      imported = target != nullptr ? &target->file : nullptr;
                      file.incomplete |= target == nullptr || target->incomplete;
                    });
    check_file(file);
    // Users cannot do anything about warnings in the prelude.
    if (file.file.prelude && cx.diags.error_count() == errors) cx.diags.truncate(reported);
    loading.pop_back();
    file.state = State::Checked;
  }

  void load_outside(File& file) {
    file.state = State::Loading;
    loading.push_back(&file);
    const size_t errors = cx.diags.error_count();
    file.file.program = cx.arena.make<ast::Program>();  // nothing of it is ours
    const OutsideFile& found = cx.loader.outside()->check(*file.file.source);
    file.incomplete = found.incomplete || cx.diags.error_count() != errors;
    bind_outside(mc, *file.file.source, found, file.file.env);
    loading.pop_back();
    file.state = State::Checked;
  }

  void check_file(File& file) {
    Block block(cx.scope);
    bool outer_prelude = cx.prelude;
    cx.prelude = file.file.prelude;
    cx.names_missing = file.incomplete;
    mc.root = file.root;
    check_decls(mc, file.file.program->decls, file.file.env);
    cx.names_missing = false;
    cx.prelude = outer_prelude;
  }

  File* import(File& from, std::string_view path, Loc loc) {
    LoadResult loaded = cx.loader.import(*from.file.source, path);
    const SourceFile* source = loaded.file;
    if (source == nullptr) {
      report_not_loaded(from, path, loc, loaded);
      return nullptr;
    }
    File& target = file_of(*source);
    from.import_loc = loc;
    if (target.state == State::Loading) {
      report_cycle(target, loc);
      return nullptr;
    }
    from.imports.push_back(&target);
    if (target.state == State::New) {
      const OutsideFiles* outside = cx.loader.outside();
      if (outside != nullptr && outside->takes(*source)) {
        load_outside(target);
        return &target;
      }
      target.file.prelude = from.file.prelude || cx.loader.prelude(path) == source;
      load(target);
    }
    return &target;
  }

  void report_not_loaded(const File& from, std::string_view path, Loc loc,
                         const LoadResult& loaded) {
    std::string name = cx.loader.describe(*from.file.source, path);
    switch (loaded.failure) {
      case LoadFailure::None:
      case LoadFailure::NotFound: return report_not_found(from, path, loc);
      case LoadFailure::IsDirectory:
        cx.diags.report(Diag::import_not_found, loc, "{} is a directory, not a file", name);
        return;
      case LoadFailure::Unreadable:
        cx.diags.report(Diag::import_not_found, loc, "cannot read {}: {}", name, loaded.reason);
        return;
      case LoadFailure::TooLarge:
        cx.diags.report(Diag::file_too_large, loc, "{} is too large", name);
        return;
    }
  }

  void report_not_found(const File& from, std::string_view path, Loc loc) {
    auto& diag =
        cx.diags.report(Diag::import_not_found, loc, "there is no file to import as \"{}\"", path);
    diag.note(fmt::format("it was looked for as {}", cx.loader.describe(*from.file.source, path)));
    if (path.ends_with(".fut")) {
      diag.suggest(
          fmt::format("leave out the extension: import \"{}\"", path.substr(0, path.size() - 4)));
      return;
    }
    std::vector<std::string> candidates = cx.loader.neighbours(*from.file.source, path);
    std::vector<std::string_view> texts(candidates.begin(), candidates.end());
    if (auto best = closest(path, texts); !best.empty())
      diag.suggest(fmt::format("did you mean \"{}\"?", best[0]));
  }

  void report_cycle(const File& target, Loc loc) {
    size_t first = 0;
    while (loading[first] != &target) first++;
    auto& diag = cx.diags.report(
        Diag::import_cycle, loc, "{}",
        loading.size() - first == 1 ? fmt::format("{} imports itself", target.file.source->path)
                                    : fmt::format("{} is imported by a file that it imports itself",
                                                  target.file.source->path));
    for (size_t i = first; i < loading.size() && loading.size() - first > 1; i++) {
      const File* next = i + 1 < loading.size() ? loading[i + 1] : &target;
      diag.note(
          fmt::format("{} imports {}", loading[i]->file.source->path, next->file.source->path),
          loading[i]->import_loc);
    }
    diag.suggest("move what both files need to a third one, and import it in both");
  }

  SemaContext& cx;
  ModuleContext mc;
  std::unordered_map<const SourceFile*, std::unique_ptr<File>> files;
  std::vector<File*> loading;  // each is being imported by the one before
  File no_prelude;             // stands for a prelude that is not there
  File* prelude = nullptr;
};

Checker::Checker(SemaContext& cx) : impl_(std::make_unique<Impl>(cx)) {}
Checker::~Checker() = default;

CheckedProgram Checker::check(const SourceFile& root, const TreeAdapter& adapt) {
  return impl_->check(root, adapt);
}

CheckedProgram Checker::import(std::span<const Importer> importers, const SourceFile& file) {
  return impl_->import_from_outside(importers, file);
}

}  // namespace planish
