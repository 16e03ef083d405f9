#include "codegen/gpu/operators/shared_tile.h"

#include <algorithm>
#include <unordered_set>

#include "codegen/common/space.h"
#include "ir/walk.h"
#include "runtime/kernels/sizes.h"
#include "target/kernels.h"

namespace planish::codegen::gpu {
namespace {

RecordLayout layout_of(FunctionEmitter& e, std::span<const ir::Var> values) {
  std::vector<Prim> prims;
  for (ir::Var value : values) prims.push_back(e.type(value)->elem);
  return RecordLayout(std::move(prims));
}

}  // namespace

SharedTileEmitter::SharedTileEmitter(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                                     const ir::SegRed& op, const plan::SharedTilePlan& plan,
                                     Outlined& outlined, std::span<const size_t> numbers)
    : host_(host),
      kernels_(kernels),
      stm_(stm),
      op_(op),
      plan_(plan),
      outlined_(outlined),
      numbers_(numbers),
      steps_(op.space.levels.back()),
      of_rows_(layout_of(host, plan.of_rows)),
      of_columns_(layout_of(host, plan.of_columns)),
      sum_(record_of(host, op.neutral)) {
  const std::span<const ir::Level> levels = op.space.levels;
  const size_t own = plan.has_columns ? 3 : 2;
  batches_ = levels.first(levels.size() - own);
  rows_ = &levels[levels.size() - own];
  if (plan.has_columns) columns_ = &levels[levels.size() - 2];
}

void SharedTileEmitter::append_fields(llvm::Function* combine, llvm::Function* neutral,
                                      std::vector<llvm::Value*>& fields) {
  const auto number = [&](int64_t value) { return host_.b.getInt32(static_cast<uint32_t>(value)); };
  const int64_t operand_bytes = std::max(of_rows_.bytes(), of_columns_.bytes());
  const bool is_emulated = host_.m.options.device == Device::Emulator;
  const ir::Level& columns = columns_ != nullptr ? *columns_ : steps_;
  Kernel kernel;
  kernel.name = columns_ != nullptr ? "product" : "steps";
  kernel.closure = outlined_.record_type();
  kernel.callee = "planish_kernel_" + kernel.name + "_o" +
                  std::to_string(kernels::tile_words(operand_bytes)) + "_w" +
                  std::to_string(kernels::tile_words(sum_.bytes()));
  kernel.arguments = {emit_operand(".row", plan_.of_rows, of_rows_, *rows_),
                      emit_operand(".column", plan_.of_columns, of_columns_, columns),
                      emit_value(),
                      combine,
                      neutral,
                      emit_write(),
                      number(is_emulated ? kernels::kEmulatedThreads : kKernels.block_threads)};
  if (columns_ != nullptr) {
    kernel.arguments.push_back(number(plan_.rows_along_steps ? 1 : 0));
    kernel.arguments.push_back(number(plan_.columns_along_steps ? 1 : 0));
    kernel.resident_blocks = kKernels.for_products;
  }
  llvm::Value* added = number(kernels_.add(std::move(kernel)));
  fields.insert(fields.end(),
                {columns_ != nullptr ? added : number(-1), columns_ != nullptr ? number(-1) : added,
                 number(operand_bytes), number(sum_.bytes()), host_.scalar(rows_->bound),
                 columns_ != nullptr ? host_.scalar(columns_->bound) : host_.i64(1)});
}

void SharedTileEmitter::bind(FunctionEmitter& e, const ir::Level* level, llvm::Value* index) {
  if (level != nullptr) e.bind_scalar(level->index, index);
}

void SharedTileEmitter::compute(FunctionEmitter& e, std::span<const ir::Atom> values,
                                std::span<const ir::Var> known) {
  std::unordered_set<uint32_t> needed;
  std::unordered_set<uint32_t> at_hand;
  for (ir::Var var : known) at_hand.insert(var.id);
  for (const ir::Atom& value : values) {
    if (value.var) needed.insert(value.var.id);
  }
  std::vector<const ir::Stm*> wanted;
  const std::span<const ir::Stm> all = op_.body->stms;
  for (size_t k = all.size(); k-- > 0;) {
    const uint32_t id = all[k].pattern[0].id;
    if (!needed.contains(id) || at_hand.contains(id)) continue;
    wanted.push_back(&all[k]);
    ir::for_each_var_use(all[k].op, [&](ir::Var used) { needed.insert(used.id); });
  }
  for (size_t k = wanted.size(); k-- > 0;) e.bodies.statement(*wanted[k]);
}

// (batch, row or column, step, operand)
llvm::Function* SharedTileEmitter::emit_operand(const char* suffix, std::span<const ir::Var> values,
                                                const RecordLayout& layout,
                                                const ir::Level& level) {
  llvm::Type* i64 = host_.m.i64;
  Outlined::Task task = outlined_.task(suffix, {i64, i64, i64, host_.m.pointer});
  FunctionEmitter& e = *task.emitter;
  bind_point(e, batches_, task.param(0));
  bind(e, &level, task.param(1));
  bind(e, &steps_, task.param(2));
  std::vector<ir::Atom> atoms(values.begin(), values.end());
  compute(e, atoms, {});
  layout.store(e, task.param(3), e.scalars(atoms));
  Outlined::finish(task);
  return e.function;
}

// (batch, row, column, step, of the row, of the column, accumulator)
llvm::Function* SharedTileEmitter::emit_value() {
  llvm::Type* i64 = host_.m.i64;
  llvm::Type* pointer = host_.m.pointer;
  Outlined::Task task = outlined_.task(".value", {i64, i64, i64, i64, pointer, pointer, pointer});
  FunctionEmitter& e = *task.emitter;
  bind_point(e, batches_, task.param(0));
  bind(e, rows_, task.param(1));
  bind(e, columns_, task.param(2));
  bind(e, &steps_, task.param(3));
  std::vector<ir::Var> known(plan_.of_rows);
  known.insert(known.end(), plan_.of_columns.begin(), plan_.of_columns.end());
  const auto bind_all = [&](std::span<const ir::Var> values, const RecordLayout& layout,
                            llvm::Value* record) {
    const std::vector<llvm::Value*> loaded = layout.load(e, record);
    for (size_t k = 0; k < values.size(); k++) e.bind_scalar(values[k], loaded[k]);
  };
  bind_all(plan_.of_rows, of_rows_, task.param(4));
  bind_all(plan_.of_columns, of_columns_, task.param(5));
  compute(e, op_.body->results, known);
  sum_.store(e, task.param(6), e.scalars(op_.body->results));
  Outlined::finish(task);
  return e.function;
}

// (batch, row, column, accumulator)
llvm::Function* SharedTileEmitter::emit_write() {
  llvm::Type* i64 = host_.m.i64;
  Outlined::Task task = outlined_.task(".write", {i64, i64, i64, host_.m.pointer});
  FunctionEmitter& e = *task.emitter;
  bind_point(e, batches_, task.param(0));
  bind(e, rows_, task.param(1));
  bind(e, columns_, task.param(2));
  const std::span<const ir::Level> outer = op_.space.levels.first(op_.space.levels.size() - 1);
  const std::vector<llvm::Value*> values = sum_.load(e, task.param(3));
  for (size_t k = 0; k < values.size(); k++) {
    const Array place =
        e.elements.part(task.array(numbers_[k]), e.type(stm_.pattern[k]), indices(e, outer));
    e.elements.store(e.type(op_.neutral[k])->elem, values[k], place.data, place);
  }
  Outlined::finish(task);
  return e.function;
}

}  // namespace planish::codegen::gpu
