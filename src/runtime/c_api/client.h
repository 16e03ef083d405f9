/* What the C files that `planish build` generates call. The functions of a library's header (futhark_*) are thin: they
 * put their arguments into the structures below and call one of these functions, which know nothing of the program but
 * what its tables say.
 *
 * Generated files contain this text, so it is plain C and needs nothing but runtime/abi.h. */
#ifndef PLANISH_RUNTIME_C_API_CLIENT_H
#define PLANISH_RUNTIME_C_API_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "runtime/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What a program says of itself */

/* A primitive (rank 0) or an array of them. */
typedef struct planish_component {
  int32_t prim; /* support/prim.h */
  int32_t rank;
} planish_component;

typedef struct planish_slot_table {
  planish_component component;
  int32_t is_size; /* takes the size of an array and is given by no client */
  const int64_t*
      dims; /* inputs, for each dimension: at least 0: its size; else -1 - number of the slot that takes it */
} planish_slot_table;

/* What a value consists of: scalars and arrays, regular or not. An irregular array has several components
 * (runtime/value_components.h). */
enum { PLANISH_ANY_SIZE = -1, PLANISH_VARYING = -2 };
typedef struct planish_leaf_table {
  int32_t prim; /* support/prim.h */
  int32_t rank;
  const int64_t* dims; /* for each dimension: its size, or one of the constants above */
} planish_leaf_table;

/* A type without a C layout of its own. */
typedef struct planish_type_table {
  const planish_leaf_table* leaves;
  int32_t leaf_count;
} planish_type_table;

typedef struct planish_value_table {
  const char* name; /* of a parameter; may be empty */
  const char* type; /* as in the source */
  int32_t first;    /* of the slots that hold it */
  int32_t count;
  int32_t unique;
  const planish_leaf_table* leaves;
  int32_t leaf_count;
} planish_value_table;

typedef struct planish_entry_table {
  const char* name;
  planish_entry_function function;
  const planish_slot_table* inputs;
  int32_t input_count;
  const planish_slot_table* outputs;
  int32_t output_count;
  const planish_value_table* params;
  int32_t param_count;
  const planish_value_table* results;
  int32_t result_count;
  int32_t
      has_equal_rows; /* if the rows of each argument are known to be equally long, it needs no offsets of them */
} planish_entry_table;

struct planish_device_options;
struct planish_device_program;

/* Of a program for GPUs: what opens a device, and the program's code for it (runtime/device_abi.h). */
typedef struct planish_device_table {
  void (*open)(planish_context* context, const struct planish_device_options* options);
  const struct planish_device_program* program;
} planish_device_table;

typedef struct planish_program_table {
  const char* name;
  const planish_entry_table* entries;
  int32_t entry_count;
  int32_t threads; /* unless something else is asked for; 0: as many as there are */
  const char* const* tuning_params; /* names of those that the program itself has */
  int32_t tuning_param_count;
  /* Evaluates all constants, so that those that fail are known when a context is made. Null: each is evaluated when an
   * entry point first uses it. */
  planish_entry_function constants;
  const planish_device_table* device; /* null: a program for CPUs */
} planish_program_table;

/* ---- Configurations and contexts. Those that another library has made are refused (Note [Several libraries]). */

typedef struct planish_client_config planish_client_config;
typedef struct planish_client planish_client;

enum {
  PLANISH_CLIENT_SUCCESS = 0,
  PLANISH_CLIENT_ERROR = 1,
  PLANISH_CLIENT_PROGRAM_ERROR = 2,
  PLANISH_CLIENT_OUT_OF_MEMORY = 3,
};

enum planish_client_flag {
  PLANISH_DEBUGGING,
  PLANISH_PROFILING,
  PLANISH_LOGGING,
  PLANISH_FLAG_COUNT
};

planish_client_config* planish_client_config_new(const planish_program_table* program);
void planish_client_config_free(planish_client_config* config);
void planish_client_config_set_flag(planish_client_config* config, enum planish_client_flag flag,
                                    int value);
void planish_client_config_set_threads(planish_client_config* config, int threads);
/* Where machine code is kept that a driver makes. */
void planish_client_config_set_cache_file(planish_client_config* config, const char* path);
/* A part of its name, or "#" and its number. */
void planish_client_config_set_device(planish_client_config* config, const char* device);
/* Where the device code is written when a context is made. */
void planish_client_config_dump_ptx_to(planish_client_config* config, const char* path);
int planish_client_config_set_tuning_param(planish_client_config* config, const char* name,
                                           size_t value);
/* First those of the program, then those of the runtime. The class of a number past the last is null, as its name is. */
int planish_client_tuning_param_count(const planish_program_table* program);
const char* planish_client_tuning_param_name(const planish_program_table* program, int index);
const char* planish_client_tuning_param_class(const planish_program_table* program, int index);

planish_client* planish_client_new(planish_client_config* config);
void planish_client_free(planish_client* client);
int planish_client_sync(planish_client* client);
char* planish_client_get_error(planish_client* client);
char* planish_client_report(planish_client* client);
int planish_client_clear_caches(planish_client* client);
void planish_client_set_profiling_paused(planish_client* client, int paused);
void planish_client_set_logging_file(planish_client* client, FILE* file);

/* ---- Values: each is one object with a count of components, whatever its type. Those that functions give belong to the
 * caller. Functions that give an int give one of the codes above, and touch no result unless it is 0. */

typedef struct planish_value planish_value;

/* An argument: a scalar, or a value. */
typedef struct planish_argument {
  const planish_value* value;
  int32_t prim; /* of a scalar; -1: a value */
  uint64_t bits;
} planish_argument;

/* Where a result goes, and which components it is made of. Several results are all written, or none. */
typedef struct planish_result {
  planish_value** value; /* null: a scalar */
  void* scalar;
  int32_t first;
  int32_t count;
} planish_result;

planish_value* planish_value_new_array(planish_client* client, planish_component component,
                                       const int64_t* dims, const void* data);
planish_value* planish_value_new_raw_array(planish_client* client, planish_component component,
                                           const int64_t* dims, void* data);
int planish_value_free(planish_client* client, planish_value* value);
/* Of an array: copies the elements, gives where they lie (irregular arrays, too), or copies one. */
int planish_value_elements(planish_client* client, const planish_value* value, void* out);
void* planish_value_raw(planish_client* client, const planish_value* value);
int planish_value_element(planish_client* client, const planish_value* value,
                          const int64_t* indices, void* out);
const int64_t* planish_value_shape(planish_client* client, const planish_value* value);

int planish_value_store(planish_client* client, const planish_value* value, void** bytes,
                        size_t* size);
planish_value* planish_value_restore(planish_client* client, const planish_type_table* type,
                                     const void* bytes);

/* Some of the components as values of their own, which share them. Those of a result are counted in `components`, or in
 * the value if that is null. */
int planish_value_parts(planish_client* client, const planish_value* value,
                        const int32_t* components, const planish_result* results,
                        int32_t result_count);
/* The components of the arguments as one value. */
int planish_value_new_record(planish_client* client, planish_value** out,
                             const planish_argument* fields, int32_t count);
/* The same for arrays, of which the `rank` outer dimensions have to agree; `type` is that of the result. */
int planish_value_zip(planish_client* client, planish_value** out, int32_t rank,
                      const planish_type_table* type, const planish_argument* fields,
                      int32_t count);

/* A sum: component 0 is the number of the constructor; slots[i] is the component that keeps component i of the
 * arguments. Other components hold nothing. */
int planish_value_new_sum(planish_client* client, planish_value** out,
                          const planish_type_table* type, int32_t constructor, const int32_t* slots,
                          const planish_argument* arguments, int32_t argument_count);
/* -1: an error. */
int planish_value_constructor(planish_client* client, const planish_value* value);
/* An error unless the value was made by that constructor. */
int planish_value_check_constructor(planish_client* client, const planish_value* value,
                                    int32_t constructor);

/* Arrays of values with `rank` dimensions. `element_type` is the type of an element. */
int planish_value_new_array_of(planish_client* client, planish_value** out, int32_t rank,
                               const int64_t* dims, const planish_type_table* element_type,
                               const planish_value* const* elements);
int planish_value_index(planish_client* client, planish_value** out, const planish_value* array,
                        const planish_type_table* element_type, int32_t rank,
                        const int64_t* indices);
int planish_value_set(planish_client* client, planish_value* array, const planish_value* element,
                      const planish_type_table* element_type, int32_t rank, const int64_t* indices);

/* ---- Irregular arrays. `dims` and `indices` have an entry for each dimension, and those of dimensions that vary are not
 * looked at in `dims`; `offsets` has an entry for each dimension that varies. */

planish_value* planish_value_new_rows(planish_client* client, const planish_leaf_table* type,
                                      const int64_t* dims, const int64_t* const* offsets,
                                      const void* data);
planish_value* planish_value_new_raw_rows(planish_client* client, const planish_leaf_table* type,
                                          const int64_t* dims, const int64_t* const* offsets,
                                          void* data);
/* The size of each dimension; of one that varies, the sum of the lengths of all rows. */
const int64_t* planish_value_rows_shape(planish_client* client, const planish_leaf_table* type,
                                        const planish_value* value);
/* Where the offsets of a dimension lie; null, with an error: it does not vary. */
const int64_t* planish_value_offsets(planish_client* client, const planish_leaf_table* type,
                                     const planish_value* value, int dim);
int planish_value_rows_element(planish_client* client, void* out, const planish_leaf_table* type,
                               const planish_value* value, const int64_t* indices);
/* Of records or sums: from the array of all elements, that array, one element, and from arrays of the fields. `rows` has
 * the dimensions of the array; `type` is that of the result. */
int planish_value_new_rows_of(planish_client* client, planish_value** out,
                              const planish_leaf_table* rows,
                              const planish_type_table* element_type, const int64_t* dims,
                              const int64_t* const* offsets, const planish_value* values);
int planish_value_rows_values(planish_client* client, planish_value** out,
                              const planish_leaf_table* rows,
                              const planish_type_table* element_type, const planish_value* value);
int planish_value_rows_index(planish_client* client, planish_value** out,
                             const planish_leaf_table* rows, const planish_type_table* element_type,
                             const planish_value* value, const int64_t* indices);
int planish_value_zip_rows(planish_client* client, planish_value** out,
                           const planish_leaf_table* rows, const planish_type_table* type,
                           const planish_argument* fields, int32_t field_count);

/* ---- Entry points: an argument for each parameter. */

int planish_client_call(planish_client* client, const planish_entry_table* entry,
                        const planish_argument* arguments, const planish_result* results,
                        int32_t result_count);

/* ---- Sequences: what entry points read and write while they run.
 *
 * A chunk is a structure of words of 64 bits: how many elements it has, release and owner, and then for each component of
 * an element where the data lie and, for each dimension of it, where its offsets lie, or its size if it does not vary. */

typedef struct planish_sequence planish_sequence;
enum { PLANISH_ANY_THREAD = 1 }; /* a flag: functions may be called by any thread */

/* Fills the chunk, with so many elements at most; none: the end. Gives 0 unless it failed. */
typedef int (*planish_next)(void* state, int64_t wanted, void* chunk);
typedef int (*planish_rewind)(void* state);
typedef struct planish_sink {
  int (*push)(void* state, const void* chunk);
  void* state;
  int flags;
} planish_sink;

/* `rewind` may be null. */
planish_sequence* planish_sequence_new(planish_client* client, planish_next next,
                                       planish_rewind rewind, void* state, int flags);
int planish_sequence_free(planish_client* client, planish_sequence* sequence);
/* Of the arguments, those that are sequences are not looked at: they are among the sources, in their order, as results
 * that are sequences are among the sinks. */
int planish_client_stream(planish_client* client, const planish_entry_table* entry,
                          const planish_argument* arguments, const planish_result* results,
                          int32_t result_count, const planish_sequence* const* sources,
                          const planish_sink* const* sinks);
/* Stops the entry point that runs. Any thread may call it. */
int planish_client_cancel(planish_client* client);

/* ---- Executables */

int planish_program_main(int argc, char** argv, const planish_program_table* program);

#ifdef __cplusplus
}
#endif
#endif
