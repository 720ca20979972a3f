// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What kernels read textures with, and read and write surfaces. Observers see each element that is
/// touched, at the line of the call.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "texture_types.h"

namespace cudalab {
namespace emulator {

/// What a texture gives: four channels of 32 bits, floating numbers or integers.
struct texel {
  unsigned int channels[4];
};

/// What a texture is read as. The object must be made of something of this form.
enum class texture_form { linear, line, plane, volume, lines, planes, cube, cubes };

struct texture_place {
  texture_form form;
  float x, y, z;
  int number; ///< of the element (linear), or the layer
};

__device__ texel read_texture(cudaTextureObject_t texture, const texture_place& place);
/// The same of a mipmapped array: between the levels around `level`, or of the nearer one, as the
/// texture's description says. Others have one level.
__device__ texel read_texture_level(cudaTextureObject_t texture, const texture_place& place,
                                    float level);
/// The level is chosen by how far apart the places of neighbouring pixels are, each along x, y and
/// z, in the texture's coordinates: as if a pixel were a circle, by the longer axis of the ellipse
/// that it becomes in the texture.
__device__ texel read_texture_slopes(cudaTextureObject_t texture, const texture_place& place,
                                     const float4& across, const float4& down);
/// One channel of the four elements that a linear filter would join.
__device__ texel gather_texture(cudaTextureObject_t texture, float x, float y, int channel);

struct surface_place {
  int x; ///< in bytes
  int y, z;
  int dimensions; ///< of the numbers that were given
};
__device__ void read_surface(void* to, size_t bytes, cudaSurfaceObject_t surface,
                             const surface_place& place, cudaSurfaceBoundaryMode outside);
__device__ void write_surface(const void* from, size_t bytes, cudaSurfaceObject_t surface,
                              const surface_place& place, cudaSurfaceBoundaryMode outside);

template <class T>
__device__ __forceinline__ T channel_as(unsigned int bits) {
  return (T)bits;
}
template <>
__device__ __forceinline__ float channel_as<float>(unsigned int bits) {
  float number;
  __builtin_memcpy(&number, &bits, sizeof number);
  return number;
}

template <class T>
struct texel_as {
  static __device__ __forceinline__ T of(const texel& read) {
    return channel_as<T>(read.channels[0]);
  }
};
#define CUDALAB_TEXEL(scalar, prefix)                                                              \
  template <>                                                                                      \
  struct texel_as<prefix##1> {                                                                     \
    static __device__ __forceinline__ prefix##1 of(const texel& read) {                            \
      return {channel_as<scalar>(read.channels[0])};                                               \
    }                                                                                              \
  };                                                                                               \
  template <>                                                                                      \
  struct texel_as<prefix##2> {                                                                     \
    static __device__ __forceinline__ prefix##2 of(const texel& read) {                            \
      return {channel_as<scalar>(read.channels[0]), channel_as<scalar>(read.channels[1])};         \
    }                                                                                              \
  };                                                                                               \
  template <>                                                                                      \
  struct texel_as<prefix##4> {                                                                     \
    static __device__ __forceinline__ prefix##4 of(const texel& read) {                            \
      return {channel_as<scalar>(read.channels[0]), channel_as<scalar>(read.channels[1]),          \
              channel_as<scalar>(read.channels[2]), channel_as<scalar>(read.channels[3])};         \
    }                                                                                              \
  };
CUDALAB_TEXEL(signed char, char)
CUDALAB_TEXEL(unsigned char, uchar)
CUDALAB_TEXEL(short, short)
CUDALAB_TEXEL(unsigned short, ushort)
CUDALAB_TEXEL(int, int)
CUDALAB_TEXEL(unsigned int, uint)
CUDALAB_TEXEL(float, float)
#undef CUDALAB_TEXEL

} // namespace emulator
} // namespace cudalab

/// `T name<T>(texture, ...)`, and CUDA's other spelling, `name(&result, texture, ...)`.
#define CUDALAB_TEXTURE(name, parameters, arguments, read)                                         \
  template <class T>                                                                               \
  __device__ __forceinline__ T name(cudaTextureObject_t texture, CUDALAB_LIST parameters) {        \
    using namespace cudalab::emulator;                                                             \
    return texel_as<T>::of(read);                                                                  \
  }                                                                                                \
  template <class T>                                                                               \
  __device__ __forceinline__ void name(T* result, cudaTextureObject_t texture,                     \
                                       CUDALAB_LIST parameters) {                                  \
    *result = name<T>(texture, CUDALAB_LIST arguments);                                            \
  }
#define CUDALAB_LIST(...) __VA_ARGS__

CUDALAB_TEXTURE(tex1Dfetch, (int element), (element),
                read_texture(texture, {texture_form::linear, 0, 0, 0, element}))
CUDALAB_TEXTURE(tex1D, (float x), (x), read_texture(texture, {texture_form::line, x, 0, 0, 0}))
CUDALAB_TEXTURE(tex2D, (float x, float y), (x, y),
                read_texture(texture, {texture_form::plane, x, y, 0, 0}))
CUDALAB_TEXTURE(tex3D, (float x, float y, float z), (x, y, z),
                read_texture(texture, {texture_form::volume, x, y, z, 0}))
CUDALAB_TEXTURE(tex1DLayered, (float x, int layer), (x, layer),
                read_texture(texture, {texture_form::lines, x, 0, 0, layer}))
CUDALAB_TEXTURE(tex2DLayered, (float x, float y, int layer), (x, y, layer),
                read_texture(texture, {texture_form::planes, x, y, 0, layer}))
CUDALAB_TEXTURE(texCubemap, (float x, float y, float z), (x, y, z),
                read_texture(texture, {texture_form::cube, x, y, z, 0}))
CUDALAB_TEXTURE(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer),
                read_texture(texture, {texture_form::cubes, x, y, z, layer}))
CUDALAB_TEXTURE(tex2Dgather, (float x, float y, int channel = 0), (x, y, channel),
                gather_texture(texture, x, y, channel))

CUDALAB_TEXTURE(tex1DLod, (float x, float level), (x, level),
                read_texture_level(texture, {texture_form::line, x, 0, 0, 0}, level))
CUDALAB_TEXTURE(tex2DLod, (float x, float y, float level), (x, y, level),
                read_texture_level(texture, {texture_form::plane, x, y, 0, 0}, level))
CUDALAB_TEXTURE(tex3DLod, (float x, float y, float z, float level), (x, y, z, level),
                read_texture_level(texture, {texture_form::volume, x, y, z, 0}, level))
CUDALAB_TEXTURE(tex1DLayeredLod, (float x, int layer, float level), (x, layer, level),
                read_texture_level(texture, {texture_form::lines, x, 0, 0, layer}, level))
CUDALAB_TEXTURE(tex2DLayeredLod, (float x, float y, int layer, float level), (x, y, layer, level),
                read_texture_level(texture, {texture_form::planes, x, y, 0, layer}, level))
CUDALAB_TEXTURE(texCubemapLod, (float x, float y, float z, float level), (x, y, z, level),
                read_texture_level(texture, {texture_form::cube, x, y, z, 0}, level))
CUDALAB_TEXTURE(texCubemapLayeredLod, (float x, float y, float z, int layer, float level),
                (x, y, z, layer, level),
                read_texture_level(texture, {texture_form::cubes, x, y, z, layer}, level))

CUDALAB_TEXTURE(tex1DGrad, (float x, float across, float down), (x, across, down),
                read_texture_slopes(texture, {texture_form::line, x, 0, 0, 0}, {across, 0, 0, 0},
                                    {down, 0, 0, 0}))
CUDALAB_TEXTURE(tex2DGrad, (float x, float y, float2 across, float2 down), (x, y, across, down),
                read_texture_slopes(texture, {texture_form::plane, x, y, 0, 0},
                                    {across.x, across.y, 0, 0}, {down.x, down.y, 0, 0}))
CUDALAB_TEXTURE(tex3DGrad, (float x, float y, float z, float4 across, float4 down),
                (x, y, z, across, down),
                read_texture_slopes(texture, {texture_form::volume, x, y, z, 0}, across, down))
CUDALAB_TEXTURE(tex1DLayeredGrad, (float x, int layer, float across, float down),
                (x, layer, across, down),
                read_texture_slopes(texture, {texture_form::lines, x, 0, 0, layer},
                                    {across, 0, 0, 0}, {down, 0, 0, 0}))
CUDALAB_TEXTURE(tex2DLayeredGrad, (float x, float y, int layer, float2 across, float2 down),
                (x, y, layer, across, down),
                read_texture_slopes(texture, {texture_form::planes, x, y, 0, layer},
                                    {across.x, across.y, 0, 0}, {down.x, down.y, 0, 0}))
#undef CUDALAB_TEXTURE

#define CUDALAB_SURFACE(name, parameters, arguments, place)                                        \
  template <class T>                                                                               \
  __device__ __forceinline__ T name##read(cudaSurfaceObject_t surface, CUDALAB_LIST parameters,    \
                                          cudaSurfaceBoundaryMode outside =                        \
                                              cudaBoundaryModeTrap) {                              \
    T result;                                                                                      \
    cudalab::emulator::read_surface(&result, sizeof result, surface, place, outside);              \
    return result;                                                                                 \
  }                                                                                                \
  template <class T>                                                                               \
  __device__ __forceinline__ void name##read(                                                      \
      T* result, cudaSurfaceObject_t surface, CUDALAB_LIST parameters,                             \
      cudaSurfaceBoundaryMode outside = cudaBoundaryModeTrap) {                                    \
    *result = name##read<T>(surface, CUDALAB_LIST arguments, outside);                             \
  }                                                                                                \
  template <class T>                                                                               \
  __device__ __forceinline__ void name##write(                                                     \
      T value, cudaSurfaceObject_t surface, CUDALAB_LIST parameters,                               \
      cudaSurfaceBoundaryMode outside = cudaBoundaryModeTrap) {                                    \
    cudalab::emulator::write_surface(&value, sizeof value, surface, place, outside);               \
  }
CUDALAB_SURFACE(surf1D, (int x), (x), (cudalab::emulator::surface_place{x, 0, 0, 1}))
CUDALAB_SURFACE(surf2D, (int x, int y), (x, y), (cudalab::emulator::surface_place{x, y, 0, 2}))
CUDALAB_SURFACE(surf3D, (int x, int y, int z), (x, y, z),
                (cudalab::emulator::surface_place{x, y, z, 3}))
CUDALAB_SURFACE(surf1DLayered, (int x, int layer), (x, layer),
                (cudalab::emulator::surface_place{x, 0, layer, 3}))
CUDALAB_SURFACE(surf2DLayered, (int x, int y, int layer), (x, y, layer),
                (cudalab::emulator::surface_place{x, y, layer, 3}))
CUDALAB_SURFACE(surfCubemap, (int x, int y, int face), (x, y, face),
                (cudalab::emulator::surface_place{x, y, face, 3}))
#undef CUDALAB_SURFACE
#undef CUDALAB_LIST
