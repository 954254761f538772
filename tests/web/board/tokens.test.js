import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const CSS = readFileSync(new URL('../../../web/css/tokens.css', import.meta.url), 'utf8');

/** The custom properties of the first block after a selector. @param {string} selector @returns {Record<string, string>} */
function block(selector) {
  const body = CSS.slice(CSS.indexOf(selector)).replace(/^[^{]*\{/, '').replace(/\}[\s\S]*$/, '');
  const pairs = [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)];
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]));
}

const LIGHT = block(':root {');
const DARK = block(':root[data-theme="dark"] {');
const THEMES = {
  light: LIGHT,
  dark: { ...LIGHT, ...DARK },
  contrast: { ...LIGHT, ...block(':root[data-theme="contrast"] {') },
};

/** @param {string} colour `#rrggbb` */
function luminance(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * Number(r) + 0.7152 * Number(g) + 0.0722 * Number(b);
}

/** @param {string} a @param {string} b */
function contrast(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (Number(high) + 0.05) / (Number(low) + 0.05);
}

/** Text on what it stands on. @type {[string, string][]} */
const TEXT = [
  ['--ink', '--paper'], ['--ink', '--card'], ['--ink', '--card-sunk'],
  ['--ink-soft', '--paper'], ['--ink-soft', '--card'], ['--ink-soft', '--card-sunk'],
  ['--red-text', '--paper'], ['--red-text', '--card'], ['--black-text', '--card'],
  ['--on-cinnabar', '--cinnabar'], ['--good', '--paper'], ['--good', '--card'],
  ['--warn', '--card'], ['--warn', '--warn-card'], ['--ink', '--warn-card'], ['--ink', '--alert-card'],
  ['--coordinate', '--wood'], ['--coordinate', '--wood-deep'],
  ['--piece-red-ink', '--piece-red-face'], ['--piece-black-ink', '--piece-black-face'],
];

/** Shapes beside what they must stand out from. @type {[string, string][]} */
const SHAPES = ['--mark-last', '--mark-select', '--mark-move', '--mark-capture', '--mark-barred', '--mark-screen', '--mark-plan']
  .flatMap((mark) => /** @type {[string, string][]} */ ([[mark, '--wood'], [mark, '--wood-deep']]))
  .concat([['--focus', '--focus-halo'], ['--line-strong', '--card'], ['--line-strong', '--paper']]);

for (const [name, tokens] of Object.entries(THEMES)) {
  const value = (/** @type {string} */ token) => /** @type {Record<string, string>} */ (tokens)[token] ?? '';

  test(`${name}: text is readable`, () => {
    for (const [front, back] of TEXT) {
      const measured = contrast(value(front), value(back));
      assert.ok(measured >= 4.5, `${front} on ${back}: ${measured.toFixed(2)}`);
    }
  });

  test(`${name}: shapes stand out`, () => {
    for (const [front, back] of SHAPES) {
      const measured = contrast(value(front), value(back));
      assert.ok(measured >= 3, `${front} beside ${back}: ${measured.toFixed(2)}`);
    }
  });

  test(`${name}: pieces stand out from the wood by face or by rim`, () => {
    for (const face of ['--piece-red-face', '--piece-black-face', '--piece-back'])
      for (const wood of ['--wood', '--wood-deep']) {
        const rim = face === '--piece-back' ? '--piece-back-rim' : '--piece-rim';
        const best = Math.max(contrast(value(face), value(wood)), contrast(value(rim), value(wood)));
        assert.ok(best >= 3, `${face} on ${wood}: ${best.toFixed(2)}`);
      }
  });

  test(`${name}: one colour of the focus ring stands out on anything`, () => {
    const grounds = ['--wood', '--paper', '--card', '--piece-back', '--piece-red-face', '--cinnabar'];
    for (const ground of grounds) {
      const best = Math.max(...['--focus', '--focus-halo'].map((ring) => contrast(value(ring), value(ground))));
      assert.ok(best >= 3, `focus on ${ground}: ${best.toFixed(2)}`);
    }
  });
}

test('the dark theme is the same by choice and by the system', () => {
  assert.deepEqual(block(':root:not([data-theme="light"]'), DARK);
});

test('dark and strong contrast give every colour that light has', () => {
  const colours = Object.keys(LIGHT).filter((name) => /#|rgb/.test(String(LIGHT[name])));
  for (const theme of [DARK, block(':root[data-theme="contrast"] {')])
    assert.deepEqual(colours.filter((name) => !(name in theme)), []);
});
