// AVFoundation: connections, devices, photo settings, preview layers, asset writers.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import CoreGraphics
@_exported public import Foundation
@_exported public import CoreMedia
@_exported public import QuartzCore

/// The names and the raw values of UIInterfaceOrientation.
public enum AVCaptureVideoOrientation: Int, Sendable {
  case portrait = 1
  case portraitUpsideDown, landscapeRight, landscapeLeft
}

public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
  public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
}

/// Rotates clockwise first, then mirrors left to right. "Setting isVideoMirrored raises an exception while
/// automaticallyAdjustsVideoMirroring is true."
open class AVCaptureConnection: NSObject {
  open var videoRotationAngle: CGFloat = 0 {
    willSet { precondition(isVideoRotationAngleSupported(newValue), "NSInvalidArgumentException") }
  }
  open var automaticallyAdjustsVideoMirroring = true
  open var isVideoMirrored = false {
    willSet {
      precondition(!automaticallyAdjustsVideoMirroring && isVideoMirroringSupported, "NSInvalidArgumentException")
    }
  }
  open var isVideoOrientationSupported: Bool { true }
  open var videoOrientation = AVCaptureVideoOrientation.landscapeRight

  /// Only the stand-in's can be set.
  public var inputPorts: [AVCaptureInput.Port] = []
  /// Only the stand-in's can be set.
  public weak var output: AVCaptureOutput?
  /// Only the stand-in's can be set.
  public weak var videoPreviewLayer: AVCaptureVideoPreviewLayer?
  /// Only the stand-in's can be set.
  public var isVideoMirroringSupported = true
  /// Only of the stand-in.
  public var standInAngles: Set<CGFloat> = [0, 90, 180, 270]

  open func isVideoRotationAngleSupported(_ angle: CGFloat) -> Bool { standInAngles.contains(angle) }
}

open class AVCaptureDevice: NSObject {
  public enum Position: Int, Sendable { case unspecified, back, front }

  open var position: Position { place }
  /// From the top left to the bottom right of the unrotated image. Setting it without the lock raises an exception, and
  /// does not focus until the mode is set.
  open var focusPointOfInterest = CGPoint(x: 0.5, y: 0.5) {
    willSet { precondition(isLocked && isFocusPointOfInterestSupported, "NSGenericException") }
  }
  open var focusMode = FocusMode.locked {
    willSet { precondition(isLocked, "NSGenericException") }
  }
  open var isFocusPointOfInterestSupported: Bool { true }
  open func isFocusModeSupported(_ mode: FocusMode) -> Bool { true }
  /// Only the stand-in's can be set.
  public var activeFormat = Format(standIn: CMVideoDimensions(width: 1920, height: 1080))
  private var isLocked = false

  public enum FocusMode: Int, Sendable { case locked, autoFocus, continuousAutoFocus }

  open class Format: NSObject {
    public let formatDescription: CMVideoFormatDescription

    /// Only of the stand-in.
    public init(standIn dimensions: CMVideoDimensions) {
      formatDescription = CMVideoFormatDescription(standIn: dimensions)
    }
  }

  open func lockForConfiguration() throws { isLocked = true }
  open func unlockForConfiguration() { isLocked = false }
  private let place: Position

  /// Only of the stand-in.
  public init(standIn position: Position) { place = position }
}

open class AVCaptureInput: NSObject {
  open class Port: NSObject {
    public let input: AVCaptureInput
    public let mediaType: AVMediaType

    /// Only of the stand-in.
    public init(standIn input: AVCaptureInput, _ mediaType: AVMediaType = .video) {
      (self.input, self.mediaType) = (input, mediaType)
    }
  }
}

open class AVCaptureDeviceInput: AVCaptureInput {
  public let device: AVCaptureDevice

  public init(device: AVCaptureDevice) throws { self.device = device }
}

public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let video = AVMediaType(rawValue: "vide")
  public static let depthData = AVMediaType(rawValue: "dpth")
  public static let audio = AVMediaType(rawValue: "soun")
}

/// "The first connection with an input port of the type": here the only one, once the output is in a session.
open class AVCaptureOutput: NSObject {
  /// Only the stand-in's can be set.
  public var standInConnection: AVCaptureConnection?

  open func connection(with type: AVMediaType) -> AVCaptureConnection? { standInConnection }
}

open class AVCapturePhotoOutput: AVCaptureOutput {}

open class AVCaptureMovieFileOutput: AVCaptureOutput {}

open class AVCaptureVideoDataOutput: AVCaptureOutput {}

/// "The connections between inputs and outputs that a capture session contains."
open class AVCaptureSession: NSObject {
  /// Only the stand-in's can be set.
  public var connections: [AVCaptureConnection] = []
}

open class AVCapturePhotoSettings: NSObject {
  open var metadata: [String: Any] = [:]
}

open class AVCaptureVideoPreviewLayer: CALayer {
  open var videoGravity = AVLayerVideoGravity.resizeAspect
  /// Only the stand-in's can be set.
  open var connection: AVCaptureConnection?
}

open class AVAssetWriterInput: NSObject {
  open var transform = CGAffineTransform.identity
}
