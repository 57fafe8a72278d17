// Captures for AVFoundation: all 64 of the table, the 128 previews, the 204 gravity samples, and the words for poses.

#if canImport(UIKit) && !canImport(Darwin)
  import AVFoundation
  import CoreMotion
  import ImageIO
  import Testing
  import UIKit
  @testable import UprightApple
  import UprightCamera
  import UprightGeometry
  import Vision

  @Suite struct CameraTests {
    private static func capture(_ row: Vector, pose: String, size: PixelSize<Stored>) throws -> CaptureSnapshot {
      CaptureSnapshot(
        mount: try CameraMount(sensorDegrees: row.int("sensor_cw"), facing: row("facing") == "front" ? .front : .back),
        pose: DevicePose(turn: try #require(QuarterTurn(degrees: row.int(pose)))),
        mirror: try row("mirror") == "1" ? .on : .off, storedSize: size)
    }

    private static func captures() throws -> [(Vector, CaptureSnapshot)] {
      try Vector.all("camera-vectors.csv").map { row in
        let size = PixelSize<Stored>(width: try row.int("stored_w"), height: try row.int("stored_h"))
        return (row, try capture(row, pose: "target_cw", size: size))
      }
    }

    @Test func all64CapturesSetAConnection() throws {
      let captures = try Self.captures()
      #expect(captures.count == 64)
      for (row, capture) in captures {
        let connection = AVCaptureConnection()
        try connection.apply(capture)
        #expect(try connection.videoRotationAngle == CGFloat(row.int("rotate_cw")))
        #expect(try connection.isVideoMirrored == (row("mirror") == "1"))
        #expect(!connection.automaticallyAdjustsVideoMirroring)
        // What is done to the pixels is not done again.
        let swaps = try row.int("rotate_cw") % 180 == 90
        let frame = CVPixelBuffer(
          standInWidth: swaps ? capture.storedSize.height : capture.storedSize.width,
          height: swaps ? capture.storedSize.width : capture.storedSize.height)
        let done = try #require(
          CaptureSnapshot(
            CMSampleBuffer(standIn: frame), from: connection, mount: capture.mount, pose: capture.pose,
            mirror: capture.mirror))
        #expect(done.orientation == .up && done.displayedSize == capture.displayedSize)
      }
    }

    /// Before iOS 17: with the sensor of an iPhone, a connection gets the interface's orientation, whatever the camera
    /// (Apple's QA1744).
    @Test func olderOrientationsAreThoseOfTheInterface() throws {
      var seen = 0
      for (_, capture) in try Self.captures() where capture.mount.sensorTurn == .clockwise {
        let isFront = capture.mount.facing == .front
        let turn = capture.videoRotation.angle
        let old = AVCaptureVideoOrientation(videoRotation: turn, isFront: isFront)
        #expect(old == AVCaptureVideoOrientation(capture.pose) && old.videoRotation(isFront: isFront) == turn)
        seen += 1
      }
      #expect(seen == 16)
      for position in [AVCaptureDevice.Position.front, .back] {
        let connection = AVCaptureConnection()
        let input = try AVCaptureDeviceInput(device: AVCaptureDevice(standIn: position))
        connection.inputPorts = [AVCaptureInput.Port(standIn: input)]
        #expect(connection.isOfFrontCamera == (position == .front))
        connection.inputPorts = [AVCaptureInput.Port(standIn: input, .depthData)]
        #expect(connection.isOfFrontCamera == (position == .front), "depth has no port of video")
        connection.inputPorts = [AVCaptureInput.Port(standIn: input, .audio)]
        #expect(!connection.isOfFrontCamera)
      }
      #expect(!AVCaptureConnection().isOfFrontCamera)
    }

    @Test func all64CapturesAreTagged() throws {
      for (row, capture) in try Self.captures() {
        let settings = AVCapturePhotoSettings()
        settings.setOrientation(of: capture)
        #expect(try settings.metadata["Orientation"] as? Int == row.int("exif"))
        let writer = AVAssetWriterInput()
        writer.setTransform(of: capture)
        let expected = try ["a", "b", "c", "d", "tx", "ty"].map { CGFloat(try row.number($0)) }
        let map = writer.transform
        #expect([map.a, map.b, map.c, map.d, map.tx, map.ty] == expected)
        let frame = CVPixelBuffer(standInWidth: capture.storedSize.width, height: capture.storedSize.height)
        let raw = try #require(
          CaptureSnapshot(
            CMSampleBuffer(standIn: frame), from: AVCaptureConnection(), mount: capture.mount, pose: capture.pose,
            mirror: capture.mirror))
        #expect(raw == capture)
        #expect(try "\(CGImagePropertyOrientation(raw.orientation))" == row("cg_orientation"))
        #expect(try "\(VNImageRequestHandler(frame, of: raw).standInOrientation)" == row("cg_orientation"))
      }
    }

    @Test func all64PosesHaveTheirWords() throws {
      for (row, capture) in try Self.captures() {
        #expect(try "\(UIDeviceOrientation(capture.pose))" == row("ui_device_orientation"))
        #expect(try "\(UIInterfaceOrientation(capture.pose))" == row("ui_interface_orientation"))
        #expect(try "\(AVCaptureVideoOrientation(capture.pose))" == row("ui_interface_orientation"))
        #expect(DevicePose(UIDeviceOrientation(capture.pose)) == capture.pose)
        #expect(DevicePose(UIInterfaceOrientation(capture.pose)) == capture.pose)
        #expect(DevicePose(AVCaptureVideoOrientation(capture.pose)) == capture.pose)
      }
      for flat in [UIDeviceOrientation.faceUp, .faceDown, .unknown] { #expect(DevicePose(flat) == nil) }
      #expect(DevicePose(UIInterfaceOrientation.unknown) == nil)
      // The names are swapped, the numbers are the same.
      #expect(DevicePose(UIDeviceOrientation.landscapeLeft) == DevicePose(UIInterfaceOrientation.landscapeRight))
      #expect(UIDeviceOrientation.landscapeLeft.rawValue == UIInterfaceOrientation.landscapeRight.rawValue)
    }

    @Test func all128PreviewsAreLayers() throws {
      let rows = try Vector.all("camera-preview-vectors.csv")
      #expect(rows.count == 128)
      for row in rows {
        let buffer = PixelSize<Stored>(width: try row.int("buffer_w"), height: try row.int("buffer_h"))
        let capture = try Self.capture(row, pose: "ui_cw", size: buffer)
        let layer = AVCaptureVideoPreviewLayer()
        layer.connection = AVCaptureConnection()
        layer.videoGravity = try row("fit") == "cover" ? .resizeAspectFill : .resizeAspect
        layer.bounds = CGRect(x: 0, y: 0, width: try row.number("view_w"), height: try row.number("view_h"))
        try layer.apply(capture)
        #expect(try layer.connection?.videoRotationAngle == CGFloat(row.int("rotate_cw")))
        let map = capture.preview(in: layer)
        for (title, value) in [("a", map.a), ("b", map.b), ("c", map.c), ("d", map.d), ("tx", map.tx), ("ty", map.ty)] {
          #expect(try abs(value - row.number(title)) < 1e-5, "\(title)")
        }
        let point = CGPoint(x: try row.number("view_quarter_x"), y: try row.number("view_threequarter_y"))
        let pixel = try #require(capture.storedPoint(under: point, in: layer))
        #expect(try abs(pixel.x - row.number("buffer_x")) < 1e-5 && abs(pixel.y - row.number("buffer_y")) < 1e-5)
      }
    }

    /// The layer of a row, whose coordinates begin at `origin`, and the row's capture.
    private static func layer(_ row: Vector, at origin: CGPoint) throws -> (AVCaptureVideoPreviewLayer, CaptureSnapshot)
    {
      let buffer = PixelSize<Stored>(width: try row.int("buffer_w"), height: try row.int("buffer_h"))
      let layer = AVCaptureVideoPreviewLayer()
      layer.videoGravity = try row("fit") == "cover" ? .resizeAspectFill : .resizeAspect
      layer.bounds = CGRect(
        x: origin.x, y: origin.y, width: try row.number("view_w"), height: try row.number("view_h"))
      return (layer, try capture(row, pose: "ui_cw", size: buffer))
    }

    @Test func all128TapsFocusWhereTheyAre() throws {
      var beside = 0
      for row in try Vector.all("camera-preview-vectors.csv") {
        let (layer, capture) = try Self.layer(row, at: CGPoint(x: 30, y: 50))
        let tap = CGPoint(x: 30 + (try row.number("view_quarter_x")), y: 50 + (try row.number("view_threequarter_y")))
        let (x, y) = (
          try row.number("buffer_x") / row.number("buffer_w"), try row.number("buffer_y") / row.number("buffer_h")
        )
        let point = capture.pointOfInterest(under: tap, in: layer)
        if (0...1).contains(x), (0...1).contains(y) {
          let found = try #require(point)
          #expect(abs(found.x - x) < 1e-6 && abs(found.y - y) < 1e-6)
        } else {
          #expect(point == nil)
          beside += 1
        }
        // Every corner of the image is part of it.
        layer.videoGravity = .resize
        for (column, line) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1)] {
          let corner = CGPoint(x: 30 + layer.bounds.width * column, y: 50 + layer.bounds.height * line)
          let found = try #require(capture.pointOfInterest(under: corner, in: layer))
          #expect([0, 1].contains(found.x.rounded()) && [0, 1].contains(found.y.rounded()))
          #expect(abs(found.x - found.x.rounded()) < 1e-9 && abs(found.y - found.y.rounded()) < 1e-9)
        }
      }
      #expect(beside > 0 && beside < 128)
    }

    /// In each of the 128 previews, what frames in every pose and mirror, rotated and mirrored by their connections, show.
    @Test func whatFramesShowIsOutlinedInAll128Previews() throws {
      var pairs = 0
      for row in try Vector.all("camera-preview-vectors.csv") {
        let (layer, screen) = try Self.layer(row, at: CGPoint(x: 30, y: 50))
        let map = try ["a", "b", "c", "d", "tx", "ty"].map { try row.number($0) }
        let (wide, high) = (Double(screen.storedSize.width), Double(screen.storedSize.height))
        let corners = [(0.5, 0.25), (0.625, 0.75)].map { x, y in
          (
            map[0] * x * wide + map[2] * y * high + map[4] + 30, map[1] * x * wide + map[3] * y * high + map[5] + 50
          )
        }
        let code = Rect2D<Sensor>(x: wide / 2, y: high / 4, width: wide / 8, height: high / 2)
        let whole = Rect2D<Sensor>(x: 0, y: 0, width: wide, height: high)
        for pose in DevicePose.allCases {
          for mirror in [MirrorMode.off, .on] {
            for applied in Orientation<Sensor, Stored>.all {
              let size = applied.applied(to: PixelSize<Sensor>(width: 640, height: 360))
              let frame = CaptureSnapshot(
                mount: screen.mount, pose: pose, mirror: mirror, storedSize: size, applied: applied)
              let toFrame = try #require(frame.sensorToDisplayed(crop: whole))
              let found = try #require(Selection(code.applying(toFrame), in: frame.displayedSize))
              let box = try #require(screen.layerRect(showing: found, in: frame, layer: layer))
              #expect(abs(box.minX - min(corners[0].0, corners[1].0)) < 0.01)
              #expect(abs(box.maxX - max(corners[0].0, corners[1].0)) < 0.01)
              #expect(abs(box.minY - min(corners[0].1, corners[1].1)) < 0.01)
              #expect(abs(box.maxY - max(corners[0].1, corners[1].1)) < 0.01)
              pairs += 1
            }
          }
        }
        let other = CameraMount(sensorTurn: screen.mount.sensorTurn + .half, facing: screen.mount.facing)
        let stranger = CaptureSnapshot(mount: other, pose: .natural, storedSize: screen.storedSize)
        let all = try #require(Selection(Rect2D<Normalized<Displayed>>(x: 0, y: 0, width: 1, height: 1)))
        #expect(screen.layerRect(showing: all, in: stranger, layer: layer) == nil)
      }
      #expect(pairs == 128 * 4 * 2 * 8)
    }

    @Test func all204GravitySamplesHaveTheirPose() throws {
      let rows = try Vector.all("camera-gravity-vectors.csv")
      #expect(rows.count == 204)
      for row in rows {
        let data = CMAccelerometerData(
          standIn: CMAcceleration(x: try row.number("gx"), y: try row.number("gy"), z: try row.number("gz")),
          timestamp: 1.5)
        let sample = GravitySample(data)
        #expect(sample.time == .seconds(1.5))
        var classifier = GravityClassifier(policy: .visionCameraIOS, seed: nil)
        let pose = classifier.ingest(sample)
        let word = pose.map { Interop.VisionCameraOrientation($0, on: .iOS).rawValue }
        #expect(try (word ?? "nil") == row("visioncamera_ios"))
      }
    }

    @Test func whatAConnectionCannotDoChangesNothing() throws {
      let capture = CaptureSnapshot(
        mount: try CameraMount(sensorDegrees: 90, facing: .front), pose: .natural, mirror: .on,
        storedSize: PixelSize(width: 4, height: 3))
      let connection = AVCaptureConnection()
      connection.standInAngles = [0]
      #expect(throws: UnsupportedConnection.rotation(degrees: 90)) { try connection.apply(capture) }
      connection.standInAngles = [0, 90]
      connection.isVideoMirroringSupported = false
      #expect(throws: UnsupportedConnection.mirroring) { try connection.apply(capture) }
      #expect(connection.videoRotationAngle == 0 && connection.automaticallyAdjustsVideoMirroring)
      connection.standInAngles = [45]
      connection.videoRotationAngle = 45
      #expect(connection.applied == nil)
    }

    @Test func cameraPositionsAreFacings() {
      #expect(CameraMount(AVCaptureDevice(standIn: .front), sensorTurn: .clockwise).facing == .front)
      #expect(CameraMount(AVCaptureDevice(standIn: .back), sensorTurn: .clockwise).facing == .back)
      let other = CameraMount(AVCaptureDevice(standIn: .unspecified), sensorTurn: .zero)
      #expect(other.facing == .external(turnsAs: .neither) && other.sensorTurn == .zero)
    }

    @Test func all64AnglesOfACoordinatorTellTheMount() throws {
      for (row, capture) in try Self.captures() {
        let device = AVCaptureDevice(standIn: capture.mount.facing == .front ? .front : .back)
        let mount = try CameraMount(device, captureAngle: CGFloat(row.int("rotate_cw")), pose: capture.pose)
        #expect(mount == capture.mount)
      }
      let back = AVCaptureDevice(standIn: .back)
      #expect(CameraMount(back, captureAngle: 30, pose: .natural) == nil)
    }

    @Test func gravitiesAreFittings() {
      for mode in FittingMode.allCases { #expect(FittingMode(AVLayerVideoGravity(mode)) == mode) }
      #expect(FittingMode(.resizeAspectFill) == .fill && FittingMode(.resizeAspect) == .fit)
      #expect(FittingMode(AVLayerVideoGravity(rawValue: "new")) == .fit)
      #expect(QuarterTurn(videoRotationAngle: 270) == .counterclockwise && QuarterTurn(videoRotationAngle: 45) == nil)
      #expect(QuarterTurn.half.videoRotationAngle == 180 && QuarterTurn(videoRotationAngle: .nan) == nil)
    }

    @Test func visionLooksFromTheLowerLeftCorner() throws {
      let found = VNDetectedObjectObservation(boundingBox: CGRect(x: 0.25, y: 0, width: 0.5, height: 0.25))
      let selection = try #require(Selection(found))
      #expect(selection.area == Rect2D(x: 0.25, y: 0.75, width: 0.5, height: 0.25))
      let request = VNImageBasedRequest()
      request.setRegionOfInterest(selection)
      #expect(request.regionOfInterest == found.boundingBox)
      #expect(Selection(VNDetectedObjectObservation(boundingBox: .null)) == nil)
      // The box in the lower left quarter: x 0.25…0.75 of 0…0.5, y up 0…0.25 of 0…0.5.
      let quarter = try #require(Selection(Rect2D(x: 0, y: 0.5, width: 0.5, height: 0.5)))
      let inside = try #require(Selection(found, within: quarter))
      #expect(inside.area == Rect2D(x: 0.125, y: 0.875, width: 0.25, height: 0.125))
    }
  }
#endif
