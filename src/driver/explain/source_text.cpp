#include "driver/explain/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "driver/explain/nesl_words.h"
#include "driver/session/session.h"
#include "ir/match.h"
#include "ir/walk.h"

namespace planish::explain {

using ir::Place;
using ir::PlaceId;

SourceText::SourceText(CheckedSource& program, const ir::Program& core)
    : sources_(program.session().sources()),
      language_(program.language()),
      storage_(*core.storage),
      root_(&program.root()) {
  std::vector<const SourceFile*> files = program.imported();
  files.push_back(root_);
  for (const SourceFile* file : files) {
    const Language language = file == root_ ? language_ : language_of(file->path);
    files_.emplace(file->path,
                   File{file, language,
                        language == Language::Nesl ? words_of_nesl(*file, program.session())
                                                   : program.session().lex(*file)});
  }
  // Those that such functions call are found in the next round.
  size_t known = 0;
  do {
    known = calls_.size();
    learn_calls(core);
  } while (calls_.size() != known);
}

void SourceText::learn_calls(const ir::Program& core) {
  auto learn = [&](auto& self, const ir::Body* body) -> void {
    for (const ir::Stm& stm : body->stms) {
      ir::for_each_body(stm.op, [&](const ir::Body* inner) { self(self, inner); });
      ir::for_each_lambda(stm.op, [&](const ir::Lambda* inner) { self(self, inner->body); });
      const auto* call = ir::as<ir::Call>(stm.op);
      const ir::Function* callee = call == nullptr ? nullptr : core.find(call->fn);
      if (callee == nullptr) continue;
      const Place& code = storage_.places[callee->place.id];
      const Place from = users_place(stm.place);
      if (!is_users(code) && is_users(from) && call_of(code) == nullptr)
        calls_.push_back({code, from});
    }
  };
  for (const ir::Function* fn : core.functions) learn(learn, fn->body);
}

const Place* SourceText::call_of(const Place& place) const {
  for (const FunctionCall& known : calls_) {
    const Place& code = known.function;
    const bool is_after = std::pair(place.line, place.column) >= std::pair(code.line, code.column);
    const bool is_before =
        std::pair(place.end_line, place.end_column) <= std::pair(code.end_line, code.end_column);
    if (place.file == code.file && is_after && is_before) return &known.call;
  }
  return nullptr;
}

const SourceText::File* SourceText::file(Name path) const {
  auto it = files_.find(storage_.text(path));
  return it == files_.end() ? nullptr : &it->second;
}

Language SourceText::language(const Place& place) const {
  const File* in = file(place.file);
  return in == nullptr ? language_ : in->language;
}

Place SourceText::users_place(PlaceId id) const {
  PlaceId outermost = id;
  for (PlaceId at = id; at.id != 0; at = storage_.places[at.id].caller) {
    if (is_users(storage_.places[at.id])) return storage_.places[at.id];
    outermost = at;
  }
  if (const Place* call = call_of(storage_.places[outermost.id])) return *call;
  return storage_.places[id.id];
}

Loc SourceText::loc(const Place& place) const {
  const File* in = file(place.file);
  if (in == nullptr || place.line == 0) return {};
  return {sources_.offset(*in->source, place.line, place.column),
          sources_.offset(*in->source, place.end_line, place.end_column)};
}

size_t SourceText::token_at(const File& file, uint32_t offset) {
  auto it = std::ranges::lower_bound(file.lexed.tokens, offset, {},
                                     [](const Token& token) { return token.loc.begin; });
  return static_cast<size_t>(it - file.lexed.tokens.begin());
}

namespace {

bool is_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::Operator:
    case TokenKind::QualOperator:
    case TokenKind::Minus:
    case TokenKind::Star:
    case TokenKind::Less:
    case TokenKind::Hat:
    case TokenKind::Pipe: return true;
    default: return false;
  }
}

// Of brackets: 1 opens, -1 closes.
int depth_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::LParen:
    case TokenKind::LBracket:
    case TokenKind::Indexing:
    case TokenKind::LBrace:
    case TokenKind::HashBracket: return 1;
    case TokenKind::RParen:
    case TokenKind::RBracket:
    case TokenKind::RBrace: return -1;
    default: return 0;
  }
}

}  // namespace

std::string_view SourceText::name(const Place& place) const {
  const Loc at = head(place);
  if (!at.valid()) return {};
  const std::string_view found = text(at);
  return language(place) == Language::Nesl && found == "{" ? "apply-to-each" : found;
}

Loc SourceText::head(const Place& place) const {
  const Loc whole = loc(place);
  if (!whole.valid()) return {};
  const File& in = *file(place.file);
  const std::vector<Token>& tokens = in.lexed.tokens;
  size_t first = token_at(in, whole.begin);
  // An operator between operands, outside of brackets: `xs ++ ys`. What is applied by a pipe is the
  // name after it.
  int depth = 0;
  std::optional<size_t> infix;
  std::optional<size_t> piped;
  for (size_t i = first; tokens[i].loc.end <= whole.end && tokens[i].kind != TokenKind::End; i++) {
    depth += depth_of(tokens[i].kind);
    if (tokens[i].kind == TokenKind::Backslash) break;
    if (depth != 0 || i == first || !is_operator(tokens[i].kind)) continue;
    const std::string_view sign = text(tokens[i].loc);
    if (sign == "|>") piped = i + 1;
    if (sign == "<|") break;
    infix = i;
  }
  if (piped && tokens[*piped].kind == TokenKind::Ident) {
    first = *piped;
  } else if (infix) {
    return tokens[*infix].loc;
  }
  // A name, perhaps of a module: `f32.sum`.
  size_t last = first;
  while (tokens[last].kind == TokenKind::Ident && tokens[last + 1].kind == TokenKind::Dot &&
         tokens[last + 2].kind == TokenKind::Ident && tokens[last + 2].loc.end <= whole.end)
    last += 2;
  return {tokens[first].loc.begin, std::min(tokens[last].loc.end, whole.end)};
}

bool SourceText::mentions(const Place& place, std::string_view name) const {
  const Loc whole = loc(place);
  if (!whole.valid()) return false;
  const File& in = *file(place.file);
  for (size_t i = token_at(in, whole.begin); in.lexed.tokens[i].kind != TokenKind::End; i++) {
    const Token& token = in.lexed.tokens[i];
    if (token.loc.begin >= whole.end) return false;
    if (token.kind == TokenKind::Ident && text(token.loc) == name) return true;
  }
  return false;
}

bool SourceText::is_bound_to(const Place& place, std::string_view name) const {
  const Loc whole = loc(place);
  if (!whole.valid()) return false;
  const File& in = *file(place.file);
  const std::vector<Token>& tokens = in.lexed.tokens;
  size_t i = token_at(in, whole.begin);
  while (i > 0 && tokens[i - 1].kind == TokenKind::LParen) i--;
  if (i == 0 || tokens[i - 1].kind != TokenKind::Equal) return false;
  const size_t end = i - 1;
  size_t begin = end;
  while (begin > 0 && tokens[begin - 1].kind != TokenKind::Let) {
    begin--;
    const TokenKind kind = tokens[begin].kind;
    if (kind == TokenKind::Def || kind == TokenKind::Entry || kind == TokenKind::Equal ||
        kind == TokenKind::In)
      return false;
  }
  if (begin == 0 || begin == end) return false;
  // `let f x = …` binds a function.
  const bool is_name = tokens[begin].kind == TokenKind::Ident;
  if (is_name && begin + 1 < end && tokens[begin + 1].kind != TokenKind::Colon) return false;
  bool in_type = false;
  for (size_t k = begin; k < end; k++) {
    if (tokens[k].kind == TokenKind::Colon) in_type = true;
    if (tokens[k].kind == TokenKind::Comma || tokens[k].kind == TokenKind::RParen) in_type = false;
    if (!in_type && tokens[k].kind == TokenKind::Ident && text(tokens[k].loc) == name) return true;
  }
  return false;
}

std::string SourceText::position(const Place& place) const {
  const File* in = file(place.file);
  if (in != nullptr && in->source == root_) return fmt::format("{}:{}", place.line, place.column);
  return fmt::format("{}:{}:{}", storage_.text(place.file), place.line, place.column);
}

}  // namespace planish::explain
