#include "driver/test/test_values.h"

#include <fmt/format.h>

#include <charconv>

#include "driver/session/errors_text.h"
#include "driver/workspace/script.h"
#include "runtime/random_values.h"
#include "support/characters.h"

namespace planish {
namespace {

constexpr int64_t kMostBytes = int64_t{1} << 34;

// "[10][20]f32", with all sizes; nothing if it is something else.
std::optional<runtime::ValueShape> parse_shape(std::string_view text) {
  runtime::ValueShape shape;
  while (text.starts_with('[')) {
    size_t close = text.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    int64_t size = -1;
    auto [end, problem] = std::from_chars(text.data() + 1, text.data() + close, size);
    if (problem != std::errc() || end != text.data() + close || size < 0) return std::nullopt;
    shape.varying.push_back(false);
    shape.fixed.push_back(size);
    text.remove_prefix(close + 1);
  }
  for (int i = 0; i < kPrimCount; i++) {
    shape.prim = static_cast<Prim>(i);
    if (prim_name(shape.prim) == text) return shape;
  }
  return std::nullopt;
}

// With as much space before it as stands before it in the program, so that messages name places
// there.
std::string text_in_place(const TestSource& source) {
  std::string out(source.line - 1, '\n');
  return out.append(source.column - 1, ' ').append(source.text);
}

bool fits_memory(const runtime::ValueShape& shape) {
  int64_t bytes = byte_size(shape.prim);
  for (int64_t size : shape.fixed) {
    if (__builtin_mul_overflow(bytes, size, &bytes)) return false;
  }
  return bytes <= kMostBytes;
}

}  // namespace

std::optional<std::string> random_data(std::string_view types, std::string& error) {
  std::string out;
  uint64_t seed = 1;
  while (true) {
    size_t begin = types.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return out;
    types.remove_prefix(begin);
    std::string_view word = types.substr(0, types.find_first_of(kSpace));
    types.remove_prefix(word.size());
    std::optional<runtime::ValueShape> shape = parse_shape(word);
    if (!shape) {
      // A constant, or something that reading the values will complain about.
      out.append(word).append("\n");
    } else if (fits_memory(*shape)) {
      out += runtime::to_binary(runtime::random_value(*shape, seed++));
    } else {
      error = fmt::format("a random value of type {} is too large", word);
      return std::nullopt;
    }
  }
}

TestValues::TestValues(std::string program_path) : path_(std::move(program_path)) {
  size_t slash = path_.rfind('/');
  if (slash != std::string::npos) folder_ = path_.substr(0, slash + 1);
}

TestValues::~TestValues() = default;

std::optional<std::string> TestValues::file_bytes(const std::string& path,
                                                  std::string& error) const {
  std::string problem;
  auto bytes = runtime::read_data_file(path.starts_with('/') ? path : folder_ + path, problem);
  if (!bytes) error = fmt::format("{}: {}", path, problem);
  return bytes;
}

std::optional<std::string> TestValues::script_bytes(const TestSource& source,
                                                    const runtime::RunOptions& options,
                                                    std::string& error) {
  std::string text = source.text;
  if (source.kind == TestSourceKind::ScriptFile) {
    std::optional<std::string> bytes = file_bytes(source.text, error);
    if (!bytes) return std::nullopt;
    text = std::move(*bytes);
  }
  ScriptError wrong;
  std::optional<Script> script = read_script(text, folder_, wrong);
  if (!script) {
    error = wrong.message;
    return std::nullopt;
  }
  if (workspace_ == nullptr) {
    workspace_ = std::make_unique<Workspace>();
    // It was checked before, so nothing can be wrong with it.
    (void)workspace_->open(path_);
  }
  std::optional<Evaluation> evaluation =
      evaluate_script(*workspace_, std::move(*script), wrong, options);
  if (!evaluation && !wrong.message.empty()) {
    error = wrong.message;
    return std::nullopt;
  }
  if (!evaluation) {
    error = "the script is wrong\n";
    error += errors_text(workspace_->session(), Color::Never);
    return std::nullopt;
  }
  if (evaluation->failure) {
    error = fmt::format("the script failed\n{}", failure_text(*evaluation->failure));
    return std::nullopt;
  }
  if (evaluation->type.form != ExpressionForm::Value) {
    error =
        fmt::format("the script gives no value, but something of type {}", evaluation->type.text);
    return std::nullopt;
  }
  std::string bytes;
  for (const runtime::Value& value : evaluation->values) bytes += runtime::to_binary(value) + "\n";
  return bytes;
}

std::optional<std::vector<runtime::Value>> TestValues::inputs(const Executable& executable,
                                                              const ir::Function& entry,
                                                              const TestSource& source,
                                                              const runtime::RunOptions& options,
                                                              std::string& error) {
  std::optional<std::string> bytes;
  switch (source.kind) {
    case TestSourceKind::Literal: bytes = text_in_place(source); break;
    case TestSourceKind::File: bytes = file_bytes(source.text, error); break;
    case TestSourceKind::Random: bytes = random_data(source.text, error); break;
    case TestSourceKind::Script:
    case TestSourceKind::ScriptFile: bytes = script_bytes(source, options, error); break;
  }
  if (!bytes) return std::nullopt;
  return read_inputs(executable, entry, *bytes, error);
}

std::optional<std::vector<runtime::Value>> TestValues::outputs(const Executable& executable,
                                                               const ir::Function& entry,
                                                               const TestSource& source,
                                                               std::string& error) {
  std::optional<std::string> bytes =
      source.kind == TestSourceKind::File ? file_bytes(source.text, error) : text_in_place(source);
  if (!bytes) return std::nullopt;
  runtime::ValueReader reader(*bytes);
  std::vector<runtime::Value> values;
  std::vector<runtime::ValueShape> shapes = executable.outputs(entry);
  for (const runtime::ValueShape& shape : shapes) {
    if (reader.at_end()) break;
    std::optional<runtime::Value> value = reader.read(shape);
    if (!value) {
      error = fmt::format("{}: {}", reader.position(), reader.error().message);
      return std::nullopt;
    }
    values.push_back(std::move(*value));
  }
  if (values.size() == shapes.size() && reader.at_end()) return values;
  error = fmt::format("{} gives {} value{}, but {} expected", entry.entry->name, shapes.size(),
                      shapes.size() == 1 ? "" : "s",
                      values.size() == shapes.size()
                          ? "more are"
                          : fmt::format("{} {}", values.size(), values.size() == 1 ? "is" : "are"));
  return std::nullopt;
}

}  // namespace planish
