/// Which of its zooming levels a chart shows. A model holds the level in view and those above it, not those below.
public struct ZoomState: Sendable, Hashable {
  /// The level in view, counted from the finest, which is 0.
  public package(set) var level: Int
  /// Of all levels, the finest first.
  public package(set) var titles: [String]

  package init(level: Int, titles: [String]) {
    self.level = level
    self.titles = titles
  }
}
