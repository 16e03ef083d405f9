// The functions of the CUDA driver that we call, found at run time: programs for GPUs need no CUDA to
// be compiled, and can be started where there is none. Types are those of NVIDIA's cuda.h, which all
// have the size of an int or of a pointer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace planish::cuda {

using Code = int;  // CUresult
using DeviceNumber = int;
using ContextHandle = struct CudaContext*;
using ModuleHandle = struct CudaModule*;
using FunctionHandle = struct CudaFunction*;
using StreamHandle = struct CudaStream*;
using LinkHandle = struct CudaLink*;
using GraphHandle = struct CudaGraph*;
using GraphExecHandle = struct CudaGraphExec*;
using GraphNodeHandle = struct CudaGraphNode*;
using Address = unsigned long long;
using MemoryHandle = unsigned long long;

// CUmemLocation, CUmemAllocationProp, CUmemAccessDesc.
struct MemoryLocation {
  int kind = 1;  // a device
  int number = 0;
};
struct MemoryProperties {
  int kind = 1;          // pinned
  int handle_kinds = 0;  // it is not shared with other processes
  MemoryLocation location;
  void* win32 = nullptr;
  unsigned char flags[8] = {};
};
static_assert(sizeof(MemoryProperties) == 32);
struct MemoryAccess {
  MemoryLocation location;
  int flags = 3;  // to be read and written
};

// CUDA_KERNEL_NODE_PARAMS_v1.
struct KernelNode {
  FunctionHandle function = nullptr;
  unsigned blocks[3] = {1, 1, 1};
  unsigned threads[3] = {1, 1, 1};
  unsigned shared_bytes = 0;
  void** parameters = nullptr;
  void** extra = nullptr;
};
static_assert(sizeof(KernelNode) == 56);

// Of CUresult.
inline constexpr Code kSuccess = 0;
inline constexpr Code kErrorInvalidValue = 1;
inline constexpr Code kErrorOutOfMemory = 2;
inline constexpr Code kErrorNotReady = 600;
// Of CUdevice_attribute.
inline constexpr int kWarpSize = 10;
inline constexpr int kMultiprocessors = 16;
inline constexpr int kThreadsPerMultiprocessor = 39;
inline constexpr int kMajor = 75;
inline constexpr int kMinor = 76;
inline constexpr int kLargestSharedMemory = 97;
inline constexpr int kAddressManagement = 102;
// Of CUfunction_attribute.
inline constexpr int kThreadsOfBlock = 0;
inline constexpr int kStaticSharedMemory = 1;
inline constexpr int kDynamicSharedMemory = 8;
// Of CUlimit, CUjitInputType, CUjit_option.
inline constexpr int kStackSize = 0;
inline constexpr int kInputPtx = 1;
inline constexpr int kErrorLog = 5;
inline constexpr int kErrorLogBytes = 6;
// For streams, and memory of the host.
inline constexpr unsigned kNonBlocking = 1;
inline constexpr unsigned kPortableMapped = 1 | 2;

// X(member, name in the library, parameters)
#define PLANISH_CUDA_FUNCTIONS(X)                                                              \
  X(init, "cuInit", (unsigned))                                                                \
  X(driver_version, "cuDriverGetVersion", (int*))                                              \
  X(error_name, "cuGetErrorName", (Code, const char**))                                        \
  X(error_text, "cuGetErrorString", (Code, const char**))                                      \
  X(device_count, "cuDeviceGetCount", (int*))                                                  \
  X(device, "cuDeviceGet", (DeviceNumber*, int))                                               \
  X(device_name, "cuDeviceGetName", (char*, int, DeviceNumber))                                \
  X(device_memory, "cuDeviceTotalMem_v2", (size_t*, DeviceNumber))                             \
  X(device_attribute, "cuDeviceGetAttribute", (int*, int, DeviceNumber))                       \
  X(retain_context, "cuDevicePrimaryCtxRetain", (ContextHandle*, DeviceNumber))                \
  X(release_context, "cuDevicePrimaryCtxRelease_v2", (DeviceNumber))                           \
  X(push_context, "cuCtxPushCurrent_v2", (ContextHandle))                                      \
  X(pop_context, "cuCtxPopCurrent_v2", (ContextHandle*))                                       \
  X(set_limit, "cuCtxSetLimit", (int, size_t))                                                 \
  X(get_limit, "cuCtxGetLimit", (size_t*, int))                                                \
  X(create_stream, "cuStreamCreate", (StreamHandle*, unsigned))                                \
  X(destroy_stream, "cuStreamDestroy_v2", (StreamHandle))                                      \
  X(query_stream, "cuStreamQuery", (StreamHandle))                                             \
  X(synchronize_stream, "cuStreamSynchronize", (StreamHandle))                                 \
  X(create_link, "cuLinkCreate_v2", (unsigned, int*, void**, LinkHandle*))                     \
  X(add_to_link, "cuLinkAddData_v2",                                                           \
    (LinkHandle, int, void*, size_t, const char*, unsigned, int*, void**))                     \
  X(complete_link, "cuLinkComplete", (LinkHandle, void**, size_t*))                            \
  X(destroy_link, "cuLinkDestroy", (LinkHandle))                                               \
  X(load_module, "cuModuleLoadData", (ModuleHandle*, const void*))                             \
  X(unload_module, "cuModuleUnload", (ModuleHandle))                                           \
  X(find_function, "cuModuleGetFunction", (FunctionHandle*, ModuleHandle, const char*))        \
  X(get_function_attribute, "cuFuncGetAttribute", (int*, int, FunctionHandle))                 \
  X(set_function_attribute, "cuFuncSetAttribute", (FunctionHandle, int, int))                  \
  X(blocks_per_processor, "cuOccupancyMaxActiveBlocksPerMultiprocessor",                       \
    (int*, FunctionHandle, int, size_t))                                                       \
  X(allocate, "cuMemAlloc_v2", (Address*, size_t))                                             \
  X(free, "cuMemFree_v2", (Address))                                                           \
  X(memory_unit, "cuMemGetAllocationGranularity", (size_t*, const MemoryProperties*, int))     \
  X(reserve_addresses, "cuMemAddressReserve",                                                  \
    (Address*, size_t, size_t, Address, unsigned long long))                                   \
  X(free_addresses, "cuMemAddressFree", (Address, size_t))                                     \
  X(create_memory, "cuMemCreate",                                                              \
    (MemoryHandle*, size_t, const MemoryProperties*, unsigned long long))                      \
  X(release_memory, "cuMemRelease", (MemoryHandle))                                            \
  X(map_memory, "cuMemMap", (Address, size_t, size_t, MemoryHandle, unsigned long long))       \
  X(unmap_memory, "cuMemUnmap", (Address, size_t))                                             \
  X(set_access, "cuMemSetAccess", (Address, size_t, const MemoryAccess*, size_t))              \
  X(allocate_host, "cuMemHostAlloc", (void**, size_t, unsigned))                               \
  X(free_host, "cuMemFreeHost", (void*))                                                       \
  X(host_address, "cuMemHostGetDevicePointer_v2", (Address*, void*, unsigned))                 \
  X(copy_to_device, "cuMemcpyHtoDAsync_v2", (Address, const void*, size_t, StreamHandle))      \
  X(copy_to_host, "cuMemcpyDtoHAsync_v2", (void*, Address, size_t, StreamHandle))              \
  X(copy_in_device, "cuMemcpyDtoDAsync_v2", (Address, Address, size_t, StreamHandle))          \
  X(fill_1, "cuMemsetD8Async", (Address, unsigned char, size_t, StreamHandle))                 \
  X(fill_2, "cuMemsetD16Async", (Address, unsigned short, size_t, StreamHandle))               \
  X(fill_4, "cuMemsetD32Async", (Address, unsigned, size_t, StreamHandle))                     \
  X(begin_capture, "cuStreamBeginCapture_v2", (StreamHandle, int))                             \
  X(end_capture, "cuStreamEndCapture", (StreamHandle, GraphHandle*))                           \
  X(capture_info, "cuStreamGetCaptureInfo_v2",                                                 \
    (StreamHandle, int*, unsigned long long*, GraphHandle*, const GraphNodeHandle**, size_t*)) \
  X(set_kernel_node, "cuGraphExecKernelNodeSetParams",                                         \
    (GraphExecHandle, GraphNodeHandle, const KernelNode*))                                     \
  X(instantiate_graph, "cuGraphInstantiateWithFlags",                                          \
    (GraphExecHandle*, GraphHandle, unsigned long long))                                       \
  X(launch_graph, "cuGraphLaunch", (GraphExecHandle, StreamHandle))                            \
  X(destroy_graph, "cuGraphDestroy", (GraphHandle))                                            \
  X(destroy_graph_code, "cuGraphExecDestroy", (GraphExecHandle))                               \
  X(launch, "cuLaunchKernel",                                                                  \
    (FunctionHandle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,     \
     StreamHandle, void**, void**))

struct Api {
#define PLANISH_CUDA_MEMBER(member, name, parameters) Code(*member) parameters = nullptr;
  PLANISH_CUDA_FUNCTIONS(PLANISH_CUDA_MEMBER)
#undef PLANISH_CUDA_MEMBER

  // "CUDA_ERROR_…: what it means".
  std::string text(Code code) const;
};

// After such a code the context cannot be used any more.
bool is_fault(Code code);

// For processes that are a program's own, before the driver is initialised and while no other thread
// looks at the environment: a context gets one queue of the device, not eight. Ours have one stream,
// and queues take half of the time in which contexts are made (50 of 100 ms on an H200), and some more
// when they end. If the user has set how many there are, that stays.
void ask_for_one_queue();

// The functions of the installed driver, initialised; null, with `error` saying why, if there is none.
std::shared_ptr<const Api> load_api(std::string& error);

}  // namespace planish::cuda
