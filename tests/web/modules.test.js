import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const WEB = new URL('../../web/', import.meta.url);
const page = readFileSync(new URL('index.html', WEB), 'utf8');

/** @param {URL} url */
const text = (url) => readFileSync(url, 'utf8');
/** @param {string} source */
const withoutComments = (source) => source.replace(/\/\*[^]*?\*\//g, '');

/** Everything that a module loads at once, itself included. @param {URL} url @param {Set<string>} [seen] */
function closure(url, seen = new Set()) {
  if (seen.has(url.href)) return seen;
  seen.add(url.href);
  for (const [, path] of withoutComments(text(url)).matchAll(/^(?:import|export)\s[^'"]*?from\s+'(\.[^']+)'/gm)) {
    closure(new URL(path ?? '', url), seen);
  }
  return seen;
}
const SCRIPTS = ['js/early.js', 'js/main.js'];
const first = [...SCRIPTS, 'js/screens/home.js'].flatMap((path) => [...closure(new URL(path, WEB))]);
const files = [...new Set(first)].map((href) => href.slice(WEB.href.length));

test('whatever the page names is there', () => {
  const named = [...page.matchAll(/\{\{static\}\}\/([^"]+)"/g)].map((match) => match[1] ?? '');
  assert.deepEqual(named.filter((path) => !existsSync(new URL(path, WEB))), []);
});

test('every style sheet is either of the first sight or of a part, once', () => {
  const sheet = (/** @type {string} */ name) => text(new URL(`css/${name}.css`, WEB));
  const within = (/** @type {string} */ name) => [...sheet(name).matchAll(/^@import '([a-z]+)\.css';$/gm)].map(([, other]) => other ?? '');
  const parts = [...text(new URL('js/parts.js', WEB)).matchAll(/^(?:export )?const [A-Z]+ = \[(.*)\];$/gm)].flatMap(([, names]) => (names ?? '').replaceAll("'", '').split(', '));
  const named = [...page.matchAll(/css\/([a-z]+)\.css"/g)].map((match) => match[1] ?? '');
  const loaded = [...named, ...parts].flatMap((name) => [name, ...within(name)]);
  assert.deepEqual(loaded.sort(), readdirSync(new URL('css/', WEB)).map((file) => file.replace('.css', '')).sort());
});

test('no markup is ever made from text', () => {
  for (const file of files) {
    assert.doesNotMatch(text(new URL(file, WEB)), /innerHTML|outerHTML|insertAdjacentHTML|document\.write/, file);
  }
});
