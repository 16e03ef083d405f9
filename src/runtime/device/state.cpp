#include "runtime/device/state.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace planish::device {
namespace {

// Where the words are in mapped memory; a line of the cache for each.
constexpr int64_t kCancelledAt = 0;
constexpr int64_t kNoticedAt = 64;
constexpr int64_t kMappedBytes = 128;
constexpr uint64_t kLeastTraceRoom = 1 << 13;  // words

// Where tickets are behind the state.
constexpr int64_t kTicketsAt = (int64_t{sizeof(planish_device_state)} + 255) / 256 * 256;

template <class T>
T* at(void* memory, int64_t position) {
  return memory == nullptr ? nullptr
                           : reinterpret_cast<T*>(static_cast<std::byte*>(memory) + position);
}

}  // namespace

DeviceState::~DeviceState() {
  if (fresh_.tuned != nullptr) driver_.free(const_cast<planish_device_tuned*>(fresh_.tuned));
  if (fresh_.traces.words != nullptr) driver_.free(fresh_.traces.words);
  if (on_device_ != nullptr) driver_.free(on_device_);
}

Result DeviceState::make(const planish_device_program& program, const Tuning& tuning) {
  MappedMemory mapped;
  Result result = driver_.map_memory(kMappedBytes, &mapped);
  if (!result.is_good()) return result;
  std::memset(mapped.host, 0, kMappedBytes);
  cancelled_ = at<volatile uint8_t>(mapped.host, kCancelledAt);
  noticed_ = at<volatile uint32_t>(mapped.host, kNoticedAt);
  own_cancelled_ = at<volatile uint8_t>(mapped.device, kCancelledAt);
  fresh_.cancelled = own_cancelled_;
  fresh_.noticed = at<volatile uint32_t>(mapped.device, kNoticedAt);
  result = make_tuned(program, tuning);
  if (!result.is_good()) return result;
  void* state = nullptr;
  result = driver_.allocate(kTicketsAt + kTickets * int64_t{sizeof(uint32_t)}, &state);
  if (!result.is_good()) return result;
  on_device_ = static_cast<planish_device_state*>(state);
  tickets_ = at<uint32_t>(state, kTicketsAt);
  result = driver_.fill(tickets_, kTickets, sizeof(uint32_t), 0);
  return result.is_good() ? reset() : result;
}

Result DeviceState::make_tuned(const planish_device_program& program, const Tuning& tuning) {
  std::vector<planish_device_tuned> table;
  for (const char* name :
       std::span(program.tuned_names, static_cast<size_t>(program.tuned_count))) {
    const auto set = tuning.find(std::string_view(name));
    table.push_back(set == tuning.end() ? planish_device_tuned{}
                                        : planish_device_tuned{1, set->second});
  }
  if (table.empty()) return {};
  const auto bytes = static_cast<int64_t>(table.size() * sizeof table[0]);
  void* tuned = nullptr;
  Result result = driver_.allocate(bytes, &tuned);
  if (!result.is_good()) return result;
  fresh_.tuned = static_cast<const planish_device_tuned*>(tuned);
  return driver_.copy_to_device(tuned, table.data(), bytes);
}

Result DeviceState::reset() { return driver_.copy_to_device(on_device_, &fresh_, sizeof fresh_); }

// What was queued still has to see the byte.
Result DeviceState::forget_cancelled() {
  cancel();
  Result stopped = driver_.wait([] {});
  __atomic_store_n(cancelled_, uint8_t{0}, __ATOMIC_RELAXED);
  if (!stopped.is_good() || *noticed_ == 0) return stopped;
  *noticed_ = 0;
  return reset();
}

Result DeviceState::watch(const volatile uint8_t* byte) { return set_cancelled(byte); }

Result DeviceState::stop_watching() {
  return fresh_.cancelled == own_cancelled_ ? Result() : set_cancelled(own_cancelled_);
}

Result DeviceState::set_cancelled(const volatile uint8_t* byte) {
  fresh_.cancelled = byte;
  return driver_.copy_to_device(&on_device_->cancelled, &fresh_.cancelled, sizeof fresh_.cancelled);
}

Result DeviceState::take(planish_device_state& found, const std::function<void()>& poll) {
  Result result = driver_.copy_to_host(&found, on_device_, sizeof found, poll);
  if (!result.is_good()) return result;
  *noticed_ = 0;
  return reset();
}

Result DeviceState::set_stack_is_largest(bool is_largest) {
  fresh_.stack_is_largest = is_largest ? 1 : 0;
  return driver_.copy_to_device(&on_device_->stack_is_largest, &fresh_.stack_is_largest,
                                sizeof fresh_.stack_is_largest);
}

Result DeviceState::grow_traces(uint64_t words) {
  words = std::max(words, kLeastTraceRoom);
  void* room = nullptr;
  Result made = driver_.allocate(static_cast<int64_t>(words * sizeof(uint64_t)), &room);
  if (!made.is_good()) return made;
  if (fresh_.traces.words != nullptr) driver_.free(fresh_.traces.words);
  fresh_.traces.words = static_cast<uint64_t*>(room);
  fresh_.traces.room = words;
  return reset();
}

}  // namespace planish::device
