/** A client by hand: reads the state as a stream, keeps it up to date, resumes from bookmarks, and begins anew every few times. */
export interface Kept {
  readonly metadata: { readonly name: string; readonly resourceVersion: string; readonly annotations?: Readonly<Record<string, string>> };
}

interface Event {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: Kept;
}

const FRESH_EVERY = 5;

export interface WatchList {
  readonly state: ReadonlyMap<string, Kept>;
  stop(): Promise<void>;
}

export function openWatchList(url: string): WatchList {
  const stopping = new AbortController();
  const state = new Map<string, Kept>();
  let filling: Map<string, Kept> | undefined;
  let since = '';

  const take = ({ type, object }: Event): void => {
    if (type === 'ERROR') return void (since = '');
    const target = filling ?? state;
    if (type === 'DELETED') target.delete(object.metadata.name);
    else if (type !== 'BOOKMARK') target.set(object.metadata.name, object);
    if (filling && object.metadata.annotations?.['k8s.io/initial-events-end'] !== 'true') return;
    if (filling) replace(state, filling);
    filling = undefined;
    since = object.metadata.resourceVersion;
  };

  const once = async (fresh: boolean): Promise<void> => {
    filling = fresh ? new Map() : undefined;
    const how = fresh ? 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan' : `resourceVersion=${since}`;
    const response = await fetch(`${url}?watch=true&allowWatchBookmarks=true&${how}`, { signal: stopping.signal });
    let rest = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(JSON.parse(line) as Event);
    }
  };

  const running = (async () => {
    for (let i = 0; !stopping.signal.aborted; i += 1) await once(since === '' || i % FRESH_EVERY === 0).catch(() => undefined);
  })();
  return {
    state,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function replace(state: Map<string, Kept>, by: ReadonlyMap<string, Kept>): void {
  state.clear();
  for (const [name, kept] of by) state.set(name, kept);
}
