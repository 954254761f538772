/** The wire contract, version 1 (docs/protocol.md), as types. Owns no behaviour. */

export type Seat = 'host' | 'guest';
export type You = Seat | 'both' | 'spectator';
export type Colour = 'red' | 'black';
export type Phase = 'waiting' | 'drawing' | 'playing' | 'over' | 'closed';
export type Reason =
  | 'elimination' | 'no_legal_move' | 'no_progress' | 'repetition' | 'agreement'
  | 'resignation' | 'time' | 'abandonment' | 'too_long';

export type OptionValue = string | number | boolean | null;
/** Every option of a ruleset and the name of its preset. */
export interface Rules {
  preset: string;
  no_progress_limit: number | null;
  repetition: 'none' | 'draw3' | 'vary';
  chase_limit: number | null;
  elimination: 'immediate' | 'no_action_only';
  draw_offers: boolean;
  resignation: boolean;
  undo: 'off' | 'local';
  first_mover: 'draw' | Seat | 'random';
  next_first_mover: 'alternate' | 'loser' | 'winner' | 'draw';
  scoring: 'result' | 'stake';
  stake_base: number;
  [house: string]: OptionValue;
}

/** `GET /api/rules`: what the create form is built from. */
export interface RulesMenu {
  presets: Record<string, Rules>;
  options: Record<string, OptionValue[]>;
  default: string;
}

export interface Clock { initial: number; increment: number }
export interface SeatInfo { name: string | null; computer: number | null }
export interface BySeat<T> { host: T; guest: T }

export interface DrawForFirst {
  host: number | null;
  guest: number | null;
  tiles: string | null;
}

export interface Room {
  code: string;
  phase: Phase;
  opponent?: 'friend' | 'computer' | 'local';
  spectators?: boolean;
  seats: BySeat<SeatInfo | null>;
  clock: Clock | null;
  series: { game: number; score: BySeat<number>; points: BySeat<number> };
  rematch: Seat[];
  draw_for_first: DrawForFirst | null;
  expires_at: number | null;
}

export interface Chase { piece: string; target: string; count: number }
export interface Result { winner: Seat | null; reason: Reason; points: number }
export interface GameClock extends BySeat<number> { running: Seat | null; at: number }

export interface Game {
  number: number;
  ply: number;
  board: string;
  first: Seat | null;
  turn: Seat | null;
  colors: BySeat<Colour> | null;
  legal: string[];
  barred: string[];
  chases: Chase[];
  quiet: number;
  captured: BySeat<string>;
  unseen: string;
  draw_offer: Seat | null;
  draw_offer_ply: number | null;
  /** Own plies left before a seat may offer again. */
  draw_rest?: BySeat<number>;
  clock: GameClock | null;
  result: Result | null;
}

export interface LastPly { ply: number; by: Seat; move: string }
export interface SeatPresence { online: boolean; away_since: number | null }

export interface Welcome {
  type: 'welcome'; protocol: number; build: string; you: You; version: number; now: number;
  rules: Rules; room: Room; game: Game | null; moves: string[];
}
export interface StateMessage {
  type: 'state'; version: number; now: number; room: Room; game: Game | null; last: LastPly | null;
}
export interface Presence {
  type: 'presence'; host: SeatPresence | null; guest: SeatPresence | null;
  spectators: number; claim_at: number | null;
}
export interface Ack { type: 'ack'; id: string; version: number }
export interface RefusedMessage {
  type: 'refused'; id: string | null; code: string; message: string; version: number; rule?: string;
}
export interface History { type: 'history'; id: string; game: number; moves: string[] }
export interface SeatToken { type: 'seat_token'; id: string; token: string }
export interface Pong { type: 'pong'; version: number; now: number }
export interface Bye { type: 'bye'; code: string; message: string; retry: boolean }
export interface Said {
  type: 'said'; n: number; by: Seat; text?: string; phrase?: string; at: number; old?: boolean;
}
export type ServerMessage =
  | Welcome | StateMessage | Presence | Ack | RefusedMessage | History | SeatToken | Pong | Bye | Said;

/** A command without its id; `id` is added when it is queued. */
export type Command =
  | { type: 'play'; game: number; ply: number; action: string }
  | { type: 'pick'; game?: number; tile: number; seat?: Seat }
  | { type: 'offer_draw' | 'decline_draw' | 'resign'; game: number; seat?: Seat }
  | { type: 'accept_draw'; game: number; ply: number; seat?: Seat }
  | { type: 'claim'; game?: number; result: 'win' | 'none' }
  | { type: 'rematch'; game: number; accept: boolean }
  | { type: 'undo' | 'restart'; game: number }
  | { type: 'set_rules'; rules: Partial<Rules>; clock?: Clock | null }
  | { type: 'rename'; name: string; seat?: Seat }
  | { type: 'history'; game: number }
  | { type: 'remove_guest' | 'leave' | 'move_seat' | 'drop_tokens' };

/** `GET /api/rooms/{code}`: the lobby card. */
export interface RoomCard {
  code: string;
  phase: Phase;
  seats: BySeat<SeatInfo | null>;
  rules: Rules;
  clock: Clock | null;
  spectators: boolean;
}

export interface CreateRoom {
  name?: string;
  opponent?: 'friend' | 'computer' | 'local';
  rules?: Partial<Rules>;
  clock?: Clock | null;
  first?: 'draw' | Seat | 'random';
  spectators?: boolean;
  token?: string;
}
export interface Seated { code: string; seat: Seat; token: string; path?: string }

/** `POST /api/positions` with an `action`: why that action is refused. */
export interface Judged { refused?: string | null }
