// One import for users: the layers below come along.

@_exported public import UprightGeometry
@_exported public import UprightMetadata
@_exported public import UprightRaster
