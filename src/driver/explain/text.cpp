// The facts for a terminal.
#include <fmt/format.h>

#include <algorithm>

#include "diag/snippet.h"
#include "driver/explain/explain.h"
#include "driver/explain/sentences.h"

namespace planish::explain {

namespace {

class TextWriter {
 public:
  TextWriter(const SourceText& source, const TextOptions& options)
      : source_(source), options_(options) {
    if (options.color == Color::Always)
      style_ = {"\x1b[1;36m", "\x1b[1m", "\x1b[34m", "\x1b[36m", "\x1b[32m", "\x1b[0m"};
  }

  void entry(const Entry& entry) {
    if (!out_.empty()) out_ += "\n";
    out_ += fmt::format("{}{}{} at {}\n", style_.severity, entry.name, style_.reset,
                        source_.position(entry.place));
    fact("parallel", entry.summary.parallel);
    fact("sequential", entry.summary.sequential);
    fact("memory", entry.summary.memory);
    fact("waits", entry.summary.waits);
    if (!entry.summary.kernels.empty()) fact("kernels", entry.summary.kernels);
    if (!entry.summary.copies.empty()) fact("copies", entry.summary.copies);
    nests(entry);
    for (size_t i = 0; i < entry.causes.size(); i++) {
      const Cause& cause = entry.causes[i];
      header("slow", fmt::format("[{}]", code_of(cause.kind)), cause.message, cause.place);
      // What is the same for the next one is said there.
      const bool again = i + 1 < entry.causes.size() && entry.causes[i + 1].advice == cause.advice;
      if (!again) line(fmt::format("{}do this{}: {}", style_.hint, style_.reset, cause.advice));
    }
    if (options_.detail == Detail::Summary) return;
    for (const Call& call : entry.calls) {
      header(call.name, "", shape_and_regularity(call), call.source);
      for (const std::string& one : call_lines(call, source_)) line(one);
    }
    if (entry.device) kernels(*entry.device);
  }

  std::string take() { return std::move(out_); }

 private:
  void fact(std::string_view what, const std::string& text) {
    out_ += fmt::format("  {}{:<10}{}  {}\n", style_.message, what, style_.reset, text);
  }

  void nests(const Entry& entry) {
    size_t name_width = 0;
    size_t place_width = 0;
    auto is_shown = [&](size_t i) { return !entry.calls[i].inside && has_work(entry.calls, i); };
    for (size_t i = 0; i < entry.calls.size(); i++) {
      const Call& call = entry.calls[i];
      if (!is_shown(i)) continue;
      name_width = std::max(name_width, call.name.size());
      place_width = std::max(place_width, source_.position(call.source).size());
    }
    for (size_t i = 0; i < entry.calls.size(); i++) {
      const Call& call = entry.calls[i];
      if (!is_shown(i)) continue;
      out_ += fmt::format("  {}{:<{}}{}  {:<{}}  {}\n", style_.gutter,
                          source_.position(call.source), place_width, style_.reset, call.name,
                          name_width, nest_text(entry.calls, i, source_));
    }
  }

  // All of them, with those of operators that the source does not have.
  void kernels(const DeviceFacts& device) {
    out_ += fmt::format("\n{}kernels{}\n", style_.severity, style_.reset);
    for (const KernelAt& at : device.kernels) {
      std::string line = fmt::format("  {} at {}", at.kernel.name, source_.position(at.place));
      if (!at.loop.empty()) line += fmt::format(", in each iteration of {}", at.loop);
      line += at.threads == Threads::One ? ": one thread" : fmt::format(": {}", at.kernel.how);
      if (at.kernel.allocates) line += "; threads allocate";
      if (at.kernel.recurses) line += "; threads recurse";
      if (!at.kernel.when.empty()) line += fmt::format("; if {}", at.kernel.when);
      out_ += line + "\n";
    }
  }

  // What something is, and the source of it.
  void header(std::string_view what, std::string_view code, const std::string& message,
              const ir::Place& place) {
    out_ += fmt::format("\n{}{}{}{}{}: {}{}\n", style_.severity, what, code, style_.reset,
                        style_.message, message, style_.reset);
    gutter_ = 1;
    const Loc loc = source_.loc(place);
    if (!loc.valid()) {
      out_ += fmt::format("  {}\n", source_.position(place));
      return;
    }
    const SourceFile& file = *source_.file(place.file)->source;
    Snippet snippet{&file, {make_mark(source_.sources(), file, loc, MarkRole::Primary, "")}};
    gutter_ = static_cast<uint32_t>(std::to_string(last_line(snippet)).size());
    render_snippet(out_, source_.sources(), snippet, gutter_, style_, {.color = options_.color});
  }

  void line(const std::string& text) {
    out_ += fmt::format("{:{}} {}={} {}\n", "", gutter_, style_.gutter, style_.reset, text);
  }

  const SourceText& source_;
  const TextOptions& options_;
  Style style_;
  uint32_t gutter_ = 1;
  std::string out_;
};

}  // namespace

std::string as_text(const std::vector<Entry>& entries, const SourceText& source,
                    const TextOptions& options) {
  TextWriter writer(source, options);
  for (const Entry& entry : entries) writer.entry(entry);
  std::string text = writer.take();
  return text.empty() ? "there are no entry points\n" : text;
}

}  // namespace planish::explain
