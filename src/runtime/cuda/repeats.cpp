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

// Of words; the rest of the bytes counts as if zeros followed.
class Hash {
 public:
  void add(uint64_t word) {
    value_ = (value_ ^ word) * 0x9E3779B97F4A7C15;
    value_ ^= value_ >> 32;
  }
  void add(const void* data, size_t bytes) {
    const auto* from = static_cast<const std::byte*>(data);
    for (size_t at = 0; at < bytes; at += sizeof(uint64_t)) {
      uint64_t word = 0;
      std::memcpy(&word, from + at, std::min(sizeof word, bytes - at));
      add(word);
    }
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0;
};

void fill_in_hashes(Work& work) {
  Hash shape;
  shape.add(static_cast<uint64_t>(work.kind));
  Hash parameters;
  if (work.kind == Work::Kind::Launch) {
    shape.add(reinterpret_cast<uint64_t>(work.function));
    shape.add(uint64_t{work.blocks} << 32 | work.threads);
    shape.add(uint64_t{work.shared_bytes} << 32 | work.closure.size());
    shape.add(static_cast<uint64_t>(work.flags));
    shape.add(reinterpret_cast<uint64_t>(work.launch.state));
    parameters.add(work.closure.data(), work.closure.size());
    parameters.add(&work.launch, offsetof(planish_launch, number));
  } else {
    shape.add(work.to);
    shape.add(work.from);
    shape.add(work.count);
    shape.add(static_cast<uint64_t>(work.element_bytes) << 32 | work.bits);
  }
  work.shape_hash = shape.value();
  work.parameters_hash = parameters.value();
}

// In all but what a graph can change.
bool has_same_shape(const Work& a, const Work& b) {
  if (a.shape_hash != b.shape_hash || a.kind != b.kind) return false;
  if (a.kind != Work::Kind::Launch)
    return a.to == b.to && a.from == b.from && a.count == b.count &&
           a.element_bytes == b.element_bytes && a.bits == b.bits;
  return a.function == b.function && a.blocks == b.blocks && a.threads == b.threads &&
         a.shared_bytes == b.shared_bytes && a.flags == b.flags &&
         a.closure.size() == b.closure.size() && a.launch.state == b.launch.state;
}

// Of works of the same shape. All but the number of a launch.
bool has_same_parameters(const Work& a, const Work& b) {
  return a.parameters_hash == b.parameters_hash && a.closure == b.closure &&
         std::memcmp(&a.launch, &b.launch, offsetof(planish_launch, number)) == 0;
}

// What a kernel is given. The driver copies it, with the sizes that the code says; a closure may be
// shorter than that.
class KernelArguments {
 public:
  KernelArguments(const Work& work, uint32_t number) : launch_(work.launch) {
    std::ranges::copy(work.closure, closure_);
    launch_.number = number;
  }
  KernelArguments(const KernelArguments&) = delete;
  KernelArguments& operator=(const KernelArguments&) = delete;

  void** list() { return list_; }

 private:
  alignas(16) std::byte closure_[kMostParameters];
  planish_launch launch_;
  void* list_[2] = {closure_, &launch_};
};

bool can_fail(const Work& work) {
  return work.kind == Work::Kind::Launch && (work.flags & PLANISH_KERNEL_CAN_FAIL) != 0;
}

}  // namespace

Code Repeats::add(Work& work) {
  if (!is_on_) return queue(work, work.launch.number);
  fill_in_hashes(work);
  if (coming_ != nullptr) {
    if (go_on_with(work, Parameters::Any))
      return held_back_ == coming_->works.size() ? launch() : kSuccess;
    if (const Code code = flush(); code != kSuccess) return code;
  }
  if (begin_with(work, Parameters::Same) || begin_with(work, Parameters::Any)) return kSuccess;
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
  if (graph.graph != nullptr) api_.destroy_graph(graph.graph);
  graph.code = nullptr;
  graph.graph = nullptr;
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
  KernelArguments arguments(work, number);
  return api_.launch(work.function, work.blocks, 1, 1, work.threads, 1, 1, work.shared_bytes,
                     stream_, arguments.list(), nullptr);
}

// ---- What is held back

bool Repeats::go_on_with(const Work& work, Parameters parameters) {
  Work& wanted = coming_->works[held_back_];
  if (!has_same_shape(wanted, work)) return false;
  const bool is_same = has_same_parameters(wanted, work);
  if (!is_same && parameters == Parameters::Same) return false;
  if (work.kind == Work::Kind::Launch) {
    const uint32_t own = wanted.launch.number, number = work.launch.number - own;
    // A graph may begin with copies.
    if (own == 0) first_number_ = number;
    if (number != first_number_) return false;
    if (!is_same) {
      wanted = work;
      wanted.launch.number = own;
      coming_->is_stale[held_back_] = 1;
    }
  }
  held_back_++;
  return true;
}

bool Repeats::begin_with(const Work& work, Parameters parameters) {
  for (Graph& graph : graphs_) {
    coming_ = &graph;
    held_back_ = 0;
    if (go_on_with(work, parameters)) return true;
  }
  coming_ = nullptr;
  return false;
}

// What kernel k is told as its number.
uint32_t Repeats::number_in(const Graph& graph, size_t k) {
  const uint32_t number = graph.works[k].launch.number;
  return graph.replayed != 0 ? number : kLastNumber - number;
}

// The graph has come. It may come again.
Code Repeats::launch() {
  if (set_parameters(*coming_) != kSuccess) {
    // As where no graph can be made.
    switch_off();
    return flush();
  }
  held_back_ = 0;
  coming_->misses = 0;
  if (coming_->replayed != 0) {
    const Code code = api_.fill_4(coming_->replayed, first_number_, 1, stream_);
    if (code != kSuccess) return code;
  }
  return api_.launch_graph(coming_->code, stream_);
}

Code Repeats::set_parameters(Graph& graph) {
  for (size_t k = 0; k < graph.works.size(); k++) {
    if (graph.is_stale[k] == 0) continue;
    KernelArguments arguments(graph.works[k], number_in(graph, k));
    const Work& work = graph.works[k];
    const KernelNode node{.function = work.function,
                          .blocks = {work.blocks, 1, 1},
                          .threads = {work.threads, 1, 1},
                          .shared_bytes = work.shared_bytes,
                          .parameters = arguments.list()};
    const Code code = api_.set_kernel_node(graph.code, graph.nodes[k], &node);
    if (code != kSuccess) return code;
    graph.is_stale[k] = 0;
  }
  return kSuccess;
}

// ---- What repeats

// By hashes alone: if two of them are equal by chance, what comes is not what the graph was made of.
void Repeats::remember(const Work& work) {
  for (size_t period = 1; period <= kMostWork; period++) {
    const bool is_equal = period <= remembered_ &&
                          work.shape_hash == recent_hashes_[(remembered_ - period) % kMostWork];
    equal_[period] = is_equal ? equal_[period] + 1 : 0;
  }
  recent_[remembered_ % kMostWork] = work;
  recent_hashes_[remembered_ % kMostWork] = work.shape_hash;
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
  code = capture_work(graph);
  const Code end = api_.end_capture(stream_, &graph.graph);
  if (code == kSuccess) code = end;
  graph.is_stale.assign(graph.works.size(), 0);
  return code == kSuccess ? api_.instantiate_graph(&graph.code, graph.graph, 0) : code;
}

// One piece after the other, so that each is what the next one waits for.
Code Repeats::capture_work(Graph& graph) {
  Code code = kSuccess;
  for (size_t k = 0; k < graph.works.size() && code == kSuccess; k++) {
    code = queue(graph.works[k], number_in(graph, k));
    int status = 0;
    const GraphNodeHandle* last = nullptr;
    size_t count = 0;
    if (code == kSuccess)
      code = api_.capture_info(stream_, &status, nullptr, nullptr, &last, &count);
    graph.nodes.push_back(code == kSuccess && count > 0 ? *last : nullptr);
  }
  if (code == kSuccess && graph.replayed != 0) code = api_.fill_4(graph.replayed, 0, 1, stream_);
  return code;
}

}  // namespace planish::cuda
