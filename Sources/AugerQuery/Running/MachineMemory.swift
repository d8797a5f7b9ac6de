import AugerColumns
import Foundation

/// The memory that this process can use: that of the machine, or of its control group (container, unit).
package enum MachineMemory {
  /// The limit in bytes.
  package static var limit: Int {
    let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    let groups = text("/proc/self/cgroup").map { groupLimit($0, reading: text) } ?? nil
    return min(machine, groups ?? machine)
  }

  /// Returns the lowest limit of the control groups of a process, versions 1 and 2. Nil if none exists.
  ///
  /// - Parameters:
  /// - groups: The text of `/proc/self/cgroup`.
  /// - read: Returns the text of a file, or nil if it is not readable.
  package static func groupLimit(_ groups: String, reading read: (String) -> String?) -> Int? {
    var limits: [Int] = []
    for line in groups.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let (root, name): (String, String)
      if parts[1].isEmpty {
        (root, name) = ("/sys/fs/cgroup", "memory.max")
      } else if parts[1].split(separator: ",").contains("memory") {
        (root, name) = ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
      } else {
        continue
      }
      // The limits of the parent groups also apply. In a container, the path can be that of the host, and only the
      // root exists.
      var path = parts[2].split(separator: "/")
      while true {
        let file = ([root] + path.map(String.init) + [name]).joined(separator: "/")
        let digits = read(file)?.filter { $0 != "\n" && $0 != " " }
        // For no limit, version 1 writes a number that exceeds all memory, and version 2 writes a word.
        if let digits, let bytes = Int(digits) { limits.append(bytes) }
        if path.popLast() == nil { break }
      }
    }
    return limits.min()
  }

  private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
