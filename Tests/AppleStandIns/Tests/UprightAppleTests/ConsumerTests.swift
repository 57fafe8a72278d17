// What a reader of each article writes: at most ten lines, and what they draw.

#if canImport(UIKit) && !canImport(Darwin)
  import AVFoundation
  import Testing
  import UIKit
  import UprightApple
  import UprightCamera
  import UprightGeometry

  /// 000: flip an image.
  private func flip(_ image: UIImage) -> UIImage {
    image.mirrored(.horizontally)
  }

  /// 001: make a camera's photos, movies and preview upright in whatever way the device is held.
  @MainActor private func follow(
    _ poses: OrientationManager, _ mount: CameraMount, _ session: AVCaptureSession, _ mirror: MirrorMode,
    _ outputs: CaptureOutputs
  ) async throws {
    await poses.start()
    for await case let pose? in poses {
      let capture = CaptureSnapshot(
        mount: mount, pose: pose, mirror: mirror, storedSize: PixelSize(width: 1920, height: 1080))
      try session.apply(capture, to: outputs)
    }
  }

  /// 001: frames, for a detector.
  private func frame(
    _ buffer: CMSampleBuffer, _ connection: AVCaptureConnection, _ mount: CameraMount, _ pose: DevicePose
  ) -> CGImagePropertyOrientation? {
    CaptureSnapshot(buffer, from: connection, mount: mount, pose: pose)
      .map { CGImagePropertyOrientation($0.orientation) }
  }

  /// 002: show the part of an image that a view covers.
  @MainActor private func cut(_ image: UIImage, in imageView: UIImageView, under selection: UIView) throws -> UIImage? {
    try imageView.selection(for: selection, of: image).map { try image.cropped(to: $0) }
  }

  /// 003: a saved photo, upright, at most 1024 pixels long.
  private func load(_ url: URL) throws -> UIImage {
    try UIImage.upright(contentsOf: url, maxEdge: 1024)
  }

  /// 003, with the bytes that a photo picker loaded, decoded off the main actor.
  private func load(_ data: Data) async throws -> UIImage {
    try await Task.detached { try UIImage.upright(data: data, maxEdge: 1024) }.value
  }

  /// 004: the square that was adjusted in the picker, at 512 pixels.
  private func picked(_ info: [UIImagePickerController.InfoKey: Any]) throws -> UIImage {
    try PickedImage(info).square(side: 512)
  }

  /// 004: the whole crop on a canvas of another shape, with transparent margins.
  private func letterboxed(_ info: [UIImagePickerController.InfoKey: Any]) throws -> UIImage {
    try PickedImage(info).letterboxed(in: PixelSize(width: 400, height: 200))
  }

  /// 004, a comment: the square under a finger, when the preview fills the view.
  @MainActor private func touched(_ image: UIImage, at place: CGPoint, in overlay: UIView) throws -> UIImage? {
    try overlay.displayedPoint(under: place, of: image).map { try image.cropped(around: $0, side: 10) }
  }

  /// A manager whose source has one pose and ends.
  func single(_ pose: DevicePose) -> OrientationManager {
    OrientationManager(
      .interface,
      interface: {
        AsyncStream<DevicePose> {
          $0.yield(pose)
          $0.finish()
        }
      })
  }

  @MainActor @Suite struct ConsumerTests {
    @Test(arguments: ExifOrientation.allCases)
    func theArticlesTasksAreDrawnRight(_ tag: ExifOrientation) async throws {
      #expect(try displayed(flip(photo(tag))) == "bgr/kwy")

      let (window, imageView, selection) = (UIView(frame: .zero), UIImageView(image: nil), UIView(frame: .zero))
      imageView.frame = CGRect(x: 5, y: 5, width: 90, height: 140)
      imageView.contentMode = .scaleAspectFit
      selection.frame = CGRect(x: 38, y: 20, width: 200, height: 54)
      for view in [imageView, selection] { window.addSubview(view) }
      #expect(try cut(photo(tag), in: imageView, under: selection).map { try displayed($0) } == "gb")
      selection.frame = CGRect(x: 95, y: 45, width: 200, height: 54)
      #expect(try cut(photo(tag), in: imageView, under: selection) == nil)

      let url = try ImageFileTests.write(Picture.image(storedAs: tag, times: 400), tag: tag)
      defer { try? FileManager.default.removeItem(at: url) }
      let loaded = try load(url)
      #expect(loaded.size == CGSize(width: 1024, height: 683) && loaded.imageOrientation == .up)
      #expect(try displayed(loaded, every: 341) == Picture.upright)
      #expect(try await displayed(load(try Data(contentsOf: url)), every: 341) == Picture.upright)

      let original = try photo(tag, times: 100)
      let square = try picked([.originalImage: original, .cropRect: CGRect(x: 100, y: 0, width: 200, height: 200)])
      #expect(try displayed(square, every: 256) == "gb/wk" && square.size.width == 512)

      let banner = try letterboxed([.originalImage: original, .cropRect: CGRect(x: 100, y: 0, width: 200, height: 200)])
      #expect(try displayed(banner, every: 100) == ".gb./.wk.")

      let overlay = UIView(frame: CGRect(x: 0, y: 0, width: 90, height: 140))
      overlay.contentMode = .scaleAspectFill
      let small = try photo(tag, times: 10)
      #expect(try touched(small, at: CGPoint(x: 45, y: 35), in: overlay).map { try displayed($0, every: 10) } == "g")
    }

    /// All outputs of a session, each with what it needs: the screen is locked upright, the device is held sideways.
    @Test(.timeLimit(.minutes(1)))
    func aCameraFollowsItsDevice() async throws {
      let (session, layer) = (AVCaptureSession(), AVCaptureVideoPreviewLayer())
      let outputs = [AVCapturePhotoOutput(), AVCaptureMovieFileOutput(), AVCaptureVideoDataOutput()]
      let port = AVCaptureInput.Port(
        standIn: try AVCaptureDeviceInput(device: AVCaptureDevice(standIn: .front)))
      session.connections = (outputs + [nil]).map { output in
        let connection = AVCaptureConnection()
        (connection.output, connection.inputPorts) = (output, [port])
        connection.videoPreviewLayer = output == nil ? layer : nil
        return connection
      }
      let mount = try CameraMount(sensorDegrees: 90, facing: .front)
      let held = DevicePose(turn: .clockwise)
      try await follow(single(held), mount, session, .off, [.photos, .movies])
      try await follow(single(.natural), mount, session, .frontOnly, .previews)
      #expect(session.connections.map(\.videoRotationAngle) == [0, 0, 0, 90])
      #expect(session.connections.map(\.isVideoMirrored) == [false, false, false, true])
      let buffer = CMSampleBuffer(standIn: CVPixelBuffer(standInWidth: 1920, height: 1080))
      #expect(frame(buffer, session.connections[2], mount, held) == .up)
      #expect(frame(buffer, session.connections[2], mount, .natural) == .right)
      let movie = AVAssetWriterInput()
      movie.setTransform(
        of: CaptureSnapshot(
          mount: mount, pose: .natural, mirror: .frontOnly, storedSize: PixelSize(width: 1920, height: 1080)))
      #expect(movie.transform == CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0))
    }
  }
#endif
