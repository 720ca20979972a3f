// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "emulator/runtime/queue/operation_order.h"

using cudalab::emulator::operation_number;
using cudalab::emulator::operation_order;

TEST_CASE("operations of one timeline are in order, those of two are not") {
  operation_order order;
  const unsigned a = order.open_timeline(), b = order.open_timeline();
  const operation_number a1 = order.add(a, {}), a2 = order.add(a, {a1}), b1 = order.add(b, {});
  CHECK(order.before(a1, a2));
  CHECK(!order.before(a2, a1));
  CHECK(!order.before(a1, b1));
  CHECK(!order.before(b1, a2));
  CHECK(!order.before(a1, a1));
}

TEST_CASE("waiting for an operation is waiting for all before it") {
  operation_order order;
  const unsigned a = order.open_timeline(), b = order.open_timeline(), c = order.open_timeline();
  const operation_number a1 = order.add(a, {}), a2 = order.add(a, {a1});
  const operation_number b1 = order.add(b, {a1}), b2 = order.add(b, {b1});
  const operation_number c1 = order.add(c, {b2});
  CHECK(order.before(a1, c1));
  CHECK(order.before(b1, c1));
  CHECK(!order.before(a2, c1));
  CHECK(!order.before(a2, b2));
}

TEST_CASE("what comes after the host's waiting comes after what it waited for") {
  operation_order order;
  const unsigned a = order.open_timeline(), b = order.open_timeline();
  const operation_number a1 = order.add(a, {}), a2 = order.add(a, {a1});
  const operation_number early = order.add(b, {});
  CHECK(!order.host_knows(a1));
  order.host_waited_for(a1);
  CHECK(order.host_knows(a1));
  CHECK(!order.host_knows(a2));
  const operation_number late = order.add(b, {early});
  CHECK(order.before(a1, late));
  CHECK(!order.before(a2, late));
  CHECK(!order.before(a1, early)); // it was submitted before the host knew
  order.host_waited_for_all();
  CHECK(order.host_knows(late));
}

TEST_CASE("what nothing can be concurrent with any more is forgotten, and nothing else") {
  operation_order order;
  const unsigned a = order.open_timeline(), b = order.open_timeline();
  const operation_number a1 = order.add(a, {}), b1 = order.add(b, {});
  order.finished(a1);
  CHECK(order.first_remembered() == a1);
  order.host_waited_for(a1);
  CHECK(order.first_remembered() == a1); // b1, which is concurrent, has not ended
  CHECK(!order.before(a1, b1));
  order.finished(b1);
  CHECK(order.first_remembered() == b1);
  order.host_waited_for_all();
  CHECK(order.first_remembered() == b1 + 1);
  const operation_number next = order.add(a, {a1});
  CHECK(order.before(b1, next));
  CHECK(order.host_knows(b1));
  CHECK(!order.host_knows(next));
}

TEST_CASE("a closed timeline serves again when the host knows all of it") {
  operation_order order;
  const unsigned a = order.open_timeline();
  const operation_number a1 = order.add(a, {});
  order.close_timeline(a);
  const unsigned b = order.open_timeline();
  CHECK(b != a);
  const operation_number b1 = order.add(b, {});
  CHECK(!order.before(a1, b1));
  order.finished(a1);
  order.host_waited_for(a1);
  CHECK(order.open_timeline() == a);
}
