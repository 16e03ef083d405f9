// The tests that a NESL program carries in its comments:
//
//   % test: sum([1, 2, 3]) => 6 %
//   % test: 1 / 0 => error: division by zero %
//   % eval: index(3) %             printed as `run` does; all of them are in NAME.expected
//   % rejected: nesl-class %       the program is rejected with this code
//   % bench: sum([1, 2]) => 3 %    no test, but measured by `planish bench`; the value may be left out
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace planish {

enum class NeslTestKind : uint8_t { Value, Failure, Eval, Rejected, Bench };

struct NeslTest {
  NeslTestKind kind{};
  std::string expression;
  std::string expected;  // the value, a part of the message, or the code
  uint32_t line = 0;
};

std::vector<NeslTest> parse_nesl_tests(std::string_view program);

}  // namespace planish
