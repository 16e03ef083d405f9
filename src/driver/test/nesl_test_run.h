// Runs the tests of NESL programs.
#pragma once

#include "driver/test/test_run.h"

namespace planish {

// As run_tests, for a program in NESL.
void run_nesl_tests(Session& session, const std::string& path, const TestOptions& options,
                    TestObserver& observer);

}  // namespace planish
