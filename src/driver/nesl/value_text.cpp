#include "driver/nesl/value_text.h"

#include <charconv>
#include <cmath>
#include <cstring>

#include "nesl/syntax/ast.h"
#include "nesl/types/type_text.h"

namespace planish::nesl {

std::string float_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-infinity" : "infinity";
  char buffer[64];
  const double size = std::fabs(value);
  const bool plain = size == 0 || (size >= 1e-3 && size < 1e7);
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value,
                    plain ? std::chars_format::fixed : std::chars_format::scientific);
  (void)error;
  std::string text(buffer, end);
  if (plain) return text.find('.') == std::string::npos ? text + ".0" : text;
  // 1e+10 is 1.0E10.
  const size_t at = text.find('e');
  std::string digits = text.substr(0, at);
  if (digits.find('.') == std::string::npos) digits += ".0";
  const int exponent = std::stoi(text.substr(at + 1));
  return digits + "E" + std::to_string(exponent);
}

std::string ValueText::text(const Type* type, std::span<const runtime::Value> leaves) {
  leaves_ = leaves;
  starts_.assign(leaves.size(), {});
  for (size_t i = 0; i < leaves.size(); i++) {
    for (const runtime::ValueDim& dim : leaves[i].dims) {
      std::vector<size_t>& starts = starts_[i].emplace_back();
      size_t next = 0;
      for (int64_t length : dim.lengths) {
        starts.push_back(next);
        next += static_cast<size_t>(length);
      }
    }
  }
  out_.clear();
  append(type, {});
  return std::move(out_);
}

std::pair<size_t, size_t> ValueText::elements(At at) {
  const runtime::ValueDim& dim = leaves_[at.leaf].dims[at.depth];
  if (!dim.varying) {
    const size_t size = static_cast<size_t>(dim.size);
    return {at.number * size, size};
  }
  return {starts_[at.leaf][at.depth][at.number], static_cast<size_t>(dim.lengths[at.number])};
}

template <class T>
T ValueText::scalar(At at) const {
  T value{};
  std::memcpy(&value, leaves_[at.leaf].data.data() + at.number * sizeof(T), sizeof(T));
  return value;
}

size_t ValueText::leaf_count(const Type* type) {
  switch (type->kind) {
    case TypeKind::Pair: return leaf_count(type->first) + leaf_count(type->second);
    case TypeKind::Vector: return leaf_count(type->first);
    case TypeKind::Data: return leaf_count(types_.content(type));
    case TypeKind::Function: {
      size_t count = 0;
      if (type->site->lambda != nullptr) {
        for (const Variable* variable : type->site->lambda->captures)
          count += leaf_count(types_.substitute(variable->type, type->site->args));
      }
      return count == 0 ? 1 : count;
    }
    default: return 1;
  }
}

void ValueText::append(const Type* type, At at) {
  switch (type->kind) {
    case TypeKind::Vector: return append_vector(type, at);
    case TypeKind::Pair:
      out_ += '(';
      append_parts(type, at);
      out_ += ')';
      return;
    case TypeKind::Data:
      out_ += names_.text(type->datatype->name);
      out_ += '(';
      append_parts(types_.content(type), at);
      out_ += ')';
      return;
    case TypeKind::Function: out_ += "fn"; return;
    default: return append_scalar(type, at);
  }
}

// Without parentheses: (1, (2, 3)) is 1, 2, 3.
void ValueText::append_parts(const Type* type, At at) {
  if (type->kind != TypeKind::Pair) return append(type, at);
  append(type->first, at);
  out_ += ", ";
  at.leaf += leaf_count(type->first);
  append_parts(type->second, at);
}

void ValueText::append_scalar(const Type* type, At at) {
  switch (type->kind) {
    case TypeKind::Int: out_ += std::to_string(scalar<int64_t>(at)); return;
    case TypeKind::Float: out_ += float_text(scalar<double>(at)); return;
    case TypeKind::Bool: out_ += scalar<uint8_t>(at) != 0 ? 'T' : 'F'; return;
    default:
      out_ += '`';
      out_ += static_cast<char>(scalar<uint8_t>(at));
      return;
  }
}

void ValueText::append_vector(const Type* type, At at) {
  const auto [first, count] = elements(at);
  if (type->first->kind == TypeKind::Char) {
    out_ += '"';
    for (size_t i = 0; i < count; i++) {
      const char c = static_cast<char>(scalar<uint8_t>({at.leaf, at.depth, first + i}));
      if (c == '"' || c == '\\') out_ += '\\';
      out_ += c;
    }
    out_ += '"';
    return;
  }
  if (count == 0 && reader_ == For::Programs) {
    out_ += "([] " + TypeWriter(names_).part(type->first) + ")";
    return;
  }
  out_ += '[';
  for (size_t i = 0; i < count; i++) {
    if (i > 0) out_ += ", ";
    append(type->first, {at.leaf, at.depth + 1, first + i});
  }
  out_ += ']';
}

}  // namespace planish::nesl
