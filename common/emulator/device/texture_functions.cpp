// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Textures and surfaces in kernels. Never inlined: the return address is the student's line.
#include "emulator/include/cudalab/texture_functions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "emulator/device/texture_filter.h"
#include "emulator/include/cudalab/errors.h"
#include "emulator/runtime/blocks/device_call.h"
#include "emulator/runtime/blocks/library_access.h"
#include "emulator/runtime/memory/arrays.h"

namespace cudalab::emulator {

namespace {

[[noreturn]] void refuse(const char* why, const void* site) {
  scheduler_for("a texture's or a surface's function")
      .stop({.why = stop_reason::trap, .site = site, .text = why}, cudaErrorIllegalAddress);
}

const texture_object& object_of(unsigned long long handle, const void* site) {
  const texture_object* const found = find_object(handle);
  if (found == nullptr)
    refuse("use of a texture or surface object that does not exist (any more)", site);
  return *found;
}

/// A fetch: all sides of the texture in elements, and the rules for each.
class fetch {
public:
  fetch(const texture_object& object, const elements& source, const void* site)
      : object_(object), source_(source), site_(site) {}

  bool normalized() const {
    return object_.description.readMode == cudaReadModeNormalizedFloat && source().format.x < 32;
  }
  const elements& source() const { return source_; }

  /// An element as it is in memory, or the border.
  texel element(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const bool border = x < 0 || y < 0 || z < 0;
    const std::byte* const at =
        border ? nullptr
               : source().at(static_cast<std::size_t>(x), static_cast<std::size_t>(y),
                             static_cast<std::size_t>(z));
    if (!border)
      observe_access(at, static_cast<std::uint32_t>(source().element_bytes), access_kind::read,
                     site_);
    texel result{};
    for (int c = 0; c < 4; ++c)
      if (border)
        result.channels[c] = border_channel(c);
      else if (c < source().channels)
        result.channels[c] =
            channel_at(at + c * source().format.x / 8, source().format, normalized());
    return result;
  }

  /// @param size of the texture on that side
  taps along(int side, float coordinate, std::size_t size) const {
    const cudaTextureDesc& how = object_.description;
    cudaTextureAddressMode mode = how.addressMode[side];
    if (how.normalizedCoords != 0)
      coordinate *= static_cast<float>(size);
    else if (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror)
      mode = cudaAddressModeClamp; // these two are for normalised coordinates
    return taps_of(coordinate, size, mode, filters());
  }
  bool filters() const { return object_.description.filterMode == cudaFilterModeLinear; }

  texel at(const taps& x, const taps& y, const taps& z) const {
    if (!filters())
      return element(x.first, y.first, z.first);
    float sums[4] = {};
    for (int corner = 0; corner < 8; ++corner) {
      const auto part = [](const taps& side, bool second) {
        return second ? side.second_part : 1 - side.second_part;
      };
      const bool in_x = corner & 1, in_y = corner & 2, in_z = corner & 4;
      const float weight = part(x, in_x) * part(y, in_y) * part(z, in_z);
      if (weight == 0)
        continue;
      const texel one =
          element(in_x ? x.second : x.first, in_y ? y.second : y.first, in_z ? z.second : z.first);
      for (int c = 0; c < 4; ++c)
        sums[c] += weight * std::bit_cast<float>(one.channels[c]);
    }
    texel result;
    for (int c = 0; c < 4; ++c)
      result.channels[c] = std::bit_cast<unsigned>(sums[c]);
    return result;
  }

private:
  unsigned border_channel(int c) const {
    const float color = object_.description.borderColor[c];
    const bool gives_floats = normalized() || source().format.f == cudaChannelFormatKindFloat;
    return gives_floats ? std::bit_cast<unsigned>(color)
                        : static_cast<unsigned>(static_cast<long long>(color));
  }

  const texture_object& object_;
  const elements& source_; ///< the object's, or one of its levels
  const void* site_;
};

bool has_form(const texture_object& object, texture_form form) {
  const elements& of = object.source;
  const bool layered = (of.array_flags & cudaArrayLayered) != 0,
             cube = (of.array_flags & cudaArrayCubemap) != 0;
  switch (form) {
  case texture_form::linear:
  case texture_form::line:
    return form == texture_form::linear
               ? object.resource.resType == cudaResourceTypeLinear
               : of.is_array && !layered && !cube && of.height == 1 && of.depth == 1;
  case texture_form::plane:
    return object.resource.resType != cudaResourceTypeLinear && !layered && !cube && of.depth == 1;
  case texture_form::volume:
    return of.is_array && !layered && !cube;
  case texture_form::lines:
    return layered && !cube && of.height == 1;
  case texture_form::planes:
    return layered && !cube;
  case texture_form::cube:
    return cube && !layered;
  case texture_form::cubes:
    return cube && layered;
  }
  return false;
}

texel read_cube(const fetch& how, const texture_place& place) {
  const cube_place on = place_on_cube(place.x, place.y, place.z);
  const std::size_t size = how.source().width;
  const int cubes = static_cast<int>(how.source().depth / 6);
  const std::int64_t slice = 6 * std::clamp(place.number, 0, cubes - 1) + on.face;
  return how.at(how.along(0, on.s, size), how.along(1, on.t, size), {slice, slice});
}

texel read_from(const fetch& how, const texture_place& place) {
  const elements& source = how.source();
  const taps flat{};
  switch (place.form) {
  case texture_form::linear: {
    const bool inside = place.number >= 0 && static_cast<std::size_t>(place.number) < source.width;
    return inside ? how.element(place.number, 0, 0) : texel{};
  }
  case texture_form::line:
    return how.at(how.along(0, place.x, source.width), flat, flat);
  case texture_form::plane:
    return how.at(how.along(0, place.x, source.width), how.along(1, place.y, source.height), flat);
  case texture_form::volume:
    return how.at(how.along(0, place.x, source.width), how.along(1, place.y, source.height),
                  how.along(2, place.z, source.depth));
  case texture_form::lines:
  case texture_form::planes: {
    const std::int64_t layer =
        std::clamp<std::int64_t>(place.number, 0, static_cast<std::int64_t>(source.depth) - 1);
    const taps across =
        place.form == texture_form::planes ? how.along(1, place.y, source.height) : flat;
    return how.at(how.along(0, place.x, source.width), across, {layer, layer});
  }
  case texture_form::cube:
  case texture_form::cubes:
    return read_cube(how, place);
  }
  return {};
}

/// @return a channel's numbers are floating ones
texel between(const texel& one, const texel& other, float part) {
  texel result;
  for (int c = 0; c < 4; ++c)
    result.channels[c] =
        std::bit_cast<unsigned>((1 - part) * std::bit_cast<float>(one.channels[c]) +
                                part * std::bit_cast<float>(other.channels[c]));
  return result;
}

/// @param level 0: the largest
texel read_level(const texture_object& object, const texture_place& place, float level,
                 const void* site) {
  if (object.levels.empty())
    return read_from(fetch(object, object.source, site), place);
  const auto of = [&](std::size_t number) {
    return read_from(fetch(object, object.levels[number], site), place);
  };
  const level_taps where = level_taps_of(level, object.levels.size(), object.description);
  const texel first = of(where.first);
  return where.second_part == 0 ? first : between(first, of(where.second), where.second_part);
}

const texture_object& object_to_read(cudaTextureObject_t texture, const texture_place& place,
                                     const void* site) {
  const texture_object& object = object_of(texture, site);
  if (!has_form(object, place.form))
    refuse("a texture is read by a function that does not fit to what it was made of", site);
  return object;
}

} // namespace

[[gnu::noinline]] texel read_texture(cudaTextureObject_t texture, const texture_place& place) {
  const void* const site = __builtin_return_address(0);
  const texture_object& object = object_to_read(texture, place, site);
  return read_level(object, place, -object.description.mipmapLevelBias, site); // it has none
}

[[gnu::noinline]] texel read_texture_level(cudaTextureObject_t texture, const texture_place& place,
                                           float level) {
  const void* const site = __builtin_return_address(0);
  return read_level(object_to_read(texture, place, site), place, level, site);
}

[[gnu::noinline]] texel read_texture_slopes(cudaTextureObject_t texture, const texture_place& place,
                                            const float4& across, const float4& down) {
  const void* const site = __builtin_return_address(0);
  const texture_object& object = object_to_read(texture, place, site);
  const elements& size = object.source;
  const auto in_elements = [&](const float4& slope) { // of the largest level
    return float4{slope.x * static_cast<float>(size.width),
                  slope.y * static_cast<float>(size.height),
                  slope.z * static_cast<float>(size.depth), 0};
  };
  const auto product = [](const float4& a, const float4& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
  };
  // A pixel's circle is an ellipse in the texture; what counts is its longer axis.
  const float4 u = in_elements(across), v = in_elements(down);
  const float uu = product(u, u), vv = product(v, v), half = (uu - vv) / 2;
  const float square = (uu + vv) / 2 + std::hypot(half, product(u, v));
  const float level = std::log2(square) / 2;
  return read_level(object, place, std::round(level * 256) / 256, site);
}

[[gnu::noinline]] texel gather_texture(cudaTextureObject_t texture, float x, float y, int channel) {
  const void* const site = __builtin_return_address(0);
  const texture_object& object = object_of(texture, site);
  if (!has_form(object, texture_form::plane) || !object.source.is_array)
    refuse("tex2Dgather() reads a texture that is not made of a 2-D array", site);
  texture_object filtered = object;
  filtered.description.filterMode = cudaFilterModeLinear;
  const fetch how(filtered, filtered.source, site);
  const taps across = how.along(0, x, object.source.width),
             down = how.along(1, y, object.source.height);
  const int c = std::clamp(channel, 0, 3);
  // From below on the left, against the clock.
  return {{how.element(across.first, down.second, 0).channels[c],
           how.element(across.second, down.second, 0).channels[c],
           how.element(across.second, down.first, 0).channels[c],
           how.element(across.first, down.first, 0).channels[c]}};
}

namespace {

/// Where an access of a surface goes. Null: nowhere, it is outside and that does nothing.
std::byte* surface_address(const texture_object& object, std::size_t bytes,
                           const surface_place& place, cudaSurfaceBoundaryMode outside,
                           const void* site) {
  const elements& of = object.source;
  const auto width = static_cast<std::int64_t>(of.width * of.element_bytes),
             height = static_cast<std::int64_t>(of.height),
             depth = static_cast<std::int64_t>(of.depth), size = static_cast<std::int64_t>(bytes);
  std::int64_t x = place.x, y = place.y, z = place.z;
  const bool inside = x >= 0 && x + size <= width && y >= 0 && y < height && z >= 0 && z < depth;
  if (!inside && outside == cudaBoundaryModeZero)
    return nullptr;
  if (!inside && outside == cudaBoundaryModeClamp) {
    x = std::clamp<std::int64_t>(x, 0, std::max<std::int64_t>(width - size, 0));
    y = std::clamp<std::int64_t>(y, 0, height - 1);
    z = std::clamp<std::int64_t>(z, 0, depth - 1);
  } else if (!inside) {
    refuse("an access outside of a surface (x counts bytes)", site);
  }
  if (x % size != 0)
    refuse("an access of a surface whose x is no multiple of the element's bytes", site);
  return of.begin + z * static_cast<std::int64_t>(of.slice) +
         y * static_cast<std::int64_t>(of.pitch) + x;
}

} // namespace

[[gnu::noinline]] void read_surface(void* to, std::size_t bytes, cudaSurfaceObject_t surface,
                                    const surface_place& place, cudaSurfaceBoundaryMode outside) {
  const void* const site = __builtin_return_address(0);
  std::byte* const at = surface_address(object_of(surface, site), bytes, place, outside, site);
  if (at == nullptr) {
    std::memset(to, 0, bytes);
    return;
  }
  observe_access(at, static_cast<std::uint32_t>(bytes), access_kind::read, site);
  std::memcpy(to, at, bytes);
}

[[gnu::noinline]] void write_surface(const void* from, std::size_t bytes,
                                     cudaSurfaceObject_t surface, const surface_place& place,
                                     cudaSurfaceBoundaryMode outside) {
  const void* const site = __builtin_return_address(0);
  std::byte* const at = surface_address(object_of(surface, site), bytes, place, outside, site);
  if (at == nullptr)
    return;
  observe_access(at, static_cast<std::uint32_t>(bytes), access_kind::write, site);
  std::memcpy(at, from, bytes);
}

} // namespace cudalab::emulator
