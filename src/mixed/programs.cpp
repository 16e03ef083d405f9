#include "mixed/programs.h"

#include <algorithm>

#include "mixed/lowering.h"

namespace planish::mixed {

static bool is_nesl(const SourceFile& file) { return file.path.ends_with(".nesl"); }

class Programs::ForSema final : public OutsideFiles {
 public:
  explicit ForSema(Programs& programs) : programs_(programs) {}
  bool takes(const SourceFile& file) const override { return is_nesl(file); }
  const OutsideFile& check(const SourceFile& file) override { return programs_.check_nesl(file); }

 private:
  Programs& programs_;
};

class Programs::ForNesl final : public nesl::OutsideFiles {
 public:
  explicit ForNesl(Programs& programs) : programs_(programs) {}
  bool takes(const SourceFile& file) const override { return file.path.ends_with(".fut"); }
  std::vector<nesl::OutsideDefinition> load(const SourceFile& file,
                                            std::span<const nesl::OpenFile> open,
                                            nesl::TypeTable& types) override {
    return programs_.load_futhark(file, open, types);
  }

 private:
  Programs& programs_;
};

Programs::Programs(SemaContext& cx, Checker& checker, Load load)
    : cx_(cx),
      checker_(checker),
      load_(std::move(load)),
      for_sema_(std::make_unique<ForSema>(*this)),
      for_nesl_(std::make_unique<ForNesl>(*this)) {}

Programs::~Programs() = default;

OutsideFiles& Programs::for_sema() { return *for_sema_; }
nesl::OutsideFiles& Programs::for_nesl() { return *for_nesl_; }

void Programs::add_file(const SourceFile* file) {
  if (std::ranges::find(files_, file) == files_.end()) files_.push_back(file);
}

const SourceFile* Programs::find(std::string_view name, const SourceFile& from) {
  std::string path(name);
  const size_t slash = from.path.rfind('/');
  if (!path.starts_with('/') && slash != std::string::npos)
    path = from.path.substr(0, slash + 1) + path;
  if (!path.ends_with(".nesl") && !path.ends_with(".fut")) path += ".nesl";
  return load_(path);
}

const OutsideFile& Programs::check_nesl(const SourceFile& file) {
  std::unique_ptr<NeslFile>& known = nesl_files_[&file];
  if (known != nullptr) return known->given.file;
  known = std::make_unique<NeslFile>();
  NeslFile& made = *known;
  add_file(&file);
  const size_t errors = cx_.diags.error_count();
  made.checker = std::make_unique<nesl::Checker>(
      cx_.sources, cx_.arena, cx_.names, cx_.diags,
      [this](std::string_view name, const SourceFile& from) {
        const SourceFile* found = find(name, from);
        if (found != nullptr) add_file(found);
        return found;
      },
      for_nesl_.get());
  made.checker->check_file(file);
  made.checker->finish();
  if (cx_.diags.error_count() != errors) {
    made.given.file.incomplete = true;
    return made.given.file;
  }
  made.given = nesl_definitions(*made.checker, cx_.names, cx_.arena,
                                static_cast<uint32_t>(numbered_.size()));
  for (const nesl::Definition* definition : made.given.numbered)
    numbered_.push_back({&made, definition, nullptr, nullptr});
  return made.given.file;
}

std::vector<nesl::OutsideDefinition> Programs::load_futhark(const SourceFile& file,
                                                            std::span<const nesl::OpenFile> open,
                                                            nesl::TypeTable& types) {
  std::unique_ptr<FutharkFile>& known = futhark_files_[&file];
  if (known == nullptr) {
    std::vector<Checker::Importer> importers;
    for (const nesl::OpenFile& each : open) importers.push_back({each.file, each.load_loc});
    CheckedProgram program = checker_.import(importers, file);
    if (program.files.empty()) return {};  // a circle
    known = std::make_unique<FutharkFile>(std::move(program));
    for (const ImportedFile* each : known->program.files) {
      if (!each->prelude) add_file(each->source);
    }
  }
  FutharkDefinitions found =
      futhark_definitions(cx_, known->program, types, static_cast<uint32_t>(numbered_.size()));
  for (const ValueSymbol* symbol : found.numbered)
    numbered_.push_back({nullptr, nullptr, known.get(), symbol});
  return std::move(found.values);
}

ir::Program Programs::lower(const CheckedProgram& program, const LowerOptions& options) {
  return Lowering(*this, options).lower(program);
}

ir::Program Programs::lower(nesl::LowerInput program, std::span<const nesl::LoweredEntry> entries) {
  return Lowering(*this, {}).lower(program, entries);
}

}  // namespace planish::mixed
