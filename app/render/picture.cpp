// SPDX-License-Identifier: MIT
#include "app/render/picture.h"

#include "toibox/io/atomic_file.h"

#include <algorithm>
#include <png.h>

namespace toibox::app {

Color Picture::at(int x, int y) const {
    TOIBOX_ASSERT(x >= 0 && x < width && y >= 0 && y < height);
    const std::size_t index =
        3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
    return {rgb[index], rgb[index + 1], rgb[index + 2], 255};
}

Picture read_picture(const Gl& gl, Extent size) {
    Picture picture{size.width, size.height, {}};
    const std::size_t row = 3 * static_cast<std::size_t>(size.width);
    const std::size_t rows = static_cast<std::size_t>(size.height);
    picture.rgb.resize(row * rows);
    gl.pixel_store(GL_PACK_ALIGNMENT, 1);
    gl.read_pixels(0, 0, size.width, size.height, GL_RGB, GL_UNSIGNED_BYTE, picture.rgb.data());
    // OpenGL's first row is at the bottom.
    for (std::size_t y = 0; y < rows / 2; ++y) {
        const auto upper = picture.rgb.begin() + static_cast<std::ptrdiff_t>(y * row);
        const auto lower = picture.rgb.begin() + static_cast<std::ptrdiff_t>((rows - 1 - y) * row);
        std::swap_ranges(upper, upper + static_cast<std::ptrdiff_t>(row), lower);
    }
    return picture;
}

Result<std::string, std::string> encode_png(const Picture& picture) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(picture.width);
    image.height = static_cast<png_uint_32>(picture.height);
    image.format = PNG_FORMAT_RGB;
    image.flags = PNG_IMAGE_FLAG_FAST;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::string bytes(size, '\0');
    if (png_image_write_to_memory(&image, bytes.data(), &size, 0, picture.rgb.data(), 0, nullptr) == 0)
        return Err{std::string(image.message)};
    bytes.resize(size);
    return bytes;
}

Result<Unit, std::string> write_png(const Picture& picture, const std::string& path) {
    const auto bytes = encode_png(picture);
    if (!bytes) return Err{"cannot encode the image " + path + ": " + bytes.error()};
    return io::write_file_atomically(path, *bytes);
}

}  // namespace toibox::app
