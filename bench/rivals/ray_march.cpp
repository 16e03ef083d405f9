// A picture of balls over a floor, by rays that go on by the distance to the nearest surface. Rows
// take different times, so threads take them as they come. The loop of a ray ends when the ray
// does, which the compiler does not vectorise.
#include "harness.h"

namespace {

struct Vector {
  float x, y, z;
};

inline Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vector operator*(float k, Vector a) { return {k * a.x, k * a.y, k * a.z}; }
inline float dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline float length(Vector a) { return sqrtf(dot(a, a)); }
inline Vector unit(Vector a) { return (1 / length(a)) * a; }

constexpr float kFar = 60, kNear = 0.001f;

inline float cell(float x) { return x - 4 * floorf(x / 4 + 0.5f); }

inline float distance(Vector p) {
  float ball = length({cell(p.x), p.y, cell(p.z)}) - 1;
  return fminf(ball, p.y + 1);
}

float march(Vector from, Vector to) {
  float t = 0, d = distance(from);
  for (int steps = 0; d > kNear && t < kFar && steps < 160; steps++) {
    t += d;
    d = distance(from + t * to);
  }
  return t;
}

inline Vector normal(Vector p) {
  constexpr float e = 0.01f;
  auto slope = [&](Vector d) { return distance(p + d) - distance(p - d); };
  return unit({slope({e, 0, 0}), slope({0, e, 0}), slope({0, 0, e})});
}

float brightness(Vector from, Vector to, Vector sun) {
  float t = march(from, to);
  if (t >= kFar) return 0;
  Vector p = from + t * to, n = normal(p);
  float light = fmaxf(0, dot(n, sun));
  if (light > 0 && march(p + 0.02f * n, sun) < kFar) return 0.1f;
  return 0.1f + 0.9f * light;
}

void picture(int64_t width, int64_t height, float* __restrict out) {
  const Vector eye{2, 1.5f, -6}, sun = unit({0.6f, 0.7f, -0.4f});
  auto w = static_cast<float>(width), h = static_cast<float>(height);
#pragma omp parallel for schedule(dynamic, 4)
  for (int64_t i = 0; i < height; i++) {
    for (int64_t j = 0; j < width; j++) {
      float x = (static_cast<float>(j) - w / 2) / h, y = (h / 2 - static_cast<float>(i)) / h;
      out[i * width + j] = brightness(eye, unit({x, y, 1}), sun);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("ray_march", argc, argv);
  int64_t width = harness.size(1280), height = harness.size(720);
  bench::Buffer<float> out(width * height);
  // A ray that just passes an edge may end elsewhere when a sum is rounded in another way.
  harness.compare(
      "1280 x 720", [&] { picture(width, height, out.data()); },
      std::tuple(bench::array(out.data(), height, width)), std::tuple(width, height), 1);
  return harness.status();
}
