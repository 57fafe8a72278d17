// The three C functions that libFuzzer calls or that call it; all other files are plain Swift on arrays.

import CLibFuzzer

/// The program's start: SwiftPM calls an executable's `main` by the name of its target.
@_cdecl("Fuzzer_main")
func run(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  var (count, arguments) = unsafe (count, Optional(arguments))
  return unsafe LLVMFuzzerRunDriver(&count, &arguments) { data, size in
    Subject.chosen.accepts(unsafe Array(UnsafeBufferPointer(start: data, count: size))) ? 0 : -1
  }
}

/// Changes an input with its structure in view.
@_cdecl("LLVMFuzzerCustomMutator")
func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: UInt32) -> Int {
  let buffer = unsafe UnsafeMutableBufferPointer(start: data, count: limit)
  var mutator = Mutator(unsafe Array(buffer[..<size]), limit: limit, seed: UInt64(seed))
  mutator.mutate(for: .chosen) { bytes in
    let room = bytes.count
    var padded = bytes + [UInt8](repeating: 0, count: limit - room)
    let count = unsafe padded.withUnsafeMutableBufferPointer { unsafe LLVMFuzzerMutate($0.baseAddress, room, limit) }
    return Array(padded[..<count])
  }
  let result = mutator.bytes.prefix(limit)
  for (index, byte) in result.enumerated() { unsafe buffer[index] = byte }
  return result.count
}
