// A program with an open end: definitions are added to it and expressions evaluated in it, one after the other.
//
// Every input is a generated file of its own that opens the one before, so what was checked once stays checked:
//
//   [1]  open import "stats"     [2]  open import "[1]"       <expression>  open import "[2]"
//        def half x = x / 2           def third x = x / 3                   entry evaluated' = third 10
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "driver/execute.h"
#include "driver/session.h"

namespace planish {

// Values from outside that an expression can use under a name.
struct BoundData {
  std::string name;
  std::string type;  // as written in the language
  std::vector<runtime::Value> values;
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
};

struct Evaluation {
  ExpressionType type;
  std::vector<runtime::Value> values;  // by component, if the form is Value and nothing failed
  std::optional<interp::Failure> failure;
};

class Workspace {
 public:
  Workspace();
  ~Workspace();

  // What was reported by the operation done last. Each of them gives nothing when there was an error.
  Session& session() { return *session_; }

  // Opens a program, whose path has to end with `.fut`. Comes before definitions.
  bool open(const std::string& path);
  // Adds declarations.
  bool define(std::string_view declarations);

  std::optional<ExpressionType> type_of(std::string_view expression,
                                        std::span<const BoundData> data = {});
  std::optional<Evaluation> evaluate(std::string_view expression,
                                     std::span<const BoundData> data = {},
                                     const interp::Options& options = {});

  // The file whose names can be used, and the prelude; null when there is none.
  const ImportedFile* visible() const { return visible_; }
  const ImportedFile* prelude();

 private:
  struct Wrapped {
    CheckedProgram program;
    const ValueSymbol* symbol = nullptr;
  };
  void forget_messages();
  const SourceFile* generate(std::string shown, std::string_view before, std::string_view text);
  std::optional<Wrapped> wrap(std::string_view keyword, std::string_view expression,
                              std::span<const BoundData> data);
  std::optional<ExpressionType> checked_type(std::string_view expression,
                                             std::span<const BoundData> data);

  std::unique_ptr<Session> session_;
  std::string folder_;  // of the program, "" or ending with '/'
  std::string last_;    // the file that the next one opens, as imported; "": none
  const ImportedFile* visible_ = nullptr;
  uint32_t inputs_ = 0;
};

// "[][?]f32": the type that a value has in the language.
std::string language_type(const runtime::Value& value);

}  // namespace planish
