// swift-tools-version: 6.2
// The benchmarks: a package of its own, so that nobody who uses or tests the library builds them.
import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .strictMemorySafety(), .treatAllWarnings(as: .error)]

let package = Package(
  name: "upright-benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "upright", path: "..")],
  targets: [
    .target(name: "Measuring", swiftSettings: settings),
    .executableTarget(
      name: "MapRectangles", dependencies: ["Measuring", .product(name: "UprightGeometry", package: "upright")],
      swiftSettings: settings),
    .executableTarget(
      name: "MapRegions",
      dependencies: [
        .product(name: "UprightGeometry", package: "upright"),
        .product(name: "UprightLabels", package: "upright"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "Kernels", dependencies: ["Measuring", .product(name: "Upright", package: "upright")],
      swiftSettings: settings),
    .executableTarget(
      name: "Parsers", dependencies: ["Measuring", .product(name: "UprightMetadata", package: "upright")],
      swiftSettings: settings),
    .executableTarget(
      name: "Workers",
      dependencies: [
        "Measuring", .product(name: "Upright", package: "upright"), .product(name: "UprightCodecs", package: "upright"),
        .product(name: "UprightSandbox", package: "upright"),
      ],
      swiftSettings: settings),
    // What libjpeg alone takes, in the same process.
    .target(name: "LibjpegRegion", linkerSettings: [.linkedLibrary("jpeg")]),
    .executableTarget(
      name: "Regions",
      dependencies: [
        "LibjpegRegion", "Measuring", .product(name: "Upright", package: "upright"),
        .product(name: "UprightCodecs", package: "upright"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "Instructions",
      dependencies: [
        "Measuring", .product(name: "Upright", package: "upright"), .product(name: "UprightCodecs", package: "upright"),
      ],
      swiftSettings: settings),
  ]
)
