#include "codegen/gpu/lower_nvptx.h"

#include <fmt/format.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Vectorize/LoadStoreVectorizer.h>

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "codegen/common/marks.h"
#include "codegen/cpu/target/optimise.h"
#include "codegen/gpu/bitcode.h"
#include "codegen/gpu/overlapped_loads.h"
#include "codegen/gpu_architectures.h"
#include "runtime/device_abi.h"
#include "target/kernels.h"

namespace planish::codegen::gpu {
namespace {

// ---- Intrinsics

class Intrinsics {
 public:
  explicit Intrinsics(llvm::Module& module) : module_(module) {}

  void lower() {
    for (llvm::Function& function : llvm::make_early_inc_range(module_)) {
      llvm::StringRef name = function.getName();
      if (!function.isDeclaration() || !name.consume_front("planish_gpu_")) continue;
      for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        if (call == nullptr || call->getCalledFunction() != &function)
          throw std::logic_error("compiler bug: the address of an intrinsic is taken");
        llvm::IRBuilder<> b(call);
        if (llvm::Value* value = lowered(b, name, *call)) call->replaceAllUsesWith(value);
        call->eraseFromParent();
      }
      function.eraseFromParent();
    }
  }

 private:
  static llvm::Value* intrinsic(llvm::IRBuilder<>& b, llvm::Intrinsic::ID id,
                                llvm::ArrayRef<llvm::Value*> arguments = {}) {
    return b.CreateIntrinsic(id, arguments);
  }

  llvm::Value* lowered(llvm::IRBuilder<>& b, llvm::StringRef name, llvm::CallInst& call) {
    const auto argument = [&](unsigned k) { return call.getArgOperand(k); };
    llvm::Value* all_lanes = b.getInt32(~0U);
    const auto shuffle = [&](llvm::Intrinsic::ID id, uint32_t clamp) {
      return intrinsic(b, id, {all_lanes, argument(0), argument(1), b.getInt32(clamp)});
    };
    if (name == "thread") return intrinsic(b, llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x);
    if (name == "threads") return intrinsic(b, llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x);
    if (name == "block") return intrinsic(b, llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x);
    if (name == "blocks") return intrinsic(b, llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x);
    if (name == "barrier")
      return intrinsic(b, llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all, {b.getInt32(0)});
    if (name == "barrier_or") return barrier_or(b, argument(0));
    if (name == "shuffle_up") return shuffle(llvm::Intrinsic::nvvm_shfl_sync_up_i32, 0);
    if (name == "shuffle_down") return shuffle(llvm::Intrinsic::nvvm_shfl_sync_down_i32, 31);
    if (name == "shuffle") return shuffle(llvm::Intrinsic::nvvm_shfl_sync_idx_i32, 31);
    if (name == "ballot")
      return intrinsic(b, llvm::Intrinsic::nvvm_vote_ballot_sync,
                       {all_lanes, b.CreateICmpNE(argument(0), b.getInt32(0))});
    if (name == "warp_barrier")
      return intrinsic(b, llvm::Intrinsic::nvvm_bar_warp_sync, {all_lanes});
    if (name == "shared") return shared(b);
    if (name == "pause") return assembly(b, "nanosleep.u32 64;");
    if (name == "fence") return intrinsic(b, llvm::Intrinsic::nvvm_membar_gl);
    if (name == "stack") return stack(b);
    throw std::logic_error(fmt::format("compiler bug: unknown intrinsic {}", name.str()));
  }

  static llvm::Value* assembly(llvm::IRBuilder<>& b, const char* text) {
    auto* type = llvm::FunctionType::get(b.getVoidTy(), false);
    return b.CreateCall(llvm::InlineAsm::get(type, text, "~{memory}", true));
  }

  static llvm::Value* barrier_or(llvm::IRBuilder<>& b, llvm::Value* condition) {
    auto* type = llvm::FunctionType::get(b.getInt32Ty(), {b.getInt32Ty()}, false);
    llvm::InlineAsm* code = llvm::InlineAsm::get(
        type,
        "{ .reg .pred p, q; setp.ne.u32 p, $1, 0; bar.red.or.pred q, 0, p; selp.u32 $0, 1, 0, q; }",
        "=r,r,~{memory}", true);
    llvm::CallInst* call = b.CreateCall(code, {condition});
    call->setConvergent();
    return call;
  }

  // Dynamic shared memory begins where the external array lies.
  llvm::Value* shared(llvm::IRBuilder<>& b) {
    constexpr unsigned kShared = 3;
    llvm::GlobalVariable* memory = module_.getGlobalVariable("planish_shared");
    if (memory == nullptr) {
      memory =
          new llvm::GlobalVariable(module_, llvm::ArrayType::get(b.getInt8Ty(), 0), false,
                                   llvm::GlobalValue::ExternalLinkage, nullptr, "planish_shared",
                                   nullptr, llvm::GlobalValue::NotThreadLocal, kShared);
      memory->setAlignment(llvm::Align(16));
    }
    return b.CreateAddrSpaceCast(memory, b.getPtrTy());
  }

  static llvm::Value* stack(llvm::IRBuilder<>& b) {
    return b.CreatePtrToInt(b.CreateStackSave(), b.getInt64Ty());
  }

  llvm::Module& module_;
};

// ---- Atomic operations

// Kernels share memory with each other only, not with the host while they run. clang does not write
// down the scope of operations on device memory; the whole system would be much slower.
void narrow_scopes(llvm::Module& module) {
  const llvm::SyncScope::ID device = module.getContext().getOrInsertSyncScopeID("device");
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (instruction.isAtomic() &&
          llvm::getAtomicSyncScopeID(&instruction) == llvm::SyncScope::System)
        llvm::setAtomicSyncScopeID(&instruction, device);
    }
  }
}

// ---- Mathematics

// The name of the function of libclc for one of the C library, with these types.
std::string libclc_name(llvm::StringRef name, llvm::FunctionType* type) {
  std::string mangled = fmt::format("_Z{}{}", name.size(), name.str());
  for (llvm::Type* param : type->params())
    mangled += param->isFloatTy() ? "f" : param->isDoubleTy() ? "d" : "i";
  return mangled;
}

// The instruction for reciprocal roots of floats: an ulp off at most, where a root and a division
// take twenty instructions.
void approximate_reciprocal_roots(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (instruction.getMetadata(kReciprocalRoot) == nullptr) continue;
      auto* root = llvm::dyn_cast<llvm::IntrinsicInst>(instruction.getOperand(1));
      if (root == nullptr || root->getIntrinsicID() != llvm::Intrinsic::sqrt ||
          !root->getType()->isFloatTy())
        continue;
      llvm::IRBuilder<> b(&instruction);
      instruction.replaceAllUsesWith(
          b.CreateIntrinsic(llvm::Intrinsic::nvvm_rsqrt_approx_f, {root->getArgOperand(0)}));
      instruction.eraseFromParent();
      if (root->use_empty()) root->eraseFromParent();
    }
  }
}

void call_libclc(llvm::Module& module) {
  // Operations that this back end has no instructions for.
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      const bool is_rest = instruction.getOpcode() == llvm::Instruction::FRem;
      auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      const bool is_ldexp = call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::ldexp;
      if (!is_rest && !is_ldexp) continue;
      llvm::IRBuilder<> b(&instruction);
      llvm::Value* second = instruction.getOperand(1);
      if (is_ldexp) second = b.CreateSExtOrTrunc(second, b.getInt32Ty());
      llvm::Type* type = instruction.getType();
      auto* callee = llvm::FunctionType::get(type, {type, second->getType()}, false);
      instruction.replaceAllUsesWith(b.CreateCall(
          module.getOrInsertFunction(libclc_name(is_rest ? "fmod" : "ldexp", callee), callee),
          {instruction.getOperand(0), second}));
      instruction.eraseFromParent();
    }
  }
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic()) continue;
    if (function.getName().starts_with("_Z") || function.getName().starts_with("planish")) continue;
    llvm::StringRef name = function.getName();
    if (function.getReturnType()->isFloatTy()) name.consume_back("f");
    function.setName(libclc_name(name, function.getFunctionType()));
  }
}

// ---- Passes

void mark_kernels(GpuProgram& program) {
  const llvm::DataLayout& layout = program.device->getDataLayout();
  llvm::LLVMContext& context = program.device->getContext();
  llvm::Type* launch =
      llvm::ArrayType::get(llvm::Type::getInt64Ty(context), (sizeof(planish_launch) + 7) / 8);
  for (const Kernel& kernel : program.kernels) {
    if (!kernel.is_needed()) continue;
    llvm::Function& entry = *program.device->getFunction(kernel.name);
    entry.setCallingConv(llvm::CallingConv::PTX_Kernel);
    entry.addFnAttr("nvvm.maxntid", std::to_string(kKernels.block_threads));
    if (kernel.resident_blocks > 0)
      entry.addFnAttr("nvvm.minctasm", std::to_string(kernel.resident_blocks));
    const auto by_value = [&](unsigned number, llvm::Type* type) {
      entry.addParamAttr(number, llvm::Attribute::getWithByValType(context, type));
      entry.addParamAttr(number,
                         llvm::Attribute::getWithAlignment(
                             context, std::max(layout.getABITypeAlign(type), llvm::Align(8))));
      entry.addParamAttr(number, llvm::Attribute::NoAlias);
    };
    // A larger one lies in memory.
    if (layout.getTypeAllocSize(kernel.closure) <= PLANISH_LARGEST_CLOSURE)
      by_value(0, kernel.closure);
    by_value(1, launch);
  }
}

// ---- Stacks
//
// Note [Stacks of threads]
// A recursive function asks at its beginning how much of the thread's stack is left, when its own
// frame is already there. Until the next question others may come on top: frames of functions that
// do not ask, and of the next one that does. And a kernel measures from where its own frame ends. So
// much must be left when recursion has to end. Frames are those of ptxas: what LLVM puts there is
// known, and for registers that are saved there is room for all that a thread can have.

constexpr int64_t kSavedBytes = 1024 + 128;  // 255 registers, the way back, parameters

class Frames {
 public:
  explicit Frames(const llvm::DataLayout& layout) : layout_(layout) {}

  // Of a kernel.
  int64_t stack_bytes(const llvm::Function& entry) {
    visit(entry);
    int64_t most = 0;
    for (const auto& [function, above] : above_) most = std::max(most, above);
    return frame(entry) + most;
  }

 private:
  static bool asks(const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
      const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::stacksave;
    });
  }

  int64_t frame(const llvm::Function& function) const {
    auto bytes = static_cast<uint64_t>(kSavedBytes);
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (slot == nullptr) continue;
      bytes += slot->getAllocationSize(layout_).value_or(llvm::TypeSize::getFixed(0)) +
               slot->getAlign().value();
    }
    return static_cast<int64_t>(bytes);
  }

  // What comes on top of its frame, at most.
  int64_t visit(const llvm::Function& function) {
    if (const auto [known, is_new] = above_.try_emplace(&function, 0); !is_new)
      return known->second;
    int64_t most = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee == nullptr || callee->isDeclaration()) continue;
      const int64_t above = visit(*callee);
      most = std::max(most, frame(*callee) + (asks(*callee) ? 0 : above));
    }
    return above_[&function] = most;
  }

  const llvm::DataLayout& layout_;
  std::unordered_map<const llvm::Function*, int64_t> above_;
};

void measure_stacks(GpuProgram& program) {
  for (Kernel& kernel : program.kernels) {
    constexpr int32_t kMeasured = PLANISH_KERNEL_RECURSES | PLANISH_KERNEL_STACK_ARENA;
    if ((kernel.flags & kMeasured) == 0) continue;
    kernel.stack_bytes = Frames(program.device->getDataLayout())
                             .stack_bytes(*program.device->getFunction(kernel.name));
  }
}

// ---- Stores
//
// Note [Truncated stores]
// The back end stores the lower part of a value as `st.b32 [a], %rd`, which PTX allows. If the
// register was written by an operation on f64, ptxas (13.0) converts the number to an integer before
// it stores it. So what is stored is truncated by an instruction of its own, which costs nothing in
// machine code and which the back end does not see through.
class Truncations {
 public:
  explicit Truncations(llvm::Module& module)
      : module_(module),
        to_32_(assembly(32, 64, "cvt.u32.u64 $0, $1;", "=r,l")),
        to_16_(assembly(16, 32, "cvt.u16.u32 $0, $1;", "=h,r")) {}

  void keep() {
    for (llvm::Function& function : module_) {
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
        if (store == nullptr) continue;
        auto* value = llvm::dyn_cast<llvm::TruncInst>(store->getValueOperand());
        if (value == nullptr || !value->getSrcTy()->isIntegerTy()) continue;
        llvm::IRBuilder<> b(store);
        store->setOperand(0, truncated(b, value->getOperand(0), value->getType()));
      }
    }
  }

 private:
  llvm::InlineAsm* assembly(unsigned to, unsigned from, const char* text, const char* operands) {
    llvm::LLVMContext& context = module_.getContext();
    return llvm::InlineAsm::get(
        llvm::FunctionType::get(llvm::IntegerType::get(context, to),
                                {llvm::IntegerType::get(context, from)}, false),
        text, operands, false);
  }

  llvm::Value* truncated(llvm::IRBuilder<>& b, llvm::Value* value, llvm::Type* type) {
    const unsigned bits = type->getIntegerBitWidth();
    if (value->getType()->isIntegerTy(64) && bits <= 32) value = b.CreateCall(to_32_, {value});
    if (value->getType()->isIntegerTy(32) && bits <= 16) value = b.CreateCall(to_16_, {value});
    return b.CreateTrunc(value, type);
  }

  llvm::Module& module_;
  llvm::InlineAsm* to_32_;
  llvm::InlineAsm* to_16_;
};

void run_passes(llvm::Module& module, llvm::TargetMachine& machine, const Options& options) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  tuning.LoopInterleaving = false;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager call_graphs;
  llvm::ModuleAnalysisManager modules;
  // There is no C library.
  llvm::TargetLibraryInfoImpl library(machine.getTargetTriple());
  library.disableAllFunctions();
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(call_graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, call_graphs, modules);
  prepare_overlapped_loads(builder);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass(false));
  passes.addPass(llvm::GlobalDCEPass());
  passes.addPass(builder.buildPerModuleDefaultPipeline(
      options.optimisation <= 1 ? llvm::OptimizationLevel::O1 : llvm::OptimizationLevel::O3));
  // The back end does so, too, but after it has written addresses in terms of each other, and then
  // it does not see that they are aligned.
  llvm::FunctionPassManager last;
  last.addPass(llvm::LoadStoreVectorizerPass());
  overlap_loads(last);
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(last)));
  passes.run(module, modules);
}

}  // namespace

std::unique_ptr<llvm::TargetMachine> make_nvptx_machine(const std::string& architecture,
                                                        const Options& options) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  const llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) throw std::runtime_error("no code generator for GPUs: " + error);
  const std::unique_ptr<llvm::MCSubtargetInfo> any(target->createMCSubtargetInfo(triple, "", ""));
  if (!any->isCPUStringValid(architecture))
    throw std::runtime_error(fmt::format("unknown GPU architecture `{}`", architecture));
  int number = 0;
  llvm::StringRef rest = llvm::StringRef(architecture).drop_front(strlen("sm_"));
  rest.consumeInteger(10, number);
  int version = newest_for(number).ptx_version;
  if (!rest.empty()) version = std::max(version, kPtxVersionOfExactNames);
  llvm::TargetOptions target_options;
  target_options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, architecture, fmt::format("+ptx{}", version), target_options, {}, {},
      options.optimisation == 0 ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Aggressive));
}

void lower_nvptx(GpuProgram& program, llvm::TargetMachine& machine, const Options& options) {
  llvm::Module& device = *program.device;
  Intrinsics(device).lower();
  narrow_scopes(device);
  approximate_reciprocal_roots(device);
  call_libclc(device);
  link_needed(device, read_bitcode(math_bitcode(), device));
  mark_kernels(program);
  if (options.verify) verify_module(device);
  run_passes(device, machine, options);
  Truncations(device).keep();
  measure_stacks(program);
  if (options.verify) verify_module(device);
}

std::string ptx_text(llvm::Module& device, llvm::TargetMachine& machine) {
  return machine_code(device, machine, Output::Assembly);
}

}  // namespace planish::codegen::gpu
