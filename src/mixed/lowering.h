// One program in CORE of functions of both languages.
#pragma once

#include <map>
#include <memory>

#include "mixed/programs.h"
#include "values/outside.h"

namespace planish::mixed {

class Lowering final : public values::OutsideFunctions {
 public:
  Lowering(Programs& programs, const LowerOptions& options);
  ~Lowering();

  // Can be called once, for the root of the program.
  ir::Program lower(const CheckedProgram& program);
  ir::Program lower(nesl::LowerInput program, std::span<const nesl::LoweredEntry> entries);

  // Where one language calls the other.
  std::vector<values::Atom> call(const values::OutsideCall& call,
                                 std::vector<values::Atom> argument) override;

 private:
  nesl::ProgramLowering& of(const NeslFile& file);
  ProgramLowering& of(const FutharkFile& file);
  template <class AddEntries>
  ir::Program finished(const AddEntries& add_entries);

  Programs& programs_;
  const LowerOptions options_;
  values::ProgramBuilder made_;
  std::map<const NeslFile*, std::unique_ptr<nesl::ProgramLowering>> nesl_;
  std::map<const FutharkFile*, std::unique_ptr<ProgramLowering>> futhark_;
};

}  // namespace planish::mixed
