// A view of SwiftUI in which a person selects parts of an image (SwiftUI: GeometryReader, DragGesture, Canvas).

#if canImport(SwiftUI) && !os(tvOS)
  public import SwiftUI
  public import UprightGeometry

  /// An image with selections that can be drawn, moved and resized.
  ///
  ///     @State var session = SelectionSession(photo)                    // UIImage
  ///     var body: some View { SelectionView(Image(uiImage: photo), session: $session) }
  ///
  /// The image must be displayed as the session describes it: with the orientation of the session. A drag that is
  /// canceled leaves the selections as they were. Where text runs from right to left, the image and its selections stay
  /// as they are.
  public struct SelectionView: View {
    private let image: Image
    private let color: Color
    @Binding private var session: SelectionSession
    @State private var drag = SelectionDrag()
    /// SwiftUI resets it when a drag ends, and also when it is canceled, which `onEnded` does not report.
    @GestureState private var isDragging = false

    /// A view of an image, and of its session's selections, outlined in a color.
    public init(_ image: Image, session: Binding<SelectionSession>, color: Color = .accentColor) {
      self.image = image
      self.color = color
      _session = session
    }

    /// The image as large as fits, with its selections.
    public var body: some View {
      GeometryReader { proxy in
        ZStack(alignment: .topLeading) {
          image.resizable().scaledToFit().frame(width: proxy.size.width, height: proxy.size.height)
          ForEach(session.selections) { item in
            outline(SelectionDrag.placement(of: session, in: proxy.size).area(of: item.area))
          }
        }
        .contentShape(Rectangle())
        .gesture(
          DragGesture(minimumDistance: 0)
            .onChanged { value in
              drag.change(&session, from: value.startLocation, to: value.location, in: proxy.size)
            }
            .onEnded { value in
              drag.end(&session, from: value.startLocation, to: value.location, in: proxy.size)
            }
            .updating($isDragging) { _, isDragging, _ in isDragging = true })
      }
      .onChange(of: isDragging) { isDragging in
        if !isDragging { drag.cancel(&session) }
      }
      // An image's coordinates begin at its left edge everywhere; without this, frames would begin at the right one.
      .environment(\.layoutDirection, .leftToRight)
    }

    private func outline(_ area: Rect2D<Viewport>) -> some View {
      Rectangle().stroke(color, lineWidth: 2)
        .frame(width: CGFloat(area.width), height: CGFloat(area.height))
        .offset(x: CGFloat(area.x), y: CGFloat(area.y))
    }
  }
#endif
