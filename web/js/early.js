/**
 * Runs before the rest of the page has arrived: asks for what every first sight waits for, so that
 * it comes beside the scripts and not after them.
 */

import { loadPieces } from './board/pieces.js';
import { parsePath } from './core/route.js';
import { fetchLanguage } from './language.js';
import { ahead } from './parts.js';
import { languageOf, storedPrefs } from './stored.js';

void fetchLanguage(languageOf(storedPrefs().language));
loadPieces().catch(() => undefined);
if (parsePath(location.pathname).name === 'room') ahead('join', 'game');
