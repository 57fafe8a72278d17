"""Calls of OpenCV: imread with its default flag and with IMREAD_UNCHANGED, and VideoCapture."""
import cv2


def answer(image, operation, target, w, h, x, y):
    if image is None:
        raise ValueError("imread returned None")
    rows, columns = image.shape[:2]
    if operation == "thumb":
        scale = min(w / columns, h / rows)
        size = (max(1, round(columns * scale)), max(1, round(rows * scale)))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    elif operation == "crop":
        image = image[y : y + h, x : x + w]
    elif operation == "rotate":
        image = cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE)
    if not cv2.imwrite(target, image):
        raise ValueError("imwrite returned False")


def captured(operation, source, target, *, w, h, x, y):
    capture = cv2.VideoCapture(source)
    found, frame = capture.read()
    if not found:
        raise ValueError("read returned False")
    if operation not in ("rotate", "bake"):
        return answer(frame, operation, target, w, h, x, y)
    if operation == "rotate":
        frame = cv2.rotate(frame, cv2.ROTATE_90_CLOCKWISE)
    rows, columns = frame.shape[:2]
    writer = cv2.VideoWriter(target, cv2.VideoWriter_fourcc(*"MJPG"), 1, (columns, rows))
    writer.write(frame)
    writer.release()


def usual(operation, source, target, *, w, h, x, y):
    answer(cv2.imread(source), operation, target, w, h, x, y)


def unchanged(operation, source, target, *, w, h, x, y):
    answer(cv2.imread(source, cv2.IMREAD_UNCHANGED), operation, target, w, h, x, y)
