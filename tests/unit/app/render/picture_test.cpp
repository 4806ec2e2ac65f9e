// SPDX-License-Identifier: MIT
#include "app/render/picture.h"

#include "tests/support/temporary_folder.h"

#include <png.h>

#include <gtest/gtest.h>

namespace toibox::app {
namespace {

/// A picture of 3 × 2 pixels of different colours; a row has an odd number of bytes.
Picture sample_picture() {
    return {3, 2, {255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30, 40, 50, 60, 70, 80, 90}};
}

/// Reads a PNG file with libpng.
Picture read_png(const std::string& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    Picture picture;
    if (png_image_begin_read_from_file(&image, path.c_str()) == 0) return picture;
    image.format = PNG_FORMAT_RGB;
    picture.width = static_cast<int>(image.width);
    picture.height = static_cast<int>(image.height);
    picture.rgb.resize(PNG_IMAGE_SIZE(image));
    png_image_finish_read(&image, nullptr, picture.rgb.data(), 0, nullptr);
    return picture;
}

TEST(Picture, RoundTripsThroughAPngFile) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(write_png(sample_picture(), folder.file("a.png")));
    const Picture read_back = read_png(folder.file("a.png"));
    EXPECT_EQ(read_back.width, 3);
    EXPECT_EQ(read_back.height, 2);
    EXPECT_EQ(read_back.rgb, sample_picture().rgb);
}

TEST(Picture, RowsStartAtTheTop) {
    EXPECT_EQ(sample_picture().at(0, 0), rgb(0xFF0000));
    EXPECT_EQ(sample_picture().at(2, 1), (Color{70, 80, 90, 255}));
}

TEST(Picture, LeavesNoTemporaryFiles) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(write_png(sample_picture(), folder.file("a.png")));
    ASSERT_TRUE(write_png(sample_picture(), folder.file("a.png")));
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        files += entry.exists() ? 1 : 0;
    EXPECT_EQ(files, 1);
}

TEST(Picture, NamesTheFileThatCannotBeWritten) {
    const test::TemporaryFolder folder;
    const auto written = write_png(sample_picture(), folder.file("no/such/folder/a.png"));
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().find("no/such/folder/a.png"), std::string::npos) << written.error();
}

}  // namespace
}  // namespace toibox::app
