// CALayer: only its bounds.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import CoreGraphics
public import Foundation

open class CALayer: NSObject {
  open var bounds = CGRect.zero
  open var frame: CGRect {
    get { bounds }
    set { bounds = CGRect(x: 0, y: 0, width: newValue.width, height: newValue.height) }
  }
}
