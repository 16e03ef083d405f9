#include "driver/bench/datasets.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "driver/bench/bench_loop.h"

namespace planish {
namespace {

// As futhark bench calls them, so that measurements of both can be compared.
std::string dataset_name(const TestCase& test, size_t number) {
  if (!test.name.empty()) return test.name;
  std::string text = shortened_dataset(test.input.text);
  return test.input.kind == TestSourceKind::Literal ? fmt::format("#{} (\"{}\")", number, text)
                                                    : text;
}

bool excluded(const std::vector<std::string>& tags, const DatasetChoice& choice) {
  return std::ranges::any_of(tags, [&](const std::string& tag) {
    return tag == "nobench" || tag == "disable" ||
           std::ranges::find(choice.exclude, tag) != choice.exclude.end();
  });
}

}  // namespace

std::vector<Dataset> select_datasets(const TestSpec& spec, const DatasetChoice& choice) {
  std::vector<Dataset> datasets;
  if (excluded(spec.tags, choice)) return datasets;
  std::map<std::string, size_t> numbers;
  for (const TestCase& test : spec.cases) {
    for (const std::string& entry : test.entries) {
      size_t number = numbers[entry]++;
      if (test.expectation == TestExpectation::Failure || excluded(test.tags, choice)) continue;
      if (!choice.entry.empty() && choice.entry != entry) continue;
      datasets.push_back({&test, entry, dataset_name(test, number)});
    }
  }
  return datasets;
}

}  // namespace planish
