// Races that kernels have, and those that they only seem to have.
#include "device_testing.h"

namespace planish::device {
namespace {

// Accesses as generated code makes them where races are looked for.
template <class T>
T load(const T* at) {
  planish_emulator_watch_read(at, sizeof(T));
  return *static_cast<const volatile T*>(at);
}
template <class T>
void store(T* at, T value) {
  planish_emulator_watch_write(at, sizeof(T));
  *static_cast<volatile T*>(at) = value;
}
uint32_t load_atomic(const uint32_t* at, int order) {
  planish_emulator_watch_atomic(
      at, 4, PLANISH_ATOMIC_READS | (order == __ATOMIC_ACQUIRE ? PLANISH_ATOMIC_ACQUIRES : 0));
  return __atomic_load_n(at, __ATOMIC_ACQUIRE);
}
void store_atomic(uint32_t* at, uint32_t value, int order) {
  planish_emulator_watch_atomic(
      at, 4, PLANISH_ATOMIC_WRITES | (order == __ATOMIC_RELEASE ? PLANISH_ATOMIC_RELEASES : 0));
  __atomic_store_n(at, value, __ATOMIC_RELEASE);
}
uint32_t add_atomic(uint32_t* at, uint32_t value, int order) {
  planish_emulator_watch_atomic(
      at, 4,
      PLANISH_ATOMIC_READS | PLANISH_ATOMIC_WRITES |
          (order == __ATOMIC_ACQ_REL ? PLANISH_ATOMIC_ACQUIRES | PLANISH_ATOMIC_RELEASES : 0));
  return __atomic_fetch_add(at, value, __ATOMIC_ACQ_REL);
}

// What a kernel of two blocks gets, zeros.
struct Memory {
  uint32_t* words;
  uint8_t* bytes() const { return reinterpret_cast<uint8_t*>(words); }
};
uint32_t* shared_words() { return static_cast<uint32_t*>(planish_emulator_shared()); }
uint32_t thread() { return planish_emulator_thread(); }

class DeviceRaces : public DeviceTest {
 protected:
  using Body = void (*)(const Memory&);
  struct Tried {
    Memory memory;
    Body body;
  };

  // Runs two blocks with several seeds. Empty if there is no race; otherwise how the message begins,
  // which does not depend on the order of threads.
  std::string race(Body body) {
    program_ = {};
    const int32_t kernel = program_.add(
        "tried",
        [](const void* closure, const planish_launch*) {
          const auto& tried = *static_cast<const Tried*>(closure);
          tried.body(tried.memory);
        },
        PLANISH_KERNEL_WATCHED);
    std::string found;
    for (uint64_t seed = 1; seed <= 4; seed++) {
      emulated_.seed = seed;
      open();
      planish_block* block = upload(std::vector<uint32_t>(1000));
      const Tried tried{{data<uint32_t>(block)}, body};
      KernelLaunch launch;
      launch.kernel = kernel;
      launch.blocks = 2;
      launch.shared_bytes = 1024;
      launch.closure = &tried;
      launch.closure_bytes = sizeof tried;
      const int32_t status = run([&] { return DeviceContext::of(context_).launch(launch); });
      whole_ = status == PLANISH_OK ? "" : message();
      const std::string text = whole_.substr(0, whole_.find(','));
      EXPECT_TRUE(seed == 1 || text.empty() == found.empty()) << text << found;
      found = text;
      free(block);
      planish_context_delete(std::exchange(context_, nullptr));
    }
    return found.empty() ? "" : found.substr(0, found.find(':', found.find("a race")));
  }

  std::string whole_;  // of the last run
};

constexpr const char* kInShared = "kernel tried: a race at byte 0 of shared memory";
constexpr const char* kInArray = "kernel tried: a race at byte 0 of an array of 4000 bytes";

TEST_F(DeviceRaces, SharedMemoryNeedsBarriers) {
  const auto found = race([](const Memory&) {
    if (thread() == 0) store(shared_words(), uint32_t{7});
    if (thread() == 40) load(shared_words());
  });
  EXPECT_EQ(found, kInShared);
  const auto none = race([](const Memory&) {
    if (thread() == 0) store(shared_words(), uint32_t{7});
    planish_emulator_barrier();
    if (thread() == 40) load(shared_words());
    planish_emulator_barrier_or(0);
    if (thread() == 1) store(shared_words(), uint32_t{8});
  });
  EXPECT_EQ(none, "");
}

TEST_F(DeviceRaces, ABarrierMayComeTooEarly) {
  const auto found = race([](const Memory&) {
    for (uint32_t round = 0; round < 2; round++) {
      if (thread() == 0) store(shared_words(), round);
      planish_emulator_barrier();
      load(shared_words());
    }
  });
  EXPECT_EQ(found, kInShared);
}

TEST_F(DeviceRaces, WarpsHaveBarriersOfTheirOwn) {
  const auto in_warp = race([](const Memory&) {
    if (thread() == 0) store(shared_words(), uint32_t{7});
    planish_emulator_warp_barrier();
    if (thread() == 31) load(shared_words());
  });
  EXPECT_EQ(in_warp, "");
  const auto beside = race([](const Memory&) {
    if (thread() == 0) store(shared_words(), uint32_t{7});
    planish_emulator_warp_barrier();
    if (thread() == 32) load(shared_words());
  });
  EXPECT_EQ(beside, kInShared);
  const auto shuffled = race([](const Memory&) {
    if (thread() == 0) store(shared_words(), uint32_t{7});
    planish_emulator_shuffle(1, 0);
    planish_emulator_ballot(1);
    if (thread() == 31) load(shared_words());
  });
  EXPECT_EQ(shuffled, kInShared);
}

TEST_F(DeviceRaces, BlocksAreNotOrderedByBarriers) {
  const auto found = race([](const Memory& memory) {
    planish_emulator_barrier();
    if (thread() == 0) store(memory.words, planish_emulator_block());
    planish_emulator_barrier();
  });
  EXPECT_EQ(found, kInArray);
  EXPECT_NE(whole_.find("a write of 4 bytes by thread 0 of block"), std::string::npos) << whole_;
  EXPECT_NE(whole_.find("and nothing orders them"), std::string::npos) << whole_;
}

// The second block waits for a flag of the first.
template <int kRelease, int kAcquire>
void hand_over(const Memory& memory) {
  if (thread() == 0 && planish_emulator_block() == 0) {
    store(memory.words, uint32_t{7});
    store_atomic(memory.words + 10, 1, kRelease);
  } else if (thread() == 0) {
    while (load_atomic(memory.words + 10, kAcquire) == 0) planish_emulator_pause();
  }
  planish_emulator_barrier();
  if (planish_emulator_block() == 1 && thread() == 33) load(memory.words);
}

TEST_F(DeviceRaces, BlocksAreOrderedByReleaseAndAcquire) {
  EXPECT_EQ(race(hand_over<__ATOMIC_RELEASE, __ATOMIC_ACQUIRE>), "");
  EXPECT_EQ(race(hand_over<__ATOMIC_RELEASE, __ATOMIC_RELAXED>), kInArray);
  EXPECT_EQ(race(hand_over<__ATOMIC_RELAXED, __ATOMIC_ACQUIRE>), kInArray);
  emulated_.forgotten.acquire = 1;
  EXPECT_EQ(race(hand_over<__ATOMIC_RELEASE, __ATOMIC_ACQUIRE>), kInArray);
}

template <bool kFirst, bool kSecond>
void hand_over_by_fences(const Memory& memory) {
  if (thread() != 0) return;
  if (planish_emulator_block() == 0) {
    store(memory.words, uint32_t{7});
    if (kFirst) planish_emulator_fence();
    store_atomic(memory.words + 10, 1, __ATOMIC_RELAXED);
  } else {
    while (load_atomic(memory.words + 10, __ATOMIC_RELAXED) == 0) planish_emulator_pause();
    if (kSecond) planish_emulator_fence();
    load(memory.words);
  }
}

TEST_F(DeviceRaces, FencesOrderWithRelaxedOperations) {
  EXPECT_EQ(race(hand_over_by_fences<true, true>), "");
  EXPECT_EQ(race(hand_over_by_fences<false, true>), kInArray);
  EXPECT_EQ(race(hand_over_by_fences<true, false>), kInArray);
}

// The last one to come reads what all have written.
template <int kOrder>
void last_reads_all(const Memory& memory) {
  const uint32_t number = planish_emulator_block() * 64 + thread();
  store(memory.words + number, number);
  if (add_atomic(memory.words + 900, 1, kOrder) != 127) return;
  for (uint32_t i = 0; i < 128; i++) load(memory.words + i);
}

TEST_F(DeviceRaces, TicketsOrderAllThatCameBefore) {
  EXPECT_EQ(race(last_reads_all<__ATOMIC_ACQ_REL>), "");
  EXPECT_NE(race(last_reads_all<__ATOMIC_RELAXED>), "");
}

TEST_F(DeviceRaces, AtomicOperationsAndPlainOnes) {
  const auto all_atomic = race([](const Memory& memory) {
    add_atomic(memory.words, 1, __ATOMIC_RELAXED);
    load_atomic(memory.words, __ATOMIC_RELAXED);
  });
  EXPECT_EQ(all_atomic, "");
  const auto read_plainly = race([](const Memory& memory) {
    add_atomic(memory.words, 1, __ATOMIC_RELAXED);
    if (thread() == 5) load(memory.words);
  });
  EXPECT_EQ(read_plainly, kInArray);
  const auto written_plainly = race([](const Memory& memory) {
    if (thread() == 5) store(memory.words, uint32_t{9});
    add_atomic(memory.words, 1, __ATOMIC_RELAXED);
  });
  EXPECT_EQ(written_plainly, kInArray);
}

TEST_F(DeviceRaces, LocksOrder) {
  const auto none = race([](const Memory& memory) {
    while (true) {
      planish_emulator_watch_atomic(
          memory.words + 1, 4,
          PLANISH_ATOMIC_READS | PLANISH_ATOMIC_WRITES | PLANISH_ATOMIC_ACQUIRES);
      if (__atomic_exchange_n(memory.words + 1, 1, __ATOMIC_ACQUIRE) == 0) break;
      planish_emulator_pause();
    }
    store(memory.words, load(memory.words) + 1);
    store_atomic(memory.words + 1, 0, __ATOMIC_RELEASE);
  });
  EXPECT_EQ(none, "");
}

TEST_F(DeviceRaces, BytesOfAWordAreTheirOwn) {
  const auto none = race([](const Memory& memory) {
    store(memory.bytes() + planish_emulator_block() * 64 + thread(), uint8_t{1});
  });
  EXPECT_EQ(none, "");
  const auto found = race([](const Memory& memory) {
    if (planish_emulator_block() == 0 && thread() == 0) store(memory.words, uint32_t{1});
    if (planish_emulator_block() == 1 && thread() == 3) load(memory.bytes() + 3);
  });
  EXPECT_EQ(found, "kernel tried: a race at byte 3 of an array of 4000 bytes");
}

TEST_F(DeviceRaces, TheSameValueMayBeWrittenTwice) {
  const auto same = race([](const Memory& memory) { store(memory.words, uint32_t{9}); });
  EXPECT_EQ(same, "");
  const auto different = race([](const Memory& memory) { store(memory.words, thread()); });
  EXPECT_EQ(different, kInArray);
  const auto read_too = race([](const Memory& memory) {
    store(memory.words, uint32_t{9});
    load(memory.words);
  });
  EXPECT_EQ(read_too, kInArray);
}

TEST_F(DeviceRaces, LaunchesAreOrdered) {
  const int32_t kernel = program_.add(
      "increment",
      [](const void* closure, const planish_launch*) {
        const auto& memory = *static_cast<const Memory*>(closure);
        const uint32_t own = all_threads() - 1 - global_thread();
        store(memory.words + own, load(memory.words + own) + 1);
        if (global_thread() == 0) load(memory.words + all_threads() - 1);
      },
      PLANISH_KERNEL_WATCHED);
  open();
  planish_block* block = upload(std::vector<uint32_t>(1000));
  const Memory memory{data<uint32_t>(block)};
  EXPECT_EQ(run([&] {
              const int32_t status = map(900, kernel, memory);
              return status == PLANISH_OK ? map(300, kernel, memory) : status;
            }),
            PLANISH_OK)
      << message();
  free(block);
}

}  // namespace
}  // namespace planish::device
