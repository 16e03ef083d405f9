// What kernels see of a context: a state on the device that records what went wrong, and two words
// of host memory that they access while they run.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "runtime/device/driver.h"

namespace planish::device {

class DeviceState {
 public:
  using Tuning = std::map<std::string, int64_t, std::less<>>;

  explicit DeviceState(Driver& driver) : driver_(driver) {}
  ~DeviceState();
  DeviceState(const DeviceState&) = delete;
  DeviceState& operator=(const DeviceState&) = delete;

  // Once, before anything is launched. Tuning parameters stay as they are.
  Result make(const planish_device_program& program, const Tuning& tuning);

  planish_device_state* on_device() const { return on_device_; }
  // Words on the device by which blocks of a kernel find out which of them is the last: so many, all
  // of them 0 before a kernel and after it.
  static constexpr int64_t kTickets = 2048;
  uint32_t* tickets() const { return tickets_; }

  // Kernels stop; called by any thread.
  void cancel() { __atomic_store_n(cancelled_, uint8_t{1}, __ATOMIC_RELAXED); }
  bool is_cancelled() const { return __atomic_load_n(cancelled_, __ATOMIC_RELAXED) != 0; }
  // Waits until all that was queued has stopped; later kernels run again.
  Result forget_cancelled();
  // Kernels look at this byte of the host instead of the one that cancel() sets.
  Result watch(const volatile uint8_t* byte);
  // They look at their own again.
  Result stop_watching();

  // Something went wrong in a kernel that is done.
  bool has_notice() const { return *noticed_ != 0; }
  // Gives what kernels wrote, and later ones find nothing of it.
  Result take(planish_device_state& found, const std::function<void()>& poll);

  // Threads whose stack is too small fail, instead of asking for a larger one.
  bool stack_is_largest() const { return fresh_.stack_is_largest != 0; }
  Result set_stack_is_largest(bool is_largest);

  const planish_device_traces& traces() const { return fresh_.traces; }
  // Room for so many words.
  Result grow_traces(uint64_t words);

 private:
  Result make_tuned(const planish_device_program& program, const Tuning& tuning);
  Result set_cancelled(const volatile uint8_t* byte);
  Result reset();

  Driver& driver_;
  planish_device_state* on_device_ = nullptr;
  uint32_t* tickets_ = nullptr;                      // on the device, behind the state
  planish_device_state fresh_{};                     // what it is when nothing went wrong
  volatile uint8_t* cancelled_ = nullptr;            // on the host
  volatile uint32_t* noticed_ = nullptr;             // on the host
  const volatile uint8_t* own_cancelled_ = nullptr;  // the same as cancelled_, on the device
};

}  // namespace planish::device
