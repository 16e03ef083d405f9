#include "driver/session/safety_checks.h"

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <tuple>

#include "analysis/inner_bodies.h"
#include "mixed/programs.h"
#include "pipeline/passes.h"
#include "pipeline/runner.h"

namespace planish {
namespace {

std::string_view what_may_happen(ir::CheckKind kind) {
  switch (kind) {
    case ir::CheckKind::Bounds: return "an index may be out of bounds";
    case ir::CheckKind::Size: return "two sizes may differ";
    case ir::CheckKind::Division: return "a divisor may be zero";
    case ir::CheckKind::Range: return "a range may have no such step";
    case ir::CheckKind::Assert: return "the assertion may be false";
    case ir::CheckKind::Coerce: return "an array may have another size";
    case ir::CheckKind::Other: break;
  }
  return "the operation may fail";
}

class SafetyChecks {
 public:
  SafetyChecks(Session& session, const ir::Program& program)
      : session_(session), program_(program), storage_(*program.storage) {}

  void report() {
    for (const ir::Function* fn : program_.functions) visit(*fn->body, nullptr);
  }

 private:
  // An expression that asks, and where in it a statement stands.
  struct Asked {
    Loc expression;
    Loc place;
  };

  // `call`: of a function whose body this is, in an expression that asks.
  void visit(const ir::Body& body, const Asked* call) {
    for (const ir::Stm& stm : body.stms) {
      std::optional<Asked> asked = find(stm.place);
      if (!asked && call != nullptr) asked = *call;
      if (const auto* check = ir::as<ir::Check>(stm.op); check != nullptr && asked)
        warn(*check, stm.place, *asked);
      if (const auto* called = ir::as<ir::Call>(stm.op); called != nullptr && asked) {
        const ir::Function* fn = program_.find(called->fn);
        if (fn != nullptr && entered_.insert(fn).second) visit(*fn->body, &*asked);
      }
      for_each_inner_body(stm.op, [&](const ir::Body* inner) { visit(*inner, call); });
    }
  }

  // The innermost place on the path to the statement that is in an expression which asks.
  std::optional<Asked> find(ir::PlaceId id) const {
    while (id.id != 0) {
      const ir::Place& place = storage_.places[id.id];
      for (Loc expression : session_.context().checks_unwanted) {
        const SourceFile& file = *session_.sources().file_of(expression);
        if (file.path != storage_.text(place.file)) continue;
        const Loc loc{session_.sources().offset(file, place.line, place.column),
                      session_.sources().offset(file, place.end_line, place.end_column)};
        if (expression.begin <= loc.begin && loc.end <= expression.end)
          return Asked{expression, loc};
      }
      id = place.caller;
    }
    return std::nullopt;
  }

  void warn(const ir::Check& check, ir::PlaceId id, const Asked& asked) {
    if (!warned_.emplace(asked.place.begin, asked.place.end, check.check).second) return;
    Diagnostic& report = session_.diags()
                             .report(Diag::safety_check, asked.place, "Safety check required: {}",
                                     what_may_happen(check.check))
                             .label(asked.expression, "the expression that is to need no checks");
    const ir::Place& place = storage_.places[id.id];
    const std::string_view file = storage_.text(place.file);
    const SourceFile& asking = *session_.sources().file_of(asked.place);
    const bool is_there =
        file == asking.path &&
        session_.sources().offset(asking, place.line, place.column) == asked.place.begin;
    if (!is_there && !file.starts_with("/prelude/"))
      report.note(fmt::format("the check is made at {}:{}:{}", file, place.line, place.column));
    report.suggest("write `#[unsafe]` before what never fails, or remove the attribute");
  }

  Session& session_;
  const ir::Program& program_;
  const ir::Storage& storage_;
  std::set<const ir::Function*> entered_;
  std::set<std::tuple<uint32_t, uint32_t, ir::CheckKind>> warned_;
};

}  // namespace

void warn_of_safety_checks(Session& session, const CheckedProgram& program) {
  if (session.context().checks_unwanted.empty()) return;
  const ir::Program core = session.mixed().lower(program, {});
  // What comes later moves checks, but removes none.
  PipelineOptions options;
  options.stop_after = *find_pass("merge_branches");
  const PipelineResult result = run_pipeline(core, cpu_pipeline(), options);
  if (result.failure) throw std::logic_error(failure_text(*result.failure));
  SafetyChecks(session, result.program).report();
}

}  // namespace planish
