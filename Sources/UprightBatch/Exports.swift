// What programs need: the API shows its types.

@_exported public import UprightProgram
