#include "driver/workspace/workspace.h"

#include <fmt/format.h>

#include "driver/workspace/let_names.h"
#include "sema/types/type_print.h"
#include "syntax/ast_match.h"

namespace planish {
namespace {

constexpr std::string_view kExtension = ".fut";
// Names that nobody else chooses.
constexpr std::string_view kExpressionName = "evaluated'";
constexpr std::string_view kBoundName = "bound'";

ExpressionForm form_of(const ValueSymbol& symbol, const Type* type) {
  if ((type->flags & kHasArrow) != 0) return ExpressionForm::Function;
  for (const SchemeParam& param : symbol.params) {
    if (param.type != nullptr) return ExpressionForm::Polymorphic;
  }
  return ExpressionForm::Value;
}

// The definition of the expression.
ast::ValDecl* expression_of(ast::Program& program) {
  for (ast::Decl* decl : program.decls) {
    if (auto* value = ast::as<ast::ValDecl>(decl)) return value;
  }
  return nullptr;
}

}  // namespace

Workspace::Workspace(EvaluationBackend backend)
    : backend_(std::move(backend)), session_(std::make_unique<Session>()) {}
Workspace::~Workspace() = default;

void Workspace::forget_messages() { session_->diags().truncate(0); }

bool Workspace::open(const std::string& path) {
  forget_messages();
  size_t slash = path.rfind('/');
  std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  std::string name = path.substr(folder.size());
  if (!name.ends_with(kExtension)) {
    session_->diags().report(Diag::file_not_found, {},
                             "{} is not a program: its name does not end with {}", path,
                             kExtension);
    return false;
  }
  const SourceFile* file = session_->load(path);
  return file != nullptr &&
         open(*file, std::move(folder), name.substr(0, name.size() - kExtension.size()));
}

bool Workspace::open_text(const std::string& name, std::string text) {
  forget_messages();
  return open(*session_->add_generated({name, "", std::move(text), 0}), "", name);
}

bool Workspace::open(const SourceFile& file, std::string folder, std::string name) {
  CheckedProgram program = session_->check(file);
  if (session_->diags().has_errors()) return false;
  folder_ = std::move(folder);
  last_ = std::move(name);
  visible_ = program.files.back();
  return true;
}

// What users typed begins in line 1.
const SourceFile* Workspace::generate(std::string shown, std::string_view before,
                                      std::string_view text, std::string_view written) {
  std::string header;
  uint32_t hidden = 0;
  auto add_hidden = [&](std::string_view line) {
    header.append(line).append("\n");
    hidden++;
  };
  if (!last_.empty()) add_hidden(fmt::format("open import \"{}\"", last_));
  if (!before.empty()) add_hidden(before);
  GeneratedText generated{std::move(shown), folder_, fmt::format("{}{}\n", header, text), hidden};
  if (!written.empty()) {
    generated.parsed = std::move(generated.text);
    generated.text = fmt::format("{}{}\n", header, written);
  }
  return session_->add_generated(std::move(generated));
}

bool Workspace::define(std::string_view declarations) { return add("", declarations); }

// `let (a, b) = e` becomes
//
//   local def bound' =
//   let (a, b) = e
//   in (a, b)
//   def a = bound'.0
//   def b = bound'.1
bool Workspace::bind(std::string_view lets) {
  const std::vector<ast::Ident> names = names_bound_by(session_->parse_expression(
      *session_->add_generated({"<input>", "", fmt::format("{}\nin ()", lets), 0})));
  std::string all, definitions;
  for (size_t i = 0; i < names.size(); i++) {
    const std::string_view name = session_->names().text(names[i].name);
    all += fmt::format("{}{}", i == 0 ? "" : ", ", name);
    definitions += fmt::format("def {} = {}", name, kBoundName);
    definitions += names.size() == 1 ? "\n" : fmt::format(".{}\n", i);
  }
  // Messages show where the user bound them.
  auto adapt = [](ast::Program& program) {
    std::vector<ast::Ident> bound;
    for (ast::Decl* decl : program.decls) {
      auto* local = ast::as<ast::LocalDecl>(decl);
      auto* value = ast::as<ast::ValDecl>(local != nullptr ? local->inner : decl);
      if (value == nullptr) continue;
      if (local != nullptr) bound = names_bound_by(value->body);
      for (const ast::Ident& name : bound) {
        if (name.name == value->name.name) value->name.loc = name.loc;
      }
    }
  };
  return add(fmt::format("local def {} =", kBoundName),
             fmt::format("{}\nin ({})\n{}", lets, all, definitions), adapt);
}

bool Workspace::add(std::string_view before, std::string_view text, const TreeAdapter& adapt) {
  forget_messages();
  std::string name = fmt::format("[{}]", ++inputs_);
  const SourceFile* file = generate(name, before, text);
  CheckedProgram program = session_->check(*file, adapt);
  if (session_->diags().has_errors()) return false;
  last_ = std::move(name);
  visible_ = program.files.back();
  return true;
}

std::optional<Workspace::Wrapped> Workspace::wrap(std::string_view keyword,
                                                  const Expression& expression) {
  std::string header = fmt::format("{} {}", keyword, kExpressionName);
  for (const BoundData& bound : expression.data) {
    header += bound.type.empty() ? fmt::format(" {}", bound.name)
                                 : fmt::format(" ({}: {})", bound.name, bound.type);
  }
  const SourceFile* file =
      generate("<expression>", header + " =", expression.text, expression.written);
  TreeAdapter adapt;
  if (expression.adapt) {
    adapt = [&](ast::Program& program) {
      if (ast::ValDecl* decl = expression_of(program); decl != nullptr && decl->body != nullptr)
        expression.adapt(*decl->body);
    };
  }
  Wrapped wrapped;
  wrapped.program = session_->check(*file, adapt);
  if (session_->diags().has_errors()) return std::nullopt;
  wrapped.symbol = expression_of(*wrapped.program.files.back()->program)->symbol;
  return wrapped;
}

std::optional<ExpressionType> Workspace::checked_type(const Expression& expression) {
  // Alone first: text that goes on after the expression would become declarations.
  GeneratedText alone{"<expression>", folder_, expression.text + "\n", 0};
  if (!expression.written.empty()) {
    alone.parsed = std::move(alone.text);
    alone.text = expression.written + "\n";
  }
  (void)session_->parse_expression(*session_->add_generated(std::move(alone)));
  if (session_->diags().has_errors()) return std::nullopt;
  std::optional<Wrapped> wrapped = wrap("def", expression);
  if (!wrapped) return std::nullopt;
  const ValueSymbol& symbol = *wrapped->symbol;
  ExpressionType found{{}, symbol.type, {}, {}};
  for (size_t i = 0; i < expression.data.size(); i++) {
    const auto* arrow = as<ArrowType>(found.type);
    found.data.push_back(arrow->param);
    found.type = arrow->result;
  }
  found.text = expression.data.empty() && !symbol.params.empty()
                   ? show_scheme(session_->context(), symbol)
                   : show(session_->context(), found.type);
  found.form = form_of(symbol, found.type);
  return found;
}

std::optional<ExpressionType> Workspace::type_of(const Expression& expression) {
  forget_messages();
  return checked_type(expression);
}

std::optional<Evaluation> Workspace::evaluate(const Expression& expression,
                                              const runtime::RunOptions& options) {
  forget_messages();
  std::optional<ExpressionType> type = checked_type(expression);
  if (!type) return std::nullopt;
  Evaluation evaluation;
  evaluation.type = std::move(*type);
  if (evaluation.type.form != ExpressionForm::Value) return evaluation;
  const size_t warnings = session_->diags().size();
  std::optional<Wrapped> wrapped = wrap("entry", expression);
  if (!wrapped) return std::nullopt;
  // They are the same again.
  session_->diags().truncate(warnings);
  CompileOptions compile_options;
  compile_options.backend = backend_.backend;
  compile_options.load = backend_.load;
  compile_options.code = backend_.code;
  compile_options.verify_if_asked();
  std::unique_ptr<Executable> executable = compile(*session_, wrapped->program, compile_options);
  if (executable == nullptr) return std::nullopt;
  std::vector<runtime::Value> inputs;
  for (const BoundData& bound : expression.data)
    inputs.insert(inputs.end(), bound.values.begin(), bound.values.end());
  const ir::Function& entry = *executable->entry(kExpressionName);
  runtime::Outcome outcome = executable->run(entry, std::move(inputs), options);
  evaluation.values = std::move(outcome.results);
  evaluation.storage = executable->program().storage;
  evaluation.entry = entry.entry;
  evaluation.failure = std::move(outcome.failure);
  return evaluation;
}

const ImportedFile* Workspace::prelude() {
  CheckedProgram program = session_->check(*session_->add_generated({"<nothing>", "", "", 0}));
  return program.files.size() > 1 ? program.files[program.files.size() - 2] : nullptr;
}

std::string language_type(const runtime::Value& value) {
  std::string out;
  for (const runtime::ValueDim& dim : value.dims) out += dim.varying ? "[?]" : "[]";
  return out.append(prim_name(value.prim));
}

}  // namespace planish
