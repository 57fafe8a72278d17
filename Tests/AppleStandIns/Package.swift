// swift-tools-version: 6.2
// The tests of `UprightApple`. On a Mac, they use Apple's frameworks. Elsewhere, modules with the names of those
// frameworks declare what is used; a package of its own keeps these names away from everybody else.
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
/// Swift Testing has its own modules for Apple's frameworks, which exist on Apple's platforms only.
let testSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]),
]

/// A module that declares a part of the framework with its name.
func standIn(_ name: String, _ uses: [String] = []) -> Target {
  .target(
    name: name, dependencies: uses.map { .byName(name: $0) },
    swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-O"])])
}

#if os(macOS)
  let standIns: [Target] = []
#else
  let standIns = [
    standIn("os"),
    standIn("CoreGraphics"),
    standIn("QuartzCore", ["CoreGraphics"]),
    standIn("ImageIO", ["CoreGraphics"]),
    standIn("CoreVideo", ["CoreGraphics"]),
    standIn("CoreMedia", ["CoreVideo"]),
    standIn("CoreImage", ["CoreGraphics", "ImageIO"]),
    standIn("CoreMotion"),
    standIn("UIKit", ["CoreGraphics", "CoreImage"]),
    standIn("AVFoundation", ["CoreGraphics", "CoreMedia", "QuartzCore"]),
    standIn("SwiftUI", ["CoreGraphics", "UIKit"]),
    standIn("Vision", ["CoreGraphics", "CoreVideo", "ImageIO"]),
  ]
#endif
let frameworks = standIns.map { Target.Dependency.byName(name: $0.name) }

let package = Package(
  name: "upright-apple",
  platforms: [.iOS(.v16), .macOS(.v13), .visionOS(.v1)],
  products: [.library(name: "UprightApple", targets: ["UprightApple"])],
  targets: standIns + [
    // These are symbolic links to the package's own folders.
    .target(
      name: "UprightGeometry", exclude: ["Design.md"], swiftSettings: settings,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(
      name: "UprightCamera", dependencies: ["UprightGeometry"], exclude: ["UprightCamera.docc"], swiftSettings: settings
    ),
    .target(name: "CKernels"),
    .target(
      name: "UprightMetadata", dependencies: ["UprightGeometry", "CKernels"], exclude: ["Design.md"],
      swiftSettings: settings),
    .target(
      name: "UprightRaster", dependencies: ["UprightGeometry", "CKernels"], exclude: ["Design.md"],
      swiftSettings: settings),
    .target(
      name: "Upright", dependencies: ["UprightGeometry", "UprightMetadata", "UprightRaster"],
      exclude: ["Design.md", "Upright.docc"], swiftSettings: settings),
    // The condition is what the package's trait defines.
    .target(
      name: "UprightImageIO", dependencies: ["Upright", "UprightGeometry"] + frameworks,
      exclude: ["UprightImageIO.docc"],
      swiftSettings: settings + [.define("ImageIO")]),
    .target(name: "UprightSystem", dependencies: frameworks, swiftSettings: settings),
    .target(
      name: "UprightApple", dependencies: ["UprightGeometry", "UprightCamera"] + frameworks,
      exclude: ["UprightApple.docc"], swiftSettings: settings),
    .testTarget(
      name: "UprightAppleTests", dependencies: ["UprightApple", "UprightGeometry", "UprightCamera"] + frameworks,
      swiftSettings: testSettings),
    .testTarget(name: "UprightSystemTests", dependencies: ["UprightSystem"] + frameworks, swiftSettings: testSettings),
    .testTarget(
      name: "UprightImageIOTests", dependencies: ["UprightImageIO", "Upright", "UprightGeometry"] + frameworks,
      swiftSettings: testSettings),
  ]
)
