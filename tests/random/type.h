// Types of generated programs. Two are the same when their texts are.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/prim.h"

namespace planish::random_programs {

struct Type;
using TypePtr = std::shared_ptr<const Type>;

enum class TypeKind : uint8_t { Prim, Tuple, Record, Sum, Array, Opaque, Function };

// The size of an array is a number, a name, an expression of one of these, or one of the following.
inline constexpr const char* kVaryingSize = "?";
inline constexpr const char* kUnknownSize = "";

// The forms of expressions, with a mark in place of the number or name.
inline constexpr const char* kSizeForms[] = {"(# * 2)", "(# + 1)", "(2 * # + 1)"};
std::string size_expression(std::string_view form, std::string_view operand);
struct SizeParts {
  std::string_view form;
  std::string_view operand;
};
// The parts of an expression; none: it is a number, a name, or not known.
std::optional<SizeParts> size_parts(std::string_view size);

struct Type {
  TypeKind kind{};
  Prim prim{};                      // Prim
  std::vector<TypePtr> parts = {};  // components; the element; what a constructor carries, as a
                                    // tuple; parameters and last the result
  std::vector<std::string> labels = {};  // of fields or constructors
  std::string name = {};                 // Opaque: of the type parameter
  std::string size = {};                 // Array
  std::string text = {};                 // as written in the language

  bool is_prim(Prim wanted) const { return kind == TypeKind::Prim && prim == wanted; }
  bool is_integer() const { return kind == TypeKind::Prim && planish::is_integer(prim); }
  const TypePtr& element() const { return parts.front(); }
  const TypePtr& result() const { return parts.back(); }
};

TypePtr prim_type(Prim prim);
TypePtr tuple_type(std::vector<TypePtr> parts);
TypePtr record_type(std::vector<std::string> fields, std::vector<TypePtr> parts);
// Each payload is a tuple, maybe an empty one.
TypePtr sum_type(std::vector<std::string> constructors, std::vector<TypePtr> payloads);
TypePtr array_type(std::string size, TypePtr element);
TypePtr opaque_type(std::string name);
TypePtr function_type(std::vector<TypePtr> params, TypePtr result);

// What type and size parameters stand for.
struct Substitution {
  std::map<std::string, std::string> sizes;
  std::map<std::string, TypePtr> types;
};
TypePtr substitute(const TypePtr& type, const Substitution& by);
// Extends the substitution so that `pattern` becomes `type`. Names that are no keys of `by` stand
// for themselves; a key with an empty size or no type is still open. False: they do not match.
bool match_types(const TypePtr& pattern, const TypePtr& type, Substitution& by);

bool mentions_size(const TypePtr& type, std::string_view size);
bool mentions_kind(const TypePtr& type, TypeKind kind);
// Are there rows of different lengths somewhere in it?
bool is_irregular(const TypePtr& type);
// Is it an array of tuples, records or sums that have rows of different lengths in them?
bool has_compounds(const TypePtr& type);
// The type of a single element of an irregular array: rows are of any length, `[]`.
std::string open_text(const TypePtr& type);

// A value of the type that is as simple as possible; empty: there is none, because it is not known.
std::string simplest_value(const TypePtr& type);

}  // namespace planish::random_programs
