#include <fmt/format.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <functional>
#include <thread>

#include "runtime_testing.h"
#include "support/prim.h"

namespace planish::native {
namespace {

const char* const kPath[] = {"a.fut:1:2-3", "b.fut:4:5-6"};

int32_t prim(Prim of) { return static_cast<int32_t>(of); }

TEST(RuntimeFailure, AMessageShowsValuesAsTheInterpreterDoes) {
  TestContext context;
  const planish_message_part parts[] = {
      {"i8 ", 0},     {nullptr, prim(Prim::I8)},   {", u8 ", 0},  {nullptr, prim(Prim::U8)},
      {", i64 ", 0},  {nullptr, prim(Prim::I64)},  {", f32 ", 0}, {nullptr, prim(Prim::F32)},
      {", f64 ", 0},  {nullptr, prim(Prim::F64)},  {", f16 ", 0}, {nullptr, prim(Prim::F16)},
      {", bool ", 0}, {nullptr, prim(Prim::Bool)}, {", ", 0},     {nullptr, prim(Prim::Unit)}};
  const planish_check_site site{parts, std::size(parts), kPath, 2};
  const uint64_t values[] = {0xFF,
                             0xFF,
                             static_cast<uint64_t>(int64_t{-5}),
                             std::bit_cast<uint32_t>(0.1f),
                             std::bit_cast<uint64_t>(1e100),
                             0x3C00,
                             1,
                             0};
  EXPECT_EQ(context.run([&] { return planish_fail(context, &site, values); }), PLANISH_FAILED);
  EXPECT_EQ(context.message(), "i8 -1, u8 255, i64 -5, f32 0.1, f64 1e+100, f16 1, bool true, ()");
  EXPECT_EQ(context.path(), (std::vector<std::string>{"a.fut:1:2-3", "b.fut:4:5-6"}));
  // It is forgotten with the next run.
  EXPECT_EQ(context.run([] { return PLANISH_OK; }), PLANISH_OK);
  EXPECT_EQ(context.message(), "");
  EXPECT_TRUE(context.path().empty());
}

TEST(RuntimeFailure, OfManyCallsThoseAtTheEndsAreTold) {
  const planish_message_part part{"stop", 0};
  const planish_check_site site{&part, 1, kPath, 1};
  for (size_t calls : {0, 1, 17, 18, 1000}) {
    TestContext context;
    std::vector<std::string> names;
    std::vector<const char*> texts;
    for (size_t i = 0; i < calls; i++) names.push_back("call " + std::to_string(i));
    for (const std::string& name : names) texts.push_back(name.c_str());
    context.run([&] {
      const int32_t status = planish_fail(context, &site, nullptr);
      for (const char* const& text : texts) planish_add_caller(context, &text, 1);
      return status;
    });
    std::vector<std::string> expected{kPath[0]};
    if (calls <= 17) {
      expected.insert(expected.end(), names.begin(), names.end());
    } else {
      expected.insert(expected.end(), names.begin(), names.begin() + 12);
      expected.push_back(fmt::format("… {} more calls …", calls - 16));
      expected.insert(expected.end(), names.end() - 4, names.end());
    }
    EXPECT_EQ(context.path(), expected) << calls;
  }
}

TEST(RuntimeFailure, OfManyTasksThatFailOneIsTold) {
  TestContext context;
  const planish_message_part parts[] = {{"item ", 0}, {nullptr, prim(Prim::I64)}};
  static constexpr const char* kCallers[] = {"call of 0", "call of 1", "call of 2", "call of 3"};
  struct Closure {
    planish_check_site site;
    std::atomic<int64_t> failed = 0;
  } closure{{parts, 2, kPath, 1}, 0};
  for (int round = 0; round < 50; round++) {
    const int32_t status = context.run([&] {
      const int32_t inner = planish_parallel_for(
          context, 1000, 100'000,
          [](planish_context* cx, void* untyped, int64_t begin, int64_t) {
            auto& own = *static_cast<Closure*>(untyped);
            own.failed++;
            const auto item = static_cast<uint64_t>(begin % 4);
            const int32_t failed = planish_fail(cx, &own.site, &item);
            planish_add_caller(cx, &kCallers[item], 1);
            return failed;
          },
          &closure);
      planish_add_caller(context, &kPath[1], 1);
      return inner;
    });
    EXPECT_EQ(status, PLANISH_FAILED);
    ASSERT_EQ(context.message().size(), 6u);
    const char item = context.message().back();
    EXPECT_EQ(context.path(),
              (std::vector<std::string>{kPath[0], std::string("call of ") + item, kPath[1]}));
  }
}

TEST(RuntimeContext, DeepRecursionIsAFailure) {
  struct Recursion {
    planish_context* context;
    int64_t depth = 0;
    int32_t go(volatile char* before) {
      volatile char frame[1024];
      frame[0] = before == nullptr ? 1 : *before;
      depth++;
      const int32_t status = planish_check_stack(context);
      return status != PLANISH_OK ? status : go(frame) + (frame[0] & 0);
    }
  };
  planish_config config = TestContext::with_threads(4);
  config.stack_bytes = 32 << 20;
  TestContext context(config);
  Recursion recursion{context};
  const auto deep = [&] { return context.run_deep([&] { return recursion.go(nullptr); }); };
  EXPECT_EQ(context.run(deep), PLANISH_FAILED);
  EXPECT_EQ(context.message(), "recursion too deep");
  EXPECT_GT(recursion.depth, 30'000);
  // And in a task, whose stack is smaller.
  struct Closure {
    planish_context* context;
  } closure{context};
  EXPECT_EQ(context.run([&] {
    return planish_parallel_for(
        context, 8, 1'000'000,
        [](planish_context*, void* untyped, int64_t, int64_t) {
          Recursion own{static_cast<Closure*>(untyped)->context};
          return own.go(nullptr);
        },
        &closure);
  }),
            PLANISH_FAILED);
  EXPECT_EQ(context.message(), "recursion too deep");
}

TEST(RuntimeContext, TheStackIsTheCallersIfAsked) {
  planish_config config = TestContext::with_threads(1);
  config.stack_bytes = 0;
  TestContext here(config);
  TestContext elsewhere;
  std::thread::id id;
  const auto tell = [&] {
    id = std::this_thread::get_id();
    return PLANISH_OK;
  };
  here.run([&] { return here.run_deep(tell); });
  EXPECT_EQ(id, std::this_thread::get_id());
  elsewhere.run([&] { return elsewhere.run_deep(tell); });
  EXPECT_NE(id, std::this_thread::get_id());
}

TEST(RuntimeContext, ALargeStackIsAnotherOnlyIfItIsNeeded) {
  TestContext context;
  std::thread::id shallow;
  std::thread::id deep;
  const auto tell = [](std::thread::id& id) {
    id = std::this_thread::get_id();
    return PLANISH_OK;
  };
  const auto both = [&] {
    tell(shallow);
    return context.run_deep([&] { return tell(deep); });
  };
  context.run(both);
  EXPECT_EQ(shallow, std::this_thread::get_id());
  EXPECT_NE(deep, std::this_thread::get_id());
  // From a thread with little stack even the shallow part runs elsewhere, and stays there.
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size_t{1} << 20);
  std::function<void()> code = [&] { context.run(both); };
  pthread_t thread{};
  ASSERT_EQ(pthread_create(
                &thread, &attributes,
                [](void* untyped) -> void* {
                  (*static_cast<std::function<void()>*>(untyped))();
                  return nullptr;
                },
                &code),
            0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  EXPECT_EQ(shallow, deep);
}

TEST(RuntimeContext, TraceShowsValues) {
  std::string shown;
  planish_config config = TestContext::with_threads(1);
  config.trace = [](void* closure, const char* text, size_t length) {
    static_cast<std::string*>(closure)->append(text, length);
  };
  config.trace_closure = &shown;
  TestContext context(config);
  context.run([&] {
    const int32_t elements[] = {1, 2, 3, 4, 5, 6};
    const int64_t dims[] = {2, 3};
    const int64_t none[] = {0, 3};
    planish_trace(context, "xs", prim(Prim::I32), 2, dims, elements);
    planish_trace(context, "", prim(Prim::I32), 0, nullptr, elements);
    planish_trace(context, "none", prim(Prim::F64), 2, none, nullptr);
    return PLANISH_OK;
  });
  EXPECT_EQ(shown,
            "xs: [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]]\nTrace: 1i32\nnone: empty([0][3]f64)\n");
}

// AddressSanitizer says so if the context does not free the block.
TEST(RuntimeContext, ConstantsKeepTheirPlacesAndAreFreed) {
  planish_context* context = planish_context_new(nullptr);
  planish_slot* constants = planish_constants(context, 3);
  EXPECT_EQ(constants[2].block, nullptr);
  EXPECT_EQ(constants[2].scalar, 0u);
  planish_block* block = planish_allocate(context, 100);
  constants[1].block = block;
  constants[2].scalar = 7;
  for (int64_t count : {3, 5}) {
    constants = planish_constants(context, count);
    EXPECT_EQ(constants[1].block, block);
    EXPECT_EQ(constants[2].scalar, 7u);
  }
  EXPECT_EQ(constants[4].block, nullptr);
  planish_context_delete(context);
}

TEST(RuntimeContext, ARunIsInterrupted) {
  for (int32_t threads : {1, 4}) {
    TestContext context(threads);
    std::atomic<unsigned char> interrupt = 0;
    std::atomic<int64_t> done = 0;
    std::thread stopper([&] {
      while (done < 10) std::this_thread::yield();
      interrupt = 1;
    });
    const int32_t status = context.run(
        [&] {
          int32_t inner = PLANISH_OK;
          while (inner == PLANISH_OK) {
            inner = planish_parallel_for(
                context, 1000, 10'000,
                [](planish_context*, void* count, int64_t, int64_t) {
                  ++*static_cast<std::atomic<int64_t>*>(count);
                  return int32_t{PLANISH_OK};
                },
                &done);
            if (inner == PLANISH_OK) inner = planish_check_cancelled(context);
          }
          return inner;
        },
        reinterpret_cast<const unsigned char*>(&interrupt));
    stopper.join();
    EXPECT_EQ(status, PLANISH_CANCELLED);
    EXPECT_EQ(context.message(), "");
    // The next run is a new one.
    EXPECT_EQ(context.run([&] { return planish_check_cancelled(context); }), PLANISH_OK);
  }
}

TEST(RuntimeContext, ARunIsCancelled) {
  TestContext context;
  std::atomic<bool> started = false;
  std::thread stopper([&] {
    while (!started) std::this_thread::yield();
    planish_cancel(context);
  });
  EXPECT_EQ(context.run([&] {
    started = true;
    int32_t status = PLANISH_OK;
    while (status == PLANISH_OK) status = planish_check_cancelled(context);
    return status;
  }),
            PLANISH_CANCELLED);
  stopper.join();
}

TEST(RuntimeContext, ManyThreadsCallSeveralContexts) {
  TestContext one(2);
  TestContext two(3);
  std::atomic<int64_t> sums[2] = {0, 0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; t++) {
    threads.emplace_back([&, t] {
      TestContext& context = t % 2 == 0 ? one : two;
      for (int round = 0; round < 20; round++) {
        const int32_t status = context.run([&] {
          return planish_parallel_for(
              context, 100, 2000,
              [](planish_context* cx, void* sum, int64_t begin, int64_t end) {
                const Freed freed(cx, planish_allocate(cx, 500));
                for (int64_t i = begin; i < end; i++) *static_cast<std::atomic<int64_t>*>(sum) += i;
                return int32_t{PLANISH_OK};
              },
              &sums[t % 2]);
        });
        EXPECT_EQ(status, PLANISH_OK);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(sums[0], 60 * 4950);
  EXPECT_EQ(sums[1], 60 * 4950);
}

}  // namespace
}  // namespace planish::native
