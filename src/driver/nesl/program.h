// A NESL program and what can be done with it: its expressions are entry points that take nothing,
// and further expressions can be added at its end.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "driver/session/front_end.h"
#include "nesl/lower/lower.h"
#include "nesl/types/check.h"
#include "runtime/value.h"

namespace planish {

// An expression, or a function, that can be run.
struct NeslEntry {
  std::string name;  // of the entry point
  const nesl::Expr* expr = nullptr;
  const nesl::Definition* function = nullptr;
  const nesl::Definition* bound = nullptr;        // a name whose binding talks to the world
  const nesl::Type* given = nullptr;              // what the binding gives; null: nothing
  const nesl::Type* type = nullptr;               // of the result
  const nesl::Type* argument = nullptr;           // of a function
  std::vector<const nesl::Type*> type_args = {};  // for the parameters of its type
  uint32_t form = 0;
  Loc loc;
};

class NeslProgram final : public CheckedSource {
 public:
  explicit NeslProgram(Session& session);
  ~NeslProgram() override;

  // Checks a file and what it loads; what is wrong is in the session's diagnostics.
  void check(const SourceFile& file);
  // Checks a text that follows what was checked before. Gives its expressions.
  std::vector<NeslEntry> add(std::string shown, std::string text);

  // The expressions of the file, in order.
  const std::vector<NeslEntry>& results() const { return results_; }
  // Functions whose types have no parameters and no functions, in the order of their definition.
  std::vector<NeslEntry> functions() const;
  // The same, and those whose types have parameters, which stand for ints then.
  std::vector<NeslEntry> functions_for_ints() const;
  // A function at types, as in `sort : [float] -> [float]`; only its name if that is all there is to
  // say. Nothing, and a message, if there is none.
  std::optional<NeslEntry> function_at(std::string_view text, std::string& problem);
  // Each form of a text, where it stands in it; the whole text, if something is wrong with it.
  std::vector<std::string> forms(const std::string& text);

  // Bindings that talk to the world give what they bind, from now on.
  void give_bound_values() { bindings_ = Bindings::Give; }
  // A name, or the names of a binding, stand for this value from now on, and nobody asks the world again. Values
  // that cannot be written down, such as functions, are not kept.
  void keep(std::string_view names, const nesl::Type* type, std::span<const runtime::Value> values);
  void keep(const NeslEntry& bound, std::span<const runtime::Value> values);

  // What is compiled: all of them until others are chosen.
  void choose(std::vector<NeslEntry> entries) { chosen_ = std::move(entries); }
  void set_seed(uint64_t seed) { seed_ = seed; }

  nesl::Checker& checker() { return *checker_; }
  // "it = [1, 2] : [int]"
  std::string result_line(const NeslEntry& entry, std::span<const runtime::Value> values);
  std::string value_text(const nesl::Type* type, std::span<const runtime::Value> values);

  Language language() const override { return Language::Nesl; }
  Session& session() override { return session_; }
  const SourceFile& root() const override { return *root_; }
  std::vector<const SourceFile*> imported() const override;
  std::vector<std::string> entry_names() const override;
  ir::Program lower(const LowerOptions& options) override;

 private:
  enum class Bindings : uint8_t { Do, Give };

  const SourceFile* find(std::string_view name, const SourceFile& from);
  NeslEntry entry_of(const nesl::Definition& definition,
                     std::vector<const nesl::Type*> type_args) const;
  const nesl::Type* read_type(std::string_view text);
  void add_binding(const nesl::BindForm& form, std::vector<NeslEntry>& out);
  void add_entries(std::span<nesl::Form* const> forms, std::vector<NeslEntry>& out);

  Session& session_;
  std::unique_ptr<nesl::Checker> checker_;
  const SourceFile* root_ = nullptr;
  std::vector<const SourceFile*> loaded_;
  std::vector<NeslEntry> results_;
  std::optional<std::vector<NeslEntry>> chosen_;
  uint64_t seed_ = 0;
  Bindings bindings_ = Bindings::Do;
};

}  // namespace planish
