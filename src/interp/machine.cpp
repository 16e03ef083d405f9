#include "interp/machine.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "ir/print.h"
#include "runtime/call_path.h"

namespace planish::interp {
namespace {

#if defined(__SANITIZE_ADDRESS__)  // g++
constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)  // clang
constexpr bool kAddressSanitizer = __has_feature(address_sanitizer);
#else
constexpr bool kAddressSanitizer = false;
#endif

// How much of the stack calls may use: hundreds of thousands of small functions. It could be more,
// but a program that recurses for ever should end soon, and unwinding the stack takes a second for
// each 100 MiB. AddressSanitizer cannot follow an exception over more than 64 MiB.
constexpr size_t kLargestStack = size_t{kAddressSanitizer ? 56 : 128} << 20;

const char* stack_position() { return static_cast<const char*>(__builtin_frame_address(0)); }

// The lowest address to which the stack of this thread may grow.
const char* stack_end() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return nullptr;
  void* lowest = nullptr;
  size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  const char* end = static_cast<const char*>(lowest) + size / 8;
  return std::max(end, stack_position() - std::min(kLargestStack, size));
}

}  // namespace

std::byte* FrameStack::push(size_t bytes) {
  if (total_ + bytes > kLimit) return nullptr;
  if (current_ == 0 || blocks_[current_ - 1].used + bytes > blocks_[current_ - 1].size) {
    if (current_ < blocks_.size() && blocks_[current_].size < bytes) blocks_.resize(current_);
    if (current_ == blocks_.size()) {
      const size_t size = std::max(bytes, kBlock);
      blocks_.push_back({std::make_unique_for_overwrite<std::byte[]>(size), size, 0});
    }
    current_++;
  }
  Block& block = blocks_[current_ - 1];
  std::byte* memory = block.memory.get() + block.used;
  block.used += bytes;
  total_ += bytes;
  return memory;
}

void FrameStack::pop(size_t bytes) {
  Block& block = blocks_[current_ - 1];
  block.used -= bytes;
  total_ -= bytes;
  if (block.used == 0) current_--;
}

Machine::Machine(const ir::Storage& storage, Heap& heap_to_use, const runtime::RunOptions& options)
    : heap(heap_to_use),
      chunk(options.chunk),
      storage_(storage),
      interrupt_(options.interrupt),
      trace_(options.trace),
      tuning_(options.tuning),
      world_(options.world),
      stack_end_(stack_end()) {
  heap.exhausted = [this](double bytes) { out_of_memory(bytes); };
}

Machine::~Machine() { heap.exhausted = nullptr; }

runtime::World& Machine::world() {
  if (world_ == nullptr) {
    own_world_ = std::make_unique<runtime::World>();
    world_ = own_world_.get();
  }
  return *world_;
}

void Machine::enter(const FunctionCode& fn, ir::PlaceId place) {
  poll();
  calls_.push_back(place);
  std::byte* memory = stack_position() < stack_end_ ? nullptr : frames_.push(fn.frame_bytes());
  if (memory == nullptr) {
    const ir::PlaceId callee = fn.fn->place;
    runtime::Failure too_deep = failure(callee.id != 0 ? callee : place, "recursion too deep");
    calls_.pop_back();
    throw Stopped{std::move(too_deep)};
  }
  auto* scalars = reinterpret_cast<uint64_t*>(memory);
  if (!fn.constants.empty())
    std::memcpy(scalars, fn.constants.data(), fn.constants.size() * sizeof(uint64_t));
  scalars += fn.constants.size();
  auto* arrays = reinterpret_cast<Array*>(scalars + fn.scalar_count);
  for (uint32_t i = 0; i < fn.array_count; i++) ::new (arrays + i) Array();
  frame = {&fn, scalars, arrays};
}

void Machine::leave(const Frame& caller) {
  for (uint32_t i = 0; i < frame.fn->array_count; i++) frame.arrays[i].~Array();
  frames_.pop(frame.fn->frame_bytes());
  calls_.pop_back();
  frame = caller;
}

void Machine::transfer(const Source& from, Slot to, const OpData& op) {
  switch (from.transfer) {
    case Transfer::Scalar: frame.scalars[to] = frame.scalars[from.slot]; return;
    case Transfer::CopyArray: frame.arrays[to] = array(from.slot, op); return;
    case Transfer::TakeArray: frame.arrays[to] = std::move(array(from.slot, op)); return;
  }
}

void Machine::call(const FunctionCode& fn, const OpData& op, std::span<const Move> args,
                   std::span<const Move> results) {
  if (!fn.error.empty()) bug(op, fn.error);
  const auto pass = [](std::span<const Move> moves, const Frame& from, const Frame& to) {
    for (const Move& move : moves) {
      switch (move.from.transfer) {
        case Transfer::Scalar: to.scalars[move.to] = from.scalars[move.from.slot]; break;
        case Transfer::CopyArray: to.arrays[move.to] = from.arrays[move.from.slot]; break;
        case Transfer::TakeArray:
          to.arrays[move.to] = std::move(from.arrays[move.from.slot]);
          break;
      }
    }
  };
  for (const Move& move : args) {
    if (move.from.transfer != Transfer::Scalar) array(move.from.slot, op);
  }
  in_new_frame(fn, op.stm->place, [&](const Frame& caller) {
    pass(args, caller, frame);
    run(fn.body, *this);
    for (const Move& move : results) {
      if (move.from.transfer != Transfer::Scalar) array(move.from.slot, op);
    }
    pass(results, frame, caller);
  });
}

void Machine::ensure_computed(FunctionCode& fn, ir::PlaceId place) {
  if (fn.is_computed) return;
  in_new_frame(fn, place, [&](const Frame&) {
    run(fn.body, *this);
    fn.computed.clear();
    for (const Source& result : fn.body.results) {
      FunctionCode::Computed& value = fn.computed.emplace_back();
      if (result.transfer == Transfer::Scalar)
        value.scalar = frame.scalars[result.slot];
      else
        value.array = frame.arrays[result.slot];
    }
  });
  fn.is_computed = true;
}

// ---- Failures

runtime::Failure Machine::failure(ir::PlaceId place, std::string message) const {
  runtime::Failure failure;
  failure.message = std::move(message);
  const auto caller = [&](ir::PlaceId id) { return storage_.places[id.id].caller; };
  const auto add = [&](ir::PlaceId id) { failure.path.push_back(ir::place_text(storage_, id)); };
  for (; place.id != 0; place = caller(place)) add(place);
  // Each call with those through which it was inlined.
  size_t count = 0;
  for (ir::PlaceId call : calls_) {
    for (; call.id != 0; call = caller(call)) count++;
  }
  const bool all = count <= runtime::kInnermostCalls + runtime::kOutermostCalls + 1;
  size_t number = 0;
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
    for (ir::PlaceId id = *call; id.id != 0; id = caller(id), number++) {
      if (all || number < runtime::kInnermostCalls || number >= count - runtime::kOutermostCalls)
        add(id);
      else if (number == runtime::kInnermostCalls)
        failure.path.push_back(
            runtime::calls_left_out(count - runtime::kInnermostCalls - runtime::kOutermostCalls));
    }
  }
  return failure;
}

void Machine::fail(ir::PlaceId place, std::string message) {
  throw Stopped{failure(place, std::move(message))};
}

void Machine::bug(const OpData& op, std::string message) {
  runtime::Failure broken = failure(op.stm->place, "compiler bug: " + std::move(message));
  broken.compiler_bug = true;
  throw Stopped{std::move(broken)};
}

void Machine::out_of_memory(double bytes) {
  fail(at != nullptr ? at->stm->place : ir::PlaceId{},
       fmt::format("out of memory: an array of {} bytes cannot be made",
                   bytes < 1e15 ? fmt::format("{:.0f}", bytes) : fmt::format("{:.2g}", bytes)) +
           heap.use_text());
}

void Machine::interrupted() {
  runtime::Failure stopped = failure(at != nullptr ? at->stm->place : ir::PlaceId{}, "interrupted");
  stopped.interrupted = true;
  throw Stopped{std::move(stopped)};
}

std::string Machine::variable(Slot array) const {
  return ir::var_text(storage_, frame.fn->array_vars[static_cast<size_t>(array)]);
}

void Machine::stale(Slot slot, const OpData& op) {
  bug(op, fmt::format("the array {} is used after it was consumed", variable(slot)));
}

const int64_t* Machine::tuned(std::string_view name) const {
  if (tuning_ == nullptr) return nullptr;
  const auto set = tuning_->find(name);
  return set == tuning_->end() ? nullptr : &set->second;
}

void Machine::write_trace(const std::string& text) {
  if (trace_ != nullptr)
    *trace_ += text;
  else
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace planish::interp
