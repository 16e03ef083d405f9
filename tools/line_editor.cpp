#include "line_editor.h"

#include <histedit.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace planish::tools {
namespace {

constexpr int kHistorySize = 1000;

std::string common_prefix(const std::vector<std::string>& words) {
  std::string prefix = words.front();
  for (const std::string& word : words) {
    size_t same = 0;
    while (same < prefix.size() && same < word.size() && prefix[same] == word[same]) same++;
    prefix.resize(same);
  }
  return prefix;
}

}  // namespace

struct LineEditor::Terminal {
  Terminal(std::string path, Completer complete_word)
      : history_path(std::move(path)), completer(std::move(complete_word)) {
    std::setlocale(LC_CTYPE, "");
    editor = ::el_init("planish", stdin, stdout, stderr);
    history = ::history_init();
    HistEvent event;
    ::history(history, &event, H_SETSIZE, kHistorySize);
    ::history(history, &event, H_SETUNIQUE, 1);
    if (!history_path.empty()) ::history(history, &event, H_LOAD, history_path.c_str());
    ::el_set(editor, EL_CLIENTDATA, this);
    ::el_set(editor, EL_PROMPT, &Terminal::prompt_of);
    ::el_set(editor, EL_HIST, ::history, history);
    ::el_set(editor, EL_EDITOR, "emacs");
    // Wide strings, because the copies that el_set makes are never freed.
    ::el_wset(editor, EL_ADDFN, L"planish-complete", L"complete a name", &Terminal::on_complete);
    ::el_set(editor, EL_BIND, "\t", "planish-complete", nullptr);
    // Ctrl-C can never end the session: while a line is edited it is a key like others, and in
    // between nothing happens.
    std::signal(SIGINT, SIG_IGN);
    ::el_set(editor, EL_SETTY, "-d", "-isig", nullptr);
    ::el_wset(editor, EL_ADDFN, L"planish-cancel", L"drop the input", &Terminal::on_cancel);
    ::el_set(editor, EL_BIND, "^C", "planish-cancel", nullptr);
    ::el_set(editor, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    ::el_source(editor, nullptr);  // the user's ~/.editrc
  }

  ~Terminal() {
    HistEvent event;
    if (!history_path.empty()) ::history(history, &event, H_SAVE, history_path.c_str());
    ::history_end(history);
    ::el_end(editor);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  static Terminal& of(EditLine* editor) {
    void* data = nullptr;
    ::el_get(editor, EL_CLIENTDATA, &data);
    return *static_cast<Terminal*>(data);
  }
  static char* prompt_of(EditLine* editor) { return of(editor).prompt.data(); }

  static unsigned char on_cancel(EditLine* editor, int) {
    of(editor).cancelled = true;
    std::fputs("^C\n", stdout);
    std::fflush(stdout);
    return CC_NEWLINE;
  }

  static unsigned char on_complete(EditLine* editor, int) {
    const LineInfo* line = ::el_line(editor);
    std::string_view before(line->buffer, static_cast<size_t>(line->cursor - line->buffer));
    Completion completion = of(editor).completer(before);
    if (completion.words.empty()) return CC_REFRESH_BEEP;
    std::string added = common_prefix(completion.words).substr(completion.replaces);
    if (completion.words.size() == 1 || !added.empty()) {
      if (!added.empty()) ::el_insertstr(editor, added.c_str());
      return CC_REFRESH;
    }
    std::fputc('\n', stdout);
    for (const std::string& word : completion.words) std::printf("%s  ", word.c_str());
    std::fputc('\n', stdout);
    std::fflush(stdout);
    return CC_REDISPLAY;
  }

  Line read() {
    cancelled = false;
    int length = 0;
    const char* text = ::el_gets(editor, &length);
    if (cancelled) return {LineEnd::Cancelled, {}};
    if (text == nullptr || length <= 0) {
      std::fputc('\n', stdout);
      std::fflush(stdout);
      return {LineEnd::End, {}};
    }
    std::string line(text, static_cast<size_t>(length));
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    return {LineEnd::Entered, std::move(line)};
  }

  EditLine* editor = nullptr;
  History* history = nullptr;
  std::string history_path;
  Completer completer;
  std::string prompt;
  bool cancelled = false;
};

LineEditor::LineEditor(std::string history_path, Completer completer) {
  if (::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1)
    terminal_ = std::make_unique<Terminal>(std::move(history_path), std::move(completer));
}

LineEditor::~LineEditor() = default;

Line LineEditor::read(const std::string& prompt) {
  if (terminal_ == nullptr) return read_plainly();
  terminal_->prompt = prompt;
  return terminal_->read();
}

Line LineEditor::read_plainly() {
  while (true) {
    size_t end = buffer_.find('\n');
    if (end != std::string::npos) {
      Line line{LineEnd::Entered, buffer_.substr(0, end)};
      buffer_.erase(0, end + 1);
      return line;
    }
    char bytes[4096];
    ssize_t got = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got > 0) {
      buffer_.append(bytes, static_cast<size_t>(got));
    } else if (buffer_.empty()) {
      return {LineEnd::End, {}};
    } else {
      buffer_ += '\n';  // the last line may lack it
    }
  }
}

void LineEditor::remember(std::string text) {
  if (terminal_ == nullptr) return;
  std::ranges::replace(text, '\n', ' ');
  HistEvent event;
  ::history(terminal_->history, &event, H_ENTER, text.c_str());
}

std::string history_path() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path folder;
  if (state != nullptr && *state == '/') {
    folder = state;
  } else if (home != nullptr && *home == '/') {
    folder = std::filesystem::path(home) / ".local" / "state";
  } else {
    return "";
  }
  folder /= "planish";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return error ? "" : (folder / "history").string();
}

}  // namespace planish::tools
