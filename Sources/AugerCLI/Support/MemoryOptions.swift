import ArgumentParser
import AugerQuery
import CMalloc
import Foundation

/// How much memory a command may take for results.
struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How large results, and what they are made of, may grow in memory together: 500kB, 256MB, 2GB, of 1024.",
      valueName: "size"))
  var memoryLimit: SizeArgument?

  /// The budget of the command, to be made once; nil: as much as there is.
  func budget() -> MemoryBudget? {
    guard let memoryLimit else { return nil }
    ProcessMemory.returnFreed()
    return MemoryBudget(limit: memoryLimit.bytes) { ProcessMemory.resident }
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

/// The memory of this process.
enum ProcessMemory {
  /// Bytes that are in memory now, without those of files: the program's own come as it needs them. Nil where the
  /// system does not say.
  static var resident: Int? {
    // Pages in all, those in memory, and those of them that are of files.
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    return numbers.count > 2 ? (numbers[1] - numbers[2]) * pageBytes : nil
  }

  private static let pageBytes = sysconf(Int32(_SC_PAGESIZE))

  /// Makes the allocator give back to the system what is freed, of which it would keep tens of megabytes.
  static func returnFreed() {
    auger_malloc_return_freed(1 << 18)
  }
}
