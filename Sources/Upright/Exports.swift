// One import for users: re-exports the layers below.

@_exported public import UprightGeometry
@_exported public import UprightMetadata
@_exported public import UprightRaster
