/* What hosts of programs for GPUs call beside runtime/native/host.h. Plain C.
 *
 * Arrays of inputs lie on the device: planish_device_upload brings them there. planish_run returns when all work of the
 * entry point is queued; planish_device_sync waits for it and says whether it succeeded. If it did not, the caller
 * releases the outputs that planish_run gave. Blocks of outputs are freed by planish_device_free (runtime/device_abi.h).
 *
 * What fails here can be asked for as after a run: planish_failure_message. */
#ifndef PLANISH_RUNTIME_DEVICE_HOST_H
#define PLANISH_RUNTIME_DEVICE_HOST_H

#include "runtime/device_abi.h"
#include "runtime/native/host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For planish_device_options.open. */
void planish_open_cuda(planish_context* context, const planish_device_options* options);
void planish_open_emulator(planish_context* context, const planish_device_options* options);

/* Waits for all that was queued. Gives a status. */
int32_t planish_device_sync(planish_context* context);
/* A block with one reference and these bytes; null if that fails. */
planish_block* planish_device_upload(planish_context* context, const void* from, int64_t bytes);
/* Waits. Gives a status. */
int32_t planish_device_download(planish_context* context, void* to, const void* from,
                                int64_t bytes);
/* The address on the device. */
void* planish_device_data(const planish_block* block);

#ifdef __cplusplus
}
#endif
#endif
