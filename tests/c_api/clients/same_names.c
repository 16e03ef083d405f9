/* Linked with two libraries whose functions have the same names: those of api.fut come first. Functions that only the
 * other one has refuse what belongs to the first. */
#include "api.h"

#include "check.h"

int futhark_entry_only_other(struct futhark_context *ctx, int32_t *out0, const struct futhark_i32_1d *in0);

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  int32_t in[] = {1, 2, 3}, out = 0;
  struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, in, 3);
  CHECK(futhark_entry_sum(ctx, &out, xs) == FUTHARK_SUCCESS && out == 6);
  CHECK(futhark_entry_only_other(ctx, &out, xs) == 1 && out == 6);
  CHECK_ERROR(ctx, "a context of the library `api`");
  CHECK(futhark_entry_sum(ctx, &out, xs) == FUTHARK_SUCCESS && out == 6);
  futhark_free_i32_1d(ctx, xs);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
