#include "runtime/c_api/main_options.h"

#include <getopt.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace planish::client {
namespace {

// Long names are those of `planish run` and, where they differ, of the executables that Futhark
// makes.
constexpr option kLongOptions[] = {
    {"entry", required_argument, nullptr, 'e'},
    {"entry-point", required_argument, nullptr, 'e'},
    {"binary", no_argument, nullptr, 'b'},
    {"binary-output", no_argument, nullptr, 'b'},
    {"runs", required_argument, nullptr, 'r'},
    {"write-runtime-to", required_argument, nullptr, 't'},
    {"threads", required_argument, nullptr, 'j'},
    {"num-threads", required_argument, nullptr, 'j'},
    {"no-print-result", no_argument, nullptr, 'n'},
    {"memory", no_argument, nullptr, 'm'},
    {"memory-limit", required_argument, nullptr, 'M'},
    {"device", required_argument, nullptr, 'd'},
    {"cache-file", required_argument, nullptr, 'c'},
    {"param", required_argument, nullptr, 'p'},
    {"tuning", required_argument, nullptr, 'f'},
    {"print-params", no_argument, nullptr, 'l'},
    {"in", required_argument, nullptr, 'I'},
    {"out", required_argument, nullptr, 'O'},
    {"quiet", no_argument, nullptr, 'q'},
    {"help", no_argument, nullptr, 'h'},
    {nullptr, 0, nullptr, 0},
};

bool parse_number(const char* program, const char* what, int least, int& out) {
  const char* end = optarg + std::strlen(optarg);
  auto [stop, error] = std::from_chars(optarg, end, out);
  if (error == std::errc() && stop == end && out >= least) return true;
  std::fprintf(stderr, "%s: `%s` is no number of %s\n", program, optarg, what);
  return false;
}

bool parse_limit(const char* program, MainOptions& options) {
  const auto limit = planish::runtime::parse_memory_limit(optarg);
  if (limit) options.memory_limit = *limit;
  if (limit) return true;
  std::fprintf(stderr, "%s: `%s` is no limit of memory (%s)\n", program, optarg,
               planish::runtime::kMemoryLimitForms);
  return false;
}

bool add_param(const char* program, MainOptions& options) {
  if (planish::runtime::add_tuning(options.params, optarg)) return true;
  std::fprintf(stderr, "%s: `%s` is not of the form NAME=NUMBER\n", program, optarg);
  return false;
}

bool add_file(const char* program, MainOptions& options) {
  const std::optional<std::string> error =
      planish::runtime::add_tuning_file(options.tuning, optarg);
  if (!error) return true;
  std::fprintf(stderr, "%s: %s\n", program, error->c_str());
  return false;
}

bool add_stream(const char* program, std::vector<planish::runtime::NamedStream>& to) {
  std::optional<planish::runtime::NamedStream> stream =
      planish::runtime::parse_named_stream(optarg);
  if (stream) to.push_back(std::move(*stream));
  if (stream) return true;
  std::fprintf(stderr, "%s: `%s` is not of the form %s\n", program, optarg,
               planish::runtime::kNamedStreamForm);
  return false;
}

}  // namespace

bool parse_main_options(int argc, char** argv, Runs runs, MainOptions& options) {
  optind = 1;
  for (int word = 0; (word = getopt_long(argc, argv, "e:br:t:nh", kLongOptions, nullptr)) != -1;) {
    switch (word) {
      case 'e': options.entry = optarg; break;
      case 'b': options.binary = true; break;
      case 'r':
        if (!parse_number(argv[0], "runs", 1, options.runs)) return false;
        break;
      case 't': options.times_file = optarg; break;
      case 'j':
        if (!parse_number(argv[0], "threads", 0, options.threads)) return false;
        break;
      case 'n': options.print_results = false; break;
      case 'm': options.memory = true; break;
      case 'M':
        if (!parse_limit(argv[0], options)) return false;
        break;
      case 'd':
      case 'c':
        if (runs == Runs::OnHost) {
          std::fprintf(stderr, "%s: --%s is for programs that run on a GPU\n", argv[0],
                       word == 'd' ? "device" : "cache-file");
          return false;
        }
        (word == 'd' ? options.device : options.cache_file) = optarg;
        break;
      case 'p':
        if (!add_param(argv[0], options)) return false;
        break;
      case 'f':
        if (!add_file(argv[0], options)) return false;
        break;
      case 'I':
      case 'O':
        if (!add_stream(argv[0], word == 'I' ? options.in : options.out)) return false;
        break;
      case 'q': options.quiet = true; break;
      case 'l': options.print_params = true; break;
      case 'h': options.help = true; break;
      default: std::fprintf(stderr, "Try `%s --help`.\n", argv[0]); return false;
    }
  }
  options.files.assign(argv + optind, argv + argc);
  return true;
}

void print_main_help(const char* name, Runs runs) {
  std::printf(
      "Usage: %s [OPTIONS] [FILE...]\n"
      "\n"
      "Runs an entry point on values from standard input, or from files: as text, in the binary\n"
      "format, or packed with gzip. Each component of the result is a line of text.\n"
      "\n"
      "Options:\n"
      "  -e, --entry NAME             the entry point to run (main)\n"
      "  -b, --binary                 write results in the binary format\n"
      "  -n, --no-print-result        write no results\n"
      "  -r, --runs N                 run N times, after once to warm up if N is not 1\n"
      "  -t, --write-runtime-to FILE  write the time of each run in microseconds, one on a line\n"
      "      --in NAME=[FORMAT:]FILE  read a parameter that is a sequence from a file; the format "
      "is\n"
      "                               values, raw or lines\n"
      "      --out N=[FORMAT:]FILE    write result N, a sequence, to a file (0 is the first)\n"
      "      --quiet                  do not show on a terminal how far sequences have been read\n"
      "      --threads N              use so many threads (0: as many as there are)\n"
      "      --param NAME=NUMBER      set a tuning parameter\n"
      "      --tuning FILE            set those that the lines NAME=NUMBER of a file name\n"
      "      --print-params           show the names and classes of tuning parameters\n"
      "      --memory                 say on standard error how much memory arrays took\n"
      "      --memory-limit SIZE      take no more memory than that (64M, 2G, 50%%)\n"
      "%s"
      "  -h, --help                   show this text\n"
      "\n"
      "Exit status: 0 done, 2 wrong usage, wrong values%s, 3 failed while running.\n",
      name,
      runs == Runs::OnHost
          ? ""
          : "      --device NAME            the GPU to run on: a part of its name, or #N for the "
            "N-th\n"
            "      --cache-file FILE        keep the machine code that the driver makes in this "
            "file\n",
      runs == Runs::OnHost ? "" : " or no GPU");
}

}  // namespace planish::client
