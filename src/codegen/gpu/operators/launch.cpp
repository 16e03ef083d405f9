// What operators share: kernels of maps, calls of the runtime.
#include "codegen/gpu/operators/operators.h"

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

void capture_sizes(FunctionEmitter&, Outlined& outlined, std::span<const ir::Dim> dims) {
  for (const ir::Dim& dim : dims) {
    if (dim.kind == ir::DimKind::Var) outlined.capture(dim.var);
  }
}

void call_runtime(FunctionEmitter& host, const char* name,
                  llvm::ArrayRef<llvm::Value*> arguments) {
  std::vector<llvm::Value*> all{host.context};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<llvm::Type*> types;
  for (llvm::Value* argument : all) types.push_back(argument->getType());
  host.leave_unless_made(host.b.CreateCall(host.m.runtime(name, host.m.i32, types), all));
}

}  // namespace planish::codegen::gpu
