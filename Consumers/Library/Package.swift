// swift-tools-version: 6.2
// A C program that uses the product upright-c, as a package of somebody else does.
import PackageDescription

let package = Package(
  name: "consumer-of-the-library",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "upright", path: "../..", traits: ["Codecs"])],
  targets: [
    .executableTarget(
      name: "Library", dependencies: [.product(name: "upright-c", package: "upright")])
  ]
)
