/**
 * Form fields with their label, hint and error tied together; an error never clears what was typed,
 * and goes with the next letter.
 */

import { el, show, tx } from './dom.js';

let count = 0;

/**
 * @typedef {{element: HTMLElement, input: HTMLInputElement, fail: (key: string, params?: import('./dom.js').Params) => void, clear: () => void}} Field
 */

/**
 * @param {string} label @param {{name: string, value?: string, hint?: string, class?: string, attrs?: Record<string, string>, placeholder?: string}} options
 * @returns {Field}
 */
export function textField(label, options) {
  const id = `field-${++count}`;
  const error = el('p', { class: 'error', id: `${id}-error`, hidden: true });
  const hint = options.hint ? el('p', { class: 'hint', id: `${id}-hint`, t: options.hint }) : null;
  const input = el('input', {
    class: `input ${options.class ?? ''}`, id, name: options.name, type: 'text', placeholder: options.placeholder,
    aria: { describedby: hint ? `${id}-error ${id}-hint` : `${id}-error` }, attrs: options.attrs,
  });
  input.value = options.value ?? '';
  const clear = () => {
    show(error, false);
    input.removeAttribute('aria-invalid');
  };
  input.addEventListener('input', clear);
  const element = el('div', { class: 'field' }, el('label', { t: label, attrs: { for: id } }), input, error, hint);
  return {
    element, input, clear,
    fail(key, params) {
      tx(error, key, params);
      show(error, true);
      input.setAttribute('aria-invalid', 'true');
      input.focus();
    },
  };
}

/** @param {string} value @param {string} [hint] @returns {Field} */
export function nameField(value, hint) {
  return textField('field.name', {
    name: 'name', value, hint: hint ?? 'field.name.hint', placeholder: 'field.name.placeholder',
    attrs: { autocomplete: 'nickname', enterkeyhint: 'go', maxlength: '80' },
  });
}

/**
 * @param {string} label @param {boolean} isOn @param {(isOn: boolean) => void} onchange @param {string} [name]
 */
export function checkbox(label, isOn, onchange, name = label) {
  const input = el('input', { type: 'checkbox', name, checked: isOn });
  input.addEventListener('change', () => onchange(input.checked));
  return el('label', { class: 'check' }, input, el('span', { t: label }));
}

/**
 * A group of radio buttons.
 * @param {string} name @param {string} legend
 * @param {{value: string, label: import('../state.d.ts').Sentence, more?: Node | null}[]} choices
 * @param {string} chosen @param {(value: string) => void} onchange @param {string} [layout]
 */
export function radios(name, legend, choices, chosen, onchange, layout = 'radios') {
  const options = choices.map(({ value, label, more }) => {
    const input = el('input', { type: 'radio', name, value, checked: value === chosen });
    input.addEventListener('change', () => onchange(value));
    const text = el('span', { class: 'radio-name', t: label.key, params: label.params });
    return el('label', { class: 'radio' }, input, text, more ?? null);
  });
  return el('fieldset', { class: 'field' },
    el('legend', { class: 'legend', t: legend }), el('div', { class: layout }, ...options));
}

/**
 * @param {string} label @param {{value: string, label: import('../state.d.ts').Sentence, lang?: string}[]} choices
 * @param {string} chosen @param {(value: string) => void} onchange @param {string} [name]
 */
export function select(label, choices, chosen, onchange, name = label) {
  const id = `field-${++count}`;
  const node = el('select', { class: 'select', id, name },
    ...choices.map((choice) => el('option', { value: choice.value, t: choice.label.key, params: choice.label.params, attrs: choice.lang ? { lang: choice.lang } : {} })));
  node.value = chosen;
  node.addEventListener('change', () => onchange(node.value));
  return el('div', { class: 'field' }, el('label', { t: label, attrs: { for: id } }), node);
}

/**
 * @param {string} label @param {{name: string, value: number, min: number, max: number, step?: string}} options
 * @param {(value: number) => void} onchange
 */
export function numberField(label, options, onchange) {
  const id = `field-${++count}`;
  const input = el('input', {
    class: 'input input-number', id, type: 'number', name: options.name, value: String(options.value),
    attrs: { min: String(options.min), max: String(options.max), step: options.step ?? '1', inputmode: 'decimal' },
  });
  input.addEventListener('input', () => { if (input.value !== '' && input.validity.valid) onchange(Number(input.value)); });
  return el('div', { class: 'field' }, el('label', { t: label, attrs: { for: id } }), input);
}
