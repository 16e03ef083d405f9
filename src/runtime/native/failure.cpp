#include "runtime/native/failure.h"

#include <fmt/format.h>

#include <bit>
#include <cstdio>
#include <cstring>
#include <span>
#include <utility>

#include "runtime/call_path.h"
#include "runtime/value.h"
#include "runtime/value_half.h"
#include "runtime/value_io.h"

namespace planish::native {

using runtime::kInnermostCalls;
using runtime::kOutermostCalls;

namespace {

int64_t sign_extended(uint64_t bits, Prim prim) {
  const int unused = 64 - bit_size(prim);
  return static_cast<int64_t>(bits << unused) >> unused;
}

uint64_t zero_extended(uint64_t bits, Prim prim) {
  const int unused = 64 - bit_size(prim);
  return bits << unused >> unused;
}

// As in the text of a program, but without a suffix.
std::string scalar_text(Prim prim, uint64_t bits) {
  switch (prim) {
    case Prim::Bool: return (bits & 1) != 0 ? "true" : "false";
    case Prim::Unit: return "()";
    case Prim::F64: return fmt::format("{}", std::bit_cast<double>(bits));
    case Prim::F32: return fmt::format("{}", std::bit_cast<float>(static_cast<uint32_t>(bits)));
    case Prim::F16:
      return fmt::format("{}",
                         static_cast<float>(runtime::half_to_double(static_cast<uint16_t>(bits))));
    default: break;
  }
  return is_signed(prim) ? std::to_string(sign_extended(bits, prim))
                         : std::to_string(zero_extended(bits, prim));
}

std::string message_text(const planish_check_site& site, const uint64_t* values) {
  std::string message;
  for (int64_t i = 0; i < site.part_count; i++) {
    const planish_message_part& part = site.parts[i];
    if (part.text != nullptr)
      message += part.text;
    else
      message += scalar_text(static_cast<Prim>(part.prim), *values++);
  }
  return message;
}

}  // namespace

void forget_failure(planish_context& context) {
  FailureRecord& failure = context.failure;
  std::lock_guard lock(failure.mutex);
  failure.message.clear();
  failure.lacks_place = false;
  failure.place = {};
  failure.calls.clear();
  failure.call_count = 0;
  failure.calls_ignored = 0;
  failure.path.clear();
  failure.recorded = false;
}

void finish_failure(planish_context& context) {
  FailureRecord& failure = context.failure;
  std::lock_guard lock(failure.mutex);
  failure.path.assign(failure.place.begin(), failure.place.end());
  const auto count = static_cast<size_t>(failure.call_count);
  for (size_t i = 0; i < failure.calls.size(); i++) {
    if (i == kInnermostCalls && count > failure.calls.size()) {
      const size_t left_out = count - kInnermostCalls - kOutermostCalls;
      failure.path.push_back(runtime::calls_left_out(left_out));
      continue;
    }
    failure.path.emplace_back(failure.calls[i]);
  }
}

bool record_failure(planish_context& context, std::string message) {
  const bool first = !context.failure.recorded.exchange(true);
  this_thread.failure_dropped = !first;
  if (!first) return false;
  std::lock_guard lock(context.failure.mutex);
  context.failure.message = std::move(message);
  return true;
}

void leave_out_callers(planish_context& context, int64_t count) {
  // One of them takes the place that is not told, if there are more.
  constexpr const char* kOne = "… 1 more call …";
  planish_add_caller(&context, &kOne, 1);
  std::lock_guard lock(context.failure.mutex);
  context.failure.call_count += count - 1;
}

void ignore_callers(planish_context& context, int64_t count) {
  std::lock_guard lock(context.failure.mutex);
  context.failure.calls_ignored = count;
}

int32_t record_out_of_memory(planish_context& context, std::string message) {
  if (record_failure(context, std::move(message))) {
    std::lock_guard lock(context.failure.mutex);
    context.failure.lacks_place = true;
  }
  return PLANISH_OUT_OF_MEMORY;
}

std::string out_of_memory_text(int64_t bytes) {
  if (bytes < 0) return "out of memory: an array that is larger than any memory cannot be made";
  return fmt::format(
      "out of memory: an array of {} bytes cannot be made",
      bytes < 1e15 ? fmt::format("{}", bytes) : fmt::format("{:.2g}", double(bytes)));
}

namespace {

// What is in use, where there is a limit that somebody asked for.
std::string use_text(planish_context& context) {
  if (!context.limit_asked_for || context.config.device != nullptr) return "";
  return fmt::format("; {} of the limit of {} bytes are in use", context.memory.taken(),
                     context.memory.limit());
}

}  // namespace

std::string out_of_memory_text(planish_context& context, std::string_view what, int64_t bytes) {
  return fmt::format("out of memory: {} of {} bytes cannot be held{}", what, bytes,
                     use_text(context));
}

int32_t record_out_of_memory(planish_context& context, int64_t bytes) {
  return record_out_of_memory(context, out_of_memory_text(bytes) + use_text(context));
}

int32_t record_out_of_memory(planish_context& context) {
  return record_out_of_memory(context, "out of memory" + use_text(context));
}

}  // namespace planish::native

using namespace planish;
using namespace planish::native;

int32_t planish_fail(planish_context* context, const planish_check_site* site,
                     const uint64_t* values) {
  if (record_failure(*context, message_text(*site, values))) {
    std::lock_guard lock(context->failure.mutex);
    context->failure.place = {site->path, static_cast<size_t>(site->path_count)};
  }
  return PLANISH_FAILED;
}

void planish_add_caller(planish_context* context, const char* const* path, int64_t path_count) {
  if (this_thread.failure_dropped) return;
  FailureRecord& failure = context->failure;
  std::lock_guard lock(failure.mutex);
  if (failure.calls_ignored > 0) {
    failure.calls_ignored--;
    return;
  }
  for (const char* call : std::span(path, static_cast<size_t>(path_count))) {
    // One more than is told in the end, because a single call is told rather than counted.
    if (failure.calls.size() == kInnermostCalls + kOutermostCalls + 1)
      failure.calls.erase(failure.calls.begin() + kInnermostCalls);
    failure.calls.push_back(call);
    failure.call_count++;
  }
}

void planish_add_place(planish_context* context, const char* const* path, int64_t path_count) {
  if (this_thread.failure_dropped) return;
  FailureRecord& failure = context->failure;
  std::lock_guard lock(failure.mutex);
  if (!std::exchange(failure.lacks_place, false)) return;
  failure.place = {path, static_cast<size_t>(path_count)};
}

int64_t planish_stack_left(planish_context* context) {
  if (context->is_cancelled()) return -1;
  return static_cast<int64_t>(reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) -
                              stack_end());
}

int32_t planish_check_stack(planish_context* context) {
  if (context->is_cancelled()) return PLANISH_CANCELLED;
  if (!stack_is_nearly_used_up()) [[likely]]
    return PLANISH_OK;
  record_failure(*context, "recursion too deep");
  return PLANISH_FAILED;
}

const char* planish_failure_message(const planish_context* context) {
  return context->failure.message.c_str();
}

int64_t planish_failure_path_count(const planish_context* context) {
  return static_cast<int64_t>(context->failure.path.size());
}

const char* planish_failure_path(const planish_context* context, int64_t index) {
  return context->failure.path[static_cast<size_t>(index)].c_str();
}

void planish_trace(planish_context* context, const char* tag, int32_t prim, int64_t rank,
                   const int64_t* dims, const void* data) {
  runtime::Value value;
  value.prim = static_cast<Prim>(prim);
  size_t bytes = static_cast<size_t>(byte_size(value.prim));
  for (int64_t i = 0; i < rank; i++) {
    value.dims.push_back({false, dims[i], {}});
    bytes *= static_cast<size_t>(dims[i]);
  }
  value.data.resize(bytes);
  if (bytes > 0) std::memcpy(value.data.data(), data, bytes);
  std::string text(tag == nullptr || *tag == '\0' ? "Trace" : tag);
  text += ": ";
  runtime::append_text(text, value);
  text += '\n';
  std::lock_guard lock(context->trace_mutex);
  if (context->trace != nullptr)
    context->trace(context->trace_closure, text.data(), text.size());
  else
    std::fwrite(text.data(), 1, text.size(), stderr);
}
