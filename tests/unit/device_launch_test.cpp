// Launches in the emulator: threads, barriers, warps, and what kernels do wrong there.
#include <algorithm>
#include <numeric>

#include "device_testing.h"

namespace planish::device {
namespace {

class DeviceLaunch : public DeviceTest {};

struct Arrays {
  int64_t* out;
  const int64_t* in;
};

TEST_F(DeviceLaunch, MapDoesEveryPointOnce) {
  const int32_t kernel = program_.add("add", [](const void* closure, const planish_launch* launch) {
    const auto& arrays = *static_cast<const Arrays*>(closure);
    for (int64_t i = global_thread(); i < launch->numbers[0]; i += all_threads())
      arrays.out[i] += arrays.in[i] + 1;
  });
  open();
  for (const int64_t count : {0, 1, 63, 64, 65, 1000, 10'000}) {
    std::vector<int64_t> values(static_cast<size_t>(count));
    std::iota(values.begin(), values.end(), 5);
    planish_block* in = upload(values);
    planish_block* out = upload(std::vector<int64_t>(values.size()));
    EXPECT_EQ(
        run([&] { return map(count, kernel, Arrays{data<int64_t>(out), data<int64_t>(in)}); }),
        PLANISH_OK);
    for (int64_t& value : values) value++;
    EXPECT_EQ(download<int64_t>(out), values);
    free(in);
    free(out);
  }
}

struct LargeClosure {
  int64_t* out;
  int64_t numbers[1000];
};
static_assert(sizeof(LargeClosure) > PLANISH_LARGEST_CLOSURE);

TEST_F(DeviceLaunch, ClosuresMayBeLarge) {
  const int32_t kernel =
      program_.add("read", [](const void* closure, const planish_launch* launch) {
        const auto& large = *static_cast<const LargeClosure*>(closure);
        for (int64_t i = global_thread(); i < launch->numbers[0]; i += all_threads())
          large.out[i] = large.numbers[i];
      });
  open();
  planish_block* out = upload(std::vector<int64_t>(1000));
  LargeClosure closure{data<int64_t>(out), {}};
  std::iota(std::begin(closure.numbers), std::end(closure.numbers), 3);
  EXPECT_EQ(run([&] { return map(1000, kernel, closure); }), PLANISH_OK);
  EXPECT_EQ(download<int64_t>(out),
            std::vector<int64_t>(std::begin(closure.numbers), std::end(closure.numbers)));
  free(out);
}

// Sums of blocks by a tree in shared memory.
void sum_blocks(const void* closure, const planish_launch*) {
  const auto& arrays = *static_cast<const Arrays*>(closure);
  auto* shared = static_cast<int64_t*>(planish_emulator_shared());
  const uint32_t thread = planish_emulator_thread();
  shared[thread] = arrays.in[global_thread()];
  planish_emulator_barrier();
  for (uint32_t half = planish_emulator_threads() / 2; half > 0; half /= 2) {
    if (thread < half) shared[thread] += shared[thread + half];
    planish_emulator_barrier();
  }
  if (thread == 0) arrays.out[planish_emulator_block()] = shared[0];
}

TEST_F(DeviceLaunch, BarriersOrderTheThreadsOfABlock) {
  const int32_t kernel = program_.add("sum_blocks", sum_blocks);
  for (uint64_t seed = 1; seed < 5; seed++) {
    emulated_.seed = seed;
    open();
    std::vector<int64_t> values(640);
    std::iota(values.begin(), values.end(), 0);
    planish_block* in = upload(values);
    planish_block* out = upload(std::vector<int64_t>(10));
    const Arrays arrays{data<int64_t>(out), data<int64_t>(in)};
    KernelLaunch launch;
    launch.kernel = kernel;
    launch.blocks = 10;
    launch.shared_bytes = 64 * 8;
    launch.closure = &arrays;
    launch.closure_bytes = sizeof arrays;
    EXPECT_EQ(run([&] { return DeviceContext::of(context_).launch(launch); }), PLANISH_OK);
    std::vector<int64_t> sums;
    for (int64_t block = 0; block < 10; block++) sums.push_back(64 * (block * 64) + 63 * 32);
    EXPECT_EQ(download<int64_t>(out), sums);
    free(in);
    free(out);
    EXPECT_EQ(planish_memory(context_).in_use, 0);
    planish_context_delete(std::exchange(context_, nullptr));
  }
}

struct WarpResults {
  uint32_t* up;
  uint32_t* down;
  uint32_t* any;
  uint32_t* ballots;
  uint32_t* some;
};

TEST_F(DeviceLaunch, LanesOfAWarpSeeEachOther) {
  const int32_t kernel = program_.add("warps", [](const void* closure, const planish_launch*) {
    const auto& results = *static_cast<const WarpResults*>(closure);
    const uint32_t i = global_thread();
    results.up[i] = planish_emulator_shuffle_up(i * 10, 3);
    results.down[i] = planish_emulator_shuffle_down(i * 10, 3);
    results.any[i] = planish_emulator_shuffle(i * 10, 31 - i % 32);
    planish_emulator_warp_barrier();
    results.ballots[i] = planish_emulator_ballot(i % 3 == 0);
    results.some[i] = planish_emulator_barrier_or(i == 70);
  });
  open();
  std::vector<planish_block*> blocks;
  for (int i = 0; i < 5; i++) blocks.push_back(upload(std::vector<uint32_t>(128)));
  const WarpResults results{data<uint32_t>(blocks[0]), data<uint32_t>(blocks[1]),
                            data<uint32_t>(blocks[2]), data<uint32_t>(blocks[3]),
                            data<uint32_t>(blocks[4])};
  EXPECT_EQ(run([&] { return map(128, kernel, results); }), PLANISH_OK);
  const auto up = download<uint32_t>(blocks[0]);
  const auto down = download<uint32_t>(blocks[1]);
  const auto any = download<uint32_t>(blocks[2]);
  const auto ballots = download<uint32_t>(blocks[3]);
  const auto some = download<uint32_t>(blocks[4]);
  for (uint32_t i = 0; i < 128; i++) {
    const uint32_t lane = i % 32;
    const uint32_t warp = i - lane;
    EXPECT_EQ(up[i], (lane < 3 ? i : i - 3) * 10);
    EXPECT_EQ(down[i], (lane > 28 ? i : i + 3) * 10);
    EXPECT_EQ(any[i], (warp + 31 - lane) * 10);
    uint32_t ballot = 0;
    for (uint32_t k = 0; k < 32; k++) ballot |= ((warp + k) % 3 == 0 ? 1u : 0u) << k;
    EXPECT_EQ(ballots[i], ballot);
    EXPECT_EQ(some[i], i < 64 ? 0u : 1u);
  }
  for (planish_block* block : blocks) free(block);
}

// Each block waits for the one before it.
TEST_F(DeviceLaunch, ABlockMayWaitForThoseBefore) {
  const int32_t kernel = program_.add("chain", [](const void* closure, const planish_launch*) {
    auto* sums = *static_cast<uint32_t* const*>(closure);
    const uint32_t block = planish_emulator_block();
    if (planish_emulator_thread() == 0) {
      uint32_t before = 0;
      while (block > 0 && (before = __atomic_load_n(&sums[block - 1], __ATOMIC_ACQUIRE)) == 0)
        planish_emulator_pause();
      __atomic_store_n(&sums[block], before + 1, __ATOMIC_RELEASE);
    }
    planish_emulator_barrier();
  });
  open();
  planish_block* out = upload(std::vector<uint32_t>(100));
  EXPECT_EQ(run([&] { return map(6400, kernel, data<uint32_t>(out)); }), PLANISH_OK);
  std::vector<uint32_t> expected(100);
  std::iota(expected.begin(), expected.end(), 1);
  EXPECT_EQ(download<uint32_t>(out), expected);
  free(out);
}

// ---- What is wrong with kernels

struct WrongKernel {
  const char* name;
  TestProgram::Kernel kernel;
  const char* expected;
};

class DeviceWrongKernel : public DeviceTest, public ::testing::WithParamInterface<WrongKernel> {};

const WrongKernel kWrongKernels[] = {
    {"missed_barrier",
     [](const void*, const planish_launch*) {
       if (planish_emulator_thread() != 5) planish_emulator_barrier();
     },
     "kernel missed_barrier: not all threads reach a barrier"},
    {"missed_shuffle",
     [](const void*, const planish_launch*) {
       if (planish_emulator_thread() % 2 == 0) planish_emulator_shuffle_up(1, 1);
     },
     "kernel missed_shuffle: not all threads reach a shuffle_up"},
    {"other_barrier",
     [](const void*, const planish_launch*) {
       if (planish_emulator_thread() < 32)
         planish_emulator_barrier();
       else
         planish_emulator_barrier_or(1);
     },
     "kernel other_barrier: not all threads reach a barrier"},
    {"divergent_warp",
     [](const void*, const planish_launch*) {
       if (planish_emulator_thread() % 32 == 0)
         planish_emulator_barrier();
       else
         planish_emulator_ballot(1);
     },
     "kernel divergent_warp: threads wait for each other without end"},
    {"waits_for_the_next",
     [](const void* closure, const planish_launch*) {
       auto* flags = *static_cast<uint32_t* const*>(closure);
       const uint32_t block = planish_emulator_block();
       __atomic_store_n(&flags[block], 1, __ATOMIC_RELEASE);
       while (block + 4 < planish_emulator_blocks() &&
              __atomic_load_n(&flags[block + 4], __ATOMIC_ACQUIRE) != 1)
         planish_emulator_pause();
     },
     "kernel waits_for_the_next: blocks wait without end"},
    {"silent",
     [](const void*, const planish_launch* launch) { launch->state->arena_too_small = 1; },
     "kernel silent: what it found is not noticed"},
};

TEST_P(DeviceWrongKernel, IsFoundOut) {
  const int32_t kernel = program_.add(GetParam().name, GetParam().kernel);
  const int32_t good = program_.add("good", [](const void*, const planish_launch*) {});
  open();
  planish_block* flags = upload(std::vector<uint32_t>(64));
  EXPECT_EQ(run([&] { return map(640, kernel, data<uint32_t>(flags)); }), PLANISH_FAILED);
  EXPECT_EQ(message().substr(0, std::string(GetParam().expected).size()), GetParam().expected);
  EXPECT_EQ(run([&] { return map(1, good, 0); }), PLANISH_FAILED);
  EXPECT_EQ(message(), "the device context is broken by an earlier fault");
  free(flags);
}

INSTANTIATE_TEST_SUITE_P(All, DeviceWrongKernel, ::testing::ValuesIn(kWrongKernels),
                         [](const auto& test) { return test.param.name; });

TEST_F(DeviceLaunch, TooMuchSharedMemoryIsRefused) {
  const int32_t kernel = program_.add("greedy", [](const void*, const planish_launch*) {});
  open();
  KernelLaunch launch;
  launch.kernel = kernel;
  launch.shared_bytes = 1 << 20;
  EXPECT_EQ(run([&] { return DeviceContext::of(context_).launch(launch); }), PLANISH_FAILED);
  EXPECT_EQ(message(),
            "kernel greedy: it needs 1048576 bytes of shared memory, and there are 16384");
}

TEST_F(DeviceLaunch, HostCodeCannotTouchTheDevice) {
  if (PLANISH_ASAN) GTEST_SKIP() << "AddressSanitizer does not let a process with fibers fork";
  program_.add("none", [](const void*, const planish_launch*) {});
  open();
  // In a process of its own, whatever threads this one has.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  // Of every size, and also where many small ones lie.
  std::vector<planish_block*> blocks;
  for (const size_t bytes : {24, 60'000, 70'000, 1'000'000, 3'000'000, 20'000'000})
    blocks.push_back(upload(std::vector<uint8_t>(bytes)));
  for (int i = 0; i < 60; i++) blocks.push_back(upload(std::vector<uint8_t>(50'000)));
  for (const size_t number : {0, 1, 2, 3, 4, 5, 65}) {
    auto* first = static_cast<volatile uint8_t*>(planish_device_data(blocks[number]));
    EXPECT_DEATH(*first = 1, "") << number;
    EXPECT_DEATH(first[blocks[number]->bytes - 1] = 1, "") << number;
  }
  for (planish_block* block : blocks) free(block);
}

TEST_F(DeviceLaunch, LaunchesCanBeMadeToFail) {
  emulated_.fail_launch = 2;
  const int32_t kernel = program_.add("good", [](const void*, const planish_launch*) {});
  open();
  EXPECT_EQ(run([&] { return map(1, kernel, 0); }), PLANISH_OK);
  EXPECT_EQ(run([&] { return map(1, kernel, 0); }), PLANISH_FAILED);
  EXPECT_EQ(message(), "kernel good: the launch failed");
  EXPECT_EQ(run([&] { return map(1, kernel, 0); }), PLANISH_OK);
}

TEST_F(DeviceLaunch, AFaultBreaksTheContext) {
  emulated_.fault = 2;
  const int32_t kernel = program_.add("good", [](const void*, const planish_launch*) {});
  open();
  EXPECT_EQ(run([&] { return map(1, kernel, 0); }), PLANISH_OK);
  EXPECT_EQ(run([&] { return map(1, kernel, 0); }), PLANISH_FAILED);
  EXPECT_EQ(message(), "kernel good: the launch failed");
  EXPECT_EQ(run([] { return 0; }), PLANISH_FAILED);
  EXPECT_EQ(message(), "the device context is broken by an earlier fault");
}

TEST_F(DeviceLaunch, OptionsOfTheEmulatorAreWords) {
  EXPECT_EQ(emulator::read_options("seed=7,protect=0,fail_launch=3", emulated_), "");
  EXPECT_EQ(emulated_.seed, 7u);
  EXPECT_EQ(emulated_.protection, emulator::Protection::Off);
  EXPECT_EQ(emulated_.fail_launch, 3);
  for (const char* wrong : {"seed", "seed=", "seed=x", "sed=1", "seed=1x"})
    EXPECT_EQ(emulator::read_options(wrong, emulated_),
              "PLANISH_EMULATOR: `" + std::string(wrong) + "` is no option");
}

}  // namespace
}  // namespace planish::device
