/// The reason why the sample could not be written.
package struct SampleError: Error, CustomStringConvertible {
  package let description: String
}
