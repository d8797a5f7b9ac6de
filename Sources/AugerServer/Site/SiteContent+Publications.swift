import Auger
import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerRefresh
import Foundation

extension SiteContent {
  /// Returns the time at which a job has last published a dashboard or a chart of it. Nil if no job publishes it.
  func published(_ dashboard: String) -> Timestamp? {
    jobs.filter { $0.publishes(dashboard) }.compactMap { $0.publication.flatMap { time(of: $0.directory) } }.max()
  }

  /// Returns the time of the snapshot in a folder. Its manifest is read once. Reading its link takes microseconds.
  private func time(of directory: String) -> Timestamp? {
    guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: directory + "/current") else {
      return nil
    }
    let known = publicationTimes.withLock { $0[Name(directory)] }
    if let known, Name(known.link) == Name(link) { return known.time }
    guard let time = try? PublishedSnapshot(directory: directory)?.publishedAt else { return nil }
    publicationTimes.withLock { $0[Name(directory)] = (link, time) }
    return time
  }
}

extension JobDefinition {
  fileprivate func publishes(_ name: String) -> Bool {
    contents.contains { content in
      switch content {
      case .dashboard(let own), .chart(_, let own): Name(own) == Name(name)
      case .query: false
      }
    }
  }
}
