#include <algorithm>

#include "syntax/token_maker.h"
#include "syntax/unicode.h"

namespace planish {

namespace {

struct Lookalike {
  std::string_view text;
  std::string_view name;
  std::string_view instead;
  std::string_view hint;  // when nothing can stand in its place
};
constexpr Lookalike kLookalikes[] = {
    {";", "", "",
     "declarations and bindings need no separator; between elements and fields stands a `,`"},
    {"@", "", "",
     "`@` has no meaning; there is no operator for matrix products, and a pattern cannot also name "
     "the whole"},
    {"\xC2\xA0", "a no-break space", "", "write an ordinary space"},
    {"\xE2\x80\x98", "a curly quote", "'", ""},
    {"\xE2\x80\x99", "a curly quote", "'", ""},
    {"\xE2\x80\x9C", "a curly quote", "\"", ""},
    {"\xE2\x80\x9D", "a curly quote", "\"", ""},
    {"\xE2\x80\x93", "a dash", "-", ""},
    {"\xE2\x80\x94", "a dash", "--", ""},
    {"\xE2\x88\x92", "a minus sign", "-", ""},
    {"\xC3\x97", "a multiplication sign", "*", ""},
    {"\xC2\xB7", "a middle dot", "*", ""},
    {"\xC3\xB7", "a division sign", "/", ""},
    {"\xE2\x89\xA4", "a sign for less or equal", "<=", ""},
    {"\xE2\x89\xA5", "a sign for greater or equal", ">=", ""},
    {"\xE2\x89\xA0", "a sign for not equal", "!=", ""},
    {"\xE2\x86\x92", "an arrow", "->", ""},
    {"\xE2\x80\xA6", "an ellipsis", "...", ""},
    {"\xE2\x88\xA7", "a logical and", "&&", ""},
    {"\xE2\x88\xA8", "a logical or", "||", ""},
    {"\xC2\xAC", "a logical not", "!", ""},
};

}  // namespace

void TokenMaker::bad_characters() {
  const char* to = at_;
  bool readable_utf8 = false;
  while (to < end_) {
    auto c = static_cast<unsigned char>(*to);
    ByteClass byte_class = kClasses[c];
    bool lone_hash = to == at_ && byte_class == ByteClass::Hash;
    if (byte_class != ByteClass::Bad && !lone_hash) break;
    size_t length = valid_utf8_length(to, end_);
    if (length > 0) readable_utf8 = true;
    to += std::max<size_t>(length, 1);
    if (c == ';') break;
  }
  // Broken text has been reported as such.
  if (!readable_utf8) return push(TokenKind::Error, to);

  size_t first_length = std::max<size_t>(valid_utf8_length(at_, end_), 1);
  std::string_view first(at_, first_length);
  auto known = std::ranges::find(kLookalikes, first, &Lookalike::text);
  auto c = static_cast<unsigned char>(*at_);
  if (known != std::end(kLookalikes)) {
    std::string_view name = known->name;
    std::string found =
        name.empty() ? fmt::format("`{}`", first) : fmt::format("{} (`{}`)", name, first);
    Diagnostic& diag = error(Diag::bad_character, loc(at_, to),
                             fmt::format("{} is not part of the language", found));
    if (known->instead.empty()) {
      diag.suggest(std::string(known->hint));
    } else {
      diag.suggest(fmt::format("write `{}`", known->instead))
          .replace(loc(at_, at_ + first_length), std::string(known->instead));
    }
  } else if (c == '#') {
    error(Diag::bad_character, loc(at_, to), "a lone `#` is not part of the language")
        .suggest("a constructor is written `#name`, an attribute `#[name]`, a comment `-- text`");
  } else if (c < ' ' || c == 0x7f) {
    error(Diag::bad_character, loc(at_, to),
          fmt::format("the control character 0x{:02X} cannot stand here", c));
  } else {
    bool in_name =
        at_ > begin_ && (kFlags[static_cast<unsigned char>(at_[-1])] & kConstituent) != 0;
    error(Diag::bad_character, loc(at_, to),
          fmt::format("the character `{}` cannot stand {}", first, in_name ? "in a name" : "here"))
        .suggest(
            "names are made of the letters a-z and A-Z, digits, `_` and `'`; other characters may "
            "stand in "
            "comments and strings");
  }
  push(TokenKind::Error, to);
}

}  // namespace planish
