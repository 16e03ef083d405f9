// What threads trace (planish_device_traces), shown as if the host had done it.

#include <algorithm>
#include <span>
#include <vector>

#include "runtime/device/device_context.h"
#include "runtime/kernels/sizes.h"

namespace planish::device {

namespace {

constexpr uint64_t kLeastRoom = 1 << 13;  // words

// The first words of each, in the order of threads; those of a thread in the order of its code.
std::vector<std::span<const uint64_t>> records_in(std::span<const uint64_t> words) {
  std::vector<std::span<const uint64_t>> records;
  while (words.size() >= kernels::kTraceHead) {
    const uint64_t length = words[1];
    // One for which there was no room is the last.
    if (length < kernels::kTraceHead || length > words.size()) break;
    records.push_back(words.first(length));
    words = words.subspan(length);
  }
  std::ranges::stable_sort(records, {}, [](std::span<const uint64_t> record) { return record[0]; });
  return records;
}

}  // namespace

int32_t DeviceContext::show_traces(uint64_t words) {
  words = std::min(words, fresh_.traces.room);
  if (words == 0) return PLANISH_OK;
  std::vector<uint64_t> all(words);
  const int32_t status = report(driver_->copy_to_host(
      all.data(), fresh_.traces.words, static_cast<int64_t>(words * sizeof(uint64_t)), poll_));
  if (status != PLANISH_OK) return status;
  for (const std::span<const uint64_t> record : records_in(all)) {
    const uint64_t rank = record[4];
    const std::span<const uint64_t> rest = record.subspan(kernels::kTraceHead);
    planish_trace(&context_,
                  static_cast<const char*>(address(reinterpret_cast<const void*>(record[2]))),
                  static_cast<int32_t>(record[3]), static_cast<int64_t>(rank),
                  reinterpret_cast<const int64_t*>(rest.data()), rest.subspan(rank).data());
  }
  return PLANISH_OK;
}

// Room for so many words.
int32_t DeviceContext::grow_traces(uint64_t words) {
  words = std::max(words, kLeastRoom);
  void* room = nullptr;
  const Result made = driver_->allocate(static_cast<int64_t>(words * sizeof(uint64_t)), &room);
  if (!made.is_good()) return report(made);
  if (fresh_.traces.words != nullptr) driver_->free(fresh_.traces.words);
  fresh_.traces.words = static_cast<uint64_t*>(room);
  fresh_.traces.room = words;
  return report(driver_->copy_to_device(state_, &fresh_, sizeof fresh_));
}

}  // namespace planish::device
