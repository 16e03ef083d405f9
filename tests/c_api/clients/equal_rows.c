/* Irregular arrays whose rows are equally long: their offsets may not be there until somebody asks for them. */
#include "equal_rows.h"
#include "check.h"

static struct futhark_context* ctx;

/* Two rows of three. */
static struct futhark_i32_2d_v1* two_rows(void) {
  const int32_t data[] = {1, 2, 3, 4, 5, 6};
  const int64_t offsets[] = {0, 3, 6};
  struct futhark_i32_2d_v1* rows = futhark_new_i32_2d_v1(ctx, data, offsets, 2);
  CHECK(rows != NULL);
  return rows;
}

static struct futhark_i32_2d_v1* doubled(void) {
  struct futhark_i32_2d_v1 *rows = two_rows(), *result;
  CHECK(futhark_entry_doubled(ctx, &result, rows) == 0);
  CHECK(futhark_free_i32_2d_v1(ctx, rows) == 0);
  return result;
}

static void check_offsets(struct futhark_i32_2d_v1* rows, int64_t count, int64_t length) {
  const int64_t* offsets = futhark_offsets_i32_2d_v1(ctx, rows, 1);
  for (int64_t i = 0; i <= count; i++) CHECK(offsets[i] == i * length);
}

/* Each question, asked first. */
static void questions(void) {
  struct futhark_i32_2d_v1* rows = doubled();
  check_offsets(rows, 2, 3);
  CHECK(futhark_offsets_i32_2d_v1(ctx, rows, 1) == futhark_offsets_i32_2d_v1(ctx, rows, 1));
  CHECK(futhark_free_i32_2d_v1(ctx, rows) == 0);

  rows = doubled();
  const int64_t* shape = futhark_shape_i32_2d_v1(ctx, rows);
  CHECK(shape[0] == 2 && shape[1] == 6);
  int32_t element = 0;
  CHECK(futhark_index_i32_2d_v1(ctx, &element, rows, 1, 2) == 0 && element == 12);
  CHECK(futhark_index_i32_2d_v1(ctx, &element, rows, 1, 3) == 1);
  CHECK_ERROR(ctx, "out of bounds");
  CHECK(futhark_free_i32_2d_v1(ctx, rows) == 0);

  rows = doubled();
  int32_t values[6];
  CHECK(futhark_values_i32_2d_v1(ctx, rows, values) == 0 && values[0] == 2 && values[5] == 12);
  CHECK(futhark_free_i32_2d_v1(ctx, rows) == 0);
}

/* Given to entry points that need offsets, and to those that do not. */
static void arguments(void) {
  struct futhark_i32_2d_v1* rows = doubled();
  struct futhark_i32_1d* sums;
  CHECK(futhark_entry_sums(ctx, &sums, rows) == 0);
  int32_t sum[2];
  CHECK(futhark_values_i32_1d(ctx, sums, sum) == 0 && sum[0] == 12 && sum[1] == 30);
  CHECK(futhark_free_i32_1d(ctx, sums) == 0);

  struct futhark_i64_1d* lengths;
  CHECK(futhark_entry_lengths(ctx, &lengths, rows) == 0);
  int64_t length[2];
  CHECK(futhark_values_i64_1d(ctx, lengths, length) == 0 && length[0] == 3 && length[1] == 3);
  CHECK(futhark_free_i64_1d(ctx, lengths) == 0);
  CHECK(futhark_free_i32_2d_v1(ctx, rows) == 0);

  /* The rows of one argument differ, so the offsets of the other are needed. */
  const int32_t data[] = {7, 8, 9};
  const int64_t offsets[] = {0, 1, 3};
  struct futhark_i32_2d_v1* others = futhark_new_i32_2d_v1(ctx, data, offsets, 2);
  rows = doubled();
  struct futhark_i32_2d_v1* joined;
  CHECK(futhark_entry_joined(ctx, &joined, rows, others) == 0);
  const int64_t* ends = futhark_offsets_i32_2d_v1(ctx, joined, 1);
  CHECK(ends[0] == 0 && ends[1] == 4 && ends[2] == 9);
  int32_t all[9];
  CHECK(futhark_values_i32_2d_v1(ctx, joined, all) == 0 && all[3] == 7 && all[4] == 8 &&
        all[8] == 9);
  CHECK(futhark_free_i32_2d_v1(ctx, joined) == 0);
  CHECK(futhark_free_i32_2d_v1(ctx, others) == 0);

  /* Of different lengths, but each the same for all rows. */
  CHECK(futhark_entry_joined(ctx, &joined, rows, rows) == 0);
  check_offsets(joined, 2, 6);
  struct futhark_i32_2d_v1* more;
  CHECK(futhark_entry_joined(ctx, &more, joined, rows) == 0);
  CHECK(futhark_free_i32_2d_v1(ctx, joined) == 0);
  check_offsets(more, 2, 9);
  CHECK(futhark_free_i32_2d_v1(ctx, more) == 0);
  CHECK(futhark_free_i32_2d_v1(ctx, rows) == 0);
}

static void consumed(void) {
  struct futhark_i32_2d_v1 *rows = doubled(), *more, *last;
  CHECK(futhark_entry_increase(ctx, &more, rows) == 0);
  CHECK(futhark_offsets_i32_2d_v1(ctx, rows, 1) == NULL);
  CHECK_ERROR(ctx, "consumed");
  CHECK(futhark_free_i32_2d_v1(ctx, rows) == 0);
  CHECK(futhark_entry_increase(ctx, &last, more) == 0);
  CHECK(futhark_free_i32_2d_v1(ctx, more) == 0);
  check_offsets(last, 2, 3);
  int32_t values[6];
  CHECK(futhark_values_i32_2d_v1(ctx, last, values) == 0 && values[0] == 4 && values[5] == 14);
  CHECK(futhark_free_i32_2d_v1(ctx, last) == 0);
}

static void records(void) {
  const float xs[] = {1, 2, 3, 4};
  const int32_t ys[] = {5, 6, 7, 8};
  const int64_t offsets[] = {0, 2, 4};
  struct futhark_f32_2d_v1* x = futhark_new_f32_2d_v1(ctx, xs, offsets, 2);
  struct futhark_i32_2d_v1* y = futhark_new_i32_2d_v1(ctx, ys, offsets, 2);
  struct futhark_opaque_arr2d_v1_point *points, *moved, *again, *restored;
  CHECK(futhark_zip_opaque_arr2d_v1_point(ctx, &points, x, y) == 0);
  CHECK(futhark_free_f32_2d_v1(ctx, x) == 0 && futhark_free_i32_2d_v1(ctx, y) == 0);
  CHECK(futhark_entry_moved(ctx, &moved, points) == 0);
  CHECK(futhark_entry_moved(ctx, &again, moved) == 0);

  /* Fields share what is left out; zipped again they agree. */
  CHECK(futhark_project_opaque_arr2d_v1_point_x(ctx, &x, again) == 0);
  CHECK(futhark_project_opaque_arr2d_v1_point_y(ctx, &y, moved) == 0);
  CHECK(futhark_free_opaque_arr2d_v1_point(ctx, points) == 0);
  CHECK(futhark_zip_opaque_arr2d_v1_point(ctx, &points, x, y) == 0);
  check_offsets(y, 2, 2);
  CHECK(futhark_free_f32_2d_v1(ctx, x) == 0 && futhark_free_i32_2d_v1(ctx, y) == 0);
  struct futhark_opaque_point* point;
  CHECK(futhark_index_opaque_arr2d_v1_point(ctx, &point, points, 1, 1) == 0);
  float f = 0;
  int32_t i = 0;
  CHECK(futhark_project_opaque_point_x(ctx, &f, point) == 0 && f == 6);
  CHECK(futhark_project_opaque_point_y(ctx, &i, point) == 0 && i == 9);
  CHECK(futhark_free_opaque_point(ctx, point) == 0);
  CHECK(futhark_free_opaque_arr2d_v1_point(ctx, points) == 0);

  void* bytes = NULL;
  size_t size = 0;
  CHECK(futhark_store_opaque_arr2d_v1_point(ctx, again, &bytes, &size) == 0 && size > 0);
  restored = futhark_restore_opaque_arr2d_v1_point(ctx, bytes);
  CHECK(restored != NULL);
  free(bytes);
  CHECK(futhark_offsets_opaque_arr2d_v1_point(ctx, restored, 1)[2] == 4);
  CHECK(futhark_entry_moved(ctx, &points, restored) == 0); /* nobody has said that they are equal */
  CHECK(futhark_index_opaque_arr2d_v1_point(ctx, &point, points, 0, 1) == 0);
  CHECK(futhark_project_opaque_point_x(ctx, &f, point) == 0 && f == 5);
  CHECK(futhark_free_opaque_point(ctx, point) == 0);
  CHECK(futhark_free_opaque_arr2d_v1_point(ctx, points) == 0);
  CHECK(futhark_free_opaque_arr2d_v1_point(ctx, restored) == 0);
  CHECK(futhark_free_opaque_arr2d_v1_point(ctx, again) == 0);
  CHECK(futhark_free_opaque_arr2d_v1_point(ctx, moved) == 0);
}

static void tuples(void) {
  struct futhark_i32_2d_v1 *rows = two_rows(), *first;
  struct futhark_opaque_tup2_arr2d_v1_i32_arr1d_i32* both;
  CHECK(futhark_entry_both(ctx, &both, rows) == 0);
  CHECK(futhark_project_opaque_tup2_arr2d_v1_i32_arr1d_i32_0(ctx, &first, both) == 0);
  CHECK(futhark_free_opaque_tup2_arr2d_v1_i32_arr1d_i32(ctx, both) == 0);
  check_offsets(first, 2, 3);
  CHECK(futhark_free_i32_2d_v1(ctx, first) == 0);
  CHECK(futhark_free_i32_2d_v1(ctx, rows) == 0);
}

static void rows_of_rows(void) {
  const int32_t data[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const int64_t outer[] = {0, 3, 6};
  const int64_t inner[] = {0, 2, 4, 6, 8, 10, 12};
  struct futhark_i32_3d_v1_v2 *rows = futhark_new_i32_3d_v1_v2(ctx, data, outer, inner, 2), *more,
                              *last;
  CHECK(futhark_entry_nested(ctx, &more, rows) == 0);
  CHECK(futhark_entry_nested(ctx, &last, more) == 0);
  const int64_t* shape = futhark_shape_i32_3d_v1_v2(ctx, last);
  CHECK(shape[0] == 2 && shape[1] == 6 && shape[2] == 12);
  CHECK(memcmp(futhark_offsets_i32_3d_v1_v2(ctx, last, 1), outer, sizeof outer) == 0);
  CHECK(memcmp(futhark_offsets_i32_3d_v1_v2(ctx, last, 2), inner, sizeof inner) == 0);
  int32_t element = 0;
  CHECK(futhark_index_i32_3d_v1_v2(ctx, &element, more, 1, 2, 1) == 0 && element == 13);
  CHECK(futhark_index_i32_3d_v1_v2(ctx, &element, last, 1, 2, 1) == 0 && element == 14);
  CHECK(futhark_free_i32_3d_v1_v2(ctx, rows) == 0);
  CHECK(futhark_free_i32_3d_v1_v2(ctx, more) == 0);
  CHECK(futhark_free_i32_3d_v1_v2(ctx, last) == 0);
}

static void nothing(void) {
  const int64_t offsets[] = {0, 0, 0};
  for (int64_t count = 0; count <= 2; count += 2) {
    struct futhark_i32_2d_v1 *rows = futhark_new_i32_2d_v1(ctx, NULL, offsets, count), *more, *last;
    CHECK(futhark_entry_doubled(ctx, &more, rows) == 0);
    CHECK(futhark_entry_doubled(ctx, &last, more) == 0);
    check_offsets(last, count, 0);
    CHECK(futhark_free_i32_2d_v1(ctx, rows) == 0);
    CHECK(futhark_free_i32_2d_v1(ctx, more) == 0);
    CHECK(futhark_free_i32_2d_v1(ctx, last) == 0);
  }
  struct futhark_i64_2d_v1* squares;
  CHECK(futhark_entry_squares(ctx, &squares, 0) == 0);
  CHECK(futhark_offsets_i64_2d_v1(ctx, squares, 1)[0] == 0);
  CHECK(futhark_free_i64_2d_v1(ctx, squares) == 0);
  CHECK(futhark_entry_squares(ctx, &squares, 3) == 0);
  CHECK(futhark_offsets_i64_2d_v1(ctx, squares, 1)[3] == 9);
  CHECK(futhark_free_i64_2d_v1(ctx, squares) == 0);
}

int main(void) {
  struct futhark_context_config* cfg = futhark_context_config_new();
  ctx = futhark_context_new(cfg);
  questions();
  arguments();
  consumed();
  records();
  tuples();
  rows_of_rows();
  nothing();
  CHECK(futhark_context_get_error(ctx) == NULL);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
