// What the compiler says to its user. A diagnostic has a kind (a stable code, listed in kinds.def),
// a message, labels on source ranges, notes and a hint; how it looks is the business of render.h.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/loc.h"

namespace planish {

enum class Severity : uint8_t { Error, Warning };

enum class Diag : uint16_t {
#define DIAG(name, code, severity, summary) name,
#include "diag/kinds.def"
#undef DIAG
};

struct DiagInfo {
  std::string_view code;  // "size-mismatch"
  Severity severity;
  std::string_view summary;  // one line, for lists
};
const DiagInfo& info(Diag kind);
std::span<const DiagInfo> all_diags();

struct Label {
  Loc loc;
  std::string text;  // may be empty for the primary range
};

struct Note {
  Loc loc;  // may be invalid
  std::string text;
};

struct Diagnostic {
  Diag kind{};
  Severity severity = Severity::Error;
  std::string message;
  std::vector<Label> labels;  // the first is the primary range
  std::vector<Note> notes;
  std::string hint;
  std::string
      replacement;  // when not empty: text that, put in place of replacement_loc, applies the hint
  Loc replacement_loc;

  Diagnostic& label(Loc loc, std::string text) {
    labels.push_back({loc, std::move(text)});
    return *this;
  }
  Diagnostic& primary_label(std::string text) {
    labels.front().text = std::move(text);
    return *this;
  }
  Diagnostic& note(std::string text, Loc loc = {}) {
    notes.push_back({loc, std::move(text)});
    return *this;
  }
  Diagnostic& suggest(std::string text) {
    hint = std::move(text);
    return *this;
  }
  Diagnostic& replace(Loc loc, std::string text) {
    replacement_loc = loc;
    replacement = std::move(text);
    return *this;
  }
};

// Collects diagnostics in the order in which they are found.
class Diagnostics {
 public:
  // The message is lower case, without a full stop. The reference is valid until the next report.
  template <class... Args>
  Diagnostic& report(Diag kind, Loc loc, fmt::format_string<Args...> format, Args&&... args) {
    return add(kind, loc, fmt::format(format, std::forward<Args>(args)...));
  }
  Diagnostic& add(Diag kind, Loc loc, std::string message);

  std::span<const Diagnostic> all() const { return all_; }
  // The one reported last; there must be one.
  Diagnostic& last() { return all_.back(); }
  size_t error_count() const { return errors_; }
  bool has_errors() const { return errors_ != 0; }
  // Forgets what was reported after the first `count` diagnostics.
  void truncate(size_t count);
  size_t size() const { return all_.size(); }

 private:
  std::vector<Diagnostic> all_;
  size_t errors_ = 0;
};

}  // namespace planish
