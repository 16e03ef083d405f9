// What several commands make of the words of the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command.h"

namespace planish::tools {

enum class Least : uint8_t { Zero, One };

// The value of an option, a whole number; nothing, after a message, when it is something else or
// too small.
std::optional<unsigned> whole_number(const Arguments& arguments, Option option, unsigned otherwise,
                                     Least least = Least::One);

// The value of an option, a number above 0, maybe with a fraction; nothing, after a message, when
// it is something else.
std::optional<double> positive_number(const Arguments& arguments, Option option, double otherwise);

// A program that a command is about. What was found in a folder may be a library.
struct ProgramOperand {
  std::string path;
  enum class From : uint8_t { Operand, Folder } from = From::Operand;
};

// The programs that the operands are, or that lie below them, in order; nothing, after a message,
// when one cannot be found or a folder cannot be read.
std::optional<std::vector<ProgramOperand>> program_operands(const Arguments& arguments);

// Writes the file that an option names; false, after a message, when that fails.
bool write_file(const std::string& path, const std::string& text);

}  // namespace planish::tools
