// The host calls that launched kernels. When the failure of a kernel is noticed, these calls may
// have returned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace planish::device {

class CallLog {
 public:
  struct Call {
    const char* const* path = nullptr;
    int64_t path_count = 0;
  };

  // Host code calls a function, and is back.
  void enter(const Call& call);
  void leave();
  int64_t depth() const;

  // A kernel that can fail is launched by the current call.
  void add_launch(uint32_t launch) { launches_.push_back({launch, current_}); }
  std::size_t launch_count() const { return launches_.size(); }
  // All kernels that were launched are done, and none has failed.
  void forget_launches();
  // A run begins.
  void clear();

  // Was it launched by another call than the current one?
  bool is_elsewhere(uint32_t launch) const { return node_of(launch) != current_; }
  // The calls that it was launched in, innermost first.
  std::vector<Call> calls_of(uint32_t launch) const;

 private:
  static constexpr int32_t kNone = -1;
  struct Node {
    Call call;
    int32_t parent;
  };
  struct Launch {
    uint32_t number;
    int32_t node;
  };

  int32_t node_of(uint32_t launch) const;

  std::vector<Node> nodes_;  // those that launches and the current call need, and maybe more
  std::vector<Launch> launches_;
  int32_t current_ = kNone;
};

}  // namespace planish::device
