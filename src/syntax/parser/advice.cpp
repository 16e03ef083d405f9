#include "syntax/parser/advice.h"

namespace planish {

namespace {

struct ForeignWord {
  std::string_view word;
  std::string_view hint;
};

// Words that begin a definition in other languages.
constexpr std::string_view kFunctionIsDefined =
    "a function is defined with `def`, as in `def f (x: i32) : i32 = x + 1`";

constexpr ForeignWord kForeignDeclarations[] = {
    {"fun", kFunctionIsDefined},
    {"fn", kFunctionIsDefined},
    {"func", kFunctionIsDefined},
    {"function", kFunctionIsDefined},
    {"int", kFunctionIsDefined},
    {"float", kFunctionIsDefined},
    {"double", kFunctionIsDefined},
    {"void", kFunctionIsDefined},
    {"long", kFunctionIsDefined},
    {"static", kFunctionIsDefined},
    {"public", kFunctionIsDefined},
    {"pub", kFunctionIsDefined},
    {"var", "a value is defined with `def`"},
    {"const", "a value is defined with `def`"},
    {"data", "a type is defined with `type`, as in `type t = #a i32 | #b`"},
    {"enum", "a type is defined with `type`, as in `type t = #a | #b`"},
    {"newtype", "a type is defined with `type`"},
    {"struct", "a record type is defined as in `type t = {x: i32}`"},
    {"class", "there are no classes; a module type describes what a module offers"},
    {"instance", "there are no instances; a module that has a module type takes their place"},
    {"using", "write `open` for a module or `import` for a file"},
    {"use", "write `open` for a module or `import` for a file"},
    {"from", "write `import \"file\"`"},
    {"signature", "write `module type`"},
    {"end", "modules and blocks are closed with `}`; there is no `end`"},
    {"where", "there is no `where`; bind the names with `let` before they are used"},
    {"return", "there is no `return`; a function gives the value of its body"},
};

constexpr const char* kFunction = "a function is written `\\x -> e`";
constexpr const char* kCases = "cases follow the value: `match e case p -> r case q -> s`";

}  // namespace

bool Advice::is_word(const Token& token, std::string_view word) const {
  return token.kind == Kind::Ident && names_.text(token.name) == word;
}

bool Advice::is_operator(const Token& token, std::string_view symbol) const {
  return token.kind == Kind::Operator && names_.text(token.name) == symbol;
}

void Advice::give(Diagnostic& diag, Wanted wanted) {
  if (!diag.hint.empty()) return;
  // In an expression, `<` is an operator.
  if (at(Kind::Less) && wanted != Wanted::Expression) {
    diag.suggest(
        "the arguments of a type follow without brackets; the type of an array is written `[]t`");
    return;
  }
  switch (wanted) {
    case Wanted::Expression: for_expression(diag); break;
    case Wanted::Pattern: for_pattern(diag); break;
    case Wanted::Type: for_type(diag); break;
    case Wanted::Name: for_name(diag); break;
    case Wanted::Declaration: for_declaration(diag); break;
    case Wanted::Head: break;
    case Wanted::Other: for_continuation(diag); break;
  }
}

void Advice::for_expression(Diagnostic& diag) {
  const Token& token = *cur_;
  const Token* before = cur_ == first_ ? nullptr : cur_ - 1;
  switch (token.kind) {
    case Kind::Case: diag.suggest("values are taken apart with `match e case p -> r`"); return;
    case Kind::While:
    case Kind::For:
      diag.suggest("a loop names what changes: `loop x = start for i < n do next`");
      return;
    case Kind::Equal:
      if (before != nullptr && before->kind == Kind::Equal) {
        diag.suggest("to compare, write `==` without a space");
      } else if (before != nullptr && before->kind == Kind::LParen) {
        diag.suggest("to compare, write `==`").replace(token.loc, "==");
      }
      return;
    case Kind::Do:
      if (before != nullptr && before->kind == Kind::Equal)
        diag.suggest("there are no blocks; names are bound with `let x = e in …`");
      return;
    case Kind::Indexing:
      diag.suggest("an array literal needs a space before its `[`")
          .replace({token.loc.begin, token.loc.begin}, " ");
      return;
    case Kind::Apostrophe:
      diag.suggest(
          "a character literal holds one character, as in `'a'`; strings stand in double quotes");
      return;
    case Kind::Dot:
      if (kind_after() == Kind::Int) {
        diag.suggest("write a digit before the point")
            .replace({token.loc.begin, token.loc.begin}, "0");
      }
      return;
    case Kind::Dollar:
      diag.suggest("`f <| x` applies a function to all that follows").replace(token.loc, "<|");
      return;
    case Kind::Tilde: diag.suggest("bits are inverted with `!`").replace(token.loc, "!"); return;
    case Kind::Underscore:
      diag.suggest(
          "`_` stands for a value only in patterns; a hole in an expression is written `???`");
      return;
    case Kind::RParen:
      if (before != nullptr && before->kind == Kind::Comma) {
        diag.suggest("a tuple has at least two elements; remove the comma");
      } else if (before != nullptr && cur_ - 2 >= first_ && is_infix(before->kind)) {
        diag.suggest(
            "a value is missing; in a section the operand stands in parentheses, as in `((a + b) "
            "*)`");
      }
      return;
    case Kind::Comma: diag.suggest("an element is missing before the comma"); return;
    case Kind::Arrow: diag.suggest("a function is written `\\x -> e`"); return;
    case Kind::In:
      if (before != nullptr && before->kind == Kind::Equal)
        diag.suggest("the value to bind is missing");
      return;
    default: break;
  }
  if (is_operator(token, "/*") || is_operator(token, "//") ||
      (before != nullptr && is_operator(*before, "*/"))) {
    diag.suggest("a comment is written `-- text`");
  } else if (before != nullptr && is_operator(*before, "++") && !begins_atom(token.kind)) {
    diag.suggest("`++` joins two arrays; to add one, write `+ 1`");
  } else if (token.kind == Kind::Operator || token.kind == Kind::Star || token.kind == Kind::Hat ||
             token.kind == Kind::Pipe || token.kind == Kind::Less) {
    diag.suggest(fmt::format("{} needs a value on its left; as a function it is written `({})`",
                             quoted(token), text(token.loc)));
  } else if (is_keyword(token.kind) && !begins_declaration(token.kind) &&
             token.kind != Kind::Then && token.kind != Kind::Else && token.kind != Kind::Do &&
             token.kind != Kind::With) {
    diag.suggest(
        fmt::format("{} is a reserved word and cannot be the name of a value", quoted(token)));
  }
}

void Advice::for_braces(Diagnostic& diag) {
  if (at(Kind::Pipe)) {
    diag.suggest("a field is changed without braces: `r with x = e`");
  } else if (is_infix(kind())) {
    diag.suggest("braces make records; to group an expression, use parentheses");
  }
}

void Advice::for_pattern(Diagnostic& diag) {
  const Token& token = *cur_;
  switch (token.kind) {
    case Kind::LBracket:
    case Kind::Indexing:
      diag.suggest("arrays cannot be taken apart by patterns; index them, or use their length");
      return;
    case Kind::String: diag.suggest("strings cannot stand in patterns; compare with `==`"); return;
    case Kind::Arrow:
      if (cur_ != first_ && cur_[-1].kind == Kind::Backslash) {
        diag.suggest("a function has at least one parameter; `\\() -> e` takes the empty tuple");
      }
      return;
    case Kind::HashBracket:
      diag.suggest("put a parameter with an attribute in parentheses");
      return;
    case Kind::Comma: diag.suggest("a pattern is missing before the comma"); return;
    case Kind::Equal: diag.suggest("what is to be bound is missing"); return;
    default: break;
  }
  if (is_keyword(token.kind))
    diag.suggest(fmt::format("{} is a reserved word; choose another name", quoted(token)));
}

void Advice::for_type(Diagnostic& diag) {
  const Token& token = *cur_;
  const Token* before = cur_ == first_ ? nullptr : cur_ - 1;
  bool directly_after = before != nullptr && before->loc.end == token.loc.begin;
  if (state_.innermost_case != nullptr && before != nullptr && before->kind == Kind::Arrow) {
    diag.label(state_.innermost_case->loc, "for this `case`")
        .suggest(
            "the `->` was read as part of a type; put the pattern in parentheses: `case (p: t) -> "
            "e`");
    return;
  }
  switch (token.kind) {
    case Kind::Equal:
      if (before != nullptr && before->kind == Kind::Colon && directly_after) {
        diag.suggest("nothing is assigned to; a new value is bound with `let x = e`");
      } else if (before != nullptr && before->kind == Kind::RBracket) {
        diag.suggest("the type of an array is written `[]t` or `[n]t`");
      }
      return;
    case Kind::Colon:
      if (before != nullptr && before->kind == Kind::Colon) {
        diag.suggest("one colon gives a type: `x: t`").replace(span(before->loc, token.loc), ":");
      }
      return;
    case Kind::Apostrophe:
    case Kind::ApostropheHat:
    case Kind::ApostropheTilde:
      diag.suggest(
          "a type parameter has its `'` only where it is bound; here write the name alone");
      return;
    case Kind::Pipe: diag.suggest("there is no `|` before the first constructor"); return;
    case Kind::RParen:
    case Kind::Comma:
    case Kind::RBrace:
    case Kind::Arrow:
      if (before != nullptr && before->kind == Kind::RBracket) {
        diag.suggest("the type of an array is written `[]t` or `[n]t`");
      } else if (before != nullptr && before->kind == Kind::Comma) {
        diag.suggest("a tuple type has at least two elements; remove the comma");
      }
      return;
    case Kind::Int:
      diag.suggest(
          before != nullptr && before->kind == Kind::Colon && at_line_start(token)
              ? "a colon gives a type and does not begin a block; a choice is written `if c "
                "then a else b`"
              : "a size stands in brackets, as in `[3]i32`");
      return;
    case Kind::Question:
      diag.suggest("put a type with its own sizes in parentheses, as in `(?[n].[n]i32)`");
      return;
    case Kind::Underscore:
      diag.suggest("leave the type out to have it inferred; an unknown size is written `[]`");
      return;
    default: break;
  }
  if (is_keyword(token.kind) && !begins_declaration(token.kind)) {
    diag.suggest(
        fmt::format("{} is a reserved word and cannot be the name of a type", quoted(token)));
  }
}

void Advice::for_name(Diagnostic& diag) {
  const Token& token = *cur_;
  const Token* before = cur_ == first_ ? nullptr : cur_ - 1;
  if (is_keyword(token.kind)) {
    diag.suggest(fmt::format("{} is a reserved word; choose another name", quoted(token)));
  } else if (before != nullptr && before->kind == Kind::Dot && token.kind == Kind::LBracket) {
    diag.suggest("an element is written `a[i]`, without a point").replace(before->loc, "");
  } else if (before != nullptr && before->kind == Kind::Dot && cur_ - 2 >= first_ &&
             cur_[-2].kind == Kind::Int) {
    diag.suggest("a float has a digit after the point, as in `1.0`")
        .replace({before->loc.end, before->loc.end}, "0");
  } else if (before != nullptr && before->kind == Kind::Dot && is_infix(token.kind)) {
    diag.suggest(
        fmt::format("for the elements of two arrays, write `map2 ({}) xs ys`", text(token.loc)));
  } else if (before != nullptr && before->kind == Kind::LBrace && token.kind == Kind::Minus) {
    diag.suggest("a comment is written `-- text`");
  } else if (before != nullptr && before->kind == Kind::LBracket && token.kind == Kind::Int) {
    diag.suggest("a size that is bound here needs a name, as in `[n]`");
  } else if (token.kind == Kind::String && before != nullptr && before->kind == Kind::LBrace) {
    diag.suggest("the names of fields stand without quotes");
  } else if (token.kind == Kind::Constructor) {
    diag.suggest("names beginning with `#` are constructors; they need no definition");
  } else if (token.kind == Kind::Underscore && before != nullptr &&
             before->kind == Kind::Apostrophe) {
    diag.suggest("a type parameter needs a name");
  }
}

void Advice::for_declaration(Diagnostic& diag) {
  const Token& token = *cur_;
  bool comment = is_operator(token, "//") || is_operator(token, "/*") ||
                 (token.kind == Kind::LBrace && kind_after() == Kind::Minus);
  if (comment) {
    diag.suggest("a comment is written `-- text`");
    return;
  }
  switch (token.kind) {
    case Kind::Val:
      diag.suggest("`val` stands in module types; a value is defined with `def`")
          .replace(token.loc, "def");
      return;
    case Kind::Include:
      diag.suggest("`include` stands in module types; in a module write `open`")
          .replace(token.loc, "open");
      return;
    case Kind::In:
      diag.suggest(
          "a definition at top level takes no `in`; indent the `let` and put it into a definition");
      return;
    case Kind::Ident: {
      if (kind_after(1) == Kind::Colon && kind_after(2) == Kind::Colon) {
        diag.suggest("types stand in the definition itself, as in `def f (x: i32): i32 = e`");
        return;
      }
      for (const ForeignWord& foreign : kForeignDeclarations) {
        if (is_word(token, foreign.word)) {
          diag.suggest(std::string(foreign.hint));
          return;
        }
      }
      diag.suggest("a definition begins with `def`")
          .replace({token.loc.begin, token.loc.begin}, "def ");
      return;
    }
    case Kind::Constructor:
      if (text(token.loc) == "#include") diag.suggest("write `import \"file\"`");
      return;
    case Kind::Int:
    case Kind::Float:
    case Kind::String:
    case Kind::LParen:
    case Kind::LBracket:
    case Kind::If:
      if (!at_line_start(token)) break;
      diag.suggest("a program is made of declarations; give the expression a name: `def x = e`");
      return;
    default: break;
  }
  for_continuation(diag);
}

// Whether the word stands shortly before the current token, in the same declaration.
bool Advice::is_shortly_after(std::string_view word) const {
  constexpr ptrdiff_t kNear = 16;
  const Token* nearest = cur_ - std::min(cur_ - state_.unit, kNear);
  for (const Token* token = cur_; token-- > nearest;) {
    if (is_word(*token, word)) return true;
  }
  return false;
}

// `match x { 0 => a }`, `match x with 0 -> a`.
bool Advice::is_match_without_case() const {
  for (const Token* token = cur_; token-- > state_.unit;) {
    if (token->kind == Kind::Case || token->kind == Kind::Backslash) return false;
    if (token->kind == Kind::Match) return true;
  }
  return false;
}

// `a if c else b`.
bool Advice::is_choice_of_python() const {
  for (const Token* token = cur_ + 1; token->kind != Kind::End && !at_line_start(*token); token++) {
    if (token->kind == Kind::Then) return false;
    if (token->kind == Kind::Else) return true;
  }
  return false;
}

// An expression, type or pattern was complete, and something else than the next part follows.
void Advice::for_continuation(Diagnostic& diag) {
  const Token& token = *cur_;
  const Token* before = cur_ == first_ ? nullptr : cur_ - 1;
  switch (token.kind) {
    case Kind::Equal:
      if (is_shortly_after("where")) {
        diag.suggest("there is no `where`; bind the names with `let` before they are used");
      } else if (before != nullptr && before->kind == Kind::Ident && before > first_ &&
                 before[-1].kind == Kind::Do) {
        diag.suggest(
            "nothing is assigned to; the body of a loop is the next value of what the loop names");
      } else if (before != nullptr && before->kind == Kind::Ident && at_line_start(*before)) {
        diag.suggest(fmt::format("missing `let` before {}?", quoted(*before)))
            .replace({before->loc.begin, before->loc.begin}, "let ");
      } else if (before != nullptr && before->kind == Kind::RBracket) {
        diag.suggest("to compare, write `==`; a changed array is written `a with [i] = e`");
      } else {
        diag.suggest("to compare, write `==`").replace(token.loc, "==");
      }
      return;
    case Kind::If:
    case Kind::Let:
    case Kind::Loop:
    case Kind::Match:
    case Kind::Assert:
      if (token.kind == Kind::If && is_choice_of_python()) {
        diag.suggest("a choice is written `if c then a else b`");
      } else if (before != nullptr && (closes(before->kind) || begins_atom(before->kind))) {
        diag.suggest(fmt::format(
            "to pass it as an argument, put the `{}` expression in parentheses", text(token.loc)));
      }
      return;
    case Kind::Bang:
      if (before != nullptr && before->kind == Kind::Ident && before->loc.end == token.loc.begin) {
        diag.suggest("there are no macros; a function is applied like this: `f x y`");
      } else {
        diag.suggest("to pass it as an argument, put it in parentheses: `(!x)`");
      }
      return;
    case Kind::HashBracket:
      diag.suggest("put the expression with its attribute in parentheses");
      return;
    case Kind::Dollar:
      diag.suggest("`f <| x` applies a function to all that follows").replace(token.loc, "<|");
      return;
    case Kind::Question: diag.suggest("a choice is written `if c then a else b`"); return;
    case Kind::Then: diag.suggest("a further condition is written `else if`"); return;
    case Kind::Else:
    case Kind::RBrace:
      // `if c { 1 } else { 2 }`.
      if (before != nullptr && before > first_ &&
          (before->kind == Kind::RBrace ||
           (token.kind == Kind::RBrace && before[-1].kind == Kind::LBrace)))
        diag.suggest("braces make records; a choice is written `if c then a else b`");
      return;
    case Kind::While:
    case Kind::For:
      if (at_line_start(token) || token.kind == Kind::While) {
        diag.suggest("a loop names what changes: `loop x = start for i < n do next`");
        return;
      }
      diag.suggest(
          "instead of a comprehension, use `map` over an array, as in `map (\\i -> i * i) (iota "
          "n)`");
      return;
    case Kind::Comma:
      diag.suggest(before > first_ + 1 && before->kind == Kind::Ident &&
                           before[-1].kind == Kind::Backslash
                       ? "several parameters follow each other: `\\x y -> e`"
                       : "a tuple stands in parentheses: `(a, b)`");
      return;
    case Kind::Arrow: diag.suggest(is_match_without_case() ? kCases : kFunction); return;
    case Kind::Apostrophe: diag.suggest("strings stand in double quotes"); return;
    case Kind::Underscore: diag.suggest("`_` stands for a value only in patterns"); return;
    default: break;
  }
  if (is_shortly_after("lambda")) {
    diag.suggest("a function is written `\\x -> e`");
    return;
  }
  if (is_operator(token, "=>")) {
    if (is_match_without_case()) {
      diag.suggest(kCases);
    } else {
      diag.suggest("write `->`; a function is written `\\x -> e`").replace(token.loc, "->");
    }
  }
  if (is_operator(token, "<-")) diag.suggest("write `=`").replace(token.loc, "=");
}

}  // namespace planish
