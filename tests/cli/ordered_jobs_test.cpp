// SPDX-License-Identifier: MIT
// run_ordered: the order of delivery, exceptions, interrupts, and threads that cannot be started.
#include "app/cli/base/ordered_jobs.h"

#include "app/cli/base/interrupt.h"
#include "tests/support/sanitizers.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

constexpr std::size_t job_count = 200;

class OrderedJobsTest : public testing::Test {
    InterruptGuard guard_;  // resets the interrupt flag for each test
};

/// 0, 1, …, count − 1
std::vector<std::size_t> first_indices(std::size_t count) {
    std::vector<std::size_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return numbers;
}

/// Sleeps longer for even indices, so that jobs finish out of order.
void sleep_briefly(std::size_t i) {
    std::this_thread::sleep_for(std::chrono::microseconds(i % 2 == 0 ? 300 : 20));
}

TEST_F(OrderedJobsTest, DeliversAllInOrderOnAnyNumberOfThreads) {
    for (const int threads : {-1, 1, 2, 7, 500}) {
        std::vector<std::size_t> delivered;
        std::vector<int> work_calls(job_count, 0);
        std::size_t max_done = 0;
        run_ordered({.count = job_count,
                     .threads = threads,
                     .work =
                         [&](std::size_t i) {
                             sleep_briefly(i);
                             ++work_calls[i];
                         },
                     .deliver = [&](std::size_t i) { delivered.push_back(i); },
                     .progress =
                         [&](std::size_t done) {
                             EXPECT_GE(done, max_done);
                             max_done = done;
                         }});
        EXPECT_EQ(delivered, first_indices(job_count)) << threads;
        EXPECT_EQ(work_calls, std::vector<int>(job_count, 1)) << threads;
        EXPECT_EQ(max_done, job_count) << threads;
    }
}

TEST_F(OrderedJobsTest, ReturnsImmediatelyWithoutJobs) {
    run_ordered({.count = 0,
                 .threads = 4,
                 .work = [](std::size_t) { FAIL(); },
                 .deliver = [](std::size_t) { FAIL(); }});
}

TEST_F(OrderedJobsTest, ExceptionFromAJobIsRethrown) {
    std::vector<std::size_t> delivered;
    std::atomic<int> started = 0;
    const OrderedJobs jobs{.count = job_count,
                           .threads = 3,
                           .work =
                               [&](std::size_t i) {
                                   ++started;
                                   if (i == 20) throw std::runtime_error("job 20 failed");
                                   std::this_thread::sleep_for(std::chrono::milliseconds(1));
                               },
                           .deliver = [&](std::size_t i) { delivered.push_back(i); }};
    EXPECT_THROW(run_ordered(jobs), std::runtime_error);
    EXPECT_LE(delivered.size(), 20u);
    EXPECT_EQ(delivered, first_indices(delivered.size()));
    EXPECT_LT(started, static_cast<int>(job_count));
}

TEST_F(OrderedJobsTest, ExceptionFromDeliveryStopsTheWorkers) {
    std::vector<std::size_t> delivered;
    std::atomic<int> started = 0;
    const OrderedJobs jobs{.count = job_count,
                           .threads = 3,
                           .work =
                               [&](std::size_t) {
                                   ++started;
                                   std::this_thread::sleep_for(std::chrono::milliseconds(5));
                               },
                           .deliver =
                               [&](std::size_t i) {
                                   if (i == 5) throw std::runtime_error("the disk is full");
                                   delivered.push_back(i);
                               }};
    EXPECT_THROW(run_ordered(jobs), std::runtime_error);
    EXPECT_EQ(delivered, first_indices(5));
    EXPECT_LT(started, static_cast<int>(job_count)) << "the workers must not finish all jobs";
}

/// After an interrupt, no job is started. The jobs already started, always the first ones, are finished and
/// delivered.
TEST_F(OrderedJobsTest, InterruptionDeliversAPrefix) {
    std::vector<std::size_t> delivered;
    std::atomic<std::size_t> started = 0;
    run_ordered({.count = job_count,
                 .threads = 3,
                 .work =
                     [&](std::size_t i) {
                         ++started;
                         if (i == 20) std::raise(SIGINT);
                         sleep_briefly(i);
                     },
                 .deliver = [&](std::size_t i) { delivered.push_back(i); }});
    EXPECT_LT(started, job_count);
    EXPECT_EQ(delivered, first_indices(started));
}

#if !defined(TOIBOX_ADDRESS_SANITIZER) && \
    !defined(TOIBOX_THREAD_SANITIZER)  // sanitizers reserve large parts of the address space
/// Limits the address space to its current size plus `bytes`. The stack of a thread takes about 8 MB.
void limit_address_space(rlim_t bytes) {
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t limit = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + bytes;
    const rlimit limits{limit, limit};
    ::setrlimit(RLIMIT_AS, &limits);
}

/// Runs jobs with limited memory in a child process, because the limit cannot be removed. Returns 0 if each
/// job was delivered once, in order.
int exit_code_with_free_memory(rlim_t bytes) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::vector<std::size_t> delivered;
        delivered.reserve(job_count);
        const std::vector<std::size_t> expected = first_indices(job_count);
        limit_address_space(bytes);
        try {
            run_ordered(
                {.count = job_count, .threads = 64, .work = sleep_briefly, .deliver = [&](std::size_t i) {
                     delivered.push_back(i);
                 }});
        } catch (const std::exception&) {
            ::_exit(2);
        }
        ::_exit(delivered == expected ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(OrderedJobsTest, RunsOnFewerThreadsWithoutMemory) {
    EXPECT_EQ(exit_code_with_free_memory(1 << 20), 0) << "no additional thread";
    EXPECT_EQ(exit_code_with_free_memory(40 << 20), 0) << "a few threads";
}
#endif

}  // namespace
}  // namespace toibox::app
