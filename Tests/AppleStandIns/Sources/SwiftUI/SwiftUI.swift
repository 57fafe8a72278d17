// SwiftUI: declarations of what one view uses. Nothing is drawn; `StandInLayout` has what a body asks for.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import CoreGraphics
@_exported public import Foundation
public import UIKit

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

@resultBuilder public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
  {
    TupleView()
  }
}

public struct TupleView<Content>: View {
  public var body: Never { fatalError() }
}

/// Only of the stand-in: what a modifier makes.
public struct Modified: View {
  public var body: Never { fatalError() }
}

/// Only of the stand-in: what the last body that was read asks for.
@MainActor public enum StandInLayout {
  /// The size of every `GeometryReader`.
  public static var size = CGSize.zero
  /// The frames, with their offsets, in the order of the body.
  public static var frames: [CGRect] = []
  /// The layout direction that the body sets; nil if it is the environment's.
  public static var direction: LayoutDirection?
  /// What the drag does.
  public static var gesture = ModifiedGesture()
  /// What is called when the state of a gesture changes.
  public static var stateChanged: (Bool) -> Void = { _ in }

  /// Reads a view's body.
  public static func read(_ view: some View, size: CGSize) {
    (Self.size, frames, direction) = (size, [], nil)
    _ = view.body
  }
}

public enum LayoutDirection: Hashable, Sendable { case leftToRight, rightToLeft }

public struct EnvironmentValues {
  public var layoutDirection = LayoutDirection.leftToRight
}

public struct Alignment: Sendable { public static let topLeading = Alignment() }

public struct Color: View, Sendable {
  public static let accentColor = Color()
  public var body: Never { fatalError() }
}

public struct Image: View, Sendable {
  /// Bit 1 mirrors left to right, bit 2 top to bottom, then bit 0 turns counterclockwise.
  public enum Orientation: UInt8, CaseIterable, Hashable, Sendable {
    case up, left, upMirrored, leftMirrored, downMirrored, rightMirrored, down, right
  }

  public init(_ name: String) {}
  public init(uiImage: UIImage) {}
  public func resizable() -> Image { self }
  public var body: Never { fatalError() }
}

public struct Rectangle: View, Sendable {
  public init() {}
  public func stroke(_ color: Color, lineWidth: CGFloat = 1) -> some View { Modified() }
  public var body: Never { fatalError() }
}

public struct ZStack<Content: View>: View {
  public init(alignment: Alignment = .topLeading, @ViewBuilder content: () -> Content) { _ = content() }
  public var body: Never { fatalError() }
}

@MainActor public struct GeometryProxy { public var size: CGSize { StandInLayout.size } }

public struct GeometryReader<Content: View>: View {
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { _ = content(GeometryProxy()) }
  public var body: Never { fatalError() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID { for element in data { _ = content(element) } }
  public var body: Never { fatalError() }
}

@MainActor @preconcurrency public protocol Gesture {}

public struct DragGesture: Gesture {
  public struct Value: Sendable {
    public var location: CGPoint
    public var startLocation: CGPoint

    /// Only of the stand-in.
    public init(standInFrom start: CGPoint, to place: CGPoint) { (startLocation, location) = (start, place) }
  }

  public nonisolated init(minimumDistance: CGFloat = 10) {}
}

/// Only of the stand-in: what a gesture's modifier makes.
public struct ModifiedGesture: Gesture {
  public var changed: (DragGesture.Value) -> Void = { _ in }
  public var ended: (DragGesture.Value) -> Void = { _ in }

  nonisolated public init() {}

  public func onEnded(_ action: @escaping (DragGesture.Value) -> Void) -> ModifiedGesture {
    var gesture = self
    gesture.ended = action
    return gesture
  }

  public func updating<State>(
    _ state: GestureState<State>, body: @escaping (DragGesture.Value, inout State, inout Transaction) -> Void
  ) -> ModifiedGesture { self }
}

extension DragGesture {
  public func onChanged(_ action: @escaping (Value) -> Void) -> ModifiedGesture {
    var gesture = ModifiedGesture()
    gesture.changed = action
    return gesture
  }
}

public struct Transaction {}

@propertyWrapper public struct GestureState<Value> {
  public let wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  public var projectedValue: GestureState<Value> { self }
}

extension View {
  public func scaledToFit() -> some View { Modified() }
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View {
    StandInLayout.frames.append(CGRect(x: 0, y: 0, width: width ?? 0, height: height ?? 0))
    return Modified()
  }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    if let last = StandInLayout.frames.popLast() {
      StandInLayout.frames.append(CGRect(x: x, y: y, width: last.size.width, height: last.size.height))
    }
    return Modified()
  }
  public func contentShape(_ shape: Rectangle) -> some View { Modified() }
  public func gesture(_ gesture: some Gesture) -> some View {
    if let gesture = gesture as? ModifiedGesture { StandInLayout.gesture = gesture }
    return Modified()
  }
  public func onChange<V: Equatable>(of value: V, perform action: @escaping (V) -> Void) -> some View {
    if let action = action as? (Bool) -> Void { StandInLayout.stateChanged = action }
    return Modified()
  }
  public func environment<V>(_ path: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
    if let direction = value as? LayoutDirection { StandInLayout.direction = direction }
    return Modified()
  }
}

@propertyWrapper public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { (self.get, self.set) = (get, set) }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
  public var projectedValue: Binding<Value> { self }
}

@propertyWrapper public struct State<Value> {
  private final class Box {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
  public var projectedValue: Binding<Value> { Binding(get: { box.value }, set: { box.value = $0 }) }
}
