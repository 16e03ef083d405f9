// Runs programs in the textual form of the IR, with values as text, for the tests of the
// interpreter.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interp/interp.h"
#include "ir/parse.h"
#include "ir/verify.h"
#include "runtime/value_io.h"
#include "support/large_stack.h"

namespace planish::interp {

// Does a program obey the rules of the IR?
enum class Rules : uint8_t { Kept, Broken };

// A program that is ready to run.
class TestProgram {
 public:
  explicit TestProgram(std::string_view text, Rules rules = Rules::Kept) {
    run_with_large_stack([&] {
      parsed_ = ir::parse(text);
      if (parsed_.error) {
        ADD_FAILURE() << "line " << parsed_.error->line << ":" << parsed_.error->column << ": "
                      << parsed_.error->message;
        return;
      }
      if (rules == Rules::Kept) {
        for (const ir::VerifyError& error : ir::verify(parsed_.program))
          ADD_FAILURE() << ir::error_text(*parsed_.program.storage, error);
      }
      interpreter_.emplace(parsed_.program);
    });
  }

  // The first entry point, with these inputs.
  runtime::Outcome run(std::string_view inputs, const runtime::RunOptions& options = {}) {
    runtime::Outcome outcome;
    for (const ir::Function* fn : parsed_.program.functions) {
      if (fn->entry == nullptr) continue;
      std::vector<runtime::Value> values = read(*fn, inputs);
      run_with_large_stack([&] { outcome = interpreter_->run(*fn, std::move(values), options); });
      return outcome;
    }
    ADD_FAILURE() << "no entry point";
    return outcome;
  }

 private:
  std::vector<runtime::Value> read(const ir::Function& fn, std::string_view inputs) {
    runtime::ValueReader reader(inputs);
    std::vector<runtime::Value> values;
    for (const ir::EntryValue& param : fn.entry->params) {
      for (uint32_t i = param.first; i < param.first + param.count; i++) {
        const ir::Type& type = *parsed_.program.storage->type(fn.params[i].var);
        runtime::ValueShape shape{type.elem, {}, {}};
        for (const ir::Dim& dim : type.dims) shape.varying.push_back(dim.is_varying());
        std::optional<runtime::Value> value = reader.read(shape);
        if (!value) {
          ADD_FAILURE() << reader.error().message;
          return values;
        }
        values.push_back(std::move(*value));
      }
    }
    return values;
  }

  ir::Parsed parsed_;
  std::optional<Interpreter> interpreter_;
};

// The results as text, separated by spaces, or "failed: " with the message.
inline std::string results_text(const runtime::Outcome& outcome) {
  if (outcome.failure) return "failed: " + outcome.failure->message;
  std::string text;
  for (const runtime::Value& value : outcome.results) {
    if (!text.empty()) text += ' ';
    runtime::append_text(text, value);
  }
  return text;
}

inline std::string run_text(std::string_view program, std::string_view inputs = "") {
  return results_text(TestProgram(program).run(inputs));
}

}  // namespace planish::interp
