#include "runtime/streams/chunk_size.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace planish::runtime {
namespace {

constexpr double kMostInput = 64.0 * 1024 * 1024;  // bytes
// Below, starting threads and moving chunks along takes a good part of the time.
constexpr double kLeastBusy = 0.8;
constexpr double kLeastSeconds = 0.002;
// What passes for a difference.
constexpr double kDifference = 0.03;
constexpr double kWeight = 0.25;  // of the last step in the average
constexpr int64_t kProbe = 64;    // steps
constexpr int64_t kJudged = 3;    // steps after which a size is compared with the one before
constexpr double kReserve = 1.25;
// A chunk with a smaller part of what was asked for, such as the last one, says nothing.
constexpr double kLeastShare = 0.75;

}  // namespace

int64_t ChunkSize::whole_grains(double elements) const {
  const double most = std::min(elements, 9e18 / 2);
  return std::max(static_cast<int64_t>(most) / grain_, int64_t{1}) * grain_;
}

int64_t ChunkSize::next(int64_t memory_left) const {
  double size = size_;
  if (most_input_ > 0) size = std::min(size, kMostInput / most_input_);
  if (memory_left >= 0 && most_bytes_ > 0)
    size = std::min(size, static_cast<double>(memory_left) / (kReserve * most_bytes_));
  return whole_grains(size);
}

void ChunkSize::record(const Step& step) {
  if (step.elements <= 0) return;
  const auto elements = static_cast<double>(step.elements);
  most_input_ = std::max(most_input_, static_cast<double>(step.input_bytes) / elements);
  most_bytes_ = std::max(most_bytes_, static_cast<double>(step.bytes) / elements);
  if (elements < kLeastShare * static_cast<double>(whole_grains(size_))) return;
  const double cost = step.seconds / static_cast<double>(std::max<int64_t>(step.units, 1));
  average_ = steps_ == 0 ? cost : (1 - kWeight) * average_ + kWeight * cost;
  steps_++;
  adjust(step.seconds, step.busy);
}

void ChunkSize::set_size(double size, Move move) {
  before_ = average_;
  size_before_ = size_;
  size_ = std::max(size, static_cast<double>(grain_));
  steps_ = 0;
  move_ = move;
}

void ChunkSize::adjust(double seconds, double busy) {
  if (busy < kLeastBusy || seconds < kLeastSeconds) return set_size(2 * size_, Move::None);
  if (!has_grown_) {
    has_grown_ = true;
    return set_size(2 * size_, Move::Up);
  }
  if (steps_ == kJudged) return judge();
  if (steps_ >= kProbe) set_size(2 * size_, Move::Probe);
}

void ChunkSize::judge() {
  const bool fell = average_ < (1 - kDifference) * before_;
  const bool rose = average_ > (1 + kDifference) * before_;
  switch (std::exchange(move_, Move::None)) {
    case Move::None: return;
    case Move::Up:
      if (fell) return set_size(2 * size_, Move::Up);
      if (rose) return set_size(size_ / std::sqrt(2.0), Move::Down);
      return;
    case Move::Down:
      if (fell) return set_size(size_ / std::sqrt(2.0), Move::Down);
      if (rose) return set_size(size_before_, Move::None);
      return;
    case Move::Probe:
      if (fell) return set_size(2 * size_, Move::Up);
      return set_size(size_before_, Move::None);
  }
}

}  // namespace planish::runtime
