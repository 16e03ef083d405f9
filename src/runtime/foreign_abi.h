/* Calls of foreign functions, of what users link and of the runtime: what generated code and the runtime agree on, beside
 * abi.h. */
#ifndef PLANISH_RUNTIME_FOREIGN_ABI_H
#define PLANISH_RUNTIME_FOREIGN_ABI_H

#include "runtime/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct planish_foreign planish_foreign;

/* An array that the function asks memory for. A dimension is a size, or -1 - j for one that the function decides and that
 * is number j of planish_foreign.sizes. */
typedef struct planish_foreign_array {
  int64_t result; /* its number among the results */
  int64_t elem_bytes;
  int64_t rank;
  const int64_t* dims;
  planish_block* block; /* null until it is asked for */
} planish_foreign_array;

/* One call. Of its members the foreign function knows the first two, under the names that its header gives them
 * (driver/build/foreign_header.cpp). */
struct planish_foreign {
  void* (*allocate)(planish_foreign* call, int32_t result, const int64_t* shape);
  int32_t (*fail)(planish_foreign* call, const char* message);
  planish_context* context;
  const char* symbol;
  const char* const* path;
  int64_t path_count;
  planish_foreign_array* arrays;
  int64_t array_count;
  int64_t* sizes; /* those that the function decides; -1: it has not */
  int32_t status; /* what the program is to be given */
};

/* Sets what the function calls; arrays that it asks for lie where those of the program do. Waits for all that a device
 * has to do before. Gives a status: if it is not PLANISH_OK, there is no call. */
int32_t planish_foreign_begin(planish_foreign* call);
/* The same for functions of the runtime, which work on the host: nothing is waited for. */
void planish_foreign_begin_on_host(planish_foreign* call);
/* Of programs for devices: the function is going to use this address. The array stays where it is. Gives a status. */
int32_t planish_foreign_show(planish_context* context, const void* data);
/* After the function gave `returned`: PLANISH_OK if all arrays are there. Otherwise what went wrong is recorded and the
 * blocks are freed. */
int32_t planish_foreign_end(planish_foreign* call, int32_t returned);
/* Around functions of which no two calls may run at the same time. */
void planish_foreign_lock(void);
void planish_foreign_unlock(void);

/* What a function of the runtime that performs something (runtime/performing.h) takes or gives. */
typedef struct planish_performed_value {
  uint64_t bits; /* of a scalar; as they lie in memory */
  void*
      data; /* of an array; null: a result, which is among the arrays of the call, or is a scalar */
  int64_t bytes; /* of the data */
} planish_performed_value;

/* Calls the one that `call->symbol` names, where arrays lie on a device, too. Of the call, what planish_foreign_begin sets
 * is not set yet. Gives what planish_foreign_end would. */
int32_t planish_perform(planish_foreign* call, const planish_performed_value* args,
                        int64_t arg_count, planish_performed_value* results, int64_t result_count);

/* Work on chunks of sequences begins that may be done again: Note [Steps that are done again] in ir/chunk_steps.h. */
void planish_begin_step(planish_context* context);
/* It failed with a status, and what it made has been freed. PLANISH_OK: it is done again, with fewer elements. Otherwise the
 * status, and the message names the elements. */
int32_t planish_repeat_step(planish_context* context, int32_t status);
/* All is done with the chunks, also what cannot be done again. */
void planish_end_chunk(planish_context* context);

#ifdef __cplusplus
}
#endif
#endif
