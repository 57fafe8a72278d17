// swift-tools-version: 6.2
// A program that uses the product UprightFoundation alone, as a package of somebody else does.
import PackageDescription

let package = Package(
  name: "consumer-of-files",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "upright", path: "../..", traits: [])],
  targets: [.executableTarget(name: "Files", dependencies: [.product(name: "UprightFoundation", package: "upright")])]
)
