#include "diag/render.h"

#include <algorithm>
#include <unordered_map>

#include "diag/display_text.h"
#include "diag/snippet.h"

namespace planish {
namespace {

constexpr Style kPlain{};
constexpr Style kErrorColors{.severity = "\x1b[1;31m",
                             .message = "\x1b[1m",
                             .gutter = "\x1b[34m",
                             .secondary = "\x1b[36m",
                             .hint = "\x1b[32m",
                             .reset = "\x1b[0m"};
constexpr Style kWarningColors{.severity = "\x1b[1;33m",
                               .message = "\x1b[1m",
                               .gutter = "\x1b[34m",
                               .secondary = "\x1b[36m",
                               .hint = "\x1b[32m",
                               .reset = "\x1b[0m"};

const Style& style_of(Severity severity, Color color) {
  if (color == Color::Never) return kPlain;
  return severity == Severity::Error ? kErrorColors : kWarningColors;
}

std::string_view severity_name(Severity severity) {
  return severity == Severity::Error ? "error" : "warning";
}

std::string one_line(std::string_view text) {
  std::string out = valid_utf8(text);
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

// Ranges without a text add nothing when another one has the same place.
void add_mark(Snippet& snippet, Mark mark) {
  for (Mark& other : snippet.marks) {
    bool same = other.begin.line == mark.begin.line && other.begin.byte == mark.begin.byte &&
                other.end.line == mark.end.line && other.end.byte == mark.end.byte;
    if (!same) continue;
    if (mark.text.empty() || mark.text == other.text) return;
    if (other.text.empty()) {
      other.text = std::move(mark.text);
      return;
    }
  }
  snippet.marks.push_back(std::move(mark));
}

std::vector<Snippet> snippets_of(const Diagnostic& diagnostic, const SourceMap& sources) {
  std::vector<Snippet> snippets;
  for (const Label& label : diagnostic.labels) {
    const SourceFile* file = file_at(sources, label.loc);
    if (file == nullptr) continue;
    MarkRole role = &label == &diagnostic.labels.front() ? MarkRole::Primary : MarkRole::Secondary;
    auto snippet = std::find_if(snippets.begin(), snippets.end(),
                                [&](const Snippet& s) { return s.file == file; });
    if (snippet == snippets.end()) snippet = snippets.insert(snippets.end(), Snippet{file, {}});
    add_mark(*snippet, make_mark(sources, *file, label.loc, role, one_line(label.text)));
  }
  return snippets;
}

// `= note: text`, further lines of the text aligned with its first.
void write_remark(std::string& out, uint32_t gutter, std::string_view kind, std::string_view text,
                  const Style& style) {
  std::string clean = valid_utf8(text);
  out.append(gutter + 1, ' ');
  out += style.gutter;
  out += '=';
  out += style.reset;
  out += ' ';
  out += kind == "hint" ? style.hint : style.message;
  out += kind;
  out += style.reset;
  out += ": ";
  size_t indent = gutter + 1 + 2 + kind.size() + 2;
  for (char c : clean) {
    out += c;
    if (c == '\n') out.append(indent, ' ');
  }
  out += '\n';
}

}  // namespace

std::string render_text(const Diagnostic& diagnostic, const SourceMap& sources,
                        const RenderOptions& options) {
  const Style& style = style_of(diagnostic.severity, options.color);
  std::vector<Snippet> snippets = snippets_of(diagnostic, sources);
  std::vector<Snippet> note_snippets(diagnostic.notes.size());
  uint32_t last = 0;
  for (const Snippet& snippet : snippets) last = std::max(last, last_line(snippet));
  for (size_t i = 0; i < diagnostic.notes.size(); i++) {
    Loc loc = diagnostic.notes[i].loc;
    const SourceFile* file = file_at(sources, loc);
    if (file == nullptr) continue;
    note_snippets[i] = {file, {make_mark(sources, *file, loc, MarkRole::Secondary, "")}};
    last = std::max(last, last_line(note_snippets[i]));
  }
  uint32_t gutter = last == 0 ? 1 : static_cast<uint32_t>(std::to_string(last).size());

  std::string out;
  out += style.severity;
  out += severity_name(diagnostic.severity);
  out += '[';
  out += info(diagnostic.kind).code;
  out += ']';
  out += style.reset;
  out += style.message;
  out += ": ";
  out += valid_utf8(diagnostic.message);
  out += style.reset;
  out += '\n';
  for (const Snippet& snippet : snippets)
    render_snippet(out, sources, snippet, gutter, style, options);
  for (size_t i = 0; i < diagnostic.notes.size(); i++) {
    write_remark(out, gutter, "note", diagnostic.notes[i].text, style);
    if (note_snippets[i].file != nullptr)
      render_snippet(out, sources, note_snippets[i], gutter, style, options);
  }
  if (!diagnostic.hint.empty()) write_remark(out, gutter, "hint", diagnostic.hint, style);
  return out;
}

std::string render_summary(size_t errors, size_t warnings, Color color) {
  std::string out;
  auto add = [&](size_t count, Severity severity) {
    if (count == 0) return;
    const Style& style = style_of(severity, color);
    if (!out.empty()) out += ", ";
    out += style.severity;
    out += fmt::format("{} {}{}", count, severity_name(severity), count == 1 ? "" : "s");
    out += style.reset;
  };
  add(errors, Severity::Error);
  add(warnings, Severity::Warning);
  if (!out.empty()) out += '\n';
  return out;
}

std::string render_all(std::span<const Diagnostic> diagnostics, const SourceMap& sources,
                       Warnings warnings, const RenderOptions& options) {
  // More than anybody reads; one broken bracket can lead to thousands.
  constexpr size_t kMostShown = 100;
  std::string out;
  size_t errors = 0, warning_count = 0;
  for (const Diagnostic* diagnostic : display_order(diagnostics, sources, warnings)) {
    size_t& count = diagnostic->severity == Severity::Error ? errors : warning_count;
    if (count++ < kMostShown) out += render_text(*diagnostic, sources, options) + "\n";
  }
  if (std::max(errors, warning_count) > kMostShown)
    out += fmt::format("(only the first {} of a kind are shown)\n", kMostShown);
  return out + render_summary(errors, warning_count, options.color);
}

std::vector<const Diagnostic*> display_order(std::span<const Diagnostic> diagnostics,
                                             const SourceMap& sources, Warnings warnings) {
  struct Entry {
    size_t file;
    Loc loc;
    const Diagnostic* diagnostic;
  };
  std::vector<Entry> entries;
  std::unordered_map<const SourceFile*, size_t> file_order;
  for (const Diagnostic& d : diagnostics) {
    if (warnings == Warnings::Hide && d.severity == Severity::Warning) continue;
    Loc loc = d.labels.empty() ? Loc{} : d.labels.front().loc;
    const SourceFile* file = file_at(sources, loc);
    if (file == nullptr) {
      entries.push_back({0, {}, &d});
    } else {
      entries.push_back(
          {file_order.try_emplace(file, file_order.size() + 1).first->second, loc, &d});
    }
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.file != b.file ? a.file < b.file : a.loc.begin < b.loc.begin;
  });
  std::vector<const Diagnostic*> order;
  for (const Entry& entry : entries) {
    const Diagnostic& d = *entry.diagnostic;
    bool repeats = std::any_of(
        order.rbegin(), order.rbegin() + static_cast<ptrdiff_t>(std::min<size_t>(order.size(), 4)),
        [&](const Diagnostic* other) {
          return other->kind == d.kind && other->message == d.message && !other->labels.empty() &&
                 !d.labels.empty() && entry.loc.valid() && other->labels.front().loc == entry.loc;
        });
    if (!repeats) order.push_back(&d);
  }
  return order;
}

}  // namespace planish
