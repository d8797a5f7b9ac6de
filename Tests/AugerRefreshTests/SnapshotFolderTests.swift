import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerRefresh
import Foundation
import Testing

@Suite struct SnapshotFolderTests {
  private let temporary: TemporaryFolder
  private let start = Timestamp(microseconds: 1_700_000_000_000_000)

  init() throws { temporary = try TemporaryFolder() }

  private var directory: String { temporary.path + "/public/sales" }

  private func contents(
    _ run: Int64, fence: Int64? = nil, files count: Int = 3, _ system: FileSystem = FileSystem()
  ) throws -> SnapshotFolder.Contents {
    let draft = SnapshotDraft(in: directory, run: run, fence: fence ?? run, files: system)
    return SnapshotFolder.Contents(
      job: "sales", run: run, fence: fence ?? run, asOf: start,
      files: try (0..<count).map {
        try draft.add("part\($0 % 2)/\($0).json", Array("run \(run) file \($0)".utf8))
      }, in: draft)
  }

  private func publish(_ run: Int64, after seconds: Int = 0, _ files: FileSystem = FileSystem()) throws -> String {
    let contents = try contents(run, files)
    defer { contents.draft.discard() }
    return try SnapshotFolder(directory, files: files).publish(contents, at: start.adding(.seconds(seconds))) {}.name
  }

  private func current() throws -> PublishedSnapshot {
    let snapshot = try #require(try PublishedSnapshot(directory: directory))
    try snapshot.verify()
    return snapshot
  }

  private var snapshotNames: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory + "/snapshots")) ?? []).sorted()
  }

  @Test func snapshotHasChecksumsAndStatus() throws {
    #expect(try PublishedSnapshot(directory: directory) == nil)
    let name = try publish(1)
    let snapshot = try current()
    #expect(snapshot.folder.hasSuffix(name) && snapshot.manifest.run == 1)
    #expect(snapshot.manifest.files.map(\.path) == ["part0/0.json", "part0/2.json", "part1/1.json"])
    #expect(try snapshot.status().stale == false)
    try Data("x".utf8).write(to: URL(fileURLWithPath: snapshot.folder + "/part0/0.json"))
    #expect(throws: AugerError.self) { try snapshot.verify() }
  }

  /// The worker of a run was suspended or stopped, and a newer run has published since.
  @Test func publishedRunIsNotPublishedAgain() throws {
    var first = try contents(1)
    first.began = Timestamp(microseconds: 1)
    let folder = SnapshotFolder(directory)
    let name = try folder.publish(first, at: start) {}.name
    first.draft.discard()
    let newer = try publish(2, after: 1)
    var again = try contents(1, fence: 3)
    again.began = first.began
    #expect(try folder.publish(again, at: start.adding(.seconds(2))) {}.name == name)
    #expect(try current().name == newer && snapshotNames.count == 3)
    // A run of another store with the same number, which started after that snapshot.
    again.began = Timestamp(microseconds: 2)
    #expect(try folder.publish(again, at: start.adding(.seconds(3))) {}.name != name)
  }

  @Test func unpublishedDraftIsRemovedByTheNextSnapshot() throws {
    _ = try publish(1)
    let unshown = try publish(5, after: 5)
    try FileManager.default.removeItem(atPath: directory + "/current")
    try FileManager.default.createSymbolicLink(
      atPath: directory + "/current", withDestinationPath: "snapshots/" + snapshotNames[0])
    let next = try publish(6, after: 6)
    #expect(!snapshotNames.contains(unshown) && snapshotNames.contains(next) && snapshotNames.count == 2)
  }

  /// Users may store other folders next to the snapshots, with names that end like those of newer claims.
  @Test func foreignFoldersStay() throws {
    _ = try publish(1)
    for name in ["documents", "my-photos", "20240101T000000Z-notes"] {
      try FileManager.default.createDirectory(
        atPath: directory + "/snapshots/" + name, withIntermediateDirectories: true)
    }
    _ = try publish(2, after: 1)
    #expect(snapshotNames.contains("documents") && snapshotNames.contains("my-photos"))
    #expect(snapshotNames.contains("20240101T000000Z-notes"))
  }

  @Test func linkPointsToASnapshot() throws {
    _ = try publish(1)
    try FileManager.default.removeItem(atPath: directory + "/current")
    try FileManager.default.createSymbolicLink(atPath: directory + "/current", withDestinationPath: "../../secret")
    #expect { try PublishedSnapshot(directory: directory) } throws: { ($0 as? AugerError)?.code == .snapshotDamaged }
  }

  @Test func failureIsReportedInThePublishedSnapshot() throws {
    _ = try publish(1)
    let failure = RunFailure(code: "timeout", message: "too slow", isTransient: true)
    #expect(try SnapshotFolder(directory).markStale(run: 2, failure, at: start.adding(.seconds(60))))
    let status = try current().status()
    #expect(status.stale && status.lastErrorCode == "timeout" && status.lastError == "too slow" && status.lastRun == 2)
    #expect(status.asOf == "2023-11-14T22:13:20Z")
    _ = try publish(3, after: 120)
    #expect(try current().status().stale == false)
  }

  @Test func failureIsNotReportedWithoutASnapshot() throws {
    let failure = RunFailure(code: "timeout", message: "too slow", isTransient: true)
    #expect(try SnapshotFolder(directory).markStale(run: 2, failure, at: start) == false)
  }

  @Test func runWithoutPermissionChangesNothing() throws {
    _ = try publish(1)
    let second = try contents(2)
    #expect(throws: AugerError.self) {
      try SnapshotFolder(directory).publish(second, at: start) {
        throw AugerError(.leaseLost, operation: "publish", "the lease is lost")
      }
    }
    #expect(try current().manifest.run == 1)
    second.draft.discard()
    #expect(snapshotNames.count == 1)
  }

  /// The worker of a run died during the computation or after the publication. A later claim removes its files.
  @Test func draftsOfOlderClaimsAreRemoved() throws {
    _ = try contents(1)
    let second = try contents(2)
    #expect(snapshotNames == [".draft-1-1", ".draft-2-2"])
    let name = try SnapshotFolder(directory).publish(second, at: start) {}.name
    #expect(snapshotNames.sorted() == [".draft-2-2", name])
    second.draft.discard()
    try current().verify()
  }

  @Test func olderFenceDoesNotReplaceNewerOne() throws {
    _ = try publish(5)
    #expect { try publish(4) } throws: { ($0 as? AugerError)?.code == .leaseLost }
    #expect(try current().manifest.run == 5)
  }

  /// After a failure of any operation, the old or the new snapshot is complete, and the next publication succeeds.
  @Test func everyFailingOperationLeavesACompleteSnapshot() throws {
    _ = try publish(1)
    var run: Int64 = 1
    var number = 0
    while true {
      number += 1
      run += 1
      let countdown = Locked(number)
      let files = FileSystem { _, path throws(AugerError) in
        let isNow = countdown.withLock { left in
          left -= 1
          return left == 0
        }
        if isNow { throw AugerError(.diskFull, operation: "write '\(path)'", "the disk is full") }
      }
      let before = try current().manifest.run
      do {
        _ = try publish(run, after: Int(run), files)
        #expect(try current().manifest.run == run)
        break
      } catch let error as AugerError {
        #expect(error.code == .diskFull)
        #expect([before, run].contains(try current().manifest.run))
      }
    }
    #expect(number > 15)
    _ = try publish(run + 1, after: Int(run) + 1)
    #expect(try current().manifest.run == run + 1)
    let rests = try FileManager.default.contentsOfDirectory(atPath: directory + "/snapshots").filter {
      $0.hasPrefix(".")
    }
    #expect(rests == [])
  }

  @Test func unwritableFolderFails() throws {
    let contents = try contents(1)
    defer { contents.draft.discard() }
    #expect { try SnapshotFolder("/proc/auger").publish(contents, at: start) {} } throws: {
      ($0 as? AugerError)?.code.rawValue == "fileUnwritable"
    }
  }

  private func damaged() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory + "/damaged")) ?? []).sorted()
  }

  private func publishAgain(_ run: Int64) throws -> SnapshotFolder.Published {
    let contents = try contents(run)
    defer { contents.draft.discard() }
    return try SnapshotFolder(directory).publish(contents, at: start.adding(.seconds(Int(run)))) {}
  }

  @Test func damagedManifestIsPreservedOnNextPublication() throws {
    let first = try publish(1)
    for run: Int64 in 2...3 {
      let shown = try current()
      try Data().write(to: URL(fileURLWithPath: shown.folder + "/manifest.json"))
      let published = try publishAgain(run)
      #expect(published.damage?.contains("damaged/\(shown.name)") == true, "\(published)")
      #expect(try current().manifest.run == run)
      #expect(snapshotNames == [published.name])
    }
    #expect(damaged().count == 2 && damaged().contains(first))
    #expect(try publishAgain(4).damage == nil)
  }

  @Test func deletedSnapshotsArePublishedAgain() throws {
    _ = try publish(1)
    try FileManager.default.removeItem(atPath: directory + "/snapshots")
    let published = try publishAgain(2)
    #expect(published.damage?.contains("nothing of it is left") == true)
    #expect(try current().manifest.run == 2)
  }

  /// A copy of the folder can contain a real folder instead of the link, because the copy followed the link.
  @Test func folderInPlaceOfTheLinkIsPreserved() throws {
    let first = try publish(1)
    let copy = try current().folder
    try FileManager.default.removeItem(atPath: directory + "/current")
    try FileManager.default.copyItem(atPath: copy, toPath: directory + "/current")
    let published = try publishAgain(2)
    #expect(published.damage?.contains("damaged/current") == true)
    #expect(try current().manifest.run == 2)
    #expect(snapshotNames == [first, published.name] && damaged() == ["current"])
  }

  @Test func unopenableLockIsReportedImmediately() throws {
    try FileManager.default.createDirectory(atPath: directory + "/.lock", withIntermediateDirectories: true)
    #expect { try publish(1) } throws: { error in
      let error = error as? AugerError
      return error?.code.rawValue == "fileUnwritable" && error?.underlying?.contains("EISDIR") == true
    }
  }

  @Test func onlyPublishedFilesAreReadableByOthers() throws {
    let draft = try contents(1).draft
    #expect(try Mode.of(directory + "/snapshots/.draft-1-1") == 0o700)
    draft.discard()
    _ = try publish(1)
    let folder = try current().folder
    for file in ["manifest.json", "status.json", "part0/0.json"] {
      #expect(try Mode.of(folder + "/" + file) == Mode.ofNewFiles())
    }
    // All folders on their paths are readable too.
    let folders = [temporary.path + "/public", directory, directory + "/snapshots", folder, folder + "/part0"]
    for path in folders { #expect(try Mode.of(path) == Mode.ofNewFolders(), "\(path)") }
  }

  @Test func oldSnapshotsAreRemovedByCountAndAgeUnlessInUse() throws {
    for run in 1...6 { _ = try publish(Int64(run), after: run * 100) }
    let folder = SnapshotFolder(directory)
    let now = start.adding(.seconds(650))
    // Run 2 was replaced at 300, 350 seconds ago.
    #expect(
      try folder.removeOld(Retention(count: 2, age: .seconds(400)), at: now).map { $0.split(separator: "-")[1] } == [
        "1"
      ])
    #expect(try folder.removeOld(Retention(count: 10, age: .zero), at: now) == [])
    let reader = try current()
    _ = try publish(7, after: 700)
    #expect(try folder.removeOld(Retention(count: 1, age: .zero), at: start.adding(.seconds(701))).count == 4)
    try reader.verify()
    #expect(snapshotNames.count == 2)
  }
}
