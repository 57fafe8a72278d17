// swift-tools-version: 6.2
// A program that uses the product UprightIIIF alone, as a package of somebody else does.
import PackageDescription

let package = Package(
  name: "consumer-of-iiif",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "upright", path: "../..", traits: [])],
  targets: [.executableTarget(name: "IIIF", dependencies: [.product(name: "UprightIIIF", package: "upright")])]
)
