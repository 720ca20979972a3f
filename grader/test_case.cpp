// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/test_case.h"

#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace cudalab::grader {

namespace {

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& content) {
  std::vector<std::byte> result(content.size() * sizeof(T));
  if (!content.empty())
    std::memcpy(result.data(), content.data(), result.size());
  return result;
}

protocol::buffer_argument buffer(const std::string& name, protocol::element_type type,
                                 protocol::direction direction, std::size_t elements) {
  protocol::buffer_argument argument;
  argument.name = name;
  argument.type = type;
  argument.direction = direction;
  argument.elements = elements;
  return argument;
}

} // namespace

test_case::test_case(std::string name, std::string function)
    : name_(std::move(name)), function_(std::move(function)) {
  call_.function = function_;
}

test_case& test_case::called_by(const std::string& scene) {
  call_.function = scene;
  return *this;
}

test_case& test_case::title(const std::string& buffer, const std::string& text) {
  titles_[buffer] = text;
  return *this;
}

std::string test_case::title(const std::string& buffer) const {
  const auto found = titles_.find(buffer);
  return found == titles_.end() ? "" : found->second;
}

template <class T>
test_case& test_case::filled(const std::string& name, protocol::direction direction,
                             const std::vector<T>& content) {
  constexpr auto type =
      std::is_same_v<T, float> ? protocol::element_type::float32 : protocol::element_type::int32;
  contents_[call_.arguments.size()] = bytes_of(content);
  call_.arguments.emplace_back(buffer(name, type, direction, content.size()));
  return *this;
}

test_case& test_case::input(const std::string& name, std::vector<float> content) {
  return filled(name, protocol::direction::input, content);
}

test_case& test_case::input(const std::string& name, std::vector<int> content) {
  return filled(name, protocol::direction::input, content);
}

test_case& test_case::inout(const std::string& name, std::vector<float> content) {
  return filled(name, protocol::direction::inout, content);
}

test_case& test_case::inout(const std::string& name, std::vector<int> content) {
  return filled(name, protocol::direction::inout, content);
}

test_case& test_case::output(const std::string& name, protocol::element_type type,
                             std::size_t elements) {
  call_.arguments.emplace_back(buffer(name, type, protocol::direction::output, elements));
  return *this;
}

test_case& test_case::value(const std::string& name, int value) {
  call_.arguments.emplace_back(
      protocol::scalar_argument{name, protocol::element_type::int32, static_cast<double>(value)});
  return *this;
}

test_case& test_case::value(const std::string& name, float value) {
  call_.arguments.emplace_back(
      protocol::scalar_argument{name, protocol::element_type::float32, static_cast<double>(value)});
  return *this;
}

test_case& test_case::value(const std::string& name, const std::array<unsigned, 3>& xyz) {
  call_.arguments.emplace_back(protocol::vector_argument{
      name, protocol::element_type::uint32, std::vector<double>(xyz.begin(), xyz.end())});
  return *this;
}

test_case& test_case::value(const std::string& name, const std::array<float, 3>& xyz) {
  call_.arguments.emplace_back(protocol::vector_argument{
      name, protocol::element_type::float32, std::vector<double>(xyz.begin(), xyz.end())});
  return *this;
}

test_case& test_case::result(protocol::element_type type, std::size_t numbers) {
  return output(protocol::result_name, type, numbers).on_host();
}

test_case& test_case::measured() {
  measured_ = true;
  return *this;
}

test_case& test_case::provokes(findings::finding_kind kind) {
  provoked_.insert(kind);
  return *this;
}

test_case& test_case::rehearsed() {
  call_.rehearsed = true;
  return *this;
}

test_case& test_case::refused() {
  call_.refused = true;
  return *this;
}

test_case& test_case::refused_and_freed() {
  call_.frees_when_refused = true;
  return refused();
}

test_case& test_case::calls_fail() {
  call_.calls_fail = true;
  return *this;
}

test_case& test_case::only_written() {
  std::get<protocol::buffer_argument>(call_.arguments.back()).only_written = true;
  return *this;
}

test_case& test_case::stored_by(protocol::element_maker who) {
  std::get<protocol::buffer_argument>(call_.arguments.back()).stored_by = who;
  return *this;
}

test_case& test_case::repeated_to(std::size_t elements) {
  // Each time is a mapping, and so for what is known of each byte; a process has 65,530 of them.
  constexpr std::size_t most_times = 8192;
  auto& buffer = std::get<protocol::buffer_argument>(call_.arguments.back());
  if (elements / most_times > buffer.elements)
    throw std::logic_error(name_ + ": " + buffer.name + " would be repeated too often");
  // There would be no such memory, and nothing would be judged.
  constexpr std::size_t page = 4096;
  if (elements * size_of(buffer.type) % page != 0)
    throw std::logic_error(name_ + ": " + buffer.name + " would not be whole pages");
  buffer.repeated_to = elements;
  return *this;
}

test_case& test_case::sampled(std::size_t blocks) {
  call_.sampled_blocks = blocks;
  return *this;
}

test_case& test_case::launch_fails() {
  must_throw_ = true;
  return provokes(findings::finding_kind::invalid_launch);
}

test_case& test_case::launches() {
  must_launch_ = true;
  return *this;
}

test_case& test_case::launches(const std::array<unsigned, 3>& grid,
                               const std::array<unsigned, 3>& block) {
  asked_launch_ = protocol::launch_sizes{grid, block};
  return launches();
}

test_case& test_case::launches_as_many(unsigned blocks, unsigned threads) {
  asks_for_shape_ = false;
  return launches({blocks, 1, 1}, {threads, 1, 1});
}

test_case& test_case::launches_blocks(const std::array<unsigned, 3>& block) {
  asked_block_ = block;
  return launches();
}

test_case& test_case::on_gpu() {
  on_gpu_ = true;
  expected_.clear();
  return *this;
}

test_case& test_case::threads_not_just_below(std::size_t threads) {
  threads_may_go_on_ = true;
  return threads_at_least(threads);
}

test_case& test_case::threads_at_least(std::size_t threads) {
  least_threads_ = threads;
  return *this;
}

test_case& test_case::threads_at_most(std::size_t threads) {
  most_threads_ = threads;
  return *this;
}

test_case& test_case::gpu_only() {
  gpu_only_ = true;
  return *this;
}

test_case& test_case::on_host() {
  if (call_.arguments.empty() ||
      !std::holds_alternative<protocol::buffer_argument>(call_.arguments.back()))
    throw std::logic_error("case " + name_ + ": on_host() follows a buffer");
  std::get<protocol::buffer_argument>(call_.arguments.back()).space = protocol::memory_space::host;
  return *this;
}

test_case& test_case::expect(const std::string& name, std::function<expectation()> make) {
  expectations_[name] = std::move(make);
  expected_.erase(name);
  return *this;
}

test_case& test_case::known_mistake(const std::string& name, misconception mistake) {
  mistakes_[name].push_back(std::move(mistake));
  return *this;
}

input_probe& input_probe::input(const std::string& name, const std::vector<float>& content) {
  contents[name] = bytes_of(content);
  return *this;
}

input_probe& input_probe::input(const std::string& name, const std::vector<int>& content) {
  contents[name] = bytes_of(content);
  return *this;
}

test_case& test_case::ask(std::function<std::vector<input_probe>()> make) {
  probes_ = std::move(make);
  return *this;
}

test_case test_case::called_once() const {
  test_case other = *this;
  other.call_.rehearsed = other.call_.refused = other.call_.calls_fail = false;
  return other;
}

test_case test_case::with_inputs_of(const input_probe& what) const {
  test_case other(name_, function_);
  other.call_ = called_once().call_;
  other.on_gpu_ = on_gpu_;
  other.contents_ = contents_;
  for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
    const auto* buffer = std::get_if<protocol::buffer_argument>(&call_.arguments[i]);
    if (buffer == nullptr)
      continue;
    if (const auto own = what.contents.find(buffer->name); own != what.contents.end())
      other.contents_[i] = own->second;
  }
  return other;
}

test_case& test_case::keep_what_mistakes_make() {
  for (auto& [output, all] : mistakes_)
    for (misconception& each : all)
      if (each.want)
        each.want = [want = std::move(each.want),
                     kept = std::optional<std::vector<double>>()]() mutable {
          if (!kept)
            kept = want();
          return *kept;
        };
  return *this;
}

std::optional<double> test_case::number(const std::string& name) const {
  for (const protocol::argument& each : call_.arguments)
    if (const auto* scalar = std::get_if<protocol::scalar_argument>(&each);
        scalar != nullptr && scalar->name == name)
      return scalar->value;
  return std::nullopt;
}

const std::vector<std::byte>& test_case::content(std::size_t argument) const {
  const auto found = contents_.find(argument);
  if (found == contents_.end())
    throw std::logic_error("case " + name_ + ": argument " + std::to_string(argument) +
                           " has no content");
  return found->second;
}

std::vector<float> test_case::floats(std::size_t argument) const {
  const std::vector<std::byte>& bytes = content(argument);
  std::vector<float> values(bytes.size() / sizeof(float));
  if (!values.empty())
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

const expectation& test_case::expected(const std::string& output) const {
  const auto known = expected_.find(output);
  if (known != expected_.end())
    return known->second;
  const auto maker = expectations_.find(output);
  if (maker == expectations_.end())
    throw std::logic_error("case " + name_ + ": nothing says what " + output + " must hold");
  expectation made = maker->second();
  if (on_gpu_ && made.gpu_rtol != 0)
    made.rtol = made.gpu_rtol;
  return expected_[output] = std::move(made);
}

const std::vector<misconception>& test_case::known_mistakes(const std::string& output) const {
  static const std::vector<misconception> none;
  const auto found = mistakes_.find(output);
  return found == mistakes_.end() ? none : found->second;
}

} // namespace cudalab::grader
