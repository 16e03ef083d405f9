#include "command.h"

namespace planish::tools {
namespace {

constexpr const Command* kCommands[] = {
    &kRunCommand,   &kBuildCommand,   &kTestCommand,         &kBenchCommand,  &kTuneCommand,
    &kEvalCommand,  &kReplCommand,    &kScriptCommand,       &kCheckCommand,  &kFmtCommand,
    &kTypesCommand, &kExplainCommand, &kExplainErrorCommand, &kTokensCommand, &kAstCommand,
    &kDevCommand,   &kDevicesCommand, &kCompletionCommand,   &kHelpCommand,
};

}  // namespace

std::span<const Command* const> all_commands() { return kCommands; }

}  // namespace planish::tools
