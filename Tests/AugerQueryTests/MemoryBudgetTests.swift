import AugerColumns
import AugerDiagnostics
import AugerQuery
import Testing

@Suite struct MemoryBudgetTests {
  @Test func sharesUseOneBudget() throws {
    let budget = MemoryBudget(limit: 100)
    let first = MemoryShare(of: budget)
    try first.hold(60)
    do {
      let second = MemoryShare(of: budget)
      try second.add(30)
      try second.add(10)
      #expect(budget.remaining == 0)
      try second.hold(15)
      #expect(budget.remaining == 25)
    }
    #expect(budget.remaining == 40, "what nobody holds any more is given back")
  }

  @Test func failedReservationTakesNoMemory() throws {
    let budget = MemoryBudget(limit: 1 << 20)
    let share = MemoryShare(of: budget)
    try share.hold(1000)
    let error = #expect(throws: AugerError.self) { try share.hold(1 << 20 | 1) }
    #expect(error?.code == .lowMemory)
    #expect(error?.message == "it needs more than the 1 MB of memory that it may have")
    #expect(budget.remaining == 1 << 20 - 1000)
    #expect(throws: AugerError.self) { try share.add(.max / 2) }
  }

  @Test func shareWithoutBudgetIsUnlimited() throws {
    let share = MemoryShare(of: nil)
    try share.hold(.max)
    try share.add(1)
    #expect(!share.isLimited)
    #expect(share.room(7, uses: 3) == 7)
  }

  @Test func roomIsPartOfRemainingMemory() throws {
    let budget = MemoryBudget(limit: 100)
    let share = MemoryShare(of: budget)
    try share.hold(20)
    #expect(share.room(1000, uses: 4) == 20)
    #expect(share.room(7, uses: 4) == 7)
  }

  /// Sizes are estimated in advance, sometimes too low. The resident size of the process then limits additional
  /// allocations.
  @Test func processBeyondTheLimitGetsNoMoreMemory() throws {
    let resident = Locked(50 << 20)
    let budget = MemoryBudget(limit: 100 << 20) { resident.withLock { $0 } }
    let share = MemoryShare(of: budget)
    try share.hold(2 << 20)
    resident.withLock { $0 += 200 << 20 }
    #expect(throws: AugerError.self) { try share.hold(4 << 20) }
    resident.withLock { $0 -= 150 << 20 }
    try share.hold(4 << 20)
  }

  /// The threads and libraries of a process need memory even if the limit for its data is small.
  @Test func smallLimitCountsOnlyRequestedMemory() throws {
    let resident = Locked(50 << 20)
    let share = MemoryShare(of: MemoryBudget(limit: 4 << 20) { resident.withLock { $0 } })
    resident.withLock { $0 += 15 << 20 }
    try share.hold(2 << 20)
    #expect(throws: AugerError.self) { try share.hold(5 << 20) }
    resident.withLock { $0 += 10 << 20 }
    #expect(throws: AugerError.self) { try share.hold(4 << 20) }
  }

  @Test func concurrentReservationsStayWithinTheBudget() throws {
    let budget = MemoryBudget(limit: 1000)
    let granted = Locked(0)
    let shares = Locked<[MemoryShare]>([])
    Workers.run(4) { _ in
      for _ in 0..<1000 {
        let share = MemoryShare(of: budget)
        guard (try? share.hold(3)) != nil else { continue }
        granted.withLock { $0 += 3 }
        shares.withLock { $0.append(share) }
      }
    }
    #expect(granted.withLock { $0 } == 999)
    #expect(budget.remaining == 1)
    shares.withLock { $0 = [] }
    #expect(budget.remaining == 1000)
  }
}
