/** A link as a QR code in a sheet: always black on white, made by the server, shown as a picture. */

import { fetchBlob } from '../net/api.js';
import { openSheet } from './dialog.js';
import { el, show, tx } from './dom.js';

/** @param {string} link @param {string} title */
export async function qrSheet(link, title) {
  const picture = el('img', { class: 'qr', hidden: true, attrs: { width: '240', height: '240' } });
  const note = el('p', { class: 'hint', t: 'qr.loading' });
  const text = el('p', { class: 'link-text', text: link });
  let url = '';
  const dialog = openSheet(title, { name: 'qr', body: [picture, note, text], onclose: () => URL.revokeObjectURL(url) });
  const blob = await fetchBlob('POST', 'api/qr', { text: link });
  if (!dialog.open) return;
  if (!blob) return tx(note, 'qr.failed');
  url = URL.createObjectURL(new Blob([blob], { type: 'image/svg+xml' }));
  picture.src = url;
  picture.setAttribute('data-t-label', 'qr.alt');
  picture.alt = link;
  show(picture, true);
  tx(note, 'qr.hint');
}
