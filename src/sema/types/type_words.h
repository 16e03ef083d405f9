// What is said of a type of which little is known yet.
#pragma once

#include <string>

#include "sema/types/context.h"

namespace planish {

// What a metavariable stands for; other types are their own.
const Type* solution(const Type* type);

// What is known of a number, or maybe a bool: one of several primitive types. Nothing for other
// types.
std::string_view number_word(const Type* type);

// A few words that say more than the type itself where little is known. Nothing for other types.
std::string type_words(const Type* type);

}  // namespace planish
