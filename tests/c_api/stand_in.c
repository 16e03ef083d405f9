/* The entry points of api.fut written by hand, as generated code would have them: so the C API is tested without a code
 * generator. Each size of an input array is an input of its own; abi.h says the rest. */
#include <string.h>

#include "runtime/abi.h"

#define ENTRY(name) \
  int32_t planish_entry_##name(planish_context *context, const planish_slot *in, planish_slot *out)

static float as_float(const planish_slot *slot) {
  float value;
  memcpy(&value, &slot->scalar, sizeof value);
  return value;
}
static void set_float(planish_slot *slot, float value) {
  slot->scalar = 0;
  memcpy(&slot->scalar, &value, sizeof value);
}
static int64_t size(const planish_slot *slot) { return (int64_t)slot->scalar; }

/* A result with `rank` sizes; its elements are not written. */
static int make(planish_context *context, planish_slot *out, int64_t item_bytes, int rank, const int64_t *dims) {
  int64_t bytes = item_bytes;
  for (int i = 0; i < rank; i++) {
    out->dims[i] = dims[i];
    if (__builtin_mul_overflow(bytes, dims[i], &bytes)) bytes = -1;
  }
  out->block = planish_allocate(context, bytes);
  if (out->block == NULL) return 0;
  out->data = (char *)out->block + PLANISH_BLOCK_HEADER;
  return 1;
}

/* A result that is the input itself, if that has a block. */
static int32_t give(planish_context *context, const planish_slot *in, planish_slot *out, int64_t item_bytes, int rank,
                    const planish_slot *sizes) {
  int64_t dims[4], count = 1;
  for (int i = 0; i < rank; i++) count *= dims[i] = size(&sizes[i]);
  if (in->block != NULL) {
    in->block->references++;
    out->block = in->block;
    out->data = in->data;
    for (int i = 0; i < rank; i++) out->dims[i] = dims[i];
    return PLANISH_OK;
  }
  if (!make(context, out, item_bytes, rank, dims)) return PLANISH_OUT_OF_MEMORY;
  memcpy(out->data, in->data, (size_t)(item_bytes * count));
  return PLANISH_OK;
}

#define IDENTITY(name, bytes, rank) \
  ENTRY(id_##name) { return give(context, &in[rank], out, bytes, rank, in); }
IDENTITY(i8, 1, 1)
IDENTITY(i16, 2, 1)
IDENTITY(i32, 4, 1)
IDENTITY(i64, 8, 1)
IDENTITY(u8, 1, 1)
IDENTITY(u16, 2, 1)
IDENTITY(u32, 4, 1)
IDENTITY(u64, 8, 1)
IDENTITY(f16, 2, 1)
IDENTITY(f32, 4, 1)
IDENTITY(f64, 8, 1)
IDENTITY(bool, 1, 1)
IDENTITY(f64_2d, 8, 2)
IDENTITY(u8_4d, 1, 4)

static int32_t fail(planish_context *context, const char *message) {
  const planish_message_part part = {message, 0};
  static const char *const path[] = {"api.fut:1:1-2"};
  const planish_check_site site = {&part, 1, path, 1};
  return planish_fail(context, &site, NULL);
}

ENTRY(sum) {
  uint32_t sum = 0;
  for (int64_t i = 0; i < size(&in[0]); i++) sum += (uint32_t)((const int32_t *)in[1].data)[i];
  (void)context;
  out[0].scalar = sum;
  return PLANISH_OK;
}

ENTRY(scale) {
  double k;
  memcpy(&k, &in[0].scalar, sizeof k);
  int64_t n = size(&in[1]);
  out[0].scalar = (uint64_t)n;
  if (!make(context, &out[1], 8, 1, &n)) return PLANISH_OUT_OF_MEMORY;
  for (int64_t i = 0; i < n; i++) ((double *)out[1].data)[i] = k * ((const double *)in[2].data)[i];
  return PLANISH_OK;
}

ENTRY(transposed) {
  int64_t n = size(&in[0]), m = size(&in[1]), dims[] = {m, n};
  if (!make(context, &out[0], 4, 2, dims)) return PLANISH_OUT_OF_MEMORY;
  for (int64_t i = 0; i < n; i++) {
    for (int64_t j = 0; j < m; j++) ((int32_t *)out[0].data)[j * n + i] = ((const int32_t *)in[2].data)[i * m + j];
  }
  return PLANISH_OK;
}

ENTRY(add) {
  int64_t n = size(&in[0]);
  if (n != size(&in[2])) return fail(context, "Entry point arguments have invalid sizes");
  if (!make(context, &out[0], 4, 1, &n)) return PLANISH_OUT_OF_MEMORY;
  for (int64_t i = 0; i < n; i++) {
    ((int32_t *)out[0].data)[i] = ((const int32_t *)in[1].data)[i] + ((const int32_t *)in[3].data)[i];
  }
  return PLANISH_OK;
}

ENTRY(three) {
  const int32_t *xs = in[1].data;
  if (size(&in[0]) != 3) return fail(context, "Entry point arguments have invalid sizes");
  out[0].scalar = (uint32_t)(xs[0] + xs[1] + xs[2]);
  return PLANISH_OK;
}

ENTRY(get) {
  int64_t i = size(&in[2]);
  if (i < 0 || i >= size(&in[0])) return fail(context, "index out of bounds");
  out[0].scalar = (uint32_t)((const int32_t *)in[1].data)[i];
  return PLANISH_OK;
}

ENTRY(fill) {
  ((int32_t *)in[1].data)[0] = (int32_t)in[2].scalar;
  out[0].scalar = in[0].scalar;
  return give(context, &in[1], &out[1], 4, 1, in);
}

ENTRY(zeros) {
  int64_t n = size(&in[0]);
  out[0].scalar = (uint64_t)n;
  if (!make(context, &out[1], 8, 1, &n)) return PLANISH_OUT_OF_MEMORY;
  memset(out[1].data, 0, (size_t)n * 8);
  return PLANISH_OK;
}

ENTRY(scalars) {
  double sum = (int8_t)in[0].scalar + (uint16_t)in[1].scalar + as_float(&in[2]) + (in[3].scalar != 0 ? 1000 : 0);
  (void)context;
  memcpy(&out[0].scalar, &sum, sizeof sum);
  return PLANISH_OK;
}

/* A tuple: a size, then the components. */
ENTRY(both) {
  int64_t two = 2;
  out[0].scalar = 2;
  out[1].scalar = (uint32_t)(in[0].scalar + 1);
  if (!make(context, &out[2], 4, 1, &two)) return PLANISH_OUT_OF_MEMORY;
  for (int i = 0; i < 2; i++) ((int32_t *)out[2].data)[i] = (int32_t)in[0].scalar;
  return PLANISH_OK;
}

ENTRY(nothing) {
  (void)context, (void)in;
  out[0].scalar = 7;
  return PLANISH_OK;
}

int32_t primed(planish_context *context, const planish_slot *in, planish_slot *out)
    __asm__("\"planish_entry_primed'\"");
int32_t primed(planish_context *context, const planish_slot *in, planish_slot *out) {
  (void)context;
  out[0].scalar = (uint32_t)(in[0].scalar + 1);
  return PLANISH_OK;
}

ENTRY(move) {
  (void)context;
  for (int i = 0; i < 2; i++) set_float(&out[i], as_float(&in[i]) + as_float(&in[2]));
  return PLANISH_OK;
}

/* An array of records is an array for each field. */
ENTRY(mirror) {
  int64_t n = size(&in[0]);
  planish_slot *x = &out[1], *y = &out[2];
  out[0].scalar = (uint64_t)n;
  if (!make(context, x, 4, 1, &n)) return PLANISH_OUT_OF_MEMORY;
  if (!make(context, y, 4, 1, &n)) {
    planish_free(context, x->block);
    return PLANISH_OUT_OF_MEMORY;
  }
  memcpy(x->data, in[2].data, (size_t)n * 4);
  memcpy(y->data, in[1].data, (size_t)n * 4);
  return PLANISH_OK;
}

ENTRY(corner) {
  (void)context;
  for (int i = 0; i < 2; i++) set_float(&out[i], ((const float *)in[2 + i].data)[0]);
  return PLANISH_OK;
}

ENTRY(mixed) { /* b, g, r */
  (void)context;
  for (int i = 0; i < 3; i++) out[i].scalar = in[2 - i].scalar;
  return PLANISH_OK;
}

ENTRY(reversed) { /* a size, then from, marks, to */
  (void)context;
  out[0].scalar = (uint32_t)((const int32_t *)in[3].data)[0];
  return PLANISH_OK;
}

ENTRY(unnamed) {
  (void)in, (void)out;
  return fail(context, "not written by hand");
}

/* A figure: the constructor, and two floats more than a circle needs. */
ENTRY(area) {
  float a = as_float(&in[1]), b = as_float(&in[2]), c = as_float(&in[3]);
  (void)context;
  set_float(&out[0], in[0].scalar == 0 ? 3 * a * a : in[0].scalar == 1 ? 0 : (b - a) * c);
  return PLANISH_OK;
}

ENTRY(larger) {
  (void)context;
  for (int i = 0; i < 4; i++) out[i].scalar = in[i].scalar;
  if (in[0].scalar == 0) set_float(&out[1], 2 * as_float(&in[1]));
  if (in[0].scalar == 2) set_float(&out[3], 2 * as_float(&in[3]));
  return PLANISH_OK;
}

ENTRY(figures) {
  int64_t n = size(&in[0]);
  out[0].scalar = (uint64_t)n;
  for (int k = 1; k < 5; k++) {
    if (make(context, &out[k], k == 1 ? 1 : 4, 1, &n)) continue;
    while (--k > 0) planish_free(context, out[k].block);
    return PLANISH_OUT_OF_MEMORY;
  }
  for (int64_t i = 0; i < n; i++) {
    ((int8_t *)out[1].data)[i] = (int8_t)(i % 2);
    ((float *)out[2].data)[i] = i % 2 == 0 ? (float)i : 0;
    ((float *)out[3].data)[i] = ((float *)out[4].data)[i] = 0;
  }
  return PLANISH_OK;
}

ENTRY(path_length) { /* a size, the constructor, an i32 and an array */
  (void)context;
  out[0].scalar = in[1].scalar == 0 ? (uint64_t)(int64_t)(int32_t)in[2].scalar : in[0].scalar;
  return PLANISH_OK;
}

ENTRY(tuned) {
  out[0].scalar = (uint64_t)planish_tuned(context, "chunk", size(&in[0]));
  return PLANISH_OK;
}
