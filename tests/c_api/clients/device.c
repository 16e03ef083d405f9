/* Arrays by their addresses on the device, failures that are told later, contexts beside each other. */
#include "device.h"

#include <pthread.h>

#include "check.h"

static struct futhark_i64_1d *array(struct futhark_context *ctx, int64_t first, int64_t second,
                                    int64_t third) {
  int64_t in[] = {first, second, third};
  struct futhark_i64_1d *xs = futhark_new_i64_1d(ctx, in, 3);
  CHECK(xs != NULL);
  return xs;
}

static void check_values(struct futhark_context *ctx, struct futhark_i64_1d *xs, int64_t first,
                         int64_t second, int64_t third) {
  int64_t out[3];
  CHECK(futhark_shape_i64_1d(ctx, xs)[0] == 3 && futhark_values_i64_1d(ctx, xs, out) == 0);
  CHECK(out[0] == first && out[1] == second && out[2] == third);
}

/* An array of one library object is used where it lies, and freed by its owner. */
static void raw(struct futhark_context *ctx) {
  struct futhark_i64_1d *owner = array(ctx, 1, 2, 3), *ys = NULL, *zs = NULL;
  CUdeviceptr memory = futhark_values_raw_i64_1d(ctx, owner);
  CHECK(memory != 0);
  struct futhark_i64_1d *xs = futhark_new_raw_i64_1d(ctx, memory, 3);
  CHECK(xs != NULL && futhark_values_raw_i64_1d(ctx, xs) == memory);
  CHECK(futhark_entry_doubled(ctx, &ys, xs) == 0 && futhark_context_sync(ctx) == 0);
  check_values(ctx, ys, 2, 4, 6);
  /* A part of it. */
  struct futhark_i64_1d *part = futhark_new_raw_i64_1d(ctx, memory + sizeof(int64_t), 2);
  int64_t sum = 0;
  CHECK(futhark_entry_total(ctx, &sum, part) == 0 && sum == 5);
  /* What is consumed is copied if it is not the context's own. */
  CHECK(futhark_entry_set_first(ctx, &zs, xs, 9) == 0);
  check_values(ctx, zs, 9, 2, 3);
  check_values(ctx, owner, 1, 2, 3);
  CHECK(futhark_index_i64_1d(ctx, &sum, zs, 0) == 0 && sum == 9);
  CHECK(futhark_index_i64_1d(ctx, &sum, zs, 3) != 0);
  CHECK_ERROR(ctx, "out of bounds");
  futhark_free_i64_1d(ctx, part);
  futhark_free_i64_1d(ctx, xs);
  futhark_free_i64_1d(ctx, ys);
  futhark_free_i64_1d(ctx, zs);
  futhark_free_i64_1d(ctx, owner);
}

/* Elements on the device, offsets on the host. */
static void rows(struct futhark_context *ctx) {
  struct futhark_i64_1d *elements = array(ctx, 4, 5, 6), *sums = NULL;
  int64_t offsets[] = {0, 2, 2, 3}, data[3];
  struct futhark_i64_2d_v1 *xs =
      futhark_new_raw_i64_2d_v1(ctx, futhark_values_raw_i64_1d(ctx, elements), offsets, 3);
  CHECK(xs != NULL && futhark_entry_row_sums(ctx, &sums, xs) == 0);
  check_values(ctx, sums, 9, 0, 6);
  const int64_t *found = futhark_offsets_i64_2d_v1(ctx, xs, 1);
  CHECK(found != NULL && memcmp(found, offsets, sizeof offsets) == 0);
  CHECK(futhark_values_raw_i64_2d_v1(ctx, xs) == futhark_values_raw_i64_1d(ctx, elements));
  CHECK(futhark_values_i64_2d_v1(ctx, xs, data) == 0 && data[2] == 6);
  int64_t one = 0;
  CHECK(futhark_index_i64_2d_v1(ctx, &one, xs, 2, 0) == 0 && one == 6);
  futhark_free_i64_2d_v1(ctx, xs);
  futhark_free_i64_1d(ctx, sums);
  futhark_free_i64_1d(ctx, elements);
}

/* An entry point returns when its work is queued; whoever waits is told what failed. */
static void late_failures(struct futhark_context *ctx) {
  struct futhark_i64_1d *xs = array(ctx, 7, 8, 9), *good = array(ctx, 0, 1, 2);
  struct futhark_i64_1d *bad = array(ctx, 0, 3, 1), *ys = NULL;
  int64_t out[3];
  CHECK(futhark_entry_gathered(ctx, &ys, xs, bad) == 0);
  CHECK(futhark_context_sync(ctx) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "out of bounds");
  CHECK(futhark_context_sync(ctx) == 0);
  CHECK(futhark_free_i64_1d(ctx, ys) == 0);
  CHECK(futhark_entry_gathered(ctx, &ys, xs, bad) == 0);
  CHECK(futhark_values_i64_1d(ctx, ys, out) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "device.fut:");
  CHECK(futhark_free_i64_1d(ctx, ys) == 0);
  CHECK(futhark_entry_gathered(ctx, &ys, xs, good) == 0 && futhark_context_sync(ctx) == 0);
  check_values(ctx, ys, 7, 8, 9);
  futhark_free_i64_1d(ctx, xs);
  futhark_free_i64_1d(ctx, ys);
  futhark_free_i64_1d(ctx, good);
  futhark_free_i64_1d(ctx, bad);
}

static void out_of_memory(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  CHECK(futhark_context_config_set_tuning_param(cfg, "memory_limit", 1 << 20) == 0);
  struct futhark_context *ctx = futhark_context_new(cfg);
  struct futhark_i64_1d *xs = NULL;
  CHECK(futhark_entry_numbers(ctx, &xs, 1 << 20) == FUTHARK_OUT_OF_MEMORY && xs == NULL);
  char *error = futhark_context_get_error(ctx);
  CHECK(error != NULL && strstr(error, "8388608 bytes") != NULL);
  CHECK(strstr(error, "of 1048576 bytes are in use") != NULL);
  free(error);
  CHECK(futhark_entry_numbers(ctx, &xs, 1 << 10) == 0 && futhark_context_sync(ctx) == 0);
  futhark_free_i64_1d(ctx, xs);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
}

/* All that can be set is taken. */
static void configuration(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  futhark_context_config_set_device(cfg, "");
  futhark_context_config_set_default_thread_block_size(cfg, 256);
  futhark_context_config_set_default_group_size(cfg, 256);
  futhark_context_config_set_default_grid_size(cfg, 100);
  futhark_context_config_set_default_num_groups(cfg, 100);
  futhark_context_config_set_default_tile_size(cfg, 16);
  futhark_context_config_set_default_reg_tile_size(cfg, 4);
  futhark_context_config_set_default_registers(cfg, 64);
  futhark_context_config_set_default_cache(cfg, 1000);
  futhark_context_config_set_default_threshold(cfg, 1000);
  futhark_context_config_add_nvrtc_option(cfg, "-O3");
  futhark_context_config_set_unified_memory(cfg, 0);
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  raw(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
}

static void *use(void *data) {
  struct futhark_context *ctx = data;
  for (int i = 0; i < 5; i++) {
    struct futhark_i64_1d *xs = NULL, *ys = NULL;
    int64_t sum = 0;
    CHECK(futhark_entry_numbers(ctx, &xs, 1000) == 0 && futhark_entry_doubled(ctx, &ys, xs) == 0);
    CHECK(futhark_entry_total(ctx, &sum, ys) == 0 && sum == 999000);
    futhark_free_i64_1d(ctx, xs);
    futhark_free_i64_1d(ctx, ys);
  }
  return NULL;
}

/* Two contexts, each in two threads. */
static void threads(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *contexts[2];
  pthread_t ids[4];
  for (int i = 0; i < 2; i++) contexts[i] = futhark_context_new(cfg);
  for (int i = 0; i < 4; i++) CHECK(pthread_create(&ids[i], NULL, use, contexts[i % 2]) == 0);
  for (int i = 0; i < 4; i++) pthread_join(ids[i], NULL);
  /* A value belongs to its context. */
  struct futhark_i64_1d *xs = array(contexts[0], 1, 2, 3);
  int64_t sum = 0;
  CHECK(futhark_entry_total(contexts[1], &sum, xs) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(contexts[1], "another context");
  futhark_free_i64_1d(contexts[0], xs);
  for (int i = 0; i < 2; i++) futhark_context_free(contexts[i]);
  futhark_context_config_free(cfg);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  raw(ctx);
  rows(ctx);
  late_failures(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  out_of_memory();
  configuration();
  threads();
#if !defined(FUTHARK_BACKEND_cuda) && !defined(FUTHARK_BACKEND_gpu_emulator)
#error "the backend has no name"
#endif
  return 0;
}
