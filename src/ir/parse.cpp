#include "ir/parse.h"

#include <algorithm>
#include <charconv>

#include "ir/constant_text.h"
#include "ir/text_parser.h"

namespace planish::ir {

TextParser::TextParser(std::string_view text)
    : text_(text), tokens_(text_tokens(text)), storage_(*result_.program.storage) {}

// ---- Tokens

void TextParser::fail_at(uint32_t offset, std::string message) {
  if (failed()) return;
  std::string_view before = text_.substr(0, offset);
  size_t line_start = before.rfind('\n') + 1;  // 0 if there is none
  auto line = static_cast<uint32_t>(std::ranges::count(before, '\n') + 1);
  result_.error =
      ParseError{line, static_cast<uint32_t>(offset - line_start + 1), std::move(message)};
  at_ = tokens_.size() - 1;
}

void TextParser::fail(std::string_view expected) {
  constexpr size_t kLongest = 40;
  const Token& token = peek();
  std::string found = "the end";
  if (token.kind != TextToken::End) {
    std::string_view text = token.text.substr(0, kLongest);
    found = "`" + std::string(text) + (text.size() < token.text.size() ? "…`" : "`");
  }
  fail_at(token.start, "expected " + std::string(expected) + ", found " + found);
}

bool TextParser::at(std::string_view text) const {
  TextToken kind = peek().kind;
  return (kind == TextToken::Word || kind == TextToken::Symbol) && peek().text == text;
}
bool TextParser::accept(std::string_view text) {
  if (!at(text)) return false;
  at_++;
  return true;
}
void TextParser::expect(std::string_view text) {
  if (!accept(text)) fail("`" + std::string(text) + "`");
}

uint32_t TextParser::number(std::string_view what) {
  uint32_t value = 0;
  std::string_view text = peek().text;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (peek().kind != TextToken::Number || error != std::errc() ||
      end != text.data() + text.size()) {
    fail(what);
    return 0;
  }
  at_++;
  return value;
}

std::string TextParser::string(std::string_view what) {
  if (peek().kind != TextToken::String) {
    fail(what);
    return "";
  }
  return unquoted(tokens_[at_++].text);
}

Name TextParser::name(std::string_view what) {
  const Token& token = peek();
  if (token.kind == TextToken::Word) {
    at_++;
    return storage_.names.intern(token.text);
  }
  if (token.kind != TextToken::Quoted || token.text.back() != '`') {
    fail(what);
    return {};
  }
  at_++;
  return storage_.names.intern(unquoted(token.text));
}

// ---- Variables

// Variables keep their numbers, so that a text that is read and printed again is the same. A file
// with a few enormous numbers must not make an enormous table; then new numbers are given.
void TextParser::reserve_numbers() {
  uint64_t largest = 0;
  for (const Token& token : tokens_) {
    if (token.kind != TextToken::Word && token.kind != TextToken::Quoted) continue;
    largest = std::max<uint64_t>(largest, var_number(token));
  }
  constexpr uint64_t kAlwaysKept = 1 << 20;
  if (largest > std::max<uint64_t>(kAlwaysKept, text_.size())) largest = 0;
  storage_.vars.resize(largest + 1);
  taken_.resize(largest + 1);
}

TextParser::Known& TextParser::variable() {
  const Token& token = peek();
  if ((token.kind != TextToken::Word && token.kind != TextToken::Quoted) || at_constant()) {
    fail("a variable");
    // Never looked at: nothing is made of a text with an error.
    return numbered_[""];
  }
  at_++;
  uint32_t number = var_number(token);
  auto [it, is_new] = (number != 0 ? numbered_ : local_).try_emplace(token.text);
  Known& known = it->second;
  if (!is_new) return known;
  known.first = token.start;
  std::string text = var_name(token);
  bool nameless = text.empty() && token.kind == TextToken::Word;
  Name name = nameless ? Name{} : storage_.names.intern(text);
  if (number != 0 && number < taken_.size() && !taken_[number]) {
    taken_[number] = true;
    known.var = Var{number};
    storage_.vars[number].name = name;
  } else {
    known.var = storage_.new_var(name, nullptr);
  }
  return known;
}

void TextParser::bind(Known& known, uint32_t offset, const Type* type) {
  const Type*& known_type = storage_.vars[known.var.id].type;
  if (known.bound && known_type != type) {
    fail_at(offset, "this variable is bound before with another type");
  }
  known.bound = true;
  known_type = type;
}

// Variables that are mentioned and never bound have no type.
void TextParser::check_bound(const Variables& variables) {
  const Known* first = nullptr;
  for (const auto& [text, known] : variables) {
    if (!known.bound && (first == nullptr || known.first < first->first)) first = &known;
  }
  if (first == nullptr || failed()) return;
  auto token = std::ranges::find(tokens_, first->first, &Token::start);
  fail_at(first->first, "`" + std::string(token->text) + "` is bound nowhere");
}

Var TextParser::binder() {
  uint32_t offset = peek().start;
  Known& known = variable();
  expect(":");
  // A reference into a map stays valid while the type adds variables.
  bind(known, offset, type());
  return known.var;
}

Param TextParser::param() {
  uint32_t offset = peek().start;
  Known& known = variable();
  expect(":");
  bool unique = accept("*");
  bind(known, offset, type());
  return {known.var, unique};
}
std::span<const Param> TextParser::params() {
  return list<Param>("(", ")", [this] { return param(); });
}

// ---- Types

Dim TextParser::dim() {
  if (accept("?")) return Dim::varying();
  if (peek().kind == TextToken::Number || at("-")) {
    uint32_t offset = peek().start;
    Const value = constant();
    if (value.prim != Prim::I64) fail_at(offset, "expected an i64 as a dimension");
    return Dim::constant(static_cast<int64_t>(value.bits));
  }
  return Dim::variable(var());
}

const Type* TextParser::type() {
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

// ---- Places

void TextParser::place_line() {
  expect("@");
  uint32_t offset = peek().start;
  if (number("the number of a place") != places_.size() && !failed()) {
    fail_at(offset, "expected place number " + std::to_string(places_.size()));
  }
  expect("=");
  Place place;
  place.file = storage_.names.intern(string("the name of a file"));
  place.line = number("a line");
  expect(":");
  place.column = number("a column");
  expect("-");
  place.end_line = number("a line");
  expect(":");
  place.end_column = number("a column");
  if (accept("from")) place.caller = this->place();
  places_.push_back(storage_.place(place));
}

// The table stands at the end, and is read first: what refers to it is made once.
void TextParser::places() {
  places_.push_back({});
  int depth = 0;
  for (at_ = 0; peek().kind != TextToken::End; at_++) {
    if (peek().kind == TextToken::Symbol) {
      depth += peek().text == "{" ? 1 : peek().text == "}" ? -1 : 0;
    }
    // Functions and parameters may have this name, too, but do not stand after a function, a type
    // of an entry point or the first word.
    const Token& before = tokens_[at_ > 0 ? at_ - 1 : 0];
    bool after_all = at_ == 1 || before.text == "}" || before.text == ")" ||
                     before.kind == TextToken::String || before.text == "types";
    if (depth == 0 && after_all && at("places")) break;
  }
  if (!accept("places")) {
    at_ = 0;
    return;
  }
  size_t table = at_ - 1;
  while (at("@") && !failed()) place_line();
  if (peek().kind != TextToken::End) fail("`@`");
  if (failed()) return;
  tokens_[table] = tokens_.back();
  tokens_.resize(table + 1);
  at_ = 0;
}

PlaceId TextParser::place() {
  if (!accept("@")) return {};
  uint32_t offset = peek().start;
  uint32_t place = number("the number of a place");
  if (place < places_.size()) return places_[place];
  fail_at(offset, "there is no place @" + std::to_string(place));
  return {};
}

// ---- Functions

std::vector<Attribute> TextParser::attrs() {
  std::vector<Attribute> attrs;
  while (accept("#")) {
    expect("[");
    attrs.push_back(attribute_from_text(storage_.names, storage_.text(name("an attribute"))));
    expect("]");
  }
  return attrs;
}

const Function* TextParser::function() {
  Function fn;
  if (accept("entry")) fn.entry = entry();
  fn.attrs = arena().copy(attrs());
  fn.constant = accept("const");
  if (!fn.constant && !accept("fn")) fail("`fn`, `const` or `entry`");
  fn.name = name("the name of a function");
  fn.params = params();
  expect("->");
  fn.results = params();
  fn.place = place();
  fn.body = body();
  check_bound(local_);
  local_.clear();
  return arena().make<Function>(fn);
}

const Lambda* TextParser::lambda() {
  Lambda lambda;
  expect("\\");
  lambda.params = params();
  lambda.place = place();
  lambda.body = body();
  return arena().make<Lambda>(lambda);
}

const Body* TextParser::body() {
  if (depth_ == kMaxBodyDepth) fail_at(peek().start, "bodies are nested too deeply");
  depth_++;
  expect("{");
  std::vector<Stm> stms;
  while (!at("in") && !failed()) stms.push_back(stm());
  expect("in");
  std::vector<Atom> results;
  while (!at("}") && !failed()) {
    if (!results.empty()) expect(",");
    results.push_back(atom());
  }
  expect("}");
  depth_--;
  return arena().make<Body>(Body{arena().copy(stms), arena().copy(results)});
}

Stm TextParser::stm() {
  Stm stm;
  stm.attrs = arena().copy(attrs());
  if (!accept("let")) fail("`let` or `in`");
  if (at("(")) {
    stm.pattern = list<Var>("(", ")", [this] { return binder(); });
  } else {
    Var var = binder();
    stm.pattern = arena().copy({var});
  }
  expect("=");
  stm.op = op();
  if (accept("after")) {
    std::vector<Var> certs;
    do certs.push_back(var());
    while (accept(","));
    stm.certs = arena().copy(certs);
  }
  stm.place = place();
  return stm;
}

Parsed TextParser::run() {
  places();
  reserve_numbers();
  if (accept("flat")) {
    result_.program.stage = Stage::Flat;
  } else if (!accept("core")) {
    fail("`core` or `flat`");
  }
  while (peek().kind != TextToken::End && !at("types")) {
    result_.program.functions.push_back(function());
  }
  if (accept("types")) entry_types();
  check_bound(numbered_);
  if (failed()) result_.program.functions.clear();
  return std::move(result_);
}

Parsed parse(std::string_view text) { return TextParser(text).run(); }

}  // namespace planish::ir
