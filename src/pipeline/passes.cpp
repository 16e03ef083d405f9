#include "pipeline/passes.h"

#include <algorithm>
#include <array>
#include <concepts>

#include "passes/accumulators/expand_accumulators.h"
#include "passes/calls/inline_base_cases.h"
#include "passes/calls/inline_calls.h"
#include "passes/calls/inline_in_lanes.h"
#include "passes/calls/unfold_recursion.h"
#include "passes/device/array_operators.h"
#include "passes/device/coalesce.h"
#include "passes/device/device_code.h"
#include "passes/device/number_writes.h"
#include "passes/device/reduce_columns.h"
#include "passes/device/sink_scalars.h"
#include "passes/device/sort_histograms.h"
#include "passes/flatten/flatten.h"
#include "passes/fusion/fuse.h"
#include "passes/fusion/fuse_scans.h"
#include "passes/fusion/fuse_streams.h"
#include "passes/fusion/sink_maps.h"
#include "passes/fusion/split_maps.h"
#include "passes/loops/commits_last.h"
#include "passes/loops/copy_updates.h"
#include "passes/loops/hoist.h"
#include "passes/loops/make_tables.h"
#include "passes/loops/unroll.h"
#include "passes/loops/write_out_maps.h"
#include "passes/rows/equal_rows.h"
#include "passes/rows/refine_sizes.h"
#include "passes/rows/represent_rows.h"
#include "passes/simplify/cse.h"
#include "passes/simplify/dead_code.h"
#include "passes/simplify/merge_branches.h"
#include "passes/simplify/remove_checks.h"
#include "passes/simplify/simplify.h"
#include "passes/simplify/sink_ranges.h"
#include "support/closest.h"

namespace planish {
namespace {

using enum Property;

// Most passes do the same for all machines, and do not ask for the target.
template <auto kFunction>
ir::Program run(const ir::Program& program, const PassContext& context) {
  using Function = decltype(kFunction);
  if constexpr (std::invocable<Function, const ir::Program&, const Target&, Decisions*>) {
    return kFunction(program, context.target, context.decisions);
  } else if constexpr (std::invocable<Function, const ir::Program&, const Target&>) {
    return kFunction(program, context.target);
  } else {
    return kFunction(program);
  }
}

// The table of passes: what each needs, gives and breaks.
#define PASS(name, needs, gives, breaks) \
  Pass { #name, needs, gives, breaks, &run<&passes::name> }
constexpr Pass kInlineCalls = PASS(inline_calls, NoDeadCode, NoSmallCalls, NoCopies | NoDeadCode);
constexpr Pass kSimplify = PASS(simplify, None, NoCopies, NoDeadCode);
constexpr Pass kCse = PASS(cse, NoCopies, None, NoDeadCode);
constexpr Pass kDeadCode = PASS(dead_code, None, NoDeadCode, None);
constexpr Pass kExpandAccumulators = PASS(expand_accumulators, None, None, NoDeadCode);
constexpr Pass kFuse = PASS(fuse, None, None, NoCopies | NoDeadCode);
constexpr Pass kMergeBranches = PASS(merge_branches, None, None, NoCopies | NoDeadCode);
constexpr Pass kFuseStreams = PASS(fuse_streams, None, None, NoCopies | NoDeadCode);
constexpr Pass kFuseScans = PASS(fuse_scans, None, None, None);
constexpr Pass kSinkMaps = PASS(sink_maps, None, None, NoDeadCode);
constexpr Pass kSinkRanges = PASS(sink_ranges, FlatParallelism, None, NoDeadCode);
constexpr Pass kWriteOutMaps = PASS(write_out_maps, None, None, NoCopies | NoDeadCode);
constexpr Pass kInlineBaseCases = PASS(inline_base_cases, None, None, NoDeadCode);
constexpr Pass kInlineInLanes = PASS(inline_in_lanes, FlatParallelism, None, NoCopies | NoDeadCode);
constexpr Pass kUnfoldRecursion = PASS(unfold_recursion, None, None, NoCopies | NoDeadCode);
constexpr Pass kHoist = PASS(hoist, None, None, None);
constexpr Pass kRemoveChecks = PASS(remove_checks, NoCopies, None, NoCopies | NoDeadCode);
constexpr Pass kMakeTables = PASS(make_tables, None, None, NoDeadCode);
constexpr Pass kUnroll = PASS(unroll, None, None, NoCopies | NoDeadCode);
constexpr Pass kCopyUpdates = PASS(copy_updates, None, None, None);
constexpr Pass kCommitsLast = PASS(commits_last, None, None, None);
constexpr Pass kEqualRows = PASS(equal_rows, None, None, None);
constexpr Pass kRefineSizes = PASS(refine_sizes, NoCopies, None, NoCopies | NoDeadCode);
constexpr Pass kSplitMaps = PASS(split_maps, None, None, None);
constexpr Pass kRepresentRows = PASS(represent_rows, None, NoRows, NoCopies | NoDeadCode);
constexpr Pass kFlatten = PASS(flatten, NoCopies, FlatParallelism, NoCopies | NoDeadCode);
constexpr Pass kNumberWrites = PASS(number_writes, None, None, None);
constexpr Pass kSortHistograms =
    PASS(sort_histograms, FlatParallelism, None, NoCopies | NoDeadCode);
constexpr Pass kArrayOperators =
    PASS(array_operators, FlatParallelism, None, NoCopies | NoDeadCode);
constexpr Pass kReduceColumns = PASS(reduce_columns, FlatParallelism, None, NoCopies | NoDeadCode);
constexpr Pass kSinkScalars = PASS(sink_scalars, DeviceCode, None, NoDeadCode);
constexpr Pass kCoalesce = PASS(coalesce, DeviceCode, None, None);
constexpr Pass kDeviceCode = PASS(device_code, FlatParallelism, DeviceCode, NoDeadCode);
#undef PASS

constexpr Pass kAll[] = {kInlineCalls,        kSimplify,      kCse,
                         kDeadCode,           kFuse,          kHoist,
                         kRemoveChecks,       kUnroll,        kRefineSizes,
                         kSplitMaps,          kRepresentRows, kFlatten,
                         kExpandAccumulators, kMergeBranches, kSinkMaps,
                         kInlineBaseCases,    kFuseScans,     kEqualRows,
                         kWriteOutMaps,       kDeviceCode,    kSortHistograms,
                         kArrayOperators,     kSinkScalars,   kCoalesce,
                         kFuseStreams,        kMakeTables,    kCopyUpdates,
                         kUnfoldRecursion,    kReduceColumns, kCommitsLast,
                         kSinkRanges,         kInlineInLanes, kNumberWrites};

// Several lists of passes as one.
template <size_t... kSizes>
constexpr auto joined(const Pass (&... lists)[kSizes]) {
  std::array<Pass, (kSizes + ...)> all{};
  auto next = all.begin();
  ((next = std::ranges::copy(lists, next).out), ...);
  return all;
}

// Dead code goes first, so that a function whose other calls are dead counts as called once. What
// cse finds equal lets simplify decide more.
constexpr Pass kStandard[] = {kDeadCode, kInlineCalls, kSimplify,   kCse,
                              kSimplify, kDeadCode,    kCommitsLast};
static_assert(well_ordered(kStandard, None, NoCopies | NoDeadCode | NoSmallCalls));

// What follows it where code is generated. What has been hoisted can be equal to something there.
// Checks that are gone do not stand between operators that are fused.
constexpr Pass kOptimise[] = {kUnroll,        kSimplify, kRemoveChecks, kSimplify,    kHoist,
                              kSimplify,      kCse,      kRemoveChecks, kSimplify,    kDeadCode,
                              kMergeBranches, kSimplify, kDeadCode,     kFuseStreams, kFuse,
                              kSimplify,      kCse,      kSimplify,     kMakeTables,  kDeadCode};
static_assert(well_ordered(kOptimise, NoCopies | NoDeadCode | NoSmallCalls,
                           NoCopies | NoDeadCode | NoSmallCalls));

// Rows of one length make a version of their own. What accumulators become can be parallel. What is
// found to be regular needs no representation.
constexpr Pass kRegular[] = {
    kEqualRows, kExpandAccumulators, kRefineSizes, kSimplify, kCse,      kSimplify, kDeadCode,
    kSplitMaps, kRepresentRows,      kSimplify,    kCse,      kSimplify, kDeadCode};
// After flattening, elements are read where they come from. The parts of a map that is written out
// get their sizes first, and are found again in what was made of them when these are known: the
// third simplify. Then it is known, too, how sizes of a recursion follow from each other.
constexpr Pass kFlat[] = {
    kFlatten,         kWriteOutMaps,  kSimplify,        kCse,       kSimplify, kSimplify,
    kDeadCode,        kInlineInLanes, kUnfoldRecursion, kSimplify,  kCse,      kSimplify,
    kRemoveChecks,    kSimplify,      kDeadCode,        kFuseScans, kSinkMaps, kSinkRanges,
    kInlineBaseCases, kDeadCode,      kCommitsLast};
constexpr auto kCpu = joined(kStandard, kRegular, kOptimise, kFlat);
static_assert(well_ordered(kCpu, None, FlatParallelism | NoRows | NoCopies | NoDeadCode));

// Threads of a GPU write in no order. What the host of a GPU must not do goes into kernels.
constexpr Pass kDevice[] = {kSortHistograms, kArrayOperators, kReduceColumns, kDeviceCode,
                            kSinkScalars,    kDeadCode,       kCoalesce};
constexpr Pass kAnyOrder[] = {kNumberWrites};
constexpr auto kGpu = joined(kStandard, kAnyOrder, kRegular, kOptimise, kFlat, kDevice);
static_assert(well_ordered(kGpu, None, FlatParallelism | NoRows | NoDeadCode | DeviceCode));

constexpr Pipeline kPipelines[] = {
    {"standard", kStandard}, {"optimise", kOptimise}, {"cpu", kCpu}, {"gpu", kGpu}};

}  // namespace

std::span<const Pass> all_passes() { return kAll; }

const Pass* find_pass(std::string_view name) {
  for (const Pass& pass : kAll) {
    if (pass.name == name) return &pass;
  }
  return nullptr;
}

std::optional<std::vector<Pass>> passes_named(std::string_view list, std::string& unknown) {
  std::vector<Pass> passes;
  while (!list.empty()) {
    size_t comma = std::min(list.find(','), list.size());
    std::string_view name = list.substr(0, comma);
    auto pipeline = std::ranges::find(kPipelines, name, &Pipeline::name);
    if (pipeline != std::end(kPipelines)) {
      passes.insert(passes.end(), pipeline->passes.begin(), pipeline->passes.end());
    } else if (const Pass* pass = find_pass(name)) {
      passes.push_back(*pass);
    } else {
      unknown = name;
      return std::nullopt;
    }
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return passes;
}

std::string_view closest_pass(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Pipeline& pipeline : kPipelines) names.push_back(pipeline.name);
  for (const Pass& pass : kAll) names.push_back(pass.name);
  std::vector<std::string_view> best = closest(name, names);
  return best.empty() ? "" : best.front();
}

std::span<const Pipeline> all_pipelines() { return kPipelines; }
std::span<const Pass> standard_pipeline() { return kStandard; }
std::span<const Pass> cpu_pipeline() { return kCpu; }
std::span<const Pass> gpu_pipeline() { return kGpu; }

std::vector<Pass> with_copied_updates(std::span<const Pass> pipeline) {
  std::vector<Pass> passes(pipeline.begin(), pipeline.end());
  const auto last = std::ranges::find(passes, kInlineBaseCases.name, &Pass::name);
  if (last != passes.end()) passes.insert(last + 1, kCopyUpdates);
  return passes;
}

}  // namespace planish
