// swift-tools-version: 6.2
// A program that uses the products for Apple's platforms, without a C library, as a package of somebody else does.
import PackageDescription

let package = Package(
  name: "consumer-of-apple",
  platforms: [.iOS(.v16), .macOS(.v13), .visionOS(.v1)],
  dependencies: [.package(name: "upright", path: "../..", traits: ["ImageIO"])],
  targets: [
    .executableTarget(
      name: "Apple",
      dependencies: [
        .product(name: "UprightApple", package: "upright"),
        .product(name: "UprightImageIO", package: "upright"),
      ])
  ]
)
