import Dispatch
import Foundation
import TestSupport

/// The entry point that libFuzzer calls with each input. libFuzzer tracks which inputs reach new code and mutates them.
///
/// `AUGER_FUZZ_KIND` selects the reader of the inputs: a `FuzzKind`. A finding aborts the process, and libFuzzer saves
/// the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Sound: libFuzzer passes `count` bytes, which are copied at once. The pointer may be null if `count` is zero.
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  // Derive the random seed from the input, so that every run of an input is the same.
  var seed: UInt64 = 14_695_981_039_346_656_037
  for byte in input { seed = (seed ^ UInt64(byte)) &* 1_099_511_628_211 }
  if let finding = Driver.finding(input, Chance(seed: seed)) {
    FileHandle.standardError.write(Data("finding: \(finding)\n".utf8))
    abort()
  }
  return 0
}

private enum Driver {
  private static let target: any FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["AUGER_FUZZ_KIND"] ?? ""
    guard let kind = FuzzKind(rawValue: name), let target = try? kind.target() else {
      let known = FuzzKind.allCases.map(\.rawValue).joined(separator: ", ")
      FileHandle.standardError.write(Data("AUGER_FUZZ_KIND is none of \(known)\n".utf8))
      exit(2)
    }
    return target
  }()

  private final class Box: @unchecked Sendable {
    // Sound: written before the semaphore is signalled, and read after the wait.
    var finding: String?
  }

  /// Runs the target and waits for it, because libFuzzer runs its inputs one after the other.
  static func finding(_ input: [UInt8], _ chance: Chance) -> String? {
    let (target, box, done) = (target, Box(), DispatchSemaphore(value: 0))
    Task.detached {
      var chance = chance
      box.finding = await target.finding(input, &chance)
      done.signal()
    }
    done.wait()
    return box.finding
  }
}
