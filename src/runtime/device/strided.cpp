#include "runtime/device/strided.h"

namespace planish::device {

int64_t StridedCopy::count() const {
  int64_t count = 1;
  for (size_t d = 0; d < static_cast<size_t>(rank); d++) count *= dims[d];
  return count;
}

StridedCopy simplified(int64_t rank, const int64_t* dims, const int64_t* to_strides,
                       const int64_t* from_strides) {
  StridedCopy copy;
  for (int64_t d = 0; d < rank; d++) {
    if (dims[d] == 0) {
      copy = {};
      copy.rank = 1;
      return copy;
    }
    if (dims[d] == 1) continue;
    if (copy.rank > 0) {
      const size_t outer = copy.last();
      if (copy.to[outer] == dims[d] * to_strides[d] &&
          copy.from[outer] == dims[d] * from_strides[d]) {
        copy.dims[outer] *= dims[d];
        copy.to[outer] = to_strides[d];
        copy.from[outer] = from_strides[d];
        continue;
      }
    }
    copy.rank++;
    copy.dims[copy.last()] = dims[d];
    copy.to[copy.last()] = to_strides[d];
    copy.from[copy.last()] = from_strides[d];
  }
  return copy;
}

}  // namespace planish::device
