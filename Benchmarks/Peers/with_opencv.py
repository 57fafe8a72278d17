"""The jobs through OpenCV: `with_opencv.py crop|thumb …`; quality 90, by area, upright by the tag (imread does that by itself)."""
import sys

import cv2


def crop(source, target, x, y, side, size):
    x, y, side, size = int(x), int(y), int(side), int(size)
    piece = cv2.imread(source)[y : y + side, x : x + side]
    cv2.imwrite(target, cv2.resize(piece, (size, size), interpolation=cv2.INTER_AREA), [cv2.IMWRITE_JPEG_QUALITY, 90])


def thumb(source, target, size, denominator):
    reduced = {"1": cv2.IMREAD_COLOR, "2": cv2.IMREAD_REDUCED_COLOR_2, "4": cv2.IMREAD_REDUCED_COLOR_4, "8": cv2.IMREAD_REDUCED_COLOR_8}
    picture = cv2.imread(source, reduced[denominator])
    height, width = picture.shape[:2]
    scale = int(size) / max(width, height)
    sides = round(width * scale), round(height * scale)
    cv2.imwrite(target, cv2.resize(picture, sides, interpolation=cv2.INTER_AREA), [cv2.IMWRITE_JPEG_QUALITY, 90])


{"crop": crop, "thumb": thumb}[sys.argv[1]](*sys.argv[2:])
