import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

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
const files = [...new Set(first)].map((href) => href.slice(WEB.href.length)).sort();

test('the page announces the modules of its first sight, so that they load side by side', () => {
  const announced = [...page.matchAll(/rel="modulepreload" href="\{\{static\}\}\/([^"]+)"/g)].map((match) => match[1]).sort();
  assert.deepEqual(announced, files.filter((file) => !SCRIPTS.includes(file)));
});

test('whatever the page names is there', () => {
  const named = [...page.matchAll(/\{\{static\}\}\/([^"]+)"/g)].map((match) => match[1] ?? '');
  assert.deepEqual(named.filter((path) => !existsSync(new URL(path, WEB))), []);
});

test('every style sheet is either of the first sight or of a part', () => {
  const parts = [...text(new URL('js/parts.js', WEB)).matchAll(/^(?:export )?const [A-Z]+ = \[(.*)\];$/gm)].flatMap(([, names]) => (names ?? '').replaceAll("'", '').split(', '));
  const wanted = readdirSync(new URL('css/', WEB)).map((file) => file.replace('.css', '')).sort();
  const named = [...page.matchAll(/css\/([a-z]+)\.css"/g)].map((match) => match[1] ?? '');
  assert.deepEqual([...named, ...parts].sort(), wanted);
});

test('the first load stays below 100 KB packed', () => {
  const styles = [...page.matchAll(/href="\{\{static\}\}\/([^"]+\.css)"/g)].map((match) => match[1] ?? '');
  const all = [...files, ...styles, 'index.html', 'locales/zh-Hant.json', 'pieces/sprite.svg', 'icons/icon.svg'];
  const packed = all.reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, WEB))).length, 0);
  assert.ok(packed < 100_000, `${packed} bytes`);
});

test('no markup is ever made from text', () => {
  for (const file of files) {
    assert.doesNotMatch(text(new URL(file, WEB)), /innerHTML|outerHTML|insertAdjacentHTML|document\.write/, file);
  }
});
