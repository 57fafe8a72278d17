// swift-tools-version: 6.2
// A program that depends on UprightGeometry alone, as a package of somebody else does.
import PackageDescription

let package = Package(
  name: "geometry-consumer",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "upright", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "Geometry", dependencies: [.product(name: "UprightGeometry", package: "upright")])
  ]
)
