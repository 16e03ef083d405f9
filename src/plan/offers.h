// What bodies are offered for their results: Note [Destinations] in plan/memory.h.
#pragma once

#include <span>
#include <vector>

#include "plan/memory.h"

namespace planish::plan {

using Offers = std::vector<Offer>;  // by result; empty: nothing is offered

// Places, but for the first results.
Offers places_from(const ir::Body& body, size_t first);
// Rows of different lengths, which are appended to buffers. `groups`: how many arrays have rows of
// each length; the lengths come first.
Offers row_offers(const ir::Body& body, std::span<const uint32_t> groups);
// Results of an operator that go where its first operands are.
Offers operator_offers(const ir::Storage& storage, const ir::Lambda& op);
// Results of the branches of a statement, which are what the statement binds.
Offers branch_offers(const ir::Storage& storage, const BodyMemory& memory, const ir::Stm& stm);

}  // namespace planish::plan
