// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One bad thing, as an observer sees it in the middle of a kernel: numbers only. Names and lines
/// are looked up when the launch has ended (a kernel's stack is too small for it).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/observe/findings/observed_finding.h"
#include "emulator/observe/symbols/exit_history.h"
#include "emulator/observe/symbols/variables.h"
#include "emulator/runtime/call_path.h"
#include "emulator/runtime/program_observer.h"

namespace cudalab::emulator {

struct sighting_party {
  const char* action = nullptr; ///< null: there is no such party
  std::uint32_t thread = 0;     ///< linear in its block
  std::uint64_t block = 0;      ///< linear in the grid
  const void* pc = nullptr;
  /// Of a race between two warps: the last barrier of its own warp that the thread had passed.
  const void* warp_barrier = nullptr;
};

struct sighting {
  finding_kind kind = finding_kind::race;
  finding_case why = finding_case::plain;
  object_space space = object_space::none;
  std::uint32_t bytes = 0;
  std::uint64_t offset = 0; ///< in the space: as in access
  sighting_party later, earlier;
  std::uint64_t sequence = 0; ///< which comes first in its block
  /// Of a barrier: how many threads wait at it, and how many are elsewhere. Of an array index that
  /// the compiler checks: the index. Of an unfinished copy: whether others have waited for it.
  std::int64_t here = 0, elsewhere = 0;
  bool within_warp = false;   ///< of a race: so are all others at its pair of places
  bool same_value = false;    ///< of a race of two stores: the same of all of them
  bool several_store = false; ///< of a race: several threads, into one and the same place
  std::uint64_t lowest = 0;   ///< of a race: the lowest offset at its pair of places
  bool is_volatile = false;   ///< one of its accesses
  /// Of a race in shared memory: both threads had read and written as often since the last barrier.
  bool in_step = false;
  bool not_committed = false;        ///< of an unfinished copy: it is in no batch yet
  const void* waited_at = nullptr;   ///< of an unfinished copy: a wait that was not enough, ...
  std::uint32_t left_under_way = 0;  ///< ... how many batches it leaves under way, ...
  std::uint32_t committed_after = 0; ///< ... and how many are later ones than the copy's
  bool of_grid = false;              ///< of a barrier: grid.sync()
  bool exchanges = false;            ///< of an uninitialised read: atomicExch made it
  bool several_a_thread = false;     ///< of that read: threads store several elements of the array
  /// Of an access: the first one to global memory of the first thread of a block, which is not the
  /// first block.
  bool opens_block = false;
  call_path behind = {};                     ///< of the later party: the calls that led to it
  library_work by = library_work::none;      ///< of an access: what it belongs to
  const char* array_type = nullptr;          ///< as the compiler writes it: 'float [16][16]'
  std::uint32_t array_column = 0;            ///< where the line indexes that array; 0: not known
  const char* words = nullptr;               ///< a function of the device library, or an assertion
  std::uint32_t mask = 0;                    ///< of the lanes that the function names
  std::shared_ptr<const exit_history> exits; ///< of a thread that returned
};

/// The sighting in words. After the launch only.
finding to_finding(const sighting& seen, const launch_record& launch, std::uint64_t count);

/// A store that races, by a thread, and what it has passed of its block's barriers.
struct racing_store {
  std::uint64_t offset = 0;
  std::uint32_t thread = 0, epoch = 0;
};

/// Who asks once more what an example is, when the launch has ended.
using last_look = std::function<void(sighting&)>;

/// Sightings of the blocks of one OS thread in one launch, aggregated by pair of places.
class sighting_collector {
public:
  void block_begins(std::uint64_t block) {
    block_ = block;
    sequence_ = 0;
  }

  /// Counts one more at this pair of places. `make` is called when this block's is the example to
  /// keep. @return of a race of two stores: whether all at this pair of places stored the same
  /// value; who knows better sets it, before take()
  template <class Make>
  bool& see(finding_kind kind, finding_case why, const void* later, const void* earlier,
            const Make& make, bool within_warp = false, const racing_store* store = nullptr) {
    entry& place = entry_of({kind, why, later, earlier});
    place.within_warp = place.within_warp && within_warp;
    if (store != nullptr)
      place.note(*store, block_);
    ++sequence_;
    if (place.blocks.empty() || block_ < place.example_block) {
      place.example_block = block_;
      place.example = make();
      place.example.kind = kind;
      place.example.why = why;
      place.example.sequence = sequence_;
      place.example.behind = the_program_observer().calls_behind(later);
    }
    if (place.blocks.empty() || place.blocks.back().first != block_)
      place.blocks.emplace_back(block_, 0);
    ++place.blocks.back().second;
    return place.same_value;
  }

  /// All findings of blocks up to `last_block`; empties the collector.
  std::vector<finding> take(const launch_record& launch, std::uint64_t last_block,
                            const last_look& look = {});

private:
  struct key {
    finding_kind kind;
    finding_case why;
    const void *later, *earlier;
    bool operator==(const key&) const = default;
  };
  struct key_hash {
    std::size_t operator()(const key& k) const {
      return (reinterpret_cast<std::uintptr_t>(k.later) * 31 +
              reinterpret_cast<std::uintptr_t>(k.earlier)) *
                 31 +
             static_cast<std::size_t>(k.kind) * 16 + static_cast<std::size_t>(k.why);
    }
  };
  struct entry {
    sighting example;
    std::uint64_t example_block = 0;
    bool within_warp = true;
    bool same_value = true;
    bool several_store = false;
    racing_store first = {}; ///< of a block
    std::uint64_t first_in = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t lowest = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::pair<std::uint64_t, std::uint64_t>> blocks; ///< and how often in each

    /// One more store at this pair of places.
    void note(const racing_store& store, std::uint64_t block) {
      lowest = std::min(lowest, store.offset);
      if (first_in != block || first.epoch != store.epoch) {
        first = store;
        first_in = block;
      }
      several_store |= first.offset == store.offset && first.thread != store.thread;
    }
  };
  /// Mostly one of a few that are seen in turns.
  entry& entry_of(const key& which) {
    auto*& place = recent_[(key_hash{}(which) >> 2) % recent_.size()];
    if (place == nullptr || place->first != which)
      place = &*entries_.try_emplace(which).first;
    return place->second;
  }

  std::unordered_map<key, entry, key_hash> entries_;
  std::array<decltype(entries_)::value_type*, 16> recent_{};
  std::uint64_t block_ = 0;
  std::uint64_t sequence_ = 0;
};

/// The collectors of an observer, one for each OS thread.
class sighting_collectors {
public:
  std::shared_ptr<sighting_collector> make();
  /// Hand over what was seen in the launch. When it was abandoned, blocks after the one in which it
  /// ended do not count: whether they ran is chance.
  void deliver(const launch_record& launch, const last_look& look = {});

private:
  std::mutex mutex_;
  std::vector<std::shared_ptr<sighting_collector>> all_;
};

} // namespace cudalab::emulator
