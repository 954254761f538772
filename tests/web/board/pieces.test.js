import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { PIECE_SETS } from '../../../web/js/board/pieces.js';
import { contentOf } from '../../../web/js/board/position.js';

const SPRITE = readFileSync(new URL('../../../web/pieces/sprite.svg', import.meta.url), 'utf8');
const IDS = [...SPRITE.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => String(id));

test('every set has all fourteen pieces, and there is one back', () => {
  const wanted = PIECE_SETS.flatMap((set) => [...'GAERHCSgaerhcs'].map((letter) => `p-${set}-${contentOf(letter)}`));
  assert.deepEqual([...wanted, 'p-back'].filter((id) => !IDS.includes(id)), []);
  assert.equal(IDS.filter((id) => id.includes('back')).length, 1);
});

test('ids are unique and every reference has its shape', () => {
  assert.equal(new Set(IDS).size, IDS.length);
  const references = [...SPRITE.matchAll(/href="#([^"]+)"/g)].map(([, id]) => String(id));
  assert.deepEqual(references.filter((id) => !IDS.includes(id)), []);
});

test('all paint comes from the theme', () => {
  const paints = [...SPRITE.matchAll(/\b(?:fill|stroke)="([^"]+)"/g)].map(([, paint]) => String(paint));
  assert.deepEqual(paints.filter((paint) => paint !== 'none' && !paint.startsWith('var(--piece-')), []);
  assert.doesNotMatch(SPRITE, /<style|<script|style=/);
});

test('the sprite stays small', () => {
  assert.ok(gzipSync(SPRITE).length < 15_000);
});
