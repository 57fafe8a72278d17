// One import for users: re-exports the types that the API shows, such as the index of a JPEG.

@_exported public import Upright
@_exported public import UprightJPEG
