/// The current zooming level of a chart. A model contains the current level and coarser ones, but not finer ones.
public struct ZoomInfo: Sendable, Hashable {
  /// The current level, counted from the finest, which is 0.
  public package(set) var level: Int
  /// The titles of all levels, the finest first.
  public package(set) var titles: [String]

  package init(level: Int, titles: [String]) {
    self.level = level
    self.titles = titles
  }
}
