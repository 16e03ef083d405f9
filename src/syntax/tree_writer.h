// Writes a tree of nodes, as text or as JSON, while it is walked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "support/source.h"
#include "syntax/dump.h"

namespace planish {

// A string literal that both JSON and a reader understand; malformed UTF-8 is replaced.
std::string quoted(std::string_view text);

class TreeWriter {
 public:
  TreeWriter(std::string& out, const SourceMap& sources, const DumpOptions& options)
      : out_(out), sources_(sources), options_(options) {}

  // A node, the root or in a field or list: fields follow until close().
  void open(std::string_view kind, Loc loc);
  void close();

  // What the next open() is for.
  void field(std::string_view name) { field_ = name; }
  // A field with several nodes: `write` opens and closes one for each item.
  template <class Items, class Write>
  void list(std::string_view name, const Items& items, Write write) {
    if (json()) begin_array(name);
    bool first = true;
    for (auto& item : items) {
      if (json() && !first) out_ += ',';
      first = false;
      field_ = name;
      element_ = true;
      write(item);
    }
    if (json()) out_ += ']';
  }

  void text(std::string_view name, std::string_view value);
  void number(std::string_view name, uint64_t value);
  void real(std::string_view name, double value);
  // Written only if true.
  void flag(std::string_view name, bool value);

 private:
  bool json() const { return options_.format == DumpFormat::Json; }
  void key(std::string_view name);
  void begin_array(std::string_view name);
  void indent();

  std::string& out_;
  const SourceMap& sources_;
  const DumpOptions& options_;
  uint32_t depth_ = 0;
  std::string_view field_;  // of the next node
  bool element_ = false;    // the next node is an element of a list
};

// "1:5-1:6"
std::string range_text(const SourceMap& sources, Loc loc);
// {"start":{"line":1,"column":5},"end":{"line":1,"column":6}}
std::string range_json(const SourceMap& sources, Loc loc);

}  // namespace planish
