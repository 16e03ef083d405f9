/* Datatypes, tuples and vectors of them of a program in NESL. */
#include "nesl_types.h"
#include "check.h"

static struct futhark_context* ctx;

static void datatypes(void) {
  struct futhark_opaque_point *from, *to;
  CHECK(futhark_new_opaque_point(ctx, &from, 1.5, 2.5) == 0);
  CHECK(futhark_entry_moved(ctx, &to, from, 2) == 0);
  double x, y;
  CHECK(futhark_project_opaque_point_0(ctx, &x, to) == 0);
  CHECK(futhark_project_opaque_point_1(ctx, &y, to) == 0);
  CHECK(x == 3.5 && y == 4.5);
  CHECK(futhark_free_opaque_point(ctx, from) == 0);
  CHECK(futhark_free_opaque_point(ctx, to) == 0);
}

static void vectors_of_datatypes(void) {
  struct futhark_opaque_arr1d_point* points;
  CHECK(futhark_entry_points(ctx, &points, 3) == 0);
  CHECK(futhark_shape_opaque_arr1d_point(ctx, points)[0] == 3);
  struct futhark_opaque_point* last;
  CHECK(futhark_index_opaque_arr1d_point(ctx, &last, points, 2) == 0);
  double x;
  CHECK(futhark_project_opaque_point_0(ctx, &x, last) == 0);
  CHECK(x == 2);
  /* [[(0, 0.5)], [], [(1, 0.5), (2, 0.5)]] */
  const int64_t offsets[] = {0, 1, 1, 3};
  struct futhark_opaque_arr2d_v1_point* rows;
  CHECK(futhark_new_opaque_arr2d_v1_point(ctx, &rows, points, offsets, 3) == 0);
  struct futhark_f64_1d* sums;
  CHECK(futhark_entry_sums(ctx, &sums, rows) == 0);
  double given[3];
  CHECK(futhark_values_f64_1d(ctx, sums, given) == 0);
  CHECK(futhark_context_sync(ctx) == 0);
  CHECK(given[0] == 0.5 && given[1] == 0 && given[2] == 4);
  CHECK(futhark_free_f64_1d(ctx, sums) == 0);
  CHECK(futhark_free_opaque_arr2d_v1_point(ctx, rows) == 0);
  CHECK(futhark_free_opaque_point(ctx, last) == 0);
  CHECK(futhark_free_opaque_arr1d_point(ctx, points) == 0);
}

static void vectors_of_tuples(void) {
  struct futhark_u8_1d* text = futhark_new_u8_1d(ctx, (const uint8_t*)"one three", 9);
  struct futhark_opaque_arr1d_tup2_i64_arr1d_v0_u8* words;
  CHECK(futhark_entry_numbered(ctx, &words, text) == 0);
  struct futhark_i64_1d* lengths;
  CHECK(futhark_entry_lengths(ctx, &lengths, words) == 0);
  CHECK(futhark_shape_i64_1d(ctx, lengths)[0] == 2);
  int64_t given[2];
  CHECK(futhark_values_i64_1d(ctx, lengths, given) == 0);
  CHECK(futhark_context_sync(ctx) == 0);
  CHECK(given[0] == 0 && given[1] == 5);
  CHECK(futhark_free_i64_1d(ctx, lengths) == 0);
  CHECK(futhark_free_opaque_arr1d_tup2_i64_arr1d_v0_u8(ctx, words) == 0);
  CHECK(futhark_free_u8_1d(ctx, text) == 0);
}

static void vectors_in_datatypes(void) {
  struct futhark_u8_1d* text = futhark_new_u8_1d(ctx, (const uint8_t*)"ab", 2);
  struct futhark_opaque_word *word, *twice;
  CHECK(futhark_new_opaque_word(ctx, &word, text) == 0);
  CHECK(futhark_entry_joined(ctx, &twice, word, word) == 0);
  struct futhark_u8_1d* letters;
  CHECK(futhark_project_opaque_word_0(ctx, &letters, twice) == 0);
  CHECK(futhark_shape_u8_1d(ctx, letters)[0] == 4);
  uint8_t given[4];
  CHECK(futhark_values_u8_1d(ctx, letters, given) == 0);
  CHECK(futhark_context_sync(ctx) == 0);
  CHECK(memcmp(given, "abab", 4) == 0);
  CHECK(futhark_free_u8_1d(ctx, letters) == 0);
  CHECK(futhark_free_opaque_word(ctx, twice) == 0);
  CHECK(futhark_free_opaque_word(ctx, word) == 0);
  CHECK(futhark_free_u8_1d(ctx, text) == 0);
}

/* Parts of a result that is a tuple are results of their own. */
static void tuples(void) {
  struct futhark_opaque_tup2_i64_arr1d_i64* pair;
  struct futhark_u8_1d* text;
  CHECK(futhark_entry_both(ctx, &pair, &text, 7) == 0);
  int64_t number;
  CHECK(futhark_project_opaque_tup2_i64_arr1d_i64_0(ctx, &number, pair) == 0);
  CHECK(number == 7);
  CHECK(futhark_shape_u8_1d(ctx, text)[0] == 3);
  CHECK(futhark_free_opaque_tup2_i64_arr1d_i64(ctx, pair) == 0);
  CHECK(futhark_free_u8_1d(ctx, text) == 0);
}

int main(void) {
  struct futhark_context_config* config = futhark_context_config_new();
  ctx = futhark_context_new(config);
  CHECK(futhark_context_get_error(ctx) == NULL);
  datatypes();
  vectors_of_datatypes();
  vectors_of_tuples();
  vectors_in_datatypes();
  tuples();
  futhark_context_free(ctx);
  futhark_context_config_free(config);
  return 0;
}
