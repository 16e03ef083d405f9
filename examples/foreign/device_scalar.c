/* Code of the device: clang-22 -O2 -emit-llvm -c device_scalar.c -o device_scalar.bc (for NVIDIA's GPUs add
 * --target=nvptx64-nvidia-cuda). */
float smooth_step(float x);

float smooth_step(float x) {
  const float t = x < 0 ? 0 : x > 1 ? 1 : x;
  return t * t * (3 - 2 * t);
}
