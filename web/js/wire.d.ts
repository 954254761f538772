/**
 * The wire contract, version 1 (docs/protocol.md), as types. Owns no behaviour.
 * Written by tools/wire_types.py from the server's models; change those and run it again.
 */

export type Seat = 'host' | 'guest';
export type You = 'host' | 'guest' | 'both' | 'spectator';
export type Colour = 'red' | 'black';
export type Phase = 'waiting' | 'drawing' | 'playing' | 'over' | 'closed';
export type Opponent = 'friend' | 'computer' | 'local';
export type Reason = 'elimination' | 'no_legal_move' | 'no_progress' | 'repetition' | 'agreement' | 'resignation' | 'time' | 'abandonment' | 'too_long';
export type Rule = 'empty_square' | 'face_down_source' | 'same_square' | 'not_your_piece' | 'own_piece' | 'not_adjacent' | 'too_far' | 'lower_rank' | 'general_vs_soldier' | 'cannon_needs_one_screen' | 'cannon_adjacent' | 'face_down_target' | 'already_face_up' | 'chase_limit' | 'repetition' | 'first_ply_flips' | 'off_board';
export type OptionValue = string | number | boolean | null;
export interface BySeat<T> { host: T; guest: T }
/** Every option, and the preset these rules are, or `custom`. */
export interface Rules {
  no_progress_limit: number | null;
  repetition: 'none' | 'draw3' | 'vary';
  chase_limit: number | null;
  elimination: 'immediate' | 'no_action_only';
  draw_offers: boolean;
  resignation: boolean;
  undo: 'off' | 'local';
  first_mover: 'draw' | 'host' | 'guest' | 'random';
  next_first_mover: 'alternate' | 'loser' | 'winner' | 'draw';
  scoring: 'result' | 'stake';
  stake_base: number;
  general_takes_soldier: boolean;
  soldier_takes_cannon: boolean;
  ranking: 'taiwan' | 'hong_kong';
  cannon: 'jump' | 'step';
  equal_ranks: 'capture' | 'trade';
  chain_captures: boolean;
  dark_capture: 'off' | 'reveal' | 'trade';
  chariot_rush: boolean;
  horse_diagonal: boolean;
  colours: 'first_flip' | 'host_red' | 'host_black';
  preset: string;
  [option: string]: OptionValue;
}
/** A taken seat; `computer` is the level of a computer player. */
export interface SeatInfo {
  name: string | null;
  computer: number | null;
}
/** Seconds at the start, seconds added after each ply. */
export interface Clock {
  initial: number;
  increment: number;
}
/** The newest game's number and the sums of the series. */
export interface Series {
  game: number;
  score: BySeat<number>;
  points: BySeat<number>;
}
/** The five-piece draw: picks are public at once, tiles once both have picked. */
export interface DrawForFirst {
  host: number | null;
  guest: number | null;
  tiles: string | null;
}
/** The room around the board. */
export interface Room {
  code: string;
  phase: Phase;
  opponent: Opponent;
  seats: BySeat<SeatInfo | null>;
  clock: Clock | null;
  series: Series;
  rematch: Seat[];
  draw_for_first: DrawForFirst | null;
  spectators: boolean;
  odds: boolean;
  expires_at: number;
}
/** A running count: where the chasing and the chased piece stand now. */
export interface Chase {
  piece: string;
  target: string;
  count: number;
}
/** How the game ended; `points` is what the winner gains. */
export interface Result {
  winner: Seat | null;
  reason: Reason;
  points: number;
}
/** Milliseconds left at `at`, and whose time runs. */
export interface GameClock {
  host: number;
  guest: number;
  running: Seat | null;
  at: number;
}
/** The board and everything about it that both players know. */
export interface Game {
  number: number;
  ply: number;
  board: string;
  first: Seat;
  turn: Seat | null;
  colors: BySeat<Colour> | null;
  legal: string[];
  barred: string[];
  barred_by: Rule[];
  chases: Chase[];
  quiet: number;
  captured: BySeat<string>;
  unseen: string;
  draw_offer: Seat | null;
  draw_offer_ply: number | null;
  draw_rest: BySeat<number>;
  clock: GameClock | null;
  result: Result | null;
}
/** The newest ply. */
export interface LastPly {
  ply: number;
  by: Seat;
  move: string;
}
/** Whether the player of a seat is connected, and since when not. */
export interface SeatPresence {
  online: boolean;
  away_since: number | null;
}
/** All there is to know; it replaces whatever the client knew. */
export interface Welcome {
  type: 'welcome';
  protocol: number;
  build: string;
  you: You;
  version: number;
  now: number;
  rules: Rules;
  room: Room;
  game: Game | null;
  moves: string[];
}
/** The room after an event, whole but for rules and move list. */
export interface StateMessage {
  type: 'state';
  version: number;
  now: number;
  room: Room;
  game: Game | null;
  last: LastPly | null;
}
/** Who is connected; not part of the room's history. */
export interface Presence {
  type: 'presence';
  host: SeatPresence | null;
  guest: SeatPresence | null;
  spectators: number;
  claim_at: number | null;
}
/** The command is stored. */
export interface Ack {
  type: 'ack';
  id: string;
  version: number;
}
/** The command changed nothing, and why; `rule` says which rule an action breaks. */
export interface RefusedMessage {
  type: 'refused';
  id: string | null;
  code: string;
  message: string;
  version: number;
  rule?: Rule | null;
}
/** One line of chat; `old` when it was said before the client came. */
export interface Said {
  type: 'said';
  n: number;
  by: Seat;
  at: number;
  text?: string | null;
  phrase?: string | null;
  old?: boolean | null;
}
/** All plies of a game. */
export interface History {
  type: 'history';
  id: string;
  game: number;
  moves: string[];
}
/** One more token of the asker's seat. */
export interface SeatToken {
  type: 'seat_token';
  id: string;
  token: string;
}
/** The server is there; `now` is its time. */
export interface Pong {
  type: 'pong';
  id: string;
  version: number;
  now: number;
}
/** The last message before the server closes. */
export interface Bye {
  type: 'bye';
  code: string;
  message: string;
  retry: boolean;
}
export type ServerMessage = Welcome | StateMessage | Presence | Ack | RefusedMessage | Said | History | SeatToken | Pong | Bye;
/** A command without its id; `id` is added when it is queued. */
export type Command =
  | { type: 'play'; game?: number | null; ply: number; action: string }
  | { type: 'pick'; game?: number | null; seat?: 'host' | 'guest' | null; tile: number }
  | { type: 'offer_draw'; game?: number | null; seat?: 'host' | 'guest' | null }
  | { type: 'accept_draw'; game?: number | null; seat?: 'host' | 'guest' | null; ply: number }
  | { type: 'decline_draw'; game?: number | null; seat?: 'host' | 'guest' | null }
  | { type: 'resign'; game?: number | null; seat?: 'host' | 'guest' | null }
  | { type: 'claim'; game?: number | null; result: 'win' | 'none' }
  | { type: 'rematch'; game?: number | null; accept: boolean }
  | { type: 'undo'; game?: number | null }
  | { type: 'restart'; game?: number | null }
  | { type: 'set_rules'; rules: Partial<Rules>; clock?: Clock | null }
  | { type: 'remove_guest' }
  | { type: 'seat_computer'; level: number }
  | { type: 'move_now'; game?: number | null }
  | { type: 'move_seat' }
  | { type: 'drop_tokens' }
  | { type: 'say'; text?: string | null; phrase?: string | null }
  | { type: 'rename'; name: string; seat?: 'host' | 'guest' | null }
  | { type: 'leave' }
  | { type: 'history'; game: number }
  | { type: 'commit'; game: number; hash: string }
  | { type: 'open'; game: number; secret: string }
  | { type: 'ping' };
/** `POST /api/rooms`: every field may be left out. */
export interface CreateRoom {
  name?: string | null;
  opponent?: Opponent;
  rules?: Partial<Rules> | null;
  clock?: Clock | null;
  first?: 'draw' | 'host' | 'guest' | 'random' | null;
  spectators?: boolean;
  odds?: boolean;
  level?: number;
  position?: string | null;
  token?: string | null;
}
/** `POST /api/rooms/{code}/seats`. */
export interface TakeSeat {
  name?: string | null;
  token?: string | null;
}
/** `POST /api/positions`; with `action` the answer says whether and why it is refused. */
export interface JudgePosition {
  position: string;
  rules?: Partial<Rules> | null;
  action?: string | null;
}
/** `POST /api/qr`. */
export interface DrawQr {
  text: string;
}
/** `GET /api/rooms/{code}`: what is told at the door. */
export interface RoomCard {
  code: string;
  phase: Phase;
  opponent: Opponent;
  seats: BySeat<SeatInfo | null>;
  rules: Rules;
  clock: Clock | null;
  spectators: boolean;
  turn: Seat | null;
}
/** A seat was taken: `POST /api/rooms` and `POST /api/rooms/{code}/seats`. */
export interface Seated {
  code: string;
  seat: Seat;
  token: string;
  path: string;
  room: Room;
}
/** The bounds of a number. */
export interface Range {
  min: number;
  max: number;
}
/** `GET /api/rules`: what the create form is built from. */
export interface RulesMenu {
  presets: Record<string, Rules>;
  options: Record<string, OptionValue[]>;
  ranges: Record<string, Range>;
  default: string;
}
/** How a position has ended. */
export interface PositionResult {
  winner: Colour | null;
  reason: Reason;
}
/** `POST /api/positions`; `refused` only when an action was asked about. */
export interface Judged {
  legal: string[];
  captures: string[];
  barred: string[];
  unseen: string;
  result: PositionResult | null;
  refused?: string | null;
}
/** One game as it was played: what a finished game's address answers. */
export interface GameRecord {
  format: number;
  room: string;
  number: number;
  rules: Rules;
  first: Seat;
  names: BySeat<string | null>;
  colors: BySeat<Colour> | null;
  start: string;
  moves: string[];
  result: Result | null;
  deal: string | null;
  date: string;
}
/** `POST /api/records`: the record, the same as text, and what its plies lead through. */
export interface ReadRecord {
  record: GameRecord;
  text: string;
  boards: string[];
  positions: string[];
  chases: Chase[][];
}
