#include "driver/build/c_api_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "support/md5.h"

namespace planish {
namespace {

bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// "2d", "2d_v1"
std::string dims_words(const std::vector<bool>& varying) {
  std::string out = fmt::format("{}d", varying.size());
  for (size_t i = 0; i < varying.size(); i++) {
    if (varying[i]) out += fmt::format("_v{}", i);
  }
  return out;
}

// The type as one word: arrays and tuples in words of their own. Fails at anything else than names
// in them.
class TypeWords {
 public:
  explicit TypeWords(std::string_view text) : rest_(text) {}

  std::optional<std::string> all() {
    std::string out = type();
    if (!rest_.empty() || failed_) return std::nullopt;
    return out;
  }

 private:
  bool accept(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  std::string type() {
    std::vector<bool> varying;
    for (bool more = true; more;) {
      const bool fixed = accept("[]");
      more = fixed || accept("[?]");
      if (more) varying.push_back(!fixed);
    }
    if (!varying.empty()) return fmt::format("arr{}_{}", dims_words(varying), type());
    return accept("(") ? tuple() : name();
  }

  std::string tuple() {
    std::vector<std::string> parts;
    while (!accept(")") && !failed_) {
      if (!parts.empty() && !accept(", ")) failed_ = true;
      if (!failed_) parts.push_back(type());
    }
    return fmt::format("tup{}_{}", parts.size(), fmt::join(parts, "_"));
  }

  // The name of a type, perhaps with those of modules before it.
  std::string name() {
    std::string out;
    while (!rest_.empty() && (is_word_char(rest_.front()) || rest_.front() == '.')) {
      out += rest_.front() == '.' ? '_' : rest_.front();
      rest_.remove_prefix(1);
    }
    failed_ |= out.empty() || std::isdigit(static_cast<unsigned char>(out.front())) != 0;
    return out;
  }

  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace

bool is_c_name(std::string_view text) {
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
         std::ranges::all_of(text, is_word_char);
}

std::string c_identifier(std::string_view name) {
  if (!name.empty() && std::ranges::all_of(name, is_word_char)) return std::string(name);
  std::string out;
  for (char c : name) {
    switch (c) {
      case '\'': out += "zq"; break;
      case 'z': out += "zz"; break;
      case 'Z': out += "ZZ"; break;
      default:
        out += is_word_char(c) ? std::string(1, c)
                               : fmt::format("z{:02x}U", static_cast<unsigned char>(c));
    }
  }
  return out;
}

std::string c_opaque_name(std::string_view type) {
  if (type == "()") return "opaque_unit";
  std::optional<std::string> words = TypeWords(type).all();
  return "opaque_" + (words ? *words : md5(type));
}

std::string c_array_name(Prim prim, const std::vector<bool>& varying) {
  return fmt::format("{}_{}", prim_name(prim), dims_words(varying));
}

std::string_view c_scalar_type(Prim prim) {
  static constexpr std::string_view kNames[] = {"int8_t",   "int16_t",  "int32_t",  "int64_t",
                                                "uint8_t",  "uint16_t", "uint32_t", "uint64_t",
                                                "uint16_t", "float",    "double",   "bool"};
  return kNames[static_cast<size_t>(prim)];
}

}  // namespace planish
