#include "codegen/gpu/emit_program.h"

#include "codegen/gpu/bitcode.h"
#include "codegen/gpu/host_code.h"
#include "codegen/gpu/thread_code.h"
#include "runtime/device_abi.h"

namespace planish::codegen::gpu {
namespace {

// What the intrinsics do, as far as LLVM has to know.
void describe_intrinsics(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() || !function.getName().starts_with("planish_gpu_")) continue;
    function.setDoesNotThrow();
    function.setWillReturn();
    const llvm::StringRef name = function.getName().drop_front(strlen("planish_gpu_"));
    if (name == "thread" || name == "threads" || name == "block" || name == "blocks" ||
        name == "shared") {
      function.setDoesNotAccessMemory();
      function.setSpeculatable();
    } else {
      function.setConvergent();
    }
  }
}

// Functions of the C library that threads have their own of: Note [Mathematics of threads].
void call_own_mathematics(llvm::Module& device, const llvm::Module& bitcode) {
  for (llvm::Function& function : device) {
    const std::string own = "planish_math_" + function.getName().str();
    if (function.isDeclaration() && bitcode.getFunction(own) != nullptr) function.setName(own);
  }
}

}  // namespace

GpuProgram emit_program(const ir::Program& program, const Options& options,
                        std::unique_ptr<llvm::Module> host, std::unique_ptr<llvm::Module> device) {
  GpuProgram out;
  out.host = std::move(host);
  out.device = std::move(device);
  ProgramFacts facts(program, options, options.target);
  ThreadCode thread_code;
  ModuleEmitter threads(facts, *out.device, thread_code);
  std::unique_ptr<llvm::Module> bitcode = read_bitcode(kernels_bitcode(), *out.device);
  KernelList kernels(threads, *bitcode);
  HostCode host_code(kernels);
  ModuleEmitter hosts(facts, *out.host, host_code);
  HostAddresses addresses(hosts);
  hosts.tasks_module = &threads;
  threads.host_addresses = &addresses;

  hosts.emit_entries();
  threads.emit_asked();
  kernels.emit_entries(*out.host);
  out.kernels = kernels.kernels();
  out.runtime_kernels = kernels.runtime_kernels();
  out.addresses = addresses.all();
  out.tuned_names = thread_code.tuned_names();
  call_own_mathematics(*out.device, *bitcode);
  link_needed(*out.device, std::move(bitcode));
  for (const std::string& file : options.device_bitcode)
    link_needed(*out.device, read_bitcode(file, *out.device));
  describe_intrinsics(*out.device);
  return out;
}

void add_program_table(GpuProgram& program, std::span<const Image> images) {
  llvm::Module& host = *program.host;
  llvm::LLVMContext& context = host.getContext();
  auto* i32 = llvm::Type::getInt32Ty(context);
  auto* i64 = llvm::Type::getInt64Ty(context);
  auto* pointer = llvm::PointerType::get(context, 0);
  auto* null = llvm::ConstantPointerNull::get(pointer);
  const auto number = [&](size_t value) { return llvm::ConstantInt::get(i64, value); };
  const auto global = [&](llvm::Constant* value) -> llvm::Constant* {
    return new llvm::GlobalVariable(host, value->getType(), true, llvm::GlobalValue::PrivateLinkage,
                                    value, "device");
  };
  const auto text = [&](const std::string& content) {
    return global(llvm::ConstantDataArray::getString(context, content));
  };
  const auto list = [&](llvm::Type* type, const std::vector<llvm::Constant*>& items) {
    if (items.empty()) return static_cast<llvm::Constant*>(null);
    return global(llvm::ConstantArray::get(llvm::ArrayType::get(type, items.size()), items));
  };

  auto* kernel_type = llvm::StructType::get(context, {pointer, pointer, i32, i32, i64, pointer});
  std::vector<llvm::Constant*> kernels;
  for (const Kernel& kernel : program.kernels) {
    llvm::Constant* emulated = null;
    llvm::Constant* name = kernel.is_needed() ? text(kernel.name) : null;
    if (images.empty() && kernel.is_needed())
      emulated = llvm::cast<llvm::Constant>(
          host.getOrInsertFunction(kernel.name, kernel.entry->getFunctionType()).getCallee());
    kernels.push_back(llvm::ConstantStruct::get(
        kernel_type,
        {name, emulated, llvm::ConstantInt::get(i32, static_cast<uint32_t>(kernel.flags)),
         llvm::ConstantInt::get(i32, static_cast<uint32_t>(kernel.shared_bytes)),
         number(static_cast<size_t>(kernel.stack_bytes)),
         kernel.place.empty() ? null : text(kernel.place)}));
  }
  auto* image_type = llvm::StructType::get(context, {pointer, pointer, i64});
  std::vector<llvm::Constant*> all_images;
  for (const Image& image : images)
    all_images.push_back(llvm::ConstantStruct::get(
        image_type, {text(image.architecture), text(image.text), number(image.text.size())}));
  std::vector<llvm::Constant*> tuned_names;
  for (const std::string& name : program.tuned_names) tuned_names.push_back(text(name));
  // planish_device_program
  llvm::Constant* table = llvm::ConstantStruct::getAnon(
      {number(program.kernels.size() - program.runtime_kernels), list(kernel_type, kernels),
       number(images.size()), list(image_type, all_images), number(program.runtime_kernels),
       number(program.addresses.size()), list(pointer, program.addresses),
       number(tuned_names.size()), list(pointer, tuned_names)});
  new llvm::GlobalVariable(host, table->getType(), true, llvm::GlobalValue::ExternalLinkage, table,
                           kProgramSymbol);
}

}  // namespace planish::codegen::gpu
