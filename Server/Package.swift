// swift-tools-version: 6.2
// The server: a package of its own, so that whoever uses the libraries or `upright` fetches nothing for HTTP
// (docs/decisions/0080-server-package.md). It uses only what is public in the package above it.
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

/// How the program is linked if `Scripts/release` asks for a static one, on Linux (as in the package above).
var staticLinking: [LinkerSetting] {
  guard Context.environment["UPRIGHT_STATIC"] != nil else { return [] }
  return [.unsafeFlags(["-static-executable", "-use-ld=lld", "-Xlinker", "-lz", "-Xlinker", "-lm"])]
}

/// The oldest macOS. The codecs need more than the server states, as above (docs/library.md).
var oldestMac: SupportedPlatform.MacOSVersion { Context.environment["UPRIGHT_MACOS"] == "26" ? .v26 : .v14 }

/// A product of the package above.
func upright(_ name: String) -> Target.Dependency { .product(name: name, package: "upright") }

let package = Package(
  name: "upright-server",
  platforms: [.macOS(oldestMac)],
  products: [
    .library(name: "UprightServer", targets: ["UprightServer"]),
    .executable(name: "upright-server", targets: ["UprightServerProgram"]),
  ],
  dependencies: [
    .package(name: "upright", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
  ],
  targets: [
    .target(
      name: "UprightServer",
      dependencies: [
        upright("Upright"), upright("UprightBatch"), upright("UprightCodecs"), upright("UprightFiles"),
        upright("UprightIIIF"), upright("UprightProgram"), upright("UprightSandbox"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"), .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      // PageAssets.swift holds the page's files.
      exclude: ["Design.md", "Page/Assets"], swiftSettings: settings),
    .executableTarget(
      name: "UprightServerProgram",
      dependencies: [
        "UprightServer", upright("Upright"), upright("UprightFiles"), upright("UprightProgram"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings, linkerSettings: staticLinking),
    .testTarget(
      name: "UprightServerTests",
      dependencies: [
        "UprightServer", "UprightServerProgram", upright("Upright"), upright("UprightBatch"), upright("UprightCodecs"),
        upright("UprightFiles"), upright("UprightFixtures"), upright("UprightProgram"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: testSettings),
  ]
)
