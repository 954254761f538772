import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTranslator, pickLanguage } from '../../web/js/core/i18n.js';
import { parseMessage } from '../../web/js/core/icu.js';

const english = {
  'a.moves': '{n, plural, =0 {No moves} one {# move} other {# moves}}',
  'a.flip': '{who, select, you {You flip} other {{name} flips}} {square}.',
  'a.piece': 'Red Horse',
  'a.told': 'It is a {piece}.',
  'a.only': 'Only here',
};
const { t, parts, has } = createTranslator('en', english, english);

const KNOWN = ['en', 'ja', 'ko', 'pt-BR', 'vi', 'zh-Hans', 'zh-Hant'];

test('plurals follow the language', () => {
  assert.equal(t('a.moves', { n: 0 }), 'No moves');
  assert.equal(t('a.moves', { n: 1 }), '1 move');
  assert.equal(t('a.moves', { n: 1234 }), '1,234 moves');
});

test('small and large numbers, and those of a language with digits of its own', () => {
  for (const n of [0, 7, 999, 1000, -3, 1.5, 12_345_678]) {
    for (const language of ['en', 'vi', 'ar-EG', 'fa']) {
      const { t: told } = createTranslator(language, { n: '{n}' }, {});
      assert.equal(told('n', { n }), n.toLocaleString(language), `${n} in ${language}`);
    }
  }
});

test('select falls back to other, also for the names of object properties', () => {
  assert.equal(t('a.flip', { who: 'you', name: 'Mei', square: 'a1' }), 'You flip a1.');
  assert.equal(t('a.flip', { who: 'constructor', name: 'Mei', square: 'a1' }), 'Mei flips a1.');
});

test('a name is fenced in text and a span in parts', () => {
  const params = { who: 'none', name: { name: 'Mei' }, square: 'b2' };
  assert.equal(t('a.flip', params), '\u2068Mei\u2069 flips b2.');
  assert.deepEqual(parts('a.flip', params), [{ text: 'Mei', name: true }, ' flips', ' ', 'b2', '.']);
});

test('an argument may be another sentence, tinted or not', () => {
  assert.equal(t('a.told', { piece: { t: 'a.piece' } }), 'It is a Red Horse.');
  assert.deepEqual(parts('a.told', { piece: { t: 'a.piece', tint: 'red' } })[1], { text: 'Red Horse', tint: 'red' });
});

test('a missing sentence is English before it is a key', () => {
  const chinese = createTranslator('zh-Hant', {}, english);
  assert.equal(chinese.t('a.only'), 'Only here');
  assert.equal(chinese.t('b.none'), 'b.none');
  assert.equal(has('b.none'), false);
});

test('the reader gets the nearest of our languages', () => {
  assert.equal(pickLanguage(['zh-TW'], KNOWN), 'zh-Hant');
  assert.equal(pickLanguage(['zh-Hant-HK'], KNOWN), 'zh-Hant');
  assert.equal(pickLanguage(['zh-CN'], KNOWN), 'zh-Hans');
  assert.equal(pickLanguage(['zh'], KNOWN), 'zh-Hans');
  assert.equal(pickLanguage(['de-DE', 'zh-HK'], KNOWN), 'zh-Hant');
  assert.equal(pickLanguage(['ja-JP'], KNOWN), 'ja');
  assert.equal(pickLanguage(['fr', 'pt-br', 'vi'], KNOWN), 'pt-BR');
  assert.equal(pickLanguage(['de'], KNOWN), 'en');
});

test('a broken message says so when it is read', () => {
  assert.throws(() => parseMessage('{n, plural, one {x}}'), SyntaxError);
  assert.throws(() => parseMessage('a } b'), SyntaxError);
});

test('a time of day is told as the language does', () => {
  const at = new Date(2026, 2, 4, 21, 40).getTime();
  const said = (/** @type {string} */ language) => createTranslator(language, { 'a.until': '{time}' }, {}).t('a.until', { time: { clock: at } });
  assert.match(said('en'), /^0?9:40\sPM$/);
  assert.equal(said('vi'), '21:40');
});
