// The data sets that a program is measured on: the cases of its test blocks.
#pragma once

#include <string>
#include <vector>

#include "driver/test/test_spec.h"

namespace planish {

struct DatasetChoice {
  std::vector<std::string> exclude;  // tags of programs and data sets that are left out
  std::string entry;                 // only data sets of this entry point; "": all
};

struct Dataset {
  const TestCase* test = nullptr;
  std::string entry;
  std::string name;  // "[1000]i32", "#0 (\"[1, 2]\")", or the name that its author gave
};

// Cases that expect failure, and what has a tag `nobench` or `disable`, are left out. The data sets
// refer to the specification.
std::vector<Dataset> select_datasets(const TestSpec& spec, const DatasetChoice& choice);

}  // namespace planish
