#include "pipeline/passes.h"

#include "passes/cse.h"
#include "passes/dead_code.h"
#include "passes/inline_calls.h"
#include "passes/simplify.h"

namespace planish {
namespace {

using enum Property;

// The table of passes: what each needs, gives and breaks.
#define PASS(name, needs, gives, breaks) \
  Pass { #name, needs, gives, breaks, &passes::name }
constexpr Pass kInlineCalls = PASS(inline_calls, NoDeadCode, NoSmallCalls, NoCopies | NoDeadCode);
constexpr Pass kSimplify = PASS(simplify, None, NoCopies, NoDeadCode);
constexpr Pass kCse = PASS(cse, NoCopies, None, NoDeadCode);
constexpr Pass kDeadCode = PASS(dead_code, None, NoDeadCode, None);
#undef PASS

constexpr Pass kAll[] = {kInlineCalls, kSimplify, kCse, kDeadCode};

// Dead code goes first, so that a function whose other calls are dead counts as called once. What cse finds equal
// lets simplify decide more.
constexpr Pass kStandard[] = {kDeadCode, kInlineCalls, kSimplify, kCse, kSimplify, kDeadCode};
static_assert(well_ordered(kStandard, None, NoCopies | NoDeadCode | NoSmallCalls));

}  // namespace

std::span<const Pass> all_passes() { return kAll; }

const Pass* find_pass(std::string_view name) {
  for (const Pass& pass : kAll) {
    if (pass.name == name) return &pass;
  }
  return nullptr;
}

std::span<const Pass> standard_pipeline() { return kStandard; }

}  // namespace planish
