// A program that runs batches also prints messages and ends with an exit code: one import brings both.

@_exported public import UprightProgram
