// Programs whose shapes are analysed after the standard passes, for the tests of the analysis.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "analysis/inner_bodies.h"
#include "analysis/shapes/shapes.h"
#include "ir/parse.h"
#include "lower_programs.h"
#include "pipeline/passes.h"
#include "pipeline/runner.h"
#include "support/large_stack.h"

namespace planish::shapes {

// Have two arrays the same shape, whatever that is?
inline bool have_equal_shapes(const ShapeAnalysis& shapes, ir::Var x, ir::Var y) {
  const ShapedValue* a = shapes.find(x);
  const ShapedValue* b = shapes.find(y);
  return a != nullptr && b != nullptr && a->dims == b->dims;
}

// The dimensions that vary have the same length for all indices.
inline bool is_regular_array(const ShapeAnalysis& shapes, ir::Var array) {
  const ShapedValue* value = shapes.find(array);
  return value != nullptr && std::ranges::all_of(value->dims, [&](Term dim) {
           return std::ranges::none_of(shapes.terms().indices(dim), Terms::is_place) &&
                  !shapes.terms().has_nothing_yet(dim);
         });
}

class AnalysedProgram {
 public:
  // Of the source language.
  static AnalysedProgram source(std::string text) {
    AnalysedProgram result;
    run_with_large_stack([&] {
      lower::LoweredProgram lowered(std::move(text));
      PipelineResult standard = run_pipeline(lowered.program(), standard_pipeline());
      EXPECT_FALSE(standard.failure);
      result.set(standard.program);
    });
    return result;
  }
  // In CORE.
  static AnalysedProgram core(const std::string& text) {
    AnalysedProgram result;
    ir::Parsed parsed = ir::parse("core\n" + text);
    EXPECT_FALSE(parsed.error) << (parsed.error ? parsed.error->message : "");
    for (const ir::VerifyError& error : ir::verify(parsed.program))
      ADD_FAILURE() << ir::error_text(*parsed.program.storage, error);
    run_with_large_stack([&] { result.set(parsed.program); });
    return result;
  }

  const ShapeAnalysis& shapes() const { return *shapes_; }
  const ir::Function& function(std::string_view name) const {
    for (const ir::Function* fn : program_.functions) {
      if (program_.storage->text(fn->name) == name) return *fn;
    }
    throw std::runtime_error("there is no function " + std::string(name) + " in\n" + text());
  }
  // The first variable of that name that a function binds.
  ir::Var var(std::string_view function_name, std::string_view name) const {
    const ir::Function& fn = function(function_name);
    ir::Var found;
    for (const ir::Param& param : fn.params) note(param.var, name, found);
    search(fn.body, name, found);
    if (!found)
      throw std::runtime_error("there is no variable " + std::string(name) + " in\n" + text());
    return found;
  }
  // What the first operation of a kind in the function gives last.
  ir::Var result_of(std::string_view function_name, ir::Kind kind) const {
    ir::Var found;
    search(function(function_name).body, kind, found);
    if (!found) throw std::runtime_error("there is no such operation in\n" + text());
    return found;
  }
  // What the function gives.
  ir::Var result(std::string_view function_name, size_t number = 0) const {
    return function(function_name).body->results[number].var;
  }
  // "(n: i64, xs: [n]f32) -> ([n]f32)"
  std::string signature(std::string_view name) const {
    const ir::Function& fn = function(name);
    const Signature& found = shapes_->signature(fn.name);
    std::string params, results;
    for (size_t i = 0; i < found.parameters.size(); i++) {
      const ir::Var var = fn.params[i].var;
      if (i > 0) params += ", ";
      params += var_name(var) + ": " + shape_text(var, found.parameters[i]);
    }
    for (size_t i = 0; i < found.results.size(); i++) {
      std::string text = shape_text(fn.results[i].var, found.results[i]);
      if (text == "i64") text += "(" + shapes_->text(found.results[i].element) + ")";
      results += (results.empty() ? "" : ", ") + text;
    }
    return "(" + params + ") -> (" + results + ")";
  }
  std::string text() const { return ir::print(program_); }

 private:
  void set(const ir::Program& program) {
    program_ = program;
    shapes_.emplace(program_);
  }
  std::string var_name(ir::Var var) const {
    std::string_view text = program_.storage->text(program_.storage->vars[var.id].name);
    return text.empty() ? "_" + std::to_string(var.id) : std::string(text);
  }
  std::string shape_text(ir::Var var, const ShapedValue& value) const {
    const ir::Type* type = program_.storage->type(var);
    if (type->is_acc()) return "acc";
    std::string text;
    for (Term dim : value.dims) text += "[" + shapes_->text(dim) + "]";
    return text + std::string(prim_name(type->elem));
  }
  void note(ir::Var var, std::string_view name, ir::Var& found) const {
    std::string_view text = program_.storage->text(program_.storage->vars[var.id].name);
    if (!found && text == name) found = var;
  }
  void search(const ir::Body* body, std::string_view name, ir::Var& found) const {
    for (const ir::Stm& stm : body->stms) {
      for_each_lambda(stm.op, [&](const ir::Lambda* lambda) {
        for (const ir::Param& param : lambda->params) note(param.var, name, found);
      });
      for_each_binder(stm.op, [&](ir::Var var) { note(var, name, found); });
      for_each_inner_body(stm.op, [&](const ir::Body* inner) { search(inner, name, found); });
      for (ir::Var var : stm.pattern) note(var, name, found);
    }
  }

  static void search(const ir::Body* body, ir::Kind kind, ir::Var& found) {
    for (const ir::Stm& stm : body->stms) {
      if (!found && stm.op->kind == kind) found = stm.pattern.back();
      for_each_inner_body(stm.op, [&](const ir::Body* inner) { search(inner, kind, found); });
    }
  }

  ir::Program program_;
  std::optional<ShapeAnalysis> shapes_;
};

}  // namespace planish::shapes
