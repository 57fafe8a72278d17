// The names of formats and of what is removed, as words: their raw values.

extension ContainerFormat: Codable {}
extension Strip: Codable {}
