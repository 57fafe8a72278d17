// A fraction of the buffer is not a pixel of it, and a point of the sensor is not a point of the view: each needs its
// own map.
import UprightCamera
import UprightGeometry

func found(_ code: Rect2D<Normalized<Stored>>, in capture: CaptureSnapshot) {
  _ = code.denormalized(in: capture.storedSize).applying(capture.storedToDisplayed)
  _ = code.applying(capture.storedToDisplayed)
  // expected-error@-1 {{cannot convert value of type 'Transform2D<Stored, Displayed>'}}
  // expected-note@-2 {{arguments to generic parameter 'From'}}
}

func turned(_ mount: CameraMount, _ pose: DevicePose) {
  _ = mount.sensorToDevice.then(pose.deviceToInterface)
  _ = pose.deviceToInterface.then(mount.sensorToDevice)
  // expected-error@-1 {{cannot convert value of type 'Orientation<Sensor, Device>'}}
  // expected-note@-2 {{arguments to generic parameter 'From'}}
}
