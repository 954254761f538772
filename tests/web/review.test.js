import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chart, couldHave, placeOf, plySentences, points, sums, threatsAround } from '../../web/js/core/review.js';
import { pieceKey } from '../../web/js/core/notation.js';

/** @type {import('../../web/js/core/review.js').JudgedPly} */
const FLIP = {
  ply: 1, by: 'host', move: 'a1=S', best: 'b1', best_value: 0.3, value: 0.25, gave_away: 0.05, luck: -0.4, chances: 0.3,
  could: { S: [4, -0.2], g: [1, 0.5] },
};
/** @type {import('../../web/js/core/review.js').Review} */
const REVIEW = {
  plies: [FLIP, { ...FLIP, ply: 2, by: 'guest', chances: -1 }, { ...FLIP, ply: 3, chances: 1 }],
  players: { host: { plies: 2, flips: 2, gave_away: 0.1, luck: -0.8 }, guest: { plies: 1, flips: 1, gave_away: 0, luck: 0.004 } },
  turning_points: [2],
};

test('points have a sign and two places', () => {
  assert.equal(points(0.256, 'en'), '+0.26');
  assert.equal(points(-0.25, 'en'), '-0.25');
  assert.equal(points(-0.004, 'en'), '0.00');
});

test('a move is as good as any, or the better one is named', () => {
  const [better, luck] = plySentences(FLIP, 'en');
  assert.equal(better?.key, 'review.better');
  assert.deepEqual(better?.params?.['best'], { t: 'review.flip', params: { square: 'b1' } });
  assert.equal(better?.params?.['gave'], '+0.05');
  assert.equal(luck?.key, 'review.luck.bad');
  const moved = plySentences({ ...FLIP, best: 'a1b1' }, 'en')[0];
  assert.deepEqual(moved?.params?.['best'], { t: 'review.move', params: { from: 'a1', to: 'b1' } });
  assert.equal(plySentences({ ...FLIP, gave_away: 0.01 }, 'en')[0]?.key, 'review.good');
});

test('luck is told of flips only', () => {
  const { could, ...move } = FLIP;
  assert.ok(could);
  assert.equal(plySentences(move, 'en').length, 1);
  assert.equal(plySentences({ ...FLIP, luck: 0.01 }, 'en')[1]?.key, 'review.luck.none');
  assert.equal(plySentences({ ...FLIP, luck: 0.2 }, 'en')[1]?.key, 'review.luck.good');
});

test('what could have come up is listed from the best to the worst', () => {
  assert.deepEqual(couldHave(FLIP, 'en').map(({ piece, count, percent, came }) => [piece, count, percent, came]), [
    ['g', 1, 20, false], ['S', 4, 80, true],
  ]);
});

test('the threats before a flip are those of the board then, and those after it of the board with the new piece', () => {
  const boards = ['?sH.' + '.'.repeat(28), 'SsH.' + '.'.repeat(28)];
  const judged = { ...FLIP, threats: { before: ['b1c1'], after: ['b1a1'] } };
  const told = (/** @type {string} */ target, /** @type {string} */ to) => [
    { key: 'replay.threat', params: { piece: { t: pieceKey('s') }, from: 'b1', target: { t: pieceKey(target) }, to } },
  ];
  assert.deepEqual(threatsAround(judged, boards), { before: told('H', 'c1'), after: told('S', 'a1') });
  const calm = { ...judged, threats: { before: [], after: [] } };
  assert.deepEqual(threatsAround(calm, boards)?.after, [{ key: 'replay.threats.none' }]);
  assert.equal(threatsAround(FLIP, boards), null);
});

test('what was given away is a loss in the sums', () => {
  const room = /** @type {any} */ ({ room: { seats: { host: { name: 'Mei', computer: null }, guest: { name: null, computer: 2 } } } });
  const [host, guest] = sums(REVIEW, room, 'en');
  assert.deepEqual([host?.gave, host?.luck], ['-0.10', '-0.80']);
  assert.deepEqual([guest?.gave, guest?.luck], ['0.00', '0.00']);
  assert.deepEqual(guest?.name, { t: 'name.computer', params: { level: 2 } });
});

test('the line of the chances stays in its picture', () => {
  assert.equal(chart(REVIEW), '0.00,14.30 50.00,39.00 100.00,1.00');
  assert.equal(placeOf(REVIEW, 0), 0);
  assert.equal(placeOf(REVIEW, 2), 50);
  assert.equal(placeOf({ ...REVIEW, plies: [] }, 0), 0);
});
