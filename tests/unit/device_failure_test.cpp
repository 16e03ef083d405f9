// What goes wrong in threads: failed checks, arenas that are too small, recursion, cancelling.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include "device_testing.h"
#include "support/prim.h"

namespace planish::device {
namespace {

// As kernels name what stands below.
const auto* const kSiteNumber = reinterpret_cast<const planish_check_site*>(1);
const auto* const kPathNumber = reinterpret_cast<const void*>(2);
const auto* const kCallerNumber = reinterpret_cast<const void*>(3);

const planish_message_part kParts[] = {
    {"index ", 0}, {nullptr, static_cast<int32_t>(Prim::I64)}, {" is too large", 0}};
const char* const kPath[] = {"prog.fut:1:2-3", "prog.fut:4:5-6"};
const planish_check_site kSite{kParts, 3, kPath, 2};
const char* const kCaller[] = {"prog.fut:7:8-9"};
const char* const kHostCaller[] = {"prog.fut:10:1-2"};

class DeviceFailure : public DeviceTest {
 protected:
  DeviceFailure() {
    EXPECT_EQ(program_.name<planish_check_site>(&kSite), kSiteNumber);
    EXPECT_EQ(program_.name(kPath), kPathNumber);
    EXPECT_EQ(program_.name(kCaller), kCallerNumber);
  }
};

// As the functions of threads do it.
bool claim(const planish_launch& launch, int32_t status) {
  uint32_t none = 0;
  planish_device_failure& failure = launch.state->failure;
  if (!__atomic_compare_exchange_n(&failure.claimed, &none, launch.number, false, __ATOMIC_RELAXED,
                                   __ATOMIC_RELAXED))
    return false;
  failure.status = status;
  *launch.state->noticed = 1;
  return true;
}

void add_call(planish_device_failure& failure) {
  const int64_t i = failure.call_count++;
  const int64_t place = i < 12 ? i : 12 + (i - 12) % 4;
  if (i >= 16) failure.calls_left_out += failure.call_lengths[place];
  failure.calls[place] = kCallerNumber;
  failure.call_lengths[place] = 1;
}

struct Check {
  int64_t limit;
  int64_t calls;
};

void check_points(const void* closure, const planish_launch* launch) {
  if (launch->state->failure.claimed != 0) return;
  const auto& check = *static_cast<const Check*>(closure);
  for (int64_t i = global_thread(); i < launch->numbers[0]; i += all_threads()) {
    if (i < check.limit || !claim(*launch, PLANISH_FAILED)) continue;
    launch->state->failure.site = kSiteNumber;
    launch->state->failure.values[0] = static_cast<uint64_t>(check.limit);
    for (int64_t call = 0; call < check.calls; call++) add_call(launch->state->failure);
  }
}

TEST_F(DeviceFailure, IsToldAsOnTheHost) {
  const int32_t kernel = program_.add("check_points", check_points, PLANISH_KERNEL_CAN_FAIL);
  open();
  EXPECT_EQ(run([&] { return map(1000, kernel, Check{1000, 0}); }), PLANISH_OK);
  EXPECT_EQ(run([&] { return map(1000, kernel, Check{70, 1}); }), PLANISH_FAILED);
  EXPECT_EQ(message(), "index 70 is too large");
  EXPECT_EQ(path(), (std::vector<std::string>{kPath[0], kPath[1], kCaller[0]}));
  // And is over.
  EXPECT_EQ(run([&] { return map(1000, kernel, Check{1000, 0}); }), PLANISH_OK);
  EXPECT_EQ(message(), "");
}

TEST_F(DeviceFailure, ComesToLightAtTheFirstRead) {
  const int32_t kernel = program_.add("check_points", check_points, PLANISH_KERNEL_CAN_FAIL);
  const int32_t set = program_.add("set", [](const void* closure, const planish_launch* launch) {
    if (launch->state->failure.claimed == 0) **static_cast<int64_t* const*>(closure) = 5;
  });
  open();
  planish_block* word = upload(std::vector<int64_t>{1});
  int64_t value = 0;
  EXPECT_EQ(run([&] {
              EXPECT_EQ(map(10, kernel, Check{5, 0}), PLANISH_OK);
              EXPECT_EQ(map(1, set, data<int64_t>(word)), PLANISH_OK);
              const int32_t status = planish_device_read(context_, &value, data<char>(word), 8);
              planish_add_caller(context_, kHostCaller, 1);
              return status;
            }),
            PLANISH_FAILED);
  EXPECT_EQ(message(), "index 5 is too large");
  EXPECT_EQ(path(), (std::vector<std::string>{kPath[0], kPath[1], kHostCaller[0]}));
  // What was queued behind it did nothing.
  EXPECT_EQ(download<int64_t>(word), std::vector<int64_t>{1});
  free(word);
}

TEST_F(DeviceFailure, LongPathsAreToldInPart) {
  const int32_t kernel = program_.add("check_points", check_points, PLANISH_KERNEL_CAN_FAIL);
  open();
  for (const int64_t calls : {12, 15, 16, 17, 18, 30}) {
    EXPECT_EQ(run([&] { return map(10, kernel, Check{5, calls}); }), PLANISH_FAILED);
    std::vector<std::string> expected{kPath[0], kPath[1]};
    for (int64_t i = 0; i < std::min<int64_t>(calls, 17); i++) expected.emplace_back(kCaller[0]);
    if (calls == 17) expected[14] = "… 1 more call …";
    if (calls > 17) expected[14] = "… " + std::to_string(calls - 16) + " more calls …";
    EXPECT_EQ(path(), expected) << calls;
  }
}

TEST_F(DeviceFailure, NoMemoryHasAPlace) {
  const int32_t kernel = program_.add("huge", [](const void*, const planish_launch* launch) {
    if (!claim(*launch, PLANISH_OUT_OF_MEMORY)) return;
    launch->state->failure.bytes = -1;
    launch->state->failure.place = kPathNumber;
    launch->state->failure.place_length = 2;
  });
  open();
  EXPECT_EQ(run([&] { return map(10, kernel, 0); }), PLANISH_OUT_OF_MEMORY);
  EXPECT_EQ(message(), "out of memory: an array that is larger than any memory cannot be made");
  EXPECT_EQ(path(), (std::vector<std::string>{kPath[0], kPath[1]}));
}

// ---- Arenas

struct ArenaUse {
  int64_t bytes;
  int64_t* runs;
  int64_t* points;
};

void use_arena(const void* closure, const planish_launch* launch) {
  const auto& use = *static_cast<const ArenaUse*>(closure);
  if (global_thread() == 0) ++*use.runs;
  if (use.bytes > launch->arena_bytes) {
    launch->state->arena_too_small = 1;
    *launch->state->noticed = 1;
    return;
  }
  const uint32_t thread = global_thread();
  auto* arena = static_cast<char*>(launch->arena) + int64_t{thread} * launch->arena_bytes;
  std::memset(arena, static_cast<int>(thread), static_cast<size_t>(use.bytes));
  planish_emulator_barrier();  // all arenas are in use at once
  const auto is_own = [&](char c) { return c == static_cast<char>(thread); };
  const bool own = std::all_of(arena, arena + use.bytes, is_own);
  for (int64_t i = thread; i < launch->numbers[0]; i += all_threads()) use.points[i] += own ? 1 : 0;
}

TEST_F(DeviceFailure, ArenasGrowUntilTheyAreLargeEnough) {
  const int32_t kernel = program_.add("use_arena", use_arena, PLANISH_KERNEL_ALLOCATES);
  open();
  planish_block* runs = upload(std::vector<int64_t>{0});
  planish_block* points = upload(std::vector<int64_t>(1000));
  const ArenaUse use{5000, data<int64_t>(runs), data<int64_t>(points)};
  EXPECT_EQ(run([&] { return map(1000, kernel, use); }), PLANISH_OK);
  EXPECT_EQ(download<int64_t>(runs), std::vector<int64_t>{6});  // 256, 512, …, 8192
  EXPECT_EQ(download<int64_t>(points), std::vector<int64_t>(1000, 1));
  // What was enough is remembered.
  EXPECT_EQ(run([&] { return map(1000, kernel, use); }), PLANISH_OK);
  EXPECT_EQ(download<int64_t>(runs), std::vector<int64_t>{7});
  free(runs);
  free(points);
}

// 1: its arena is on the stack, of which there is one only if the kernel says so; 2: elsewhere.
void find_arena(const void* closure, const planish_launch* launch) {
  const auto& use = *static_cast<const ArenaUse*>(closure);
  if (use.bytes > launch->arena_bytes) {
    launch->state->arena_too_small = 1;
    *launch->state->noticed = 1;
  } else if (global_thread() == 0) {
    *use.runs = launch->arena == nullptr ? 1 : 2;
  }
}

TEST_F(DeviceFailure, SmallArenasLieOnStacks) {
  const int32_t kernel =
      program_.add("find_arena", find_arena, PLANISH_KERNEL_ALLOCATES | PLANISH_KERNEL_STACK_ARENA);
  const int32_t other = program_.add("find_other_arena", find_arena, PLANISH_KERNEL_ALLOCATES);
  open();
  planish_block* place = upload(std::vector<int64_t>{0});
  const auto found = [&](int32_t of, int64_t bytes) {
    EXPECT_EQ(run([&] { return map(1000, of, ArenaUse{bytes, data<int64_t>(place), nullptr}); }),
              PLANISH_OK);
    return download<int64_t>(place).at(0);
  };
  EXPECT_EQ(found(kernel, 500), 1);
  EXPECT_EQ(found(other, 500), 2);
  EXPECT_EQ(found(kernel, 5000), 2);
  free(place);
}

// Adds 1 to all, and finds then that there is too little memory.
void change_and_allocate(const void* closure, const planish_launch* launch) {
  const auto& use = *static_cast<const ArenaUse*>(closure);
  for (int64_t i = global_thread(); i < launch->numbers[0]; i += all_threads()) use.points[i]++;
  if (use.bytes <= launch->arena_bytes) return;
  launch->state->arena_too_small = 1;
  *launch->state->noticed = 1;
}

TEST_F(DeviceFailure, WhatAKernelChangesIsChangedOnce) {
  const int32_t kernel =
      program_.add("change_and_allocate", change_and_allocate, PLANISH_KERNEL_ALLOCATES);
  open();
  planish_block* points = upload(std::vector<int64_t>(60, 7));
  const ArenaUse use{5000, nullptr, data<int64_t>(points)};
  const int64_t dims[] = {60};
  const int64_t strides[] = {1};
  const planish_device_array changed{use.points, 8, 1, dims, strides};
  EXPECT_EQ(run([&] {
              return planish_device_map_in_place(context_, 60, kernel, &use, sizeof use, 1,
                                                 &changed);
            }),
            PLANISH_OK);
  EXPECT_EQ(download<int64_t>(points), std::vector<int64_t>(60, 8));
  free(points);
}

TEST_F(DeviceFailure, FewerThreadsHaveLargerArenas) {
  config_.memory_limit = 40'000'000;
  const int32_t kernel = program_.add("use_arena", use_arena, PLANISH_KERNEL_ALLOCATES);
  open();
  planish_block* runs = upload(std::vector<int64_t>{0});
  planish_block* points = upload(std::vector<int64_t>(1000));
  ArenaUse use{1'000'000, data<int64_t>(runs), data<int64_t>(points)};
  EXPECT_EQ(run([&] { return map(1000, kernel, use); }), PLANISH_OK);
  EXPECT_EQ(download<int64_t>(points), std::vector<int64_t>(1000, 1));
  use.bytes = 2'000'000;
  EXPECT_EQ(run([&] { return map(1000, kernel, use); }), PLANISH_OUT_OF_MEMORY);
  EXPECT_EQ(message(),
            "out of memory: the arrays that 32 threads make for themselves need more than 1048576 "
            "bytes each on the device, where 8448 of 40000000 bytes are in use");
  free(runs);
  free(points);
}

TEST_F(DeviceFailure, StacksGrowUpToALimit) {
  const int32_t kernel = program_.add(
      "recurse",
      [](const void* closure, const planish_launch* launch) {
        if (launch->stack_bytes >= *static_cast<const int64_t*>(closure)) return;
        launch->state->stack_too_small = 1;
        *launch->state->noticed = 1;
      },
      PLANISH_KERNEL_RECURSES);
  open();
  EXPECT_EQ(run([&] { return map(100, kernel, int64_t{100'000}); }), PLANISH_OK);
  EXPECT_EQ(run([&] { return map(100, kernel, int64_t{100'000'000}); }), PLANISH_FAILED);
  EXPECT_EQ(message(), "recursion too deep");
}

// What a kernel needs beside recursion is not for recursion.
TEST_F(DeviceFailure, StacksHaveRoomForFrames) {
  const int32_t kernel = program_.add(
      "recurse",
      [](const void* closure, const planish_launch* launch) {
        **static_cast<int64_t* const*>(closure) = launch->stack_bytes;
      },
      PLANISH_KERNEL_RECURSES, 30'000);
  open();
  planish_block* seen = upload(std::vector<int64_t>{0});
  EXPECT_EQ(run([&] { return map(1, kernel, data<int64_t>(seen)); }), PLANISH_OK);
  EXPECT_EQ(download<int64_t>(seen), std::vector<int64_t>{(64 << 10) - 30'000});
  free(seen);
}

// ---- Calls of the host

void fail_always(const void*, const planish_launch* launch) {
  if (claim(*launch, PLANISH_FAILED)) launch->state->failure.site = kSiteNumber;
}

TEST_F(DeviceFailure, TheCallsOfALaunchAreTold) {
  static const char* const kFirst[] = {"first"};
  static const char* const kSecond[] = {"second"};
  static const char* const kOuter[] = {"outer"};
  const int32_t kernel = program_.add("fail_always", fail_always, PLANISH_KERNEL_CAN_FAIL);
  open();
  // The kernel is launched in `first`, and noticed in `second`; both are called in `outer`.
  const auto call = [&](const char* const* path, auto code) {
    planish_device_enter(context_, path, 1);
    const int32_t status = code();
    planish_device_leave(context_);
    if (status != PLANISH_OK) planish_add_caller(context_, path, 1);
    return status;
  };
  const int32_t status = run([&] {
    return call(kOuter, [&] {
      const int32_t launched = call(kFirst, [&] { return map(1, kernel, 0); });
      if (launched != PLANISH_OK) return launched;
      return call(kSecond, [&] { return DeviceContext::of(context_).wait(); });
    });
  });
  EXPECT_EQ(status, PLANISH_FAILED);
  EXPECT_EQ(path(), (std::vector<std::string>{kPath[0], kPath[1], "first", "outer"}));
  // The context goes on.
  EXPECT_EQ(run([] { return int32_t{PLANISH_OK}; }), PLANISH_OK);
}

// ---- Cancelling

void run_until_cancelled(const void*, const planish_launch* launch) {
  while (__atomic_load_n(launch->state->cancelled, __ATOMIC_RELAXED) == 0) planish_emulator_fence();
  claim(*launch, PLANISH_CANCELLED);
}

TEST_F(DeviceFailure, AKernelCanBeCancelled) {
  const int32_t kernel = program_.add("endless", run_until_cancelled, PLANISH_KERNEL_LONG);
  open();
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    planish_cancel(context_);
  });
  EXPECT_EQ(run([&] { return map(1, kernel, 0); }), PLANISH_CANCELLED);
  other.join();
  EXPECT_EQ(run([] { return 0; }), PLANISH_OK);
}

TEST_F(DeviceFailure, AKernelCanBeInterrupted) {
  const int32_t kernel = program_.add("endless", run_until_cancelled, PLANISH_KERNEL_LONG);
  open();
  std::atomic<unsigned char> interrupt = 0;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    interrupt = 1;
  });
  EXPECT_EQ(
      run([&] { return map(1, kernel, 0); }, reinterpret_cast<const unsigned char*>(&interrupt)),
      PLANISH_CANCELLED);
  other.join();
  EXPECT_EQ(run([] { return 0; }), PLANISH_OK);
}

TEST_F(DeviceFailure, ACancelledGridBeginsNoMoreBlocks) {
  static std::atomic<int64_t> begun;
  const int32_t kernel = program_.add("short", [](const void*, const planish_launch*) {
    begun++;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  open();
  begun = 0;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    planish_cancel(context_);
  });
  EXPECT_EQ(run([&] { return map(1 << 20, kernel, 0); }), PLANISH_CANCELLED);
  other.join();
  EXPECT_LT(begun, 1 << 16);
}

// The kernel was stopped, but nobody has waited for it when the run ends.
TEST_F(DeviceFailure, ACancelledRunLeavesNothingBehind) {
  const int32_t endless = program_.add("endless", run_until_cancelled, PLANISH_KERNEL_LONG);
  const int32_t write =
      program_.add("write", [](const void* closure, const planish_launch* launch) {
        if (launch->state->failure.claimed == 0) **static_cast<int64_t* const*>(closure) = 7;
      });
  open();
  planish_block* out = upload(std::vector<int64_t>{0});
  std::atomic<unsigned char> interrupt = 0;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    interrupt = 1;
  });
  const auto both = [&] {
    const int32_t status = map(1, endless, 0);
    return status == PLANISH_OK ? map(1, write, data<int64_t>(out)) : status;
  };
  EXPECT_EQ(run(both, reinterpret_cast<const unsigned char*>(&interrupt)), PLANISH_CANCELLED);
  other.join();
  EXPECT_EQ(run([&] { return map(1, write, data<int64_t>(out)); }), PLANISH_OK);
  EXPECT_EQ(download<int64_t>(out), std::vector<int64_t>{7});
  free(out);
}

// ---- Constants

TEST_F(DeviceFailure, KernelsSeeConstants) {
  const int32_t kernel =
      program_.add("add_constants", [](const void* closure, const planish_launch* launch) {
        **static_cast<int64_t* const*>(closure) =
            static_cast<int64_t>(launch->constants[0].scalar) +
            *static_cast<const int64_t*>(launch->constants[1].data);
      });
  open();
  planish_block* out = upload(std::vector<int64_t>{0});
  planish_block* constant = upload(std::vector<int64_t>{40});
  EXPECT_EQ(run([&] {
              planish_slot* constants = planish_constants(context_, 2);
              constants[0].scalar = 2;
              constants[1].data = planish_device_data(constant);
              constants[1].block = constant;
              return map(1, kernel, data<int64_t>(out));
            }),
            PLANISH_OK);
  EXPECT_EQ(download<int64_t>(out), std::vector<int64_t>{42});
  EXPECT_EQ(run([&] {
              planish_constants(context_, 3)[0].scalar = 3;
              return map(1, kernel, data<int64_t>(out));
            }),
            PLANISH_OK);
  EXPECT_EQ(download<int64_t>(out), std::vector<int64_t>{43});
  free(out);
  EXPECT_EQ(planish_memory(context_).constants, planish_memory(context_).in_use);
  // The context frees it.
  planish_context_delete(std::exchange(context_, nullptr));
}

}  // namespace
}  // namespace planish::device
