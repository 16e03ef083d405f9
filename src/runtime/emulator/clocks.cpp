#include "runtime/emulator/clocks.h"

#include <algorithm>

namespace planish::emulator {
namespace {

void join_times(Times& to, const Times& from) {
  for (size_t i = 0; i < to.size(); i++) to[i] = std::max(to[i], from[i]);
}

bool are_all_later(const Times& times, const Times& than) {
  return std::ranges::equal(times, than, std::greater_equal<>());
}

// One of both, if it has all.
std::shared_ptr<const Times> joined(const std::shared_ptr<const Times>& a,
                                    const std::shared_ptr<const Times>& b) {
  if (a == b || are_all_later(*a, *b)) return a;
  if (are_all_later(*b, *a)) return b;
  auto both = std::make_shared<Times>(*a);
  join_times(*both, *b);
  return both;
}

}  // namespace

Snapshot::Snapshot(uint32_t block, Times times)
    : blocks_(std::make_shared<Blocks>(
          Blocks{{block, std::make_shared<const Times>(std::move(times))}})) {}

const Times* Snapshot::of(uint32_t block) const {
  if (is_empty()) return nullptr;
  const auto found = std::ranges::lower_bound(*blocks_, block, {}, &Blocks::value_type::first);
  return found != blocks_->end() && found->first == block ? found->second.get() : nullptr;
}

void Snapshot::join(const Snapshot& other) {
  if (other.blocks_ == blocks_ || other.is_empty()) return;
  if (is_empty()) {
    blocks_ = other.blocks_;
    return;
  }
  auto both = std::make_shared<Blocks>();
  both->reserve(blocks_->size() + other.blocks_->size());
  auto a = blocks_->begin();
  auto b = other.blocks_->begin();
  while (a != blocks_->end() || b != other.blocks_->end()) {
    if (b == other.blocks_->end() || (a != blocks_->end() && a->first < b->first)) {
      both->push_back(*a++);
    } else if (a == blocks_->end() || b->first < a->first) {
      both->push_back(*b++);
    } else {
      both->emplace_back(a->first, joined(a->second, b->second));
      ++a;
      ++b;
    }
  }
  blocks_ = std::move(both);
}

std::shared_ptr<const Times> Snapshot::take(uint32_t block) {
  if (of(block) == nullptr) return nullptr;
  auto rest = std::make_shared<Blocks>(*blocks_);
  const auto found = std::ranges::lower_bound(*rest, block, {}, &Blocks::value_type::first);
  std::shared_ptr<const Times> times = std::move(found->second);
  rest->erase(found);
  blocks_ = std::move(rest);
  if (blocks_->empty()) blocks_ = nullptr;
  return times;
}

void Clock::restart(uint32_t block, uint32_t thread, uint32_t threads) {
  block_ = block;
  thread_ = thread;
  near_.assign(threads, 0);
  near_[thread] = 1;
  far_ = seen_ = fenced_ = Snapshot();
}

Snapshot Clock::release() {
  Snapshot released(block_, near_);
  released.join(far_);
  near_[thread_]++;
  return released;
}

void Clock::acquire(const Snapshot& released) {
  if (released.is_empty()) return;
  Snapshot others = released;
  if (const std::shared_ptr<const Times> near = others.take(block_)) join_times(near_, *near);
  far_.join(others);
}

void Clock::fence() {
  acquire(seen_);
  seen_ = Snapshot();
  fenced_ = release();
}

void Clock::meet(std::span<Clock> threads) {
  Times near = threads.front().near_;
  Snapshot far;
  for (const Clock& clock : threads) {
    join_times(near, clock.near_);
    far.join(clock.far_);
  }
  for (Clock& clock : threads) {
    clock.near_ = near;
    clock.near_[clock.thread_]++;
    clock.far_ = far;
  }
}

}  // namespace planish::emulator
