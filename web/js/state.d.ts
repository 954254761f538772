/** The page's own state. Only `core/app.js` and what it calls make values of these types. */

import type { Param } from './core/i18n.js';
import type { Prefs } from './core/prefs.js';
import type { Route } from './core/route.js';
import type {
  Command, Game, Presence, Room, RoomCard, Rules, RulesMenu, Seat, ServerMessage, You,
} from './wire.d.ts';

export type ConnStatus =
  | 'idle' | 'connecting' | 'online' | 'slow' | 'reconnecting' | 'offline' | 'restarting' | 'ended';

export interface Conn {
  status: ConnStatus;
  /** When the connection was lost, by the client's clock. */
  since: number | null;
  /** When the next attempt starts, by the client's clock. */
  retryAt: number | null;
  rtt: number | null;
  lastSync: number | null;
  /** The server's last word before a close. */
  bye: { code: string; retry: boolean } | null;
}

export interface Pending {
  id: string;
  command: Command;
  sent: boolean;
  at: number;
  /** Not to be sent again before this instant (client's clock). */
  notBefore: number;
  /** A play that the server has stored, by the room's version with it; it waits for that board. */
  stored: number | null;
}

/** A sentence to be spoken: a key of the locale files and its arguments. */
export interface Sentence { key: string; params?: Record<string, Param> }
export type Region = 'say' | 'alert';
export interface Say { n: number; region: Region; sentences: Sentence[]; sound: string | null; toast: boolean }

export interface Refusal {
  n: number;
  code: string;
  rule: string | null;
  about: string | null;
}

export type Question = 'resign' | 'offer' | 'draw' | 'leave' | 'restart' | 'remove' | 'move' | null;
export type PanelTab = 'moves' | 'pieces' | 'rules' | 'room' | 'chat';

/** An action planned at this ply for the next one. */
export interface Premove { game: number; ply: number; action: string }

/** One line of chat; `old`: it was said before this tab came. */
export interface ChatLine {
  n: number;
  by: Seat;
  at: number;
  text: string | null;
  phrase: string | null;
  old: boolean;
}

export interface Chat {
  lines: ChatLine[];
  /** The last line that was on the screen. */
  read: number;
  /** This browser does not want to hear the others in this room. */
  muted: boolean;
  /** A second welcome: what is told as old was missed. */
  returned: boolean;
}

/** One room as this tab knows it. */
export interface RoomState {
  code: string;
  /** loading: nothing known · join: the card is shown · live: seated or watching · gone: final */
  stage: 'loading' | 'join' | 'live' | 'gone';
  card: RoomCard | null;
  gone: string | null;
  /** This tab found its seat in the browser's storage, not in its own. */
  borrowed: boolean;
  conn: Conn;
  you: You | null;
  version: number;
  build: string | null;
  rules: Rules | null;
  room: Room | null;
  game: Game | null;
  moves: string[];
  last: string | null;
  lastBy: Seat | null;
  presence: Presence | null;
  /** Names of who played the game that is over, though they may have left. */
  sat: Record<Seat, string | null>;
  /** Who sat down while this tab watched and has not shown up yet. */
  arriving: Seat[];
  /** Server clock minus client clock, in ms; from the quickest answer so far. */
  skew: number;
  skewRtt: number | null;
  pending: Pending[];
  refusal: Refusal | null;
  asking: Question;
  /** The move that is asked about before it is sent. */
  considered: string | null;
  viewing: number | null;
  panel: { tab: PanelTab; open: boolean };
  /** What of the own the other one turned down last, and when by the server's clock. */
  declined: { what: 'draw' | 'rematch'; at: number } | null;
  /** The own offer that stood last was taken back here. */
  withdrawn: boolean;
  /** Who keeps waiting for an absent player is not asked again before this instant (client's clock). */
  claimLater: number;
  /** The server said that it is too early to claim: not offered before this instant (client's clock). */
  claimRest: number;
  cardHidden: boolean;
  /** When this game began and ended by the server's clock, as far as this tab was there. */
  began: number | null;
  ended: number | null;
  premove: Premove | null;
  /** What the own side could do on the board of this ply, if it were its turn. */
  preview: { game: number; ply: number; legal: readonly string[] } | null;
  /** When the position on the board came about, by the server's clock. */
  turned: number;
  /** The ply at which the computer was asked to move now. */
  hurried: number | null;
  /** The rules were changed after this game: the next one goes by others. */
  newRules: boolean;
  /** The number of the game whose five-piece draw was seen to its end. */
  drawSeen: number | null;
  sharedSeat: string | null;
  chat: Chat;
  says: Say[];
  said: number;
}

export interface AppState {
  route: Route;
  prefs: Prefs;
  menu: RulesMenu | null;
  room: RoomState | null;
  /** Sentences that belong to no room ("Link copied."). */
  says: Say[];
  said: number;
}

/** What can happen to a room. */
export type RoomAction =
  | { type: 'card'; card: RoomCard }
  | { type: 'gone'; reason: string }
  | { type: 'reset' }
  | { type: 'connecting'; now: number; borrowed?: boolean }
  | { type: 'lost'; now: number; wait: number; restarting: boolean; online: boolean }
  | { type: 'network'; online: boolean; now: number }
  | { type: 'pong'; now: number; sentAt: number; serverNow: number }
  | { type: 'message'; message: ServerMessage; now: number }
  | { type: 'queue'; id: string; command: Command; now: number }
  | { type: 'sent'; ids: string[] }
  | { type: 'cancel'; id: string }
  | { type: 'ask'; question: Question; action?: string }
  | { type: 'premove'; action: string | null }
  | { type: 'preview'; game: number; ply: number; legal: readonly string[] }
  | { type: 'view'; ply: number | null }
  | { type: 'panel'; tab: PanelTab; open: boolean }
  | { type: 'hide'; what: 'claim'; until: number }
  | { type: 'hide'; what: 'card' | 'draw' | 'seat' }
  | { type: 'mute'; on: boolean }
  | { type: 'newRules' }
  | { type: 'read' }
  | { type: 'tell'; region: Region; sentences: Sentence[]; toast?: boolean };

export type AppAction =
  | { type: 'navigate'; route: Route }
  | { type: 'prefs'; prefs: Prefs }
  | { type: 'menu'; menu: RulesMenu }
  | { type: 'room'; code: string; action: RoomAction }
  | { type: 'tell'; region: Region; sentences: Sentence[]; toast?: boolean };
