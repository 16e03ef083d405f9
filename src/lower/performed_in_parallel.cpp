#include "lower/performed_in_parallel.h"

#include <optional>
#include <unordered_set>

#include "ir/walk.h"
#include "sema/modules/import_nodes.h"

namespace planish::lower {
namespace {

class Search {
 public:
  explicit Search(const ir::Program& program) : program_(program) {}

  // The place of the first such statement.
  std::optional<ir::PlaceId> find() {
    for (const ir::Function* fn : program_.functions) body(fn->body, Runs::InOrder);
    return found_;
  }

 private:
  enum class Runs : uint8_t { InOrder, InParallel };

  void body(const ir::Body* of, Runs runs) {
    for (const ir::Stm& stm : of->stms) {
      if (found_) return;
      const auto* foreign = ir::as<ir::Foreign>(stm.op);
      if (foreign != nullptr && foreign->use == ir::ForeignUse::Performs &&
          runs == Runs::InParallel) {
        found_ = stm.place;
        return;
      }
      if (const auto* call = ir::as<ir::Call>(stm.op); call != nullptr && runs == Runs::InParallel)
        function(call->fn);
      ir::for_each_body(stm.op, [&](const ir::Body* inner) { body(inner, runs); });
      const bool stays = stm.op->kind == ir::Kind::WithAcc;
      ir::for_each_lambda(stm.op, [&](const ir::Lambda* lambda) {
        body(lambda->body, stays ? runs : Runs::InParallel);
      });
    }
  }

  void function(Name name) {
    const ir::Function* fn = program_.find(name);
    if (fn != nullptr && seen_.insert(name.id).second) body(fn->body, Runs::InParallel);
  }

  const ir::Program& program_;
  std::unordered_set<uint32_t> seen_;
  std::optional<ir::PlaceId> found_;
};

}  // namespace

bool performs_in_order_only(SemaContext& cx, const CheckedProgram& checked,
                            const ir::Program& program) {
  std::optional<ir::PlaceId> at = Search(program).find();
  if (!at) return true;
  // The call in the user's file that led there.
  const SourceFile& file = *checked.files.back()->source;
  const ir::Storage& storage = *program.storage;
  Loc loc = file.whole();
  for (ir::PlaceId id = *at; id.id != 0; id = storage.places[id.id].caller) {
    const ir::Place& place = storage.places[id.id];
    if (storage.text(place.file) != file.path) continue;
    loc = {cx.sources.offset(file, place.line, place.column),
           cx.sources.offset(file, place.end_line, place.end_column)};
    break;
  }
  cx.diags.report(Diag::not_compiled, loc,
                  "reading a sequence of an entry point inside of an operator on arrays cannot be "
                  "compiled");
  return false;
}

}  // namespace planish::lower
