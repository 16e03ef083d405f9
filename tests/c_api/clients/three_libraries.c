/* Three libraries in one program, each with names of its own, in one file and at the same time. */
#include "api.h"
#include "b_other.h"
#include "c_third.h"

#include "check.h"

int main(void) {
  struct futhark_context_config *a_cfg = futhark_context_config_new();
  struct b_context_config *b_cfg = b_context_config_new();
  struct c3_context_config *c_cfg = c3_context_config_new();
  struct futhark_context *a = futhark_context_new(a_cfg);
  struct b_context *b = b_context_new(b_cfg);
  struct c3_context *c = c3_context_new(c_cfg);
  CHECK(futhark_context_get_error(a) == NULL && b_context_get_error(b) == NULL && c3_context_get_error(c) == NULL);

  int32_t in[] = {1, 2, 3}, out = 0;
  struct futhark_i32_1d *xs = futhark_new_i32_1d(a, in, 3);
  struct b_i32_1d *ys = b_new_i32_1d(b, in, 3);
  struct c3_i32_1d *zs = c3_new_i32_1d(c, in, 3);
  for (int i = 0; i < 3; i++) {
    CHECK(futhark_entry_sum(a, &out, xs) == 0 && out == 6);
    CHECK(b_entry_sum(b, &out, ys) == 0 && out == -6);
    CHECK(b_entry_only_other(b, &out, ys) == 0 && out == 21);
    CHECK(c3_entry_third_sum(c, &out, zs) == 0 && out == 6007);
  }

  /* What belongs to another library is refused, whatever is asked of it. */
  struct futhark_context *foreign = (struct futhark_context *)b;
  CHECK(futhark_entry_sum(foreign, &out, xs) == 1 && out == 6007);
  char *error = b_context_get_error(b);
  CHECK(error != NULL && strstr(error, "a context of the library `b_other`") != NULL);
  free(error);
  CHECK(futhark_new_i32_1d(foreign, in, 3) == NULL && futhark_context_report(foreign) == NULL);
  CHECK(futhark_context_sync(foreign) == 1 && futhark_context_clear_caches(foreign) == 1);
  CHECK(futhark_shape_i32_1d(foreign, xs) == NULL && !futhark_values_raw_i32_1d(foreign, xs));
  CHECK(futhark_free_i32_1d(foreign, xs) == 1);
  futhark_context_pause_profiling(foreign);
  futhark_context_set_logging_file(foreign, stderr);
  futhark_context_free(foreign);
  error = futhark_context_get_error(foreign);
  CHECK(error != NULL && strstr(error, "a context of the library `b_other`") != NULL);
  free(error);
  free(b_context_get_error(b));
  CHECK(b_entry_sum(b, &out, ys) == 0 && out == -6);

  /* A value of another context, of another library or of this one. */
  CHECK(futhark_entry_sum(a, &out, (struct futhark_i32_1d *)ys) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(a, "another context");
  CHECK(futhark_free_i32_1d(a, (struct futhark_i32_1d *)ys) == 1);
  CHECK_ERROR(a, "another context");
  struct futhark_context *second = futhark_context_new(a_cfg);
  CHECK(futhark_values_i32_1d(second, xs, in) == 1);
  CHECK_ERROR(second, "another context");
  futhark_context_free(second);

  /* A configuration of another library. */
  struct futhark_context_config *foreign_cfg = (struct futhark_context_config *)b_cfg;
  futhark_context_config_set_num_threads(foreign_cfg, 1);
  CHECK(futhark_context_config_set_tuning_param(foreign_cfg, "memory_limit", 1) != 0);
  struct futhark_context *none = futhark_context_new(foreign_cfg);
  CHECK_ERROR(none, "a configuration of the library `b_other`");
  CHECK(futhark_new_i32_1d(none, in, 3) == NULL);
  CHECK_ERROR(none, "a configuration of the library `b_other`");
  futhark_context_free(none);
  futhark_context_config_free(foreign_cfg);

  CHECK(futhark_free_i32_1d(a, xs) == 0 && b_free_i32_1d(b, ys) == 0 && c3_free_i32_1d(c, zs) == 0);
  futhark_context_free(a);
  b_context_free(b);
  c3_context_free(c);
  futhark_context_config_free(a_cfg);
  b_context_config_free(b_cfg);
  c3_context_config_free(c_cfg);
  return 0;
}
