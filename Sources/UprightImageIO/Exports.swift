// One import for users: re-exports the types that the API shows.

#if ImageIO && canImport(ImageIO) && canImport(CoreGraphics)
  @_exported public import Upright
#endif
