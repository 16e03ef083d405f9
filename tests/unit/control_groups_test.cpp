#include "runtime/native/control_groups.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include "runtime/native/system_memory.h"

namespace planish::native {
namespace {

using Limits = std::vector<std::pair<int64_t, int64_t>>;

class ControlGroupsTest : public testing::Test {
 protected:
  ControlGroupsTest() {
    folder_ =
        std::filesystem::path(testing::TempDir()) / ("control_groups_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~ControlGroupsTest() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& path, const std::string& text) {
    const std::filesystem::path file = folder_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  Limits limits() const {
    Limits found;
    for_each_memory_limit(
        {folder_ / "self", folder_ / "mounted"},
        [&](int64_t limit, const auto& free) { found.emplace_back(limit, free()); });
    return found;
  }

  std::filesystem::path folder_;
};

TEST_F(ControlGroupsTest, Version2) {
  write("self", "0::/user.slice/job\n");
  write("mounted/user.slice/job/memory.max", "83886080\n");
  write("mounted/user.slice/job/memory.current", "20000000\n");
  write("mounted/user.slice/job/memory.stat", "anon 1\ninactive_file 5000000\n");
  write("mounted/user.slice/memory.max", "max\n");
  EXPECT_EQ(limits(), (Limits{{83886080, 68886080}}));
}

TEST_F(ControlGroupsTest, GroupsAroundBoundAsWell) {
  write("self", "0::/a/b\n");
  write("mounted/a/b/memory.max", "3000\n");
  write("mounted/a/b/memory.current", "1000\n");
  write("mounted/a/memory.max", "2000\n");
  write("mounted/a/memory.current", "1500\n");
  EXPECT_EQ(limits(), (Limits{{3000, 2000}, {2000, 500}}));
}

TEST_F(ControlGroupsTest, Version1) {
  write("self", "9:name=systemd:/\n4:cpu,memory:/job\n0::/\n");
  write("mounted/memory/job/memory.limit_in_bytes", "4096\n");
  write("mounted/memory/job/memory.usage_in_bytes", "1000\n");
  write("mounted/memory/job/memory.stat", "total_inactive_file 100\n");
  EXPECT_EQ(limits(), (Limits{{4096, 3196}}));
}

// In a container the path is that of the host, and its root is mounted.
TEST_F(ControlGroupsTest, RootOfAContainer) {
  write("self", "0::/not/here\n");
  write("mounted/memory.max", "4096\n");
  write("mounted/memory.current", "96\n");
  EXPECT_EQ(limits(), (Limits{{4096, 4000}}));
}

TEST_F(ControlGroupsTest, NoGroups) {
  EXPECT_EQ(limits(), Limits{});
  write("self", "nonsense\n");
  EXPECT_EQ(limits(), Limits{});
}

// A group of this machine, where one may be made: this process goes there, and sees its limit.
TEST(MachineMemoryTest, GroupOfThisProcess) {
  constexpr int64_t kLimit = int64_t{80} << 20;
  std::ifstream self("/proc/self/cgroup");
  std::filesystem::path own;
  const char* file = nullptr;
  for (std::string line; std::getline(self, line);) {
    const size_t path = line.rfind(':') + 1;
    if (line.find(":memory:") != line.npos) {
      own = "/sys/fs/cgroup/memory" + line.substr(path);
      file = "memory.limit_in_bytes";
    } else if (line.starts_with("0::") && file == nullptr &&
               std::filesystem::exists("/sys/fs/cgroup/cgroup.controllers")) {
      own = "/sys/fs/cgroup" + line.substr(path);
      file = "memory.max";
    }
  }
  std::error_code error;
  const std::filesystem::path group = own / ("planish_test_" + std::to_string(getpid()));
  if (file == nullptr || !std::filesystem::create_directory(group, error))
    GTEST_SKIP() << "no control group can be made here";
  const bool is_limited = static_cast<bool>(std::ofstream(group / file) << kLimit << std::flush);
  const pid_t child = fork();
  if (child == 0) {
    const bool is_in =
        static_cast<bool>(std::ofstream(group / "cgroup.procs") << getpid() << std::flush);
    _exit(!is_in ? 2 : machine_memory() == kLimit && available_memory() <= kLimit ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::filesystem::remove(group, error);
  if (!is_limited || WEXITSTATUS(status) == 2) GTEST_SKIP() << "no limit can be set here";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace planish::native
