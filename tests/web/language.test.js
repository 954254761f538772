import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';

import { useLanguage, worded } from '../../web/js/language.js';
import { t } from '../../web/js/ui/dom.js';

const page = /** @type {any} */ (globalThis);
/** What is asked for, in order. @type {string[]} */
let asked = [];

/** The network answers for these languages, from the given attempt on. @param {Record<string, number>} from */
function network(from) {
  asked = [];
  page.fetch = mock.fn(async (/** @type {URL} */ url) => {
    const language = /locales\/(.+)\.json$/.exec(url.pathname)?.[1] ?? '';
    asked.push(language);
    const tries = asked.filter((one) => one === language).length;
    if (tries < (from[language] ?? Infinity)) throw new TypeError('no network');
    return { ok: true, json: async () => ({ 'a.greeting': `hello in ${language}` }) };
  });
}

beforeEach(() => {
  page.document = { documentElement: { lang: '' } };
  page.window = { addEventListener: (/** @type {string} */ _, /** @type {() => void} */ wake) => queueMicrotask(wake), removeEventListener() {} };
});

test('without any sentences the page is not begun', async () => {
  network({});
  assert.equal(await useLanguage('zh-Hant'), null);
  assert.deepEqual(asked, ['zh-Hant', 'zh-Hant', 'zh-Hant', 'en', 'en', 'en']);
});

test('a language that cannot be had gives way to English', async () => {
  network({ en: 1 });
  assert.equal(await useLanguage('zh-Hans'), true);
  assert.equal(document.documentElement.lang, 'en');
  assert.equal(t('a.greeting'), 'hello in en');
});

test('a language that comes late is taken, and not asked for again', async () => {
  network({ 'zh-Hant': 3 });
  assert.equal(await useLanguage('zh-Hant'), true);
  assert.equal(await useLanguage('zh-Hant'), true);
  assert.equal(t('a.greeting'), 'hello in zh-Hant');
  assert.deepEqual(asked, ['zh-Hant', 'zh-Hant', 'zh-Hant']);
});

test('a part comes with its sentences, and so does every language after it', async () => {
  network({ vi: 1, 'more/vi': 1, ko: 1, 'more/ko': 1 });
  await useLanguage('vi');
  assert.equal(await worded(Promise.resolve('part')), 'part');
  assert.deepEqual(asked, ['vi', 'more/vi']);
  await worded(Promise.resolve('again'));
  await useLanguage('ko');
  assert.deepEqual(asked, ['vi', 'more/vi', 'ko', 'more/ko']);
});

test('a part whose sentences cannot be had is not shown', async () => {
  network({ ja: 1, 'more/ja': 1 });
  await useLanguage('ja');
  await assert.rejects(worded(Promise.resolve('part'), 'learn'));
  assert.equal(document.documentElement.lang, 'ja');
});

test('of two parts that are wanted at once none comes before its sentences', async () => {
  network({ vi: 1, 'more/vi': 1, 'learn/vi': 1 });
  await useLanguage('vi');
  const parts = [1, 2].map(() => worded(Promise.resolve('part'), 'learn').then(() => t('a.greeting')));
  assert.deepEqual(await Promise.all(parts), ['hello in learn/vi', 'hello in learn/vi']);
});
