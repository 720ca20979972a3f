// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What nodes of graphs were given, what is made of it, and how a graph looks as a text.
#include <doctest/doctest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "emulator/runtime/memory/device_memory.h"
#include "gate.h"

using namespace cudalab::emulator;
using kernel_test::device_array;
using kernel_test::scoped_graph;
using kernel_test::scoped_stream;
using cells_of = std::vector<int>;

// Not in a namespace, so that their addresses have names.
void graph_test_add(int* to, char unused, long value) {
  (void)unused;
  *to += static_cast<int>(value);
}
void graph_test_multiply(int* to, char, long value) {
  *to *= static_cast<int>(value);
}
int graph_test_variable[4] = {1, 2, 3, 4};

namespace {

cudaGraphNode_t only_node(cudaGraph_t graph) {
  cudaGraphNode_t node = nullptr;
  std::size_t count = 1;
  REQUIRE(cudaGraphGetNodes(graph, &node, &count) == cudaSuccess);
  return node;
}

/// What happens in between is a graph.
class recording {
public:
  recording(const scoped_stream& stream, scoped_graph& made) : stream_(stream), made_(made) {
    REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  }
  ~recording() { CHECK(cudaStreamEndCapture(stream_, &made_.graph) == cudaSuccess); }
  recording(const recording&) = delete;
  recording& operator=(const recording&) = delete;

private:
  const scoped_stream& stream_;
  scoped_graph& made_;
};

void run(scoped_graph& graph) {
  if (graph.exec == nullptr)
    REQUIRE(cudaGraphInstantiate(&graph.exec, graph.graph) == cudaSuccess);
  CHECK(cudaGraphLaunch(graph.exec, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

/// As the translator writes a launch.
void launch_add(cudaStream_t stream, int* to, long value) {
  launch(launch_configuration(1, 1, 0, stream),
         named_kernel("graph_test_add", graph_test_add,
                      [](auto&... all) { graph_test_add(all...); })(to, 'x', value));
}

} // namespace

TEST_CASE("a kernel's node tells its parameters, which are its own, and takes others") {
  device_array<int> cells(2, 1);
  int* to = cells.data();
  char unused = 'x';
  long value = 5;
  void* arguments[] = {&to, &unused, &value};
  cudaKernelNodeParams given{}, told{};
  given.func = (void*)known_kernel(graph_test_add);
  given.gridDim = dim3(2);
  given.blockDim = dim3(3);
  given.sharedMemBytes = 16;
  given.kernelParams = arguments;
  scoped_graph built;
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  cudaGraphNode_t node = nullptr, other = nullptr;
  REQUIRE(cudaGraphAddKernelNode(&node, built.graph, nullptr, 0, &given) == cudaSuccess);
  value = 100; // it was copied
  CHECK(cudaGraphKernelNodeGetParams(node, &told) == cudaSuccess);
  CHECK(told.func == given.func);
  CHECK((told.gridDim.x == 2 && told.blockDim.x == 3 && told.sharedMemBytes == 16));
  CHECK(told.extra == nullptr);
  CHECK(*static_cast<int**>(told.kernelParams[0]) == to);
  CHECK(*static_cast<long*>(told.kernelParams[2]) == 5);

  ++to;
  told.kernelParams[0] = &to;
  told.gridDim = told.blockDim = dim3(1);
  CHECK(cudaGraphKernelNodeSetParams(node, &told) == cudaSuccess);
  run(built);
  CHECK(cells.copy() == cells_of{1, 6});

  CHECK(cudaGraphAddEmptyNode(&other, built.graph, nullptr, 0) == cudaSuccess);
  CHECK(cudaGraphKernelNodeGetParams(other, &told) == cudaErrorInvalidValue);
  CHECK(cudaGraphKernelNodeGetParams(node, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGraphKernelNodeGetParams(nullptr, &told) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("a captured launch tells its kernel and arguments, and takes others, as a whole or one") {
  device_array<int> cells(2, 1);
  const scoped_stream stream;
  scoped_graph made;
  {
    const recording now(stream, made);
    launch_add(stream, cells.data(), 5);
  }
  const cudaGraphNode_t node = only_node(made.graph);
  cudaKernelNodeParams told{};
  REQUIRE(cudaGraphKernelNodeGetParams(node, &told) == cudaSuccess);
  CHECK(told.func == reinterpret_cast<void*>(graph_test_add));
  CHECK(*static_cast<int**>(told.kernelParams[0]) == cells.data());
  REQUIRE(cudaGraphInstantiate(&made.exec, made.graph) == cudaSuccess);
  int* other = cells.data() + 1;
  void* const first = told.kernelParams[0];
  told.kernelParams[0] = &other;
  CHECK(cudaGraphExecKernelNodeSetParams(made.exec, node, &told) == cudaSuccess);
  told.kernelParams[0] = first;
  run(made);
  CHECK(cells.copy() == cells_of{1, 6});
  CHECK(cudaGraphExecKernelNodeSetParams(made.exec, node, &told) == cudaSuccess);
  run(made);
  CHECK(cells.copy() == cells_of{6, 6});

  // no kernel that the runtime knows: types of its parameters are not known
  cudaKernelNodeParams unknown = told;
  unknown.func = &unknown;
  CHECK(cudaGraphKernelNodeSetParams(node, &unknown) == cudaErrorInvalidDeviceFunction);
  scoped_graph without;
  {
    const recording now(stream, without);
    launch(
        launch_configuration(1, 1, 0, stream), "unknown", [](auto& to) { *to = 0; }, cells.data());
  }
  CHECK(cudaGraphKernelNodeGetParams(only_node(without.graph), &told) ==
        cudaErrorInvalidDeviceFunction);
  cudaGetLastError();
}

TEST_CASE("offsets and sizes of a kernel's parameters are those of a structure of them") {
  const void* const kernel = (const void*)known_kernel(graph_test_multiply);
  std::size_t offset = 0, bytes = 0;
  const std::size_t offsets[] = {0, 8, 16}, sizes[] = {8, 1, 8};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(cudaFuncGetParamInfo(kernel, i, &offset, &bytes) == cudaSuccess);
    CHECK(offset == offsets[i]);
    CHECK(bytes == sizes[i]);
  }
  CHECK(cudaFuncGetParamInfo(kernel, 0, &offset, nullptr) == cudaSuccess);
  CHECK(cudaFuncGetParamInfo(kernel, 3, &offset, &bytes) == cudaErrorInvalidValue);
  CHECK(cudaFuncGetParamInfo(kernel, 0, nullptr, &bytes) == cudaErrorInvalidValue);
  CHECK(cudaFuncGetParamInfo(&offset, 0, &offset, &bytes) == cudaErrorInvalidDeviceFunction);
  cudaGetLastError();
}

TEST_CASE("handles of a kernel are as good as its address") {
  device_array<int> cells(1, 3);
  cudaFunction_t function = nullptr;
  cudaKernel_t handle = nullptr;
  (void)known_kernel(graph_test_multiply);
  CHECK(cudaGetFuncBySymbol(&function, graph_test_multiply) == cudaSuccess);
  CHECK(cudaGetKernel(&handle, graph_test_multiply) == cudaSuccess);
  int* to = cells.data();
  char unused = 0;
  long value = 4;
  void* arguments[] = {&to, &unused, &value};
  CHECK(cudaLaunchKernel((const void*)function, 1, 1, arguments) == cudaSuccess);
  CHECK(cudaLaunchKernel((const void*)handle, 1, 1, arguments) == cudaSuccess);
  CHECK(cells.copy() == cells_of{48});
  const auto bytes = cudaFuncAttributeMaxDynamicSharedMemorySize;
  CHECK(cudaKernelSetAttributeForDevice(handle, bytes, 1024, 0) == cudaSuccess);
  CHECK(cudaKernelSetAttributeForDevice(handle, bytes, -1, 0) == cudaErrorInvalidValue);
  CHECK(cudaKernelSetAttributeForDevice(handle, bytes, 1024, 7) == cudaErrorInvalidDevice);
  CHECK(cudaGetFuncBySymbol(nullptr, graph_test_multiply) == cudaErrorInvalidValue);
  CHECK(cudaGetFuncBySymbol(&function, &value) == cudaErrorInvalidDeviceFunction);
  CHECK(cudaGetKernel(&handle, &value) == cudaErrorInvalidDeviceFunction);

  int clusters = 7;
  cudaLaunchConfig_t configuration{};
  configuration.gridDim = configuration.blockDim = dim3(1);
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, graph_test_multiply, &configuration) ==
        cudaErrorNotSupported);
  CHECK(cudaOccupancyMaxPotentialClusterSize(&clusters, graph_test_multiply, &configuration) ==
        cudaErrorNotSupported);
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, graph_test_multiply, nullptr) ==
        cudaErrorInvalidValue);
  CHECK(cudaOccupancyMaxPotentialClusterSize(nullptr, graph_test_multiply, &configuration) ==
        cudaErrorInvalidValue);
  CHECK(clusters == 7);
  cudaGetLastError();
}

TEST_CASE("copies, fills and host functions tell what they were given, captured ones too") {
  device_array<int> cells(8, 1);
  const scoped_stream stream;
  scoped_graph copied, filled, called;
  int calls = 0;
  {
    const recording now(stream, copied);
    CHECK(cudaMemcpyAsync(cells.data() + 2, cells.data(), 8, cudaMemcpyDeviceToDevice, stream) ==
          cudaSuccess);
  }
  cudaMemcpy3DParms copy{};
  CHECK(cudaGraphMemcpyNodeGetParams(only_node(copied.graph), &copy) == cudaSuccess);
  CHECK((copy.srcPtr.ptr == cells.data() && copy.dstPtr.ptr == cells.data() + 2));
  CHECK((copy.extent.width == 8 && copy.extent.height == 1 && copy.extent.depth == 1));
  CHECK((copy.kind == cudaMemcpyDeviceToDevice && copy.srcArray == nullptr));
  copy.dstPtr.ptr = cells.data() + 4;
  CHECK(cudaGraphMemcpyNodeSetParams(only_node(copied.graph), &copy) == cudaSuccess);
  {
    const recording now(stream, filled);
    CHECK(cudaMemset2DAsync(cells.data(), 16, 0x1ff, 4, 2, stream) == cudaSuccess);
  }
  cudaMemsetParams fill{};
  CHECK(cudaGraphMemsetNodeGetParams(only_node(filled.graph), &fill) == cudaSuccess);
  CHECK((fill.dst == cells.data() && fill.pitch == 16 && fill.value == 0xff));
  CHECK((fill.elementSize == 1 && fill.width == 4 && fill.height == 2));
  {
    const recording now(stream, called);
    CHECK(cudaLaunchHostFunc(
              stream, [](void* data) { ++*static_cast<int*>(data); }, &calls) == cudaSuccess);
  }
  cudaHostNodeParams call{};
  CHECK(cudaGraphHostNodeGetParams(only_node(called.graph), &call) == cudaSuccess);
  CHECK(call.userData == &calls);
  call.fn(call.userData);
  CHECK(calls == 1);
  run(filled);
  run(copied);
  CHECK(cells.copy() == cells_of{-1, 1, 1, 1, -1, 1, 1, 1});

  cudaGraphNode_t node = nullptr;
  fill.elementSize = 4;
  fill.value = 3;
  fill.width = 2;
  fill.height = 1;
  CHECK(cudaGraphAddMemsetNode(&node, filled.graph, nullptr, 0, &fill) == cudaSuccess);
  fill = {};
  CHECK(cudaGraphMemsetNodeGetParams(node, &fill) == cudaSuccess);
  CHECK((fill.elementSize == 4 && fill.value == 3 && fill.width == 2));
  CHECK(cudaGraphMemcpyNodeGetParams(node, &copy) == cudaErrorInvalidValue);
  CHECK(cudaGraphMemsetNodeGetParams(node, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGraphHostNodeGetParams(node, &call) == cudaErrorInvalidValue);
  CHECK(cudaGraphMemsetNodeGetParams(nullptr, &fill) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("nodes copy to variables of the device, and from them") {
  REQUIRE(device_memory::instance().adopt(graph_test_variable, sizeof graph_test_variable,
                                          memory_kind::device_variable, "variable", nullptr));
  device_array<int> cells(4, 7);
  scoped_graph built;
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  cudaGraphNode_t in = nullptr, out = nullptr;
  const int from[2] = {8, 9};
  CHECK(cudaGraphAddMemcpyNodeToSymbol(&in, built.graph, nullptr, 0, graph_test_variable, from, 8,
                                       4, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaGraphAddMemcpyNodeFromSymbol(&out, built.graph, &in, 1, cells.data(),
                                         graph_test_variable, 16, 0,
                                         cudaMemcpyDeviceToDevice) == cudaSuccess);
  run(built);
  CHECK(cells.copy() == cells_of{1, 8, 9, 4});
  const int others[1] = {5};
  CHECK(cudaGraphExecMemcpyNodeSetParamsToSymbol(built.exec, in, graph_test_variable, others, 4, 0,
                                                 cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(built.exec, out, cells.data() + 1,
                                                   graph_test_variable, 4, 0,
                                                   cudaMemcpyDeviceToDevice) == cudaSuccess);
  run(built);
  CHECK(cells.copy() == cells_of{1, 5, 9, 4});
  CHECK(cudaGraphMemcpyNodeSetParamsToSymbol(in, graph_test_variable, others, 4, 12,
                                             cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaGraphMemcpyNodeSetParamsFromSymbol(out, cells.data() + 3, graph_test_variable, 4, 12,
                                               cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaGraphExecDestroy(std::exchange(built.exec, nullptr)) == cudaSuccess);
  run(built);
  CHECK(cells.copy() == cells_of{1, 5, 9, 5});

  CHECK(cudaGraphAddMemcpyNodeToSymbol(&in, built.graph, nullptr, 0, from, from, 8, 0,
                                       cudaMemcpyHostToDevice) == cudaErrorInvalidSymbol);
  CHECK(cudaGraphAddMemcpyNodeToSymbol(&in, built.graph, nullptr, 0, graph_test_variable, from, 8,
                                       12, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaGraphAddMemcpyNodeFromSymbol(&out, built.graph, nullptr, 0, cells.data(),
                                         graph_test_variable, 4, 0, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidMemcpyDirection);
  CHECK(built.nodes() == 2);
  device_memory::instance().free(graph_test_variable, nullptr, memory_kind::device_variable);
  cudaGetLastError();
}

TEST_CASE("attributes of a kernel's node are kept, copied, and captured") {
  device_array<int> cells(1, 0);
  const scoped_stream urgent(cudaStreamDefault, -3);
  scoped_graph made;
  {
    const recording now(urgent, made);
    launch_add(urgent, cells.data(), 1);
  }
  const cudaGraphNode_t node = only_node(made.graph);
  cudaKernelNodeAttrValue value{};
  CHECK(cudaGraphKernelNodeGetAttribute(node, cudaKernelNodeAttributePriority, &value) ==
        cudaSuccess);
  CHECK(value.priority == -3);
  value.priority = -2;
  CHECK(cudaGraphKernelNodeSetAttribute(node, cudaKernelNodeAttributePriority, &value) ==
        cudaSuccess);
  value = {};
  value.accessPolicyWindow.num_bytes = 64;
  CHECK(cudaGraphKernelNodeSetAttribute(node, cudaKernelNodeAttributeAccessPolicyWindow, &value) ==
        cudaSuccess);
  value = {};
  value.cooperative = 1;
  CHECK(cudaGraphKernelNodeSetAttribute(node, cudaKernelNodeAttributeCooperative, &value) ==
        cudaSuccess);
  scoped_graph other;
  {
    const recording now(urgent, other);
    launch_add(urgent, cells.data(), 1);
  }
  const cudaGraphNode_t copy = only_node(other.graph);
  CHECK(cudaGraphKernelNodeCopyAttributes(copy, node) == cudaSuccess);
  value = {};
  CHECK(cudaGraphKernelNodeGetAttribute(copy, cudaKernelNodeAttributePriority, &value) ==
        cudaSuccess);
  CHECK(value.priority == -2);
  CHECK(cudaGraphKernelNodeGetAttribute(copy, cudaKernelNodeAttributeCooperative, &value) ==
        cudaSuccess);
  CHECK(value.cooperative == 1);
  CHECK(cudaGraphKernelNodeGetAttribute(copy, cudaKernelNodeAttributeAccessPolicyWindow, &value) ==
        cudaSuccess);
  CHECK(value.accessPolicyWindow.num_bytes == 64);
  cudaKernelNodeParams given{};
  CHECK(cudaGraphKernelNodeGetParams(copy, &given) == cudaSuccess);
  CHECK(cudaGraphKernelNodeSetParams(copy, &given) == cudaSuccess); // attributes stay
  CHECK(cudaGraphKernelNodeGetAttribute(copy, cudaKernelNodeAttributeCooperative, &value) ==
        cudaSuccess);
  CHECK(value.cooperative == 1);
  run(other);
  CHECK(cells.copy() == cells_of{1});

  const auto unknown = static_cast<cudaLaunchAttributeID>(99);
  cudaGraphNode_t empty = nullptr;
  CHECK(cudaGraphAddEmptyNode(&empty, made.graph, nullptr, 0) == cudaSuccess);
  CHECK(cudaGraphKernelNodeGetAttribute(node, unknown, &value) == cudaErrorInvalidValue);
  CHECK(cudaGraphKernelNodeSetAttribute(node, unknown, &value) == cudaErrorInvalidValue);
  CHECK(cudaGraphKernelNodeSetAttribute(node, cudaKernelNodeAttributePriority, nullptr) ==
        cudaErrorInvalidValue);
  CHECK(cudaGraphKernelNodeSetAttribute(empty, cudaKernelNodeAttributePriority, &value) ==
        cudaErrorInvalidValue);
  CHECK(cudaGraphKernelNodeCopyAttributes(node, empty) == cudaErrorInvalidValue);
  CHECK(cudaGraphKernelNodeCopyAttributes(empty, node) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("an executable graph is made with parameters, which tell what is wrong") {
  scoped_graph built;
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  cudaGraphNode_t nodes[2] = {};
  for (cudaGraphNode_t& each : nodes)
    REQUIRE(cudaGraphAddEmptyNode(&each, built.graph, nullptr, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddDependencies(built.graph, &nodes[0], &nodes[1], 1) == cudaSuccess);
  REQUIRE(cudaGraphAddDependencies(built.graph, &nodes[1], &nodes[0], 1) == cudaSuccess);
  cudaGraphInstantiateParams how{};
  CHECK(cudaGraphInstantiateWithParams(&built.exec, built.graph, &how) == cudaErrorInvalidValue);
  CHECK(how.result_out == cudaGraphInstantiateInvalidStructure);
  CHECK((how.errNode_out == nodes[0] || how.errNode_out == nodes[1]));
  REQUIRE(cudaGraphRemoveDependencies(built.graph, &nodes[1], &nodes[0], 1) == cudaSuccess);
  how.flags = 0x100;
  CHECK(cudaGraphInstantiateWithParams(&built.exec, built.graph, &how) == cudaErrorInvalidValue);
  CHECK((how.result_out == cudaGraphInstantiateError && how.errNode_out == nullptr));
  how.flags = cudaGraphInstantiateFlagUpload;
  how.uploadStream = reinterpret_cast<cudaStream_t>(&how);
  CHECK(cudaGraphInstantiateWithParams(&built.exec, built.graph, &how) == cudaErrorInvalidValue);
  CHECK(how.result_out == cudaGraphInstantiateError);
  how.uploadStream = nullptr;
  how.flags |= cudaGraphInstantiateFlagUseNodePriority;
  CHECK(cudaGraphInstantiateWithParams(&built.exec, built.graph, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGraphInstantiateWithParams(&built.exec, built.graph, &how) == cudaSuccess);
  CHECK((how.result_out == cudaGraphInstantiateSuccess && how.errNode_out == nullptr));
  unsigned long long flags = 0;
  CHECK(cudaGraphExecGetFlags(built.exec, &flags) == cudaSuccess);
  CHECK(flags == cudaGraphInstantiateFlagUseNodePriority); // not the one for uploading
  CHECK(cudaGraphExecGetFlags(built.exec, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGraphExecGetFlags(nullptr, &flags) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("a graph is described for Graphviz") {
  device_array<int> cells(2, 0);
  const scoped_stream stream;
  scoped_graph made, child;
  {
    const recording now(stream, made);
    launch_add(stream, cells.data(), 1);
    CHECK(cudaMemcpyAsync(cells.data() + 1, cells.data(), 4, cudaMemcpyDeviceToDevice, stream) ==
          cudaSuccess);
  }
  REQUIRE(cudaGraphCreate(&child.graph, 0) == cudaSuccess);
  cudaGraphNode_t node = nullptr;
  CHECK(cudaGraphAddChildGraphNode(&node, child.graph, nullptr, 0, made.graph) == cudaSuccess);
  const std::string path =
      std::filesystem::temp_directory_path() / ("cudalab_graph_" + std::to_string(getpid()));
  const auto printed = [&](unsigned flags) {
    CHECK(cudaGraphDebugDotPrint(child.graph, path.c_str(), flags) == cudaSuccess);
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  };
  CHECK(printed(0) == R"(digraph dot {
subgraph cluster_1 {
label="graph_1" graph[style="dashed"];
"graph_1_node_0"[style="solid" shape="rectangle" label="0\nGRAPH"];
subgraph cluster_2 {
label="graph_2" graph[style="dashed"];
"graph_2_node_0"[style="solid" shape="rectangle" label="0\nKERNEL\ngraph_test_add"];
"graph_2_node_1"[style="solid" shape="rectangle" label="1\nMEMCPY\nDtoD"];
"graph_2_node_0" -> "graph_2_node_1";
}
}
}
)");
  CHECK(printed(cudaGraphDebugDotFlagsKernelNodeParams).find("<<<(1, 1, 1), (1, 1, 1), 0>>>") !=
        std::string::npos);
  CHECK(printed(cudaGraphDebugDotFlagsMemcpyNodeParams).find("4 x 1 x 1") != std::string::npos);
  CHECK(printed(cudaGraphDebugDotFlagsVerbose).find("priority 0") != std::string::npos);
  std::filesystem::remove(path);
  CHECK(cudaGraphDebugDotPrint(child.graph, "/no/such/folder/x.dot", 0) ==
        cudaErrorOperatingSystem);
  CHECK(cudaGraphDebugDotPrint(child.graph, nullptr, 0) == cudaErrorInvalidValue);
  CHECK(cudaGraphDebugDotPrint(nullptr, path.c_str(), 0) == cudaErrorInvalidValue);
  cudaGetLastError();
}
