// Reading lines: with editing, history and completion on a terminal, plainly from anything else.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace planish::tools {

enum class LineEnd : uint8_t {
  Entered,
  Cancelled,  // by Ctrl-C
  End,        // of the input
};

struct Line {
  LineEnd end = LineEnd::End;
  std::string text;
};

class LineEditor {
 public:
  // Gives the words that the text before the cursor may go on to, and how many of its last bytes
  // they replace.
  struct Completion {
    size_t replaces = 0;
    std::vector<std::string> words;
  };
  using Completer = std::function<Completion(std::string_view before_cursor)>;

  // The history is read from and written to a file, if there can be one.
  LineEditor(std::string history_path, Completer completer);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  Line read(const std::string& prompt);
  // Puts an input of one or more lines into the history.
  void remember(std::string text);

 private:
  struct Terminal;
  Line read_plainly();

  std::unique_ptr<Terminal> terminal_;  // null: standard input is none
  std::string buffer_;                  // read, but not yet given as a line
};

// $XDG_STATE_HOME/planish/history, after making its folder; "" if that cannot be done.
std::string history_path();

}  // namespace planish::tools
