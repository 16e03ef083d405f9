#include "command.h"

namespace planish::tools {
namespace {

constexpr const Command* kCommands[] = {
    &kCheckCommand,
    &kFmtCommand,
    &kTokensCommand,
    &kAstCommand,
};

}  // namespace

std::span<const Command* const> all_commands() { return kCommands; }

}  // namespace planish::tools
