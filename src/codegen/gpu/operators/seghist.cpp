// Histograms.
//
// Note [Updates of bins]
// A bin of one scalar of 4 or 8 bytes is updated by an atomic instruction, if there is one for the
// operator, and otherwise by a loop that tries to exchange what was read for what the operator made
// of it. All other bins are updated under locks.
#include <algorithm>

#include "codegen/common/operator_steps.h"
#include "codegen/common/space.h"
#include "codegen/gpu/operators/operators.h"
#include "codegen/gpu/operators/record.h"
#include "ir/match.h"
#include "ir/walk.h"
#include "plan/operators.h"
#include "runtime/device_operators.h"

namespace planish::codegen::gpu {
namespace {

// Code that always gives a value: without checks, loops and calls.
bool is_simple(const ir::Lambda& op) {
  return plan::is_straight(op.body) && !plan::has_checks(op.body);
}

// The instruction that does the operator.
std::optional<llvm::AtomicRMWInst::BinOp> instruction_of(const ir::Storage& storage,
                                                         const ir::Lambda& op) {
  using llvm::AtomicRMWInst;
  if (op.body->stms.size() != 1 || op.params.size() != 2) return {};
  const ir::Stm& stm = op.body->stms[0];
  const auto* binary = ir::as<ir::Binary>(stm.op);
  if (binary == nullptr || !(op.body->results[0].var == stm.pattern[0])) return {};
  const ir::Var left = op.params[0].var;
  const ir::Var right = op.params[1].var;
  const bool is_both = (binary->x.var == left && binary->y.var == right) ||
                       (binary->x.var == right && binary->y.var == left);
  if (!is_both) return {};
  const Prim prim = storage.type(left)->elem;
  if (is_float(prim))
    return binary->op == ir::BinaryOp::Add ? std::optional(AtomicRMWInst::FAdd) : std::nullopt;
  switch (binary->op) {
    case ir::BinaryOp::Add: return AtomicRMWInst::Add;
    case ir::BinaryOp::And: return AtomicRMWInst::And;
    case ir::BinaryOp::Or: return AtomicRMWInst::Or;
    case ir::BinaryOp::Xor: return AtomicRMWInst::Xor;
    case ir::BinaryOp::Min: return is_signed(prim) ? AtomicRMWInst::Min : AtomicRMWInst::UMin;
    case ir::BinaryOp::Max: return is_signed(prim) ? AtomicRMWInst::Max : AtomicRMWInst::UMax;
    default: return {};
  }
}

class SegHistEmitter {
 public:
  SegHistEmitter(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                 const ir::SegHist& op)
      : host_(host),
        m_(host.m),
        kernels_(kernels),
        stm_(stm),
        op_(op),
        levels_(dense_levels(host, op.space)),
        record_(record_of(host, op.body->results.subspan(op.shape.size()))),
        is_atomic_(has_atomic_bins()),
        outlined_(host, "hist") {
    for (ir::Var dest : op.dests) {
      const ir::Type* value = m_.types().without_outer(host.type(dest), op.shape.size());
      ir::Dim any = ir::Dim::constant(0);  // how many there are does not matter for where they are
      types_.push_back(m_.types().with_outer({&any, 1}, value));
    }
  }

  void emit() {
    outlined_.capture_space(levels_);
    outlined_.capture_free(*op_.body);
    outlined_.capture_free(*op_.op);
    outlined_.capture(op_.neutral);
    outlined_.capture(op_.shape);
    for (size_t k = 0; k < op_.dests.size(); k++) {
      const ir::Var dest = op_.dests[k];
      ir::for_each_var_in(host_.type(dest), [&](ir::Var size) { outlined_.capture(size); });
      if (host_.array(dest).strides.empty()) {
        host_.bind_view(stm_.pattern[k], host_.array(dest), dest);
      } else {
        host_.bind_root(stm_.pattern[k], host_.memory.dense(host_.array(dest), host_.type(dest)));
      }
      bins_.push_back(outlined_.capture_array(host_.array(stm_.pattern[k])));
    }
    llvm::Value* closure = outlined_.closure();
    const std::string words = std::to_string(std::max(record_.words(), 1));
    const uint32_t flags =
        operator_flags(host_, *op_.body) | (is_atomic_ ? uint32_t{PLANISH_OPERATOR_ATOMIC} : 0U);
    llvm::Function* element = emit_element(Alignment::Any);
    llvm::Function* update = emit_update();
    const auto add = [&](const std::string& callee, std::vector<llvm::Value*> functions) {
      Kernel kernel;
      kernel.name = "hist";
      kernel.closure = outlined_.record_type();
      kernel.callee = callee + words;
      kernel.arguments = std::move(functions);
      kernel.arguments.push_back(host_.b.getInt32(flags));
      return host_.b.getInt32(static_cast<uint32_t>(kernels_.add(std::move(kernel))));
    };
    llvm::Value* global = add("planish_kernel_hist_w", {element, update});
    llvm::Value* shared = host_.b.getInt32(~0U);
    llvm::Value* shared_vectors = shared;
    if (is_atomic_ && is_simple(*op_.op)) {
      std::vector<llvm::Value*> functions{element, update, emit_neutral(), emit_update_shared(),
                                          emit_combine()};
      shared = add("planish_kernel_hist_shared_w", functions);
      const bool is_cheap = (flags & PLANISH_OPERATOR_CHEAP) != 0;
      if (is_cheap && levels_.size() == 1 && !plan::has_checks(op_.body)) {
        functions[0] = emit_element(Alignment::Vector);
        shared_vectors = add("planish_kernel_hist_shared_w", functions);
      }
    }
    // planish_device_histogram
    llvm::Value* description = host_.frame.record(
        {global, shared, host_.b.getInt32(static_cast<uint32_t>(record_.bytes())),
         host_.b.getInt32(flags), host_.product(host_.scalars(op_.shape)),
         host_.i64(static_cast<int64_t>(stm_.pattern.size())), array_list(host_, stm_.pattern),
         shared_vectors, all_addresses(host_, outlined_, closure)});
    call_runtime(
        host_, "planish_device_hist",
        {point_count(host_, levels_), description, closure, closure_bytes(host_, outlined_)});
  }

 private:
  bool has_atomic_bins() const {
    if (op_.neutral.size() != 1 || !host_.type(op_.neutral[0])->is_scalar()) return false;
    const int64_t bytes = byte_size(host_.type(op_.neutral[0])->elem);
    return bytes == 4 || bytes == 8;
  }

  llvm::Function* emit_element(Alignment alignment) {
    Outlined::Task task = outlined_.task(".element", {m_.i64, m_.pointer, m_.pointer});
    FunctionEmitter& e = *task.emitter;
    assume_alignment(task, alignment);
    bind_point(e, levels_, task.param(0));
    e.bodies.emit(*op_.body, {}, [&](std::span<const ir::Atom> given) {
      const size_t rank = op_.shape.size();
      const std::vector<llvm::Value*> at = e.scalars(given.first(rank));
      llvm::Value* bin = e.i64(0);
      for (size_t k = 0; k < rank; k++)
        bin = e.b.CreateAdd(e.b.CreateMul(bin, e.scalar(op_.shape[k])), at[k]);
      e.b.CreateStore(e.b.CreateSelect(in_bounds(e, at, op_.shape), bin, e.i64(-1)), task.param(1));
      if (record_.bytes() > 0) record_.store(e, task.param(2), e.scalars(given.subspan(rank)));
    });
    Outlined::finish(task);
    return e.function;
  }

  // The values of the operator's second operands.
  void with_values(Outlined::Task& task, llvm::Value* point, llvm::Value* record,
                   const std::function<void(std::span<const ir::Atom>)>& use) {
    FunctionEmitter& e = *task.emitter;
    const size_t rank = op_.shape.size();
    if (record_.bytes() == 0) {
      bind_point(e, levels_, point);
      e.bodies.emit(*op_.body, {},
                    [&](std::span<const ir::Atom> given) { use(given.subspan(rank)); });
      return;
    }
    const std::vector<llvm::Value*> loaded = record_.load(e, record);
    std::vector<ir::Atom> values;
    for (size_t k = 0; k < loaded.size(); k++) {
      const ir::Var value = m_.new_variable(e.type(op_.neutral[k]));
      e.bind_scalar(value, loaded[k]);
      values.push_back(value);
    }
    use(values);
  }

  llvm::Function* emit_update() {
    Outlined::Task task = outlined_.task(".update", {m_.i64, m_.i64, m_.pointer});
    FunctionEmitter& e = *task.emitter;
    std::vector<Array> bins;
    for (size_t number : bins_) bins.push_back(task.array(number));
    with_values(task, task.param(0), task.param(2), [&](std::span<const ir::Atom> values) {
      if (!is_atomic_) return combine_into(e, bins, types_, {task.param(1)}, *op_.op, values);
      update_atomically(e, e.elements.element_pointer(bins[0], types_[0], {task.param(1)}),
                        e.scalar(values[0]));
    });
    Outlined::finish(task);
    return e.function;
  }

  llvm::Function* emit_neutral() {
    Outlined::Task task = outlined_.task(".neutral", {m_.pointer});
    record_.store(*task.emitter, task.param(0), task.emitter->scalars(op_.neutral));
    Outlined::finish(task);
    return task.emitter->function;
  }

  llvm::Function* emit_combine() {
    Outlined::Task task = outlined_.task(".combine", {m_.pointer, m_.pointer});
    FunctionEmitter& e = *task.emitter;
    const std::vector<llvm::Value*> operands{record_.load(e, task.param(0))[0],
                                             record_.load(e, task.param(1))[0]};
    record_.store(e, task.param(0), e.bodies.apply(*op_.op, operands));
    Outlined::finish(task);
    return e.function;
  }

  llvm::Function* emit_update_shared() {
    Outlined::Task task = outlined_.task(".update_shared", {m_.pointer, m_.pointer});
    FunctionEmitter& e = *task.emitter;
    update_atomically(e, task.param(0), record_.load(e, task.param(1))[0]);
    Outlined::finish(task);
    return e.function;
  }

  void update_atomically(FunctionEmitter& e, llvm::Value* bin, llvm::Value* value) {
    llvm::IRBuilder<>& b = e.b;
    const auto order = llvm::AtomicOrdering::Monotonic;
    const Prim prim = e.type(op_.neutral[0])->elem;
    if (const auto instruction = instruction_of(m_.storage, *op_.op)) {
      b.CreateAtomicRMW(*instruction, bin, value, llvm::MaybeAlign(), order, device_scope(e));
      return;
    }
    llvm::Type* type = memory_type(m_.context, prim);
    llvm::Type* bits = b.getIntNTy(static_cast<unsigned>(8 * byte_size(prim)));
    llvm::LoadInst* first = b.CreateLoad(bits, bin, "first");
    first->setAtomic(order, device_scope(e));
    first->setAlignment(llvm::Align(static_cast<uint64_t>(byte_size(prim))));
    llvm::BasicBlock* before = b.GetInsertBlock();
    llvm::BasicBlock* loop = e.control.new_block("try");
    llvm::BasicBlock* done = e.control.new_block("exchanged");
    b.CreateBr(loop);
    b.SetInsertPoint(loop);
    llvm::PHINode* old = b.CreatePHI(bits, 2, "old");
    old->addIncoming(first, before);
    llvm::Value* combined = e.bodies.apply(*op_.op, {b.CreateBitCast(old, type), value})[0];
    llvm::AtomicCmpXchgInst* tried =
        b.CreateAtomicCmpXchg(bin, old, b.CreateBitCast(combined, bits), llvm::MaybeAlign(), order,
                              order, device_scope(e));
    old->addIncoming(b.CreateExtractValue(tried, 0), b.GetInsertBlock());
    b.CreateCondBr(b.CreateExtractValue(tried, 1), done, loop);
    b.SetInsertPoint(done);
  }

  FunctionEmitter& host_;
  ModuleEmitter& m_;
  KernelList& kernels_;
  const ir::Stm& stm_;
  const ir::SegHist& op_;
  const std::vector<ir::Level> levels_;
  const RecordLayout record_;
  const bool is_atomic_;
  Outlined outlined_;
  std::vector<size_t> bins_;
  std::vector<const ir::Type*> types_;  // of the bins in a row
};

}  // namespace

void emit_seghist(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                  const ir::SegHist& op) {
  SegHistEmitter(host, kernels, stm, op).emit();
}

}  // namespace planish::codegen::gpu
