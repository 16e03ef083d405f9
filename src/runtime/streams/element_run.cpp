#include "runtime/streams/element_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/value_text.h"

namespace planish::runtime {
namespace {

// More than this is not copied at once.
constexpr size_t kBatch = 1 << 18;

[[noreturn]] void throw_sizes() { throw StreamError("the sizes of an element are too large"); }

void throw_if_too_large(int64_t bytes, int64_t limit) {
  if (limit >= 0 && bytes > limit) throw_too_large(bytes, limit);
}

}  // namespace

void throw_too_large(int64_t bytes, int64_t limit) {
  throw StreamError(
      fmt::format("it takes {} bytes or more, and {} are left of the memory limit", bytes, limit),
      StreamError::Kind::Memory);
}

size_t first_bad_bool(const std::byte* bytes, size_t size) {
  return static_cast<size_t>(
      std::find_if(bytes, bytes + size, [](std::byte b) { return b > std::byte{1}; }) - bytes);
}

Lengths::Lengths(std::unique_ptr<ByteWindow> offsets, int64_t last)
    : offsets_(std::move(offsets)), last_(last) {
  if (next_offset() != 0) throw StreamError("the offsets of a binary value do not begin with 0");
}

int64_t Lengths::next_offset() {
  Patience forever;
  int64_t offset = 0;
  if (offsets_->fill_to(sizeof offset, forever) != Got::Bytes)
    throw StreamError("the offsets of a binary value are cut off");
  std::memcpy(&offset, offsets_->bytes().data(), sizeof offset);
  offsets_->use(sizeof offset);
  return offset;
}

int64_t Lengths::next() {
  if (offsets_ == nullptr) return listed_[at_++];
  const int64_t begin = offset_;
  const int64_t end = next_offset();
  if (end < begin || end > last_)
    throw StreamError("its offset is less than the one before, or more than the last one");
  offset_ = end;
  return end - begin;
}

bool ElementRun::is_regular() const {
  return std::ranges::all_of(levels_,
                             [](const RunLevel& level) { return level.lengths == nullptr; });
}

ReadResult ElementRun::add(PartBuilder& part, const Bounds& bounds, Patience& patience) {
  return is_regular() ? add_regular(part, bounds, patience) : add_measured(part, bounds, patience);
}

ReadResult ElementRun::add_regular(PartBuilder& part, const Bounds& bounds, Patience& patience) {
  int64_t arrays = 1;
  int64_t lengths = 0;  // for each element
  for (size_t i = 0; i < levels_.size(); i++) {
    if (part.varies(i) && __builtin_add_overflow(lengths, arrays, &lengths)) throw_sizes();
    if (__builtin_mul_overflow(arrays, levels_[i].size, &arrays)) throw_sizes();
  }
  int64_t size = 0;
  int64_t whole = 0;
  if (__builtin_mul_overflow(arrays, int64_t{byte_size(part.shape().prim)}, &size) ||
      __builtin_mul_overflow(lengths, int64_t{sizeof(int64_t)}, &whole) ||
      __builtin_add_overflow(whole, size, &whole))
    throw_sizes();
  throw_if_too_large(whole, bounds.limit);
  const int64_t room = std::max<int64_t>(bounds.bytes - part.bytes(), 0);
  const int64_t fit = whole == 0 ? bounds.elements : std::max<int64_t>(room / whole, 1);
  int64_t count = std::min({bounds.elements, left_, fit});
  if (size == 0) {
    // These cost nothing where they are, so there may be any number of them.
    if (std::max(left_, lengths) > kMaxFreeRows) throw StreamError(kTooManyRows);
  } else {
    const size_t before = part.data().size();
    const ReadResult result = data_->read_items(part.data(), size, count, patience);
    if (result.got != Got::Bytes) return result;
    count = result.count;
    if (part.shape().prim == Prim::Bool) {
      const size_t bytes = part.data().size() - before;
      const size_t good = first_bad_bool(part.data().data() + before, bytes);
      if (good < bytes) {
        count = static_cast<int64_t>(good) / size;
        // The elements before the bad one are good. It is met again when it is the first.
        const size_t kept = before + static_cast<size_t>(count * size);
        data_->give_back(part.data().data() + kept, part.data().size() - kept);
        part.data().resize(kept);
        if (count == 0) throw StreamError(kBadBool);
      }
    }
  }
  arrays = count;
  for (size_t i = 0; i < levels_.size(); i++) {
    if (part.varies(i)) part.add_lengths(i, static_cast<size_t>(arrays), levels_[i].size);
    arrays *= levels_[i].size;
  }
  left_ -= count;
  return {Got::Bytes, count};
}

void ElementRun::measure(const PartBuilder& part, int64_t limit) {
  next_.arrays.assign(levels_.size(), 0);
  next_.lengths.resize(levels_.size());
  int64_t arrays = 1;
  int64_t lengths = 0;
  for (size_t i = 0; i < levels_.size(); i++) {
    next_.arrays[i] = arrays;
    if (part.varies(i) && __builtin_add_overflow(lengths, arrays, &lengths)) throw_sizes();
    std::vector<int64_t>& listed = next_.lengths[i];
    listed.clear();
    if (levels_[i].lengths == nullptr) {
      if (__builtin_mul_overflow(arrays, levels_[i].size, &arrays)) throw_sizes();
      continue;
    }
    if (lengths > INT64_MAX / int64_t{sizeof(int64_t)}) throw_sizes();
    throw_if_too_large(lengths * int64_t{sizeof(int64_t)}, limit);
    int64_t sum = 0;
    for (int64_t k = 0; k < arrays; k++) {
      listed.push_back(levels_[i].lengths->next());
      if (__builtin_add_overflow(sum, listed.back(), &sum)) throw_sizes();
    }
    arrays = sum;
  }
  int64_t whole = 0;
  if (__builtin_mul_overflow(arrays, int64_t{byte_size(part.shape().prim)}, &next_.scalars) ||
      __builtin_mul_overflow(lengths, int64_t{sizeof(int64_t)}, &whole) ||
      __builtin_add_overflow(whole, next_.scalars, &next_.bytes))
    throw_sizes();
  throw_if_too_large(next_.bytes, limit);
  if (next_.scalars == 0 && lengths > kMaxFreeRows) throw StreamError(kTooManyRows);
  next_.is_there = true;
}

bool ElementRun::is_measured(const PartBuilder& part, int64_t limit, int64_t added) {
  try {
    if (!failed_ && !next_.is_there) measure(part, limit);
  } catch (const StreamError& error) {
    failed_ = error;
  }
  if (failed_ && added == 0) throw *failed_;
  return !failed_;
}

void ElementRun::add_lengths(PartBuilder& part) const {
  for (size_t i = 0; i < levels_.size(); i++) {
    if (!part.varies(i)) continue;
    if (levels_[i].lengths != nullptr)
      part.add_lengths(i, next_.lengths[i]);
    else
      part.add_lengths(i, static_cast<size_t>(next_.arrays[i]), levels_[i].size);
  }
}

ReadResult ElementRun::add_measured(PartBuilder& part, const Bounds& bounds, Patience& patience) {
  ReadResult result{Got::Bytes, 0};
  size_t batch = 0;  // bytes of elements that are counted, and still in the window
  auto move_batch = [&] {
    const auto* from = reinterpret_cast<const std::byte*>(data_->bytes().data());
    part.data().append(from, batch);
    data_->use(batch);
    batch = 0;
  };
  while (result.count < bounds.elements && left_ > 0) {
    if (!is_measured(part, bounds.limit, result.count)) break;
    const int64_t before = part.bytes() + static_cast<int64_t>(batch);
    if (before > 0 && before + next_.bytes > bounds.bytes) break;
    const auto size = static_cast<size_t>(next_.scalars);
    if (data_->bytes().size() < batch + size || batch >= kBatch) {
      move_batch();
      const Got got = data_->fill_to(size, patience);
      if (got != Got::Bytes) {
        if (result.count == 0) result.got = got;
        break;
      }
    }
    if (part.shape().prim == Prim::Bool) {
      const auto* from = reinterpret_cast<const std::byte*>(data_->bytes().data()) + batch;
      if (first_bad_bool(from, size) < size) {
        if (result.count == 0) throw StreamError(kBadBool);
        break;
      }
    }
    batch += size;
    add_lengths(part);
    next_.is_there = false;
    left_--;
    result.count++;
    if (patience.nanoseconds < 0) patience = kAfterFirst;
  }
  move_batch();
  return result;
}

std::unique_ptr<ElementRun> run_of(Value array) {
  std::vector<RunLevel> levels;
  for (size_t i = 1; i < array.dims.size(); i++) {
    ValueDim& dim = array.dims[i];
    RunLevel& level = levels.emplace_back();
    level.size = dim.size;
    if (dim.varying) level.lengths = std::make_unique<Lengths>(std::move(dim.lengths));
  }
  std::string bytes(reinterpret_cast<const char*>(array.data.data()), array.data.size());
  return std::make_unique<ElementRun>(
      std::move(levels), array.dims[0].size,
      std::make_unique<ByteWindow>(plain_memory_input(std::move(bytes))));
}

}  // namespace planish::runtime
