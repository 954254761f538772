/**
 * The marks of a square, drawn where there is something to be marked and shown by its `data-*` state.
 *
 * Each mark differs in shape, not only in colour: corners for the last move, a frame for the
 * selection, a diamond for what is planned, a dot to move, a ring to capture, a crossed ring where a move is barred, a bar for
 * the screen of a cannon. Each is drawn twice, a light halo under the colour, to stand off
 * whatever lies below it.
 */

import { svg } from './svg.js';

const FRAME = 'M4 4H96V96H4Z';
const CORNERS = 'M74 4H96V26M26 96H4V74';
const START_CORNER = 'M4 26V4H26';
const END_CORNER = 'M96 74V96H74';
const DIAMOND = 'M50 5L95 50L50 95L5 50Z';
const CROSS = 'M36 36L64 64M64 36L36 64';
const BAR = 'M22 92H78';

/** @param {string} name @param {string} d */
function strokes(name, d) {
  return [svg('path', { class: `mark ${name} halo`, d }), svg('path', { class: `mark ${name}`, d })];
}

/** @param {string} name @param {number} radius */
function circles(name, radius) {
  const place = { cx: 50, cy: 50, r: radius };
  return [
    svg('circle', { class: `mark ${name} halo`, ...place }),
    svg('circle', { class: `mark ${name}`, ...place }),
  ];
}

/** @type {SVGSVGElement | null} */
let drawn = null;

/** The drawing that lies over a square's piece. @returns {SVGSVGElement} */
export function marksNode() {
  drawn ??= draw();
  return /** @type {SVGSVGElement} */ (drawn.cloneNode(true));
}

function draw() {
  return svg('svg', { class: 'marks', viewBox: '0 0 100 100', 'aria-hidden': 'true', focusable: 'false' }, [
    ...strokes('mark-last', CORNERS),
    ...strokes('mark-last corner-start', START_CORNER),
    ...strokes('mark-last corner-end', END_CORNER),
    ...strokes('mark-select', FRAME),
    ...strokes('mark-plan', DIAMOND),
    ...circles('mark-move', 12),
    ...circles('mark-capture', 45),
    ...circles('mark-barred', 26),
    ...strokes('mark-barred', CROSS),
    ...strokes('mark-screen', BAR),
    svg('circle', { class: 'mark mark-wait', cx: 50, cy: 50, r: 46 }),
  ]);
}
