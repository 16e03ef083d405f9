#include "runtime/cuda/repeats.h"

#include <algorithm>
#include <cstring>

namespace planish::cuda {
namespace {

constexpr int kRelaxed = 2;  // of CUstreamCaptureMode
constexpr size_t kMostGraphs = 8;
// So much work has to repeat what was there, and so many times, before a graph is made of it.
constexpr size_t kSure = 24;
constexpr size_t kTimes = 2;
// A graph that was expected so often in vain goes.
constexpr int kMostMisses = 8;
constexpr size_t kMostParameters = 4096;
static_assert(PLANISH_LARGEST_CLOSURE + sizeof(planish_launch) <= kMostParameters);
// Launches of graphs in which nothing fails are numbered downwards from here.
constexpr uint32_t kLastNumber = UINT32_MAX;

// All but the number of a launch.
bool is_same(const Work& a, const Work& b) {
  if (a.kind != b.kind) return false;
  if (a.kind != Work::Kind::Launch)
    return a.to == b.to && a.from == b.from && a.count == b.count &&
           a.element_bytes == b.element_bytes && a.bits == b.bits;
  return a.function == b.function && a.blocks == b.blocks && a.threads == b.threads &&
         a.shared_bytes == b.shared_bytes && a.closure == b.closure &&
         std::memcmp(&a.launch, &b.launch, offsetof(planish_launch, number)) == 0;
}

bool can_fail(const Work& work) {
  return work.kind == Work::Kind::Launch && (work.flags & PLANISH_KERNEL_CAN_FAIL) != 0;
}

}  // namespace

Code Repeats::add(const Work& work) {
  if (!is_on_) return queue(work, work.launch.number);
  if (coming_ != nullptr) {
    if (go_on_with(work)) return held_back_ == coming_->works.size() ? launch() : kSuccess;
    if (const Code code = flush(); code != kSuccess) return code;
  }
  if (begin_with(work)) return kSuccess;
  const Code code = queue(work, work.launch.number);
  if (code != kSuccess) return code;
  remember(work);
  for (size_t period = 1; period <= kMostWork; period++) {
    if (equal_[period] < std::max(kSure, kTimes * period)) continue;
    make_graph(period);
    break;
  }
  return kSuccess;
}

Code Repeats::flush() {
  forget();
  if (coming_ == nullptr) return kSuccess;
  Graph& graph = *coming_;
  coming_ = nullptr;
  for (size_t k = 0; k < held_back_; k++) {
    const Work& work = graph.works[k];
    const Code code = queue(work, first_number_ + work.launch.number);
    if (code != kSuccess) return code;
  }
  if (++graph.misses > kMostMisses) {
    destroy(graph);
    std::erase_if(graphs_, [](const Graph& one) { return one.code == nullptr; });
  }
  return kSuccess;
}

void Repeats::close() {
  coming_ = nullptr;
  for (Graph& graph : graphs_) destroy(graph);
  graphs_.clear();
}

void Repeats::destroy(Graph& graph) {
  if (graph.code != nullptr) api_.destroy_graph_code(graph.code);
  graph.code = nullptr;
}

Code Repeats::queue(const Work& work, uint32_t number) {
  if (work.kind == Work::Kind::Copy)
    return api_.copy_in_device(work.to, work.from, work.count, stream_);
  if (work.kind == Work::Kind::Fill) {
    if (work.element_bytes == 1)
      return api_.fill_1(work.to, static_cast<unsigned char>(work.bits), work.count, stream_);
    if (work.element_bytes == 2)
      return api_.fill_2(work.to, static_cast<unsigned short>(work.bits), work.count, stream_);
    return api_.fill_4(work.to, work.bits, work.count, stream_);
  }
  // The driver copies both, with the sizes that the code says; a closure may be shorter than that.
  alignas(16) std::byte closure[kMostParameters];
  std::ranges::copy(work.closure, closure);
  planish_launch launch = work.launch;
  launch.number = number;
  void* parameters[] = {closure, &launch};
  return api_.launch(work.function, work.blocks, 1, 1, work.threads, 1, 1, work.shared_bytes,
                     stream_, parameters, nullptr);
}

// ---- What is held back

bool Repeats::go_on_with(const Work& work) {
  const Work& wanted = coming_->works[held_back_];
  if (!is_same(wanted, work)) return false;
  if (work.kind == Work::Kind::Launch) {
    const uint32_t number = work.launch.number - wanted.launch.number;
    // A graph may begin with copies.
    if (wanted.launch.number == 0) first_number_ = number;
    if (number != first_number_) return false;
  }
  held_back_++;
  return true;
}

bool Repeats::begin_with(const Work& work) {
  for (Graph& graph : graphs_) {
    coming_ = &graph;
    held_back_ = 0;
    if (go_on_with(work)) return true;
  }
  coming_ = nullptr;
  return false;
}

// The graph has come. It may come again.
Code Repeats::launch() {
  held_back_ = 0;
  coming_->misses = 0;
  if (coming_->replayed != 0) {
    const Code code = api_.fill_4(coming_->replayed, first_number_, 1, stream_);
    if (code != kSuccess) return code;
  }
  return api_.launch_graph(coming_->code, stream_);
}

// ---- What repeats

void Repeats::remember(const Work& work) {
  for (size_t period = 1; period <= kMostWork; period++) {
    const bool is_equal =
        period <= remembered_ && is_same(work, recent_[(remembered_ - period) % kMostWork]);
    equal_[period] = is_equal ? equal_[period] + 1 : 0;
  }
  recent_[remembered_ % kMostWork] = work;
  remembered_++;
}

void Repeats::forget() {
  remembered_ = 0;
  equal_.fill(0);
}

void Repeats::make_graph(size_t period) {
  Graph graph;
  uint32_t number = 0;
  for (size_t times = std::max<size_t>(1, kUsualWork / period); times > 0; times--) {
    for (size_t back = period; back > 0; back--) {
      graph.works.push_back(recent_[(remembered_ - back) % kMostWork]);
      Work& work = graph.works.back();
      if (work.kind != Work::Kind::Launch) continue;
      if (can_fail(work)) graph.replayed = reinterpret_cast<Address>(&work.launch.state->replayed);
      work.launch.number = number++;
    }
  }
  forget();
  if (capture(graph) != kSuccess) {
    // It goes on without. If something worse is wrong, the next call says so.
    destroy(graph);
    switch_off();
  } else if (graphs_.size() < kMostGraphs) {
    graphs_.push_back(std::move(graph));
  } else {
    Graph& old = graphs_[next_graph_++ % kMostGraphs];
    destroy(old);
    old = std::move(graph);
  }
}

Code Repeats::capture(Graph& graph) {
  Code code = api_.begin_capture(stream_, kRelaxed);
  if (code != kSuccess) return code;
  for (const Work& work : graph.works) {
    const uint32_t number = work.launch.number;
    if (code == kSuccess) code = queue(work, graph.replayed != 0 ? number : kLastNumber - number);
  }
  if (code == kSuccess && graph.replayed != 0) code = api_.fill_4(graph.replayed, 0, 1, stream_);
  GraphHandle captured = nullptr;
  const Code end = api_.end_capture(stream_, &captured);
  if (code == kSuccess) code = end;
  if (code == kSuccess) code = api_.instantiate_graph(&graph.code, captured, 0);
  if (captured != nullptr) api_.destroy_graph(captured);
  return code;
}

}  // namespace planish::cuda
