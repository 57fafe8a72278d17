// Views, image views and gestures: frames in parents, bounds, and conversion by the common ancestor.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import Foundation

@MainActor open class UIView: NSObject {
  public enum ContentMode: Int, Sendable {
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right, topLeft, topRight,
      bottomLeft, bottomRight
  }

  open var frame: CGRect { didSet { bounds.size = frame.size } }
  open var bounds: CGRect
  open var contentMode = ContentMode.scaleToFill
  open var clipsToBounds = false
  public private(set) weak var superview: UIView?
  public private(set) var subviews: [UIView] = []

  public init(frame: CGRect) {
    self.frame = frame
    bounds = CGRect(origin: .zero, size: frame.size)
    super.init()
  }

  open func addSubview(_ view: UIView) {
    view.superview = self
    subviews.append(view)
  }

  /// From a view in the same window; nil is the window.
  open func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    let (here, there) = (offset, view?.offset ?? .zero)
    return rect.offsetBy(dx: there.x - here.x, dy: there.y - here.y)
  }

  /// The place of its plane's origin in the window.
  private var offset: CGPoint {
    let above = superview?.offset ?? .zero
    return CGPoint(x: above.x + frame.minX - bounds.minX, y: above.y + frame.minY - bounds.minY)
  }
}

open class UIImageView: UIView {
  open var image: UIImage?

  public init(image: UIImage?) {
    self.image = image
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
  }
}

@MainActor open class UIGestureRecognizer: NSObject {
  public enum State: Int, Sendable { case possible, began, changed, ended, cancelled, failed }

  open var state = State.possible

  open func location(in view: UIView?) -> CGPoint { .zero }
}

open class UIPanGestureRecognizer: UIGestureRecognizer {
  open func translation(in view: UIView?) -> CGPoint { .zero }
}
