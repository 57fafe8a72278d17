// swift-tools-version: 6.2
// A program that uses the products UprightCodecs and UprightFoundation, as a package of somebody else does.
import PackageDescription

let package = Package(
  name: "consumer-of-pixels",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "upright", path: "../..", traits: ["Codecs"])],
  targets: [
    .executableTarget(
      name: "Pixels",
      dependencies: [
        .product(name: "UprightCodecs", package: "upright"), .product(name: "UprightFoundation", package: "upright"),
      ])
  ]
)
