// Runs programs in the text of FLAT as machine code, on several numbers of threads and cut as
// finely as can be, and compares with the interpreter.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backends/native.h"
#include "codegen/codegen.h"
#include "codegen/loader.h"
#include "interp/interp.h"
#include "ir/parse.h"
#include "ir/verify.h"
#include "runtime/value_io.h"

namespace planish {

class FlatProgram {
 public:
  // `memory_limit` is that of machine code.
  explicit FlatProgram(std::string_view text, int64_t memory_limit = -1)
      : parsed_(ir::parse(text)) {
    if (parsed_.error) {
      ADD_FAILURE() << "line " << parsed_.error->line << ":" << parsed_.error->column << ": "
                    << parsed_.error->message;
      return;
    }
    for (const ir::VerifyError& error : ir::verify(parsed_.program))
      ADD_FAILURE() << ir::error_text(*parsed_.program.storage, error);
    const auto generator = codegen::load_code_generator();
    codegen::Options options;
    options.verify = true;
    const std::string object =
        generator->generate(parsed_.program, options, codegen::Output::Object);
    for (const int32_t threads : {1, 2, 5}) {
      for (const int64_t cost_factor : {1, 1'000'000}) {
        programs_.push_back(std::make_unique<NativeProgram>(
            generator->load(object), LoadOptions{.threads = threads,
                                                 .memory_limit = {.bytes = memory_limit},
                                                 .cost_factor = cost_factor,
                                                 .verify = true}));
      }
    }
  }

  // Inputs as text: what the interpreter gives, and all runs of machine code.
  std::string run(std::string_view inputs) {
    const ir::Function& entry = *parsed_.program.functions.front();
    const std::string expected =
        text(interp::Interpreter(parsed_.program).run(entry, read(inputs)));
    for (const auto& program : programs_) {
      EXPECT_EQ(text(program->run(*parsed_.program.storage, entry, read(inputs))), expected)
          << program->threads() << " threads";
    }
    return expected;
  }

 private:
  static std::vector<runtime::Value> read(std::string_view inputs) {
    std::vector<runtime::Value> values;
    runtime::ValueReader reader(inputs);
    while (!reader.at_end()) values.push_back(*reader.read_any());
    return values;
  }
  static std::string text(const runtime::Outcome& outcome) {
    if (outcome.failure) return "failure: " + outcome.failure->message;
    std::string out;
    for (const runtime::Value& value : outcome.results) {
      if (!out.empty()) out += " ";
      out += to_text(value);
    }
    return out;
  }

  ir::Parsed parsed_;
  std::vector<std::unique_ptr<NativeProgram>> programs_;
};

// A list of integers as text.
inline std::string list_text(const std::vector<int64_t>& values) {
  if (values.empty()) return "empty([0]i64)";
  std::string out;
  for (const int64_t value : values)
    out += (out.empty() ? "[" : ", ") + std::to_string(value) + "i64";
  return out + "]";
}

}  // namespace planish
