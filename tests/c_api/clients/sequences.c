/* Sequences: functions of the client give chunks, and take them. */
#include "sequences.h"
#include <pthread.h>
#include <unistd.h>
#include "check.h"

static struct futhark_context* ctx;
static pthread_t main_thread;

/* Rows of the numbers 0, 1, ...: row i has i % 3 of them. In chunks of three rows, or less. */
struct rows {
  int64_t next, end;
  float number;
  int chunks, released, fails_at;
  float data[6];
  int64_t offsets[4];
};

static void release_rows(void* owner) { ((struct rows*)owner)->released++; }

static int next_rows(void* state, int64_t wanted, struct futhark_chunk_f32_2d_v1* chunk) {
  struct rows* rows = state;
  CHECK(wanted >= 1);
  if (rows->chunks++ == rows->fails_at) return 7;
  int64_t size = 0;
  rows->offsets[0] = 0;
  for (; chunk->count < 3 && chunk->count < wanted && rows->next < rows->end; rows->next++) {
    for (int64_t k = 0; k < rows->next % 3; k++) rows->data[size++] = rows->number++;
    rows->offsets[++chunk->count] = size;
  }
  chunk->data = rows->data;
  chunk->offsets1 = rows->offsets;
  chunk->release = release_rows;
  chunk->owner = rows;
  return 0;
}

struct floats {
  int64_t count;
  float data[100];
  int on_main_thread;
  int fails;
};

static int push_floats(void* state, const struct futhark_chunk_f32_1d* chunk) {
  struct floats* floats = state;
  if (floats->fails) return 5;
  floats->on_main_thread = pthread_equal(pthread_self(), main_thread);
  memcpy(floats->data + floats->count, chunk->data, (size_t)chunk->count * sizeof(float));
  floats->count += chunk->count;
  return 0;
}

static void rows_in_and_floats_out(int flags) {
  struct rows rows = {.end = 10, .fails_at = -1};
  struct floats floats = {0};
  struct futhark_seq_f32_2d_v1* seq = futhark_new_seq_f32_2d_v1(ctx, next_rows, NULL, &rows, flags);
  CHECK(seq != NULL);
  const struct futhark_sink_f32_1d sink = {push_floats, &floats, flags};
  int64_t count = 0;
  CHECK(futhark_entry_sums(ctx, &sink, &count, 0.5f, seq) == FUTHARK_SUCCESS);
  CHECK(count == 10 && floats.count == 10);
  /* [], [0], [1, 2], [], [3], [4, 5], ... */
  CHECK(floats.data[0] == 0.5f && floats.data[1] == 0.5f && floats.data[2] == 3.5f);
  CHECK(floats.data[3] == 0.5f && floats.data[5] == 9.5f);
  CHECK(rows.released == rows.chunks);
  if (flags == 0) CHECK(floats.on_main_thread);
  CHECK(futhark_free_seq_f32_2d_v1(ctx, seq) == FUTHARK_SUCCESS);
}

/* Numbers from 1 on, which can be read again. */
struct numbers {
  int64_t next, end;
  int rewound;
  double data[4];
};

static int next_numbers(void* state, int64_t wanted, struct futhark_chunk_f64_1d* chunk) {
  struct numbers* numbers = state;
  for (; chunk->count < 4 && chunk->count < wanted && numbers->next < numbers->end;)
    numbers->data[chunk->count++] = (double)++numbers->next;
  chunk->data = numbers->data;
  return 0;
}

static int rewind_numbers(void* state) {
  struct numbers* numbers = state;
  numbers->next = 0;
  numbers->rewound++;
  return 0;
}

static void two_passes(void) {
  struct numbers numbers = {.end = 9};
  struct futhark_seq_f64_1d* seq =
      futhark_new_seq_f64_1d(ctx, next_numbers, rewind_numbers, &numbers, 0);
  int64_t above = 0;
  CHECK(futhark_entry_above_mean(ctx, &above, seq) == FUTHARK_SUCCESS);
  CHECK(above == 4 && numbers.rewound == 1);
  CHECK(futhark_free_seq_f64_1d(ctx, seq) == FUTHARK_SUCCESS);

  struct numbers once = {.end = 9};
  seq = futhark_new_seq_f64_1d(ctx, next_numbers, NULL, &once, 0);
  CHECK(futhark_entry_above_mean(ctx, &above, seq) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "`xs` is read again, but it was made without a function `rewind`");
  CHECK(futhark_free_seq_f64_1d(ctx, seq) == FUTHARK_SUCCESS);
}

struct pairs {
  int32_t a[3];
  double b[3];
  int given;
};

static int next_pairs(void* state, int64_t wanted, struct futhark_chunk_i32_1d_f64_1d* chunk) {
  struct pairs* pairs = state;
  (void)wanted;
  chunk->count = pairs->given < 3;
  chunk->data_0 = pairs->a + pairs->given;
  chunk->data_1 = pairs->b + pairs->given++;
  return 0;
}

static int push_pairs(void* state, const struct futhark_chunk_f64_1d_i32_1d* chunk) {
  double* sum = state;
  for (int64_t i = 0; i < chunk->count; i++) *sum += chunk->data_0[i] * chunk->data_1[i];
  return 0;
}

static void several_components(void) {
  struct pairs pairs = {{1, 2, 3}, {0.5, 1.5, 2.5}, 0};
  double sum = 0;
  struct futhark_seq_i32_1d_f64_1d* seq =
      futhark_new_seq_i32_1d_f64_1d(ctx, next_pairs, NULL, &pairs, 0);
  const struct futhark_sink_f64_1d_i32_1d sink = {push_pairs, &sum, 0};
  CHECK(futhark_entry_swapped(ctx, &sink, seq) == FUTHARK_SUCCESS);
  CHECK(sum == 0.5 + 3 + 7.5);
  CHECK(futhark_free_seq_i32_1d_f64_1d(ctx, seq) == FUTHARK_SUCCESS);
}

static int next_points(void* state, int64_t wanted, struct futhark_chunk_f64_2d_v1* chunk) {
  static const double points[] = {1, 2, 3, 4, 5, 6};
  static int64_t offsets[7];
  int64_t* size = state;
  (void)wanted;
  if (*size < 0) return 0;
  chunk->count = 6 / *size;
  for (int64_t i = 0; i <= chunk->count; i++) offsets[i] = i * *size;
  chunk->offsets1 = offsets;
  chunk->data = points;
  *size = -1;
  return 0;
}

static int push_doubles(void* state, const struct futhark_chunk_f64_1d* chunk) {
  double* sum = state;
  for (int64_t i = 0; i < chunk->count; i++) *sum += chunk->data[i];
  return 0;
}

static int push_squares(void* state, const struct futhark_chunk_i64_2d* chunk) {
  int64_t* next = state;
  CHECK(chunk->dim1 == 2);
  for (int64_t i = 0; i < chunk->count; i++, ++*next)
    CHECK(chunk->data[2 * i] == *next && chunk->data[2 * i + 1] == *next * *next);
  return 0;
}

static void sizes(void) {
  const double data[] = {1, 10};
  struct futhark_f64_1d* factors = futhark_new_f64_1d(ctx, data, 2);
  double sum = 0;
  const struct futhark_sink_f64_1d sink = {push_doubles, &sum, 0};
  int64_t size = 2;
  struct futhark_seq_f64_2d_v1* seq = futhark_new_seq_f64_2d_v1(ctx, next_points, NULL, &size, 0);
  CHECK(futhark_entry_dots(ctx, &sink, factors, seq) == FUTHARK_SUCCESS);
  CHECK(sum == 1 + 3 + 5 + 10 * (2 + 4 + 6));
  size = 3;
  CHECK(futhark_entry_dots(ctx, &sink, factors, seq) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "`points`: an element has rows of length 3, but 2 is expected");
  CHECK(futhark_free_seq_f64_2d_v1(ctx, seq) == FUTHARK_SUCCESS);
  CHECK(futhark_free_f64_1d(ctx, factors) == FUTHARK_SUCCESS);

  int64_t next = 0;
  const struct futhark_sink_i64_2d squares = {push_squares, &next, 0};
  CHECK(futhark_entry_squares(ctx, &squares, 100000) == FUTHARK_SUCCESS && next == 100000);
}

struct ints {
  int32_t value;
  int64_t left;
};

static int next_ints(void* state, int64_t wanted, struct futhark_chunk_i32_1d* chunk) {
  struct ints* ints = state;
  (void)wanted;
  chunk->count = ints->left > 0;
  ints->value = (int32_t)--ints->left;
  chunk->data = &ints->value;
  return 0;
}

static int push_ints(void* state, const struct futhark_chunk_i32_1d* chunk) {
  *(int64_t*)state += chunk->count;
  return 0;
}

static void errors(void) {
  struct rows rows = {.end = 10, .fails_at = 2};
  struct floats floats = {0};
  struct futhark_seq_f32_2d_v1* seq = futhark_new_seq_f32_2d_v1(ctx, next_rows, NULL, &rows, 0);
  const struct futhark_sink_f32_1d sink = {push_floats, &floats, 0};
  int64_t count = 99;
  CHECK(futhark_entry_sums(ctx, &sink, &count, 0, seq) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "`rows`: its function failed (7)");
  CHECK(count == 99);
  /* What came before has been given. */
  CHECK(floats.count == rows.next);

  struct rows more = {.end = 10, .fails_at = -1};
  floats.fails = 1;
  struct futhark_seq_f32_2d_v1* other = futhark_new_seq_f32_2d_v1(ctx, next_rows, NULL, &more, 0);
  CHECK(futhark_entry_sums(ctx, &sink, &count, 0, other) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "the function that takes result 0 failed (5)");
  CHECK(futhark_entry_sums(ctx, NULL, &count, 0, other) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "no function that takes result 0");
  CHECK(futhark_entry_sums(ctx, &sink, &count, 0, NULL) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "null pointer");
  CHECK(futhark_new_seq_f32_2d_v1(ctx, NULL, NULL, &more, 0) == NULL);
  CHECK_ERROR(ctx, "null pointer");
  CHECK(futhark_free_seq_f32_2d_v1(ctx, seq) == FUTHARK_SUCCESS);
  CHECK(futhark_free_seq_f32_2d_v1(ctx, other) == FUTHARK_SUCCESS);

  /* The program fails at the last element, and the context can be used on. */
  struct ints ints = {.left = 5};
  int64_t given = 0;
  struct futhark_seq_i32_1d* numbers = futhark_new_seq_i32_1d(ctx, next_ints, NULL, &ints, 0);
  const struct futhark_sink_i32_1d taken = {push_ints, &given, 0};
  CHECK(futhark_entry_inverses(ctx, &taken, numbers) == FUTHARK_PROGRAM_ERROR);
  CHECK_ERROR(ctx, "division by zero");
  CHECK(given == 4);
  CHECK(futhark_free_seq_i32_1d(ctx, numbers) == FUTHARK_SUCCESS);
  int64_t plain = 0;
  CHECK(futhark_entry_plain(ctx, &plain, 1) == FUTHARK_SUCCESS && plain == 2);
}

static void* cancel(void* started) {
  while (!__atomic_load_n((int*)started, __ATOMIC_ACQUIRE)) usleep(1000);
  CHECK(futhark_context_cancel(ctx) == FUTHARK_SUCCESS);
  return NULL;
}

static int never_ends(void* state, int64_t wanted, struct futhark_chunk_i32_1d* chunk) {
  static const int32_t one = 1;
  (void)wanted;
  __atomic_store_n((int*)state, 1, __ATOMIC_RELEASE);
  chunk->count = 1;
  chunk->data = &one;
  return 0;
}

static void cancelled(int flags) {
  int started = 0;
  pthread_t thread;
  struct futhark_seq_i32_1d* seq = futhark_new_seq_i32_1d(ctx, never_ends, NULL, &started, flags);
  CHECK(pthread_create(&thread, NULL, cancel, &started) == 0);
  int64_t total = 0;
  CHECK(futhark_entry_total(ctx, &total, seq) == 1);
  CHECK_ERROR(ctx, "cancelled");
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(futhark_free_seq_i32_1d(ctx, seq) == FUTHARK_SUCCESS);
  int64_t plain = 0;
  CHECK(futhark_entry_plain(ctx, &plain, 1) == FUTHARK_SUCCESS && plain == 2);
}

int main(void) {
  main_thread = pthread_self();
  struct futhark_context_config* cfg = futhark_context_config_new();
  ctx = futhark_context_new(cfg);
  rows_in_and_floats_out(0);
  rows_in_and_floats_out(FUTHARK_ANY_THREAD);
  two_passes();
  several_components();
  sizes();
  errors();
  cancelled(0);
  cancelled(FUTHARK_ANY_THREAD);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
