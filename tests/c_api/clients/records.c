/* Records and tuples, arrays of records, and values as bytes. */
#include "api.h"

#include "check.h"

static void points(struct futhark_context *ctx) {
  struct futhark_opaque_point *p = NULL, *q = NULL;
  float x = 0, y = 0;
  CHECK(futhark_new_opaque_point(ctx, &p, 1, 2) == 0);
  CHECK(futhark_entry_move(ctx, &q, p, 10) == 0);
  CHECK(futhark_free_opaque_point(ctx, p) == 0);
  CHECK(futhark_project_opaque_point_x(ctx, &x, q) == 0 && x == 11);
  CHECK(futhark_project_opaque_point_y(ctx, &y, q) == 0 && y == 12);

  /* Asking for the size first, memory of our own, memory that is made for us. */
  size_t size = 0, again = 0;
  CHECK(futhark_store_opaque_point(ctx, q, NULL, &size) == 0 && size > 0);
  void *mine = malloc(size), *theirs = NULL;
  CHECK(futhark_store_opaque_point(ctx, q, &mine, &again) == 0 && again == size);
  CHECK(futhark_store_opaque_point(ctx, q, &theirs, &again) == 0 && theirs != NULL);
  CHECK(memcmp(mine, theirs, size) == 0);
  futhark_free_opaque_point(ctx, q);
  q = futhark_restore_opaque_point(ctx, mine);
  CHECK(q != NULL && futhark_project_opaque_point_x(ctx, &x, q) == 0 && x == 11);
  futhark_free_opaque_point(ctx, q);
  ((char *)theirs)[0] = 'x';
  CHECK(futhark_restore_opaque_point(ctx, theirs) == NULL);
  CHECK_ERROR(ctx, "not stored");
  free(mine);
  free(theirs);
}

static void arrays_of_points(struct futhark_context *ctx) {
  float xs[] = {1, 2, 3}, ys[] = {10, 20, 30}, out[3];
  struct futhark_f32_1d *fx = futhark_new_f32_1d(ctx, xs, 3), *fy = futhark_new_f32_1d(ctx, ys, 3);
  struct futhark_f32_1d *two = futhark_new_f32_1d(ctx, xs, 2), *column = NULL;
  struct futhark_opaque_arr1d_point *ps = NULL, *qs = NULL;
  CHECK(futhark_zip_opaque_arr1d_point(ctx, &ps, fx, two) == 1);
  CHECK(ps == NULL);
  CHECK_ERROR(ctx, "[3] and [2]");
  CHECK(futhark_zip_opaque_arr1d_point(ctx, &ps, fx, fy) == 0);
  futhark_free_f32_1d(ctx, fx);
  futhark_free_f32_1d(ctx, fy);
  futhark_free_f32_1d(ctx, two);
  CHECK(futhark_shape_opaque_arr1d_point(ctx, ps)[0] == 3);
  CHECK(futhark_entry_mirror(ctx, &qs, ps) == 0);
  CHECK(futhark_project_opaque_arr1d_point_x(ctx, &column, qs) == 0);
  CHECK(futhark_values_f32_1d(ctx, column, out) == 0 && out[0] == 10 && out[2] == 30);
  futhark_free_f32_1d(ctx, column);

  struct futhark_opaque_point *p = NULL, *q = NULL;
  float value = 0;
  CHECK(futhark_index_opaque_arr1d_point(ctx, &p, qs, 1) == 0);
  CHECK(futhark_project_opaque_point_x(ctx, &value, p) == 0 && value == 20);
  CHECK(futhark_index_opaque_arr1d_point(ctx, &q, qs, 3) == 1 && q == NULL);
  CHECK_ERROR(ctx, "out of bounds");

  /* Writing an element is seen in this array, not in what was made of it before. */
  CHECK(futhark_project_opaque_arr1d_point_y(ctx, &column, qs) == 0);
  CHECK(futhark_set_opaque_arr1d_point(ctx, qs, p, 0) == 0);
  CHECK(futhark_set_opaque_arr1d_point(ctx, qs, p, -1) != 0);
  CHECK_ERROR(ctx, "out of bounds");
  CHECK(futhark_values_f32_1d(ctx, column, out) == 0 && out[0] == 1);
  futhark_free_f32_1d(ctx, column);
  CHECK(futhark_index_opaque_arr1d_point(ctx, &q, qs, 0) == 0);
  CHECK(futhark_project_opaque_point_y(ctx, &value, q) == 0 && value == 2);
  futhark_free_opaque_arr1d_point(ctx, ps);
  futhark_free_opaque_arr1d_point(ctx, qs);

  struct futhark_opaque_point *elems[] = {p, q, q, p};
  struct futhark_opaque_arr2d_point *square = NULL;
  CHECK(futhark_new_opaque_arr2d_point(ctx, &square, elems, 2, 2) == 0);
  futhark_free_opaque_point(ctx, p);
  CHECK(futhark_entry_corner(ctx, &p, square) == 0);
  CHECK(futhark_project_opaque_point_x(ctx, &value, p) == 0 && value == 20);
  size_t size = 0;
  void *bytes = NULL;
  CHECK(futhark_store_opaque_arr2d_point(ctx, square, &bytes, &size) == 0);
  futhark_free_opaque_arr2d_point(ctx, square);
  square = futhark_restore_opaque_arr2d_point(ctx, bytes);
  CHECK(square != NULL && futhark_shape_opaque_arr2d_point(ctx, square)[1] == 2);
  free(bytes);
  futhark_free_opaque_arr2d_point(ctx, square);
  futhark_free_opaque_point(ctx, p);
  futhark_free_opaque_point(ctx, q);
}

static void other_records(struct futhark_context *ctx) {
  struct futhark_opaque_colours_t *c = NULL, *d = NULL;
  uint8_t red = 0;
  /* Fields are in the order of their names. */
  CHECK(futhark_new_opaque_colours_t(ctx, &c, 1, 2, 3) == 0);
  CHECK(futhark_entry_mixed(ctx, &d, c) == 0);
  CHECK(futhark_project_opaque_colours_t_r(ctx, &red, d) == 0 && red == 1);
  futhark_free_opaque_colours_t(ctx, c);
  futhark_free_opaque_colours_t(ctx, d);

  int32_t marks[] = {5, 6}, first = 0;
  struct futhark_i32_1d *m = futhark_new_i32_1d(ctx, marks, 2), *back = NULL;
  struct futhark_opaque_point *p = NULL, *q = NULL;
  struct futhark_opaque_line *line = NULL;
  float y = 0;
  CHECK(futhark_new_opaque_point(ctx, &p, 1, 2) == 0);
  CHECK(futhark_new_opaque_line(ctx, &line, p, m, p) == 0);
  futhark_free_i32_1d(ctx, m);
  futhark_free_opaque_point(ctx, p);
  CHECK(futhark_entry_reversed(ctx, &first, line) == 0 && first == 5);
  CHECK(futhark_project_opaque_line_to(ctx, &q, line) == 0);
  CHECK(futhark_project_opaque_line_marks(ctx, &back, line) == 0);
  futhark_free_opaque_line(ctx, line);
  CHECK(futhark_project_opaque_point_y(ctx, &y, q) == 0 && y == 2);
  CHECK(futhark_shape_i32_1d(ctx, back)[0] == 2);
  futhark_free_opaque_point(ctx, q);
  futhark_free_i32_1d(ctx, back);
}

static void tuples(struct futhark_context *ctx) {
  struct futhark_opaque_tup2_i32_arr1d_i32 *both = NULL;
  struct futhark_i32_1d *xs = NULL;
  int32_t next = 0, values[2];
  CHECK(futhark_entry_both(ctx, &both, 8) == 0);
  CHECK(futhark_project_opaque_tup2_i32_arr1d_i32_0(ctx, &next, both) == 0 && next == 9);
  CHECK(futhark_project_opaque_tup2_i32_arr1d_i32_1(ctx, &xs, both) == 0);
  futhark_free_opaque_tup2_i32_arr1d_i32(ctx, both);
  CHECK(futhark_values_i32_1d(ctx, xs, values) == 0 && values[0] == 8 && values[1] == 8);
  futhark_free_i32_1d(ctx, xs);

  struct futhark_opaque_unit *unit = NULL;
  int32_t seven = 0;
  CHECK(futhark_new_opaque_unit(ctx, &unit) == 0);
  CHECK(futhark_entry_nothing(ctx, &seven, unit) == 0 && seven == 7);
  futhark_free_opaque_unit(ctx, unit);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  points(ctx);
  arrays_of_points(ctx);
  other_records(ctx);
  tuples(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
