#include "driver/test/nesl_test_spec.h"

#include <optional>

#include "support/characters.h"

namespace planish {
namespace {

// What follows a word at the beginning.
std::optional<std::string_view> after(std::string_view text, std::string_view word) {
  if (!text.starts_with(word)) return std::nullopt;
  return trimmed(text.substr(word.size()));
}

// The value is behind the last arrow; those before it belong to functions.
NeslTest comparison(std::string_view text) {
  NeslTest test;
  const size_t arrow = text.rfind("=>");
  if (arrow == std::string_view::npos) {
    test.expression = text;
    return test;
  }
  test.expression = trimmed(text.substr(0, arrow));
  const std::string_view value = trimmed(text.substr(arrow + 2));
  const std::optional<std::string_view> error = after(value, "error:");
  test.kind = error ? NeslTestKind::Failure : NeslTestKind::Value;
  test.expected = error ? *error : value;
  return test;
}

void add_comment(std::string_view text, uint32_t line, std::vector<NeslTest>& out) {
  text = trimmed(text);
  NeslTest test;
  if (const auto of_test = after(text, "test:")) {
    test = comparison(*of_test);
  } else if (const auto of_bench = after(text, "bench:")) {
    test = comparison(*of_bench);
    test.kind = NeslTestKind::Bench;
  } else if (const auto of_eval = after(text, "eval:")) {
    test.kind = NeslTestKind::Eval;
    test.expression = *of_eval;
  } else if (const auto code = after(text, "rejected:")) {
    test.kind = NeslTestKind::Rejected;
    test.expected = *code;
  } else {
    return;
  }
  test.line = line;
  out.push_back(std::move(test));
}

}  // namespace

std::vector<NeslTest> parse_nesl_tests(std::string_view program) {
  std::vector<NeslTest> tests;
  uint32_t line = 1;
  for (size_t at = 0; at < program.size(); at++) {
    const char c = program[at];
    if (c == '\n') line++;
    if (c == '`') {
      at++;  // a character
      if (at < program.size() && program[at] == '\n') line++;
    } else if (c == '"') {
      for (at++; at < program.size() && program[at] != '"'; at++) {
        if (program[at] == '\n') line++;
        if (program[at] == '\\') at++;
      }
    } else if (c == '%') {
      const size_t end = program.find('%', at + 1);
      const std::string_view text = program.substr(at + 1, end - at - 1);
      add_comment(text, line, tests);
      for (char inside : text) line += inside == '\n' ? 1 : 0;
      if (end == std::string_view::npos) break;
      at = end;
    }
  }
  return tests;
}

}  // namespace planish
