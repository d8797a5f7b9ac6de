import Foundation

/// Named pipes, and other shell operations that would otherwise require unsafe code.
package enum Pipes {
  /// Creates a pipe and returns true on success.
  package static func make(_ path: String) -> Bool { run("mkfifo \"$0\"", path) }

  /// Signals the end of the pipe to all readers that wait for a writer.
  @discardableResult
  package static func end(_ path: String) -> Bool { run(": 0<>\"$0\"", path) }

  /// Runs a line of shell code with the path in `$0`, and returns true on success.
  package static func run(_ line: String, _ path: String) -> Bool {
    let process = Process()
    (process.executableURL, process.arguments) = (URL(fileURLWithPath: "/bin/sh"), ["-c", line, path])
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
