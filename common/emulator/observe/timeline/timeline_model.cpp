// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/timeline/timeline_model.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace cudalab::emulator {

namespace {

constexpr double microsecond = 1000; // nanoseconds
constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();

/// An engine of a device.
using engine_place = std::size_t;

engine_place place_of(int device, timeline_engine engine) {
  return static_cast<std::size_t>(device) * timeline_engines + static_cast<std::size_t>(engine);
}

constexpr std::size_t all_engines = timeline_devices * timeline_engines;

/// What the host did last that took so long that it could not hand over earlier.
struct host_pause {
  timeline_reason reason = timeline_reason::hand_over;
  std::string call;
  double lasts = 0;
};

/// An operation, an engine's or not, while times are found. Nanoseconds.
struct node {
  const recorded_operation* work = nullptr;
  timeline_engine engine = timeline_engine::none;
  engine_place place = 0, other_place = 0; ///< the same, but for a copy between devices
  double lasts = 0;
  std::vector<std::size_t> after, followers;
  std::size_t awaited = 0; ///< of `after`, those that have no end yet
  bool handed_over = false, ended = false;
  double submitted = 0, ready = 0, begin = 0, end = 0;
  std::size_t last_before = nobody; ///< of `after`, the one that ended last
  bool by_engine = false;           ///< it was ready before its engine was free
  host_pause pause;                 ///< the longest since the host handed over the one before
};

class scheduler {
public:
  scheduler(const work_record& record, const timeline_costs& costs) : record_(record) {
    for (const auto& step : record.steps)
      if (const auto* work = std::get_if<recorded_operation>(&step))
        add(*work, costs);
  }

  /// Events in the order of time: the host's next step, or the next operation that can begin.
  void run() {
    for (;;) {
      const std::optional<std::size_t> next = next_to_begin();
      if (host_can_go_on() && (!next || host_ <= begin_of(*next)))
        host_step();
      else if (next)
        begin(*next);
      else
        return; // all has ended
    }
  }

  timeline result() const;

private:
  void add(const recorded_operation& work, const timeline_costs& costs);
  bool host_can_go_on() const;
  void host_step();
  void hand_over(const recorded_operation& work);
  void note_pause(timeline_reason why, const std::string& call, double lasts);
  std::optional<std::size_t> next_to_begin() const;
  double free_at(const node& one) const {
    return std::max(free_[one.place], free_[one.other_place]);
  }
  double begin_of(std::size_t which) const {
    return std::max(nodes_[which].ready, free_at(nodes_[which]));
  }
  void begin(std::size_t which);
  void end(std::size_t which);
  void make_ready(std::size_t which);
  std::size_t cause_of(std::size_t which, timeline_reason& reason,
                       const recorded_operation*& in_default) const;
  void explain(std::size_t which, timeline_operation& shown) const;
  double bound() const;
  std::size_t bytes_copied_in() const;
  double time_of_kernels() const;

  const work_record& record_;
  std::vector<node> nodes_;
  std::map<operation_number, std::size_t> places_;
  std::size_t step_ = 0;
  double host_ = 0;
  std::optional<double> first_hand_over_;
  std::size_t holding_ = nobody; ///< the copy of pageable memory that the host stands still for
  host_pause pause_;
  std::vector<timeline::host_wait> waits_; ///< nanoseconds, as everything here
  std::array<std::set<std::pair<double, std::size_t>>, all_engines> ready_; ///< by time
  std::array<double, all_engines> free_{};
  bool between_devices_ = false; ///< there is an operation that needs two engines
};

void scheduler::add(const recorded_operation& work, const timeline_costs& costs) {
  node made;
  made.work = &work;
  made.engine = engine_of(work.kind);
  const auto metered = record_.kernel_bytes.find(work.number);
  const double bytes = static_cast<double>(work.bytes);
  made.place = made.other_place = place_of(work.device, made.engine);
  if (work.kind == work_kind::copy_peer) {
    made.other_place = place_of(work.from_device, timeline_engine::copies_out);
    between_devices_ = true;
  }
  if (work.kind == work_kind::kernel && metered != record_.kernel_bytes.end())
    made.lasts = costs.kernel_start_ns +
                 costs.device_ns * static_cast<double>(metered->second.bytes) +
                 (costs.peer_ns - costs.device_ns) * static_cast<double>(metered->second.of_peers);
  else if (work.kind == work_kind::kernel)
    made.lasts = costs.kernel_start_ns + costs.device_ns * bytes;
  else if (work.kind == work_kind::collective)
    made.lasts = costs.kernel_start_ns + costs.peer_ns * bytes;
  else if (work.kind == work_kind::copy_peer)
    made.lasts = (work.staged ? 2 * costs.pinned_ns : costs.peer_ns) * bytes;
  else if (work.kind == work_kind::copy_within)
    made.lasts = 2 * costs.device_ns * bytes; // read and written
  else if (work.kind == work_kind::fill)
    made.lasts = costs.device_ns * bytes;
  else if (made.engine != timeline_engine::none)
    made.lasts = (work.pageable ? costs.pageable_ns : costs.pinned_ns) * bytes;
  const std::size_t place = nodes_.size();
  for (const operation_number each : work.after)
    if (const auto found = places_.find(each); found != places_.end()) // else it ended before
      made.after.push_back(found->second);
  std::sort(made.after.begin(), made.after.end());
  made.after.erase(std::unique(made.after.begin(), made.after.end()), made.after.end());
  made.awaited = made.after.size();
  for (const std::size_t each : made.after)
    nodes_[each].followers.push_back(place);
  places_[work.number] = place;
  nodes_.push_back(std::move(made));
}

bool scheduler::host_can_go_on() const {
  if (holding_ != nobody)
    return nodes_[holding_].ended;
  if (step_ == record_.steps.size())
    return false;
  const auto* wait = std::get_if<recorded_wait>(&record_.steps[step_]);
  return wait == nullptr ||
         std::all_of(wait->on.begin(), wait->on.end(), [&](operation_number each) {
           const auto found = places_.find(each);
           return found == places_.end() || nodes_[found->second].ended;
         });
}

/// The longest is the one that is told of.
void scheduler::note_pause(timeline_reason why, const std::string& call, double lasts) {
  if (lasts > pause_.lasts)
    pause_ = {why, call, lasts};
}

void scheduler::host_step() {
  if (holding_ != nobody) {
    const double until = std::max(host_, nodes_[holding_].end);
    note_pause(timeline_reason::host_held, nodes_[holding_].work->name, until - host_);
    host_ = until;
    holding_ = nobody;
    return;
  }
  const auto& step = record_.steps[step_++];
  if (const auto* work = std::get_if<recorded_operation>(&step)) {
    hand_over(*work);
  } else if (const auto* wait = std::get_if<recorded_wait>(&step)) {
    double until = host_;
    bool pageable = false;
    for (const operation_number each : wait->on)
      if (const auto found = places_.find(each); found != places_.end()) {
        const node& one = nodes_[found->second];
        pageable = pageable || (one.work->pageable && one.end > until);
        until = std::max(until, one.end);
      }
    note_pause(pageable ? timeline_reason::host_held : timeline_reason::host_wait, wait->call,
               until - host_);
    if (until > host_ && !pageable)
      waits_.push_back({wait->call, host_, until});
    host_ = until;
  } else {
    const double lasts = static_cast<double>(std::get<recorded_host_work>(step).lasts.count());
    note_pause(timeline_reason::hand_over, "", lasts);
    host_ += lasts;
  }
}

void scheduler::hand_over(const recorded_operation& work) {
  const std::size_t place = places_.at(work.number);
  node& one = nodes_[place];
  one.handed_over = true;
  one.submitted = host_;
  one.pause = pause_;
  if (one.engine != timeline_engine::none) {
    if (!first_hand_over_)
      first_hand_over_ = host_;
    pause_ = {};
  }
  if (work.holds_host)
    holding_ = place;
  if (one.awaited == 0)
    make_ready(place);
}

void scheduler::make_ready(std::size_t which) {
  node& one = nodes_[which];
  one.ready = one.submitted;
  for (const std::size_t each : one.after)
    if (nodes_[each].end > one.ready) {
      one.ready = nodes_[each].end;
      one.last_before = each;
    }
  if (one.engine == timeline_engine::none) {
    one.begin = one.end = one.ready;
    end(which);
  } else {
    ready_[one.place].insert({one.ready, which});
  }
}

/// Of all engines the one that can begin first; of one engine's operations, the one that could
/// begin first, whenever that was.
std::optional<std::size_t> scheduler::next_to_begin() const {
  std::optional<std::size_t> next;
  for (const auto& waiting : ready_)
    if (!waiting.empty()) {
      const std::size_t one = waiting.begin()->second;
      if (!next || begin_of(one) < begin_of(*next))
        next = one;
      if (between_devices_) // another one's second engine may be free earlier
        for (const auto& each : waiting)
          if (begin_of(each.second) < begin_of(*next))
            next = each.second;
    }
  return next;
}

void scheduler::begin(std::size_t which) {
  node& one = nodes_[which];
  ready_[one.place].erase({one.ready, which});
  one.begin = begin_of(which);
  one.by_engine = free_at(one) >= one.ready && free_at(one) > 0;
  one.end = free_[one.place] = free_[one.other_place] = one.begin + one.lasts;
  end(which);
}

void scheduler::end(std::size_t which) {
  nodes_[which].ended = true;
  for (const std::size_t each : nodes_[which].followers)
    if (--nodes_[each].awaited == 0 && nodes_[each].handed_over)
      make_ready(each);
}

/// What held it up, through marks. @return the operation, or nobody: the host
/// @param in_default is given the first operation of a default stream on the way, marks too
std::size_t scheduler::cause_of(std::size_t which, timeline_reason& reason,
                                const recorded_operation*& in_default) const {
  bool event = false;
  const auto look_at = [&in_default](const node& one) {
    if (in_default == nullptr && one.work->stream.what != stream_identity::kind::made)
      in_default = one.work;
  };
  for (std::size_t at = which;;) {
    const node& here = nodes_[at];
    const std::size_t before = here.last_before;
    if (before == nobody) {
      reason = here.pause.reason;
      return nobody;
    }
    const node& one = nodes_[before];
    look_at(here);
    look_at(one);
    event = event || std::string_view(here.work->name) == "cudaStreamWaitEvent";
    if (one.engine != timeline_engine::none) {
      const stream_identity &mine = nodes_[which].work->stream, &its = one.work->stream;
      const bool same = mine.what == its.what && mine.order == its.order;
      reason = nodes_[which].work->of_graph && one.work->of_graph ? timeline_reason::graph
               : same                                             ? timeline_reason::stream
               : event                                            ? timeline_reason::event
                                                                  : timeline_reason::default_stream;
      return before;
    }
    at = before;
  }
}

void scheduler::explain(std::size_t which, timeline_operation& shown) const {
  const node& one = nodes_[which];
  if (one.by_engine)
    return;
  const recorded_operation* in_default = nullptr;
  const std::size_t cause = cause_of(which, shown.reason, in_default);
  if (shown.reason == timeline_reason::default_stream && in_default != nullptr) {
    shown.by_default = in_default->name;
    shown.by_default_launch = in_default->kind == work_kind::kernel;
  }
  if (cause == nobody) {
    shown.waited_in = one.pause.call;
    return;
  }
  int place = 0;
  for (std::size_t i = 0; i < cause; ++i)
    place += nodes_[i].engine != timeline_engine::none;
  shown.waited_for = place;
}

/// Before an operation and after it, at least all of one chain of those that it comes after, or
/// that come after it, is done.
double scheduler::bound() const {
  std::vector<double> before(nodes_.size()), behind(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    for (const std::size_t each : nodes_[i].after)
      before[i] = std::max(before[i], before[each] + nodes_[each].lasts);
  for (std::size_t i = nodes_.size(); i-- > 0;)
    for (const std::size_t each : nodes_[i].followers)
      behind[i] = std::max(behind[i], behind[each] + nodes_[each].lasts);
  double most = 0; // the longest chain
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    most = std::max(most, before[i] + nodes_[i].lasts + behind[i]);
  for (engine_place engine = 0; engine < all_engines; ++engine) {
    double busy = 0, first = -1, last = -1;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].engine != timeline_engine::none &&
          (nodes_[i].place == engine || nodes_[i].other_place == engine)) {
        busy += nodes_[i].lasts;
        first = first < 0 ? before[i] : std::min(first, before[i]);
        last = last < 0 ? behind[i] : std::min(last, behind[i]);
      }
    if (first >= 0)
      most = std::max(most, first + busy + last);
  }
  return most;
}

std::size_t scheduler::bytes_copied_in() const {
  std::size_t bytes = 0;
  for (const node& one : nodes_)
    if (one.work->kind == work_kind::copy_in)
      bytes += one.work->bytes;
  return bytes;
}

double scheduler::time_of_kernels() const {
  double time = 0;
  for (const node& one : nodes_)
    if (one.work->kind == work_kind::kernel)
      time += one.lasts;
  return time;
}

timeline scheduler::result() const {
  timeline all;
  std::optional<double> begins; // see timeline_summary
  const std::size_t many_bytes = bytes_copied_in() / 100;
  const double short_time = time_of_kernels() / 50;
  double of_kernels = 0;                // handed over so far
  std::map<unsigned, unsigned> streams; // numbers from 1 on, as they are used first
  const double origin = first_hand_over_.value_or(0);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const node& one = nodes_[i];
    if (one.engine == timeline_engine::none)
      continue;
    timeline_operation shown;
    shown.name = one.work->name;
    if (one.work->stream.what == stream_identity::kind::made)
      shown.stream = streams.try_emplace(one.work->stream.order, streams.size() + 1).first->second;
    shown.engine = one.engine;
    const auto metered = record_.kernel_bytes.find(one.work->number);
    shown.bytes = metered == record_.kernel_bytes.end() ? one.work->bytes : metered->second.bytes;
    shown.device = one.work->device;
    if (one.work->kind == work_kind::copy_peer)
      shown.from_device = one.work->from_device;
    shown.pageable = one.work->pageable;
    shown.handed_over = (one.submitted - origin) / microsecond;
    shown.begin = (one.begin - origin) / microsecond;
    shown.end = (one.end - origin) / microsecond;
    explain(i, shown);
    if (one.work->kind == work_kind::kernel)
      of_kernels += one.lasts;
    const bool prepares = one.work->kind == work_kind::fill ||
                          (one.work->kind == work_kind::kernel && of_kernels < short_time) ||
                          (one.work->kind == work_kind::copy_in && one.work->bytes < many_bytes);
    if (!prepares)
      begins = std::min(begins.value_or(shown.handed_over), shown.handed_over);
    all.makespan = std::max(all.makespan, shown.end);
    all.busy[static_cast<std::size_t>(one.engine)] += one.lasts / microsecond;
    all.device_busy.resize(std::max<std::size_t>(
        all.device_busy.size(),
        static_cast<std::size_t>(std::max(shown.device, shown.from_device)) + 1));
    for (std::size_t device = 0; device < all.device_busy.size(); ++device)
      for (std::size_t engine = 0; engine < timeline_engines; ++engine)
        if (occupies(shown, device, static_cast<timeline_engine>(engine)))
          all.device_busy[device][engine] += one.lasts / microsecond;
    all.one_stream += one.lasts / microsecond;
    all.operations.push_back(std::move(shown));
  }
  for (const timeline::host_wait& each : waits_)
    all.waits.push_back(
        {each.call, (each.begin - origin) / microsecond, (each.end - origin) / microsecond});
  all.work_begins = begins.value_or(0);
  all.bound = bound() / microsecond;
  return all;
}

} // namespace

timeline_engine engine_of(work_kind kind) {
  switch (kind) {
  case work_kind::copy_in:
  case work_kind::copy_peer: // and that of the other device for copies out
    return timeline_engine::copies_in;
  case work_kind::copy_out:
    return timeline_engine::copies_out;
  case work_kind::kernel:
  case work_kind::collective:
  case work_kind::copy_within:
  case work_kind::fill:
    return timeline_engine::kernels;
  case work_kind::mark:
  case work_kind::host_function:
    break;
  }
  return timeline_engine::none;
}

bool occupies(const timeline_operation& one, std::size_t device, timeline_engine engine) {
  return (static_cast<std::size_t>(one.device) == device && one.engine == engine) ||
         (one.from_device >= 0 && static_cast<std::size_t>(one.from_device) == device &&
          engine == timeline_engine::copies_out);
}

timeline timeline_of(const work_record& record, const timeline_costs& costs) {
  scheduler all(record, costs);
  all.run();
  return all.result();
}

} // namespace cudalab::emulator
