import AugerColumns
import Foundation

/// The terminal of standard output.
enum Terminal {
  static var isStandardOutput: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The width of the terminal in characters. Nil if standard output is not a terminal or its width is unknown.
  static var columns: Int? {
    var size = winsize()
    // Sound: the system writes only to the four fields of `size`, which outlives the call.
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
