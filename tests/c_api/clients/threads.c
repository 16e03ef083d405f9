/* Several contexts in several threads, and one context in several threads. */
#include "api.h"

#include <pthread.h>

#include "check.h"

enum { THREADS = 4, ROUNDS = 50, N = 100000 };

static void work(struct futhark_context *ctx, int32_t seed) {
  int32_t *in = malloc(N * sizeof *in);
  for (int i = 0; i < N; i++) in[i] = seed;
  for (int round = 0; round < ROUNDS; round++) {
    int32_t sum = 0;
    struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, in, N), *ys = NULL;
    CHECK(futhark_entry_add(ctx, &ys, xs, xs) == 0);
    CHECK(futhark_entry_sum(ctx, &sum, ys) == 0 && sum == 2 * seed * N);
    futhark_free_i32_1d(ctx, xs);
    futhark_free_i32_1d(ctx, ys);
  }
  free(in);
}

static void *with_own_context(void *seed) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  futhark_context_config_set_num_threads(cfg, 2);
  struct futhark_context *ctx = futhark_context_new(cfg);
  work(ctx, *(int32_t *)seed);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return NULL;
}

static struct futhark_context *shared;
static void *with_shared_context(void *seed) {
  work(shared, *(int32_t *)seed);
  return NULL;
}

static void run(void *(*function)(void *)) {
  pthread_t threads[THREADS];
  int32_t seeds[THREADS];
  for (int i = 0; i < THREADS; i++) {
    seeds[i] = i + 1;
    CHECK(pthread_create(&threads[i], NULL, function, &seeds[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

int main(void) {
  run(with_own_context);
  struct futhark_context_config *cfg = futhark_context_config_new();
  shared = futhark_context_new(cfg);
  run(with_shared_context);
  futhark_context_free(shared);
  futhark_context_config_free(cfg);
  return 0;
}
