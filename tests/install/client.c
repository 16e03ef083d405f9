#include <stdio.h>

#ifndef STATS_HEADER
#define STATS_HEADER "stats.h"
#endif
#include STATS_HEADER

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  int32_t in[] = {1, 2, 6}, out = 0;
  struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, in, 3);
  int status = futhark_entry_main(ctx, &out, xs);
  printf("%d\n", out);
  futhark_free_i32_1d(ctx, xs);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return status;
}
