// swift-tools-version: 6.2
// A program that depends on UprightCamera alone, as a package of somebody else does.
import PackageDescription

let package = Package(
  name: "camera-consumer",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "upright", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "Camera", dependencies: [.product(name: "UprightCamera", package: "upright")])
  ]
)
