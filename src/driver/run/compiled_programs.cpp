#include "driver/run/compiled_programs.h"

#include <charconv>
#include <fstream>

#include "analysis/tuning.h"
#include "ir/build/builder.h"
#include "ir/parse.h"
#include "ir/print.h"

namespace planish {
namespace {

// Tells the key of code from that of a list of imports that happens to be empty.
constexpr std::string_view kCode = "code";

std::optional<std::string> file_content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Texts one after the other, each after its length and a space.
void append_part(std::string& to, std::string_view part) {
  to += std::to_string(part.size());
  to += ' ';
  to += part;
}

std::optional<std::string_view> next_part(std::string_view& from) {
  size_t size = 0;
  const auto [end, error] = std::from_chars(from.data(), from.data() + from.size(), size);
  if (error != std::errc() || end == from.data() + from.size() || *end != ' ') return std::nullopt;
  from.remove_prefix(static_cast<size_t>(end - from.data()) + 1);
  if (size > from.size()) return std::nullopt;
  const std::string_view part = from.substr(0, size);
  from.remove_prefix(size);
  return part;
}

// A body that does nothing but name the tuning parameters of the program.
const ir::Body* tuning_body(const ir::Program& program) {
  ir::Storage& storage = *program.storage;
  ir::Builder builder(storage);
  builder.begin();
  for (std::string_view name : tuning_names(program))
    builder.let("", storage.types.scalar(Prim::I64),
                builder.make(ir::Tuning{{}, ir::Atom::i64(0), name, {}}));
  return builder.end({});
}

std::string signatures_text(const ir::Program& program) {
  const ir::Body* tuning = tuning_body(program);
  ir::Program signatures = program;
  signatures.functions.clear();
  for (const ir::Function* fn : program.functions) {
    if (fn->entry == nullptr) continue;
    ir::Function signature = *fn;
    signature.body = tuning;
    signatures.functions.push_back(program.storage->arena.make<ir::Function>(signature));
  }
  return ir::print(signatures, {.places = false});
}

// The files have the paths by which messages name them, because code contains those, too.
void add_file(ContentKey& key, std::string_view path, std::string_view content) {
  key.add(path).add(content);
}

}  // namespace

ContentKey CompiledPrograms::root_key(const SourceFile& root) const {
  ContentKey key;
  key.add(identity_);
  add_file(key, root.path, root.text);
  return key;
}

ContentKey CompiledPrograms::code_key(const SourceFile& root,
                                      std::span<const SourceFile* const> imported) const {
  ContentKey key = root_key(root);
  for (const SourceFile* file : imported) add_file(key, file->path, file->text);
  key.add(kCode);
  return key;
}

std::optional<CompiledProgram> CompiledPrograms::find(const SourceFile& root) const {
  ContentKey key = root_key(root);
  const std::optional<std::string> imports = cache_.read(key);
  if (!imports) return std::nullopt;
  for (std::string_view rest = *imports; !rest.empty();) {
    const std::optional<std::string_view> path = next_part(rest);
    if (!path) return std::nullopt;
    const std::optional<std::string> content = file_content(std::string(*path));
    if (!content) return std::nullopt;
    add_file(key, *path, *content);
  }
  key.add(kCode);
  return read(key);
}

std::optional<CompiledProgram> CompiledPrograms::find(
    const SourceFile& root, std::span<const SourceFile* const> imported) const {
  return read(code_key(root, imported));
}

std::optional<CompiledProgram> CompiledPrograms::read(const ContentKey& key) const {
  const std::optional<std::string> code = cache_.read(key);
  if (!code) return std::nullopt;
  std::string_view rest = *code;
  const std::optional<std::string_view> signatures = next_part(rest);
  const std::optional<std::string_view> plain = signatures ? next_part(rest) : std::nullopt;
  const std::optional<std::string_view> colored = plain ? next_part(rest) : std::nullopt;
  if (!colored) return std::nullopt;
  ir::Parsed parsed = ir::parse(*signatures);
  if (parsed.error) return std::nullopt;
  return CompiledProgram{std::move(parsed.program), std::string(rest),
                         WarningTexts{std::string(*plain), std::string(*colored)}};
}

void CompiledPrograms::store(const SourceFile& root, std::span<const SourceFile* const> imported,
                             const CompiledProgram& program) const {
  std::string imports;
  for (const SourceFile* file : imported) append_part(imports, file->path);
  cache_.write(root_key(root), imports);
  std::string code;
  append_part(code, signatures_text(program.signatures));
  append_part(code, program.warnings.plain);
  append_part(code, program.warnings.colored);
  code += program.object;
  cache_.write(code_key(root, imported), code);
}

}  // namespace planish
