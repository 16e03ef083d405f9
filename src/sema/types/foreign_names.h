// Names that mean something in other languages, and what is written here instead. "" for all
// others.
#pragma once

#include <string_view>

namespace planish {

std::string_view foreign_value_hint(std::string_view name);
std::string_view foreign_operator_hint(std::string_view name);
std::string_view foreign_type_hint(std::string_view name);
std::string_view foreign_module_hint(std::string_view name);
// Words that stand between two operands elsewhere.
std::string_view foreign_infix_hint(std::string_view name);

}  // namespace planish
