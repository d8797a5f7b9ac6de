/// The script of pages: one module, which computes no numbers. Its parts are the files of `Script`, which
/// `Scripts/embed-assets` writes into Swift.
enum PageScript {
  static let text = moves + charts + embed
}
