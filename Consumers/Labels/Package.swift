// swift-tools-version: 6.2
// A program that depends on UprightLabels alone, as a package of somebody else does.
import PackageDescription

let package = Package(
  name: "labels-consumer",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "upright", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "Labels", dependencies: [.product(name: "UprightLabels", package: "upright")])
  ]
)
