// What operators share: kernels of maps, calls of the runtime.
//
// Note [Kernels that overwrite]
// A kernel of one point may consume arrays of the host. It is run once, as far as the program is
// concerned; but if something was too small for it (Note [Arenas] in runtime/device/launch.cpp), it
// is run again, and if the lengths of rows are known only when these are made, there are two
// kernels. So the runtime is told which arrays a kernel overwrites, and the kernel that finds out
// lengths gets copies of them.
#include <algorithm>

#include "analysis/overwritten.h"
#include "codegen/common/row_buffers.h"
#include "codegen/gpu/operators/operators.h"
#include "ir/one_point.h"
#include "plan/operators.h"
#include "runtime/device_operators.h"

namespace planish::codegen::gpu {

int32_t map_kernel(KernelList& kernels, const Outlined& outlined, const std::string& name,
                   llvm::Function* point) {
  Kernel kernel;
  kernel.name = name;
  kernel.closure = outlined.record_type();
  kernel.callee = "planish_kernel_map";
  kernel.arguments = {point};
  return kernels.add(std::move(kernel));
}

llvm::Value* closure_bytes(FunctionEmitter& host, const Outlined& outlined) {
  const llvm::DataLayout& layout = host.m.module.getDataLayout();
  return host.i64(static_cast<int64_t>(layout.getTypeAllocSize(outlined.record_type())));
}

void launch_map(FunctionEmitter& host, KernelList& kernels, const Outlined& outlined,
                const std::string& name, llvm::Value* points, llvm::Function* point,
                llvm::Value* closure) {
  const int32_t kernel = map_kernel(kernels, outlined, name, point);
  call_runtime(host, "planish_device_map",
               {points, host.b.getInt32(static_cast<uint32_t>(kernel)), closure,
                closure_bytes(host, outlined)});
}

void launch_map_in_place(FunctionEmitter& host, KernelList& kernels, const Outlined& outlined,
                         const std::string& name, llvm::Value* points, llvm::Function* point,
                         llvm::Value* closure, std::span<const ir::Var> changed) {
  if (changed.empty()) return launch_map(host, kernels, outlined, name, points, point, closure);
  const int32_t kernel = map_kernel(kernels, outlined, name, point);
  call_runtime(host, "planish_device_map_in_place",
               {points, host.b.getInt32(static_cast<uint32_t>(kernel)), closure,
                closure_bytes(host, outlined), host.i64(static_cast<int64_t>(changed.size())),
                array_list(host, changed)});
}

llvm::Value* array_list(FunctionEmitter& host, std::span<const ir::Var> arrays) {
  ModuleEmitter& m = host.m;
  auto* record = llvm::StructType::get(m.context, {m.pointer, m.i64, m.i64, m.pointer, m.pointer});
  llvm::Value* list = host.frame.stack_slot(
      llvm::ArrayType::get(record, std::max<size_t>(arrays.size(), 1)), "arrays");
  for (size_t k = 0; k < arrays.size(); k++) {
    const ir::Type* type = host.type(arrays[k]);
    const Array& array = host.array(arrays[k]);
    const std::vector<llvm::Value*> sizes = host.sizes(type);
    // planish_device_array
    llvm::Value* fields[] = {
        array.data, host.i64(byte_size(type->elem)), host.i64(static_cast<int64_t>(sizes.size())),
        host.frame.stack_list(sizes), host.frame.stack_list(host.elements.strides(array, type))};
    llvm::Value* place = host.b.CreateConstInBoundsGEP1_64(record, list, k);
    for (unsigned f = 0; f < std::size(fields); f++)
      host.b.CreateStore(fields[f], host.b.CreateStructGEP(record, place, f));
  }
  return list;
}

std::vector<ir::Var> changed_arrays(FunctionEmitter& host, const ir::Op& op, const ir::Body& body) {
  if (!ir::has_one_point(&op)) return {};
  std::vector<ir::Var> changed = consumed_from_outside(host.m.program, body);
  std::erase_if(changed, [&](ir::Var var) { return host.type(var)->elem == Prim::Unit; });
  return changed;
}

void capture_sizes(FunctionEmitter&, Outlined& outlined, std::span<const ir::Dim> dims) {
  for (const ir::Dim& dim : dims) {
    if (dim.kind == ir::DimKind::Var) outlined.capture(dim.var);
  }
}

void assume_alignment(Outlined::Task& task, Alignment alignment) {
  if (alignment == Alignment::Any) return;
  FunctionEmitter& e = *task.emitter;
  for (llvm::Value* value : task.values) {
    if (value->getType()->isPointerTy() && !llvm::isa<llvm::Constant>(value))
      e.b.CreateAlignmentAssumption(e.m.module.getDataLayout(), value,
                                    static_cast<unsigned>(kVectorBytes));
  }
}

void assume_multiple(FunctionEmitter& e, llvm::Value* number, int64_t of) {
  llvm::Value* rest = e.b.CreateAnd(number, e.i64(of - 1));
  e.b.CreateAssumption(e.b.CreateICmpEQ(rest, e.i64(0)));
}

llvm::Value* all_addresses(FunctionEmitter& host, const Outlined& outlined, llvm::Value* closure) {
  llvm::StructType* record = outlined.record_type();
  llvm::Value* all = host.i64(0);
  for (unsigned field = 0; field < record->getNumElements(); field++) {
    if (!record->getElementType(field)->isPointerTy()) continue;
    llvm::Value* place = host.b.CreateStructGEP(record, closure, field);
    all = host.b.CreateOr(all, host.b.CreateLoad(host.m.i64, place));
  }
  return all;
}

uint32_t operator_flags(const FunctionEmitter& e, const ir::Body& body) {
  const bool is_cheap =
      plan::is_straight(&body) && body.stms.size() <= e.m.target.strategies.threads.cheap_body;
  return is_cheap ? PLANISH_OPERATOR_CHEAP : 0;
}

llvm::SyncScope::ID device_scope(FunctionEmitter& e) {
  return e.m.context.getOrInsertSyncScopeID("device");
}

void append_dests(FunctionEmitter& host, const Outlined& outlined, std::span<const ir::Var> dests,
                  std::span<const size_t> reserved, std::vector<llvm::Value*>& fields) {
  std::vector<llvm::Value*> item_bytes;
  std::vector<llvm::Value*> places;
  for (size_t k = 0; k < dests.size(); k++) {
    item_bytes.push_back(element_bytes(host, host.type(dests[k])));
    places.push_back(host.i64(
        static_cast<int64_t>(outlined.place_of(reserved[k], host.m.module.getDataLayout()))));
  }
  fields.push_back(host.i64(static_cast<int64_t>(dests.size())));
  fields.push_back(host.frame.stack_list(item_bytes));
  fields.push_back(host.frame.stack_list(places));
}

llvm::Value* block_list(FunctionEmitter& host, size_t count) {
  return host.frame.stack_slot(llvm::ArrayType::get(host.m.pointer, std::max<size_t>(count, 1)),
                               "blocks");
}

std::vector<Array> places_at(FunctionEmitter& e, const Outlined::Task& task,
                             std::span<const ir::Var> dests, std::span<const size_t> reserved,
                             llvm::Value* position) {
  std::vector<Array> out;
  for (size_t k = 0; k < dests.size(); k++) {
    out.push_back(task.array(reserved[k]));
    out[k].data = e.elements.position_pointer(out[k], e.type(dests[k]), position);
  }
  return out;
}

void call_runtime(FunctionEmitter& host, const char* name, llvm::ArrayRef<llvm::Value*> arguments) {
  std::vector<llvm::Value*> all{host.context};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<llvm::Type*> types;
  for (llvm::Value* argument : all) types.push_back(argument->getType());
  llvm::Value* status = host.b.CreateCall(host.m.runtime(name, host.m.i32, types), all);
  if (host.control.other_way != nullptr) host.control.go_other_way_if(status, PLANISH_TOO_DEEP);
  host.control.leave_unless_made(status);
}

}  // namespace planish::codegen::gpu
