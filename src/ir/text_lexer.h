// The tokens of the textual form.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace planish::ir {

enum class TextToken : uint8_t {
  End,
  Word,    // a name or keyword; a variable ends with _ and its number
  Quoted,  // `name`, or `name`_12
  Number,  // 12, 1.5f32, 0x1f
  String,
  Symbol,  // punctuation, one or two characters
  Bad,     // what cannot be read
};

struct TextTokenInfo {
  TextToken kind = TextToken::End;
  uint32_t start = 0;
  std::string_view text;  // as it stands there
};

// All tokens of a text, the last of kind End. `-- …` is a comment.
std::vector<TextTokenInfo> text_tokens(std::string_view text);

// What a string or a name in back quotes stands for; the token is well formed.
std::string unquoted(std::string_view token);

// The number and the name of a variable's token, `x_12` or `` `x'`_12 ``. The number is 0 if there
// is none; then all of the token is the name.
uint32_t var_number(const TextTokenInfo& token);
std::string var_name(const TextTokenInfo& token);

}  // namespace planish::ir
