import Auger
import TestSupport
import Testing

@Suite struct RecencyMapTests {
  @Test func leastRecentlyUsedIsRemovedFirst() {
    var map = RecencyMap<String, Int>()
    for (key, value) in [("a", 1), ("b", 2), ("c", 3)] { map.insert(value, for: key) }
    #expect(map.use("a") == 1 && map.use("none") == nil)
    map.insert(4, for: "b")
    map.change("c") { $0 += 10 }
    map.change("none") { $0 = 0 }
    #expect(map["c"] == 13 && map.count == 3)
    #expect([map.removeOldest(), map.removeOldest(), map.removeOldest(), map.removeOldest()] == [13, 1, 4, nil])
    #expect(map.count == 0 && map["a"] == nil)
  }

  /// Compares the map with a list that is sorted by use.
  @Test func mapEqualsAListInOrderOfUse() {
    var chance = Chance(seed: 11)
    var map = RecencyMap<Int, Int>()
    var list: [(key: Int, value: Int)] = []
    for number in 0..<20_000 {
      let key = chance.below(40)
      let known = list.firstIndex { $0.key == key }
      switch chance.below(6) {
      case 0, 1:
        map.insert(number, for: key)
        if let known { list.remove(at: known) }
        list.append((key, number))
      case 2:
        #expect(map.use(key) == known.map { list[$0].value })
        if let known { list.append(list.remove(at: known)) }
      case 3:
        #expect(map.remove(key) == known.map { list.remove(at: $0).value })
      case 4:
        map.change(key) { $0 = -$0 }
        if let known { list[known].value.negate() }
      default:
        #expect(map.removeOldest() == (list.isEmpty ? nil : list.removeFirst().value))
      }
      #expect(map.count == list.count && map[key] == list.first { $0.key == key }?.value)
    }
  }
}
