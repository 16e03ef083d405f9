// A generated program, in pieces that shrinking can take away, and the input that belongs to it.
#pragma once

#include <string>
#include <vector>

#include "tree.h"

namespace planish::random_programs {

// "def f (x: i32) : i32 = " and a body.
struct Declaration {
  std::string head;
  NodePtr body;
  std::string tail;
};

enum class InputStyle : uint8_t { Random, Counting, Zero };

struct Parameter {
  std::string name;
  TypePtr type;
  InputStyle style = InputStyle::Random;
  bool is_sequence = false;  // then the type is that of an array with as many elements
};

struct SizeParameter {
  std::string name;
  int64_t value = 0;  // of the input
};

struct Program {
  std::vector<Declaration> declarations;
  std::vector<SizeParameter> sizes;  // of `main`
  std::vector<Parameter> parameters;
  NodePtr body;
  uint64_t input_seed = 0;
  bool fails_at_one_place = false;  // at most
};

std::string source_text(const Program& program);
// The values of all parameters by component. A shorter array is the beginning of a longer one.
std::string input_text(const Program& program);
size_t node_count(const Program& program);

}  // namespace planish::random_programs
