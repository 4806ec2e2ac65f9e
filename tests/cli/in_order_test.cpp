// SPDX-License-Identifier: MIT
// Work on several threads whose results come in order: what is delivered, and what ends it.
#include "app/cli/in_order.h"

#include "app/cli/interrupt.h"
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

constexpr std::size_t many = 200;

class OrderedJobsTest : public testing::Test {
    InterruptGuard guard_;  // begins anew for each
};

std::vector<std::size_t> first(std::size_t count) {
    std::vector<std::size_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return numbers;
}

/// Even ones take longer, so that they are done out of order.
void sleep_briefly(std::size_t i) {
    std::this_thread::sleep_for(std::chrono::microseconds(i % 2 == 0 ? 300 : 20));
}

TEST_F(OrderedJobsTest, DeliversAllInOrderOnAnyNumberOfThreads) {
    for (const int threads : {-1, 1, 2, 7, 500}) {
        std::vector<std::size_t> delivered;
        std::vector<int> worked(many, 0);
        std::size_t most = 0;
        run_ordered({.count = many,
                     .threads = threads,
                     .work =
                         [&](std::size_t i) {
                             sleep_briefly(i);
                             ++worked[i];
                         },
                     .deliver = [&](std::size_t i) { delivered.push_back(i); },
                     .progress =
                         [&](std::size_t done) {
                             EXPECT_GE(done, most);
                             most = done;
                         }});
        EXPECT_EQ(delivered, first(many)) << threads;
        EXPECT_EQ(worked, std::vector<int>(many, 1)) << threads;
        EXPECT_EQ(most, many) << threads;
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
    std::atomic<int> begun = 0;
    const OrderedJobs order{.count = many,
                            .threads = 3,
                            .work =
                                [&](std::size_t i) {
                                    ++begun;
                                    if (i == 20) throw std::runtime_error("the twentieth");
                                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                },
                            .deliver = [&](std::size_t i) { delivered.push_back(i); }};
    EXPECT_THROW(run_ordered(order), std::runtime_error);
    EXPECT_LE(delivered.size(), 20u);
    EXPECT_EQ(delivered, first(delivered.size()));
    EXPECT_LT(begun, static_cast<int>(many));
}

TEST_F(OrderedJobsTest, ExceptionFromDeliveryStopsTheWorkers) {
    std::vector<std::size_t> delivered;
    std::atomic<int> begun = 0;
    const OrderedJobs order{.count = many,
                            .threads = 3,
                            .work =
                                [&](std::size_t) {
                                    ++begun;
                                    std::this_thread::sleep_for(std::chrono::milliseconds(5));
                                },
                            .deliver =
                                [&](std::size_t i) {
                                    if (i == 5) throw std::runtime_error("the disk is full");
                                    delivered.push_back(i);
                                }};
    EXPECT_THROW(run_ordered(order), std::runtime_error);
    EXPECT_EQ(delivered, first(5));
    EXPECT_LT(begun, static_cast<int>(many)) << "nobody is to hear of the rest";
}

/// What is begun is ended: the first so many are delivered, without gaps, and no others are begun.
TEST_F(OrderedJobsTest, InterruptionDeliversAPrefix) {
    std::vector<std::size_t> delivered;
    std::atomic<std::size_t> begun = 0;
    run_ordered({.count = many,
                 .threads = 3,
                 .work =
                     [&](std::size_t i) {
                         ++begun;
                         if (i == 20) std::raise(SIGINT);
                         sleep_briefly(i);
                     },
                 .deliver = [&](std::size_t i) { delivered.push_back(i); }});
    EXPECT_LT(begun, many);
    EXPECT_EQ(delivered, first(begun));
}

#if !defined(TOIBOX_ADDRESS_SANITIZER) && \
    !defined(TOIBOX_THREAD_SANITIZER)  // they need all of the address space
/// Leaves so many bytes of address space; a stack takes eight million of them.
void leave_room_for(rlim_t bytes) {
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t limit = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + bytes;
    const rlimit limits{limit, limit};
    ::setrlimit(RLIMIT_AS, &limits);
}

/// In a child: the limit does not go away. Exit code 0: all came in order, and once each.
int exit_code_with_room_for(rlim_t bytes) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::vector<std::size_t> delivered;
        delivered.reserve(many);
        const std::vector<std::size_t> wanted = first(many);
        leave_room_for(bytes);
        try {
            run_ordered({.count = many, .threads = 64, .work = sleep_briefly, .deliver = [&](std::size_t i) {
                             delivered.push_back(i);
                         }});
        } catch (const std::exception&) {
            ::_exit(2);
        }
        ::_exit(delivered == wanted ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(OrderedJobsTest, RunsOnFewerThreadsWithoutMemory) {
    EXPECT_EQ(exit_code_with_room_for(1 << 20), 0) << "not one more";
    EXPECT_EQ(exit_code_with_room_for(40 << 20), 0) << "some";
}
#endif

}  // namespace
}  // namespace toibox::app
