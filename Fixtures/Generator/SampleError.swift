/// Why the sample could not be written.
struct SampleError: Error, CustomStringConvertible {
  let description: String
}
