/// The script of pages: one module that computes no numbers, concatenated from the files of `Script`.
enum PageScript {
  static let bytes = PackageResources.moves_js + PackageResources.charts_js + PackageResources.embed_js
}
