/**
 * Elements without markup: built once, then patched. Texts are bound to keys by `data-t`, so that
 * a change of language can put every sentence again. Only text nodes and attributes are written.
 */

/**
 * @typedef {import('../core/i18n.js').Params} Params
 * @typedef {import('../core/i18n.js').Translator} Translator
 * @typedef {import('../state.d.ts').Sentence} Sentence
 * @typedef {Node | string | null | false | undefined} Child
 * @typedef {{
 *   id?: string, class?: string, t?: string, params?: Params, label?: string, title?: string, placeholder?: string,
 *   text?: string, data?: Record<string, string>, aria?: Record<string, string>, attrs?: Record<string, string>,
 *   role?: string, hidden?: boolean, disabled?: boolean, type?: string, name?: string, value?: string,
 *   checked?: boolean, href?: string, onclick?: (event: MouseEvent) => void,
 * }} Props
 */

/** @type {Translator | null} */
let translator = null;
/** @type {WeakMap<Element, Params>} */
const bound = new WeakMap();

/** @param {Translator} next */
export function useTranslator(next) {
  translator = next;
}

/** A sentence as plain text. @type {import('../core/i18n.js').Translate} */
export function t(key, params) {
  return translator ? translator.t(key, params) : key;
}

/** @param {Sentence} sentence */
export function said(sentence) {
  return t(sentence.key, sentence.params);
}

/** @param {string} key */
export function hasText(key) {
  return translator?.has(key) ?? false;
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Props} [props] @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  if (props.id) node.id = props.id;
  if (props.class) node.className = props.class;
  if (props.role) node.setAttribute('role', props.role);
  for (const name of /** @type {const} */ (['type', 'name', 'value', 'href'])) {
    if (props[name] !== undefined) node.setAttribute(name, props[name]);
  }
  for (const [name, value] of Object.entries(props.attrs ?? {})) node.setAttribute(name, value);
  for (const [name, value] of Object.entries(props.aria ?? {})) node.setAttribute(`aria-${name}`, value);
  Object.assign(node.dataset, props.data ?? {});
  if (props.hidden) node.hidden = true;
  if (props.disabled) node.setAttribute('disabled', '');
  if (props.checked) node.setAttribute('checked', '');
  if (props.onclick) node.addEventListener('click', /** @type {EventListener} */ (props.onclick));
  node.append(...children.filter(isNode));
  texts(node, props);
  return node;
}

/** @param {Child} child @returns {child is Node | string} */
function isNode(child) {
  return child !== null && child !== undefined && child !== false;
}

/** @param {Element} node @param {Props} props */
function texts(node, props) {
  if (props.text !== undefined) node.textContent = props.text;
  if (props.params) bound.set(node, props.params);
  for (const name of /** @type {const} */ (['label', 'title', 'placeholder'])) {
    if (props[name] !== undefined) node.setAttribute(`data-t-${name}`, props[name]);
  }
  if (props.t !== undefined) node.setAttribute('data-t', props.t);
  put(node);
}

/** Writes what is bound to a node. @param {Element} node */
function put(node) {
  const params = bound.get(node);
  const key = node.getAttribute('data-t');
  if (key !== null) node.replaceChildren(...spans(key, params));
  for (const [data, attribute] of ATTRIBUTES) {
    const bindKey = node.getAttribute(data);
    if (bindKey !== null) node.setAttribute(attribute, t(bindKey, params));
  }
}

const ATTRIBUTES = /** @type {const} */ ([
  ['data-t-label', 'aria-label'], ['data-t-title', 'title'], ['data-t-placeholder', 'placeholder'],
]);

/** A sentence as nodes: names in `<bdi>`, coloured words in spans. @param {string} key @param {Params} [params] */
function spans(key, params) {
  const parts = translator ? translator.parts(key, params) : [key];
  return parts.flatMap((part) => {
    if (typeof part === 'string') return runs(part);
    const node = document.createElement(part.name ? 'bdi' : 'span');
    if (part.tint) node.className = `tint-${part.tint}`;
    node.textContent = part.text;
    return node;
  });
}

/** Plain text; Chinese within another script says so, for the voice that reads it. @param {string} text @returns {Node[]} */
function runs(text) {
  if (/^(zh|ja|ko)/.test(translator?.language ?? '')) return [document.createTextNode(text)];
  return text.split(/(\p{Script=Han}+)/u).map((run, i) => (
    i % 2 ? el('span', { text: run, attrs: { lang: 'zh-Hant' } }) : document.createTextNode(run)));
}

/**
 * Binds a sentence to a node; writes only when it changed.
 * @param {Element} node @param {string} key @param {Params} [params]
 */
export function tx(node, key, params) {
  const same = node.getAttribute('data-t') === key && equal(bound.get(node), params);
  if (same) return;
  if (params) bound.set(node, params);
  else bound.delete(node);
  node.setAttribute('data-t', key);
  put(node);
}

/** @param {Element} node @param {Sentence | null} sentence */
export function tell(node, sentence) {
  if (sentence) tx(node, sentence.key, sentence.params);
  else untell(node);
}

/** @param {Element} node */
function untell(node) {
  if (!node.hasAttribute('data-t')) return;
  node.removeAttribute('data-t');
  node.textContent = '';
}

/** Binds an accessible name. @param {Element} node @param {string} key @param {Params} [params] */
export function labelled(node, key, params) {
  if (node.getAttribute('data-t-label') === key && equal(bound.get(node), params)) return;
  if (params) bound.set(node, params);
  node.setAttribute('data-t-label', key);
  put(node);
}

/** @param {unknown} a @param {unknown} b */
function equal(a, b) {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Puts a node's own sentence again: for nodes that come back into the page. @param {Element} node */
export function refresh(node) {
  put(node);
}

/** Puts every bound sentence below `root` again. @param {ParentNode} root */
export function relabel(root) {
  for (const node of root.querySelectorAll('[data-t],[data-t-label],[data-t-title],[data-t-placeholder]')) put(node);
}

/** @param {Element} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** @param {HTMLElement} node @param {boolean} isShown */
export function show(node, isShown) {
  if (node.hidden === isShown) node.hidden = !isShown;
}

/**
 * Runs an update and, if the focused button is gone after it, gives focus to the next one there.
 * @param {HTMLElement} box @param {() => void} update
 */
export function holdFocus(box, update) {
  const focused = document.activeElement;
  const isInside = focused !== null && box.contains(focused);
  update();
  if (!isInside || (focused.isConnected && !focused.closest('[hidden]'))) return;
  [...box.querySelectorAll('button')].find((node) => !node.closest('[hidden]'))?.focus({ preventScroll: true });
}

/** Writing what stands there already may make the browser look for the focus. @param {Element} node @param {string} name @param {string} value */
export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** @param {HTMLElement} node @param {string} name @param {string | null} value */
export function setData(node, name, value) {
  if (value === null) delete node.dataset[name];
  else if (node.dataset[name] !== value) node.dataset[name] = value;
}

/**
 * A button that stays focusable while it is not to be used.
 * @param {HTMLButtonElement} node @param {boolean} isEnabled
 */
export function enable(node, isEnabled) {
  setAttribute(node, 'aria-disabled', String(!isEnabled));
}

/** @param {Element} node */
export function isEnabled(node) {
  return node.getAttribute('aria-disabled') !== 'true';
}

/**
 * Replaces a node's children when their keys changed; keeps what stayed.
 * @template T
 * @param {Element} list @param {readonly T[]} items @param {(item: T, i: number) => string} keyOf
 * @param {(item: T, i: number) => Element} make
 */
export function patchList(list, items, keyOf, make) {
  const old = new Map([...list.children].map((child) => [child.getAttribute('data-key'), child]));
  const next = items.map((item, i) => {
    const key = keyOf(item, i);
    const kept = old.get(key);
    if (kept) return kept;
    const made = make(item, i);
    made.setAttribute('data-key', key);
    return made;
  });
  const wanted = new Set(next);
  for (const child of old.values()) if (!wanted.has(child)) child.remove();
  let place = list.firstElementChild;
  for (const node of next) {
    if (node === place) place = place.nextElementSibling;
    else list.insertBefore(node, place);
  }
}
