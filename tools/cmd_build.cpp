// planish build: an executable or a library from a program.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "backend_options.h"
#include "codegen/codegen.h"
#include "codegen/loader.h"
#include "command.h"
#include "driver/build/build.h"
#include "driver/build/c_api_names.h"
#include "driver/build/constants_entry.h"
#include "driver/build/foreign_header.h"
#include "driver/run/execute.h"
#include "nesl_commands.h"
#include "output.h"
#include "pass_options.h"

namespace planish::tools {
namespace {

constexpr std::string_view kBackends[] = {"cpu", "cuda", "gpu-emulator"};
constexpr std::string_view kEmitted[] = {"object", "llvm", "asm", "ptx"};

constexpr OptionSpec kBuildOptions[] = {
    {Option::Output, "-o,--output", "NAME",
     "where to write it (the file's name without .fut or .nesl)"},
    {Option::Library, "--library", "", "write NAME.h, libNAME.so, libNAME.a and NAME.json"},
    {Option::Prefix, "--prefix", "NAME",
     "library: its names begin with NAME_ in place of futhark_"},
    {Option::Entry, "-e,--entry-point", "NAME",
     "make an entry point of the definition NAME, in NESL perhaps 'NAME : TYPE'; may be repeated"},
    {Option::Backend, "--backend", "NAME",
     "what the program is built for: cpu, an NVIDIA GPU (cuda), or one that is emulated, for tests "
     "(gpu-emulator)",
     kBackends},
    {Option::GpuArchitecture, "--gpu-arch", "LIST",
     "cuda: architectures to use fully, such as sm_90,sm_120 (all from sm_75 on can run it "
     "anyway)"},
    kRacesOption,
    kThreadsOption,
    kLinkOption,
    kLinkLibraryOption,
    kPkgConfigOption,
    kRequireForeignOption,
    kFastMathOption,
    {Option::TargetCpu, "--target-cpu", "CPU",
     "the processor to use fully (native: this one; for cuda: x86-64, any)"},
    {Option::SplitTuples, "--split-tuples", "",
     "library: a tuple that is given back is several results, as in Futhark before 0.26"},
    {Option::ForeignHeader, "--foreign-header", "FILE",
     "write only a header for C, with the foreign functions that the program declares"},
    {Option::Emit, "--emit", "WHAT", "write only the program's code: object, llvm, asm or ptx",
     kEmitted},
    {Option::Verbose, "-v,--verbose", "", "show the commands that are run"},
    kDumpAfterOption,
    kStopAfterOption,
    kTunableOption,
    kDisableOption,
    kDisablePassOption,
    kTimePassesOption,
    kNeslOption,
    kNoWarningsOption,
    kColorOption,
};

struct Emitted {
  std::string_view name;
  codegen::Output output;
  std::string_view extension;
};
constexpr Emitted kEmittedKinds[] = {
    {"object", codegen::Output::Object, ".o"},
    {"llvm", codegen::Output::LlvmIr, ".ll"},
    {"asm", codegen::Output::Assembly, ".s"},
    {"ptx", codegen::Output::DeviceCode, ".ptx"},
};

bool emit(const ir::Program& program, const CompileOptions& options, const Arguments& arguments,
          std::string path) {
  for (const Emitted& kind : kEmittedKinds) {
    if (kind.name != arguments.value(Option::Emit)) continue;
    if (!arguments.has(Option::Output)) path += kind.extension;
    write_output_file(path, generated_code(program, options, kind.output));
    return true;
  }
  return false;
}

ExitStatus build(const ir::Program& program, const CompileOptions& options,
                 const Arguments& arguments, const std::string& path, ApiDocs docs) {
  if (emit(program, options, arguments, path)) return kSuccess;
  const bool library = arguments.has(Option::Library);
  const std::string object =
      generated_code(library ? with_constants_entry(program) : program, options);
  BuildOptions how;
  how.output = path;
  how.api.name = std::filesystem::path(path).filename().string();
  how.api.version = PLANISH_VERSION;
  how.api.docs = std::move(docs);
  how.api.threads = options.load.threads;
  how.link = options.backend->link_inputs();
  how.foreign = options.load.foreign;
  if (arguments.has(Option::SplitTuples)) how.api.tuples = TupleResults::Split;
  if (arguments.has(Option::Verbose))
    how.show_command = [](std::string_view command) { write_stderr(fmt::format("{}\n", command)); };
  how.api.prefix = arguments.value(Option::Prefix, how.api.prefix);
  (library ? build_library : build_executable)(program, object, how);
  return kSuccess;
}

// Says what is wrong with it.
bool valid_prefix(const Arguments& arguments) {
  if (!arguments.has(Option::Prefix)) return true;
  const std::string_view prefix = arguments.value(Option::Prefix);
  if (!arguments.has(Option::Library)) {
    usage_error("--prefix is for libraries", "add --library");
    return false;
  }
  // Names of the runtime begin with it.
  constexpr std::string_view kTaken = "planish";
  if (is_c_name(prefix) && prefix != kTaken) return true;
  usage_error(fmt::format("`{}` cannot be the prefix of names", prefix),
              "it is a letter and then letters, digits and underscores, and not planish");
  return false;
}

constexpr int kOldestArchitecture = 75;

// "sm_90", "sm_90a": all parts of the list. Nothing, after a message, if one of them is no
// architecture.
std::optional<std::vector<std::string>> architectures(const Arguments& arguments) {
  std::vector<std::string> out;
  for (std::string_view rest = arguments.value(Option::GpuArchitecture); !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    int number = 0;
    const bool is_named = name.starts_with("sm_");
    if (is_named) std::from_chars(name.data() + 3, name.data() + name.size(), number);
    if (number < kOldestArchitecture) {
      usage_error(fmt::format("--gpu-arch: `{}` is no architecture of GPUs", name),
                  "they are sm_75 and newer ones, with commas between them: sm_80,sm_90");
      return std::nullopt;
    }
    if (number > kOldestArchitecture && std::ranges::find(out, name) == out.end())
      out.emplace_back(name);
  }
  return out;
}

// Says what is wrong with options for some backends only.
bool valid_backend_options(const Arguments& arguments) {
  const std::string_view backend = arguments.value(Option::Backend, "cpu");
  if (arguments.has(Option::GpuArchitecture) && backend != "cuda") {
    usage_error("--gpu-arch is for GPUs", "add --backend=cuda");
    return false;
  }
  if (arguments.value(Option::Emit) == "ptx" && backend != "cuda") {
    usage_error("there is PTX for GPUs only", "add --backend=cuda");
    return false;
  }
  return true;
}

// Who builds for a GPU does not say anything about the processor beside it.
void set_processor(const Arguments& arguments, const BackendOptions& backend,
                   CompileOptions& options) {
  const bool is_portable = &backend.backend() == &cuda_backend();
  std::string_view cpu = arguments.value(Option::TargetCpu, is_portable ? "x86-64" : "native");
  if (cpu != "native") options.code.cpu = cpu;
}

// Those that --entry names, or all; nothing, after a message, if one of them cannot be built.
std::optional<std::vector<NeslEntry>> chosen_functions(NeslProgram& program,
                                                       const Arguments& arguments) {
  if (!arguments.has(Option::Entry)) return program.functions();
  std::vector<NeslEntry> entries;
  for (const std::string& text : arguments.values(Option::Entry)) {
    std::string problem;
    std::optional<NeslEntry> entry = program.function_at(text, problem);
    if (!problem.empty()) {
      usage_error(problem,
                  "a function with parameters in its type is given one: "
                  "--entry-point 'f : [float] -> [float]'");
      return std::nullopt;
    }
    entries.push_back(std::move(*entry));
  }
  return entries;
}

ExitStatus build_nesl(Session& session, const SourceFile& file, const CompileOptions& options,
                      const Arguments& arguments, const std::string& path) {
  NeslProgram program(session);
  program.check(file);
  if (session.diags().has_errors()) return report(session, arguments);
  std::optional<std::vector<NeslEntry>> chosen = chosen_functions(program, arguments);
  if (!chosen) return kUsage;
  std::vector<NeslEntry> entries = std::move(*chosen);
  if (entries.empty()) {
    usage_error(fmt::format("{} has no function that can be built", file.path),
                "the type of one has neither parameters nor functions");
    return kUsage;
  }
  program.choose(std::move(entries));
  std::optional<ir::Program> flat = run_passes(program, options);
  ExitStatus checked = report(session, arguments);
  if (!flat) return checked;
  try {
    return build(*flat, options, arguments, path, {});
  } catch (const BuildError& error) {
    write_stderr(fmt::format("planish: {}\n", error.message));
  } catch (const std::runtime_error& error) {
    write_stderr(fmt::format("planish: {}\n", error.what()));
  }
  return kUsage;
}

ExitStatus write_foreign_header(const Arguments& arguments, const std::string& source) {
  Session session;
  const SourceFile* file = load_operand(session, source);
  if (file == nullptr) return report(session, arguments);
  session.context().more_entry_points = arguments.values(Option::Entry);
  const CheckedProgram program = session.check(*file);
  if (session.diags().has_errors()) return report(session, arguments);
  const ir::Program core = FutharkSource(session, program).lower({});
  const ExitStatus checked = report(session, arguments);
  if (session.diags().has_errors()) return checked;
  try {
    write_output_file(std::string(arguments.value(Option::ForeignHeader)),
                      foreign_header(core, std::filesystem::path(source).filename().string()));
  } catch (const BuildError& error) {
    write_stderr(fmt::format("planish: {}\n", error.message));
    return kUsage;
  }
  return kSuccess;
}

ExitStatus run_build(const Arguments& arguments) {
  const std::string& source = arguments.operands.front();
  std::filesystem::path beside = std::filesystem::path(source).replace_extension();
  std::string path(arguments.value(Option::Output, beside.string()));
  if (path.empty() || path.ends_with('/') || path == source) {
    usage_error(fmt::format("`{}` is no name for what is built", path), "name it with -o");
    return kUsage;
  }
  if (!valid_prefix(arguments) || !valid_backend_options(arguments)) return kUsage;
  std::optional<std::vector<std::string>> more_architectures = architectures(arguments);
  if (!more_architectures) return kUsage;
  if (arguments.has(Option::ForeignHeader)) return write_foreign_header(arguments, source);
  std::optional<BackendOptions> backend = BackendOptions::from(arguments);
  std::optional<PipelineOptions> pipeline = pipeline_options(arguments);
  if (!backend || !pipeline) return kUsage;
  Session session;
  const SourceFile* file = load_operand(session, source);
  if (file == nullptr) return report(session, arguments);
  if (is_nesl(arguments, source)) {
    CompileOptions options;
    options.pipeline = std::move(*pipeline);
    backend->set(options);
    options.code.more_gpu_architectures = std::move(*more_architectures);
    set_processor(arguments, *backend, options);
    return build_nesl(session, *file, options, arguments, path);
  }
  session.context().more_entry_points = arguments.values(Option::Entry);
  CheckedProgram program = session.check(*file);
  if (session.diags().has_errors()) return report(session, arguments);
  const auto entries = entry_names(session.context(), program);
  for (const std::string& name : arguments.values(Option::Entry)) {
    if (std::ranges::find(entries, name) != entries.end()) continue;
    usage_error(fmt::format("{} has no definition `{}`", source, name));
    return kUsage;
  }
  if (entries.empty()) {
    usage_error(fmt::format("{} has no entry point, so there is nothing to build", source),
                "an entry point is a definition that begins with `entry` in place of `def`");
    return kUsage;
  }
  std::vector<PassTime> times;
  CompileOptions options;
  options.pipeline = std::move(*pipeline);
  options.times = &times;
  backend->set(options);
  options.code.more_gpu_architectures = std::move(*more_architectures);
  set_processor(arguments, *backend, options);
  std::optional<ir::Program> flat = run_passes(session, program, options);
  ExitStatus checked = report(session, arguments);
  if (!flat) return checked;
  if (arguments.has(Option::TimePasses)) write_stderr(times_text(times));
  try {
    return build(*flat, options, arguments, path, api_docs(session.context(), program));
  } catch (const BuildError& error) {
    write_stderr(fmt::format("planish: {}\n", error.message));
    return kUsage;
  } catch (const std::runtime_error& error) {
    write_stderr(fmt::format("planish: {}\n", error.what()));
    return kUsage;
  }
}

}  // namespace

const Command kBuildCommand{
    .name = "build",
    .summary = "Build an executable or a library for C",
    .operand = Operand::File,
    .examples =
        "  planish build sum.fut                          writes the executable sum\n"
        "  echo '[1, 2, 3]' | ./sum                       ./sum --help tells its options\n"
        "  planish build --library sum.fut -o lib/sum     lib/sum.h, lib/libsum.so, lib/libsum.a\n"
        "  cc client.c -Ilib -Llib -lsum                  a client of the library\n"
        "  planish build --library --prefix=stats sum.fut stats_context_new, stats_entry_main, "
        "...\n"
        "  planish build --target-cpu=x86-64-v3 sum.fut   for any machine with AVX2\n"
        "  planish build --emit=asm sum.fut               sum.s: look at the code\n"
        "  planish build --backend=cuda sum.fut           for NVIDIA GPUs: ./sum --device=H200\n"
        "  planish build --backend=cuda --gpu-arch=sm_90 --library sum.fut -o lib/sum\n"
        "\n"
        "A C compiler (cc, or what CC names) and binutils do the linking.\n"
        "Exit status: 0 done, 1 rejected, 2 wrong usage, or it cannot be linked or written.\n",
    .options = kBuildOptions,
    .run = run_build,
};

}  // namespace planish::tools
