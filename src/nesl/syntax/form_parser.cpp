// Forms: what stands at top level.
#include <utility>

#include "nesl/syntax/form_parser.h"

namespace planish::nesl {

namespace {

constexpr std::pair<std::string_view, Command> kCommands[] = {
    {"load", Command::Load},         {"set", Command::Set},         {"help", Command::Help},
    {"describe", Command::Describe}, {"apropos", Command::Apropos}, {"show", Command::Show},
    {"exit", Command::Exit},
};

// Commands of the old top level that there are not, with the reason.
constexpr std::pair<std::string_view, std::string_view> kMissing[] = {
    {"dump", "programs are compiled by `planish build`"},
    {"get", "there are no remote machines"},
    {"shell", "programs do not start other programs"},
    {"edit", "files are edited outside of the program"},
    {"lisp", "there is no Lisp below this NESL"},
    {"defconfig", "there are no remote machines"},
    {"obj_load", "there are no object files; use `load`"},
    {"lineskip", "it belongs to the old editor"},
};

}  // namespace

Program* FormParser::program() {
  std::vector<Form*> forms;
  while (!at(TokenKind::End) && !has_too_many_errors()) {
    if (accept(TokenKind::Semicolon) || accept(TokenKind::Dollar)) continue;  // an empty form
    forms.push_back(form());
  }
  auto* program = arena_.make<Program>();
  program->forms = arena_.copy(forms);
  program->loc = state_.file.whole();
  return program;
}

TypeAnnotation* FormParser::lone_type() {
  TypeAnnotation* read = types_.annotation();
  if (!failed() && !at(TokenKind::End)) fail_expected("the end of the type");
  return failed() ? nullptr : read;
}

Form* FormParser::form() {
  const Token* begin = cur_;
  Form* made = form_inside();
  if (!failed() && !at_end_of_form()) {
    bool equal = at(TokenKind::Equal);
    Diagnostic& diag = fail_expected("`$` or `;`");
    if (equal) diag.suggest("is a `$` or `;` missing after the form before?");
  }
  if (failed()) {
    recover(begin);
    auto* error = make<ErrorForm>(span(begin->loc, cur_[-1].loc));
    bool definition = begin->kind == TokenKind::Function || begin->kind == TokenKind::Datatype;
    const Token& name = definition ? begin[1] : *begin;
    bool names_it =
        name.kind == TokenKind::Name && (definition || (&name)[1].kind == TokenKind::Equal);
    if (names_it) error->name = {name.name, name.loc};
    made = error;
  }
  made->terminator = at(TokenKind::Dollar) ? '$' : at(TokenKind::Semicolon) ? ';' : '\0';
  if (!accept(TokenKind::Dollar)) accept(TokenKind::Semicolon);
  return made;
}

Form* FormParser::form_inside() {
  if (at(TokenKind::Function)) return function_form();
  if (at(TokenKind::Datatype)) return datatype_form();
  if (at(TokenKind::Question)) return command_form(Command::Help);
  Command command;
  if (command_follows(command)) return command_form(command);
  if (unsupported_form()) return make<ErrorForm>(cur_->loc);
  return expression_form();
}

// A command is its word and then another word, a string, or the end of the form; otherwise the word
// is an ordinary name. `load` may also have its file in parentheses.
bool FormParser::command_follows(Command& command) {
  if (!at(TokenKind::Name)) return false;
  std::string_view word = names_.text(cur_->name);
  for (auto [name, which] : kCommands) {
    if (word != name) continue;
    command = which;
    TokenKind next = cur_[1].kind;
    bool ends = next == TokenKind::Semicolon || next == TokenKind::Dollar || next == TokenKind::End;
    if (which == Command::Help || which == Command::Exit) return ends;
    bool file = next == TokenKind::LParen && cur_[2].kind == TokenKind::String;
    if (which == Command::Load) return next == TokenKind::String || file;
    // `describe +`
    bool one_word = !ends && (cur_[2].kind == TokenKind::Semicolon ||
                              cur_[2].kind == TokenKind::Dollar || cur_[2].kind == TokenKind::End);
    return next == TokenKind::Name || next == TokenKind::String || one_word;
  }
  return false;
}

bool FormParser::unsupported_form() {
  if (!at(TokenKind::Name)) return false;
  std::string_view word = names_.text(cur_->name);
  TokenKind next = cur_[1].kind;
  bool command = next == TokenKind::Name || next == TokenKind::String ||
                 next == TokenKind::Semicolon || next == TokenKind::Dollar ||
                 next == TokenKind::End;
  if (word == "load" && next == TokenKind::Name) {
    fail(Diag::nesl_unsupported, cur_[1].loc, "the file of `load` is written as a string")
        .suggest("`load \"file.nesl\";`");
    return true;
  }
  for (auto [name, reason] : kMissing) {
    if (word != name || !command) continue;
    fail(Diag::nesl_unsupported, cur_->loc, fmt::format("`{}` is not supported", word))
        .note(std::string(reason));
    return true;
  }
  return false;
}

Ident FormParser::definable_name(std::string_view what, const Token& construct) {
  Ident name{cur_->name, cur_->loc};
  if (at(TokenKind::True) || at(TokenKind::False)) {
    fail(Diag::bad_binding, cur_->loc,
         fmt::format("`{}` is a constant and cannot be defined", text(cur_->loc)))
        .suggest("`t` and `f` are true and false; choose another name");
    return name;
  }
  expect(TokenKind::Name, what, construct);
  if (name.name == state_.time) {
    cur_ = !failed() ? cur_ - 1 : cur_;
    fail(Diag::bad_binding, name.loc, "`time` is part of the language and cannot be defined");
  }
  return name;
}

Form* FormParser::function_form() {
  const Token& begin = *cur_;
  accept(TokenKind::Function);
  auto* made = make<FunctionForm>(begin.loc);
  made->name = definable_name("the name of the function", begin);
  if (!at(TokenKind::LParen) && !at(TokenKind::Name)) {
    fail_expected("the parameters of the function", &begin)
        .suggest("`function f(x, y) = e`; every function has an argument");
  }
  made->parameter = patterns_.pattern(expressions_.expression(ExpressionParser::kApplication + 1));
  if (accept(TokenKind::Colon)) made->annotation = types_.annotation();
  if (at(TokenKind::String)) made->documentation = expressions_.string_literal();
  if (accept(TokenKind::Equal)) {
    made->body = expressions_.expression(ExpressionParser::kWithCommas);
  } else if (made->annotation == nullptr || !at_end_of_form()) {
    fail_expected(made->annotation == nullptr ? "`=`, `:` or a string" : "`=` and the body",
                  &begin);
  }
  made->loc = from(begin);
  return made;
}

Form* FormParser::datatype_form() {
  const Token& begin = *cur_;
  accept(TokenKind::Datatype);
  auto* made = make<DatatypeForm>(begin.loc);
  made->name = definable_name("the name of the datatype", begin);
  made->content = types_.annotation();
  made->loc = from(begin);
  return made;
}

Form* FormParser::expression_form() {
  const Token& begin = *cur_;
  Expr* first = expressions_.expression(ExpressionParser::kWithCommas);
  if (at(TokenKind::AndEqual) || at(TokenKind::BarEqual)) {
    fail(Diag::nesl_unsupported, cur_->loc, fmt::format("{} is not supported", quoted(*cur_)))
        .note("it starts an evaluation in the background or on another machine")
        .suggest("bind the value with `=`");
    return make<ErrorForm>(begin.loc);
  }
  if (accept(TokenKind::Equal)) {
    auto* made = make<BindForm>(begin.loc);
    made->pattern = patterns_.pattern(first);
    made->value = expressions_.expression(ExpressionParser::kWithCommas);
    made->loc = from(begin);
    return made;
  }
  auto* made = make<ExprForm>(from(begin));
  made->expr = first;
  return made;
}

Form* FormParser::command_form(Command command) {
  const Token& begin = *cur_;
  accept(kind());
  auto* made = make<CommandForm>(begin.loc);
  made->command = command;
  std::vector<std::string_view> words;
  if (command == Command::Set && at(TokenKind::Name) && names_.text(cur_->name) == "config") {
    fail(Diag::nesl_unsupported, cur_->loc, "`set config` is not supported")
        .note("there are no remote machines: programs run here")
        .suggest("`planish run --backend=…` chooses where a program runs");
    return made;
  }
  while (!at_end_of_form()) {
    bool string = at(TokenKind::String);
    words.push_back(string ? std::string_view{cur_->text, cur_->value} : text(cur_->loc));
    accept(kind());
  }
  // `load("file", verbose := f)`: only the file matters.
  if (command == Command::Load && words[0] == "(") words = {words[1]};
  made->words = arena_.copy(words);
  made->loc = from(begin);
  return made;
}

}  // namespace planish::nesl
