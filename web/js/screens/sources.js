/** Where the rules come from, which page this is, and a report for whoever looks into a problem. */

import { reportText } from '../core/report.js';
import { address } from '../net/api.js';
import { button } from '../ui/button.js';
import { copyText } from '../ui/copy.js';
import { el } from '../ui/dom.js';

/** @typedef {import('../page.js').Page} Page */
/** @typedef {import('../wire.d.ts').Rules} Rules */

/** The build stands in the address of every script. */
const BUILD = /\/static\/([^/]+)\//.exec(import.meta.url)?.[1] ?? '';

/** The test that shows that the computer is honest, for whoever wants to read it. */
export function honesty() {
  const href = address(`static/${BUILD}/laws/test_secrecy.txt`);
  return el('a', { t: 'rules.fair.test', href, attrs: { target: '_blank', rel: 'noopener' } });
}

/** @param {Page} page @param {Rules} rules @param {'h2' | 'h3'} level  of the title */
export function sources(page, rules, level) {
  const copy = button('rules.report', () => void report(page, rules), { name: 'report' });
  return el('div', { class: 'prose' }, el(level, { t: 'rules.sources' }), el('p', { t: 'rules.sources.lead' }),
    el('p', { class: 'hint', t: 'rules.sources.build', params: { build: BUILD } }),
    el(level, { t: 'rules.problem' }), el('p', { t: 'rules.problem.lead' }), copy);
}

/** @param {Page} page @param {Rules} rules */
async function report(page, rules) {
  const { room, route } = page.state();
  const facts = {
    page: route.name, build: BUILD, time: new Date().toISOString(), language: document.documentElement.lang,
    window: `${innerWidth} × ${innerHeight}`, browser: navigator.userAgent,
  };
  const isCopied = await copyText(reportText(room?.stage === 'live' ? room : null, rules, facts));
  page.tell(isCopied ? 'rules.report.done' : 'error.notCopied');
}
