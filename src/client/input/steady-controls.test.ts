// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { watchControls } from './steady-controls.ts';

const FRAME_MS = 16;
/** Longer than a page that has changed is watched for. */
const LONG_MS = 1_000;

/** What is animated on the page. */
const animated: Element[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  declareAnimations();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  animated.length = 0;
});

describe('a control', () => {
  test('that appears, or that a change of the page moves, stands there since then', async () => {
    const page = openPage();
    const old = page.put('old', 100);
    const controls = watchControls();
    const added = page.put('new', 300);
    page.move(old, 200);
    await page.change();
    const now = performance.now();
    vi.advanceTimersByTime(LONG_MS);
    expect([controls.since(old), controls.since(added)]).toEqual([now, now]);
  });

  test.for([
    ['scrollend', 'where the browser says when a scroll has ended'],
    ['scroll', 'where it only says that the page scrolls'],
  ] as const)('that a %s brings into view was there before, %s', async ([event]) => {
    if (event === 'scrollend') declareScrollEnd();
    const page = openPage();
    const below = page.put('below', 1_500);
    const controls = watchControls();
    page.scroll(1_000, event);
    await page.change();
    expect(controls.since(below)).toBe(-Infinity);
  });

  test('that moves while the page stays the same was moved by the window, long ago', async () => {
    const page = openPage();
    const control = page.put('rotated', 100);
    const controls = watchControls();
    page.move(control, 400);
    expect(controls.since(control)).toBe(-Infinity);
    await page.change();
    vi.advanceTimersByTime(LONG_MS);
    page.move(control, 100);
    expect(controls.since(control)).toBe(-Infinity);
  });

  test('that moves while the page is changing stands there since it is measured', async () => {
    const page = openPage();
    const control = page.put('sliding', 100);
    const controls = watchControls();
    await page.change();
    page.move(control, 400);
    expect(controls.since(control)).toBe(performance.now());
  });

  test('that moves while the page is changing is found in the very next frame', async () => {
    const page = openPage();
    const control = page.put('sliding', 100);
    animated.push(document.body);
    const controls = watchControls();
    await page.change();
    page.move(control, 400);
    vi.advanceTimersByTime(FRAME_MS);
    const now = performance.now();
    vi.advanceTimersByTime(5 * FRAME_MS);
    expect(controls.since(control)).toBeLessThanOrEqual(now);
  });

  test.for([
    ['an attribute', () => document.body.setAttribute('data-sunk', 'true')],
    ['a scroll', () => dispatchEvent(new Event('scroll'))],
    ['another size of the window', () => dispatchEvent(new Event('resize'))],
  ] as const)('that %s moves just after a change is found in the next frame', async ([, move]) => {
    const page = openPage();
    const control = page.put('sinking', 100);
    const controls = watchControls();
    await page.change();
    page.move(control, 400);
    move();
    await Promise.resolve();
    vi.advanceTimersByTime(FRAME_MS);
    const now = performance.now();
    vi.advanceTimersByTime(5 * FRAME_MS);
    expect(controls.since(control)).toBe(now);
  });

  test('costs no measuring of what holds none', async () => {
    const page = openPage();
    const text = document.createElement('p');
    const measure = vi.fn<() => DOMRect>(() => new DOMRect());
    text.getBoundingClientRect = measure;
    const card = document.createElement('div');
    card.append(text);
    document.body.append(card);
    watchControls();
    await page.change();
    expect(measure).not.toHaveBeenCalled();
    card.append(page.put('beside it', 100));
    await page.change();
    vi.advanceTimersByTime(FRAME_MS);
    expect(measure).toHaveBeenCalled();
  });

  test('that moves within a long list is found', async () => {
    const page = openPage();
    const list = document.createElement('div');
    const all = Array.from({ length: 100 }, (_, index) => page.put('card', (index - 60) * 100));
    list.append(...all);
    document.body.append(list);
    const controls = watchControls();
    const first = all.findIndex((control) => control.getBoundingClientRect().bottom > 0);
    for (const control of all) page.move(control, control.getBoundingClientRect().top + 20);
    await page.change();
    const now = performance.now();
    vi.advanceTimersByTime(LONG_MS);
    const seen = all.slice(first, first + 5);
    expect(seen.map((control) => controls.since(control))).toEqual(seen.map(() => now));
  });
});

describe('a page on which nothing moves', () => {
  test('is asked for one frame after a change', async () => {
    const page = openPage();
    const control = page.put('a cloud that breathes', 100);
    animated.push(control.appendChild(document.createElement('span')));
    watchControls();
    await page.change();
    expect(vi.getTimerCount()).toBe(0);
  });
});

/** A page whose controls stand where a test puts them, in px from its top. */
function openPage() {
  document.body.replaceChildren();
  Object.assign(window, { scrollY: 0 });
  const tops = new Map<Element, number>();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(
    this: Element,
  ) {
    const top = tops.get(this);
    return top === undefined ? new DOMRect() : new DOMRect(0, top - scrollY, 40, 40);
  });
  return {
    put: (name: string, top: number): Element => {
      const control = document.createElement('button');
      control.textContent = name;
      tops.set(control, top);
      document.body.append(control);
      return control;
    },
    move: (control: Element, top: number) => tops.set(control, top),
    scroll: (top: number, event: string) => {
      Object.assign(window, { scrollY: top });
      dispatchEvent(new Event(event));
    },
    /** Changes what stands on the page, until the next frame. */
    change: async () => {
      document.body.append('a text');
      await Promise.resolve();
      vi.advanceTimersByTime(FRAME_MS);
    },
  };
}

/** jsdom knows nothing of animations. */
function declareAnimations(): void {
  class Effect {
    readonly target: Element;

    constructor(target: Element) {
      this.target = target;
    }
  }
  vi.stubGlobal('KeyframeEffect', Effect);
  const getAnimations = () => animated.map((target) => ({ effect: new Effect(target) }));
  Object.assign(document, { getAnimations });
}

/** jsdom knows nothing of the event. */
function declareScrollEnd(): void {
  Object.assign(window, { onscrollend: null });
  onTestFinished(() => {
    Reflect.deleteProperty(window, 'onscrollend');
  });
}
