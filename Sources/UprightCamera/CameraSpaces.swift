// The spaces of a camera before there is an image: the sensor, the device, and the interface on its screen (camera2
// SENSOR_ORIENTATION; UIKit's two orientations).

public import UprightGeometry

/// The sensor's whole active array, in its pixels, as read out: not rotated, not mirrored, not cropped.
public enum Sensor: Space {}

/// The plane of the device as seen by a person who looks at its screen, in its natural pose.
public enum Device: Space {}

/// The plane that should be upright: the device's, rotated clockwise by the pose, like the device itself.
public enum Interface: Space {}
