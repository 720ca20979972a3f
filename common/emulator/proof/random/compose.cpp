// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "compose.h"

#include <algorithm>
#include <stdexcept>

#include "constructs.h"

namespace cudalab::proof {

const std::vector<construct>& all_constructs() {
  static const std::vector<construct> all = [] {
    std::vector<construct> made;
    for (auto family : {scalar_constructs, structure_constructs, member_constructs,
                        class_constructs, library_constructs, parallel_constructs})
      for (construct& each : family())
        made.push_back(std::move(each));
    return made;
  }();
  return all;
}

namespace {

void append(text& to, const text& more, const std::string& indent = "  ") {
  for (const text_line& each : more)
    to.push_back({indent + each.text, each.of});
}

class composer {
public:
  composer(kernel_writer& k, const construct_choice& of) : k_(k) {
    for (const construct& each : all_constructs())
      if (of.has(each.name) && (!k.comparable() || each.not_comparable.empty()))
        use_.push_back(each);
    if (use_.empty())
      throw std::runtime_error("no such construct");
  }

  statement several(int count, int depth) {
    statement all;
    std::vector<plan> touches;
    for (int i = 0; i < count; ++i) {
      const statement one = any(depth);
      append(all.lines, one.lines, "");
      touches.push_back(one.touches);
    }
    all.touches = then(std::move(touches));
    return all;
  }

private:
  /// A block of its own: what it declares is seen by nobody else.
  statement simple() {
    const construct& chosen = k_.one_of(use_);
    auto outer = k_.begin_construct(chosen.name);
    k_.begin_statement();
    const auto own = k_.use();
    const statement inner = chosen.write(k_);
    k_.end_construct(outer);
    statement made;
    made.lines.push_back({"{", nullptr});
    append(made.lines, inner.lines);
    made.lines.push_back({k_.comparable() ? "} fence();" : "}", nullptr});
    made.touches = [touches = inner.touches, own](const position& at) {
      expected all(expected::order::sequence, {touches(at)});
      all.belongs_to(own);
      return all;
    };
    return made;
  }

  statement any(int depth) {
    if (depth <= 0 || k_.one_in(2))
      return simple();
    switch (k_.below(7)) {
    case 0:
      return branch(depth);
    case 1:
      return loop(depth);
    case 2:
      return do_loop(depth);
    case 3:
      return switched(depth);
    case 4:
      return in_function(depth);
    case 5:
      return in_lambda(depth);
    default:
      return some_threads(depth);
    }
  }

  statement wrapped(const std::string& first, const statement& body, const std::string& last,
                    plan touches) {
    statement made;
    made.lines.push_back({first, nullptr});
    append(made.lines, body.lines);
    made.lines.push_back({last, nullptr});
    made.touches = std::move(touches);
    return made;
  }

  statement branch(int depth) {
    int chosen = 0;
    const number condition = k_.thread_is(chosen);
    const statement yes = several(1 + k_.below(2), depth - 1), no = several(1, depth - 1);
    statement made =
        wrapped("if (" + condition.text + ") {", yes, "} else {",
                only_if([condition](const position& at) { return condition.value(at) != 0; },
                        yes.touches, no.touches));
    append(made.lines, no.lines);
    made.lines.push_back({"}", nullptr});
    return made;
  }

  statement some_threads(int depth) {
    const int limit = 1 + k_.below(k_.threads());
    const statement body = several(1 + k_.below(2), depth - 1);
    return wrapped(
        "if (t < " + std::to_string(limit) + ") {", body, "}",
        only_if([limit](const position& at) { return at.thread < limit; }, body.touches));
  }

  static plan repeated(std::function<long(const position&)> times, plan body) {
    return [times = std::move(times), body = std::move(body)](const position& at) {
      std::vector<expected> all;
      const long count = times(at);
      for (long i = 0; i < count; ++i) {
        position inside = at;
        inside.loops.push_back(i);
        all.push_back(body(inside));
      }
      return expected(expected::order::sequence, std::move(all));
    };
  }

  statement loop(int depth) {
    // Comparable: in a loop the emulated device takes the n-th round of each thread for one
    // instruction of a warp, where some have less rounds before.
    const bool own_rounds = !(k_.comparable() && k_.loops() > 0);
    const std::string k = "k" + std::to_string(k_.open_loop());
    const bool by_thread = k_.one_in(2) && own_rounds;
    const int most = 2 + k_.below(2);
    const statement body = several(1, depth - 1);
    k_.close_loop();
    const std::string limit = by_thread ? "t % " + std::to_string(most + 1) : std::to_string(most);
    return wrapped(
        "for (int " + k + " = 0; " + k + " < " + limit + "; ++" + k + ") {", body, "}",
        repeated([=](const position& at) { return by_thread ? at.thread % (most + 1) : most; },
                 body.touches));
  }

  statement do_loop(int depth) {
    const std::string k = "k" + std::to_string(k_.open_loop());
    const int times = 1 + k_.below(3);
    const statement body = several(1, depth - 1);
    k_.close_loop();
    statement made = wrapped("{ int " + k + " = 0; do {", body,
                             "} while (++" + k + " < " + std::to_string(times) + "); }",
                             repeated([times](const position&) { return times; }, body.touches));
    return made;
  }

  statement switched(int depth) {
    const statement zero = several(1, depth - 1), one = several(1, depth - 1);
    statement made;
    made.lines.push_back({"switch (t % 3) {", nullptr});
    made.lines.push_back({"case 0: {", nullptr});
    append(made.lines, zero.lines);
    made.lines.push_back({"} // and on", nullptr});
    made.lines.push_back({"case 1: {", nullptr});
    append(made.lines, one.lines);
    made.lines.push_back({"} break;", nullptr});
    made.lines.push_back({"default: break;", nullptr});
    made.lines.push_back({"}", nullptr});
    made.touches = [zero = zero.touches, one = one.touches](const position& at) -> expected {
      if (at.thread % 3 == 2)
        return {};
      return at.thread % 3 == 1 ? one(at) : then({zero, one})(at);
    };
    return made;
  }

  /// Everything that is in scope, as parameters or as arguments.
  std::string scope(bool parameters) const {
    std::string list = !parameters       ? "t, b, i, f, n"
                       : k_.comparable() ? "int t, int b, int i, mixed& f, mixed& n"
                                         : "int t, int b, int i, float& f, int& n";
    for (int each = 0; each < k_.loops(); ++each)
      list += std::string(parameters ? ", int k" : ", k") + std::to_string(each);
    for (const region& each : k_.regions())
      list += ", " + (parameters ? each.parameter() : each.name);
    return list;
  }

  statement in_function(int depth) {
    const std::string name = k_.unique("part");
    const bool templated = k_.one_in(3);
    const statement body = several(1 + k_.below(2), depth - 1);
    text& before = k_.definitions();
    if (templated)
      before.push_back({"template <int n_unused>", nullptr});
    before.push_back({"__device__ void " + name + "(" + scope(true) + ") {", nullptr});
    append(before, body.lines);
    before.push_back({"}", nullptr});
    statement made;
    made.lines.push_back(
        {name + (templated ? "<" + std::to_string(depth) + ">" : "") + "(" + scope(false) + ");",
         nullptr});
    made.touches = body.touches;
    return made;
  }

  statement in_lambda(int depth) {
    const statement body = several(1 + k_.below(2), depth - 1);
    const bool generic = k_.one_in(2);
    return wrapped(generic ? "[&](auto) {" : "[&] {", body, generic ? "}(0);" : "}();",
                   body.touches);
  }

  kernel_writer& k_;
  std::vector<construct> use_;
};

/// All threads of a block copy from global to shared memory, each every so many-th element. (They
/// are 16 bytes wide: what the emulated device copies at once.) Then they wait.
statement copied_by_block(kernel_writer& k) {
  const auto outer = k.begin_construct("copy by a block");
  const auto own = k.use();
  const region &to = k.shared_array("float4"), &from = k.given_array("float4");
  const long count = std::min(to.elements, from.elements) - k.below(4);
  const statement made =
      k.lines({"cg::memcpy_async(cg::this_thread_block(), " + to.name + ", " + from.name + ", " +
                   std::to_string(count) + " * sizeof(float4));",
               "cg::wait(cg::this_thread_block());"},
              [=, &to, &from](const position& at) {
                std::vector<expected> all;
                for (long e = at.thread; e < count; e += at.threads) {
                  all.emplace_back(touch{false, manner::plain, from.id, e * 16, 16});
                  all.emplace_back(touch{true, manner::plain, to.id, e * 16, 16});
                }
                expected whole(expected::order::sequence, std::move(all));
                whole.belongs_to(own);
                return whole;
              });
  k.end_construct(outer);
  return made;
}

/// Each thread writes its own elements.
statement written_first(kernel_writer& k, const region& in) {
  const auto outer = k.begin_construct("shared memory written first");
  const auto own = k.use();
  const long count = in.per_thread, id = in.id, bytes = in.type->bytes;
  const std::string size = std::to_string(count);
  // Comparable: stores that nobody joins, in place of as many as nvcc makes of memset.
  const long unit = bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1;
  const std::string type = unit == 4 ? "int" : unit == 2 ? "short" : "char";
  const std::string begin = in.name + " + t * " + size;
  const std::string code =
      k.comparable()
          ? "for (int e = 0; e < " + std::to_string(count * bytes / unit) +
                "; ++e) { reinterpret_cast<" + type + "*>(" + begin + ")[e] = 0; fence(); }"
          : "memset(" + begin + ", 0, " + size + " * sizeof(" + in.type->name + "));";
  statement made = k.line(code, [=](const position& at) {
    expected all(
        touch{true, manner::plain, static_cast<int>(id), at.thread * count * bytes, count * bytes});
    all.belongs_to(own);
    return all;
  });
  k.end_construct(outer);
  return made;
}

} // namespace

kernel_body compose(kernel_writer& k, planted_fault fault, const construct_choice& of) {
  composer writer(k, of);
  kernel_body body;
  const int phases = fault.what == planted_fault::kind::missing_barrier ? 2 : 1 + k.below(3);
  for (int phase = 0; phase < phases; ++phase) {
    if (phase > 0 && body.barrier_before[0] && of.only.empty() && !k.comparable() && k.one_in(4)) {
      body.phases.push_back(copied_by_block(k));
      body.phases.push_back({{}, nothing}); // cg::wait() is a barrier, too
      body.barrier_before.insert(body.barrier_before.end(), {true, true});
      body.waits.insert(body.phases.size() - 1);
      k.next_phase();
    }
    body.phases.push_back(writer.several(2 + k.below(4), of.depth));
    body.barrier_before.push_back(fault.what != planted_fault::kind::missing_barrier);
    k.next_phase();
  }
  statement first;
  std::vector<plan> touches;
  for (const region& each : k.regions())
    if (each.shared()) {
      const statement one = written_first(k, each);
      append(first.lines, one.lines, "");
      touches.push_back(one.touches);
    }
  append(first.lines, body.phases[0].lines, "");
  touches.push_back(body.phases[0].touches);
  body.phases[0] = {first.lines, then(touches)};
  return body;
}

} // namespace cudalab::proof
