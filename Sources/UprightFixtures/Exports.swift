// One import for tests: re-exports the samples and the types that build them.

@_exported public import UprightSamples
