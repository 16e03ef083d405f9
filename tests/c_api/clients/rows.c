/* Irregular arrays: made of offsets and values, and back. */
#include "rows.h"
#include "check.h"

static struct futhark_context* ctx;

static void one_level(void) {
  const int32_t data[] = {1, 2, 3};
  const int64_t offsets[] = {0, 2, 2, 3};
  struct futhark_i32_2d_v1* rows = futhark_new_i32_2d_v1(ctx, data, offsets, 3);
  CHECK(rows != NULL);
  struct futhark_i32_1d* sums;
  CHECK(futhark_entry_sums(ctx, &sums, rows) == 0);
  int32_t got[3];
  CHECK(futhark_values_i32_1d(ctx, sums, got) == 0);
  CHECK(got[0] == 3 && got[1] == 0 && got[2] == 3);

  const int64_t* shape = futhark_shape_i32_2d_v1(ctx, rows);
  CHECK(shape[0] == 3 && shape[1] == 3);
  CHECK(futhark_offsets_i32_2d_v1(ctx, rows, 1)[2] == 2);
  CHECK(futhark_offsets_i32_2d_v1(ctx, rows, 0) == NULL);
  CHECK_ERROR(ctx, "does not vary");
  int32_t element = 0;
  CHECK(futhark_index_i32_2d_v1(ctx, &element, rows, 2, 0) == 0 && element == 3);
  CHECK(futhark_index_i32_2d_v1(ctx, &element, rows, 1, 0) == 1);
  CHECK_ERROR(ctx, "out of bounds");
  CHECK(futhark_free_i32_1d(ctx, sums) == 0);
  CHECK(futhark_free_i32_2d_v1(ctx, rows) == 0);

  struct futhark_i64_2d_v1* triangle;
  CHECK(futhark_entry_triangle(ctx, &triangle, 4) == 0);
  const int64_t* made = futhark_offsets_i64_2d_v1(ctx, triangle, 1);
  CHECK(made[0] == 0 && made[1] == 0 && made[2] == 1 && made[3] == 3 && made[4] == 6);
  const int64_t* values = (const int64_t*)futhark_values_raw_i64_2d_v1(ctx, triangle);
  CHECK(values[0] == 0 && values[2] == 1 && values[5] == 2);
  CHECK(futhark_free_i64_2d_v1(ctx, triangle) == 0);
}

/* Memory of the client is used where it lies. */
static void raw(void) {
  int32_t data[] = {1, 2, 3};
  int64_t offsets[] = {0, 1, 3};
  struct futhark_i32_2d_v1* rows = futhark_new_raw_i32_2d_v1(ctx, (unsigned char*)data, offsets, 2);
  CHECK(futhark_values_raw_i32_2d_v1(ctx, rows) == (unsigned char*)data);
  CHECK(futhark_offsets_i32_2d_v1(ctx, rows, 1) == offsets);
  data[2] = 10;
  struct futhark_i32_1d* sums;
  CHECK(futhark_entry_sums(ctx, &sums, rows) == 0);
  int32_t got[2];
  CHECK(futhark_values_i32_1d(ctx, sums, got) == 0 && got[0] == 1 && got[1] == 12);
  CHECK(futhark_free_i32_1d(ctx, sums) == 0);

  /* What an entry point consumes is not the client's memory. */
  struct futhark_i32_2d_v1* more;
  CHECK(futhark_entry_increase(ctx, &more, rows) == 0);
  CHECK(data[0] == 1);
  int32_t increased[3];
  CHECK(futhark_values_i32_2d_v1(ctx, more, increased) == 0 && increased[2] == 11);
  CHECK(futhark_entry_increase(ctx, &more, rows) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "consumed");
  CHECK(futhark_free_i32_2d_v1(ctx, more) == 0);
  CHECK(futhark_free_i32_2d_v1(ctx, rows) == 0);

  /* A part of a larger array: the offsets begin elsewhere. */
  const int32_t all[] = {7, 8, 9, 10};
  const int64_t part[] = {1, 3, 4};
  rows = futhark_new_i32_2d_v1(ctx, all, part, 2);
  CHECK(futhark_offsets_i32_2d_v1(ctx, rows, 1)[2] == 3);
  struct futhark_i32_2d_v1* same;
  CHECK(futhark_entry_same(ctx, &same, rows) == 0);
  CHECK(futhark_free_i32_2d_v1(ctx, rows) == 0);
  int32_t given[3];
  CHECK(futhark_values_i32_2d_v1(ctx, same, given) == 0 && given[0] == 8 && given[2] == 10);
  CHECK(futhark_free_i32_2d_v1(ctx, same) == 0);
}

static void several_levels(void) {
  /* [[[[1], []]], [[[2, 3], [4]], [[], []]]] */
  const int32_t data[] = {1, 2, 3, 4};
  const int64_t outer[] = {0, 1, 3};
  const int64_t inner[] = {0, 1, 1, 3, 4, 4, 4};
  struct futhark_i32_4d_v1_v3* rows = futhark_new_i32_4d_v1_v3(ctx, data, outer, inner, 2, 2);
  struct futhark_i32_4d_v1_v3* twice;
  CHECK(futhark_entry_deep(ctx, &twice, rows) == 0);
  const int64_t* shape = futhark_shape_i32_4d_v1_v3(ctx, twice);
  CHECK(shape[0] == 2 && shape[1] == 3 && shape[2] == 2 && shape[3] == 4);
  CHECK(memcmp(futhark_offsets_i32_4d_v1_v3(ctx, twice, 1), outer, sizeof outer) == 0);
  CHECK(memcmp(futhark_offsets_i32_4d_v1_v3(ctx, twice, 3), inner, sizeof inner) == 0);
  int32_t element = 0;
  CHECK(futhark_index_i32_4d_v1_v3(ctx, &element, twice, 1, 0, 0, 1) == 0 && element == 6);
  CHECK(futhark_free_i32_4d_v1_v3(ctx, rows) == 0);
  CHECK(futhark_free_i32_4d_v1_v3(ctx, twice) == 0);

  const double triples[] = {1, 2, 3, 4, 5, 6};
  const int64_t offsets[] = {0, 0, 2};
  struct futhark_f64_3d_v1* fixed = futhark_new_f64_3d_v1(ctx, triples, offsets, 2, 3);
  struct futhark_f64_1d* sums;
  CHECK(futhark_entry_triples(ctx, &sums, fixed) == 0);
  double got[2];
  CHECK(futhark_values_f64_1d(ctx, sums, got) == 0 && got[0] == 0 && got[1] == 21);
  CHECK(futhark_free_f64_1d(ctx, sums) == 0);
  CHECK(futhark_free_f64_3d_v1(ctx, fixed) == 0);
}

static void empty(void) {
  const int64_t offsets[] = {0};
  struct futhark_i32_2d_v1* rows = futhark_new_i32_2d_v1(ctx, NULL, offsets, 0);
  struct futhark_i32_2d_v1* same;
  CHECK(futhark_entry_same(ctx, &same, rows) == 0);
  const int64_t* shape = futhark_shape_i32_2d_v1(ctx, same);
  CHECK(shape[0] == 0 && shape[1] == 0);
  CHECK(futhark_free_i32_2d_v1(ctx, rows) == 0);
  CHECK(futhark_free_i32_2d_v1(ctx, same) == 0);
}

static void errors(void) {
  const int32_t data[] = {1, 2, 3};
  const int64_t falling[] = {0, 2, 1};
  CHECK(futhark_new_i32_2d_v1(ctx, data, falling, 2) == NULL);
  CHECK_ERROR(ctx, "less than the one before");
  const int64_t negative[] = {-1, 2};
  CHECK(futhark_new_i32_2d_v1(ctx, data, negative, 1) == NULL);
  CHECK_ERROR(ctx, "begin with -1");
  CHECK(futhark_new_i32_2d_v1(ctx, data, NULL, 1) == NULL);
  CHECK_ERROR(ctx, "missing");
  CHECK(futhark_new_i32_2d_v1(ctx, data, falling, -1) == NULL);
  CHECK_ERROR(ctx, "make no sense");

  const int64_t offsets[] = {0, 1, 3};
  struct futhark_i32_2d_v1* rows = futhark_new_i32_2d_v1(ctx, data, offsets, 2);
  struct futhark_i32_1d* three = futhark_new_i32_1d(ctx, data, 3);
  int32_t out;
  CHECK(futhark_entry_agree(ctx, &out, rows, three) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "invalid sizes");
  CHECK(futhark_free_i32_1d(ctx, three) == 0);
  CHECK(futhark_free_i32_2d_v1(ctx, rows) == 0);
}

static void records(void) {
  const float xs[] = {1, 2, 3}, ys[] = {4, 5, 6};
  const int64_t offsets[] = {0, 1, 1, 3}, others[] = {0, 1, 2, 3};
  struct futhark_f32_2d_v1* x = futhark_new_f32_2d_v1(ctx, xs, offsets, 3);
  struct futhark_f32_2d_v1* y = futhark_new_f32_2d_v1(ctx, ys, offsets, 3);
  struct futhark_f32_2d_v1* z = futhark_new_f32_2d_v1(ctx, ys, others, 3);
  struct futhark_opaque_arr2d_v1_point *points, *moved;
  CHECK(futhark_zip_opaque_arr2d_v1_point(ctx, &points, x, z) == 1);
  CHECK_ERROR(ctx, "different lengths");
  CHECK(futhark_zip_opaque_arr2d_v1_point(ctx, &points, x, y) == 0);
  CHECK(futhark_entry_moved(ctx, &moved, 10, points) == 0);
  struct futhark_f32_2d_v1* new_x;
  CHECK(futhark_project_opaque_arr2d_v1_point_x(ctx, &new_x, moved) == 0);
  float got[3];
  CHECK(futhark_values_f32_2d_v1(ctx, new_x, got) == 0 && got[0] == 11 && got[2] == 13);
  CHECK(futhark_offsets_opaque_arr2d_v1_point(ctx, moved, 1)[1] == 1);
  CHECK(futhark_shape_opaque_arr2d_v1_point(ctx, moved)[1] == 3);

  /* All elements as one array, and rows of other lengths from it. */
  struct futhark_opaque_arr1d_point* all;
  CHECK(futhark_values_opaque_arr2d_v1_point(ctx, &all, moved) == 0);
  struct futhark_opaque_point* p;
  CHECK(futhark_index_opaque_arr1d_point(ctx, &p, all, 2) == 0);
  float coordinate;
  CHECK(futhark_project_opaque_point_y(ctx, &coordinate, p) == 0 && coordinate == 6);
  struct futhark_opaque_arr2d_v1_point* again;
  CHECK(futhark_new_opaque_arr2d_v1_point(ctx, &again, all, others, 3) == 0);
  const int64_t few[] = {0, 2};
  struct futhark_opaque_arr2d_v1_point* wrong;
  CHECK(futhark_new_opaque_arr2d_v1_point(ctx, &wrong, all, few, 1) == 1);
  CHECK_ERROR(ctx, "another number of elements");

  void* bytes = NULL;
  size_t size;
  CHECK(futhark_store_opaque_arr2d_v1_point(ctx, again, &bytes, &size) == 0);
  struct futhark_opaque_arr2d_v1_point* restored =
      futhark_restore_opaque_arr2d_v1_point(ctx, bytes);
  CHECK(memcmp(futhark_offsets_opaque_arr2d_v1_point(ctx, restored, 1), others, sizeof others) ==
        0);
  free(bytes);
  CHECK(futhark_free_opaque_arr2d_v1_point(ctx, restored) == 0);
  CHECK(futhark_free_opaque_arr2d_v1_point(ctx, again) == 0);
  CHECK(futhark_free_opaque_point(ctx, p) == 0);
  CHECK(futhark_free_opaque_arr1d_point(ctx, all) == 0);
  CHECK(futhark_free_f32_2d_v1(ctx, new_x) == 0);
  CHECK(futhark_free_opaque_arr2d_v1_point(ctx, moved) == 0);
  CHECK(futhark_free_opaque_arr2d_v1_point(ctx, points) == 0);
  CHECK(futhark_free_f32_2d_v1(ctx, x) == 0);
  CHECK(futhark_free_f32_2d_v1(ctx, y) == 0);
  CHECK(futhark_free_f32_2d_v1(ctx, z) == 0);
}

static void sums_in_rows(void) {
  struct futhark_opaque_shape* elements[3];
  CHECK(futhark_new_opaque_shape_circle(ctx, &elements[0], 1) == 0);
  CHECK(futhark_new_opaque_shape_square(ctx, &elements[1], 2) == 0);
  CHECK(futhark_new_opaque_shape_square(ctx, &elements[2], 3) == 0);
  struct futhark_opaque_arr1d_shape* all;
  CHECK(futhark_new_opaque_arr1d_shape(ctx, &all, elements, 3) == 0);
  const int64_t offsets[] = {0, 2, 3};
  struct futhark_opaque_arr2d_v1_shape* rows;
  CHECK(futhark_new_opaque_arr2d_v1_shape(ctx, &rows, all, offsets, 2) == 0);
  struct futhark_f32_1d* areas;
  CHECK(futhark_entry_areas(ctx, &areas, rows) == 0);
  float got[2];
  CHECK(futhark_values_f32_1d(ctx, areas, got) == 0 && got[0] == 7 && got[1] == 9);
  CHECK(futhark_free_f32_1d(ctx, areas) == 0);
  CHECK(futhark_free_opaque_arr2d_v1_shape(ctx, rows) == 0);
  CHECK(futhark_free_opaque_arr1d_shape(ctx, all) == 0);
  for (int i = 0; i < 3; i++) CHECK(futhark_free_opaque_shape(ctx, elements[i]) == 0);
}

/* A record with an irregular field, and a tuple with one as a result. */
static void fields(void) {
  const int64_t data[] = {1, 2, 0}, offsets[] = {0, 2, 2, 3};
  const float numbers[] = {1, 2, 3};
  struct futhark_i64_2d_v1* neighbours = futhark_new_i64_2d_v1(ctx, data, offsets, 3);
  struct futhark_f32_1d* weights = futhark_new_f32_1d(ctx, numbers, 3);
  struct futhark_opaque_graph* graph;
  CHECK(futhark_new_opaque_graph(ctx, &graph, neighbours, weights) == 0);
  struct futhark_opaque_tup2_arr1d_i64_arr2d_v1_i64* result;
  CHECK(futhark_entry_degrees(ctx, &result, graph) == 0);
  struct futhark_i64_1d* degrees;
  struct futhark_i64_2d_v1* rows;
  CHECK(futhark_project_opaque_tup2_arr1d_i64_arr2d_v1_i64_0(ctx, &degrees, result) == 0);
  CHECK(futhark_project_opaque_tup2_arr1d_i64_arr2d_v1_i64_1(ctx, &rows, result) == 0);
  int64_t got[3];
  CHECK(futhark_values_i64_1d(ctx, degrees, got) == 0 && got[0] == 2 && got[1] == 0);
  CHECK(futhark_values_i64_2d_v1(ctx, rows, got) == 0 && memcmp(got, data, sizeof data) == 0);
  CHECK(futhark_free_i64_2d_v1(ctx, rows) == 0);
  CHECK(futhark_free_i64_1d(ctx, degrees) == 0);
  CHECK(futhark_free_opaque_tup2_arr1d_i64_arr2d_v1_i64(ctx, result) == 0);
  CHECK(futhark_free_opaque_graph(ctx, graph) == 0);
  CHECK(futhark_free_f32_1d(ctx, weights) == 0);
  CHECK(futhark_free_i64_2d_v1(ctx, neighbours) == 0);
}

int main(void) {
  struct futhark_context_config* config = futhark_context_config_new();
  ctx = futhark_context_new(config);
  one_level();
  raw();
  several_levels();
  empty();
  errors();
  records();
  sums_in_rows();
  fields();
  futhark_context_free(ctx);
  futhark_context_config_free(config);
  return 0;
}
