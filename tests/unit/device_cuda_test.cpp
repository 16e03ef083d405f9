// The driver for CUDA devices, over functions that only pretend to be CUDA.
#include <array>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "device_testing.h"
#include "runtime/cuda/cuda.h"
#include "runtime/cuda/module.h"
#include "runtime/cuda/ptx_text.h"
#include "runtime/device/device_context.h"

namespace planish::cuda {
namespace {

using device::LaunchShape;
using device::Result;

// What the pretended driver knows; one for each test.
struct FakeCuda {
  int pushed = 0;
  int contexts = 0;
  int streams = 0;
  int synchronized = 0;
  int not_ready = 0;  // times
  Code stream_code = kSuccess;
  Code allocation_code = kSuccess;
  Code link_code = kSuccess;
  std::set<void*> memory;
  // Reserved addresses, whether there is memory, and what it holds.
  std::map<Address, bool> mapped;
  int memory_handles = 0;
  Code access_code = kSuccess;
  int links = 0;
  std::vector<std::string> loaded;
  std::vector<std::string> launched;
  std::string function;
  int shared_allowed = 0;
  unsigned shared_used = 0;
  std::vector<std::byte> closure;
  size_t closure_bytes = 64;  // that kernels take
  planish_launch launch{};
  std::vector<std::pair<uint32_t, int64_t>> launches;  // numbers, and what closures begin with
  size_t stack = 1024;
  // Graphs: those that are there, and what is captured.
  using Steps = std::vector<std::function<void()>>;
  std::set<Steps*> graphs;
  Steps* captured = nullptr;
  int graph_launches = 0;
  int nodes_set = 0;
  GraphNodeHandle last_node = nullptr;
  Code capture_code = kSuccess;
  Code node_code = kSuccess;
};
thread_local FakeCuda* fake = nullptr;

Code is_current() { return fake->pushed > 0 ? kSuccess : 201; }

template <class Handle>
Code delete_graph(Handle* handle) {
  auto* steps = reinterpret_cast<FakeCuda::Steps*>(handle);
  EXPECT_EQ(fake->graphs.erase(steps), 1u);
  return delete steps, is_current();
}

// Now, or whenever the graph is launched that is captured.
Code now_or_later(std::function<void()> step) {
  if (fake->captured != nullptr) {
    fake->captured->push_back(std::move(step));
  } else {
    step();
  }
  return is_current();
}

std::function<void()> launch_step(unsigned shared, void** parameters) {
  const auto* closure = static_cast<const std::byte*>(parameters[0]);
  const std::vector<std::byte> bytes(closure, closure + fake->closure_bytes);
  const auto launch = *static_cast<const planish_launch*>(parameters[1]);
  return [=, name = fake->function] {
    fake->launched.push_back(name);
    fake->shared_used = shared;
    fake->closure = bytes;
    fake->launch = launch;
    if (launch.state != nullptr) fake->launch.number += launch.state->replayed;
    int64_t first = 0;
    std::memcpy(&first, bytes.data(), sizeof first);
    fake->launches.emplace_back(fake->launch.number, first);
  };
}

Api fake_api() {
  Api api;
  api.init = [](unsigned) { return kSuccess; };
  api.driver_version = [](int* version) { return *version = 12040, kSuccess; };
  api.error_name = [](Code code, const char** name) {
    return *name = code == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_OTHER", kSuccess;
  };
  api.error_text = [](Code, const char** text) { return *text = "it went wrong", kSuccess; };
  api.device_count = [](int* count) { return *count = 2, kSuccess; };
  api.device = [](DeviceNumber* device, int number) { return *device = number + 10, kSuccess; };
  api.device_name = [](char* name, int bytes, DeviceNumber device) {
    std::strncpy(name, device == 10 ? "Old Card" : "New Card", static_cast<size_t>(bytes));
    return kSuccess;
  };
  api.device_memory = [](size_t* bytes, DeviceNumber) { return *bytes = 1 << 30, kSuccess; };
  api.device_attribute = [](int* value, int which, DeviceNumber device) {
    *value = which == kMajor                 ? (device == 10 ? 7 : 9)
             : which == kMinor               ? (device == 10 ? 5 : 0)
             : which == kMultiprocessors     ? 4
             : which == kWarpSize            ? 32
             : which == kLargestSharedMemory ? 100 << 10
                                             : 1024;
    return kSuccess;
  };
  api.retain_context = [](ContextHandle* context, DeviceNumber) {
    fake->contexts++;
    return *context = reinterpret_cast<ContextHandle>(fake), kSuccess;
  };
  api.release_context = [](DeviceNumber) { return fake->contexts--, kSuccess; };
  api.push_context = [](ContextHandle) { return fake->pushed++, kSuccess; };
  api.pop_context = [](ContextHandle*) { return fake->pushed--, kSuccess; };
  api.set_limit = [](int, size_t bytes) {
    if (bytes > 100'000) return kErrorOutOfMemory;
    fake->stack = bytes;
    return is_current();
  };
  api.get_limit = [](size_t* bytes, int) { return *bytes = fake->stack, is_current(); };
  api.create_stream = [](StreamHandle* stream, unsigned) {
    fake->streams++;
    return *stream = reinterpret_cast<StreamHandle>(fake), is_current();
  };
  api.destroy_stream = [](StreamHandle) { return fake->streams--, is_current(); };
  api.query_stream = [](StreamHandle) {
    return fake->not_ready-- > 0 ? kErrorNotReady : fake->stream_code;
  };
  api.synchronize_stream = [](StreamHandle) {
    fake->synchronized++;
    return fake->stream_code;
  };
  api.create_link = [](unsigned, int* options, void** values, LinkHandle* link) {
    EXPECT_EQ(options[0], kErrorLog);
    if (fake->link_code != kSuccess) std::strcpy(static_cast<char*>(values[0]), "line 1: bad");
    fake->links++;
    return *link = reinterpret_cast<LinkHandle>(new std::string), is_current();
  };
  api.add_to_link = [](LinkHandle link, int, void* text, size_t bytes, const char*, unsigned, int*,
                       void**) {
    EXPECT_EQ(static_cast<const char*>(text)[bytes - 1], '\0');
    *reinterpret_cast<std::string*>(link) = std::string("code of ") + static_cast<char*>(text);
    return fake->link_code;
  };
  api.complete_link = [](LinkHandle link, void** code, size_t* bytes) {
    auto& text = *reinterpret_cast<std::string*>(link);
    *code = text.data();
    *bytes = text.size() + 1;
    return kSuccess;
  };
  api.destroy_link = [](LinkHandle link) {
    fake->links--;
    return delete reinterpret_cast<std::string*>(link), kSuccess;
  };
  api.load_module = [](ModuleHandle*, const void* code) {
    const auto* text = static_cast<const char*>(code);
    // Code, or text that is to be assembled.
    if (std::strncmp(text, "code", 4) != 0 && text[0] != '.') return kErrorInvalidValue;
    fake->loaded.emplace_back(text);
    return is_current();
  };
  api.unload_module = [](ModuleHandle) { return is_current(); };
  api.find_function = [](FunctionHandle* function, ModuleHandle, const char* name) {
    if (std::strcmp(name, "missing") == 0) return Code{500};
    fake->function = name;
    return *function = reinterpret_cast<FunctionHandle>(&fake->function), is_current();
  };
  api.get_function_attribute = [](int* value, int, FunctionHandle) {
    return *value = 128, is_current();
  };
  api.set_function_attribute = [](FunctionHandle, int, int bytes) {
    if (bytes > 100 << 10) return kErrorInvalidValue;
    return fake->shared_allowed = bytes, is_current();
  };
  api.blocks_per_processor = [](int* blocks, FunctionHandle, int, size_t) {
    return *blocks = 3, is_current();
  };
  api.allocate = [](Address* address, size_t bytes) {
    if (fake->allocation_code != kSuccess) return fake->allocation_code;
    void* memory = std::calloc(1, bytes);
    fake->memory.insert(memory);
    return *address = reinterpret_cast<Address>(memory), is_current();
  };
  api.free = [](Address address) {
    auto* memory = reinterpret_cast<void*>(address);
    EXPECT_EQ(fake->memory.erase(memory), 1u);
    return std::free(memory), is_current();
  };
  api.memory_unit = [](size_t* bytes, const MemoryProperties* properties, int) {
    EXPECT_GE(properties->location.number, 10);
    return *bytes = 2 << 20, is_current();
  };
  api.reserve_addresses = [](Address* address, size_t bytes, size_t, Address, unsigned long long) {
    *address = reinterpret_cast<Address>(std::aligned_alloc(4096, bytes));
    fake->mapped[*address] = false;
    return is_current();
  };
  api.free_addresses = [](Address address, size_t) {
    EXPECT_FALSE(fake->mapped.at(address));
    fake->mapped.erase(address);
    return std::free(reinterpret_cast<void*>(address)), is_current();
  };
  api.create_memory = [](MemoryHandle* handle, size_t bytes, const MemoryProperties*,
                         unsigned long long) {
    EXPECT_EQ(bytes % (2 << 20), 0u);
    if (fake->allocation_code != kSuccess) return fake->allocation_code;
    fake->memory_handles++;
    return *handle = 7, is_current();
  };
  api.release_memory = [](MemoryHandle) { return fake->memory_handles--, is_current(); };
  api.map_memory = [](Address address, size_t bytes, size_t, MemoryHandle, unsigned long long) {
    EXPECT_FALSE(std::exchange(fake->mapped.at(address), true));
    return std::memset(reinterpret_cast<void*>(address), 0xEE, bytes), is_current();
  };
  api.unmap_memory = [](Address address, size_t) {
    EXPECT_TRUE(std::exchange(fake->mapped.at(address), false));
    return is_current();
  };
  api.set_access = [](Address, size_t, const MemoryAccess* access, size_t count) {
    EXPECT_GE(access->location.number, 10);
    EXPECT_EQ(count, 1u);
    return fake->access_code == kSuccess ? is_current() : fake->access_code;
  };
  api.allocate_host = [](void** memory, size_t bytes, unsigned) {
    fake->memory.insert(*memory = std::calloc(1, bytes));
    return is_current();
  };
  api.free_host = [](void* memory) {
    EXPECT_EQ(fake->memory.erase(memory), 1u);
    return std::free(memory), is_current();
  };
  api.host_address = [](Address* address, void* memory, unsigned) {
    return *address = reinterpret_cast<Address>(memory), is_current();
  };
  api.copy_to_device = [](Address to, const void* from, size_t bytes, StreamHandle) {
    return std::memcpy(reinterpret_cast<void*>(to), from, bytes), is_current();
  };
  api.copy_to_host = [](void* to, Address from, size_t bytes, StreamHandle) {
    return std::memcpy(to, reinterpret_cast<void*>(from), bytes), is_current();
  };
  api.copy_in_device = [](Address to, Address from, size_t bytes, StreamHandle) {
    return now_or_later(
        [=] { std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes); });
  };
  api.fill_1 = [](Address to, unsigned char value, size_t count, StreamHandle) {
    return std::fill_n(reinterpret_cast<unsigned char*>(to), count, value), is_current();
  };
  api.fill_2 = [](Address to, unsigned short value, size_t count, StreamHandle) {
    return std::fill_n(reinterpret_cast<unsigned short*>(to), count, value), is_current();
  };
  api.fill_4 = [](Address to, unsigned value, size_t count, StreamHandle) {
    return now_or_later([=] { std::fill_n(reinterpret_cast<unsigned*>(to), count, value); });
  };
  api.launch = [](FunctionHandle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                  unsigned shared, StreamHandle, void** parameters,
                  void**) { return now_or_later(launch_step(shared, parameters)); };
  api.capture_info = [](StreamHandle, int* status, unsigned long long*, GraphHandle*,
                        const GraphNodeHandle** last, size_t* count) {
    fake->last_node = reinterpret_cast<GraphNodeHandle>(fake->captured->size());
    return *status = 1, *last = &fake->last_node, *count = 1, is_current();
  };
  api.set_kernel_node = [](GraphExecHandle code, GraphNodeHandle node, const KernelNode* what) {
    if (fake->node_code != kSuccess) return fake->node_code;
    auto& steps = *reinterpret_cast<FakeCuda::Steps*>(code);
    steps.at(reinterpret_cast<size_t>(node) - 1) =
        launch_step(what->shared_bytes, what->parameters);
    fake->nodes_set++;
    return is_current();
  };
  api.begin_capture = [](StreamHandle, int) {
    if (fake->capture_code != kSuccess) return fake->capture_code;
    fake->captured = new FakeCuda::Steps;
    return is_current();
  };
  api.end_capture = [](StreamHandle, GraphHandle* graph) {
    *graph = reinterpret_cast<GraphHandle>(fake->captured);
    fake->graphs.insert(fake->captured);
    return fake->captured = nullptr, is_current();
  };
  api.instantiate_graph = [](GraphExecHandle* code, GraphHandle graph, unsigned long long) {
    auto* copy = new FakeCuda::Steps(*reinterpret_cast<FakeCuda::Steps*>(graph));
    fake->graphs.insert(copy);
    return *code = reinterpret_cast<GraphExecHandle>(copy), is_current();
  };
  api.destroy_graph = [](GraphHandle graph) { return delete_graph(graph); };
  api.destroy_graph_code = [](GraphExecHandle code) { return delete_graph(code); };
  api.launch_graph = [](GraphExecHandle code, StreamHandle) {
    fake->graph_launches++;
    for (const auto& step : *reinterpret_cast<FakeCuda::Steps*>(code)) step();
    return is_current();
  };
  return api;
}

class CudaTest : public ::testing::Test {
 protected:
  CudaTest() {
    fake = &fake_;
    options_.program = &program_;
    options_.code_closure = this;
  }
  ~CudaTest() override {
    driver_.reset();
    EXPECT_EQ(fake_.pushed, 0);
    EXPECT_EQ(fake_.contexts, 0);
    EXPECT_EQ(fake_.streams, 0);
    EXPECT_EQ(fake_.links, 0);
    EXPECT_TRUE(fake_.graphs.empty());
    EXPECT_TRUE(fake_.memory.empty());
    EXPECT_TRUE(fake_.mapped.empty());
    EXPECT_EQ(fake_.memory_handles, 0);
    fake = nullptr;
  }

  Result open(Launches launches = Launches::InGraphs) {
    Result opened = open_device(api_, options_, launches, driver_);
    return opened.is_good() ? driver_->load(program_) : opened;
  }
  static void open_for_context(planish_context* context, const planish_device_options* options) {
    std::unique_ptr<device::Driver> driver;
    const auto& self = *static_cast<const CudaTest*>(options->code_closure);
    ASSERT_TRUE(open_device(self.api_, *options, Launches::InGraphs, driver).is_good());
    device::DeviceContext::open(*context, *options, std::move(driver));
  }
  void use_cache() {
    options_.load_code = [](void* self, const char* key, int64_t* bytes) -> void* {
      auto& codes = static_cast<CudaTest*>(self)->codes_;
      const auto found = codes.find(key);
      if (found == codes.end()) return nullptr;
      *bytes = static_cast<int64_t>(found->second.size());
      return std::memcpy(std::malloc(found->second.size()), found->second.data(),
                         found->second.size());
    };
    options_.save_code = [](void* self, const char* key, const void* code, int64_t bytes) {
      static_cast<CudaTest*>(self)->codes_[key] =
          std::string(static_cast<const char*>(code), static_cast<size_t>(bytes));
    };
  }

  planish_device_kernel kernels_[3] = {{"first", nullptr, 0, 0, 0, nullptr},
                                       {"second", nullptr, PLANISH_KERNEL_RECURSES, 16, 0, nullptr},
                                       {"missing", nullptr, 0, 0, 0, nullptr}};
  const planish_device_image images_[3] = {
      {"sm_75", "old", 3}, {"sm_90", "new", 3}, {"sm_90a", "exact", 5}};
  planish_device_program program_{3, kernels_, 3, images_, 0, 0, nullptr, 0, nullptr};
  planish_device_options options_{};
  FakeCuda fake_;
  std::shared_ptr<const Api> api_ = std::make_shared<Api>(fake_api());
  std::map<std::string, std::string> codes_;
  std::unique_ptr<device::Driver> driver_;
};

TEST_F(CudaTest, DevicesAreListedAndFound) {
  std::vector<Device> devices;
  ASSERT_TRUE(list_devices(*api_, devices).is_good());
  ASSERT_EQ(devices.size(), 2u);
  EXPECT_EQ(devices[1].name, "New Card");
  EXPECT_EQ(devices[1].architecture, 90);
  EXPECT_EQ(devices[1].driver_version, "12.4");
  EXPECT_EQ(devices[1].memory_bytes, 1 << 30);
  Device device;
  EXPECT_TRUE(find_device(devices, "", device).is_good());
  EXPECT_EQ(device.number, 0);
  EXPECT_TRUE(find_device(devices, "New", device).is_good());
  EXPECT_EQ(device.number, 1);
  EXPECT_TRUE(find_device(devices, "#0", device).is_good());
  EXPECT_EQ(device.number, 0);
  EXPECT_EQ(find_device(devices, "#2", device).text(),
            "there is no CUDA device `#2` on this machine");
}

TEST_F(CudaTest, TheBestImageIsTaken) {
  EXPECT_EQ(best_image(program_, 70), nullptr);
  EXPECT_EQ(best_image(program_, 75), &images_[0]);
  EXPECT_EQ(best_image(program_, 89), &images_[0]);
  EXPECT_EQ(best_image(program_, 90), &images_[2]);
  EXPECT_EQ(best_image(program_, 100), &images_[1]);
  program_.image_count = 0;
  EXPECT_EQ(open().text(), "the program has no code for the device Old Card (sm_75)");
}

TEST_F(CudaTest, CodeIsAssembledOnce) {
  use_cache();
  const auto launch = [&] {
    const Result opened = open();
    return opened.is_good() ? driver_->launch({0, 1, 32, 0}, nullptr, 0, {}) : opened;
  };
  ASSERT_TRUE(launch().is_good());
  EXPECT_EQ(fake_.loaded, std::vector<std::string>{"code of old"});
  driver_.reset();
  ASSERT_EQ(codes_.size(), 1u);
  const std::string kept = codes_.begin()->second;
  fake_.link_code = kErrorInvalidValue;
  ASSERT_TRUE(launch().is_good());
  driver_.reset();
  options_.device = "New";
  EXPECT_EQ(launch().text(),
            "the CUDA driver cannot assemble the program: CUDA_ERROR_OTHER: it went wrong\n"
            "line 1: bad");
  driver_.reset();
  // What was kept and cannot be used is made again.
  fake_.link_code = kSuccess;
  options_.device = nullptr;
  for (const char* bad :
       {"nonsense", "planish kernels 1\n0\n8\nnonsense", "planish kernels 1\n0\n9"}) {
    codes_.begin()->second = bad;
    ASSERT_TRUE(launch().is_good());
    driver_.reset();
    EXPECT_EQ(codes_.begin()->second, kept);
  }
}

constexpr std::string_view kTwoKernels =
    ".version 7.4\n"
    ".func helper(\n)\n{\n}\n"
    ".func  (.param .b32 result) other_helper(\n)\n{\n\tcall helper;\n}\n"
    "\t// .globl\tfirst\n"
    ".visible .entry first(\n)\n.maxntid 256\n{\n\tcall (r), other_helper, ();\n\t{ x }\n}\n"
    ".visible .entry second(\n)\n{\n}\n";

TEST_F(CudaTest, KernelsAreAssembledWhenTheyAreNeeded) {
  use_cache();
  const planish_device_image image{"sm_75", kTwoKernels.data(),
                                   static_cast<int64_t>(kTwoKernels.size())};
  program_.images = &image;
  program_.image_count = 1;
  ASSERT_TRUE(open().is_good());
  EXPECT_TRUE(fake_.loaded.empty());
  for (int again = 0; again < 2; again++)
    ASSERT_TRUE(driver_->launch({1, 1, 32, 0}, nullptr, 0, {}).is_good());
  ASSERT_EQ(fake_.loaded.size(), 1u);
  EXPECT_EQ(fake_.loaded[0],
            "code of .version 7.4\n\t// .globl\tfirst\n.visible .entry second(\n)\n{\n}\n");
  driver_.reset();
  // What was made before is there.
  fake_.link_code = kErrorInvalidValue;
  ASSERT_TRUE(open().is_good());
  ASSERT_TRUE(driver_->launch({1, 1, 32, 0}, nullptr, 0, {}).is_good());
}

// Note [Functions are not linked] in runtime/cuda/module.h
TEST_F(CudaTest, KernelsWithFunctionsAreAssembledAsAWhole) {
  use_cache();
  const planish_device_image image{"sm_75", kTwoKernels.data(),
                                   static_cast<int64_t>(kTwoKernels.size())};
  program_.images = &image;
  program_.image_count = 1;
  fake_.link_code = kErrorInvalidValue;
  ASSERT_TRUE(open().is_good());
  ASSERT_TRUE(driver_->launch({0, 1, 32, 0}, nullptr, 0, {}).is_good());
  ASSERT_EQ(fake_.loaded.size(), 1u);
  EXPECT_TRUE(fake_.loaded[0].starts_with(".version"));
  EXPECT_NE(fake_.loaded[0].find("other_helper("), std::string::npos);
  EXPECT_EQ(fake_.loaded[0].find("second"), std::string::npos);
  driver_.reset();
  EXPECT_TRUE(codes_.empty());
}

TEST(PtxText, HasTheFunctionsThatAKernelComesTo) {
  const PtxText text(kTwoKernels);
  EXPECT_EQ(text.kernel_count(), 2u);
  const std::string first = text.only("first");
  for (const char* part : {".version", ".func helper(", "other_helper(", ".entry first(", "{ x }"})
    EXPECT_NE(first.find(part), std::string::npos) << part;
  EXPECT_EQ(first.find("second"), std::string::npos);
  EXPECT_EQ(text.only("second").find(".func"), std::string::npos);
  EXPECT_EQ(text.only("third"), "");
}

// Functions that call each other are told of before they come. The driver refuses a kernel with the
// line of a function whose body it does not get.
TEST(PtxText, WhatIsToldOfGoesWithItsBody) {
  const PtxText text(R"(.version 7.4
.func told
(
  .param .b64 told_param_0
)
;
.extern .shared .align 16 .b8 shared[];

.func caller(
)
{
  call.uni told, ();
}
.func told(
  .param .b64 told_param_0
)
{
  ret;
}
.visible .entry calls(
)
{
  call.uni caller, ();
}
.visible .entry alone(
)
{
  ret;
}
)");
  EXPECT_EQ(text.kernel_count(), 2u);
  const std::string calls = text.only("calls");
  for (const char* part : {".func told\n", ".func told(", ".func caller(", ".extern .shared"})
    EXPECT_NE(calls.find(part), std::string::npos) << part;
  EXPECT_EQ(text.only("alone").find("told"), std::string::npos);
  EXPECT_NE(text.only("alone").find(".extern .shared"), std::string::npos);
}

TEST_F(CudaTest, KernelsGetTheirParameters) {
  ASSERT_TRUE(open().is_good());
  planish_launch launch{};
  launch.numbers[3] = 42;
  const int64_t closure[] = {1, 2};
  LaunchShape shape{0, 5, 128, 0};
  ASSERT_TRUE(driver_->launch(shape, closure, sizeof closure, launch).is_good());
  EXPECT_EQ(fake_.launched, std::vector<std::string>{"first"});
  EXPECT_EQ(std::memcmp(fake_.closure.data(), closure, sizeof closure), 0);
  EXPECT_EQ(fake_.launch.numbers[3], 42);
  EXPECT_EQ(fake_.shared_allowed, 0);
  // A closure that lies on the device is told by its address.
  void* const address = &launch;
  fake_.closure_bytes = sizeof address;
  ASSERT_TRUE(driver_->launch_with(shape, address, launch).is_good());
  EXPECT_EQ(std::memcmp(fake_.closure.data(), &address, sizeof address), 0);
  fake_.closure_bytes = 64;
  // Much shared memory has to be asked for.
  shape.shared_bytes = 64 << 10;
  ASSERT_TRUE(driver_->launch(shape, closure, sizeof closure, launch).is_good());
  EXPECT_EQ(fake_.shared_allowed, 64 << 10);
  EXPECT_EQ(fake_.shared_used, 64u << 10);
  shape.shared_bytes = 1 << 20;
  EXPECT_EQ(driver_->launch(shape, closure, sizeof closure, launch).text(),
            "kernel first: 1048576 bytes of shared memory failed: CUDA_ERROR_OTHER: it went wrong");
  EXPECT_EQ(driver_->launch({2, 1, 32, 0}, nullptr, 0, launch).text(),
            "looking for kernel missing failed: CUDA_ERROR_OTHER: it went wrong");
  EXPECT_EQ(driver_->kernel_limits(0).block_threads, 128);
  EXPECT_EQ(driver_->kernel_limits(0).blocks_per_processor, 3);
}

// Note [Repeated work] in cuda/repeats.h: all that comes is done, in order, and knows its number.
class RepeatedWork : public CudaTest {
 protected:
  ~RepeatedWork() override {
    driver_->flush();
    EXPECT_EQ(fake_.launches, expected_);
    EXPECT_EQ(arrays_, expected_arrays_);
    EXPECT_EQ(state_.replayed, 0u);
  }

  // A loop of two kernels and a copy between them, from one array to the other in turns.
  void iterate(int times) {
    for (int k = 0; k < times; k++) {
      launch(0, turn_);
      copy(turn_);
      launch(1, 7);
      turn_ = 1 - turn_;
    }
  }
  // A loop that hands on the number of its iteration.
  void count_up(int64_t times) {
    for (int64_t k = 0; k < times; k++) {
      launch(0, k);
      launch(1, 7);
    }
  }
  void launch(int kernel, int64_t closure) {
    planish_launch launch{};
    launch.state = &state_;
    launch.number = ++number_;
    expected_.emplace_back(number_, closure);
    ASSERT_TRUE(driver_->launch({kernel, 1, 32, 0}, &closure, sizeof closure, launch).is_good());
  }
  void copy(size_t to) {
    expected_arrays_[to] = expected_arrays_[1 - to];
    ASSERT_TRUE(driver_->copy_in_device(&arrays_[to], &arrays_[1 - to], sizeof(int)).is_good());
  }

  planish_device_state state_{};
  std::array<int, 2> arrays_{1, 2};
  std::array<int, 2> expected_arrays_ = arrays_;
  size_t turn_ = 0;
  uint32_t number_ = 0;
  std::vector<std::pair<uint32_t, int64_t>> expected_;
};

TEST_F(RepeatedWork, IsReplayed) {
  kernels_[1].flags = PLANISH_KERNEL_CAN_FAIL;
  ASSERT_TRUE(open().is_good());
  iterate(100);
  // Graphs have 12 pieces of work, and the first one was made after some 30.
  EXPECT_EQ(fake_.graph_launches, 22);
  // What ends in the middle of a graph is there before anything else is done.
  arrays_ = expected_arrays_ = {3, 4};
  iterate(17);
  int read = 0;
  ASSERT_TRUE(driver_->copy_to_host(&read, &arrays_[0], sizeof read, [] {}).is_good());
  EXPECT_EQ(read, expected_arrays_[0]);
  launch(0, 42);
  iterate(50);
}

TEST_F(RepeatedWork, MayHaveOtherParametersEachTime) {
  kernels_[1].flags = PLANISH_KERNEL_CAN_FAIL;
  ASSERT_TRUE(open().is_good());
  count_up(100);
  // Graphs have 16 pieces of work, and the first one was made after 26.
  EXPECT_EQ(fake_.graph_launches, 10);
  EXPECT_EQ(fake_.nodes_set, 10 * 8);
  // What ends in the middle of a graph is there, and the graph is right when it comes again.
  count_up(13);
  launch(0, 42);
  count_up(50);
  EXPECT_GT(fake_.graph_launches, 15);
}

TEST_F(RepeatedWork, IsLaunchedOneByOneIfParametersCannotBeSet) {
  ASSERT_TRUE(open().is_good());
  kernels_[0].flags = kernels_[1].flags = PLANISH_KERNEL_CAN_FAIL;
  fake_.node_code = 801;
  count_up(100);
  EXPECT_EQ(fake_.graph_launches, 0);
}

// Other memory may come to lie at its addresses.
TEST_F(RepeatedWork, IsForgottenWhereMemoryIsGivenBack) {
  kernels_[0].flags = kernels_[1].flags = PLANISH_KERNEL_CAN_FAIL;
  ASSERT_TRUE(open().is_good());
  const auto forgets = [&](const std::function<void()>& what) {
    iterate(50);
    EXPECT_FALSE(fake_.graphs.empty());
    what();
    EXPECT_TRUE(fake_.graphs.empty());
  };
  forgets([&] {
    void* memory = nullptr;
    ASSERT_TRUE(driver_->allocate(100, &memory).is_good());
    driver_->free(memory);
  });
  forgets([&] { EXPECT_TRUE(driver_->set_stack_bytes(64 << 10).is_good()); });
  iterate(50);
}

TEST_F(RepeatedWork, ThatCannotFailHasNumbersOfItsOwn) {
  ASSERT_TRUE(open().is_good());
  for (int k = 0; k < 100; k++) launch(0, 7);
  driver_->flush();
  EXPECT_GE(fake_.graph_launches, 4);
  for (auto& [number, closure] : fake_.launches) {
    if (number > UINT32_MAX - 100) number = 0;
  }
  for (size_t k = 0; k < expected_.size(); k++) {
    if (fake_.launches[k].first == 0) expected_[k].first = 0;
  }
  EXPECT_EQ(expected_.back().first, fake_.launches.back().first);
}

TEST_F(RepeatedWork, MayBeDifferentOnceInAWhile) {
  kernels_[0].flags = kernels_[1].flags = PLANISH_KERNEL_CAN_FAIL;
  ASSERT_TRUE(open().is_good());
  for (int64_t k = 0; k < 300; k++) {
    iterate(1);
    if (k % 31 == 0) launch(0, k);
    // Numbers that are left out end a graph, too.
    if (k % 67 == 0) number_++;
  }
  EXPECT_GT(fake_.graph_launches, 10);
}

TEST_F(RepeatedWork, IsLaunchedOneByOneIfNothingElseWorks) {
  ASSERT_TRUE(open().is_good());
  fake_.capture_code = 801;
  iterate(100);
  EXPECT_EQ(fake_.graph_launches, 0);
}

TEST_F(RepeatedWork, IsLaunchedOneByOneIfThatIsWanted) {
  ASSERT_TRUE(open(Launches::OneByOne).is_good());
  iterate(100);
  EXPECT_EQ(fake_.graph_launches, 0);
}

TEST_F(CudaTest, StacksCanBeLarger) {
  ASSERT_TRUE(open().is_good());
  EXPECT_EQ(driver_->limits().stack_bytes, 1 << 10);
  EXPECT_TRUE(driver_->set_stack_bytes(64 << 10).is_good());
  EXPECT_EQ(driver_->limits().stack_bytes, 64 << 10);
  EXPECT_TRUE(driver_->set_stack_bytes(1 << 20).is_out_of_memory());
  EXPECT_EQ(driver_->limits().stack_bytes, 64 << 10);
}

TEST_F(CudaTest, SmallCopiesDoNotWait) {
  ASSERT_TRUE(open().is_good());
  void* memory = nullptr;
  ASSERT_TRUE(driver_->allocate(1 << 20, &memory).is_good());
  const std::vector<int> values(16 << 10, 7);
  const int before = fake_.synchronized;
  for (int i = 0; i < 16; i++)
    ASSERT_TRUE(driver_->copy_to_device(memory, values.data(), 64 << 10).is_good());
  EXPECT_EQ(fake_.synchronized, before);
  // Then there is no room left.
  ASSERT_TRUE(driver_->copy_to_device(memory, values.data(), 64 << 10).is_good());
  EXPECT_EQ(fake_.synchronized, before + 1);
  std::vector<int> read(values.size());
  int polls = 0;
  fake_.not_ready = 3;
  ASSERT_TRUE(driver_->copy_to_host(read.data(), memory, 64 << 10, [&] { polls++; }).is_good());
  EXPECT_EQ(read, values);
  EXPECT_EQ(polls, 3);
  ASSERT_TRUE(driver_->fill(memory, 100, 4, 9).is_good());
  std::vector<int> large(256 << 10);
  ASSERT_TRUE(driver_->copy_to_host(large.data(), memory, 1 << 20, [] {}).is_good());
  EXPECT_EQ(large[99], 9);
  EXPECT_EQ(large[100], 7);
  driver_->free(memory);
}

TEST_F(CudaTest, AFaultIsToldOnce) {
  ASSERT_TRUE(open().is_good());
  ASSERT_TRUE(driver_->launch({0, 1, 32, 0}, nullptr, 0, {}).is_good());
  fake_.stream_code = 700;
  EXPECT_EQ(driver_->wait([] {}).text(),
            "the device stopped with CUDA_ERROR_ILLEGAL_ADDRESS: it went wrong, in one of the "
            "kernels up to first");
  fake_.stream_code = kSuccess;
  const char* const broken = "the device context is broken by an earlier fault";
  void* memory = nullptr;
  EXPECT_EQ(driver_->wait([] {}).text(), broken);
  EXPECT_EQ(driver_->allocate(10, &memory).text(), broken);
  EXPECT_EQ(driver_->launch({0, 1, 32, 0}, nullptr, 0, {}).text(), broken);
  EXPECT_EQ(driver_->copy_to_host(&memory, &memory, 8, [] {}).text(), broken);
}

TEST_F(CudaTest, AFaultIsToldOfItsKernelIfAllAreWaitedFor) {
  ASSERT_TRUE(open(Launches::Waited).is_good());
  ASSERT_TRUE(driver_->launch({0, 1, 32, 0}, nullptr, 0, {}).is_good());
  fake_.stream_code = 700;
  EXPECT_EQ(driver_->launch({1, 1, 32, 0}, nullptr, 0, {}).text(),
            "the device stopped with CUDA_ERROR_ILLEGAL_ADDRESS: it went wrong, in kernel second");
}

TEST_F(CudaTest, MemoryMayBeShort) {
  ASSERT_TRUE(open().is_good());
  fake_.allocation_code = kErrorOutOfMemory;
  void* memory = nullptr;
  EXPECT_TRUE(driver_->allocate(1000, &memory).is_out_of_memory());
  fake_.allocation_code = kSuccess;
  EXPECT_TRUE(driver_->allocate(1000, &memory).is_good());
  driver_->free(memory);
}

TEST_F(CudaTest, TheContextOfAnExecutableEndsWithItsProcess) {
  options_.owns_process = 1;
  ASSERT_TRUE(open().is_good());
  driver_.reset();
  EXPECT_EQ(fake_.contexts, 1);
  fake_.contexts = 0;
}

TEST(CudaProcess, TheUserSaysHowManyQueuesThereAre) {
  constexpr const char* kName = "CUDA_DEVICE_MAX_CONNECTIONS";
  ::unsetenv(kName);
  ask_for_one_queue();
  EXPECT_STREQ(std::getenv(kName), "1");
  ::setenv(kName, "4", 1);
  ask_for_one_queue();
  EXPECT_STREQ(std::getenv(kName), "4");
  ::unsetenv(kName);
}

TEST_F(CudaTest, AContextUsesIt) {
  options_.open = open_for_context;
  planish_config config;
  planish_config_default(&config);
  config.device = &options_;
  planish_context* context = planish_context_new(&config);
  ASSERT_EQ(planish_context_error(context), nullptr);
  EXPECT_EQ(device::DeviceContext::of(context).limits().name, "Old Card");
  const std::vector<int64_t> values{1, 2, 3};
  planish_block* block = planish_device_upload(context, values.data(), 24);
  std::vector<int64_t> read(3);
  EXPECT_EQ(planish_device_download(context, read.data(), planish_device_data(block), 24),
            PLANISH_OK);
  EXPECT_EQ(read, values);
  const int64_t closure = 5;
  EXPECT_EQ(planish_device_map(context, 1000, 0, &closure, 8), PLANISH_OK);
  EXPECT_EQ(fake_.launch.numbers[0], 1000);
  EXPECT_EQ(planish_device_sync(context), PLANISH_OK);
  planish_device_free(context, block);
  planish_context_delete(context);
}

TEST(CudaWithoutADriver, SaysSo) {
  std::string error;
  if (load_api(error) != nullptr) GTEST_SKIP() << "there is a CUDA driver";
  EXPECT_FALSE(error.empty());
}

// ---- Memory that moves

TEST_F(CudaTest, MovableMemoryKeepsItsAddress) {
  ASSERT_TRUE(open().is_good());
  EXPECT_EQ(driver_->limits().movable_from, 8 << 20);
  EXPECT_EQ(driver_->limits().movable_unit, 2 << 20);
  void* memory = nullptr;
  ASSERT_TRUE(driver_->allocate_movable(8 << 20, &memory).is_good());
  EXPECT_EQ(fake_.memory_handles, 0);
  const auto address = reinterpret_cast<Address>(memory);
  EXPECT_TRUE(fake_.mapped.at(address));
  fake_.synchronized = 0;
  ASSERT_TRUE(driver_->take_memory(memory).is_good());
  EXPECT_GT(fake_.synchronized, 0);
  EXPECT_FALSE(fake_.mapped.at(address));
  fake_.allocation_code = kErrorOutOfMemory;
  EXPECT_TRUE(driver_->give_memory(memory).is_out_of_memory());
  fake_.allocation_code = kSuccess;
  fake_.access_code = kErrorInvalidValue;
  EXPECT_FALSE(driver_->give_memory(memory).is_good());
  EXPECT_FALSE(fake_.mapped.at(address));
  fake_.access_code = kSuccess;
  ASSERT_TRUE(driver_->give_memory(memory).is_good());
  EXPECT_TRUE(fake_.mapped.at(address));
  driver_->free(memory);
  EXPECT_TRUE(fake_.mapped.empty());
}

TEST_F(CudaTest, MovableMemoryThatIsRefusedLeavesNothing) {
  ASSERT_TRUE(open().is_good());
  void* memory = nullptr;
  fake_.allocation_code = kErrorOutOfMemory;
  EXPECT_TRUE(driver_->allocate_movable(8 << 20, &memory).is_out_of_memory());
  EXPECT_TRUE(fake_.mapped.empty());
}

// Of 8 MiB each, of which two fit.
TEST_F(CudaTest, ArraysMoveUnderALimit) {
  planish_config config;
  planish_config_default(&config);
  planish_device_options options = options_;
  options.open = open_for_context;
  config.device = &options;
  config.memory_limit = 20 << 20;
  planish_context* context = planish_context_new(&config);
  std::vector<planish_block*> blocks;
  const std::vector<int64_t> zeros(1 << 20);
  for (int64_t k = 0; k < 5; k++) {
    const std::vector<int64_t> values(zeros.size(), k);
    blocks.push_back(planish_device_upload(context, values.data(), 8 << 20));
    ASSERT_NE(blocks.back(), nullptr);
  }
  EXPECT_EQ(planish_memory(context).in_use, 16 << 20);
  EXPECT_EQ(planish_memory(context).on_host, 24 << 20);
  for (size_t k = 0; k < blocks.size(); k++) {
    void* data = planish_device_data(blocks[k]);
    EXPECT_EQ(planish_clear(context, data, 8), PLANISH_OK);
    std::vector<int64_t> values(zeros.size());
    EXPECT_EQ(planish_download(context, values.data(), data, 8 << 20), PLANISH_OK);
    EXPECT_EQ(values.front(), 0);
    EXPECT_EQ(values.back(), static_cast<int64_t>(k));
  }
  for (planish_block* block : blocks) planish_device_free(context, block);
  planish_context_delete(context);
}

}  // namespace
}  // namespace planish::cuda
