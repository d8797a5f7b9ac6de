import Foundation

/// Pipes with a name, and what else only the shell makes without unsafe code.
package enum Pipes {
  /// Makes a pipe. False if it could not be made.
  package static func make(_ path: String) -> Bool { run("mkfifo \"$0\"", path) }

  /// Lets all that wait for a writer read the end of the pipe.
  @discardableResult
  package static func end(_ path: String) -> Bool { run(": 0<>\"$0\"", path) }

  /// Runs a line of the shell, in which `$0` is the path.
  package static func run(_ line: String, _ path: String) -> Bool {
    let process = Process()
    (process.executableURL, process.arguments) = (URL(fileURLWithPath: "/bin/sh"), ["-c", line, path])
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
