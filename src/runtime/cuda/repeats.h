// Work that is queued again and again, as loops do, and is replayed as a graph.
//
// Note [Repeated work]
// A kernel costs some microseconds to launch, which is more than many a kernel takes. In a graph it
// costs a fraction of that. So what is queued is compared with what was queued before: the same
// kernels in grids of the same shape, copies and fills of the same places. If a stretch of work was
// there several times, a graph is made of it. From then on work that the graph begins with is held
// back; when all of the graph has come, it is launched, and when something else comes, what was held
// back is queued piece by piece. So nothing is known of loops here, and nothing has to be: the order
// is always that in which work came.
//
// Parameters of kernels may differ each time, as they do where a loop hands on the number of its
// iteration: those that are not what they were when the graph was launched last are set before it
// is. Many stay as they are, since memory that was freed last is used first, so that loops whose
// arrays take turns come to the same addresses every second iteration.
//
// Launches have numbers, which are never the same, and by which those that fail are known. In graphs
// kernels have their numbers from the first of them on, and add to that the word `replayed` of the
// device's state. It is set before a graph is launched, and 0 at all other times. If no kernel of a
// graph can fail, its kernels have numbers that no launch comes to.
//
// Drivers look at addresses that are copied, and at the stacks of threads, when a graph is made. So
// graphs are forgotten when memory is given back, or threads get larger stacks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/cuda/api.h"
#include "runtime/device_abi.h"

namespace planish::cuda {

// What is queued in a stream: all that its effect depends on.
struct Work {
  enum class Kind : uint8_t { Launch, Copy, Fill };

  Kind kind = Kind::Launch;
  // Of a launch.
  FunctionHandle function = nullptr;
  unsigned blocks = 1;
  unsigned threads = 1;
  unsigned shared_bytes = 0;
  int32_t flags = 0;  // PLANISH_KERNEL_*
  planish_launch launch{};
  std::vector<std::byte> closure;
  // Of a copy, of bytes, or a fill.
  Address to = 0;
  Address from = 0;
  size_t count = 0;
  int64_t element_bytes = 1;
  uint32_t bits = 0;
  // Of all but the number of a launch and what a graph can change, which is in the second.
  uint64_t shape_hash = 0;
  uint64_t parameters_hash = 0;
};

class Repeats {
 public:
  explicit Repeats(const Api& api) : api_(api) {}

  // Where work is queued.
  void set_stream(StreamHandle stream) { stream_ = stream; }
  // Nothing is held back any more.
  void switch_off() { is_on_ = false; }

  // Queues the work, or holds it back; fills in its hashes. The context is current in all that
  // follows.
  Code add(Work& work);
  // Queues what was held back.
  Code flush();
  // Forgets all graphs, and what was held back.
  void close();

  // A stretch of work that a graph is made of is at most so long; one that is shorter is there
  // several times in it.
  static constexpr size_t kMostWork = 32;
  static constexpr size_t kUsualWork = 16;

 private:
  struct Graph {
    std::vector<Work> works;  // as they came last; launches are numbered from 0 on
    std::vector<GraphNodeHandle> nodes;
    std::vector<char> is_stale;  // the node has other parameters than the work
    GraphHandle graph = nullptr;
    GraphExecHandle code = nullptr;
    Address replayed = 0;  // 0: no kernel can fail
    int misses = 0;        // since it was launched last
  };

  enum class Parameters : uint8_t { Same, Any };

  Code queue(const Work& work, uint32_t number);
  bool go_on_with(const Work& work, Parameters parameters);
  bool begin_with(const Work& work, Parameters parameters);
  Code launch();
  static uint32_t number_in(const Graph& graph, size_t k);
  Code set_parameters(Graph& graph);
  void remember(const Work& work);
  void forget();
  void make_graph(size_t period);
  Code capture(Graph& graph);
  Code capture_work(Graph& graph);
  void destroy(Graph& graph);

  const Api& api_;
  StreamHandle stream_ = nullptr;
  bool is_on_ = true;
  std::vector<Graph> graphs_;
  size_t next_graph_ = 0;  // that gives way to a new one
  // What came last, with the hashes of its shape, and for each number of pieces how many of them in
  // turn were what had come so many pieces earlier.
  std::array<Work, kMostWork> recent_;
  std::array<uint64_t, kMostWork> recent_hashes_{};
  std::array<size_t, kMostWork + 1> equal_{};
  size_t remembered_ = 0;
  // The graph that may be coming, how much of it has come, and the number of its first launch.
  Graph* coming_ = nullptr;
  size_t held_back_ = 0;
  uint32_t first_number_ = 0;
};

}  // namespace planish::cuda
