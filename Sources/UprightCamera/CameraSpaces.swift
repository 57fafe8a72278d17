// The places of a camera that are no picture yet: the sensor, the device around it, and what is drawn on its screen (camera2 SENSOR_ORIENTATION; UIKit's two orientations).

public import UprightGeometry

/// The sensor's whole active array, in its pixels, as it is read out: unturned, unmirrored, not cropped.
public enum Sensor: Space {}

/// The plane of the device as whoever looks at its screen sees it, in its natural pose.
public enum Device: Space {}

/// The plane of what is to be upright: the device's, turned clockwise by the pose, as the device itself is.
public enum Interface: Space {}
