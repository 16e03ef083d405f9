/* Sums: making them, telling them apart, taking them apart, arrays of them. */
#include "api.h"

#include "check.h"

/* In the order of their names. */
enum { CIRCLE, NOTHING, RECTANGLE };
enum { CLOSED, OPEN };

static float area(struct futhark_context *ctx, const struct futhark_opaque_figure *figure) {
  float out = -1;
  CHECK(futhark_entry_area(ctx, &out, figure) == 0);
  return out;
}

static void figures(struct futhark_context *ctx) {
  struct futhark_opaque_figure *circle = NULL, *nothing = NULL, *rectangle = NULL, *large = NULL;
  struct futhark_opaque_point *p = NULL, *q = NULL;
  float r = 0, h = 0, y = 0;
  CHECK(futhark_new_opaque_point(ctx, &p, 1, 5) == 0);
  CHECK(futhark_new_opaque_figure_circle(ctx, &circle, 2) == 0);
  CHECK(futhark_new_opaque_figure_nothing(ctx, &nothing) == 0);
  CHECK(futhark_new_opaque_figure_rectangle(ctx, &rectangle, p, 3) == 0);
  futhark_free_opaque_point(ctx, p);
  CHECK(futhark_variant_opaque_figure(ctx, circle) == CIRCLE);
  CHECK(futhark_variant_opaque_figure(ctx, nothing) == NOTHING);
  CHECK(futhark_variant_opaque_figure(ctx, rectangle) == RECTANGLE);
  CHECK(area(ctx, circle) == 12 && area(ctx, nothing) == 0 && area(ctx, rectangle) == 12);

  CHECK(futhark_entry_larger(ctx, &large, rectangle) == 0);
  CHECK(futhark_destruct_opaque_figure_rectangle(ctx, &q, &h, large) == 0);
  CHECK(h == 6 && futhark_project_opaque_point_y(ctx, &y, q) == 0 && y == 5);
  CHECK(futhark_destruct_opaque_figure_circle(ctx, &r, large) != 0);
  CHECK_ERROR(ctx, "another constructor");
  CHECK(futhark_destruct_opaque_figure_nothing(ctx, nothing) == 0);
  futhark_free_opaque_point(ctx, q);
  futhark_free_opaque_figure(ctx, large);

  /* Arrays: sizes that the program has chosen, elements, new ones. */
  struct futhark_opaque_arr1d_figure *many = NULL, *few = NULL;
  struct futhark_opaque_figure *element = NULL;
  CHECK(futhark_entry_figures(ctx, &many, 5) == 0);
  CHECK(futhark_shape_opaque_arr1d_figure(ctx, many)[0] == 5);
  CHECK(futhark_index_opaque_arr1d_figure(ctx, &element, many, 4) == 0);
  CHECK(futhark_destruct_opaque_figure_circle(ctx, &r, element) == 0 && r == 4);
  futhark_free_opaque_figure(ctx, element);
  struct futhark_opaque_figure *elements[] = {nothing, circle};
  CHECK(futhark_new_opaque_arr1d_figure(ctx, &few, elements, 2) == 0);
  CHECK(futhark_set_opaque_arr1d_figure(ctx, few, rectangle, 0) == 0);
  CHECK(futhark_index_opaque_arr1d_figure(ctx, &element, few, 0) == 0);
  CHECK(area(ctx, element) == 12);
  futhark_free_opaque_figure(ctx, element);
  futhark_free_opaque_arr1d_figure(ctx, many);
  futhark_free_opaque_arr1d_figure(ctx, few);

  size_t size = 0;
  void *bytes = NULL;
  CHECK(futhark_store_opaque_figure(ctx, circle, &bytes, &size) == 0);
  element = futhark_restore_opaque_figure(ctx, bytes);
  CHECK(element != NULL && area(ctx, element) == 12);
  free(bytes);
  futhark_free_opaque_figure(ctx, element);
  futhark_free_opaque_figure(ctx, circle);
  futhark_free_opaque_figure(ctx, nothing);
  futhark_free_opaque_figure(ctx, rectangle);
}

static void paths(struct futhark_context *ctx) {
  float in[] = {1, 2, 3}, out[3];
  struct futhark_f32_1d *xs = futhark_new_f32_1d(ctx, in, 3), *ys = NULL;
  struct futhark_opaque_path *open = NULL, *closed = NULL;
  int64_t length = 0;
  int32_t n = 0;
  CHECK(futhark_new_opaque_path_open(ctx, &open, xs) == 0);
  futhark_free_f32_1d(ctx, xs);
  CHECK(futhark_new_opaque_path_closed(ctx, &closed, 8) == 0);
  CHECK(futhark_variant_opaque_path(ctx, open) == OPEN && futhark_variant_opaque_path(ctx, closed) == CLOSED);
  CHECK(futhark_entry_path_length(ctx, &length, open) == 0 && length == 3);
  CHECK(futhark_entry_path_length(ctx, &length, closed) == 0 && length == 8);
  CHECK(futhark_destruct_opaque_path_open(ctx, &ys, open) == 0);
  CHECK(futhark_destruct_opaque_path_closed(ctx, &n, closed) == 0 && n == 8);
  futhark_free_opaque_path(ctx, open);
  futhark_free_opaque_path(ctx, closed);
  CHECK(futhark_values_f32_1d(ctx, ys, out) == 0 && memcmp(in, out, sizeof in) == 0);
  futhark_free_f32_1d(ctx, ys);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  figures(ctx);
  paths(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
