import Dispatch
import Foundation
import TestSupport

/// What libFuzzer calls with each input: it looks which inputs reach new places of the code, and makes others of them.
///
/// AUGER_FUZZ_KIND says what reads the inputs: a `FuzzKind`. A finding ends the process, and libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Sound: libFuzzer hands over `count` bytes, which are copied at once; of none there may be no address.
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  // What is by chance follows from the input, so that the same input does the same again.
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
    // Sound: written before the semaphore is signalled, read after it was waited for.
    var finding: String?
  }

  /// Waits for the target: libFuzzer calls one input after the other.
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
