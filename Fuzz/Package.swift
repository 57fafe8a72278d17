// swift-tools-version: 6.2
// The fuzzer: a package of its own, because its program links only with the flags that `Fuzz/run` gives.
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "upright-fuzz",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "upright", path: "..")],
  targets: [
    .systemLibrary(name: "CLibFuzzer"),
    // Files of the tests' own tools, linked: what the trials import.
    .target(
      name: "UprightTestTools",
      dependencies: [
        .product(name: "UprightGeometry", package: "upright"), .product(name: "UprightMetadata", package: "upright"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "Fuzzer",
      dependencies: [
        "CLibFuzzer", "UprightTestTools", .product(name: "UprightGeometry", package: "upright"),
        .product(name: "UprightMetadata", package: "upright"), .product(name: "Upright", package: "upright"),
        .product(name: "UprightCodecs", package: "upright"), .product(name: "UprightLabels", package: "upright"),
      ],
      swiftSettings: settings),
  ]
)
