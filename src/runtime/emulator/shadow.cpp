#include "runtime/emulator/shadow.h"

namespace planish::emulator {

void Shadow::restart() {
  launch_++;
  if (made_ <= kMostKept) return;
  pages_.clear();
  made_ = 0;
}

Cells& Shadow::page(size_t number) {
  if (number >= pages_.size()) pages_.resize(number + 1);
  std::unique_ptr<Page>& page = pages_[number];
  if (page == nullptr) {
    page = std::make_unique<Page>();
    made_++;
  }
  if (page->launch != launch_) {
    page->launch = launch_;
    page->cells.reset(kPage);
  }
  return page->cells;
}

}  // namespace planish::emulator
