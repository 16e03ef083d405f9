// Several sequences that go to standard output, one after the other, though a program gives elements
// of all of them at the same time: what is not yet its turn is kept in a file.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "runtime/streams/open_stream.h"

namespace planish::runtime {

class InTurn : public Sink {
 public:
  using Done = std::shared_ptr<std::atomic<bool>>;

  // Values on standard output after those of somebody else; `before` is null for the first.
  InTurn(Done before, ElementShape element, SinkOptions options);
  ~InTurn() override;
  InTurn(const InTurn&) = delete;
  InTurn& operator=(const InTurn&) = delete;

  // Set when all has been written.
  const Done& done() const { return done_; }

  void put(Chunk chunk) override;
  void finish() override;
  void cancel() override;

 private:
  Sink& sink();
  void copy_kept();

  Done before_;
  Done done_ = std::make_shared<std::atomic<bool>>(false);
  ElementShape element_;
  SinkOptions options_;
  std::mutex mutex_;  // of what is made with the first chunk
  std::unique_ptr<Sink> sink_;
  int kept_ = -1;  // the file; -1: it was its turn at once
};

}  // namespace planish::runtime
