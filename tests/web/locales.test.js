import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { CHOICES } from '../../web/js/core/prefs.js';
import { CODES, ENDS, RULES } from '../../web/js/core/refusals.js';
import { parseMessage } from '../../web/js/core/icu.js';

const WEB = new URL('../../web/', import.meta.url);
/** @param {string} language @returns {Record<string, string>} */
const catalogue = (language) => JSON.parse(readFileSync(new URL(`locales/${language}.json`, WEB), 'utf8'));
const english = catalogue('en');
const others = /** @type {const} */ (['zh-Hant', 'zh-Hans']);

/** @param {string} folder @returns {string[]} */
function sources(folder) {
  return readdirSync(new URL(folder, WEB), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return sources(`${folder}${entry.name}/`);
    return entry.name.endsWith('.js') ? [readFileSync(new URL(`${folder}${entry.name}`, WEB), 'utf8')] : [];
  });
}
const code = sources('js/').join('\n') + readFileSync(new URL('index.html', WEB), 'utf8');
const spaces = new Set(Object.keys(english).map((key) => key.replace(/\..*/, '')));

/** Every literal that looks like a key of the catalogues. */
const literals = new Set([...code.matchAll(/['"]([a-z]+(?:\.[A-Za-z0-9_-]+)+)['"]/g)]
  .map((match) => match[1] ?? '')
  .filter((key) => spaces.has(key.replace(/\..*/, '')) && !/\.(js|json|html|svg)$/.test(key)));
const prefixes = [...code.matchAll(/`([a-z]+(?:\.[A-Za-z0-9_]+)*\.)\$\{/g)].map((match) => match[1] ?? '');

/** @param {import('../../web/js/core/icu.js').Node[]} nodes @returns {string[]} */
function argumentsOf(nodes) {
  return nodes.flatMap((node) => {
    if (typeof node === 'string' || 'count' in node) return [];
    return 'kind' in node ? [node.arg, ...Object.values(node.cases).flatMap(argumentsOf)] : [node.arg];
  });
}

test('every language has the same keys', () => {
  for (const language of others) {
    assert.deepEqual(Object.keys(catalogue(language)).sort(), Object.keys(english).sort(), language);
  }
});

test('every sentence reads, and takes the same arguments in every language', () => {
  for (const [key, message] of Object.entries(english)) {
    const wanted = new Set(argumentsOf(parseMessage(message)));
    for (const language of others) {
      const got = new Set(argumentsOf(parseMessage(catalogue(language)[key] ?? '')));
      assert.deepEqual([...got].sort(), [...wanted].sort(), `${language} ${key}`);
    }
  }
});

test('every key that the page uses is there', () => {
  const missing = [...literals].filter((key) => !(key in english));
  assert.deepEqual(missing, ['banqi.prefs'].filter((key) => missing.includes(key)));
});

test('every sentence is used', () => {
  const unused = Object.keys(english).filter((key) => !literals.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)));
  assert.deepEqual(unused, []);
});

test('every refusal, rule, end and reason has its sentence', () => {
  const reasons = ['elimination', 'no_legal_move', 'no_progress', 'repetition', 'agreement', 'resignation', 'time', 'abandonment', 'too_long'];
  const wanted = [
    ...CODES.map((name) => `refused.${name}`), ...RULES.map((name) => `rule.${name}`), ...ENDS.map((name) => `ended.${name}`),
    ...reasons.flatMap((name) => [`over.by.${name}`, `over.drawn.${name}`]),
    ...['idle', 'connecting', 'online', 'slow', 'reconnecting', 'offline', 'restarting', 'outdated', 'ended'].flatMap((name) => [`conn.${name}`, `conn.lost.${name}`]),
    ...['resign', 'draw', 'leave', 'restart', 'remove'].flatMap((name) => [`ask.${name}`, `confirm.${name}`, `keep.${name}`]),
    ...['mine', 'theirs', 'both', 'left'].map((name) => `rematch.is.${name}`),
    ...['accept', 'decline', 'withdraw', 'live', 'back', 'on', 'retry', 'unsend', 'win', 'none', 'wait', 'card'].map((name) => `act.${name}`),
    ...['waiting', 'drawing', 'playing', 'over', 'closed'].map((name) => `phase.${name}`),
  ];
  assert.deepEqual(wanted.filter((key) => !(key in english)), []);
});

test('every setting and its every value has a name', () => {
  const wanted = Object.entries(CHOICES).flatMap(([name, values]) => [
    `settings.${name}`, ...values.filter((value) => name !== 'language' || value === 'auto').map((value) => `settings.${name}.${value}`),
  ]);
  assert.deepEqual(wanted.filter((key) => !(key in english)), []);
});

test('chinese sentences hold no english letters but names of things', () => {
  const allowed = /Banqi|QR|MIT|Douque|Paofuqi|Ply Yard|English|JSON|Letters|Coords|K7Q 2MX|Enter|Esc|Shift|Home|End/g;
  for (const language of others) {
    for (const [key, message] of Object.entries(catalogue(language))) {
      if (key.startsWith('language.') || key === 'drawing.place') continue;
      const bare = message.replace(/\{\w+, (plural|select),/g, '').replace(/\{\w+\}/g, '').replace(/(=\d+|other|one|you|red|black|none) \{/g, '').replace(allowed, '');
      assert.doesNotMatch(bare, /[A-Za-z]{3,}/, `${language} ${key}`);
    }
  }
});
