// swift-tools-version: 6.2
// A program that depends on UprightMetadata alone, as a package of somebody else does.
import PackageDescription

let package = Package(
  name: "metadata-consumer",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "upright", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "Metadata", dependencies: [.product(name: "UprightMetadata", package: "upright")])
  ]
)
