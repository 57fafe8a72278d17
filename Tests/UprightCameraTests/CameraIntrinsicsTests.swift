// A point in front of the camera is seen at the same place, whether its image or its coordinates are rotated.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct CameraIntrinsicsTests {
  private let matrix = [1_400.0, 0, 0, 0, 1_500, 0, 950, 520, 1]
  private let size = PixelSize<Stored>(width: 1_920, height: 1_080)

  private func seen<S: Space>(_ camera: CameraIntrinsics<S>, _ x: Double, _ y: Double, _ z: Double) -> Point2D<S> {
    Point2D(
      x: camera.focalLength.width * x / z + camera.center.x, y: camera.focalLength.height * y / z + camera.center.y)
  }

  @Test func everyOrientationAndCropSeesTheSamePoints() throws {
    let camera = try #require(CameraIntrinsics<Stored>(columns: matrix))
    #expect(camera.columns == matrix)
    let crop = Rect2D<Displayed>(x: 100, y: 50, width: 600, height: 400)
    for orientation in Orientation<Stored, Displayed>.all {
      let map = Transform2D(orientation, in: size)
      let turned = camera.applying(orientation, in: size)
      #expect(camera.applying(map) == turned)
      let half = Transform2D<Displayed, Output>(scaleX: 0.5, scaleY: 0.25, tx: -50, ty: -12.5)
      let small = try #require(camera.applying(map.then(half)))
      for (x, y, z) in [(0.3, -0.2, 2.0), (-0.5, 0.4, 1.5), (0, 0, 1)] {
        let before = seen(camera, x, y, z)
        // The camera's axes rotate and mirror with the image.
        let (right, down) = (map.a * x + map.c * y, map.b * x + map.d * y)
        let after = seen(turned, right, down, z)
        let expected = before.applying(map)
        #expect(abs(after.x - expected.x) < 1e-9 && abs(after.y - expected.y) < 1e-9)
        let cropped = seen(turned.cropped(to: crop), right, down, z)
        #expect(abs(cropped.x - expected.x + 100) < 1e-9 && abs(cropped.y - expected.y + 50) < 1e-9)
        let reduced = seen(small, right, down, z)
        let there = expected.applying(half)
        #expect(abs(reduced.x - there.x) < 1e-9 && abs(reduced.y - there.y) < 1e-9)
      }
    }
  }

  @Test func whatIsNoneIsNil() throws {
    #expect(CameraIntrinsics<Stored>(columns: [1, 2]) == nil)
    for (index, wrong) in [(0, 0.0), (1, 0.1), (3, 0.1), (4, -1), (8, 2), (6, .nan)] {
      var numbers = matrix
      numbers[index] = wrong
      #expect(CameraIntrinsics<Stored>(columns: numbers) == nil, "\(index)")
    }
    let camera = try #require(CameraIntrinsics<Stored>(columns: matrix))
    let maps: [Transform2D<Stored, Output>] = [
      Transform2D(a: 1, b: 1, c: -1, d: 1, tx: 0, ty: 0), Transform2D(scaleX: 0, scaleY: 1),
      Transform2D(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0), Transform2D(a: 1, b: 0, c: 1, d: 1, tx: 0, ty: 0),
    ]
    for map in maps { #expect(camera.applying(map) == nil) }
  }
}
