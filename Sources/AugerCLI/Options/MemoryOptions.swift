import ArgumentParser
import AugerColumns
import AugerQuery
import CMalloc
import Foundation

/// The memory limit of a command.
struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Maximum memory for results and the data they are computed from: 500kB, 256MB, 2GB. Default: no limit. \
      Default of 'serve': half of the memory of the machine or container.
      """,
      valueName: "size"))
  var memoryLimit: SizeArgument?

  /// Creates the memory budget. Returns nil without a limit. Call it once per command.
  ///
  /// - Parameter standard: The limit in bytes without the option. Nil means no limit.
  func budget(standard: Int? = nil) -> MemoryBudget? {
    guard let limit = memoryLimit?.bytes ?? standard else { return nil }
    // Returning freed memory costs time for each large block. Without the option, a server returns memory only when it
    // is idle or above its limit.
    if memoryLimit != nil { ProcessMemory.returnFreed() }
    return MemoryBudget(limit: limit) { ProcessMemory.resident(below: limit) }
  }
}

/// A number of bytes on the command line, in the syntax of `ByteSize`.
struct SizeArgument: ExpressibleByArgument {
  var bytes: Int

  init?(argument: String) {
    guard let size = ByteSize(argument) else { return nil }
    bytes = size.bytes
  }
}

enum ProcessMemory {
  /// The resident bytes of the process, without mapped files. Nil if the system does not report them.
  static var resident: Int? {
    // Fields of statm: total pages, resident pages, resident pages of files.
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    return numbers.count > 2 ? (numbers[1] - numbers[2]) * pageBytes : nil
  }

  /// Returns `resident`. Above the limit, it first returns freed memory to the system, at most once per second.
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

  /// Returns freed memory to the system.
  static func trim() { auger_malloc_trim() }

  private static let pageBytes = sysconf(Int32(_SC_PAGESIZE))

  /// Makes the allocator return freed blocks to the system at once. Otherwise, it caches tens of megabytes.
  static func returnFreed() {
    auger_malloc_return_freed(1 << 18)
  }
}
