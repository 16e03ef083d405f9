#include "driver/workspace/structured_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "backends/components.h"
#include "runtime/value_io.h"
#include "runtime/value_string.h"

namespace planish {
namespace {

using runtime::Value;

// An array with more elements than this is long.
constexpr int64_t kManyElements = 200;
// So many elements are shown on both sides of what is left out, of a row that stands alone and of
// rows among others.
constexpr int64_t kShownAlone = 10;
constexpr int64_t kShownAmongOthers = 3;

// A component, and where the elements of its arrays begin.
class Component {
 public:
  explicit Component(const Value& value) : value_(&value), offsets_(value.dims.size()) {
    for (size_t level = 0; level < value.dims.size(); level++) {
      if (!value.dims[level].varying) continue;
      int64_t offset = 0;
      offsets_[level].push_back(offset);
      for (int64_t length : value.dims[level].lengths) offsets_[level].push_back(offset += length);
    }
  }

  const Value& value() const { return *value_; }
  size_t rank() const { return value_->dims.size(); }
  int64_t length(size_t level, int64_t array) const {
    const runtime::ValueDim& dim = value_->dims[level];
    return dim.varying ? dim.lengths[static_cast<size_t>(array)] : dim.size;
  }
  // The number of the first element of an array, counted over all arrays of its level.
  int64_t first(size_t level, int64_t array) const {
    const runtime::ValueDim& dim = value_->dims[level];
    return dim.varying ? offsets_[level][static_cast<size_t>(array)] : dim.size * array;
  }

 private:
  const Value* value_;
  std::vector<std::vector<int64_t>> offsets_;  // of each level that varies
};

// Where in a value something stands: under so many dimensions, and as which of all that stand
// there.
struct ElementPlace {
  size_t level = 0;
  int64_t index = 0;
};

class Writer {
 public:
  Writer(const ir::Storage& storage, Extent extent) : storage_(storage), extent_(extent) {}

  void write(const ir::EntryValue& result, std::span<const Value> values) {
    components_.reserve(values.size());
    std::vector<const Component*> all;
    for (const Value& value : values) all.push_back(&components_.emplace_back(value));
    write(result.client_type, all, {});
  }

  std::string take() { return std::move(out_); }

 private:
  using Components = std::span<const Component* const>;

  void write(std::string_view type_name, Components parts, ElementPlace at) {
    const ir::EntryType* type = ir::find_entry_type(storage_, type_name);
    if (type == nullptr) return write_plain(*parts.front(), at);
    switch (type->kind) {
      case ir::EntryTypeKind::Array: return write_array(*type, parts, at, type->rank);
      case ir::EntryTypeKind::Record: return write_record(*type, parts, at);
      case ir::EntryTypeKind::Sum: return write_sum(*type, parts, at);
    }
  }

  // ---- Arrays

  // Calls `element` for those that are shown.
  template <class Element>
  void write_elements(const Component& shape, ElementPlace at, Element element) {
    const int64_t length = shape.length(at.level, at.index);
    const int64_t first = shape.first(at.level, at.index);
    const int64_t shown = shown_;
    const bool cut = shown != 0 && length > 2 * shown;
    out_ += '[';
    for (int64_t i = 0; i < length; i++) {
      if (i > 0) out_ += ", ";
      if (cut && i == shown) {
        i = length - shown;
        out_ += fmt::format("...{} more..., ", i - shown);
      }
      element(ElementPlace{at.level + 1, first + i});
    }
    out_ += ']';
  }

  // Decides, at the outermost dimension of an array, whether to leave something out.
  class ArrayScope {
   public:
    ArrayScope(Writer& writer, const Component& shape, ElementPlace at, size_t rank)
        : writer_(writer), before_(writer.shown_) {
      if (writer.extent_ == Extent::Whole) return;
      const bool many = element_count(shape, at, rank) > kManyElements;
      if (before_ != 0 || (many && rank > 1)) {
        writer.shown_ = kShownAmongOthers;
      } else if (many) {
        writer.shown_ = kShownAlone;
      }
    }
    ~ArrayScope() { writer_.shown_ = before_; }
    ArrayScope(const ArrayScope&) = delete;
    ArrayScope& operator=(const ArrayScope&) = delete;

   private:
    static int64_t element_count(const Component& shape, ElementPlace at, size_t rank) {
      int64_t begin = at.index, end = at.index + 1;
      for (size_t level = at.level; level < at.level + rank && begin < end; level++) {
        const int64_t last = end - 1;
        end = shape.first(level, last) + shape.length(level, last);
        begin = shape.first(level, begin);
      }
      return end - begin;
    }

    Writer& writer_;
    int64_t before_;
  };

  void write_array(const ir::EntryType& type, Components parts, ElementPlace at, size_t rank) {
    // All components have the dimensions of the array first.
    const Component& shape = *parts.front();
    ArrayScope scope(*this, shape, at, rank);
    write_elements(shape, at, [&](ElementPlace element) {
      if (rank == 1) return write(type.elem, parts, element);
      write_array(type, parts, element, rank - 1);
    });
  }

  // A primitive, or an array of them.
  void write_plain(const Component& part, ElementPlace at) {
    const size_t rank = part.rank() - at.level;
    if (rank == 0)
      return runtime::append_element(out_, part.value(), static_cast<size_t>(at.index));
    if (rank == 1 && part.value().prim == Prim::U8 && write_string(part, at)) return;
    ArrayScope scope(*this, part, at, rank);
    write_elements(part, at, [&](ElementPlace element) { write_plain(part, element); });
  }

  // Bytes that are text; false: they are none.
  bool write_string(const Component& part, ElementPlace at) {
    const auto* data = reinterpret_cast<const char*>(part.value().data.data());
    const std::string_view bytes(data + part.first(at.level, at.index),
                                 static_cast<size_t>(part.length(at.level, at.index)));
    if (!runtime::is_text(bytes)) return false;
    constexpr size_t kLongString = 1000;
    if (extent_ == Extent::Whole || bytes.size() <= kLongString) {
      runtime::append_string(out_, bytes);
      return true;
    }
    const std::string_view begin = runtime::text_prefix(bytes, kLongString);
    runtime::append_string(out_, begin);
    out_ += fmt::format("...{} more bytes", bytes.size() - begin.size());
    return true;
  }

  // ---- Records and sums

  // How many of the components belong to a type.
  size_t component_count(std::string_view type_name) const {
    return ir::entry_leaves(storage_, type_name).size();
  }

  static bool is_tuple(const ir::EntryType& record) {
    for (size_t i = 0; i < record.parts.size(); i++) {
      if (record.parts[i].name != std::to_string(i)) return false;
    }
    return record.parts.size() != 1;
  }

  void write_record(const ir::EntryType& record, Components parts, ElementPlace at) {
    const bool tuple = is_tuple(record);
    out_ += tuple ? '(' : '{';
    for (size_t i = 0; i < record.parts.size(); i++) {
      const ir::EntryTypePart& field = record.parts[i];
      const size_t count = component_count(field.types[0]);
      if (i > 0) out_ += ", ";
      if (!tuple) out_ += fmt::format("{} = ", field.name);
      write(field.types[0], parts.first(count), at);
      parts = parts.subspan(count);
    }
    out_ += tuple ? ')' : '}';
  }

  // Tags are small and not negative, whatever their type is.
  static uint64_t tag_of(const Value& tags, size_t index) {
    uint64_t tag = 0;
    const auto size = static_cast<size_t>(byte_size(tags.prim));
    std::memcpy(&tag, tags.data.data() + index * size, size);
    return tag;
  }

  void write_sum(const ir::EntryType& sum, Components parts, ElementPlace at) {
    const uint64_t tag = tag_of(parts.front()->value(), static_cast<size_t>(at.index));
    const ir::EntryTypePart& constructor = sum.parts[tag];
    out_ += fmt::format("#{}", constructor.name);
    std::span<const uint32_t> slots = constructor.slots;
    for (std::string_view type : constructor.types) {
      std::vector<const Component*> held;
      for (uint32_t slot : slots.first(component_count(type))) held.push_back(parts[slot]);
      slots = slots.subspan(held.size());
      out_ += ' ';
      write_argument(type, held, at);
    }
  }

  // In parentheses where the language needs them.
  void write_argument(std::string_view type, Components parts, ElementPlace at) {
    const size_t begin = out_.size();
    write(type, parts, at);
    const std::string_view text = std::string_view(out_).substr(begin);
    const bool applied = text.starts_with('#') && text.find(' ') != std::string_view::npos;
    if (!applied && !text.starts_with('-')) return;
    out_.insert(begin, "(");
    out_ += ')';
  }

  const ir::Storage& storage_;
  const Extent extent_;
  int64_t shown_ =
      0;  // inside of a long array: of rows with more than twice as many elements; 0: all
  std::vector<Component> components_;
  std::string out_;
};

}  // namespace

std::vector<std::string> structured_results(const ir::Storage& storage, const ir::Entry& entry,
                                            std::span<const Value> values, Extent extent) {
  std::vector<std::string> texts;
  for (const ir::EntryValue& result : entry.results) {
    Writer writer(storage, extent);
    const size_t count = value_count(result);
    writer.write(result, values.first(count));
    texts.push_back(writer.take());
    values = values.subspan(count);
  }
  return texts;
}

std::string structured_text(const ir::Storage& storage, const ir::Entry& entry,
                            std::span<const Value> values, Extent extent) {
  const std::vector<std::string> results = structured_results(storage, entry, values, extent);
  return results.size() == 1 ? results.front() : fmt::format("({})", fmt::join(results, ", "));
}

}  // namespace planish
