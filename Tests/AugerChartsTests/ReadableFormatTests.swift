import AugerCharts
import AugerColumns
import Testing

/// Default formats for values without a format.
@Suite struct ReadableFormatTests {
  private func format(_ values: [Double]) -> ValueFormat? { .readable(for: Column(values)) }

  @Test func decimalPlacesDependOnTheValues() {
    #expect(format([12, 3400]) == .rounded(0))
    #expect(format([489_328.5787, 1_538_408.3122]) == .rounded(0))
    #expect(format([5.590322580645162, 18.2]) == .rounded(2))
    #expect(format([0.5, 0.25]) == .rounded(3))
  }

  @Test func nonzeroValueIsNotWrittenAsZero() {
    #expect(format([12.5, 0.0025]) == .rounded(3))
    #expect(format([20_000.5, 0.5]) == .rounded(1))
  }

  @Test func valuesWithoutNumbersHaveNoFormat() { #expect(format([.nan]) == nil) }
}
