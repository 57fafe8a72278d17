"""Calls of imageio and scikit-image, which are loaded once for all calls."""
import imageio.v3 as iio

try:
    from skimage import io, transform, util
except ImportError:
    io = transform = util = None


def plain(operation, source, target, *, w, h, x, y):
    image = iio.imread(source)
    iio.imwrite(target, image[y : y + h, x : x + w] if operation == "crop" else image)


def rotated(operation, source, target, *, w, h, x, y):
    image = iio.imread(source, plugin="pillow", rotate=True)
    iio.imwrite(target, image[y : y + h, x : x + w] if operation == "crop" else image)


def movie(operation, source, target, *, w, h, x, y):
    iio.imwrite(target, iio.imread(source, index=0, plugin="pyav"))


def skimage(operation, source, target, *, w, h, x, y):
    image = io.imread(source)
    if operation == "crop":
        image = image[y : y + h, x : x + w]
    elif operation == "thumb":
        rows, columns = image.shape[:2]
        scale = min(w / columns, h / rows)
        size = (max(1, round(rows * scale)), max(1, round(columns * scale)))
        image = util.img_as_ubyte(transform.resize(image, size, anti_aliasing=True))
    io.imsave(target, image, check_contrast=False)
