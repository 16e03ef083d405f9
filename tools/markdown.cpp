#include "markdown.h"

namespace planish::tools {
namespace {

class MarkdownWriter {
 public:
  explicit MarkdownWriter(Color color) : color_(color == Color::Always) {}

  std::string run(std::string_view text) {
    while (!text.empty()) {
      size_t end = text.find('\n');
      line(text.substr(0, end));
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return std::move(out_);
  }

 private:
  void style(std::string_view code) {
    if (color_) out_ += code;
  }

  void line(std::string_view text) {
    if (text.starts_with("```")) {
      in_code_ = !in_code_;
      return;
    }
    if (in_code_) {
      // A program stands apart from the text around it.
      if (!text.empty()) {
        out_ += "    ";
        bool comment = text.find_first_not_of(' ') == text.find("--");
        style(comment ? "\x1b[2m" : "\x1b[36m");
        out_ += text;
        style("\x1b[0m");
      }
    } else if (text.starts_with('#')) {
      style("\x1b[1m");
      out_ += text.substr(std::min(text.find_first_not_of("# "), text.size()));
      style("\x1b[0m");
    } else {
      prose(text);
    }
    out_ += '\n';
  }

  void prose(std::string_view text) {
    bool code = false;
    for (char c : text) {
      if (c != '`') {
        out_ += c;
        continue;
      }
      // Without colour the marks are what tells code from words.
      if (!color_) out_ += c;
      code = !code;
      style(code ? "\x1b[36m" : "\x1b[0m");
    }
    if (code) style("\x1b[0m");
  }

  bool color_;
  bool in_code_ = false;
  std::string out_;
};

}  // namespace

std::string render_markdown(std::string_view text, Color color) {
  return MarkdownWriter(color).run(text);
}

}  // namespace planish::tools
