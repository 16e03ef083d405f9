#include "analysis/streams.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/entry_sequence.h"

namespace planish {

using ir::Kind;

bool has_streams(const ir::Body* body) {
  return std::ranges::any_of(body->stms, [](const ir::Stm& stm) {
    bool found = stm.op->kind == Kind::StreamMap || stm.op->kind == Kind::StreamSeq ||
                 stm.op->kind == Kind::StreamRed;
    for_each_inner_body(stm.op,
                        [&](const ir::Body* inner) { found = found || has_streams(inner); });
    return found;
  });
}

bool has_streams(const ir::Program& program) {
  return std::ranges::any_of(program.functions,
                             [](const ir::Function* fn) { return has_streams(fn->body); });
}

bool works_on_chunks(const ir::Program& program) {
  return has_streams(program) || std::ranges::any_of(program.functions, [](const ir::Function* fn) {
           return fn->entry != nullptr && ir::has_sequences(*fn->entry);
         });
}

}  // namespace planish
