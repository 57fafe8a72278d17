// One import for tests: re-exports the samples, and the types that the API shows.

@_exported public import UprightGeometry
@_exported public import UprightSamples
