// Running other programs: the C compiler and its companions.
#pragma once

#include <string>
#include <vector>

namespace planish {

struct ProcessResult {
  bool found = true;  // false: there is no such program
  int status = 0;     // of its end; 128 and more: ended by a signal
  std::string
      output;  // what it wrote to standard error, and to standard output unless that is a file
};

// Runs a program, which is looked for in PATH, and waits for it. No shell is involved. What it
// writes to standard output goes to the file, if one is named.
ProcessResult run_process(const std::vector<std::string>& words,
                          const std::string& output_file = "");

// The words as somebody would type them.
std::string command_text(const std::vector<std::string>& words);

// A folder that goes away with this object.
class TemporaryFolder {
 public:
  TemporaryFolder();  // throws std::runtime_error
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(std::string_view name) const;

 private:
  std::string path_;
};

}  // namespace planish
