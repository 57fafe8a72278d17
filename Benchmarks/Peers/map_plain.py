"""The same job in plain Python: drags in a view, one JSON object a line, to stored pixels, rounded outward."""
import json
import math
import sys

WIDTH, HEIGHT = 4032, 3024  # as stored, under tag 6
SIDE = 390.0  # of the square view
across, down = HEIGHT, WIDTH  # as displayed
scale = min(SIDE / across, SIDE / down)
left, top = (SIDE - across * scale) / 2, (SIDE - down * scale) / 2
write = sys.stdout.write
for line in sys.stdin:
    r = json.loads(line)
    x, y = (r["x"] - left) / scale, (r["y"] - top) / scale
    x0, y0 = max(0, math.floor(x + 1e-6)), max(0, math.floor(y + 1e-6))
    x1 = min(across, math.ceil(x + r["width"] / scale - 1e-6))
    y1 = min(down, math.ceil(y + r["height"] / scale - 1e-6))
    if x1 > x0 and y1 > y0:
        write('{"x":%d,"y":%d,"width":%d,"height":%d}\n' % (y0, across - x1, y1 - y0, x1 - x0))
    else:
        write("null\n")
