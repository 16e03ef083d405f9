#include "driver/workspace.h"

#include <fmt/format.h>

#include "sema/type_print.h"
#include "syntax/ast_match.h"

namespace planish {
namespace {

constexpr std::string_view kExtension = ".fut";
// A name that nobody else chooses.
constexpr std::string_view kExpressionName = "evaluated'";

ExpressionForm form_of(const ValueSymbol& symbol, const Type* type) {
  if ((type->flags & kHasArrow) != 0) return ExpressionForm::Function;
  for (const SchemeParam& param : symbol.params) {
    if (param.type != nullptr) return ExpressionForm::Polymorphic;
  }
  return ExpressionForm::Value;
}

const ValueSymbol* last_definition(const CheckedProgram& program) {
  for (const ast::Decl* decl : program.files.back()->program->decls) {
    if (const auto* value = ast::as<ast::ValDecl>(decl)) return value->symbol;
  }
  return nullptr;
}

}  // namespace

Workspace::Workspace() : session_(std::make_unique<Session>()) {}
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
  if (file == nullptr) return false;
  CheckedProgram program = session_->check(*file);
  if (session_->diags().has_errors()) return false;
  folder_ = std::move(folder);
  last_ = name.substr(0, name.size() - kExtension.size());
  visible_ = program.files.back();
  return true;
}

// The lines before the text are hidden: what users typed begins in line 1.
const SourceFile* Workspace::generate(std::string shown, std::string_view before,
                                      std::string_view text) {
  std::string whole;
  uint32_t hidden = 0;
  auto add_hidden = [&](std::string_view line) {
    whole.append(line).append("\n");
    hidden++;
  };
  if (!last_.empty()) add_hidden(fmt::format("open import \"{}\"", last_));
  if (!before.empty()) add_hidden(before);
  whole.append(text).append("\n");
  return session_->add_generated({std::move(shown), folder_, std::move(whole), hidden});
}

bool Workspace::define(std::string_view declarations) {
  forget_messages();
  std::string name = fmt::format("[{}]", ++inputs_);
  const SourceFile* file = generate(name, "", declarations);
  CheckedProgram program = session_->check(*file);
  if (session_->diags().has_errors()) return false;
  last_ = std::move(name);
  visible_ = program.files.back();
  return true;
}

std::optional<Workspace::Wrapped> Workspace::wrap(std::string_view keyword,
                                                  std::string_view expression,
                                                  std::span<const BoundData> data) {
  std::string header = fmt::format("{} {}", keyword, kExpressionName);
  for (const BoundData& bound : data) header += fmt::format(" ({}: {})", bound.name, bound.type);
  const SourceFile* file = generate("<expression>", header + " =", expression);
  Wrapped wrapped;
  wrapped.program = session_->check(*file);
  if (session_->diags().has_errors()) return std::nullopt;
  wrapped.symbol = last_definition(wrapped.program);
  return wrapped;
}

std::optional<ExpressionType> Workspace::checked_type(std::string_view expression,
                                                      std::span<const BoundData> data) {
  // Alone first: text that goes on after the expression would become declarations.
  (void)session_->parse_expression(
      *session_->add_generated({"<expression>", folder_, std::string(expression).append("\n"), 0}));
  if (session_->diags().has_errors()) return std::nullopt;
  std::optional<Wrapped> wrapped = wrap("def", expression, data);
  if (!wrapped) return std::nullopt;
  const ValueSymbol& symbol = *wrapped->symbol;
  const Type* type = symbol.type;
  for (size_t i = 0; i < data.size(); i++) type = as<ArrowType>(type)->result;
  std::string text = data.empty() && !symbol.params.empty()
                         ? show_scheme(session_->context(), symbol)
                         : show(session_->context(), type);
  return ExpressionType{std::move(text), type, form_of(symbol, type)};
}

std::optional<ExpressionType> Workspace::type_of(std::string_view expression,
                                                 std::span<const BoundData> data) {
  forget_messages();
  return checked_type(expression, data);
}

std::optional<Evaluation> Workspace::evaluate(std::string_view expression,
                                              std::span<const BoundData> data,
                                              const interp::Options& options) {
  forget_messages();
  std::optional<ExpressionType> type = checked_type(expression, data);
  if (!type) return std::nullopt;
  Evaluation evaluation{std::move(*type), {}, {}};
  if (evaluation.type.form != ExpressionForm::Value) return evaluation;
  std::optional<Wrapped> wrapped = wrap("entry", expression, data);
  if (!wrapped) return std::nullopt;
  CompileOptions compile_options;
  compile_options.backend = Backend::Cpu;
  compile_options.verify_if_asked();
  std::unique_ptr<Executable> executable = compile(*session_, wrapped->program, compile_options);
  if (executable == nullptr) return std::nullopt;
  std::vector<runtime::Value> inputs;
  for (const BoundData& bound : data)
    inputs.insert(inputs.end(), bound.values.begin(), bound.values.end());
  interp::Outcome outcome =
      executable->run(*executable->entry(kExpressionName), std::move(inputs), options);
  evaluation.values = std::move(outcome.results);
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
