// swift-tools-version: 6.2
// A program that uses the products for batches, files, labels and fragile formats, as a package of somebody else does.
import PackageDescription

let package = Package(
  name: "consumer-of-batches",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "upright", path: "../..", traits: ["TIFF", "XML"])],
  targets: [
    .executableTarget(
      name: "Batches",
      dependencies: [
        .product(name: "UprightBatch", package: "upright"),
        .product(name: "UprightConfinedCodecs", package: "upright"),
        .product(name: "UprightFiles", package: "upright"),
        .product(name: "UprightLabelJobs", package: "upright"),
        .product(name: "UprightSandbox", package: "upright"),
      ])
  ]
)
