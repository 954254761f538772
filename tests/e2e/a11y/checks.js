/**
 * What a program can see of a page's accessibility. Each check returns what is wrong, one line per
 * element, each line beginning with the number of the criterion of WCAG 2.2 it falls under.
 * Runs in the page, after axe-core.
 */

(() => {
  const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const HAN = /\p{Script=Han}/u;
  const NAME_FOR = 'button, a[href], input, select, textarea, summary, [role=tab]';

  /** @param {Element} node */
  const isShown = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  /** Shown, and in the dialog that lies over everything else, if there is one. @param {string} selector @returns {HTMLElement[]} */
  function reachable(selector) {
    const modal = document.querySelector('dialog:modal');
    const found = /** @type {NodeListOf<HTMLElement>} */ ((modal ?? document).querySelectorAll(selector));
    return [...found].filter(isShown);
  }

  /** @param {Element} node */
  const tagOf = (node) => node.outerHTML.replace(/>[\s\S]*$/, '>').slice(0, 140);

  /** @param {string} criterion @param {string} what @param {Element} node */
  const flaw = (criterion, what, node) => `${criterion} ${what}: ${tagOf(node)}`;

  // --- colours ---------------------------------------------------------------------------------

  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (
    new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }));

  /** Red, green, blue and opacity of any colour that CSS can write. @param {string} colour */
  function channels(colour) {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  }

  /** @param {readonly number[]} rgb */
  function luminance(rgb) {
    const [r = 0, g = 0, b = 0] = rgb.map((one) => {
      const share = one / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  /** A colour that is hardly there does not stand out. @param {readonly number[]} a @param {readonly number[]} b */
  function contrast(a, b) {
    if ((a[3] ?? 0) < 0.5) return 1;
    const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  }

  /** The colour an element is painted on. @param {Element | null} node @returns {readonly number[]} */
  function ground(node) {
    for (let at = node; at; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if ((colour[3] ?? 0) > 0.9) return colour;
    }
    return channels(getComputedStyle(document.documentElement).backgroundColor);
  }

  // --- the checks ------------------------------------------------------------------------------

  /** 3.1.1, 3.1.2: the page's language is the chosen one; what is in another one says so. @param {string} language */
  function languages(language) {
    const root = document.documentElement.lang;
    const wrong = root === language ? [] : [`3.1.1 the page is in ${root}`];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = /** @type {Text} */ (walker.currentNode);
      const parent = node.parentElement;
      if (!parent || !isShown(parent) || parent.closest('bdi, script, noscript')) continue;
      const spoken = parent.closest('[lang]')?.getAttribute('lang') ?? '';
      if (HAN.test(node.data) && !/^(zh|ja|ko)/.test(spoken)) wrong.push(flaw('3.1.2', `Han in ${spoken}`, parent));
    }
    return wrong;
  }

  /** 1.4.10, 1.4.4: nothing beside the screen, nothing cut off. */
  function reflow() {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = scrollWidth > clientWidth ? [`1.4.10 ${scrollWidth - clientWidth} px too wide`] : [];
    const cut = reachable('*').filter(hasText).filter(isCut);
    return [...wide, ...cut.map((node) => flaw('1.4.4', 'text is cut off', node))];
  }

  /** @param {HTMLElement} node */
  const hasText = (node) => [...node.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.textContent?.trim());

  /** Does somebody's box end before the text does? An ellipsis with a title tells all. @param {HTMLElement} node */
  function isCut(node) {
    const style = getComputedStyle(node);
    if (style.clipPath !== 'none' || node.closest('[aria-hidden=true], svg')) return false;
    const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    if (!clips || /(auto|scroll)/.test(style.overflowX + style.overflowY) || style.display === 'inline') return false;
    const isOver = node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1;
    return isOver && !node.closest('[title]');
  }

  /** 1.4.3: a text that axe could not judge, on the next plain colour behind it. @param {Element} node */
  function isReadable(node) {
    const { color, fontSize, fontWeight } = getComputedStyle(node);
    const size = parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    return contrast(channels(color), ground(node)) >= (isLarge ? 3 : 4.5);
  }

  /** 2.5.8: what is pressed is 24 pixels each way; a link in a sentence is as high as its line. */
  function targets() {
    return reachable('a[href], button, select, input, summary, [role=tab]').filter((node) => {
      if (node.matches('.skip, [type=file]') || getComputedStyle(node).display === 'inline') return false;
      const { width, height } = (node.closest('label') ?? node).getBoundingClientRect();
      return width > 0 && (width < 23.99 || height < 23.99);
    }).map((node) => flaw('2.5.8', 'small target', node));
  }

  /** The grid is one stop of the Tab key, and every square has a name. */
  function grid() {
    const squares = reachable('.board-grid [data-square]');
    if (!squares.length) return [];
    const stops = squares.filter((node) => node.tabIndex === 0);
    const wrong = stops.length === 1 ? [] : [`2.4.3 the board has ${stops.length} stops`];
    const mute = squares.filter((node) => !node.getAttribute('aria-label')?.startsWith(node.dataset['square'] ?? '-'));
    return [...wrong, ...mute.map((node) => flaw('4.1.2', 'a square without its name', node))];
  }

  /** 1.4.11: the edge of a field stands out from what it lies on. */
  function edges() {
    return reachable('input:not([type=file], [type=range]), select, textarea').filter((node) => {
      const style = getComputedStyle(node);
      if (style.appearance !== 'none' && /checkbox|radio/.test(node.getAttribute('type') ?? '')) return false;
      const around = ground(node.parentElement);
      const best = Math.max(contrast(channels(style.borderTopColor), around), contrast(ground(node), around));
      return isShown(node) && best < 3;
    }).map((node) => flaw('1.4.11', 'a field without an edge', node));
  }

  /** 2.5.3: what is written on a control is part of its name. */
  function names() {
    return reachable(NAME_FOR).filter((node) => {
      const label = node.getAttribute('aria-label');
      const text = visibleText(node);
      return label !== null && /\p{L}{2}/u.test(text) && !plain(label).includes(plain(text));
    }).map((node) => flaw('2.5.3', `the name is not "${visibleText(node)}"`, node));
  }

  /** @param {HTMLElement} node */
  function visibleText(node) {
    const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
    for (const one of copy.querySelectorAll('svg, [hidden], [aria-hidden=true]')) one.remove();
    return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
  }

  /** @param {string} text */
  const plain = (text) => text.toLowerCase().replace(/[\s\p{P}]+/gu, ' ').trim();

  /** 2.3.3: nothing moves. */
  function still() {
    return document.getAnimations().filter(({ playState }) => playState === 'running').map((one) => `2.3.3 moves: ${
      tagOf(/** @type {Element} */ (/** @type {KeyframeEffect} */ (one.effect).target))}`);
  }

  /** 2.4.2, 2.4.1, 2.4.7: a title, one main part, live regions that are always there. */
  function frame() {
    const wrong = document.title.includes('Banqi') || HAN.test(document.title) ? [] : ['2.4.2 no title'];
    for (const [id, name, value] of [['turn', 'role', 'status'], ['say', 'aria-live', 'polite'], ['alert', 'role', 'alert']]) {
      if (document.getElementById(id ?? '')?.getAttribute(name ?? '') !== value) wrong.push(`4.1.3 no region ${id}`);
    }
    for (const name of ['header', 'main', '.skip', '[data-act=help]']) {
      if (document.querySelectorAll(name).length !== 1) wrong.push(`2.4.1 no single ${name}`);
    }
    return wrong;
  }

  /** 2.4.11, 2.4.7: whatever gets the focus is in sight, not covered, and shows it. */
  function focus() {
    const before = document.activeElement;
    const wrong = reachable(FOCUSABLE).filter((node) => node.tabIndex >= 0).flatMap((node) => {
      node.focus();
      if (document.activeElement !== node) return [flaw('2.1.1', 'takes no focus', node)];
      return [...covered(node), ...unmarked(node)];
    });
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return wrong;
  }

  /** @param {HTMLElement} node */
  const covered = (node) => (hits(node).some(Boolean) ? [] : [flaw('2.4.11', 'focus out of sight', node)]);

  /** For nine points of an element: is it what lies on top there? @param {HTMLElement} node */
  function hits(node) {
    const box = node.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [box.left + box.width * x, box.top + box.height * y]));
    const label = node.closest('label');
    return points.map(([x = 0, y = 0]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (node.contains(hit) || hit.contains(node) || label?.contains(hit));
    });
  }

  /** 2.5.8: a target that axe took for covered and is not. @param {HTMLElement} node */
  const isOnTop = (node) => hits(node).every(Boolean);

  /** @param {HTMLElement} node */
  function unmarked(node) {
    const shows = [node, node.closest('label'), node.nextElementSibling, node.querySelector('*')];
    const isMarked = shows.some((one) => one instanceof HTMLElement && ring(one) >= 3);
    return isMarked ? [] : [flaw('2.4.7', 'focus is not seen', node)];
  }

  /** The contrast of an outline, or of its halo, beside what it lies on. @param {HTMLElement} node */
  function ring(node) {
    const style = getComputedStyle(node);
    if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2) return 0;
    const isInside = parseFloat(style.outlineOffset) < 0;
    const beside = ground(isInside ? node : node.parentElement);
    const halos = style.boxShadow.match(/(rgba?|color|oklch)\([^)]*\)/g) ?? [];
    const colours = [style.outlineColor, ...halos].map(channels);
    return Math.max(...colours.map((colour) => contrast(colour, beside)));
  }

  /** Everything but the walk of the focus, which takes a while. @param {string} language */
  const look = (language) => [
    ...languages(language), ...reflow(), ...targets(), ...grid(), ...edges(), ...names(), ...still(), ...frame(),
  ];

  Object.assign(globalThis, { a11y: { look, focus, reflow, isReadable, isOnTop } });
})();
