// Maps whose functions give rows of different lengths: lengths first (plan/lengths.h). If they are
// not known before the rows, these are made twice.
#include "codegen/common/row_buffers.h"
#include "codegen/common/space.h"
#include "codegen/gpu/operators/operators.h"

namespace planish::codegen::gpu {
namespace {

// What is known, or to be computed, of the lengths of groups.
struct Lengths {
  const ir::Body& body;          // gives those of `counted`, and maybe more
  std::vector<size_t> counted;   // groups
  std::vector<ir::Var> offsets;  // of the others
};

Lengths lengths_of(const plan::LengthsPlan* plan, const ir::SegFlatMap& op) {
  if (plan != nullptr) return {plan->body, plan->counted, plan->offsets};
  Lengths all{*op.body, {}, std::vector<ir::Var>(op.groups.size())};
  for (size_t group = 0; group < op.groups.size(); group++) all.counted.push_back(group);
  return all;
}

// `changed` are arrays that the kernel would write to: it gets copies of them.
void count_rows(FunctionEmitter& host, KernelList& kernels, const FlatMapResults& results,
                const std::vector<ir::Level>& levels, const Lengths& lengths,
                std::span<const ir::Var> changed) {
  std::vector<Binding> originals;
  for (ir::Var var : changed) {
    originals.push_back(host.binding(var));
    const std::vector<llvm::Value*> sizes = host.sizes(host.type(var));
    const Array made = host.memory.allocate_held(host.type(var)->elem, sizes);
    host.copies.copy(made, originals.back().array, host.type(var)->elem, sizes);
    host.bind(var, {nullptr, made, var, {}});
  }
  Outlined outlined(host, "lengths");
  std::vector<size_t> arrays;
  for (size_t group : lengths.counted) {
    const ir::Var var = results.bound(group);
    host.bind_root(var, host.memory.allocate(var));
    arrays.push_back(outlined.capture_array(host.array(var)));
    capture_sizes(host, outlined, host.type(var)->dims);
  }
  outlined.capture_space(levels);
  outlined.capture_free(lengths.body);
  outlined.writes_to(changed);
  llvm::Value* closure = outlined.closure();
  Outlined::Task task = outlined.task("", {host.m.i64});
  FunctionEmitter& e = *task.emitter;
  bind_point(e, levels, task.param(0));
  std::vector<Array> places(lengths.body.results.size());
  for (size_t k = 0; k < arrays.size(); k++)
    places[k] = e.elements.part(task.array(arrays[k]), e.type(results.bound(lengths.counted[k])),
                                indices(e, levels));
  e.bodies.emit_to(lengths.body, places);
  Outlined::finish(task);
  const int32_t kernel = map_kernel(kernels, outlined, "lengths", e.function);
  call_runtime(host, "planish_device_map_before",
               {point_count(host, levels), host.b.getInt32(static_cast<uint32_t>(kernel)), closure,
                closure_bytes(host, outlined)});
  for (size_t k = 0; k < changed.size(); k++) host.bind(changed[k], originals[k]);
}

// The first of the offsets and the last; zeros if there are no points, in which case the array may
// be empty.
std::pair<llvm::Value*, llvm::Value*> ends_of(FunctionEmitter& host, ir::Var offsets,
                                              llvm::Value* points) {
  const Array& array = host.array(offsets);
  const auto element = [&](llvm::Value* at) {
    return host.elements.load(
        Prim::I64, host.elements.element_pointer(array, host.type(offsets), {at}), array);
  };
  const std::vector<llvm::Value*> ends = host.control.either(
      host.b.CreateICmpSGT(points, host.i64(0)),
      [&] {
        llvm::Value* first = element(host.i64(0));
        return std::vector<llvm::Value*>{first, element(points)};
      },
      [&] { return std::vector<llvm::Value*>{host.i64(0), host.i64(0)}; });
  return {ends[0], ends[1]};
}

}  // namespace

void emit_segflatmap(FunctionEmitter& host, KernelList& kernels, const ir::Stm& stm,
                     const ir::SegFlatMap& op) {
  ModuleEmitter& m = host.m;
  const Lengths lengths = lengths_of(m.plan.of(stm).lengths.get(), op);
  const FlatMapResults results{op.groups, stm.pattern};
  const size_t groups = op.groups.size();
  const std::vector<ir::Level> levels = dense_levels(host, op.space);
  llvm::Value* points = point_count(host, levels);
  if (!lengths.counted.empty())
    count_rows(host, kernels, results, levels, lengths, changed_arrays(host, op, lengths.body));

  // Where the rows of a group start: in the array, or the first of the offsets, from which they are
  // counted.
  std::vector<llvm::Value*> starts;
  for (size_t group = 0; group < groups; group++) {
    llvm::Value* total = nullptr;
    if (lengths.offsets[group]) {
      auto [first, last] = ends_of(host, lengths.offsets[group], points);
      starts.push_back(first);
      total = host.b.CreateNSWSub(last, first);
    } else {
      starts.push_back(host.memory.allocate_held(Prim::I64, {points}).data);
      llvm::Value* slot = host.frame.stack_slot(m.i64, "total");
      call_runtime(host, "planish_device_row_starts",
                   {points, host.array(results.bound(group)).data, starts.back(), slot});
      total = host.b.CreateLoad(m.i64, slot);
    }
    host.bind_scalar(stm.pattern[group], total);
  }

  Outlined outlined(host, "flat_map");
  std::vector<size_t> made(op.body->results.size());
  for (size_t k = groups; k < made.size(); k++) {
    const ir::Var var = results.bound(k);
    host.bind_root(var, host.memory.allocate(var));
    made[k] = outlined.capture_array(host.array(var));
    capture_sizes(host, outlined, host.type(var)->dims);
  }
  std::vector<size_t> starts_at;
  for (llvm::Value* start : starts) starts_at.push_back(outlined.capture_value(start));
  for (ir::Var offsets : lengths.offsets) {
    if (offsets) outlined.capture(offsets);
  }
  outlined.capture_space(levels);
  outlined.capture_free(*op.body);
  const std::vector<ir::Var> changed = changed_arrays(host, op, *op.body);
  outlined.writes_to(changed);
  llvm::Value* closure = outlined.closure();
  Outlined::Task task = outlined.task("", {m.i64});
  FunctionEmitter& e = *task.emitter;
  llvm::Value* number = task.param(0);
  bind_point(e, levels, number);
  const auto start_of = [&](size_t group) -> llvm::Value* {
    llvm::Value* base = task.values[starts_at[group]];
    if (!lengths.offsets[group])
      return e.b.CreateLoad(m.i64, e.b.CreateInBoundsGEP(m.i64, base, {number}));
    const ir::Var offsets = lengths.offsets[group];
    llvm::Value* place = e.elements.element_pointer(e.array(offsets), e.type(offsets), {number});
    return e.b.CreateNSWSub(e.b.CreateLoad(m.i64, place), base);
  };
  std::vector<Array> places(made.size());
  for (size_t k = groups; k < made.size(); k++) {
    const ir::Type* whole = e.type(results.bound(k));
    if (!results.is_row(k)) {
      places[k] = e.elements.part(task.array(made[k]), whole, indices(e, levels));
    } else {
      const size_t group = results.group_of(k - results.first_row());
      places[k] = e.elements.part_from(task.array(made[k]), whole, start_of(group));
    }
  }
  e.bodies.emit_to(*op.body, places);
  Outlined::finish(task);
  launch_map_in_place(host, kernels, outlined, "flat_map", points, e.function, closure, changed);
}

}  // namespace planish::codegen::gpu
