import assert from 'node:assert/strict';
import { test } from 'node:test';

import { newApp } from '../../web/js/core/app.js';
import { DEFAULTS } from '../../web/js/core/prefs.js';
import { createStore } from '../../web/js/store.js';

test('a listener that fails once does not end the telling', () => {
  const store = createStore(newApp(DEFAULTS, { name: 'home' }));
  let isFaulty = true;
  /** @type {string[]} */
  const seen = [];
  store.subscribe((state) => {
    if (isFaulty) throw new Error('once');
    seen.push(state.route.name);
  });
  assert.throws(() => store.dispatch({ type: 'navigate', route: { name: 'rules' } }), /once/);
  isFaulty = false;
  store.dispatch({ type: 'navigate', route: { name: 'settings' } });
  assert.deepEqual(seen, ['settings']);
});
