// swift-tools-version: 6.2
// The package: one target per dependency or safety boundary; arrows point down only (ARCHITECTURE.md).
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  .treatWarning("DeprecatedDeclaration", as: .warning),
]
let cSettings: [CSetting] = [.enableWarning("all"), .treatAllWarnings(as: .error)]

/// Whether targets in which little time is spent are not optimized even in a release build, so that they compile in a
/// third of the time; `Scripts/optimized` asks for it. Without this variable there is no unsafe flag, which would keep
/// other packages from depending on this one.
var hasPlainTargets: Bool { Context.environment["UPRIGHT_PLAIN_TARGETS"] != nil }
/// The settings of tests, and of the targets that compose the libraries.
let plainSettings = settings + (hasPlainTargets ? [.unsafeFlags(["-Onone"])] : [])

/// How programs are linked if `Scripts/release` asks for static ones, on Linux: loading libraries takes most of a start.
/// The worker's libraries load others and have no archives. lld, because gold repeats five warnings of glibc about
/// dlopen and getpwnam in archives, in Foundation code never called.
var staticLinking: [LinkerSetting] {
  guard Context.environment["UPRIGHT_STATIC"] != nil else { return [] }
  return [.unsafeFlags(["-static-executable", "-use-ld=lld", "-Xlinker", "-lz", "-Xlinker", "-lm"])]
}

/// What C sees of a trait; Swift sees the trait itself.
func define(_ trait: String) -> CSetting {
  .define("UPRIGHT_\(trait.uppercased())", to: "1", .when(traits: [trait]))
}

/// A system library that only a trait needs.
func needed(_ name: String, by trait: String) -> Target.Dependency {
  .target(name: name, condition: .when(traits: [trait]))
}

/// The parser of the programs' arguments: a package that is fetched for them alone.
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CommandLine"]))

/// The oldest macOS: what most products need. UPRIGHT_MACOS=26 builds those that need more (docs/library.md).
let oldestMac: SupportedPlatform.MacOSVersion = Context.environment["UPRIGHT_MACOS"] == "26" ? .v26 : .v13

/// The pkg-config name of a library that is linked everywhere but on Linux, which loads it when it is needed.
func pkgConfigOfLoaded(_ name: String) -> String? {
  #if os(Linux)
    return nil
  #else
    return name
  #endif
}

/// How a target is made, for people who change it: not a source.
let design = ["Design.md"]

func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], excluding: [String] = [], linking: [LinkerSetting] = [],
  settings: [SwiftSetting] = settings
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: excluding, swiftSettings: settings, linkerSettings: linking)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "UprightFixtures", "UprightTestTools"] + dependencies,
    resources: resources, swiftSettings: plainSettings)
}

let package = Package(
  name: "upright",
  platforms: [.iOS(.v16), .macOS(oldestMac), .visionOS(.v1)],
  products: [
    .library(name: "Upright", targets: ["Upright"]),
    .library(name: "UprightGeometry", targets: ["UprightGeometry"]),
    .library(name: "UprightMetadata", targets: ["UprightMetadata"]),
    .library(name: "UprightCamera", targets: ["UprightCamera"]),
    .library(name: "UprightLabels", targets: ["UprightLabels"]),
    .library(name: "UprightCodecs", targets: ["UprightCodecs"]),
    .library(name: "UprightConfinedCodecs", targets: ["UprightConfinedCodecs"]),
    .library(name: "UprightFiles", targets: ["UprightFiles"]),
    .library(name: "UprightFoundation", targets: ["UprightFoundation"]),
    .library(name: "UprightApple", targets: ["UprightApple"]),
    .library(name: "UprightImageIO", targets: ["UprightImageIO"]),
    .library(name: "UprightSandbox", targets: ["UprightSandbox"]),
    .library(name: "UprightProgram", targets: ["UprightProgram"]),
    .library(name: "UprightFixtures", targets: ["UprightFixtures"]),
    .library(name: "UprightBatch", targets: ["UprightBatch"]),
    .library(name: "UprightLabelJobs", targets: ["UprightLabelJobs"]),
    .library(name: "UprightIIIF", targets: ["UprightIIIF"]),
    .library(name: "upright-c", type: .dynamic, targets: ["UprightC"]),
    .executable(name: "upright", targets: ["UprightCLI"]),
    .executable(name: "upright-worker", targets: ["UprightWorker"]),
  ],
  traits: [
    .default(enabledTraits: ["CommandLine", "GIF", "HEIF", "JPEGXL", "LCMS", "TIFF", "WebP", "XML"]),
    .trait(name: "Codecs", description: "JPEG and PNG are decoded and encoded, by libjpeg-turbo and libpng."),
    .trait(
      name: "LCMS", description: "Colours are converted by profiles, by Little CMS.", enabledTraits: ["Codecs"]),
    .trait(name: "WebP", description: "WebP is decoded and encoded, by libwebp.", enabledTraits: ["Codecs"]),
    .trait(name: "GIF", description: "GIF is decoded, by giflib.", enabledTraits: ["Codecs"]),
    .trait(
      name: "TIFF", description: "TIFF is decoded and encoded, by libtiff and zlib.", enabledTraits: ["Codecs"]),
    .trait(name: "JPEGXL", description: "JPEG XL is decoded and encoded, by libjxl.", enabledTraits: ["Codecs"]),
    .trait(
      name: "HEIF", description: "HEIF and AVIF are decoded and AVIF is encoded, by libheif.",
      enabledTraits: ["Codecs"]),
    .trait(
      name: "ImageIO",
      description: "On Apple's platforms, UprightImageIO decodes and encodes images, HEIC too, without a C library."),
    .trait(name: "XML", description: "Label files in XML are read and written, by Expat."),
    .trait(
      name: "CommandLine", description: "The programs are built; swift-argument-parser reads their arguments.",
      enabledTraits: ["Codecs"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // Rounding is a call to libm, which a program without Foundation does not link by itself.
    library("UprightGeometry", excluding: design, linking: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    library(
      "UprightMetadata", ["UprightGeometry", "CKernels", needed("CBrotli", by: "JPEGXL")], excluding: design),
    library("UprightJPEG", ["UprightGeometry", "UprightMetadata", "UprightSystem", "CKernels"], excluding: design),
    .target(name: "CKernels", cSettings: cSettings),
    .target(
      name: "CBrotli", cSettings: cSettings + [define("JPEGXL")],
      linkerSettings: ["brotlidec", "brotlicommon"].map { .linkedLibrary($0, .when(traits: ["JPEGXL"])) }),
    library("UprightRaster", ["UprightGeometry", "CKernels"], excluding: design),
    library("UprightCamera", ["UprightGeometry"], settings: plainSettings),
    // Empty but for errors where Apple's frameworks are not; Tests/AppleStandIns builds and tests it everywhere.
    library("UprightApple", ["UprightGeometry", "UprightCamera"]),
    .systemLibrary(
      name: "CExpat", pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .target(
      name: "CLabels", dependencies: [needed("CExpat", by: "XML")], cSettings: cSettings + [define("XML")]),
    library("UprightLabels", ["UprightGeometry", "CLabels"]),
    library("Upright", ["UprightGeometry", "UprightMetadata", "UprightRaster"], excluding: design),
    // Empty without its trait, and where ImageIO is not; Tests/AppleStandIns builds and tests it everywhere.
    library("UprightImageIO", ["Upright", "UprightGeometry"]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg62-turbo-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CWebP", pkgConfig: "libwebp",
      providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .target(
      name: "CUpright",
      dependencies: [needed("CJPEG", by: "Codecs"), needed("CPNG", by: "Codecs"), needed("CWebP", by: "WebP")],
      cSettings: cSettings + [define("Codecs"), define("WebP")],
      linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CLinuxShim", cSettings: cSettings),
    library("UprightCodecs", ["Upright", "UprightJPEG", "CUpright"], excluding: design),
    library("UprightSystem"),
    library("UprightFiles", ["Upright", "UprightSystem", "CLinuxShim"], excluding: design),
    // The only target with Foundation; no program links it.
    library("UprightFoundation", ["Upright", "UprightFiles"]),
    .systemLibrary(
      name: "CTIFF", pkgConfig: "libtiff-4",
      providers: [.apt(["libtiff-dev"]), .brew(["libtiff"])]),
    .systemLibrary(
      name: "CHEIF", pkgConfig: pkgConfigOfLoaded("libheif"),
      providers: [.apt(["libheif-dev"]), .brew(["libheif"])]),
    .systemLibrary(
      name: "CLCMS", pkgConfig: "lcms2",
      providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    // Without pkg-config: what that says of macros is for libjxl's own library of kernels, and SwiftPM forbids it.
    .systemLibrary(
      name: "CJXL",
      providers: [.apt(["libjxl-dev"]), .brew(["jpeg-xl"])]),
    // Without pkg-config: giflib has no file for it but where a distribution adds one.
    .systemLibrary(
      name: "CGIF",
      providers: [.apt(["libgif-dev"]), .brew(["giflib"])]),
    .target(
      name: "CConfined",
      dependencies: [
        "CUpright", needed("CTIFF", by: "TIFF"), needed("CHEIF", by: "HEIF"), needed("CLCMS", by: "LCMS"),
        needed("CJXL", by: "JPEGXL"), needed("CGIF", by: "GIF"),
      ],
      cSettings: cSettings + [define("TIFF"), define("HEIF"), define("LCMS"), define("JPEGXL"), define("GIF")],
      linkerSettings: [
        .linkedLibrary("z", .when(traits: ["TIFF"])),
        .linkedLibrary("gif", .when(traits: ["GIF"])),
        .linkedLibrary("jxl", .when(platforms: [.macOS], traits: ["JPEGXL"])),
      ]),
    library("UprightConfinedCodecs", ["Upright", "UprightCodecs", "CUpright", "CConfined"]),
    library("UprightSandbox", ["Upright", "UprightSystem", "CLinuxShim"], excluding: design),
    // In no product but the worker: it replaces the allocators of every program that links it.
    .target(name: "CClearedMemory", cSettings: cSettings),
    .executableTarget(
      name: "UprightWorker",
      dependencies: [
        "Upright", "UprightCodecs", "UprightConfinedCodecs", "UprightSandbox", "UprightSystem", "CClearedMemory",
      ],
      swiftSettings: settings),
    .target(name: "CBuild", cSettings: cSettings),
    library(
      "UprightProgram", ["Upright", "UprightFiles", "UprightSystem", "CBuild"], settings: plainSettings),
    library(
      "UprightBatch",
      ["Upright", "UprightCodecs", "UprightFiles", "UprightProgram", "UprightSandbox", "UprightSystem"],
      settings: plainSettings),
    library(
      "UprightJobs", ["Upright", "UprightBatch", "UprightFiles", "UprightSandbox", "UprightSystem"],
      settings: plainSettings),
    library("UprightIIIF", ["Upright"]),
    .target(name: "CUprightABI", cSettings: cSettings),
    library(
      "UprightC",
      [
        "Upright", "UprightBatch", "UprightCodecs", "UprightFiles", "UprightRaster", "UprightSandbox", "UprightSystem",
        "CUprightABI",
      ],
      settings: plainSettings),
    library("UprightSamples", ["UprightGeometry", "UprightJPEG"]),
    library(
      "UprightDrawing",
      ["Upright", "UprightBatch", "UprightCamera", "UprightCodecs", "UprightFiles", "UprightSamples"]),
    library("UprightLabelJobs", ["Upright", "UprightBatch", "UprightDrawing", "UprightFiles", "UprightLabels"]),
    .executableTarget(
      name: "UprightCLI",
      dependencies: [
        "Upright", "UprightBatch", "UprightCamera", "UprightCodecs", "UprightDrawing", "UprightFiles", "UprightJobs",
        "UprightLabelJobs", "UprightLabels", "UprightSandbox", "UprightSystem",
        argumentParser,
      ],
      swiftSettings: plainSettings, linkerSettings: staticLinking),
    library("UprightFixtures", ["UprightGeometry", "UprightMetadata", "UprightSamples"]),
    .target(
      name: "UprightTestTools",
      dependencies: ["UprightFixtures", "UprightGeometry", "UprightMetadata", "UprightSamples"],
      path: "Tests/UprightTestTools",
      swiftSettings: settings),
    // In no product: it writes the manual and the completions from the program's own description of its commands.
    .executableTarget(name: "UprightManual", path: "Scripts/ManualWriter", swiftSettings: settings),
    // In no product: it writes what the fuzzer starts from, and only in here are the fixtures to be seen.
    .executableTarget(
      name: "FuzzSeeds", dependencies: ["UprightFixtures", "UprightGeometry", "UprightLabels", "UprightTestTools"],
      path: "Fuzz/Seeds",
      swiftSettings: settings),
    // The page's geometry; Web/build compiles it for browsers. In no product: it writes calls and results to compare.
    .target(
      name: "PageGeometry", dependencies: ["UprightGeometry"], path: "Web/Geometry", swiftSettings: settings),
    .executableTarget(
      name: "PageVectors", dependencies: ["PageGeometry", "UprightGeometry"], path: "Web/Vectors",
      swiftSettings: settings),
    // In no product either: it tries every value of every byte, for which a test would take too long.
    .executableTarget(
      name: "Sweep", dependencies: ["UprightFixtures", "UprightGeometry", "UprightTestTools"], path: "Fuzz/Sweep",
      swiftSettings: settings),
    // In no product either: it compares the coded data of damaged JPEGs with libjpeg, millions of times.
    .executableTarget(
      name: "ScanFuzz",
      dependencies: ["Upright", "UprightCodecs", "UprightGeometry", "UprightJPEG", "UprightTestTools"],
      path: "Fuzz/Scans", swiftSettings: settings),
    // In no product either: a worker that does what hostile content might make of one. Not optimized, because a compiler
    // leaves out memory that nobody reads.
    .executableTarget(
      name: "WorkerFaults", dependencies: ["Upright", "UprightCodecs", "UprightSandbox", "UprightTestCodecs"],
      path: "Tests/WorkerFaults", swiftSettings: plainSettings),
    // A folder for one thread, for tests that run commands in their process: in no product.
    .target(name: "COwnFolder", path: "Tests/COwnFolder", publicHeadersPath: "include", cSettings: cSettings),
    // Codecs for tests and for the worker above: in no product.
    .target(
      name: "UprightTestCodecs", dependencies: ["Upright"], path: "Tests/UprightTestCodecs",
      swiftSettings: settings),
    tests("UprightSamples"),
    tests("UprightLabelJobs", ["Upright", "UprightBatch", "UprightDrawing", "UprightFiles", "UprightLabels"]),
    tests("UprightDrawing", ["Upright", "UprightBatch", "UprightCamera", "UprightSamples"]),
    .testTarget(
      name: "UprightFixturesTests", dependencies: ["UprightFixtures", "UprightTestTools"], swiftSettings: plainSettings),
    tests("UprightGeometry"),
    .testTarget(
      name: "PageGeometryTests", dependencies: ["PageGeometry", "UprightGeometry"], swiftSettings: plainSettings),
    tests("UprightMetadata"),
    tests("UprightJPEG", ["Upright", "UprightCodecs", "UprightSamples", "CKernels"]),
    tests("UprightRaster"),
    tests("UprightCamera"),
    tests("UprightLabels"),
    tests("Upright"),
    tests("UprightCodecs", ["Upright", "UprightJPEG", "UprightSamples"]),
    tests("UprightIIIF", ["Upright"]),
    tests("UprightC", ["Upright", "CUprightABI"]),
    tests("UprightFiles", ["Upright", "UprightSystem"]),
    tests("UprightFoundation", ["Upright", "UprightFiles"]),
    tests("UprightConfinedCodecs", ["Upright"]),
    tests(
      "UprightSandbox",
      ["Upright", "UprightCodecs", "UprightConfinedCodecs", "UprightFiles", "UprightSystem", "CLinuxShim"]),
    tests("UprightProgram", ["Upright", "UprightFiles"]),
    tests("UprightBatch", ["Upright", "UprightCodecs", "UprightFiles"]),
    tests("UprightJobs", ["Upright", "UprightBatch", "UprightFiles"]),
    tests(
      "UprightCLI",
      [
        "Upright", "UprightBatch", "UprightCamera", "UprightCodecs", "UprightDrawing", "UprightLabelJobs",
        "UprightSamples", "UprightSystem", "UprightTestCodecs", "COwnFolder",
      ]),
    .testTarget(
      name: "AcceptanceTests",
      dependencies: [
        "Upright", "UprightCamera", "UprightCodecs", "UprightConfinedCodecs", "UprightFixtures", "UprightTestCodecs",
        "UprightTestTools",
      ],
      swiftSettings: plainSettings),
  ]
)
