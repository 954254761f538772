/** Line drawings for the frame's buttons, in the colour of the text around them. */

const SVG = 'http://www.w3.org/2000/svg';

/** @type {Record<string, string[]>} */
const PATHS = {
  settings: ['M4 7h10M18 7h2M4 17h2M10 17h10', 'M16 4.5v5M8 14.5v5'],
  help: ['M9.2 9a2.9 2.9 0 1 1 4 2.7c-.8.4-1.2 1-1.2 1.9v.4', 'M12 17.4v.1'],
  close: ['M6 6l12 12M18 6L6 18'],
  more: ['M5.5 12h.01M12 12h.01M18.5 12h.01'],
  chat: ['M4.5 5.5h15v10.5h-8l-4.5 3.5v-3.5h-2.5z', 'M8.5 9.5h7M8.5 12.5h4.5'],
  send: ['M4 12h14M12 6l6 6-6 6'],
  idea: ['M9.5 16.5v-1.4a5.6 5.6 0 1 1 5 0v1.4z', 'M10 20h4'],
  share: ['M12 14.5v-10M8 8l4-4 4 4', 'M6 11.5v8h12v-8'],
  mute: ['M4 9.5h3.5l4.5-4v13l-4.5-4h-3.5z', 'M15.5 9.5l5 5M20.5 9.5l-5 5'],
  first: ['M7 6v12M17 6l-7 6 7 6'],
  back: ['M14.5 6l-6 6 6 6'],
  on: ['M9.5 6l6 6-6 6'],
  last: ['M17 6v12M7 6l7 6-7 6'],
  play: ['M8 5.5v13l10.5-6.5z'],
  pause: ['M8.5 6v12M15.5 6v12'],
};

/** @param {keyof typeof PATHS | string} name @returns {SVGElement} */
export function icon(name) {
  const node = document.createElementNS(SVG, 'svg');
  for (const [key, value] of [['viewBox', '0 0 24 24'], ['class', 'icon'], ['aria-hidden', 'true'], ['focusable', 'false']]) {
    node.setAttribute(/** @type {string} */ (key), /** @type {string} */ (value));
  }
  for (const d of PATHS[name] ?? []) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    node.append(path);
  }
  return node;
}
