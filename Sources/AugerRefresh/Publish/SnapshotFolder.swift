import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation

/// The folder that a job publishes to.
///
/// `current` is a symbolic link to the snapshot that counts, `snapshots/NAME`. A snapshot is written beside the others,
/// every file and folder of it brought to the disk, and then shown by renaming a new link over the old one: one
/// operation, which every POSIX system makes atomic (an exchange of folders is not to be had everywhere), and which
/// leaves the old snapshot where its readers have it open. Whatever dies when, `current` leads to a complete snapshot.
///
/// Blocks: call it from a thread of its own.
package struct SnapshotFolder: Sendable {
  package let directory: String
  let files: FileSystem

  private var snapshots: String { directory + "/snapshots" }
  private var link: String { directory + "/current" }

  /// How long another worker's publishing is waited for, which may have been paused.
  package static let patience = 120

  /// Where a snapshot is before it is one, or when it is none any more.
  private static let unfinished = ".unfinished-"
  private static let removed = ".removed-"

  package init(_ directory: String, files: FileSystem = FileSystem()) {
    self.directory = directory
    self.files = files
  }

  /// What is to be published, and by whom.
  package struct Contents: Sendable {
    var job: String
    var run: Int64
    package var fence: Int64
    /// When the run was first begun: an earlier snapshot under its number is of another store's run.
    package var began: Timestamp?
    var asOf: Timestamp
    var files: [SnapshotManifest.File]
    /// Where the files stand.
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
    /// The last part of its folder's name.
    package var name: String
    /// What was wrong with the one that was shown before, and where it was moved; nil where nothing was.
    package var damage: String?
  }

  /// Publishes.
  ///
  /// A snapshot that is shown and cannot be read is no reason to publish none: what is left of it is moved into the
  /// folder `damaged`, where nothing removes it.
  ///
  /// `permit` is asked at the last moment before the switch, under the folder's lock; what it throws leaves everything
  /// as it was. A worker that held the run before and was late may have published it meanwhile: then that stays, so
  /// that no run is published twice. Throws `leaseLost` if a newer claim has published already, `diskFull`,
  /// `fileUnwritable`.
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
          "run \(current.manifest.run) has published since this run lost its lease")
      }
      try permit()
      let newLink = directory + "/.current-" + name
      try files.link(newLink, to: "snapshots/" + name)
      try damage?.clearName(files)
      try files.move(newLink, to: link)
      try files.syncFolder(directory)
    } catch {
      // What cannot be removed now is removed by the next run.
      try? files.remove(folder)
      if currentName != name { try? files.remove(snapshots + "/" + name) }
      try? files.remove(directory + "/.current-" + name)
      throw error
    }
    return Published(name: name, damage: damage?.setAside(files))
  }

  /// The snapshot that a run has shown before its worker died or was asked to end; a newer one may be shown by now.
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

  /// Files first, the manifest after them, folders last.
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

  /// Says in the snapshot that is shown that a later run failed. False where there is none.
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

  /// Removes what died in the making, and what was finished and never shown: its claim is newer than that of what is
  /// shown. With `keepingAll` nothing is known of what is shown, and only the former goes. Only under the lock.
  private func clearRests(keepingAll: Bool = false, draftsBefore fence: Int64 = .min) throws {
    let shown = keepingAll ? .max : currentName.flatMap(Self.fence(ofName:)) ?? .min
    for name in try names(in: snapshots) where Self.fence(ofName: name) ?? .min > shown {
      try files.remove(snapshots + "/" + name)
    }
    // Of an older claim nothing will be published.
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
  /// The age of a snapshot counts from when it was replaced: until then it had readers. One that a `PublishedSnapshot`
  /// holds stays. A folder loses its name first, so that no reader finds half of it.
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

  /// `20241121T140301Z-42-1b3f`: sorted as published, distinct for every attempt.
  private static func name(run: Int64, fence: Int64, at now: Timestamp) -> String {
    let time = now.description.prefix(19).filter { $0 != "-" && $0 != ":" }
    return "\(time)Z-\(run)-\(String(fence, radix: 36))"
  }

  /// Nil for a name that is no snapshot's. Folders of other names belong to someone else, and are never removed.
  private static func fence(ofName name: String) -> Int64? {
    guard let parts = name.wholeMatch(of: #/[0-9]{8}T[0-9]{6}Z-[0-9]+-([0-9a-z]+)/#) else { return nil }
    return Int64(parts.output.1, radix: 36)
  }
}
