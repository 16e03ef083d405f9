// The product of two matrices: blocks of the second that stay in the caches, copied so that they
// lie one after the other, and small tiles of the result that stay in registers.
#include "harness.h"

namespace {

constexpr int64_t kTileRows = 6, kTileColumns = 32;
constexpr int64_t kDepth = 256;  // of a block

// tile += rows x packed, in which a row is kTileColumns long.
void tile(const float* __restrict a, int64_t a_stride, const float* __restrict packed,
          int64_t depth, float* __restrict c, int64_t c_stride) {
  float sums[kTileRows][kTileColumns] = {};
  for (int64_t k = 0; k < depth; k++) {
    for (int64_t i = 0; i < kTileRows; i++) {
      float x = a[i * a_stride + k];
#pragma omp simd
      for (int64_t j = 0; j < kTileColumns; j++) sums[i][j] += x * packed[k * kTileColumns + j];
    }
  }
  for (int64_t i = 0; i < kTileRows; i++) {
    for (int64_t j = 0; j < kTileColumns; j++) c[i * c_stride + j] += sums[i][j];
  }
}

// The same for a tile at the edge.
void small_tile(const float* a, int64_t a_stride, const float* packed, int64_t depth, float* c,
                int64_t c_stride, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; i++) {
    for (int64_t k = 0; k < depth; k++) {
      for (int64_t j = 0; j < columns; j++)
        c[i * c_stride + j] += a[i * a_stride + k] * packed[k * kTileColumns + j];
    }
  }
}

void matmul(const float* __restrict a, const float* __restrict b, float* __restrict c, int64_t n,
            int64_t m, int64_t p) {
  int64_t panels = (p + kTileColumns - 1) / kTileColumns;
  std::vector<float> packed(static_cast<size_t>(panels * kTileColumns * kDepth));
#pragma omp parallel
  {
#pragma omp for
    for (int64_t i = 0; i < n * p; i++) c[i] = 0;
    for (int64_t start = 0; start < m; start += kDepth) {
      int64_t depth = std::min(kDepth, m - start);
#pragma omp for
      for (int64_t panel = 0; panel < panels; panel++) {
        int64_t columns = std::min(kTileColumns, p - panel * kTileColumns);
        for (int64_t k = 0; k < depth; k++) {
          for (int64_t j = 0; j < columns; j++)
            packed[static_cast<size_t>((panel * depth + k) * kTileColumns + j)] =
                b[(start + k) * p + panel * kTileColumns + j];
        }
      }
#pragma omp for schedule(dynamic)
      for (int64_t i = 0; i < n; i += kTileRows) {
        int64_t rows = std::min(kTileRows, n - i);
        for (int64_t panel = 0; panel < panels; panel++) {
          int64_t column = panel * kTileColumns, columns = std::min(kTileColumns, p - column);
          const float* from = packed.data() + panel * depth * kTileColumns;
          if (rows == kTileRows && columns == kTileColumns) {
            tile(a + i * m + start, m, from, depth, c + i * p + column, p);
          } else {
            small_tile(a + i * m + start, m, from, depth, c + i * p + column, p, rows, columns);
          }
        }
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  bench::Harness harness("matmul", argc, argv);
  int64_t n = harness.size(1024);
  auto a = bench::random_floats(n * n, 0, 1, 1), b = bench::random_floats(n * n, 0, 1, 2);
  bench::Buffer<float> c(n * n);
  auto cube = static_cast<double>(n * n * n);
  harness.compare("1024 x 1024 f32", [&] { matmul(a.data(), b.data(), c.data(), n, n, n); },
                  std::tuple(bench::array(c.data(), n, n)),
                  std::tuple(bench::array(a.data(), n, n), bench::array(b.data(), n, n)), 1e-4,
                  {.flops = 2 * cube});
  return harness.status();
}
