// Facts about one call as sentences, for all forms that people read.
#pragma once

#include <string>
#include <vector>

#include "driver/explain/facts.h"
#include "driver/explain/source_text.h"

namespace planish::explain {

// What one work is: "parallel over n x m (segred); writes n x 4 bytes; if n < 64".
std::string work_text(const Work& work, const SourceText& source);
// All there is to say about a call, a line each.
std::vector<std::string> call_lines(const Call& call, const SourceText& source);
// The call alone, or the call and all that is inside of it, in one line: "parallel over b x n, in 3
// steps".
std::string short_text(const Call& call, const SourceText& source);
std::string nest_text(const std::vector<Call>& calls, size_t call, const SourceText& source);
// There is more to say than that another call does it.
bool has_work(const std::vector<Call>& calls, size_t call);
// "[n]f32, irregular: the row lengths come from the parameter `rows`"
std::string shape_and_regularity(const Call& call);
// "parallel", "fused", "sequential", "gone"
std::string_view fate_text(Fate fate);

}  // namespace planish::explain
