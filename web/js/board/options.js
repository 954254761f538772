/**
 * What the board is told: the view of a game, the player's preferences, and whom it tells.
 */

/**
 * @typedef {object} BoardView
 * @property {string} board 32 letters a1…d8: `?` face down, `.` empty, GAERHCS red, gaerhcs black
 * @property {readonly string[]} legal action texts: `a1` flips, `a1b1` moves or captures
 * @property {readonly string[]} barred moves that the chase or repetition rule forbids just now
 * @property {boolean} canAct it is the viewer's turn
 * @property {{squares: readonly string[]}|null} last the squares of the last action
 * @property {string|null} pending an action that was sent and not yet answered
 * @property {'red'|'black'|null} you the colour whose pieces the viewer may touch
 * @property {boolean} live false while looking at the past: the board is inert
 * @property {boolean} [canPlan] it is the other's turn, and an action may be planned for the own one
 * @property {string|null} [planned] the action that is planned
 * @property {readonly string[]} [veiled] squares that show what lies there face down
 */
/**
 * @typedef {object} BoardPrefs
 * @property {import('./pieces.js').PieceSet} pieces
 * @property {'auto'|'tall'|'wide'} orientation
 * @property {boolean} rotated turned by 180°; pieces stay upright
 * @property {'off'|'edge'|'each'} coordinates
 * @property {boolean} showDestinations
 * @property {boolean} showLast
 * @property {'tap'|'drag'|'both'} input
 * @property {boolean} confirmFlip a second tap on the same square turns a piece over
 * @property {boolean} premove in the other's turn an action can be planned
 * @property {boolean} odds a face-down piece that is touched is asked about; turning it over takes a second tap
 * @property {'auto'|'on'|'off'} animation `auto` follows the system's wish for less motion
 * @property {'slow'|'normal'|'fast'} speed of the motion
 * @property {boolean} facingAway glyphs stand on their heads: the player to move sits opposite
 * @property {boolean} keys single letters answer while focus is in the board
 * @property {boolean} ranks numbers on the pieces, the strongest kind highest
 * @property {string} ladder the kinds from the strongest down, as the rules of the game have them
 */
/**
 * @typedef {object} BoardOptions
 * @property {import('./labels.js').Translate} t
 * @property {(action: string) => void} onAction gets only texts out of `view.legal`
 * @property {(square: string) => void} [onTouch] instead of all else: the board is not played on but filled
 * @property {(from: string, to: string, barred: boolean) => void} [onIllegal] an own piece was sent astray
 * @property {(sentence: string) => void} [onSay] a sentence for the polite live region
 * @property {(square: string) => void} [onOdds] what can lie under this piece is wanted
 * @property {(action: string|null) => void} [onPlan] an action is planned for the own turn, or no more
 * @property {() => Promise<void>} [onPreview] the moves of the own pieces are wanted in the other's turn
 * @property {(letter: string) => void} [onKey] a key that the page answers: t u n i z
 * @property {(sound: 'edge') => void} [onSound]
 * @property {Partial<BoardPrefs>} [prefs]
 */

/** @type {Readonly<BoardPrefs>} */
export const DEFAULT_PREFS = Object.freeze({
  pieces: 'traditional',
  orientation: 'auto',
  rotated: false,
  coordinates: 'edge',
  showDestinations: true,
  showLast: true,
  input: 'both',
  confirmFlip: false,
  premove: false,
  odds: false,
  animation: 'auto',
  speed: 'normal',
  facingAway: false,
  keys: true,
  ranks: false,
  ladder: 'GAERHCS',
});

/** The view before the first update: an empty board that nobody may touch. @type {Readonly<BoardView>} */
export const NO_VIEW = Object.freeze({
  board: '.'.repeat(32),
  legal: [],
  barred: [],
  canAct: false,
  last: null,
  pending: null,
  you: null,
  live: false,
});
