#include "interp/compile/flat_ops.h"

#include <algorithm>

namespace planish::interp {

namespace {

// How many dimensions an array over some levels has: all up to the last irregular one are one.
size_t rank_over(std::span<const ir::Level> levels) {
  size_t rank = 0;
  for (const ir::Level& level : levels) rank = level.offsets ? 1 : rank + 1;
  return rank;
}
size_t rank_over(const ir::Space& space) { return rank_over(space.levels); }
size_t outer_rank_over(const ir::Space& space) {
  return rank_over(space.levels.first(space.levels.size() - 1));
}

}  // namespace

SegData* FlatOps::segmented(const ir::Space& space) {
  auto* data = make<SegData>();
  if (space.levels.empty() || space.levels[0].offsets)
    throw BrokenRule{"an iteration space whose outer level is not regular"};
  for (const ir::Level& level : space.levels) {
    LevelSpec& made = data->levels.emplace_back();
    made.bound = scalar(level.bound);
    made.irregular = static_cast<bool>(level.offsets);
    if (made.irregular) made.offsets = use(level.offsets);
  }
  return data;
}

void FlatOps::segmented_body(SegData& data, const ir::Space& space, const ir::Body& body,
                             std::span<const Slot> to) {
  open_body();
  for (size_t i = 0; i < space.levels.size(); i++)
    data.levels[i].index = bind(space.levels[i].index);
  data.body = bodies_.statements(body, to);
  close_body();
}

void FlatOps::operation(const ir::SegMap& op) {
  SegData* data = segmented(op.space);
  segmented_body(*data, op.space, *op.body, {});
  const size_t rank = rank_over(op.space);
  results_in_form(data->body.results, op.body->results, 0, rank, data->body);
  data->outputs = space_outputs(data->body.results, 0, rank, {op.body, {}, {}, 0});
  emit(seg_map, 0, 0, 0, 0, data);
}

void FlatOps::operation(const ir::SegRed& op) {
  SegData* data = segmented(op.space);
  const size_t count = op.neutral.size();
  const size_t rank = rank_over(op.space);
  data->combine = combine(*op.op, count);
  data->neutral = moves(op.neutral, data->combine.left);
  segmented_body(*data, op.space, *op.body, slots_of(data->combine.right));
  pattern(std::max<size_t>(count, 1) - 1);
  if (op.space.levels.size() == 1)
    data->results = moves(data->combine.left, state_.stm->pattern.first(count));
  else
    data->totals =
        space_outputs(data->combine.left, 0, outer_rank_over(op.space), {op.body, {}, {}, 0});
  results_in_form(data->body.results, op.body->results.subspan(count), count, rank, data->body);
  data->outputs = space_outputs(data->body.results, count, rank, {op.body, {}, {}, 0});
  emit(seg_red, 0, 0, 0, 0, data);
}

void FlatOps::operation(const ir::SegScan& op) {
  SegData* data = segmented(op.space);
  const size_t count = op.neutral.size();
  const size_t rank = rank_over(op.space);
  data->combine = combine(*op.op, count);
  data->neutral = moves(op.neutral, data->combine.left);
  segmented_body(*data, op.space, *op.body, slots_of(data->combine.right));
  if (op.post == nullptr) {
    data->totals = space_outputs(data->combine.left, 0, rank, {op.body, {}, {}, 0});
  } else {
    open_body();
    for (size_t i = 0; i < op.space.levels.size(); i++)
      bind_at(op.space.levels[i].index, data->levels[i].index);
    data->post = post(*op.post, data->combine, data->body.results);
    close_body();
    results_in_form(data->post.results, op.post->body->results, 0, rank, data->post);
    data->totals = space_outputs(data->post.results, 0, rank, {op.post->body, {}, {}, 0});
  }
  results_in_form(data->body.results, op.body->results.subspan(op.taken()), op.made(), rank,
                  data->body);
  const size_t leading = op.made() - op.taken();
  data->outputs = space_outputs(data->body.results, op.made(), rank, {op.body, {}, {}, leading});
  emit(seg_scan, 0, 0, 0, 0, data);
}

void FlatOps::operation(const ir::SegHist& op) {
  SegData* data = segmented(op.space);
  data->shape = scalars(op.shape);
  data->combine = combine(*op.op, op.dests.size());
  data->combines = true;
  segmented_body(*data, op.space, *op.body, {});
  data->dests = dests(op.dests);
  emit(seg_update, 0, 0, 0, 0, data);
}

void FlatOps::operation(const ir::SegScatter& op) {
  SegData* data = segmented(op.space);
  data->shape = scalars(op.shape);
  segmented_body(*data, op.space, *op.body, {});
  data->dests = dests(op.dests);
  emit(seg_update, 0, 0, 0, 0, data);
}

void FlatOps::kept_values(SegData& data, const ir::Body& body, size_t first_bound) {
  const std::span<Source> values = std::span(data.body.results).subspan(1);
  results_in_form(values, body.results.subspan(1), first_bound, 1, data.body);
  data.outputs = space_outputs(values, first_bound, 1, {&body, {}, {}, first_bound - 1});
}

void FlatOps::operation(const ir::SegFilter& op) {
  SegData* data = segmented(op.space);
  segmented_body(*data, op.space, *op.body, {});
  const Slot count = result(0);
  const bool counts_segments = op.space.levels.size() > 1;
  data->segment_count = new_slot(ValueKind::Scalar);
  if (counts_segments) {
    const Source segment_count{data->segment_count, Transfer::Scalar};
    data->totals =
        space_outputs({&segment_count, 1}, 1, outer_rank_over(op.space), {op.body, {}, {}, 0});
  }
  kept_values(*data, *op.body, counts_segments ? 2 : 1);
  emit(seg_filter, count, 0, 0, 0, data);
}

void FlatOps::operation(const ir::SegPartition& op) {
  SegData* data = segmented(op.space);
  const Slot classes = scalar(op.classes);
  segmented_body(*data, op.space, *op.body, {});
  const Slot kept = result(0);
  const Slot counts = result(1);
  kept_values(*data, *op.body, 2);
  emit(seg_partition, kept, classes, counts, 0, data);
}

void FlatOps::operation(const ir::SegFlatMap& op) {
  SegData* data = segmented(op.space);
  segmented_body(*data, op.space, *op.body, {});
  data->rows =
      row_outputs(data->body, op.groups, {op.body, {}, {}, op.groups.size()}, rank_over(op.space));
  emit(seg_flat_map, 0, 0, 0, 0, data);
}

}  // namespace planish::interp
