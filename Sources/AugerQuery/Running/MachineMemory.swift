import AugerColumns
import Foundation

/// The memory that this process may use: that of the machine, or of the control group (container, unit) around it.
package enum MachineMemory {
  /// Bytes.
  package static var limit: Int {
    let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    let groups = text("/proc/self/cgroup").map { groupLimit($0, reading: text) } ?? nil
    return min(machine, groups ?? machine)
  }

  /// The least limit of the control groups that a process is in, of version 1 and 2; nil if there is none.
  ///
  /// - Parameters:
  ///   - groups: The text of `/proc/self/cgroup`.
  ///   - read: Returns the text of a file; nil if it cannot be read.
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
      // A group is within the limits of those around it. In a container the path may be that of the host: then only the
      // root exists.
      var path = parts[2].split(separator: "/")
      while true {
        let file = ([root] + path.map(String.init) + [name]).joined(separator: "/")
        let digits = read(file)?.filter { $0 != "\n" && $0 != " " }
        // Version 1 writes a number beyond all memory for no limit, version 2 a word.
        if let digits, let bytes = Int(digits) { limits.append(bytes) }
        if path.popLast() == nil { break }
      }
    }
    return limits.min()
  }

  private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
