// The options that a command line gives, read from the properties that the parser fills: no list of options is kept.

import ArgumentParser

/// A property that the parser fills from options.
private protocol ParsedProperty {
  /// The value of an option, or a group of options.
  var parsedValue: Any { get }
}

extension Flag: ParsedProperty {
  fileprivate var parsedValue: Any { wrappedValue }
}

extension Option: ParsedProperty {
  fileprivate var parsedValue: Any { wrappedValue }
}

extension OptionGroup: ParsedProperty {
  fileprivate var parsedValue: Any { wrappedValue }
}

/// Options that are not named after their properties.
private let namesOfProperties = ["list": "files0-from", "isOn": "families", "strips": "strip"]

extension ParsableArguments {
  /// The names, without hyphens, of the options whose values differ from the default, in the order of their
  /// declaration.
  var givenOptions: [String] {
    let defaults = (try? Self.parse([]))?.properties.map { String(reflecting: $0.value) }
    return properties.enumerated().flatMap { index, property in
      if let group = property.value as? any ParsableArguments { return group.givenOptions }
      let value = String(reflecting: property.value)
      // Without words, arguments that need some have no defaults.
      let isDefault = defaults.map { $0[index] == value } ?? ["false", "nil", "[]"].contains(value)
      return isDefault ? [] : [Self.optionName(ofProperty: property.name)]
    }
  }

  /// The properties that options fill; the compiler stores a wrapped property with `_` before its name.
  private var properties: [(name: String, value: Any)] {
    Mirror(reflecting: self).children.compactMap { name, value in
      guard let name, let property = value as? any ParsedProperty else { return nil }
      return (String(name.drop { $0 == "_" }), property.parsedValue)
    }
  }

  /// The name that the parser makes of a property's: `toSRGB` becomes `to-srgb`.
  private static func optionName(ofProperty name: String) -> String {
    if let other = namesOfProperties[name] { return other }
    var words = ""
    var isAfterSmall = false
    for letter in name {
      if letter.isUppercase, isAfterSmall { words += "-" }
      isAfterSmall = !letter.isUppercase
      words += letter.lowercased()
    }
    return words
  }
}
