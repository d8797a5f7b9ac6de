import AugerColumns
import AugerDiagnostics
import Foundation

/// Standard output and standard error. The process exits if the pipe of standard output is closed.
enum Console {
  /// Writes to standard output. Exits with success if the pipe is closed, as in `| head`.
  static func write(_ bytes: [UInt8]) {
    ProgressLine.end()
    do {
      try FileHandle.standardOutput.write(contentsOf: bytes)
    } catch {
      exit((error as NSError).isBrokenPipe ? 0 : 2)
    }
  }

  static func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes a line to standard error. Control characters are replaced with U+FFFD.
  static func error(_ text: String) {
    let text = DiagnosticRenderer.printable(text, keeping: "\n\t") + "\n"
    ProgressLine.clear()
    try? FileHandle.standardError.write(contentsOf: Array(text.utf8))
  }
}

extension NSError {
  fileprivate var isBrokenPipe: Bool {
    if domain == NSPOSIXErrorDomain, code == Int(EPIPE) { return true }
    return (userInfo[NSUnderlyingErrorKey] as? NSError)?.isBrokenPipe ?? false
  }
}
