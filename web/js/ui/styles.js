/** Style sheets that the first sight does without: put into the page once, when a screen wants them. */

/** @type {Map<string, Promise<void>>} */
const known = new Map();

/** @param {readonly string[]} names  files of `css/`, in the order of their cascade */
export async function styles(names) {
  await Promise.all(names.map((name) => known.get(name) ?? added(name)));
}

/** @param {string} name @returns {Promise<void>} */
function added(name) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(`../../css/${name}.css`, import.meta.url).href;
  /** @type {Promise<void>} */
  const arrived = new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      known.delete(name);
      link.remove();
      reject(new Error(`no style sheet ${name}`));
    });
  });
  known.set(name, arrived);
  document.head.append(link);
  return arrived;
}
