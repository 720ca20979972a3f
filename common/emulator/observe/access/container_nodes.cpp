// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What the C++ library does to the nodes of lists and trees, in whose memory a submission may have
// written anything. emucc gives these functions the names below: each store is seen before it
// happens.
#include <cstdint>
#include <list>
#include <map>
#include <utility>

#include "emulator/observe/access/hot_path.h"

#define CALLER __builtin_return_address(0)

namespace {

using namespace cudalab::emulator;
using node = std::_Rb_tree_node_base;
using list_node = std::__detail::_List_node_base;

/// Stores for the code at `pc`.
struct storing {
  const void* pc;
  template <class T>
  void operator()(T& place, std::type_identity_t<T> value) const {
    touched(&place, sizeof place, access_kind::write, 1, pc);
    place = value;
  }
};

void hook(list_node* self, list_node* position, const storing& set) {
  set(self->_M_next, position);
  set(self->_M_prev, position->_M_prev);
  set(position->_M_prev->_M_next, self);
  set(position->_M_prev, self);
}

void transfer(list_node* self, list_node* first, list_node* last, const storing& set) {
  if (self == last)
    return;
  set(last->_M_prev->_M_next, self);
  set(first->_M_prev->_M_next, last);
  set(self->_M_prev->_M_next, first);
  list_node* const before = self->_M_prev;
  set(self->_M_prev, last->_M_prev);
  set(last->_M_prev, first->_M_prev);
  set(first->_M_prev, before);
}

/// Puts `by` in the place of `old` below its parent. The root's parent is the header.
void replace_child(node& header, node* old, node* by, const storing& set) {
  node* const parent = old->_M_parent;
  if (parent == &header)
    set(header._M_parent, by);
  else if (parent->_M_left == old)
    set(parent->_M_left, by);
  else
    set(parent->_M_right, by);
}

using side = node* node::*;
constexpr side left = &node::_M_left, right = &node::_M_right;

/// The child on the other side comes up.
void rotate(node* down, node& header, side to, const storing& set) {
  const side from = to == left ? right : left;
  node* const up = down->*from;
  set(down->*from, up->*to);
  if (up->*to != nullptr)
    set((up->*to)->_M_parent, down);
  set(up->_M_parent, down->_M_parent);
  replace_child(header, down, up, set);
  set(up->*to, down);
  set(down->_M_parent, up);
}

bool is_red(const node* one) {
  return one != nullptr && one->_M_color == std::_S_red;
}

void insert(bool as_left, node* made, node* parent, node& header, const storing& set) {
  set(made->_M_parent, parent);
  set(made->_M_left, nullptr);
  set(made->_M_right, nullptr);
  set(made->_M_color, std::_S_red);
  if (as_left) {
    set(parent->_M_left, made); // of an empty tree: the header's, the first
    if (parent == &header) {
      set(header._M_parent, made);
      set(header._M_right, made);
    } else if (parent == header._M_left) {
      set(header._M_left, made);
    }
  } else {
    set(parent->_M_right, made);
    if (parent == header._M_right)
      set(header._M_right, made);
  }
  while (made != header._M_parent && is_red(made->_M_parent)) {
    node* const grand = made->_M_parent->_M_parent;
    const side here = made->_M_parent == grand->_M_left ? left : right;
    const side there = here == left ? right : left;
    if (is_red(grand->*there)) {
      set(made->_M_parent->_M_color, std::_S_black);
      set((grand->*there)->_M_color, std::_S_black);
      set(grand->_M_color, std::_S_red);
      made = grand;
      continue;
    }
    if (made == made->_M_parent->*there) {
      made = made->_M_parent;
      rotate(made, header, here, set);
    }
    set(made->_M_parent->_M_color, std::_S_black);
    set(grand->_M_color, std::_S_red);
    rotate(grand, header, there, set);
  }
  set(header._M_parent->_M_color, std::_S_black);
}

/// The tree has lost a black node above `low`, which may be null.
void repair(node* low, node* parent, node& header, const storing& set) {
  while (low != header._M_parent && !is_red(low)) {
    const side here = low == parent->_M_left ? left : right;
    const side there = here == left ? right : left;
    node* other = parent->*there;
    if (is_red(other)) {
      set(other->_M_color, std::_S_black);
      set(parent->_M_color, std::_S_red);
      rotate(parent, header, here, set);
      other = parent->*there;
    }
    if (!is_red(other->_M_left) && !is_red(other->_M_right)) {
      set(other->_M_color, std::_S_red);
      low = parent;
      parent = parent->_M_parent;
      continue;
    }
    if (!is_red(other->*there)) {
      set((other->*here)->_M_color, std::_S_black);
      set(other->_M_color, std::_S_red);
      rotate(other, header, there, set);
      other = parent->*there;
    }
    set(other->_M_color, parent->_M_color);
    set(parent->_M_color, std::_S_black);
    if (other->*there != nullptr)
      set((other->*there)->_M_color, std::_S_black);
    rotate(parent, header, here, set);
    break;
  }
  if (low != nullptr)
    set(low->_M_color, std::_S_black);
}

node* end_of(node* one, side which) {
  while (one->*which != nullptr)
    one = one->*which;
  return one;
}

node* erase(node* gone, node& header, const storing& set) {
  const bool both = gone->_M_left != nullptr && gone->_M_right != nullptr;
  node* const next = both ? end_of(gone->_M_right, left) : gone; // takes its place
  node* const low = next->_M_left != nullptr ? next->_M_left : next->_M_right;
  node* parent = next->_M_parent; // of low, afterwards
  if (both) {
    set(gone->_M_left->_M_parent, next);
    set(next->_M_left, gone->_M_left);
    if (next != gone->_M_right) {
      if (low != nullptr)
        set(low->_M_parent, parent);
      set(parent->_M_left, low);
      set(next->_M_right, gone->_M_right);
      set(gone->_M_right->_M_parent, next);
    } else {
      parent = next;
    }
    replace_child(header, gone, next, set);
    set(next->_M_parent, gone->_M_parent);
    const std::_Rb_tree_color color = next->_M_color;
    set(next->_M_color, gone->_M_color);
    set(gone->_M_color, color);
  } else {
    if (low != nullptr)
      set(low->_M_parent, parent);
    replace_child(header, gone, low, set);
    if (header._M_left == gone)
      set(header._M_left, gone->_M_right == nullptr ? parent : end_of(low, left));
    if (header._M_right == gone)
      set(header._M_right, gone->_M_left == nullptr ? parent : end_of(low, right));
  }
  if (gone->_M_color != std::_S_red)
    repair(low, parent, header, set);
  return gone;
}

} // namespace

extern "C" {

void cudalab_list_hook(list_node* self, list_node* position) {
  hook(self, position, {CALLER});
}
void cudalab_list_unhook(list_node* self) {
  const storing set = {CALLER};
  list_node *const next = self->_M_next, *const before = self->_M_prev;
  set(before->_M_next, next);
  set(next->_M_prev, before);
}
void cudalab_list_transfer(list_node* self, list_node* first, list_node* last) {
  transfer(self, first, last, {CALLER});
}
void cudalab_list_reverse(list_node* self) {
  const storing set = {CALLER};
  list_node* each = self;
  do {
    list_node* const next = each->_M_next;
    set(each->_M_next, each->_M_prev);
    set(each->_M_prev, next);
    each = next;
  } while (each != self);
}
void cudalab_list_swap(list_node& one, list_node& other) {
  const storing set = {CALLER};
  list_node head;
  const auto move = [&](list_node& from, list_node& to) {
    const bool empty = from._M_next == &from;
    list_node *const next = from._M_next, *const before = from._M_prev;
    set(to._M_next, empty ? &to : next);
    set(to._M_prev, empty ? &to : before);
    if (!empty) {
      set(next->_M_prev, &to);
      set(before->_M_next, &to);
    }
  };
  touched(&one, sizeof one, access_kind::write, 1, CALLER);
  head = one;
  const bool was_empty = one._M_next == &one;
  move(other, one);
  set(other._M_next, was_empty ? &other : head._M_next);
  set(other._M_prev, was_empty ? &other : head._M_prev);
  if (!was_empty) {
    set(head._M_next->_M_prev, &other);
    set(head._M_prev->_M_next, &other);
  }
}

void cudalab_tree_insert(bool as_left, node* made, node* parent, node& header) {
  insert(as_left, made, parent, header, {CALLER});
}
node* cudalab_tree_erase(node* gone, node& header) {
  return erase(gone, header, {CALLER});
}

} // extern "C"
