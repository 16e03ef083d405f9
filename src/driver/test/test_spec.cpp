#include "driver/test/test_spec.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/characters.h"

namespace planish {
namespace {

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  while (true) {
    text = trimmed(text);
    if (text.empty()) return out;
    size_t end = std::min(text.find_first_of(kSpace), text.size());
    out.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

// One block: its lines with spaces in place of the `--`, so that columns are those of the program.
class BlockParser {
 public:
  BlockParser(std::string_view text, uint32_t first_line, TestSpec& spec, TestSpecError& error)
      : text_(text), first_line_(first_line), spec_(spec), error_(error) {}

  bool parse() {
    while (true) {
      skip_space();
      if (at_ == text_.size()) return true;
      if (!parse_item()) return false;
    }
  }

 private:
  bool parse_item() {
    size_t start = at_;
    if (text_[at_] == '"') return parse_case();
    std::string_view word = take_word();
    if (word.empty()) return fail("expected a test case");
    if (take(':')) return parse_line(word, start);
    if (word == "tags") {
      std::optional<TestSource> tags = parse_braces();
      if (!tags) return false;
      for (std::string& tag : words(tags->text)) spec_.tags.push_back(std::move(tag));
      return true;
    }
    if (word == "structure") {
      spec_.structures++;
      (void)take_word();
      return parse_braces().has_value();
    }
    at_ = start;
    return parse_case();
  }

  // `word: …` up to the end of the line.
  bool parse_line(std::string_view word, size_t start) {
    std::string rest = take_line();
    if (word == "entry") {
      entries_ = words(rest);
      return !entries_.empty() || fail_at(start, "`entry:` names no entry point");
    }
    if (word == "error") {
      spec_.errors.push_back(std::move(rest));
      return true;
    }
    if (word == "warning") {
      spec_.warnings.push_back(std::move(rest));
      return true;
    }
    if (word == "property") {
      for (std::string& name : words(rest)) spec_.properties.push_back(std::move(name));
      return true;
    }
    return fail_at(start, fmt::format("there is no such line as `{}:`", word));
  }

  bool parse_case() {
    TestCase test;
    test.entries = entries_;
    test.line = line_at(at_);
    if (text_[at_] == '"') {
      size_t close = text_.find('"', at_ + 1);
      if (close == std::string_view::npos) return fail("this name has no end");
      test.name = text_.substr(at_ + 1, close - at_ - 1);
      at_ = close + 1;
      skip_space();
    }
    while (true) {
      std::string_view word = take_word();
      if (word == "input") break;
      if (word.empty()) return fail("expected `input`");
      test.tags.emplace_back(word);
      skip_space();
    }
    if (!parse_input(test)) return false;
    if (!parse_expectation(test)) return false;
    spec_.cases.push_back(std::move(test));
    return true;
  }

  bool parse_input(TestCase& test) {
    auto tagged = [&](std::string_view word) {
      return std::find(test.tags.begin(), test.tags.end(), word) != test.tags.end();
    };
    size_t start = at_;
    std::optional<TestSource> input = parse_source();
    if (!input) return false;
    test.input = std::move(*input);
    bool file = test.input.kind == TestSourceKind::File;
    if (tagged("random") && file) return fail_at(start, "`random input` takes types, not a file");
    if (tagged("random")) test.input.kind = TestSourceKind::Random;
    if (tagged("script"))
      test.input.kind = file ? TestSourceKind::ScriptFile : TestSourceKind::Script;
    return true;
  }

  bool parse_expectation(TestCase& test) {
    skip_space();
    size_t start = at_;
    std::string_view word = take_word();
    if (word == "auto") {
      skip_space();
      if (take_word() != "output") return fail_at(start, "expected `auto output`");
      test.expectation = TestExpectation::Reference;
    } else if (word == "output") {
      std::optional<TestSource> output = parse_source();
      if (!output) return false;
      test.output = std::move(*output);
      test.expectation = TestExpectation::Values;
    } else if (word == "error" && take(':')) {
      test.pattern = take_line();
      test.expectation = TestExpectation::Failure;
    } else {
      at_ = start;
    }
    return true;
  }

  // `{ … }` or `@ file`
  std::optional<TestSource> parse_source() {
    skip_space();
    if (!take('@')) return parse_braces();
    skip_space();
    size_t end = std::min(text_.find_first_of(kSpace, at_), text_.size());
    if (end == at_) {
      fail("expected the name of a file");
      return std::nullopt;
    }
    TestSource source = source_at(TestSourceKind::File, at_, end);
    at_ = end;
    return source;
  }

  // Braces may be nested, and those in strings do not count.
  std::optional<TestSource> parse_braces() {
    skip_space();
    size_t start = at_;
    if (!take('{')) {
      fail("expected `{`");
      return std::nullopt;
    }
    int depth = 1;
    for (; at_ < text_.size(); at_++) {
      char c = text_[at_];
      if (c == '"') {
        at_++;
        while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
      } else if (c == '{') {
        depth++;
      } else if (c == '}' && --depth == 0) {
        at_++;
        return source_at(TestSourceKind::Literal, start + 1, at_ - 1);
      }
    }
    fail_at(start, "this `{` is not closed");
    return std::nullopt;
  }

  TestSource source_at(TestSourceKind kind, size_t begin, size_t end) const {
    return {kind, std::string(text_.substr(begin, end - begin)), line_at(begin), column_at(begin)};
  }

  void skip_space() { at_ = std::min(text_.find_first_not_of(kSpace, at_), text_.size()); }
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    at_++;
    return true;
  }
  std::string_view take_word() {
    skip_space();
    size_t start = at_;
    while (at_ < text_.size() && is_word_char(text_[at_])) at_++;
    return text_.substr(start, at_ - start);
  }
  std::string take_line() {
    size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string line(trimmed(text_.substr(at_, end - at_)));
    at_ = end;
    return line;
  }

  uint32_t line_at(size_t at) const {
    return first_line_ + static_cast<uint32_t>(
                             std::count(text_.begin(), text_.begin() + std::ptrdiff_t(at), '\n'));
  }
  bool fail(std::string message) { return fail_at(at_, std::move(message)); }
  uint32_t column_at(size_t at) const {
    size_t line_start = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    return static_cast<uint32_t>(line_start == std::string_view::npos ? at + 1 : at - line_start);
  }
  bool fail_at(size_t at, std::string message) {
    at = std::min(at, text_.size());
    error_ = {std::move(message), line_at(at), column_at(at)};
    return false;
  }

  std::string_view text_;
  size_t at_ = 0;
  uint32_t first_line_;
  std::vector<std::string> entries_{"main"};
  TestSpec& spec_;
  TestSpecError& error_;
};

bool begins_block(std::string_view line) {
  return line.starts_with("--") && trimmed(line.substr(2)) == "==";
}

}  // namespace

std::optional<TestSpec> parse_test_spec(std::string_view program, TestSpecError& error) {
  TestSpec spec;
  std::string block;
  bool inside = false;
  uint32_t first_line = 0;
  uint32_t number = 0;
  auto end_block = [&] {
    bool good = !inside || BlockParser(block, first_line, spec, error).parse();
    inside = false;
    block.clear();
    return good;
  };
  for (size_t at = 0; at < program.size();) {
    size_t end = std::min(program.find('\n', at), program.size());
    std::string_view line = program.substr(at, end - at);
    at = end + 1;
    number++;
    if (inside && line.starts_with("--")) {
      block.append("  ").append(line.substr(2)).append("\n");
      continue;
    }
    if (!end_block()) return std::nullopt;
    if (!begins_block(line)) continue;
    inside = true;
    first_line = number + 1;
    spec.blocks++;
  }
  if (!end_block()) return std::nullopt;
  return spec;
}

}  // namespace planish
