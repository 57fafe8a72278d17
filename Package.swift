// swift-tools-version: 6.2
// The package: one target per dependency or safety boundary; arrows point down only (DESIGN.md, section 1).
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  .treatWarning("DeprecatedDeclaration", as: .warning),
]
let cSettings: [CSetting] = [.enableWarning("all"), .treatAllWarnings(as: .error)]

func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], linking: [LinkerSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings, linkerSettings: linking)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "UprightFixtures", "UprightTestTools"] + dependencies,
    resources: resources, swiftSettings: settings)
}

let package = Package(
  name: "upright",
  platforms: [.macOS(.v13)],
  products: [
    .library(name: "Upright", targets: ["Upright"]),
    .library(name: "UprightGeometry", targets: ["UprightGeometry"]),
    .library(name: "UprightMetadata", targets: ["UprightMetadata"]),
    .library(name: "UprightCamera", targets: ["UprightCamera"]),
    .library(name: "UprightCodecs", targets: ["UprightCodecs"]),
    .executable(name: "upright", targets: ["UprightCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // Rounding is a call to libm, which a program without Foundation does not link by itself.
    library("UprightGeometry", linking: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    library("UprightMetadata", ["UprightGeometry"]),
    .target(name: "CKernels", cSettings: cSettings),
    library("UprightRaster", ["UprightGeometry", "CKernels"]),
    library("UprightCamera", ["UprightGeometry"]),
    library("Upright", ["UprightGeometry", "UprightMetadata", "UprightRaster"]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg62-turbo-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .target(name: "CUpright", dependencies: ["CJPEG", "CPNG"], cSettings: cSettings),
    .target(name: "CLinuxShim", cSettings: cSettings),
    library("UprightCodecs", ["Upright", "CUpright"]),
    library("UprightFiles", ["Upright", "CLinuxShim"]),
    .executableTarget(
      name: "UprightCLI",
      dependencies: [
        "Upright", "UprightCamera", "UprightCodecs", "UprightFiles", "UprightFixtures",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    library("UprightFixtures", ["UprightGeometry", "UprightMetadata"]),
    .target(
      name: "UprightTestTools", dependencies: ["UprightFixtures", "UprightGeometry", "UprightMetadata"],
      path: "Tests/UprightTestTools",
      swiftSettings: settings),
    // In no product: it writes what the fuzzer starts from, and only in here are the fixtures to be seen.
    .executableTarget(
      name: "FuzzSeeds", dependencies: ["UprightFixtures", "UprightGeometry", "UprightTestTools"], path: "Fuzz/Seeds",
      swiftSettings: settings),
    // In no product either: it tries every value of every byte, for which a test would take too long.
    .executableTarget(
      name: "Sweep", dependencies: ["UprightFixtures", "UprightGeometry", "UprightTestTools"], path: "Fuzz/Sweep",
      swiftSettings: settings),
    .testTarget(
      name: "UprightFixturesTests", dependencies: ["UprightFixtures", "UprightTestTools"], swiftSettings: settings),
    tests("UprightGeometry"),
    tests("UprightMetadata"),
    tests("UprightRaster"),
    tests("UprightCamera"),
    tests("Upright"),
    tests("UprightCodecs", ["Upright"]),
    tests("UprightFiles", ["Upright"]),
    tests("UprightCLI", ["Upright", "UprightCamera", "UprightCodecs"]),
    .testTarget(
      name: "AcceptanceTests",
      dependencies: ["Upright", "UprightCamera", "UprightCodecs", "UprightFixtures", "UprightTestTools"],
      swiftSettings: settings),
  ]
)
