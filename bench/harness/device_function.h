// Functions that rivals in C++ and in CUDA share.
#pragma once

#ifdef __CUDACC__
#define BENCH_FUNCTION __host__ __device__ inline
#else
#define BENCH_FUNCTION inline
#endif
