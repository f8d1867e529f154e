import { once } from 'node:events';
import { globSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Builder, By, error, WebElement, type WebDriver } from 'selenium-webdriver';
import { findFreePort } from '#tests/server/local-server.ts';
import { openCrowd, type Crowd } from '#tests/e2e/thoughts.ts';
import { expect, test as base } from '#tests/e2e/fixtures.ts';
import { GUARDED_MS } from '#tests/e2e/press.ts';
import { emailOf } from '#tests/e2e/board-server.ts';

/** How long (ms) a thing may take to appear. */
const PATIENCE_MS = 20_000;

/** A point of the window (px). */
interface Place {
  x: number;
  y: number;
}

const AWAY: Place = { x: 0, y: 0 };

/** A person who uses the board by WebDriver, with mouse and keyboard. */
export type Reader = ReturnType<typeof createReader>;

interface People {
  /** Ada, signed in, in a window of her own. */
  ada: Reader;
  /** Others, without a browser. */
  crowd: Crowd;
}

export const test = base.extend<People>({
  ada: async ({ server }, use) => {
    const { driver, close } = await openWebKit();
    try {
      const ada = createReader(driver);
      await signIn(ada, server.url, 'Ada');
      await driver.executeScript(noteProblems);
      await use(ada);
      expect(await driver.executeScript(problems)).toEqual([]);
    } finally {
      await close();
    }
  },
  crowd: async ({ server }, use) => use(await openCrowd(server.url)),
});

export { expect };

function noteProblems(): void {
  const { dataset } = document.documentElement;
  const note = (problem: string): void => {
    dataset['problems'] = `${dataset['problems'] ?? ''}${problem}\n`;
  };
  addEventListener('error', ({ message }) => note(message));
  addEventListener('unhandledrejection', ({ reason }) => note(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => note(blockedURI));
}

function problems(): string[] {
  return (document.documentElement.dataset['problems'] ?? '').split('\n').filter(Boolean);
}

/** Opens a window on a virtual screen of its own, by a driver of its own, because each drives one window at a time. */
async function openWebKit() {
  const browser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').toSorted().at(-1);
  if (browser === undefined) throw new Error('There is no WebKit here');
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const port = await findFreePort('127.0.0.1');
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${await numberFrom(screen)}` },
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}`;
  await expect(async () => expect((await fetch(`${address}/status`)).ok).toBe(true)).toPass();
  const driver = await new Builder()
    .usingServer(address)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    })
    .build();
  return {
    driver,
    close: async () => {
      await driver.quit();
      for (const child of [service, screen]) await end(child);
    },
  };
}

/** The number that a virtual screen has chosen, once it is there. */
async function numberFrom({ stdio }: ChildProcess): Promise<string> {
  const said = stdio[3];
  if (!(said instanceof Readable)) throw new Error('Xvfb says no number');
  const [number] = await once(createInterface(said), 'line');
  return String(number);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Creates a reader that acts through a driver, in terms of the board. */
function createReader(driver: WebDriver) {
  const find = (css: string): Promise<WebElement> => first(driver, By.css(css));
  return {
    driver,
    find,
    /** Presses the button or link of a title, a label or a text, once it stands still. */
    press: async (name: string, within?: WebElement) => {
      const control = By.xpath(`.//*[self::button or self::a][${named(name)}]`);
      // The mouse comes from elsewhere: where it rests already, it may press too early.
      const place = await steadyPlace(await first(within ?? driver, control));
      // Over the list it would hold back what others write.
      await driver.actions().move(AWAY).move(place).click().move(AWAY).perform();
    },
    keys: (...keys: string[]) =>
      driver
        .actions()
        .sendKeys(...keys)
        .perform(),
    /** The card with this text, once it is there. */
    card: (text: string) => first(driver, By.xpath(`//article[.//p[.=${JSON.stringify(text)}]]`)),
    /** The texts of the cards, in the order shown. */
    texts: () => driver.executeScript<string[]>(shownTexts),
  };
}

/** Opens the board and signs a person in through the screens. */
async function signIn(reader: Reader, url: string, name: string): Promise<void> {
  await reader.driver.get(url);
  await reader.press('Sign in with Google');
  await (await reader.find('input[name=name]')).sendKeys(name);
  await (await reader.find('input[name=email]')).sendKeys(emailOf(name));
  await reader.press('Continue');
  await reader.find('main h1');
}

/** Waits for an element that is displayed, and returns the first one. */
async function first(within: WebDriver | WebElement, by: By): Promise<WebElement> {
  const driver = within instanceof WebElement ? within.getDriver() : within;
  const message = `There is no ${by.toString()}`;
  const found = await driver.wait(async () => (await all(within, by))[0], PATIENCE_MS, message);
  if (found === undefined) throw new Error(message);
  return found;
}

/** All elements that are displayed; none when one of them is redrawn during the search. */
async function all(within: WebDriver | WebElement, by: By): Promise<WebElement[]> {
  try {
    const found = await within.findElements(by);
    const areShown = await Promise.all(found.map((element) => element.isDisplayed()));
    return found.filter((_, index) => areShown[index]);
  } catch (cause) {
    if (cause instanceof error.StaleElementReferenceError) return [];
    throw cause;
  }
}

/** XPath for the names that a control may have. */
function named(name: string): string {
  const text = JSON.stringify(name);
  return `@title=${text} or @aria-label=${text} or normalize-space()=${text}`;
}

/** Where the middle of a control is, once it has stood still for longer than presses are guarded. */
async function steadyPlace(control: WebElement): Promise<Place> {
  let place = await control.getDriver().executeScript<Place>(middleOf, control);
  for (let since = Date.now(); Date.now() - since < 1.25 * GUARDED_MS;) {
    const now = await control.getDriver().executeScript<Place>(middleOf, control);
    if (now.x !== place.x || now.y !== place.y) [place, since] = [now, Date.now()];
    await sleep(50);
  }
  return place;
}

/** The middle of an element (px). Runs in the page. */
export function middleOf(element: Element): Place {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}

function shownTexts(): string[] {
  return [...document.querySelectorAll('article p')].map(({ textContent }) => textContent ?? '');
}
