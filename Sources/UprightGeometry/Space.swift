// Coordinate spaces: the marker types that say where a number with a place lives (EXIF 2.32, 4.6.4 tag 274, names "stored" and "displayed" apart).

/// A coordinate space: a type that is never instantiated and only marks in which grid or plane a value lives.
///
/// All spaces have their origin at the top left, x to the right and y down; only ``YUp`` says otherwise.
public protocol Space: Sendable {}

/// The grid of pixels as the file holds it, in pixels.
public enum Stored: Space {}

/// What a codec handed back: a region of the stored picture, perhaps scaled down, in pixels of that pass.
public enum Decoded: Space {}

/// The picture as a person sees it, at full resolution, in pixels.
public enum Displayed: Space {}

/// The grid of pixels that is delivered.
public enum Output: Space {}

/// Points on a screen, or of the view that others lie in.
public enum Viewport: Space {}

/// 0…1 across `Base` in both directions.
public enum Normalized<Base: Space>: Space {}
