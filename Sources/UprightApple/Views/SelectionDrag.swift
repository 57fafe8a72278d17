// A drag in a view of SwiftUI, as a value: SwiftUI reports where it began and where it is (DragGesture.Value).

#if canImport(CoreGraphics)
  public import CoreGraphics
  public import UprightGeometry

  /// A drag that changes a session's selections, in a view that shows its image as large as fits.
  public struct SelectionDrag: Hashable, Sendable {
    private var isActive = false

    /// No drag.
    public init() {}

    /// The layout of a session's image in a view of `size` points.
    public static func placement(of session: SelectionSession, in size: CGSize) -> Placement<Viewport> {
      Placement(
        of: session.displayedSize,
        in: Rect2D(x: 0, y: 0, width: Double(size.width), height: Double(size.height)), mode: .scaleAspectFit)
    }

    /// A drag went on: what is at `start` follows to `location`.
    public mutating func change(
      _ session: inout SelectionSession, from start: CGPoint, to location: CGPoint, in size: CGSize
    ) {
      let placement = Self.placement(of: session, in: size)
      if !isActive { session.begin(at: Point2D(viewport: start), in: placement) }
      isActive = true
      session.drag(to: Point2D(viewport: location), in: placement)
    }

    /// The drag ended; its selection is one step to undo.
    public mutating func end(
      _ session: inout SelectionSession, from start: CGPoint, to location: CGPoint, in size: CGSize
    ) {
      change(&session, from: start, to: location, in: size)
      session.end()
      isActive = false
    }

    /// The drag was canceled, by the system or another gesture: the selections are those before it. Does nothing without
    /// a drag.
    public mutating func cancel(_ session: inout SelectionSession) {
      guard isActive else { return }
      session.cancel()
      isActive = false
    }
  }
#endif
