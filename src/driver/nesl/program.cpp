#include "driver/nesl/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "driver/nesl/value_text.h"
#include "nesl/syntax/ast_match.h"

namespace planish {

NeslProgram::NeslProgram(Session& session) : session_(session) {
  checker_ = std::make_unique<nesl::Checker>(
      session.sources(), session.arena(), session.names(), session.diags(),
      [this](std::string_view name, const SourceFile& from) { return find(name, from); });
}

NeslProgram::~NeslProgram() = default;

// `load "name"` means a file beside the one that says so.
const SourceFile* NeslProgram::find(std::string_view name, const SourceFile& from) {
  std::string path(name);
  const size_t slash = from.path.rfind('/');
  if (!path.starts_with('/') && slash != std::string::npos)
    path = from.path.substr(0, slash + 1) + path;
  if (!path.ends_with(".nesl")) path += ".nesl";
  const SourceFile* file = session_.load_if_there(path);
  if (file != nullptr && std::ranges::find(loaded_, file) == loaded_.end()) loaded_.push_back(file);
  return file;
}

void NeslProgram::add_entries(std::span<nesl::Form* const> forms, std::vector<NeslEntry>& out) {
  for (const nesl::Form* form : forms) {
    if (const auto* command = nesl::as<nesl::CommandForm>(form)) add_entries(command->loaded, out);
    const auto* expression = nesl::as<nesl::ExprForm>(form);
    if (expression == nullptr || expression->expr->type == nullptr) continue;
    if (!expression->expr->type->ground) continue;
    NeslEntry& made = out.emplace_back();
    made.name = fmt::format("it_{}", form->number);
    made.expr = expression->expr;
    made.type = expression->expr->type;
    made.form = form->number;
    made.loc = form->loc;
  }
}

void NeslProgram::check(const SourceFile& file) {
  root_ = &file;
  const nesl::Program* program = checker_->check_file(file);
  checker_->finish();
  if (!session_.diags().has_errors()) add_entries(program->forms, results_);
}

std::vector<NeslEntry> NeslProgram::add(std::string shown, std::string text) {
  GeneratedText generated;
  generated.shown = std::move(shown);
  generated.text = std::move(text);
  const SourceFile* file = session_.add_generated(std::move(generated));
  if (root_ == nullptr) root_ = file;
  const nesl::Program* program = checker_->check_file(*file);
  std::vector<NeslEntry> found;
  if (!session_.diags().has_errors()) add_entries(program->forms, found);
  return found;
}

std::vector<NeslEntry> NeslProgram::buildable() {
  const nesl::TypeKind pair = nesl::TypeKind::Pair;
  const std::function<bool(const nesl::Type*)> is_plain = [&](const nesl::Type* type) {
    if (type->kind == pair) return is_plain(type->first) && is_plain(type->second);
    while (type->kind == nesl::TypeKind::Vector) type = type->first;
    return type->kind != pair && type->kind != nesl::TypeKind::Data;
  };
  std::vector<NeslEntry> found;
  for (NeslEntry& entry : functions()) {
    if (is_plain(entry.argument) && is_plain(entry.type)) found.push_back(std::move(entry));
  }
  return found;
}

std::vector<NeslEntry> NeslProgram::functions() const {
  std::vector<NeslEntry> found;
  for (const nesl::Definition* definition : checker_->definitions()) {
    if (definition->prelude || definition->kind != nesl::DefinitionKind::Function) continue;
    if (!definition->scheme.params.empty() || definition->latest == nullptr) continue;
    const nesl::Type* type = definition->scheme.type;
    if (type->first->functional || type->second->functional) continue;
    NeslEntry& made = found.emplace_back();
    made.name = session_.names().text(definition->name);
    made.function = definition;
    made.type = type->second;
    made.argument = type->first;
    made.form = checker_->form_count();
    made.loc = definition->loc;
  }
  return found;
}

std::vector<std::string> NeslProgram::entry_names() const {
  std::vector<std::string> names;
  for (const NeslEntry& entry : functions()) names.push_back(entry.name);
  return names;
}

ir::Program NeslProgram::lower(const LowerOptions& options) {
  std::vector<NeslEntry> all;
  if (chosen_) {
    all = *chosen_;
  } else {
    all = results_;
    for (NeslEntry& entry : functions()) all.push_back(std::move(entry));
  }
  std::vector<nesl::LoweredEntry> wanted;
  for (const NeslEntry& entry : all) {
    const bool asked = options.entries.empty() ||
                       std::ranges::find(options.entries, entry.name) != options.entries.end();
    if (asked) wanted.push_back({entry.name, entry.expr, entry.function, {}, entry.form});
  }
  const nesl::LowerInput input{*checker_, session_.sources(), session_.names(), session_.diags(),
                               seed_};
  return nesl::lower(input, wanted);
}

// Lines such as `% print: [104u8, 105u8]`.
std::string NeslProgram::printed_text(std::string_view traced) {
  std::string out;
  while (!traced.empty()) {
    const size_t end = traced.find('\n');
    const std::string_view line = traced.substr(0, end);
    traced = end == std::string_view::npos ? std::string_view{} : traced.substr(end + 1);
    if (!line.starts_with(nesl::kPrintTag)) continue;
    std::string_view bytes = line.substr(nesl::kPrintTag.size());
    if (bytes.find("empty") != std::string_view::npos) continue;
    // Numbers with a suffix that has digits, too.
    const std::string_view digits = "0123456789";
    for (size_t at = bytes.find_first_of(digits); at != std::string_view::npos;
         at = bytes.find_first_of(digits, bytes.find(',', at))) {
      unsigned code = 0;
      for (; at < bytes.size() && digits.find(bytes[at]) != std::string_view::npos; at++)
        code = code * 10 + static_cast<unsigned>(bytes[at] - '0');
      out += static_cast<char>(code);
      if (bytes.find(',', at) == std::string_view::npos) break;
    }
  }
  return out;
}

std::string NeslProgram::value_text(const nesl::Type* type,
                                    std::span<const runtime::Value> values) {
  return nesl::ValueText(checker_->types(), session_.names()).text(type, values);
}

std::string NeslProgram::result_line(const NeslEntry& entry,
                                     std::span<const runtime::Value> values) {
  return fmt::format("it = {} : {}\n", value_text(entry.type, values), checker_->text(entry.type));
}

}  // namespace planish
