// Coordinate spaces: marker types that state which space a coordinate belongs to (EXIF 2.32, 4.6.4 tag 274,
// distinguishes stored and displayed).

/// A coordinate space: a type without instances that marks the grid or plane of a value.
///
/// All spaces have their origin at the top left, with x to the right and y down; only ``YUp`` differs.
public protocol Space: Sendable {}

/// The pixel grid as stored in the file, in pixels.
public enum Stored: Space {}

/// A codec's output: a region of the stored image, perhaps reduced, in pixels of that pass.
public enum Decoded: Space {}

/// The image as displayed, at full resolution, in pixels.
public enum Displayed: Space {}

/// The pixel grid of the result.
public enum Output: Space {}

/// Points on a screen, or of the enclosing view.
public enum Viewport: Space {}

/// 0…1 across `Base` on both axes.
public enum Normalized<Base: Space>: Space {}
