/**
 * The piece art: one sprite, loaded once into the document, and the small pictures that refer to it.
 *
 * The sprite is parsed by the request itself (an XML response), so no text ever becomes markup in
 * the page's own hands. Pictures made before it has arrived fill in by themselves.
 */

import { HIDDEN, contentOf } from './position.js';
import { svg } from './svg.js';

/** @typedef {'traditional'|'simplified'|'letters'|'cdc'|'wxf'|'viet'|'icons'} PieceSet */

/** @type {readonly PieceSet[]} */
export const PIECE_SETS = ['traditional', 'simplified', 'letters', 'cdc', 'wxf', 'viet', 'icons'];

const SPRITE = new URL('../../pieces/sprite.svg', import.meta.url).href;
const SPRITE_ID = 'piece-sprite';

/** @type {Promise<void>|null} */
let loading = null;

/** Puts the sprite into the document, once; may be called again after a failure. @returns {Promise<void>} */
export function loadPieces() {
  loading ??= requestSprite().then(install, (error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** @returns {Promise<Document>} */
function requestSprite() {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', SPRITE);
    request.responseType = 'document';
    request.overrideMimeType('image/svg+xml');
    const fail = () => reject(new Error('the piece pictures could not be loaded'));
    request.onerror = fail;
    request.onload = () => (request.responseXML ? resolve(request.responseXML) : fail());
    request.send();
  });
}

/** @param {Document} sprite */
function install(sprite) {
  if (document.getElementById(SPRITE_ID)) return;
  const root = document.importNode(sprite.documentElement, true);
  root.setAttribute('id', SPRITE_ID);
  root.setAttribute('aria-hidden', 'true');
  root.setAttribute('class', 'piece-sprite');
  document.body.prepend(root);
}

/**
 * A picture of one piece; all face-down pieces are one and the same picture.
 * @param {string} letter `?` or one of GAERHCS gaerhcs @param {PieceSet} set @returns {SVGSVGElement}
 */
export function pieceNode(letter, set) {
  const id = letter === HIDDEN ? 'p-back' : `p-${set}-${contentOf(letter)}`;
  return svg('svg', { class: 'piece', viewBox: '0 0 400 400', 'aria-hidden': 'true', focusable: 'false' }, [
    svg('use', { href: `#${id}` }),
  ]);
}
