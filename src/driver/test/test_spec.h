// The tests that a program carries in its comments:
//
//   -- What is tested, in words.
//   -- ==
//   -- tags { slow }
//   -- entry: sum product
//   -- "three numbers" input { [1, 2, 3] } output { 6 }
//   -- random input { [100]i32 }
//   -- input @ data/large.in
//   -- error: out of bounds
//
// docs/testing.md describes the format for users.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planish {

enum class TestSourceKind : uint8_t {
  Literal,     // values, in braces
  File,        // a file of values
  Random,      // types, in braces
  Script,      // an expression, in braces
  ScriptFile,  // a file that holds one
};

// Where the values of an input or output come from.
struct TestSource {
  TestSourceKind kind = TestSourceKind::Literal;
  std::string text;   // what stands in the braces, or the path of the file
  uint32_t line = 0;  // of the first character of the text in the program, from 1
  uint32_t column = 0;
};

enum class TestExpectation : uint8_t {
  Success,    // nothing is said of the results
  Values,     // `output`
  Reference,  // `auto output`: what the interpreter gives
  Failure,    // `error:`, while it runs
};

struct TestCase {
  std::string name;                  // as the author chose, or ""
  std::vector<std::string> entries;  // the entry points that all have to behave in this way
  std::vector<std::string> tags;     // the words before `input`
  TestSource input;
  TestExpectation expectation = TestExpectation::Success;
  TestSource output;    // Values
  std::string pattern;  // Failure: a regular expression for the message
  uint32_t line = 0;
};

struct TestSpec {
  uint32_t blocks = 0;
  std::vector<std::string> tags;  // of all blocks
  std::vector<TestCase> cases;
  std::vector<std::string> errors;      // regular expressions; the program has to be rejected
  std::vector<std::string> warnings;    // regular expressions for the text of all warnings
  std::vector<std::string> properties;  // names of entry points
  uint32_t structures = 0;  // `structure` lines, which count constructs of another compiler
};

struct TestSpecError {
  std::string message;
  uint32_t line = 0;  // of the program, from 1
  uint32_t column = 0;
};

// All test blocks of a program. Nothing, and the first mistake, if one cannot be read.
std::optional<TestSpec> parse_test_spec(std::string_view program, TestSpecError& error);

}  // namespace planish
