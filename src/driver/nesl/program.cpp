#include "driver/nesl/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/nesl/value_text.h"
#include "mixed/programs.h"
#include "nesl/lower/tree_walk.h"
#include "nesl/syntax/ast_match.h"
#include "nesl/syntax/parser.h"
#include "nesl/types/unifier.h"
#include "support/characters.h"

namespace planish {

NeslProgram::NeslProgram(Session& session) : session_(session) {
  checker_ = std::make_unique<nesl::Checker>(
      session.sources(), session.arena(), session.names(), session.diags(),
      [this](std::string_view name, const SourceFile& from) { return find(name, from); },
      &session.mixed().for_nesl());
}

NeslProgram::~NeslProgram() = default;

const SourceFile* NeslProgram::find(std::string_view name, const SourceFile& from) {
  const SourceFile* file = session_.mixed().find(name, from);
  if (file != nullptr && std::ranges::find(loaded_, file) == loaded_.end()) loaded_.push_back(file);
  return file;
}

std::vector<const SourceFile*> NeslProgram::imported() const {
  std::vector<const SourceFile*> found = loaded_;
  for (const SourceFile* file : session_.mixed().files()) {
    if (file != root_ && std::ranges::find(found, file) == found.end()) found.push_back(file);
  }
  return found;
}

void NeslProgram::add_entries(std::span<nesl::Form* const> forms, std::vector<NeslEntry>& out) {
  for (const nesl::Form* form : forms) {
    if (const auto* command = nesl::as<nesl::CommandForm>(form)) add_entries(command->loaded, out);
    if (const auto* bind = nesl::as<nesl::BindForm>(form)) add_binding(*bind, out);
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

namespace {

bool asks_the_world(const nesl::Expr* expr) {
  bool found = false;
  nesl::for_each_expr(expr, [&](const nesl::Expr& each) {
    const nesl::Definition* called = nesl::callee_of(each);
    found = found || nesl::as<nesl::Time>(&each) != nullptr ||
            (called != nullptr && called->serial != nullptr);
  });
  return found;
}

}  // namespace

// What is bound to what the world says is asked for in its turn.
void NeslProgram::add_binding(const nesl::BindForm& form, std::vector<NeslEntry>& out) {
  if (!asks_the_world(form.value)) return;
  for (const nesl::Variable* name : nesl::bound_variables(form.pattern)) {
    const nesl::Definition* definition = name->definition;
    if (definition == nullptr || !definition->scheme.params.empty()) continue;
    NeslEntry& made = out.emplace_back();
    made.name = fmt::format("bind_{}", form.number);
    made.bound = definition;
    made.type = checker_->types().int_type();
    const nesl::Type* type = form.value->type;
    if (bindings_ == Bindings::Give && type->ground && !type->functional)
      made.type = made.given = type;
    made.form = form.number;
    made.loc = form.loc;
    return;
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

std::vector<std::string> NeslProgram::forms(const std::string& text) {
  GeneratedText generated;
  generated.shown = "<input>";
  generated.text = text;
  const SourceFile* file = session_.add_generated(std::move(generated));
  Diagnostics reports;
  const nesl::ParseResult parsed = nesl::parse(*file, session_.arena(), session_.names(), reports);
  if (reports.has_errors() || parsed.program->forms.size() < 2) return {text};
  std::vector<std::string> found;
  size_t begin = 0;
  for (size_t i = 1; i <= parsed.program->forms.size(); i++) {
    const bool is_last = i == parsed.program->forms.size();
    const size_t end = is_last ? text.size() : parsed.program->forms[i]->loc.begin - file->base;
    std::string& form = found.emplace_back(text, 0, end);
    for (size_t k = 0; k < begin; k++) {
      if (form[k] != '\n') form[k] = ' ';
    }
    begin = end;
  }
  return found;
}

void NeslProgram::keep(std::string_view names, const nesl::Type* type,
                       std::span<const runtime::Value> values) {
  if (!type->ground || type->functional) return;
  const size_t said = session_.diags().size();
  nesl::ValueText text(checker_->types(), session_.names(), nesl::ValueText::For::Programs);
  add("<kept>", fmt::format("{} = {};", names, text.text(type, values)));
  session_.diags().truncate(said);
}

void NeslProgram::keep(const NeslEntry& bound, std::span<const runtime::Value> values) {
  if (bound.given == nullptr) return;
  const nesl::BindForm& form = *bound.bound->body_at(bound.form)->bind;
  const std::string names(session_.sources().text(form.pattern->loc));
  keep(names, bound.given, values);
}

// ---- Functions

namespace {

bool can_run(const nesl::Definition& definition) {
  if (definition.prelude || definition.kind != nesl::DefinitionKind::Function) return false;
  const nesl::Type* type = definition.scheme.type;
  return definition.latest != nullptr && !type->first->functional && !type->second->functional;
}

// Finds the parameters for which the one type is the other.
bool matches(const nesl::Type* type, const nesl::Type* ground, const nesl::Scheme& scheme,
             std::vector<const nesl::Type*>& args) {
  if (type->kind == nesl::TypeKind::Param) {
    const nesl::Type*& known = args[type->number];
    const nesl::TypeClass allowed = scheme.params[type->number].type_class;
    const nesl::TypeClass own = nesl::class_of(ground->kind);
    if ((own & allowed) != own) return false;
    if (known == nullptr) known = ground;
    return known == ground;
  }
  if (type->kind != ground->kind || type->datatype != ground->datatype) return false;
  const auto both = [&](const nesl::Type* one, const nesl::Type* other) {
    return one == nullptr || matches(one, other, scheme, args);
  };
  if (!both(type->first, ground->first) || !both(type->second, ground->second)) return false;
  for (size_t i = 0; i < type->args.size(); i++) {
    if (!matches(type->args[i], ground->args[i], scheme, args)) return false;
  }
  return true;
}

// The first arrow outside of brackets.
size_t arrow_in(std::string_view text) {
  int depth = 0;
  for (size_t i = 0; i + 1 < text.size(); i++) {
    if (text[i] == '(' || text[i] == '[') depth++;
    if (text[i] == ')' || text[i] == ']') depth--;
    if (depth == 0 && text.substr(i, 2) == "->") return i;
  }
  return std::string_view::npos;
}

}  // namespace

NeslEntry NeslProgram::entry_of(const nesl::Definition& definition,
                                std::vector<const nesl::Type*> type_args) const {
  NeslEntry made;
  const nesl::Type* type = checker_->types().substitute(definition.scheme.type, type_args);
  made.name = session_.names().text(definition.name);
  made.function = &definition;
  made.type = type->second;
  made.argument = type->first;
  made.type_args = std::move(type_args);
  made.form = checker_->form_count();
  made.loc = definition.loc;
  return made;
}

std::vector<NeslEntry> NeslProgram::functions() const {
  std::vector<NeslEntry> found;
  for (const nesl::Definition* definition : checker_->definitions()) {
    if (can_run(*definition) && definition->scheme.params.empty())
      found.push_back(entry_of(*definition, {}));
  }
  return found;
}

std::vector<NeslEntry> NeslProgram::functions_for_ints() const {
  std::vector<NeslEntry> found;
  for (const nesl::Definition* definition : checker_->definitions()) {
    if (!can_run(*definition)) continue;
    const size_t params = definition->scheme.params.size();
    found.push_back(entry_of(*definition, {params, checker_->types().int_type()}));
  }
  return found;
}

const nesl::Type* NeslProgram::read_type(std::string_view text) {
  GeneratedText generated;
  generated.shown = "<type>";
  generated.text = text;
  return checker_->read_type(*session_.add_generated(std::move(generated)));
}

std::optional<NeslEntry> NeslProgram::function_at(std::string_view text, std::string& problem) {
  const size_t colon = text.find(':');
  const std::string_view name = trimmed(text.substr(0, colon));
  const nesl::Definition* definition = checker_->find(name);
  if (definition == nullptr || !can_run(*definition)) {
    problem = fmt::format("there is no function `{}` without functions in its type", name);
    return std::nullopt;
  }
  std::vector<const nesl::Type*> args(definition->scheme.params.size());
  if (colon == std::string_view::npos) {
    if (args.empty()) return entry_of(*definition, {});
    problem = fmt::format("the type of `{}` has parameters: {}", name,
                          checker_->text(definition->scheme));
    return std::nullopt;
  }
  const std::string_view type = text.substr(colon + 1);
  const size_t arrow = arrow_in(type);
  const nesl::Type* argument = read_type(type.substr(0, arrow));
  const nesl::Type* result =
      arrow == std::string_view::npos ? nullptr : read_type(type.substr(arrow + 2));
  if (argument == nullptr || result == nullptr) {
    problem = fmt::format("`{}` is no type of a function", trimmed(type));
    return std::nullopt;
  }
  const nesl::Scheme& scheme = definition->scheme;
  const bool fits = matches(scheme.type->first, argument, scheme, args) &&
                    matches(scheme.type->second, result, scheme, args) &&
                    std::ranges::find(args, nullptr) == args.end();
  if (fits) return entry_of(*definition, std::move(args));
  problem = fmt::format("`{}` cannot have the type {}; it is {}", name, trimmed(type),
                        checker_->text(scheme));
  return std::nullopt;
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
    if (asked)
      wanted.push_back({entry.name, entry.expr, entry.function, entry.bound, entry.given,
                        entry.type_args, entry.form});
  }
  const nesl::LowerInput input{*checker_, session_.sources(), session_.names(), session_.diags(),
                               seed_};
  return session_.mixed().lower(input, wanted);
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
