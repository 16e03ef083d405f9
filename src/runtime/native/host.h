/* What hosts of generated code call: contexts, their configuration, running entry points, what went wrong. Plain C, as
 * runtime/abi.h is, so that the libraries which `planish build` writes can use it.
 *
 * Contexts share nothing: there may be several in a process, of one library or of several. A context may be used from
 * any thread. One entry point runs at a time; further calls wait. */
#ifndef PLANISH_RUNTIME_NATIVE_HOST_H
#define PLANISH_RUNTIME_NATIVE_HOST_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Gets what `trace` shows, as lines with their ends. Never called by two threads at once. */
typedef void (*planish_trace_function)(void* closure, const char* text, size_t length);

/* A tuning parameter of the program, and its value. */
typedef struct planish_tuning {
  const char* name;
  int64_t value;
} planish_tuning;

/* The device of a program for GPUs. */
typedef struct planish_device_options {
  /* Opens the device for a context: planish_open_cuda or planish_open_emulator (runtime/device/host.h). Only what is
   * named here is linked with a program. */
  void (*open)(planish_context* context, const struct planish_device_options* options);
  const struct planish_device_program* program; /* runtime/device_abi.h; outlives the context */
  const char* device; /* a part of its name, or "#" and its number; null: the first one */
  /* A place for machine code that the driver makes of device code. `load` gives null, or code from malloc. Both may be
   * null. */
  void* (*load_code)(void* closure, const char* key, int64_t* bytes);
  void (*save_code)(void* closure, const char* key, const void* code, int64_t bytes);
  void* code_closure;
  /* 1: the process is the program's own, so that the driver may be told how it is used. 0: others may use it, too. */
  int32_t owns_process;
} planish_device_options;

typedef struct planish_config {
  int32_t threads; /* 0: as many as this process may use */
  /* How much freed memory is kept for reuse; negative: a quarter of the machine's, 4 GiB at most, but nothing where
   * AddressSanitizer is to see what is used after it was freed. */
  int64_t cache_bytes;
  /* Of what is in use and kept together, inputs included; negative: memory_percent of the machine's memory, or all of it
   * where that is 0. */
  int64_t memory_limit;
  int32_t memory_percent;
  /* Entry points that may come to a recursion run on a stack of this size at least, of which only what is touched costs
   * memory: a thread of the context's own, unless the caller's stack has as much left. Others run there only if the
   * caller's stack has less than 2 MiB left. 0: on the caller's stack, whatever it is. */
  int64_t stack_bytes;
  planish_trace_function trace; /* null: standard error */
  void* trace_closure;
  /* Work is cut as if items cost so many times as much as the code says. 1; tests that want even the smallest arrays to
   * be cut ask for more. */
  int64_t cost_factor;
  /* Tuning parameters that are set; of those with the same name the last counts. Copied. */
  const planish_tuning* tuning;
  int64_t tuning_count;
  /* Null: a program for CPUs. The limits of memory above are then those of the device. */
  const planish_device_options* device;
} planish_config;

void planish_config_default(planish_config* config);

/* Null when there is no memory. A null config: the default. */
planish_context* planish_context_new(const planish_config* config);
/* Why no entry point can run, such as that there is no device; null: they can. Runs fail with this message. */
const char* planish_context_error(const planish_context* context);
/* No entry point may run, and all blocks but those of constants have been freed. */
void planish_context_delete(planish_context* context);
int32_t planish_context_threads(const planish_context* context);
/* Where what `trace` shows goes from now on. Not while an entry point runs. */
void planish_context_set_trace(planish_context* context, planish_trace_function trace,
                               void* closure);

/* A planish::runtime::World (runtime/world.h). */
typedef struct planish_world planish_world;
/* What programs see and change outside of them from now on; null: a world of the context's own, with the standard streams
 * of the process, whose files are open until the context is deleted. Not while an entry point runs. */
void planish_context_set_world(planish_context* context, planish_world* world);

/* Runs an entry point: abi.h says what inputs and outputs are. `interrupt`, if not null, is a byte that stops the run
 * when it becomes 1. Gives a status; the outputs hold nothing unless it is PLANISH_OK. */
int32_t planish_run(planish_context* context, planish_entry_function entry,
                    const planish_slot* inputs, planish_slot* outputs,
                    const unsigned char* interrupt);
/* Stops the run that is under way; may be called by any thread. */
void planish_cancel(planish_context* context);

/* What went wrong in the last run, until the next one. The message is empty after PLANISH_OK and PLANISH_CANCELLED. */
const char* planish_failure_message(const planish_context* context);
int64_t planish_failure_path_count(const planish_context* context);
const char* planish_failure_path(const planish_context* context,
                                 int64_t index); /* innermost first */

/* Bytes of memory, headers included. Asked for while no entry point runs. */
typedef struct planish_memory_statistics {
  int64_t in_use;
  int64_t peak_in_use; /* since the start or planish_reset_peak; small blocks are counted roughly */
  int64_t cached;      /* freed and kept */
  int64_t peak_reserved; /* in use and cached together */
  int64_t constants;     /* of what is in use */
  /* Of arrays on a device for which there was no room (Note [Eviction] in device/residence.h): what lies on the host now,
   * beside what is in use; and what was copied there and back since the start or planish_reset_peak. */
  int64_t on_host;
  int64_t copied_to_host;
  int64_t copied_to_device;
} planish_memory_statistics;
planish_memory_statistics planish_memory(planish_context* context);
void planish_reset_peak(planish_context* context);
/* Memory of the host that counts as used by the program from now on, as that of its inputs does. Gives a status; what
 * failed can be asked for as after a run. */
int32_t planish_reserve(planish_context* context, int64_t bytes);
void planish_unreserve(planish_context* context, int64_t bytes);
/* For tests: the n-th allocation from now on fails, as if there were no memory; 0: none does. Gives what was left of the
 * last such number: if it is not above 0, an allocation has failed. Not while an entry point runs. */
int64_t planish_fail_allocation(planish_context* context, int64_t number);
/* Gives the memory that is kept for reuse back to the system. Not while an entry point runs. */
void planish_clear_cache(planish_context* context);

/* ---- Arrays of hosts, wherever those of the program lie: in memory of the host or of a device. Not while an entry point
 * runs. What gives an int32_t gives a status; what failed can be asked for as after a run. */

/* With one reference; null if there is no memory. */
planish_block* planish_new_block(planish_context* context, int64_t bytes);
/* The last reference is gone. */
void planish_free_block(planish_context* context, planish_block* block);
void* planish_block_data(const planish_context* context, const planish_block* block);
/* Others than the program are going to use the address of an array: its data lie there until it is freed. */
int32_t planish_pin(planish_context* context, const void* data);
/* From memory of the host to that of arrays; `from` may be changed afterwards. */
int32_t planish_upload(planish_context* context, void* to, const void* from, int64_t bytes);
/* From arrays to memory of the host. Waits for what entry points have queued, and tells if that has failed. */
int32_t planish_download(planish_context* context, void* to, const void* from, int64_t bytes);
/* From array to array. */
int32_t planish_copy(planish_context* context, void* to, const void* from, int64_t bytes);
/* Sets bytes of arrays to 0. */
int32_t planish_clear(planish_context* context, void* to, int64_t bytes);
/* Waits for what entry points have queued on a device, and tells if it has failed. `interrupt` as for planish_run. */
int32_t planish_wait(planish_context* context, const unsigned char* interrupt);

#ifdef __cplusplus
}
#endif
#endif
