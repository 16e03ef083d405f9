// How many elements a range has.
#pragma once

#include <optional>

#include "values/emitter.h"

namespace planish::values {

// Which elements a range has, by its end: `...`, `..<` and `..>`.
enum class RangeEnd : uint8_t { Inclusive, UpTo, DownTo };

// start..second...end, of any integer type.
struct RangeBounds {
  Atom start;
  std::optional<Atom> second;
  Atom end;
  RangeEnd kind{};
};
struct RangeSize {
  Atom count;
  Atom valid;  // count means something
};

class RangeSizes {
 public:
  RangeSizes(Builder& builder, Emitter& emit) : builder_(builder), emit_(emit) {}

  RangeSize size(const RangeBounds& range);
  // from, from + step, … below an end, all of them i64. Valid if `from` is not above the end; the
  // step has to be positive.
  RangeSize up_to(Atom from, Atom to, Atom step);

 private:
  // The way from the first element to the end, and from one element to the next: its length is that of
  // all steps together. Both are numbers without a sign.
  struct Way {
    Atom low;  // of the two ends
    Atom length;
    Atom step;
    Atom ordered;  // the end is where steps lead
  };
  Way way(Atom low, Atom high, Atom step_low, Atom step_high);
  Way up_or_down(const RangeBounds& range, Atom forward);
  RangeSize size(const Way& way, RangeEnd kind);
  RangeSize size_of_short_way(const Way& way, RangeEnd kind);
  RangeSize size_of_long_way(const Way& way, RangeEnd kind);

  Builder& builder_;
  Emitter& emit_;
};

}  // namespace planish::values
