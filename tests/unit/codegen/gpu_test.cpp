// Programs for GPUs: what their code consists of. Whether they run is tested by programs, in the
// emulator.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <utility>

#include "codegen/codegen.h"
#include "codegen/gpu_architectures.h"
#include "codegen/loader.h"
#include "ir/parse.h"
#include "target/kernels.h"

namespace planish::codegen {
namespace {

constexpr const char* kSines = R"(flat

entry "sines" ("xs": "[]f32" from 1 count 1, "is": "[]i64" from 2 count 1) -> (*"[]f32" from 0 count 1)
fn sines(n_1: i64, xs_2: [n_1]f32, is_3: [n_1]i64) -> (ys_4: *[n_1]f32) {
  let ys_5: [n_1]f32 = segmap (i_6: i64 < n_1) {
    let j_7: i64 = index is_3 [i_6]
    let low_8: bool = le 0i64 j_7
    let high_9: bool = lt j_7 n_1
    let inside_10: bool = and low_8 high_9
    let sure_11: unit = check bounds inside_10 ("index ", j_7, " of ", n_1)
    let x_12: f32 = index xs_2 [j_7] after sure_11
    let y_13: f32 = sin x_12
    in y_13
  }
  in ys_5
}
)";

constexpr const char* kLowerHalves = R"(flat

entry "halves" ("xs": "[]f64" from 1 count 1) -> (*"[]u32" from 0 count 1)
fn halves(n_1: i64, xs_2: [n_1]f64) -> (ys_3: *[n_1]u32) {
  let ys_4: [n_1]u32 = segmap (i_5: i64 < n_1) {
    let x_6: f64 = index xs_2 [i_5]
    let y_7: f64 = sqrt x_6
    let z_8: u64 = to_bits y_7
    let w_9: u32 = convert z_8
    in w_9
  }
  in ys_4
}
)";

// All code of a program for the emulator, after optimisation.
std::string emulated_code(const char* text, bool races) {
  ir::Parsed parsed = ir::parse(text);
  EXPECT_FALSE(parsed.error);
  Options options;
  options.target = gpu_target();
  options.verify = true;
  options.device = Device::Emulator;
  options.races = races;
  return load_code_generator()->generate(parsed.program, options, Output::LlvmIr);
}

constexpr const char* kScansAndFilter = R"(flat

entry "sums" ("xs": "[n]f32" from 1 count 1) -> ("[n]f32" from 0 count 1)
fn sums(n_1: i64, xs_2: [n_1]f32) -> (xs_3: *[n_1]f32) {
  let _4: [n_1]f32 = segscan (i_5: i64 < n_1) {0.0f32} \(a_6: f32, b_7: f32) {
    let _8: f32 = add a_6 b_7
    in _8
  } of {
    let x_9: f32 = index xs_2 [i_5]
    in x_9
  }
  in _4
}

entry "pairs" ("xs": "[n]i64" from 1 count 1) -> ("[n]i64" from 0 count 1, "[n]i64" from 1 count 1)
fn pairs(n_11: i64, xs_12: [n_11]i64) -> (xs_13: *[n_11]i64, ys_14: *[n_11]i64) {
  let (_15: [n_11]i64, _16: [n_11]i64) = segscan (i_17: i64 < n_11) {0i64, 0i64} \(a_18: i64, b_19: i64, c_20: i64, d_21: i64) {
    let _22: i64 = add a_18 c_20
    let _23: i64 = xor b_19 d_21
    in _22, _23
  } of {
    let x_24: i64 = index xs_12 [i_17]
    in x_24, x_24
  }
  in _15, _16
}

entry "positive" ("xs": "[n]f32" from 1 count 1) -> ("?[k].[k]f32" from 1 count 1)
fn positive(n_31: i64, xs_32: [n_31]f32) -> (_33: i64, xs_34: *[_33]f32) {
  let (count_35: i64, _36: [count_35]f32) = segfilter (i_37: i64 < n_31) {
    let x_38: f32 = index xs_32 [i_37]
    let _39: bool = gt x_38 0.0f32
    in _39, x_38
  }
  in count_35, _36
}
)";

std::string device_code(const char* text, Device device, std::string architecture = "sm_75") {
  ir::Parsed parsed = ir::parse(text);
  EXPECT_FALSE(parsed.error);
  Options options;
  options.target = gpu_target();
  options.verify = true;
  options.device = device;
  options.gpu_architecture = std::move(architecture);
  return load_code_generator()->generate(parsed.program, options, Output::DeviceCode);
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

TEST(GpuCode, PtxHasKernelsAndNothingElse) {
  const std::string ptx = device_code(kSines, Device::Nvidia);
  EXPECT_TRUE(contains(ptx, ".target sm_75"));
  EXPECT_TRUE(contains(ptx, ".visible .entry planish_map_0("));
  EXPECT_TRUE(contains(ptx, ".visible .entry planish_runtime_copy_kernel("));
  // The thread's functions, those of the runtime and those of mathematics are inlined, but for sines
  // of large numbers, which are rare and long.
  const std::regex call(R"(call\.uni (?!\(retval0\), planish_math_large_sinf,))");
  EXPECT_FALSE(std::regex_search(ptx, call));
  EXPECT_FALSE(contains(ptx, ".extern .func"));
}

TEST(GpuCode, ArchitectureIsAsAskedFor) {
  const std::string ptx = device_code(kSines, Device::Nvidia, "sm_90");
  EXPECT_TRUE(contains(ptx, ".target sm_90"));
  EXPECT_THROW(device_code(kSines, Device::Nvidia, "sm_1"), std::runtime_error);
}

// In a version of PTX in which they can be named; the backend stops where they cannot. One of each
// version, since compiling takes long.
TEST(GpuCode, ArchitecturesOfAllVersionsHaveCode) {
  int version = 0;
  for (const GpuArchitecture& one : kGpuArchitectures) {
    if (one.ptx_version == std::exchange(version, one.ptx_version)) continue;
    const std::string name = fmt::format("sm_{}", one.number);
    EXPECT_TRUE(contains(device_code(kSines, Device::Nvidia, name), (".target " + name).c_str()));
  }
  EXPECT_TRUE(contains(device_code(kSines, Device::Nvidia, "sm_90a"), ".target sm_90a"));
}

TEST(GpuCode, DevicesRunTheNewestArchitectureBeforeThem) {
  EXPECT_EQ(newest_for(75).number, 75);
  EXPECT_EQ(newest_for(88).number, 87);
  EXPECT_EQ(newest_for(90).number, 90);
  EXPECT_EQ(newest_for(110).number, 103);
  EXPECT_EQ(newest_for(999).number, 121);
}

// How many blocks of a kernel are to fit on a multiprocessor; 0: nothing is said, or there is no such
// kernel.
int resident_blocks(const std::string& ptx, const std::string& kernel) {
  std::smatch found;
  const std::regex head(kernel + R"(\([^)]*\)\s*\.maxntid 256\s*\.minnctapersm (\d+))");
  return std::regex_search(ptx, found, head) ? std::stoi(found[1]) : 0;
}

TEST(GpuCode, TranspositionsLeaveRoomForOtherBlocks) {
  const std::string ptx = device_code(kSines, Device::Nvidia);
  EXPECT_EQ(resident_blocks(ptx, "planish_runtime_transpose_kernel"), kKernels.for_memory);
}

TEST(GpuCode, ScansAndFiltersLeaveRoomForOtherBlocks) {
  const std::string ptx = device_code(kScansAndFilter, Device::Nvidia);
  for (const char* kernel : {"planish_scan_0", "planish_scan_1"})  // of sums
    EXPECT_EQ(resident_blocks(ptx, kernel), kKernels.for_memory);
  for (const char* kernel : {"planish_scan_2", "planish_scan_3"})  // of pairs
    EXPECT_EQ(resident_blocks(ptx, kernel), kKernels.for_memory_with_more);
  for (const char* kernel : {"planish_filter_4", "planish_filter_5"})
    EXPECT_EQ(resident_blocks(ptx, kernel), kKernels.for_memory);
}

// Note [Races] in runtime/emulator/races.h
TEST(GpuCode, KernelsTellOfWhatTheyAccess) {
  EXPECT_FALSE(contains(emulated_code(kSines, false), "planish_emulator_watch"));
  const std::string code = emulated_code(kSines, true);
  // What threads read and write of arrays is told right before.
  const auto count = [&](const char* pattern) {
    const std::regex regex(pattern);
    return std::distance(std::sregex_iterator(code.begin(), code.end(), regex), {});
  };
  EXPECT_GT(count(R"(= load float, )"), 0);
  EXPECT_EQ(count(R"(= load float, )"),
            count(R"(@planish_emulator_watch_read\(ptr [^\n]*, i64 4\)\n[^\n]*= load float, )"));
  EXPECT_GT(count(R"(store float )"), 0);
  EXPECT_EQ(count(R"(store float )"),
            count(R"(@planish_emulator_watch_write\(ptr [^\n]*, i64 4\)\n[^\n]*store float )"));
  // A failure that another thread has told of is looked at atomically.
  EXPECT_GT(count(R"(@planish_emulator_watch_atomic\([^\n]*\n[^\n]* cmpxchg )"), 0);
  // Host code accesses nothing of the device.
  const size_t host = code.find("@planish_entry_sines(");
  ASSERT_NE(host, std::string::npos);
  EXPECT_EQ(code.substr(host, code.find("\n}\n", host) - host).find("watch"), std::string::npos);
}

// Note [Truncated stores] in codegen/gpu/lower_nvptx.cpp
TEST(GpuCode, StoresAreAsWideAsTheirRegisters) {
  const std::string ptx = device_code(kLowerHalves, Device::Nvidia);
  EXPECT_TRUE(contains(ptx, "sqrt.rn.f64"));
  EXPECT_FALSE(std::regex_search(ptx, std::regex(R"(\bst\S*\.b(32|16|8)\s+\[[^\]]*\], %rd)")));
}

TEST(GpuCode, ChecksNameWhatLiesOnTheHostByNumber) {
  const std::string code = device_code(kSines, Device::Emulator);
  EXPECT_TRUE(contains(code, "@planish_thread_fail(ptr %context, ptr inttoptr (i64 1 to ptr)"));
  EXPECT_FALSE(contains(code, "index "));
}

}  // namespace
}  // namespace planish::codegen
