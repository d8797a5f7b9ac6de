import AugerExport

/// The script of pages: one module that computes no numbers, concatenated from the files of `Script` and the script of
/// animations.
enum PageScript {
  static let bytes =
    PackageResources.moves_js + PackageResources.charts_js + PackageResources.marks_js + PlayerScript.bytes
    + PackageResources.embed_js
}
