// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What findings advise, in words: one line a remedy. For remedy.h only.
#pragma once

// CUDALAB_REMEDY(id, words). In the words, {name} is the step's name, {1} and {2} are its lines.
// Some are the beginning or the end of a sentence: a remedy may have several steps.
#define CUDALAB_REMEDIES                                                                           \
  /* barriers that not every thread reaches */                                                     \
  CUDALAB_REMEDY(every_thread_of_the_grid, "every thread of every block of the grid must ")        \
  CUDALAB_REMEDY(every_lane_of_the_mask, "every lane of its mask must ")                           \
  CUDALAB_REMEDY(every_thread_of_the_block, "every thread of the block must ")                     \
  CUDALAB_REMEDY(barrier_outside_if,                                                               \
                 "reach a barrier: do not return in line {1}; put the work into an `if` and "      \
                 "leave the barrier in line {2} outside it")                                       \
  CUDALAB_REMEDY(one_barrier_for_two,                                                              \
                 "come to the same {name}: replace the barriers in lines {1} and {2} by one "      \
                 "outside the `if`")                                                               \
  CUDALAB_REMEDY(no_way_past_barrier,                                                              \
                 "reach a barrier: no `return` before the one in line {1}, and no `if` or loop "   \
                 "around it that some threads skip")                                               \
  CUDALAB_REMEDY(barrier_out_of_branch,                                                            \
                 "reach a barrier: move the one in line {1} out of the `if` or loop that only "    \
                 "some threads enter")                                                             \
  CUDALAB_REMEDY(same_rounds,                                                                      \
                 "reach a barrier: the one in line {1} is in the loop of line {2}, and some "      \
                 "threads make fewer rounds of it. Let its condition be the same for all threads " \
                 "of the block: who has nothing to do in a round skips only that, and waits with " \
                 "the others")                                                                     \
  CUDALAB_REMEDY(no_way_out_of_round,                                                              \
                 "come to the barrier in line {1} in each round: look at the `{name}` in line "    \
                 "{2}, by which threads leave the round before it. Let all of them stay, and put " \
                 "only the work that is not for all under a condition")                            \
  /* warp functions */                                                                             \
  CUDALAB_REMEDY(same_call_for_lanes,                                                              \
                 "every lane of the mask must make the same call: move line {1} out of the "       \
                 "`if` or loop that only some lanes enter, or let __ballot_sync() before it "      \
                 "say which lanes enter")                                                          \
  CUDALAB_REMEDY(no_early_return_of_lanes,                                                         \
                 "let no lane return before the shuffles are done: give those beyond the end a "   \
                 "value that changes nothing (0 for a sum) in place of `return`")                  \
  CUDALAB_REMEDY(call_by_every_lane,                                                               \
                 "every lane of the mask must make the call: move the one in line {1} out of the " \
                 "`if` or loop that only some lanes enter (it may stand around a call of the "     \
                 "function with that line), and let no lane leave before it")                      \
  CUDALAB_REMEDY(whole_warps,                                                                      \
                 "let the mask name only lanes that the block has, and add nothing from beyond "   \
                 "the last of them; or, where the size of a block is yours, launch whole warps "   \
                 "(a multiple of 32 threads)")                                                     \
  CUDALAB_REMEDY(name_lanes_that_are_read,                                                         \
                 "use no value of a lane outside of the mask: name every lane whose value is "     \
                 "needed in the mask, or leave the value out where its lane is not there")         \
  CUDALAB_REMEDY(name_calling_lane,                                                                \
                 "every lane that makes the call in line {1} must be in the mask that it "         \
                 "gives: 0xffffffff for a whole warp, or what __ballot_sync() said before the "    \
                 "`if`")                                                                           \
  /* races within a block */                                                                       \
  CUDALAB_REMEDY(unwritten_too,                                                                    \
                 "line {1} also reads what nobody has written: look first at the index, or the "   \
                 "pointer, that it reads with, and at what should have been stored there. If "     \
                 "these are right: ")                                                              \
  CUDALAB_REMEDY(read_too_early, "a thread may read {name} before its neighbour has loaded it: ")  \
  CUDALAB_REMEDY(read_in_next_round,                                                               \
                 "a thread that is already in the next round may read {name} before its "          \
                 "neighbour has written it: ")                                                     \
  CUDALAB_REMEDY(overwritten_in_use,                                                               \
                 "a thread overwrites {name} while its neighbour still reads it: ")                \
  CUDALAB_REMEDY(overwritten_in_next_round,                                                        \
                 "a thread that is already in the next round overwrites {name} while its "         \
                 "neighbour still reads it: ")                                                     \
  CUDALAB_REMEDY(overwritten_in_next_call,                                                         \
                 "a thread that is already in the next call of this function overwrites {name} "   \
                 "while its neighbour still reads it: ")                                           \
  CUDALAB_REMEDY(two_writers_or_overlap, "two threads write the same element: if that is meant, ") \
  CUDALAB_REMEDY(                                                                                  \
      two_writers_and_gaps,                                                                        \
      "lines {1} and {2} store to the same elements of {name}, and others of it nobody "           \
      "stores, which are read later: look at the indices of both stores. Does each "               \
      "come to elements of its own, and do all together come to every one?")                       \
  CUDALAB_REMEDY(arrays_that_overlap,                                                              \
                 "; if the lines fill two arrays, these overlap: look where the second begins")    \
  CUDALAB_REMEDY(barrier_between, "put a barrier between lines {1} and {2}")                       \
  CUDALAB_REMEDY(own_elements_of_lines,                                                            \
                 "if each thread is to use elements of its own, no barrier is needed: how are "    \
                 "the indices in lines {1} and {2} made? Do several arrays lie in this memory? "   \
                 "Then look where the second begins. Else: ")                                      \
  CUDALAB_REMEDY(barrier_on_the_way,                                                               \
                 "put a barrier on the way from line {1} to line {2}, at a place that every "      \
                 "thread of the block reaches")                                                    \
  CUDALAB_REMEDY(barrier_between_calls,                                                            \
                 "put a barrier after the call that does what is in line {1}, and before what is " \
                 "in line {2} is done (of asynchronous copies: behind the wait for them, before "  \
                 "the first use). Every thread of the block must reach it")                        \
  CUDALAB_REMEDY(barrier_of_block_for_warp,                                                        \
                 "the barrier in line {1} holds back the threads of one warp only (at most 32). "  \
                 "Put one of the whole block there: __syncthreads(), or sync() of the "            \
                 "thread_block")                                                                   \
  CUDALAB_REMEDY(                                                                                  \
      fence_waits_for_nobody,                                                                      \
      "the fence in line {1} orders what its own thread does, and waits for no other; ")           \
  CUDALAB_REMEDY(warp_barrier_is_no_other,                                                         \
                 "the barrier in line {1} holds back the threads of one warp only; ")              \
  CUDALAB_REMEDY(barrier_skipped_in_round,                                                         \
                 "the barrier in line {1} was not reached in between, as it stands under the "     \
                 "branch in line {2}. Look at its condition: the barrier is needed in every "      \
                 "round after which another one comes")                                            \
  CUDALAB_REMEDY(in_outer_round_too,                                                               \
                 ". After the last round of the loop in line {1} another one comes, too, when "    \
                 "the loop in line {2}, which stands around it, goes round again")                 \
  CUDALAB_REMEDY(                                                                                  \
      barrier_skipped,                                                                             \
      "the barrier in line {1} lies between the two and was not reached, as it stands "            \
      "under the branch in line {2}. Look at its condition: the barrier is needed each "           \
      "time, in a first and in a last round, and where there is one only")                         \
  CUDALAB_REMEDY(or_barrier_in_branch,                                                             \
                 ". No barrier was reached in between: if the one in line {1} is meant for this, " \
                 "look at the condition of the branch in line {2}, under which it stands")         \
  CUDALAB_REMEDY(barrier_between_accesses, "put a barrier between the two accesses to {name}")     \
  CUDALAB_REMEDY(barrier_after_line, "put {name} after line {1}, before the loop goes round")      \
  CUDALAB_REMEDY(barrier_at_end_of_loop,                                                           \
                 "put {name} at the end of the body of the loop in line {1}")                      \
  CUDALAB_REMEDY(or_of_outer_loop,                                                                 \
                 "; or, if the loop in line {1} has only one round here, or this was its last: "   \
                 "at the end of the body of the loop in line {2}")                                 \
  CUDALAB_REMEDY(at_end_of_outer_loop,                                                             \
                 "put {name} at the end of the body of the loop in line {2}, as its next round "   \
                 "may begin with what the last round of the loop in line {1} still uses; or, if "  \
                 "two rounds of the loop in line {1} meet: at the end of its body")                \
  CUDALAB_REMEDY(after_line, ", after line {1}")                                                   \
  CUDALAB_REMEDY(barrier_after_write,                                                              \
                 "put {name} after the write, before another thread reads it (in this round, in "  \
                 "the next one, or in the next call)")                                             \
  CUDALAB_REMEDY(barrier_after_read,                                                               \
                 "put {name} after the read, before another thread overwrites it (in this round, " \
                 "in the next one, or in the next call)")                                          \
  CUDALAB_REMEDY(barrier_after_second_write,                                                       \
                 "put {name} after the second, before the next round or the next call does the "   \
                 "first")                                                                          \
  CUDALAB_REMEDY(look_at_branch,                                                                   \
                 ". Every thread of the block must reach it: look at the branch in line {1} "      \
                 "too, which is around that place")                                                \
  CUDALAB_REMEDY(own_variable,                                                                     \
                 "the block has one {name} for all its threads, and several of them write it in "  \
                 "line {1}: no barrier mends that. If each thread is to have its own: declare it " \
                 "without __shared__, as a local variable. If it is one result of all threads: "   \
                 "add with an atomic operation, or let one thread write it")                       \
  CUDALAB_REMEDY(own_element,                                                                      \
                 "several threads read and write one and the same element of {name} in line {1}: " \
                 "no barrier mends that. If each thread is to have elements of its own: look at "  \
                 "how the index is made, and at the step of the loop. If the element is for all "  \
                 "of them: add with an atomic operation, or let one thread write it")              \
  CUDALAB_REMEDY(index_in_float,                                                                   \
                 "threads meet in no element below number 2^24 = 16,777,216: is the index, or a "  \
                 "number on the way to it, a float? That holds each whole number up to there "     \
                 "only. If not: ")                                                                 \
  CUDALAB_REMEDY(grid_for_block,                                                                   \
                 "each block begins {1} further than the one before it, as gridDim.x is here, "    \
                 "and it has {2} threads along x: let blockIdx.x be multiplied by blockDim.x. "    \
                 "If it is: look at how the index of this store is made")                          \
  CUDALAB_REMEDY(index_or_local_copies,                                                            \
                 "several threads read and write the same element of {name} in line {1}. If "      \
                 "each thread is to have elements of its own: look at how the index is made, "     \
                 "and at the step of the loop. If a thread needs its neighbours' values: read "    \
                 "them into local variables, put a barrier, and write only then")                  \
  CUDALAB_REMEDY(read_then_barrier_then_write,                                                     \
                 "line {1} reads and writes {name} while other threads do the same. Are there "    \
                 "threads among them that have nothing to do here? Then the condition lets too "   \
                 "many in. Else: read into a local variable, put a barrier, and write only then")  \
  CUDALAB_REMEDY(one_writer,                                                                       \
                 "several threads write the same element. If each is to have its own: look at "    \
                 "how the index of this store is made (are there others that nobody writes?), "    \
                 "and at the step of the loop. If the element is for all of them: let one thread " \
                 "write, or add with an atomic operation")                                         \
  CUDALAB_REMEDY(side_in_index,                                                                    \
                 "the two threads differ in threadIdx.{name} alone: is that part of the index of " \
                 "this store? And is this the kernel for blocks of {1} layers? If so: ")           \
  CUDALAB_REMEDY(                                                                                  \
      one_writer_in_loop,                                                                          \
      "several threads write the same element, in the loop of line {1}. Does each go over "        \
      "elements that other threads are there for? Then it needs no such loop, or one in steps of " \
      "all threads. If each makes several neighbours: is its first one its own number times how "  \
      "many they are? If not: look at how the index of this store is made. If the element is for " \
      "all of them: let one thread write, or add with an atomic operation")                        \
  CUDALAB_REMEDY(store_nothing_beyond,                                                             \
                 "is {name} = {1} beyond the end of a row, or of the array? Then that thread "     \
                 "must store nothing, and not in the place of the last one (as min has it). If "   \
                 "not: look at how the index of this store is made")                               \
  CUDALAB_REMEDY(beyond_end_of_row,                                                                \
                 "is {name} = {1} beyond the end of a row? (Threads meet like this where a row "   \
                 "has {2} elements.) Then let a thread work only where its place is inside in "    \
                 "each direction: behind the end of a row the next row begins. If not: look at "   \
                 "how the index of this store is made")                                            \
  CUDALAB_REMEDY(one_thread_stores,                                                                \
                 "the value is there afterwards, whoever comes last. If that is meant, nothing "   \
                 "need be done: one thread alone, or an atomic operation, would say it too")       \
  CUDALAB_REMEDY(guess_only,                                                                       \
                 "nothing need be done while line {1} only guesses: take no result from it but "   \
                 "what the atomic operation returned")                                             \
  CUDALAB_REMEDY(barrier_of_the_warp,                                                              \
                 "put __syncwarp() between the steps: after each write to {name} that another "    \
                 "lane reads, and between reading {name} and overwriting it; or let the lanes "    \
                 "exchange values with __shfl_down_sync, without shared memory")                   \
  CUDALAB_REMEDY(barrier_of_long_rows,                                                             \
                 "put __syncthreads() between the steps, where every thread of the block reaches " \
                 "it: after each write to {name} that another thread reads, and between reading "  \
                 "{name} and overwriting it. A row of these blocks has {1} threads, and a warp "   \
                 "32: __syncwarp() is enough only where no thread uses what another warp stored")  \
  /* races between blocks and streams */                                                           \
  CUDALAB_REMEDY(own_elements_or_atomic,                                                           \
                 "give each block elements of its own, or use an atomic operation")                \
  CUDALAB_REMEDY(own_elements_or_grid_barrier,                                                     \
                 "give each block elements of its own; or, if both writes are meant, put "         \
                 "grid.sync() between lines {1} and {2}, where every block executes it")           \
  CUDALAB_REMEDY(read_then_grid_barrier_then_write,                                                \
                 "read into a local variable, call grid.sync(), and write only then")              \
  CUDALAB_REMEDY(block_reads_too_early, "a block may read {name} before another has written it: ") \
  CUDALAB_REMEDY(block_overwrites_in_use,                                                          \
                 "a block may overwrite {name} while another still reads it: ")                    \
  CUDALAB_REMEDY(grid_barrier_between,                                                             \
                 "put grid.sync() between lines {1} and {2}, where every block executes it (in "   \
                 "a loop, at the end of each round too)")                                          \
  CUDALAB_REMEDY(fences_around_flag,                                                               \
                 "if an atomic counter or a flag tells one block that the other is done: put "     \
                 "__threadfence() after line {1} and before that flag is set, and "                \
                 "__threadfence() or a barrier after it is read and before line {2}; else let "    \
                 "the second step be a launch of its own")                                         \
  CUDALAB_REMEDY(fences_around_lock,                                                               \
                 "if a lock lets in one thread at a time: it takes __threadfence() between "       \
                 "taking the lock and line {1}, and another one between line {1} and giving it "   \
                 "back; else give each block elements of its own, or use an atomic operation")     \
  CUDALAB_REMEDY(use_what_atomic_returned,                                                         \
                 "a plain read among atomic updates finds any of their values: in line {1} use "   \
                 "what the atomic operation returned, or read in the next launch")                 \
  CUDALAB_REMEDY(set_before_atomics,                                                               \
                 "a plain write among atomic updates undoes some of them: set the value before "   \
                 "the launch, with cudaMemset for instance")                                       \
  CUDALAB_REMEDY(atomic_of_the_device,                                                             \
                 "use the operation without _block for memory that several blocks share")          \
  CUDALAB_REMEDY(index_or_atomic,                                                                  \
                 "no barrier can order two blocks. If each block is to have elements of its "      \
                 "own: look at how the index is made (blockIdx times the size of a block?), at "   \
                 "the step of the loop, and at the condition that keeps threads beyond the edge "  \
                 "out. If the element is for all of them: add with an atomic operation")           \
  CUDALAB_REMEDY(                                                                                  \
      step_of_whole_grid,                                                                          \
      "a round of the loop in line {1} comes to the element of another thread: its "               \
      "step must be the number of all threads of this launch, gridDim.x * blockDim.x = "           \
      "{name}, worked out anew for each launch (a static variable keeps what it was in "           \
      "the first)")                                                                                \
  CUDALAB_REMEDY(part_of_other_blocks,                                                             \
                 "no barrier can order two blocks, and these do the same work. Does the loop in "  \
                 "line {1} go over what other blocks are there for? Let blockIdx tell which part " \
                 "is a block's own. If it does: look at how the index is made, and at the step "   \
                 "of the loop")                                                                    \
  CUDALAB_REMEDY(guard_each_direction,                                                             \
                 "let a thread work only where its place is inside in each direction: an index "   \
                 "below the number of all elements is not enough, as behind the end of a row the " \
                 "next row begins. If it does so: is a row as long in the index as the array has " \
                 "it (y * width + x, with the width and not the height)?")                         \
  CUDALAB_REMEDY(places_in_int,                                                                    \
                 "keep places and indices in int: 16 bits count up to 65,535, and begin again")    \
  CUDALAB_REMEDY(same_address_twice,                                                               \
                 "the launch in line {1} gives this kernel the same address twice, and it reads "  \
                 "there and writes there; no barrier can order two blocks. How are the two "       \
                 "addresses worked out, and where are they the same? Let what is written have a "  \
                 "place of its own")                                                               \
  CUDALAB_REMEDY(second_array,                                                                     \
                 "no barrier can order two blocks: read from an array that nobody writes in "      \
                 "this launch, and write the new values to a second array")                        \
  CUDALAB_REMEDY(guard_or_second_array,                                                            \
                 "no barrier can order two blocks. Do several arrays lie in this memory? Then a "  \
                 "thread beyond the end of one (is there an if (i < n)?) comes to the next one. "  \
                 "If it is one array: read from an array that nobody writes in this launch, and "  \
                 "write the new values to a second array")                                         \
  CUDALAB_REMEDY(launch_of_its_own,                                                                \
                 "no barrier can order two blocks: let the second step be a launch of its own, "   \
                 "or let each block read only what it wrote itself")                               \
  CUDALAB_REMEDY(own_part_of_array,                                                                \
                 "this line writes the same memory twice, in two streams. If each time it is to "  \
                 "be another part: does the pointer that is written to move on? If not: let the "  \
                 "second wait for the first (cudaEventRecord, cudaStreamWaitEvent)")               \
  CUDALAB_REMEDY(order_the_streams,                                                                \
                 "put both into one stream; or record an event after the first "                   \
                 "(cudaEventRecord) and let the other stream wait for it "                         \
                 "(cudaStreamWaitEvent)")                                                          \
  CUDALAB_REMEDY(or_let_host_wait, "; or let the host wait in between (cudaStreamSynchronize)")    \
  CUDALAB_REMEDY(filled_before,                                                                    \
                 "each of these fills memory that line {1} has filled in an earlier round, and "   \
                 "that may still be in use. If each round is to have memory of its own until it "  \
                 "is done: which index chooses it, and how many parts are there? Else ")           \
  CUDALAB_REMEDY(order_this_round,                                                                 \
                 "nothing orders the {name} time that line {1} runs. If the other rounds of the "  \
                 "loop are in order: why is this one not? Else ")                                  \
  CUDALAB_REMEDY(order_each_round,                                                                 \
                 "in no round of the loop does anything order line {1} and line {2}: ")            \
  CUDALAB_REMEDY(set_device_before,                                                                \
                 "line {1} works on memory of device {2}, and is in the default stream of "        \
                 "another device, which is the current one there: call cudaSetDevice({2}) before " \
                 "it, or name a stream of device {2}")                                             \
  CUDALAB_REMEDY(                                                                                  \
      record_came_too_late,                                                                        \
      "the cudaStreamWaitEvent in line {1} waited for nothing this time: nobody had "              \
      "recorded its event yet. If it is to wait for line {2}: first hand over all that "           \
      "it waits for, and the record behind that, and only then let the stream wait. "              \
      "Else ")                                                                                     \
  CUDALAB_REMEDY(order_these_rounds, "nothing orders the {name} time that line {1} runs: ")        \
  CUDALAB_REMEDY(look_where_it_begins,                                                             \
                 "{name}: these overlap, and begin at different elements. If each is to have "     \
                 "memory of its own: how is the place where it begins worked out, also where the " \
                 "last part is shorter? If they are to share memory: ")                            \
  CUDALAB_REMEDY(                                                                                  \
      record_behind_work,                                                                          \
      "the cudaStreamWaitEvent in line {1} does not cover line {3}: the event that it "            \
      "waits for was recorded in line {2}, before line {3} ran{name}, and an event "               \
      "stands only for what its stream was given before it. Record it behind line {3}, "           \
      "or wait for one that is recorded there")                                                    \
  CUDALAB_REMEDY(record_in_its_stream,                                                             \
                 "the cudaStreamWaitEvent in line {1} does not cover line {3}: the event that it " \
                 "waits for was recorded in line {2}, in another stream than that of line {3}, "   \
                 "and an event stands only for what its own stream was given. If it is meant for " \
                 "line {3}: record it in that line's stream, behind it. Else wait for one more "   \
                 "event, which is recorded there")                                                 \
  CUDALAB_REMEDY(wait_in_its_stream,                                                               \
                 "the cudaStreamWaitEvent in line {1} changes nothing: the event that it waits "   \
                 "for was recorded in the same stream, in line {2}, and a stream's work is in "    \
                 "order by itself. The stream of line {3} has to wait for it, before line {3}")    \
  CUDALAB_REMEDY(name_the_passed_stream,                                                           \
                 "line {1} is in the default stream, which a stream that your function was given " \
                 "does not wait for, nor it for that stream: name that stream in line {1}, too")   \
  CUDALAB_REMEDY(order_the_nodes,                                                                  \
                 "both are nodes of one graph, and neither comes after the other: let each node "  \
                 "depend on the one before it whose memory it uses (in what you give when you "    \
                 "add it, or by cudaGraphAddDependencies)")                                        \
  CUDALAB_REMEDY(order_conditional_node,                                                           \
                 "neither node comes after the other, and one is in the body of a conditional "    \
                 "node: let that conditional node depend on the other one, or the other one on "   \
                 "it (in what you give when you add it, or by cudaGraphAddDependencies). What is " \
                 "in a body is ordered with the rest of the graph only by its conditional node")   \
  CUDALAB_REMEDY(order_nodes_of_line,                                                              \
                 "line {1} adds both nodes to one graph, and neither comes after the other: let "  \
                 "each node depend on the one before it whose memory it uses (in what you give "   \
                 "when you add it, or by cudaGraphAddDependencies)")                               \
  CUDALAB_REMEDY(order_nodes_of_lines,                                                             \
                 "the nodes of lines {1} and {2} are of one graph, and neither comes after the "   \
                 "other: let each node depend on the one before it whose memory it uses (in what " \
                 "you give when you add it, or by cudaGraphAddDependencies)")                      \
  CUDALAB_REMEDY(split_the_batch,                                                                  \
                 "copies of one batch are in no order: give the one that needs what another one "  \
                 "has copied to a call of its own, after it")                                      \
  CUDALAB_REMEDY(make_blocking_stream,                                                             \
                 "the stream made in line {1} does not wait for the default stream, nor the "      \
                 "default stream for it, as it was made with cudaStreamNonBlocking: make it with " \
                 "cudaStreamCreate, or use the default stream")                                    \
  CUDALAB_REMEDY(free_in_the_stream,                                                               \
                 "where memory is from cudaMallocAsync, or from a graph, the cudaFree in line "    \
                 "{1} does not wait for its last use: line {2} may still run, or only begin. "     \
                 "Free it with cudaFreeAsync in the stream of line {2}: then it is freed when "    \
                 "line {2} is done, and the host need not wait")                                   \
  CUDALAB_REMEDY(order_children,                                                                   \
                 "launches of one kernel into different streams, by different blocks or into "     \
                 "cudaStreamFireAndForget are in no order: let one thread launch both into one "   \
                 "stream, the later one into cudaStreamTailLaunch, or give each memory of its "    \
                 "own")                                                                            \
  CUDALAB_REMEDY(wait_before_unmap,                                                                \
                 "the cuMemUnmap in line {1} waits for nobody, and line {2} may still run, or "    \
                 "only begin: let the host wait for it first, with cuStreamSynchronize or "        \
                 "cuCtxSynchronize")                                                               \
  CUDALAB_REMEDY(record_before_wait,                                                               \
                 "the cudaStreamWaitEvent in line {1} waits for nothing: its event is recorded "   \
                 "only later, in line {2}. Record it first, and wait for it then")                 \
  CUDALAB_REMEDY(                                                                                  \
      wait_for_copy,                                                                               \
      "after the copy in line {1} and before its use in line {2}, wait for it by what it was "     \
      "given: the barrier, the pipeline (`consumer_wait`), `__pipeline_wait_prior`, or "           \
      "cooperative_groups::wait(); then other threads need a barrier as well. If there is such a " \
      "wait: does each round come to it, the last one too, and where there is one only (look for " \
      "an `if` around it)? If the copy is for a later round: let it go to another buffer, which "  \
      "nobody uses now")                                                                           \
  CUDALAB_REMEDY(                                                                                  \
      wait_before_first_use,                                                                       \
      "line {2} uses what line {1} copies before anybody has waited for a copy at all: let the "   \
      "thread that copies wait for it first, by what it was given (the pipeline's "                \
      "`consumer_wait`, `__pipeline_wait_prior`, cooperative_groups::wait()); then other threads " \
      "need a barrier as well. Is there a wait in the loop, for the next round? It comes too "     \
      "late for what was copied before the loop: that needs a wait before its first use")          \
  CUDALAB_REMEDY(commit_before_wait,                                                               \
                 "call __pipeline_commit() (or producer_commit()) after the copies that line {1} " \
                 "begins, and before the wait in line {2}: a wait is for batches that were "       \
                 "committed before it, and for no others")                                         \
  CUDALAB_REMEDY(wait_ends_no_batch,                                                               \
                 "the wait in line {1} ended no batch this time. Let it leave fewer under way (a " \
                 "smaller number); or, if it is right in other rounds: commit a batch in each "    \
                 "round, an empty one where no copy is begun")                                     \
  CUDALAB_REMEDY(wait_leaves_batch,                                                                \
                 "if line {2} is to use this copy: the wait in line {1} must leave fewer batches " \
                 "under way (how many are committed in a round?). If it is not: line {2} uses, "   \
                 "too early or too far, what a later wait is for; look at its index, and at its "  \
                 "last step")                                                                      \
  CUDALAB_REMEDY(barrier_after_wait,                                                               \
                 "put a barrier (__syncthreads()) after the wait in line {1}, before line {2}: "   \
                 "then all threads have waited for their own copies")                              \
  CUDALAB_REMEDY(copy_begun_too_early,                                                             \
                 "the copy in line {1} begins to overwrite {name} for a later round while line "   \
                 "{2} still uses it in another thread; to wait for the copy does not help. Begin " \
                 "it behind a barrier (__syncthreads()) that comes after the last use of this "    \
                 "buffer")                                                                         \
  CUDALAB_REMEDY(commit_copy,                                                                      \
                 "the copy in line {1} is in no batch yet: call __pipeline_commit() (or "          \
                 "producer_commit()) after the copies, before the wait. A wait is for batches "    \
                 "that were committed, and no others")                                             \
  CUDALAB_REMEDY(wait_before_use,                                                                  \
                 "call cudaDeviceSynchronize(), or wait for the stream or an event, after line "   \
                 "{1} and before line {2}. (An event stands for what comes before its record: if " \
                 "it is recorded before line {1}, who waits for it does not wait for line {1})")   \
  CUDALAB_REMEDY(wait_after_start,                                                                 \
                 "call cudaDeviceSynchronize(), or wait for the stream or an event, after line "   \
                 "{1} and before the host uses that memory")                                       \
  /* memory */                                                                                     \
  CUDALAB_REMEDY(whole_groups_only,                                                                \
                 "an access of several elements needs all of them: count how many whole groups "   \
                 "there are (n / 4 for an int4 or a float4), and take what is left over one by "   \
                 "one. If you do: the last whole group has the number n / 4 - 1. Does the test "   \
                 "before this access let one more in (<= in place of <), or is it about another "  \
                 "index?")                                                                         \
  CUDALAB_REMEDY(                                                                                  \
      compare_index,                                                                               \
      "threads beyond the edge must not touch memory: compare the index with the size "            \
      "before the access. If you do: the last one is size - 1 (< to work or to go on, "            \
      ">= to leave), outside in one dimension is outside, does a loop go round once too "          \
      "often, and is the index itself the one that you want?")                                     \
  CUDALAB_REMEDY(                                                                                  \
      guard_for_every_size,                                                                        \
      "a thread has {name}: it is beyond the edge. In other cases such threads touch nothing: "    \
      "is the condition before the access left out for some sizes, or does it compare with "       \
      "another size? It must hold for every size")                                                 \
  CUDALAB_REMEDY(                                                                                  \
      index_of_own_size,                                                                           \
      "a thread has {name}: its place is inside, and only its index into this array is too "       \
      "large. Compare the row and the column that it uses here with the size of this array, and "  \
      "not only its place with the size of the result; also in the last part, which may be "       \
      "smaller")                                                                                   \
  CUDALAB_REMEDY(place_in_16_bits,                                                                 \
                 "this thread has {name} in the grid: is a place, or an index, kept in 16 bits? "  \
                 "A short holds numbers up to 32,767 only. If not: ")                              \
  CUDALAB_REMEDY(elements_for_bytes,                                                               \
                 "{name} has {1} bytes, and {1} elements are used: cudaMalloc is given bytes, "    \
                 "that is elements times the size of one (sizeof(float))")                         \
  CUDALAB_REMEDY(                                                                                  \
      compare_index_of_first,                                                                      \
      "this is the first thread of all, so that not the thread, but its index is beyond the end. " \
      "Is it compared with the size before the access, in each direction and whatever the sizes "  \
      "are? Is a row as long as the index takes it to be (the width of this matrix, and not of "   \
      "another one or of the grid)? Does a loop go round once too often, or by a step that the "   \
      "size is no multiple of?")                                                                   \
  CUDALAB_REMEDY(                                                                                  \
      index_of_all_threads,                                                                        \
      "this is the first thread of all, and its index is {name}, the number of all threads of "    \
      "the launch. Is that the step of a loop? Then compare the index with the size in each "      \
      "round. "                                                                                    \
      "Does a second part of the array begin there? Then count the elements of the first part, "   \
      "and not the threads, of which a grid that was rounded up has more")                         \
  CUDALAB_REMEDY(                                                                                  \
      compare_index_of_inner,                                                                      \
      "this thread is of the first block of several, and so most likely none beyond an edge: is "  \
      "the index itself the one that you want? Where a second part of an array begins, or a row, " \
      "count elements, and not the threads of the grid, which may be more. If the index is "       \
      "right: compare it with the size before the access (the last one is size - 1), and see "     \
      "that no loop goes round once too often")                                                    \
  CUDALAB_REMEDY(                                                                                  \
      index_of_own_element,                                                                        \
      "the launch has exactly as many threads as {name} has elements, so that no thread is "       \
      "beyond an edge: is this the index that you want? Are row and column, or x and y, "          \
      "exchanged in it? Is a row as long as it takes it to be? Only for a neighbour's place: "     \
      "compare the index with the size before the access")                                         \
  CUDALAB_REMEDY(last_part_is_shorter,                                                             \
                 "line {1} is in the loop of line {2}, and here {name}: in the last round fewer "  \
                 "elements are left than a block has threads. Compare the index with the size "    \
                 "before the access (the last one is size - 1), whatever the round; in an array "  \
                 "that all threads fill, store what adds nothing where there is no element "       \
                 "(where values are summed up, a 0; a body at 0 pulls like any other)")            \
  CUDALAB_REMEDY(                                                                                  \
      last_round_beyond_array,                                                                     \
      "line {1} is in the loop of line {2}: does its last round come to an element behind the "    \
      "last one (<= in place of <, j + 1), or is the number of elements no multiple of those "     \
      "that a round takes? If not: ")                                                              \
  CUDALAB_REMEDY(                                                                                  \
      block_in_wrong_place,                                                                        \
      "this is the first access of the first thread of its block: are there more blocks than "     \
      "needed, or does this one work in a wrong place? How does its number become a row and a "    \
      "column, also where the last row (or the last group of rows) is shorter than the others? "   \
      "Is a row as long as the index takes it to be (the width of this matrix, and of no other)? " \
      "If that is right: compare the index with the size before the access")                       \
  CUDALAB_REMEDY(                                                                                  \
      compare_index_with_0,                                                                        \
      "this is the first thread of all, and not one beyond the edge: its index is less than 0. "   \
      "Is it compared with 0 before the access, in each direction, and does the access not take "  \
      "place then?")                                                                               \
  CUDALAB_REMEDY(read_all_the_same,                                                                \
                 " What is only multiplied by 0, or not used afterwards, has been read all the "   \
                 "same")                                                                           \
  CUDALAB_REMEDY(                                                                                  \
      larger_than_int,                                                                             \
      "that is far outside: what is larger than 2,147,483,647 is negative in an int, and less "    \
      "than any size. Can a sum or a product get so large, in the index or in the condition "      \
      "before the access (a step to further elements, times a number of them)? If not: ")          \
  CUDALAB_REMEDY(                                                                                  \
      room_for_one_more,                                                                           \
      "{name} has room for {1} elements, and one more is used, just behind them: are {1} as "      \
      "many as are needed, or one too few? Count them by hand. If they are enough: ")              \
  CUDALAB_REMEDY(                                                                                  \
      wide_offset,                                                                                 \
      "calculate with 64 bits: let one factor of the first multiplication be a size_t, "           \
      "and keep the offset in none that is smaller")                                               \
  CUDALAB_REMEDY(                                                                                  \
      last_round_too_far,                                                                          \
      "line {1} is in the loop of line {2}, and comes one element too far: does the "              \
      "last round use an element behind the last one (<= in place of <, j + 1, a value "           \
      "that is read ahead)? If it does not: ")                                                     \
  CUDALAB_REMEDY(call_for_no_round,                                                                \
                 "this is done in the call in line {1}: if that is for a later round, is there "   \
                 "such a round (a last one has no next one)? If there is: ")                       \
  CUDALAB_REMEDY(                                                                                  \
      copy_for_no_round,                                                                           \
      "if the copy in line {1} is begun in advance: is there the round that it is for, also "      \
      "where there are few (before a loop, in its last rounds)? Else begin none. If there is: ")   \
  CUDALAB_REMEDY(fragment_for_no_round,                                                            \
                 "line {1} loads a fragment in the loop of line {2}: is there the round that it "  \
                 "is for, where it is loaded in advance (a last round has no next one)? Does the " \
                 "loop end in time (< or <=)? If so: ")                                            \
  CUDALAB_REMEDY(bytes_of_array,                                                                   \
                 "the call takes more bytes than the array has from there on: the number is that " \
                 "of its elements times the size of one (sizeof(float); sizeof of a pointer is "   \
                 "8)")                                                                             \
  CUDALAB_REMEDY(                                                                                  \
      dynamic_bytes,                                                                               \
      "the third value in <<<...>>> is the size in bytes of all dynamic arrays "                   \
      "together: count elements times sizeof. If it is right: where does the next array "          \
      "begin? A pointer counts elements, so that no sizeof belongs there")                         \
  CUDALAB_REMEDY(dynamic_bytes_anew,                                                               \
                 "the third value in <<<...>>> is the size in bytes of all dynamic arrays "        \
                 "together, and larger blocks mostly need more: is it worked out anew for each "   \
                 "call, from the size of its blocks? A constant is the same in each call, and a "  \
                 "static variable keeps what it got in the first one")                             \
  CUDALAB_REMEDY(array_in_place_of_pointer,                                                        \
                 "`__shared__ int* p` is room for one pointer, which points nowhere: for an "      \
                 "array write `__shared__ int p[SIZE]`, or `extern __shared__ int p[]` with "      \
                 "its bytes in <<<...>>>")                                                         \
  CUDALAB_REMEDY(                                                                                  \
      check_host_index,                                                                            \
      "how many elements has the array that this line goes over, and how many does the "           \
      "line take? An index, and the ends given to std::copy and its like, count "                  \
      "elements, and not bytes; and a pointer that was never set points anywhere")                 \
  CUDALAB_REMEDY(                                                                                  \
      check_index,                                                                                 \
      "check how the index is computed, and how large the array is; a missing condition that "     \
      "keeps some threads out does this, and <= where < is meant")                                 \
  CUDALAB_REMEDY(                                                                                  \
      element_for_each_thread,                                                                     \
      "is each thread to have an element of its own there? Then make the array as long as a "      \
      "block may have threads (`extern __shared__` where the launch decides that). If not, let "   \
      "only those threads use it that have one, and others go on with a 0 in its place. If the "   \
      "array is as it should be: is the number of threads in <<<...>>> the one that it is for?")   \
  CUDALAB_REMEDY(free_later, "call cudaFree only when no later kernel needs the memory")           \
  CUDALAB_REMEDY(free_node_later,                                                                  \
                 "let what frees the memory come after all that use it: in a graph by what its "   \
                 "node depends on, in a stream by the order of the calls")                         \
  CUDALAB_REMEDY(set_condition,                                                                    \
                 "let a kernel before the node call cudaGraphSetConditional in each launch, or "   \
                 "make the handle with a default value and cudaGraphCondAssignDefault")            \
  CUDALAB_REMEDY(                                                                                  \
      allocate_first,                                                                              \
      "let what uses the memory come after the node that allocates it: in the graph by "           \
      "what it depends on, elsewhere behind the launch of the graph")                              \
  CUDALAB_REMEDY(aligned_address,                                                                  \
                 "a GPU loads 4, 8 or 16 bytes only from addresses that are multiples of 4, 8 "    \
                 "or 16: check the index and the cast of the pointer")                             \
  CUDALAB_REMEDY(aligned_array,                                                                    \
                 ", and declare an array that is read so as `__shared__ __align__(16)`")           \
  CUDALAB_REMEDY(                                                                                  \
      aligned_rows,                                                                                \
      "a GPU loads 4, 8 or 16 bytes only from addresses that are multiples of 4, 8 "               \
      "or 16. Here most rows of {name} do not begin at one: let a row be so long, with "           \
      "its padding, that it is a multiple of the bytes that are accessed at once (16: "            \
      "of 4 floats)")                                                                              \
  CUDALAB_REMEDY(thread_for_each_element,                                                          \
                 "shared memory holds no zeros at first, and no thread of so small a block has "   \
                 "the number of that element. Launch as many threads as {name} has elements, let " \
                 "each thread store several, or use only those that some thread stores")           \
  CUDALAB_REMEDY(store_shared_first,                                                               \
                 "shared memory holds no zeros at first: every element of {name} that is read "    \
                 "must be stored before, at the edges too. Do all threads together load all of "   \
                 "it (a copy counts bytes), and does each loop that reads end where that ends?")   \
  CUDALAB_REMEDY(set_before_launch,                                                                \
                 "an atomic operation reads the old value too: set {name} before the launch, "     \
                 "with cudaMemset or cudaMemsetAsync, and all of it: their size is in bytes")      \
  CUDALAB_REMEDY(exchange_last,                                                                    \
                 "atomicExch puts a value in the place of the old one: what other blocks have "    \
                 "added before is lost, and blocks run in any order. If it is to give {name} its " \
                 "first value: set {name} before the launch, with cudaMemset or "                  \
                 "cudaMemsetAsync, and let every block add (atomicAdd)")                           \
  CUDALAB_REMEDY(store_before_reading,                                                             \
                 "store each element in the kernel before reading it (= in place of +=); if "      \
                 "its old value is meant, fill {name} with cudaMemcpy or cudaMemset first")        \
  CUDALAB_REMEDY(only_store,                                                                       \
                 "{name} is an output, which is only to be written: read inputs from where they "  \
                 "are, make the value in a local variable, and store it (= in place of +=), "      \
                 "whatever {name} held before")                                                    \
  CUDALAB_REMEDY(                                                                                  \
      fill_before_launch,                                                                          \
      "nobody has put anything into {name}: copy to it (cudaMemcpy, host to device) or "           \
      "fill it before the launch. If that is done: does it stand before the launch, "              \
      "and is it this array?")                                                                     \
  CUDALAB_REMEDY(fill_this_element,                                                                \
                 "other elements of {name} were written, this one never was: set it before the "   \
                 "launch (cudaMemset, cudaMemsetAsync or a copy). If a kernel is to write it: "    \
                 "look at the index of that store, and at the one of this read")                   \
  CUDALAB_REMEDY(fill_to_the_end,                                                                  \
                 "fill all of {name} that is read: cudaMemcpy and cudaMemset count bytes, so the " \
                 "number of elements times the size of one (a float has 4, a float4 16). If the "  \
                 "kernel is to write the rest first: look at the index of that store")             \
  CUDALAB_REMEDY(fill_constant,                                                                    \
                 "fill {name} before the launch with cudaMemcpyToSymbol({name}, ...), or make "    \
                 "it a __device__ variable if kernels must write it")                              \
  CUDALAB_REMEDY(copy_to_host,                                                                     \
                 "copy with cudaMemcpy between this memory and an array of the host, and use "     \
                 "that; or allocate with cudaMallocManaged")                                       \
  CUDALAB_REMEDY(set_from_host,                                                                    \
                 "to set it to 0, call cudaMemset or cudaMemsetAsync, which count bytes "          \
                 "(elements times sizeof); to bring other values there, copy them with "           \
                 "cudaMemcpy from an array of the host; or let a kernel write")                    \
  CUDALAB_REMEDY(copy_to_symbol,                                                                   \
                 "copy it with cudaMemcpyToSymbol({name}, ...), or declare it __managed__")        \
  CUDALAB_REMEDY(copy_from_symbol,                                                                 \
                 "copy it with cudaMemcpyFromSymbol({name}, ...), or declare it __managed__")      \
  CUDALAB_REMEDY(pass_the_value,                                                                   \
                 "pass the value of {name} to the kernel as an argument, or declare {name} as "    \
                 "__device__, __constant__ or __managed__")                                        \
  CUDALAB_REMEDY(call_for_every_rank,                                                              \
                 "every rank must make the call, in the same order. A host thread that makes it "  \
                 "for several ranks puts all of these calls between ncclGroupStart() and "         \
                 "ncclGroupEnd(): outside of a group, the first one waits for the others")         \
  CUDALAB_REMEDY(                                                                                  \
      communicators_of_own,                                                                        \
      "are the communicators kept, in a static variable? A later call may be for other "           \
      "devices: let each call make its communicators (ncclCommInitAll) for the devices "           \
      "that it is given, and destroy them (ncclCommDestroy). If they are of the right "            \
      "number: every rank must make the call, all of them in one group")                           \
  CUDALAB_REMEDY(same_call_of_ranks,                                                               \
                 "all ranks pass the same count, type, operation and root, and a receive has the " \
                 "count and the type of its send")                                                 \
  CUDALAB_REMEDY(allow_peer_access,                                                                \
                 "pass memory of the device that runs the kernel (cudaMalloc and a launch use "    \
                 "the device that cudaSetDevice chose last). If the kernel is to use the other "   \
                 "one's: call {name} before the launch")                                           \
  CUDALAB_REMEDY(pass_device_memory,                                                               \
                 "a kernel sees device memory only: allocate with cudaMalloc, copy with "          \
                 "cudaMemcpy, and pass that pointer")                                              \
  CUDALAB_REMEDY(copy_what_is_pointed_to,                                                          \
                 "a structure is copied with the address that its member holds, and not with "     \
                 "what lies there: allocate device memory for that too (cudaMalloc), copy it "     \
                 "there (cudaMemcpy), and put the device's pointer into the structure before it "  \
                 "is passed or copied")                                                            \
  /* what stops a kernel */                                                                        \
  CUDALAB_REMEDY(not_after_barrier,                                                                \
                 "nobody passes a barrier before all threads are there: what the loop in line "    \
                 "{1} waits for must not come after the barrier")                                  \
  CUDALAB_REMEDY(look_at_loop,                                                                     \
                 "look at the loop around line {1}: does what its condition compares change in "   \
                 "each round, until it ends the loop? (A 1 that is halved and rounded up stays "   \
                 "1.) If another thread changes it: can that one still run? Or does a thread "     \
                 "make far more rounds than its part of the work needs?")                          \
  CUDALAB_REMEDY(wait_for_no_child,                                                                \
                 "does line {1} wait for a kernel that this one has launched? That begins when "   \
                 "all blocks of this one have ended. What needs its results belongs in a kernel "  \
                 "that is launched behind it, or into cudaStreamTailLaunch")                       \
  CUDALAB_REMEDY(allow_more_time, " CUDALAB_TIME_LIMIT=SECONDS allows more time")                  \
  CUDALAB_REMEDY(end_the_recursion,                                                                \
                 "a recursion needs an end, and large arrays belong in shared or global "          \
                 "memory; a GPU gives a thread 1 KB of stack for calls unless "                    \
                 "cudaDeviceSetLimit asks for more")                                               \
  CUDALAB_REMEDY(test_the_divisor,                                                                 \
                 "test the divisor before `/` or `%`; in index arithmetic it is often a size "     \
                 "that was not passed to the kernel")                                              \
  CUDALAB_REMEDY(print_the_values,                                                                 \
                 "print the values that the condition is made of for this thread, or follow "      \
                 "them back to where they are computed")                                           \
  CUDALAB_REMEDY(look_before_trap, "the kernel asked for it in line {1}: look at what led there")  \
  /* host code */                                                                                  \
  CUDALAB_REMEDY(round_up_blocks,                                                                  \
                 "the kernel did not run. Is there nothing to do, as with n = 0 or for an empty "  \
                 "part? Then launch nothing. Else the number was rounded down to 0: round it up, " \
                 "(n + threads - 1) / threads; or the number of elements is 0, as n % size is "    \
                 "where it divides, and n / size where n is smaller")                              \
  CUDALAB_REMEDY(keep_launch_bounds,                                                               \
                 "give __launch_bounds__ the largest block that is ever launched, or launch "      \
                 "smaller ones")                                                                   \
  CUDALAB_REMEDY(smaller_static_arrays,                                                            \
                 "the kernel did not run, and nvcc would not even compile it: make the arrays "    \
                 "smaller. cudaFuncSetAttribute gives more only to an array `extern __shared__ "   \
                 "float all[]`, whose bytes stand in <<<...>>>")                                   \
  CUDALAB_REMEDY(less_shared_memory,                                                               \
                 "the kernel did not run: take less shared memory, or allow the kernel more "      \
                 "before the launch, with cudaFuncSetAttribute: 232,448 bytes at most. Does the "  \
                 "size grow with an array? Then that is too little for large ones: let a block "   \
                 "work through it part by part")                                                   \
  CUDALAB_REMEDY(shared_beyond_device,                                                             \
                 "the kernel did not run, and cudaFuncSetAttribute cannot help: a block has at "   \
                 "most 232,448 bytes. Does the size that is asked for grow with an array? Then "   \
                 "let a block work through it part by part, with room for one part")               \
  CUDALAB_REMEDY(blocks_into_x,                                                                    \
                 "the kernel did not run: let x count the blocks of which there may be many. A "   \
                 "grid has up to 2,147,483,647 blocks in x, and at most 65,535 in y and in z")     \
  CUDALAB_REMEDY(no_negative_blocks,                                                               \
                 "the kernel did not run: so large a number of blocks is a negative one, as -1 "   \
                 "gives 4,294,967,295. For which sizes is it less than 0? Then there is nothing "  \
                 "to do, and no launch is needed; or the sum that gives it is too large for an "   \
                 "int")                                                                            \
  CUDALAB_REMEDY(one_block_too_many,                                                               \
                 "the kernel did not run: there is just one block more than a grid may have in y " \
                 "and in z. Is the size more than 65,535 blocks reach? Then let x count them, "    \
                 "where a grid has up to 2,147,483,647. Else the number is rounded up once too "   \
                 "often: n / block + 1 is one too many where n is a multiple of block; (n + "      \
                 "block - 1) / block is right for all")                                            \
  CUDALAB_REMEDY(check_launch_sizes,                                                               \
                 "the kernel did not run: check the two sizes in <<<...>>>, and call "             \
                 "cudaGetLastError() after each launch")                                           \
  CUDALAB_REMEDY(smaller_blocks,                                                                   \
                 "the kernel did not run: a block has at most 1,024 threads. Let it have "         \
                 "fewer, and launch as many blocks as what is to be done then needs: (n + "        \
                 "block - 1) / block")                                                             \
  CUDALAB_REMEDY(exchange_launch_sizes,                                                            \
                 "the kernel did not run: a block has at most 1,024 threads, and here the "        \
                 "two sizes are exchanged. In <<<...>>> the number of blocks comes first, "        \
                 "then the threads of a block")                                                    \
  CUDALAB_REMEDY(smaller_blocks_or_exchange,                                                       \
                 "the kernel did not run: a block has at most 1,024 threads. In <<<...>>> "        \
                 "the number of blocks comes first, then the threads of a block: is it so "        \
                 "there? If it is, take smaller blocks, and more of them")                         \
  CUDALAB_REMEDY(free_once,                                                                        \
                 "free each allocation once, and set the pointer to nullptr after it (cudaFree "   \
                 "takes nullptr and does nothing)")                                                \
  CUDALAB_REMEDY(free_of_its_kind,                                                                 \
                 "cudaFreeHost frees what cudaMallocHost and cudaHostAlloc gave, cudaFree what "   \
                 "cudaMalloc and cudaMallocManaged gave")                                          \
  CUDALAB_REMEDY(free_what_malloc_gave,                                                            \
                 "cudaFree takes what cudaMalloc gave, unchanged: no pointer into the middle, "    \
                 "no host pointer (cudaFreeHost frees what cudaMallocHost gave), no pointer "      \
                 "that was never set")                                                             \
  CUDALAB_REMEDY(free_in_kernel,                                                                   \
                 "free and delete in a kernel take what malloc and new in a kernel gave, and "     \
                 "cudaFree in a kernel what cudaMalloc in a kernel gave, once each and by one "    \
                 "thread; memory from the host's cudaMalloc is freed by the host")                 \
  CUDALAB_REMEDY(                                                                                  \
      free_in_later_kernel,                                                                        \
      "call {name} for each in a kernel, when nobody needs it any more: in one that is "           \
      "launched into cudaStreamTailLaunch, for instance")                                          \
  CUDALAB_REMEDY(give_global_memory,                                                               \
                 "the kernel did not run: give it the value itself, or a pointer to global "       \
                 "memory (from cudaMalloc, or a __device__ variable)")                             \
  CUDALAB_REMEDY(stream_of_kernel,                                                                 \
                 "the kernel did not run: launch into a stream that this block has made and not "  \
                 "yet destroyed, or name none")                                                    \
  CUDALAB_REMEDY(delete_on_every_way,                                                              \
                 "delete[] what new[] made, delete what new made, and free() what malloc() "       \
                 "gave, on every way out; a std::vector does it by itself")                        \
  CUDALAB_REMEDY(free_on_every_way, "call {name} for each before the program ends, on every way "  \
                                    "out, also where CUDA_CHECK throws")                           \
  CUDALAB_REMEDY(                                                                                  \
      free_before_return,                                                                          \
      "call {name} for each before the function returns, on every way out: an early return is "    \
      "one, and an exception of any type is another")                                              \
  CUDALAB_REMEDY(free_when_failing,                                                                \
                 "call {name} for each also where a launch or a call fails: CUDA_CHECK throws "    \
                 "there, and what stands behind it is not reached; the destructor of a local "     \
                 "object is")                                                                      \
  CUDALAB_REMEDY(free_when_thrown,                                                                 \
                 "free each also where an exception of any type leaves the function: a catch "     \
                 "frees for the type that it names, catch (...) for all, and the destructor of a " \
                 "local object always")                                                            \
  CUDALAB_REMEDY(kept_in_variable,                                                                 \
                 ". {name} keeps it, and lives until the program ends: let a local variable have " \
                 "it")                                                                             \
  CUDALAB_REMEDY(check_launch,                                                                     \
                 "put CUDA_CHECK(cudaGetLastError()); after each launch: it throws when the "      \
                 "launch was refused, and the caller knows that nothing was computed")             \
  CUDALAB_REMEDY(throw_first_answer,                                                               \
                 "throw what the first call of cudaGetLastError() after the launch returns: put "  \
                 "CUDA_CHECK(...) around that call. The next call says cudaSuccess again. "        \
                 "cudaPeekAtLastError() looks, and leaves the error where it is")                  \
  CUDALAB_REMEDY(pass_exception_on,                                                                \
                 "let the lab::cuda_error that CUDA_CHECK throws leave the function. In a "        \
                 "`catch`, `throw;` passes on what was caught; `throw error;` throws a copy of "   \
                 "the class that the `catch` names")                                               \
  CUDALAB_REMEDY(check_each_call,                                                                  \
                 "put CUDA_CHECK(...) around each call of CUDA: it throws when the call failed, "  \
                 "and the caller knows that the result is not there")                              \
  CUDALAB_REMEDY(check_before_destructor,                                                          \
                 "a destructor cannot tell its caller: it must not throw, and "                    \
                 "CUDA_CHECK_NOEXCEPT only prints. Make this call in the function itself, after "  \
                 "its work, with CUDA_CHECK(...) around it, and let the destructor make it only "  \
                 "where something else has thrown before")                                         \
  CUDALAB_REMEDY(check_launch_before_destructor,                                                   \
                 "a destructor cannot tell its caller: it must not throw, and "                    \
                 "CUDA_CHECK_NOEXCEPT only prints. Put CUDA_CHECK(cudaGetLastError()); into the "  \
                 "function itself, right after the launch")                                        \
  CUDALAB_REMEDY(look_at_results,                                                                  \
                 "look at the result of every call: `if (call != cudaSuccess)`, or a macro "       \
                 "around it that prints cudaGetErrorString and ends the program")                  \
  /* double precision */                                                                           \
  CUDALAB_REMEDY(float_literal,                                                                    \
                 "write {name}f; or, if double precision is meant, make it visible: convert "      \
                 "the float with static_cast<double>")                                             \
  CUDALAB_REMEDY(float_function, "call {name}f, and give it floats")                               \
  CUDALAB_REMEDY(multiply, "; or, for a small whole power, multiply: x * x * x")                   \
  /* what compute-sanitizer sees on a GPU, which knows less */                                     \
  CUDALAB_REMEDY(compare_index_in_last_block,                                                      \
                 "compare the index with the size before the access: threads of a last, "          \
                 "partial block must not touch memory")                                            \
  CUDALAB_REMEDY(compare_with_local_array,                                                         \
                 "compare the index with the size of the array that the kernel declares for "      \
                 "each thread")                                                                    \
  CUDALAB_REMEDY(compare_with_shared_array,                                                        \
                 "check how the index is computed, and compare it with the size of the "           \
                 "__shared__ array; the size of an extern array is the launch's third "            \
                 "argument, in bytes")                                                             \
  CUDALAB_REMEDY(follow_null_pointer,                                                              \
                 "look at where the kernel's arguments come from, and whether cudaMalloc was "     \
                 "called and succeeded")                                                           \
  CUDALAB_REMEDY(multiple_of_16,                                                                   \
                 "a float4 or int4 must start at a multiple of 16 bytes: check the index and "     \
                 "the pointer that it is counted from")                                            \
  CUDALAB_REMEDY(set_or_in_range,                                                                  \
                 "is it an output that is added to without having been set, or an index beyond "   \
                 "what was filled?")                                                               \
  CUDALAB_REMEDY(barrier_out_of_if,                                                                \
                 "move __syncthreads() out of the if: every thread of the block must reach the "   \
                 "same one")                                                                       \
  CUDALAB_REMEDY(call_with_all_lanes,                                                              \
                 "call it where all lanes of the mask come by, with a mask that names the "        \
                 "calling lane too")                                                               \
  CUDALAB_REMEDY(own_element_or_barrier,                                                           \
                 "threads meet in one element at line {1}: give each its own, or use an atomic "   \
                 "operation; between rounds of a loop, put {name}")                                \
  CUDALAB_REMEDY(barrier_there_and_back,                                                           \
                 "put {name} between lines {1} and {2}; in a loop, the way from {2} back to "      \
                 "{1} needs one as well")                                                          \
  CUDALAB_REMEDY(look_at_launch_sizes,                                                             \
                 "look at the launch's grid and block sizes and its shared memory; a block has "   \
                 "at most 1024 threads")                                                           \
  CUDALAB_REMEDY(look_at_line, "look at this line's pointers, indices and masks")
