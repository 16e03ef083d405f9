#include "runtime/device/traces.h"

#include <algorithm>
#include <span>
#include <vector>

#include "runtime/device/failures.h"
#include "runtime/kernels/sizes.h"

namespace planish::device {
namespace {

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

int32_t show_traces(DeviceContext& device, uint64_t words) {
  const planish_device_traces& traces = device.state().traces();
  words = std::min(words, traces.room);
  if (words == 0) return PLANISH_OK;
  std::vector<uint64_t> all(words);
  const int32_t status = device.report(device.driver().copy_to_host(
      all.data(), traces.words, static_cast<int64_t>(words * sizeof(uint64_t)), device.poll()));
  if (status != PLANISH_OK) return status;
  for (const std::span<const uint64_t> record : records_in(all)) {
    const void* tag = reinterpret_cast<const void*>(record[2]);
    const uint64_t rank = record[4];
    const std::span<const uint64_t> rest = record.subspan(kernels::kTraceHead);
    planish_trace(&device.context(), static_cast<const char*>(address(device.program(), tag)),
                  static_cast<int32_t>(record[3]), static_cast<int64_t>(rank),
                  reinterpret_cast<const int64_t*>(rest.data()), rest.subspan(rank).data());
  }
  return PLANISH_OK;
}

}  // namespace planish::device
