// The structures and functions of sequences, which entry points read and write while they run.

#include <fmt/format.h>

#include <algorithm>

#include "driver/build/c_api_functions.h"
#include "driver/build/c_api_names.h"

namespace planish {
namespace {

// A member of 64 bits for each word that runtime/c_api/client.h names. Where elements have several
// components, names end with the number of theirs.
std::string chunk_members(const ApiType& type) {
  std::string out;
  for (size_t i = 0; i < type.leaves.size(); i++) {
    const ApiLeaf& leaf = type.leaves[i];
    const std::string end = type.leaves.size() == 1 ? "" : fmt::format("_{}", i);
    out += fmt::format("  const {} *data{};\n", c_scalar_type(leaf.prim), end);
    for (size_t d = 1; d < leaf.varying.size(); d++) {
      out += leaf.varying[d] ? fmt::format("  const int64_t *offsets{}{};\n", d, end)
                             : fmt::format("  int64_t dim{}{};\n", d, end);
    }
  }
  return out;
}

std::string next_param(const ApiType& type) {
  return fmt::format("int (*next)(void *state, int64_t wanted, {} *chunk)", type.c_chunk());
}

}  // namespace

std::string sequence_structs(const ApiType& type) {
  return fmt::format(
      "{};\n"
      "{} {{\n"
      "  int64_t count;\n"
      "  void (*release)(void *owner);\n"
      "  void *owner;\n"
      "{}}};\n"
      "{} {{\n"
      "  int (*push)(void *state, const {} *chunk);\n"
      "  void *state;\n"
      "  int flags;\n"
      "}};\n",
      type.c_struct(), type.c_chunk(), chunk_members(type), type.c_sink(), type.c_chunk());
}

ApiFunctions sequence_functions(const ApiType& type) {
  const std::string self = type.c_struct() + " *";
  return {
      {fmt::format("{}{}({}, {}, int (*rewind)(void *state), void *state, int flags)", self,
                   api_name("new", type), type.c_context(), next_param(type)),
       fmt::format("  return ({})planish_sequence_new({}, (planish_next)(void (*)(void))next, "
                   "rewind, state, flags);\n",
                   self, kClient)},
      {fmt::format("int {}({}, {}seq)", api_name("free", type), type.c_context(), self),
       fmt::format("  return planish_sequence_free({}, (planish_sequence *)seq);\n", kClient)},
  };
}

bool has_sequences(const ApiEntry& entry) {
  const auto is_sequence = [](const ApiValue& value) { return value.type->is_sequence(); };
  return std::ranges::any_of(entry.inputs, is_sequence) ||
         std::ranges::any_of(entry.outputs, is_sequence);
}

std::string streams_of(const ApiEntry& entry) {
  std::string sources, sinks;
  for (size_t i = 0; i < entry.inputs.size(); i++) {
    if (entry.inputs[i].type->is_sequence())
      sources += fmt::format("(const planish_sequence *)in{}, ", i);
  }
  for (size_t i = 0; i < entry.outputs.size(); i++) {
    if (entry.outputs[i].type->is_sequence())
      sinks += fmt::format("(const planish_sink *)out{}, ", i);
  }
  return fmt::format(
      "  const planish_sequence *const sources[] = {{{}NULL}};\n"
      "  const planish_sink *const sinks[] = {{{}NULL}};\n",
      sources, sinks);
}

}  // namespace planish
