// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/nccl/communicator.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "emulator/runtime/nccl/work.h"
#include "emulator/runtime/number_words.h"
#include "emulator/runtime/program_observer.h"

namespace cudalab::emulator::nccl {

namespace {

/// Other host threads may need so long to come.
constexpr std::chrono::seconds patience{10};
/// Before any other host thread has been seen.
constexpr std::chrono::milliseconds patience_at_first{500};

std::mutex guard;
std::condition_variable came;

thread_local std::string failure;

/// A request until its meeting: its maker may wait for that.
struct ticket {
  request asked;
  bool done = false;
  ncclResult_t result = ncclSuccess;
};
using ticket_handle = std::shared_ptr<ticket>;

/// "ranks 0, 1 and 3"
std::string words_for(const std::vector<int>& ranks) {
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < ranks.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == ranks.size() ? " and " : ", ", ranks[i]);
  return text;
}

} // namespace

class clique {
public:
  explicit clique(int ranks)
      : members_(static_cast<std::size_t>(ranks)), waiting_(members_.size()) {}

  std::vector<ncclComm_t> members_;                ///< by rank; null: has not joined
  std::set<std::thread::id> threads_;              ///< that have joined for a rank
  std::vector<std::deque<ticket_handle>> waiting_; ///< collective calls, by rank
  std::map<std::pair<int, int>, std::deque<ticket_handle>> sends_, receives_; ///< from, to

  bool complete() const {
    return std::none_of(members_.begin(), members_.end(),
                        [](ncclComm_t one) { return one == nullptr; });
  }
  /// Nobody else could come while this host thread waits.
  bool is_of_this_thread() const {
    return threads_.size() == 1 && *threads_.begin() == std::this_thread::get_id();
  }

  std::deque<ticket_handle>& queue_of(const request& one) {
    if (one.kind == call_kind::send)
      return sends_[{one.rank, one.root}];
    if (one.kind == call_kind::receive)
      return receives_[{one.root, one.rank}];
    return waiting_[static_cast<std::size_t>(one.rank)];
  }

  void meet();
  void meet_all_ranks();
  void meet_pairs();
  std::string why_alone(const request& one) const;
};

namespace {

struct registry {
  std::uint64_t last = 0;
  std::map<std::uint64_t, std::shared_ptr<clique>> cliques; ///< not complete yet
  std::set<ncclComm_t> communicators;
  std::set<ncclComm_t> destroyed; ///< and not made again at that place
  std::uint64_t epoch = 0;        ///< calls that have begun
};

registry& known() {
  static auto& only = *new registry;
  return only;
}

/// What two requests that belong together have different, in words; "": nothing.
std::string difference(const request& one, const request& other) {
  const auto told = [&](const auto& mine, const auto& its) {
    return fmt::format("rank {} passes {}, and rank {} {}", one.rank, mine, other.rank, its);
  };
  if (!is_between_two(one.kind) && one.kind != other.kind)
    return fmt::format("rank {} calls {}, and rank {} {}", one.rank, name_of(one.kind), other.rank,
                       name_of(other.kind));
  if (one.count != other.count)
    return told(fmt::format("count = {}", one.count), fmt::format("count = {}", other.count));
  if (one.type != other.type)
    return told(name_of(one.type), name_of(other.type));
  if (adds_up(one.kind) && one.op != other.op)
    return told(name_of(one.op), name_of(other.op));
  if (!is_between_two(one.kind) && one.root != other.root)
    return told(fmt::format("root = {}", one.root), fmt::format("root = {}", other.root));
  return "";
}

/// @return whether they fit; else they are done, and a finding
bool fit_together(const std::vector<ticket_handle>& all) {
  const request& first = all.front()->asked;
  for (const ticket_handle& each : all) {
    const std::string what = difference(first, each->asked);
    if (what.empty())
      continue;
    the_program_observer().calls_do_not_match(what, name_of(first.kind), first.caller,
                                              each->asked.caller);
    for (const ticket_handle& one : all) {
      one->done = true;
      one->result = ncclInvalidArgument;
    }
    return false;
  }
  return true;
}

meeting done(const std::vector<ticket_handle>& all) {
  meeting made;
  for (const ticket_handle& each : all) {
    each->done = true;
    made.push_back(each->asked);
  }
  return made;
}

ticket_handle take_first(std::deque<ticket_handle>& queue) {
  const ticket_handle first = queue.front();
  queue.pop_front();
  return first;
}

} // namespace

/// The first calls of all ranks belong together, then the second ones.
void clique::meet_all_ranks() {
  while (std::none_of(waiting_.begin(), waiting_.end(),
                      [](const auto& queue) { return queue.empty(); })) {
    std::vector<ticket_handle> all;
    for (auto& queue : waiting_)
      all.push_back(take_first(queue));
    if (fit_together(all))
      submit({done(all)});
  }
}

void clique::meet_pairs() {
  std::vector<meeting> group;
  for (auto& [pair, sends] : sends_) {
    auto& receives = receives_[pair];
    while (!sends.empty() && !receives.empty()) {
      const std::vector<ticket_handle> two{take_first(sends), take_first(receives)};
      if (fit_together(two))
        group.push_back(done(two));
    }
  }
  submit(group);
}

void clique::meet() {
  meet_all_ranks();
  meet_pairs();
}

std::string clique::why_alone(const request& one) const {
  if (is_between_two(one.kind))
    return fmt::format("rank {} waits in {} for rank {}, which does not call {} for rank {}",
                       one.rank, name_of(one.kind), one.root,
                       one.kind == call_kind::send ? "ncclRecv" : "ncclSend", one.rank);
  std::vector<int> here, missing;
  for (std::size_t rank = 0; rank < waiting_.size(); ++rank)
    (waiting_[rank].empty() ? missing : here).push_back(static_cast<int>(rank));
  const bool several = missing.size() > 1;
  return fmt::format("{} {} in {} for {}, which {} not call it", words_for(here),
                     here.size() == 1 ? "waits" : "wait", name_of(one.kind), words_for(missing),
                     several ? "do" : "does");
}

ncclResult_t fail(ncclResult_t error, std::string why) {
  failure = std::move(why);
  return error;
}

const std::string& last_failure() {
  return failure;
}

bool is_communicator(ncclComm_t comm) {
  const std::lock_guard lock(guard);
  return known().communicators.count(comm) != 0;
}

std::string why_no_communicator(ncclComm_t comm) {
  const std::lock_guard lock(guard);
  const registry& all = known();
  if (all.destroyed.count(comm) != 0)
    return "this communicator has been destroyed";
  std::string why = "there is no such communicator";
  const auto kept = std::count_if(all.communicators.begin(), all.communicators.end(),
                                  [&](ncclComm_t each) { return each->epoch != all.epoch; });
  if (kept != 0) // this one is read behind the end of an array, perhaps
    why += fmt::format(". {} {} still there, made by an earlier call of a function: are they kept, "
                       "in a static variable for instance? This call may be for more devices",
                       counted(static_cast<std::uint64_t>(kept), "communicator"),
                       kept == 1 ? "is" : "are");
  return why;
}

void count_call() {
  const std::lock_guard lock(guard);
  ++known().epoch;
}

std::map<const void*, const void*> held_communicators() {
  const std::lock_guard lock(guard);
  std::map<const void*, const void*> all;
  for (const ncclComm_t each : known().communicators)
    all[each] = each->made_by;
  return all;
}

std::uint64_t new_clique() {
  const std::lock_guard lock(guard);
  return ++known().last;
}

ncclResult_t join(std::uint64_t number, int ranks, int rank, int device, const void* caller,
                  ncclComm_t& comm) {
  const std::lock_guard lock(guard);
  if (number == 0 || number > known().last)
    return fail(ncclInvalidArgument, "the id is none that ncclGetUniqueId has made");
  std::shared_ptr<clique>& all = known().cliques[number];
  if (all == nullptr)
    all = std::make_shared<clique>(ranks);
  if (all->members_.size() != static_cast<std::size_t>(ranks))
    return fail(ncclInvalidArgument,
                fmt::format("rank {} says that there are {} ranks, and another one says {}", rank,
                            ranks, all->members_.size()));
  for (const ncclComm_t each : all->members_)
    if (each != nullptr && (each->rank == rank || each->device == device))
      return fail(ncclInvalidUsage, each->rank == rank
                                        ? fmt::format("rank {} has joined before", rank)
                                        : fmt::format("ranks {} and {} are both on device {}",
                                                      each->rank, rank, device));
  comm = new ncclComm{all, rank, device, ranks, caller, known().epoch};
  all->members_[static_cast<std::size_t>(rank)] = comm;
  all->threads_.insert(std::this_thread::get_id());
  known().communicators.insert(comm);
  known().destroyed.erase(comm);
  if (all->complete())
    known().cliques.erase(number);
  came.notify_all();
  return ncclSuccess;
}

ncclResult_t wait_for_members(const std::vector<ncclComm_t>& joined) {
  std::unique_lock lock(guard);
  for (const ncclComm_t each : joined) {
    clique& all = *each->all;
    const auto limit =
        all.threads_.size() > 1 ? std::chrono::milliseconds(patience) : patience_at_first;
    if (came.wait_for(lock, limit, [&] { return all.complete(); }))
      continue;
    std::vector<int> missing;
    for (std::size_t rank = 0; rank < all.members_.size(); ++rank)
      if (all.members_[rank] == nullptr)
        missing.push_back(static_cast<int>(rank));
    const std::string why =
        fmt::format("rank {} waits in ncclCommInitRank for {}, which {} not "
                    "join",
                    each->rank, words_for(missing), missing.size() > 1 ? "do" : "does");
    the_program_observer().rank_waits_in_vain(why, "ncclCommInitRank", each->made_by, false);
    return fail(ncclInternalError, why);
  }
  return ncclSuccess;
}

void leave(ncclComm_t comm) {
  const std::lock_guard lock(guard);
  known().communicators.erase(comm);
  known().destroyed.insert(comm);
  delete comm;
}

ncclResult_t perform(const std::vector<request>& together) {
  std::unique_lock lock(guard);
  std::vector<ticket_handle> mine;
  std::vector<clique*> touched;
  bool nobody_else = true;
  for (const request& each : together) {
    clique& all = *each.comm->all;
    all.queue_of(each).push_back(mine.emplace_back(std::make_shared<ticket>(ticket{each})));
    if (std::find(touched.begin(), touched.end(), &all) == touched.end())
      touched.push_back(&all);
    nobody_else = nobody_else && all.is_of_this_thread();
  }
  for (clique* const each : touched)
    each->meet();
  came.notify_all();
  const auto all_done = [&] {
    return std::all_of(mine.begin(), mine.end(), [](const auto& each) { return each->done; });
  };
  if (!nobody_else)
    came.wait_for(lock, patience, all_done);
  ncclResult_t result = ncclSuccess;
  std::set<std::string> told;
  for (const ticket_handle& each : mine) {
    if (each->done) {
      if (each->result != ncclSuccess)
        result = fail(each->result, "the calls of the ranks do not fit together");
      continue;
    }
    const bool kept = each->asked.comm->epoch != known().epoch;
    std::string why = each->asked.comm->all->why_alone(each->asked);
    if (kept)
      why += fmt::format(". The communicators were made for {}, by an earlier call of a function",
                         counted(static_cast<std::uint64_t>(each->asked.ranks), "rank"));
    if (told.insert(why).second)
      the_program_observer().rank_waits_in_vain(why, name_of(each->asked.kind), each->asked.caller,
                                                kept);
    result = fail(ncclInternalError, why);
  }
  for (const ticket_handle& each : mine)
    if (!each->done)
      std::erase(each->asked.comm->all->queue_of(each->asked), each);
  return result;
}

} // namespace cudalab::emulator::nccl
