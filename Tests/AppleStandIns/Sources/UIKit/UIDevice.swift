// The device's and the interface's orientations: the same raw values, with the landscape names swapped.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import Foundation

public enum UIDeviceOrientation: Int, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
}

public enum UIInterfaceOrientation: Int, Sendable {
  case unknown = 0
  case portrait = 1
  case portraitUpsideDown = 2
  case landscapeLeft = 4
  case landscapeRight = 3
}

@MainActor open class UIDevice: NSObject {
  public static let current = UIDevice()
  public nonisolated static let orientationDidChangeNotification = Notification.Name(
    "UIDeviceOrientationDidChangeNotification")

  /// Only the stand-in's can be set.
  public var orientation = UIDeviceOrientation.unknown
  public private(set) var isGeneratingDeviceOrientationNotifications = false
  private var users = 0

  public func beginGeneratingDeviceOrientationNotifications() {
    users += 1
    isGeneratingDeviceOrientationNotifications = users > 0
  }

  public func endGeneratingDeviceOrientationNotifications() {
    users -= 1
    isGeneratingDeviceOrientationNotifications = users > 0
  }
}

@MainActor open class UIWindowScene: NSObject {
  @MainActor public final class Geometry: NSObject {
    public let interfaceOrientation: UIInterfaceOrientation

    init(_ orientation: UIInterfaceOrientation) { interfaceOrientation = orientation }
  }

  public private(set) var effectiveGeometry: Geometry

  /// Only of the stand-in.
  public init(standIn orientation: UIInterfaceOrientation) { effectiveGeometry = Geometry(orientation) }
}

@MainActor public final class UIImagePickerController: NSObject {
  public struct InfoKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
    public static let editedImage = InfoKey(rawValue: "UIImagePickerControllerEditedImage")
    public static let cropRect = InfoKey(rawValue: "UIImagePickerControllerCropRect")
  }
}
