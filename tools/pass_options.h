// Options about passes, for the commands that run them.
#pragma once

#include <optional>

#include "command.h"
#include "lower/lower.h"
#include "pipeline/runner.h"
#include "target/target.h"

namespace planish::tools {

inline constexpr OptionSpec kDumpAfterOption{Option::DumpAfter, "--dump-after", "PASS",
                                             "show the program after this pass; may be repeated"};
inline constexpr OptionSpec kStopAfterOption{Option::StopAfter, "--stop-after", "PASS",
                                             "run no pass after this one"};
inline constexpr OptionSpec kDisablePassOption{Option::DisablePass, "--disable-pass", "PASS",
                                               "leave this pass out; may be repeated"};
inline constexpr std::string_view kDisableChoices[] = {"fusion", "in-place", "coalescing",
                                                       "tiling"};
inline constexpr OptionSpec kDisableOption{
    Option::Disable, "--disable", "WHAT",
    "do without an optimisation, to see what it is worth: fusion, in-place (updates copy arrays), "
    "coalescing (on GPUs) or tiling; may be repeated",
    kDisableChoices};
inline constexpr OptionSpec kTunableOption{
    Option::Tunable, "--tunable", "",
    "the thresholds between versions of the code are tuning parameters (`planish tune`)"};
inline constexpr OptionSpec kNoInlineOption{
    Option::NoInline, "--no-inline", "", "call all functions of the program, as with #[noinline]"};
inline constexpr OptionSpec kTargetOption{Option::Target, "--target", "NAME",
                                          "decide as for this machine: cpu, gpu, or small and "
                                          "gpu-small, where little data is worth parallelism",
                                          kTargetNames};
inline constexpr OptionSpec kTimePassesOption{Option::TimePasses, "--time-passes", "",
                                              "say how long each stage of compiling took"};

// Adds the passes that the values of an option name; false, after a message, when there is no pass
// of a name.
bool add_passes(const Arguments& arguments, Option option, std::vector<Pass>& passes);
// The passes that --disable-pass and --disable leave out; false, after a message, when there is no
// pass of a name.
bool add_disabled(const Arguments& arguments, std::vector<Pass>& passes);
// What these options ask for; nothing, after a message, when there is no pass of a name.
std::optional<PipelineOptions> pipeline_options(const Arguments& arguments);
Inlining inlining(const Arguments& arguments);
Target target(const Arguments& arguments);

}  // namespace planish::tools
