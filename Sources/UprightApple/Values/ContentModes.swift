// UIKit's content modes, which have the raw values of ours (UIView.h).

#if canImport(UIKit)
  public import UIKit
  public import UprightGeometry

  extension ViewContentMode {
    /// The mode with this name; a value that this version does not know is UIKit's default, `scaleToFill`.
    public init(_ mode: UIView.ContentMode) { self = Self(rawValue: mode.rawValue) ?? .scaleToFill }
  }

  extension UIView.ContentMode {
    /// The mode with this name.
    public init(_ mode: ViewContentMode) { self = Self(rawValue: mode.rawValue) ?? .scaleToFill }
  }
#endif
