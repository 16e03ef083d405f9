#include "runtime/streams/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace planish::runtime {
namespace {

constexpr double kBegin = 1;       // seconds
constexpr double kBetween = 0.25;  // seconds
// What terminals understand as: go to the beginning of the line, clear it.
constexpr std::string_view kClearLine = "\r\x1b[K";

std::string scaled(double number, double step, const std::array<const char*, 5>& units) {
  size_t unit = 0;
  while (number >= step && unit + 1 < units.size()) {
    number /= step;
    unit++;
  }
  return unit == 0 ? fmt::format("{:.0f}{}", number, units[0])
                   : fmt::format("{:.1f}{}", number, units[unit]);
}

std::string bytes_text(double bytes) {
  return scaled(bytes, 1000, {" bytes", " kB", " MB", " GB", " TB"});
}

std::string count_text(int64_t count) {
  return scaled(static_cast<double>(count), 1000,
                {"", " thousand", " million", " billion", " trillion"}) +
         (count == 1 ? " element" : " elements");
}

std::string time_text(double seconds) {
  const auto whole = static_cast<int64_t>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

std::string progress_text(const ReadSoFar& far, int64_t elements, double seconds) {
  const auto bytes = static_cast<double>(far.bytes);
  const double rate = seconds > 0 ? bytes / seconds : 0;
  std::string text = bytes_text(bytes);
  const bool is_known = far.all_bytes > 0 && far.bytes <= far.all_bytes;
  if (is_known) {
    const auto all = static_cast<double>(far.all_bytes);
    text += fmt::format(" of {} ({:.0f} %)", bytes_text(all), 100 * bytes / all);
  }
  text += fmt::format(", {}, {}/s", count_text(elements), bytes_text(rate));
  if (is_known && rate > 0)
    text +=
        fmt::format(", {} left", time_text((static_cast<double>(far.all_bytes) - bytes) / rate));
  return text;
}

Progress::Progress(Shown shown)
    : Progress(shown, [](std::string_view text) {
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
      }) {}

Progress::Shown Progress::on_terminal() {
  return isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 0 ? Shown::Yes : Shown::No;
}

void Progress::update(const ReadSoFar& far, int64_t elements, double seconds) {
  if (shown_ == Shown::No || seconds < std::max(kBegin, last_ + kBetween)) return;
  last_ = seconds;
  is_written_ = true;
  write_(std::string(kClearLine) + progress_text(far, elements, seconds));
}

void Progress::clear() {
  if (is_written_) write_(kClearLine);
  is_written_ = false;
}

}  // namespace planish::runtime
