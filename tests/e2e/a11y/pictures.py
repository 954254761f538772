"""Pictures of a part of a page, and what a reader would see change between two of them."""

from __future__ import annotations

import base64
from typing import Any, Final

from playwright.sync_api import FloatRect, Page

MARGIN: Final = 8

COMPARE: Final = """async ([one, other]) => {
  const pixels = async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    pen.drawImage(bitmap, 0, 0);
    return pen.getImageData(0, 0, bitmap.width, bitmap.height).data;
  };
  const light = (data, at) => [0, 1, 2].map((channel) => {
    const share = data[at + channel] / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }).reduce((sum, value, channel) => sum + value * [0.2126, 0.7152, 0.0722][channel], 0.05);
  const [before, after] = [await pixels(one), await pixels(other)];
  let changed = 0;
  for (let at = 0; at < before.length; at += 4) {
    const [a, b] = [light(before, at), light(after, at)];
    if (Math.max(a, b) / Math.min(a, b) >= 3) changed += 1;
  }
  return changed;
}"""
"""How many pixels changed by a contrast of 3 to 1 or more."""


FAINT: Final = """async (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen.drawImage(bitmap, 0, 0);
  const light = (data, at) => [0, 1, 2].map((channel) => {
    const share = data[at + channel] / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }).reduce((sum, value, channel) => sum + value * [0.2126, 0.7152, 0.0722][channel], 0.05);
  const contrast = ({ left, top, width, height }) => {
    const box = [left + 1, top + height / 4, width - 2, height / 2]; // without what is beside it
    const { data } = pen.getImageData(...box.map(Math.round));
    const lights = Array.from({ length: data.length / 4 }, (_, i) => light(data, 4 * i));
    const often = new Map();
    for (const one of lights) often.set(one, (often.get(one) ?? 0) + 1);
    const [[ground]] = [...often].sort((a, b) => b[1] - a[1]);
    const ratio = (one) => Math.max(one, ground) / Math.min(one, ground);
    return Math.max(...lights.map(ratio));
  };
  const isOnTop = (node, { left, top, width, height }) => {
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isThrough = getComputedStyle(node).pointerEvents === 'none';
    return hit !== null && (node.contains(hit) || (isThrough && hit.contains(node)));
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    const words = walker.currentNode.textContent.trim();
    if (!words || !node.checkVisibility({ visibilityProperty: true })) continue;
    if (node.closest('.sr, .skip, option, [aria-disabled=true]')) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) {
      const isInside = box.left >= 0 && box.top >= 0 && box.width >= 4 && box.height >= 4
        && box.right <= innerWidth && box.bottom <= innerHeight;
      if (isInside && isOnTop(node, box)) found.push([words, contrast(box)]);
    }
  }
  return found;
}"""
"""Every line of text that is seen, and how it stands out from what is behind most of it."""


def contrasts(page: Page) -> dict[str, float]:
    """The contrast of every text that is seen, as it looks: of the same words the least."""
    shot = base64.b64encode(page.screenshot(animations="disabled")).decode()
    found: dict[str, float] = {}
    for words, ratio in page.evaluate(FAINT, shot):
        found[words] = min(ratio, found.get(words, ratio))
    return found


def area(page: Page, selector: str) -> FloatRect:
    """Where an element is, with a little around it."""
    box = page.locator(selector).first.bounding_box()
    assert box
    left, top = max(0.0, box["x"] - MARGIN), max(0.0, box["y"] - MARGIN)
    return {
        "x": left,
        "y": top,
        "width": box["x"] + box["width"] + MARGIN - left,
        "height": box["y"] + box["height"] + MARGIN - top,
    }


def picture(page: Page, where: FloatRect) -> str:
    """A part of the page as it looks now."""
    return base64.b64encode(page.screenshot(clip=where, animations="disabled")).decode()


def difference(page: Page, before: str, after: str) -> int:
    """How much of a picture has visibly changed, in pixels."""
    changed: Any = page.evaluate(COMPARE, [before, after])
    return int(changed)
