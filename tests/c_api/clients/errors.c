/* What goes wrong is told, and the context lives on. */
#include "api.h"

#include "check.h"

static void lives_on(struct futhark_context *ctx) {
  int32_t in[] = {1, 2, 3}, sum = 0;
  struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, in, 3);
  CHECK(futhark_entry_sum(ctx, &sum, xs) == FUTHARK_SUCCESS && sum == 6);
  CHECK(futhark_context_get_error(ctx) == NULL);
  futhark_free_i32_1d(ctx, xs);
}

static void failed_checks(struct futhark_context *ctx) {
  int32_t in[] = {1, 2, 3}, out = -1;
  struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, in, 3), *ys = futhark_new_i32_1d(ctx, in, 2);
  struct futhark_i32_1d *sum = NULL;
  CHECK(futhark_entry_get(ctx, &out, xs, 2) == 0 && out == 3);
  CHECK(futhark_entry_get(ctx, &out, xs, 3) == FUTHARK_PROGRAM_ERROR && out == 3);
  CHECK_ERROR(ctx, "out of bounds");
  CHECK(futhark_entry_get(ctx, &out, xs, 3) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "api.fut:");
  /* Sizes that the program asks to be equal, and one that it names. */
  CHECK(futhark_entry_add(ctx, &sum, xs, ys) == FUTHARK_PROGRAM_ERROR && sum == NULL);
  CHECK_ERROR(ctx, "invalid sizes");
  CHECK(futhark_entry_three(ctx, &out, ys) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "invalid sizes");
  CHECK(futhark_entry_three(ctx, &out, xs) == 0 && out == 6);
  CHECK(futhark_entry_sum(ctx, &out, NULL) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "missing");
  futhark_free_i32_1d(ctx, xs);
  futhark_free_i32_1d(ctx, ys);
  lives_on(ctx);
}

static void consumption(struct futhark_context *ctx) {
  int32_t in[] = {1, 2, 3}, out[3];
  struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, in, 3), *ys = NULL, *zs = NULL;
  CHECK(futhark_entry_fill(ctx, &ys, xs, 9) == 0);
  CHECK(futhark_values_i32_1d(ctx, ys, out) == 0 && out[0] == 9 && out[1] == 2);
  CHECK(futhark_entry_fill(ctx, &zs, xs, 9) == FUTHARK_PROGRAM_ERROR && zs == NULL);
  CHECK_ERROR(ctx, "consumed");
  CHECK(futhark_free_i32_1d(ctx, xs) == 0);
  /* Somebody else holds the array: it does not change for them. */
  CHECK(futhark_entry_id_i32(ctx, &xs, ys) == 0);
  CHECK(futhark_entry_fill(ctx, &zs, ys, 5) == 0);
  CHECK(futhark_values_i32_1d(ctx, xs, out) == 0 && out[0] == 9);
  CHECK(futhark_values_i32_1d(ctx, zs, out) == 0 && out[0] == 5 && out[2] == 3);
  futhark_free_i32_1d(ctx, xs);
  futhark_free_i32_1d(ctx, ys);
  futhark_free_i32_1d(ctx, zs);
}

static void out_of_memory(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  CHECK(futhark_context_config_set_tuning_param(cfg, "memory_limit", 64 << 20) == 0);
  CHECK(futhark_context_config_set_tuning_param(cfg, "no such thing", 1) != 0);
  struct futhark_context *ctx = futhark_context_new(cfg);
  struct futhark_f64_1d *xs = NULL;
  int64_t chunk = 0;
  CHECK(futhark_entry_tuned(ctx, &chunk, 7) == 0 && chunk == 7);
  CHECK(futhark_entry_zeros(ctx, &xs, 100 << 20) == FUTHARK_OUT_OF_MEMORY && xs == NULL);
  /* A device says "where N of", a CPU "N of the limit of". */
  CHECK_ERROR(ctx, "67108864 bytes are in use");
  /* Nothing is lost, however often it fails, and what is held counts: 32 MiB, and 40 more. A device moves it to the host
   * instead, and back when it is needed. */
  struct futhark_f64_1d *held = NULL;
  for (int i = 0; i < 100; i++) {
    CHECK(futhark_entry_zeros(ctx, &held, 4 << 20) == 0);
#ifdef FUTHARK_BACKEND_multicore
    CHECK(futhark_entry_zeros(ctx, &xs, 5 << 20) == FUTHARK_OUT_OF_MEMORY && xs == NULL);
#else
    double last = 1;
    CHECK(futhark_entry_zeros(ctx, &xs, 5 << 20) == 0);
    CHECK(futhark_index_f64_1d(ctx, &last, held, (4 << 20) - 1) == 0 && last == 0);
    CHECK(futhark_free_f64_1d(ctx, xs) == 0);
    xs = NULL;
    CHECK(futhark_entry_zeros(ctx, &xs, 9 << 20) == FUTHARK_OUT_OF_MEMORY && xs == NULL);
#endif
    CHECK(futhark_free_f64_1d(ctx, held) == 0);
  }
  CHECK(futhark_entry_zeros(ctx, &xs, INT64_MAX / 4) == FUTHARK_OUT_OF_MEMORY);
  CHECK_ERROR(ctx, "out of memory");
  double one = 1;
  CHECK(futhark_new_f64_1d(ctx, &one, INT64_MAX) == NULL);
  CHECK_ERROR(ctx, "out of memory");
  CHECK(futhark_new_f64_1d(ctx, &one, -1) == NULL);
  CHECK_ERROR(ctx, "negative");
  CHECK(futhark_entry_zeros(ctx, &xs, 1 << 20) == 0);
  CHECK(futhark_shape_f64_1d(ctx, xs)[0] == 1 << 20);
  futhark_free_f64_1d(ctx, xs);
  lives_on(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
}

static void configuration(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  CHECK(futhark_get_tuning_param_count() > 0);
  for (int i = 0; i < futhark_get_tuning_param_count(); i++) {
    CHECK(futhark_get_tuning_param_name(i) != NULL && futhark_get_tuning_param_class(i) != NULL);
  }
  CHECK(strcmp(futhark_get_tuning_param_name(0), "chunk") == 0);
  CHECK(strcmp(futhark_get_tuning_param_class(0), "param") == 0);
  CHECK(futhark_context_config_set_tuning_param(cfg, "chunk", 64) == 0);
  futhark_context_config_set_debugging(cfg, 0);
  futhark_context_config_set_logging(cfg, 1);
  futhark_context_config_set_profiling(cfg, 1);
  futhark_context_config_set_cache_file(cfg, NULL);
  futhark_context_config_set_num_threads(cfg, 1);
  struct futhark_context *ctx = futhark_context_new(cfg);
  int64_t chunk = 0;
  CHECK(futhark_entry_tuned(ctx, &chunk, 7) == 0 && chunk == 64);
  FILE *log = tmpfile();
  char line[100] = "";
  futhark_context_set_logging_file(ctx, log);
  lives_on(ctx);
  futhark_context_pause_profiling(ctx);
  int32_t seven = 0;
  struct futhark_opaque_unit *unit = NULL;
  CHECK(futhark_new_opaque_unit(ctx, &unit) == 0 && futhark_entry_nothing(ctx, &seven, unit) == 0);
  futhark_free_opaque_unit(ctx, unit);
  futhark_context_unpause_profiling(ctx);
  rewind(log);
  CHECK(fgets(line, sizeof line, log) != NULL && strncmp(line, "sum: ", 5) == 0);
  char *report = futhark_context_report(ctx);
  CHECK(report != NULL && strstr(report, "\"memory\"") != NULL);
  CHECK(strstr(report, "\"sum\"") != NULL && strstr(report, "\"nothing\"") == NULL);
  free(report);
  CHECK(futhark_context_clear_caches(ctx) == 0);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  fclose(log);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  failed_checks(ctx);
  consumption(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  out_of_memory();
  configuration();
#if !defined(FUTHARK_BACKEND_multicore) && !defined(FUTHARK_BACKEND_cuda) && !defined(FUTHARK_BACKEND_gpu_emulator)
#error "the backend has no name"
#endif
  return 0;
}
