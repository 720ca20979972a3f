// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/import_effects.h"

#include <map>
#include <optional>
#include <string_view>

#include "emulator/emucc/llvm_text.h"
#include "emulator/emucc/object_symbols.h"
#include "emulator/emucc/submission_imports.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

using written = import_effects::written;

/// Functions whose types do not say it all.
const std::map<std::string, std::vector<written>>& by_name() {
  static const std::map<std::string, std::vector<written>> all = {
      {"frexpl", {{1, 4}}},
      {"modfl", {{1, 16}}},
      {"remquol", {{2, 4}}},
      {"sincosl", {{1, 16}, {2, 16}}},
      {"std::to_chars", {{0, 1, 1, true}}},
      {"cudaMemPoolGetAttribute", {{2, 8}}},
      {"cudaDeviceGetGraphMemAttribute", {{2, 8}}},
      {"cudaGraphMemFreeNodeGetParams", {{1, 8}}},
      {"cudaGraphHostNodeGetParams", {{1, 16}}},
      {"cudaMemRangeGetAttribute", {{0, 1, 1}}},
      {"ncclCommInitAll", {{0, 8, 1}}},
      // they tell the observers themselves
      {"std::__exception_ptr::exception_ptr::_M_addref", {}},
      {"std::__exception_ptr::exception_ptr::_M_release", {}},
      // they read these
      {"cudaLaunchKernel", {}},
      {"cudaLaunchCooperativeKernel", {}},
      {"cudaLaunchKernelExC", {}}};
  return all;
}

/// Of what CUDA's functions fill in; 0: they never look behind such a pointer, or look themselves
/// whose memory it is.
std::optional<std::uint64_t> bytes_of(std::string_view type) {
  static const std::map<std::string_view, std::uint64_t> all = {
      {"bool", 1},
      {"char", 1},
      {"signed char", 1},
      {"unsigned char", 1},
      {"short", 2},
      {"unsigned short", 2},
      {"int", 4},
      {"unsigned int", 4},
      {"float", 4},
      {"long", 8},
      {"unsigned long", 8},
      {"long long", 8},
      {"unsigned long long", 8},
      {"double", 8},
      {"long double", 16},
      {"cudaFuncCache", 4},
      {"cudaSharedMemConfig", 4},
      {"cudaStreamCaptureMode", 4},
      {"cudaStreamCaptureStatus", 4},
      {"cudaChannelFormatDesc", 20},
      {"cudaDeviceProp", 784},
      {"cudaExtent", 24},
      {"cudaGraphExecUpdateResult", 4},
      {"cudaGraphExecUpdateResultInfo", 24},
      {"cudaGraphInstantiateParams", 32},
      {"cudaGraphNodeParams", 256},
      {"cudaGraphNodeType", 4},
      {"cudaKernelNodeParams", 56},
      {"cudaLaunchAttributeValue", 64},
      {"cudaMemAllocNodeParams", 120},
      {"cudaMemLocation", 8},
      {"cudaMemcpy3DBatchOp", 112},
      {"cudaMemcpy3DParms", 160},
      {"cudaMemcpyAttributes", 24},
      {"cudaMemsetParams", 40},
      {"cudaFuncAttributes", 80},
      {"cudaPitchedPtr", 32},
      {"cudaPointerAttributes", 24},
      {"cudaResourceDesc", 144},
      {"cudaResourceViewDesc", 112},
      {"cudaTextureDesc", 72},
      {"void", 0},
      {"cudaArray", 0},
      {"cudaGraphicsResource", 0},
      {"CUevent_st", 0},
      {"CUfunc_st", 0},
      {"CUgraphExec_st", 0},
      {"CUgraphNode_st", 0},
      {"CUgraph_st", 0},
      {"CUkern_st", 0},
      {"CUmemPoolHandle_st", 0},
      {"CUstream_st", 0},
      {"CUuserObject_st", 0},
      {"ncclComm", 0},
      {"ncclResult_t", 4},
      {"ncclUniqueId", 128}};
  if (!type.empty() && type.back() == '*')
    return 8;
  const auto found = all.find(type);
  return found == all.end() ? std::nullopt : std::optional(found->second);
}

/// `f(int*, unsigned long) const`: what stands between the last brackets, part by part.
std::vector<std::string_view> parameters(std::string_view name) {
  const std::size_t close = name.rfind(')');
  std::size_t open = close;
  for (int depth = 0; open != name.npos; open = open == 0 ? name.npos : open - 1) {
    depth += name[open] == ')' ? 1 : name[open] == '(' ? -1 : 0;
    if (depth == 0)
      break;
  }
  return open == name.npos ? std::vector<std::string_view>()
                           : llvm_text::parts_of(name.substr(open + 1, close - open - 1));
}

bool ends(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

bool is_stream(std::string_view type) {
  return begins(type, "std::basic_ostream<") || begins(type, "std::basic_ios<") ||
         type == "std::ostream" || type == "std::ios_base";
}

/// One parameter. @param name of the function, as CUDA or the library writes it
void add(import_effects& all, std::size_t argument, std::string_view type,
         const std::string& name) {
  if (contains(type, "(*)(") || contains(type, "(&)(")) {
    all.calls.push_back(argument);
    return;
  }
  if (type == "cudalab::emulator::pointer_out") {
    all.writes.push_back({argument, 8});
    return;
  }
  if (type.empty() || (type.back() != '*' && type.back() != '&'))
    return;
  while (!type.empty() && (type.back() == '&' || type.back() == ' '))
    type.remove_suffix(1);
  if (type.back() == '*')
    type.remove_suffix(1);
  if (is_stream(type)) {
    all.streams.push_back(argument);
    return;
  }
  if (ends(type, " volatile"))
    type.remove_suffix(9);
  if (ends(type, " const"))
    return;
  const auto bytes = bytes_of(type);
  if (bytes && *bytes != 0)
    all.writes.push_back({argument, *bytes});
  else if (!bytes && begins(name, "cuda") && !begins(name, "cudalab"))
    all.unknown = std::string(type);
  else if (!bytes)
    all.writes.push_back({argument, 1});
}

/// Of a member function of the C++ library: what it does to its object.
void add_object(import_effects& all, const std::string& name) {
  const std::string type = name.substr(0, name.rfind("::"));
  const std::string member = name.substr(std::min(type.size() + 2, name.size()));
  if (is_stream(type) || type == "std::basic_ostream" || type == "std::basic_ios")
    all.streams.push_back(0);
  else if (begins(type, "std::") && type != "std::ios_base::Init" && member[0] != '~')
    all.writes.push_back({0, 16}); // an exception, or the numbers of a hash table
}

} // namespace

import_effects effects_of(const std::string& name, std::size_t arguments) {
  import_effects all;
  const std::string shown = readable_name(name);
  const std::string plain = begins(name, "_Z") ? qualified_name(shown) : name;
  const auto known = by_name().find(plain);
  if (known != by_name().end()) {
    all.writes = known->second;
    return all;
  }
  if (name == "qsort" || name == "bsearch") // with a function that compares as the last argument
    all.calls.push_back(name == "qsort" ? 3 : 4);
  if (!begins(name, "_Z"))
    return all;
  if (contains(plain, "cudaGraph") && contains(plain, "HostNode")) {
    all.unknown = "cudaHostNodeParams"; // the function to call is in it
    return all;
  }
  if (plain == "cudaGraphAddNode" || plain == "cudaGraphNodeSetParams" ||
      plain == "cudaGraphExecNodeSetParams") {
    all.unknown = "cudaGraphNodeParams"; // likewise
    return all;
  }
  if (plain == "cudaGraphDebugDotPrint" || plain == "cudaMemRangeGetAttributes") {
    all.unknown = plain; // writes a file; to memory by pointers behind pointers
    return all;
  }
  const auto types = parameters(shown);
  const bool member = arguments == types.size() + 1;
  const bool mutable_parts = begins(plain, "std::__detail::_Prime_rehash_policy");
  if (member && (!ends(shown, " const") || mutable_parts))
    add_object(all, plain);
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i] == "dim3") // two arguments: no function that has one writes behind it
      break;
    // cudaDeviceGetPCIBusId(char*, int, int): a text and its room
    const bool text = types[i] == "char*" && i + 1 < types.size() &&
                      (types[i + 1] == "int" || types[i + 1] == "unsigned long");
    if (text)
      all.writes.push_back({i + member, 1, i + member + 1});
    else
      add(all, i + member, types[i], plain);
  }
  return all;
}

} // namespace cudalab::emulator
