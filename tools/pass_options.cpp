#include "pass_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/print.h"
#include "output.h"
#include "pipeline/passes.h"

namespace planish::tools {

bool add_passes(const Arguments& arguments, Option option, std::vector<Pass>& passes) {
  for (const std::string& list : arguments.values(option)) {
    std::string unknown;
    std::optional<std::vector<Pass>> named = passes_named(list, unknown);
    if (!named) {
      std::string_view best = closest_pass(unknown);
      usage_error(fmt::format("there is no pass `{}`", unknown),
                  best.empty() ? "`planish dev --list-passes` lists the passes"
                               : fmt::format("did you mean `{}`?", best));
      return false;
    }
    passes.insert(passes.end(), named->begin(), named->end());
  }
  return true;
}

namespace {

bool is_disabled(const Arguments& arguments, std::string_view what) {
  return std::ranges::find(arguments.values(Option::Disable), what) !=
         arguments.values(Option::Disable).end();
}

}  // namespace

bool add_disabled(const Arguments& arguments, std::vector<Pass>& passes) {
  const auto add = [&](std::string_view what, std::initializer_list<std::string_view> names) {
    if (!is_disabled(arguments, what)) return;
    for (std::string_view name : names) passes.push_back(*find_pass(name));
  };
  add("fusion", {"fuse", "fuse_scans", "sink_maps"});
  add("coalescing", {"coalesce", "reduce_columns"});
  return add_passes(arguments, Option::DisablePass, passes);
}

std::optional<PipelineOptions> pipeline_options(const Arguments& arguments) {
  PipelineOptions options;
  std::vector<Pass> last;
  if (!add_passes(arguments, Option::DumpAfter, options.dump_after) ||
      !add_disabled(arguments, options.disabled) || !add_passes(arguments, Option::StopAfter, last))
    return std::nullopt;
  options.target = target(arguments);
  if (!last.empty()) options.stop_after = last.back();
  options.dump = [](const Pass& pass, const ir::Program& program) {
    write_stderr(fmt::format("-- after {}\n{}", pass.name, ir::print(program)));
  };
  return options;
}

Inlining inlining(const Arguments& arguments) {
  return arguments.has(Option::NoInline) ? Inlining::Never : Inlining::Usual;
}

Target target(const Arguments& arguments) {
  Target target =
      arguments.has(Option::Target) ? *find_target(arguments.value(Option::Target)) : cpu_target();
  target.flatten.tunable = arguments.has(Option::Tunable);
  target.tiles = !is_disabled(arguments, "tiling");
  target.in_place = !is_disabled(arguments, "in-place");
  return target;
}

}  // namespace planish::tools
