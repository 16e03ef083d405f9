/* Every function of an API is called as its manual says. run.py checks that none is left out. */
#include "manual.h"

#include <pthread.h>

#include "check.h"

#ifndef FUTHARK_BACKEND_multicore
#error "another backend"
#endif

static struct futhark_context* ctx;

static void arrays(void) {
  int64_t data[] = {1, 2, 3};
  struct futhark_i64_1d* xs = futhark_new_i64_1d(ctx, data, 3);
  struct futhark_i64_1d* ys = futhark_new_raw_i64_1d(ctx, (unsigned char*)data, 2);
  data[0] = 10; /* the first has a copy, the second has not */
  struct futhark_i64_2d* product;
  CHECK(futhark_entry_outer(ctx, &product, xs, ys) == FUTHARK_SUCCESS);
  CHECK(futhark_context_sync(ctx) == FUTHARK_SUCCESS);
  const int64_t* shape = futhark_shape_i64_2d(ctx, product);
  CHECK(shape[0] == 3 && shape[1] == 2);
  CHECK(futhark_shape_i64_1d(ctx, ys)[0] == 2);
  int64_t out[6], element;
  CHECK(futhark_values_i64_2d(ctx, product, out) == FUTHARK_SUCCESS);
  CHECK(futhark_context_sync(ctx) == FUTHARK_SUCCESS);
  const int64_t expected[] = {10, 2, 20, 4, 30, 6};
  CHECK(memcmp(out, expected, sizeof expected) == 0);
  CHECK(futhark_index_i64_2d(ctx, &element, product, 1, 0) == FUTHARK_SUCCESS && element == 20);
  CHECK(futhark_index_i64_2d(ctx, &element, product, 1, 2) != FUTHARK_SUCCESS);
  CHECK_ERROR(ctx, "[1, 2]");
  CHECK(memcmp(futhark_values_raw_i64_2d(ctx, product), expected, sizeof expected) == 0);
  CHECK(futhark_values_i64_1d(ctx, xs, out) == FUTHARK_SUCCESS && out[0] == 1);
  CHECK(futhark_index_i64_1d(ctx, &element, ys, 0) == FUTHARK_SUCCESS && element == 10);
  CHECK(futhark_values_raw_i64_1d(ctx, ys) == (unsigned char*)data);
  CHECK(futhark_free_i64_2d(ctx, product) == FUTHARK_SUCCESS);
  product = futhark_new_i64_2d(ctx, expected, 2, 3);
  CHECK(futhark_index_i64_2d(ctx, &element, product, 1, 0) == FUTHARK_SUCCESS && element == 4);
  CHECK(futhark_free_i64_2d(ctx, product) == FUTHARK_SUCCESS);
  product = futhark_new_raw_i64_2d(ctx, (unsigned char*)out, 2, 0);
  CHECK(futhark_shape_i64_2d(ctx, product)[1] == 0);
  CHECK(futhark_free_i64_2d(ctx, product) == FUTHARK_SUCCESS);

  /* Consumed: it may only be freed. */
  struct futhark_i64_1d* zeroed;
  CHECK(futhark_entry_zeroed(ctx, &zeroed, xs, 1) == FUTHARK_SUCCESS);
  CHECK(futhark_free_i64_1d(ctx, xs) == FUTHARK_SUCCESS);
  CHECK(futhark_index_i64_1d(ctx, &element, zeroed, 1) == FUTHARK_SUCCESS && element == 0);
  CHECK(futhark_free_i64_1d(ctx, zeroed) == FUTHARK_SUCCESS);
  CHECK(futhark_free_i64_1d(ctx, ys) == FUTHARK_SUCCESS);
}

static void arrays_of_other_types(void) {
  const double numbers[] = {0.5, 4};
  struct futhark_f64_1d* xs = futhark_new_f64_1d(ctx, numbers, 2);
  double raw[] = {2, 0.25}, product, number;
  struct futhark_f64_1d* ys = futhark_new_raw_f64_1d(ctx, (unsigned char*)raw, 2);
  CHECK(futhark_entry_dot(ctx, &product, xs, ys) == FUTHARK_SUCCESS && product == 2);
  CHECK(futhark_index_f64_1d(ctx, &number, xs, 1) == FUTHARK_SUCCESS && number == 4);
  double copy[2];
  CHECK(futhark_values_f64_1d(ctx, ys, copy) == FUTHARK_SUCCESS && copy[1] == 0.25);
  CHECK(futhark_shape_f64_1d(ctx, xs)[0] == 2 && futhark_values_raw_f64_1d(ctx, xs) != NULL);
  CHECK(futhark_free_f64_1d(ctx, xs) == FUTHARK_SUCCESS);
  CHECK(futhark_free_f64_1d(ctx, ys) == FUTHARK_SUCCESS);

  bool bits[] = {true, false}, got;
  struct futhark_bool_1d* bs = futhark_new_bool_1d(ctx, bits, 2);
  CHECK(futhark_entry_not_all(ctx, &got, bs, true) == FUTHARK_SUCCESS && got);
  CHECK(futhark_index_bool_1d(ctx, &got, bs, 1) == FUTHARK_SUCCESS && !got);
  bool copied[2];
  CHECK(futhark_values_bool_1d(ctx, bs, copied) == FUTHARK_SUCCESS && copied[0]);
  CHECK(futhark_shape_bool_1d(ctx, bs)[0] == 2 && futhark_values_raw_bool_1d(ctx, bs) != NULL);
  CHECK(futhark_free_bool_1d(ctx, bs) == FUTHARK_SUCCESS);
  bs = futhark_new_raw_bool_1d(ctx, (unsigned char*)bits, 1);
  CHECK(futhark_entry_not_all(ctx, &got, bs, true) == FUTHARK_SUCCESS && !got);
  CHECK(futhark_free_bool_1d(ctx, bs) == FUTHARK_SUCCESS);

  uint16_t half;
  CHECK(futhark_entry_half(ctx, &half, 0x4200) == FUTHARK_SUCCESS && half == 0x3e00); /* 3, 1.5 */
}

static void shapes_of_entry_points(void) {
  int64_t number = 0;
  CHECK(futhark_entry_constant(ctx, &number) == FUTHARK_SUCCESS && number == 42);
  struct futhark_opaque_unit *unit, *given;
  CHECK(futhark_new_opaque_unit(ctx, &unit) == FUTHARK_SUCCESS);
  CHECK(futhark_entry_from_unit(ctx, &number, unit) == FUTHARK_SUCCESS && number == 43);
  CHECK(futhark_entry_to_unit(ctx, &given, 1) == FUTHARK_SUCCESS);
  size_t size = 0;
  CHECK(futhark_store_opaque_unit(ctx, given, NULL, &size) == FUTHARK_SUCCESS && size > 0);
  void* bytes = malloc(size);
  CHECK(futhark_store_opaque_unit(ctx, given, &bytes, &size) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_unit(ctx, given) == FUTHARK_SUCCESS);
  given = futhark_restore_opaque_unit(ctx, bytes);
  free(bytes);
  CHECK(futhark_free_opaque_unit(ctx, unit) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_unit(ctx, given) == FUTHARK_SUCCESS);

  struct futhark_opaque_tup2_i64_i64 *both, *again;
  CHECK(futhark_entry_divided(ctx, &both, 17, 5) == FUTHARK_SUCCESS);
  int64_t quotient, remainder;
  CHECK(futhark_project_opaque_tup2_i64_i64_0(ctx, &quotient, both) == 0 && quotient == 3);
  CHECK(futhark_project_opaque_tup2_i64_i64_1(ctx, &remainder, both) == 0 && remainder == 2);
  bytes = NULL;
  CHECK(futhark_store_opaque_tup2_i64_i64(ctx, both, &bytes, &size) == FUTHARK_SUCCESS);
  again = futhark_restore_opaque_tup2_i64_i64(ctx, bytes);
  CHECK(futhark_project_opaque_tup2_i64_i64_0(ctx, &quotient, again) == 0 && quotient == 3);
  CHECK(futhark_free_opaque_tup2_i64_i64(ctx, again) == FUTHARK_SUCCESS);
  CHECK(futhark_restore_opaque_pair(ctx, bytes) == NULL);
  CHECK_ERROR(ctx, "type");
  free(bytes);
  CHECK(futhark_free_opaque_tup2_i64_i64(ctx, both) == FUTHARK_SUCCESS);
  CHECK(futhark_new_opaque_tup2_i64_i64(ctx, &both, 1, 2) == FUTHARK_SUCCESS);
  CHECK(futhark_project_opaque_tup2_i64_i64_1(ctx, &remainder, both) == 0 && remainder == 2);
  CHECK(futhark_free_opaque_tup2_i64_i64(ctx, both) == FUTHARK_SUCCESS);
}

static void errors(void) {
  /* On an error nothing is written, and who asks for the message frees it. */
  struct futhark_opaque_tup2_i64_i64* both = NULL;
  CHECK(futhark_entry_divided(ctx, &both, 1, 0) == FUTHARK_PROGRAM_ERROR && both == NULL);
  char* error = futhark_context_get_error(ctx);
  CHECK(error != NULL && strstr(error, "division by zero") != NULL);
  free(error);
  CHECK(futhark_context_get_error(ctx) == NULL);
  const int64_t data[] = {1, 2, 3, 4};
  struct futhark_i64_1d* xs = futhark_new_i64_1d(ctx, data, 3);
  int64_t number = 5;
  CHECK(futhark_entry_failing(ctx, &number, xs) == FUTHARK_PROGRAM_ERROR && number == 5);
  CHECK_ERROR(ctx, "manual.fut:");
  CHECK(futhark_free_i64_1d(ctx, xs) == FUTHARK_SUCCESS);
  xs = futhark_new_i64_1d(ctx, data, 4);
  CHECK(futhark_entry_failing(ctx, &number, xs) == FUTHARK_SUCCESS && number == 4);
  CHECK(futhark_free_i64_1d(ctx, xs) == FUTHARK_SUCCESS);
}

static void records(void) {
  struct futhark_opaque_pair *pair, *swapped;
  CHECK(futhark_new_opaque_pair(ctx, &pair, 3, 4.5) == FUTHARK_SUCCESS);
  CHECK(futhark_entry_swapped(ctx, &swapped, pair) == FUTHARK_SUCCESS);
  int64_t left;
  double right;
  CHECK(futhark_project_opaque_pair_left(ctx, &left, swapped) == FUTHARK_SUCCESS && left == 4);
  CHECK(futhark_project_opaque_pair_right(ctx, &right, swapped) == FUTHARK_SUCCESS && right == 3);
  void* bytes = NULL;
  size_t size;
  CHECK(futhark_store_opaque_pair(ctx, pair, &bytes, &size) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_pair(ctx, swapped) == FUTHARK_SUCCESS);
  swapped = futhark_restore_opaque_pair(ctx, bytes);
  free(bytes);
  CHECK(futhark_project_opaque_pair_right(ctx, &right, swapped) == 0 && right == 4.5);
  CHECK(futhark_free_opaque_pair(ctx, swapped) == FUTHARK_SUCCESS);

  struct futhark_opaque_arr1d_pair *pairs, *made, *restored;
  CHECK(futhark_entry_pairs(ctx, &pairs, 4) == FUTHARK_SUCCESS);
  CHECK(futhark_shape_opaque_arr1d_pair(ctx, pairs)[0] == 4);
  CHECK(futhark_set_opaque_arr1d_pair(ctx, pairs, pair, 0) == FUTHARK_SUCCESS);
  CHECK(futhark_set_opaque_arr1d_pair(ctx, pairs, pair, 4) != FUTHARK_SUCCESS);
  CHECK_ERROR(ctx, "out of bounds");
  struct futhark_opaque_pair* elements[3] = {pair, NULL, pair};
  CHECK(futhark_index_opaque_arr1d_pair(ctx, &elements[1], pairs, 3) == FUTHARK_SUCCESS);
  CHECK(futhark_new_opaque_arr1d_pair(ctx, &made, elements, 3) == FUTHARK_SUCCESS);
  CHECK(futhark_store_opaque_arr1d_pair(ctx, made, NULL, &size) == FUTHARK_SUCCESS);
  bytes = malloc(size);
  CHECK(futhark_store_opaque_arr1d_pair(ctx, made, &bytes, &size) == FUTHARK_SUCCESS);
  restored = futhark_restore_opaque_arr1d_pair(ctx, bytes);
  free(bytes);
  struct futhark_opaque_pair* total;
  CHECK(futhark_entry_total(ctx, &total, restored) == FUTHARK_SUCCESS);
  CHECK(futhark_project_opaque_pair_left(ctx, &left, total) == FUTHARK_SUCCESS && left == 9);
  CHECK(futhark_project_opaque_pair_right(ctx, &right, total) == FUTHARK_SUCCESS && right == 6);
  struct futhark_i64_1d* lefts;
  struct futhark_f64_1d* rights;
  CHECK(futhark_project_opaque_arr1d_pair_left(ctx, &lefts, pairs) == FUTHARK_SUCCESS);
  CHECK(futhark_project_opaque_arr1d_pair_right(ctx, &rights, pairs) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_arr1d_pair(ctx, made) == FUTHARK_SUCCESS);
  CHECK(futhark_zip_opaque_arr1d_pair(ctx, &made, lefts, rights) == FUTHARK_SUCCESS);
  CHECK(futhark_shape_opaque_arr1d_pair(ctx, made)[0] == 4);
  CHECK(futhark_free_i64_1d(ctx, lefts) == FUTHARK_SUCCESS);
  CHECK(futhark_free_f64_1d(ctx, rights) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_pair(ctx, total) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_pair(ctx, elements[1]) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_pair(ctx, pair) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_arr1d_pair(ctx, restored) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_arr1d_pair(ctx, made) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_arr1d_pair(ctx, pairs) == FUTHARK_SUCCESS);
}

static void sums(void) {
  enum { kMaybe, kNo, kYes };
  struct futhark_opaque_answer *answer, *again;
  int64_t number;
  CHECK(futhark_new_opaque_answer_no(ctx, &answer) == FUTHARK_SUCCESS);
  CHECK(futhark_variant_opaque_answer(ctx, answer) == kNo);
  CHECK(futhark_destruct_opaque_answer_no(ctx, answer) == FUTHARK_SUCCESS);
  CHECK(futhark_entry_answered(ctx, &number, answer) == FUTHARK_SUCCESS && number == -1);
  CHECK(futhark_free_opaque_answer(ctx, answer) == FUTHARK_SUCCESS);

  CHECK(futhark_new_opaque_answer_maybe(ctx, &answer, 0.5) == FUTHARK_SUCCESS);
  CHECK(futhark_variant_opaque_answer(ctx, answer) == kMaybe);
  double likely;
  CHECK(futhark_destruct_opaque_answer_maybe(ctx, &likely, answer) == 0 && likely == 0.5);
  CHECK(futhark_entry_answered(ctx, &number, answer) == FUTHARK_SUCCESS && number == 50);
  CHECK(futhark_free_opaque_answer(ctx, answer) == FUTHARK_SUCCESS);

  const int64_t data[] = {5, 6};
  struct futhark_i64_1d* xs = futhark_new_i64_1d(ctx, data, 2);
  CHECK(futhark_new_opaque_answer_yes(ctx, &answer, xs, false) == FUTHARK_SUCCESS);
  CHECK(futhark_free_i64_1d(ctx, xs) == FUTHARK_SUCCESS);
  void* bytes = NULL;
  size_t size;
  CHECK(futhark_store_opaque_answer(ctx, answer, &bytes, &size) == FUTHARK_SUCCESS);
  again = futhark_restore_opaque_answer(ctx, bytes);
  free(bytes);
  CHECK(futhark_variant_opaque_answer(ctx, again) == kYes);
  CHECK(futhark_entry_answered(ctx, &number, again) == FUTHARK_SUCCESS && number == 22);
  bool sure = true;
  CHECK(futhark_destruct_opaque_answer_yes(ctx, &xs, &sure, again) == FUTHARK_SUCCESS && !sure);
  CHECK(futhark_shape_i64_1d(ctx, xs)[0] == 2);
  CHECK(futhark_free_i64_1d(ctx, xs) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_answer(ctx, again) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_answer(ctx, answer) == FUTHARK_SUCCESS);
}

static void arrays_of_sums(void) {
  struct futhark_opaque_arr1d_option *options, *more;
  CHECK(futhark_entry_options(ctx, &options, 5) == FUTHARK_SUCCESS);
  CHECK(futhark_shape_opaque_arr1d_option(ctx, options)[0] == 5);
  struct futhark_opaque_option* elements[2];
  CHECK(futhark_index_opaque_arr1d_option(ctx, &elements[0], options, 4) == FUTHARK_SUCCESS);
  CHECK(futhark_variant_opaque_option(ctx, elements[0]) == 1);
  int64_t number;
  CHECK(futhark_destruct_opaque_option_some(ctx, &number, elements[0]) == 0 && number == 4);
  CHECK(futhark_new_opaque_option_none(ctx, &elements[1]) == FUTHARK_SUCCESS);
  CHECK(futhark_destruct_opaque_option_none(ctx, elements[1]) == FUTHARK_SUCCESS);
  CHECK(futhark_set_opaque_arr1d_option(ctx, options, elements[1], 2) == FUTHARK_SUCCESS);
  CHECK(futhark_entry_some(ctx, &number, options) == FUTHARK_SUCCESS && number == 4);
  CHECK(futhark_new_opaque_arr1d_option(ctx, &more, elements, 2) == FUTHARK_SUCCESS);
  void* bytes = NULL;
  size_t size;
  CHECK(futhark_store_opaque_arr1d_option(ctx, more, &bytes, &size) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_arr1d_option(ctx, more) == FUTHARK_SUCCESS);
  more = futhark_restore_opaque_arr1d_option(ctx, bytes);
  free(bytes);
  CHECK(futhark_entry_some(ctx, &number, more) == FUTHARK_SUCCESS && number == 4);
  bytes = NULL;
  CHECK(futhark_store_opaque_option(ctx, elements[0], &bytes, &size) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_option(ctx, elements[0]) == FUTHARK_SUCCESS);
  elements[0] = futhark_restore_opaque_option(ctx, bytes);
  free(bytes);
  CHECK(futhark_variant_opaque_option(ctx, elements[0]) == 1);
  CHECK(futhark_free_opaque_option(ctx, elements[0]) == FUTHARK_SUCCESS);
  CHECK(futhark_new_opaque_option_some(ctx, &elements[0], 30) == FUTHARK_SUCCESS);
  CHECK(futhark_set_opaque_arr1d_option(ctx, more, elements[0], 1) == FUTHARK_SUCCESS);
  CHECK(futhark_entry_some(ctx, &number, more) == FUTHARK_SUCCESS && number == 34);
  for (int i = 0; i < 2; i++) CHECK(futhark_free_opaque_option(ctx, elements[i]) == 0);
  CHECK(futhark_free_opaque_arr1d_option(ctx, more) == FUTHARK_SUCCESS);
  CHECK(futhark_free_opaque_arr1d_option(ctx, options) == FUTHARK_SUCCESS);
}

static void* use_shared(void* unused) {
  for (int64_t i = 1; i < 200; i++) {
    struct futhark_opaque_tup2_i64_i64* both;
    int64_t quotient;
    CHECK(futhark_entry_divided(ctx, &both, 10 * i, i) == FUTHARK_SUCCESS);
    CHECK(futhark_project_opaque_tup2_i64_i64_0(ctx, &quotient, both) == 0 && quotient == 10);
    CHECK(futhark_free_opaque_tup2_i64_i64(ctx, both) == FUTHARK_SUCCESS);
  }
  return unused;
}

static void threads(void) {
  pthread_t all[4];
  for (int i = 0; i < 4; i++) CHECK(pthread_create(&all[i], NULL, use_shared, NULL) == 0);
  for (int i = 0; i < 4; i++) CHECK(pthread_join(all[i], NULL) == 0);
}

/* What is logged goes to the file, and what ran is in the report, unless profiling paused. */
static void diagnostics(FILE* log) {
  int64_t number;
  CHECK(futhark_entry_traced(ctx, &number, 77) == FUTHARK_SUCCESS && number == 77);
  futhark_context_pause_profiling(ctx);
  CHECK(futhark_entry_constant(ctx, &number) == FUTHARK_SUCCESS);
  futhark_context_unpause_profiling(ctx);
  rewind(log);
  char text[4096];
  text[fread(text, 1, sizeof text - 1, log)] = '\0';
  CHECK(strstr(text, "77") != NULL && strstr(text, "traced") != NULL);
  char* report = futhark_context_report(ctx);
  CHECK(report[0] == '{' && strstr(report, "\"traced\"") && !strstr(report, "\"constant\""));
  free(report);
  CHECK(futhark_context_clear_caches(ctx) == FUTHARK_SUCCESS);
}

int main(void) {
  struct futhark_context_config* cfg = futhark_context_config_new();
  futhark_context_config_set_debugging(cfg, 1);
  futhark_context_config_set_profiling(cfg, 1);
  futhark_context_config_set_logging(cfg, 1);
  futhark_context_config_set_num_threads(cfg, 2);
  char path[] = "a file that is never made";
  futhark_context_config_set_cache_file(cfg, path);
  futhark_context_config_set_cache_file(cfg, NULL);
  for (int i = 0; i < futhark_get_tuning_param_count(); i++) {
    CHECK(futhark_get_tuning_param_class(i) != NULL);
    CHECK(futhark_get_tuning_param_name(i) != NULL);
  }
  CHECK(futhark_context_config_set_tuning_param(cfg, "there is no such name", 1) != 0);
  ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  FILE* log = tmpfile();
  futhark_context_set_logging_file(ctx, log);
  diagnostics(log);
  arrays();
  arrays_of_other_types();
  shapes_of_entry_points();
  errors();
  records();
  sums();
  arrays_of_sums();
  threads();
  CHECK(futhark_context_sync(ctx) == FUTHARK_SUCCESS);
  futhark_context_free(ctx);
  fclose(log);
  futhark_context_config_free(cfg);
  return 0;
}
