import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation

/// The folder that a job publishes to.
///
/// `current` is a symbolic link to the published snapshot, `snapshots/NAME`. A new snapshot is written next to the
/// others and flushed to the disk. Then a new link is renamed over the old one, which is atomic on every POSIX system.
/// An atomic exchange of folders is not available everywhere.
///
/// The old snapshot remains for readers that have opened it. After a crash at any point, `current` refers to a complete
/// snapshot.
///
/// The functions block: call them from a blocking thread.
package struct SnapshotFolder: Sendable {
  package let directory: String
  let files: FileSystem

  private var snapshots: String { directory + "/snapshots" }
  private var link: String { directory + "/current" }

  /// The number of seconds to wait for another worker that is publishing. Such a worker may be paused.
  package static let patience = 120

  /// The prefixes of folders that are being written or removed.
  private static let unfinished = ".unfinished-"
  private static let removed = ".removed-"

  package init(_ directory: String, files: FileSystem = FileSystem()) {
    self.directory = directory
    self.files = files
  }

  /// The contents of a new snapshot and the run that publishes it.
  package struct Contents: Sendable {
    var job: String
    var run: Int64
    package var fence: Int64
    /// The first start of the run. An earlier snapshot with the same run number belongs to a different run store.
    package var began: Timestamp?
    var asOf: Timestamp
    var files: [SnapshotManifest.File]
    /// The written files.
    package var draft: SnapshotDraft
    var receipt: [SnapshotManifest.Query]
    var measures: [SnapshotManifest.Measure]
    var notices: [SnapshotManifest.Notice] = []

    package init(
      job: String, run: Int64, fence: Int64, began: Timestamp? = nil, asOf: Timestamp, files: [SnapshotManifest.File],
      in draft: SnapshotDraft, receipt: [SnapshotManifest.Query] = [], measures: [SnapshotManifest.Measure] = []
    ) {
      self.job = job
      self.run = run
      self.fence = fence
      self.began = began
      self.asOf = asOf
      self.files = files
      self.draft = draft
      self.receipt = receipt
      self.measures = measures
    }
  }

  package struct Published: Sendable {
    /// The last component of the folder's path.
    package var name: String
    /// A description of damage to the previous snapshot and its new location. Nil if it was intact.
    package var damage: String?
  }

  /// Publishes a snapshot.
  ///
  /// A damaged current snapshot does not prevent publication: its remains are moved to the folder `damaged` and never
  /// removed.
  ///
  /// `permit` is called just before the switch, under the folder's lock. If it throws, nothing changes. If an earlier
  /// holder of the same run has already published it, that snapshot remains, so that no run is published twice.
  ///
  /// Throws `leaseLost` if a newer claim has already published, `diskFull`, or `fileUnwritable`.
  package func publish(
    _ contents: Contents, at now: Timestamp, _ control: RunControl = RunControl(), permit: () throws -> Void
  ) throws -> Published {
    try files.makeFolder(snapshots)
    let lock = try FileLock.wait(directory + "/.lock", seconds: Self.patience, control, files)
    defer { withExtendedLifetime(lock) {} }
    var damage = try Damage(of: directory, shown: currentName)
    try clearRests(keepingAll: damage != nil, draftsBefore: contents.fence)
    if let began = contents.began,
      let earlier = try shown(byRun: contents.run, job: contents.job, since: began)
    {
      return Published(name: earlier.name)
    }
    let name = Self.name(run: contents.run, fence: contents.fence, at: now)
    let folder = snapshots + "/" + Self.unfinished + name
    do {
      try write(contents, at: now, to: folder)
      try files.move(folder, to: snapshots + "/" + name)
      try files.syncFolder(snapshots)
      if damage == nil, let current = try PublishedSnapshot(directory: directory),
        current.manifest.fence >= contents.fence
      {
        throw AugerError(
          .leaseLost, operation: "publish to '\(directory)'",
          "run \(current.manifest.run) has published after this run lost its lease")
      }
      try permit()
      let newLink = directory + "/.current-" + name
      try files.link(newLink, to: "snapshots/" + name)
      try damage?.clearName(files)
      try files.move(newLink, to: link)
      try files.syncFolder(directory)
    } catch {
      // The next run removes files that cannot be removed now.
      try? files.remove(folder)
      if currentName != name { try? files.remove(snapshots + "/" + name) }
      try? files.remove(directory + "/.current-" + name)
      throw error
    }
    return Published(name: name, damage: damage?.setAside(files))
  }

  /// Returns the snapshot that a run published before its worker died or was cancelled. A newer snapshot may be
  /// current.
  func shown(byRun run: Int64, job: String, since began: Timestamp) throws -> PublishedSnapshot? {
    guard let newest = currentName.flatMap(Self.fence(ofName:)) else { return nil }
    for name in try names(in: snapshots) where name.split(separator: "-").dropFirst().first == "\(run)" {
      guard let fence = Self.fence(ofName: name), fence <= newest,
        let snapshot = try? PublishedSnapshot(directory: directory, name: name),
        snapshot.manifest.isOf(run: run, job: job, began: began)
      else { continue }
      return snapshot
    }
    return nil
  }

  /// Writes the files, then the manifest, and flushes the folders last.
  private func write(_ contents: Contents, at now: Timestamp, to folder: String) throws {
    try files.makeFolder(folder)
    var folders = [folder]
    let sorted = contents.files.sorted { Scalar.compareBytes($0.path, $1.path) < 0 }
    for file in sorted {
      let path = folder + "/" + file.path
      let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
      if !folders.contains(parent) {
        try files.makeFolder(parent)
        folders.append(parent)
      }
      try contents.draft.show(file, at: path)
    }
    let manifest = SnapshotManifest(
      schema: SnapshotManifest.schemaName, job: contents.job, run: contents.run, fence: contents.fence,
      asOf: contents.asOf.utcText, publishedAt: now.utcText,
      files: sorted, receipt: contents.receipt,
      measures: contents.measures, notices: contents.notices.isEmpty ? nil : contents.notices)
    let status = SnapshotStatus(
      job: contents.job, stale: false, asOf: contents.asOf.utcText, lastRun: contents.run, checkedAt: now.utcText)
    try files.write(try status.stableJSON(), to: folder + "/status.json")
    try files.write(try manifest.stableJSON(), to: folder + "/manifest.json")
    for folder in folders { try files.syncFolder(folder) }
  }

  /// Records in the current snapshot that a later run failed. Returns false if nothing is published.
  package func markStale(run: Int64, _ failure: RunFailure, at now: Timestamp) throws -> Bool {
    guard currentName != nil else { return false }
    let lock = try FileLock.wait(directory + "/.lock", seconds: Self.patience, RunControl(), files)
    defer { withExtendedLifetime(lock) {} }
    guard let current = try PublishedSnapshot(directory: directory) else { return false }
    let status = SnapshotStatus(
      job: current.manifest.job, stale: true, asOf: current.manifest.asOf, lastRun: run, checkedAt: now.utcText,
      lastErrorCode: failure.code, lastError: failure.message)
    let new = current.folder + "/.status-\(run).json"
    try files.remove(new)
    do {
      try files.write(try status.stableJSON(), to: new)
      try files.move(new, to: current.folder + "/status.json")
    } catch {
      try? files.remove(new)
      throw error
    }
    try files.syncFolder(current.folder)
    return true
  }

  /// Removes unfinished snapshots, and finished ones that were never published: their fence is newer than the current
  /// one.
  ///
  /// With `keepingAll` the current snapshot is unknown, and only unfinished ones are removed. Call it only under the
  /// lock.
  private func clearRests(keepingAll: Bool = false, draftsBefore fence: Int64 = .min) throws {
    let shown = keepingAll ? .max : currentName.flatMap(Self.fence(ofName:)) ?? .min
    for name in try names(in: snapshots) where Self.fence(ofName: name) ?? .min > shown {
      try files.remove(snapshots + "/" + name)
    }
    // An older claim cannot publish its draft.
    for name in try names(in: snapshots) where SnapshotDraft.fence(ofName: name).map({ $0 < fence }) ?? false {
      try files.remove(snapshots + "/" + name)
    }
    for name in try names(in: snapshots) where name.hasPrefix(Self.unfinished) || name.hasPrefix(Self.removed) {
      try files.remove(snapshots + "/" + name)
    }
    for name in try names(in: directory) where name.hasPrefix(".current-") { try files.remove(directory + "/" + name) }
  }

  /// Removes old snapshots that no process reads, and returns their names.
  ///
  /// The age of a snapshot counts from its replacement, because it had readers until then. A snapshot that a
  /// `PublishedSnapshot` holds remains. Each folder is renamed before its files are removed, so that no reader finds an
  /// incomplete snapshot.
  package func removeOld(_ keep: Retention, at now: Timestamp) throws -> [String] {
    guard let current = currentName else { return [] }
    let lock = try FileLock.wait(directory + "/.lock", seconds: Self.patience, RunControl(), files)
    defer { withExtendedLifetime(lock) {} }
    try clearRests()
    let known = try names(in: snapshots).filter { !$0.hasPrefix(".") }.compactMap {
      name -> (String, SnapshotManifest)? in
      let data = FileManager.default.contents(atPath: snapshots + "/\(name)/manifest.json")
      return data.flatMap { try? JSONDecoder().decode(SnapshotManifest.self, from: $0) }.map { (name, $0) }
    }
    let newestFirst = known.sorted { $0.1.fence > $1.1.fence }
    let limit = Timestamp(microseconds: now.microseconds - keep.age.microseconds)
    var removed: [String] = []
    for (index, entry) in newestFirst.enumerated().dropFirst(max(keep.count, 1)) where entry.0 != current {
      guard let replacedAt = Timestamp(utcText: newestFirst[index - 1].1.publishedAt), replacedAt <= limit else {
        continue
      }
      let folder = snapshots + "/" + entry.0
      guard let unread = try? FileLock.attempt(folder + "/manifest.json", .exclusive, makingFile: false, files) else {
        continue
      }
      let without = snapshots + "/" + Self.removed + entry.0
      try files.move(folder, to: without)
      withExtendedLifetime(unread) {}
      try files.remove(without)
      removed.append(entry.0)
    }
    return removed
  }

  private var currentName: String? {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
      .map { URL(fileURLWithPath: $0).lastPathComponent }
  }

  private func names(in folder: String) throws -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .sorted { Scalar.compareBytes($0, $1) < 0 }
  }

  /// Returns a name such as `20241121T140301Z-42-1b3f`: sorted by time of publication, unique for every attempt.
  private static func name(run: Int64, fence: Int64, at now: Timestamp) -> String {
    let time = now.description.prefix(19).filter { $0 != "-" && $0 != ":" }
    return "\(time)Z-\(run)-\(String(fence, radix: 36))"
  }

  /// Returns the fence of a snapshot from its name. Nil for other folders, which Auger does not own and never removes.
  private static func fence(ofName name: String) -> Int64? {
    guard let parts = name.wholeMatch(of: #/[0-9]{8}T[0-9]{6}Z-[0-9]+-([0-9a-z]+)/#) else { return nil }
    return Int64(parts.output.1, radix: 36)
  }
}
