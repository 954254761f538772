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
const all = readdirSync(new URL('locales/', WEB)).map((file) => file.replace(/\.json$/, ''));
const others = all.filter((language) => language !== 'en');

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
  const unused = Object.keys(english).filter((key) => key !== 'language.name' && !literals.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)));
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
    `settings.${name}`, ...values.map((value) => `settings.${name}.${value}`),
  ]);
  assert.deepEqual(wanted.filter((key) => !(key in english)), []);
});

/** Sentences in other scripts keep English letters for names of things and keys only. */
const FOREIGN = others.filter((language) => language !== 'vi');
const ALLOWED = /Banqi|QR|MIT|Douque|Paofuqi|Ply Yard|JSON|Letters|Coords|K7Q 2MX|Enter|Esc|Shift|Home|End|resign|takeback/g;

test('sentences in other scripts hold no english words but names of things', () => {
  for (const language of FOREIGN) {
    for (const [key, message] of Object.entries(catalogue(language))) {
      if (key === 'drawing.place') continue;
      const bare = message.replace(/\{\w+, (plural|select),/g, '').replace(/\{\w+\}/g, '').replace(/(=\d+|other|one|you|red|black|none) \{/g, '').replace(ALLOWED, '');
      assert.doesNotMatch(bare, /[A-Za-z]{3,}/, `${language} ${key}`);
    }
  }
});

test('a language that is not english says nearly everything in its own words', () => {
  for (const language of others) {
    const same = Object.entries(catalogue(language)).filter(([key, message]) => /[a-z]{3}/.test(english[key] ?? '')
      && message === english[key] && !/^(\W|\{\w+\})*$/.test(message));
    assert.ok(same.length < 12, `${language}: ${same.map(([key]) => key).join(' ')}`);
  }
});

test('every plural has the cases that its language counts by', () => {
  for (const language of all) {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, message] of Object.entries(catalogue(language))) {
      for (const node of parseMessage(message)) {
        if (typeof node === 'string' || !('kind' in node) || node.kind !== 'plural') continue;
        assert.deepEqual(pluralCategories.filter((name) => !(name in node.cases)), [], `${language} ${key}`);
      }
    }
  }
});

test('the document tells of every language and no other', () => {
  const document = readFileSync(new URL('../docs/languages.md', WEB), 'utf8');
  const rows = [...document.matchAll(/^\| `([\w-]+)\.json` \| (\S.*?) \|/gm)].map(([, tag, name]) => [tag, name]);
  assert.deepEqual(rows, all.sort().map((tag) => [tag, catalogue(tag)['language.name']]));
});
