#include "driver/session/session.h"

#include <chrono>

#include "driver/session/safety_checks.h"
#include "mixed/programs.h"
#include "syntax/parser.h"

namespace planish {

Session::Session()
    : mixed_(std::make_unique<mixed::Programs>(
          cx_, checker_, [this](const std::string& path) { return load_if_there(path); })) {
  files_.set_outside(&mixed_->for_sema());
}

Session::~Session() = default;

const SourceFile* Session::load(const std::string& path) {
  LoadResult result = files_.load(path);
  switch (result.failure) {
    case LoadFailure::None: break;
    case LoadFailure::NotFound:
      diags_.report(Diag::file_not_found, {}, "there is no file {}", path);
      break;
    case LoadFailure::IsDirectory:
      diags_.report(Diag::file_not_found, {}, "{} is a directory, not a file", path);
      break;
    case LoadFailure::Unreadable:
      diags_.report(Diag::file_not_found, {}, "cannot read {}: {}", path, result.reason);
      break;
    case LoadFailure::TooLarge:
      diags_.report(Diag::file_too_large, {}, "{} is too large", path);
      break;
  }
  return result.file;
}

const SourceFile* Session::add_text(const std::string& path, std::string text) {
  return files_.add_text(path, std::move(text));
}

const SourceFile* Session::add_generated(GeneratedText generated) {
  return files_.add_generated(std::move(generated));
}

LexResult Session::lex(const SourceFile& file) { return planish::lex(file, names_, diags_); }

ast::Program* Session::parse(const SourceFile& file) {
  return planish::parse(file, arena_, names_, diags_);
}

ast::Expr* Session::parse_expression(const SourceFile& file) {
  return planish::parse_expression(file, arena_, names_, diags_);
}

CheckedProgram Session::check(const SourceFile& root, const TreeAdapter& adapt) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  CheckedProgram program = checker_.check(root, adapt);
  if (!diags_.has_errors()) warn_of_safety_checks(*this, program);
  seconds_checking_ += std::chrono::duration<double>(Clock::now() - start).count();
  return program;
}

}  // namespace planish
