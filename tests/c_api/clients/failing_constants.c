/* A constant that has no value is known when a context is made. What does not use it can be used. */
#include "failing_constants.h"

#include "check.h"

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(ctx != NULL);
  CHECK_ERROR(ctx, "failing_constants.fut:");
  int64_t out = 7;
  CHECK(futhark_entry_with_negative(ctx, &out, 1) == FUTHARK_PROGRAM_ERROR && out == 7);
  CHECK_ERROR(ctx, "out of bounds");
  CHECK(futhark_entry_with_refused(ctx, &out, 1) == FUTHARK_PROGRAM_ERROR && out == 7);
  CHECK_ERROR(ctx, "false");
  CHECK(futhark_entry_without(ctx, &out, 1) == FUTHARK_SUCCESS && out == 46);
  CHECK(futhark_context_get_error(ctx) == NULL);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
