// The index of a JPEG is an argument of this library: users import one module.

@_exported public import UprightJPEG
