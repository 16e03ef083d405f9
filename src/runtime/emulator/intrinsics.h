/* What kernels call in the emulator: planish_emulator_X is planish_gpu_X of runtime/kernels/intrinsics.h. Called by
 * threads of a launch only. */
#ifndef PLANISH_RUNTIME_EMULATOR_INTRINSICS_H
#define PLANISH_RUNTIME_EMULATOR_INTRINSICS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

uint32_t planish_emulator_thread(void);
uint32_t planish_emulator_threads(void);
uint32_t planish_emulator_block(void);
uint32_t planish_emulator_blocks(void);
void planish_emulator_barrier(void);
uint32_t planish_emulator_barrier_or(uint32_t condition);
uint32_t planish_emulator_shuffle_up(uint32_t value, uint32_t distance);
uint32_t planish_emulator_shuffle_down(uint32_t value, uint32_t distance);
uint32_t planish_emulator_shuffle(uint32_t value, uint32_t lane);
uint32_t planish_emulator_ballot(uint32_t condition);
void planish_emulator_warp_barrier(void);
void* planish_emulator_shared(void);
void planish_emulator_pause(void);
void planish_emulator_fence(void);
uint64_t planish_emulator_stack(void);

/* Of programs in which races are looked for (Note [Races] in emulator/races.h): called right before each load, store and
 * atomic operation. */
enum {
  PLANISH_ATOMIC_READS = 1,
  PLANISH_ATOMIC_WRITES = 2,
  PLANISH_ATOMIC_ACQUIRES = 4,
  PLANISH_ATOMIC_RELEASES = 8,
};
void planish_emulator_watch_read(const void* address, uint64_t bytes);
void planish_emulator_watch_write(const void* address, uint64_t bytes);
void planish_emulator_watch_atomic(const void* address, uint64_t bytes,
                                   uint32_t how /* a sum of these */);

#ifdef __cplusplus
}
#endif
#endif
