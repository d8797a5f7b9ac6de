/// The script of pages: one module, which computes no numbers.
enum PageScript {
  static let text = ""
}
