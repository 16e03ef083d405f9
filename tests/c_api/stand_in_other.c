/* The entry points of other.fut written by hand: see stand_in.c. */
#include "runtime/abi.h"
#include "stand_in_constants.h"

static uint32_t sum_of(const planish_slot *in) {
  uint32_t sum = 0;
  for (uint64_t i = 0; i < in[0].scalar; i++) sum += (uint32_t)((const int32_t *)in[1].data)[i];
  return sum;
}

int32_t planish_entry_sum(planish_context *context, const planish_slot *in, planish_slot *out) {
  (void)context;
  out[0].scalar = (uint32_t)-sum_of(in);
  return PLANISH_OK;
}

int32_t planish_entry_only_other(planish_context *context, const planish_slot *in, planish_slot *out) {
  (void)context;
  out[0].scalar = sum_of(in) + 15;
  return PLANISH_OK;
}
