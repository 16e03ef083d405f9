#include "nesl/types/check.h"

#include <algorithm>

#include "nesl/syntax/ast_match.h"
#include "nesl/syntax/parser.h"
#include "nesl/types/form_checker.h"
#include "nesl/types/type_reader.h"
#include "nesl/types/type_text.h"

namespace planish::nesl {

struct Checker::Impl {
  Impl(SourceMap& sources, Arena& arena, Interner& names, Diagnostics& diags, FileFinder finder,
       OutsideFiles* outside_files)
      : table(arena),
        environment(sources, arena, names),
        context{sources, arena, names, diags, table, environment, {}},
        forms(context),
        find(std::move(finder)),
        outside(outside_files) {
    context.ensure_checked = [this](Definition* definition) {
      if (definition->scheme.type == nullptr) forms.check_prelude(definition);
    };
    // There are none, or the prelude has a bug, which must not go unseen.
    for (const Diagnostic& problem : environment.prelude_problems().all()) {
      diags.add(problem.kind, problem.labels[0].loc, problem.message);
    }
    for (DatatypeForm* form : environment.prelude_datatypes()) forms.check_prelude_datatype(*form);
  }

  void check(const Program& program) {
    for (Form* form : program.forms) {
      form->number = ++form_count;
      auto* command = as<CommandForm>(form);
      if (command != nullptr && command->command == Command::Load) {
        load(*command);
      } else {
        forms.check(*form);
      }
    }
  }

  Program* check_file(const SourceFile& file) {
    loading.push_back({&file});
    Program* program = parse(file, context.arena, context.names, context.diags).program;
    check(*program);
    loading.pop_back();
    return program;
  }

  void load(CommandForm& form) {
    std::string_view name = form.words[0];
    const SourceFile* from = context.sources.file_of(form.loc);
    const SourceFile* file = find ? find(name, *from) : nullptr;
    if (file == nullptr) {
      context.diags.report(Diag::import_not_found, form.loc, "the file \"{}\" cannot be read",
                           name);
      return;
    }
    loading.back().load_loc = form.loc;
    if (outside != nullptr && outside->takes(*file)) {
      for (const OutsideDefinition& made : outside->load(*file, loading, context.table))
        forms.define_outside(made, form.loc);
      return;
    }
    auto same = [&](const OpenFile& open) { return open.file->path == file->path; };
    if (std::ranges::any_of(loading, same)) {
      context.diags.report(Diag::import_cycle, form.loc, "\"{}\" would be loaded inside of itself",
                           name);
      return;
    }
    form.loaded = check_file(*file)->forms;
  }

  TypeTable table;
  Environment environment;
  Context context;
  FormChecker forms;
  FileFinder find;
  OutsideFiles* outside;
  std::vector<OpenFile> loading;
  uint32_t form_count = 0;
};

Checker::Checker(SourceMap& sources, Arena& arena, Interner& names, Diagnostics& diags,
                 FileFinder finder, OutsideFiles* outside)
    : impl_(std::make_unique<Impl>(sources, arena, names, diags, std::move(finder), outside)) {}

Checker::~Checker() = default;

void Checker::check(const Program& program) { impl_->check(program); }
Program* Checker::check_file(const SourceFile& file) { return impl_->check_file(file); }
void Checker::finish() { impl_->forms.finish(); }

Definition* Checker::find(Name name) const {
  Definition* found = impl_->environment.find(name, Origin::Program);
  if (found != nullptr) impl_->context.ensure_checked(found);
  return found;
}

Definition* Checker::find(std::string_view name) const {
  std::string lower(name);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return find(impl_->context.names.intern(lower));
}

Datatype* Checker::find_datatype(Name name) const {
  return impl_->environment.find_datatype(name, Origin::Program);
}

Definition* Checker::find_in_prelude(std::string_view name) const {
  Definition* found = impl_->environment.find_in_prelude(impl_->context.names.intern(name));
  if (found != nullptr) impl_->context.ensure_checked(found);
  return found;
}

std::vector<Definition*> Checker::definitions() const {
  std::vector<Definition*> visible;
  for (Definition* definition : impl_->environment.own()) {
    if (impl_->environment.find_own(definition->name) == definition && definition->refused.empty())
      visible.push_back(definition);
  }
  return visible;
}

std::vector<Definition*> Checker::prelude_definitions() const {
  std::vector<Definition*> visible;
  for (Definition* definition : impl_->environment.prelude()) {
    if (impl_->environment.is_hidden(definition->name)) continue;
    impl_->context.ensure_checked(definition);
    visible.push_back(definition);
  }
  return visible;
}

std::string_view Checker::documentation(const Definition& definition) const {
  if (definition.kind == DefinitionKind::Builtin) return info(definition.builtin).documentation;
  if (definition.kind == DefinitionKind::Outside) return definition.documentation;
  const FunctionForm* form = definition.last_form;
  return form != nullptr && form->documentation != nullptr ? form->documentation->value
                                                           : std::string_view{};
}

std::string Checker::text(const Scheme& scheme) const {
  return scheme_text(scheme, impl_->context.names);
}
std::string Checker::text(const Type* type) const {
  return TypeWriter(impl_->context.names).top(type);
}

const Type* Checker::read_type(const SourceFile& text) {
  Context& context = impl_->context;
  TypeAnnotation* annotation = parse_type(text, context.arena, context.names, context.diags);
  if (annotation == nullptr) return nullptr;
  Unifier unifier(context.table);
  TypeReader reader(context.environment, unifier, context.names, context.diags, Origin::Program,
                    TypeVariables::None);
  const Type* read = reader.read(*annotation);
  const Type* closed = unifier.close(read);
  return closed->ground ? closed : nullptr;
}

TypeTable& Checker::types() { return impl_->table; }
uint32_t Checker::form_count() const { return impl_->form_count; }

}  // namespace planish::nesl
