import AugerColumns
import Foundation

/// The terminal that standard output may be.
enum Terminal {
  static var isStandardOutput: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Characters of a line, as the terminal says; nil where standard output is none, or it does not say.
  static var columns: Int? {
    var size = winsize()
    // Sound: the system writes the four numbers of `size`, which outlives the call.
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
