// Vectors of vectors as irregular arrays, in C++.
#include "rows.h"

#include <numeric>
#include <vector>

#include "check.h"

namespace {

using Rows = std::vector<std::vector<int32_t>>;

futhark_i32_2d_v1* to_array(futhark_context* context, const Rows& rows) {
  std::vector<int32_t> data;
  std::vector<int64_t> offsets{0};
  for (const auto& row : rows) {
    data.insert(data.end(), row.begin(), row.end());
    offsets.push_back(static_cast<int64_t>(data.size()));
  }
  return futhark_new_i32_2d_v1(context, data.data(), offsets.data(),
                               static_cast<int64_t>(rows.size()));
}

Rows from_array(futhark_context* context, futhark_i32_2d_v1* array) {
  const int64_t* offsets = futhark_offsets_i32_2d_v1(context, array, 1);
  const auto* data = reinterpret_cast<const int32_t*>(futhark_values_raw_i32_2d_v1(context, array));
  Rows rows;
  for (int64_t i = 0; i < futhark_shape_i32_2d_v1(context, array)[0]; i++)
    rows.emplace_back(data + offsets[i], data + offsets[i + 1]);
  return rows;
}

}  // namespace

int main() {
  futhark_context_config* config = futhark_context_config_new();
  futhark_context* context = futhark_context_new(config);
  Rows rows(100);
  for (size_t i = 0; i < rows.size(); i++) rows[i].assign(i % 7, static_cast<int32_t>(i));
  futhark_i32_2d_v1* array = to_array(context, rows);
  CHECK(from_array(context, array) == rows);

  futhark_i32_1d* sums = nullptr;
  CHECK(futhark_entry_sums(context, &sums, array) == FUTHARK_SUCCESS);
  std::vector<int32_t> got(rows.size());
  CHECK(futhark_values_i32_1d(context, sums, got.data()) == FUTHARK_SUCCESS);
  for (size_t i = 0; i < rows.size(); i++)
    CHECK(got[i] == std::accumulate(rows[i].begin(), rows[i].end(), 0));

  futhark_i32_2d_v1* more = nullptr;
  CHECK(futhark_entry_increase(context, &more, array) == FUTHARK_SUCCESS);
  for (auto& row : rows) {
    for (int32_t& element : row) element++;
  }
  CHECK(from_array(context, more) == rows);
  futhark_free_i32_1d(context, sums);
  futhark_free_i32_2d_v1(context, array);
  futhark_free_i32_2d_v1(context, more);
  futhark_context_free(context);
  futhark_context_config_free(config);
  return 0;
}
