#include "ir/parse/value_reader.h"

#include <algorithm>
#include <charconv>

#include "ir/constant_text.h"

namespace planish::ir {

namespace {

// "f32.nan": the type, if the word is one of it with this ending.
std::optional<Prim> float_word(std::string_view word, std::string_view ending) {
  if (!word.ends_with(ending)) return std::nullopt;
  std::optional<Prim> prim = prim_named(word.substr(0, word.size() - ending.size()));
  return prim && is_float(*prim) ? prim : std::nullopt;
}

}  // namespace

// Variables keep their numbers, so that a text that is read and printed again is the same. A file
// with a few enormous numbers must not make an enormous table; then new numbers are given.
void ValueReader::reserve_numbers() {
  uint64_t largest = 0;
  for (const Token& token : tokens_) {
    if (token.kind != TextToken::Word && token.kind != TextToken::Quoted) continue;
    largest = std::max<uint64_t>(largest, var_number(token));
  }
  constexpr uint64_t kAlwaysKept = 1 << 20;
  if (largest > std::max<uint64_t>(kAlwaysKept, text_.size())) largest = 0;
  storage_.vars.resize(largest + 1);
  state_.taken.resize(largest + 1);
}

Known& ValueReader::variable() {
  const Token& token = peek();
  if ((token.kind != TextToken::Word && token.kind != TextToken::Quoted) || at_constant()) {
    fail("a variable");
    // Never looked at: nothing is made of a text with an error.
    return state_.numbered[""];
  }
  at_++;
  uint32_t number = var_number(token);
  auto [it, is_new] = (number != 0 ? state_.numbered : state_.local).try_emplace(token.text);
  Known& known = it->second;
  if (!is_new) return known;
  known.first = token.start;
  std::string text = var_name(token);
  bool nameless = text.empty() && token.kind == TextToken::Word;
  Name name = nameless ? Name{} : storage_.names.intern(text);
  if (number != 0 && number < state_.taken.size() && !state_.taken[number]) {
    state_.taken[number] = true;
    known.var = Var{number};
    storage_.vars[number].name = name;
  } else {
    known.var = storage_.new_var(name, nullptr);
  }
  return known;
}

void ValueReader::bind(Known& known, uint32_t offset, const Type* type) {
  const Type*& known_type = storage_.vars[known.var.id].type;
  if (known.bound && known_type != type) {
    fail_at(offset, "this variable is bound before with another type");
  }
  known.bound = true;
  known_type = type;
}

// Variables that are mentioned and never bound have no type.
void ValueReader::check_bound(const Variables& variables) {
  const Known* first = nullptr;
  for (const auto& [text, known] : variables) {
    if (!known.bound && (first == nullptr || known.first < first->first)) first = &known;
  }
  if (first == nullptr || failed()) return;
  auto token = std::ranges::find(tokens_, first->first, &Token::start);
  fail_at(first->first, "`" + std::string(token->text) + "` is bound nowhere");
}

Var ValueReader::binder() {
  uint32_t offset = peek().start;
  Known& known = variable();
  expect(":");
  // A reference into a map stays valid while the type adds variables.
  bind(known, offset, type());
  return known.var;
}

Param ValueReader::param() {
  uint32_t offset = peek().start;
  Known& known = variable();
  expect(":");
  bool unique = accept("*");
  bind(known, offset, type());
  return {known.var, unique};
}

std::span<const Param> ValueReader::params() {
  return list<Param>("(", ")", [this] { return param(); });
}

Dim ValueReader::dim() {
  if (accept("?")) return Dim::varying();
  if (peek().kind == TextToken::Number || at("-")) {
    uint32_t offset = peek().start;
    Const value = constant();
    if (value.prim != Prim::I64) fail_at(offset, "expected an i64 as a dimension");
    return Dim::constant(static_cast<int64_t>(value.bits));
  }
  return Dim::variable(var());
}

const Type* ValueReader::type() {
  if (accept("acc")) {
    auto arrays = list<const Type*>("(", ")", [this] {
      if (at("acc")) fail("the type of an array");
      return type();
    });
    return storage_.types.acc(arrays);
  }
  std::vector<Dim> dims;
  while (accept("[")) {
    dims.push_back(dim());
    expect("]");
  }
  std::optional<Prim> elem;
  if (peek().kind == TextToken::Word) elem = prim_named(peek().text);
  if (!elem) {
    fail("a type");
    return storage_.types.scalar(Prim::Unit);
  }
  at_++;
  return storage_.types.array(*elem, dims);
}

bool ValueReader::at_constant() const {
  const Token& token = peek();
  if (token.kind == TextToken::Number || at("-") || at("(")) return true;
  return token.kind == TextToken::Word &&
         (token.text == "true" || token.text == "false" || float_word(token.text, ".nan") ||
          float_word(token.text, ".inf"));
}

Atom ValueReader::atom() {
  if (at_constant()) return constant();
  if (peek().kind != TextToken::Word && peek().kind != TextToken::Quoted) fail("an atom");
  return var();
}

Const ValueReader::constant() {
  if (accept("(")) {
    expect(")");
    return {};
  }
  uint32_t offset = peek().start;
  Sign sign = accept("-") ? Sign::Minus : Sign::Plus;
  const Token& token = peek();
  std::string_view text = token.text;
  if (token.kind == TextToken::Word) {
    if (sign == Sign::Plus && accept("true")) return {Prim::Bool, 1};
    if (sign == Sign::Plus && accept("false")) return {Prim::Bool, 0};
    if (auto prim = float_word(text, ".inf")) {
      at_++;
      return infinity_of(*prim, sign);
    }
    if (auto prim = float_word(text, ".nan"); prim && sign == Sign::Plus) {
      at_++;
      if (!accept("(")) return nan_of(*prim);
      Const nan{*prim, 0};
      std::string_view bits = peek().text;
      const char* end = bits.data() + bits.size();
      bool hexadecimal = peek().kind == TextToken::Number && bits.starts_with("0x");
      if (!hexadecimal || std::from_chars(bits.data() + 2, end, nan.bits, 16).ptr != end ||
          (bit_size(*prim) < 64 && nan.bits >> bit_size(*prim) != 0) || !is_nan(nan)) {
        fail("the bits of a NaN of the type");
        return {};
      }
      at_++;
      expect(")");
      return nan;
    }
  }
  if (token.kind != TextToken::Number) {
    fail("a constant");
    return {};
  }
  // The digits, and the type: `1e5f32`. An exponent is part of the digits, and no type begins with
  // an e.
  size_t suffix = text.find_first_not_of("0123456789.e+-");
  std::string_view digits = text.substr(0, suffix);
  std::optional<Prim> prim;
  if (suffix != std::string_view::npos) {
    prim = prim_named(text.substr(suffix));
  } else {
    prim = digits.find_first_of(".e") == std::string_view::npos ? Prim::I64 : Prim::F64;
  }
  std::optional<Const> value;
  if (prim) value = read_number(*prim, sign, digits);
  if (!value) {
    fail_at(offset, "`" + std::string(text) + "` is not a number of a primitive type");
    return {};
  }
  at_++;
  return *value;
}

}  // namespace planish::ir
