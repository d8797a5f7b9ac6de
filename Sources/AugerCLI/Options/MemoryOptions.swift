import ArgumentParser
import AugerColumns
import AugerQuery
import CMalloc
import Foundation

/// How much memory a command may take for results.
struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Maximum memory for all results and what they are computed from: 500kB, 256MB, 2GB. Default: no limit; for "
        + "'serve' half of the memory of the machine or container.", valueName: "size"))
  var memoryLimit: SizeArgument?

  /// The budget of the command, to be made once; nil if it has no limit.
  ///
  /// - Parameter standard: The limit in bytes if the option is not given; nil: none.
  func budget(standard: Int? = nil) -> MemoryBudget? {
    guard let limit = memoryLimit?.bytes ?? standard else { return nil }
    // It costs time for each large block: a server gives memory back when it is idle, and above the limit.
    if memoryLimit != nil { ProcessMemory.returnFreed() }
    return MemoryBudget(limit: limit) { ProcessMemory.resident(below: limit) }
  }
}

/// A number of bytes of an option, as `ByteSize` reads it.
struct SizeArgument: ExpressibleByArgument {
  var bytes: Int

  init?(argument: String) {
    guard let size = ByteSize(argument) else { return nil }
    bytes = size.bytes
  }
}

enum ProcessMemory {
  /// Bytes that are in memory now, without those of files: the program's own come as it needs them. Nil where the
  /// system does not say.
  static var resident: Int? {
    // Pages in all, those in memory, and those of them that are of files.
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    return numbers.count > 2 ? (numbers[1] - numbers[2]) * pageBytes : nil
  }

  /// As `resident`, but above the limit freed memory is given back first, at most once in a second.
  static func resident(below limit: Int) -> Int? {
    guard let bytes = resident, bytes > limit else { return resident }
    let now = ContinuousClock.now
    let isDue = trimmed.withLock { last in
      guard last.map({ now - $0 > .seconds(1) }) ?? true else { return false }
      last = now
      return true
    }
    guard isDue else { return bytes }
    trim()
    return resident
  }

  private static let trimmed = Locked<ContinuousClock.Instant?>(nil)

  /// Gives freed memory back to the system.
  static func trim() { auger_malloc_trim() }

  private static let pageBytes = sysconf(Int32(_SC_PAGESIZE))

  /// Makes the allocator give back to the system what is freed, of which it would keep tens of megabytes.
  static func returnFreed() {
    auger_malloc_return_freed(1 << 18)
  }
}
