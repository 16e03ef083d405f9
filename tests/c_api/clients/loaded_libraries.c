/* Two libraries with the same names of functions in one process, one of them twice, and one whose names have a prefix.
 * Takes their paths, and the prefix. */
#include <dlfcn.h>
#include <stdint.h>

#include "check.h"

struct library {
  void *handle;
  const char *prefix;
  void *(*config_new)(void);
  void (*config_free)(void *);
  void *(*context_new)(void *);
  void (*context_free)(void *);
  void *(*new_i32_1d)(void *, const int32_t *, int64_t);
  int (*free_i32_1d)(void *, void *);
  int (*entry)(void *, int32_t *, const void *);
  char *(*get_error)(void *);
  void *config, *context;
};

static void *symbol(struct library *library, const char *rest) {
  char name[100];
  snprintf(name, sizeof name, "%s_%s", library->prefix, rest);
  void *found = dlsym(library->handle, name);
  if (found == NULL) fprintf(stderr, "%s\n", dlerror());
  CHECK(found != NULL);
  return found;
}

static void open_library(struct library *library, const char *path, const char *prefix, const char *entry) {
  library->prefix = prefix;
  library->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library->handle == NULL) fprintf(stderr, "%s\n", dlerror());
  CHECK(library->handle != NULL);
  library->config_new = (void *(*)(void))symbol(library, "context_config_new");
  library->config_free = (void (*)(void *))symbol(library, "context_config_free");
  library->context_new = (void *(*)(void *))symbol(library, "context_new");
  library->context_free = (void (*)(void *))symbol(library, "context_free");
  library->new_i32_1d = (void *(*)(void *, const int32_t *, int64_t))symbol(library, "new_i32_1d");
  library->free_i32_1d = (int (*)(void *, void *))symbol(library, "free_i32_1d");
  library->entry = (int (*)(void *, int32_t *, const void *))symbol(library, entry);
  library->get_error = (char *(*)(void *))symbol(library, "context_get_error");
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

/* Each library takes its own contexts only. */
static void refuses(struct library *library, struct library *from) {
  int32_t in[] = {1}, out = 7;
  void *xs = library->new_i32_1d(library->context, in, 1);
  CHECK(library->entry(from->context, &out, xs) == 1 && out == 7);
  char *error = from->get_error(from->context);
  CHECK(error != NULL && strstr(error, "was given to another one") != NULL);
  free(error);
  CHECK(library->free_i32_1d(library->context, xs) == 0);
}

int main(int argc, char **argv) {
  CHECK(argc == 5);
  struct library first, second, third;
  open_library(&first, argv[1], "futhark", "entry_sum");
  open_library(&second, argv[2], "futhark", "entry_sum");
  open_library(&third, argv[3], argv[4], "entry_third_sum");
  /* The second is another program, whose sum is negative. */
  CHECK(sum(&first) == 6 && sum(&second) == -6 && sum(&third) == 6007 && sum(&first) == 6);
  refuses(&first, &second);
  refuses(&second, &first);
  refuses(&third, &first);
  refuses(&first, &third);
  close_library(&first);
  CHECK(sum(&second) == -6 && sum(&third) == 6007);
  open_library(&first, argv[1], "futhark", "entry_sum");
  CHECK(sum(&first) == 6);
  close_library(&second);
  CHECK(sum(&third) == 6007);
  close_library(&first);
  close_library(&third);
  return 0;
}
