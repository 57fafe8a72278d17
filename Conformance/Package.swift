// swift-tools-version: 6.2
// The conformance suite and its program: a package of its own, which uses the library as any other package does.
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

/// Tests are not optimized even in a release build if `Scripts/optimized` asks for that, so that they compile faster.
let testSettings =
  settings + (Context.environment["UPRIGHT_PLAIN_TARGETS"] == nil ? [] : [.unsafeFlags(["-Onone"])])

/// How the program is linked if `Scripts/release` asks for a static one, on Linux, as in the package above.
var staticLinking: [LinkerSetting] {
  guard Context.environment["UPRIGHT_STATIC"] != nil else { return [] }
  return [.unsafeFlags(["-static-executable", "-use-ld=lld", "-Xlinker", "-lz", "-Xlinker", "-lm"])]
}

/// The oldest macOS. The codecs need more than the library states, as above (docs/library.md).
var oldestMac: SupportedPlatform.MacOSVersion { Context.environment["UPRIGHT_MACOS"] == "26" ? .v26 : .v14 }

/// A product of the library.
func upright(_ name: String) -> Target.Dependency { .product(name: name, package: "upright") }

let package = Package(
  name: "upright-conformance",
  platforms: [.macOS(oldestMac)],
  products: [.executable(name: "upright-conformance", targets: ["UprightConformanceProgram"])],
  dependencies: [
    .package(name: "upright", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    .target(name: "CProcessGroup", cSettings: [.enableWarning("all"), .treatAllWarnings(as: .error)]),
    .target(
      name: "UprightConformance",
      dependencies: [
        "CProcessGroup", upright("Upright"), upright("UprightCodecs"), upright("UprightFiles"),
        upright("UprightFixtures"), upright("UprightGeometry"), upright("UprightMetadata"), upright("UprightProgram"),
        upright("UprightSandbox"),
      ],
      swiftSettings: settings),
    // upright-worker is built beside the program, which starts it to decode results.
    .executableTarget(
      name: "UprightConformanceProgram",
      dependencies: [
        "UprightConformance", upright("Upright"), upright("UprightFiles"), upright("UprightProgram"),
        upright("upright-worker"), .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings, linkerSettings: staticLinking),
    .testTarget(
      name: "UprightConformanceTests",
      dependencies: [
        "UprightConformance", "UprightConformanceProgram", upright("Upright"), upright("UprightFiles"),
        upright("UprightFixtures"), upright("UprightGeometry"), upright("UprightMetadata"), upright("UprightProgram"),
      ],
      swiftSettings: testSettings),
  ]
)
