/* What all clients of the tests use. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

/* Frees the error of the context, after checking that it has these words in it. */
#define CHECK_ERROR(ctx, words)                                                   \
  do {                                                                            \
    char* text = futhark_context_get_error(ctx);                                  \
    CHECK(text != NULL);                                                          \
    if (strstr(text, words) == NULL) fprintf(stderr, "the error is: %s\n", text); \
    CHECK(strstr(text, words) != NULL);                                           \
    free(text);                                                                   \
    CHECK(futhark_context_get_error(ctx) == NULL);                                \
  } while (0)
