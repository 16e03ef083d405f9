// Elements as values in the text and the binary format, mixed as one likes. An array of elements counts
// as its elements.
//
//   3 [1] [] [2]        of i32: 3, 1, 2
//   [[1], []] [[2]]     of [?]i32: [1], [], [2]
//
// An element with several components is their values in turn; or there is an array for each of them, all
// equally long.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/streams/binary_header.h"
#include "runtime/streams/chunk_source.h"
#include "runtime/streams/element_run.h"
#include "runtime/streams/value_extent.h"

namespace planish::runtime {

class ValuesSource : public ChunkSource {
 public:
  // Of single values, an array is one.
  enum class Arrays : uint8_t { AreElements, AreValues };
  ValuesSource(std::shared_ptr<ByteWindow> window, const ElementShape& element,
               const SourceOptions& options, Arrays arrays = Arrays::AreElements)
      : ChunkSource(std::move(window), element, options), arrays_(arrays) {}

 protected:
  void fill() override;
  void begin_anew() override;
  int64_t position() const override;
  std::string place(int64_t number) const override;

 private:
  // What the text that comes next is behind.
  enum class Behind : uint8_t { Nothing, Bracket, Element, Comma };

  // The component that comes next.
  PartBuilder& part() { return parts()[staged_.size() + runs_.size()]; }
  bool is_in_runs() const { return !runs_.empty() && runs_.size() == component_count(); }
  bool is_single() { return parts().size() == 1; }

  // These go on until something is added or used; NothingYet: for want of bytes, or of room.
  Got go_on();
  Got outside();
  Got inside();
  Got frame(size_t& length, bool may_open);
  void element_text(size_t length);
  void array_text(size_t length);
  Got binary();

  Value parse(const ValueShape& shape, size_t length);
  void add_scalar(size_t length);
  static void append(PartBuilder& part, const Value& element);
  void stage(Value element);
  void stage(std::unique_ptr<ElementRun> run);

  Arrays arrays_;
  Behind behind_ = Behind::Nothing;
  bool in_comment_ = false;
  std::optional<ValueExtent> extent_;  // of the value that begins in the window
  // Components that are there; of an element, or of elements.
  std::vector<Value> staged_;
  std::vector<std::unique_ptr<ElementRun>> runs_;
};

// White space and comments are used up. Bytes: something else follows.
Got skip_blank(ByteWindow& window, bool& in_comment, Patience& patience);

}  // namespace planish::runtime
