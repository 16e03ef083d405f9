#include "runtime/emulator/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <numeric>
#include <utility>

#include "runtime/emulator/intrinsics.h"

namespace planish::emulator {
namespace {

constexpr uint32_t kWarp = 32;
constexpr size_t kFiberStack = size_t{2} << 20;
// So many pauses and nothing else mean that nobody will ever come.
constexpr uint64_t kMostPauses = uint64_t{1} << 22;
constexpr int kFiller = 0xA5;

// Kernels call functions without a context, so the thread of the system knows which grid it runs.
[[gnu::tls_model("initial-exec")]] constinit thread_local Grid* running = nullptr;

const char* words(Meeting meeting) {
  switch (meeting) {
    case Meeting::None: return "nothing";
    case Meeting::Barrier: return "a barrier";
    case Meeting::BarrierOr: return "a barrier_or";
    case Meeting::WarpBarrier: return "a warp barrier";
    case Meeting::ShuffleUp: return "a shuffle_up";
    case Meeting::ShuffleDown: return "a shuffle_down";
    case Meeting::Shuffle: return "a shuffle";
    case Meeting::Ballot: return "a ballot";
  }
  return "";
}

}  // namespace

void Grid::FreeShared::operator()(void* memory) const { std::free(memory); }

Grid::Grid(uint64_t seed, int32_t blocks_alive, const Region& region,
           const ForgottenOrder& forgotten)
    : blocks_alive_(static_cast<size_t>(std::max(1, blocks_alive))),
      races_(region, forgotten),
      random_(seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) {}

Grid::~Grid() = default;

Grid& Grid::current() { return *running; }

uint64_t Grid::random() {
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  return random_;
}

std::string Grid::run(const GridShape& shape) {
  shape_ = shape;
  next_block_ = 0;
  alive_.clear();
  ready_.clear();
  beginning_ = nullptr;
  pauses_ = 0;
  failure_.clear();
  ready_.reserve(blocks_alive_ * shape.threads);
  is_watched_ = (shape.kernel->flags & PLANISH_KERNEL_WATCHED) != 0;
  if (is_watched_) races_.begin_launch(&shape.launch->state->failure.claimed);
  current_ = begin_thread();
  if (current_ == nullptr) return "";
  Grid* before = std::exchange(running, this);
  current_->fiber = &idle_fiber();
  host_.switch_to(*current_->fiber);
  running = before;
  if (failure_.empty()) return "";
  // Threads were left where they were.
  idle_.clear();
  for (const std::unique_ptr<Fiber>& fiber : fibers_) {
    fiber->restart();
    idle_.push_back(fiber.get());
  }
  const char* place = shape.kernel->place;
  return fmt::format("kernel {}{}: {}", shape.kernel->name,
                     place == nullptr ? "" : fmt::format(" of {}", place), failure_);
}

// ---- On fibers

Fiber& Grid::idle_fiber() {
  if (idle_.empty()) {
    idle_.reserve(fibers_.size() + 1);
    fibers_.push_back(std::make_unique<Fiber>(kFiberStack, run_fiber, this));
    return *fibers_.back();
  }
  Fiber* fiber = idle_.back();
  idle_.pop_back();
  return *fiber;
}

// Runs threads from their beginning, one after the other, as long as one begins when another ends.
void Grid::run_fiber(void* self) {
  Grid& grid = *static_cast<Grid*>(self);
  while (true) {
    Fiber& fiber = *grid.current_->fiber;
    while (true) {
      grid.shape_.kernel->emulated(grid.shape_.closure, grid.shape_.launch);
      grid.end_thread();
      grid.current_ = grid.choose();
      if (grid.current_ == nullptr || grid.current_->fiber != nullptr) break;
      grid.current_->fiber = &fiber;
    }
    grid.idle_.push_back(&fiber);
    grid.switch_from(fiber);
  }
}

// Goes on with current_, if any.
void Grid::switch_from(Fiber& fiber) {
  if (current_ == nullptr) {
    if (failure_.empty() && !alive_.empty()) failure_ = waiting_words();
    fiber.switch_to(host_);
    return;
  }
  if (current_->fiber == nullptr) current_->fiber = &idle_fiber();
  if (current_->fiber != &fiber) fiber.switch_to(*current_->fiber);
}

void Grid::end_thread() {
  Thread& thread = *current_;
  Block& block = *thread.block;
  pauses_ = 0;
  settle();
  for (Party* party : {&block.all, &block.warps[thread.index / kWarp]}) {
    if (party->arrived > 0) {
      fail([&] {
        return fmt::format("not all threads reach {}: {} has ended, thread {} waits",
                           words(party->waiting->meeting), thread_words(thread),
                           party->waiting->index);
      });
    }
    party->ended++;
  }
  thread.fiber = nullptr;
  if (block.all.ended == block.all.size) std::erase(alive_, &block);
}

void Grid::leave() {
  current_->fiber->switch_to(host_);
  __builtin_unreachable();
}

void Grid::wait() {
  Thread& self = *current_;
  current_ = choose();
  switch_from(*self.fiber);
}

uint32_t Grid::meet_block(Meeting meeting, uint32_t value) {
  return meet(current_->block->all, meeting, value, 0);
}

uint32_t Grid::meet_warp(Meeting meeting, uint32_t value, uint32_t argument) {
  return meet(current_->block->warps[current_->index / kWarp], meeting, value, argument);
}

uint32_t Grid::meet(Party& party, Meeting meeting, uint32_t value, uint32_t argument) {
  Thread& self = *current_;
  pauses_ = 0;
  settle();
  if (party.ended > 0) {
    fail([&] {
      return fmt::format("not all threads reach {}: {} have ended, {} waits", words(meeting),
                         party.ended, thread_words(self));
    });
  }
  if (party.arrived > 0 && party.waiting->meeting != meeting) {
    fail([&] {
      return fmt::format("not all threads reach {}: {} comes to {}", words(party.waiting->meeting),
                         thread_words(self), words(meeting));
    });
  }
  party.waiting = &self;
  self.meeting = meeting;
  self.value = value;
  self.argument = argument;
  if (++party.arrived == party.size) {
    set_results(party);
    order(party);
    party.arrived = 0;
    for (uint32_t i = 0; i < party.size; i++) {
      party.first[i].meeting = Meeting::None;
      ready_.push_back(&party.first[i]);
    }
  }
  wait();
  return self.result;
}

void Grid::set_results(Party& party) {
  Thread* const threads = party.first;
  const uint32_t size = party.size;
  const Meeting meeting = threads->meeting;
  uint32_t any = 0;
  uint32_t ballot = 0;
  if (meeting == Meeting::BarrierOr) {
    for (uint32_t i = 0; i < size; i++) any |= threads[i].value != 0 ? 1u : 0u;
  }
  if (meeting == Meeting::Ballot) {
    for (uint32_t i = 0; i < size; i++) ballot |= (threads[i].value != 0 ? 1u : 0u) << i;
  }
  for (uint32_t i = 0; i < size; i++) {
    Thread& thread = threads[i];
    uint32_t source = i;
    switch (meeting) {
      case Meeting::BarrierOr: thread.result = any; continue;
      case Meeting::Ballot: thread.result = ballot; continue;
      case Meeting::ShuffleUp: source = thread.argument <= i ? i - thread.argument : i; break;
      case Meeting::ShuffleDown:
        source = thread.argument < size - i ? i + thread.argument : i;
        break;
      case Meeting::Shuffle: source = thread.argument % kWarp; break;
      default: break;
    }
    // A lane that a short warp does not have gives nothing; the own value is as good.
    thread.result = threads[source < size ? source : i].value;
  }
}

void Grid::order(const Party& party) {
  const Meeting meeting = party.first->meeting;
  const bool orders = meeting == Meeting::Barrier || meeting == Meeting::BarrierOr ||
                      meeting == Meeting::WarpBarrier;
  if (is_watched_ && orders) races_.meet(party.first->block->slot, party.first->index, party.size);
}

void Grid::pause() {
  settle();
  if (++pauses_ > kMostPauses)
    fail([&] { return "blocks wait without end: " + thread_words(*current_); });
  ready_.push_back(current_);
  wait();
}

void Grid::fence() {
  settle();
  if (is_watched_) races_.fence(who());
  yield();
}

void Grid::settle() {
  if (is_watched_ && races_.settle()) fail_by_race();
}

void Grid::fail_by_race() {
  fail([&] { return races_.words(); });
}

void Grid::watch_read(const void* address, size_t bytes) {
  if (is_watched_ && races_.reads(who(), address, bytes)) fail_by_race();
}

void Grid::watch_write(const void* address, size_t bytes) {
  if (is_watched_ && races_.writes(who(), address, bytes)) fail_by_race();
}

void Grid::watch_atomic(const void* address, size_t bytes, uint32_t how) {
  if (is_watched_ && races_.uses_atomically(who(), address, bytes, how)) fail_by_race();
}

void Grid::yield() {
  if (random() % 4 != 0) return;
  ready_.push_back(current_);
  wait();
}

// ---- Which thread is next

Grid::Thread* Grid::choose() {
  if (ready_.empty()) return begin_thread();
  // Threads that have not begun are one candidate.
  const bool can_begin =
      beginning_ != nullptr || (next_block_ < shape_.blocks && alive_.size() < blocks_alive_);
  const size_t chosen = random() % (ready_.size() + (can_begin ? 1 : 0));
  if (chosen == ready_.size()) return begin_thread();
  Thread* thread = ready_[chosen];
  ready_[chosen] = ready_.back();
  ready_.pop_back();
  return thread;
}

Grid::Thread* Grid::begin_thread() {
  if (beginning_ == nullptr && !begin_block()) return nullptr;
  Block& block = *beginning_;
  const uint64_t place = block.order_start + uint64_t{block.begun} * block.order_step;
  const auto index = static_cast<uint32_t>(place % shape_.threads);
  if (++block.begun == shape_.threads) beginning_ = nullptr;
  Thread& thread = block.threads[index];
  thread.block = &block;
  thread.index = index;
  thread.meeting = Meeting::None;
  thread.fiber = nullptr;
  return &thread;
}

// Those that have not begun are left out: nobody waits for them.
bool Grid::is_cancelled() const {
  const planish_launch* launch = shape_.launch;
  return launch != nullptr && launch->state != nullptr && launch->state->cancelled != nullptr &&
         __atomic_load_n(launch->state->cancelled, __ATOMIC_RELAXED) != 0;
}

bool Grid::begin_block() {
  if (next_block_ == shape_.blocks || alive_.size() >= blocks_alive_ || is_cancelled())
    return false;
  const auto is_free = [&](const std::unique_ptr<Block>& block) {
    return std::ranges::find(alive_, block.get()) == alive_.end();
  };
  auto block = std::ranges::find_if(blocks_, is_free);
  if (block == blocks_.end()) {
    blocks_.push_back(std::make_unique<Block>());
    block = std::prev(blocks_.end());
    (*block)->slot = blocks_.size() - 1;
  }
  set_up(**block, next_block_++);
  alive_.push_back(block->get());
  beginning_ = block->get();
  return true;
}

void Grid::set_up(Block& block, int64_t number) {
  block.number = number;
  const uint32_t size = shape_.threads;
  if (block.threads.size() != size) {
    block.threads.assign(size, {});
    block.warps.assign((size + kWarp - 1) / kWarp, {});
    for (uint32_t w = 0; w < block.warps.size(); w++) {
      block.warps[w].first = &block.threads[size_t{w} * kWarp];
      block.warps[w].size = std::min(kWarp, size - w * kWarp);
    }
    block.all.first = block.threads.data();
    block.all.size = size;
  }
  // A failure may have left them anyhow.
  for (Thread& thread : block.threads) thread.meeting = Meeting::None;
  for (Party& warp : block.warps) warp.arrived = warp.ended = 0;
  block.all.arrived = block.all.ended = 0;
  block.begun = 0;
  block.order_start = static_cast<uint32_t>(random() % size);
  block.order_step = static_cast<uint32_t>(1 + random() % size);
  while (std::gcd(block.order_step, size) != 1) block.order_step--;
  // An allocation of its own, of just this size.
  if (block.shared == nullptr || block.shared_bytes != shape_.shared_bytes) {
    block.shared.reset(std::malloc(std::max<size_t>(1, shape_.shared_bytes)));
    if (block.shared == nullptr) throw std::bad_alloc();
    block.shared_bytes = shape_.shared_bytes;
  }
  std::memset(block.shared.get(), kFiller, shape_.shared_bytes);
  if (is_watched_)
    races_.begin_block(block.slot, number, size, block.shared.get(), shape_.shared_bytes);
}

// ---- Words

std::string Grid::thread_words(const Thread& thread) const {
  return fmt::format("thread {} of block {}", thread.index, thread.block->number);
}

std::string Grid::waiting_words() const {
  std::string text = "threads wait for each other without end:";
  int told = 0;
  for (const Block* block : alive_) {
    Meeting last = Meeting::None;
    for (const Thread& thread : block->threads) {
      if (thread.meeting == Meeting::None || thread.meeting == last || told == 4) continue;
      last = thread.meeting;
      text += fmt::format("{} {} at {}", told++ == 0 ? "" : ",", thread_words(thread),
                          words(thread.meeting));
    }
  }
  return text;
}

}  // namespace planish::emulator

using planish::emulator::Grid;
using planish::emulator::Meeting;

uint32_t planish_emulator_thread() { return Grid::current().thread(); }
uint32_t planish_emulator_threads() { return Grid::current().threads(); }
uint32_t planish_emulator_block() { return Grid::current().block(); }
uint32_t planish_emulator_blocks() { return Grid::current().blocks(); }
void planish_emulator_barrier() { Grid::current().meet_block(Meeting::Barrier, 0); }
uint32_t planish_emulator_barrier_or(uint32_t condition) {
  return Grid::current().meet_block(Meeting::BarrierOr, condition);
}
uint32_t planish_emulator_shuffle_up(uint32_t value, uint32_t distance) {
  return Grid::current().meet_warp(Meeting::ShuffleUp, value, distance);
}
uint32_t planish_emulator_shuffle_down(uint32_t value, uint32_t distance) {
  return Grid::current().meet_warp(Meeting::ShuffleDown, value, distance);
}
uint32_t planish_emulator_shuffle(uint32_t value, uint32_t lane) {
  return Grid::current().meet_warp(Meeting::Shuffle, value, lane);
}
uint32_t planish_emulator_ballot(uint32_t condition) {
  return Grid::current().meet_warp(Meeting::Ballot, condition, 0);
}
void planish_emulator_warp_barrier() { Grid::current().meet_warp(Meeting::WarpBarrier, 0, 0); }
void* planish_emulator_shared() { return Grid::current().shared(); }
void planish_emulator_pause() { Grid::current().pause(); }
void planish_emulator_fence() { Grid::current().fence(); }
uint64_t planish_emulator_stack() { return reinterpret_cast<uint64_t>(__builtin_frame_address(0)); }
void planish_emulator_watch_read(const void* address, uint64_t bytes) {
  Grid::current().watch_read(address, bytes);
}
void planish_emulator_watch_write(const void* address, uint64_t bytes) {
  Grid::current().watch_write(address, bytes);
}
void planish_emulator_watch_atomic(const void* address, uint64_t bytes, uint32_t how) {
  Grid::current().watch_atomic(address, bytes, how);
}
