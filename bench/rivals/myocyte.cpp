// Cells of heart muscle, one after the other in each thread, with all of a cell on the stack.
#include "myocyte.h"

static void simulate(const Myocyte& data) {
  using M = Myocyte;
  const Fehlberg fehlberg;
#pragma omp parallel for schedule(dynamic, 16)
  for (int64_t c = 0; c < data.n; c++) {
    float y[M::kEquations], moved[M::kEquations], slopes[M::kStages][M::kEquations];
    std::copy_n(data.starts.data() + c * M::kEquations, M::kEquations, y);
    const float* ps = data.parameters.data() + c * M::kParameters;
    struct At {
      float* data;
      float& operator()(int i) const { return data[i]; }
    };
    for (int32_t i = 0; i < data.intervals; i++)
      myocyte_interval(
          fehlberg, At{y}, At{moved}, [&](int s, int k) -> float& { return slopes[s][k]; },
          [&](int k) { return ps[k]; });
    std::copy_n(y, M::kEquations, data.out.data() + c * M::kEquations);
  }
}

int main(int argc, char** argv) {
  bench::Harness harness("myocyte", argc, argv);
  Myocyte data(harness.size(512), 3);
  data.compare(harness, [&] { simulate(data); });
  return harness.status();
}
