// The cache on disk: CodeCache, and programs in it.
#include "driver/run/code_cache.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>
#include <vector>

#include "driver/run/compiled_programs.h"
#include "ir/parse.h"
#include "ir/print.h"

namespace planish {
namespace {

namespace fs = std::filesystem;

// A folder that goes with the test.
class Folder {
 public:
  Folder() {
    std::string path = (fs::temp_directory_path() / "planish-cache-XXXXXX").string();
    EXPECT_NE(::mkdtemp(path.data()), nullptr);
    path_ = path;
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  fs::path operator/(std::string_view name) const { return path_ / name; }
  const fs::path& path() const { return path_; }
  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(path_)) found.push_back(entry.path());
    return found;
  }

 private:
  fs::path path_;
};

ContentKey key(std::string_view text) {
  ContentKey key;
  key.add(text);
  return key;
}

void write(const fs::path& path, std::string_view content) {
  std::ofstream(path, std::ios::binary) << content;
}

TEST(ContentKey, EveryPartAndItsEndsCount) {
  EXPECT_EQ(key("abc").text(), key("abc").text());
  EXPECT_EQ(key("abc").text().size(), 32u);
  EXPECT_NE(key("abc").text(), key("abd").text());
  EXPECT_NE(ContentKey().add("ab").add("c").text(), ContentKey().add("a").add("bc").text());
  EXPECT_NE(ContentKey().add("a").text(), ContentKey().add("a").add("").text());
  ContentKey copy = key("a");
  ContentKey other(copy);
  copy.add("b");
  EXPECT_EQ(other.text(), key("a").text());
  EXPECT_EQ(other.add("b").text(), copy.text());
}

TEST(CodeCache, WhatWasWrittenIsRead) {
  Folder folder;
  const CodeCache cache(folder / "deep/er");
  EXPECT_FALSE(cache.read(key("x")));
  const std::string content("a\0b\n", 4);
  cache.write(key("x"), content);
  cache.write(key("empty"), "");
  EXPECT_EQ(cache.read(key("x")), content);
  EXPECT_EQ(cache.read(key("empty")), "");
  EXPECT_FALSE(cache.read(key("y")));
  cache.write(key("x"), "new");
  EXPECT_EQ(cache.read(key("x")), "new");
}

TEST(CodeCache, ChangedFilesAreNotFound) {
  Folder folder;
  const CodeCache cache(folder.path());
  const std::string content(1000, 'x');
  cache.write(key("k"), content);
  const fs::path file = folder / key("k").text();
  std::string whole;
  {
    std::ifstream stream(file, std::ios::binary);
    whole.assign(std::istreambuf_iterator<char>(stream), {});
  }
  std::string changed = whole;
  changed[500]++;
  for (const std::string& bad : {std::string(), whole.substr(0, 20), whole.substr(0, 999), changed,
                                 whole + "x", std::string(100, '\n')}) {
    write(file, bad);
    EXPECT_FALSE(cache.read(key("k")));
  }
  cache.write(key("k"), content);
  EXPECT_EQ(cache.read(key("k")), content);
}

TEST(CodeCache, WhatWasNotUsedForLongestGoes) {
  using namespace std::chrono_literals;
  Folder folder;
  const CodeCache cache(folder.path(), 10'000);
  const std::string content(2000, 'x');
  const auto now = fs::file_time_type::clock::now();
  for (int i = 0; i < 4; i++) {
    const ContentKey one = key(std::to_string(i));
    cache.write(one, content);
    fs::last_write_time(folder / one.text(), now - 10min + i * 1min);
  }
  EXPECT_TRUE(cache.read(key("0")));  // so it is the newest
  cache.write(key("4"), content);
  EXPECT_FALSE(cache.read(key("1")));
  for (const char* left : {"0", "2", "3", "4"}) EXPECT_TRUE(cache.read(key(left))) << left;
  cache.write(key("huge"), std::string(20'000, 'x'));
  EXPECT_FALSE(cache.read(key("huge")));
}

TEST(CodeCache, FilesThatWereLeftBehindGo) {
  using namespace std::chrono_literals;
  Folder folder;
  const CodeCache cache(folder.path());
  write(folder / "temporary-old", "x");
  write(folder / "temporary-new", "x");
  fs::last_write_time(folder / "temporary-old", fs::file_time_type::clock::now() - 2h);
  cache.write(key("k"), "content");
  EXPECT_FALSE(fs::exists(folder / "temporary-old"));
  EXPECT_TRUE(fs::exists(folder / "temporary-new"));
}

TEST(CodeCache, AFolderThatCannotBeWrittenIsNoError) {
  Folder folder;
  write(folder / "file", "");
  const CodeCache cache(folder / "file/below");
  cache.write(key("k"), "content");
  EXPECT_FALSE(cache.read(key("k")));
}

TEST(CodeCache, ManyWriteAndReadAtOnce) {
  Folder folder;
  const std::string content(50'000, 'x');
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([&] {
      const CodeCache cache(folder.path(), 120'000);
      for (int i = 0; i < 100; i++) {
        const ContentKey one = key(std::to_string(i % 3));
        cache.write(one, content);
        const auto found = cache.read(one);
        if (found && *found != content) wrong++;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(folder.files().size(), 3u);
}

// Leaves a variable of the environment as it was.
class KeptVariable {
 public:
  explicit KeptVariable(const char* name) : name_(name) {
    if (const char* value = std::getenv(name)) value_ = value;
  }
  ~KeptVariable() { value_ ? ::setenv(name_, value_->c_str(), 1) : ::unsetenv(name_); }
  KeptVariable(const KeptVariable&) = delete;
  KeptVariable& operator=(const KeptVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> value_;
};

TEST(CodeCache, TheEnvironmentSaysWhereItIs) {
  const KeptVariable kept[] = {KeptVariable("XDG_CACHE_HOME"), KeptVariable("HOME"),
                               KeptVariable("PLANISH_CACHE")};
  const auto set = [](const char* name, const char* value) { ::setenv(name, value, 1); };
  set("XDG_CACHE_HOME", "/some/where");
  set("HOME", "/home/me");
  ::unsetenv("PLANISH_CACHE");
  EXPECT_EQ(CodeCache::of_this_user()->folder(), "/some/where/planish");
  ::unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(CodeCache::of_this_user()->folder(), "/home/me/.cache/planish");
  set("PLANISH_CACHE", "off");
  EXPECT_FALSE(CodeCache::of_this_user());
  ::unsetenv("PLANISH_CACHE");
  ::unsetenv("HOME");
  EXPECT_FALSE(CodeCache::of_this_user());
}

// ---- Programs

constexpr std::string_view kProgram = R"(flat

entry "f" ("xs": "[]i32" from 1 count 1) -> ("i32" from 0 count 1)
fn f(n_1: i64, xs_2: [n_1]i32) -> (r_3: i32) {
  let x_4: i32 = index xs_2 [0]
  in x_4
}

fn helper(x_5: i32) -> (r_6: i32) { in x_5 }
)";

class ProgramCache : public testing::Test {
 protected:
  const SourceFile* file(std::string_view name, std::string_view text) {
    const std::string path = (folder_ / name).string();
    write(path, text);
    return sources_.add(path, std::string(text));
  }
  // What is found by another run of the compiler.
  std::optional<CompiledProgram> find(const SourceFile& root, std::string_view identity = "i") {
    return CompiledPrograms(cache_, identity).find(root);
  }

  Folder folder_;
  CodeCache cache_{folder_ / "cache"};
  SourceMap sources_;
  ir::Program program_ = ir::parse(kProgram).program;
};

TEST_F(ProgramCache, SignaturesAndCodeAreFoundAgain) {
  const SourceFile* root = file("a.fut", "entry f");
  EXPECT_FALSE(find(*root));
  CompiledPrograms(cache_, "i")
      .store(*root, {}, {program_, std::string("code\0code", 9), {"a warning", "a red warning"}});
  const std::optional<CompiledProgram> found = find(*root);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->object, std::string("code\0code", 9));
  EXPECT_EQ(found->warnings.plain, "a warning");
  EXPECT_EQ(found->warnings.colored, "a red warning");
  EXPECT_EQ(ir::print(found->signatures), R"(flat

entry "f" ("xs": "[]i32" from 1 count 1) -> ("i32" from 0 count 1)
fn f(n_1: i64, xs_2: [n_1]i32) -> (r_3: i32) { in }
)");
  EXPECT_FALSE(find(*root, "another compiler"));
  EXPECT_FALSE(find(*file("a.fut", "entry g")));
}

TEST_F(ProgramCache, ImportedFilesCount) {
  const SourceFile* root = file("a.fut", "import");
  const SourceFile* imported[] = {file("b.fut", "b"), file("c.fut", "c")};
  CompiledPrograms(cache_, "i").store(*root, imported, {program_, "code", {}});
  EXPECT_TRUE(find(*root));
  const SourceFile* changed[] = {imported[0], file("c.fut", "other")};
  EXPECT_FALSE(find(*root));
  EXPECT_FALSE(CompiledPrograms(cache_, "i").find(*root, changed));
  EXPECT_TRUE(CompiledPrograms(cache_, "i").find(*root, imported));
  // Both variants are kept.
  CompiledPrograms(cache_, "i").store(*root, changed, {program_, "other code", {}});
  EXPECT_EQ(find(*root)->object, "other code");
  write(folder_ / "c.fut", "c");
  EXPECT_EQ(find(*root)->object, "code");
  fs::remove(folder_ / "b.fut");
  EXPECT_FALSE(find(*root));
}

}  // namespace
}  // namespace planish
