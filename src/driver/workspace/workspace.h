// A program with an open end: definitions are added to it and expressions evaluated in it, one
// after the other.
//
// Every input is a generated file of its own that opens the one before, so what was checked once
// stays checked:
//
//   [1]  open import "stats"     [2]  open import "[1]"       <expression>  open import "[2]"
//        def half x = x / 2           def third x = x / 3                   entry evaluated' = third 10
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "driver/run/execute.h"
#include "driver/session/session.h"

namespace planish {

// Values from outside that an expression can use under a name.
struct BoundData {
  std::string name;
  std::string type;  // as written in the language; "": as the expression uses it
  std::vector<runtime::Value> values;
};

// What users type to be evaluated.
struct Expression {
  std::string text;
  // As the user wrote it, which messages show, where something else has taken the place of parts of
  // it; of the same length. Empty: the text itself.
  std::string written = {};
  std::vector<BoundData> data = {};
  // Changes the tree before it is checked, if that is wanted.
  std::function<void(ast::Expr&)> adapt = {};
};

enum class ExpressionForm : uint8_t {
  Value,
  Function,     // it is a function or holds one
  Polymorphic,  // its type has parameters, which nothing has chosen
};

struct ExpressionType {
  std::string text;  // "[]i32"
  const Type* type = nullptr;
  ExpressionForm form = ExpressionForm::Value;
  std::vector<const Type*> data;  // of the data that it uses
};

struct Evaluation {
  ExpressionType type;
  // If the form is Value and nothing failed: by component, and what says how they belong together.
  std::vector<runtime::Value> values;
  std::shared_ptr<const ir::Storage> storage;
  const ir::Entry* entry = nullptr;
  std::optional<runtime::Failure> failure;
};

// What evaluates expressions.
struct EvaluationBackend {
  const Backend* backend = &cpu_backend();
  LoadOptions load = {};
  codegen::Options code = {};
};

class Workspace {
 public:
  explicit Workspace(EvaluationBackend backend = {});
  ~Workspace();

  // What was reported by the operation done last. Each of them gives nothing when there was an
  // error.
  Session& session() { return *session_; }

  // Opens a program, whose path has to end with `.fut`. Comes before definitions.
  bool open(const std::string& path);
  // The same for a program that is in no file, under the name by which messages call it.
  bool open_text(const std::string& name, std::string text);
  // Adds declarations.
  bool define(std::string_view declarations);
  // Adds what `let (a, b) = e` binds.
  bool bind(std::string_view lets);

  std::optional<ExpressionType> type_of(const Expression& expression);
  std::optional<Evaluation> evaluate(const Expression& expression,
                                     const runtime::RunOptions& options = {});

  // The file whose names can be used, and the prelude; null when there is none.
  const ImportedFile* visible() const { return visible_; }
  const ImportedFile* prelude();

 private:
  struct Wrapped {
    CheckedProgram program;
    const ValueSymbol* symbol = nullptr;
  };
  void forget_messages();
  bool open(const SourceFile& file, std::string folder, std::string name);
  // A file of its own: the lines before the text are hidden.
  const SourceFile* generate(std::string shown, std::string_view before, std::string_view text,
                             std::string_view written = {});
  bool add(std::string_view before, std::string_view text, const TreeAdapter& adapt = {});
  std::optional<Wrapped> wrap(std::string_view keyword, const Expression& expression);
  std::optional<ExpressionType> checked_type(const Expression& expression);

  const EvaluationBackend backend_;
  std::unique_ptr<Session> session_;
  std::string folder_;  // of the program, "" or ending with '/'
  std::string last_;    // the file that the next one opens, as imported; "": none
  const ImportedFile* visible_ = nullptr;
  uint32_t inputs_ = 0;
};

// "[][?]f32": the type that a value has in the language.
std::string language_type(const runtime::Value& value);

}  // namespace planish
