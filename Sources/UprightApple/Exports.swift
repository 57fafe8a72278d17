// One import for users: re-exports the types that the API shows.

#if canImport(CoreGraphics)
  @_exported public import UprightCamera
  @_exported public import UprightGeometry
#endif
