import UprightGeometry

print(Orientation(exif: .rightTop).then(.mirrorHorizontal).exif.rawValue)
