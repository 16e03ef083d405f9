// Calling entry points: the values of clients as the slots of runtime/abi.h, and back.

#include <algorithm>
#include <string>

#include "runtime/c_api/call.h"
#include "runtime/c_api/leaves.h"
#include "runtime/row_length_word.h"

namespace {

using namespace planish::client;
using planish::Prim;

class Call {
 public:
  Call(planish_client& client, const planish_entry_table& entry)
      : client_(client),
        entry_(entry),
        given_(static_cast<size_t>(entry.input_count)),
        inputs_(static_cast<size_t>(entry.input_count)),
        outputs_(static_cast<size_t>(entry.output_count)),
        output_dims_(static_cast<size_t>(entry.output_count)) {
    for (size_t i = 0; i < outputs_.size(); i++) {
      output_dims_[i].resize(static_cast<size_t>(entry.outputs[i].component.rank));
      outputs_[i].dims = output_dims_[i].data();
    }
  }
  ~Call() {
    for (Component& copy : copies_) release(client_, copy);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  void set_inputs(const planish_argument* arguments) {
    const bool needs_offsets = entry_.has_equal_rows == 0 || !all_rows_equal(arguments);
    for (int32_t i = 0; i < entry_.param_count; i++) {
      size_t first = static_cast<size_t>(entry_.params[i].first);
      if (is_sequence(entry_.params[i])) continue;
      if (is_scalar(arguments[i])) {
        inputs_[first].scalar = arguments[i].bits;
        // A size of an array may be an argument of its own.
        known_sizes_.push_back(first);
        continue;
      }
      const planish_value& value =
          needs_offsets ? whole(client_, arguments[i].value) : usable(client_, arguments[i].value);
      const std::vector<Component>& components = value.components;
      for (size_t k = 0; k < components.size(); k++) {
        given_[first + k] = &components[k];
        inputs_[first + k].scalar = components[k].bits;
        if (!components[k].is_array()) known_sizes_.push_back(first + k);
      }
    }
    for (int32_t i = 0; i < entry_.param_count; i++) set_arrays(entry_.params[i]);
    for (int32_t i = 0; i < entry_.param_count; i++) {
      if (entry_.params[i].unique != 0) own_inputs(entry_.params[i]);
    }
  }

  int32_t run() {
    return planish_run(client_.native, entry_.function, inputs_.data(), outputs_.data(), nullptr);
  }

  // Until a device is done, after a run that went well so far.
  int32_t wait() {
    const int32_t status = planish_wait(client_.native, nullptr);
    if (status == PLANISH_OK) return status;
    for (Component& output : take_outputs()) release(client_, output);
    return status;
  }

  // All or none: the client's variables are written when nothing can go wrong any more.
  void give(const planish_result* results, int32_t count) {
    std::vector<planish_value*> values;
    values.reserve(static_cast<size_t>(count));
    std::vector<Component> components = take_outputs();
    try {
      for (int32_t i = 0; i < count; i++) {
        values.push_back(nullptr);
        if (results[i].value == nullptr) continue;
        values.back() = new planish_value{&client_};
        auto first = components.begin() + results[i].first;
        values.back()->components.assign(first, first + results[i].count);
      }
    } catch (const std::bad_alloc&) {
      for (planish_value* value : values) delete value;
      for (Component& component : components) release(client_, component);
      throw;
    }
    for (int32_t i = 0; i < count; i++) {
      const planish_result& result = results[i];
      if (result.value != nullptr) {
        *result.value = values[static_cast<size_t>(i)];
      } else {
        const Component& scalar = components[static_cast<size_t>(result.first)];
        copy_bytes(result.scalar, &scalar.bits, scalar.item_size());
      }
    }
  }

 private:
  // Are the rows of each argument known to be equally long?
  bool all_rows_equal(const planish_argument* arguments) const {
    for (int32_t i = 0; i < entry_.param_count; i++) {
      if (is_scalar(arguments[i]) || is_sequence(entry_.params[i])) continue;
      auto& components = const_cast<planish_value&>(usable(client_, arguments[i].value)).components;
      std::vector<uint64_t>
          known;  // of the first leaf that has such a level: the others have to be like it
      for (const Level& level : levels_of(entry_.params[i], components)) {
        const uint64_t word = level.offsets->bits;
        if (level.number == known.size()) known.push_back(word);
        if (!planish::runtime::says_equal_rows(word) || word != known[level.number]) return false;
      }
    }
    return true;
  }

  void set_arrays(const planish_value_table& param) {
    for (size_t slot = static_cast<size_t>(param.first);
         slot < static_cast<size_t>(param.first + param.count); slot++) {
      if (given_[slot] != nullptr && given_[slot]->is_array())
        set_array(slot, *given_[slot], param);
    }
  }

  void set_array(size_t slot, const Component& component, const planish_value_table& param) {
    const planish_slot_table& table = entry_.inputs[slot];
    inputs_[slot].data = component.data;
    inputs_[slot].block = component.block;
    for (size_t i = 0; i < component.dims.size(); i++) {
      int64_t want = table.dims[i];
      if (want < 0) {
        // The first array that has this size says what it is.
        size_t size_slot = static_cast<size_t>(-1 - want);
        if (!size_is_known(size_slot)) {
          inputs_[size_slot].scalar = static_cast<uint64_t>(component.dims[i]);
          known_sizes_.push_back(size_slot);
          continue;
        }
        want = static_cast<int64_t>(inputs_[size_slot].scalar);
      }
      if (want == component.dims[i]) continue;
      fail("Error: Entry point arguments have invalid sizes: argument `" + std::string(param.name) +
           "` of type " + param.type + " has an array of length " +
           std::to_string(component.dims[i]) + " where length " + std::to_string(want) +
           " is expected\n");
    }
  }

  bool size_is_known(size_t slot) const {
    return std::ranges::find(known_sizes_, slot) != known_sizes_.end();
  }

  // The entry point may write to these: nobody else may hold them.
  void own_inputs(const planish_value_table& param) {
    for (int32_t i = param.first; i < param.first + param.count; i++) {
      planish_slot& slot = inputs_[static_cast<size_t>(i)];
      const Component* component = given_[static_cast<size_t>(i)];
      if (component == nullptr || !component->is_array() || component->left_out) continue;
      bool shared = slot.block == nullptr || slot.block->references > 1 ||
                    std::ranges::count(inputs_, slot.block,
                                       [](const planish_slot& s) { return s.block; }) > 1;
      if (!shared) continue;
      copies_.reserve(copies_.size() + 1);
      copies_.push_back(copy_of(client_, *component));
      slot.block = copies_.back().block;
      slot.data = copies_.back().data;
    }
  }

  std::vector<Component> take_outputs() {
    std::vector<Component> components(outputs_.size());
    for (size_t i = 0; i < outputs_.size(); i++) {
      components[i].prim = static_cast<Prim>(entry_.outputs[i].component.prim);
      components[i].bits = outputs_[i].scalar;
      components[i].data = static_cast<std::byte*>(outputs_[i].data);
      components[i].block = outputs_[i].block;
      components[i].dims = std::move(output_dims_[i]);
    }
    for (int32_t i = 0; i < entry_.result_count; i++) {
      const planish_value_table& result = entry_.results[i];
      const std::span all(components);
      for (const Level& level : levels_of(result, all.subspan(static_cast<size_t>(result.first)))) {
        if (level.offsets->dims[0] == 0) leave_out(level);
      }
    }
    return components;
  }

  // There are no offsets in the result: all rows are equally long.
  void leave_out(const Level& level) {
    release(client_, *level.offsets);
    const int64_t rows = level.row_count();
    const int64_t length = rows == 0 ? 0 : level.elements->dims[0] / rows;
    level.offsets->bits = planish::runtime::equal_rows_word(length);
    level.offsets->dims = {rows + 1};
    level.offsets->left_out = true;
  }

  planish_client& client_;
  const planish_entry_table& entry_;
  std::vector<const Component*> given_;
  std::vector<planish_slot> inputs_;
  std::vector<planish_slot> outputs_;
  std::vector<std::vector<int64_t>> output_dims_;
  std::vector<size_t> known_sizes_;
  std::vector<Component> copies_;
};

// Values that were consumed have nothing in them any more.
void consume(planish_client& client, const planish_entry_table& entry,
             const planish_argument* arguments) {
  for (int32_t i = 0; i < entry.param_count; i++) {
    if (entry.params[i].unique == 0 || is_scalar(arguments[i]) || is_sequence(entry.params[i]))
      continue;
    auto* value = const_cast<planish_value*>(arguments[i].value);
    for (Component& component : value->components) release(client, component);
    value->consumed = true;
  }
}

// How long a call takes is known when the device is done.
bool is_timed(const planish_client& client) {
  return client.flags[PLANISH_PROFILING] || client.flags[PLANISH_LOGGING] ||
         client.flags[PLANISH_DEBUGGING];
}

int64_t microseconds(const planish_client& client) {
  auto passed = std::chrono::steady_clock::now() - client.start;
  return std::chrono::duration_cast<std::chrono::microseconds>(passed).count();
}

}  // namespace

void planish::client::call_entry(planish_client& client, const planish_entry_table& entry,
                                 const planish_argument* arguments, const planish_result* results,
                                 int32_t result_count) {
  int64_t start = microseconds(client);
  {
    Call call(client, entry);
    call.set_inputs(arguments);
    int32_t status = call.run();
    if (status == PLANISH_OK && is_timed(client)) status = call.wait();
    consume(client, entry, arguments);
    check_status(client, status);
    call.give(results, result_count);
  }
  int64_t end = microseconds(client);
  if (client.flags[PLANISH_PROFILING] && !client.profiling_paused)
    client.events.push_back({entry.name, start, end});
  if (client.flags[PLANISH_LOGGING] || client.flags[PLANISH_DEBUGGING]) {
    std::fprintf(client.log, "%s: %lld us\n", entry.name, static_cast<long long>(end - start));
  }
}

int planish_client_call(planish_client* client, const planish_entry_table* entry,
                        const planish_argument* arguments, const planish_result* results,
                        int32_t result_count) {
  return guarded(
      client, [&] { call_entry(*client, *entry, arguments, results, result_count); },
      PLANISH_CLIENT_PROGRAM_ERROR);
}
