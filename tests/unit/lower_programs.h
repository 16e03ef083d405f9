// Programs in the source language, lowered to CORE, for the tests of lowering.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/inner_bodies.h"
#include "driver/run/execute.h"
#include "driver/session/session.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "lower/lower.h"

namespace planish::lower {

// "a0 + a1 + a2" for `repeated(3, " + ", [](size_t i) { … })`.
inline std::string repeated(size_t count, std::string_view between,
                            const std::function<std::string(size_t)>& text) {
  std::string out;
  for (size_t i = 0; i < count; i++) {
    if (i > 0) out += between;
    out += text(i);
  }
  return out;
}

// A program as lowering gives it. It is accepted by the checker and the verifier, or the test
// fails.
class LoweredProgram {
 public:
  explicit LoweredProgram(std::string text, const LowerOptions& options = {}) {
    checked_ = session_.check(*session_.add_text("test.fut", std::move(text)));
    for (const Diagnostic& diag : session_.diags().all()) {
      if (diag.severity == Severity::Error) ADD_FAILURE() << diag.message;
    }
    if (session_.diags().has_errors()) return;
    program_ = lower_program(session_.context(), checked_, options);
    for (const ir::VerifyError& error : ir::verify(program_))
      ADD_FAILURE() << ir::error_text(storage(), error);
  }

  const ir::Program& program() const { return program_; }
  const ir::Storage& storage() const { return *program_.storage; }
  const ir::Functions& functions() const { return program_.functions; }

  const ir::Function& function(std::string_view name) const {
    for (const ir::Function* fn : functions()) {
      if (storage().text(fn->name) == name) return *fn;
    }
    ADD_FAILURE() << "there is no function " << name << " in\n" << text();
    static const ir::Body kNothing{};
    static const ir::Function kNobody = [] {
      ir::Function fn{};
      fn.body = &kNothing;
      return fn;
    }();
    return kNobody;
  }
  // How many functions were made of a definition: `f`, `f_1`, …
  size_t copies(std::string_view name) const {
    return static_cast<size_t>(
        std::count_if(functions().begin(), functions().end(), [&](const ir::Function* fn) {
          std::string_view have = storage().text(fn->name);
          return have == name || have.starts_with(std::string(name) + "_");
        }));
  }

  template <class F>
  static void for_each_stm(const ir::Body* body, const F& f) {
    for (const ir::Stm& stm : body->stms) {
      f(stm);
      for_each_inner_body(stm.op, [&](const ir::Body* inner) { for_each_stm(inner, f); });
    }
  }
  template <class F>
  void for_each_stm(const F& f) const {
    for (const ir::Function* fn : functions()) for_each_stm(fn->body, f);
  }

  // Statements of all functions, bodies inside of operations included.
  size_t size() const {
    size_t count = 0;
    for_each_stm([&](const ir::Stm&) { count++; });
    return count;
  }
  // How many operations begin with this word: `mul`, `check`, `map`.
  size_t count(std::string_view op) const {
    size_t count = 0;
    for_each_stm([&](const ir::Stm& stm) { count += ir::op_text(stm.op) == op ? 1 : 0; });
    return count;
  }

  // Of a parameter or result, as it is printed: "*[n]f32". Variables are shown without their
  // numbers.
  std::string types(std::span<const ir::Param> params) const {
    std::string out;
    for (const ir::Param& param : params) {
      if (!out.empty()) out += ", ";
      if (param.unique) out += '*';
      out += without_numbers(ir::type_text(storage(), storage().type(param.var)));
    }
    return out;
  }
  std::string params(std::string_view function_name) const {
    return types(function(function_name).params);
  }
  std::string results(std::string_view function_name) const {
    return types(function(function_name).results);
  }

  // "bounds test.fut:1:5-8" for each check, in the order of the program.
  std::vector<std::string> checks() const {
    std::vector<std::string> out;
    for_each_stm([&](const ir::Stm& stm) {
      if (auto* check = ir::as<ir::Check>(stm.op))
        out.push_back(std::string(ir::check_kind_text(check->check)) + " " +
                      ir::place_text(storage(), stm.place));
    });
    return out;
  }

  std::string text() const { return ir::print(program_, {.places = false}); }

  // What running the entry point prints when it fails, as lowering gave the program and after the
  // standard pipeline: both must be the same.
  std::string failure(std::string_view entry, std::string_view inputs) {
    Executable lowered(program_, interp_backend());
    std::string first = run(lowered, entry, inputs);
    std::unique_ptr<Executable> optimised = compile(session_, checked_);
    EXPECT_EQ(first, run(*optimised, entry, inputs)) << "after the standard pipeline";
    return first;
  }

 private:
  static std::string without_numbers(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); i++) {
      if (text[i] != '_') {
        out += text[i];
        continue;
      }
      while (i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9') i++;
    }
    return out;
  }
  static std::string run(Executable& executable, std::string_view entry, std::string_view inputs) {
    const ir::Function* fn = executable.entry(entry);
    std::string error;
    auto values = read_inputs(executable, *fn, inputs, error);
    if (!values) return error;
    runtime::Outcome outcome = executable.run(*fn, std::move(*values));
    if (!outcome.failure) return "it did not fail";
    // Whether the entry point itself ends the path is none of these tests' business.
    std::vector<std::string>& path = outcome.failure->path;
    if (path.size() > 1 && path.back() == ir::place_text(*executable.program().storage, fn->place))
      path.pop_back();
    return failure_text(*outcome.failure);
  }

  Session session_;
  CheckedProgram checked_;
  ir::Program program_;
};

}  // namespace planish::lower
