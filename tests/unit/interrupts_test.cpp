// Which signals are one Ctrl-C.
#include "runtime/interrupts.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace planish::runtime {
namespace {

TEST(Interrupts, ASignalRightAfterTheFirstIsTheSameCtrlC) {
  Interrupts interrupts;
  EXPECT_FALSE(interrupts.came());
  EXPECT_EQ(interrupts.count(), Interrupts::Which::First);
  EXPECT_TRUE(interrupts.came());
  EXPECT_EQ(interrupts.count(), Interrupts::Which::Same);
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  EXPECT_EQ(interrupts.count(), Interrupts::Which::Later);
  interrupts.reset();
  EXPECT_FALSE(interrupts.came());
  EXPECT_EQ(interrupts.count(), Interrupts::Which::First);
}

}  // namespace
}  // namespace planish::runtime
