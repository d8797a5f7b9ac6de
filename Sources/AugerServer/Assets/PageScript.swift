/// The script of pages: one module, which computes no numbers. Its parts are the files of `Script`.
enum PageScript {
  static let bytes = PackageResources.moves_js + PackageResources.charts_js + PackageResources.embed_js
}
