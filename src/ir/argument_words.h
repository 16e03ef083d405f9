// How messages call what an entry point is given.
#pragma once

#include <cstdint>
#include <string>

#include "ir/node.h"

namespace planish::ir {

// "argument `xs` of type [n]i32"; the number, counted from 0, stands for one without a name.
std::string argument_words(const EntryValue& value, size_t number);
// The one that this parameter of the function is a part of.
std::string argument_words(const Entry& entry, uint32_t param);

// That one of its arrays has another size than is asked for, in the dimension, counted from 0: what
// stands before, between and after the two sizes.
struct WrongSizeWords {
  std::string before, between, after;
};
WrongSizeWords wrong_size_words(
    const std::string& argument, size_t dimension,
    const std::string& complaint = "Entry point arguments have invalid sizes");

}  // namespace planish::ir
