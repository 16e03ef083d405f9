// What usually makes programs slow, found in the code of an entry point. Each cause is looked for
// in a file of its own.
//
// Nobody knows here how large the data are. So a cause is said where it matters as soon as they are
// large, and is not where something else in the same code costs as much anyway.
#pragma once

#include <vector>

#include "analysis/inner_bodies.h"
#include "driver/explain/facts.h"
#include "driver/explain/work_estimate.h"
#include "ir/match.h"

namespace planish::explain {

// `core` is the entry point in the program after the standard passes, `work` what it is estimated
// to do, `device` what there is to say of it on a GPU; null: on a CPU.
std::vector<Cause> causes_of(const Context& cx, const ir::Function& core, const WorkEstimate& work,
                             const DeviceFacts* device);

// ---- The parts of it

// A loop that appends to an array, which copies what is there already: the square of the elements.
void find_appends(const Context& cx, const ir::Function& fn, std::vector<Cause>& causes);
// A loop that copies an array in each iteration, and does nothing else that costs as much.
void find_copies(const Context& cx, const ir::Function& fn, std::vector<Cause>& causes);
// A loop in a parallel operator that takes longer for some elements than for others.
void find_heavy_elements(const Context& cx, const ir::Function& fn, std::vector<Cause>& causes);
// Reads of an array in the order of what is in another one.
void find_gathers(const Context& cx, const ir::Function& fn, std::vector<Cause>& causes);
// A loop of one thread with most of the work, or an operator with few elements.
void find_sequential(const Context& cx, const WorkEstimate& work, std::vector<Cause>& causes);

// What to do, in the terms of the program's language.
struct Advice {
  std::string_view futhark;
  std::string_view nesl;
};
// In the words of the language that the place is in.
std::string advice_text(const Context& cx, const ir::Place& place, const Advice& advice);

// "`ys`", or what the source has there, or "an array".
std::string array_text(const Context& cx, ir::Var array);

// The loops that the user wrote, those in others included: f(statement, loop).
template <class F>
void for_each_users_loop(const Context& cx, const ir::Body* body, F&& f) {
  for (const ir::Stm& stm : body->stms) {
    const auto* loop = ir::as<ir::Loop>(stm.op);
    if (loop != nullptr && cx.source.is_written_by_user(stm.place)) f(stm, *loop);
    for_each_inner_body(stm.op, [&](const ir::Body* inner) { for_each_users_loop(cx, inner, f); });
  }
}

}  // namespace planish::explain
