/** What the first sight does without: scripts and style sheets of the screens, fetched when wanted. */

import { worded } from './language.js';
import { keepPage } from './net/keep.js';
import { whenIdle } from './ui/leisure.js';
import { loadSounds } from './ui/sounds.js';
import { styles } from './ui/styles.js';

/**
 * @typedef {import('./screens.js').Builder} Builder
 * @typedef {Exclude<import('./core/screen.js').ScreenName, 'loading' | 'gone' | 'missing'>} PartName
 */

const ROOM = ['table'];
const REPLAY = ['replay'];
const HISTORY = ['history'];
/** Fetched by what they style. */
export const LATER = ['chat'];
const RULES = ['rules'];
const LEARN = ['learn', 'practice'];

/** @type {Record<PartName, () => Promise<Builder>>} */
export const PARTS = {
  home: async () => (await import('./screens/home.js')).homeScreen,
  rules: () => part(RULES, worded(import('./screens/rulespage.js')), ({ rulesScreen }) => rulesScreen),
  settings: () => part(HISTORY, worded(import('./screens/settings.js')), ({ settingsScreen }) => settingsScreen),
  replay: () => part([...ROOM, ...REPLAY, ...HISTORY], worded(import('./replay/screen.js')), ({ replayScreen }) => replayScreen),
  learn: () => part([...ROOM, ...LEARN], worded(import('./learn/screen.js'), 'learn'), ({ learnScreen }) => learnScreen),
  join: () => part(ROOM, import('./screens/join.js'), ({ joinScreen }) => joinScreen),
  lobby: () => part(ROOM, import('./screens/lobby.js'), ({ lobbyScreen }) => lobbyScreen),
  drawing: () => part(ROOM, import('./screens/drawing.js'), ({ drawingScreen }) => drawingScreen),
  game: () => part(ROOM, import('./game/screen.js'), ({ gameScreen }) => gameScreen),
};

/**
 * @template M
 * @param {string[]} sheets @param {Promise<M>} script @param {(module: M) => Builder} builder
 */
async function part(sheets, script, builder) {
  const [module] = await Promise.all([script, styles(sheets)]);
  return builder(module);
}

/** Fetches screens before they are asked for. @param {PartName[]} names */
export function ahead(...names) {
  for (const name of names) PARTS[name]().catch(() => undefined);
}

/** What a visit rarely comes to. */
const SELDOM = new Set(['replay', 'learn']);

/** Everything else, when there is nothing better to do: what is here already cannot fail later. */
export function atLeisure() {
  const all = () => {
    void loadSounds();
    keepPage();
    ahead(.../** @type {PartName[]} */ (Object.keys(PARTS).filter((name) => !SELDOM.has(name))));
    for (const sheet of [import('./screens/create.js'), import('./screens/editrules.js'), import('./game/more.js'), import('./game/chat.js'), import('./game/roomtab.js'), import('./ui/qr.js'), styles(LATER)]) {
      sheet.catch(() => undefined);
    }
  };
  whenIdle(all, 2000);
}
