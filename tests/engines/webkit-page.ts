import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from './webkit-inspector.ts';
import type { WebKit, Window } from './webkit-browser.ts';
import { bind, noteMoves, quadsOf, reveal, setOnLine } from './webkit-scripts.ts';

export type Page = ReturnType<typeof createPage>;

/** The bridge's own commands have ids from here on, far above those of Playwright. */
const OWN_IDS = 1_000_000_000;
/** The one world of a frame has a second name, which is greater by this, as the world of Playwright's own scripts. */
const UTILITY = 1_000_000;
/** By these the bridge knows what its scripts say to the console. */
const BINDING_TAG = '__bridge_binding__';
const MOVED_TAG = '__bridge_moved__';

/** Commands that only Playwright's build knows, and that no test needs done. */
const NOTHING = new Set([
  'Dialog.enable',
  'Emulation.setAuthCredentials',
  'Emulation.setOrientationOverride',
  'Page.createUserWorld',
  'Page.setTimeZone',
  'Page.setTouchEmulationEnabled',
  'Page.overrideSetting',
  'Page.setForcedColors',
  'Page.updateScrollingState',
  'Page.setInterceptFileChooserDialog',
]);

/** The keys without a character, as the automation names them. */
const KEYS: Record<string, string> = {
  Shift: 'Shift',
  Control: 'Control',
  Alt: 'Alternate',
  Meta: 'Meta',
  Backspace: 'Backspace',
  Tab: 'Tab',
  Enter: 'Enter',
  Escape: 'Escape',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  End: 'End',
  Home: 'Home',
  ArrowLeft: 'LeftArrow',
  ArrowUp: 'UpArrow',
  ArrowRight: 'RightArrow',
  ArrowDown: 'DownArrow',
  Delete: 'Delete',
};
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

type Answer = Promise<Message | void>;

/** Stands between Playwright and a window of WebKit. */
export function createPage(webkit: WebKit, window: Window, tell: (message: Message) => void) {
  /** The page of the window, which stays the same: Playwright and WebKit wrap all that concerns it. */
  let targetId = '';
  let mainFrame = '';
  let binding = '';
  let initScript = '';
  let isOffline = false;
  let lastId = OWN_IDS;
  let navigation: PromiseWithResolvers<Message> | undefined;
  const frames = new Set<string>();
  const documents = new Set<string>();
  const waiting = new Map<number, PromiseWithResolvers<Message>>();

  const post = (message: Message): void => webkit.post(window.target, message);
  const ask = (method: string, params: object): Promise<Message> => {
    const answer = Promise.withResolvers<Message>();
    lastId += 1;
    waiting.set(lastId, answer);
    const message = JSON.stringify({ id: lastId, method, params });
    post({ id: lastId, method: 'Target.sendMessageToTarget', params: { targetId, message } });
    return answer.promise;
  };
  const emit = (inner: Message): void => {
    const params = { targetId, message: JSON.stringify(inner) };
    tell({ method: 'Target.dispatchMessageFromTarget', params });
  };

  const evaluate = async (expression: string) => {
    const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true });
    return result.value;
  };
  const callOn = async (
    objectId: string,
    script: (...args: never[]) => unknown,
    argument?: unknown,
  ) => {
    const { result, wasThrown } = await ask('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: String(script),
      arguments: [{ objectId }, { value: argument }],
      returnByValue: true,
    });
    if (wasThrown) throw new Error(result.description);
    return result.value;
  };
  const ownScripts = (): string =>
    [
      scriptOf(noteMoves, MOVED_TAG),
      binding && scriptOf(bind, binding, BINDING_TAG),
      isOffline && scriptOf(setOnLine, false),
    ]
      .filter(Boolean)
      .join(';\n');
  const setScripts = (): Promise<Message> =>
    ask('Page.setBootstrapScript', { source: `${ownScripts()};\n${initScript}` });

  let lastAct: Promise<unknown> = Promise.resolve();
  /** Lets the automation do one thing at a time, since it refuses a second one. */
  const act = async (command: string, params: object): Promise<void> => {
    const before = lastAct;
    const now = (async () => {
      await before;
      await webkit.focus(window.handle);
      await webkit.automate(command, { handle: window.handle, ...params });
    })();
    lastAct = now.catch(() => {});
    return now;
  };

  /** What the bridge does in place of WebKit. */
  const commands: Record<string, (params: Message) => Answer> = {
    'Page.getResourceTree': async () => {
      const tree = await ask('Page.getResourceTree', {});
      mainFrame = tree['frameTree'].frame.id;
      frames.add(mainFrame);
      return tree;
    },
    'Page.setBootstrapScript': ({ source }) => {
      initScript = source;
      return setScripts();
    },
    'Runtime.addBinding': async ({ name }) => {
      binding = name;
      await evaluate(ownScripts());
      await setScripts();
    },
    'Runtime.evaluate': ({ contextId, ...params }) =>
      ask('Runtime.evaluate', {
        ...params,
        ...(contextId !== undefined && { contextId: contextId % UTILITY }),
      }),
    // Both worlds are one: a node only gets another name, as each name is released by itself.
    'DOM.resolveNode': async ({ objectId }) => {
      const functionDeclaration = 'function () { return this; }';
      const { result } = await ask('Runtime.callFunctionOn', { objectId, functionDeclaration });
      return { object: result };
    },
    'DOM.describeNode': async () => ({}),
    'DOM.getContentQuads': async ({ objectId }) => ({ quads: await callOn(objectId, quadsOf) }),
    'DOM.scrollIntoViewIfNeeded': ({ objectId, rect }) => callOn(objectId, reveal, rect),
    'Page.insertText': ({ text }) =>
      evaluate(`void document.execCommand('insertText', false, ${JSON.stringify(text)})`),
    'Page.goBack': () => evaluate('history.back()'),
    'Page.goForward': () => evaluate('history.forward()'),
    'Network.setEmulateOfflineState': async ({ offline }) => {
      if (offline === isOffline) return;
      isOffline = offline;
      webkit.setOffline(offline);
      await setScripts();
      await evaluate(scriptOf(setOnLine, !offline));
    },
    'Emulation.setDeviceMetricsOverride': async ({ width, height }) => {
      const bar = await evaluate('outerHeight - innerHeight');
      const { handle } = window;
      const size = { width, height: height + bar };
      await webkit.automate('setWindowFrameOfBrowsingContext', { handle, size });
      for (let left = 100; left > 0; left -= 1) {
        if (await evaluate(`innerWidth === ${width} && innerHeight === ${height}`)) return;
        await sleep(20);
      }
      throw new Error(`No window is ${width} by ${height}`);
    },
    'Input.dispatchMouseEvent': ({ type, button, x, y, modifiers }) =>
      act('performMouseInteraction', {
        position: { x, y },
        button: capitalize(button),
        interaction: capitalize(type),
        modifiers: MODIFIERS.filter((_, bit) => modifiers & (1 << bit)),
      }),
    'Input.dispatchKeyEvent': ({ type, key }) => {
      const isDown = type === 'keyDown';
      const name = KEYS[key];
      if (name !== undefined) {
        const interactions = [{ type: isDown ? 'KeyPress' : 'KeyRelease', key: name }];
        return act('performKeyboardInteractions', { interactions });
      }
      const state = { sourceId: 'keyboard', ...(isDown && { pressedCharKey: key }) };
      return act('performInteractionSequence', {
        inputSources: [{ sourceId: 'keyboard', sourceType: 'Keyboard' }],
        steps: [{ states: [state] }],
      });
    },
    'Emulation.setActiveAndFocused': () => webkit.focus(window.handle),
    'Target.activate': () => webkit.focus(window.handle),
  };
  for (const name of NOTHING) commands[name] = async () => {};

  const answer = async (name: string, params: Message = {}): Promise<Message> => {
    try {
      return { result: (await commands[name]?.(params)) ?? {} };
    } catch (error) {
      return { error: { message: error instanceof Error ? error.message : String(error) } };
    }
  };

  /** Events that Playwright expects to say more, or that are for the bridge: if so, the answer is true. */
  const events: Record<string, (params: Message) => boolean | void> = {
    'Runtime.executionContextCreated': ({ context }) => {
      if (context.type !== 'normal') return;
      const other = { type: 'user', name: '__playwright_utility_world__' };
      const second = { ...context, ...other, id: context.id + UTILITY };
      // Playwright takes no second world before the first.
      emit({ method: 'Runtime.executionContextCreated', params: { context } });
      emit({ method: 'Runtime.executionContextCreated', params: { context: second } });
      return true;
    },
    'Page.loadEventFired': (params) => void (params['frameId'] = mainFrame),
    'Page.domContentEventFired': (params) => void (params['frameId'] = mainFrame),
    'Page.frameNavigated': ({ frame }) => {
      if (!frames.has(frame.id)) {
        frames.add(frame.id);
        const params = { frameId: frame.id, parentFrameId: frame.parentId };
        emit({ method: 'Page.frameAttached', params });
      }
      if (frame.parentId === undefined) navigation?.resolve({ loaderId: frame.loaderId });
    },
    'Network.requestWillBeSent': ({ type, requestId }) => {
      if (type === 'Document') documents.add(requestId);
    },
    'Network.loadingFailed': ({ requestId, errorText }) => {
      if (documents.delete(requestId)) navigation?.reject(new Error(errorText));
    },
    'Console.messageAdded': ({ message }) => {
      const [tag, text, scope] = message.parameters ?? [];
      if (tag?.value === BINDING_TAG) {
        const contextId = JSON.parse(scope.objectId).injectedScriptId;
        emit({ method: 'Runtime.bindingCalled', params: { contextId, argument: text.value } });
        return true;
      }
      if (tag?.value === MOVED_TAG) {
        const params = { frameId: mainFrame, url: text.value };
        emit({ method: 'Page.navigatedWithinDocument', params });
        navigation?.resolve({});
        return true;
      }
      return false;
    },
  };

  /** Takes a message of the page itself. */
  const hearInner = (inner: Message): void => {
    const { id, method, params, result, error } = inner;
    if (id === undefined) {
      const isDone = events[method]?.(params) === true;
      if (!isDone) emit(inner);
    } else if (id < OWN_IDS) emit(inner);
    else {
      if (error === undefined) waiting.get(id)?.resolve(result);
      else waiting.get(id)?.reject(new Error(error.message));
      waiting.delete(id);
    }
  };

  return {
    ask,
    close: async (): Promise<void> => {
      await webkit.automate('closeBrowsingContext', { handle: window.handle });
    },
    /** Opens an address, and tells the document that it leads to. */
    navigate: async (url: string): Promise<Message> => {
      const now = Promise.withResolvers<Message>();
      navigation = now;
      await ask('Page.navigate', { url });
      return now.promise.finally(() => (navigation = undefined));
    },
    /** Takes a message from WebKit. */
    hear: (text: string): void => {
      const message: Message = JSON.parse(text);
      const { id, method, params } = message;
      if (id >= OWN_IDS) return;
      if (method === 'Target.targetCreated') targetId = params.targetInfo.targetId;
      if (method === 'Target.dispatchMessageFromTarget') hearInner(JSON.parse(params.message));
      else tell(message);
    },
    /** Takes a message from Playwright. */
    handle: async (message: Message): Promise<void> => {
      const { id, method, params } = message;
      const isInner = method === 'Target.sendMessageToTarget';
      const command = isInner ? JSON.parse(params.message) : message;
      if (!(command.method in commands)) {
        post(message);
        return;
      }
      if (isInner) tell({ id, result: {} });
      const done = { id: command.id, ...(await answer(command.method, command.params)) };
      if (isInner) emit(done);
      else tell(done);
    },
  };
}

function capitalize(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

/** The source that calls a function in a page. */
function scriptOf(script: (...args: never[]) => unknown, ...args: readonly unknown[]): string {
  return `(${String(script)})(${args.map((value) => JSON.stringify(value)).join(', ')})`;
}
