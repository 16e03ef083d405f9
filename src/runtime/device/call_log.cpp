#include "runtime/device/call_log.h"

#include <algorithm>

namespace planish::device {

void CallLog::enter(const Call& call) {
  nodes_.push_back({call, current_});
  current_ = static_cast<int32_t>(nodes_.size()) - 1;
}

void CallLog::leave() {
  if (current_ == kNone) return;
  const int32_t left = current_;
  current_ = nodes_[static_cast<size_t>(left)].parent;
  // Later nodes are of calls inside of it.
  if (launches_.empty() || launches_.back().node < left) nodes_.resize(static_cast<size_t>(left));
}

int64_t CallLog::depth() const {
  int64_t depth = 0;
  for (int32_t node = current_; node != kNone; node = nodes_[static_cast<size_t>(node)].parent)
    depth++;
  return depth;
}

void CallLog::forget_launches() {
  launches_.clear();
  nodes_.resize(static_cast<size_t>(current_ + 1));
}

void CallLog::clear() {
  nodes_.clear();
  launches_.clear();
  current_ = kNone;
}

int32_t CallLog::node_of(uint32_t launch) const {
  const auto found = std::ranges::find(launches_, launch, &Launch::number);
  return found == launches_.end() ? current_ : found->node;
}

std::vector<CallLog::Call> CallLog::calls_of(uint32_t launch) const {
  std::vector<Call> calls;
  for (int32_t node = node_of(launch); node != kNone;
       node = nodes_[static_cast<size_t>(node)].parent)
    calls.push_back(nodes_[static_cast<size_t>(node)].call);
  return calls;
}

}  // namespace planish::device
