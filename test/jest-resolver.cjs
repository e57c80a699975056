// Sources import each other as './x.js', the name that they have once built; under Jest the file is './x.ts'.
module.exports = (request, options) => {
  if (/^\.{1,2}\/.*\.js$/.test(request) && !/\/(node_modules|dist)(\/|$)/.test(options.basedir)) {
    try {
      return options.defaultResolver(request.replace(/\.js$/, '.ts'), options);
    } catch {
      // A real .js file: fall through.
    }
  }
  return options.defaultResolver(request, options);
};
