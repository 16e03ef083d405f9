/* Two libraries with the same names of functions in one process, one of them twice. Takes their paths. */
#include <dlfcn.h>
#include <stdint.h>

#include "check.h"

struct library {
  void *handle;
  void *(*config_new)(void);
  void (*config_free)(void *);
  void *(*context_new)(void *);
  void (*context_free)(void *);
  void *(*new_i32_1d)(void *, const int32_t *, int64_t);
  int (*free_i32_1d)(void *, void *);
  int (*entry)(void *, int32_t *, const void *);
  void *config, *context;
};

static void *symbol(struct library *library, const char *name) {
  void *found = dlsym(library->handle, name);
  if (found == NULL) fprintf(stderr, "%s\n", dlerror());
  CHECK(found != NULL);
  return found;
}

static void open_library(struct library *library, const char *path) {
  library->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library->handle == NULL) fprintf(stderr, "%s\n", dlerror());
  CHECK(library->handle != NULL);
  library->config_new = (void *(*)(void))symbol(library, "futhark_context_config_new");
  library->config_free = (void (*)(void *))symbol(library, "futhark_context_config_free");
  library->context_new = (void *(*)(void *))symbol(library, "futhark_context_new");
  library->context_free = (void (*)(void *))symbol(library, "futhark_context_free");
  library->new_i32_1d = (void *(*)(void *, const int32_t *, int64_t))symbol(library, "futhark_new_i32_1d");
  library->free_i32_1d = (int (*)(void *, void *))symbol(library, "futhark_free_i32_1d");
  library->entry = (int (*)(void *, int32_t *, const void *))symbol(library, "futhark_entry_sum");
  library->config = library->config_new();
  library->context = library->context_new(library->config);
  /* Nothing but the API can be seen. */
  CHECK(dlsym(library->handle, "planish_run") == NULL && dlsym(library->handle, "planish_entry_sum") == NULL);
}

static int32_t sum(struct library *library) {
  int32_t in[] = {1, 2, 3}, out = 0;
  void *xs = library->new_i32_1d(library->context, in, 3);
  CHECK(library->entry(library->context, &out, xs) == 0);
  CHECK(library->free_i32_1d(library->context, xs) == 0);
  return out;
}

static void close_library(struct library *library) {
  library->context_free(library->context);
  library->config_free(library->config);
  CHECK(dlclose(library->handle) == 0);
}

int main(int argc, char **argv) {
  CHECK(argc == 3);
  struct library first, second;
  open_library(&first, argv[1]);
  open_library(&second, argv[2]);
  /* The second is another program, whose sum is negative. */
  CHECK(sum(&first) == 6 && sum(&second) == -6 && sum(&first) == 6);
  close_library(&first);
  CHECK(sum(&second) == -6);
  open_library(&first, argv[1]);
  CHECK(sum(&first) == 6);
  close_library(&second);
  close_library(&first);
  return 0;
}
