// The command line of an executable that `planish build` made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/input_sequences.h"
#include "runtime/memory_limit.h"
#include "runtime/tuning.h"

namespace planish::client {

struct MainOptions {
  std::string entry = "main";
  bool binary = false;
  bool print_results = true;
  bool help = false;
  bool memory = false;  // say how much was used
  bool quiet = false;   // do not say how far sequences have been read
  int runs = 1;
  int threads = -1;  // -1: as the program says
  planish::runtime::MemoryLimit memory_limit;
  std::string device;                                  // which; empty: the first one
  std::string cache_file;                              // of code that a driver makes; empty: none
  std::string times_file;                              // empty: none
  bool print_params = false;                           // only name the tuning parameters
  planish::runtime::TuningValues tuning;               // of --tuning: others may be in the file
  planish::runtime::TuningValues params;               // of --param: the program has to have them
  std::vector<std::string> files;                      // of values; none: standard input
  std::vector<planish::runtime::NamedStream> in, out;  // of sequences
};

// Where the program runs: only those for devices know of these.
enum class Runs : uint8_t { OnHost, OnDevice };

// False, after a message on standard error, when the words make no sense.
bool parse_main_options(int argc, char** argv, Runs runs, MainOptions& options);
void print_main_help(const char* name, Runs runs);

}  // namespace planish::client
