#include "codegen/cpu/target/jit.h"

#include <llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/ObjectFileInterface.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>

#include <map>
#include <stdexcept>
#include <string>

namespace planish::codegen {
namespace {

template <class T>
T value_or_throw(llvm::Expected<T> value) {
  if (!value) throw std::runtime_error(llvm::toString(value.takeError()));
  return std::move(*value);
}

void success_or_throw(llvm::Error error) {
  if (error) throw std::runtime_error(llvm::toString(std::move(error)));
}

// One linked object. Each has a session of its own, so that they go one by one.
class LinkedObject : public LoadedCode {
 public:
  explicit LinkedObject(std::span<const RuntimeSymbol> runtime)
      : session_(value_or_throw(llvm::orc::SelfExecutorProcessControl::Create())),
        layer_(session_, session_.getExecutorProcessControl().getMemMgr()),
        library_(session_.createBareJITDylib("program")) {
    session_.setErrorReporter(
        [this](llvm::Error error) { problems_ += llvm::toString(std::move(error)) + "\n"; });
    define(runtime);
    using llvm::orc::DynamicLibrarySearchGenerator;
    library_.addGenerator(
        value_or_throw(DynamicLibrarySearchGenerator::GetForCurrentProcess('\0')));
    library_.addGenerator(
        value_or_throw(DynamicLibrarySearchGenerator::Load("libmvec.so.1", '\0')));
  }
  ~LinkedObject() override { llvm::consumeError(session_.endSession()); }

  // Resolves all symbols that the object defines.
  void link(std::string_view object) {
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy({object.data(), object.size()}, "program.o");
    const auto interface =
        value_or_throw(llvm::orc::getObjectFileInterface(session_, buffer->getMemBufferRef()));
    success_or_throw(layer_.add(library_, std::move(buffer)));
    llvm::orc::SymbolLookupSet wanted;
    for (const auto& [name, flags] : interface.SymbolFlags) wanted.add(name);
    auto found = session_.lookup(llvm::orc::makeJITDylibSearchOrder(&library_), std::move(wanted));
    if (!found) {
      const std::string summary = llvm::toString(found.takeError());
      // What was reported is the cause; the error returned names the symbols that were wanted.
      throw std::runtime_error(problems_.empty() ? summary : problems_);
    }
    for (const auto& [name, definition] : *found)
      symbols_.emplace(std::string(*name), definition.getAddress().toPtr<void*>());
  }

  void* symbol(std::string_view name) const override {
    const auto found = symbols_.find(name);
    return found == symbols_.end() ? nullptr : found->second;
  }

 private:
  void define(std::span<const RuntimeSymbol> runtime) {
    llvm::orc::SymbolMap symbols;
    for (const RuntimeSymbol& symbol : runtime)
      symbols[session_.intern(symbol.name)] = {
          llvm::orc::ExecutorAddr::fromPtr(symbol.address),
          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
    success_or_throw(library_.define(llvm::orc::absoluteSymbols(std::move(symbols))));
  }

  std::string problems_;  // reported while linking
  llvm::orc::ExecutionSession session_;
  llvm::orc::ObjectLinkingLayer layer_;
  llvm::orc::JITDylib& library_;
  std::map<std::string, void*, std::less<>> symbols_;
};

}  // namespace

std::unique_ptr<LoadedCode> load_object(std::string_view object,
                                        std::span<const RuntimeSymbol> runtime) {
  auto loaded = std::make_unique<LinkedObject>(runtime);
  loaded->link(object);
  return loaded;
}

}  // namespace planish::codegen
