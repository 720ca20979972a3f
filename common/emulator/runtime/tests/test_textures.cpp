// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Arrays, textures and surfaces. What is expected follows from the CUDA C++ Programming Guide's
/// chapter on texture fetching: tex(x) = (1 - a) T[i] + a T[i + 1], i = floor(x - 0.5), and a with
/// 8 bits behind the point.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "emulator/device/texture_filter.h"
#include "emulator/runtime/memory/arrays.h"
#include "kernel_test.h"

using namespace cudalab::emulator;
using kernel_test::device_array;

namespace {

template <class T>
struct array_with {
  cudaArray_t handle = nullptr;
  array_with(std::size_t width, std::size_t height, const std::vector<T>& content,
             unsigned flags = 0, std::size_t depth = 0) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    REQUIRE(cudaMalloc3DArray(&handle, &format, {width, height, depth}, flags) == cudaSuccess);
    std::memcpy(handle->begin, content.data(), content.size() * sizeof(T));
  }
  ~array_with() { CHECK(cudaFreeArray(handle) == cudaSuccess); }
  array_with(const array_with&) = delete;
  array_with& operator=(const array_with&) = delete;
};

cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

cudaTextureDesc description(cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                            bool normalized_coordinates) {
  cudaTextureDesc result{};
  result.addressMode[0] = result.addressMode[1] = result.addressMode[2] = mode;
  result.filterMode = filter;
  result.normalizedCoords = normalized_coordinates;
  return result;
}

struct texture {
  cudaTextureObject_t handle = 0;
  texture(const cudaResourceDesc& resource, const cudaTextureDesc& how) {
    REQUIRE(cudaCreateTextureObject(&handle, &resource, &how, nullptr) == cudaSuccess);
  }
  ~texture() { CHECK(cudaDestroyTextureObject(handle) == cudaSuccess); }
  texture(const texture&) = delete;
  texture& operator=(const texture&) = delete;
};

/// What a kernel reads.
template <class T = float, class Read>
T read(const Read& each) {
  const device_array<T> out(1);
  T* const to = out.data();
  kernel_test::run({1, 1}, [=] { *to = each(); });
  return out.copy()[0];
}

std::vector<float> one_line(cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                            bool normalized, const std::vector<float>& at) {
  const array_with<float> array(4, 0, {10, 20, 40, 80});
  const texture made(resource_of(array.handle), description(mode, filter, normalized));
  std::vector<float> results;
  for (const float x : at)
    results.push_back(read([=, t = made.handle] { return tex1D<float>(t, x); }));
  return results;
}

using floats = std::vector<float>;

} // namespace

TEST_CASE("without a filter a texture gives the element that the coordinate lies in") {
  CHECK(one_line(cudaAddressModeClamp, cudaFilterModePoint, false, {-1, 0, 0.99f, 1, 3.5f, 9}) ==
        floats{10, 10, 10, 20, 80, 80});
  CHECK(one_line(cudaAddressModeBorder, cudaFilterModePoint, false, {-0.1f, 0, 3.9f, 4}) ==
        floats{0, 10, 80, 0});
  CHECK(one_line(cudaAddressModeWrap, cudaFilterModePoint, true, {-0.25f, 0.25f, 1, 1.25f}) ==
        floats{80, 20, 10, 20});
  CHECK(one_line(cudaAddressModeMirror, cudaFilterModePoint, true, {-0.25f, 0.9f, 1.1f, 2.1f}) ==
        floats{10, 80, 80, 10});
  // Wrap and mirror are for normalised coordinates only; others are clamped.
  CHECK(one_line(cudaAddressModeWrap, cudaFilterModePoint, false, {-1, 4}) == floats{10, 80});
}

TEST_CASE("a linear filter joins the elements whose middles are around the coordinate") {
  CHECK(one_line(cudaAddressModeClamp, cudaFilterModeLinear, false, {0.5f, 1, 1.25f, 3.5f, 9, 0}) ==
        floats{10, 15, 17.5f, 80, 80, 10});
  CHECK(one_line(cudaAddressModeBorder, cudaFilterModeLinear, false, {0, -0.5f, 4}) ==
        floats{5, 0, 40});
  CHECK(one_line(cudaAddressModeWrap, cudaFilterModeLinear, true, {0, 1, 0.25f}) ==
        floats{45, 45, 15});
  CHECK(one_line(cudaAddressModeMirror, cudaFilterModeLinear, true, {0, 1, 0.5f}) ==
        floats{10, 80, 30});
  // A 256th is the smallest part; half of one is rounded up.
  CHECK(taps_of(0.5f + 1 / 256.0f, 4, cudaAddressModeClamp, true).second_part == 1 / 256.0f);
  CHECK(taps_of(0.5f + 0.4f / 256, 4, cudaAddressModeClamp, true).second_part == 0);
  CHECK(taps_of(1.5f - 0.4f / 256, 4, cudaAddressModeClamp, true).second_part == 1);
  CHECK(taps_of(std::numeric_limits<float>::infinity(), 4, cudaAddressModeClamp, true).first == 3);
  CHECK(taps_of(-1e30f, 4, cudaAddressModeClamp, true).second == 0);
  CHECK(taps_of(std::numeric_limits<float>::quiet_NaN(), 4, cudaAddressModeClamp, false).first ==
        0);
}

TEST_CASE("integers are read as they are, or as parts of the largest one") {
  const array_with<uchar4> array(2, 2, {{0, 51, 255, 1}, {4, 5, 6, 7}, {1, 1, 1, 1}, {9, 8, 7, 6}});
  const texture plain(resource_of(array.handle),
                      description(cudaAddressModeClamp, cudaFilterModePoint, false));
  const uchar4 four = read<uchar4>([t = plain.handle] { return tex2D<uchar4>(t, 1.5f, 1.5f); });
  CHECK((four.x == 9 && four.y == 8 && four.z == 7 && four.w == 6));
  cudaTextureDesc how = description(cudaAddressModeClamp, cudaFilterModeLinear, false);
  how.readMode = cudaReadModeNormalizedFloat;
  const texture parts(resource_of(array.handle), how);
  const float4 read_parts =
      read<float4>([t = parts.handle] { return tex2D<float4>(t, 0.5f, 0.5f); });
  CHECK(read_parts.x == 0);
  CHECK(read_parts.y == doctest::Approx(0.2));
  CHECK(read_parts.z == 1);

  const array_with<short> shorts(2, 0, {-32768, 16384});
  how.filterMode = cudaFilterModePoint;
  const texture halves(resource_of(shorts.handle), how);
  CHECK(read([t = halves.handle] { return tex1D<float>(t, 0); }) == -1); // no less
  CHECK(read([t = halves.handle] { return tex1D<float>(t, 1); }) ==
        doctest::Approx(16384 / 32767.0));
  const texture whole(resource_of(shorts.handle),
                      description(cudaAddressModeClamp, cudaFilterModePoint, false));
  CHECK(read<short>([t = whole.handle] { return tex1D<short>(t, 0); }) == -32768);
}

TEST_CASE("planes, volumes and layers") {
  const array_with<float> plane(2, 2, {1, 3, 5, 7});
  const texture flat(resource_of(plane.handle),
                     description(cudaAddressModeClamp, cudaFilterModeLinear, true));
  CHECK(read([t = flat.handle] { return tex2D<float>(t, 0.5f, 0.5f); }) == 4);
  CHECK(read([t = flat.handle] { return tex2D<float>(t, 0.5f, 0.25f); }) == 2);
  CHECK(read([t = flat.handle] {
          float result = 0;
          tex2D(&result, t, 0.25f, 0.75f);
          return result;
        }) == 5);
  const float4 around =
      read<float4>([t = flat.handle] { return tex2Dgather<float4>(t, 0.5f, 0.5f); });
  CHECK((around.x == 5 && around.y == 7 && around.z == 3 && around.w == 1));

  const array_with<float> volume(2, 2, {1, 2, 3, 4, 5, 6, 7, 8}, 0, 2);
  const texture deep(resource_of(volume.handle),
                     description(cudaAddressModeClamp, cudaFilterModeLinear, false));
  CHECK(read([t = deep.handle] { return tex3D<float>(t, 1.5f, 0.5f, 1.5f); }) == 6);
  CHECK(read([t = deep.handle] { return tex3D<float>(t, 1, 1, 1); }) == 4.5f);

  const array_with<float> layers(2, 2, {1, 2, 3, 4, 5, 6, 7, 8}, cudaArrayLayered, 2);
  const texture layered(resource_of(layers.handle),
                        description(cudaAddressModeClamp, cudaFilterModeLinear, false));
  CHECK(read([t = layered.handle] { return tex2DLayered<float>(t, 1, 1, 1); }) == 6.5f);
  CHECK(read([t = layered.handle] { return tex2DLayered<float>(t, 0.5f, 0.5f, 9); }) == 5);
}

TEST_CASE("a direction goes through one face of a cube") {
  // +x, -x, +y, -y, +z, -z: faces 0 to 5, as the guide's table has them
  const array_with<float> faces(1, 1, {0, 1, 2, 3, 4, 5}, cudaArrayCubemap, 6);
  const texture cube(resource_of(faces.handle),
                     description(cudaAddressModeClamp, cudaFilterModePoint, true));
  const float3 directions[] = {{2, 1, -1}, {-2, 1, 1}, {1, 2, 1},
                               {0, -1, 0}, {0, 0, 3},  {1, 1, -2}};
  for (int face = 0; face < 6; ++face)
    CHECK(read([=, t = cube.handle, d = directions[face]] {
            return texCubemap<float>(t, d.x, d.y, d.z);
          }) == static_cast<float>(face));
  const cube_place right = place_on_cube(2, 1, -1); // s = -z, t = -y, m = x
  CHECK(right.s == 0.75f);
  CHECK(right.t == 0.25f);
}

TEST_CASE("linear memory and rows of it") {
  const device_array<float> memory(16, 1);
  memory.data()[3] = 4;
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {memory.data(), cudaCreateChannelDesc<float>(), 16};
  const texture linear(resource, description(cudaAddressModeClamp, cudaFilterModePoint, false));
  CHECK(read([t = linear.handle] { return tex1Dfetch<float>(t, 3); }) == 4);
  CHECK(read([t = linear.handle] { return tex1Dfetch<float>(t, 4); }) == 0); // 16 bytes are 4
  CHECK(read([t = linear.handle] { return tex1Dfetch<float>(t, -1); }) == 0);
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {memory.data(), cudaCreateChannelDesc<float>(), 3, 2, 32};
  memory.data()[8] = 7;
  const texture rows(resource, description(cudaAddressModeClamp, cudaFilterModePoint, false));
  CHECK(read([t = rows.handle] { return tex2D<float>(t, 0, 1); }) == 7);
  cudaTextureObject_t refused = 0;
  const cudaTextureDesc how = description(cudaAddressModeClamp, cudaFilterModePoint, false);
  resource.res.pitch2D.pitchInBytes = 20; // no multiple of texturePitchAlignment
  CHECK(cudaCreateTextureObject(&refused, &resource, &how, nullptr) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("surfaces are read and written in bytes, and are strict at their border") {
  const array_with<int> array(2, 2, {1, 2, 3, 4}, cudaArraySurfaceLoadStore);
  const cudaResourceDesc resource = resource_of(array.handle);
  cudaSurfaceObject_t surface = 0;
  REQUIRE(cudaCreateSurfaceObject(&surface, &resource) == cudaSuccess);
  CHECK(read<int>([=] {
          surf2Dwrite(50, surface, 4, 1);
          surf2Dwrite(60, surface, 8, 1, cudaBoundaryModeZero);
          return surf2Dread<int>(surface, 4, 1);
        }) == 50);
  CHECK(read<int>([=] { return surf2Dread<int>(surface, 8, 1, cudaBoundaryModeZero); }) == 0);
  CHECK(read<int>([=] { return surf2Dread<int>(surface, -4, 7, cudaBoundaryModeClamp); }) == 3);
  kernel_test::start({1, 1}, [=] { surf2Dwrite(1, surface, 8, 0); });
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  forget_errors_when_idle();
  CHECK(cudaDestroySurfaceObject(surface) == cudaSuccess);
  CHECK(cudaDestroySurfaceObject(surface) == cudaErrorInvalidValue);
  kernel_test::start({1, 1}, [=] { surf2Dwrite(1, surface, 0, 0); });
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  forget_errors_when_idle();
}

TEST_CASE("copies to and from arrays, and what is refused") {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  CHECK(cudaMallocArray(&array, &format, 0, 1) == cudaErrorInvalidValue);
  const cudaChannelFormatDesc three =
      cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindSigned);
  CHECK(cudaMallocArray(&array, &three, 4, 1) == cudaErrorInvalidValue);
  REQUIRE(cudaMallocArray(&array, &format, 3, 2) == cudaSuccess);
  const float six[] = {1, 2, 3, 4, 5, 6};
  CHECK(cudaMemcpyToArray(array, 0, 0, six, sizeof six, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpyToArray(array, 4, 0, six, sizeof six, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidValue);
  float back[2][4] = {};
  CHECK(cudaMemcpy2DFromArray(back, sizeof back[0], array, 4, 0, 8, 2, cudaMemcpyDeviceToHost) ==
        cudaSuccess);
  CHECK((back[0][0] == 2 && back[0][1] == 3 && back[1][0] == 5 && back[1][1] == 6));
  CHECK(cudaMemcpy2DFromArray(back, sizeof back[0], array, 8, 0, 8, 2, cudaMemcpyDeviceToHost) ==
        cudaErrorInvalidValue);

  cudaMemcpy3DParms box{};
  box.srcPtr = make_cudaPitchedPtr(back, sizeof back[0], 4, 2);
  box.dstArray = array;
  box.dstPos = make_cudaPos(1, 1, 0); // in elements: an array takes part
  box.extent = make_cudaExtent(2, 1, 1);
  box.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&box) == cudaSuccess);
  CHECK(reinterpret_cast<float*>(array->begin)[4] == 2);
  CHECK(reinterpret_cast<float*>(array->begin)[5] == 3);
  box.dstPos.x = 2;
  CHECK(cudaMemcpy3D(&box) == cudaErrorInvalidValue);

  cudaTextureObject_t refused = 0;
  const array_with<int> integers(2, 2, {1, 2, 3, 4});
  cudaResourceDesc resource = resource_of(integers.handle);
  cudaTextureDesc how = description(cudaAddressModeClamp, cudaFilterModeLinear, false);
  CHECK(cudaCreateTextureObject(&refused, &resource, &how, nullptr) ==
        cudaErrorInvalidFilterSetting);
  how.readMode = cudaReadModeNormalizedFloat;
  CHECK(cudaCreateTextureObject(&refused, &resource, &how, nullptr) == cudaErrorInvalidNormSetting);
  CHECK(cudaCreateSurfaceObject(&refused, &resource) == cudaErrorInvalidValue); // no such flag
  CHECK(cudaFreeArray(array) == cudaSuccess);
  CHECK(cudaFreeArray(array) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("runs and boxes of elements are copied from array to array, and in a stream") {
  const array_with<int> from(4, 2, {0, 1, 2, 3, 4, 5, 6, 7}), to(4, 2, {9, 9, 9, 9, 9, 9, 9, 9});
  const auto content = [&] {
    std::vector<int> all(8);
    CHECK(cudaMemcpyFromArray(all.data(), to.handle, 0, 0, 32, cudaMemcpyDeviceToHost) ==
          cudaSuccess);
    return all;
  };
  CHECK(cudaMemcpyArrayToArray(to.handle, 8, 0, from.handle, 4, 0, 16) == cudaSuccess);
  CHECK(content() == std::vector<int>{9, 9, 1, 2, 3, 4, 9, 9});
  CHECK(cudaMemcpy2DArrayToArray(to.handle, 0, 0, from.handle, 8, 0, 8, 2) == cudaSuccess);
  CHECK(content() == std::vector<int>{2, 3, 1, 2, 6, 7, 9, 9});
  const int host[2] = {-1, -2};
  int back[2] = {};
  CHECK(cudaMemcpyToArrayAsync(to.handle, 12, 0, host, 8, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(content() == std::vector<int>{2, 3, 1, -1, -2, 7, 9, 9});
  CHECK(cudaMemcpyFromArrayAsync(back, to.handle, 4, 1, 8, cudaMemcpyDeviceToHost, nullptr) ==
        cudaSuccess);
  CHECK((back[0] == 7 && back[1] == 9));

  CHECK(cudaMemcpyArrayToArray(to.handle, 8, 0, from.handle, 4, 0, 32) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyArrayToArray(nullptr, 0, 0, from.handle, 0, 0, 4) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyArrayToArray(to.handle, 0, 0, from.handle, 0, 0, 4, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemcpy2DArrayToArray(to.handle, 8, 0, from.handle, 0, 0, 16, 1) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemcpy2DArrayToArray(to.handle, 0, 0, nullptr, 0, 0, 8, 1) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyToArrayAsync(to.handle, 4, 2, host, 8, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemcpyFromArrayAsync(back, nullptr, 0, 0, 8, cudaMemcpyDeviceToHost) ==
        cudaErrorInvalidValue);
  cudaGetLastError();
}

namespace {

/// Of 32 x 16 elements at its largest level; each level is full of 1000 times its number.
class thousands {
public:
  thousands() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    REQUIRE(cudaMallocMipmappedArray(&handle, &format, {32, 16, 0}, 9) == cudaSuccess);
    for (unsigned number = 0; number < 6; ++number) {
      cudaArray_t level = nullptr;
      REQUIRE(cudaGetMipmappedArrayLevel(&level, handle, number) == cudaSuccess);
      const floats content(level->bytes() / sizeof(float), 1000.0f * static_cast<float>(number));
      std::memcpy(level->begin, content.data(), level->bytes());
    }
  }
  ~thousands() { CHECK(cudaFreeMipmappedArray(handle) == cudaSuccess); }
  thousands(const thousands&) = delete;
  thousands& operator=(const thousands&) = delete;

  cudaResourceDesc resource() const {
    cudaResourceDesc made{};
    made.resType = cudaResourceTypeMipmappedArray;
    made.res.mipmap.mipmap = handle;
    return made;
  }
  cudaMipmappedArray_t handle = nullptr;
};

cudaTextureDesc between_levels(float least = 0, float most = 9, float bias = 0) {
  cudaTextureDesc how = description(cudaAddressModeWrap, cudaFilterModeLinear, true);
  how.mipmapFilterMode = cudaFilterModeLinear;
  how.minMipmapLevelClamp = least;
  how.maxMipmapLevelClamp = most;
  how.mipmapLevelBias = bias;
  return how;
}

floats at_levels(const cudaTextureDesc& how, const floats& levels) {
  const thousands array;
  const texture made(array.resource(), how);
  floats results;
  for (const float level : levels)
    results.push_back(read([=, t = made.handle] { return tex2DLod<float>(t, 0.3f, 0.6f, level); }));
  return results;
}

} // namespace

// The numbers here are an H200's (CUDA 13.0), of the same array.
TEST_CASE("levels of a mipmapped array are joined, with their bias and between their limits") {
  CHECK(at_levels(between_levels(), {-1, 0, 0.03125f, 0.5f, 1, 2.71875f, 4.96875f, 5, 5.5f, 9}) ==
        floats{0, 0, 31.25f, 500, 1000, 2718.75f, 4968.75f, 5000, 5000, 5000});
  // A part is cut off after 8 bits: 0.4 is 102.4 / 256, 2.3 is 588.8 / 256.
  CHECK(
      at_levels(between_levels(0.4f, 2.3f, 0.25f), {-1, 0.125f, 0.15625f, 1, 2.03125f, 2.0625f}) ==
      floats{398.4375f, 398.4375f, 406.25f, 1250, 2281.25f, 2296.875f});
  CHECK(at_levels(between_levels(0, 0), {0, 2, 5}) == floats{0, 0, 0});
  cudaTextureDesc nearest = between_levels();
  nearest.mipmapFilterMode = cudaFilterModePoint;
  CHECK(at_levels(nearest, {-1, 0.46875f, 0.5f, 1.46875f, 1.5f, 4.5f, 6}) ==
        floats{0, 0, 1000, 1000, 2000, 5000, 5000});
  CHECK(at_levels(between_levels(), {std::numeric_limits<float>::quiet_NaN()}) == floats{0});
}

TEST_CASE("slopes choose the level at which neighbouring pixels are one element apart") {
  const thousands array;
  const texture made(array.resource(), between_levels());
  const auto at = [&](float2 across, float2 down) {
    return read([=, t = made.handle] { return tex2DGrad<float>(t, 0.3f, 0.6f, across, down); });
  };
  CHECK(at({0, 0}, {0, 0}) == 0);
  CHECK(at({1 / 32.0f, 0}, {0, 1 / 64.0f}) == 0);
  CHECK(at({std::exp2(0.25f) / 32, 0}, {0, 0}) == 250);
  CHECK(at({4 / 32.0f, 0}, {0, 2 / 64.0f}) == 2000);
  CHECK(at({0, 8 / 16.0f}, {2 / 32.0f, 0}) == 3000);
  CHECK(at({0, 0}, {3 / 32.0f, 4 / 16.0f}) == // the hypotenuse is 5
        doctest::Approx(1000 * std::log2(5.0)).epsilon(0.002));
  // Slopes in elements, and an H200's level: it reckons with less precision.
  struct measured {
    float2 across, down;
    float level;
  };
  for (const measured& each : {measured{{4, 2}, {0, 0}, 2.223f},
                               {{4, 3.9167f}, {0, 0}, 2.418f},
                               {{0, 0}, {2.8f, 0.8f}, 1.621f},
                               {{1, 0}, {2.8f, 0.8f}, 1.621f},
                               {{2.5f, 0}, {2.8f, 0.8f}, 1.938f},
                               {{3.9167f, 0}, {2.8f, 0.8f}, 2.266f},
                               {{1.6f, 0.4571f}, {0.7111f, -1.28f}, 0.836f}}) {
    const float level =
        at({each.across.x / 32, each.across.y / 16}, {each.down.x / 32, each.down.y / 16}) / 1000;
    CAPTURE(each.level);
    CHECK(std::abs(level - each.level) < 0.08f);
  }
  CHECK(at({100, 0}, {0, 0}) == 5000);
  // One level is all that a plain array has.
  const array_with<float> plain(4, 4, floats(16, 7));
  const texture flat(resource_of(plain.handle),
                     description(cudaAddressModeClamp, cudaFilterModePoint, true));
  CHECK(read([t = flat.handle] { return tex2DLod<float>(t, 0.5f, 0.5f, 3); }) == 7);
  CHECK(read([t = flat.handle] { return tex2DGrad<float>(t, 0.5f, 0.5f, {1, 1}, {1, 1}); }) == 7);
}

TEST_CASE("each level has its own elements, in all forms of arrays") {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t line = nullptr, layers = nullptr, volume = nullptr;
  REQUIRE(cudaMallocMipmappedArray(&line, &format, {8, 0, 0}, 4) == cudaSuccess);
  REQUIRE(cudaMallocMipmappedArray(&layers, &format, {4, 4, 3}, 9, cudaArrayLayered) ==
          cudaSuccess);
  REQUIRE(cudaMallocMipmappedArray(&volume, &format, {2, 4, 16}, 9) == cudaSuccess);
  const auto level_of = [](cudaMipmappedArray_t array, unsigned number) {
    cudaArray_t level = nullptr;
    REQUIRE(cudaGetMipmappedArrayLevel(&level, array, number) == cudaSuccess);
    for (std::size_t i = 0; i < level->bytes() / sizeof(float); ++i)
      reinterpret_cast<float*>(level->begin)[i] = static_cast<float>(100 * number + i);
    return level->asked;
  };
  const auto is = [](const cudaExtent& extent, std::size_t x, std::size_t y, std::size_t z) {
    return extent.width == x && extent.height == y && extent.depth == z;
  };
  CHECK(is(level_of(line, 1), 4, 0, 0));
  CHECK(is(level_of(layers, 1), 2, 2, 3));
  CHECK(is(level_of(volume, 1), 1, 2, 8));
  CHECK(is(level_of(volume, 4), 1, 1, 1));
  cudaArray_t level = nullptr;
  CHECK(cudaGetMipmappedArrayLevel(&level, line, 4) == cudaErrorInvalidValue);
  CHECK(cudaGetMipmappedArrayLevel(&level, layers, 3) == cudaErrorInvalidValue);
  CHECK(cudaGetMipmappedArrayLevel(&level, volume, 5) == cudaErrorInvalidValue);
  cudaGetLastError();
  cudaTextureDesc how = description(cudaAddressModeClamp, cudaFilterModePoint, true);
  how.maxMipmapLevelClamp = 9;
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = line;
  {
    const texture made(resource, how);
    CHECK(read([t = made.handle] { return tex1DLod<float>(t, 0.6f, 1); }) == 102);
    CHECK(read([t = made.handle] { return tex1DGrad<float>(t, 0.6f, 2 / 8.0f, 0); }) == 102);
  }
  resource.res.mipmap.mipmap = layers;
  {
    const texture made(resource, how);
    CHECK(read([t = made.handle] { return tex2DLayeredLod<float>(t, 0.9f, 0.1f, 2, 1); }) == 109);
    CHECK(read([t = made.handle] {
            return tex2DLayeredGrad<float>(t, 0.9f, 0.1f, 2, {2 / 4.0f, 0}, {0, 0});
          }) == 109);
  }
  resource.res.mipmap.mipmap = volume;
  {
    const texture made(resource, how);
    CHECK(read([t = made.handle] { return tex3DLod<float>(t, 0.5f, 0.9f, 0.9f, 1); }) == 115);
    CHECK(read([t = made.handle] {
            return tex3DGrad<float>(t, 0.5f, 0.9f, 0.9f, {0, 0, 2 / 16.0f, 0}, {});
          }) == 115);
  }
  for (const cudaMipmappedArray_t array : {line, layers, volume})
    CHECK(cudaFreeMipmappedArray(array) == cudaSuccess);
}

TEST_CASE("kernels fill a level by a surface and some calls are refused") {
  const thousands array;
  cudaArray_t level = nullptr;
  REQUIRE(cudaGetMipmappedArrayLevel(&level, array.handle, 3) == cudaSuccess);
  const cudaResourceDesc resource = resource_of(level);
  cudaSurfaceObject_t surface = 0;
  REQUIRE(cudaCreateSurfaceObject(&surface, &resource) == cudaSuccess);
  kernel_test::run({1, 4}, [=] {
    surf2Dwrite(7.0f, surface, static_cast<int>(sizeof(float) * threadIdx.x), 0);
    surf2Dwrite(7.0f, surface, static_cast<int>(sizeof(float) * threadIdx.x), 1);
  });
  CHECK(cudaDestroySurfaceObject(surface) == cudaSuccess);
  {
    const texture made(array.resource(), between_levels());
    CHECK(read([t = made.handle] { return tex2DLod<float>(t, 0.3f, 0.6f, 3); }) == 7);
    CHECK(read([t = made.handle] { return tex2D<float>(t, 0.3f, 0.6f); }) == 0);
    // at the largest level, without the bias, but within the limits
    const texture limited(array.resource(), between_levels(1.5f)),
        biased(array.resource(), between_levels(0, 9, 1.25f));
    CHECK(read([t = limited.handle] { return tex2D<float>(t, 0.3f, 0.6f); }) == 1500);
    CHECK(read([t = biased.handle] { return tex2D<float>(t, 0.3f, 0.6f); }) == 0);
  }
  CHECK(cudaFreeArray(level) == cudaErrorInvalidValue); // it is the mipmapped array's
  const cudaResourceDesc whole = array.resource();
  cudaTextureObject_t refused = 0;
  cudaTextureDesc how = between_levels();
  how.normalizedCoords = 0;
  CHECK(cudaCreateTextureObject(&refused, &whole, &how, nullptr) == cudaErrorNotSupported);
  const cudaChannelFormatDesc integers = cudaCreateChannelDesc<int>();
  cudaMipmappedArray_t of_integers = nullptr;
  REQUIRE(cudaMallocMipmappedArray(&of_integers, &integers, {4, 4, 0}, 0) == cudaSuccess);
  CHECK(cudaGetMipmappedArrayLevel(&level, of_integers, 1) == cudaErrorInvalidValue);
  cudaResourceDesc numbers = whole;
  numbers.res.mipmap.mipmap = of_integers;
  how = between_levels();
  how.filterMode = cudaFilterModePoint;
  CHECK(cudaCreateTextureObject(&refused, &numbers, &how, nullptr) ==
        cudaErrorInvalidFilterSetting);
  CHECK(cudaFreeMipmappedArray(of_integers) == cudaSuccess);
  CHECK(cudaFreeMipmappedArray(of_integers) == cudaErrorInvalidValue);
  CHECK(cudaFreeMipmappedArray(nullptr) == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("a surface tells its resource, and a texture that it has no view") {
  const array_with<float> array(4, 0, {1, 2, 3, 4}, cudaArraySurfaceLoadStore);
  cudaSurfaceObject_t surface = 0;
  cudaResourceDesc resource = resource_of(array.handle), told{};
  REQUIRE(cudaCreateSurfaceObject(&surface, &resource) == cudaSuccess);
  CHECK(cudaGetSurfaceObjectResourceDesc(&told, surface) == cudaSuccess);
  CHECK((told.resType == cudaResourceTypeArray && told.res.array.array == array.handle));
  CHECK(cudaGetSurfaceObjectResourceDesc(nullptr, surface) == cudaErrorInvalidValue);
  CHECK(cudaDestroySurfaceObject(surface) == cudaSuccess);
  CHECK(cudaGetSurfaceObjectResourceDesc(&told, surface) == cudaErrorInvalidValue);
  const texture made(resource, description(cudaAddressModeClamp, cudaFilterModePoint, false));
  cudaResourceViewDesc view{};
  CHECK(cudaGetTextureObjectResourceViewDesc(&view, made.handle) == cudaErrorInvalidValue);

  std::size_t most = 0;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
  CHECK(cudaDeviceGetTexture1DLinearMaxWidth(&most, &format, 0) == cudaSuccess);
  CHECK(most == std::size_t{1} << 28);
  CHECK(cudaDeviceGetTexture1DLinearMaxWidth(&most, &format, 5) == cudaErrorInvalidDevice);
  CHECK(cudaDeviceGetTexture1DLinearMaxWidth(nullptr, &format, 0) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetTexture1DLinearMaxWidth(&most, nullptr, 0) == cudaErrorInvalidValue);
  cudaGetLastError();
}
