declare module 'mathjs/lib/browser/math.js' {
  import * as mathjs from 'mathjs';
  export default { create: mathjs.create, all: mathjs.all };
}
