#include "plan/transfers.h"

#include <algorithm>
#include <unordered_set>

#include "ir/match.h"
#include "ir/walk.h"

namespace planish::plan {
namespace {

bool is_array(const TransferContext& cx, const ir::Atom& atom) {
  return atom.var && cx.program.storage->type(atom)->is_array();
}

// How the arrays among the atoms are given on, if each wants a reference of its own. `used`: roots
// that are needed while, or after, this is done.
template <class IsCopied, class IsUsed>
std::vector<Transfer> references(const TransferContext& cx, std::span<const ir::Atom> atoms,
                                 const IsCopied& is_copied, const IsUsed& is_used) {
  std::unordered_map<uint32_t, size_t> times;  // that a root is wanted
  for (size_t k = 0; k < atoms.size(); k++) {
    if (is_array(cx, atoms[k]) && !is_copied(k)) times[cx.roots.of(atoms[k].var).id]++;
  }
  std::vector<Transfer> out(atoms.size(), Transfer::HandOver);
  for (size_t k = 0; k < atoms.size(); k++) {
    if (!is_array(cx, atoms[k])) continue;
    const ir::Var root = cx.roots.of(atoms[k].var);
    if (is_copied(k)) {
      out[k] = Transfer::Copy;
    } else if (times[root.id] > 1 || is_used(root)) {
      out[k] = Transfer::Share;
    }
  }
  return out;
}

std::vector<Transfer> arguments(const TransferContext& cx, size_t position, const ir::Call& op,
                                const BodyMemory& memory) {
  const ir::Function* callee = cx.program.find(op.fn);
  std::vector<Transfer> out = references(
      cx, op.args,
      [&](size_t k) {
        return !cx.layouts.is_row_major(op.args[k].var) && !cx.strided.contains(op.fn, k);
      },
      [&](ir::Var root) { return !memory.is_over(root, position); });
  // Nothing of the arguments is left after such a call, so copies need not be blocks.
  if (callee != nullptr && cx.placed.contains_all(*callee))
    std::ranges::replace(out, Transfer::Copy, Transfer::SmallCopy);
  return out;
}

std::vector<Transfer> initial_values(const TransferContext& cx, size_t position, const ir::Loop& op,
                                     const BodyMemory& memory) {
  std::unordered_set<uint32_t> inside;
  for (const ir::Body* body : {op.body, op.condition}) {
    if (body == nullptr) continue;
    for (ir::Var var : ir::free_variables(*cx.program.storage, body))
      inside.insert(cx.roots.of(var).id);
  }
  std::vector<ir::Atom> atoms;
  for (const ir::LoopParam& param : op.params) atoms.push_back(param.init);
  // One that is copied is a use of the root, too.
  std::unordered_map<uint32_t, size_t> times;
  for (const ir::Atom& atom : atoms) {
    if (is_array(cx, atom)) times[cx.roots.of(atom.var).id]++;
  }
  return references(
      cx, atoms, [&](size_t k) { return !cx.layouts.is_row_major(atoms[k].var); },
      [&](ir::Var root) {
        return !memory.is_over(root, position) || inside.contains(root.id) || times[root.id] > 1;
      });
}

}  // namespace

StmMemory plan_transfers(const TransferContext& cx, const ir::Body& body, size_t position,
                         const BodyMemory& memory) {
  const ir::Stm& stm = body.stms[position];
  StmMemory out;
  const auto hand_to_branches = [&] {
    std::unordered_set<uint32_t> known;
    const auto use = [&](ir::Var var) {
      const ir::Var root = cx.roots.of(var);
      if (cx.program.storage->type(var)->is_array() && memory.is_over(root, position) &&
          known.insert(root.id).second)
        out.handed.push_back(root);
    };
    ir::for_each_body(stm.op, [&](const ir::Body* inner) {
      std::ranges::for_each(ir::free_variables(*cx.program.storage, inner), use);
    });
  };
  ir::match(
      stm.op, [&](const ir::Call& op) { out.operands = arguments(cx, position, op, memory); },
      [&](const ir::Loop& op) { out.operands = initial_values(cx, position, op, memory); },
      [&](const ir::If&) { hand_to_branches(); }, [&](const ir::Match&) { hand_to_branches(); },
      [](const auto&) {});
  return out;
}

void plan_result_transfers(const TransferContext& cx, const ir::Body& body, BodyMemory& memory) {
  std::unordered_set<uint32_t> given;
  for (size_t k = 0; k < body.results.size(); k++) {
    const ir::Atom& result = body.results[k];
    if (!is_array(cx, result)) continue;
    Transfer& transfer = memory.results[k].transfer;
    if (!cx.layouts.is_row_major(result.var)) {
      transfer = Transfer::Copy;
    } else if (memory.results[k].offer == Offer::Nothing &&
               !given.insert(cx.roots.of(result.var).id).second) {
      transfer = Transfer::Share;
    }
  }
}

}  // namespace planish::plan
