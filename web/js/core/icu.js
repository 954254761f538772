/**
 * Messages with arguments, plural and select, in the manner of ICU:
 * `{n, plural, one {# move} other {# moves}}`, `{who, select, you {You} other {{name}}}`.
 * Parses to a tree and formats it to parts. Knows no locale files.
 */

/**
 * @typedef {string | {arg: string} | {count: true}
 *   | {arg: string, kind: 'plural' | 'select', cases: Record<string, Node[]>}} Node
 * @typedef {{text: string, name?: boolean, tint?: string}} Span  a name, or a coloured word
 * @typedef {string | number | Span} Value
 * @typedef {string | Span} Part
 */

/**
 * @param {string} source
 * @returns {Node[]}
 */
export function parseMessage(source) {
  const [nodes, end] = parseNodes(source, 0, false);
  if (end !== source.length) throw new SyntaxError(`unexpected } in: ${source}`);
  return nodes;
}

/**
 * @param {string} source @param {number} at @param {boolean} counted
 * @returns {[Node[], number]}
 */
function parseNodes(source, at, counted) {
  /** @type {Node[]} */
  const nodes = [];
  let text = '';
  const flush = () => { if (text) nodes.push(text); text = ''; };
  while (at < source.length && source[at] !== '}') {
    if (source[at] === '{') {
      flush();
      const [node, next] = parseArgument(source, at + 1, counted);
      nodes.push(node);
      at = next;
    } else if (source[at] === '#' && counted) {
      flush();
      nodes.push({ count: true });
      at += 1;
    } else {
      text += source.charAt(at);
      at += 1;
    }
  }
  flush();
  return [nodes, at];
}

/**
 * @param {string} source @param {number} at @param {boolean} counted
 * @returns {[Node, number]}
 */
function parseArgument(source, at, counted) {
  const simple = /^\s*(\w+)\s*\}/.exec(source.slice(at));
  if (simple) return [{ arg: simple[1] ?? '' }, at + simple[0].length];
  const head = /^\s*(\w+)\s*,\s*(plural|select)\s*,/.exec(source.slice(at));
  if (!head) throw new SyntaxError(`bad argument in: ${source}`);
  const kind = head[2] === 'plural' ? 'plural' : 'select';
  return parseCases(source, at + head[0].length, head[1] ?? '', kind, counted);
}

/**
 * @param {string} source @param {number} at @param {string} arg
 * @param {'plural' | 'select'} kind @param {boolean} counted
 * @returns {[Node, number]}
 */
function parseCases(source, at, arg, kind, counted) {
  /** @type {Record<string, Node[]>} */
  const cases = {};
  for (;;) {
    const head = /^\s*(?:(=?\w+)\s*\{|(\}))/.exec(source.slice(at));
    if (!head) throw new SyntaxError(`bad case in: ${source}`);
    at += head[0].length;
    if (head[2]) break;
    const [nodes, end] = parseNodes(source, at, counted || kind === 'plural');
    if (source[end] !== '}') throw new SyntaxError(`case without end in: ${source}`);
    cases[head[1] ?? ''] = nodes;
    at = end + 1;
  }
  if (!cases['other']) throw new SyntaxError(`no "other" in: ${source}`);
  return [{ arg, kind, cases }, at];
}

/**
 * @param {Node[]} nodes @param {Record<string, Value>} params @param {string} locale
 * @param {number} [count]
 * @returns {Part[]}
 */
export function formatParts(nodes, params, locale, count) {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [node];
    if ('count' in node) return [shown(count ?? 0, locale)];
    const value = params[node.arg] ?? '';
    if (!('kind' in node)) return [typeof value === 'object' ? value : shown(value, locale)];
    const inner = chosen(node.cases, node.kind, value, locale);
    return formatParts(inner, params, locale, node.kind === 'plural' ? Number(value) : count);
  });
}

/** Languages with digits of their own. */
const OWN_DIGITS = /^(ar|as|bn|ckb|dz|fa|ks|mr|my|ne|ps|sat|sd)\b/;

/** A small number looks the same almost everywhere, and what the browser knows of the others takes it long to find. @param {string | number} value @param {string} locale */
function shown(value, locale) {
  if (typeof value !== 'number') return value;
  const isPlain = Number.isInteger(value) && value >= 0 && value < 1000 && !OWN_DIGITS.test(locale);
  return isPlain ? String(value) : value.toLocaleString(locale);
}

/** Made once for a language: making it costs far more than asking. @type {Map<string, Intl.PluralRules>} */
const plurals = new Map();

/** @param {string} locale @param {number} count */
function categoryOf(locale, count) {
  const rules = plurals.get(locale) ?? new Intl.PluralRules(locale);
  plurals.set(locale, rules);
  return rules.select(count);
}

/** Are there forms to choose from? In most languages of the page there are none. @param {Record<string, Node[]>} cases */
function isVaried(cases) {
  return Object.keys(cases).some((name) => name !== 'other' && !name.startsWith('='));
}

/**
 * @param {Record<string, Node[]>} cases @param {'plural' | 'select'} kind
 * @param {Value} value @param {string} locale
 */
function chosen(cases, kind, value, locale) {
  if (kind === 'select') return own(cases, String(value)) ?? other(cases);
  const exact = own(cases, `=${value}`);
  if (exact || !isVaried(cases)) return exact ?? other(cases);
  return own(cases, categoryOf(locale, Number(value))) ?? other(cases);
}

/** @param {Record<string, Node[]>} cases */
function other(cases) {
  return cases['other'] ?? [];
}

/** @param {Record<string, Node[]>} cases @param {string} name */
function own(cases, name) {
  return Object.hasOwn(cases, name) ? cases[name] : undefined;
}
