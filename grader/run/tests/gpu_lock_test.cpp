// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/gpu_lock.h"

#include <atomic>
#include <future>
#include <memory>
#include <thread>

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/run/case_runner.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;

namespace {

const std::string gpu = "0000:1B:00.0";

/// Takes the lock in another thread. A lock belongs to an open file, so threads stand for
/// processes.
class taker {
public:
  taker(const std::filesystem::path& folder, gpu_use how, const std::string& of = gpu)
      : done_(std::async(std::launch::async, [this, folder, how, of] {
          const gpu_lock mine(
              of, how, [this] { waits_.set_value(); }, folder);
          taken_ = true;
          leave_.get_future().wait();
        })) {}
  ~taker() { leave(); }

  void wait_until_it_waits() { waits_.get_future().wait(); }
  void leave() {
    if (done_.valid()) {
      leave_.set_value();
      done_.get();
    }
  }
  bool taken() const { return taken_; }
  void wait_until_taken() const {
    while (!taken_)
      std::this_thread::yield();
  }

private:
  std::promise<void> waits_, leave_;
  std::atomic<bool> taken_ = false;
  std::future<void> done_;
};

} // namespace

TEST_CASE("runs share a GPU, a measurement has it alone") {
  const scratch_folder here;
  auto first = std::make_unique<gpu_lock>(gpu, gpu_use::shared, nullptr, here.path());
  auto second = std::make_unique<gpu_lock>(gpu, gpu_use::shared, nullptr, here.path());
  REQUIRE(first->held());
  REQUIRE(second->held());
  taker measurement(here.path(), gpu_use::alone);
  measurement.wait_until_it_waits();
  first.reset();
  CHECK_FALSE(measurement.taken());
  second.reset();
  measurement.wait_until_taken();
}

TEST_CASE("a measurement that waits goes before runs that come later") {
  const scratch_folder here;
  auto run = std::make_unique<gpu_lock>(gpu, gpu_use::shared, nullptr, here.path());
  taker measurement(here.path(), gpu_use::alone);
  measurement.wait_until_it_waits();
  taker later(here.path(), gpu_use::shared);
  later.wait_until_it_waits();
  CHECK_FALSE(later.taken());
  run.reset();
  measurement.wait_until_taken();
  CHECK_FALSE(later.taken());
  measurement.leave();
  later.wait_until_taken();
}

TEST_CASE("another GPU is another lock") {
  const scratch_folder here;
  const gpu_lock mine(gpu, gpu_use::alone, nullptr, here.path());
  const gpu_lock other("0000:2B:00.0", gpu_use::alone, nullptr, here.path());
  CHECK(other.held());
}

TEST_CASE("other users can wait for a lock, whatever the umask was") {
  const scratch_folder here;
  const mode_t before = umask(0777);
  const gpu_lock mine(gpu, gpu_use::shared, nullptr, here.path());
  umask(before);
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(here.path())) {
    struct stat status {};
    REQUIRE(stat(entry.path().c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0444);
    ++files;
  }
  CHECK(files == 2);
}

TEST_CASE("a GPU has so many places, over all processes") {
  const scratch_folder here;
  auto first = std::make_unique<gpu_place>(gpu, 2, here.path());
  auto second = std::make_unique<gpu_place>(gpu, 2, here.path());
  REQUIRE(first->held());
  REQUIRE(second->held());
  CHECK(gpu_place("0000:2B:00.0", 1, here.path()).held());
  std::atomic<bool> taken = false;
  auto third = std::async(std::launch::async, [&] {
    const gpu_place place(gpu, 2, here.path());
    taken = place.held();
  });
  const int gate = open((here.path() / "cuda-labs-gpu-0000-1B-00-0-places").c_str(), O_RDONLY);
  REQUIRE(gate >= 0);
  while (flock(gate, LOCK_EX | LOCK_NB) == 0) { // until it looks for a place
    flock(gate, LOCK_UN);
    std::this_thread::yield();
  }
  CHECK_FALSE(taken);
  second.reset();
  third.get();
  CHECK(taken);
  close(gate);
}

TEST_CASE("what cannot be locked is not waited for") {
  const scratch_folder here;
  CHECK_FALSE(gpu_lock("", gpu_use::alone, nullptr, here.path()).held());
  CHECK_FALSE(gpu_lock(gpu, gpu_use::alone, nullptr, here.path() / "none").held());
  // Somebody's link, FIFO or strange name must not make the judge open something else, or hang.
  std::filesystem::create_symlink("/dev/null", here.path() / "cuda-labs-gpu-0000-1B-00-0");
  CHECK_FALSE(gpu_lock(gpu, gpu_use::alone, nullptr, here.path()).held());
  CHECK(gpu_lock("../x", gpu_use::alone, nullptr, here.path()).held());
  CHECK(std::filesystem::exists(here.path() / "cuda-labs-gpu-----"));
  CHECK_FALSE(gpu_place("", 1, here.path()).held());
  CHECK_FALSE(gpu_place(gpu, 1, here.path() / "none").held());
  CHECK_FALSE(gpu_place(gpu, 0, here.path()).held());
}

TEST_CASE("a case whose values are times runs alone, but not under a tool") {
  test_case plain("plain", "f"), timed("timed", "g");
  timed.measured();
  run_options options;
  CHECK(use_of_gpu({&plain}, options) == gpu_use::shared);
  CHECK(use_of_gpu({&plain, &timed}, options) == gpu_use::alone);
  options.wrapper.command = {"compute-sanitizer"};
  CHECK(use_of_gpu({&timed}, options) == gpu_use::shared);
  options.watch = [](const std::string&) { return nullptr; };
  CHECK(use_of_gpu({&plain}, options) == gpu_use::alone);
}
