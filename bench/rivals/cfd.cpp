// The flow of a gas around a body. States of cells change places with those of the stage before.
#include "cfd.h"

static void flow(const Cfd& data, CfdState* old, CfdState* from, CfdState* to, float* factors) {
  const auto* starts = reinterpret_cast<const CfdState*>(data.starts.data());
  const auto* normals = reinterpret_cast<const CfdVector*>(data.normals.data());
  std::copy_n(starts, data.n, old);
  for (int32_t step = 0; step < data.steps; step++) {
#pragma omp parallel for
    for (int64_t c = 0; c < data.n; c++)
      factors[c] = 0.5f / (std::sqrt(data.areas[c]) * CfdCell(old[c]).fastest);
    const CfdState* read = old;
    for (int stage = 0; stage < Cfd::kStages; stage++) {
      float k = 1 / static_cast<float>(Cfd::kStages - stage);
#pragma omp parallel for
      for (int64_t c = 0; c < data.n; c++) {
        CfdState flux = cfd_flux(
            CfdCell(read[c]), [&](int i) { return data.neighbours[c * 4 + i]; },
            [&](int i) { return normals[c * 4 + i]; }, [&](int32_t i) { return read[i]; });
        to[c] = cfd_moved(old[c], -factors[c] * k, flux);
      }
      std::swap(from, to);
      read = from;
    }
    std::swap(old, from);
  }
  std::copy_n(old, data.n, reinterpret_cast<CfdState*>(data.out.data()));
}

int main(int argc, char** argv) {
  bench::Harness harness("cfd", argc, argv);
  Cfd data(96, harness.size(64), 100);
  bench::Buffer<CfdState> old(data.n), from(data.n), to(data.n);
  bench::Buffer<float> factors(data.n);
  data.compare(harness, [&] { flow(data, old.data(), from.data(), to.data(), factors.data()); });
  return harness.status();
}
