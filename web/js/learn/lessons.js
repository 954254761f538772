/**
 * The lessons as data. What is allowed in a position is not told here: the server judges it, and a
 * test asks the server about every stage.
 */

/**
 * `want`: what the learner has to play: any flip, move or capture, or one of these actions.
 * `action`: what the question "is this allowed?" is about. `from`: whose captures are to be found.
 * `shows`: the piece that comes up where the learner flips.
 * `task`: what is asked, where it is not a sentence of the lesson. `of`: the pieces that are counted,
 * or the colour or piece whose chance is asked for. `gone`: the captured pieces, to count with.
 * @typedef {{kind: 'play', position: string, want: 'flip' | 'move' | 'capture' | readonly string[], shows?: string} & Asked} PlayStage
 * @typedef {{kind: 'verdict', position: string, action: string} & Asked} VerdictStage
 * @typedef {{kind: 'squares', position: string, from: string, of: readonly string[]} & Asked} SquaresStage
 * `answers`: sentences to choose from, some with a number; `right`: which of them is.
 * @typedef {{kind: 'choice', position: string, answers: readonly Answer[], right: number} & Asked} ChoiceStage
 * @typedef {{kind: 'reason', position: string, action: string, others: readonly string[]} & Asked} ReasonStage
 * @typedef {{kind: 'numbers', position: string, of: readonly string[], gone?: string} & Asked} NumbersStage
 * @typedef {{kind: 'odds', position: string, of: string} & Asked} OddsStage
 * @typedef {{task?: import('../state.d.ts').Sentence, study?: string}} Asked  `study`: the analysis that may be looked at
 * @typedef {{key: string, n?: number}} Answer
 * @typedef {PlayStage | VerdictStage | SquaresStage | ChoiceStage | ReasonStage | NumbersStage | OddsStage} Stage
 * @typedef {{name: string, piece: string, stages: readonly Stage[], isDrill?: boolean}} Lesson
 */

const START = '????/????/????/????/????/????/????/???? - GAAEERRHHCCSSSSSgaaeerrhhccsssss 0';
const BEGUN = '????/????/????/?R??/??h?/????/????/???? r GAAEERHHCCSSSSSgaaeerrhccsssss 2';
/** What lies on c5 may take the Chariot beside it: two of the four that are face down could. */
const CHARIOT = '4/?3/4/1R?1/4/?2?/4/3h r Sgas 0';
const LONE = '4/4/4/4/1R2/4/4/3s r - 0';

const RED = { key: 'learn.answer.red' };
const DRAW = { key: 'learn.answer.draw' };
const ON = { key: 'learn.answer.on' };
/** @param {number} n */
const count = (n) => ({ key: 'learn.answer.n', n });

/** @type {readonly Lesson[]} */
export const LESSONS = [
  {
    name: 'flip', piece: '?', stages: [
      { kind: 'play', position: START, want: 'flip', shows: 'R' },
      { kind: 'verdict', position: BEGUN, action: 'c4c5' },
      { kind: 'verdict', position: BEGUN, action: 'd8' },
      { kind: 'play', position: '4/4/4/4/4/??2/R?2/??2 r GSghs 0', want: 'flip', shows: 's' },
    ],
  },
  {
    name: 'step', piece: 'R', stages: [
      { kind: 'play', position: LONE, want: 'move' },
      { kind: 'verdict', position: LONE, action: 'b4b6' },
      { kind: 'verdict', position: LONE, action: 'b4c5' },
      { kind: 'verdict', position: '4/4/4/1?2/1R2/4/4/3s r s 0', action: 'b4b5' },
      { kind: 'play', position: '4/4/4/4/SR?1/1E2/4/3s r g 0', want: ['b4b5'] },
    ],
  },
  {
    name: 'ranks', piece: 'A', stages: [
      { kind: 'play', position: '4/4/4/1e2/1Ag1/4/4/4 r - 0', want: 'capture' },
      { kind: 'squares', position: '4/4/4/1a2/?Rh1/1s2/4/4 r g 0', from: 'b4', of: ['b5', 'c4', 'b3', 'a4'] },
      { kind: 'play', position: '4/3a/3E/4/r3/H3/2R1/2c1 r - 0', want: 'capture' },
      { kind: 'verdict', position: '4/4/4/4/1Hc1/4/4/4 r - 0', action: 'b4c4' },
    ],
  },
  {
    name: 'equal', piece: 'H', stages: [
      { kind: 'play', position: '4/4/4/1h2/1H2/4/4/3s r - 0', want: 'capture' },
      { kind: 'verdict', position: '4/4/4/4/1Ss1/4/4/3h r - 0', action: 'b4c4' },
      { kind: 'squares', position: '4/4/4/1e2/aEr1/1g2/4/4 r - 0', from: 'b4', of: ['b5', 'c4', 'b3', 'a4'] },
      { kind: 'verdict', position: '4/4/4/4/1Gg1/4/4/3s r - 0', action: 'b4c4' },
    ],
  },
  {
    name: 'general', piece: 'G', stages: [
      { kind: 'verdict', position: '4/4/4/4/1Gs1/4/4/3h r - 0', action: 'b4c4' },
      { kind: 'play', position: '4/4/4/1g2/1S2/4/4/3h r - 0', want: 'capture' },
      { kind: 'squares', position: '4/4/4/1a2/?Gs1/1c2/4/4 r h 0', from: 'b4', of: ['b5', 'c4', 'b3', 'a4'] },
      { kind: 'play', position: '3H/4/4/4/1Gs1/4/4/4 r - 0', want: ['b4a4', 'b4b5', 'b4b3'] },
    ],
  },
  {
    name: 'cannon', piece: 'C', stages: [
      { kind: 'play', position: '4/1g2/4/1?2/4/1C2/4/4 r s 0', want: 'capture' },
      { kind: 'verdict', position: '4/1g2/4/4/4/1C2/4/4 r - 0', action: 'b3b7' },
      { kind: 'verdict', position: '4/4/4/4/1s2/1C2/4/4 r - 0', action: 'b3b4' },
      { kind: 'verdict', position: '4/1g2/4/1s2/1S2/4/1C2/4 r - 0', action: 'b2b7' },
      { kind: 'play', position: '4/4/4/4/CS1g/4/4/4 r - 0', want: ['a4d4'] },
      { kind: 'verdict', position: '4/4/4/4/CS1?/4/4/3s r g 0', action: 'a4d4' },
      { kind: 'squares', position: '4/1h2/4/1?2/eCSs/1s2/1r2/1a2 r g 0', from: 'b4', of: ['b7', 'b5', 'd4', 'a4', 'b3', 'b2', 'b1'] },
    ],
  },
  {
    name: 'screens', piece: 'c', stages: [
      { kind: 'play', position: '4/4/1g2/4/S3/4/1C2/4 r - 0', want: ['a4b4'] },
      { kind: 'play', position: '4/1c2/4/1?2/4/1G2/4/4 r s 0', want: ['b3a3', 'b3c3'] },
      { kind: 'play', position: '4/1c2/4/1S2/4/1R2/4/4 r - 0', want: ['b5a5', 'b5c5'] },
      { kind: 'play', position: '4/1c2/4/1?2/S3/1G2/4/4 r s 0', want: ['a4b4'] },
    ],
  },
  {
    name: 'safe', piece: 's', stages: [
      { kind: 'verdict', position: '4/4/4/1?2/1G2/4/4/3s r s 0', action: 'b4b5' },
      { kind: 'verdict', position: '4/4/4/1S2/1R2/4/4/3s r - 0', action: 'b4b5' },
      { kind: 'verdict', position: '4/4/4/1h2/1S2/4/4/3s r - 0', action: 'b4b5' },
      { kind: 'verdict', position: '4/4/4/1c2/1S2/4/4/3s r - 0', action: 'b4b5' },
      { kind: 'squares', position: '4/4/4/1r2/gHh1/1c2/4/4 r - 0', from: 'b4', of: ['b5', 'c4', 'b3', 'a4'] },
    ],
  },
  {
    name: 'ends', piece: 'g', stages: [
      { kind: 'choice', position: '4/4/4/1R2/4/4/4/4 b - 0', answers: [RED, DRAW, ON], right: 0 },
      { kind: 'choice', position: '4/4/4/1R2/4/4/?3/4 b s 0', answers: [RED, DRAW, ON], right: 2 },
      { kind: 'choice', position: '4/4/4/4/4/4/A3/hE2 b - 0', answers: [RED, DRAW, ON], right: 0 },
      { kind: 'choice', position: '4/4/4/1R2/4/4/1s2/4 b - 0', answers: [RED, DRAW, ON], right: 2 },
    ],
  },
  {
    name: 'counts', piece: 'S', stages: [
      { kind: 'choice', position: '4/4/4/1R2/4/4/1r2/4 r - 60', answers: [RED, DRAW, ON], right: 1 },
      { kind: 'choice', position: '4/4/4/1R2/4/4/1r2/?3 r s 59', answers: [count(60), count(59), count(0)], right: 2 },
      { kind: 'choice', position: '4/4/4/1R2/1h2/4/4/4 r - 9', answers: [{ key: 'learn.yes' }, { key: 'learn.no' }], right: 1 },
      { kind: 'choice', position: '????/????/?S??/????/????/??S?/????/???? b GAAEERRHHCCSSSgaaeerrhhccsssss 0', answers: [count(2), count(3), count(5)], right: 1 },
    ],
  },
  {
    name: 'unseen', piece: '?', stages: [
      { kind: 'numbers', position: BEGUN, of: ['R', 'h'], gone: '' },
      { kind: 'numbers', position: '4/?1s1/4/1G1?/4/c3/2S1/4 r CS 3', of: ['G', 'S', 'g'], gone: 'AAEERRHHCSSSgaaeerrhhcssss' },
      { kind: 'odds', position: '4/?2?/4/1G2/4/?2?/4/3h r Sgss 0', of: 'black' },
      { kind: 'odds', position: '4/?2?/4/1G2/4/?2?/4/3h r Sgss 0', of: 's' },
      { kind: 'choice', position: '4/4/3a/1G2/1?2/4/4/4 r h 0', answers: [{ key: 'learn.answer.yes' }, { key: 'learn.answer.no' }], right: 1 },
    ],
  },
  {
    name: 'reveal', piece: 'r', stages: [
      { kind: 'odds', position: CHARIOT, of: 'a' },
      { kind: 'choice', position: CHARIOT, answers: [count(1), count(2), count(4)], right: 1 },
      { kind: 'choice', position: '4/?3/4/1RS1/4/?2?/4/3h b gas 0', answers: [{ key: 'learn.answer.good' }, { key: 'learn.answer.lucky' }], right: 1 },
      { kind: 'play', position: CHARIOT, want: ['a3', 'a7', 'd3'], shows: 'S' },
    ],
  },
];

/** Positions to study. @type {Lesson} */
export const ENDGAMES = {
  name: 'endgames', piece: 'h', stages: [
    { kind: 'play', position: 'h3/1R2/4/4/4/4/4/3S r - 0', want: ['d1c1', 'd1d2'], study: 'learn.endgames.1.right' },
    { kind: 'play', position: 'g3/1S2/4/4/4/4/4/R3 r - 0', want: ['a1b1', 'a1a2'], study: 'learn.endgames.2.right' },
    { kind: 'choice', position: 'h3/1R2/4/4/4/4/4/2?S r s 0', answers: [{ key: 'learn.answer.yes' }, { key: 'learn.answer.no' }], right: 1, study: 'learn.endgames.3.right' },
  ],
};

/** @param {string | null} name @returns {Lesson | null} */
export function lessonNamed(name) {
  return [...LESSONS, ENDGAMES].find((lesson) => lesson.name === name) ?? null;
}
