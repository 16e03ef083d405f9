#include "runtime/c_api/leaves.h"

#include <algorithm>
#include <string>

namespace planish::client {
namespace {

int64_t product(std::span<const int64_t> dims) {
  int64_t count = 1;
  for (const int64_t dim : dims) count *= dim;
  return count;
}

// Which elements of a component belong to a piece.
struct Range {
  int64_t first = 0;
  int64_t count = 0;
};

// Goes from level to level: the elements of one are the rows of the next.
class Joiner {
 public:
  Joiner(Building& building, const planish_leaf_table& element, std::span<const Piece> pieces)
      : building_(building), element_(element), pieces_(pieces) {
    for (const Piece& piece : pieces) {
      ranges_.push_back({piece.first, piece.count});
      all_unused_ &= is_unused(piece);
    }
  }

  void join(std::span<const int64_t> outer) {
    std::vector<int64_t> dims(outer.begin(), outer.end());
    size_t dim = 0;  // of the element
    for (size_t level = 0;; level++, dim++) {
      const size_t first = dim;
      while (dim < static_cast<size_t>(element_.rank) && element_.dims[dim] != PLANISH_VARYING)
        dim++;
      const std::vector<int64_t> inner = inner_shape(level, dim - first);
      dims.insert(dims.end(), inner.begin(), inner.end());
      const bool last = dim == static_cast<size_t>(element_.rank);
      add_elements(level, last ? static_cast<Prim>(element_.prim) : Prim::Unit, std::move(dims),
                   product(inner));
      if (level == 0) building_.components().back().unused = all_unused_ && element_.rank > 0;
      if (last) return;
      dims = {add_offsets(level, product(inner))};
    }
  }

 private:
  static bool is_unused(const Piece& piece) { return piece.array.front().unused; }
  // Points, or the elements themselves, and the offsets of a level.
  static const Component& elements(const Piece& piece, size_t level) {
    return piece.array[2 * level];
  }
  static const Component& offsets(const Piece& piece, size_t level) {
    return piece.array[2 * level + 1];
  }

  // The `rank` dimensions that each element has on this level.
  std::vector<int64_t> inner_shape(size_t level, size_t rank) const {
    const Component* known = nullptr;
    for (const Piece& piece : pieces_) {
      if (is_unused(piece)) continue;
      const Component& component = elements(piece, level);
      if (known == nullptr) known = &component;
      const std::span<const int64_t> inner = std::span(component.dims).last(rank);
      const std::span<const int64_t> others = std::span(known->dims).last(rank);
      if (std::ranges::equal(inner, others)) continue;
      fail("an element with an array of shape " + shape_text(inner) +
           " does not fit in an array whose elements have " + shape_text(others));
    }
    if (known == nullptr) return std::vector<int64_t>(rank);
    return {known->dims.end() - static_cast<std::ptrdiff_t>(rank), known->dims.end()};
  }

  // A component in which the ranges lie one after the other; each element has `items` primitives.
  void add_elements(size_t level, Prim prim, std::vector<int64_t> dims, int64_t items) {
    if (dims.empty()) {
      building_.add(new_scalar(prim, only_scalar(level, byte_size(prim))));
      return;
    }
    building_.add(new_array(building_.client(), prim, std::move(dims)));
    std::byte* to = building_.components().back().data;
    const int64_t size = items * byte_size(prim);
    for (size_t i = 0; i < pieces_.size(); i++) {
      const Component& from = elements(pieces_[i], level);
      const int64_t bytes = ranges_[i].count * size;
      if (is_unused(pieces_[i]))
        clear_elements(building_.client(), to, bytes);
      else if (from.is_array())
        copy_elements(building_.client(), to, from.data + ranges_[i].first * size, bytes);
      else
        write_elements(building_.client(), to, &from.bits, bytes);
      to += bytes;
    }
  }

  // The bits of the one element there is; 0 if there is none.
  uint64_t only_scalar(size_t level, int64_t size) {
    uint64_t bits = 0;
    for (size_t i = 0; i < pieces_.size(); i++) {
      const Component& from = elements(pieces_[i], level);
      if (is_unused(pieces_[i]) || ranges_[i].count == 0) continue;
      if (from.is_array())
        read_elements(building_.client(), &bits, from.data + ranges_[i].first * size, size);
      else
        copy_bytes(&bits, &from.bits, size);
    }
    return bits;
  }

  // The offsets of all rows, of which each element has so many. Gives how long they are together.
  int64_t add_offsets(size_t level, int64_t rows) {
    int64_t all_rows = 0;
    for (const Range& range : ranges_) all_rows += range.count * rows;
    std::vector<int64_t> made;
    made.reserve(static_cast<size_t>(all_rows + 1));
    int64_t end = 0;
    made.push_back(0);
    for (size_t i = 0; i < pieces_.size(); i++) {
      const int64_t row = ranges_[i].first * rows;
      const int64_t count = ranges_[i].count * rows;
      if (is_unused(pieces_[i])) {
        made.insert(made.end(), static_cast<size_t>(count), end);
        ranges_[i] = {};
        continue;
      }
      const Component& from = offsets(pieces_[i], level);
      std::vector<int64_t> numbers(static_cast<size_t>(count + 1));
      read_elements(building_.client(), numbers.data(), from.data + row * from.item_size(),
                    (count + 1) * from.item_size());
      const int64_t first = numbers.front();
      for (size_t k = 1; k < numbers.size(); k++) made.push_back(end + numbers[k] - first);
      ranges_[i] = {first, numbers.back() - first};
      end += ranges_[i].count;
    }
    building_.add(new_offsets(building_.client(), made));
    return end;
  }

  Building& building_;
  const planish_leaf_table& element_;
  std::span<const Piece> pieces_;
  std::vector<Range> ranges_;
  bool all_unused_ = true;
};

}  // namespace

size_t level_count(const planish_leaf_table& leaf) {
  return static_cast<size_t>(std::count(leaf.dims, leaf.dims + leaf.rank, PLANISH_VARYING));
}

size_t component_count(const planish_leaf_table& leaf) { return 2 * level_count(leaf) + 1; }

std::vector<Leaf> leaves_of(const planish_type_table& type, const planish_value& value,
                            size_t more) {
  std::vector<Leaf> leaves;
  Leaf rest = value.components;
  for (int32_t i = 0; i < type.leaf_count; i++) {
    const size_t count = component_count(type.leaves[i]);
    leaves.push_back(rest.subspan(more, count));
    rest = rest.subspan(more + count);
  }
  return leaves;
}

std::vector<Level> levels_of(const planish_value_table& type, std::span<Component> components) {
  std::vector<Level> levels;
  if (type.count == 0) return levels;  // a sequence
  Component* next = components.data();
  for (int32_t i = 0; i < type.leaf_count; i++) {
    for (size_t level = 0; level < level_count(type.leaves[i]); level++, next += 2)
      levels.push_back({next, next + 1, next + 2, level});
    next++;
  }
  return levels;
}

int64_t number_at(planish_client& client, const Component& offsets, int64_t index) {
  int64_t number = 0;
  read_elements(client, &number, offsets.data + index * offsets.item_size(), sizeof number);
  return number;
}

std::vector<int64_t> numbers_of(planish_client& client, const Component& offsets) {
  std::vector<int64_t> numbers(static_cast<size_t>(offsets.count()));
  read_elements(client, numbers.data(), offsets.data, offsets.bytes());
  return numbers;
}

std::string shape_text(std::span<const int64_t> dims) {
  std::string text;
  for (const int64_t dim : dims) text += "[" + std::to_string(dim) + "]";
  return text;
}

void add_joined(Building& building, const planish_leaf_table& element,
                std::span<const Piece> pieces, std::span<const int64_t> outer) {
  Joiner(building, element, pieces).join(outer);
}

}  // namespace planish::client
