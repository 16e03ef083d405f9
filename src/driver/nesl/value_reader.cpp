#include "driver/nesl/value_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace planish::nesl {

std::optional<std::vector<runtime::Value>> ValueReader::read(const Type* type, std::string& error) {
  add_leaves(type, 0);
  try {
    value(type, 0, 0);
    skip_space();
    if (at_ < text_.size()) wrong("the end");
  } catch (const Wrong& found) {
    error = found.message;
    return std::nullopt;
  }
  std::vector<runtime::Value> values;
  for (Leaf& leaf : leaves_) {
    runtime::Value& made = values.emplace_back();
    made.prim = leaf.prim;
    made.data = std::move(leaf.data);
    for (size_t depth = 0; depth < leaf.lengths.size(); depth++) {
      runtime::ValueDim& dim = made.dims.emplace_back();
      dim.varying = depth > 0;
      if (dim.varying)
        dim.lengths = std::move(leaf.lengths[depth]);
      else
        dim.size = leaf.lengths[0][0];
    }
  }
  return values;
}

void ValueReader::add_leaves(const Type* type, size_t depth) {
  const auto leaf = [&](Prim prim) {
    leaves_.push_back({prim, {}, std::vector<std::vector<int64_t>>(depth)});
  };
  switch (type->kind) {
    case TypeKind::Int: return leaf(Prim::I64);
    case TypeKind::Float: return leaf(Prim::F64);
    case TypeKind::Char: return leaf(Prim::U8);
    case TypeKind::Bool: return leaf(Prim::Bool);
    case TypeKind::Vector: return add_leaves(type->first, depth + 1);
    case TypeKind::Pair: add_leaves(type->first, depth); return add_leaves(type->second, depth);
    case TypeKind::Data: return add_leaves(types_.content(type), depth);
    default: return;
  }
}

// ---- Text

void ValueReader::skip_space() {
  while (at_ < text_.size()) {
    if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
      at_++;
    } else if (text_[at_] == '%') {
      const size_t end = text_.find('%', at_ + 1);
      at_ = end == std::string_view::npos ? text_.size() : end + 1;
    } else {
      return;
    }
  }
}

bool ValueReader::take(char c) {
  skip_space();
  if (at_ >= text_.size() || text_[at_] != c) return false;
  at_++;
  return true;
}

void ValueReader::expect(char c) {
  if (!take(c)) wrong(fmt::format("`{}`", c));
}

// Letters, digits and what numbers have.
std::string_view ValueReader::word() {
  skip_space();
  const size_t begin = at_;
  const auto belongs = [&](char c) {
    const bool after_exponent = at_ > begin && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E');
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' ||
           ((c == '-' || c == '+') && (at_ == begin || after_exponent));
  };
  while (at_ < text_.size() && belongs(text_[at_])) at_++;
  return text_.substr(begin, at_ - begin);
}

void ValueReader::wrong(std::string_view wanted) {
  const std::string_view before = text_.substr(0, at_);
  const auto line = 1 + std::ranges::count(before, '\n');
  const size_t column = at_ - (before.rfind('\n') + 1) + 1;
  const std::string found =
      at_ < text_.size() ? fmt::format("`{}`", text_.substr(at_, 1)) : "the end";
  throw Wrong{
      fmt::format("line {}, column {}: found {}, but {} is expected", line, column, found, wanted)};
}

// ---- Values

template <class T>
void ValueReader::add(size_t leaf, T element) {
  runtime::ByteVector& data = leaves_[leaf].data;
  const size_t size = data.size();
  data.resize(size + sizeof(T));
  std::memcpy(data.data() + size, &element, sizeof(T));
}

size_t ValueReader::value(const Type* type, size_t leaf, size_t depth) {
  switch (type->kind) {
    case TypeKind::Vector: return vector(type, leaf, depth);
    case TypeKind::Pair: {
      expect('(');
      const size_t next = parts(type, leaf, depth);
      expect(')');
      return next;
    }
    case TypeKind::Data: {
      const std::string_view name = names_.text(type->datatype->name);
      std::string found(word());
      std::ranges::transform(found, found.begin(), [](unsigned char c) { return std::tolower(c); });
      if (found != name) wrong(fmt::format("`{}(…)`", name));
      expect('(');
      const size_t next = parts(types_.content(type), leaf, depth);
      expect(')');
      return next;
    }
    default: scalar(type, leaf); return leaf + 1;
  }
}

// `1, 2, 3`, without parentheses.
size_t ValueReader::parts(const Type* type, size_t leaf, size_t depth) {
  if (type->kind != TypeKind::Pair) return value(type, leaf, depth);
  const size_t next = value(type->first, leaf, depth);
  expect(',');
  return parts(type->second, next, depth);
}

size_t ValueReader::vector(const Type* type, size_t leaf, size_t depth) {
  skip_space();
  const bool is_string =
      type->first->kind == TypeKind::Char && at_ < text_.size() && text_[at_] == '"';
  if (is_string) {
    string(leaf, depth);
    return leaf + 1;
  }
  expect('[');
  int64_t count = 0;
  size_t next = leaf;
  if (!take(']')) {
    do {
      next = value(type->first, leaf, depth + 1);
      count++;
    } while (take(','));
    expect(']');
  } else {
    word();  // the type of the elements may follow
  }
  if (count == 0) {
    // As many leaves as the element has.
    ValueReader inner(types_, names_, {});
    inner.add_leaves(type->first, 0);
    next = leaf + inner.leaves_.size();
  }
  for (size_t i = leaf; i < next; i++) leaves_[i].lengths[depth].push_back(count);
  return next;
}

void ValueReader::string(size_t leaf, size_t depth) {
  at_++;
  int64_t count = 0;
  for (; at_ < text_.size() && text_[at_] != '"'; at_++) {
    if (text_[at_] == '\\' && at_ + 1 < text_.size()) at_++;
    add(leaf, static_cast<uint8_t>(text_[at_]));
    count++;
  }
  if (at_ >= text_.size()) wrong("`\"`");
  at_++;
  leaves_[leaf].lengths[depth].push_back(count);
}

void ValueReader::scalar(const Type* type, size_t leaf) {
  skip_space();
  if (type->kind == TypeKind::Char) {
    if (!take('`') || at_ >= text_.size()) wrong("a character such as `a");
    return add(leaf, static_cast<uint8_t>(text_[at_++]));
  }
  const size_t begin = at_;
  const std::string_view found = word();
  const char* first = found.data();
  const char* last = first + found.size();
  if (type->kind == TypeKind::Bool) {
    const bool is_true = found == "T" || found == "t";
    if (is_true || found == "F" || found == "f") return add(leaf, static_cast<uint8_t>(is_true));
    at_ = begin;
    wrong("T or F");
  }
  if (type->kind == TypeKind::Int) {
    int64_t number = 0;
    const auto [end, problem] = std::from_chars(first, last, number);
    if (problem == std::errc() && end == last && !found.empty()) return add(leaf, number);
    at_ = begin;
    wrong("an int");
  }
  double number = 0;
  const auto [end, problem] = std::from_chars(first, last, number);
  if (problem == std::errc() && end == last && !found.empty()) return add(leaf, number);
  at_ = begin;
  wrong("a float");
}

}  // namespace planish::nesl
