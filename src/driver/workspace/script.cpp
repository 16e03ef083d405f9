#include "driver/workspace/script.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/workspace/script_calls.h"
#include "runtime/value_io.h"
#include "support/characters.h"
#include "support/closest.h"

namespace planish {
namespace {

constexpr std::string_view kBuiltins[] = {"loaddata", "loadbytes", "restore", "store"};

bool is_name_char(char c) { return is_letter(c) || is_digit(c) || c == '\''; }
bool is_operator_char(char c) {
  return std::string_view("+-*/%=!><|&^$.").find(c) != std::string_view::npos;
}

// "([]i32, f64)": the type that values have together.
std::string tuple_type(std::span<const runtime::Value> values) {
  std::string out;
  for (const runtime::Value& value : values) {
    if (!out.empty()) out += ", ";
    out += language_type(value);
  }
  return values.size() == 1 ? out : fmt::format("({})", out);
}

// Copies the text and replaces what is not of the language by something of the same length, so that
// what follows stands where users see it.
class ScriptReader {
 public:
  ScriptReader(std::string_view text, const std::string& folder, ScriptError& error)
      : text_(text), folder_(folder), error_(error) {}

  std::optional<Script> read() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      bool alone = at_ == 0 || (!is_name_char(text_[at_ - 1]) && !is_operator_char(text_[at_ - 1]));
      if (c == '"') {
        copy_string();
      } else if (text_.substr(at_).starts_with("--")) {
        copy_to(std::min(text_.find('\n', at_), text_.size()));
      } else if (c == '$' && alone && at_ + 1 < text_.size() && is_name_char(text_[at_ + 1])) {
        if (!read_builtin()) return std::nullopt;
      } else if (!alone || !read_empty()) {
        copy_to(at_ + 1);
      }
    }
    script_.expression.written = text_;
    return std::move(script_);
  }

 private:
  bool fail(std::string message, ScriptFault fault = ScriptFault::Text) {
    error_ = {std::move(message), fault};
    return false;
  }

  void skip_space() { at_ = std::min(text_.find_first_not_of(kSpace, at_), text_.size()); }

  void copy_to(size_t end) {
    script_.expression.text += text_.substr(at_, end - at_);
    at_ = end;
  }

  // In place of what was read since the text was copied last.
  void put(std::string_view replacement) {
    std::string& out = script_.expression.text;
    out += replacement;
    out.resize(at_, ' ');
  }

  void copy_string() {
    size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    copy_to(std::min(end + 1, text_.size()));
  }

  // `empty([0][2]i32)`
  bool read_empty() {
    constexpr std::string_view kEmpty = "empty(", kTyped = "([] : ";
    static_assert(kEmpty.size() == kTyped.size());
    if (!text_.substr(at_).starts_with(kEmpty)) return false;
    size_t close = text_.find(')', at_);
    if (close == std::string_view::npos) return false;
    at_ += kEmpty.size();
    put(kTyped);
    copy_to(close + 1);
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
    if (!bytes) return fail(fmt::format("{}: {}", *first, problem), ScriptFault::Data);
    if (name == "loadbytes") return bind_bytes(*bytes);
    return type.empty() ? bind_data(*first, std::move(*bytes)) : bind_values(*first, *bytes, type);
  }

  bool read_store(std::string path) {
    bool first = script_.expression.text.find_first_not_of(kSpace) == std::string::npos;
    if (!first || !script_.store.empty()) return fail("`$store` can only begin a script");
    script_.store = in_folder(path);
    put("");
    return true;
  }

  std::string in_folder(const std::string& path) const {
    return path.starts_with('/') ? path : folder_ + path;
  }

  void bind(std::string type, std::vector<runtime::Value> values) {
    std::vector<BoundData>& data = script_.expression.data;
    std::string name = fmt::format("loaded'{}", data.size() + 1);
    put(name);
    data.push_back({std::move(name), std::move(type), std::move(values)});
  }

  bool bind_bytes(const std::string& bytes) {
    runtime::Value value;
    value.prim = Prim::U8;
    value.dims.push_back({false, static_cast<int64_t>(bytes.size()), {}});
    const auto* data = reinterpret_cast<const std::byte*>(bytes.data());
    value.data.assign(data, data + bytes.size());
    bind("[]u8", {std::move(value)});
    return true;
  }

  // What `$store` wrote: all values are the components of one.
  bool bind_values(const std::string& path, const std::string& bytes, const std::string& type) {
    std::vector<runtime::Value> values;
    std::string problem = read_all(path, bytes, values);
    if (!problem.empty()) return fail(std::move(problem), ScriptFault::Data);
    bind(type, std::move(values));
    return true;
  }

  bool bind_data(const std::string& path, std::string bytes) {
    std::vector<runtime::Value> values;
    LoadedText loaded{script_.expression.data.size(), path, std::move(bytes), {}};
    loaded.problem = read_all(path, loaded.bytes, values);
    if (loaded.problem.empty() && values.empty()) {
      put("()");
      return true;
    }
    std::string type = loaded.problem.empty() ? tuple_type(values) : "";
    bind(std::move(type), std::move(values));
    script_.loaded.push_back(std::move(loaded));
    return true;
  }

  // Says what is wrong.
  static std::string read_all(const std::string& path, const std::string& bytes,
                              std::vector<runtime::Value>& values) {
    runtime::ValueReader reader(bytes);
    while (!reader.at_end()) {
      std::optional<runtime::Value> value = reader.read_any();
      if (!value) return fmt::format("{}: {}: {}", path, reader.position(), reader.error().message);
      values.push_back(std::move(*value));
    }
    return "";
  }

  std::string_view text_;
  const std::string& folder_;
  ScriptError& error_;
  size_t at_ = 0;
  Script script_;
};

// ---- Data whose types are found from how they are used

// The shape of a value of the type; nothing for what is no array of primitives, and for types that
// are not known.
std::optional<runtime::ValueShape> shape_of(const Type* type) {
  runtime::ValueShape shape;
  while (const auto* array = as<ArrayType>(type)) {
    shape.varying.push_back(array->dim != nullptr && array->dim->kind == SizeKind::Varying);
    type = array->elem;
  }
  const auto* prim = as<PrimType>(type);
  if (prim == nullptr) return std::nullopt;
  shape.prim = prim->prim;
  return shape;
}

// Reads the text as values of the type, which has to be a value or a tuple of them.
std::optional<std::vector<runtime::Value>> read_as(const Type* type, const std::string& bytes) {
  std::vector<const Type*> types{type};
  if (const auto* record = as<RecordType>(type); record != nullptr && record->tuple) {
    types.clear();
    for (const Field& field : record->fields) types.push_back(field.type);
  }
  runtime::ValueReader reader(bytes);
  std::vector<runtime::Value> values;
  for (const Type* of : types) {
    std::optional<runtime::ValueShape> shape = shape_of(of);
    std::optional<runtime::Value> value = shape ? reader.read(*shape) : std::nullopt;
    if (!value) return std::nullopt;
    values.push_back(std::move(*value));
  }
  if (!reader.at_end()) return std::nullopt;
  return values;
}

class ScriptRun {
 public:
  ScriptRun(Workspace& workspace, Script script)
      : workspace_(workspace), script_(std::move(script)), calls_(workspace) {
    script_.expression.adapt = [this](ast::Expr& body) { calls_.change_in(body); };
  }
  ScriptRun(const ScriptRun&) = delete;
  ScriptRun& operator=(const ScriptRun&) = delete;

  std::optional<Evaluation> run(ScriptError& error, const runtime::RunOptions& options) {
    if (!types_are_told() || !type_of(script_.expression)) read_as_used();
    for (const LoadedText& loaded : script_.loaded) {
      if (!script_.expression.data[loaded.data].type.empty()) continue;
      error = {loaded.problem, ScriptFault::Data};
      return std::nullopt;
    }
    return workspace_.evaluate(script_.expression, options);
  }

 private:
  // By the data themselves.
  bool types_are_told() const {
    return std::ranges::all_of(script_.loaded,
                               [](const LoadedText& loaded) { return loaded.problem.empty(); });
  }

  // After all tuples that stand for several arguments have been found.
  std::optional<ExpressionType> type_of(const Expression& expression) {
    while (true) {
      std::optional<ExpressionType> type = workspace_.type_of(expression);
      const bool value = type && type->form == ExpressionForm::Value;
      if (value || !calls_.find_more()) return type;
    }
  }

  // Reads data anew, as what the expression takes. What is not that stays as it is, and messages
  // will speak of it.
  void read_as_used() {
    Expression open = script_.expression;
    for (const LoadedText& loaded : script_.loaded) open.data[loaded.data].type.clear();
    std::optional<ExpressionType> type = type_of(open);
    if (!type) return;
    for (const LoadedText& loaded : script_.loaded) {
      BoundData& data = script_.expression.data[loaded.data];
      std::optional<std::vector<runtime::Value>> values =
          read_as(type->data[loaded.data], loaded.bytes);
      if (!values) continue;
      data.type = tuple_type(*values);
      data.values = std::move(*values);
    }
  }

  Workspace& workspace_;
  Script script_;
  TupleCalls calls_;
};

}  // namespace

std::optional<Script> read_script(std::string_view text, const std::string& folder,
                                  ScriptError& error) {
  return ScriptReader(text, folder, error).read();
}

std::optional<Evaluation> evaluate_script(Workspace& workspace, Script script, ScriptError& error,
                                          const runtime::RunOptions& options) {
  return ScriptRun(workspace, std::move(script)).run(error, options);
}

}  // namespace planish
