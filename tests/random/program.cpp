#include "program.h"

#include <fmt/format.h>

#include <cctype>

namespace planish::random_programs {
namespace {

// What follows a place in the values: the same for the same place, whatever stands around it.
uint64_t mixed(uint64_t state, uint64_t value) {
  state ^= value + 0x9e3779b97f4a7c15u + (state << 6) + (state >> 2);
  state *= 0xff51afd7ed558ccdu;
  return state ^ (state >> 33);
}

// How long the rows of an irregular parameter are.
enum class RowStyle : uint8_t { Any, Some, Empty, Equal, MostlyEmpty, Giant };

class InputWriter {
 public:
  explicit InputWriter(const Program& program) : program_(program) {}

  std::string write() {
    for (size_t i = 0; i < program_.parameters.size(); i++) {
      const Parameter& parameter = program_.parameters[i];
      style_ = parameter.style;
      row_style_ = static_cast<RowStyle>(mixed(program_.input_seed, 1000 + i) % 6);
      components(parameter.type, mixed(program_.input_seed, i), {});
    }
    return std::move(out_);
  }

 private:
  void components(const TypePtr& type, uint64_t place, std::vector<std::string> dims) {
    if (type->kind == TypeKind::Array) {
      dims.push_back(type->size);
      components(type->element(), place, std::move(dims));
    } else if (type->kind == TypeKind::Prim) {
      value(type->prim, place, 0, dims, 0);
      out_ += "\n";
    } else {
      for (size_t i = 0; i < type->parts.size(); i++)
        components(type->parts[i], mixed(place, i), dims);
    }
  }

  int64_t row_length(uint64_t random) const {
    switch (row_style_) {
      case RowStyle::Any: return static_cast<int64_t>(random % 4);
      case RowStyle::Some: return static_cast<int64_t>(1 + random % 4);
      case RowStyle::Empty: return 0;
      case RowStyle::Equal: return 2;
      case RowStyle::MostlyEmpty: return random % 3 == 0 ? 3 : 0;
      case RowStyle::Giant: return random % 4 == 0 ? 17 : static_cast<int64_t>(random % 2);
    }
    return 0;
  }

  int64_t size_of(const std::string& dim, uint64_t place) const {
    if (dim == kVaryingSize) return row_length(mixed(place, 77));
    for (const SizeParameter& size : program_.sizes) {
      if (size.name == dim) return size.value;
    }
    // While a program is made smaller, sizes may be missing; it is rejected then.
    bool is_number = std::isdigit(static_cast<unsigned char>(dim.front())) != 0;
    return is_number ? std::stoll(dim) : 0;
  }

  void value(Prim prim, uint64_t place, uint64_t index, const std::vector<std::string>& dims,
             size_t level) {
    if (level == dims.size()) return scalar(prim, mixed(place, index), index);
    int64_t size = size_of(dims[level], mixed(place, index));
    if (size == 0) return empty(prim, place, dims, level);
    out_ += "[";
    for (int64_t i = 0; i < size; i++) {
      if (i > 0) out_ += ", ";
      value(prim, mixed(place, index), static_cast<uint64_t>(i), dims, level + 1);
    }
    out_ += "]";
  }

  // Rows of irregular arrays are written as `[]`, regular arrays with all their sizes.
  void empty(Prim prim, uint64_t place, const std::vector<std::string>& dims, size_t level) {
    std::string text;
    for (size_t i = level; i < dims.size(); i++) {
      if (dims[i] == kVaryingSize && i > level) {
        out_ += "[]";
        return;
      }
      text += fmt::format("[{}]", i == level ? 0 : size_of(dims[i], place));
    }
    bool irregular_row = level > 0 && dims[level] == kVaryingSize;
    out_ += irregular_row ? "[]" : fmt::format("empty({}{})", text, prim_name(prim));
  }

  void scalar(Prim prim, uint64_t random, uint64_t index) {
    int64_t number = 0;
    switch (style_) {
      case InputStyle::Random: number = static_cast<int64_t>(random % 21) - 5; break;
      case InputStyle::Counting: number = static_cast<int64_t>(index); break;
      case InputStyle::Zero: break;
    }
    if (style_ == InputStyle::Random && random % 17 == 0) {
      constexpr int64_t kRare[] = {100, 127, -128, 64, 1000};
      number = kRare[(random >> 20) % std::size(kRare)];
    }
    if (prim == Prim::Bool) {
      out_ += number % 2 != 0 ? "true" : "false";
    } else if (is_float(prim)) {
      out_ += fmt::format("{}.{}{}", number, random % 2 == 0 ? 0 : 5, prim_name(prim));
    } else {
      if (is_unsigned(prim) && number < 0) number = -number;
      if (prim == Prim::I8 || prim == Prim::U8) number %= 128;
      out_ += fmt::format("{}{}", number, prim_name(prim));
    }
  }

  const Program& program_;
  InputStyle style_{};
  RowStyle row_style_{};
  std::string out_;
};

}  // namespace

std::string source_text(const Program& program) {
  std::string out;
  for (const Declaration& declaration : program.declarations) {
    out += declaration.head;
    if (declaration.body != nullptr) append_text(out, *declaration.body);
    out += declaration.tail;
    out += "\n";
  }
  out += "entry main";
  for (const SizeParameter& size : program.sizes) out += fmt::format(" [{}]", size.name);
  for (const Parameter& parameter : program.parameters) {
    const std::string type = parameter.is_sequence
                                 ? fmt::format("seq ({})", parameter.type->element()->text)
                                 : parameter.type->text;
    out += fmt::format(" ({}: {})", parameter.name, type);
  }
  out += fmt::format(" : {} =\n  ", program.body->type->text);
  append_text(out, *program.body);
  return out + "\n";
}

std::string input_text(const Program& program) { return InputWriter(program).write(); }

size_t node_count(const Program& program) {
  size_t count = node_count(*program.body);
  for (const Declaration& declaration : program.declarations) {
    if (declaration.body != nullptr) count += node_count(*declaration.body);
  }
  return count;
}

}  // namespace planish::random_programs
