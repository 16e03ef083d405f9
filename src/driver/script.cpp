#include "driver/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "runtime/value_io.h"
#include "support/characters.h"
#include "support/closest.h"
#include "syntax/ast_match.h"
#include "syntax/tree_walk.h"

namespace planish {
namespace {

constexpr std::string_view kBuiltins[] = {"loaddata", "loadbytes", "restore", "store"};

bool is_name_char(char c) { return is_letter(c) || is_digit(c) || c == '\''; }
bool is_operator_char(char c) {
  return std::string_view("+-*/%=!><|&^$.").find(c) != std::string_view::npos;
}

// Copies the text and replaces what is not of the language.
class ScriptReader {
 public:
  ScriptReader(std::string_view text, const std::string& folder, std::string& error)
      : text_(text), folder_(folder), error_(error) {}

  std::optional<Script> read() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      bool alone = at_ == 0 || (!is_name_char(text_[at_ - 1]) && !is_operator_char(text_[at_ - 1]));
      if (c == '"') {
        copy_string();
      } else if (text_.substr(at_).starts_with("--")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '$' && alone && at_ + 1 < text_.size() && is_name_char(text_[at_ + 1])) {
        if (!read_builtin()) return std::nullopt;
      } else if (!alone || !read_empty()) {
        script_.expression += c;
        at_++;
      }
    }
    return std::move(script_);
  }

 private:
  bool fail(std::string message) {
    error_ = std::move(message);
    return false;
  }

  void skip_space() { at_ = std::min(text_.find_first_not_of(kSpace, at_), text_.size()); }

  void copy_string() {
    size_t start = at_++;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
    script_.expression += text_.substr(start, at_ - start);
  }

  // `empty([0][2]i32)`
  bool read_empty() {
    constexpr std::string_view kEmpty = "empty(";
    if (!text_.substr(at_).starts_with(kEmpty)) return false;
    size_t close = text_.find(')', at_);
    if (close == std::string_view::npos) return false;
    size_t type = at_ + kEmpty.size();
    script_.expression += fmt::format("([] : {})", text_.substr(type, close - type));
    at_ = close + 1;
    return true;
  }

  std::optional<std::string> read_path(std::string_view builtin) {
    skip_space();
    size_t close =
        at_ < text_.size() && text_[at_] == '"' ? text_.find('"', at_ + 1) : std::string_view::npos;
    if (close == std::string_view::npos) {
      fail(fmt::format("`${}` needs a text in quotes", builtin));
      return std::nullopt;
    }
    std::string path(text_.substr(at_ + 1, close - at_ - 1));
    at_ = close + 1;
    return path;
  }

  bool read_builtin() {
    size_t start = ++at_;
    while (at_ < text_.size() && is_name_char(text_[at_])) at_++;
    std::string_view name = text_.substr(start, at_ - start);
    if (std::ranges::find(kBuiltins, name) == std::end(kBuiltins)) {
      auto best = closest(name, kBuiltins);
      return fail(fmt::format(
          "there is no `${}`{}", name,
          best.empty() ? std::string() : fmt::format("; did you mean `${}`?", best.front())));
    }
    std::optional<std::string> first = read_path(name);
    if (!first) return false;
    if (name == "store") return read_store(std::move(*first));
    std::string type;
    if (name == "restore") {
      type = std::move(*first);
      first = read_path(name);
      if (!first) return false;
    }
    std::string problem;
    std::optional<std::string> bytes = runtime::read_data_file(in_folder(*first), problem);
    if (!bytes) return fail(fmt::format("{}: {}", *first, problem));
    if (name == "loadbytes") return bind_bytes(*bytes);
    return bind_values(*bytes, *first, type);
  }

  bool read_store(std::string path) {
    bool first = script_.expression.find_first_not_of(kSpace) == std::string::npos;
    if (!first || !script_.store.empty()) return fail("`$store` can only begin a script");
    script_.store = in_folder(path);
    return true;
  }

  std::string in_folder(const std::string& path) const {
    return path.starts_with('/') ? path : folder_ + path;
  }

  std::string bind(std::string type, std::vector<runtime::Value> values) {
    std::string name = fmt::format("loaded'{}", script_.data.size() + 1);
    script_.data.push_back({name, std::move(type), std::move(values)});
    return name;
  }

  bool bind_bytes(const std::string& bytes) {
    runtime::Value value;
    value.prim = Prim::U8;
    value.dims.push_back({false, static_cast<int64_t>(bytes.size()), {}});
    const auto* data = reinterpret_cast<const std::byte*>(bytes.data());
    value.data.assign(data, data + bytes.size());
    script_.expression += bind("[]u8", {std::move(value)});
    return true;
  }

  // With a type, all values are the components of one.
  bool bind_values(const std::string& bytes, const std::string& path, const std::string& type) {
    runtime::ValueReader reader(bytes);
    std::vector<runtime::Value> values;
    while (!reader.at_end()) {
      std::optional<runtime::Value> value = reader.read_any();
      if (!value)
        return fail(fmt::format("{}: {}: {}", path, reader.position(), reader.error().message));
      values.push_back(std::move(*value));
    }
    if (!type.empty()) {
      script_.expression += bind(type, std::move(values));
      return true;
    }
    std::string names;
    for (runtime::Value& value : values) {
      std::string of_value = language_type(value);
      if (!names.empty()) names += ", ";
      names += bind(std::move(of_value), {std::move(value)});
    }
    script_.expression += values.size() == 1 ? names : fmt::format("({})", names);
    return true;
  }

  std::string_view text_;
  const std::string& folder_;
  std::string& error_;
  size_t at_ = 0;
  Script script_;
};

size_t parameter_count(const Type* type) {
  size_t count = 0;
  for (; type != nullptr && type->kind == TypeKind::Arrow; type = as<ArrowType>(type)->result)
    count++;
  return count;
}

// `f x`, where f takes several parameters, as `(let (a, b) = x in f a b)`.
std::string uncurried(Workspace& workspace, const std::string& expression) {
  Session& session = workspace.session();
  const SourceFile* file = session.add_generated({"<script>", "", expression, 0});
  size_t reported = session.diags().size();
  const ast::Expr* tree = session.parse_expression(*file);
  // What is wrong will be found again, when it is evaluated.
  session.diags().truncate(reported);
  if (tree == nullptr || workspace.visible() == nullptr) return expression;
  std::multimap<uint32_t, std::string> insertions;
  std::map<uint32_t, uint32_t> removals;  // from, to
  walk_tree(tree, [&](const TreeNode& node) {
    const auto* const* found = std::get_if<const ast::Expr*>(&node.node);
    const auto* apply = found != nullptr ? ast::as<ast::Apply>(*found) : nullptr;
    if (apply == nullptr || apply->args.size() != 1) return;
    const auto* fn = ast::as<ast::Var>(static_cast<const ast::Expr*>(apply->fn));
    if (fn == nullptr || !fn->name.quals.empty()) return;
    const ValueSymbol* symbol = workspace.visible()->env.values.find(fn->name.name.name);
    size_t count = symbol != nullptr ? parameter_count(symbol->type) : 0;
    if (count < 2) return;
    std::string names, arguments;
    for (size_t i = 1; i <= count; i++) {
      names += fmt::format("{}part'{}", i == 1 ? "" : ", ", i);
      arguments += fmt::format(" part'{}", i);
    }
    insertions.emplace(fn->loc.begin - file->base, fmt::format("(let ({}) =", names));
    removals.emplace(fn->loc.begin - file->base, fn->loc.end - file->base);
    insertions.emplace(
        apply->args[0]->loc.end - file->base,
        fmt::format(" in {}{})", session.names().text(fn->name.name.name), arguments));
  });
  std::string out;
  for (uint32_t at = 0; at <= expression.size();) {
    for (auto [it, end] = insertions.equal_range(at); it != end; ++it) out += it->second;
    auto removal = removals.find(at);
    if (removal != removals.end()) {
      at = removal->second;
    } else {
      if (at < expression.size()) out += expression[at];
      at++;
    }
  }
  return out;
}

}  // namespace

std::optional<Script> read_script(std::string_view text, const std::string& folder,
                                  std::string& error) {
  return ScriptReader(text, folder, error).read();
}

std::optional<Evaluation> evaluate_script(Workspace& workspace, const Script& script,
                                          const interp::Options& options) {
  return workspace.evaluate(uncurried(workspace, script.expression), script.data, options);
}

}  // namespace planish
