// Options of the cache on disk.

import ArgumentParser
import UprightProgram
import UprightServer

/// `--cache-folder` and what belongs to it.
struct DiskCacheOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder for indexes of JPEGs, which nothing else may use; it is created if it does not exist.",
      valueName: "folder"), completion: .directory)
  var cacheFolder: String?
  @Option(help: ArgumentHelp("What this folder may contain, such as 500M or 10G.", valueName: "size"))
  var cacheFolderSize = "1G"
  @Option(
    help: ArgumentHelp("The files that this folder may contain. (default: 100000)", valueName: "number"),
    transform: CheckedNumber.whole)
  var cacheFolderFiles = 100_000
  @Flag(help: "Keep results in this folder too.")
  var cacheResults = false

  func validate() throws {
    if let cacheFolder, cacheFolder.isEmpty { throw ValidationError("--cache-folder needs the name of a folder") }
    guard ByteCount.bytes(cacheFolderSize) != nil else {
      throw ValidationError("--cache-folder-size must be a size such as 1G")
    }
    guard 1...10_000_000 ~= cacheFolderFiles else {
      throw ValidationError("--cache-folder-files must be 1 to 10000000")
    }
    if cacheResults, cacheFolder == nil { throw ValidationError("--cache-results needs --cache-folder") }
  }

  func apply(to options: inout ServerOptions) {
    (options.cacheFolder, options.cacheFolderFiles, options.cachesResults) = (
      cacheFolder, cacheFolderFiles, cacheResults
    )
    options.cacheFolderBytes = ByteCount.bytes(cacheFolderSize) ?? options.cacheFolderBytes
  }
}
