// Sides of images in addresses.

enum IIIFNumber {
  /// No image has a longer side. Products of two such numbers fit an `Int`.
  static let largest = Int(Int32.max)
}
