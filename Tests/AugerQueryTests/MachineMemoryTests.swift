import AugerQuery
import Testing

/// The memory limit of the control groups that contain the process.
@Suite struct MachineMemoryTests {
  private static let unlimited = "9223372036854771712\n"

  @Test(
    arguments: [
      ("0::/\n", ["/sys/fs/cgroup/memory.max": "2147483648\n"], 2_147_483_648),
      ("0::/\n", ["/sys/fs/cgroup/memory.max": "max\n"], nil),
      ("0::/\n", [:], nil),
      (
        "0::/system.slice/auger.service\n",
        [
          "/sys/fs/cgroup/system.slice/auger.service/memory.max": "max\n",
          "/sys/fs/cgroup/system.slice/memory.max": "1073741824\n",
        ], 1_073_741_824
      ),
      // A path of the host. Inside the container only its root is visible.
      ("0::/docker/abc\n", ["/sys/fs/cgroup/memory.max": "536870912\n"], 536_870_912),
      (
        "5:cpu,cpuacct:/a\n4:memory:/docker/abc\n0::/\n",
        [
          "/sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes": "268435456\n",
          "/sys/fs/cgroup/memory/memory.limit_in_bytes": unlimited,
        ], 268_435_456
      ),
      ("4:memory:/\n", ["/sys/fs/cgroup/memory/memory.limit_in_bytes": unlimited], 9_223_372_036_854_771_712),
      ("nonsense\n\n1:2\n", ["/sys/fs/cgroup/memory.max": "1\n"], nil),
    ] as [(String, [String: String], Int?)])
  func smallestLimitApplies(groups: String, files: [String: String], limit: Int?) {
    #expect(MachineMemory.groupLimit(groups) { files[$0] } == limit)
  }

  @Test func machineReportsItsMemory() { #expect(MachineMemory.limit > 1 << 20) }
}
