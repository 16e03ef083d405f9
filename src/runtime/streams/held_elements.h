// Elements of all components that lie in memory, of which chunks take as many as have room.
#pragma once

#include <span>
#include <vector>

#include "runtime/streams/chunk_parts.h"

namespace planish::runtime {

// An array whose elements lie somewhere, and stay there.
struct HeldArray {
  Value shape;  // without elements, but those that lie here
  std::span<const std::byte> data;
};

class HeldElements {
 public:
  // Can the arrays be held? Not if an element may have more rows than its data says.
  static bool can_hold(std::span<const HeldArray> arrays);
  // Arrays of equal lengths, one for each component.
  explicit HeldElements(std::vector<HeldArray> arrays);

  int64_t left() const { return left_; }

  struct Bounds {
    int64_t elements = 0;
    int64_t bytes = 0;   // of all parts; the first element of a chunk may take more
    int64_t limit = -1;  // no element may take more; negative: none
  };
  // Adds elements, and gives how many: 0 if the next one has no room beside those that there are. The
  // types of the parts fit the arrays. Throws StreamError if the first one is too large.
  int64_t add(std::vector<PartBuilder>& parts, const Bounds& bounds);

 private:
  struct Component {
    HeldArray array;
    std::vector<size_t> taken;  // of each dimension how many arrays, and at last scalars
  };

  // How many arrays of each dimension, and scalars, by component, lie before an element.
  using Place = std::vector<std::vector<size_t>>;
  // Goes on by so many elements. Gives how many bytes they take in the parts.
  int64_t advance(Place& place, int64_t count, const std::vector<PartBuilder>& parts) const;
  int64_t advance_within(Place& place, int64_t behind, int64_t bytes,
                         const std::vector<PartBuilder>& parts) const;
  static void take(Component& component, PartBuilder& part, const std::vector<size_t>& end);

  std::vector<Component> components_;
  int64_t left_ = 0;
};

}  // namespace planish::runtime
