#include "syntax/tree_writer.h"

#include <fmt/format.h>

#include <cmath>

#include "diag/display_text.h"

namespace planish {
namespace {

bool is_plain_word(std::string_view text) {
  if (text.empty()) return false;
  for (char c : text) {
    if (c <= ' ' || c == '"' || c == '\\' || c == 0x7F || static_cast<unsigned char>(c) >= 0x80)
      return false;
  }
  return text.find_first_of("()") == std::string_view::npos;
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : valid_utf8(text)) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        } else {
          out += c;
        }
    }
  }
  return out + "\"";
}

std::string range_text(const SourceMap& sources, Loc loc) {
  const SourceFile* file = loc.valid() ? sources.file_of(loc) : nullptr;
  if (file == nullptr) return "?";
  Position from = sources.position(*file, loc.begin);
  Position to = sources.position(*file, loc.end);
  return fmt::format("{}:{}-{}:{}", from.line, from.column, to.line, to.column);
}

std::string range_json(const SourceMap& sources, Loc loc) {
  const SourceFile* file = loc.valid() ? sources.file_of(loc) : nullptr;
  if (file == nullptr) return "null";
  Position from = sources.position(*file, loc.begin);
  Position to = sources.position(*file, loc.end);
  return fmt::format(R"({{"start":{{"line":{},"column":{}}},"end":{{"line":{},"column":{}}}}})",
                     from.line, from.column, to.line, to.column);
}

void TreeWriter::indent() {
  out_ += '\n';
  // Deep trees would otherwise be mostly blanks: their size would be the square of their depth.
  out_.append(std::min(depth_, 40u) * 2, ' ');
}

void TreeWriter::open(std::string_view kind, Loc loc) {
  if (json()) {
    if (depth_ > 0 && !element_) key(field_);
    out_ += fmt::format("{{\"kind\":{}", quoted(kind));
    if (options_.locations) out_ += fmt::format(",\"range\":{}", range_json(sources_, loc));
  } else {
    if (depth_ > 0) indent();
    if (!field_.empty()) out_ += fmt::format("{}: ", field_);
    out_ += fmt::format("({}", kind);
    if (options_.locations) out_ += fmt::format(" {}", range_text(sources_, loc));
  }
  element_ = false;
  depth_++;
}

void TreeWriter::close() {
  depth_--;
  out_ += json() ? '}' : ')';
}

void TreeWriter::key(std::string_view name) { out_ += fmt::format(",{}:", quoted(name)); }

void TreeWriter::begin_array(std::string_view name) {
  key(name);
  out_ += '[';
}

void TreeWriter::text(std::string_view name, std::string_view value) {
  if (json()) {
    key(name);
    out_ += quoted(value);
  } else {
    out_ += fmt::format(" {}={}", name, is_plain_word(value) ? std::string(value) : quoted(value));
  }
}

void TreeWriter::number(std::string_view name, uint64_t value) {
  if (json()) {
    key(name);
    out_ += std::to_string(value);
  } else {
    out_ += fmt::format(" {}={}", name, value);
  }
}

void TreeWriter::real(std::string_view name, double value) {
  // JSON has no infinities.
  if (json() && std::isfinite(value)) {
    key(name);
    out_ += fmt::format("{}", value);
  } else {
    text(name, fmt::format("{}", value));
  }
}

void TreeWriter::flag(std::string_view name, bool value) {
  if (!value) return;
  if (json()) {
    key(name);
    out_ += "true";
  } else {
    out_ += fmt::format(" {}", name);
  }
}

}  // namespace planish
