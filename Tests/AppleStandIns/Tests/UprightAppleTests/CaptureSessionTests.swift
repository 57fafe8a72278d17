// The article `OrientingACaptureSession`: every block of its code is in this file, word for word, and does what it says.

#if canImport(UIKit) && !canImport(Darwin)
  import AVFoundation
  import Foundation
  import Testing
  import UIKit
  import UprightApple
  import UprightCamera
  import UprightGeometry
  import Vision

  /// What a session's controller has; each method is a block of the article.
  @MainActor private final class Session {
    let session = AVCaptureSession()
    let photoOutput = AVCapturePhotoOutput()
    let movieOutput = AVCaptureMovieFileOutput()
    let previewLayer = AVCaptureVideoPreviewLayer()
    var size = PixelSize<Stored>(width: 1920, height: 1080)
    var mount = CameraMount(sensorTurn: .clockwise, facing: .back)
    let interface = InterfacePoses()

    func managers() -> (OrientationManager, OrientationManager, OrientationManager) {
      let device = OrientationManager(
        apple: .device(.visionCameraIOS), interface: interface)
      let screen = OrientationManager(apple: .interface, interface: interface)
      let custom = OrientationManager(apple: .custom(.natural), interface: interface)
      return (device, screen, custom)
    }

    func follow(
      _ poses: OrientationManager, _ outputs: CaptureOutputs, mirror: MirrorMode
    ) async throws {
      await poses.start()
      for await case let pose? in poses {
        let capture = CaptureSnapshot(
          mount: mount, pose: pose, mirror: mirror, storedSize: size)
        try session.apply(capture, to: outputs)
      }
    }

    func run(_ device: OrientationManager, _ screen: OrientationManager) async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await self.follow(device, [.photos, .movies], mirror: .off)
        }
        group.addTask {
          try await self.follow(screen, .previews, mirror: .frontOnly)
        }
        for try await _ in group {}
      }
    }

    func camera(_ camera: AVCaptureDevice, _ angle: CGFloat, _ pose: DevicePose) {
      let found = CameraMount(camera, captureAngle: angle, pose: pose)
      mount = found ?? mount
      size = PixelSize(camera.activeFormat.formatDescription.dimensions)
    }

    func pin(_ device: OrientationManager, _ pose: DevicePose) async {
      await device.setCustom(pose)  // nil to follow the device again
    }

    func photo(_ capture: CaptureSnapshot) throws {
      try photoOutput.connection(with: .video)?.apply(capture)
    }

    func settings(_ capture: CaptureSnapshot) -> AVCapturePhotoSettings {
      let settings = AVCapturePhotoSettings()
      settings.setOrientation(of: capture)
      return settings
    }

    func movieFile(_ capture: CaptureSnapshot) throws {
      try movieOutput.connection(with: .video)?.apply(capture)
    }

    func writer(_ capture: CaptureSnapshot) -> AVAssetWriterInput {
      let writerInput = AVAssetWriterInput()
      writerInput.setTransform(of: capture)
      return writerInput
    }

    func preview(_ pose: DevicePose) throws {
      let capture = CaptureSnapshot(
        mount: mount, pose: pose, mirror: .frontOnly, storedSize: size)
      try previewLayer.apply(capture)
    }

    func tapped(_ tap: CGPoint, _ capture: CaptureSnapshot) -> Point2D<Stored>? {
      capture.storedPoint(under: tap, in: previewLayer)
    }

    func focus(_ camera: AVCaptureDevice, _ tap: CGPoint, _ capture: CaptureSnapshot) throws {
      guard camera.isFocusPointOfInterestSupported,
        camera.isFocusModeSupported(.autoFocus),
        let point = capture.pointOfInterest(under: tap, in: previewLayer)
      else { return }
      try camera.lockForConfiguration()
      camera.focusPointOfInterest = point
      camera.focusMode = .autoFocus
      camera.unlockForConfiguration()
    }

    func outline(
      _ observation: VNDetectedObjectObservation, _ frame: CaptureSnapshot, _ screen: CaptureSnapshot,
      _ outline: CALayer
    ) {
      if let face = Selection(observation),
        let box = screen.layerRect(showing: face, in: frame, layer: previewLayer)
      {
        outline.frame = box
      }
    }

    func handler(
      _ sampleBuffer: CMSampleBuffer, _ connection: AVCaptureConnection, _ pose: DevicePose
    ) -> VNImageRequestHandler? {
      guard let pixels = sampleBuffer.imageBuffer,
        let frame = CaptureSnapshot(
          sampleBuffer, from: connection, mount: mount, pose: pose)
      else { return nil }
      return VNImageRequestHandler(pixels, of: frame)
    }
  }

  @MainActor @Suite struct CaptureSessionTests {
    private static let poses: [(pose: DevicePose, tag: Int, angle: CGFloat)] = [
      (.natural, 6, 90), (DevicePose(turn: .clockwise), 3, 180), (DevicePose(turn: .half), 8, 270),
      (DevicePose(turn: .counterclockwise), 1, 0),
    ]

    private static func capture(_ pose: DevicePose) -> CaptureSnapshot {
      CaptureSnapshot(
        mount: CameraMount(sensorTurn: .clockwise, facing: .back), pose: pose,
        storedSize: PixelSize(width: 1920, height: 1080))
    }

    @Test(arguments: 0..<4)
    func everyOutputIsUpright(_ index: Int) throws {
      let (pose, tag, angle) = Self.poses[index]
      let (session, capture) = (Session(), Self.capture(pose))
      let connections = (0..<3).map { _ in AVCaptureConnection() }
      (session.photoOutput.standInConnection, session.movieOutput.standInConnection) = (connections[0], connections[1])
      session.previewLayer.connection = connections[2]
      session.previewLayer.bounds = CGRect(x: 0, y: 0, width: 360, height: 640)
      try session.photo(capture)
      try session.movieFile(capture)
      try session.preview(pose)
      #expect(connections.map(\.videoRotationAngle) == [angle, angle, angle])
      #expect(session.settings(capture).metadata["Orientation"] as? Int == tag)
      #expect(session.writer(capture).transform == CGAffineTransform(capture.storedToDisplayed))
      let middle = try #require(session.tapped(CGPoint(x: 180, y: 320), capture))
      #expect(abs(middle.x - 960) < 1e-6 && abs(middle.y - 540) < 1e-6)
      // The frame's own connection rotates nothing: Vision gets the tag.
      let frame = CMSampleBuffer(standIn: CVPixelBuffer(standInWidth: 1920, height: 1080))
      let handler = try #require(session.handler(frame, AVCaptureConnection(), pose))
      #expect(Int(handler.standInOrientation.rawValue) == tag)
      // If it rotates, nothing remains.
      let rotated = CMSampleBuffer(
        standIn: CVPixelBuffer(standInWidth: angle == 90 || angle == 270 ? 1080 : 1920, height: 1080))
      #expect(session.handler(rotated, connections[0], pose)?.standInOrientation == .up)
    }

    @Test(.timeLimit(.minutes(1)))
    func photosFollowTheDeviceTheInterfaceAndTheApp() async throws {
      let session = Session()
      let (device, screen, custom) = session.managers()
      #expect(device.source == .device(.visionCameraIOS) && screen.source == .interface)
      #expect(custom.source == .custom(.natural))
      let connection = AVCaptureConnection()
      session.photoOutput.standInConnection = connection
      connection.output = session.photoOutput
      connection.inputPorts = [try Self.port(.back)]
      session.session.connections = [connection]
      try await session.run(single(.natural), single(.natural))
      #expect(connection.videoRotationAngle == 90)
      await session.pin(device, DevicePose(turn: .half))
      #expect(await device.current == DevicePose(turn: .half))
      session.interface.update(.landscapeRight)
      await screen.start()
      for await case let pose? in screen {
        #expect(pose == DevicePose(turn: .counterclockwise))
        break
      }
    }

    private static func port(
      _ position: AVCaptureDevice.Position, _ type: AVMediaType = .video
    ) throws -> AVCaptureInput.Port {
      AVCaptureInput.Port(standIn: try AVCaptureDeviceInput(device: AVCaptureDevice(standIn: position)), type)
    }

    private static func connection(
      _ output: AVCaptureOutput?, _ port: AVCaptureInput.Port, _ layer: AVCaptureVideoPreviewLayer? = nil
    ) -> AVCaptureConnection {
      let connection = AVCaptureConnection()
      (connection.output, connection.videoPreviewLayer, connection.inputPorts) = (output, layer, [port])
      return connection
    }

    @Test func aSessionsOutputsAreOrientedByPurpose() throws {
      let (session, layer) = (AVCaptureSession(), AVCaptureVideoPreviewLayer())
      let outputs = [
        AVCapturePhotoOutput(), AVCaptureMovieFileOutput(), AVCaptureVideoDataOutput(), AVCaptureOutput(),
      ]
      let video = try outputs.map { Self.connection($0, try Self.port(.back)) }
      let preview = Self.connection(nil, try Self.port(.back), layer)
      let sound = Self.connection(outputs[1], try Self.port(.unspecified, .audio))
      sound.standInAngles = []
      session.connections = video + [preview, sound]
      func angles() -> [CGFloat] { session.connections.map(\.videoRotationAngle) }
      #expect(try session.apply(Self.capture(.natural), to: .previews))
      #expect(angles() == [0, 0, 0, 0, 90, 0])
      try session.apply(Self.capture(DevicePose(turn: .half)), to: [.photos, .movies])
      #expect(angles() == [270, 270, 0, 0, 90, 0])
      try session.apply(Self.capture(DevicePose(turn: .clockwise)), to: .frames)
      #expect(angles() == [270, 270, 180, 0, 90, 0])
      // If one cannot be rotated, none is.
      video[1].standInAngles = [0, 270]
      #expect(throws: UnsupportedConnection.rotation(degrees: 90)) {
        try session.apply(Self.capture(.natural), to: [.photos, .movies])
      }
      #expect(angles() == [270, 270, 180, 0, 90, 0])
      session.connections = [sound]
      #expect(try !session.apply(Self.capture(.natural), to: [.photos, .movies, .previews, .frames]))
    }

    /// A microphone is no camera: with sound, a single camera is still the only one.
    @Test(arguments: [Facing.back, .front, .external(turnsAs: .neither)])
    func aMicrophoneIsNoCamera(_ facing: Facing) throws {
      let (session, movie) = (AVCaptureSession(), AVCaptureMovieFileOutput())
      session.connections = [
        Self.connection(movie, try Self.port(.back)), Self.connection(movie, try Self.port(.unspecified, .audio)),
      ]
      let capture = CaptureSnapshot(
        mount: CameraMount(sensorTurn: .clockwise, facing: facing), pose: .natural,
        storedSize: PixelSize(width: 4, height: 3))
      #expect(try session.apply(capture, to: .movies))
      #expect(session.connections.map(\.videoRotationAngle) == [90, 0])
    }

    /// An error of either loop ends both.
    @Test(.timeLimit(.minutes(1)))
    func anErrorOfThePreviewIsThrown() async throws {
      let session = Session()
      let preview = Self.connection(nil, try Self.port(.back), session.previewLayer)
      preview.standInAngles = [0]
      session.session.connections = [preview]
      let device = OrientationManager(.custom(.natural))
      await #expect(throws: UnsupportedConnection.rotation(degrees: 90)) {
        try await session.run(device, OrientationManager(.custom(.natural)))
      }
    }

    @Test func aCamerasMountAndSizeAreRead() throws {
      let (session, camera) = (Session(), AVCaptureDevice(standIn: .front))
      camera.activeFormat = AVCaptureDevice.Format(standIn: CMVideoDimensions(width: 640, height: 480))
      session.camera(camera, 90, .natural)
      #expect(session.mount == CameraMount(sensorTurn: .clockwise, facing: .front))
      #expect(session.size == PixelSize(width: 640, height: 480))
    }

    @Test func ofSeveralCamerasOnlyTheCapturesIsOriented() throws {
      let (session, photos) = (AVCaptureSession(), AVCapturePhotoOutput())
      let positions = [AVCaptureDevice.Position.back, .front, .unspecified]
      session.connections = try positions.map { Self.connection(photos, try Self.port($0)) }
      for (index, facing) in [Facing.back, .front, .external(turnsAs: .back)].enumerated() {
        for connection in session.connections { connection.videoRotationAngle = 0 }
        let mount = CameraMount(sensorTurn: .clockwise, facing: facing)
        try session.apply(
          CaptureSnapshot(mount: mount, pose: .natural, storedSize: PixelSize(width: 4, height: 3)), to: .photos)
        #expect(session.connections.indices.filter { session.connections[$0].videoRotationAngle == 90 } == [index])
      }
      // Of a single camera, all: its position may be unspecified.
      session.connections.removeFirst(2)
      try session.apply(Self.capture(DevicePose(turn: .half)), to: .photos)
      #expect(session.connections.map(\.videoRotationAngle) == [270])
    }

    /// A face in the sensor's upper left quarter, detected while the device is held upside down, in the mirror image that
    /// a front camera's preview is.
    @Test func aFaceIsOutlinedAndFocusedWhereThePreviewShowsIt() throws {
      let session = Session()
      session.previewLayer.bounds = CGRect(x: 0, y: 0, width: 360, height: 640)
      let mount = CameraMount(sensorTurn: .clockwise, facing: .front)
      let frame = CaptureSnapshot(mount: mount, pose: DevicePose(turn: .half), storedSize: session.size)
      let screen = CaptureSnapshot(mount: mount, pose: .natural, mirror: .frontOnly, storedSize: session.size)
      // Rotated 270 degrees clockwise, the upper left quarter is the lower left one: Vision's origin.
      #expect(frame.orientation.exif == .leftBottom)
      let face = VNDetectedObjectObservation(boundingBox: CGRect(x: 0, y: 0, width: 0.5, height: 0.5))
      let outline = CALayer()
      session.outline(face, frame, screen, outline)
      // Rotated 90 degrees clockwise, it is the upper right quarter; in the mirror, the upper left one.
      #expect(screen.orientation.exif == .leftTop)
      #expect(outline.frame == CGRect(x: 0, y: 0, width: 180, height: 320))
      let device = AVCaptureDevice(standIn: .front)
      #expect(device.focusMode == .locked)
      try session.focus(device, CGPoint(x: 90, y: 160), screen)
      #expect(device.focusPointOfInterest == CGPoint(x: 0.25, y: 0.25) && device.focusMode == .autoFocus)
      session.previewLayer.bounds = CGRect(x: 0, y: 0, width: 720, height: 640)
      try session.focus(device, CGPoint(x: 90, y: 160), screen)
      #expect(device.focusPointOfInterest == CGPoint(x: 0.25, y: 0.25), "beside the image")
      // The connection's rotation and mirror are undone.
      var turned = screen
      (turned.applied, turned.storedSize) = (
        Orientation(mirrored: true, clockwise: 1), PixelSize(width: 1080, height: 1920)
      )
      session.previewLayer.bounds = CGRect(x: 0, y: 0, width: 360, height: 640)
      try session.focus(device, CGPoint(x: 90, y: 480), turned)
      #expect(device.focusPointOfInterest == CGPoint(x: 0.75, y: 0.25))
    }

    private static func text(_ path: String) throws -> String {
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Lines without indentation, and without those that are empty.
    private static func lines(_ text: Substring) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test func theArticleShowsThisCode() throws {
      let article = try Self.text("Sources/UprightApple/UprightApple.docc/OrientingACaptureSession.md")
      let own = Self.lines(try Self.text("Tests/AppleStandIns/Tests/UprightAppleTests/CaptureSessionTests.swift")[...])
      let blocks = article.split(separator: "```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      #expect(blocks.count >= 8)
      for block in blocks {
        #expect(block.hasPrefix("swift\n"))
        let wanted = Self.lines(block.dropFirst(6))
        #expect(wanted.count <= 10)
        let isThere = own.indices.contains { own[$0...].starts(with: wanted) }
        #expect(isThere, "\(block)")
      }
    }

    /// From every article to the page of calls, and from there to each.
    @Test func everyArticleLeadsToApplesPageAndBack() throws {
      let page = try Self.text("docs/apple.md")
      for article in [
        "Upright/Upright.docc/MirroringAPhoto", "UprightCamera/UprightCamera.docc/FromTheSensorToTheFile",
        "Upright/Upright.docc/SelectingPixels", "Upright/Upright.docc/DrawingASavedPhoto",
        "Upright/Upright.docc/RedoingThePickersCrop", "UprightApple/UprightApple.docc/OrientingACaptureSession",
      ] {
        #expect(try Self.text("Sources/\(article).md").contains("`docs/apple.md`"), "\(article)")
        #expect(page.contains("(../Sources/\(article).md)"), "\(article)")
      }
    }
  }
#endif
