/* Arrays of all types and several ranks: in, out, shapes, elements, raw memory, scalars. */
#include "api.h"

#include "check.h"

#define ROUND_TRIP(TYPE, C, ...)                                                    \
  do {                                                                              \
    C in[] = {__VA_ARGS__}, out[3] = {0}, one = 0;                                  \
    struct futhark_##TYPE##_1d *xs = futhark_new_##TYPE##_1d(ctx, in, 3), *ys = NULL; \
    CHECK(xs != NULL);                                                              \
    CHECK(futhark_entry_id_##TYPE(ctx, &ys, xs) == FUTHARK_SUCCESS);                \
    CHECK(futhark_context_sync(ctx) == 0);                                          \
    CHECK(futhark_free_##TYPE##_1d(ctx, xs) == 0);                                  \
    CHECK(futhark_shape_##TYPE##_1d(ctx, ys)[0] == 3);                              \
    CHECK(futhark_values_##TYPE##_1d(ctx, ys, out) == 0);                           \
    CHECK(memcmp(in, out, sizeof in) == 0);                                         \
    CHECK(futhark_index_##TYPE##_1d(ctx, &one, ys, 2) == 0 && one == in[2]);        \
    CHECK(futhark_index_##TYPE##_1d(ctx, &one, ys, 3) == 1);                        \
    CHECK_ERROR(ctx, "out of bounds");                                              \
    CHECK(futhark_free_##TYPE##_1d(ctx, ys) == 0);                                  \
  } while (0)

static void ranks(struct futhark_context *ctx) {
  double in[] = {1, 2, 3, 4, 5, 6}, out[6], one = 0;
  struct futhark_f64_2d *xss = futhark_new_f64_2d(ctx, in, 2, 3), *yss = NULL;
  CHECK(futhark_entry_id_f64_2d(ctx, &yss, xss) == 0);
  const int64_t *shape = futhark_shape_f64_2d(ctx, yss);
  CHECK(shape[0] == 2 && shape[1] == 3);
  CHECK(futhark_values_f64_2d(ctx, yss, out) == 0 && memcmp(in, out, sizeof in) == 0);
  CHECK(futhark_index_f64_2d(ctx, &one, yss, 1, 2) == 0 && one == 6);
  CHECK(futhark_index_f64_2d(ctx, &one, yss, 2, 0) == 1);
  CHECK_ERROR(ctx, "[2][3]");
  futhark_free_f64_2d(ctx, xss);
  futhark_free_f64_2d(ctx, yss);

  uint8_t bytes[24], back[24];
  for (int i = 0; i < 24; i++) bytes[i] = (uint8_t)i;
  struct futhark_u8_4d *a = futhark_new_u8_4d(ctx, bytes, 1, 2, 3, 4), *b = NULL;
  CHECK(futhark_entry_id_u8_4d(ctx, &b, a) == 0);
  CHECK(futhark_shape_u8_4d(ctx, b)[3] == 4);
  CHECK(futhark_values_u8_4d(ctx, b, back) == 0 && memcmp(bytes, back, 24) == 0);
  futhark_free_u8_4d(ctx, a);
  futhark_free_u8_4d(ctx, b);

  int32_t matrix[] = {1, 2, 3, 4, 5, 6}, turned[6];
  struct futhark_i32_2d *m = futhark_new_i32_2d(ctx, matrix, 2, 3), *t = NULL;
  CHECK(futhark_entry_transposed(ctx, &t, m) == 0);
  CHECK(futhark_shape_i32_2d(ctx, t)[0] == 3 && futhark_shape_i32_2d(ctx, t)[1] == 2);
  CHECK(futhark_values_i32_2d(ctx, t, turned) == 0);
  CHECK(turned[0] == 1 && turned[1] == 4 && turned[2] == 2 && turned[5] == 6);
  futhark_free_i32_2d(ctx, m);
  futhark_free_i32_2d(ctx, t);
}

static void empty(struct futhark_context *ctx) {
  struct futhark_i32_1d *none = futhark_new_i32_1d(ctx, NULL, 0), *out = NULL;
  int32_t sum = 5;
  CHECK(none != NULL);
  CHECK(futhark_entry_sum(ctx, &sum, none) == 0 && sum == 0);
  CHECK(futhark_entry_id_i32(ctx, &out, none) == 0 && futhark_shape_i32_1d(ctx, out)[0] == 0);
  CHECK(futhark_values_i32_1d(ctx, out, NULL) == 0);
  futhark_free_i32_1d(ctx, none);
  futhark_free_i32_1d(ctx, out);
}

#ifdef FUTHARK_BACKEND_multicore
/* The array is where the client says, and the client frees it. (On a device: device.c.) */
static void raw(struct futhark_context *ctx) {
  double *memory = malloc(3 * sizeof(double)), out[3];
  memory[0] = 1, memory[1] = 2, memory[2] = 3;
  struct futhark_f64_1d *xs = futhark_new_raw_f64_1d(ctx, (unsigned char *)memory, 3), *ys = NULL;
  CHECK(xs != NULL && futhark_values_raw_f64_1d(ctx, xs) == (unsigned char *)memory);
  CHECK(futhark_entry_scale(ctx, &ys, 2, xs) == 0);
  CHECK(futhark_values_f64_1d(ctx, ys, out) == 0 && out[2] == 6);
  CHECK(((double *)futhark_values_raw_f64_1d(ctx, ys))[1] == 4);
  futhark_free_f64_1d(ctx, ys);
  /* A result that is the input itself must not die with the client's memory. */
  CHECK(futhark_entry_id_f64(ctx, &ys, xs) == 0);
  futhark_free_f64_1d(ctx, xs);
  free(memory);
  CHECK(futhark_values_f64_1d(ctx, ys, out) == 0 && out[0] == 1 && out[2] == 3);
  futhark_free_f64_1d(ctx, ys);
}
#endif

static void scalars(struct futhark_context *ctx) {
  double out = 0;
  CHECK(futhark_entry_scalars(ctx, &out, -3, 65535, 0.5f, true) == 0);
  CHECK(out == -3 + 65535 + 0.5 + 1000);
  int32_t next = 0;
  CHECK(futhark_entry_primedzq(ctx, &next, 41) == 0 && next == 42);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  ROUND_TRIP(i8, int8_t, -128, 0, 127);
  ROUND_TRIP(i16, int16_t, -32768, 1, 32767);
  ROUND_TRIP(i32, int32_t, -5, 6, 7);
  ROUND_TRIP(i64, int64_t, INT64_MIN, 0, INT64_MAX);
  ROUND_TRIP(u8, uint8_t, 0, 1, 255);
  ROUND_TRIP(u16, uint16_t, 0, 1, 65535);
  ROUND_TRIP(u32, uint32_t, 0, 1, UINT32_MAX);
  ROUND_TRIP(u64, uint64_t, 0, 1, UINT64_MAX);
  ROUND_TRIP(f16, uint16_t, 0x3c00, 0x4000, 0xc000);
  ROUND_TRIP(f32, float, -1.5f, 0, 1e30f);
  ROUND_TRIP(f64, double, -1.5, 0, 1e300);
  ROUND_TRIP(bool, bool, true, false, true);
  ranks(ctx);
  empty(ctx);
#ifdef FUTHARK_BACKEND_multicore
  raw(ctx);
#endif
  scalars(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
