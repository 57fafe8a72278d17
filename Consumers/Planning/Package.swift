// swift-tools-version: 6.2
// A program that uses the product Upright alone, as a package of somebody else does.
import PackageDescription

let package = Package(
  name: "consumer-of-planning",
  platforms: [.iOS(.v16), .macOS(.v13), .visionOS(.v1)],
  dependencies: [.package(name: "upright", path: "../..", traits: [])],
  targets: [.executableTarget(name: "Planning", dependencies: [.product(name: "Upright", package: "upright")])]
)
