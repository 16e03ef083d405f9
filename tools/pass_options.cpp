#include "pass_options.h"

#include <fmt/format.h>

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

std::optional<PipelineOptions> pipeline_options(const Arguments& arguments) {
  PipelineOptions options;
  std::vector<Pass> last;
  if (!add_passes(arguments, Option::DumpAfter, options.dump_after) ||
      !add_passes(arguments, Option::DisablePass, options.disabled) ||
      !add_passes(arguments, Option::StopAfter, last))
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
  return arguments.has(Option::Target) ? *find_target(arguments.value(Option::Target))
                                       : cpu_target();
}

}  // namespace planish::tools
