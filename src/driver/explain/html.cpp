// The facts as a page: the source, its operators marked, and what there is to say beside the lines.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "driver/explain/explain.h"
#include "driver/explain/html_style.h"
#include "driver/explain/sentences.h"

namespace planish::explain {

namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

// What stands between backquotes is code.
std::string with_code(std::string_view text) {
  std::string out;
  bool open = false;
  for (char c : escaped(text)) {
    if (c == '`') {
      out += open ? "</code>" : "<code>";
      open = !open;
    } else {
      out += c;
    }
  }
  return open ? out + "</code>" : out;
}

// What is said about a place of the source, whichever entry points say it.
struct Note {
  std::string html;
  std::vector<std::string> entries;
};

// A range of the source that looks different.
struct Span {
  Loc loc;
  std::string before;
  std::string after;
};

class Page {
 public:
  Page(const std::vector<Entry>& entries, const SourceText& source)
      : entries_(entries), source_(source) {}

  std::string run(std::string_view title) {
    for (const Entry& entry : entries_) collect(entry);
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>{0}: planish explain</title>\n<style>{1}</style>\n</head>\n<body>\n"
        "<h1>{0}</h1>\n"
        "<p class=\"legend\">"
        "<span class=\"operator parallel\">parallel</span>"
        "<span class=\"operator fused\">fused into another operator</span>"
        "<span class=\"operator sequential\">a loop in one thread</span>"
        "<span class=\"operator gone\">no code is left of it</span>"
        "<span class=\"wavy\">usually slow</span></p>\n",
        escaped(title), kHtmlStyle);
    for (const Entry& entry : entries_) out += summary(entry);
    for (Facts& facts : files_) out += source_html(facts);
    return out + "</body>\n</html>\n";
  }

 private:
  // About a file.
  struct Facts {
    const SourceText::File* file = nullptr;
    size_t number = 0;
    std::map<uint32_t, std::vector<Note>> notes;  // by line
    std::vector<Span> spans;
  };

  // ---- Collecting

  // Null: the file is not the user's.
  Facts* facts_at(const ir::Place& place) {
    const SourceText::File* file = source_.file(place.file);
    if (file == nullptr) return nullptr;
    auto known = std::ranges::find(files_, file, &Facts::file);
    if (known != files_.end()) return &*known;
    files_.push_back({file, files_.size() + 1, {}, {}});
    return &files_.back();
  }

  void collect(const Entry& entry) {
    facts_at(entry.place);  // its file is shown even if there is nothing to say
    for (const Cause& cause : entry.causes) {
      Facts* facts = facts_at(cause.place);
      if (facts == nullptr) continue;
      add(*facts, entry, cause.place.line,
          fmt::format("<div class=\"note slow\"><span>slow: {}</span>{{}}</div>\n",
                      braced(with_code(cause.message))));
      add_span(*facts, {source_.loc(cause.place), "<span class=\"wavy\">", "</span>"});
    }
    for (const Call& call : entry.calls) {
      Facts* facts = facts_at(call.source);
      if (facts == nullptr) continue;
      const std::string id =
          fmt::format("{}-{}-{}", facts->number, call.source.line, call.source.column);
      add(*facts, entry, call.source.line, call_note(call, id));
      add_span(*facts,
               {source_.head(call.source),
                fmt::format("<a class=\"operator {}\" href=\"#note-{}\" id=\"at-{}\" title=\"{}\">",
                            fate_text(call.fate), id, id, escaped(short_text(call, source_))),
                "</a>"});
    }
  }

  // With its braces doubled, to be part of a format.
  static std::string braced(std::string_view text) {
    std::string out;
    for (char c : text) {
      out += c;
      if (c == '{' || c == '}') out += c;
    }
    return out;
  }

  std::string call_note(const Call& call, const std::string& id) const {
    std::string out = fmt::format(
        "<div class=\"note {0}\" id=\"note-{1}\"><a class=\"name {0}\" "
        "href=\"#at-{1}\"><code>{2}</code></a> {3}{{}}",
        fate_text(call.fate), id, braced(escaped(call.name)),
        braced(with_code(short_text(call, source_))));
    if (call.fate == Fate::Gone) return out + "</div>\n";
    out += fmt::format("<details><summary>{}</summary><ul>",
                       braced(with_code(shape_and_regularity(call))));
    for (const std::string& line : call_lines(call, source_))
      out += fmt::format("<li>{}</li>", braced(with_code(line)));
    return out + "</ul></details></div>\n";
  }

  static void add(Facts& facts, const Entry& entry, uint32_t line, std::string html) {
    std::vector<Note>& notes = facts.notes[line];
    auto known = std::ranges::find(notes, html, &Note::html);
    if (known == notes.end()) {
      notes.push_back({std::move(html), {entry.name}});
    } else if (known->entries.back() != entry.name) {
      known->entries.push_back(entry.name);
    }
  }

  static void add_span(Facts& facts, Span span) {
    if (!span.loc.valid()) return;
    auto is_same = [&](const Span& known) {
      return known.loc == span.loc && known.after == span.after;
    };
    if (std::ranges::none_of(facts.spans, is_same)) facts.spans.push_back(std::move(span));
  }

  // ---- Writing

  static constexpr size_t kFolded = 8;  // so many lines of comments are folded

  static std::string fact(std::string_view what, const std::string& text) {
    return text.empty() ? "" : fmt::format("<dt>{}</dt><dd>{}</dd>", what, with_code(text));
  }

  std::string summary(const Entry& entry) {
    std::string out = fmt::format(
        "<section class=\"entry\"><h2><code>{}</code></h2>\n<dl>"
        "<dt>parallel</dt><dd>{}</dd><dt>sequential</dt><dd>{}</dd>"
        "<dt>memory</dt><dd>{}</dd><dt>waits</dt><dd>{}</dd>{}{}</dl>\n",
        escaped(entry.name), with_code(entry.summary.parallel), with_code(entry.summary.sequential),
        with_code(entry.summary.memory), with_code(entry.summary.waits),
        fact("kernels", entry.summary.kernels), fact("copies", entry.summary.copies));
    for (const Cause& cause : entry.causes) {
      out += fmt::format(
          "<div class=\"cause\"><p><span class=\"code\">{}</span> <a href=\"#line-{}-{}\">line "
          "{}</a>: {}</p>"
          "<p class=\"advice\">{}</p></div>\n",
          code_of(cause.kind), facts_at(cause.place)->number, cause.place.line, cause.place.line,
          with_code(cause.message), with_code(cause.advice));
    }
    return out + "</section>\n";
  }

  std::string source_html(Facts& facts) const {
    const SourceText::File& file = *facts.file;
    add_tokens(file, facts);
    const SourceMap& sources = source_.sources();
    const uint32_t count = sources.line_count(*file.source);
    std::string out = fmt::format("<section class=\"file\"><h2><code>{}</code></h2>\n",
                                  escaped(file.source->path));
    // A block is some lines, or one with what is said about it. Long comments are folded.
    std::string lines;
    size_t comments = 0;
    auto close = [&](const std::vector<Note>* notes) {
      if (lines.empty()) return;
      if (comments >= kFolded) {
        out += fmt::format(
            "<details class=\"folded\"><summary>{} lines of comments</summary>"
            "<div class=\"source code\">{}</div></details>\n",
            comments, lines);
        lines.clear();
        comments = 0;
        return;
      }
      comments = 0;
      out += fmt::format("<div class=\"block{}\"><div class=\"source code\">{}</div>",
                         notes == nullptr ? "" : " noted", lines);
      if (notes != nullptr) out += fmt::format("<div class=\"notes\">{}</div>", notes_html(*notes));
      out += "</div>\n";
      lines.clear();
    };
    for (uint32_t line = 1; line <= count; line++) {
      auto notes = facts.notes.find(line);
      const bool noted = notes != facts.notes.end();
      std::string_view text = sources.line(*file.source, line);
      if (line == count && text.empty()) break;
      const bool is_comment = !noted && text.substr(0, 2) == "--";
      // Comments are a block of their own if they are to be folded.
      if (noted || (is_comment ? comments == 0 : comments >= kFolded)) close(nullptr);
      comments = is_comment ? comments + 1 : 0;
      const auto begin =
          file.source->base + static_cast<uint32_t>(text.data() - file.source->text.data());
      lines += fmt::format(
          "<div id=\"line-{}-{}\"><span class=\"number\">{}</span><span "
          "class=\"text\">{}</span></div>",
          facts.number, line, line,
          marked({begin, begin + static_cast<uint32_t>(text.size())}, facts.spans));
      if (noted) close(&notes->second);
    }
    close(nullptr);
    return out + "</section>\n";
  }

  std::string notes_html(const std::vector<Note>& notes) const {
    std::string out;
    for (const Note& note : notes) {
      // Who says it, if not all entry points do.
      const bool by_all = note.entries.size() == entries_.size();
      std::string in = by_all
                           ? ""
                           : fmt::format(" <span class=\"in\">(in {})</span>",
                                         escaped(fmt::format("{}", fmt::join(note.entries, ", "))));
      out += fmt::format(fmt::runtime(note.html), in);
    }
    return out;
  }

  static std::string_view class_of(TokenKind kind) {
    switch (kind) {
#define TOKEN(K, text)
#define KEYWORD(K, text) case TokenKind::K:
#include "syntax/tokens.def"
      return "keyword";
      case TokenKind::Int:
      case TokenKind::Float:
      case TokenKind::Char:
      case TokenKind::String: return "literal";
      default: return "";
    }
  }

  static void add_tokens(const SourceText::File& file, Facts& facts) {
    auto add_class = [&](Loc loc, std::string_view name) {
      facts.spans.push_back({loc, fmt::format("<span class=\"{}\">", name), "</span>"});
    };
    for (const Token& token : file.lexed.tokens) {
      if (std::string_view name = class_of(token.kind); !name.empty()) add_class(token.loc, name);
    }
    for (const Comment& comment : file.lexed.comments) add_class(comment.loc, "comment");
    // Those around others come first.
    std::ranges::stable_sort(facts.spans, [](const Span& a, const Span& b) {
      return std::pair(a.loc.begin, b.loc.end) < std::pair(b.loc.begin, a.loc.end);
    });
  }

  // The text of a line in its spans. Those that overlap without one being in the other are cut.
  std::string marked(Loc line, const std::vector<Span>& spans) const {
    std::vector<uint32_t> cuts{line.begin, line.end};
    std::vector<const Span*> here;
    for (const Span& span : spans) {
      if (span.loc.end <= line.begin || span.loc.begin >= line.end) continue;
      here.push_back(&span);
      cuts.push_back(std::max(span.loc.begin, line.begin));
      cuts.push_back(std::min(span.loc.end, line.end));
    }
    std::ranges::sort(cuts);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    std::string out;
    for (size_t i = 0; i + 1 < cuts.size(); i++) {
      const Loc piece{cuts[i], cuts[i + 1]};
      std::string text = escaped(source_.text(piece));
      // White space at the beginning of a line is in nothing.
      const bool blank = text.find_first_not_of(' ') == std::string::npos;
      for (size_t k = here.size(); k-- > 0 && !blank;) {
        if (here[k]->loc.begin <= piece.begin && piece.end <= here[k]->loc.end)
          text = here[k]->before + text + here[k]->after;
      }
      out += text;
    }
    return out;
  }

  const std::vector<Entry>& entries_;
  const SourceText& source_;
  std::deque<Facts> files_;  // that of the first entry point first
};

}  // namespace

std::string as_html(const std::vector<Entry>& entries, const SourceText& source,
                    std::string_view title) {
  return Page(entries, source).run(title);
}

}  // namespace planish::explain
