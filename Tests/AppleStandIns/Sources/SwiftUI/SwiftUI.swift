// SwiftUI: declarations of what one view uses. Nothing is drawn.

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
  public init(alignment: Alignment = .topLeading, @ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}

public struct GeometryProxy { public var size: CGSize { .zero } }

public struct GeometryReader<Content: View>: View {
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
  public var body: Never { fatalError() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {}
  public var body: Never { fatalError() }
}

@MainActor @preconcurrency public protocol Gesture {}

public struct DragGesture: Gesture {
  public struct Value: Sendable {
    public var location: CGPoint
    public var startLocation: CGPoint
  }

  public nonisolated init(minimumDistance: CGFloat = 10) {}
}

/// Only of the stand-in: what a gesture's modifier makes.
public struct ModifiedGesture: Gesture {
  public func onEnded(_ action: @escaping (DragGesture.Value) -> Void) -> some Gesture { self }
}

extension DragGesture {
  public func onChanged(_ action: @escaping (Value) -> Void) -> ModifiedGesture { ModifiedGesture() }
}

extension View {
  public func scaledToFit() -> some View { Modified() }
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { Modified() }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { Modified() }
  public func contentShape(_ shape: Rectangle) -> some View { Modified() }
  public func gesture(_ gesture: some Gesture) -> some View { Modified() }
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
