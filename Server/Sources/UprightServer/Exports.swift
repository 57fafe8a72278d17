// One import for users: re-exports the types that the API shows.

@_exported public import Upright
@_exported public import UprightProgram
