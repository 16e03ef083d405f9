// Programs of any language that was checked: what everything behind the front ends needs of them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "driver/session/session.h"
#include "ir/program.h"
#include "lower/lower.h"

namespace planish {

enum class Language : uint8_t { Futhark, Nesl };

// By the ending of the path: `.nesl`, or any other.
Language language_of(std::string_view path);

// A program that was checked without errors.
class CheckedSource {
 public:
  virtual ~CheckedSource() = default;

  virtual Language language() const = 0;
  virtual Session& session() = 0;
  virtual const SourceFile& root() const = 0;
  // The files that it imports, directly or not, without those that are part of the compiler.
  virtual std::vector<const SourceFile*> imported() const = 0;
  // The entry points, in the order of their definition.
  virtual std::vector<std::string> entry_names() const = 0;
  // What cannot be compiled is reported to the session.
  virtual ir::Program lower(const LowerOptions& options) = 0;
};

// The entry points of the root file, in the order of their definition.
std::vector<std::string_view> entry_names(const SemaContext& cx, const CheckedProgram& program);

class FutharkSource final : public CheckedSource {
 public:
  FutharkSource(Session& session, const CheckedProgram& program)
      : session_(session), program_(program) {}

  Language language() const override { return Language::Futhark; }
  Session& session() override { return session_; }
  const SourceFile& root() const override { return *program_.files.back()->source; }
  std::vector<const SourceFile*> imported() const override;
  std::vector<std::string> entry_names() const override;
  ir::Program lower(const LowerOptions& options) override;

 private:
  Session& session_;
  const CheckedProgram& program_;
};

}  // namespace planish
