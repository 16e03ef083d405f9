#include "plan/elements.h"

#include <algorithm>

#include "ir/facts.h"
#include "ir/match.h"
#include "ir/walk.h"
#include "plan/uses.h"

namespace planish::plan {
namespace {

bool is_read_by_element(const ir::Body& body, ir::Var var) {
  for (const ir::Stm& stm : body.stms) {
    size_t uses = 0;
    ir::for_each_var_use(stm.op, [&](ir::Var used) { uses += used == var ? 1 : 0; });
    const auto elements = [&](std::span<const ir::Var> arrays) {
      return static_cast<size_t>(std::ranges::count(arrays, var));
    };
    const size_t allowed = ir::match(stm.op, [&]<class Op>(const Op& op) -> size_t {
      if constexpr (requires { op.arrays; } && !std::is_same_v<Op, ir::WithAcc> &&
                    !std::is_same_v<Op, ir::Concat>)
        return elements(op.arrays);
      return 0;
    });
    if (uses != allowed) return false;
    bool fine = true;
    ir::for_each_body(
        stm.op, [&](const ir::Body* inner) { fine = fine && is_read_by_element(*inner, var); });
    ir::for_each_lambda(stm.op, [&](const ir::Lambda* inner) {
      fine = fine && is_read_by_element(*inner->body, var);
    });
    if (!fine) return false;
  }
  return std::ranges::none_of(body.results,
                              [&](const ir::Atom& result) { return result.var == var; });
}

// Writes to something that was there before, and that others may read: what an accumulator is made
// of is read by nobody.
bool writes(const ir::Op* op) {
  if (ir::as<ir::UpdateAcc>(op) != nullptr) return false;
  if (ir::facts(op).memory == ir::Memory::Written || ir::as<ir::Call>(op) != nullptr) return true;
  const auto is_unique = [](const ir::LoopParam& param) { return param.param.unique; };
  if (const auto* loop = ir::as<ir::Loop>(op);
      loop != nullptr && std::ranges::any_of(loop->params, is_unique))
    return true;
  bool inside = false;
  ir::for_each_body(op, [&](const ir::Body* inner) {
    for (const ir::Stm& stm : inner->stms) inside = inside || writes(stm.op);
  });
  return inside;
}

// May something be overwritten between the statement and the last use of what it binds?
bool is_written_meanwhile(const ir::Storage& storage, const ir::Body& body, size_t position) {
  const ir::Stm* last = last_user(storage, body, body.stms[position].pattern[0]);
  if (last == nullptr) return false;
  for (size_t i = position + 1; i < body.stms.size(); i++) {
    if (writes(body.stms[i].op)) return true;
    if (&body.stms[i] == last) break;
  }
  return false;
}

// Is it used inside of a branch or a loop of the body? These may own what they use last, and know
// nothing of pieces.
bool is_used_inside(const ir::Storage& storage, const ir::Body& body, ir::Var var) {
  bool found = false;
  for (const ir::Stm& stm : body.stms) {
    ir::for_each_body(stm.op, [&](const ir::Body* inner) {
      found = found || std::ranges::count(ir::free_variables(storage, inner), var) > 0;
    });
  }
  return found;
}

WhyNot why_read_whole(const Context& cx, const ir::Body& body, ir::Var var) {
  if (cx.where != Where::Task) return "it is made on the host";
  if (!is_read_by_element(body, var)) return "it is not only read element by element";
  return {};
}

}  // namespace

WhyNot why_made(const Context& cx, const ir::Body& body, size_t position, const ir::Iota&) {
  return why_read_whole(cx, body, body.stms[position].pattern[0]);
}

WhyNot why_made(const Context& cx, const ir::Body& body, size_t position, const ir::Replicate&) {
  const ir::Var var = body.stms[position].pattern[0];
  if (cx.type(var)->rank() != 1) return "it has several dimensions";
  return why_read_whole(cx, body, var);
}

WhyNot why_made(const Context& cx, const ir::Body& body, size_t position, const ir::Concat& op) {
  const ir::Var var = body.stms[position].pattern[0];
  if (cx.type(var)->rank() != 1) return "it has several dimensions";
  if (op.arrays.size() > cx.target.strategies.ranges.most_pieces)
    return "there are too many pieces";
  WhyNot why = why_read_whole(cx, body, var);
  if (!why.empty()) return why;
  if (is_written_meanwhile(cx.storage, body, position))
    return "a piece may be overwritten before it is read";
  if (is_used_inside(cx.storage, body, var)) return "it is read in a branch or a loop";
  return {};
}

}  // namespace planish::plan
