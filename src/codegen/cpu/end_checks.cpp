#include "codegen/cpu/end_checks.h"

#include <algorithm>
#include <unordered_set>

#include "codegen/cpu/reduction.h"
#include "ir/match.h"
#include "ir/walk.h"

namespace planish::codegen::cpu {
namespace {

// What is emitted twice should not be large.
constexpr size_t kLargestCheckedBody = 100;
// Numbers that are added and multiplied have at most so many bits, and what they come to.
constexpr int kSmallBits = 30;
constexpr int kIndexBits = kSmallBits + 2;
constexpr int kMostBits = 62;

size_t check_count(const ir::Body& body) {
  size_t count = 0;
  for (const ir::Stm& stm : body.stms) {
    count += stm.op->kind == ir::Kind::Check ? 1 : 0;
    ir::for_each_body(stm.op, [&](const ir::Body* inner) { count += check_count(*inner); });
    ir::for_each_lambda(stm.op,
                        [&](const ir::Lambda* inner) { count += check_count(*inner->body); });
  }
  return count;
}

class EndChecks {
 public:
  EndChecks(FunctionEmitter& e, const EvenLoop& loop) : e_(e) {
    for (ir::Var index : loop.indices) bits_[index.id] = kIndexBits;
    for (ir::Var other : loop.others) inner_.insert(other.id);
    const size_t checks = check_count(loop.body);
    if (bits_.empty() || checks == 0 || statement_count(&loop.body) > kLargestCheckedBody) return;
    for (const ir::Stm& stm : loop.body.stms) look_at(stm);
    applies_ = passed.size() == checks;
  }

  bool applies() const { return applies_; }

  // Do all checks hold in the iteration whose index is bound?
  llvm::Value* hold() {
    llvm::Value* all = e_.b.getTrue();
    for (const ir::Stm* stm : needed_) {
      if (const auto* check = ir::as<ir::Check>(stm->op)) {
        all = e_.b.CreateAnd(all, e_.scalar(check->condition));
      } else {
        e_.statement(*stm);
      }
    }
    return all;
  }
  // After hold(): are the numbers small?
  llvm::Value* are_small(const EvenLoop& loop) {
    llvm::Value* all = e_.b.CreateAnd(is_small(loop.begin), is_small(loop.end));
    for (llvm::Value* start : loop.starts) all = e_.b.CreateAnd(all, is_small(start));
    for (const ir::Atom& number : small_) all = e_.b.CreateAnd(all, is_small(e_.scalar(number)));
    return all;
  }

  std::unordered_set<const ir::Op*> passed;  // the checks

 private:
  llvm::Value* is_small(llvm::Value* number) {
    llvm::Value* shifted = e_.b.CreateAdd(number, e_.i64(int64_t{1} << (kSmallBits - 1)));
    return e_.b.CreateICmpULT(shifted, e_.i64(int64_t{1} << kSmallBits));
  }

  // How many bits a number has that grows evenly; 0: it does not.
  int bits(const ir::Atom& atom) const {
    auto found = atom.var ? bits_.find(atom.var.id) : bits_.end();
    return found == bits_.end() ? 0 : found->second;
  }
  bool is_fixed(const ir::Atom& atom) const {
    return atom.is_const() || fixed_.contains(atom.var.id) ||
           (bits(atom) == 0 && !conditions_.contains(atom.var.id) &&
            !inner_.contains(atom.var.id) && e_.bindings().contains(atom.var.id) &&
            e_.type(atom)->is_scalar());
  }
  bool is_condition(const ir::Atom& atom) const {
    return is_fixed(atom) || conditions_.contains(atom.var.id);
  }

  void look_at(const ir::Stm& stm) {
    if (const auto* check = ir::as<ir::Check>(stm.op)) {
      if (!is_condition(check->condition)) return;
      passed.insert(stm.op);
      needed_.push_back(&stm);
      return;
    }
    for (ir::Var var : stm.pattern) inner_.insert(var.id);
    if (stm.pattern.size() != 1 || !e_.type(stm.pattern[0])->is_scalar()) return;
    const bool is_scalar_operation = ir::match(
        stm.op, [](const ir::Unary&) { return true; }, [](const ir::Binary&) { return true; },
        [](const ir::Ternary&) { return true; }, [](const ir::Convert&) { return true; },
        [](const auto&) { return false; });
    if (!is_scalar_operation) return;
    bool all_fixed = true;
    ir::for_each_atom(stm.op,
                      [&](const ir::Atom& atom) { all_fixed = all_fixed && is_fixed(atom); });
    const auto* binary = ir::as<ir::Binary>(stm.op);
    const uint32_t id = stm.pattern[0].id;
    if (all_fixed) {
      fixed_.insert(id);
    } else if (binary == nullptr || !(is_even(id, *binary) || is_convex(id, *binary))) {
      return;
    }
    needed_.push_back(&stm);
  }

  // A sum, or a product with what is the same in all iterations.
  bool is_even(uint32_t id, const ir::Binary& op) {
    if (e_.type(op.x)->elem != Prim::I64) return false;
    const bool is_sum = op.op == ir::BinaryOp::Add || op.op == ir::BinaryOp::Sub;
    if (!is_sum && op.op != ir::BinaryOp::Mul) return false;
    int size[2] = {0, 0};
    bool fixed[2] = {false, false};
    for (const bool second : {false, true}) {
      const ir::Atom& atom = second ? op.y : op.x;
      fixed[second] = bits(atom) == 0;
      if (fixed[second] && !is_fixed(atom)) return false;
      size[second] = fixed[second] ? kSmallBits : bits(atom);
    }
    if (!is_sum && !fixed[0] && !fixed[1]) return false;
    const int made = is_sum ? std::max(size[0], size[1]) + 1 : size[0] + size[1];
    if (made > kMostBits) return false;
    if (fixed[0]) small_.push_back(op.x);
    if (fixed[1]) small_.push_back(op.y);
    bits_[id] = made;
    return true;
  }

  // True in the first and the last iteration, and so in all between.
  bool is_convex(uint32_t id, const ir::Binary& op) {
    using enum ir::BinaryOp;
    const auto is_number = [&](const ir::Atom& atom) { return bits(atom) > 0 || is_fixed(atom); };
    const bool compares = op.op == Lt || op.op == Le || op.op == Gt || op.op == Ge || op.op == Eq;
    const bool found = compares ? e_.type(op.x)->elem == Prim::I64 && is_number(op.x) &&
                                      is_number(op.y) && is_one_even(op)
                                : op.op == And && e_.type(op.x)->elem == Prim::Bool &&
                                      is_condition(op.x) && is_condition(op.y);
    if (found) conditions_.insert(id);
    return found;
  }
  // The difference of two might wrap around.
  bool is_one_even(const ir::Binary& op) const { return bits(op.x) == 0 || bits(op.y) == 0; }

  FunctionEmitter& e_;
  bool applies_ = false;
  std::unordered_map<uint32_t, int> bits_;
  std::unordered_set<uint32_t> fixed_;  // variables of the body that are the same in all iterations
  std::unordered_set<uint32_t>
      conditions_;                      // and those that are true in all if they are at both ends
  std::unordered_set<uint32_t> inner_;  // all that the body binds
  std::vector<ir::Atom> small_;
  std::vector<const ir::Stm*> needed_;
};

}  // namespace

std::vector<llvm::Value*> with_end_checks(FunctionEmitter& e, const EvenLoop& loop,
                                          const FunctionEmitter::GiveValues& emit) {
  EndChecks checks(e, loop);
  if (!checks.applies()) return emit();
  llvm::Value* all = e.b.getTrue();
  for (llvm::Value* i : {loop.begin, e.b.CreateSub(loop.end, e.i64(1))}) {
    loop.bind_indices(i);
    all = e.b.CreateAnd(all, checks.hold());
  }
  return e.either(
      e.b.CreateAnd(all, checks.are_small(loop)),
      [&] {
        const auto* outer = std::exchange(e.passed_checks, &checks.passed);
        std::vector<llvm::Value*> values = emit();
        e.passed_checks = outer;
        return values;
      },
      emit);
}

EvenLoop loop_over_elements(FunctionEmitter& e, const ir::Lambda& fn,
                            std::span<const ir::Var> arrays, llvm::Value* width) {
  EvenLoop loop{*fn.body, {}, {}, {}, e.i64(0), width, {}};
  std::vector<size_t> even;
  for (size_t k = 0; k < arrays.size(); k++) {
    const ir::Var var = fn.params[k].var;
    const ir::Type* type = e.type(var);
    const Progression known = type->is_acc() ? Progression{} : e.binding(arrays[k]).progression;
    const auto* step = llvm::dyn_cast_or_null<llvm::ConstantInt>(known.step);
    if (step == nullptr || !type->is_scalar() || type->elem != Prim::I64 ||
        step->getValue().abs().ugt(2)) {
      loop.others.push_back(var);
      continue;
    }
    loop.indices.push_back(var);
    loop.starts.push_back(known.start);
    even.push_back(k);
  }
  loop.bind_indices = [&e, &fn, arrays, even](llvm::Value* i) {
    for (size_t k : even) e.bind_element(fn.params[k], arrays[k], i);
  };
  return loop;
}

}  // namespace planish::codegen::cpu
